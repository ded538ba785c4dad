//! Everything a client shows before a game: data only, the same for all audiences.

use std::collections::BTreeMap;

use serde::Serialize;

use super::gathering::PRESENTATION;
use super::ids::{ArenaId, Armour, Foe, Item, Kind, Shield, Skill, Weapon, Zone};
use super::library::LENT;
use super::setup::Hero;
use super::tables::{Critical, WeaponRow, tables};
use bagarre_kit::names::Lent;
use bagarre_kit::presentation::Words;

/// A scenario with its formats.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct ScenarioEntry {
    /// Its id.
    pub id: String,
    /// `1v1`, `coop3` and so on (CEL-PLY-01).
    pub formats: Vec<String>,
    /// Its map.
    pub arena: Option<ArenaId>,
    /// Turns.
    pub turns: u8,
    /// Whether it has a phase de terreur.
    pub terror: bool,
}

/// A map.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct ArenaEntry {
    /// Its id.
    pub id: ArenaId,
    /// Rows of letters (CEL-HEX-05).
    pub rows: Vec<String>,
}

/// A thing and its price.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Ware<T> {
    /// Which.
    pub id: T,
    /// Points of equipment.
    pub cost: i32,
}

/// A weapon as it fights.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Arm {
    /// Which.
    pub id: Weapon,
    /// The skill it is led with.
    pub skill: Skill,
    /// Added to blows.
    pub attack: i16,
    /// Added to the défense.
    pub defence: i16,
    /// Added to damage.
    pub damage: i16,
    /// How damage falls.
    pub kind: Kind,
    /// How many steps it reaches (CEL-HEX-03).
    pub reach: u16,
    /// Hands it takes.
    pub hands: u8,
    /// The four ranges, in metres for each die of Force; `fixed` says in metres alone. None: it does not fly.
    pub range: Option<[u16; 4]>,
    /// See above.
    pub fixed: bool,
    /// Points of equipment; none where it cannot be bought.
    pub cost: Option<i32>,
}

/// A piece that protects.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Cover {
    /// Which.
    pub id: Armour,
    /// How much, zone by zone.
    pub zones: BTreeMap<Zone, i16>,
}

/// A shield as it fights.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Guard {
    /// Which.
    pub id: Shield,
    /// Added to the défense.
    pub defence: i16,
    /// Damage of a blow with it.
    pub bash: i16,
}

/// A zone that a blow may be aimed at.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Aimed {
    /// Which.
    pub id: Zone,
    /// Its cost on the attack.
    pub malus: i16,
}

/// A row of the table of criticals.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Harm {
    /// Totals, from and to.
    pub from: i16,
    /// See above.
    pub to: i16,
    /// What happens.
    pub effect: Critical,
}

/// What creation allows.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Allowance {
    /// The value every attribute starts at, and the most it may be.
    pub least: u8,
    /// See above.
    pub most: u8,
    /// Points of attributes, of skills and of equipment.
    pub attributes: i32,
    /// See above.
    pub skills: i32,
    /// See above.
    pub equipment: i32,
    /// The highest level of a skill.
    pub skill_most: u8,
}

/// An opponent that a game master can call.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct FoeEntry {
    /// Which.
    pub id: Foe,
    /// Its cost of the reserve; 0 where it cannot be called.
    pub reserve: u8,
}

/// Everything.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
pub struct Catalogue {
    /// Scenarios.
    pub scenarios: Vec<ScenarioEntry>,
    /// Maps.
    pub arenas: Vec<ArenaEntry>,
    /// Ready-made heroes (CEL-CRE-04).
    pub heroes: Vec<Hero>,
    /// Names to lend.
    pub lent: &'static Lent,
    /// Weapons.
    pub weapons: Vec<Ware<Weapon>>,
    /// Shields.
    pub shields: Vec<Ware<Shield>>,
    /// Armour.
    pub armours: Vec<Ware<Armour>>,
    /// Other things.
    pub items: Vec<Ware<Item>>,
    /// Every weapon as it fights.
    pub arms: Vec<Arm>,
    /// Every shield.
    pub guards: Vec<Guard>,
    /// Every piece of armour.
    pub covers: Vec<Cover>,
    /// Zones of aimed blows.
    pub aimed: Vec<Aimed>,
    /// The table of criticals.
    pub harms: Vec<Harm>,
    /// Opponents.
    pub foes: Vec<FoeEntry>,
    /// What creation allows.
    pub allowance: Allowance,
    /// Words of campaigns.
    pub campaign: Campaign,
}

/// Words of campaigns.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
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
            terror: row.is_none_or(|row| row.terror),
        }
    });
    let (weapons, shields, armours) = super::hero::wares();
    let campaign = PRESENTATION
        .words
        .iter()
        .filter_map(|(key, words)| key.strip_prefix("campaign.").map(|key| (key.to_owned(), words.clone())));
    Catalogue {
        scenarios: scenarios.collect(),
        arenas: ArenaId::ALL
            .iter()
            .map(|id| ArenaEntry { id: *id, rows: rows.arena(*id).rows.clone() })
            .collect(),
        heroes: rows.character.iter().map(super::tables::Character::hero).collect(),
        lent: &LENT,
        shields: shields.iter().map(|id| Ware { id: *id, cost: rows.shield(*id).cost }).collect(),
        armours: armours.iter().map(|id| Ware { id: *id, cost: rows.armour(*id).cost }).collect(),
        items: Item::ALL.iter().map(|id| Ware { id: *id, cost: super::hero::item(*id) }).collect(),
        arms: rows.weapon.iter().map(|row| arm(row, weapons.contains(&row.id))).collect(),
        guards: rows
            .shield
            .iter()
            .map(|it| Guard { id: it.id, defence: it.defence, bash: it.bash })
            .collect(),
        covers: rows.armour.iter().map(|it| Cover { id: it.id, zones: it.zones.clone() }).collect(),
        aimed: rows.aimed_zone.iter().map(|it| Aimed { id: it.id, malus: it.malus }).collect(),
        harms: rows.critical.iter().map(|it| Harm { from: it.min, to: it.max, effect: it.effect }).collect(),
        foes: rows.opponent.iter().map(|it| FoeEntry { id: it.id, reserve: it.reserve }).collect(),
        allowance: allowance(),
        weapons: weapons.into_iter().map(|id| Ware { id, cost: rows.weapon(id).cost }).collect(),
        campaign: Campaign { words: campaign.collect() },
    }
}

fn arm(row: &WeaponRow, sold: bool) -> Arm {
    Arm {
        id: row.id,
        skill: row.skill,
        attack: row.attack,
        defence: row.defence,
        damage: row.damage,
        kind: row.kind,
        reach: tables().reach.hexes.get(usize::from(row.length)).copied().unwrap_or(1),
        hands: row.hands,
        range: row.throw.or(row.fixed_range),
        fixed: row.throw.is_none(),
        cost: sold.then_some(row.cost),
    }
}

fn allowance() -> Allowance {
    let rows = &tables().creation;
    Allowance {
        least: rows.attribute_start,
        most: rows.attribute_max,
        attributes: rows.attribute_points,
        skills: rows.skill_points,
        equipment: rows.equipment_points,
        skill_most: rows.skill_step_cost.len() as u8,
    }
}
