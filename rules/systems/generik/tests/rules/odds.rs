//! Exact odds: the printed tables of section 25.3, and the engine itself with every combination of dice.

use bagarre_generik::testkit::command::{Act, Command};
use bagarre_generik::testkit::event::{Verdict, What, Wound};
use bagarre_generik::testkit::ids::{Era, Fig};
use bagarre_generik::testkit::odds::{Chance, Fate, Odds, shot_odds, strike_odds};
use bagarre_generik::testkit::state::State;
use bagarre_kit::dice::Enumerating;

use crate::harness::{Case, Played, command};

/// All sums are over 6^14: no attack throws more dice.
const WHOLE: u128 = 6u128.pow(14);

fn is(chance: Chance, n: u128, of: u128) -> bool {
    u128::from(chance.n) * of == n * u128::from(chance.d)
}

/// What the engine comes to over every combination of dice.
#[derive(Default)]
struct Tally {
    made: u128,
    win: u128,
    tie: u128,
    lose: u128,
    wounds: [[u128; 4]; 3],
}

impl Tally {
    fn add(&mut self, played: &Played, weight: u128, figs: [Option<Fig>; 3]) {
        if !played.has_fact(|what| matches!(what, What::Attack { .. })) {
            return;
        }
        self.made += weight;
        let verdict = played.facts.iter().find_map(|fact| match fact.what {
            What::Verdict { verdict, .. } => Some(verdict),
            _ => None,
        });
        match verdict.expect("a verdict") {
            Verdict::Hit | Verdict::Won | Verdict::WonBySword => self.win += weight,
            Verdict::Tie => self.tie += weight,
            _ => self.lose += weight,
        }
        for (fig, wounds) in figs.iter().zip(&mut self.wounds) {
            let taken = played.facts.iter().find_map(|fact| match fact.what {
                What::Wound { fig: own, wound } if Some(own) == *fig => Some(wound),
                _ => None,
            });
            wounds[taken.unwrap_or(Wound::Nothing) as usize] += weight;
        }
    }
}

fn same_fate(fate: &Fate, tally: [u128; 4], of: u128) -> bool {
    is(fate.nothing, tally[0], of)
        && is(fate.knocked_down, tally[1], of)
        && is(fate.wounded, tally[2], of)
        && is(fate.out_of_action, tally[3], of)
}

/// The odds of a command, its target being `b1`.
fn odds_of(state: &State, case: &Case, act: &str, extra: u8) -> Odds {
    let Command::Act { fig, what, .. } = command(&case.names(), act, 1) else { panic!("no act") };
    let target = case.fig("b1");
    match what {
        Act::Shoot { weapon, fire, .. } => {
            shot_odds(state.table(), fig, weapon, target, fire, extra).unwrap()
        }
        Act::Attack { weapon, blow, .. } => strike_odds(state.table(), fig, target, weapon, blow, extra),
        _ => panic!("{act} has no odds"),
    }
}

/// Plays an act with every combination of dice and compares.
#[track_caller]
fn compare(case: Case, act: &str, extra: u8) {
    let case = case.act(act).defends(extra);
    let state = case.state();
    let odds = odds_of(&state, &case, act, extra);
    let figs = [Some(case.fig("a1")), Some(case.fig("b1")), odds.stray.map(|(fig, _)| fig)];
    let (mut dice, mut tally) = (Enumerating::new(), Tally::default());
    loop {
        let played = case.play_from(state.clone(), &mut dice);
        played.holds("");
        tally.add(&played, WHOLE / u128::from(dice.weight()), figs);
        if !dice.advance() {
            break;
        }
    }
    let of = tally.made;
    assert!(is(odds.balks, WHOLE - of, WHOLE), "balks {odds:?}");
    assert!(is(odds.win, tally.win, of), "win {} of {of}: {odds:?}", tally.win);
    assert!(is(odds.tie, tally.tie, of), "tie {} of {of}: {odds:?}", tally.tie);
    assert!(is(odds.lose, tally.lose, of), "lose {} of {of}: {odds:?}", tally.lose);
    assert!(same_fate(&odds.own, tally.wounds[0], of), "own {:?}: {odds:?}", tally.wounds[0]);
    assert!(same_fate(&odds.target, tally.wounds[1], of), "target {:?}: {odds:?}", tally.wounds[1]);
    if let Some((_, fate)) = &odds.stray {
        assert!(same_fate(fate, tally.wounds[2], of), "stray {:?}: {odds:?}", tally.wounds[2]);
    }
}

fn shot(era: Era, a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,2000 {a}; b1 6000,4000 {b}")).era(era)
}

fn bout(era: Era, a: &str, b: &str) -> Case {
    Case::new(&format!("a1 6000,6000 {a}; b1 6000,6250 {b}")).era(era)
}

/// A fraction as printed.
fn frac(text: &str) -> Chance {
    let (n, d) = text.split_once('/').unwrap();
    Chance { n: n.parse().unwrap(), d: d.parse().unwrap() }
}

/// The table of shots: total modifiers −2 to +3 against one to three dice.
#[test]
fn printed_table_of_shots() {
    let table = [
        ["1/6", "5/18", "5/12", "7/12", "13/18", "5/6"],
        ["7/108", "5/36", "55/216", "91/216", "7/12", "79/108"],
        ["1/36", "25/324", "25/144", "49/144", "41/81", "2/3"],
    ];
    let ways = [
        ("fusil_de_sniper tremblote", 6000, "a1 shoot b1"),
        ("fusil_de_sniper", 6000, "a1 shoot b1"),
        ("fusil_de_sniper", 2000, "a1 shoot b1"),
        ("fusil tir_d_elite", 3500, "a1 powerful b1"),
        ("fusil_de_sniper", 2000, "a1 powerful b1"),
        ("fusil_de_sniper tir_d_elite", 2000, "a1 powerful b1"),
    ];
    for (column, (a, u, act)) in ways.into_iter().enumerate() {
        let case = Case::new(&format!("a1 6000,2000 {a}; b1 6000,{}", 2250 + u)).era(Era::Ww2);
        for (extra, row) in table.iter().enumerate() {
            let odds = odds_of(&case.state(), &case, act, extra as u8);
            assert_eq!(odds.win, frac(row[column]), "{a} at {u}, {extra} extra dice");
            assert_eq!(odds.tie, Chance::NEVER);
        }
    }
}

/// The table of close combat: attacker wins, tie, defender wins.
#[test]
fn printed_table_of_close_combat() {
    let table = [
        [["5/12", "1/6", "5/12"], ["55/216", "1/6", "125/216"], ["25/144", "1/6", "95/144"]],
        [["7/12", "5/36", "5/18"], ["91/216", "35/216", "5/12"], ["49/144", "215/1296", "40/81"]],
        [["13/18", "1/9", "1/6"], ["7/12", "4/27", "29/108"], ["41/81", "13/81", "1/3"]],
    ];
    let ways = [("", "a1 attack b1"), ("", "a1 hard b1"), ("expert_cc", "a1 hard b1")];
    for ((a, act), rows) in ways.into_iter().zip(table) {
        let case = bout(Era::Western, a, "");
        for (extra, row) in rows.into_iter().enumerate() {
            let odds = odds_of(&case.state(), &case, act, extra as u8);
            assert_eq!([odds.win, odds.tie, odds.lose], row.map(frac), "{a} {act}, {extra} extra dice");
        }
    }
}

/// Shots: the odds are those of the engine.
#[test]
fn shots_come_out_as_computed() {
    use Era::{Medieval, Pirates, Western, Ww2};
    for (era, a, b, act, extra) in [
        (Western, "colt", "da=0", "a1 shoot b1", 0),
        (Western, "colt", "da=1", "a1 shoot b1", 1),
        (Western, "colt", "da=2", "a1 powerful b1", 2),
        (Western, "colt", "da=0 wounded", "a1 shoot b1", 0),
        (Western, "colt", "da=0 down", "a1 shoot b1", 0),
        (Western, "colt", "da=1 cover >s", "a1 shoot b1", 1),
        (Western, "colt", "da=0 meme_pas_mal", "a1 shoot b1", 0),
        (Western, "colt", "da=0 meme_pas_mal wounded", "a1 shoot b1", 0),
        (Western, "colt", "da=0 mort_vivant", "a1 shoot b1", 0),
        (Western, "colt", "da=0 veinard", "a1 shoot b1", 0),
        (Western, "colt", "da=0 veinard lucky_used", "a1 shoot b1", 0),
        (Western, "colt grosse_moustache", "da=0", "a1 shoot b1", 0),
        (Western, "colt grosse_moustache", "da=0 veinard", "a1 powerful b1", 0),
        (Western, "derringer", "da=1 mort_vivant", "a1 shoot b1", 1),
        (Western, "double_colt", "da=0", "a1 shoot b1", 0),
        (Western, "fusil_a_bison", "da=0 down", "a1 shoot b1", 0),
        (Pirates, "deux_pistolets", "da=0", "a1 powerful b1", 0),
        (Ww2, "grenade", "da=0", "a1 shoot b1", 0),
        (Ww2, "fusil_de_sniper tir_d_elite", "da=1", "a1 powerful b1", 1),
        (Medieval, "arbalete", "da=0 armure_legere", "a1 shoot b1", 0),
        (Medieval, "arbalete", "da=0 armure_complete meme_pas_mal", "a1 shoot b1", 0),
        (Medieval, "arc", "da=0 bouclier", "a1 shoot b1", 0),
        (Medieval, "arc", "da=0 bouclier down", "a1 shoot b1", 0),
        (Medieval, "arc", "da=0 bouclier veinard", "a1 shoot b1", 0),
    ] {
        compare(shot(era, a, b), act, extra);
    }
}

/// Shots into a melee: the figure that the owner of the aimed one names is known beforehand.
#[test]
fn strays_come_out_as_computed() {
    for more in ["da=0", "da=0 down", "da=0 mort_vivant wounded"] {
        let figures = format!("a1 6000,2000 colt; a2 6000,4250 {more}; b1 6000,4000 da=0");
        compare(Case::new(&figures), "a1 shoot b1", 0);
    }
    // A down figure that none of the shooter's side touches is struck itself.
    let alone = Case::new("a1 6000,2000 colt; a2 6000,4250 da=0 down; b1 6000,4000 da=0 down");
    compare(alone, "a1 shoot b1", 0);
}

/// Attacks: the odds are those of the engine, for both sides.
#[test]
fn attacks_come_out_as_computed() {
    use Era::{Medieval, Pirates, Western, Ww2};
    for (era, a, b, act, extra) in [
        (Western, "", "da=0", "a1 attack b1", 0),
        (Western, "", "da=2", "a1 attack b1", 1),
        (Western, "", "da=1", "a1 hard b1", 1),
        (Western, "expert_cc", "da=0", "a1 hard b1", 0),
        (Western, "couteau", "da=0", "a1 attack b1", 0),
        (Western, "couteau", "couteau da=0", "a1 attack b1", 0),
        (Western, "grosse_moustache", "veinard da=0", "a1 attack b1", 0),
        (Western, "", "da=0 down", "a1 attack b1", 0),
        (Western, "boucher", "da=0 down", "a1 attack b1", 0),
        (Western, "boucher meme_pas_mal", "da=0", "a1 attack b1", 0),
        (Western, "wounded", "da=0 wounded", "a1 attack b1", 0),
        (Western, "", "da=0 mauvaise_reputation", "a1 attack b1", 0),
        (Western, "sang_froid", "da=0 mauvaise_reputation", "a1 attack b1", 0),
        (Pirates, "epee", "da=0", "a1 attack b1", 0),
        (Pirates, "", "epee da=0", "a1 attack b1", 0),
        (Pirates, "epee", "epee da=0", "a1 attack b1", 0),
        (Pirates, "", "epee da=0 down", "a1 attack b1", 0),
        (Pirates, "epee armes_diverses", "da=0", "a1 attack b1", 0),
        (Pirates, "epee armes_diverses", "da=0", "a1 attack b1 w0", 0),
        (Pirates, "deux_mains", "crochet armes_diverses da=0", "a1 attack b1", 0),
        (Ww2, "baionnette", "da=0", "a1 hard b1", 0),
        (Medieval, "armure_complete", "armure_legere da=0", "a1 attack b1", 0),
        (Medieval, "", "bouclier deux_mains da=0", "a1 attack b1", 0),
    ] {
        compare(bout(era, a, b), act, extra);
    }
    let wounding = bout(Western, "", "da=0 down").options(|options| options.down_defender_can_wound = true);
    compare(wounding, "a1 attack b1", 0);
}

/// Several enemies: the first by default is attacked, the others help.
#[test]
fn crowds_come_out_as_computed() {
    let figures = "a1 6000,6000; b1 6000,6250 da=0; b2 6250,6000 da=0; b3 5750,6000 da=0 wounded";
    let case = Case::new(figures);
    let odds = strike_odds(
        case.state().table(),
        case.fig("a1"),
        case.fig("b1"),
        None,
        bagarre_generik::testkit::command::Blow::Normal,
        0,
    );
    // 2 against: the die must exceed the other by three.
    assert_eq!(odds.win, frac("1/6"));
    assert_eq!(odds.tie, frac("1/9"));
}
