//! Properties of every crowd on every board: positions stay legal, no character is displaced twice by one event, every
//! rule told is in the book, and every move comes to an end.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bagarre_baston::Baston;
use bagarre_baston::testkit::event::{Event, Fact, Unit, Way, What};
use bagarre_baston::testkit::state::{Frame, State, Wait};
use bagarre_kit::contract::{Actor, Next, Ruleset, Seat};
use bagarre_kit::dice::{Dice, Seeded};
use bagarre_kit::grid::Point;
use proptest::prelude::*;

use super::harness::Case;

/// Every kind of ground and furniture, little room, doors and windows half open.
const BOARD: &str = "\
. . h . = = =
+ + + + + + +
. T T . ^ = T_
+ - + + + + +
. .|. x = = =
+ D + + + + +
. . . V . . .
+ + + + + + +
# # . Y Y h .
+ + F + + + +
Q Q . . x . .";

/// First rounds to try, all written legally.
const MOVES: [&str; 34] = [
    "M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M3G", "M7D", "R1", "R2", "R3", "R4", "R5", "R6", "R7",
    "R8", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "F", "C2", "C2D", "LEV", "TER", "G", "P3", "-",
];

/// The book: every rule told must be found there.
const BOOK: &str = include_str!("../../../../../docs/rules/baston.md");

const LETTERS: [char; 7] = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/// The places for a character: the point, prone, on top.
fn places() -> Vec<(Point, bool, bool)> {
    let mut list = Vec::new();
    for (r, line) in BOARD.lines().step_by(2).enumerate() {
        for (c, ch) in line.chars().step_by(2).enumerate() {
            let p = Point::new(r as u8 + 1, c as u8 + 1);
            match ch {
                'T' | 'Y' => list.extend([(p, false, true), (p, true, false)]),
                '#' => list.push((p, false, true)),
                'Q' => list.push((p, true, false)),
                'V' => {}
                _ => list.extend([(p, false, false), (p, true, false)]),
            }
        }
    }
    list
}

#[derive(Clone, Debug)]
struct Crowd {
    /// Index of a place, facing, FOR, DEX.
    people: Vec<(usize, u8, u8, u8)>,
    /// Indices of moves, three for each.
    moves: Vec<usize>,
    seed: u64,
    jostle_test: bool,
    corner_test: bool,
}

fn crowds() -> impl Strategy<Value = Crowd> {
    let n = places().len();
    let people = prop::collection::vec((0..n, 1..=8_u8, 2..=5_u8, 3..=5_u8), 7);
    let moves = prop::collection::vec(0..MOVES.len(), 21);
    (people, moves, any::<u64>(), any::<bool>(), any::<bool>()).prop_map(
        |(people, moves, seed, jostle_test, corner_test)| Crowd {
            people,
            moves,
            seed,
            jostle_test,
            corner_test,
        },
    )
}

/// The crowd as a case: a character that would share a place goes to the next free one.
fn case(crowd: &Crowd) -> Case {
    let places = places();
    let mut used: Vec<(Point, bool)> = Vec::new();
    let mut figures = String::new();
    let mut orders = String::new();
    for (n, (place, facing, strength, dexterity)) in crowd.people.iter().enumerate() {
        let (p, prone, top) = (0..places.len())
            .map(|k| places[(place + k) % places.len()])
            .find(|(p, _, top)| !used.contains(&(*p, *top)))
            .expect("there is room");
        used.push((p, top));
        let words = format!("{}{}", if prone { " prone" } else { "" }, if top { " top" } else { "" });
        let letter = LETTERS[n];
        let _ = write!(
            figures,
            "{letter} {} >{facing} FOR{strength} DEX{dexterity} VIT4 at={},{}{words};",
            n % 2,
            p.r,
            p.c
        );
        // A leap is followed by rest in its sequence, a run by a sequence of rest.
        let mut rested = false;
        let list: Vec<String> = (0..3)
            .map(|s| {
                let order = if rested { "-" } else { MOVES[crowd.moves[3 * n + s]] };
                rested = order.starts_with('C');
                format!("{order}/-")
            })
            .collect();
        let _ = write!(orders, "{letter} {};", list.join(" "));
    }
    let (jostle_test, corner_test) = (crowd.jostle_test, crowd.corner_test);
    Case::new(BOARD, &figures)
        .stairs("2,5", "2,4", "2,6")
        .door((3, 2, "s"), "4,2", "4,3")
        .window((5, 3, "s"), "5,3", "6,3")
        .orders(&orders)
        .options(move |o| (o.jostle_test, o.corner_test) = (jostle_test, corner_test))
        .tweak(|p| p.scene.doors[0].open[0] = true)
        .tweak(|p| p.scene.windows[0] = bagarre_baston::testkit::scene::WindowState::Open)
}

/// Whether a piece of work is under way: the scene is then in the midst of an event.
fn at_work(state: &State) -> bool {
    matches!(state.stack.last(), Some(Frame::Work(_)))
}

/// Checks that no character is displaced twice by one event (BAS-BOU-07), and that every rule told is in the book.
fn look_at(facts: &[Fact]) -> Result<(), TestCaseError> {
    let mut pushed: BTreeMap<u8, u32> = BTreeMap::new();
    for fact in facts {
        prop_assert!(BOOK.contains(fact.rule.id()), "{} is not in the book", fact.rule.id());
        if let What::Moved { who, way: Way::Pushed, .. } = fact.what {
            *pushed.entry(who.0).or_default() += 1;
        }
    }
    prop_assert!(pushed.values().all(|n| *n == 1), "displaced twice: {facts:#?}");
    Ok(())
}

fn play(crowd: &Crowd) -> Result<(), TestCaseError> {
    let case = case(crowd);
    let mut state =
        Baston::from_position(&case.position()).map_err(|fault| TestCaseError::fail(fault.to_string()))?;
    let mut dice = Seeded::from_number(crowd.seed);
    let mut facts: Vec<Fact> = Vec::new();
    for _ in 0..2_000 {
        let event = match Baston::next(&state) {
            Next::Over(_) => return Ok(()),
            Next::Do(event) => event,
            Next::Roll(roll) => {
                let faces = dice.roll(&roll).expect("seeded dice never fail");
                Baston::rolled(&state, &roll, &faces)
            }
            Next::Ask { .. } if state.scene.turn > 1 => return Ok(()),
            Next::Ask { seats, .. } => {
                let seat: Seat = seats.iter().next().expect("somebody is asked");
                let command = if matches!(state.wait(), Some(Wait::Programming(_))) {
                    case.programme(&state, seat)
                } else {
                    Baston::default_answer(&state, seat)
                };
                Baston::decide(&state, Actor::Seat(seat), &command)
                    .map_err(|refusal| TestCaseError::fail(refusal.to_string()))?
            }
        };
        Baston::apply(&mut state, &event);
        match event {
            Event::Began(began) => facts = began.facts,
            Event::Rolled(_) | Event::Answered(_) => facts.extend_from_slice(event.facts()),
            _ => facts.clear(),
        }
        if !at_work(&state) {
            look_at(&facts)?;
            let again = Baston::from_position(&Baston::position(&state));
            let again = again.map_err(|fault| TestCaseError::fail(format!("{fault}\n{facts:#?}")))?;
            prop_assert_eq!(&again, &state);
        }
        if matches!(state.stack.last(), Some(Frame::Todo(Unit::EndTurn))) {
            return Ok(());
        }
    }
    Err(TestCaseError::fail("it never ends"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// A turn of nothing but moves in a crowd.
    #[test]
    fn moves_in_a_crowd(crowd in crowds()) {
        play(&crowd)?;
    }
}
