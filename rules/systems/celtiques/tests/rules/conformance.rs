//! The conformance suite.

use bagarre_celtiques::Celtiques;
use bagarre_kit::conformance::{Effort, Players, TestKit, all, check, commands, games, positions, rounds};
use bagarre_kit::contract::Ruleset;

/// Commands in which a game of Celtiques must be over: 12 turns of five segments for eight fighters.
const WARRIORS: u32 = 6_000;

#[test]
fn celtiques_keeps_its_promises_in_every_scenario_and_with_every_switch() {
    let effort = Effort { every: 80, options: 20, commands: 10, positions: 6, bound: WARRIORS };
    let total = all(&Celtiques::setups(), |n, setup| {
        games(rounds(), |k| check::<Celtiques>(setup, k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.questions > 20 && total.offered > 200 && total.refused > 50, "{total:?}");
    assert!(total.bent > 50 && total.bent_positions > 20, "{total:?}");
}

#[test]
fn nobody_learns_what_celts_have_sealed() {
    let effort = Effort { every: 12, options: 1, commands: 0, positions: 0, bound: WARRIORS };
    let every_fifth: Vec<_> = Celtiques::setups().into_iter().step_by(5).collect();
    let total = all(&every_fifth, |n, setup| {
        games(rounds(), |k| check::<Celtiques>(setup, 4_000 + k * 100 + n, Players::Mixed, &effort))
    });
    assert!(total.secrets > 15, "{total:?}");
}

#[test]
fn celtiques_ends_when_nobody_is_there() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: WARRIORS };
    all(&Celtiques::setups(), |_, setup| check::<Celtiques>(setup, 1, Players::Absent, &effort));
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let effort = Effort { every: 1_000, options: 0, commands: 0, positions: 0, bound: WARRIORS };
    let some: Vec<(u64, _)> = (0u64..).zip(Celtiques::setups()).step_by(7).collect();
    all(&some, |_, (seed, setup)| {
        let names = Celtiques::bots();
        let players = Players::Bot(names[*seed as usize % names.len()]);
        let play = |seed| check::<Celtiques>(setup, seed, players, &effort);
        let first = play(*seed);
        assert_eq!(first, play(*seed));
        assert_ne!(first.digest, play(*seed + 100).digest);
        first
    });
}

#[test]
fn no_bytes_break_the_rules_of_celtiques() {
    let total = commands::<Celtiques>(env!("CARGO_MANIFEST_DIR"), 32, 1_200);
    assert!(total.accepted > 150 && total.refused > 50 && total.positions > 2, "{total:?}");
}

#[test]
fn no_position_stops_a_game_of_celtiques() {
    let total = positions::<Celtiques>(env!("CARGO_MANIFEST_DIR"), 15, 200);
    assert!(total.refused > 5 && total.positions > 3, "{total:?}");
}
