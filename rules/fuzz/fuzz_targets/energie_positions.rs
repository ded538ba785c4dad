//! Arbitrary bytes as positions of énergie bent out of shape; what is accepted is played on.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/energie_positions` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::{moments, setups};
use bagarre_rules::energie::{Energie, Setup};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::energie);

fuzz_target!(|data: &[u8]| {
    moments::<Energie>(&SETUPS, data);
});
