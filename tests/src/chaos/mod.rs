//! Deliberate faults, and checks that no player lost anything by them.

pub mod between;
pub mod chance;
pub mod check;
pub mod client;
pub mod disk;
pub mod door;
pub mod evening;
pub mod faulty;
mod hearing;
pub mod lane;
pub mod ledger;
pub mod program;
pub mod proxy;
pub mod report;
pub mod several;
mod strikes;
pub mod trace;
mod trouble;
pub mod wire;
pub mod wishes;
pub mod world;
