//! What several systems have alike: integer geometry, how facts are read, and how clients fold them. Names no ruleset.

pub mod fact;
pub mod fold;
pub mod grid;
pub mod hex;
pub(crate) mod looks;
pub(crate) mod names;
pub mod plane;
pub mod procedure;
pub(crate) mod proposal;
pub mod refusal;
pub mod shared;
pub mod tally;
pub mod zones;
