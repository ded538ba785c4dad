//! What clients show before a game: everything of the tables, in French and English.

use std::collections::BTreeMap;

use serde::Serialize;

use super::band::{cost, weapon_price};
use super::gathering::PRESENTATION;
use super::ids::{
    Arena, Class, Doctrine, Domain, Ground, Kind, Opponent, Protection, Scenario, Skill, Tier, Weapon,
};
use super::library;
use super::setup::Hero;
use super::tables::{SkillKind, Worn, opponent, protection, scenario, skill, tables, weapon};
use bagarre_kit::names::Lent;
use bagarre_kit::presentation::Words;

/// A zone as it is drawn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct ZoneKind {
    /// Its id and its name in the tables.
    id: String,
    name: Words,
    at: [u8; 2],
    cover: u8,
    high: bool,
    dark: bool,
    water: bool,
    capacity: u8,
    exit: Option<u8>,
}

/// A link as it is drawn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct LinkKind {
    ends: [u8; 2],
    metres: u8,
    ground: Ground,
    opaque: bool,
    road: bool,
    one_way: bool,
}

/// A map.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct ArenaKind {
    id: Arena,
    name: Words,
    zones: Vec<ZoneKind>,
    links: Vec<LinkKind>,
    /// Zones that see each other though no link joins them (ENE-MAP-05).
    views: Vec<[u8; 2]>,
    /// The zone of each console (ENE-MAP-07).
    consoles: Vec<u8>,
    /// Where reinforcements come in (ENE-MJ-05).
    entries: Vec<u8>,
    /// When which zones burn (ENE-FIN-01).
    danger: Vec<(u8, Vec<u8>, super::ids::Source)>,
}

/// A weapon.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct WeaponKind {
    id: Weapon,
    name: Words,
    damage: u8,
    zones: u8,
    thrown: u8,
    hands: u8,
    long: bool,
    area: bool,
    class: Class,
    domain: Domain,
    single_use: bool,
    /// Actions that loading it takes, after so many shots; 0 for never (ENE-ACT-08).
    reload: u8,
    shots: u8,
    price: i32,
}

/// A protection.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct ProtectionKind {
    id: Protection,
    name: Words,
    value: u8,
    /// It is worn as a shield.
    shield: bool,
}

/// A maitrise or a prodige.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct SkillInfo {
    id: Skill,
    name: Words,
    actions: u8,
    pe: i16,
    prodige: bool,
}

/// A ready-made hero.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct ReadyHero {
    hero: Hero,
    cost: i32,
}

/// An opponent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct OpponentKind {
    id: Opponent,
    name: Words,
    kind: Kind,
    tier: Tier,
    physique: u8,
    mental: u8,
    pe: i16,
    weapons: Vec<Weapon>,
    doctrine: Doctrine,
    menace: i32,
}

/// A scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct ScenarioKind {
    id: Scenario,
    name: Words,
    rule: &'static str,
    arena: Arena,
    formats: Vec<&'static str>,
    turns: u8,
    /// Seats it takes, without a referee's.
    seats: Vec<u8>,
}

/// What campaigns tell.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Campaign {
    words: BTreeMap<&'static str, Words>,
}

/// Everything that clients show before a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Catalogue {
    scenarios: Vec<ScenarioKind>,
    arenas: Vec<ArenaKind>,
    weapons: Vec<WeaponKind>,
    protections: Vec<ProtectionKind>,
    skills: Vec<SkillInfo>,
    heroes: Vec<ReadyHero>,
    /// Names to lend.
    lent: &'static Lent,
    opponents: Vec<OpponentKind>,
    budget: i32,
    campaign: Campaign,
}

/// The words of a key.
fn word(key: &str) -> Words {
    PRESENTATION.words.get(key).cloned().unwrap_or_else(|| Words::new(key, key))
}

fn arena(id: Arena) -> ArenaKind {
    let map = super::arena::map(id);
    let zone = |it: &super::arena::Place| ZoneKind {
        id: it.id.clone(),
        name: word(&format!("zone.{}.{}", id.id(), it.id)),
        at: it.at,
        cover: it.cover,
        high: it.high,
        dark: it.dark,
        water: it.water,
        capacity: it.capacity,
        exit: it.exit,
    };
    let link = |it: &super::arena::Way| LinkKind {
        ends: it.ends.map(|zone| zone.0),
        metres: it.metres,
        ground: it.ground,
        opaque: it.opaque,
        road: it.road,
        one_way: it.one_way,
    };
    let line = |it: &super::arena::Line| (it.turn, it.zones.iter().map(|zone| zone.0).collect(), it.source);
    ArenaKind {
        id,
        name: word(&format!("arena.{}", id.id())),
        zones: map.places.iter().map(zone).collect(),
        links: map.ways.iter().map(link).collect(),
        views: views(map),
        consoles: map.row.consoles.iter().map(|console| map.zone(&console.zone).0).collect(),
        entries: map.entries.iter().map(|zone| zone.0).collect(),
        danger: map.danger.iter().map(line).collect(),
    }
}

/// Zones that see each other though no link joins them (ENE-MAP-05).
fn views(map: &super::arena::Map) -> Vec<[u8; 2]> {
    map.row.vues.iter().map(|[a, b]| [map.zone(a).0, map.zone(b).0]).collect()
}

fn scenario_kind(id: Scenario) -> ScenarioKind {
    let row = scenario(id);
    let takes = |seats: &u8| {
        let formats = row.formats.iter().filter_map(|name| super::setup::Format::parse(name));
        formats.into_iter().any(|format| format.seats(*seats).is_some())
    };
    ScenarioKind {
        id,
        name: PRESENTATION.card.scenarios.get(id.id()).map(|card| card.name.clone()).unwrap_or_default(),
        rule: &row.rule,
        arena: row.arena,
        formats: row.formats.iter().map(String::as_str).collect(),
        turns: row.turn_limit,
        seats: (1..=6).filter(takes).collect(),
    }
}

/// Everything that clients show before a game.
pub fn catalogue() -> Catalogue {
    let arm = |id: Weapon| {
        let row = weapon(id);
        WeaponKind {
            id,
            name: word(&format!("weapon.{}", id.id())),
            damage: row.damage,
            zones: row.zones,
            thrown: row.thrown,
            hands: row.hands,
            long: row.long,
            area: row.area,
            class: row.class,
            domain: row.domain,
            single_use: row.single_use,
            reload: row.reload_actions,
            shots: row.magazine(),
            price: weapon_price(id),
        }
    };
    let worn = |id: Protection| ProtectionKind {
        id,
        name: word(&format!("protection.{}", id.id())),
        value: protection(id).value,
        shield: protection(id).kind == Worn::Bouclier,
    };
    let talent = |id: Skill| SkillInfo {
        id,
        name: word(&format!("skill.{}", id.id())),
        actions: skill(id).actions,
        pe: skill(id).pe_cost,
        prodige: skill(id).kind == SkillKind::Prodige,
    };
    let ready = (0..library::many()).map(|n| library::ready(n, n as u8));
    let foe = |id: Opponent| OpponentKind {
        id,
        name: word(&format!("opponent.{}", id.id())),
        kind: opponent(id).kind,
        tier: opponent(id).tier,
        physique: opponent(id).physique,
        mental: opponent(id).mental,
        pe: opponent(id).pe_max,
        weapons: opponent(id).weapons.clone(),
        doctrine: opponent(id).doctrine,
        menace: opponent(id).menace,
    };
    let words =
        ["points", "games", "sequel", "dead", "hurt"].map(|key| (key, word(&format!("campaign.{key}"))));
    Catalogue {
        scenarios: Scenario::ALL.iter().map(|id| scenario_kind(*id)).collect(),
        arenas: Arena::ALL.iter().map(|id| arena(*id)).collect(),
        weapons: Weapon::ALL.iter().map(|id| arm(*id)).collect(),
        protections: Protection::ALL.iter().map(|id| worn(*id)).collect(),
        skills: Skill::ALL.iter().map(|id| talent(*id)).collect(),
        heroes: ready.map(|hero| ReadyHero { cost: cost(&hero), hero }).collect(),
        lent: &library::LENT,
        opponents: Opponent::ALL.iter().map(|id| foe(*id)).collect(),
        budget: tables().creation.budget,
        campaign: Campaign { words: words.into_iter().collect() },
    }
}
