//! Scenarios of the tables.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::arena::ItemData;
use crate::ids::{Arena, Doctrine, Opponent, Scenario};
use crate::setup::Format;
use bagarre_kit::data::{by_number, keyed};

/// Opponents that a scenario brings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
pub struct BringRow {
    pub id: Opponent,
    #[serde(default)]
    pub turn: u8,
    #[serde(default)]
    pub count: u8,
    #[serde(default)]
    pub per_hero: u8,
    #[serde(default)]
    pub minus: u8,
    #[serde(default)]
    pub from_heroes: u8,
    /// How many against so many heroes, where the rest of the row does not say it.
    #[serde(default)]
    #[serde(deserialize_with = "by_number")]
    pub by_heroes: BTreeMap<u8, u8>,
    #[serde(default)]
    pub zone: String,
    #[serde(default)]
    pub doctrine: Option<Doctrine>,
    #[serde(default)]
    pub runner: bool,
}

impl BringRow {
    /// How many come against so many heroes (ENE-R54).
    pub fn many(&self, heroes: u8) -> u8 {
        if let Some(many) = self.by_heroes.get(&heroes) {
            return *many;
        }
        if heroes < self.from_heroes {
            return 0;
        }
        (self.count + self.per_hero * heroes).saturating_sub(self.minus)
    }
}

/// A scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the tables")]
#[allow(clippy::struct_excessive_bools, reason = "the columns of a table")]
pub struct ScenarioRow {
    pub id: Scenario,
    pub rule: String,
    #[allow(dead_code, reason = "a column of the specification that is for its readers")]
    pub name: String,
    pub arena: Arena,
    pub formats: Vec<String>,
    pub turn_limit: u8,
    pub surprised: Vec<u8>,
    #[serde(default)]
    pub ffa_last_standing: i32,
    #[serde(default)]
    pub opponents: Vec<BringRow>,
    #[serde(default)]
    pub coop_opponents: Vec<BringRow>,
    #[serde(default)]
    pub reinforcements: Vec<BringRow>,
    #[serde(default)]
    pub coop_reinforcements: Vec<BringRow>,
    #[serde(default)]
    pub points_per_exit: i32,
    #[serde(default)]
    pub points_item_exit: i32,
    #[serde(default)]
    pub items: Vec<ItemData>,
    /// By number of heroes.
    #[serde(default)]
    #[serde(deserialize_with = "by_number")]
    pub boss_pe_per_hero: BTreeMap<u8, i16>,
    #[serde(default)]
    #[serde(deserialize_with = "by_number")]
    pub boss_protection: BTreeMap<u8, u8>,
    #[serde(default)]
    pub runner_side: Option<u8>,
    /// The part of its PE with which the runner starts, by number of hunters; all of it where it is not told.
    #[serde(default)]
    #[serde(deserialize_with = "by_number")]
    pub runner_start_percent: BTreeMap<u8, i16>,
    /// Formats without surprise.
    #[serde(default)]
    pub alert_formats: Vec<String>,
    #[serde(default)]
    pub runner_pe_full: i16,
    /// Zones of each side in a format, where they are not those of the map.
    #[serde(default)]
    #[serde(deserialize_with = "by_format")]
    pub deploy: Vec<(Format, Vec<Vec<String>>)>,
}

fn by_format<'de, D: Deserializer<'de>, V: Deserialize<'de>>(from: D) -> Result<Vec<(Format, V)>, D::Error> {
    keyed(from, Format::parse)
}
