//! Everything a client shows before a game: data only, the same for everybody.

use std::collections::BTreeMap;

use serde::Serialize;

use super::gathering::PRESENTATION;
use super::ids::{ArenaId, Armour, Item, Shield, Weapon};
use super::setup::Hero;
use super::tables::tables;
use crate::presentation::Words;

/// A scenario with its formats.
#[derive(Debug, Serialize)]
pub struct ScenarioEntry {
    /// Its id.
    pub id: String,
    /// `1v1`, `coop3` and so on (CEL-PLY-01).
    pub formats: Vec<String>,
    /// Its map.
    pub arena: Option<ArenaId>,
    /// Turns.
    pub turns: u8,
}

/// A map.
#[derive(Debug, Serialize)]
pub struct ArenaEntry {
    /// Its id.
    pub id: ArenaId,
    /// Rows of letters (CEL-HEX-05).
    pub rows: Vec<String>,
}

/// A thing and its price.
#[derive(Debug, Serialize)]
pub struct Ware<T> {
    /// Which.
    pub id: T,
    /// Points of equipment.
    pub cost: i32,
}

/// Everything.
#[derive(Debug, Serialize)]
pub struct Catalogue {
    /// Scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    /// Maps.
    pub arenas: Vec<ArenaEntry>,
    /// Ready-made heroes (CEL-CRE-04).
    pub heroes: Vec<Hero>,
    /// Weapons.
    pub weapons: Vec<Ware<Weapon>>,
    /// Shields.
    pub shields: Vec<Ware<Shield>>,
    /// Armour.
    pub armours: Vec<Ware<Armour>>,
    /// Other things.
    pub items: Vec<Ware<Item>>,
    /// Words of campaigns.
    pub campaign: Campaign,
}

/// Words of campaigns.
#[derive(Debug, Serialize)]
pub struct Campaign {
    /// By key.
    pub words: BTreeMap<String, Words>,
}

/// The catalogue.
pub fn catalogue() -> Catalogue {
    let rows = tables();
    let scenarios = super::ids::Scenario::ALL.iter().map(|id| {
        let row = rows.scenario(*id);
        ScenarioEntry {
            id: id.id().to_owned(),
            formats: row.map_or_else(|| vec!["libre".to_owned()], |row| row.formats.clone()),
            arena: row.map(|row| row.arena),
            turns: row.map_or(rows.time.turn_limit, |row| row.turn_limit),
        }
    });
    let (weapons, shields, armours) = super::hero::wares();
    let campaign = PRESENTATION
        .words
        .iter()
        .filter_map(|(key, words)| key.strip_prefix("campaign.").map(|key| (key.to_owned(), words.clone())));
    Catalogue {
        scenarios: scenarios.collect(),
        arenas: rows.arena.iter().map(|row| ArenaEntry { id: row.id, rows: row.rows.clone() }).collect(),
        heroes: rows.character.iter().map(super::tables::Character::hero).collect(),
        weapons: weapons.into_iter().map(|id| Ware { id, cost: rows.weapon(id).cost }).collect(),
        shields: shields.iter().map(|id| Ware { id: *id, cost: rows.shield(*id).cost }).collect(),
        armours: armours.iter().map(|id| Ware { id: *id, cost: rows.armour(*id).cost }).collect(),
        items: Item::ALL.iter().map(|id| Ware { id: *id, cost: super::hero::item(*id) }).collect(),
        campaign: Campaign { words: campaign.collect() },
    }
}
