//! What the brawler writes on given boards: it plays for what the scenario is about.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::Command;
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::order::{R1, R2, Sequence};
use bagarre_kit::contract::{Audience, Ruleset, Seat};
use bagarre_kit::dice::Seeded;
use bagarre_kit::grid::Dir;
use serde_json::json;

use super::harness::Case;

/// The orders that a brawler writes for a character of a seat.
fn orders(case: &Case, seat: u8, who: Who) -> [Sequence; 3] {
    let state = Baston::from_position(&case.position()).unwrap();
    let (view, ask) = (
        Baston::view(&state, Audience::Seat(Seat(seat))),
        Baston::ask_for(&state, Seat(seat)).expect("a programme is asked for"),
    );
    let mut bot = Baston::bot("brawler").unwrap();
    match bot.answer(&view, &ask, Seat(seat), &mut Seeded::from_number(1)) {
        Command::Programme { sheets, .. } => sheets.0.iter().find(|sheet| sheet.who == who).unwrap().orders,
        other => panic!("no programme: {other:?}"),
    }
}

/// Two bands of SCN-02 in one room, with a telephone on the fifth point of the first row, to be faced north.
fn telephone(figures: &str) -> Case {
    let row = format!(".{}", " .".repeat(13));
    let between = " ".repeat(27);
    Case::new(&[row.as_str(); 3].join(&format!("\n{between}\n")), figures)
        .scenario("SCN-02")
        .with_zones(json!({
            "A": { "points": [[1, 1]] }, "B": { "points": [[1, 2]] }, "C": { "points": [[1, 3]] }
        }))
        .with("phones", json!({ "id": "p", "point": [1, 5], "face": 1 }))
}

/// SCN-02: while no character telephones, a visitor with a tool breaks the telephone beside it.
#[test]
fn a_visitor_breaks_a_telephone_that_is_near() {
    let near = |tool: &str| {
        telephone(&format!("A 0 >1 at=1,13; B 0 >1 at=3,13; C 1 >1 FOR6 at=3,5 {tool}; D 1 >3 at=3,12"))
    };
    let breaks = |case: &Case| orders(case, 1, Who(2)).iter().any(|order| order.r2 == R2::Destroy);
    assert!(breaks(&near("[matraque]")));
    assert!(!breaks(&near("")), "nothing to break it with");
}

/// SCN-02: once a character telephones, the visitors leave nearer enemies and go for it.
#[test]
fn visitors_go_for_whoever_calls() {
    let towards = |call: Option<(Who, u8)>| {
        let case = telephone("A 0 >1 at=1,5; B 0 >1 at=3,13; C 1 >3 at=3,10; D 1 >1 at=1,14")
            .tweak(move |position| position.scene.plot.call = call);
        let goes = |dir: Dir| match dir {
            Dir::W | Dir::NW | Dir::SW => -1,
            Dir::E | Dir::NE | Dir::SE => 1,
            Dir::N | Dir::S => 0,
        };
        let mut east = 0;
        let mut facing = Dir::E;
        for order in orders(&case, 1, Who(2)) {
            match order.r1 {
                R1::Walk(dir, _) => east += goes(dir),
                R1::Face(dir) => facing = dir,
                R1::Run(steps, _) => east += goes(facing) * i32::from(steps),
                _ => {}
            }
        }
        east
    };
    assert!(towards(None) > 0, "to the regular beside him");
    assert!(towards(Some((Who(0), 3))) < 0, "to the owner on the telephone");
}
