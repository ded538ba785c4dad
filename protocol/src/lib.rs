//! Wire types of the Bagarre server: what crosses the socket and what an exported game holds. Serde only, no logic.
//!
//! `PROTOCOL.md` in this crate tells the same in prose, with examples.

pub mod campaign;
pub mod fair;
pub mod game;
pub mod http;
pub mod payload;
pub mod reach;
pub mod room;
pub mod socket;
pub mod whole;
