//! Arbitrary bytes as what people bring: bands, tables, terms of a game, of every system.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `rules/tests/systems/imports` once mended: `cargo test`
//! plays that folder.
#![no_main]

use bagarre_rules::conformance::import;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    import(data);
});
