//! Baston (1985/87): a bar brawl. Rules in `docs/rules/baston.md`, numbers in `data/`.

mod apply;
pub mod board;
pub mod command;
pub mod event;
pub mod ids;
pub mod illegal;
pub mod order;
mod resolve;
pub mod scene;
pub mod setup;
mod space;
pub mod state;
pub mod tables;
pub mod view;
