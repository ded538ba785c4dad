//! How much of something each of many may use in a while, in bounded memory: a bucket for each, which drains evenly. Where there are
//! too many, those that have used least are forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// What each key may use: so much in one go, and as much again in a while.
pub(crate) struct Allowance<K> {
    most: u64,
    window: Duration,
    /// The most keys that are remembered.
    keys: usize,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    /// When the bucket of each key is empty again: later the more is in it.
    empty_at: BTreeMap<K, Instant>,
    by_time: BTreeSet<(Instant, K)>,
}

impl<K: Ord + Copy> Allowance<K> {
    /// Nothing is used yet.
    pub(crate) fn new(most: u64, window: Duration, keys: usize) -> Self {
        let buckets = Buckets { empty_at: BTreeMap::new(), by_time: BTreeSet::new() };
        Self { most: most.max(1), window, keys, buckets: Mutex::new(buckets) }
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets<K>> {
        // Nothing under this lock can be left half done.
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long an amount takes to drain.
    fn span(&self, amount: u64) -> Duration {
        let nanos = self.window.as_nanos() * u128::from(amount.min(self.most.saturating_mul(2)))
            / u128::from(self.most);
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }

    /// Uses an amount, if that much is left.
    pub(crate) fn take(&self, key: K, amount: u64) -> bool {
        let now = Instant::now();
        let mut buckets = self.buckets();
        let then = buckets.level(&key, now) + self.span(amount);
        let fits = then.duration_since(now) <= self.window;
        if fits {
            buckets.fill(key, then, now, self.keys);
        }
        fits
    }

    /// Whether anything is left.
    pub(crate) fn has_left(&self, key: K) -> bool {
        let now = Instant::now();
        self.buckets().level(&key, now).duration_since(now) < self.window
    }

    /// Notes what was used, also where it was more than was left; of what was too much, no more than once the whole is kept.
    pub(crate) fn charge(&self, key: K, amount: u64) {
        let now = Instant::now();
        let mut buckets = self.buckets();
        let then = (buckets.level(&key, now) + self.span(amount)).min(now + 2 * self.window);
        buckets.fill(key, then, now, self.keys);
    }
}

impl<K: Ord + Copy> Buckets<K> {
    fn level(&self, key: &K, now: Instant) -> Instant {
        self.empty_at.get(key).map_or(now, |at| (*at).max(now))
    }

    fn fill(&mut self, key: K, then: Instant, now: Instant, most: usize) {
        if let Some(before) = self.empty_at.insert(key, then) {
            self.by_time.remove(&(before, key));
        }
        self.by_time.insert((then, key));
        while let Some((at, least)) = self.by_time.first().copied()
            && (at <= now || self.by_time.len() > most)
        {
            self.by_time.remove(&(at, least));
            self.empty_at.remove(&least);
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[tokio::test(start_paused = true)]
    async fn what_is_used_comes_back_evenly() {
        let allowance = Allowance::new(10, HOUR, 100);
        assert_eq!((0..20).filter(|_| allowance.take('a', 1)).count(), 10);
        assert!(allowance.take('b', 10) && !allowance.take('b', 1) && !allowance.has_left('b'));
        advance(HOUR / 2).await;
        assert_eq!((0..20).filter(|_| allowance.take('a', 1)).count(), 5);
        assert!(allowance.has_left('b') && allowance.take('b', 5));
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_too_much_is_paid_back_and_no_more_than_once_the_whole() {
        let allowance = Allowance::new(1000, HOUR, 100);
        for _ in 0..50 {
            allowance.charge('a', u64::MAX);
        }
        advance(HOUR).await;
        assert!(!allowance.has_left('a'));
        advance(Duration::from_secs(1)).await;
        assert!(allowance.has_left('a'));
    }

    #[tokio::test(start_paused = true)]
    async fn of_too_many_those_that_used_least_are_forgotten() {
        let allowance = Allowance::new(100, HOUR, 50);
        allowance.charge(0_u32, 100);
        for key in 1..10_000 {
            assert!(allowance.take(key, 1));
            assert!(allowance.buckets().empty_at.len() <= 50);
        }
        assert!(!allowance.has_left(0), "who used most is remembered");
        advance(HOUR + HOUR).await;
        assert!(allowance.take(1, 1));
        let buckets = allowance.buckets();
        assert_eq!((buckets.empty_at.len(), buckets.by_time.len()), (1, 1), "what has drained takes no room");
    }
}
