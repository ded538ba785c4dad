//! The opponents that can strike a character or throw at it where it stands.

use bagarre_baston::Baston;
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::state::State;
use bagarre_kit::contract::{Place, Ruleset, Threatened};

use super::harness::Case;

fn state(board: &str, figures: &str) -> State {
    let position: Position = Case::new(board, figures).position();
    Baston::from_position(&position).unwrap()
}

/// Whether the second character can strike the first, and whether it can throw something at it.
fn of(board: &str, figures: &str) -> (bool, bool) {
    let state = state(board, figures);
    let found = Baston::threats(&state, Threatened::here(0)).expect("it fights");
    found.iter().find(|threat| threat.who == 1).map_or((false, false), |it| (it.reach, it.shoot))
}

#[test]
fn a_character_beside_or_one_step_or_a_run_away_can_strike() {
    assert_eq!(of("A B", "A 0 >3; B 1 >7"), (true, false));
    assert_eq!(of("A . B", "A 0 >3; B 1 >3"), (true, false));
    assert_eq!(of("A . . . . B", "A 0 >3; B 1 >7 VIT4"), (true, false));
    // Too slow, or turned away.
    assert_eq!(of("A . . . . B", "A 0 >3; B 1 >7 VIT3"), (false, false));
    assert_eq!(of("A . . . . B", "A 0 >3; B 1 >3 VIT4"), (false, false));
    assert_eq!(of("A B", "A 0 >3; B 1 >7 stun2"), (false, false));
}

#[test]
fn a_wall_keeps_off_and_hides() {
    assert_eq!(of("A|B", "A 0 >3; B 1 >7"), (false, false));
    assert_eq!(of("A . . .|B", "A 0 >3; B 1 >7 VIT2 [cran]"), (false, false));
}

#[test]
fn a_knife_is_thrown_along_a_line_in_front() {
    let far = ". . . . . . .";
    let board = "A . . . . . B";
    assert_eq!(of(board, "A 0 >3; B 1 >7 VIT2 [cran]"), (false, true));
    assert_eq!(of(board, "A 0 >3; B 1 >3 VIT2 [cran]"), (false, false));
    let beside = format!("A . . . . . .\n\n{far}\n\n{far}\n\n. . . . . . B");
    assert_eq!(of(&beside, "A 0 >3; B 1 >7 VIT2 [cran]"), (false, false));
    let state = state(board, "A 0 >3; B 1 >7 VIT2 [cran]");
    let hit = Baston::threats(&state, Threatened::here(0)).unwrap()[0].hit;
    assert!(hit.is_some_and(|percent| percent > 0 && percent < 100), "{hit:?}");
}

#[test]
fn the_own_side_is_no_threat_and_who_is_not_there_is_not_told_of() {
    let state = state("A C B", "A 0 >3; C 0 >7; B 1 >7");
    let found = Baston::threats(&state, Threatened::here(0)).unwrap();
    assert!(found.iter().all(|threat| threat.who == 2), "{found:?}");
    assert_eq!(Baston::threats(&state, Threatened::here(200)), None);
}

/// Whether the second character could strike the first at a point, and whether it could throw something at it; `None` where the first
/// cannot stand.
fn there(board: &str, figures: &str, at: [i32; 2]) -> Option<(bool, bool)> {
    let found = Baston::threats(&state(board, figures), Threatened::there(0, Place::At(at)))?;
    Some(found.iter().find(|threat| threat.who == 1).map_or((false, false), |it| (it.reach, it.shoot)))
}

#[test]
fn a_place_is_asked_about_as_if_the_character_stood_there() {
    let (board, figures) = ("A . . . . . B", "A 0 >3; B 1 >7 VIT2 [cran]");
    assert_eq!(of(board, figures), (false, true));
    assert_eq!(there(board, figures, [1, 1]), Some((false, true)));
    assert_eq!(there(board, figures, [1, 4]), Some((true, true)));
    // The place that it leaves is free to run through.
    assert_eq!(there(". B A . .", "A 0 >3; B 1 >3 VIT4", [1, 5]), Some((true, false)));
}

#[test]
fn a_place_where_nobody_can_stand_is_refused() {
    let (board, figures) = ("A . B", "A 0 >3; B 1 >7");
    for at in [[1, 3], [1, 9], [0, 1], [-1, 300]] {
        assert_eq!(there(board, figures, at), None, "{at:?}");
    }
    let zone = Threatened::there(0, Place::Zone(1));
    assert_eq!(Baston::threats(&state(board, figures), zone), None);
}

#[test]
fn a_question_about_a_place_changes_nothing() {
    let state = state("A . B", "A 0 >3; B 1 >7");
    let before = state.clone();
    assert!(Baston::threats(&state, Threatened::there(0, Place::At([1, 2]))).is_some());
    assert!(state == before);
}
