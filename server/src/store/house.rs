//! What the operator says to all servers at once: one row.

use async_trait::async_trait;
use bagarre_rules::presentation::Words;

use super::error::StoreError;

/// What the operator has said to all servers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HouseRecord {
    /// Goes up with each change.
    pub version: i64,
    /// What is announced.
    pub announcement: Option<Words>,
    /// Whether no server takes new rooms and games.
    pub draining: bool,
}

/// A change of what the operator says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseChange {
    /// Announces something, or nothing any more.
    Announcement(Option<Words>),
    /// No server takes new rooms and games any more, or all do again.
    Draining(bool),
}

/// What the operator has said, in the store.
#[async_trait]
pub trait Houses: Send + Sync + 'static {
    /// Returns what the operator has said.
    async fn house(&self) -> Result<HouseRecord, StoreError>;
    /// Changes it. Returns what it is then.
    async fn change_house(&self, change: &HouseChange) -> Result<HouseRecord, StoreError>;
}
