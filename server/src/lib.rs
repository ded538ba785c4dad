//! The server: guests, rooms, the journal, sockets. The rules know nothing of it.

pub mod app;
pub mod campaigns;
pub mod clock;
pub mod config;
pub mod devices;
pub mod fair;
mod gate;
pub mod http;
pub mod referee;
mod refuse;
pub mod room;
mod serve;
pub mod shelf;
pub mod signal;
pub mod store;
pub mod telemetry;
mod text;
pub mod verify;
mod wire;
pub mod world;
pub mod ws;

pub use serve::{Listener, RunError, run, run_with_admin, serve};
