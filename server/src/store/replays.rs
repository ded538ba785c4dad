//! Games whose rules may be gone: what is shown of those that are over, and what those that wait are owed.

use async_trait::async_trait;
use bagarre_rules::any::RulesetId;
use uuid::Uuid;

use super::StoreError;

/// A version of a ruleset, as games are pinned to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Id of the ruleset.
    pub ruleset: &'static str,
    /// Its version.
    pub version: u16,
}

impl Rules {
    /// Everything that this build plays.
    pub fn known() -> Vec<Self> {
        let rules = |id: &RulesetId| Self { ruleset: id.name(), version: id.version() };
        RulesetId::EVERY.iter().map(rules).collect()
    }
}

/// A finished game without a stored replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untold {
    /// The game.
    pub game: Uuid,
    /// The ruleset that it follows.
    pub ruleset: String,
    /// The version that it follows.
    pub version: u16,
}

/// What outlives the process, of games whose rules may be gone. Replays are written by [`super::Write::Replay`].
#[async_trait]
pub trait Replays: Send + Sync + 'static {
    /// A server that plays these rules starts, at a time of the tables: whatever passed of it since one that did was alive
    /// last is given to every running clock and pause of their games. Those of other rules wait.
    async fn credit_rules(&self, now: i64, known: &[Rules]) -> Result<(), StoreError>;
    /// The replay of a game as it was stored: gzip of JSON.
    async fn replay(&self, game: Uuid) -> Result<Option<Vec<u8>>, StoreError>;
    /// Finished games without a replay, in the order of their ids, after one of them.
    async fn untold(&self, after: Option<Uuid>, limit: u32) -> Result<Vec<Untold>, StoreError>;
}
