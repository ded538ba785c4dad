//! How long tables stand still: the longest time in which nothing is acknowledged to those who play there, without that in which they think.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How often the tables are looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// The pace of one table.
struct Pace {
    /// When it was last acknowledged a command or an act.
    last: Instant,
    /// How long players who were asked something thought since then, and until when they do.
    thought: Duration,
    thinks_until: Instant,
    /// The longest time without since the watch began; `None` where the table is newer.
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

/// What a watch has seen of the tables that were there when it began.
pub struct Watched {
    /// The longest time in which each table was acknowledged nothing, without that in which its players thought.
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
        let fresh = Pace { last: now, thought: Duration::ZERO, thinks_until: now, longest: None };
        let pace = book.tables.entry(room.to_owned()).or_insert(fresh);
        // Another player may still think: what is left of that counts for the next time.
        let left = pace.thinks_until.saturating_duration_since(now);
        let stood = (now - pace.last.max(since)).saturating_sub(pace.thought.saturating_sub(left));
        pace.longest = pace.longest.map(|longest| longest.max(stood));
        (pace.last, pace.thought) = (now, left);
    }

    /// A player of the table has been asked something, and thinks about it until a moment.
    pub fn thinks(&self, room: &str, until: Instant) {
        let now = Instant::now();
        if let Some(pace) = self.book().tables.get_mut(room) {
            pace.thought += until.saturating_duration_since(pace.thinks_until.max(now));
            pace.thinks_until = pace.thinks_until.max(until);
        }
    }

    /// Begins to watch all tables where people have begun to play.
    pub fn watch(&self) {
        let now = Instant::now();
        let mut book = self.book();
        book.since = now;
        for pace in book.tables.values_mut() {
            pace.longest = Some(Duration::ZERO);
            // What was thought before does not count.
            pace.thought = pace.thinks_until.saturating_duration_since(now);
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

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(3);
    const TICK: Duration = Duration::from_millis(100);

    #[tokio::test(start_paused = true)]
    async fn the_longest_wait_of_each_table_counts() {
        let paces = Paces::default();
        paces.acknowledged("quick");
        paces.acknowledged("slow");
        advance(TICK).await;
        paces.watch();
        for round in 1..=5 {
            advance(TICK).await;
            paces.acknowledged("quick");
            if round == 4 {
                paces.acknowledged("slow");
                paces.acknowledged("new");
            }
        }
        let (watched, ()) = tokio::join!(paces.watched(PATIENCE), async {
            advance(TICK).await;
            paces.acknowledged("quick");
            paces.acknowledged("slow");
        });
        assert_eq!((watched.waits, watched.stalled), (vec![TICK, TICK * 4], vec![]));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_in_which_a_player_thinks_does_not_count() {
        let paces = Paces::default();
        paces.acknowledged("table");
        paces.watch();
        // No player is asked for a tick, then two think at the same time, for three ticks together; the answer takes another tick.
        advance(TICK).await;
        paces.thinks("table", Instant::now() + TICK * 2);
        advance(TICK).await;
        paces.thinks("table", Instant::now() + TICK * 2);
        advance(TICK * 3).await;
        paces.acknowledged("table");
        let (watched, ()) = tokio::join!(paces.watched(PATIENCE), async {
            paces.thinks("table", Instant::now() + TICK);
            advance(TICK).await;
            paces.acknowledged("table");
        });
        assert_eq!(watched.waits, [TICK * 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn one_player_thinks_on_when_the_other_has_answered() {
        let paces = Paces::default();
        paces.acknowledged("table");
        paces.watch();
        for ticks in [1, 5] {
            paces.thinks("table", Instant::now() + TICK * ticks);
        }
        for ticks in [1, 5] {
            advance(TICK * ticks).await;
            paces.acknowledged("table");
        }
        let (watched, ()) = tokio::join!(paces.watched(PATIENCE), async {
            paces.thinks("table", Instant::now() + TICK);
            advance(TICK).await;
            paces.acknowledged("table");
        });
        assert_eq!(watched.waits, [TICK], "the answer of the second took a tick longer than it thought");
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_that_does_not_go_on_is_stalled() {
        let paces = Paces::default();
        paces.acknowledged("table");
        advance(TICK).await;
        paces.watch();
        assert_eq!(paces.watched(PATIENCE).await.stalled, ["table"]);
    }
}
