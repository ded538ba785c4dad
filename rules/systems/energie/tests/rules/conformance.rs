//! The conformance suite.

use bagarre_energie::Energie;
use bagarre_kit::conformance::{
    Effort, Players, TestKit, all, check, commands, games, positions, ready, rounds,
};
use bagarre_kit::contract::Ruleset;
use bagarre_kit::gather::Gather;

/// Commands in which a game of énergie must be over: 12 turns of ten characters with two actions, their free acts and every
/// question, and a referee's moments.
const PANELS: u32 = 4_000;

/// énergie: the games that inputs are played against, and one seat alone against the game.
fn panels() -> Vec<<Energie as Ruleset>::Setup> {
    let alone = Energie::usual("embuscade", 1).unwrap();
    Energie::setups().into_iter().chain([ready::<Energie>(&alone)]).collect()
}

#[test]
fn energie_keeps_its_promises_in_every_scenario_alone_led_and_in_a_campaign() {
    let effort = Effort { every: 12, options: 20, commands: 10, positions: 8, bound: PANELS };
    let total = all(&panels(), |n, setup| {
        games(2 * rounds(), |k| check::<Energie>(setup, k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.questions > 100 && total.offered > 1_000 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

#[test]
fn energie_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: PANELS };
    all(&panels(), |_, setup| check::<Energie>(setup, 1, Players::Absent, &effort));
}

#[test]
fn the_same_seed_gives_the_same_panels() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: PANELS };
    all(&panels(), |seed, setup| {
        let names = Energie::bots();
        let players = Players::Bot(names[seed as usize % names.len()]);
        let play = |seed| check::<Energie>(setup, seed, players, &effort);
        let first = play(seed);
        assert_eq!(first, play(seed));
        assert_ne!(first.digest, play(seed + 100).digest);
        first
    });
}

#[test]
fn no_bytes_break_the_rules_of_energie() {
    let total = commands::<Energie>(env!("CARGO_MANIFEST_DIR"), 40, 1_500);
    assert!(total.accepted > 500 && total.refused > 100 && total.positions > 20, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_energie() {
    let total = positions::<Energie>(env!("CARGO_MANIFEST_DIR"), 40, 400);
    assert!(total.refused > 20 && total.positions > 20, "{total:?}");
}
