//! The steps after a game of a campaign (section 16, rulings R-215 to R-230).

use bagarre_generik::testkit::after::{After, Purchase};
use bagarre_generik::testkit::aftermath::{
    Verdict, band as resulting, fault, judge, pay, rolled, start, threshold_after, total_pay,
};
use bagarre_generik::testkit::band::{check, cost, disbanded, enlist};
use bagarre_generik::testkit::chronicle::{catalogue_words, legacy, roster};
use bagarre_generik::testkit::ids::{Era, Scenario, Skill, Weapon};
use bagarre_generik::testkit::scene::{Aftermath, Step};
use bagarre_generik::testkit::setup::{Band, Health, Member, Options, Purse};
use bagarre_generik::testkit::survivors::living;
use bagarre_generik::testkit::tables::{Harm, scenario};
use bagarre_generik::testkit::usual::{choices, default};
use bagarre_kit::contract::{Lang, Refuse};
use proptest::prelude::*;

use crate::bands::{band, chief, member};

const WELL: Health = Health::Well;
const HURT: Health = Health::Wounded;
const OUT: Health = Health::Out;

fn options() -> Options {
    Options::default()
}

/// A western band of a campaign: a chief with a Colt, then bare members.
fn gang(members: u8, treasury: i32, reputation: i32, threshold: i32) -> Band {
    let mut gang = band(Era::Western, vec![chief(&[Weapon::WColt], &[])]);
    gang.members.extend((1..members).map(|id| member(id, &[], &[])));
    gang.purse = Some(Purse { treasury, reputation, threshold, games: 0, next_id: members });
    gang
}

/// The choice is settled without a die.
#[allow(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn settled(after: &Aftermath, choice: After) -> Aftermath {
    match judge(after, &options(), &choice).unwrap() {
        Verdict::Settled(next) => next,
        Verdict::Roll => panic!("{choice:?} rolls"),
    }
}

/// The choice calls for a die, which shows this face.
#[allow(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn with_face(after: &Aftermath, choice: After, face: u8) -> Aftermath {
    assert_eq!(judge(after, &options(), &choice).unwrap(), Verdict::Roll);
    rolled(after, &options(), &choice, face)
}

/// The code and the rule of a refusal.
fn refused(after: &Aftermath, choice: &After) -> (&'static str, String) {
    let why = judge(after, &options(), choice).unwrap_err();
    assert!(!why.say(Lang::Fr).is_empty() && why.say(Lang::Fr) != why.say(Lang::En));
    (why.code(), why.rule().map(|rule| rule.0.into_owned()).unwrap_or_default())
}

fn money(ids: &[u8]) -> After {
    After::Money(ids.to_vec())
}

fn reputation(ids: &[u8]) -> After {
    After::Reputation(ids.to_vec())
}

fn paid(dismissed: &[u8]) -> After {
    After::Pay { dismissed: dismissed.to_vec() }
}

fn buy(purchase: Purchase) -> After {
    After::Buy(Some(purchase))
}

/// GEN-CMP-09, step by step: T 3 and R 1 become T 5 and R 4.
#[test]
fn gen_cmp_09_worked_example() {
    let mut before = band(
        Era::Western,
        vec![
            chief(&[Weapon::WColt, Weapon::WCouteau], &[Skill::BigBoss]),
            member(1, &[Weapon::WWinchester], &[Skill::Veinard]),
            member(2, &[Weapon::WFusilDeChasse], &[Skill::TasDeMuscle]),
            member(3, &[Weapon::WColt], &[]),
            member(4, &[Weapon::WDerringer], &[]),
            member(5, &[Weapon::WColtLong], &[]),
        ],
    );
    before.purse = Some(Purse { treasury: 3, reputation: 1, threshold: 0, games: 2, next_id: 6 });
    let won = scenario(Scenario::BastonGenerale);
    let points = 2 * won.worth(Harm::Wounded, false, false)
        + 2 * won.worth(Harm::Ooa, false, false)
        + won.worth(Harm::Ooa, true, false)
        + won.score_win;
    assert_eq!(points, 60);
    let after = start(&before, points, won.reputation_win, &[WELL, WELL, WELL, HURT, OUT, WELL], &options());
    assert_eq!((after.step, after.purse.treasury, after.purse.reputation), (Step::Money, 63, 3));
    assert_eq!(after.rights, 1, "2 is reached for the first time");
    let after = with_face(&after, money(&[0, 1]), 4);
    assert_eq!((after.step, after.purse.treasury), (Step::Reputation, 72));
    let after = with_face(&after, reputation(&[2]), 5);
    assert_eq!((after.step, after.purse.reputation, after.rights), (Step::Care, 4, 1));
    let after = settled(&after, After::Care(Some(3)));
    assert_eq!(after.purse.treasury, 67);
    let after = with_face(&after, After::Care(Some(4)), 3);
    assert_eq!((after.purse.treasury, after.members[4].health), (57, HURT));
    let after = settled(&after, After::Care(Some(4)));
    assert_eq!((after.step, after.purse.treasury), (Step::Pay, 52), "nobody is left to care for");
    assert_eq!(total_pay(&after), 22);
    let after = settled(&after, paid(&[]));
    assert_eq!((after.step, after.purse.treasury), (Step::Purchases, 30));
    let after = settled(&after, buy(Purchase::Recruit(member(99, &[Weapon::WColt], &[]))));
    assert_eq!(after.purse.treasury, 10);
    let after = settled(&after, After::Buy(None));
    assert_eq!(after.step, Step::Skills);
    let after = settled(&after, After::Skill(Some((5, Skill::SangFroid))));
    assert_eq!((after.step, after.purse.treasury, after.rights), (Step::Done, 5, 0));
    assert_eq!(after.answered, 9);
    let next = resulting(&after);
    assert_eq!(next.members.len(), 7);
    assert_eq!(next.members[6].id, 6, "the band gives the number");
    let purse = next.purse.clone().unwrap();
    assert_eq!(
        (purse.treasury, purse.reputation, purse.threshold, purse.games, purse.next_id),
        (5, 4, 2, 3, 7)
    );
    assert!(check(&next, &options(), true).is_ok());
}

/// GEN-CMP-01, R-218: points are added first; reputation never falls below 0.
#[test]
fn gen_cmp_01_totals() {
    let after = start(&gang(2, 7, 0, 0), 20, -1, &[WELL, WELL], &options());
    assert_eq!((after.purse.treasury, after.purse.reputation, after.purse.games), (27, 0, 1));
    let after = start(&gang(2, 7, 3, 2), 0, -1, &[WELL, WELL], &options());
    assert_eq!((after.purse.reputation, after.rights), (2, 0), "R-227: 2 has served");
}

/// GEN-CMP-02, R-216, GEN-DEC-40: one die for the band, one point a head and the reputation; without members there is no die.
#[test]
fn gen_cmp_02_money() {
    let after = start(&gang(4, 0, 2, 2), 0, 0, &[WELL, WELL, WELL, HURT], &options());
    assert_eq!(default(&after), Some(money(&[0, 1, 2])));
    assert_eq!(with_face(&after, money(&[0, 1, 2]), 4).purse.treasury, 9);
    let none = settled(&after, money(&[]));
    assert_eq!((none.step, none.purse.treasury), (Step::Reputation, 0));
    assert_eq!(refused(&after, &money(&[3])), ("generik.after.unfit", "GEN-CMP-02".to_owned()));
    assert_eq!(refused(&after, &money(&[1, 1])).0, "generik.after.unfit");
    assert_eq!(refused(&after, &money(&[9])).0, "generik.after.member");
    assert_eq!(refused(&after, &reputation(&[1])).0, "generik.after.step");
}

/// GEN-CMP-03, R-217, GEN-DEC-41: those who did not go for money; 6 in all gives one reputation, never more.
#[test]
fn gen_cmp_03_reputation() {
    let after = start(&gang(4, 0, 0, 0), 0, 0, &[WELL; 4], &options());
    let after = with_face(&after, money(&[0]), 1);
    assert_eq!(default(&after), Some(reputation(&[1, 2, 3])));
    assert_eq!(refused(&after, &reputation(&[0])), ("generik.after.unfit", "GEN-CMP-03".to_owned()));
    assert_eq!(with_face(&after, reputation(&[1, 2, 3]), 3).purse.reputation, 1);
    assert_eq!(with_face(&after, reputation(&[1, 2, 3]), 2).purse.reputation, 0);
    assert_eq!(with_face(&after, reputation(&[1, 2, 3]), 6).purse.reputation, 1);
    assert_eq!(settled(&after, reputation(&[])).step, Step::Pay, "nobody needs care");
}

/// R-215: the order is fixed, and a step without a choice is passed over.
#[test]
fn steps_without_a_choice_are_passed_over() {
    let after = start(&gang(2, 4, 0, 0), 0, 0, &[HURT, OUT], &options());
    assert_eq!(after.step, Step::Pay, "nobody unwounded, nothing to pay care with");
    assert_eq!(refused(&after, &After::Care(Some(0))), ("generik.after.step", "GEN-CMP-01".to_owned()));
}

/// GEN-CMP-04, R-219: 5 points heal a wounded member, 10 buy one try for one out of action; T33.
#[test]
fn gen_cmp_04_care() {
    let after = start(&gang(3, 40, 0, 0), 0, 0, &[HURT, OUT, HURT], &options());
    assert_eq!(after.step, Step::Care);
    let healed = settled(&after, After::Care(Some(0)));
    assert_eq!((healed.purse.treasury, healed.members[0].health), (35, WELL));
    assert_eq!(refused(&healed, &After::Care(Some(0))), ("generik.after.care", "GEN-CMP-04".to_owned()));
    for (face, health, gone) in [
        (1, OUT, true),
        (2, OUT, true),
        (3, HURT, false),
        (4, HURT, false),
        (5, WELL, false),
        (6, WELL, false),
    ] {
        let tried = with_face(&after, After::Care(Some(1)), face);
        assert_eq!((tried.members[1].health, tried.members[1].gone), (health, gone), "face {face}");
        assert_eq!((tried.purse.treasury, tried.members[1].tried), (30, true));
    }
    // The outcome "wounded" may be healed in the same step.
    let again = settled(&with_face(&after, After::Care(Some(1)), 4), After::Care(Some(1)));
    assert_eq!((again.members[1].health, again.purse.treasury), (WELL, 25));
    assert_eq!(settled(&after, After::Care(None)).step, Step::Pay);
    let poor = start(&gang(3, 9, 0, 0), 0, 0, &[HURT, OUT, HURT], &options());
    assert_eq!(refused(&poor, &After::Care(Some(1))), ("generik.after.treasury", "GEN-CMP-04".to_owned()));
}

/// GEN-DEC-42: the chief first, then the wounded, then those out of action, as long as pay is not touched.
#[test]
fn gen_dec_42_default_care() {
    // Pay: 3 for the chief with a Colt, 2 for each of the others: 9.
    let care =
        |treasury, ended: &[Health]| default(&start(&gang(4, treasury, 0, 0), 0, 0, ended, &options()));
    assert_eq!(care(19, &[OUT, HURT, OUT, HURT]), Some(After::Care(Some(0))));
    assert_eq!(care(18, &[OUT, HURT, OUT, HURT]), Some(After::Care(Some(1))));
    assert_eq!(care(19, &[OUT, OUT, OUT, HURT]), Some(After::Care(Some(0))));
    assert_eq!(care(19, &[HURT, OUT, OUT, HURT]), Some(After::Care(Some(0))));
    assert_eq!(care(13, &[HURT, OUT, OUT, HURT]), Some(After::Care(None)));
    let after = start(&gang(4, 40, 0, 0), 0, 0, &[OUT, OUT, HURT, HURT], &options());
    let after = with_face(&after, default(&after).unwrap(), 5);
    assert_eq!(default(&after), Some(After::Care(Some(2))));
}

/// R-220, R-229: the untreated come wounded or stay at home, and are paid all the same.
#[test]
fn the_untreated_keep_their_state() {
    let after = start(&gang(3, 20, 0, 0), 0, 0, &[WELL, HURT, OUT], &options());
    let after = settled(&settled(&settled(&after, money(&[])), reputation(&[])), After::Care(None));
    assert_eq!(total_pay(&after), 7);
    let after = settled(&settled(&after, paid(&[])), After::Buy(None));
    let next = resulting(&after);
    assert_eq!(next.members.iter().map(|member| member.health).collect::<Vec<_>>(), [WELL, HURT, OUT]);
    // The one who stayed at home may be treated after the next game, and went for nothing meanwhile.
    let after = start(&next, 30, 0, &[WELL, WELL, OUT], &options());
    assert_eq!(default(&after), Some(money(&[0, 1])));
    assert_eq!(refused(&after, &money(&[2])).0, "generik.after.unfit");
    let after = settled(&settled(&after, money(&[])), reputation(&[]));
    assert_eq!((after.step, after.members[2].tried), (Step::Care, false));
}

/// GEN-CMP-05: 2 a head, 1 for each skill, weapon and armour, the chief included.
#[test]
fn gen_cmp_05_pay() {
    assert_eq!(pay(&chief(&[Weapon::WColt, Weapon::WCouteau], &[Skill::BigBoss, Skill::Veinard])), 6);
    assert_eq!(pay(&member(1, &[], &[])), 2);
    let knight = Member { armour: Some(Weapon::MArmureLegere), ..member(1, &[Weapon::MEpee], &[]) };
    assert_eq!(pay(&knight), 4);
}

/// R-221, GEN-DEC-43: a member that is not paid leaves with its gear; by default the cheapest, the chief last.
#[test]
fn gen_dec_43_dismissals() {
    let mut poor = gang(4, 6, 0, 0);
    poor.members[1].weapons.push(Weapon::WWinchester);
    let after = start(&poor, 0, 0, &[HURT; 4], &options());
    let after = settled(&after, After::Care(None));
    // Pay is 3 + 3 + 2 + 2 = 10 and there are 6.
    assert_eq!(refused(&after, &paid(&[])), ("generik.after.treasury", "GEN-CMP-05".to_owned()));
    assert_eq!(default(&after), Some(paid(&[2, 3])));
    assert_eq!(refused(&after, &paid(&[1, 1])).0, "generik.after.dismissed");
    let left = settled(&after, paid(&[2, 3]));
    assert_eq!((left.purse.treasury, living(&left).count()), (0, 2));
    assert_eq!(
        refused(&left, &buy(Purchase::Discard { member: 2, weapon: Weapon::WColt })).0,
        "generik.after.member"
    );
    // No player is forced to pay the chief, who leaves last when the treasury is empty.
    let broke = start(&gang(2, 0, 0, 0), 0, 0, &[HURT, HURT], &options());
    assert_eq!(default(&broke), Some(paid(&[1, 0])));
    let over = settled(&broke, paid(&[1, 0]));
    assert_eq!(over.step, Step::Done);
    assert!(disbanded(&resulting(&over)), "R-228");
}

/// A band that may go shopping, all members well.
fn shopping(treasury: i32) -> Aftermath {
    let after = start(&gang(3, treasury + 7, 0, 0), 0, 0, &[WELL; 3], &options());
    let after = settled(&settled(&after, money(&[])), reputation(&[]));
    let after = settled(&after, paid(&[]));
    assert_eq!((after.step, after.purse.treasury), (Step::Purchases, treasury));
    after
}

/// GEN-CMP-06, GEN-DEC-44, R-226: gear at list price within the slots; what it replaces is thrown away without refund.
#[test]
fn gen_cmp_06_gear() {
    let arm = |weapon, replaces| buy(Purchase::Arm { member: 0, weapon, replaces });
    let after = shopping(40);
    let two = settled(&after, arm(Weapon::WCouteau, None));
    assert_eq!((two.purse.treasury, two.band.members[0].weapons.len()), (35, 2));
    assert_eq!(
        refused(&two, &arm(Weapon::WWinchester, None)),
        ("generik.member.weapons", "GEN-BND-02".to_owned())
    );
    let three = settled(&two, arm(Weapon::WWinchester, Some(Weapon::WColt)));
    assert_eq!(three.band.members[0].weapons, [Weapon::WCouteau, Weapon::WWinchester]);
    assert_eq!(three.purse.treasury, 20);
    assert_eq!(refused(&three, &arm(Weapon::WCouteau, Some(Weapon::WWinchester))).0, "generik.member.twice");
    assert_eq!(refused(&three, &arm(Weapon::WColt, Some(Weapon::WDerringer))).0, "generik.after.gear");
    assert_eq!(refused(&after, &arm(Weapon::PEpee, None)).0, "generik.member.era");
    assert_eq!(
        refused(&shopping(4), &arm(Weapon::WCouteau, None)),
        ("generik.after.treasury", "GEN-CMP-06".to_owned())
    );
    let bare = settled(&after, buy(Purchase::Discard { member: 0, weapon: Weapon::WColt }));
    assert_eq!((bare.purse.treasury, bare.band.members[0].weapons.len()), (40, 0));
    assert_eq!(
        refused(&bare, &buy(Purchase::Discard { member: 0, weapon: Weapon::WColt })).0,
        "generik.after.gear"
    );
    assert_eq!(default(&bare), Some(After::Buy(None)));
    assert_eq!(settled(&bare, After::Buy(None)).step, Step::Done);
}

/// GEN-CMP-06: armour too, in its own slot.
#[test]
fn armour_is_bought_and_replaced() {
    let mut knights = band(Era::Medieval, vec![chief(&[Weapon::MEpee, Weapon::MBouclier], &[])]);
    knights.purse = Some(Purse { treasury: 24, next_id: 1, ..Purse::default() });
    let after = start(&knights, 0, 0, &[HURT], &options());
    let after = settled(&settled(&after, After::Care(None)), paid(&[]));
    let light = settled(&after, buy(Purchase::Armour { member: 0, armour: Weapon::MArmureLegere }));
    assert_eq!((light.purse.treasury, light.band.members[0].armour), (15, Some(Weapon::MArmureLegere)));
    assert_eq!(
        refused(&light, &buy(Purchase::Armour { member: 0, armour: Weapon::MArmureLegere })).0,
        "generik.member.twice"
    );
    assert_eq!(
        refused(&light, &buy(Purchase::Armour { member: 0, armour: Weapon::MEpee })).0,
        "generik.member.slot"
    );
    let full = settled(&light, buy(Purchase::Armour { member: 0, armour: Weapon::MArmureComplete }));
    assert_eq!((full.purse.treasury, full.band.members[0].armour), (5, Some(Weapon::MArmureComplete)));
    let bare = settled(&full, buy(Purchase::Discard { member: 0, weapon: Weapon::MArmureComplete }));
    assert_eq!(bare.band.members[0].armour, None);
}

/// R-225, R-202: recruits are built like the first members, with one skill at most, twenty in all.
#[test]
fn recruits() {
    let recruit = |member| buy(Purchase::Recruit(member));
    let after = shopping(300);
    let more = settled(&after, recruit(member(0, &[Weapon::WColt], &[Skill::Veinard])));
    assert_eq!((more.purse.treasury, more.band.members[3].id, more.purse.next_id), (275, 3, 4));
    let again = recruit(member(0, &[], &[Skill::Veinard]));
    assert_eq!(refused(&more, &again), ("generik.band.skill_twice", "GEN-BND-05".to_owned()));
    let skilled = recruit(member(0, &[], &[Skill::Boucher, Skill::Veinard]));
    assert_eq!(refused(&after, &skilled), ("generik.after.recruit_skills", "GEN-CMP-06".to_owned()));
    assert_eq!(refused(&after, &recruit(chief(&[], &[]))).0, "generik.after.recruit");
    let hurt = Member { health: HURT, ..member(0, &[], &[]) };
    assert_eq!(refused(&after, &recruit(hurt)).0, "generik.after.recruit");
    let nameless = Member { name: String::new(), ..member(0, &[], &[]) };
    assert_eq!(refused(&after, &recruit(nameless)).0, "generik.member.name");
    assert_eq!(refused(&shopping(9), &recruit(member(0, &[], &[]))).0, "generik.after.treasury");
    let mut crowd = after;
    while living(&crowd).count() < 20 {
        crowd = settled(&crowd, recruit(member(0, &[], &[])));
    }
    assert_eq!(crowd.purse.treasury, 130);
    assert_eq!(
        refused(&crowd, &recruit(member(0, &[], &[]))),
        ("generik.band.size", "GEN-BND-09".to_owned())
    );
}

/// GEN-CMP-07, R-224, R-227: 2, 5, 10, 15, 20, 30, 40, 50 and so on, each once.
#[test]
fn gen_cmp_07_thresholds() {
    let mut served = 0;
    let mut list = Vec::new();
    while list.len() < 9 {
        served = threshold_after(served).unwrap();
        list.push(served);
    }
    assert_eq!(list, [2, 5, 10, 15, 20, 30, 40, 50, 60]);
    assert_eq!(start(&gang(1, 0, 4, 2), 0, 2, &[WELL], &options()).rights, 1);
    let two = start(&gang(1, 0, 1, 0), 0, 4, &[WELL], &options());
    assert_eq!((two.rights, two.purse.threshold), (2, 5));
    // The reputation step counts too.
    let after = start(&gang(1, 0, 1, 0), 0, 0, &[WELL], &options());
    let after = with_face(&settled(&after, money(&[])), reputation(&[0]), 6);
    assert_eq!((after.purse.reputation, after.rights), (2, 1));
}

/// GEN-CMP-07, GEN-DEC-45: prices of GEN-BND-03 and GEN-BND-04, two skills a head, each once in a band; rights do not keep.
#[test]
fn skills_of_thresholds() {
    let learn = |id, skill| After::Skill(Some((id, skill)));
    let ready = |treasury| {
        let mut gang = gang(3, treasury + 7, 0, 0);
        gang.members[1].skills.push(Skill::Veinard);
        let after = start(&gang, 1, 5, &[HURT; 3], &options());
        let after = if after.step == Step::Care { settled(&after, After::Care(None)) } else { after };
        let after = settled(&settled(&after, paid(&[])), After::Buy(None));
        assert_eq!((after.step, after.rights, after.purse.treasury), (Step::Skills, 2, treasury));
        after
    };
    let after = ready(30);
    // The founding chief's first skill is free; a second costs double.
    let boss = settled(&after, learn(0, Skill::BigBoss));
    assert_eq!((boss.purse.treasury, boss.rights, boss.step), (30, 1, Step::Skills));
    let done = settled(&boss, learn(0, Skill::SangFroid));
    assert_eq!((done.purse.treasury, done.rights, done.step), (20, 0, Step::Done));
    assert_eq!(settled(&after, learn(1, Skill::PiedsPlat)).purse.treasury, 35);
    assert_eq!(
        refused(&after, &learn(2, Skill::Veinard)),
        ("generik.band.skill_twice", "GEN-BND-05".to_owned())
    );
    let two = settled(&after, learn(1, Skill::PiedsPlat));
    assert_eq!(refused(&two, &learn(1, Skill::Boucher)), ("generik.member.skills", "GEN-BND-04".to_owned()));
    assert_eq!(
        refused(&ready(9), &learn(2, Skill::Boucher)),
        ("generik.after.treasury", "GEN-CMP-07".to_owned())
    );
    assert_eq!(default(&after), Some(After::Skill(None)));
    let none = settled(&after, After::Skill(None));
    assert_eq!((none.rights, none.step), (0, Step::Done));
    let next = resulting(&none);
    assert_eq!(start(&next, 0, 0, &[WELL; 3], &options()).rights, 0);
}

/// GEN-CMP-08, GEN-DEC-46, R-222, R-223: a dead chief is struck off with the gear and succeeded, free of charge.
#[test]
fn gen_cmp_08_successor() {
    let mut before = gang(4, 40, 0, 0);
    before.members[2].weapons.push(Weapon::WWinchester);
    before.members[3].weapons.push(Weapon::WColtLong);
    let after = start(&before, 0, 0, &[OUT, HURT, HURT, HURT], &options());
    let after = with_face(&after, After::Care(Some(0)), 1);
    let after = settled(&settled(&settled(&after, After::Care(None)), paid(&[])), After::Buy(None));
    assert_eq!((after.step, after.purse.treasury), (Step::Chief, 22));
    assert_eq!(default(&after), Some(After::Chief(2)), "the dearest, lowest number first");
    assert_eq!(refused(&after, &After::Chief(0)).0, "generik.after.member");
    let done = settled(&after, After::Chief(3));
    assert_eq!((done.step, done.purse.treasury), (Step::Done, 22));
    let next = resulting(&done);
    assert_eq!(
        next.members.iter().map(|member| (member.id, member.chief)).collect::<Vec<_>>(),
        [(1, false), (2, false), (3, true)]
    );
    assert!(!next.members[2].founder, "no free skill for a successor");
    assert!(check(&next, &options(), true).is_ok());
}

/// R-228: without living members the band is over; R-230: also when no member is fit to come.
#[test]
fn disbanded_bands() {
    let after = start(&gang(1, 10, 0, 0), 0, 0, &[OUT], &options());
    let dead = with_face(&after, After::Care(Some(0)), 2);
    assert_eq!(dead.step, Step::Done);
    assert!(disbanded(&resulting(&dead)));
    let mut home = settled(&settled(&after, After::Care(None)), paid(&[]));
    while let Some(choice) = default(&home) {
        home = settled(&home, choice);
    }
    assert_eq!(resulting(&home).members.len(), 1);
    assert!(disbanded(&resulting(&home)));
}

/// What history says of each member after a game, and where the band stands.
#[test]
fn history() {
    let mut before = gang(5, 60, 0, 0);
    before.members[1].health = OUT;
    before.members[4].weapons.push(Weapon::WDerringer);
    let ended = [OUT, OUT, HURT, OUT, WELL];
    let after = start(&before, 0, 2, &ended, &options());
    let after = settled(&settled(&after, money(&[])), reputation(&[]));
    let after = with_face(&after, After::Care(Some(0)), 1);
    let after = settled(&after, After::Care(Some(2)));
    let after = with_face(&after, After::Care(Some(3)), 3);
    let after = settled(&settled(&after, After::Care(None)), paid(&[1]));
    let swap = Purchase::Arm { member: 4, weapon: Weapon::WCouteau, replaces: Some(Weapon::WDerringer) };
    let after = settled(&after, buy(swap));
    let after = settled(&after, buy(Purchase::Recruit(member(0, &[], &[]))));
    let after = settled(&settled(&after, After::Buy(None)), After::Skill(Some((4, Skill::PiedsPlat))));
    // R-223: a recruit who takes the lead was hired at the price of a member.
    let crowned = legacy(&before, &ended, &settled(&after, After::Chief(5)), Some(false), 12).record.lines;
    let last: Vec<_> = crowned.iter().rev().take(2).map(|line| (line.code.as_str(), line.n)).collect();
    assert_eq!(last, [("crowned", 0), ("hired", 10)]);
    let after = settled(&after, After::Chief(4));
    let legacy = legacy(&before, &ended, &after, Some(false), 12);
    let lines: Vec<_> =
        legacy.record.lines.iter().map(|line| (line.member, line.code.as_str(), line.n)).collect();
    assert_eq!(
        lines,
        [
            (0, "felled", 0),
            (0, "died", 0),
            (1, "home", 0),
            (1, "left", 0),
            (2, "hurt", 0),
            (2, "healed", 0),
            (3, "felled", 0),
            (3, "mended", 0),
            (4, "dropped.w_derringer", 0),
            (4, "bought.w_couteau", 0),
            (4, "learnt.pieds_plat", 0),
            (4, "crowned", 0),
            (5, "hired", 10),
        ]
    );
    assert_eq!((legacy.record.won, legacy.record.points), (Some(false), 12));
    let card = roster(&legacy.band);
    let tallies: Vec<_> = card.worth.iter().map(|tally| (tally.key.as_str(), tally.n)).collect();
    // 60 less 10, 5 and 10 of care, 7 of pay, 5 for the knife, 10 for the recruit; 5 more for the drawback.
    let ours = [("reputation", 2), ("value", 50), ("treasury", 18), ("members", 4), ("games", 1)];
    assert_eq!(tallies, ours);
    assert_eq!(card.worth, legacy.record.worth);
    assert!(!card.disbanded);
    assert!(tallies.iter().all(|(key, _)| catalogue_words().contains_key(*key)));
}

/// Saved positions that could not have come about are named.
#[test]
fn faults_of_saved_steps() {
    let good = start(&gang(3, 20, 0, 0), 0, 0, &[WELL, HURT, OUT], &options());
    assert_eq!(fault(&good, &options()), None);
    let broken: [fn(&mut Aftermath); 11] = [
        |after| after.members.truncate(2),
        |after| after.purse.treasury = -1,
        // The next step adds to them, and counts thresholds one by one.
        |after| after.purse.treasury = i32::MAX,
        |after| after.purse.reputation = i32::MAX,
        |after| after.purse.reputation = -1,
        |after| after.purse.threshold = i32::MIN,
        |after| after.purse.threshold = i32::MAX,
        |after| after.purse.next_id = 2,
        |after| after.band.members[1].chief = true,
        |after| after.band.members[1].weapons = vec![Weapon::PEpee],
        |after| after.step = Step::Skills,
    ];
    for bend in broken {
        let mut after = good.clone();
        bend(&mut after);
        assert!(fault(&after, &options()).is_some());
    }
}

/// Everything that holds at every moment of the steps.
fn holds(after: &Aftermath) {
    assert_eq!(fault(after, &options()), None);
    let next = resulting(after);
    assert!(next.members.len() <= 20);
    assert!(next.members.iter().all(|member| member.skills.len() <= 2 && member.weapons.len() <= 2));
    for (n, member) in next.members.iter().enumerate() {
        assert!(next.members[..n].iter().all(|other| other.id != member.id));
    }
    if after.step == Step::Done && !disbanded(&next) {
        check(&next, &options(), true).unwrap();
    }
}

/// Plays a choice, with a face if it wants one.
fn play(after: &Aftermath, choice: &After, face: u8) -> Aftermath {
    let next = match judge(after, &options(), choice).unwrap() {
        Verdict::Settled(next) => next,
        Verdict::Roll => rolled(after, &options(), choice, face),
    };
    holds(&next);
    next
}

fn health() -> impl Strategy<Value = Health> {
    prop_oneof![Just(WELL), Just(HURT), Just(OUT)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// For all legal choices over several games: no debts, at most two skills, one chief, twenty figures, numbers of their own.
    #[test]
    fn legal_steps_keep_the_band_legal(
        size in 1_u8..8,
        games in prop::collection::vec((0_i32..80, -1_i32..3, prop::collection::vec(health(), 20)), 1..5),
        picks in prop::collection::vec((any::<u16>(), 1_u8..7), 300),
    ) {
        let mut band = enlist(&Band { purse: None, ..gang(size, 0, 0, 0) }).unwrap();
        let mut picks = picks.into_iter();
        for (points, reputation, ended) in games {
            let ended: Vec<Health> =
                band.members.iter().zip(ended).map(|(member, end)| if member.health == OUT { OUT } else { end }).collect();
            let mut after = start(&band, points, reputation, &ended, &options());
            holds(&after);
            while after.step != Step::Done {
                let mut legal = Vec::new();
                choices(&after, &options(), &mut |choice| legal.push(choice));
                let Some((pick, face)) = picks.next() else { break };
                // Shopping ends some time.
                let choice = if pick % 5 == 0 { default(&after).unwrap() } else { legal[usize::from(pick) % legal.len()].clone() };
                after = play(&after, &choice, face);
            }
            let legacy = legacy(&band, &ended, &after, Some(true), points);
            for line in &legacy.record.lines {
                prop_assert!(catalogue_words().contains_key(&line.code), "{} has words", line.code);
            }
            band = resulting(&after);
            prop_assert_eq!(&legacy.band, &band);
            if after.step != Step::Done || disbanded(&band) {
                break;
            }
        }
    }

    /// GEN-DEC-40 to 46: defaults are always legal and always come to an end.
    #[test]
    fn defaults_come_to_an_end(
        size in 1_u8..14,
        treasury in 0_i32..60,
        reputation in 0_i32..12,
        points in 0_i32..60,
        ended in prop::collection::vec(health(), 14),
        faces in prop::collection::vec(1_u8..7, 20),
    ) {
        let before = gang(size, treasury, reputation, 0);
        let mut after = start(&before, points, 1, &ended[..usize::from(size)], &options());
        let mut faces = faces.into_iter();
        let mut steps = 0;
        while let Some(choice) = default(&after) {
            let mut legal = Vec::new();
            choices(&after, &options(), &mut |choice| legal.push(choice));
            prop_assert!(legal.contains(&choice));
            after = play(&after, &choice, faces.next().unwrap());
            steps += 1;
            prop_assert!(steps <= 20);
        }
        prop_assert_eq!(after.step, Step::Done);
        let worth: i32 = resulting(&after).members.iter().map(cost).sum();
        prop_assert!(worth > 0 || disbanded(&resulting(&after)));
    }
}

/// What a band is worth was called `standing` in the records of old stores.
#[test]
fn records_of_old_read_on() {
    let old = r#"{"won":true,"points":3,"lines":[],"standing":[{"key":"treasury","n":7}]}"#;
    let record: bagarre_kit::gather::Record = serde_json::from_str(old).unwrap();
    assert_eq!((record.worth[0].key.as_str(), record.worth[0].n), ("treasury", 7));
    let old = r#"{"name":"Les Durs","disbanded":false,"standing":[{"key":"treasury","n":7}]}"#;
    let roster: bagarre_kit::gather::Roster = serde_json::from_str(old).unwrap();
    assert_eq!(roster.worth, record.worth);
}
