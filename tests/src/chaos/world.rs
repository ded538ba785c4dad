//! What all clients of a server share.

use std::net::SocketAddr;
use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Seat;
use bagarre_server::signal;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::chance::Chance;
use super::door::{Road, Tcp};
use super::ledger::{Ledger, Wrong};
use super::paces::Paces;
use super::trace::Trace;

/// What all clients of a server share.
pub struct World {
    /// What they were told.
    pub ledger: Ledger,
    /// Where the server listens, while it does.
    pub addr: signal::Receiver<Option<SocketAddr>>,
    /// How they come there.
    pub road: Arc<dyn Road>,
    /// What they are like.
    pub habits: Habits,
    /// How long their tables stood still.
    pub paces: Paces,
    /// No client begins anything new.
    pub last_orders: CancellationToken,
    /// All clients leave.
    pub closed: CancellationToken,
    /// What happened.
    pub trace: Trace,
}

impl World {
    /// A world without clients, for real time and real connections.
    pub fn new(addr: signal::Receiver<Option<SocketAddr>>) -> Self {
        Self {
            ledger: Ledger::default(),
            addr,
            road: Arc::new(Tcp),
            habits: Habits::quick(),
            paces: Paces::default(),
            last_orders: CancellationToken::new(),
            closed: CancellationToken::new(),
            trace: Trace::default(),
        }
    }

    /// Notes something that may not happen.
    pub fn wrong(&self, what: Wrong, example: impl Into<String>) {
        let example = example.into();
        self.trace.note("wrong", format_args!("{what:?}: {example}"));
        self.ledger.wrong(what, example);
    }
}

/// Knows what may be answered in a game.
pub trait Knows: Send + Sync {
    /// One of the answers that a seat may give after an entry, taken by chance; `None` when it is not asked then.
    fn answer(&self, game: Uuid, entry: u32, seat: Seat, chance: &mut Chance) -> Option<Payload>;
}

/// What clients are like. Spans are in milliseconds, mostly below the first number, and never above the second.
pub struct Habits {
    /// How long they think between two things they do.
    pub think: (u64, u64),
    /// How long they stay, if they leave at all.
    pub stay: (u64, u64),
    /// How long they are away.
    pub away: (u64, u64),
    /// Whether they change seats, are sent away, give way to bots and hand the room over.
    pub restless: bool,
    /// Whether their sockets stay while a room moves to another server: each gets another welcome then.
    pub stays: bool,
    /// Tells the clients what they may answer beside the default.
    pub knows: Option<Arc<dyn Knows>>,
}

impl Habits {
    /// People in a hurry, who always answer what counts if they do not.
    pub fn quick() -> Self {
        Self {
            think: (120, 120),
            stay: (8000, 20_000),
            away: (150, 150),
            restless: false,
            stays: false,
            knows: None,
        }
    }
}
