//! What the tools of the table say: the odds of every answer to a question, compared with the engine; paths with their
//! difficult ground; lines and cover with what blocks and what covers.

use bagarre_generik::Generik;
use bagarre_generik::testkit::advise::{Advice, BlowAdvice, PathAdvice, Prospect};
use bagarre_generik::testkit::command::{Act, Ask, Choice, Command, Draft, Question};
use bagarre_generik::testkit::event::{Fact, Throw, Verdict, What, Wound};
use bagarre_generik::testkit::ids::{Dec, Era, Fig};
use bagarre_generik::testkit::odds::{Chance, Fate};
use bagarre_generik::testkit::space::{Halt, Obstacle, Stretch};
use bagarre_generik::testkit::state::State;
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat};
use bagarre_kit::dice::Enumerating;
use bagarre_kit::plane::Pt;

use crate::harness::{Case, command, point};
use crate::tabletop::{Tabletop, block, fence, pt, rect, wood};

/// All sums are over 6^12: no rest of an attack throws more dice.
const WHOLE: u128 = 6u128.pow(12);

fn is(chance: Chance, n: u128, of: u128) -> bool {
    u128::from(chance.n) * of == n * u128::from(chance.d)
}

#[track_caller]
fn question(state: &State) -> Question {
    match Generik::next(state) {
        Next::Ask { ask: Ask::Choose(question), .. } => question,
        _ => panic!("no question with options is open"),
    }
}

fn weigh(state: &State) -> Vec<Prospect> {
    let asked = question(state);
    let Ok(Advice::Weigh { question, prospects }) = Generik::advise(state, asked.seat, &Draft::Weigh) else {
        panic!("no odds");
    };
    assert_eq!((question, prospects.len()), (asked.id, asked.options.len()));
    prospects
}

/// Facts of every way an answer may come out, with the weight of each.
fn outcomes(case: &Case, state: &State, choice: Choice) -> Vec<(Vec<Fact>, u128)> {
    let asked = question(state);
    let answer = Command::Choose { question: asked.id, choice };
    let event = Generik::decide(state, Actor::Seat(asked.seat), &answer).unwrap();
    let mut after = state.clone();
    Generik::apply(&mut after, &event);
    let (mut dice, mut all) = (Enumerating::new(), Vec::new());
    loop {
        let played = case.play_from(after.clone(), &mut dice);
        assert_eq!(played.problem(), "");
        let told = event.facts().iter().chain(&played.facts).cloned().collect();
        all.push((told, WHOLE / u128::from(dice.weight())));
        if !dice.advance() {
            return all;
        }
    }
}

fn share(all: &[(Vec<Fact>, u128)], fits: impl Fn(&[Fact]) -> bool) -> u128 {
    all.iter().filter(|(told, _)| fits(told)).map(|(_, weight)| weight).sum()
}

fn same_fate(fate: &Fate, fig: Fig, all: &[(Vec<Fact>, u128)]) {
    let taken = |told: &[Fact]| {
        let wound = told.iter().find_map(|fact| match fact.what {
            What::Wound { fig: own, wound } if own == fig => Some(wound),
            _ => None,
        });
        wound.unwrap_or(Wound::Nothing)
    };
    for (chance, wound) in [
        (fate.nothing, Wound::Nothing),
        (fate.knocked_down, Wound::KnockedDown),
        (fate.wounded, Wound::Wounded),
        (fate.out_of_action, Wound::OutOfAction),
    ] {
        let n = share(all, |told| taken(told) == wound);
        assert!(is(chance, n, WHOLE), "{wound:?} of {fig:?}: {n} of {WHOLE}, said {fate:?}");
    }
}

fn same_blow(blow: &BlowAdvice, by: Fig, extra: usize, all: &[(Vec<Fact>, u128)]) {
    let odds = &blow.odds[extra];
    let verdict = |told: &[Fact]| {
        told.iter().find_map(|fact| match fact.what {
            What::Verdict { verdict, .. } => Some(verdict),
            _ => None,
        })
    };
    let win =
        share(all, |told| matches!(verdict(told), Some(Verdict::Hit | Verdict::Won | Verdict::WonBySword)));
    let tie = share(all, |told| verdict(told) == Some(Verdict::Tie));
    assert!(is(odds.win, win, WHOLE), "win {win} of {WHOLE}: {odds:?}");
    assert!(is(odds.tie, tie, WHOLE), "tie {tie} of {WHOLE}: {odds:?}");
    same_fate(&odds.target, blow.target, all);
    same_fate(&odds.own, by, all);
    if let Some((fig, fate)) = &odds.stray {
        same_fate(fate, *fig, all);
    }
}

/// Plays to the question, then every answer with every combination of dice, and compares.
#[track_caller]
fn compare(case: impl Fn() -> Case, act: &str, dice: &str, dec: Dec) -> Vec<Prospect> {
    let state = case().act(act).dice(dice).play().state;
    let asked = question(&state);
    assert_eq!(asked.dec, dec, "after {act}, {dice}");
    let by = case().fig("a1");
    let prospects = weigh(&state);
    for (choice, prospect) in asked.options.iter().zip(&prospects) {
        match prospect {
            Prospect::Sure => {}
            Prospect::Attack { blows } => {
                let [blow] = &blows[..] else { panic!("{choice:?}: one target, not {}", blows.len()) };
                for extra in 0..blow.odds.len() {
                    same_blow(blow, by, extra, &outcomes(&case().defends(extra as u8), &state, *choice));
                }
            }
            Prospect::Wound { fig, fate } => {
                same_fate(fate, *fig, &outcomes(&case().defaults(), &state, *choice));
            }
            Prospect::Test { passes } => {
                let passed = |told: &[Fact]| {
                    let ok = |fact: &Fact| {
                        matches!(fact.what, What::Rolled { throw: Throw::Morale, ok: Some(true), .. })
                    };
                    told.iter().any(ok)
                };
                let n = share(&outcomes(&case().defends(0), &state, *choice), passed);
                assert!(is(*passes, n, WHOLE), "{choice:?}: {n} of {WHOLE}, said {passes:?}");
            }
        }
    }
    prospects
}

fn shot(era: Era, a: &str, b: &str) -> impl Fn() -> Case {
    let figures = format!("a1 6000,2000 {a}; b1 6000,4000 {b}");
    move || Case::new(&figures).era(era)
}

fn bout(era: Era, a: &str, b: &str) -> impl Fn() -> Case {
    let figures = format!("a1 6000,6000 {a}; b1 6000,6250 {b}");
    move || Case::new(&figures).era(era)
}

/// GEN-DEC-17: the odds of every number of dice, against the die that lies on the table.
#[test]
fn gen_dec_17_dice_of_the_defender() {
    use Era::{Medieval, Pirates, Western};
    let said = compare(shot(Western, "colt", "da=2"), "a1 shoot b1", "A4", Dec::Defence);
    let wins: Vec<Chance> = said
        .iter()
        .map(|it| match it {
            Prospect::Attack { blows } => blows[0].odds[0].win,
            other => panic!("{other:?}"),
        })
        .collect();
    // 4 against one, two, three dice: 1/2, 1/4, 1/8.
    assert_eq!(wins, [2, 4, 8].map(|d| Chance { n: 1, d }));
    compare(shot(Western, "colt", "da=1 cover >s meme_pas_mal"), "a1 powerful b1", "A5", Dec::Defence);
    compare(shot(Medieval, "arbalete", "da=1 armure_legere wounded"), "a1 shoot b1", "A3", Dec::Defence);
    compare(bout(Western, "couteau", "da=1"), "a1 hard b1", "A3", Dec::Defence);
    compare(bout(Western, "wounded", "da=1 down mort_vivant"), "a1 attack b1", "A4", Dec::Defence);
    // Every weapon of the defender has odds of its own (GEN-CC-05, 07).
    compare(bout(Pirates, "", "epee armes_diverses da=1"), "a1 attack b1", "A4", Dec::Defence);
    // The option of R-120: the die is not seen.
    let blind =
        || bout(Pirates, "grosse_moustache", "epee veinard da=1")().options(|it| it.defence_blind = true);
    compare(blind, "a1 attack b1", "", Dec::Defence);
}

/// GEN-DEC-17 into a melee: the stray shot is counted (GEN-SHT-08).
#[test]
fn gen_dec_17_in_a_melee() {
    let case = || Case::new("a1 6000,2000 colt; a2 6000,4250 da=0; b1 6000,4000 da=1");
    compare(case, "a1 shoot b1", "A5", Dec::Defence);
}

/// GEN-DEC-20, 21: keeping the die or having it rolled again, with what may still follow.
#[test]
fn gen_dec_20_21_dice_rolled_again() {
    use Era::{Medieval, Western};
    compare(shot(Western, "colt grosse_moustache", "da=1 veinard"), "a1 shoot b1", "A3", Dec::Moustache);
    compare(bout(Medieval, "grosse_moustache", "bouclier da=0"), "a1 attack b1", "A2", Dec::Moustache);
    compare(shot(Medieval, "arc", "da=0 bouclier veinard"), "a1 shoot b1", "A5", Dec::Guard);
    compare(shot(Medieval, "arc", "da=1 bouclier veinard shield_used"), "a1 shoot b1", "A5", Dec::Guard);
    compare(bout(Medieval, "", "bouclier da=0"), "a1 hard b1", "A6", Dec::Guard);
}

/// GEN-DEC-18: what each figure that may be designated is in for.
#[test]
fn gen_dec_18_designation() {
    let case =
        || Case::new("a1 6000,6000; b1 6000,6250 da=0; b2 6250,6000 da=0 wounded; b3 5750,6000 da=1 down");
    compare(case, "a1 attack", "", Dec::Designated);
}

/// GEN-DEC-19, 23, 25: the figure that takes a hit, whether its die is rolled again, and a blow at a figure on the ground.
#[test]
fn gen_dec_19_23_25_hits_and_wounds() {
    use Era::{Medieval, Western};
    let melee = || {
        Case::new(
            "a1 6000,2000 colt; a2 6000,4250 da=0 mort_vivant; b1 6000,4000 da=0 wounded; b2 6250,4250 da=0 down",
        )
    };
    compare(melee, "a1 shoot b1", "A6 D2 X1", Dec::Melee);
    compare(shot(Western, "colt", "da=0 meme_pas_mal"), "a1 shoot b1", "A6 D2 W6", Dec::Wound);
    compare(shot(Western, "derringer", "da=0 meme_pas_mal wounded"), "a1 shoot b1", "A6 D2 W5", Dec::Wound);
    let said =
        compare(bout(Medieval, "boucher", "armure_legere da=0 down"), "a1 attack b1", "A5 D2", Dec::Finish);
    let sure = Chance { n: 1, d: 1 };
    assert!(
        matches!(said[1], Prospect::Wound { fate: Fate { out_of_action, .. }, .. } if out_of_action == sure)
    );
}

/// GEN-DEC-23 after a fall: the ground is kinder (GEN-KND-07).
#[test]
fn gen_dec_23_after_a_fall() {
    let case =
        || Case::new("a1 6000,3000 colt; b1 6000,5700 z=500 da=0 meme_pas_mal").terrain("W-2 6000,5400 0");
    let state = case().act("a1 shoot b1").dice("A6 D2 W2").answers(&["no"]).play();
    assert!(state.has_fact(|what| matches!(what, What::Moved { z: 0, .. })), "it fell: {:?}", state.facts);
    compare_open(&case, state.state, "W5");
}

/// Rolls on with given dice to the next question, and looks at its odds alone.
fn compare_open(case: &impl Fn() -> Case, state: State, dice: &str) {
    let state = case().dice(dice).play_on(state);
    assert_eq!(question(&state).dec, Dec::Wound);
    for (choice, prospect) in question(&state).options.into_iter().zip(weigh(&state)) {
        let Prospect::Wound { fig, fate } = prospect else { panic!("{prospect:?}") };
        same_fate(&fate, fig, &outcomes(&case().defaults(), &state, choice));
    }
}

/// GEN-DEC-24: a cool head tries again (GEN-SKL-02), of a bad reputation or of a friend who falls.
#[test]
fn gen_dec_24_cool_head() {
    compare(bout(Era::Western, "sang_froid", "da=0 mauvaise_reputation"), "a1 attack b1", "M1", Dec::Morale);
}

/// GEN-DEC-28: the next shot, at each target.
#[test]
fn gen_dec_28_next_target() {
    let case = || {
        Case::new("a1 6000,2000 deux_pistolets; b1 6000,4000 da=0; b2 6600,3200 da=1 cover >s")
            .era(Era::Pirates)
    };
    let said = compare(case, "a1 volley b1", "A2 D5", Dec::NextTarget);
    assert_eq!(said.last(), Some(&Prospect::Sure), "enough of it");
    // Attacks where the opponent designates: every figure that may be named.
    let crowd =
        || Case::new("a1 6000,6000 deux_armes; b1 6000,6250 da=0; b2 6250,6000 da=0").era(Era::Pirates);
    let state = crowd().act("a1 flurry").dice("A4 D3").answers(&["b1"]).play().state;
    assert_eq!(question(&state).dec, Dec::NextTarget);
    let Prospect::Attack { blows } = &weigh(&state)[0] else { panic!("no attack") };
    assert_eq!(blows.iter().map(|it| it.target).collect::<Vec<_>>(), [crowd().fig("b1"), crowd().fig("b2")]);
}

/// Nothing is weighed where no list of answers is open.
#[test]
fn nothing_to_weigh() {
    let case = Case::new("a1 6000,2000 colt; b1 6000,4000");
    assert!(Generik::advise(&case.state(), Seat(0), &Draft::Weigh).is_err());
}

fn tried(case: &Case, act: &str) -> Advice {
    let command = command(&case.names(), act, 1);
    Generik::advise(&case.state(), Seat(0), &Draft::Try { command })
        .unwrap_or_else(|no| panic!("{act}: {no}"))
}

fn walked(case: &Case, act: &str) -> PathAdvice {
    let command = command(&case.names(), act, 1);
    match Generik::advise(&case.state(), Seat(0), &Draft::Walk { command }) {
        Ok(Advice::Path(path)) => path,
        other => panic!("{act}: {other:?}"),
    }
}

fn path(case: &Case, act: &str) -> PathAdvice {
    let Advice::Path(path) = tried(case, act) else { panic!("{act} has no path") };
    assert_eq!(walked(case, act), path, "what may be walked is measured alike");
    let [clear, slow] = path.rates;
    assert_eq!(path.cost, (path.length - path.slow) * clear + path.slow * slow, "the cost is explained");
    path
}

/// GEN-GEO-12, GEN-ACT-31: which stretches of a path are difficult ground, and what they cost.
#[test]
fn gen_geo_12_difficult_stretches() {
    // Scrub of 10 × 8 cm round (6000, 6600).
    let scrub =
        |skills: &str| Case::new(&format!("a1 6000,6000 {skills}; b1 300,11700")).terrain("W-7 6000,6700 0");
    let case = scrub("");
    let plain = path(&case, "a1 run 6000,7700");
    let edge = |y| plain.difficult.iter().any(|it| it.from.y == y || it.to.y == y);
    assert_eq!(plain.difficult.len(), 1, "{:?}", plain.difficult);
    assert_eq!((plain.difficult[0].piece, plain.rates), (0, [1, 2]));
    assert_eq!(plain.slow, plain.difficult[0].to.y - plain.difficult[0].from.y);
    assert!(edge(plain.difficult[0].from.y) && plain.slow > 0);
    assert_eq!(path(&scrub("coureur_des_bois"), "a1 run 6000,7700").rates, [1, 1]);
    assert_eq!(path(&scrub("pieds_plat"), "a1 run 6000,6900").rates, [2, 2]);
    assert_eq!(path(&case, "a1 move 5000,6000").difficult, Vec::<Stretch>::new());
}

/// GEN-ACT-31, 32: a path that cannot be walked is shown as far as it goes, with what ends it.
#[test]
fn gen_act_32_as_far_as_it_goes() {
    let case = Case::new("a1 6000,6000; b1 300,11700").terrain("W-7 6000,6700 0; W-2 8000,6000 0");
    let long = walked(&case, "a1 move 6000,7400");
    let Some(Halt::TooLong { cost, budget: 1000 }) = long.halt else { panic!("{long:?}") };
    assert!(cost > 1000 && long.cost <= 1000 && long.cost >= 998, "{long:?}");
    assert!(long.end.y < 7400 && long.end.y > 6300);
    assert_eq!(long.difficult.len(), 1, "all of what is drawn is told");
    let barred = walked(&case, "a1 run 8000,6000");
    assert_eq!(barred.halt, Some(Halt::Blocked { point: 0, by: Obstacle::Piece(1) }));
    assert!((7_370..=7_380).contains(&barred.end.x), "before the cabin: {barred:?}");
    let off = Draft::Walk { command: command(&case.names(), "a1 move 6000,-40000", 1) };
    assert!(Generik::advise(&case.state(), Seat(0), &off).is_err(), "off the table nothing is measured");
    let theirs = Draft::Walk { command: command(&case.names(), "b1 move 300,11000", 1) };
    assert!(Generik::advise(&case.state(), Seat(0), &theirs).is_err(), "of one's own figures only");
}

/// GEN-AO-03: a figure that has had its opportunity action against another one does not watch it any more.
#[test]
fn gen_ao_03_watchers() {
    let case = || Case::new("a1 6000,6000; b1 6000,8000 colt");
    let watchers = |case: &Case| path(case, "a1 move 6000,6500").watchers.len();
    assert_eq!(watchers(&case()), 1);
    let used = case().tweak(|position| position.scene.phase.ledger.push((Seat(1), Fig(0))));
    assert_eq!(watchers(&used), 0);
}

/// GEN-ACT-40, GEN-SKL-10: dragging and charging have paths, too.
#[test]
fn gen_act_40_paths_of_friends() {
    let case = Case::new("a1 6000,6000 chargez; a2 6000,6250 down; a3 6600,6000; b1 300,11700");
    let drag = path(&case, "a1 drag a2 6300,6000");
    assert_eq!((drag.fig, drag.length, drag.budget), (Fig(0), 300, 500));
    let Advice::Charge { da, paths } = tried(&case, "a1 charge a3:7400,6000") else { panic!("no charge") };
    assert_eq!((da, paths.len(), paths[0].fig, paths[0].end), (2, 1, Fig(2), point("7400,6000")));
}

/// GEN-AO-08: another path of an interrupted move is measured within what is left.
#[test]
fn gen_ao_08_rest_is_measured() {
    let case = Case::new("a1 6000,6000; b1 6000,9000 derringer da=1").terrain("W-7 6950,6500 0");
    let played = case.act("a1 move 6000,6900").answers(&["react b1 move 6000,8900 at 4"]).play();
    let state = played.state.clone();
    let Next::Ask { ask: Ask::Resume(rest), .. } = Generik::next(&state) else {
        panic!("not interrupted: {}", played.problem())
    };
    let resume = bagarre_generik::testkit::command::Resume::Path { path: vec![pt(6300, 6500)], facing: None };
    let command = Command::Resume { question: rest.id, resume };
    let Ok(Advice::Path(path)) = Generik::advise(&state, Seat(0), &Draft::Try { command: command.clone() })
    else {
        panic!("no path")
    };
    assert_eq!((path.da, path.budget, path.length), (0, rest.budget, 300));
    assert!(path.watchers.is_empty(), "the opponent was asked");
    assert_eq!(path.slow, path.difficult.iter().map(|it| it.to.x - it.from.x).sum::<i32>());
    assert_eq!(Generik::advise(&state, Seat(0), &Draft::Walk { command }), Ok(Advice::Path(path)));
}

/// GEN-HER-02, GEN-SKL-11, GEN-WPN-X1: the chance of a die that decides alone.
#[test]
fn gen_her_02_chances_of_single_dice() {
    let chance = |case: &Case, act: &str| match tried(case, act) {
        Advice::Fine { chance, .. } => chance,
        other => panic!("{other:?}"),
    };
    let heroic = |skill: &str| chance(&Case::new(&format!("a1 6000,6000 da=0 {skill}")), "a1 heroic");
    assert_eq!(heroic(""), Some(Chance { n: 1, d: 2 }));
    assert_eq!(heroic("heros_ou_fou"), Some(Chance { n: 2, d: 3 }));
    let cards = |da: u8| Case::new(&format!("a1 6000,6000 jeu_de_carte; b1 6000,6900 da={da}"));
    let loses = (1..=6).filter(|face| {
        let case = cards(2).act("a1 distract b1").dice(&format!("X{face}"));
        case.play().has_fact(|what| matches!(what, What::Da { fig: Fig(1), taken: true, .. }))
    });
    let n = loses.count() as u128;
    assert!(is(chance(&cards(2), "a1 distract b1").unwrap(), n, 6) && n > 0);
    assert_eq!(chance(&cards(0), "a1 distract b1"), Some(Chance::NEVER));
    assert_eq!(chance(&Case::new("a1 6000,6000 down"), "a1 stand"), None);
}

/// GEN-CC-03, 04, 07, GEN-WND-02, 05: what is added to every die of a close combat is told with its rule.
#[test]
fn gen_cc_04_all_that_counts_is_listed() {
    let figures =
        "a1 6000,6000 deux_mains; b1 6000,6250 da=1 epee armure_legere down mort_vivant; b2 6250,6000 da=0";
    let case = Case::new(figures).era(Era::Medieval);
    let Advice::Blow { blows } = tried(&case, "a1 attack") else { panic!("no blow") };
    let rules = |mods: &[bagarre_generik::testkit::command::Mod]| -> Vec<(String, i8)> {
        mods.iter().map(|it| (it.rule.id().to_owned(), it.n)).collect()
    };
    assert_eq!(blows.len(), 2, "the opponent designates one of them");
    assert_eq!(rules(&blows[0].guard), [("GEN-CC-03".to_owned(), 1)], "b2 stands beside it");
    let wound: i8 = blows[0].wound.iter().map(|it| it.n).sum();
    assert!(rules(&blows[0].wound).contains(&("GEN-WND-02".to_owned(), 1)));
    assert!(rules(&blows[0].wound).contains(&("GEN-SKL-12".to_owned(), -1)));
    assert_eq!(wound, 1, "a two-handed weapon wounds at +1");
    assert_eq!(
        (blows[0].armour, blows[0].sword),
        (Some(6), Some(Fig(1))),
        "a sword defends on the ground too, but for the option of R-317"
    );
    assert!(blows[1].guard.is_empty() && blows[1].armour.is_none());
}

/// GEN-LOS-04, GEN-COV-02: the lines of a shot, what blocks each and where, and what covers the target.
#[test]
fn gen_los_04_lines_tell_what_blocks() {
    let mut table = Tabletop::with([
        block(rect((5970, 6200), (6600, 7000)), 600),
        wood(rect((5500, 7200), (6300, 6500)), 800),
    ]);
    let (v, t) = (table.put(0, 6000, 6000), table.put(1, 6000, 8000));
    let space = table.space();
    let report = space.sight(v, space.stance(v), t, space.stance(t), true);
    assert_eq!(report.rays.len(), 10);
    for ray in &report.rays {
        let stop = ray.stop.expect("every line is blocked");
        assert!(!ray.is_free() && ray.pieces.contains(&1), "the wood is in the way of all of them");
        let first = if ray.pieces.contains(&0) { 6600 } else { 6300 };
        assert!(stop.y == 6300 || stop.y == first, "{ray:?}");
    }
    assert_eq!(report.seen, space.sees(v, t, true));
    // A figure in the way, with the option of R-101.
    let mut crowd = Tabletop::default();
    let (v, t, other) = (crowd.put(0, 6000, 6000), crowd.put(1, 6000, 8000), crowd.put(1, 6000, 7000));
    let space = crowd.space();
    let middle = &space.sight(v, space.stance(v), t, space.stance(t), true).rays[0];
    assert_eq!((middle.figures.as_slice(), middle.stop), ([other].as_slice(), Some(pt(6000, 7000))));
}

/// GEN-GEO-10: the rays of the cover test, with what they meet; it counts as the rule does.
#[test]
fn gen_geo_10_rays_tell_what_covers() {
    let mut table = Tabletop::with([
        block(rect((5000, 7000), (6235, 6400)), 600),
        fence(rect((5800, 5900), (5700, 6300)), 150),
    ]);
    table.put(0, 6000, 6000);
    let space = table.space();
    let report = space.cover(pt(6000, 6000), 0, pt(0, 1));
    assert_eq!(report.covered, space.covered(pt(6000, 6000), 0, pt(0, 1)));
    assert_eq!((report.rays.len(), report.needed, report.pieces()), (16, 4, vec![0, 1]));
    let met: Vec<&[u8]> = report.rays.iter().map(|ray| ray.pieces.as_slice()).collect();
    assert!(met[..6].iter().all(|it| it.is_empty()) && met[7] == [0] && met[15] == [1], "{met:?}");
    // In a wood every ray counts.
    let trees = Tabletop::with([wood(rect((5000, 7000), (5000, 7000)), 800)]);
    let inside = trees.space().cover(pt(6000, 6000), 0, pt(0, 1));
    assert_eq!((inside.covered, inside.inside, inside.pieces()), (16, Some(0), vec![0]));
}

/// GEN-COV-01, 02: a look round tests cover with the facing asked about, and says against which enemies it would count.
#[test]
fn gen_cov_01_cover_with_another_facing() {
    let case = Case::new("a1 6000,6000 >n; b1 6000,9000; b2 6000,3000").terrain("W-3 6000,5800 0");
    let look = |facing: Option<Pt>| match Generik::advise(
        &case.state(),
        Seat(0),
        &Draft::Look { fig: Fig(0), run: false, facing },
    ) {
        Ok(Advice::Look(look)) => look,
        other => panic!("{other:?}"),
    };
    let (north, south) = (look(None), look(Some(pt(0, -1))));
    assert!(north.screen.covered < 4 && south.screen.covered >= 4, "{:?}", south.screen);
    assert_eq!((north.against.clone(), south.against.clone()), (vec![case.fig("b1")], vec![case.fig("b2")]));
    assert_eq!(south.screen.pieces(), [0]);
    let none = Draft::Look { fig: Fig(0), run: false, facing: Some(pt(0, 0)) };
    assert!(Generik::advise(&case.state(), Seat(0), &none).is_err());
}

/// GEN-COV-05: who is in cover already is offered other facings only.
#[test]
fn gen_cov_05_nobody_takes_the_same_cover_twice() {
    let cover = |state: &str| {
        let case = Case::new(&format!("a1 6000,6000 {state} >s; b1 6000,5000; b2 5000,5000"))
            .terrain("W-3 6000,5800 0");
        match Generik::advise(&case.state(), Seat(0), &Draft::Look { fig: Fig(0), run: false, facing: None })
        {
            Ok(Advice::Look(look)) => look.cover,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(cover(""), [pt(0, -1000), pt(-1000, -1000)]);
    assert_eq!(cover("cover"), [pt(-1000, -1000)]);
}

/// GEN-COV-02: a shot at a figure in cover names the piece that covers it.
#[test]
fn gen_cov_02_what_covers_the_target() {
    let case = Case::new("a1 6000,2000 colt; b1 6000,4000 cover >s").terrain("W-3 6000,3800 0");
    let Advice::Blow { blows } = tried(&case, "a1 shoot b1") else { panic!("no shot") };
    let sight = blows[0].sight.as_ref().unwrap();
    assert_eq!((sight.covered, sight.covered_by.as_slice()), (true, [0].as_slice()));
    assert!(sight.lines.seen && blows[0].mods.iter().any(|it| it.rule.id() == "GEN-COV-02"));
    let act = command(&case.names(), "a1 shoot b1", 1);
    assert!(matches!(act, Command::Act { what: Act::Shoot { .. }, .. }));
}

/// GEN-SKL-04, 06, 09, 13, GEN-WPN-M12: what may change a die is named, as long as it may be used.
#[test]
fn gen_skl_13_what_may_change_a_die_is_named() {
    let named = |a: &str, b: &str, act: &str| -> Vec<(Fig, String)> {
        let case = Case::new(&format!("a1 6000,6000 {a}; b1 6000,6250 {b}")).era(Era::Medieval);
        let Advice::Blow { blows } = tried(&case, act) else { panic!("no blow") };
        blows[0].skills.iter().map(|it| (it.fig, it.rule.id().to_owned())).collect()
    };
    let of = |list: &[(u8, &str)]| -> Vec<(Fig, String)> {
        list.iter().map(|(fig, rule)| (Fig(*fig), (*rule).to_owned())).collect()
    };
    let all = of(&[(0, "GEN-SKL-13"), (1, "GEN-WPN-M12"), (1, "GEN-SKL-09"), (1, "GEN-SKL-04")]);
    assert_eq!(named("grosse_moustache boucher", "bouclier veinard meme_pas_mal", "a1 attack b1"), all);
    let used = "bouclier shield_used veinard lucky_used";
    assert_eq!(named("grosse_moustache moustache_used", used, "a1 attack b1"), of(&[]));
    assert_eq!(named("boucher", "meme_pas_mal down", "a1 attack b1"), of(&[(0, "GEN-SKL-06")]));
}
