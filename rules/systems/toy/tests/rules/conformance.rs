//! The conformance suite.

use bagarre_kit::conformance::{Effort, Players, Report, TestKit, check, positions, rounds};
use bagarre_kit::contract::Seat;
use bagarre_toy::{Setup, Toy};

/// The toy has few commands: a game of it is looked at from the first question to the last.
#[test]
fn toy_keeps_its_promises_alone_and_in_a_campaign() {
    let effort = Effort { every: 1, options: 10, commands: 20, positions: 20, bound: 200 };
    let mut total = Report::default();
    for (n, setup) in (0u64..).zip(Toy::setups()) {
        for k in 0..2 * rounds() as u64 {
            total.add(&check::<Toy>(&setup, k * 100 + n, Players::Mixed, &effort));
        }
    }
    assert!(total.questions > 100 && total.offered > 500 && total.refused > 100, "{total:?}");
    assert!(total.bent > 100 && total.bent_positions > 100 && total.secrets > 10, "{total:?}");
}

#[test]
fn nobody_learns_what_is_not_his() {
    // Seeds that once leaked something to an audience stay here.
    let effort = Effort { every: 1, options: 1, commands: 0, positions: 0, bound: 12_000 };
    let mut toys = Report::default();
    for seed in 0..20 * rounds() as u64 {
        let setup =
            Setup { seats: 2 + (seed % 5) as u8, turns: 5, bands: Vec::new(), youngest: Seat(0), led: false };
        toys.add(&check::<Toy>(&setup, seed, Players::Mixed, &effort));
    }
    assert!(toys.secrets > 100, "{toys:?}");
}

#[test]
fn no_position_stops_a_game_of_the_toy() {
    let total = positions::<Toy>(env!("CARGO_MANIFEST_DIR"), 200, 400);
    assert!(total.refused > 50 && total.positions > 50, "{total:?}");
}
