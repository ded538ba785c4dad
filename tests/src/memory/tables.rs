//! The contents of the store, as the migrations lay it out, and changes to it.

use std::collections::BTreeMap;

use bagarre_protocol::campaign::CampaignGamePhase;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Holder;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Record;
use bagarre_server::store::assets::Asset;
use bagarre_server::store::campaigns::{BandRecord, CampaignRecord, Membership};
use bagarre_server::store::devices::DeviceRecord;
use bagarre_server::store::house::HouseRecord;
use bagarre_server::store::nodes::NodeRecord;
use bagarre_server::store::reminders::{PushRecord, Reach, Reminder};
use bagarre_server::store::shelf::WorkRecord;
use bagarre_server::store::{
    DeadlineRow, GameRecord, Guest, Hash, JournalRow, RoomRecord, StoreError, WriteError,
};
use uuid::Uuid;

/// A table, by its primary key.
pub(super) type Rows<K, V> = BTreeMap<K, V>;

/// A game of a campaign.
#[derive(Clone)]
pub(super) struct CampaignGameRow {
    pub(super) campaign: String,
    pub(super) phase: CampaignGamePhase,
    pub(super) started: i64,
    pub(super) ended: Option<i64>,
}

/// One of several servers, and what it alone lost, in milliseconds.
#[derive(Clone)]
pub(super) struct NodeRow {
    pub(super) record: NodeRecord,
    pub(super) lost: i64,
}

/// Everything that is stored, as the migrations lay it out.
#[derive(Default)]
pub(super) struct Tables {
    /// The server that works on the data alone.
    pub(super) node: Option<NodeRecord>,
    /// Servers of which there are several.
    pub(super) nodes: Rows<Uuid, NodeRow>,
    /// The column `node` of rooms.
    pub(super) holders: Rows<String, Uuid>,
    pub(super) house: HouseRecord,
    /// Files that servers share, and how long each is kept.
    pub(super) assets: Rows<String, (Asset, i64)>,
    /// Which server does a task, and until when.
    pub(super) tasks: Rows<String, (Uuid, i64)>,
    /// What the clock of the database shows, for conditions of writes.
    pub(super) now: i64,
    /// See [`super::MemoryStore::hoard`].
    pub(super) hoards: bool,
    pub(super) secrets: BTreeMap<String, Vec<u8>>,
    pub(super) guests: Rows<Uuid, Guest>,
    /// When a guest went; 0 once nothing else is left of the guest.
    pub(super) gone: Rows<Uuid, i64>,
    pub(super) tokens: Rows<Hash, (Uuid, DeviceRecord)>,
    pub(super) device_links: Rows<Hash, (Uuid, i64)>,
    pub(super) recoveries: Rows<Uuid, (Hash, i64)>,
    pub(super) reaches: Rows<Uuid, Reach>,
    pub(super) pushes: Rows<Hash, (Uuid, PushRecord)>,
    pub(super) reminders: Rows<(Uuid, Seat, Uuid), Reminder>,
    pub(super) rooms: Rows<String, RoomRecord>,
    pub(super) members: Rows<(String, Uuid), bool>,
    pub(super) games: Rows<Uuid, GameRecord>,
    pub(super) journal: Rows<(Uuid, u32), JournalRow>,
    pub(super) drafts: Rows<(Uuid, Seat), Payload>,
    pub(super) deadlines: Rows<(Uuid, Seat), DeadlineRow>,
    pub(super) holdings: Rows<(Uuid, u32, Seat), Uuid>,
    pub(super) chat: Rows<(String, Uuid), ChatLine>,
    pub(super) meta: Rows<&'static str, i64>,
    pub(super) rules_alive: Rows<(String, u16), i64>,
    pub(super) replays: Rows<Uuid, Vec<u8>>,
    pub(super) campaigns: Rows<String, CampaignRecord>,
    pub(super) campaign_members: Rows<(String, Uuid), (Membership, i64)>,
    pub(super) campaign_bands: Rows<(String, u32), BandRecord>,
    pub(super) campaign_games: Rows<Uuid, CampaignGameRow>,
    pub(super) campaign_seats: Rows<(Uuid, Seat), u32>,
    pub(super) campaign_records: Rows<(Uuid, Seat), Record>,
    pub(super) works: Rows<String, WorkRecord>,
}

impl Tables {
    /// A room as it is read: its players under the names they have now.
    pub(super) fn room(&self, room: &RoomRecord) -> RoomRecord {
        let mut room = room.clone();
        for seat in &mut room.seats {
            if let Holder::Guest { id, name } = &mut seat.holder {
                *name = self.guests.get(id).map(|guest| guest.name.clone()).unwrap_or_default();
            }
        }
        room
    }

    /// When the first clock of a game is over that runs and is waited for, or else the first one that runs.
    pub(super) fn first_clock(&self, game: Uuid) -> Option<i64> {
        let running =
            || self.deadlines.iter().filter(|((of, _), row)| *of == game && row.paused_left.is_none());
        let asked = running().filter(|(_, row)| row.asked.is_some()).map(|(_, row)| row.deadline).min();
        asked.or_else(|| running().map(|(_, row)| row.deadline).min())
    }

    /// Rooms, last touched first.
    pub(super) fn rooms(&self, which: impl Fn(&RoomRecord) -> bool, limit: u32) -> Vec<RoomRecord> {
        let mut rooms: Vec<&RoomRecord> = self.rooms.values().filter(|room| which(room)).collect();
        rooms.sort_by_key(|room| std::cmp::Reverse(room.touched));
        rooms.into_iter().take(limit as usize).map(|room| self.room(room)).collect()
    }
}

/// Undoes one change.
pub(super) type Undo = Box<dyn FnOnce(&mut Tables)>;

/// Changes that stay together: what they were before is put back when one of them is refused.
pub(super) struct Transaction<'a> {
    pub(super) tables: &'a mut Tables,
    pub(super) undo: Vec<Undo>,
}

impl Transaction<'_> {
    /// Notes a change of a campaign.
    pub(super) fn raise_version(&mut self, campaign: &str) {
        let raise = |row: &mut CampaignRecord| row.version += 1;
        self.update(|tables| &mut tables.campaigns, &campaign.to_owned(), raise);
    }

    /// Writes a row, or takes it away.
    pub(super) fn set<K, V>(&mut self, of: fn(&mut Tables) -> &mut Rows<K, V>, key: K, row: Option<V>)
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

    /// Writes a row whose key is free.
    pub(super) fn insert<K, V>(
        &mut self,
        of: fn(&mut Tables) -> &mut Rows<K, V>,
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
    pub(super) fn update<K, V>(
        &mut self,
        of: fn(&mut Tables) -> &mut Rows<K, V>,
        key: &K,
        change: impl FnOnce(&mut V),
    ) where
        K: Ord + Clone + 'static,
        V: Clone + 'static,
    {
        if let Some(mut row) = of(self.tables).get(key).cloned() {
            change(&mut row);
            self.set(of, key.clone(), Some(row));
        }
    }

    /// Takes rows away.
    pub(super) fn delete<K, V>(
        &mut self,
        of: fn(&mut Tables) -> &mut Rows<K, V>,
        which: impl Fn(&K, &V) -> bool,
    ) where
        K: Ord + Clone + 'static,
        V: 'static,
    {
        let keys: Vec<K> =
            of(self.tables).iter().filter(|(key, row)| which(key, row)).map(|(key, _)| key.clone()).collect();
        for key in keys {
            self.set(of, key, None);
        }
    }

    pub(super) fn roll_back(self) {
        for undo in self.undo.into_iter().rev() {
            undo(self.tables);
        }
    }
}

/// Refuses a row that refers to one which is not there.
pub(super) fn refers(there: bool, to: &str) -> Result<(), WriteError> {
    if there { Ok(()) } else { Err(WriteError::Failed(format!("refers to no row of `{to}`"))) }
}

/// What a statement outside of jobs fails with.
pub(super) fn failed(why: &WriteError) -> StoreError {
    StoreError::Database(sqlx::Error::Protocol(why.to_string()))
}
