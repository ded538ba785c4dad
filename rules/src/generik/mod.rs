//! GeneriK: skirmish with miniatures on a table of 120 × 120 cm. Rules in `docs/rules/generik.md`, numbers in `data/`.

pub mod after;
pub mod aftermath;
pub mod band;
pub mod ids;
pub mod library;
pub mod numbers;
pub mod scene;
pub mod setup;
mod shop;
pub mod space;
pub mod tables;
pub mod terrain;

pub use crate::illegal;
