//! The clock of the tables: it stands still whenever nothing can be written, be it that the server is down or that the
//! database is away, so that no player loses time to a fault that is not his.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::world::now;

/// A day, in milliseconds: what limits are counted over.
pub(crate) const DAY: i64 = 24 * 3600 * 1000;

/// A span in milliseconds, as moments and clocks are counted.
pub(crate) fn in_millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// A span in milliseconds that may have passed already.
pub(crate) fn from_millis(span: i64) -> Duration {
    Duration::from_millis(u64::try_from(span).unwrap_or(0))
}

/// A clock that all tables share. Deadlines are kept in its time; players are told them in wall time.
pub struct TableClock {
    state: Mutex<State>,
}

#[derive(Clone, Copy)]
struct State {
    /// All time that was ever lost, in milliseconds.
    lost: i64,
    /// Since when the clock stands, in milliseconds since 1970.
    stopped: Option<i64>,
}

/// One reading of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Milliseconds since 1970.
    pub wall: i64,
    /// The time of the tables: wall time without what was lost.
    pub table: i64,
    /// Whether the clock runs.
    pub runs: bool,
}

impl Time {
    /// A moment of the time of the tables, in milliseconds since 1970, if the clock runs on.
    pub const fn to_wall(self, table: i64) -> i64 {
        table + (self.wall - self.table)
    }
}

impl TableClock {
    /// A clock that runs, after so many milliseconds were lost.
    pub const fn new(lost: i64) -> Self {
        Self { state: Mutex::new(State { lost, stopped: None }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time now.
    pub fn read(&self) -> Time {
        let (wall, State { lost, stopped }) = (now(), *self.state());
        Time { wall, table: stopped.unwrap_or(wall) - lost, runs: stopped.is_none() }
    }

    /// Nothing can be written since a moment, in milliseconds since 1970.
    pub(crate) fn stop(&self, since: i64) {
        self.state().stopped.get_or_insert(since);
    }

    /// It runs on; the store knows how much was lost in all.
    pub(crate) fn go(&self, lost: i64) {
        *self.state() = State { lost, stopped: None };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_while_nothing_can_be_written() {
        let clock = TableClock::new(1000);
        let time = clock.read();
        assert!(time.runs && time.table == time.wall - 1000 && time.to_wall(time.table) == time.wall);
        let since = now() - 5000;
        clock.stop(since);
        clock.stop(since + 4000);
        assert_eq!((clock.read().table, clock.read().runs), (since - 1000, false));
        clock.go(6000);
        let time = clock.read();
        assert!(time.runs && time.table == time.wall - 6000);
    }
}
