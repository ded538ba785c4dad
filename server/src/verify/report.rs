//! What a check is told, and what it finds.

use std::collections::BTreeMap;

use bagarre_rules::contract::Outcome;
use serde::Serialize;
use uuid::Uuid;

/// What the checker knows already.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The public key of the server, 64 hex digits, as it publishes it.
    pub key: Option<String>,
    /// Whether a file is accepted that is not signed, or signed by a key that was not compared. Without it, and without the key
    /// of the server, no file is.
    pub unsigned: bool,
    /// Heads of the chain that were kept while the game was played, by entry, in hex.
    pub heads: BTreeMap<u32, String>,
}

impl Known {
    /// Nothing, and the signature does not matter.
    pub fn unsigned() -> Self {
        Self { unsigned: true, ..Self::default() }
    }
}

/// What became of one part of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// It holds.
    Holds,
    /// It does not.
    Broken,
    /// The file has none: it is of before there was one.
    Absent,
    /// It could not be checked: this build has not the rules, or the key of the server was not given.
    Unchecked,
}

/// What a check of a game found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Whether everything that can be checked holds.
    pub ok: bool,
    /// Id of the game.
    pub game: Uuid,
    /// The first entry that is not what it should be.
    pub first_wrong: Option<u32>,
    /// What the dice come from: the commitment of the server and what the seats gave.
    pub draw: Part,
    /// The chain of the journal.
    pub chain: Part,
    /// Events against the rules.
    pub rules: Part,
    /// The signature of the file.
    pub signature: Part,
    /// Entries checked.
    pub entries: usize,
    /// Events compared with what the rules make.
    pub events: usize,
    /// Dice checked against the seed.
    pub dice: u64,
    /// Sealed commands checked against their digests.
    pub seals: usize,
    /// How the game ends when it is played again.
    pub outcome: Option<Outcome>,
    /// What does not hold, one line each; empty when all does. The first wrong entry ends the check of the journal.
    pub faults: Vec<String>,
    /// What could not be checked, and what to compare it with.
    pub notes: Vec<String>,
}

/// What a check of a campaign found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampaignReport {
    /// Whether everything that can be checked holds.
    pub ok: bool,
    /// Id of the campaign.
    pub campaign: String,
    /// The signature of the file.
    pub signature: Part,
    /// What does not hold, in the file and in its games.
    pub faults: Vec<String>,
    /// What could not be checked.
    pub notes: Vec<String>,
    /// Its games, in the order of the file.
    pub games: Vec<Report>,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Checked {
    /// Of a game.
    Game(Box<Report>),
    /// Of a campaign.
    Campaign(Box<CampaignReport>),
}

impl Checked {
    /// What does not hold.
    pub fn faults(&self) -> &[String] {
        match self {
            Self::Game(report) => &report.faults,
            Self::Campaign(report) => &report.faults,
        }
    }
}
