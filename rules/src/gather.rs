//! Putting a game together: from what a host chose and what each seat brought to the set-up of a ruleset.
//!
//! The engine contract starts at a set-up; rooms, simulations and tests start earlier, at a scenario and people who
//! are in a hurry. Both need the same answers of a ruleset, and they are here.

use serde::{Deserialize, Serialize};

use crate::contract::{Data, Ruleset, Seat};

/// What the host of a room chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Terms {
    /// Id of the scenario.
    pub scenario: String,
    /// How many seats.
    pub seats: u8,
    /// Characters per seat.
    pub characters: u8,
}

/// What a ruleset offers before the first state.
pub trait Gather: Ruleset {
    /// What one seat brings: in Baston, its characters with their equipment.
    type Band: Data;

    /// What somebody who hurries would choose for a scenario, with so many seats; `None` when there is no such
    /// scenario or when it does not take so many.
    fn usual(scenario: &str, seats: u8) -> Option<Terms>;

    /// Ids of the scenarios, the one to start with first.
    fn scenarios() -> Vec<String>;

    /// Everything a client shows before a game: scenarios with their limits, boards, equipment, ready-made bands,
    /// in French and English. Data only; the same for everybody.
    fn catalogue() -> serde_json::Value;

    /// Whether a game can be made on these terms.
    fn check_terms(terms: &Terms) -> Result<(), Self::Illegal>;

    /// Whether a seat may play with this band.
    fn check_band(terms: &Terms, seat: Seat, band: &Self::Band) -> Result<(), Self::Illegal>;

    /// A legal band for whoever brings none. Never the same for two seats of a game where names must differ.
    fn ready_band(terms: &Terms, seat: Seat) -> Self::Band;

    /// The set-up of a game in which each seat plays with its band, in seat order.
    fn gather(terms: &Terms, bands: Vec<Self::Band>) -> Result<Self::Setup, Self::Illegal>;
}
