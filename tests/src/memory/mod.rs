//! A store in memory for the simulation: it keeps the contract of the databases (the suite of `tests/whole/store.rs` runs on
//! it), needs no thread, and answers at once.

mod campaigns;
mod cluster;
mod devices;
mod house;
mod nodes;
mod reminders;
mod replays;
mod secrets;
mod shelf;
mod store;
mod tables;
mod upkeep;
mod write;

use std::sync::{Mutex, MutexGuard, PoisonError};

use bagarre_server::store::{GameRecord, Job, JournalRow, WriteError};
use bagarre_server::world::World;
use uuid::Uuid;

use tables::{Tables, Transaction};

/// A store in memory. Its contents outlive the servers that use it, one after the other.
#[derive(Default)]
pub struct MemoryStore {
    /// The world whose time is that of the store.
    world: World,
    tables: Mutex<Tables>,
}

impl MemoryStore {
    /// Returns an empty store that has the time of a world.
    pub fn new(world: World) -> Self {
        Self { world, tables: Mutex::default() }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something as a whole, or not at all.
    fn transaction<T>(
        &self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, WriteError>,
    ) -> Result<T, WriteError> {
        let mut tables = self.tables();
        tables.now = self.world.now();
        let mut transaction = Transaction { tables: &mut tables, undo: Vec::new() };
        let done = work(&mut transaction);
        if done.is_err() {
            transaction.roll_back();
        }
        done
    }

    /// Writes a group of jobs, each as a whole or not at all.
    pub fn write(&self, jobs: &[Job]) -> Vec<Result<(), WriteError>> {
        let write = |job: &Job| {
            self.transaction(|transaction| job.iter().try_for_each(|one| write::write(transaction, one)))
        };
        jobs.iter().map(write).collect()
    }

    /// The journal of a game, in order.
    pub fn rows(&self, game: Uuid) -> Vec<JournalRow> {
        self.rows_after(game, None)
    }

    /// The journal of a game after an entry.
    pub fn rows_after(&self, game: Uuid, entry: Option<u32>) -> Vec<JournalRow> {
        let first = entry.map_or(0, |entry| entry + 1);
        self.tables().journal.range((game, first)..=(game, u32::MAX)).map(|(_, row)| row.clone()).collect()
    }

    /// The epoch of a room.
    pub fn epoch(&self, room: &str) -> Option<i64> {
        self.tables().rooms.get(room).map(|room| room.epoch)
    }

    /// Whether a task that has begun an epoch of a room holds it: the epoch is open, and the lease of the server that holds the room runs.
    pub fn is_held(&self, room: &str, epoch: i64) -> bool {
        let (tables, now) = (self.tables(), self.world.now());
        let lives = |node: &Uuid| tables.nodes.get(node).is_some_and(|row| row.record.until >= now);
        // A room that is gone is held by any.
        let open = tables.rooms.get(room).is_none_or(|room| room.epoch == epoch);
        open && tables.holders.get(room).is_none_or(lives)
    }

    /// From now on no server claims a room that another one holds, be its lease lapsed or not: a bug, planted on purpose.
    pub fn hoard(&self) {
        self.tables().hoards = true;
    }

    /// The record of a game.
    pub fn record(&self, game: Uuid) -> Option<GameRecord> {
        self.tables().games.get(&game).cloned()
    }
}
