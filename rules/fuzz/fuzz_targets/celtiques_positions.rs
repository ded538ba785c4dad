//! Arbitrary bytes as positions of Celtiques bent out of shape; what is accepted is played on.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/celtiques_positions` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::{moments, setups};
use bagarre_rules::celtiques::{Celtiques, Setup};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::celtiques);

fuzz_target!(|data: &[u8]| {
    moments::<Celtiques>(&SETUPS, data);
});
