//! Arbitrary bytes as commands, answers and positions against running games of GeneriK.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/generik` once mended: `cargo test`
//! plays that folder (`no_bytes_break_the_rules_of_generik`).
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::storm;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::generik::Generik;
use bagarre_rules::generik::ids::Era;
use bagarre_rules::generik::setup::{Ground, Options, Setup};
use libfuzzer_sys::fuzz_target;

/// Every scenario with every number of seats in every era: as printed, and as a game of a campaign with terrain in turn and
/// most rulings switched.
static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(|| {
    let options = Options {
        free_switching: false,
        allow_disengage: true,
        figures_block_los: true,
        defence_blind: true,
        down_defender_can_wound: true,
        chain_knockdown_loses_da: true,
        blast_knockdown_loses_da: true,
        ..Options::default()
    };
    let mut setups = Vec::new();
    for scenario in Generik::scenarios() {
        for terms in (2..=6).filter_map(|seats| Generik::usual(&scenario, seats)) {
            for (era, campaign) in Era::ALL.iter().flat_map(|era| [(era, false), (era, true)]) {
                let more = serde_json::json!({ "era": era, "campaign": campaign });
                let terms = Terms { more: Some(more), ..terms.clone() };
                let bands = (0..terms.seats).map(|seat| Generik::ready_band(&terms, Seat(seat))).collect();
                let setup = Generik::gather(&terms, bands, Seat(0)).expect("ready-made bands fit");
                setups.push(if campaign { Setup { options, ground: Ground::InTurn, ..setup } } else { setup });
            }
        }
    }
    setups
});

fuzz_target!(|data: &[u8]| {
    storm::<Generik>(&SETUPS, data);
});
