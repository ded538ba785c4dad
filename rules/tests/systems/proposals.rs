//! Proposals over games of bots in all systems: see [`bagarre_rules::conformance::proposals`].

use bagarre_rules::conformance::proposals::nothing_dominated_is_proposed;
use bagarre_rules::for_offered;

#[path = "proposals/questions.rs"]
mod questions;

#[test]
fn nothing_dominated_is_proposed_in_any_system() {
    for_offered!(nothing_dominated_is_proposed());
}
