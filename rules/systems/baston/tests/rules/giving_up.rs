//! RUL-109: a player gives up; and what decides between bands with as many points.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Command, Instructions, Sheet};
use bagarre_baston::testkit::event::{Fact, TieBreak, What};
use bagarre_baston::testkit::ids::{ItemKind, Who};
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::scene::{Fate, Layer, Place};
use bagarre_baston::testkit::state::{Sealed, State};
use bagarre_kit::contract::{Actor, Audience, Next, Refuse, Ruleset, Seat, submit};
use bagarre_kit::dice::Scripted;

use super::harness::{Case, point};

fn say(state: &mut State, seat: u8, command: &Command, dice: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut dice = Scripted::parse(dice).unwrap();
    submit::<Baston>(state, Actor::Seat(Seat(seat)), command, &mut dice, &mut |_, event| {
        facts.extend_from_slice(event.facts());
    })
    .unwrap();
    facts
}

fn asked(state: &State) -> Vec<u8> {
    let Next::Ask { seats, .. } = Baston::next(state) else { return Vec::new() };
    seats.iter().map(|seat| seat.0).collect()
}

fn winners(state: &State) -> Vec<u8> {
    let Next::Over(outcome) = Baston::next(state) else { panic!("not over") };
    assert_eq!(outcome.reason, "last_band");
    outcome.winners.iter().map(|seat| seat.0).collect()
}

/// While orders are written it counts at once, and no lead in points helps.
#[test]
fn rul_109_of_two_bands_the_other_one_wins_at_once() {
    let case = Case::new("A . B", "A 0 >3; B 1 >7").tweak(|position| position.scene.scores = vec![0, 9]);
    let mut state = Baston::from_position(&case.position()).unwrap();
    let facts = say(&mut state, 1, &Command::Concede, "");
    assert!(matches!(facts[0].what, What::GaveUp { seat: Seat(1) }));
    assert_eq!(facts[0].rule.cited(), "RUL-109");
    assert_eq!(winners(&state), [0]);
    assert_eq!(state.scene.figure(Who(1)).fate, Fate::Left);
    let again = Baston::decide(&state, Actor::Seat(Seat(1)), &Command::Concede).unwrap_err();
    assert!(!again.code().is_empty(), "nothing can be said any more");
}

/// With three bands the others fight on; the cash box stays; what was sealed is not waited for.
#[test]
fn rul_109_of_three_bands_two_fight_on() {
    let case = Case::new("A . B . C", "A 0 >3; B 1 >7 [caisse]; C 2 >7");
    let mut state = Baston::from_position(&case.position()).unwrap();
    for seat in [0, 2] {
        let sheets = Sealed(Vec::new());
        say(&mut state, seat, &Command::Programme { turn: 1, sheets }, "");
    }
    assert_eq!(asked(&state), [1]);
    let before = state.scene.figure(Who(1)).at;
    say(&mut state, 1, &Command::Concede, "");
    let cash = state.scene.items.iter().find(|item| item.kind == ItemKind::Caisse).unwrap();
    assert_eq!(cash.place, Place::At(before, Layer::Ground));
    assert_eq!(
        state.scene.scores,
        [0, -1, 0],
        "a character who leaves by himself costs a point; the box brings none"
    );
    // Every seat that is left had confirmed: the turn was played, and the next one is written.
    assert_eq!((state.scene.turn, asked(&state)), (2, vec![0, 2]));
    assert_eq!(Baston::view(&state, Audience::Spectator).gave_up, [Seat(1)]);
    let refused = Baston::decide(&state, Actor::Seat(Seat(1)), &Command::Concede).unwrap_err();
    assert_eq!(refused.code(), "baston.out");
    say(&mut state, 2, &Command::Concede, "");
    assert_eq!(winners(&state), [0]);
}

/// In the middle of a sequence the band is asked nothing more, and goes at its end.
#[test]
fn rul_109_in_the_middle_of_a_sequence_it_counts_at_its_end() {
    let case = Case::new("A B . C", "A 0 >3 DEX6 [rasoir]; B 1 >7; C 2 >7");
    let mut state = Baston::from_position(&case.position()).unwrap();
    let orders = ["-/CP".parse().unwrap(), "-/CP".parse().unwrap(), Sequence::REST];
    let sheets = Sealed(vec![Sheet { who: Who(0), orders, instructions: Instructions::default() }]);
    say(&mut state, 0, &Command::Programme { turn: 1, sheets }, "");
    for seat in [1, 2] {
        say(&mut state, seat, &Command::Programme { turn: 1, sheets: Sealed(Vec::new()) }, "");
    }
    assert_eq!(asked(&state), [0], "with what?");
    // The blow that is under way is struck with the default, and misses.
    let facts = say(&mut state, 0, &Command::Concede, "20:1");
    let at = |wanted: fn(&What) -> bool| facts.iter().position(|fact| wanted(&fact.what)).unwrap();
    assert!(at(|what| matches!(what, What::GaveUp { .. })) < at(|what| matches!(what, What::ToHit { .. })));
    assert!(
        at(|what| matches!(what, What::ToHit { .. })) < at(|what| matches!(what, What::LeftBoard { .. }))
    );
    assert_eq!(state.scene.figure(Who(0)).at, point("1,1"));
    assert_eq!(
        facts.iter().filter(|fact| matches!(fact.what, What::ToHit { .. })).count(),
        1,
        "one sequence"
    );
    assert_eq!((state.scene.turn, asked(&state)), (2, vec![1, 2]));
}

/// Section 21: level on points, more characters in play decide, then more damage points left; the log says which.
#[test]
fn scn_00_what_decides_a_tie_is_told() {
    let tied = |board: &str, figures: &str, scores: [i32; 2]| {
        let mut position = Case::new(board, figures).position();
        position.setup.turns = Some(1);
        position.scene.scores = scores.to_vec();
        let mut state = Baston::from_position(&position).unwrap();
        let mut told = None;
        for seat in [0, 1] {
            let sheets = Sealed(Vec::new());
            for fact in say(&mut state, seat, &Command::Programme { turn: 1, sheets }, "") {
                if let What::Tied { seats, by } = fact.what {
                    told = Some((seats.len(), by));
                }
            }
        }
        told
    };
    assert_eq!(tied("A . B . C", "A 0 >3; B 1 >7; C 1 >7", [1, 0]), Some((2, TieBreak::InPlay)));
    assert_eq!(tied("A . B . C", "A 0 >3; B 0 >7; C 1 >7", [0, 0]), None);
    assert_eq!(tied("A . B", "A 0 >3; B 1 >7 TR1", [0, 0]), Some((2, TieBreak::PointsLeft)));
    assert_eq!(tied("A . B", "A 0 >3; B 1 >7", [0, 0]), Some((2, TieBreak::Nothing)));
}
