//! Arbitrary bytes as scripts for the referee.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `server/tests/corpus/scripts` once mended: `cargo test`
//! plays that folder.
#![no_main]

#[allow(dead_code, reason = "each target uses its part")]
#[path = "../../../server/tests/corpus/inputs.rs"]
mod inputs;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    inputs::script(data);
});
