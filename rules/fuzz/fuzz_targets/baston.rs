//! Arbitrary bytes as commands, answers and positions against running games of Baston.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/baston` once mended: `cargo test`
//! plays that folder (`no_bytes_break_the_rules`).
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::baston::Baston;
use bagarre_rules::baston::setup::{Options, Setup};
use bagarre_rules::conformance::storm;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Gather;
use libfuzzer_sys::fuzz_target;

/// Every scenario with every number of seats, with and without house options.
static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(|| {
    let all = Options {
        characteristic_8: true,
        corner_test: true,
        melee_one_step: true,
        glass_from_windows: true,
        thrown_breaks_window: true,
        jostle_test: true,
        reveal_by_sequence: true,
    };
    let mut setups = Vec::new();
    for scenario in Baston::scenarios() {
        for terms in (2..=6).filter_map(|seats| Baston::usual(&scenario, seats)) {
            let bands = (0..terms.seats).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
            let setup = Baston::gather(&terms, bands, Seat(0)).expect("ready-made bands fit");
            setups.push(Setup { options: all, ..setup.clone() });
            setups.push(setup);
        }
    }
    setups
});

fuzz_target!(|data: &[u8]| {
    storm::<Baston>(&SETUPS, data);
});
