//! Tests of the whole: a real server, real databases, players on real sockets.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod backup;
mod baston;
mod batch;
mod blind;
mod blind_hands;
mod campaign;
mod campaign_store;
mod checker;
mod clocks;
mod crash;
mod doors;
mod exercises;
mod fair;
mod fold;
mod forget;
mod generik;
mod late;
mod lobby;
mod master;
mod mine;
mod newcomers;
mod packed;
mod pause;
mod play;
mod released;
mod reminder_store;
mod reminders;
mod sealed;
mod secrecy;
mod shuffled;
mod sockets;
mod store;
mod store_faults;
mod version;
mod wall_clock;
