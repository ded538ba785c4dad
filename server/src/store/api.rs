//! The trait that every store implements.

use async_trait::async_trait;
use bagarre_protocol::http::PlayedGame;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::PastGame;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::assets::Assets;
use super::campaigns::Campaigns;
use super::cluster::Cluster;
use super::devices::Devices;
use super::error::{StoreError, WriteError};
use super::house::Houses;
use super::nodes::Nodes;
use super::records::{DeadlineRow, GameRecord, Guest, Holding, JournalRow, Member, RoomRecord};
use super::reminders::Reminders;
use super::replays::{Replays, Rules};
use super::secrets::Sealed;
use super::shelf::Shelf;
use super::upkeep::Upkeep;
use super::write::Job;
use crate::clock::Leap;

/// Time in which nothing could be written, which no player loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// What was added now, in milliseconds; negative where the wall clock was set back meanwhile.
    pub added: i64,
    /// All that there ever was, in milliseconds.
    pub total: i64,
    /// The moment up to which it was added, in milliseconds since 1970: the time of the tables is then `now - total`.
    pub now: i64,
}

/// What outlives the process.
#[async_trait]
pub trait Store:
    Campaigns
    + Devices
    + Shelf
    + Reminders
    + Replays
    + Upkeep
    + Nodes
    + Cluster
    + Houses
    + Assets
    + Sealed
    + Send
    + Sync
    + 'static
{
    /// Another nickname.
    async fn rename_guest(&self, guest: Uuid, name: &str) -> Result<(), StoreError>;
    /// The people with these ids, in their order; unknown ones are left out.
    async fn guests(&self, ids: &[Uuid]) -> Result<Vec<Guest>, StoreError>;

    /// A room.
    async fn room(&self, id: &str) -> Result<Option<RoomRecord>, StoreError>;
    /// Rooms that are listed and not over, last touched first.
    async fn listed_rooms(&self, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// Rooms a person is a member of, last touched first.
    async fn rooms_of(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// Rooms opened by a person since a moment, for limits.
    async fn rooms_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError>;
    /// The members of a room, also those who were sent away.
    async fn members(&self, room: &str) -> Result<Vec<Member>, StoreError>;
    /// The last lines of chat, oldest first.
    async fn chat(&self, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError>;
    /// Who said the line of chat with this id.
    async fn said_by(&self, room: &str, line: Uuid) -> Result<Option<Uuid>, StoreError>;

    /// A game.
    async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError>;
    /// The newest games of a room that are over, so many at most, oldest first.
    async fn past_games(&self, room: &str, limit: u32) -> Result<Vec<PastGame>, StoreError>;
    /// The games of a person that are over, last ended first.
    async fn played(&self, guest: Uuid, limit: u32) -> Result<Vec<PlayedGame>, StoreError>;
    /// The whole journal of a game, in order.
    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError>;
    /// Whether the journal of a game stands in the table of before migration 16. A room carries it over when it claims its first epoch
    /// ([`super::Write::ClaimEpoch`]), before anything is appended.
    async fn has_old_journal(&self, game: Uuid) -> Result<bool, StoreError>;
    /// The last entries in the journal of a game, so many at most, the newest first.
    async fn journal_end(&self, game: Uuid, most: u32) -> Result<Vec<JournalRow>, StoreError>;
    /// The last entry in the journal of a game.
    async fn last_entry(&self, game: Uuid) -> Result<Option<u32>, StoreError>;
    /// The ids of commands in the journals of a room but for one game, with their entries: those since a moment, so many at most, the newest
    /// first.
    async fn recent_commands(
        &self,
        room: &str,
        but: Option<Uuid>,
        since: i64,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError>;
    /// The ids of commands in the journal of a game of a room after an entry, with their entries: so many at most, the oldest first.
    async fn commands_after(
        &self,
        room: &str,
        game: Uuid,
        entry: u32,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError>;
    /// The drafts of a game.
    async fn drafts(&self, game: Uuid) -> Result<Vec<(Seat, Payload)>, StoreError>;
    /// Who has held the seats of a game, in the order of entries.
    async fn holdings(&self, game: Uuid) -> Result<Vec<Holding>, StoreError>;
    /// The clocks of a game.
    async fn deadlines(&self, game: Uuid) -> Result<Vec<DeadlineRow>, StoreError>;
    /// Rooms whose game follows known rules and whose first running clock, or whose pause, is over at a moment of the time of the tables or
    /// before, each with when it is over. In the order of that moment, then of the rooms' names; so many at most, those behind `after`.
    async fn due_rooms(
        &self,
        until: i64,
        known: &[Rules],
        after: Option<&(String, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, StoreError>;

    /// A server that plays these rules is alive.
    async fn beat(&self, now: i64, known: &[Rules]) -> Result<(), StoreError>;
    /// Nothing could be written from `since` (none: the server was down) or the last sign of life, whichever is later, until
    /// now, which is read once the database takes writes. Noted once, however often it is called.
    async fn credit(
        &self,
        since: Option<i64>,
        now: &(dyn Fn() -> i64 + Send + Sync),
    ) -> Result<Credit, StoreError>;
    /// Adds a leap of the wall clock to the lost time, and moves the last sign of life with it. Stored once, however often it is called.
    /// Returns all lost time, in milliseconds.
    async fn credit_leap(&self, leap: Leap) -> Result<i64, StoreError>;
    /// Writes a group of jobs with one flush. Each job is written as a whole or not at all, independently of the
    /// others; an error means that none was, [`WriteError::Unknown`] that only reading can tell.
    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError>;
    /// Whether the database takes writes.
    async fn ping(&self, now: i64) -> Result<(), StoreError>;
    /// Lets the database go.
    async fn close(&self);
}
