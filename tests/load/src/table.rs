//! What the sockets of one room share.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bagarre_protocol::http::Opened;
use bagarre_rules::dice::{Dice, Seeded};
use bagarre_tests::chaos::door::Person;
use bagarre_tests::chaos::ledger::Wrong;
use tokio::time::Instant;
use uuid::Uuid;

use crate::hall::{Hall, Pace};

/// Entries of which is kept what spectators were shown.
const KEPT: usize = 256;

/// Turns of which is kept when their last order was sent.
const TURNS: usize = 8;

/// What the sockets of one room share.
pub struct SharedTable {
    /// The room.
    pub opened: Opened,
    /// The person who has opened it.
    pub host: Person,
    /// Its number.
    pub number: u64,
    /// When the last order of a turn was sent, in nanoseconds of the hall: a turn may end for some while others begin the next.
    last_orders: [AtomicU64; TURNS],
    /// Turns that its host has seen resolved.
    pub turns: AtomicU64,
    /// Turns that its sockets have seen resolved, each counted for itself.
    pub turns_seen: AtomicU64,
    /// Games that have begun.
    pub games: AtomicU64,
    floor: Mutex<BTreeMap<(Uuid, u32), u64>>,
}

impl SharedTable {
    /// A table without players.
    pub fn new(opened: Opened, host: Person, number: u64) -> Self {
        let zero = || AtomicU64::new(0);
        let (turns, turns_seen, games) = (zero(), zero(), zero());
        let last_orders = std::array::from_fn(|_| zero());
        Self { opened, host, number, last_orders, turns, turns_seen, games, floor: Mutex::default() }
    }

    /// An order of a turn is sent now.
    pub(crate) fn ordered(&self, hall: &Hall, turn: u32) {
        self.last_orders[turn as usize % TURNS].store(hall.clock(), Ordering::Relaxed);
    }

    /// A socket hears that a turn is resolved.
    pub(crate) fn resolved(&self, hall: &Hall, turn: u32, host: bool) {
        if host {
            self.turns.fetch_add(1, Ordering::Relaxed);
        }
        self.turns_seen.fetch_add(1, Ordering::Relaxed);
        if hall.records() {
            if host {
                hall.counts.turns.fetch_add(1, Ordering::Relaxed);
            }
            let ordered = self.last_orders[turn as usize % TURNS].load(Ordering::Relaxed);
            if ordered > 0 {
                hall.late(hall.clock().saturating_sub(ordered));
            }
        }
    }

    /// All spectators are shown the same of an entry.
    pub(crate) fn shown_to_floor(&self, hall: &Hall, game: Uuid, n: u32, notices: &str) {
        let mut hasher = DefaultHasher::new();
        notices.hash(&mut hasher);
        let mut floor = self.floor.lock().unwrap_or_else(PoisonError::into_inner);
        if floor.len() > 2 * KEPT {
            floor.retain(|(of, entry), _| *of == game && *entry as usize + KEPT > n as usize);
        }
        if *floor.entry((game, n)).or_insert_with(|| hasher.finish()) != hasher.finish() {
            hall.wrong(
                Wrong::Diverged,
                format!("entry {n} of {game} was shown to two spectators differently"),
            );
        }
    }

    /// When the `k`th turn since a pace began is due.
    pub(crate) fn due(&self, pace: Pace, k: u64) -> Option<Instant> {
        match pace {
            Pace::Rest => None,
            Pace::Closed => Some(Instant::now()),
            Pace::Rate(since, period) => {
                let mut dice = Seeded::from_number(self.number << 32 | k);
                let share = |dice: &mut Seeded| u32::from(dice.die(250)) - 1;
                let own = period * share(&mut Seeded::from_number(self.number)) / 250;
                let late = period * share(&mut dice) / 500;
                Some(since + own + period.saturating_mul(k as u32) + late)
            }
        }
    }
}

/// How long a table may take for what needs no human.
pub(crate) const TABLE_TIMEOUT: Duration = Duration::from_mins(3);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::Ipv4Addr;

    use bagarre_tests::chaos::report::Report;

    use super::*;

    fn clean(hall: &Hall) -> bool {
        Report::new(String::new(), BTreeMap::new(), &hall.ledger).clean()
    }

    #[test]
    fn spectators_who_see_different_things_are_noticed() {
        let opened = Opened { id: "room".to_owned(), invite: String::new() };
        let host = Person { from: Ipv4Addr::LOCALHOST, token: String::new() };
        let (table, hall, game) = (SharedTable::new(opened, host, 0), Hall::new(false, false), Uuid::nil());
        table.shown_to_floor(&hall, game, 1, "[1]");
        table.shown_to_floor(&hall, game, 1, "[1]");
        table.shown_to_floor(&hall, game, 2, "[2]");
        assert!(clean(&hall));
        table.shown_to_floor(&hall, game, 2, "[3]");
        assert!(!clean(&hall));
    }

    #[test]
    fn an_entry_has_one_head() {
        let (hall, game) = (Hall::new(false, false), Uuid::nil());
        hall.ledger.head(game, 1, "aa");
        hall.ledger.head(game, 1, "aa");
        assert!(clean(&hall));
        hall.ledger.head(game, 1, "bb");
        assert!(!clean(&hall));
    }
}
