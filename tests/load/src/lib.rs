//! The load generator: rooms full of players who play as fast as they are let, over the real protocol and real sockets,
//! and check everything that they are told. Prints what a server can take, and what it costs.
#![allow(clippy::cast_precision_loss, reason = "figures for people to read")]

pub mod consult;
pub mod crowd;
pub mod hall;
pub mod meter;
pub mod player;
pub mod rows;
pub mod serve;
mod several;
mod socket;
pub mod stage;
pub mod table;
