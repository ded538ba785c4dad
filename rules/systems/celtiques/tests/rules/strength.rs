//! The bots: one plays anything, a beginner can be beaten, the best plays to win.

use bagarre_celtiques::Celtiques;
use bagarre_kit::conformance::{dice_to_hand_change_nothing, is_a_beginner, play_with, remembers_nothing};
use bagarre_kit::contract::Seat;
use bagarre_kit::gather::{Gather, Terms};

#[test]
fn the_champion_of_celtiques_beats_any_in_eighty_games_of_a_hundred_in_each_scenario() {
    for (scenario, seats, games) in
        [("cercle", 2, 100), ("gue", 4, 50), ("chemin", 4, 50), ("etendard", 4, 50), ("libre", 2, 100)]
    {
        let won = won_by_the_best_side(scenario, seats, games);
        assert!(won * 10 >= games * 8, "{scenario}: the champion won {won} games of {games}");
    }
}

#[test]
fn champions_win_together_what_any_does_not() {
    for (scenario, seats, games) in [("chemin", 2, 30), ("haut_roi", 3, 30), ("sanglier", 3, 30)] {
        let [best, any] = ["champion", "any"].map(|bot| won_together(scenario, seats, bot, games));
        assert!(best >= 4 * any && best * 3 >= games, "{scenario}: {best} and {any} games of {games}");
    }
}

/// Games of Celtiques that the side of the champion wins, sides swapped. Both sides bring the same heroes, others in each pair of games.
fn won_by_the_best_side(scenario: &str, seats: u8, games: u64) -> u64 {
    let versus = serde_json::json!({ "versus": true });
    let terms = Terms { more: Some(versus), seats, ..Celtiques::usual(scenario, seats).unwrap() };
    let won = |seed: &u64| {
        let side = *seed as u8 % 2;
        let bots: Vec<&str> =
            (0..seats).map(|seat| if seat % 2 == side { "champion" } else { "any" }).collect();
        let hero = |seat: u8| (*seed as u8 / 2 + seat / 2) % 6;
        let bands = (0..seats).map(|seat| Celtiques::ready_band(&terms, Seat(hero(seat)))).collect();
        let outcome = play_with::<Celtiques>(&terms, bands, &bots, *seed, &mut |_, _, _| {});
        !outcome.winners.is_empty() && outcome.winners.iter().all(|seat| seat.0 % 2 == side)
    };
    (0..games).filter(won).count() as u64
}

/// Games of Celtiques that heroes win together, each played by a bot.
fn won_together(scenario: &str, seats: u8, bot: &str, games: u64) -> u64 {
    let terms = Celtiques::usual(scenario, seats).unwrap();
    let won = |seed: &u64| {
        let hero = |seat: u8| (*seed as u8 + seat) % 6;
        let bands = (0..seats).map(|seat| Celtiques::ready_band(&terms, Seat(hero(seat)))).collect();
        let outcome = play_with::<Celtiques>(
            &terms,
            bands,
            &[bot].repeat(usize::from(seats)),
            *seed,
            &mut |_, _, _| {},
        );
        !outcome.winners.is_empty()
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn the_beginner_loses_to_a_naive_player_and_beats_chance_in_the_fight_at_once() {
    is_a_beginner::<Celtiques>(100);
}

#[test]
fn a_bot_made_anew_answers_as_the_old_one_would() {
    remembers_nothing::<Celtiques>("cercle");
}

#[test]
fn dice_to_hand_change_no_event() {
    dice_to_hand_change_nothing::<Celtiques>();
}
