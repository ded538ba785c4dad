//! Faults on purpose, and what checks that nobody lost anything by them.

pub mod chance;
pub mod disk;
pub mod door;
pub mod faulty;
pub mod program;
pub mod proxy;
pub mod wire;
