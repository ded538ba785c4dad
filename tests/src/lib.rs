//! What the tests of the whole are made of: a server on a free port that can be stopped or made to crash, players who speak
//! the socket protocol, and a throw-away PostgreSQL.

pub mod blind;
pub mod chaos;
mod connection;
pub mod logs;
pub mod memory;
pub mod nats;
pub mod pgbouncer;
pub mod player;
pub mod pooler;
pub mod postgres;
pub mod receivers;
pub mod serve;
pub mod server;
pub mod sim;
pub mod toy;
pub mod twins;
pub mod wait;
