//! Arbitrary bytes as commands, answers and positions against running games of Baston.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/baston` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::baston::{Baston, Setup};
use bagarre_rules::conformance::{setups, storm};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::baston);

fuzz_target!(|data: &[u8]| {
    storm::<Baston>(&SETUPS, data);
});
