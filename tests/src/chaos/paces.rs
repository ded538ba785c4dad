//! How long tables stand still: the longest time in which nothing is acknowledged to those who play there.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// A table that was acknowledged nothing for longer is not being played.
const RECENT: Duration = Duration::from_secs(3);
/// How often the tables are looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// The pace of one table.
struct Pace {
    /// When it was last acknowledged a command or an act.
    last: Instant,
    /// The longest time without since the watch began; `None` where the table was not being played then.
    longest: Option<Duration>,
}

struct Book {
    /// When the watch began.
    since: Instant,
    tables: BTreeMap<String, Pace>,
}

/// The paces of all tables where people play.
pub struct Paces(Mutex<Book>);

impl Default for Paces {
    fn default() -> Self {
        Self(Mutex::new(Book { since: Instant::now(), tables: BTreeMap::new() }))
    }
}

/// What a watch has seen of the tables that were being played when it began.
pub struct Watched {
    /// The longest time in which each table was acknowledged nothing.
    pub waits: Vec<Duration>,
    /// The tables that did not go on.
    pub stalled: Vec<String>,
}

impl Paces {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table was acknowledged a command or an act.
    pub fn acknowledged(&self, room: &str) {
        let now = Instant::now();
        let mut book = self.book();
        let since = book.since;
        if let Some(pace) = book.tables.get_mut(room) {
            if let Some(longest) = &mut pace.longest {
                *longest = (*longest).max(now - pace.last.max(since));
            }
            pace.last = now;
        } else {
            book.tables.insert(room.to_owned(), Pace { last: now, longest: None });
        }
    }

    /// Begins to watch all tables that are being played.
    pub fn watch(&self) {
        let now = Instant::now();
        let mut book = self.book();
        book.since = now;
        for pace in book.tables.values_mut() {
            pace.longest = (now - pace.last < RECENT).then_some(Duration::ZERO);
        }
    }

    /// Waits until each watched table has gone on from this moment, or for so long.
    pub async fn watched(&self, patience: Duration) -> Watched {
        let healed = Instant::now();
        while healed.elapsed() < patience && self.book().tables.values().any(|pace| pace.stands(healed)) {
            sleep(LOOK_INTERVAL).await;
        }
        let book = self.book();
        let stalled = book.tables.iter().filter(|(_, pace)| pace.stands(healed));
        let stalled = stalled.map(|(room, _)| room.clone()).collect();
        Watched { waits: book.tables.values().filter_map(|pace| pace.longest).collect(), stalled }
    }
}

impl Pace {
    /// Whether the table is watched and has not gone on after a moment.
    fn stands(&self, after: Instant) -> bool {
        self.longest.is_some() && self.last <= after
    }
}
