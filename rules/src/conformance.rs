//! The conformance suite, see [`bagarre_kit::conformance`], over the systems of this build.

pub use bagarre_kit::conformance::*;

use crate::systems::TESTED;

/// See [`bagarre_kit::conformance::import`]: one of the systems of this build, by its place.
pub fn import(data: &[u8]) -> bool {
    let systems: Vec<&dyn Tested> = TESTED.iter().map(|system| **system).collect();
    bagarre_kit::conformance::import(&systems, data)
}

/// The system of a given name with what its tests know of it.
pub fn tested(name: &str) -> Option<&'static dyn Tested> {
    TESTED.iter().map(|system| **system).find(|system| system.ruleset().name() == name)
}
