//! Forgetting people, and clearing away what is old. Rows are deleted in small batches, so that no game waits for long.

use async_trait::async_trait;
use uuid::Uuid;

use super::error::StoreError;
use super::records::RoomRecord;

/// What a room or a campaign is called whose host is forgotten: the name was the host's text, and often holds the host's own.
pub const UNNAMED: &str = "Bagarre";

/// What is done to the store besides playing.
#[async_trait]
pub trait Upkeep: Send + Sync + 'static {
    /// A person goes, with everything about them: name, browsers and links at once, the rest piece by piece. `false`:
    /// there is no such person.
    async fn go(&self, guest: Uuid, at: i64) -> Result<bool, StoreError>;
    /// The same for people none of whose browsers was used since a moment; how many.
    async fn go_unseen(&self, before: i64, at: i64, limit: u32) -> Result<u64, StoreError>;
    /// People who go and have not gone yet.
    async fn going(&self, limit: u32) -> Result<Vec<Uuid>, StoreError>;
    /// The rooms that a person hosts, sits in or may enter.
    async fn rooms_about(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
    /// Deletes the membership of a person in a room.
    async fn drop_member(&self, room: &str, guest: Uuid) -> Result<(), StoreError>;
    /// Takes a name out of the records of games, and lines out of the chat; how many pieces were touched.
    async fn unname(&self, guest: Uuid, limit: u32) -> Result<u64, StoreError>;
    /// Takes a person out of all campaigns: those they host go to another member, or are closed. Their shelf is deleted. Returns the
    /// campaigns that have changed.
    async fn leave_all(&self, guest: Uuid) -> Result<Vec<String>, StoreError>;
    /// The last step: nothing about a person is left but a number.
    async fn gone(&self, guest: Uuid) -> Result<(), StoreError>;
    /// Drops numbers that nothing refers to any more; how many.
    async fn drop_ghosts(&self, limit: u32) -> Result<u64, StoreError>;
    /// Drops lines of chat from before a moment; how many.
    async fn drop_chat(&self, before: i64, limit: u32) -> Result<u64, StoreError>;
    /// Rooms of no campaign in which nothing has happened since a moment.
    async fn idle_rooms(&self, before: i64, limit: u32) -> Result<Vec<String>, StoreError>;
    /// Drops some rows of a room with its games; `true` when nothing of it is left.
    async fn drop_room(&self, room: &str, limit: u32) -> Result<bool, StoreError>;
}
