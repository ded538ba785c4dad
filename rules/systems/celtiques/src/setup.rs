//! What a game starts from.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::MapData;
use super::ids::{ArenaId, Armour, Attr, Foe, Item, Scenario, Shield, Skill, Special, Team, Weapon};
use super::tables::{Light, tables};
use bagarre_kit::contract::Seat;

/// A fighter of a band (CEL-CRE).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Hero {
    /// Its name.
    pub name: String,
    /// Attributes; one that is missing is what each hero starts with (CEL-CRE-01).
    pub attributes: BTreeMap<Attr, u8>,
    /// Points de confiance (CEL-COR-05).
    #[serde(default)]
    pub confiance: u8,
    /// Levels of its skills; one that is missing is 0.
    pub skills: BTreeMap<Skill, u8>,
    /// Special blows it has a speciality in (CEL-SPE-01).
    #[serde(default)]
    pub specialities: Vec<Special>,
    /// Weapons; the first is in hand at the start (CEL-DEG-01).
    pub weapons: Vec<Weapon>,
    /// A shield, at most one.
    #[serde(default)]
    pub shields: Vec<Shield>,
    /// Armour.
    #[serde(default)]
    pub armours: Vec<Armour>,
    /// Other things: a carnix, heads at the belt.
    #[serde(default)]
    pub items: Vec<Item>,
    /// Heads taken in a campaign, each with the games it still keeps (CEL-TET-05).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trophies: Vec<u8>,
    /// Fights undressed (CEL-TER-03).
    #[serde(default)]
    pub undressed: bool,
    /// Levels of Blessure it comes with, in a campaign (CEL-FIN-05).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub blessure: u8,
    /// Skill points it has won in a campaign (CEL-FIN-05).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub won: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "what serde hands over")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

impl Hero {
    /// The value of an attribute.
    pub fn attr(&self, attr: Attr) -> u8 {
        self.attributes.get(&attr).copied().unwrap_or(tables().creation.attribute_start)
    }

    /// The level of a skill.
    pub fn skill(&self, skill: Skill) -> u8 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }

    /// Heads at the belt (CEL-TET-02).
    pub fn heads(&self) -> u8 {
        (self.items.iter().filter(|item| **item == Item::Tete).count() + self.trophies.len()) as u8
    }
}

/// What one seat brings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Band {
    /// Its name.
    pub name: String,
    /// Its fighters.
    pub heroes: Vec<Hero>,
    /// Games of a campaign it has played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<u16>,
}

impl Band {
    /// Its name and those of its fighters.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.heroes.iter().map(|it| it.name.as_str()))
    }
}

/// Switches of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
#[allow(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct Options {
    /// The game master may step in before the dice (CEL-MJ-03).
    pub fenetre: bool,
    /// Seats begin with sensible standing orders (CEL-PLY-07, CEL-R85, CEL-R87). A new room starts with them (CEL-PLY-12); where nothing is
    /// stored they are off.
    pub consignes: bool,
    /// No phase de terreur (CEL-TER-13).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub sans_terreur: bool,
    /// A distance may be shortened at a cost in fatigue (CEL-LNG-03).
    pub longue_marche: bool,
    /// Holding at bay (CEL-RES).
    pub respect: bool,
    /// Duels of thrown and shot weapons (CEL-DUE).
    pub duel: bool,
    /// Heroes come mounted (CEL-CHV).
    pub montures: bool,
    /// The chief comes in a chariot (CEL-CHV-03).
    pub chars: bool,
    /// How dark it is (CEL-TIR-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lumiere: Option<Light>,
    /// Flags of the tactical table (CEL-CMD-08), by id.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tactique: Vec<String>,
}

/// What only this system knows of the terms of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct More {
    /// The last seat is a game master's (CEL-MJ-01).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mj: bool,
    /// Two sides of players in a scenario that may be either (CEL-SCN-03).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub versus: bool,
    /// The map of the free table (CEL-SCN-07).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<ArenaId>,
    /// The opponents of the free table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adversaires: Vec<Foe>,
    /// The objective of the free table, in the words of its game master (CEL-SCN-07).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objectif: Option<String>,
    /// A game of a campaign (CEL-FIN-05).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub campagne: bool,
    /// Switches.
    pub options: Options,
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Setup {
    /// The scenario.
    pub scenario: Scenario,
    /// Where.
    pub arena: ArenaId,
    /// A map of one's own instead of that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub map: Option<Arc<MapData>>,
    /// All players stand together against opponents.
    pub coop: bool,
    /// The last seat is a game master's.
    #[serde(default)]
    pub mj: bool,
    /// The opponents of the free table.
    #[serde(default)]
    pub adversaires: Vec<Foe>,
    /// The objective of the free table (CEL-SCN-07).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objectif: Option<String>,
    /// Switches.
    #[serde(default)]
    pub options: Options,
    /// A game of a campaign.
    #[serde(default)]
    pub campagne: bool,
    /// The bands, in seat order.
    pub bands: Vec<Band>,
}

impl Setup {
    /// How many seats play.
    pub fn players(&self) -> u8 {
        self.bands.len() as u8
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.players() + u8::from(self.mj)
    }

    /// The seat of the game master.
    pub fn master(&self) -> Option<Seat> {
        self.mj.then(|| Seat(self.players()))
    }

    /// The side of a player (CEL-PLY-01): one after the other, or all on one.
    pub fn side(&self, seat: Seat) -> Team {
        if self.coop || seat.0.is_multiple_of(2) { Team::First } else { Team::Second }
    }

    /// Whether the fight begins with a phase de terreur: its scenario has one, and the room has not left it out (CEL-TER-13).
    pub fn has_terror(&self) -> bool {
        !self.options.sans_terreur && tables().scenario(self.scenario).is_none_or(|row| row.terror)
    }

    /// Whether two seats are different players of one side.
    pub fn are_mates(&self, one: Seat, other: Seat) -> bool {
        let play = one.0 < self.players() && other.0 < self.players();
        play && one != other && self.side(one) == self.side(other)
    }
}
