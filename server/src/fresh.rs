//! What happened in these very seconds, kept in memory: so few, for so long.

use std::borrow::Borrow;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

/// A map that forgets each entry after a while, and the oldest when there are too many.
pub(crate) struct Fresh<K, V> {
    most: usize,
    life: Duration,
    known: BTreeMap<K, (Instant, V)>,
    /// Since when which entry is known; some are gone already.
    order: VecDeque<(Instant, K)>,
}

impl<K: Ord + Clone, V> Fresh<K, V> {
    /// An empty one, for so many entries, each for so long.
    pub(crate) const fn new(most: usize, life: Duration) -> Self {
        Self { most, life, known: BTreeMap::new(), order: VecDeque::new() }
    }

    /// Puts an entry in.
    pub(crate) fn put(&mut self, key: K, value: V) {
        let now = Instant::now();
        self.order.push_back((now, key.clone()));
        self.known.insert(key, (now, value));
        while self.order.front().is_some_and(|(since, _)| self.order.len() > self.most || self.is_old(*since))
        {
            let Some((since, key)) = self.order.pop_front() else { return };
            if self.known.get(&key).is_some_and(|(at, _)| *at == since) {
                self.known.remove(&key);
            }
        }
    }

    /// An entry, if it is still fresh.
    pub(crate) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.known.get(key).filter(|(since, _)| !self.is_old(*since)).map(|(_, value)| value)
    }

    /// Takes an entry out, if it is still fresh.
    pub(crate) fn take<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.known.remove(key).filter(|(since, _)| !self.is_old(*since)).map(|(_, value)| value)
    }

    /// Keeps only these entries.
    pub(crate) fn retain(&mut self, keep: impl Fn(&V) -> bool) {
        self.known.retain(|_, (_, value)| keep(value));
    }

    fn is_old(&self, since: Instant) -> bool {
        since.elapsed() >= self.life
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(10);

    #[tokio::test(start_paused = true)]
    async fn an_entry_is_forgotten_after_a_while() {
        let mut fresh = Fresh::new(8, LIFETIME);
        fresh.put("a", 1);
        tokio::time::advance(LIFETIME / 2).await;
        fresh.put("b", 2);
        assert_eq!((fresh.get("a"), fresh.get("b")), (Some(&1), Some(&2)));
        tokio::time::advance(LIFETIME / 2).await;
        assert_eq!((fresh.get("a"), fresh.get("b")), (None, Some(&2)));
        assert_eq!(fresh.take("a"), None);
        fresh.put("b", 3);
        tokio::time::advance(LIFETIME / 2).await;
        assert_eq!(fresh.get("b"), Some(&3), "it was put in again");
        fresh.put("c", 4);
        assert_eq!((fresh.known.len(), fresh.order.len()), (2, 2), "what is old takes no room");
    }

    #[tokio::test(start_paused = true)]
    async fn the_oldest_make_room() {
        let mut fresh = Fresh::new(2, LIFETIME);
        for (key, value) in [("a", 1), ("b", 2), ("c", 3)] {
            fresh.put(key, value);
        }
        assert_eq!((fresh.get("a"), fresh.get("b"), fresh.get("c")), (None, Some(&2), Some(&3)));
        assert_eq!(fresh.take("b"), Some(2));
        assert_eq!(fresh.get("b"), None);
        fresh.retain(|value| *value != 3);
        assert_eq!(fresh.get("c"), None);
    }
}
