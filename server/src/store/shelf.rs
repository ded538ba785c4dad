//! The shelf in the store: bands and tables of one's own.

use async_trait::async_trait;
use bagarre_protocol::campaign::WorkCard;
use bagarre_protocol::payload::Payload;
use bagarre_rules::gather::WorkKind;
use uuid::Uuid;

use super::error::StoreError;

/// Own work as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkRecord {
    /// Its public id; a person who knows it may read the work.
    pub id: String,
    /// Public id of its owner.
    pub owner: Uuid,
    /// Nickname of its owner, as it is now. Not stored with the work.
    pub by: String,
    /// What it is.
    pub kind: WorkKind,
    /// The ruleset it is for.
    pub ruleset: String,
    /// Its name.
    pub name: String,
    /// What the ruleset reads.
    pub content: Payload,
    /// When it was put there, in milliseconds since 1970.
    pub created: i64,
    /// When it was last written.
    pub touched: i64,
}

/// What outlives the process, of the shelf.
#[async_trait]
pub trait Shelf: Send + Sync + 'static {
    /// New work. `false`: its owner has `limit` works already; nothing changed.
    async fn add_work(&self, work: &WorkRecord, limit: u32) -> Result<bool, StoreError>;
    /// Work written again by its owner: its name, its content, the time. Returns `false` when the owner has no such work.
    async fn write_work(&self, work: &WorkRecord) -> Result<bool, StoreError>;
    /// Takes work off the shelf of its owner. Returns `false` when the owner has no such work.
    async fn drop_work(&self, id: &str, owner: Uuid) -> Result<bool, StoreError>;
    /// A work of a person, by its id.
    async fn work(&self, id: &str) -> Result<Option<WorkRecord>, StoreError>;
    /// The works on the shelf of a person, last written first.
    async fn works_of(&self, owner: Uuid) -> Result<Vec<WorkCard>, StoreError>;
}
