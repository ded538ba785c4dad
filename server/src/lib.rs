//! The server: guests, rooms, the journal, sockets. The rules know nothing of it.

pub mod app;
pub mod backup;
pub mod campaigns;
pub mod clock;
pub mod config;
pub mod devices;
pub mod error;
mod exercises;
pub mod fair;
mod fights;
mod folder;
mod frame;
mod fresh;
mod games;
mod gate;
mod guests;
mod house;
pub mod http;
mod rates;
pub mod referee;
mod refuse;
mod reminders;
pub mod room;
mod serve;
pub mod shelf;
pub mod signal;
pub mod store;
pub mod telemetry;
mod text;
pub mod tokens;
mod upkeep;
pub mod verify;
mod wire;
pub mod world;
pub mod ws;

pub use serve::{Listener, RunError, run, run_with_admin, serve};
