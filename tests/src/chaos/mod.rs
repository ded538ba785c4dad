//! Deliberate faults, and checks that no player lost anything by them.

pub mod between;
pub mod chance;
pub mod check;
pub mod client;
pub mod cluster;
pub mod disk;
pub mod door;
pub mod evening;
pub mod faulty;
mod hearing;
pub mod lane;
pub mod ledger;
mod line;
pub mod paces;
mod people;
pub mod program;
pub mod proxy;
pub mod report;
mod strikes;
pub mod trace;
mod trouble;
pub mod wire;
pub mod wishes;
pub mod world;
