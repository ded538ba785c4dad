//! Tests of the whole: a real server, real databases, players on real sockets.

mod baston;
mod crash;
mod lobby;
mod play;
mod secrecy;
mod sockets;
mod store;
