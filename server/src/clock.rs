//! The clock of the tables: it stands still whenever nothing can be written, be it that the server is down or that the
//! database is away, so that no player loses time to a fault of the server. It follows the monotonic clock: a leap of
//! the machine's wall clock (set by hand or by NTP, a suspend, a migrated virtual machine) is credited like time that
//! was lost, in both directions.
//!
//! Of several servers on the same data each has such a clock, which follows the clock of the database instead. What one of them cannot write, the
//! others can: time that only this server lost is kept apart (`TableClock::ahead`), and moments are stored without it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::store::cluster::Beat;
use crate::world::World;

/// A day, in milliseconds: what limits are counted over.
pub(crate) const DAY_MS: i64 = 24 * 3600 * 1000;

/// A span in milliseconds, as moments and clocks are counted.
pub(crate) fn in_millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

/// A span in milliseconds that may have passed already.
pub(crate) fn from_millis(span: i64) -> Duration {
    Duration::from_millis(u64::try_from(span).unwrap_or(0))
}

/// Returns at a moment; never, where there is none.
pub(crate) async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// The smallest difference between the wall clock and the monotonic clock that is a leap, in milliseconds. Smaller ones are followed.
const MIN_LEAP_MS: i64 = 2_000;
/// How long two readings may lie apart that count as one moment, and how often they are taken again.
const MAX_SAMPLE_GAP: Duration = Duration::from_millis(50);
const MAX_SAMPLES: u32 = 4;

/// Heartbeats that took longer do not set the clock.
const MAX_BEAT_DURATION: Duration = Duration::from_millis(500);

/// A clock that all tables of a server share. Deadlines are kept in its time; players are told them in wall time.
pub struct TableClock {
    world: World,
    state: Mutex<State>,
}

struct State {
    /// A moment of the clock of the database, in milliseconds since 1970, which is followed instead of that of the machine, if it is.
    base: Option<(Instant, i64)>,
    /// All time that was ever lost, in milliseconds.
    lost: i64,
    /// What this server alone lost beside it, in milliseconds; see [`TableClock::ahead`].
    ahead: i64,
    /// The part of `lost` that the store does not have yet: leaps of the wall clock.
    unstored: i64,
    /// What the store was last known to have, in milliseconds.
    stored: i64,
    /// Since when the clock stands, in milliseconds since 1970 by the clock that is followed.
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
        if self.base.is_none() && self.stopped.is_none() && leap.abs() >= MIN_LEAP_MS {
            tracing::warn!(
                leap_ms = leap,
                "the wall clock of this machine leapt: running clocks go on without it"
            );
            metrics::counter!("bagarre_wall_clock_leaps_total").increment(1);
            self.lost += leap;
            self.unstored += leap;
        }
    }

    /// The clock that is followed, at a moment.
    fn followed(&self, sample: Sample) -> i64 {
        match self.base {
            Some((at, now)) if sample.monotonic >= at => now + in_millis(sample.monotonic - at),
            Some((at, now)) => now - in_millis(at - sample.monotonic),
            None => sample.wall,
        }
    }

    fn time(&self) -> Time {
        let now = self.stopped.unwrap_or_else(|| self.followed(self.last));
        Time { wall: self.last.wall, table: now - self.lost - self.ahead, runs: self.stopped.is_none() }
    }

    /// Takes a reading of the clock of the database in, of a moment after which nothing else was read.
    fn set_base(&mut self, at: Instant, beat: Beat) {
        let sample = Sample { monotonic: at, ..self.last };
        let leap = (beat.now - beat.lost) - (self.followed(sample) - self.lost);
        self.stored = beat.lost;
        if self.base.is_some() && leap.abs() >= MIN_LEAP_MS {
            if self.unstored == 0 {
                tracing::warn!(
                    leap_ms = leap,
                    "the clock of the database leapt: running clocks go on without it"
                );
                metrics::counter!("bagarre_wall_clock_leaps_total").increment(1);
            }
            (self.lost, self.unstored) = (beat.lost + leap, leap);
            // A moment at which the clock was stopped is one of before the leap.
            self.stopped = self.stopped.map(|since| since + leap);
        } else {
            (self.lost, self.unstored) = (beat.lost, 0);
        }
        self.base = Some((at, beat.now));
    }
}

impl TableClock {
    /// A clock that runs, after so many milliseconds were lost.
    pub fn new(lost: i64, world: World) -> Self {
        let last = Sample::take(&world);
        let state = State { base: None, lost, ahead: 0, unstored: 0, stored: lost, stopped: None, last };
        Self { world, state: Mutex::new(state) }
    }

    /// A clock that follows that of the database, as a heartbeat that was sent then has read it.
    pub(crate) fn following(sent: Instant, beat: Beat, world: World) -> Self {
        let clock = Self::new(beat.lost, world);
        clock.state().set_base(middle(sent), beat);
        clock
    }

    /// Follows the clock of the database, as a heartbeat that was sent then has read it.
    pub(crate) fn follow_store(&self, sent: Instant, beat: Beat) {
        if sent.elapsed() <= MAX_BEAT_DURATION {
            self.state().set_base(middle(sent), beat);
        }
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

    /// The time now, as moments are stored: without what this server alone lost.
    pub(crate) fn read_stored(&self) -> Time {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        let time = state.time();
        Time { table: time.table + state.ahead, ..time }
    }

    /// Returns what the clock that is followed shows, in milliseconds since 1970.
    pub(crate) fn followed(&self) -> i64 {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        state.followed(state.last)
    }

    /// Returns the time that this server alone lost, in milliseconds, one of several: its tables are so much behind moments that are stored.
    pub(crate) fn ahead(&self) -> i64 {
        self.state().ahead
    }

    /// Stops the clock: nothing can be written since a moment of the monotonic clock. Returns since when it stands, in milliseconds since
    /// 1970 by the wall clock of now.
    pub(crate) fn stop(&self, since: Instant) -> i64 {
        let mut state = self.state();
        let sample = Sample::take(&self.world);
        state.follow(sample);
        let passed = in_millis(sample.monotonic.saturating_duration_since(since));
        let followed = state.followed(sample);
        let stopped = *state.stopped.get_or_insert(followed - passed);
        stopped + (sample.wall - followed)
    }

    /// Returns for how long the clock stands, in milliseconds; 0 where it runs.
    pub(crate) fn stood(&self) -> i64 {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        state.stopped.map_or(0, |since| (state.followed(state.last) - since).max(0))
    }

    /// The rooms of this server were given the time in which its clock stood, so that it has lost so much in all: the clock goes on to the moment at
    /// which that was.
    pub(crate) fn stood_until(&self, ahead: i64) {
        let mut state = self.state();
        let given = ahead - state.ahead;
        state.ahead = ahead;
        state.stopped = state.stopped.map(|since| since + given);
    }

    /// Lets the clock of one of several servers run on.
    pub(crate) fn go_on(&self) {
        self.state().stopped = None;
    }

    /// Lets the clock run on; the store has so much lost time in all.
    pub(crate) fn go(&self, lost: i64) {
        let mut state = self.state();
        state.follow(Sample::take(&self.world));
        let State { base, ahead, last, .. } = *state;
        *state = State { base, lost, ahead, unstored: 0, stored: lost, stopped: None, last };
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

/// The moment between one in the past and now.
fn middle(since: Instant) -> Instant {
    since + since.elapsed() / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that follows a database which is a year behind this machine.
    fn following(sent: Instant, now: i64, lost: i64) -> TableClock {
        TableClock::following(sent, Beat { now, lost }, World::system())
    }

    #[test]
    fn it_follows_the_clock_of_the_database_and_not_that_of_the_machine() {
        let sent = Instant::now();
        let clock = following(sent, 5_000_000, 1000);
        let sample = |clock: &TableClock, passed| {
            let mut state = clock.state();
            let wall = state.last.wall + 777_000;
            state.follow(Sample { wall, monotonic: sent + Duration::from_millis(passed) });
            state.time()
        };
        let (first, second) = (sample(&clock, 100), sample(&clock, 600));
        assert_eq!(second.table - first.table, 500, "the wall clock does not count");
        assert!((4_999_000..4_999_200).contains(&first.table), "{first:?}");
        assert_eq!(clock.state().unstored, 0);
    }

    #[test]
    fn a_leap_of_the_clock_of_the_database_is_credited_once() {
        let sent = Instant::now();
        let clock = following(sent, 5_000_000, 1000);
        let before = clock.state().time().table;
        clock.state().set_base(sent, Beat { now: 5_060_000, lost: 1000 });
        let State { lost, unstored, stored, .. } = *clock.state();
        assert!((59_900..60_100).contains(&unstored), "{unstored}");
        assert_eq!((lost - unstored, stored), (1000, 1000));
        assert!((clock.state().time().table - before).abs() < 100);
        // Another heartbeat before it is stored, and one after it.
        clock.state().set_base(sent, Beat { now: 5_060_000, lost: 1000 });
        assert_eq!(clock.state().unstored, unstored);
        clock.leap_stored(Leap { millis: unstored, before: 1000 }, 1000 + unstored);
        clock.state().set_base(sent, Beat { now: 5_060_000, lost: 1000 + unstored });
        let State { lost, unstored: left, .. } = *clock.state();
        assert_eq!((left, lost), (0, 1000 + unstored));
    }

    #[test]
    fn what_one_of_several_servers_lost_is_not_in_the_time_that_is_stored() {
        let clock = following(Instant::now(), 5_000_000, 0);
        assert_eq!(clock.ahead(), 0);
        clock.stop(Instant::now());
        let stands = clock.read().table;
        clock.state().stopped = Some(clock.followed() - 4000);
        assert!(clock.stood() >= 4000);
        clock.stood_until(4000);
        assert!(clock.stood() < 4000, "all but what has passed since");
        clock.go_on();
        let (time, stored) = (clock.read(), clock.read_stored());
        assert!(time.runs && (stored.table - time.table) >= 4000 - 100, "{time:?} {stored:?}");
        assert!((time.table - stands).abs() < 4100);
    }

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
        const HOUR_MS: i64 = 3_600_000;
        for leap in [HOUR_MS, -HOUR_MS, 5 * 365 * 24 * HOUR_MS, -10 * 365 * 24 * HOUR_MS] {
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
