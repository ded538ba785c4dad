//! Arbitrary bytes as commands, answers and positions against running games of Celtiques.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/celtiques` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::{setups, storm};
use bagarre_rules::celtiques::{Celtiques, Setup};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::celtiques);

fuzz_target!(|data: &[u8]| {
    storm::<Celtiques>(&SETUPS, data);
});
