//! What the rules of every Bagarre system are made of: the contract they answer, dice, what comes before a game, procedures, integer
//! geometry, how facts are read and how clients fold them. Names no system.
//!
//! Pure: no input or output, no clock, no thread, no float, no hash order, no global. A ruleset answers the
//! questions of [`contract::Ruleset`]; everything else (rooms, journal, sockets, referee) lives elsewhere.

// What `bagarre_rules_derive` writes names this crate, here too.
extern crate self as bagarre_kit;

pub mod any;
pub mod appraisal;
#[cfg(feature = "testkit")]
pub mod conformance;
pub mod contract;
pub mod data;
pub mod deals;
pub mod dice;
pub mod exercise;
pub mod fact;
pub mod faults;
pub mod fold;
pub mod gather;
pub mod grid;
pub mod hex;
pub mod ids;
pub mod looks;
pub mod names;
pub mod notice;
pub mod plane;
pub mod presentation;
pub mod procedure;
pub mod proposal;
pub mod refusal;
pub mod row;
pub mod shared;
pub mod tally;
pub mod text;
#[cfg(feature = "ts")]
pub mod types;
pub mod zones;

pub use bagarre_rules_derive::wire;
