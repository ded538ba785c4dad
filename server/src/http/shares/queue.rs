//! A fair queue: addresses take turns, and within an address its people do, so that no request waits for many of one kind.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, oneshot};
use uuid::Uuid;

/// Requests that wait in the queue: in all, of one address, of one person.
const MAX_QUEUED: usize = 2048;
const MAX_QUEUED_OF_ADDRESS: usize = 512;
const MAX_QUEUED_OF_PERSON: usize = 64;

/// Requests that wait: addresses take turns, and within an address its people do.
#[derive(Default)]
pub(super) struct FairQueue {
    lanes: Mutex<Lanes>,
    arrived: Notify,
}

/// Keys in the order of their turns, and what is theirs.
struct Turns<K, V> {
    order: VecDeque<K>,
    of: BTreeMap<K, V>,
}

impl<K, V> Default for Turns<K, V> {
    fn default() -> Self {
        Self { order: VecDeque::new(), of: BTreeMap::new() }
    }
}

impl<K: Ord + Copy, V: Default> Turns<K, V> {
    fn entry(&mut self, key: K) -> &mut V {
        if !self.of.contains_key(&key) {
            self.order.push_back(key);
        }
        self.of.entry(key).or_default()
    }

    /// Takes something from whose turn it is; `take` also says whether nothing is left there.
    fn next<T>(&mut self, take: impl FnOnce(&mut V) -> (Option<T>, bool)) -> Option<T> {
        let key = self.order.pop_front()?;
        let (taken, empty) = take(self.of.get_mut(&key)?);
        if empty {
            self.of.remove(&key);
        } else {
            self.order.push_back(key);
        }
        taken
    }
}

#[derive(Default)]
struct Lane {
    people: Turns<Uuid, VecDeque<oneshot::Sender<()>>>,
    waiting: usize,
}

impl Lane {
    fn pop(&mut self) -> Option<oneshot::Sender<()>> {
        let popped = self.people.next(|own| (own.pop_front(), own.is_empty()));
        self.waiting -= usize::from(popped.is_some());
        popped
    }
}

#[derive(Default)]
struct Lanes {
    addresses: Turns<IpAddr, Lane>,
    waiting: usize,
}

impl Lanes {
    fn pop(&mut self) -> Option<oneshot::Sender<()>> {
        let popped = self.addresses.next(|lane| {
            let popped = lane.pop();
            (popped, lane.waiting == 0)
        });
        self.waiting -= usize::from(popped.is_some());
        popped
    }

    fn show(&self) {
        let waiting = u32::try_from(self.waiting).unwrap_or(u32::MAX);
        metrics::gauge!("bagarre_requests_waiting").set(waiting);
    }

    /// The first of the address for which most wait gives way.
    fn make_place(&mut self) {
        let longest = self
            .addresses
            .order
            .iter()
            .max_by_key(|address| self.addresses.of.get(address).map_or(0, |lane| lane.waiting));
        let Some(longest) = longest.copied() else { return };
        let Some(lane) = self.addresses.of.get_mut(&longest) else { return };
        self.waiting -= usize::from(lane.pop().is_some());
        if lane.waiting == 0 {
            self.addresses.of.remove(&longest);
            self.addresses.order.retain(|address| *address != longest);
        }
    }
}

impl FairQueue {
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        // Nothing under this lock can be left half done.
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns when a request has come since the last call.
    pub(super) async fn arrival(&self) {
        self.arrived.notified().await;
    }

    /// Closes the queue: all waiting requests are told that their turn will not come.
    pub(super) fn dismiss(&self) {
        *self.lanes() = Lanes::default();
    }

    /// Waits in line; the turn has come when the receiver says so. `None`: too many of this person or address wait already.
    pub(super) fn join(&self, address: IpAddr, person: Uuid) -> Option<oneshot::Receiver<()>> {
        let mut lanes = self.lanes();
        let lane = lanes.addresses.of.get(&address);
        let own = lane.and_then(|lane| lane.people.of.get(&person)).map_or(0, VecDeque::len);
        if own >= MAX_QUEUED_OF_PERSON || lane.is_some_and(|lane| lane.waiting >= MAX_QUEUED_OF_ADDRESS) {
            return None;
        }
        if lanes.waiting >= MAX_QUEUED {
            lanes.make_place();
        }
        let (go, turn) = oneshot::channel();
        let lane = lanes.addresses.entry(address);
        lane.people.entry(person).push_back(go);
        lane.waiting += 1;
        lanes.waiting += 1;
        lanes.show();
        drop(lanes);
        self.arrived.notify_one();
        Some(turn)
    }

    /// Lets the next request go that still waits. Returns `false` when none waits.
    pub(super) fn let_one_go(&self) -> bool {
        let mut lanes = self.lanes();
        let gone = loop {
            match lanes.pop() {
                Some(go) => {
                    // Who has given up takes no turn.
                    if go.send(()).is_ok() {
                        break true;
                    }
                }
                None => break false,
            }
        };
        lanes.show();
        gone
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::World;

    #[test]
    fn the_queue_is_bounded_and_the_longest_line_gives_way() {
        let queue = FairQueue::default();
        let address = |n: usize| IpAddr::from([10, 0, (n / 256) as u8, (n % 256) as u8]);
        let one = World::system().new_id();
        let own: Vec<_> = (0..100).filter_map(|_| queue.join(address(0), one)).collect();
        assert_eq!(own.len(), MAX_QUEUED_OF_PERSON);
        let at_one: Vec<_> =
            (0..1000).filter_map(|_| queue.join(address(0), World::system().new_id())).collect();
        assert_eq!(own.len() + at_one.len(), MAX_QUEUED_OF_ADDRESS);
        let others: Vec<_> =
            (1..=3000).filter_map(|n| queue.join(address(n), World::system().new_id())).collect();
        assert_eq!(others.len(), 3000);
        assert_eq!(queue.lanes().waiting, MAX_QUEUED);
        let gave_way = |turns: Vec<oneshot::Receiver<()>>| {
            turns
                .into_iter()
                .filter_map(|mut turn| turn.try_recv().err())
                .filter(|why| *why == oneshot::error::TryRecvError::Closed)
                .count()
        };
        assert!(
            gave_way(own) + gave_way(at_one) >= MAX_QUEUED_OF_ADDRESS - 1,
            "the longest line gives way first"
        );
        let mut let_go = 0;
        while queue.let_one_go() {
            let_go += 1;
        }
        assert!(let_go <= MAX_QUEUED && queue.lanes().waiting == 0 && queue.lanes().addresses.of.is_empty());
        drop(others);
    }
}
