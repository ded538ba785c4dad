//! Section 21: the scenarios, their points and their ends (BAS-END-01).

use bagarre_baston::testkit::library::scenario;
use bagarre_baston::testkit::scene::{Layer, Place};
use serde_json::json;

use super::harness::Case;

/// SCN-00.
#[test]
fn scn_00_points_for_those_put_out_or_off_and_for_staying() {
    // Out: +3 for the band whose act it was; the winner's character in play: +1.
    Case::new("A B", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7 T1")
        .orders("A P3/CP")
        .dice("8:1 20:9")
        .expect("score 0 4; score 1 0")
        .check();
    // A friend put out scores for no seat.
    Case::new("A B .", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 0 >7 T1; C 1 >7 at=1,3")
        .orders("A P3/CP")
        .answers(&["strike"])
        .dice("8:1 20:9")
        .expect("B out; score 0 0; score 1 0")
        .check();
    // Shoved off the board: +2.
    Case::new("A B", "A 0 >3 FOR5; B 1 >7 FOR3; C 1 >1 at=1,2 prone")
        .tweak(|position| position.scene.figures[2].fate = bagarre_baston::testkit::scene::Fate::Out)
        .orders("A M3/-")
        .expect("B left; score 0 3")
        .check();
}

/// SCN-01.
#[test]
fn scn_01_the_regulars_and_the_visitors() {
    let bar = |board: &str, figures: &str| {
        let zone = |letter: &str| json!({ "name": letter, "points": [[1, 1], [1, 2]] });
        Case::new(board, figures).scenario("SCN-01").with_zones(json!({ "A": zone("A"), "B": zone("B") }))
    };
    // Entering through a window: +1, once.
    bar(",F.\n   \n, .", "C 1 >3 at=1,1; D 1 >3 at=2,1; A 0 >1 at=1,2 prone; B 0 >1 at=2,2 prone")
        .with("windows", json!({ "id": "w", "edge": [1, 1, "e"], "inside": [1, 2], "outside": [1, 1] }))
        .tweak(|position| {
            position.scene.windows[0] = bagarre_baston::testkit::scene::WindowState::Open;
            position.scene.figures[0].at = bagarre_kit::grid::Point::new(2, 2);
            position.scene.figures[1].fate = bagarre_baston::testkit::scene::Fate::Out;
        })
        .orders("C M3/-")
        .expect("C at 1,2; score 1 1")
        .check();
}

/// SCN-02.
#[test]
fn scn_02_fourteen_quiet_sequences_make_a_call() {
    let call = |sequences: u8| {
        Case::new(
            "A . B C . . .\n             \n. . . . . . .\n             \n. . . . . . .",
            "A 0 >1; D 0 >1 at=1,2; B 1 >3; C 1 >3",
        )
        .scenario("SCN-02")
        .with_zones(
            json!({ "A": { "points": [[1, 1]] }, "B": { "points": [[1, 2]] }, "C": { "points": [[1, 3]] } }),
        )
        .with("phones", json!({ "id": "p", "point": [1, 1], "face": 1 }))
        .sequences(sequences)
        .tweak(|position| position.scene.plot.call = Some((bagarre_baston::testkit::ids::Who(0), 11)))
    };
    let played = call(2).check();
    assert_eq!(played.state.scene.plot.call, Some((bagarre_baston::testkit::ids::Who(0), 13)));
    let played = call(3).expect("score 0 5").check();
    assert_eq!(played.state.scene.plot.last_turn, Some(5));
    // Any order breaks it off.
    let played = call(1).orders("A P1/-").check();
    assert_eq!(played.state.scene.plot.call, None);
}

/// The panel of SCN-02 counts up to the length of a call that the rules have (RUL-106).
#[test]
fn scn_02_the_counter_says_how_long_a_call_is() {
    let words = &bagarre_baston::RULES.presentation().words["counters"];
    let call = scenario("SCN-02").and_then(|scenario| scenario.call).unwrap();
    assert!(words.fr.contains(&format!("séquences}} sur {call}|")), "{}", words.fr);
    assert!(words.en.contains(&format!(" of {call} sequences|")), "{}", words.en);
}

/// SCN-03.
#[test]
fn scn_03_the_cash_box() {
    let two = |orders: &str| {
        Case::new(
            "A . . . . .\n           \nE F G . . .\n           \n. . . . . .",
            "A 0 >3 VIT4 [caisse]; B 0 >1 at=1,3; C 0 >1 at=1,4; E 1 >1; F 1 >1; G 1 >1",
        )
        .scenario("SCN-03")
        .with_zones(json!({ "D": { "points": [[1, 1]] }, "F": { "points": [[1, 2]] } }))
        .orders(orders)
        .tweak(|position| position.scene.items[0].place = Place::Gone)
    };
    two("A C2/-").expect("A at 1,1").check();
    let played = two("A M1/-").expect("A left; score 0 6; none caisse").check();
    assert!(played.state.scene.plot.carried_out.is_some());
    // It can be taken like any object.
    Case::new(
        "A . . . . .\n           \nE F G . . .\n           \n. . . . . .",
        "A 0 >3; B 0 >1 at=1,3; C 0 >1 at=1,4; E 1 >1; F 1 >1; G 1 >1",
    )
    .scenario("SCN-03")
    .with_zones(json!({ "D": { "points": [[1, 1]] }, "F": { "points": [[1, 2]] } }))
    .item("caisse", "1,2", Layer::Ground)
    .orders("A -/PRE")
    .defaults()
    .expect("A carries caisse")
    .check();
}

/// SCN-04.
#[test]
fn scn_04_the_stage_pays_at_the_end_of_each_turn_from_the_fourth() {
    let zones =
        json!({ "A": { "points": [[1, 1]] }, "C": { "points": [[1, 2]] }, "F": { "points": [[1, 3]] } });
    let stage = move |turn: u8, figures: &str| {
        Case::new("= = = .\n       \n. . . .", figures)
            .scenario("SCN-04")
            .with_zones(zones.clone())
            .sequences(3)
            .whole_turn()
            .tweak(move |position| position.scene.turn = turn)
    };
    stage(4, "A 0 >1 at=1,1; B 1 >1 at=2,1; C 2 >1 at=2,2").expect("score 0 1").check();
    stage(4, "A 0 >1 at=1,1; D 0 >1 at=1,2; B 1 >1 at=2,1; C 2 >1 at=2,2").expect("score 0 2").check();
    stage(3, "A 0 >1 at=1,1; B 1 >1 at=2,1; C 2 >1 at=2,2").expect("score 0 0").check();
    stage(4, "A 0 >1 at=1,1; B 1 >1 at=1,2; C 2 >1 at=2,2").expect("score 0 0; score 1 0").check();
    // Thrown off the edge: +1. From the stage to the floor: line C, two levels.
    stage(1, "A 0 >3 at=1,2 FOR6; B 1 >1 at=1,3 FOR2; C 2 >1 at=2,1")
        .orders("A M3/-")
        .dice("8:1")
        .expect("B at 1,4; B prone; score 0 1")
        .check();
}
