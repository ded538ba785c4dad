//! The bots: one plays anything, a beginner can be beaten, the best plays to win.

use bagarre_energie::Energie;
use bagarre_kit::conformance::{dice_to_hand_change_nothing, is_a_beginner, play, remembers_nothing};
use bagarre_kit::contract::Seat;

/// What a beginner of énergie does in one activation after the other.
#[test]
fn the_beginner_of_energie_neither_drops_nor_prepares_twice() {
    use bagarre_energie::testkit::command::{Act, Ask, Command};
    let (mut drops, mut twice, mut blows) = (0, 0, 0);
    for seed in 0..40 {
        let mut last: Option<(Seat, bool)> = None;
        play::<Energie>("entrepot", &["novice", "novice"], seed, &mut |seat, ask, command| {
            let (Ask::Act { left, .. }, Command::Act { act, .. }) = (ask, command) else { return };
            let prepares = matches!(act, Act::Prepare);
            let again = *left < 2 && last == Some((seat, true)) && prepares;
            twice += u32::from(again);
            drops += u32::from(matches!(act, Act::Drop | Act::Surrender | Act::SurrenderSide));
            blows += u32::from(matches!(act, Act::Attack { .. }));
            last = Some((seat, prepares));
        });
    }
    assert_eq!((drops, twice), (0, 0));
    assert!(blows > 100, "{blows} blows");
}

#[test]
fn the_beginner_loses_to_a_naive_player_and_beats_chance_in_the_fight_at_once() {
    is_a_beginner::<Energie>(100);
}

#[test]
fn a_bot_made_anew_answers_as_the_old_one_would() {
    remembers_nothing::<Energie>("docks");
}

#[test]
fn dice_to_hand_change_no_event() {
    dice_to_hand_change_nothing::<Energie>();
}
