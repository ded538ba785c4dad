//! Baston (1985/87): a bar brawl. Rules in `docs/rules/baston.md`, numbers in `data/`.

pub mod board;
pub mod command;
pub mod event;
pub mod ids;
pub mod illegal;
pub mod order;
pub mod scene;
pub mod setup;
pub mod view;
