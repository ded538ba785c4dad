//! What several systems print alike: integer geometry. Names no ruleset.

pub mod grid;
pub mod plane;
