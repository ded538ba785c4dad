//! What all sockets of a server share: how fast they play, and what they were told.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bagarre_tests::chaos::ledger::{Ledger, Wrong};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// When a turn begins at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Not at all: what has begun is played to its end.
    Rest,
    /// As soon as it is asked for.
    Closed,
    /// When it is due: each table has a rhythm of its own from this moment on, and each turn comes up to half a period late.
    Rate(Instant, Duration),
}

/// The counts of a measurement.
#[derive(Default)]
pub struct Counts {
    /// Turns that were resolved.
    pub turns: AtomicU64,
    /// Frames, and their bytes before any compression, that came to players and to spectators.
    pub players: Sum,
    /// The same of spectators.
    pub watchers: Sum,
}

/// Frames and their bytes.
#[derive(Default)]
pub struct Sum {
    /// Frames.
    pub frames: AtomicU64,
    /// Bytes of their texts.
    pub bytes: AtomicU64,
    /// Bytes of the same as permessage-deflate with context would send them; counted by one socket of a table alone.
    pub squeezed: AtomicU64,
    /// The bytes of `bytes` that `squeezed` came of.
    pub of: AtomicU64,
}

/// What all sockets of a server share.
pub struct Hall {
    /// What they were told.
    pub ledger: Ledger,
    /// How fast they play.
    pub pace: watch::Sender<Pace>,
    /// Counted now.
    pub recording: AtomicBool,
    /// The counts.
    pub counts: Counts,
    /// Latencies in microseconds, from the last order of a turn to each socket.
    pub latencies: std::sync::Mutex<Vec<u32>>,
    /// No table begins a turn after this one.
    pub last_turn: AtomicU64,
    /// Every player keeps all that is shown, for the ledger to compare with what is stored: expensive.
    pub thorough: bool,
    /// One player and one spectator of each table compress what they get.
    pub squeeze: bool,
    /// Cancelled when all players leave.
    pub closed: CancellationToken,
    start: Instant,
}

impl Hall {
    /// Returns a hall without players.
    pub fn new(thorough: bool, squeeze: bool) -> Self {
        Self {
            ledger: Ledger::default(),
            pace: watch::Sender::new(Pace::Rest),
            recording: AtomicBool::new(false),
            counts: Counts::default(),
            latencies: std::sync::Mutex::default(),
            last_turn: AtomicU64::new(u64::MAX),
            thorough,
            squeeze,
            closed: CancellationToken::new(),
            start: Instant::now(),
        }
    }

    /// Nanoseconds since it was opened.
    pub(crate) fn clock(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    pub(crate) fn records(&self) -> bool {
        self.recording.load(Ordering::Relaxed)
    }

    pub(crate) fn wrong(&self, what: Wrong, example: impl Into<String>) {
        self.ledger.wrong(what, example.into());
    }

    /// A socket saw the end of a turn so many nanoseconds after its last order.
    pub(crate) fn late(&self, nanos: u64) {
        let micros = u32::try_from(nanos / 1000).unwrap_or(u32::MAX);
        self.latencies.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(micros);
    }
}
