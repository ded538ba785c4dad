//! The clock of the tables: it stands still whenever nothing can be written, be it that the server is down or that the
//! database is away, so that no player loses time to a fault that is not his. It follows the monotonic clock: a leap of the machine's wall
//! clock (set by hand or by NTP, a suspend, a migrated virtual machine) is credited like time that was lost, in both directions.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::world::World;

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

/// The smallest difference between the wall clock and the monotonic clock that is a leap, in milliseconds. Smaller ones are followed.
const MIN_LEAP_MS: i64 = 2_000;
/// How long two readings may lie apart that count as one moment, and how often they are taken again.
const MAX_SAMPLE_GAP: Duration = Duration::from_millis(50);
const MAX_SAMPLES: u32 = 4;

/// A clock that all tables share. Deadlines are kept in its time; players are told them in wall time.
pub struct TableClock {
    world: World,
    state: Mutex<State>,
}

struct State {
    /// All time that was ever lost, in milliseconds.
    lost: i64,
    /// The part of `lost` that the store does not have yet: leaps of the wall clock.
    unstored: i64,
    /// What the store was last known to have, in milliseconds.
    stored: i64,
    /// Since when the clock stands, in milliseconds since 1970.
    stopped: Option<i64>,
    /// The last reading of both clocks.
    last: Sample,
}

/// A reading of both clocks of the machine.
#[derive(Clone, Copy)]
struct Sample {
    /// Milliseconds since 1970.
    wall: i64,
    monotonic: Instant,
}

impl Sample {
    /// Reads both clocks. A thread that is interrupted in between reads them again.
    fn take(world: &World) -> Self {
        let mut before = Instant::now();
        for _ in 0..MAX_SAMPLES {
            let wall = world.now();
            let after = Instant::now();
            if after - before <= MAX_SAMPLE_GAP {
                return Self { wall, monotonic: after };
            }
            before = after;
        }
        Self { wall: world.now(), monotonic: Instant::now() }
    }
}

/// A leap of the wall clock that is to be stored as lost time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// How far the wall clock leapt, in milliseconds; negative when it was set back.
    pub millis: i64,
    /// The lost time in the store before this leap, in milliseconds. A store that has another number has this leap already.
    pub before: i64,
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

impl State {
    /// Takes a reading in. A leap of the wall clock is time lost, so that the time of the tables goes on where it was; while the clock
    /// stands, the store counts the whole time until it runs again.
    fn follow(&mut self, sample: Sample) {
        let passed = in_millis(sample.monotonic.saturating_duration_since(self.last.monotonic));
        let leap = sample.wall - self.last.wall.saturating_add(passed);
        self.last = sample;
        if self.stopped.is_none() && leap.abs() >= MIN_LEAP_MS {
            tracing::warn!(
                leap_ms = leap,
                "the wall clock of this machine leapt: running clocks go on without it"
            );
            metrics::counter!("bagarre_wall_clock_leaps_total").increment(1);
            self.lost += leap;
            self.unstored += leap;
        }
    }

    fn time(&self) -> Time {
        let wall = self.last.wall;
        Time { wall, table: self.stopped.unwrap_or(wall) - self.lost, runs: self.stopped.is_none() }
    }
}

impl TableClock {
    /// A clock that runs, after so many milliseconds were lost.
    pub fn new(lost: i64, world: World) -> Self {
        let last = Sample::take(&world);
        let state = State { lost, unstored: 0, stored: lost, stopped: None, last };
        Self { world, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time now.
    pub fn read(&self) -> Time {
        let mut state = self.state();
        // Taken under the lock, so that readings are followed in their order.
        state.follow(Sample::take(&self.world));
        state.time()
    }

    /// Stops the clock: nothing can be written since a moment of the monotonic clock. Returns since when it stands, in milliseconds since
    /// 1970 by the wall clock of now.
    pub(crate) fn stop(&self, since: Instant) -> i64 {
        let mut state = self.state();
        let sample = Sample::take(&self.world);
        state.follow(sample);
        let passed = in_millis(sample.monotonic.saturating_duration_since(since));
        *state.stopped.get_or_insert(sample.wall - passed)
    }

    /// Lets the clock run on; the store has so much lost time in all.
    pub(crate) fn go(&self, lost: i64) {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        let State { last, .. } = *state;
        *state = State { lost, unstored: 0, stored: lost, stopped: None, last };
    }

    /// The leap that the store does not have yet.
    pub(crate) fn unstored_leap(&self) -> Option<Leap> {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        let State { unstored, stored, .. } = *state;
        (unstored != 0).then_some(Leap { millis: unstored, before: stored })
    }

    /// A leap was stored; the store has so much lost time in all.
    pub(crate) fn leap_stored(&self, leap: Leap, stored: i64) {
        let mut state = self.state();
        state.unstored -= leap.millis;
        state.stored = stored;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock whose readings are given: monotonic milliseconds since its start, and how far the wall clock is ahead of them.
    struct Machine {
        clock: TableClock,
        start: Sample,
    }

    impl Machine {
        fn new(lost: i64) -> Self {
            let clock = TableClock::new(lost, World::system());
            let start = clock.state().last;
            Self { clock, start }
        }

        /// The time of the tables since the start, in milliseconds.
        fn table(&self, passed: u64, ahead: i64) -> i64 {
            let mut state = self.clock.state();
            state.follow(Sample {
                wall: self.start.wall + passed as i64 + ahead,
                monotonic: self.start.monotonic + Duration::from_millis(passed),
            });
            state.time().table - self.start.wall
        }
    }

    #[test]
    fn it_stands_while_nothing_can_be_written() {
        let clock = TableClock::new(1000, World::system());
        let time = clock.read();
        assert!(time.runs && time.table == time.wall - 1000 && time.to_wall(time.table) == time.wall);
        let begun = Instant::now();
        let since = clock.stop(begun);
        assert_eq!(clock.stop(begun + Duration::from_secs(4)), since);
        assert_eq!((clock.read().table, clock.read().runs), (since - 1000, false));
        clock.go(6000);
        let time = clock.read();
        assert!(time.runs && time.table == time.wall - 6000);
    }

    #[test]
    fn leaps_of_the_wall_clock_are_credited_in_both_directions() {
        const HOUR: i64 = 3_600_000;
        for leap in [HOUR, -HOUR, 5 * 365 * 24 * HOUR, -10 * 365 * 24 * HOUR] {
            let machine = Machine::new(0);
            assert_eq!(machine.table(1000, 0), 1000);
            assert_eq!(machine.table(2000, leap), 2000, "{leap}");
            assert_eq!(machine.table(3000, leap), 3000, "{leap}");
            let State { unstored, stored, .. } = *machine.clock.state();
            assert_eq!((unstored, stored), (leap, 0));
            assert_eq!(machine.table(4000, 0), 4000, "and back");
            assert_eq!(machine.clock.state().unstored, 0);
        }
    }

    #[test]
    fn a_wall_clock_that_is_slewed_is_followed() {
        let machine = Machine::new(0);
        assert_eq!(machine.table(60_000, MIN_LEAP_MS - 1), 60_000 + MIN_LEAP_MS - 1);
        assert_eq!(machine.table(120_000, 0), 120_000);
        assert_eq!(machine.clock.state().unstored, 0);
    }

    #[test]
    fn a_leap_that_comes_while_it_is_stored_stays_to_be_stored() {
        let machine = Machine::new(500);
        machine.table(1000, 10_000);
        let leap = Leap { millis: 10_000, before: 500 };
        machine.table(2000, 15_000);
        machine.clock.leap_stored(leap, 10_500);
        let State { unstored, stored, lost, .. } = *machine.clock.state();
        assert_eq!((unstored, stored, lost), (5_000, 10_500, 15_500));
    }

    #[test]
    fn a_leap_while_the_clock_stands_is_left_to_the_store() {
        let machine = Machine::new(0);
        let before = machine.table(1000, 0);
        machine.clock.state().stopped = Some(machine.start.wall + 1000);
        assert_eq!(machine.table(5000, 3_600_000), before);
        assert_eq!(machine.clock.state().unstored, 0);
    }
}
