//! The rules of every Bagarre system.
//!
//! Pure: no input or output, no clock, no thread, no float, no hash order, no global. A ruleset answers the
//! questions of [`contract::Ruleset`]; everything else (rooms, journal, sockets, referee) lives elsewhere.

pub mod any;
pub mod appraisal;
pub mod baston;
pub mod celtiques;
#[cfg(feature = "testkit")]
pub mod conformance;
pub mod contract;
pub mod dice;
pub mod energie;
pub mod exercise;
pub mod gather;
pub mod generik;
pub mod kit;
pub mod notice;
pub mod presentation;
pub mod row;
