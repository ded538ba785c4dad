//! A store in memory for the simulation: it keeps the contract of the databases (the suite of `tests/whole/store.rs` runs on
//! it), needs no thread, and answers at once.

mod campaigns;
mod devices;
mod replays;
mod shelf;
mod store;
mod upkeep;
mod write;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bagarre_protocol::campaign::CampaignGamePhase;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Holder;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Record;
use bagarre_server::store::campaigns::{BandRecord, CampaignRecord, Membership};
use bagarre_server::store::devices::DeviceRecord;
use bagarre_server::store::shelf::WorkRecord;
use bagarre_server::store::{
    DeadlineRow, GameRecord, Guest, Hash, Job, JournalRow, RoomRecord, StoreError, WriteError,
};
use uuid::Uuid;

/// A table, by its primary key.
type Table<K, V> = BTreeMap<K, V>;

/// A game of a campaign.
#[derive(Clone)]
struct CampaignGameRow {
    campaign: String,
    phase: CampaignGamePhase,
    started: i64,
    ended: Option<i64>,
}

/// Everything that is stored, as the migrations lay it out.
#[derive(Default)]
struct Tables {
    guests: Table<Uuid, Guest>,
    /// When somebody went; 0 once nothing else is left of him.
    gone: Table<Uuid, i64>,
    tokens: Table<Hash, (Uuid, DeviceRecord)>,
    device_links: Table<Hash, (Uuid, i64)>,
    rooms: Table<String, RoomRecord>,
    members: Table<(String, Uuid), bool>,
    games: Table<Uuid, GameRecord>,
    journal: Table<(Uuid, u32), JournalRow>,
    drafts: Table<(Uuid, Seat), Payload>,
    deadlines: Table<(Uuid, Seat), DeadlineRow>,
    holdings: Table<(Uuid, u32, Seat), Uuid>,
    chat: Table<(String, Uuid), ChatLine>,
    meta: Table<&'static str, i64>,
    rules_alive: Table<(String, u16), i64>,
    replays: Table<Uuid, Vec<u8>>,
    campaigns: Table<String, CampaignRecord>,
    campaign_members: Table<(String, Uuid), (Membership, i64)>,
    campaign_bands: Table<(String, u32), BandRecord>,
    campaign_games: Table<Uuid, CampaignGameRow>,
    campaign_seats: Table<(Uuid, Seat), u32>,
    campaign_records: Table<(Uuid, Seat), Record>,
    works: Table<String, WorkRecord>,
}

impl Tables {
    /// A room as it is read: its players under the names they have now.
    fn room(&self, room: &RoomRecord) -> RoomRecord {
        let mut room = room.clone();
        for seat in &mut room.seats {
            if let Holder::Guest { id, name } = &mut seat.holder {
                *name = self.guests.get(id).map(|guest| guest.name.clone()).unwrap_or_default();
            }
        }
        room
    }

    /// Rooms, last touched first.
    fn rooms(&self, which: impl Fn(&RoomRecord) -> bool, limit: u32) -> Vec<RoomRecord> {
        let mut rooms: Vec<&RoomRecord> = self.rooms.values().filter(|room| which(room)).collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.touched));
        rooms.into_iter().take(limit as usize).map(|room| self.room(room)).collect()
    }
}

/// Undoes one change.
type Undo = Box<dyn FnOnce(&mut Tables)>;

/// Changes that stay together: what they were before is put back when one of them is refused.
struct Transaction<'a> {
    tables: &'a mut Tables,
    undo: Vec<Undo>,
}

impl Transaction<'_> {
    /// Writes a row, or takes it away.
    fn set<K, V>(&mut self, of: fn(&mut Tables) -> &mut Table<K, V>, key: K, row: Option<V>)
    where
        K: Ord + Clone + 'static,
        V: 'static,
    {
        let table = of(self.tables);
        let before = match row {
            Some(row) => table.insert(key.clone(), row),
            None => table.remove(&key),
        };
        self.undo.push(Box::new(move |tables| {
            match before {
                Some(row) => of(tables).insert(key, row),
                None => of(tables).remove(&key),
            };
        }));
    }

    /// Writes a row whose key nobody has.
    fn insert<K, V>(
        &mut self,
        of: fn(&mut Tables) -> &mut Table<K, V>,
        key: K,
        row: V,
    ) -> Result<(), WriteError>
    where
        K: Ord + Clone + 'static,
        V: 'static,
    {
        if of(self.tables).contains_key(&key) {
            return Err(WriteError::Conflict);
        }
        self.set(of, key, Some(row));
        Ok(())
    }

    /// Changes a row, if it is there.
    fn update<K, V>(&mut self, of: fn(&mut Tables) -> &mut Table<K, V>, key: &K, change: impl FnOnce(&mut V))
    where
        K: Ord + Clone + 'static,
        V: Clone + 'static,
    {
        if let Some(mut row) = of(self.tables).get(key).cloned() {
            change(&mut row);
            self.set(of, key.clone(), Some(row));
        }
    }

    /// Takes rows away.
    fn delete<K, V>(&mut self, of: fn(&mut Tables) -> &mut Table<K, V>, which: impl Fn(&K, &V) -> bool)
    where
        K: Ord + Clone + 'static,
        V: 'static,
    {
        let keys: Vec<K> =
            of(self.tables).iter().filter(|(key, row)| which(key, row)).map(|(key, _)| key.clone()).collect();
        for key in keys {
            self.set(of, key, None);
        }
    }

    fn roll_back(self) {
        for undo in self.undo.into_iter().rev() {
            undo(self.tables);
        }
    }
}

/// Refuses a row that refers to one which is not there.
fn refers(there: bool, to: &str) -> Result<(), WriteError> {
    if there { Ok(()) } else { Err(WriteError::Failed(format!("refers to no row of `{to}`"))) }
}

/// What a statement outside of jobs fails with.
fn failed(why: &WriteError) -> StoreError {
    StoreError::Database(sqlx::Error::Protocol(why.to_string()))
}

/// A store in memory. What it holds outlives the servers that use it, one after the other.
#[derive(Default)]
pub struct MemoryStore(Mutex<Tables>);

impl MemoryStore {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something as a whole, or not at all.
    fn transaction<T>(
        &self,
        work: impl FnOnce(&mut Transaction<'_>) -> Result<T, WriteError>,
    ) -> Result<T, WriteError> {
        let mut tables = self.tables();
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

    /// The record of a game.
    pub fn record(&self, game: Uuid) -> Option<GameRecord> {
        self.tables().games.get(&game).cloned()
    }
}
