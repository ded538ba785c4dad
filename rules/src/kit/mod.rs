//! What several systems have alike: integer geometry, and how facts are read. Names no ruleset.

pub mod fact;
pub mod grid;
pub mod plane;
pub mod procedure;
