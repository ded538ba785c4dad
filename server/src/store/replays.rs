//! Games whose rules may be gone: what is shown of those that are over, and what those that wait are owed.

use std::collections::BTreeMap;
use std::io;

use async_trait::async_trait;
use bagarre_rules::any::RulesetId;
use bagarre_rules::systems;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::error::StoreError;

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
        systems::EVERY.iter().map(rules).collect()
    }
}

/// Finished games of one version of rules whose replays are not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u16,
    /// How many games.
    pub games: u64,
}

impl std::fmt::Display for Pending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { ruleset, version, games } = self;
        write!(f, "{games} of {ruleset}, version {version}")
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
    /// A server that plays these rules starts, at a time of the tables: the time since one that did was alive last is
    /// given to every running clock and pause of their games. Those of other rules wait.
    async fn credit_rules(&self, now: i64, known: &[Rules]) -> Result<(), StoreError>;
    /// The replay of a game as it was stored: gzip of JSON.
    async fn replay(&self, game: Uuid) -> Result<Option<Vec<u8>>, StoreError>;
    /// Finished games without a replay, in the order of their ids, after one of them.
    async fn untold(&self, after: Option<Uuid>, limit: u32) -> Result<Vec<Untold>, StoreError>;
}

/// The document of a replay without the name of a seat; everything else stays as it was written.
pub fn without_name(packed: &[u8], seat: usize) -> io::Result<Vec<u8>> {
    let mut document: BTreeMap<String, Box<RawValue>> = serde_json::from_reader(GzDecoder::new(packed))?;
    if let Some(players) = document.get_mut("players") {
        let mut names: Vec<String> = serde_json::from_str(players.get())?;
        if let Some(name) = names.get_mut(seat) {
            name.clear();
        }
        *players = serde_json::value::to_raw_value(&names)?;
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    serde_json::to_writer(&mut packed, &document)?;
    packed.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_name_goes_and_everything_else_stays() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        serde_json::to_writer(
            &mut packed,
            &serde_json::json!({ "view": { "b": 1.50, "a": [2] }, "players": ["x", "y"] }),
        )
        .unwrap();
        let mut text = String::new();
        let bare = without_name(&packed.finish().unwrap(), 1).unwrap();
        GzDecoder::new(&bare[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, r#"{"players":["x",""],"view":{"a":[2],"b":1.5}}"#);
    }
}
