//! Each refusal of the list is provoked by a position, with each rule that it names.

use std::collections::BTreeSet;

use bagarre_generik::Generik;
use bagarre_generik::testkit::after::{After, Purchase};
use bagarre_generik::testkit::aftermath::{Verdict, judge, start};
use bagarre_generik::testkit::band::check;
use bagarre_generik::testkit::command::{Ask, Choice, Command, Draft, Resume, Standing};
use bagarre_generik::testkit::ids::{Dec, Edge, Era, Fig, Scenario, Skill, Terrain, Weapon};
use bagarre_generik::testkit::refusal::{Illegal, reasons};
use bagarre_generik::testkit::save::Position;
use bagarre_generik::testkit::scene::{Aftermath, Marker, Step};
use bagarre_generik::testkit::setup::{Band, Ground, Health, Member, Options, Placed, Purse, Setup};
use bagarre_generik::testkit::state::{Sealed, State};
use bagarre_kit::conformance::TestKit;
use bagarre_kit::contract::{Actor, Audience, Next, Refuse, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::{Scripted, Seeded};
use bagarre_kit::gather::{Gather, Terms, WorkKind};
use bagarre_kit::plane::Pt;
use serde_json::json;

use super::bands::{band, chief, member};
use super::harness::Case;
use super::stage::{Play, RUNNER, Start, fight, go, other, run, running, shoot, step};
use super::tabletop::pt;

/// A refusal: its code and the rule that it names, `-` for none.
type Why = (String, String);

/// A refusal that is provoked, and what it has to be.
type Provoked = (Why, &'static str, &'static str);

fn reason(no: &Illegal) -> Why {
    (no.code().to_owned(), no.rule().map_or_else(|| "-".to_owned(), |rule| rule.id().to_owned()))
}

#[track_caller]
fn no<T>(result: Result<T, Illegal>) -> Why {
    reason(&result.err().expect("it is refused"))
}

#[track_caller]
fn why(state: &State, seat: u8, command: &Command) -> Why {
    no(Generik::decide(state, Actor::Seat(Seat(seat)), command))
}

/// `CODE RULE`, as a fight tells it.
#[track_caller]
fn split(said: Result<(), String>) -> Why {
    let said = said.expect_err("it is refused");
    let (code, rule) = said.split_once(' ').unwrap();
    (code.to_owned(), if rule.is_empty() { "-" } else { rule }.to_owned())
}

/// A western case with a figure far away that can still act.
fn one(figures: &str) -> Case {
    Case::new(&format!("{figures}; a9 1000,1000"))
}

fn alone(figure: &str) -> Case {
    one(&format!("{figure}; b1 6000,11000"))
}

/// Side by side with an enemy.
fn bout(a: &str, b: &str) -> Case {
    one(&format!("a1 6000,6000 {a}; b1 6000,6250 {b}"))
}

fn marker(at: Pt, owner: Option<u8>) -> Marker {
    Marker { at, owner: owner.map(Seat), sacked: false }
}

fn simple_acts() -> Vec<Provoked> {
    let pirates = Era::Pirates;
    let fence = |figure: &str| alone(figure).terrain("W-3 6000,6200 0");
    let sacked = one("a1 6000,11000; b1 2000,2000").scenario(Scenario::Saccage);
    let heroic =
        |change: fn(&mut Position)| one("a1 6000,1000 da=1; a2 7000,1000; b1 6000,11000").tweak(change);
    let chosen = |it: &mut Position| it.scene.phase.heroic = Some(Fig(0));
    let left = |it: &mut Position| it.scene.phase.left.push(Fig(0));
    let locked = |it: &mut Position| it.scene.forces[0].heroic_locked = true;
    let cases = [
        (fence("a1 6000,6000"), "a1 cover >s", "cover.none", "GEN-ACT-37"),
        (fence("a1 6000,6000 cover"), "a1 cover", "cover.already", "GEN-COV-05"),
        (alone("a1 6000,6000 colt"), "a1 reload all", "reload", "GEN-ACT-38"),
        (alone("a1 6000,6000 down"), "a1 move 6000,6500", "down", "GEN-ACT-41"),
        (alone("a1 6000,6000"), "a1 stand", "stands", "GEN-ACT-11"),
        (bout("", "da=0"), "a1 move 6000,5500", "locked", "GEN-ACT-33"),
        (one("a1 6000,6000 propos_orduriers; b1 6000,9251"), "a1 insult b1", "reach", "GEN-SKL-20"),
        (one("a1 6000,6000; b1 6000,8000"), "a1 insult b1", "gear", "GEN-SKL-20"),
        (one("a1 6000,6000 jeu_de_carte; b1 6000,7251"), "a1 distract b1", "reach", "GEN-WPN-X1"),
        (one("a1 6000,6000; b1 6000,7000"), "a1 distract b1", "gear", "GEN-ACT-16"),
        (
            one("a1 6000,6000 jeu_de_carte distract_used; b1 6000,7000"),
            "a1 distract b1",
            "distract.used",
            "GEN-ACT-16",
        ),
        (bout("p_crochet", "down").era(pirates), "a1 hook b1", "hook", "GEN-CC-12"),
        (bout("", ""), "a1 hook b1", "gear", "GEN-ACT-17"),
        (alone("a1 6000,6000 sac_a_gnole"), "a1 drink", "drink", "GEN-SKL-03"),
        (sacked, "a1 sack 0", "sack", "GEN-ACT-12"),
        (heroic(locked), "a1 heroic", "heroic.locked", "GEN-HER-02"),
        (alone("a1 6000,1000 da=0 tried"), "a1 heroic", "heroic.tried", "GEN-HER-04"),
        (alone("a1 6000,1000"), "a1 heroic", "heroic.da", "GEN-HER-01"),
        (
            alone("a1 6000,1000 fusil_a_bison da=1 charges=0"),
            "a1 heroic_reload",
            "heroic.reload",
            "GEN-HER-05",
        ),
        (heroic(chosen), "a2 move 7000,1500", "heroic.now", "GEN-HER-03"),
        (heroic(chosen), "a1 run 6000,1500", "heroic.one", "GEN-HER-03"),
        (heroic(left).options(|it| it.free_switching = false), "a1 move 6000,1500", "switch", "GEN-TRN-02"),
        (alone("a1 6000,6000"), "b1 move 6000,10500", "figure", "GEN-TRN-02"),
        (alone("a1 6000,6000"), "a1 pivot >0,0", "facing", "GEN-GEO-06"),
    ];
    of(cases)
}

fn of<const N: usize>(cases: [(Case, &'static str, &'static str, &'static str); N]) -> Vec<Provoked> {
    let provoked = cases.into_iter().map(|(case, act, code, rule)| {
        let (told, by) = case.refused(act);
        let told = told.strip_prefix("generik.").unwrap().to_owned();
        ((told, by), code, rule)
    });
    provoked.collect()
}

/// An act for which too few DA are left.
fn prices() -> Vec<Provoked> {
    let (pirates, da) = (Era::Pirates, "da");
    let apart = |what: &str| one(&format!("a1 6000,6000 {what}; b1 6000,7000 da=0"));
    let sack = one("a1 6000,11000 da=0; b1 2000,2000")
        .scenario(Scenario::Saccage)
        .tweak(|it| it.scene.markers = vec![marker(pt(6000, 11_250), Some(1))]);
    let cases = [
        (apart("colt da=0"), "a1 shoot b1", da, "GEN-ACT-01"),
        (apart("da=0"), "a1 move 6000,5500", da, "GEN-ACT-02"),
        (apart("da=1"), "a1 run 6000,5000", da, "GEN-ACT-03"),
        (bout("da=0", ""), "a1 attack b1", da, "GEN-ACT-05"),
        (apart("da=0").terrain("W-3 6000,6200 0"), "a1 cover >n", da, "GEN-ACT-06"),
        (apart("colt da=1 charges=0"), "a1 reload all", da, "GEN-ACT-07"),
        (apart("colt da=1"), "a1 powerful b1", da, "GEN-ACT-08"),
        (bout("da=1", ""), "a1 hard b1", da, "GEN-ACT-09"),
        (
            one("a1 6000,3000 da=0; a2 6000,3250 down; b1 6000,11000"),
            "a1 drag a2 6500,3000",
            da,
            "GEN-ACT-10",
        ),
        (apart("down da=0"), "a1 stand", da, "GEN-ACT-11"),
        (sack, "a1 sack 0", da, "GEN-ACT-12"),
        (apart("double_colt da=1"), "a1 multi b1", da, "GEN-ACT-13"),
        (bout("p_deux_armes da=1", "").era(pirates), "a1 flurry b1", da, "GEN-ACT-14"),
        (apart("p_deux_pistolets da=1").era(pirates), "a1 volley b1", da, "GEN-ACT-15"),
        (apart("jeu_de_carte da=0"), "a1 distract b1", da, "GEN-ACT-16"),
        (bout("p_crochet da=0", "").era(pirates), "a1 hook b1", da, "GEN-ACT-17"),
        (apart("sac_a_gnole wounded da=0"), "a1 drink", da, "GEN-ACT-18"),
        (
            one("a1 6000,3000 chargez da=1; a2 6500,3000; b1 6000,11000"),
            "a1 charge a2:6500,3500",
            da,
            "GEN-ACT-19",
        ),
        (apart("propos_orduriers da=0"), "a1 insult b1", da, "GEN-ACT-20"),
        (alone("a1 6000,5275 wounded da=1").terrain("W-1 6000,6000"), "a1 climb 6000,5500", da, "GEN-ACT-35"),
        (alone("a1 6000,5845 da=0").terrain("W-3 6000,6000"), "a1 climb 6000,6155", da, "GEN-ACT-36"),
    ];
    of(cases)
}

fn ways() -> Vec<Provoked> {
    let scrub = one("a1 6000,3000 chargez; a2 6500,3000; b1 6000,11000").terrain("W-7 6500,4200");
    let marked = |figure: &str, at: Pt| {
        alone(figure).scenario(Scenario::Ravioli).tweak(move |it| it.scene.markers = vec![marker(at, None)])
    };
    let fence = |figures: &str| one(figures).terrain("W-3 6000,6000");
    let charging = || one("a1 6000,3000 chargez; a2 6500,3000; a3 6000,5251; b1 6000,11000");
    let full = "a1 6000,5845 armure_complete; b1 6000,11000";
    let exit = |figures: &str| one(figures).scenario(Scenario::Sortie);
    let cases = [
        (alone("a1 6000,6000"), "a1 move 6000,6000", "path.empty", "GEN-ACT-32"),
        (alone("a1 6000,200"), "a1 move 6000,124", "path.blocked", "GEN-ACT-32"),
        (scrub, "a1 charge a2:6500,3700", "path.difficult", "GEN-SKL-10"),
        (alone("a1 6000,6000"), "a1 move 6000,7001", "path.long", "GEN-ACT-31"),
        (
            one("a1 6000,3000; a2 6000,3250 down; b1 6000,11000"),
            "a1 drag a2 6501,3000",
            "path.long",
            "GEN-ACT-40",
        ),
        (charging(), "a1 charge a2:6500,4001", "path.long", "GEN-SKL-10"),
        (marked("a1 6000,5500", pt(6000, 6000)), "a1 move 6000,5753", "path.marker", "GEN-SCN-32"),
        (
            one("a1 6000,3000; a2 9000,3000 down; b1 6000,11000"),
            "a1 drag a2 6500,3000",
            "drag.friend",
            "GEN-ACT-40",
        ),
        (alone("a1 6000,3000"), "a1 charge a9:1000,1500", "charge.skill", "GEN-SKL-10"),
        (charging(), "a1 charge", "charge.nobody", "GEN-SKL-10"),
        (charging(), "a1 charge a1:6000,3500", "charge.friend", "GEN-SKL-10"),
        (charging(), "a1 charge a3:6000,5500", "charge.far", "GEN-SKL-10"),
        (charging(), "a1 charge a2:6500,3400 a2:6500,3500", "charge.twice", "GEN-SKL-10"),
        (
            one("a1 6000,11000; b1 9000,3000").scenario(Scenario::BastonGenerale),
            "a1 move 6000,11875 exit",
            "exit.scenario",
            "GEN-SCN-50",
        ),
        (exit("a1 6000,11000; b1 9000,3000"), "a1 move 6000,11864 exit", "exit.edge", "GEN-SCN-50"),
        (exit("a1 6000,11000; b1 6000,11700 da=0"), "a1 move 6000,11875 exit", "exit.contact", "GEN-SCN-50"),
        (fence(full).era(Era::Medieval), "a1 climb 6000,6155", "climb.armour", "GEN-WPN-M14"),
        (alone("a1 6000,5460").terrain("W-2 6000,6000"), "a1 climb 6000,5700", "climb.touch", "GEN-ACT-35"),
        (alone("a1 6000,5475").terrain("W-2 6000,6000"), "a1 climb 6000,5746", "climb.far", "GEN-GEO-14"),
        (alone("a1 6000,5625").terrain("W-5 6000,6000"), "a1 climb 6000,6375", "climb.way", "GEN-GEO-14"),
        (
            fence("a1 6000,5845; b1 6000,11000")
                .tweak(|it| it.scene.markers = vec![marker(pt(6000, 6300), None)]),
            "a1 climb 6000,6155",
            "climb.marker",
            "GEN-SCN-32",
        ),
        (
            fence("a1 6000,5845; a2 6000,6200; b1 6000,11000"),
            "a1 climb 6000,6155",
            "climb.blocked",
            "GEN-GEO-14",
        ),
    ];
    let points: Vec<Pt> = (0..40).map(|n| pt(6000, 3010 + 10 * n)).collect();
    let mut provoked = of(cases);
    let mut long = fight("a1 6000,3000 >n; b1 6000,11500 >n da=0");
    provoked.push((short(long.try_act(0, go(&points, false), &[])), "path.points", "GEN-ACT-32"));
    provoked
}

/// What a fight tells, without the name of the system.
fn short(said: Result<(), String>) -> Why {
    let (code, rule) = split(said);
    (code.strip_prefix("generik.").unwrap().to_owned(), rule)
}

fn fighting() -> Vec<Provoked> {
    let two =
        |a: &str, b1: &str, b2: &str| one(&format!("a1 6000,6000 {a}; b1 6000,6250 {b1}; b2 6250,6000 {b2}"));
    let shots = || one("a1 6000,6000 colt; a2 7000,6000; b1 6000,7250");
    let poor = "down povre_ptite_chose";
    let cases = [
        (one("a1 6000,6000; b1 6000,6261"), "a1 attack b1", "attack.contact", "GEN-ACT-05"),
        (one("a1 6000,6000; a2 6000,6250; b1 6250,6000"), "a1 attack a2", "attack.target", "GEN-CC-01"),
        (bout("", ""), "a1 flurry b1", "attack.multi", "GEN-CC-10"),
        (two("", "", "down"), "a1 attack b1", "attack.designate", "GEN-CC-03"),
        (two("", "down", "down"), "a1 attack", "attack.choose", "GEN-CC-03"),
        (bout("colt", ""), "a1 attack b1 w0", "attack.weapon", "GEN-CC-05"),
        (bout("da=1", poor), "a1 attack b1", "attack.defenceless", "GEN-SKL-19"),
        (shots(), "a1 shoot a2", "shoot.target", "GEN-SHT-01"),
        (shots(), "a2 shoot b1", "shoot.weapon", "GEN-SHT-02"),
        (shots(), "a1 multi b1", "shoot.multi", "GEN-SHT-09"),
        (shots(), "a1 volley b1", "shoot.volley", "GEN-SHT-10"),
        (one("a1 6000,6000 colt charges=0; b1 6000,7250"), "a1 shoot b1", "shoot.empty", "GEN-SHT-01"),
        (bout("colt", "down"), "a1 shoot b1", "shoot.contact", "GEN-SHT-01"),
        (
            one("a1 6000,4000 winchester; b1 6000,8000").terrain("W-1 6000,6000"),
            "a1 shoot b1",
            "shoot.sight",
            "GEN-LOS-01",
        ),
        (one("a1 6000,6000 colt; b1 6000,9261"), "a1 shoot b1", "shoot.range", "GEN-SHT-02"),
    ];
    of(cases)
}

/// A runner who was stopped by a figure pushed into the way.
fn barred() -> Play {
    let mut play = fight("a1 6000,3000 >n; b1 7248,1978 >n winchester; b2 6248,3978 >s down da=0");
    play.act(0, run(), &[]);
    play.react(shoot(1, 8), &[5, 3, 1]);
    let Ask::Choose(question) = play.ask() else { panic!("asked {:?}", play.ask()) };
    let choice = Choice::Figure(Fig(2));
    play.say(&Command::Choose { question: question.id, choice }, &[1]).unwrap();
    play
}

fn reactions() -> Vec<Provoked> {
    let stumbled = || {
        let mut play = fight("a1 6000,3000 >n pas_tres_fin; b1 6000,8000 >s");
        play.act(0, go(&[pt(6000, 3500)], false), &[6]);
        play.react(step(1, 4, pt(6300, 8000)), &[]);
        play.try_resume(other(&[pt(6500, 3500)]), &[])
    };
    let on_marker = || {
        let start = Start::new(RUNNER).scenario(Scenario::Ravioli);
        let mut play = start.scene(|it| it.markers.push(marker(pt(6000, 4000), None))).play();
        play.act(0, run(), &[]);
        play.react(step(1, 9, pt(6300, 8000)), &[]);
        play.try_resume(Resume::Stop, &[])
    };
    let mut late = fight(RUNNER);
    late.act(0, go(&[pt(6000, 3500)], false), &[]);
    late.pass();
    let rout = Command::Rout { question: late.ask().id() };
    let fresh = fight(RUNNER);
    let back = Command::TakeBack { question: fresh.ask().id() };
    vec![
        (short(running().try_react(Some(step(0, 0, pt(6000, 3300))), &[])), "ao.reactor", "GEN-AO-04"),
        (short(barred().try_resume(Resume::Declared, &[])), "rest.blocked", "GEN-AO-08"),
        (short(stumbled()), "rest.other", "GEN-AO-08"),
        (short(on_marker()), "rest.marker", "GEN-SCN-32"),
        (short(late.say(&rout, &[])), "rout", "GEN-ROU-04"),
        (short(fight(RUNNER).say(&back, &[])), "take_back", "GEN-ACT-02"),
    ]
}

fn western(members: Vec<Member>) -> Band {
    band(Era::Western, members)
}

/// A western chief with bare members.
fn gang(members: u8, treasury: i32) -> Band {
    let mut gang = western(vec![chief(&[Weapon::WColt], &[])]);
    gang.members.extend((1..members).map(|id| member(id, &[], &[])));
    gang.purse = Some(Purse { treasury, reputation: 0, threshold: 0, games: 0, next_id: members });
    gang
}

fn bands() -> Vec<Provoked> {
    use Weapon::{MArmureLegere, PEpee, WColt, WCouteau, WDerringer};
    let plain = |members: Vec<Member>| no(check(&western(members), &Options::default(), false));
    let of_campaign = |band: &Band| no(check(band, &Options::default(), true));
    let with = |skills: &[Skill]| plain(vec![chief(&[], skills)]);
    let named = |name: &str| plain(vec![Member { name: name.to_owned(), ..chief(&[], &[]) }]);
    let mut rich = gang(2, 0);
    rich.purse.as_mut().unwrap().treasury = -1;
    let mut out = gang(1, 0);
    out.members[0].health = Health::Out;
    let mut numbered = gang(2, 0);
    numbered.purse.as_mut().unwrap().next_id = 1;
    let nameless = Band { name: String::new(), ..western(vec![chief(&[], &[])]) };
    let veinards = vec![chief(&[], &[Skill::Veinard]), member(1, &[], &[Skill::Veinard])];
    let hurt = vec![chief(&[], &[]), Member { health: Health::Wounded, ..member(1, &[], &[]) }];
    vec![
        (named(""), "member.name", "-"),
        (plain(vec![chief(&[WCouteau, WColt, WDerringer], &[])]), "member.weapons", "GEN-BND-02"),
        (plain(vec![chief(&[WColt, WColt], &[])]), "member.twice", "GEN-BND-02"),
        (plain(vec![chief(&[PEpee], &[])]), "member.era", "GEN-BND-02"),
        (
            no(check(&band(Era::Medieval, vec![chief(&[MArmureLegere], &[])]), &Options::default(), false)),
            "member.slot",
            "GEN-BND-02",
        ),
        (with(&[Skill::Veinard, Skill::Boucher, Skill::BigBoss]), "member.skills", "GEN-BND-04"),
        (with(&[Skill::MortVivant, Skill::MortVivant]), "band.skill_twice", "GEN-BND-05"),
        (plain(veinards), "band.skill_twice", "GEN-BND-05"),
        (plain(vec![member(0, &[], &[])]), "band.chief", "GEN-BND-01"),
        (of_campaign(&rich), "band.purse", "-"),
        (
            plain(vec![Member { founder: false, ..chief(&[], &[Skill::Veinard]) }]),
            "band.founder",
            "GEN-BND-03",
        ),
        (of_campaign(&out), "band.disbanded", "-"),
        (plain(hurt), "member.health", "-"),
        (
            plain((0..20).map(|id| if id == 0 { chief(&[], &[]) } else { member(id, &[], &[]) }).collect()),
            "band.budget",
            "GEN-BND-01",
        ),
        (plain(vec![chief(&[], &[]), member(0, &[], &[])]), "member.number", "-"),
        (of_campaign(&numbered), "member.number", "-"),
        (no(check(&nameless, &Options::default(), false)), "band.name", "-"),
        (of_campaign(&gang(21, 0)), "band.size", "GEN-BND-09"),
        (of_campaign(&western(vec![chief(&[], &[])])), "band.campaign", "-"),
        (no(check(&gang(1, 0), &Options::default(), false)), "band.campaign", "-"),
    ]
}

/// The steps after a game for a band at a step; every member is well unless stated otherwise.
fn at(wanted: Step, band: &Band, ended: &[Health]) -> Aftermath {
    let mut after = start(band, 0, 0, ended, &Options::default());
    while after.step != wanted {
        let choice = match after.step {
            Step::Money => After::Money(Vec::new()),
            Step::Reputation => After::Reputation(Vec::new()),
            Step::Care => After::Care(None),
            Step::Pay => After::Pay { dismissed: Vec::new() },
            Step::Purchases => After::Buy(None),
            Step::Skills | Step::Chief | Step::Done => panic!("{wanted:?} does not come"),
        };
        let Verdict::Settled(next) = judge(&after, &Options::default(), &choice).unwrap() else {
            panic!("{choice:?} rolls")
        };
        after = next;
    }
    after
}

fn steps_after() -> Vec<Provoked> {
    use Health::{Out, Well, Wounded};
    let refused = |after: &Aftermath, choice: After| no(judge(after, &Options::default(), &choice));
    let money = || at(Step::Money, &gang(4, 0), &[Well, Well, Well, Wounded]);
    let fame = || at(Step::Reputation, &gang(4, 0), &[Well, Well, Well, Wounded]);
    let care = |treasury| at(Step::Care, &gang(3, treasury), &[Wounded, Out, Well]);
    let pay = |treasury| at(Step::Pay, &gang(2, treasury), &[Well, Well]);
    let shop = |treasury| at(Step::Purchases, &gang(2, treasury), &[Well, Well]);
    let buy = |treasury, purchase| refused(&shop(treasury), After::Buy(Some(purchase)));
    let recruit = |treasury, who| buy(treasury, Purchase::Recruit(who));
    let arm = |weapon, replaces| Purchase::Arm { member: 0, weapon, replaces };
    let mut crowd = gang(20, 400);
    crowd.purse.as_mut().unwrap().treasury = 400;
    let crowd = at(Step::Purchases, &crowd, &[Well; 20]);
    let more = After::Buy(Some(Purchase::Recruit(member(0, &[], &[]))));
    let mut known = gang(2, 40);
    known.purse.as_mut().unwrap().reputation = 2;
    let known = at(Step::Purchases, &known, &[Well, Well]);
    let mut learning = match judge(&known, &Options::default(), &After::Buy(None)).unwrap() {
        Verdict::Settled(next) => next,
        Verdict::Roll => panic!("it rolls"),
    };
    assert_eq!(learning.step, Step::Skills);
    learning.purse.treasury = 0;
    vec![
        (refused(&money(), After::Money(vec![9])), "after.member", "-"),
        (refused(&money(), After::Reputation(vec![1])), "after.step", "GEN-CMP-01"),
        (refused(&money(), After::Money(vec![3])), "after.unfit", "GEN-CMP-02"),
        (refused(&fame(), After::Reputation(vec![3])), "after.unfit", "GEN-CMP-03"),
        (refused(&care(40), After::Care(Some(2))), "after.care", "GEN-CMP-04"),
        (refused(&care(5), After::Care(Some(1))), "after.treasury", "GEN-CMP-04"),
        (refused(&pay(0), After::Pay { dismissed: Vec::new() }), "after.treasury", "GEN-CMP-05"),
        (refused(&pay(9), After::Pay { dismissed: vec![1, 1] }), "after.dismissed", "GEN-CMP-05"),
        (buy(6, arm(Weapon::WWinchester, None)), "after.treasury", "GEN-CMP-06"),
        (recruit(6, member(0, &[], &[])), "after.treasury", "GEN-CMP-06"),
        (refused(&learning, After::Skill(Some((1, Skill::Boucher)))), "after.treasury", "GEN-CMP-07"),
        (buy(90, arm(Weapon::WColt, None)), "member.twice", "GEN-BND-02"),
        (buy(90, arm(Weapon::WCouteau, Some(Weapon::WDerringer))), "after.gear", "GEN-CMP-06"),
        (recruit(90, chief(&[], &[])), "after.recruit", "GEN-CMP-06"),
        (
            recruit(90, member(0, &[], &[Skill::Veinard, Skill::Boucher])),
            "after.recruit_skills",
            "GEN-CMP-06",
        ),
        (refused(&crowd, more), "band.size", "GEN-BND-09"),
    ]
}

fn terms(scenario: &str, seats: u8, more: serde_json::Value) -> Terms {
    Terms { scenario: scenario.to_owned(), seats, size: 0, more: Some(more) }
}

/// A set-up of ready-made bands, changed.
fn setup(scenario: Scenario, change: impl FnOnce(&mut Setup)) -> Setup {
    let terms = terms(scenario.id(), 2, json!({ "era": "western" }));
    let bands = [0, 1].map(|seat| Generik::ready_band(&terms, Seat(seat)));
    let mut setup = Generik::gather(&terms, bands.into(), Seat(0)).unwrap();
    change(&mut setup);
    setup
}

fn set_ups() -> Vec<Provoked> {
    let no_game = |change: fn(&mut Setup)| no(Generik::new(&setup(Scenario::Ravioli, change)));
    let unlike = |scenario: &str, seats: u8, more: serde_json::Value| {
        let terms = terms(scenario, seats, more);
        reason(&Generik::check_terms(&terms).err().unwrap_or_else(|| panic!("{terms:?} is refused")))
    };
    let option = |options: serde_json::Value| unlike("hasard", 2, json!({ "options": options }));
    let usual = terms("saccage", 2, json!({ "era": "western" }));
    let pirates = Generik::ready_band(&terms("saccage", 2, json!({ "era": "pirates" })), Seat(0));
    let shelf = |kind, content| no(Generik::check_shelf(kind, &content));
    let own = |pieces: serde_json::Value| json!({ "ground": { "own": pieces } });
    let cabin = |x: i32, y: i32| json!({ "piece": "W-2", "at": [x, y], "turn": 0 });
    let fences: Vec<_> =
        (0..41).map(|n| json!({ "piece": "W-3", "at": [1_000 + 250 * n, 6_000], "turn": 0 })).collect();
    let wall: Vec<_> =
        (0..8).map(|n| json!({ "piece": "W-1", "at": [900 + 1_650 * n, 650], "turn": 0 })).collect();
    let table = |pieces: serde_json::Value| json!({ "era": "western", "pieces": pieces });
    vec![
        (no_game(|it| it.bands.truncate(1)), "seats", "GEN-SCA-02"),
        (unlike("ravioli", 3, json!({})), "seats", "GEN-TRN-01"),
        (no_game(|it| it.bands.push(it.bands[0].clone())), "seats.scenario", "GEN-TRN-01"),
        (no_game(|it| it.youngest = Seat(7)), "youngest", "-"),
        (
            no_game(|it| it.bands.iter_mut().for_each(|band| band.members = vec![chief(&[], &[]); 50])),
            "figures",
            "GEN-BND-09",
        ),
        (unlike("SCN-99", 2, json!({})), "scenario", "-"),
        (option(json!({ "idle_turns_draw": 0 })), "options", "GEN-TRN-09"),
        (option(json!({ "down_target_shoot_mod": -128 })), "options", "GEN-SHT-03"),
        (unlike("hasard", 2, json!(7)), "unreadable", "-"),
        (shelf(WorkKind::Band, json!([])), "unreadable", "-"),
        (no(Generik::check_terms(&Terms { size: 4, ..usual.clone() })), "characters", "GEN-BND-01"),
        (no(Generik::gather(&usual, vec![pirates.clone()], Seat(0))), "bands", "-"),
        (no(Generik::check_band(&usual, Seat(0), &pirates)), "era", "GEN-BND-02"),
        (
            unlike("saccage", 2, json!({ "era": "western", "ground": { "named": "harbour" } })),
            "place.unknown",
            "GEN-SETS-02",
        ),
        (unlike("ravioli", 2, own(json!([cabin(6_000, 6_000)]))), "place.centre", "GEN-SET-04"),
        (unlike("saccage", 2, own(json!([cabin(100, 6_000)]))), "place.table", "GEN-SET-03"),
        (
            unlike("saccage", 2, own(json!([{ "piece": "W-2", "at": [6000, 6000], "turn": 24 }]))),
            "place.turn",
            "GEN-GEO-07",
        ),
        (
            unlike("saccage", 2, own(json!([cabin(6_000, 6_000), cabin(6_100, 6_000)]))),
            "place.overlap",
            "GEN-SET-03",
        ),
        (unlike("saccage", 2, own(json!(fences))), "place.many", "GEN-SET-02"),
        (unlike("saccage", 2, own(json!(wall[..7]))), "place.room", "GEN-SET-08"),
        (
            shelf(WorkKind::Table, table(json!([{ "piece": "M-2", "at": [6000, 6000], "turn": 0 }]))),
            "place.era",
            "GEN-SET-03",
        ),
    ]
}

/// The question that is open.
fn asked(state: &State) -> Ask {
    match Generik::next(state) {
        Next::Ask { ask, .. } => ask,
        _ => panic!("nothing is asked"),
    }
}

/// Plays from a set-up with given dice; defaults are taken until a question is of the wanted kind.
fn until(setup: &Setup, dice: &[u8], wanted: impl Fn(&Ask) -> bool) -> (State, Ask) {
    let mut dice = Scripted::new(dice.iter().map(|face| (6, *face)));
    let mut state = Generik::new(setup).unwrap();
    advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    loop {
        let Next::Ask { seats, ask } = Generik::next(&state) else { panic!("nothing is asked") };
        if wanted(&ask) {
            return (state, ask);
        }
        let seat = seats.iter().next().unwrap();
        let command = Generik::default_answer(&state, seat);
        submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
}

fn places() -> Vec<Provoked> {
    let ground = |it: &mut Setup| it.ground = Ground::InTurn;
    let (mut laying, _) =
        until(&setup(Scenario::BastonGenerale, ground), &[3, 6, 1], |ask| matches!(ask, Ask::Terrain { .. }));
    let lay = |state: &State, x: i32, y: i32, piece: Terrain| {
        let Next::Ask { seats, ask } = Generik::next(state) else { panic!("nothing is asked") };
        let piece = Placed { piece, at: pt(x, y), turn: 0 };
        (seats.iter().next().unwrap(), Command::Place { question: ask.id(), piece })
    };
    let mut provoked = Vec::new();
    for x in [3_000, 5_100, 7_200] {
        let (seat, command) = lay(&laying, x, 3_000, Terrain::W2);
        submit::<Generik>(&mut laying, Actor::Seat(seat), &command, &mut Scripted::default(), &mut |_, _| {})
            .unwrap();
    }
    let mut refused = |x, y, piece, code, rule| {
        let (seat, command) = lay(&laying, x, y, piece);
        provoked.push((why(&laying, seat.0, &command), code, rule));
    };
    refused(9_000, 9_000, Terrain::W2, "place.copies", "GEN-SET-03");
    refused(9_000, 9_000, Terrain::M2, "place.era", "GEN-SET-03");
    refused(3_000, 3_900, Terrain::W3, "place.spacing", "GEN-SET-03");
    let draft = Draft::Near { command: Command::End { question: 0 } };
    let seat = asked(&laying).seats().iter().next().unwrap();
    provoked.push((no(Generik::advise(&laying, seat, &draft)), "near", "-"));

    let (marking, ask) =
        until(&setup(Scenario::Saccage, |_| {}), &[6, 1], |ask| matches!(ask, Ask::Marker { .. }));
    let seat = ask.seats().iter().next().unwrap();
    let mark = |at| why(&marking, seat.0, &Command::Mark { question: ask.id(), at });
    let mut marked = marking.clone();
    let Command::Mark { at: first, .. } = Generik::default_answer(&marking, seat) else {
        panic!("no marker")
    };
    let deep = if first.y < 6_000 { pt(first.x, first.y + 6_000) } else { pt(first.x, first.y - 6_000) };
    provoked.push((mark(pt(-50, 6_000)), "place.table", "GEN-SCN-60"));
    provoked.push((mark(deep), "place.zone", "GEN-SET-08"));
    let usual = Command::Mark { question: ask.id(), at: first };
    submit::<Generik>(&mut marked, Actor::Seat(seat), &usual, &mut Scripted::default(), &mut |_, _| {})
        .unwrap();
    while !asked(&marked).seats().contains(seat) {
        let other = asked(&marked).seats().iter().next().unwrap();
        let command = Generik::default_answer(&marked, other);
        submit::<Generik>(
            &mut marked,
            Actor::Seat(other),
            &command,
            &mut Scripted::default(),
            &mut |_, _| {},
        )
        .unwrap();
    }
    let again = asked(&marked);
    let near = Command::Mark { question: again.id(), at: first };
    provoked.push((why(&marked, seat.0, &near), "place.marker", "GEN-SCN-60"));
    provoked
}

fn deployment() -> Vec<Provoked> {
    let (state, ask) =
        until(&setup(Scenario::BastonGenerale, |_| {}), &[1, 6], |ask| matches!(ask, Ask::Deploy { .. }));
    let seat = ask.seats().iter().next().unwrap();
    let Command::Deploy { fig, at, .. } = Generik::default_answer(&state, seat) else { panic!("no figure") };
    let put = |state: &State, ask: &Ask, fig, at| {
        why(state, seat.0, &Command::Deploy { question: ask.id(), fig, at, facing: None })
    };
    let depth = if at.y < 6_000 { 1 } else { -1 };
    let foreign = state.scene.figs().find(|it| state.scene.figure(*it).seat != seat).unwrap();
    let mut next = state.clone();
    loop {
        let Next::Ask { seats, .. } = Generik::next(&next) else { panic!("nothing is asked") };
        if next != state && seats.contains(seat) {
            break;
        }
        let asked = seats.iter().next().unwrap();
        let command = Generik::default_answer(&next, asked);
        submit::<Generik>(&mut next, Actor::Seat(asked), &command, &mut Scripted::default(), &mut |_, _| {})
            .unwrap();
    }
    let Next::Ask { ask: again, .. } = Generik::next(&next) else { panic!("nothing is asked") };
    let Command::Deploy { fig: second, .. } = Generik::default_answer(&next, seat) else {
        panic!("no figure")
    };
    let (duel, naming) =
        until(&setup(Scenario::DuelDHonneur, |_| {}), &[6, 1], |ask| matches!(ask, Ask::Champions { .. }));
    let champion = Command::Champion { question: naming.id(), fig: Sealed(Fig(200)) };
    let house =
        json!({ "era": "western", "ground": { "own": [{ "piece": "W-1", "at": [6000, 1100], "turn": 0 }] } });
    let house = terms("saccage", 2, house);
    let bands = [0, 1].map(|seat| Generik::ready_band(&house, Seat(seat)));
    let house = Generik::gather(&house, bands.into(), Seat(0)).unwrap();
    let (house, marks) = until(&house, &[6, 1, 1, 1], |ask| matches!(ask, Ask::Marker { .. }));
    let owner = marks.seats().iter().next().unwrap();
    let inside = |seat: Seat, ask: &Ask, state: &State| {
        why(state, seat.0, &Command::Mark { question: ask.id(), at: pt(6_000, 800) })
    };
    // The house stands along one edge: the seat that has it cannot mark there.
    let south = |state: &State, seat: Seat| state.scene.force(seat).edge == Some(Edge::S);
    let (house, marks, owner) = if south(&house, owner) {
        (house, marks, owner)
    } else {
        let mut house = house;
        let command = Generik::default_answer(&house, owner);
        submit::<Generik>(&mut house, Actor::Seat(owner), &command, &mut Scripted::default(), &mut |_, _| {})
            .unwrap();
        let Next::Ask { seats, ask } = Generik::next(&house) else { panic!("nothing is asked") };
        let owner = seats.iter().next().unwrap();
        (house, ask, owner)
    };
    assert!(south(&house, owner));
    vec![
        (put(&state, &ask, fig, pt(at.x, at.y + 6_000 * depth)), "place.zone", "GEN-SET-08"),
        (put(&state, &ask, fig, pt(-50, at.y)), "place.table", "GEN-SET-08"),
        (put(&state, &ask, foreign, at), "deploy.who", "GEN-SET-08"),
        (put(&next, &again, second, at), "place.blocked", "GEN-SET-08"),
        (why(&duel, 0, &champion), "champion", "GEN-SCN-40"),
        (inside(owner, &marks, &house), "place.terrain", "GEN-SCN-60"),
    ]
}

fn commands() -> Vec<Provoked> {
    let fresh = || fight(RUNNER).state;
    let question = fight(RUNNER).ask().id();
    let many = Standing { defaults: vec![Dec::Defence; 33], ..Standing::default() };
    let beaten = Start::new(RUNNER).scene(|scene| scene.forces[1].conceding = true).play().state;
    let mut over = fight(RUNNER);
    over.say_as(Actor::Seat(Seat(1)), &Command::Concede, &[]).unwrap();
    assert!(matches!(Generik::next(&over.state), Next::Over(_)));
    let mut position = Case::new("a1 6000,6000; b1 6000,9000").position();
    position.scene.figures[1].at = position.scene.figures[0].at;
    let advice = |draft: Draft| no(Generik::advise(&fresh(), Seat(0), &draft));
    let stands = Command::Stand { standing: Standing::default() };
    vec![
        (why(&fresh(), 0, &Command::End { question: question + 7 }), "stale", "-"),
        (why(&fresh(), 9, &Command::Concede), "seat", "-"),
        (why(&over.state, 0, &Command::End { question }), "over", "-"),
        (no(Generik::from_position(&position)), "position", "-"),
        (why(&fresh(), 0, &Command::Stand { standing: many }), "standing", "-"),
        (why(&beaten, 1, &Command::Concede), "out", "GEN-DEC-32"),
        (why(&fresh(), 0, &Command::Draw { offer: false }), "draw", "GEN-DEC-32"),
        (advice(Draft::Look { fig: Fig(200), run: false, facing: None }), "look", "-"),
        (advice(Draft::Openings), "ao.closed", "GEN-AO-01"),
        (advice(Draft::Walk { command: stands.clone() }), "walk", "-"),
        (advice(Draft::Weigh), "weigh", "-"),
        (no(Generik::advise(&over.state, Seat(0), &Draft::Near { command: stands })), "not_asked", "-"),
    ]
}

/// Answers the questions of games of bots wrongly: other seats, what is not offered, and what was not asked.
fn questions(seen: &mut BTreeSet<Why>) {
    let setups = Generik::setups();
    let all = || ["generik.not_asked", "generik.other", "generik.choice"].into_iter();
    let left = |seen: &BTreeSet<Why>| -> Vec<Why> {
        let each = all()
            .flat_map(|code| reasons(code).into_iter().map(move |rule| (code.to_owned(), rule.to_owned())));
        each.filter(|why| !seen.contains(why)).collect()
    };
    for number in 0..400_u64 {
        let mut state = Generik::new(&setups[number as usize % setups.len()]).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
        let mut bot = Generik::bot("any").unwrap();
        advance::<Generik>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        while let Next::Ask { seats, ask } = Generik::next(&state) {
            let seat = seats.iter().next().unwrap();
            let (question, end) = (ask.id(), Command::End { question: ask.id() });
            let wrong = if matches!(ask, Ask::Phase { .. }) {
                Command::React { question, reaction: None }
            } else {
                end.clone()
            };
            seen.insert(why(&state, seat.0, &wrong));
            let others = (0..Generik::seats(&state)).map(Seat).filter(|it| !ask.seats().contains(*it));
            for other in others {
                seen.insert(why(&state, other.0, &end));
            }
            if let Ask::Choose(asked) = &ask {
                let choices = [Choice::Yes, Choice::No, Choice::Shield, Choice::Lucky];
                let choice = choices.into_iter().find(|it| !asked.options.contains(it)).unwrap();
                seen.insert(why(&state, seat.0, &Command::Choose { question, choice }));
            }
            let (view, ask) =
                (Generik::view(&state, Audience::Seat(seat)), Generik::ask_bot(&state, seat).unwrap());
            let command = bot.answer(&view, &ask, seat, &mut chance);
            submit::<Generik>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
        if left(seen).is_empty() {
            return;
        }
    }
    panic!("no bot came to {:?}", left(seen));
}

#[test]
fn each_refusal_is_provoked_and_names_the_rule_that_says_why() {
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    let all = [
        simple_acts(),
        prices(),
        ways(),
        fighting(),
        reactions(),
        bands(),
        steps_after(),
        set_ups(),
        places(),
        deployment(),
        commands(),
    ];
    for ((code, rule), wanted, reason) in all.concat() {
        let code = code.strip_prefix("generik.").unwrap_or(&code).to_owned();
        let rule = if rule.is_empty() { "-".to_owned() } else { rule };
        if (code.as_str(), rule.as_str()) != (wanted, reason) {
            wrong.push(format!("{code} by {rule}, not {wanted} by {reason}"));
        }
        seen.insert((format!("generik.{code}"), rule));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    questions(&mut seen);
    let mut missing = Vec::new();
    for line in include_str!("../refusals.txt").lines() {
        let [code, rule] = [0, 1].map(|n| line.split('\t').nth(n).unwrap());
        let rules = if rule == "*" { reasons(code) } else { vec![rule.split('/').next().unwrap()] };
        assert!(!rules.is_empty(), "{code} has its reasons");
        let unseen = rules.into_iter().filter(|rule| !seen.contains(&(code.to_owned(), (*rule).to_owned())));
        missing.extend(unseen.map(|rule| format!("{code} by {rule}")));
    }
    assert!(missing.is_empty(), "nothing provokes {missing:#?}");
}
