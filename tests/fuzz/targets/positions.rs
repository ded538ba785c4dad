//! Positions bent out of shape, or as text, of the system that `SYSTEM` names: what is accepted is looked at and played on.
//!
//! CONTRIBUTING.md tells how to run it. A crash that it finds goes into `fuzz/positions` of the system once mended: `cargo test`
//! plays that folder.
#![no_main]

use std::sync::LazyLock;

use bagarre_rules::conformance::{Play, tested};
use libfuzzer_sys::fuzz_target;

static PLAY: LazyLock<Play> = LazyLock::new(|| {
    let name = std::env::var("SYSTEM").expect("SYSTEM names the system");
    tested(&name).expect("SYSTEM names a system").moments()
});

fuzz_target!(|data: &[u8]| {
    PLAY(data);
});
