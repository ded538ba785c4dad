//! Faults on purpose, and what checks that nobody lost anything by them.

pub mod chance;
pub mod check;
pub mod client;
pub mod disk;
pub mod door;
pub mod faulty;
pub mod lane;
pub mod ledger;
pub mod program;
pub mod proxy;
pub mod report;
mod trouble;
pub mod wire;
mod wishes;
