//! Arbitrary bytes as exported games and campaigns.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `server/tests/corpus/exports` once mended: `cargo test`
//! plays that folder.
#![no_main]

#[allow(dead_code, reason = "each target uses its part")]
#[path = "../../../server/tests/corpus/inputs.rs"]
mod inputs;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    inputs::export(data);
});
