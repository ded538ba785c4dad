//! What clients show before a game: scenarios, equipment, gangs and the board, in French and English.

use std::sync::Arc;

use serde::Serialize;

use super::board::BoardSpec;
pub use super::gangs::Names;
use super::gangs::{GANGS, Gang, NAMES};
use super::ids::{ItemKind, Part};
use super::library::{self, Scenario, Variant};
use super::printed::{Printed, printed};
use super::setup::{Band, Character};
use super::tables::tables;
use bagarre_kit::contract::Lang;

/// The sides and places for a number of players.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct ScenarioVariant {
    players: u8,
    /// The usual number of characters of a band.
    usual: u8,
    least: u8,
    most: u8,
    /// Start zones by band; empty for random placement.
    zones: &'static [Vec<String>],
}

/// A scenario (section 21).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct ScenarioInfo {
    id: &'static str,
    fr: &'static str,
    en: &'static str,
    variants: Vec<ScenarioVariant>,
}

/// A thing of the table of equipment.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Ware {
    id: ItemKind,
    fr: &'static str,
    en: &'static str,
    cost: u8,
    kind: &'static str,
    /// The parts that it protects when worn.
    covers: &'static [Part],
    /// Whether it can be bought; the rest is found in the bar.
    sold: bool,
    /// Whether it can be worn.
    clothing: bool,
}

/// A gang one may start from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/", rename = "Gang"))]
pub struct GangInfo {
    id: &'static str,
    fr: &'static str,
    en: &'static str,
    pitch_fr: &'static str,
    pitch_en: &'static str,
    band: Band,
}

/// Everything.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Catalogue {
    scenarios: Vec<ScenarioInfo>,
    /// The table of equipment.
    wares: Vec<Ware>,
    gangs: Vec<GangInfo>,
    /// A character to start from, with all points given and no name.
    fresh: Character,
    /// Names to lend.
    lent: &'static Names,
    boards: Vec<Arc<BoardSpec>>,
    /// What the book of rules prints.
    printed: Printed,
}

fn variant(variant: &'static Variant) -> ScenarioVariant {
    let [usual, least, most] = variant.size;
    ScenarioVariant { players: variant.players, usual, least, most, zones: &variant.zones }
}

fn scenario(scenario: &'static Scenario) -> ScenarioInfo {
    ScenarioInfo {
        id: &scenario.id,
        fr: &scenario.fr,
        en: &scenario.en,
        variants: scenario.variants.iter().map(variant).collect(),
    }
}

fn ware(kind: ItemKind) -> Ware {
    let row = tables().item(kind);
    Ware {
        id: kind,
        fr: &row.fr,
        en: &row.en,
        cost: row.cost,
        kind: &row.kind,
        covers: &row.covers,
        sold: row.sold(),
        clothing: kind.is_clothing(),
    }
}

fn gang(gang: &'static Gang) -> GangInfo {
    GangInfo {
        id: &gang.id,
        fr: &gang.fr,
        en: &gang.en,
        pitch_fr: &gang.pitch_fr,
        pitch_en: &gang.pitch_en,
        band: gang.band(4, Lang::Fr),
    }
}

/// A character as even as the points allow (BAS-SET-02).
fn fresh() -> Character {
    let due = tables().characteristics().points;
    let [strength, dexterity, speed, constitution] =
        [0, 1, 2, 3].map(|place| due / 4 + u8::from(place < due % 4));
    Character { name: String::new(), strength, dexterity, speed, constitution, kit: Vec::new(), look: 0 }
}

/// The catalogue.
pub fn catalogue() -> Catalogue {
    Catalogue {
        scenarios: library::scenarios().iter().map(scenario).collect(),
        wares: ItemKind::ALL.iter().copied().map(ware).collect(),
        gangs: GANGS.iter().map(gang).collect(),
        fresh: fresh(),
        lent: &NAMES,
        boards: vec![library::troquet().spec.clone()],
        printed: printed(),
    }
}
