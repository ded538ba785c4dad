//! What clients show before a game: scenarios, equipment, gangs and the board, in French and English.

use std::sync::Arc;

use serde::Serialize;

use super::board::BoardSpec;
use super::gangs::{GANGS, Gang};
use super::ids::{ItemKind, Part};
use super::library::{self, Scenario, Variant};
use super::setup::Band;
use super::tables::tables;

/// Who plays where for a number of players.
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

/// Limits of the characteristics (BAS-SET-02, 03).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Characteristics {
    /// What FOR, DEX, VIT and CON make together.
    sum: u8,
    least: u8,
    most: u8,
    /// COM by the sum of FOR and DEX.
    com: Vec<u8>,
}

/// Points of the body for a constitution (BAS-SET-04).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct DamagePoints {
    con: u8,
    /// In T, TR, BD, BG, J.
    points: [u8; 5],
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
    /// What it protects when worn.
    covers: &'static [Part],
    /// Whether it can be bought; the rest is found in the bar.
    sold: bool,
    /// Whether it can be worn.
    clothing: bool,
}

/// What equipment may cost and weigh (BAS-EQP-01, 03).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Equipment {
    /// Points of a character.
    budget: u8,
    /// Things that are not worn.
    slots: usize,
    items: Vec<Ware>,
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
    characteristics: Characteristics,
    damage_points: Vec<DamagePoints>,
    equipment: Equipment,
    gangs: Vec<GangInfo>,
    boards: Vec<Arc<BoardSpec>>,
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
        band: gang.band(4),
    }
}

/// The catalogue.
pub fn catalogue() -> Catalogue {
    let limits = tables().characteristics();
    let points = |con| tables().damage_points(con).map(|points| DamagePoints { con, points });
    Catalogue {
        scenarios: library::scenarios().iter().map(scenario).collect(),
        characteristics: Characteristics {
            sum: limits.points,
            least: limits.min,
            most: limits.max,
            com: (0..=limits.points).map(|sum| limits.combat(sum, 0)).collect(),
        },
        damage_points: (1..=8).filter_map(points).collect(),
        equipment: Equipment {
            budget: tables().budget(),
            slots: tables().slots(),
            items: ItemKind::ALL.iter().copied().map(ware).collect(),
        },
        gangs: GANGS.iter().map(gang).collect(),
        boards: vec![library::troquet().spec.clone()],
    }
}
