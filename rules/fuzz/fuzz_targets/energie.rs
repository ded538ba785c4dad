//! Arbitrary bytes as commands, answers and positions against running games of énergie.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/corpus/energie` once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::{setups, storm};
use bagarre_rules::energie::{Energie, Setup};
use libfuzzer_sys::fuzz_target;

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(setups::energie);

fuzz_target!(|data: &[u8]| {
    storm::<Energie>(&SETUPS, data);
});
