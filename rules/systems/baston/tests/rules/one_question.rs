//! RUL-110: the weapon and the place of an aimed blow are one question where exactly one enemy can be hit.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::Instructions;
use bagarre_baston::testkit::ids::{Dec, Part};
use bagarre_kit::contract::Seat;
use bagarre_kit::gather::Gather;

use super::harness::Case;

/// A with a razor and a bottle before B, in a game that asks once.
fn before(board: &str, others: &str) -> Case {
    let figures = format!("A 0 >3 FOR4 DEX4 [rasoir, canette]; {others}");
    Case::new(board, &figures).options(|options| options.one_question = true).orders("A -/CP").dice("20:15")
}

/// RUL-110, DEC-08, DEC-11.
#[test]
fn rul_110_one_answer_gives_the_weapon_and_the_place() {
    before("A B", "B 1 >7").answers(&["rasoir BD"]).expect("asked DEC-08; unasked DEC-11").check();
    before("A B", "B 1 >7").answers(&["fist T"]).expect("asked DEC-08; unasked DEC-11").check();
    // The default is that of both decisions.
    before("A B", "B 1 >7").answers(&["default"]).expect("asked DEC-08; unasked DEC-11").check();
}

/// RUL-110: a game that was stored before it existed asks twice.
#[test]
fn rul_110_an_older_game_asks_twice() {
    let older = before("A B", "B 1 >7").options(|options| options.one_question = false);
    older.answers(&["rasoir", "BD"]).expect("asked DEC-08; asked DEC-11").check();
}

/// RUL-110, BAS-PRG-11: a sheet that names the place leaves the weapon to be asked.
#[test]
fn rul_110_a_place_on_the_sheet_is_not_asked() {
    let list = Instructions { part: Some(Part::T), ..Instructions::default() };
    before("A B", "B 1 >7").instructions('A', list).answers(&["rasoir"]).expect("asked DEC-08").check();
}

/// RUL-110, BAS-PRG-09: what was settled in advance is not asked again in another form.
#[test]
fn rul_110_a_decision_settled_in_advance_keeps_the_two_apart() {
    before("A B", "B 1 >7").standing(&[Dec::Weapon]).answers(&["BD"]).expect("asked DEC-11").check();
    before("A B", "B 1 >7").standing(&[Dec::Weapon, Dec::Location]).expect("unasked DEC-08").check();
}

/// RUL-110: one weapon and one place is no question.
#[test]
fn rul_110_one_weapon_and_one_place_is_no_question() {
    let bare = Case::new("A B", "A 0 >3 FOR7 DEX7 prone; B 1 >7");
    bare.options(|options| options.one_question = true)
        .orders("A -/CP")
        .dice("20:15")
        .expect("B J 4")
        .check();
}

/// RUL-110: new games ask once.
#[test]
fn rul_110_is_on_in_new_games() {
    let terms = Baston::usual("SCN-00", 2).unwrap();
    let bands = (0..2).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    assert!(Baston::gather(&terms, bands, Seat(0)).unwrap().options.one_question);
}
