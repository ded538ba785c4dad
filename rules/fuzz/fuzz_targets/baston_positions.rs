//! Arbitrary bytes as positions of Baston bent out of shape; what is accepted is played on.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/baston_positions` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::baston::{Baston, Setup};
use bagarre_rules::conformance::{moments, setups};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::baston);

fuzz_target!(|data: &[u8]| {
    moments::<Baston>(&SETUPS, data);
});
