//! What a game starts from: a scenario, a format, heroes.

use serde::{Deserialize, Serialize};

use super::arena::{Map, OwnMap};
use super::ids::{Arena, Domain, Kind, Opponent, Protection, Scenario, Skill, Weapon};
use bagarre_kit::contract::Seat;

/// A facteur de puissance (ENE-COR-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Fp {
    /// Where it counts.
    pub domain: Domain,
    /// How much.
    pub value: u8,
}

/// A hero as built (ENE-CRE).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Hero {
    /// Its number in the band: stays with it through a campaign.
    pub id: u8,
    /// 1 to 32 characters.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Physique.
    pub physique: u8,
    /// Mental.
    pub mental: u8,
    /// PE bought on top (ENE-COR-09).
    #[serde(default)]
    pub pe_bonus: u8,
    /// Weapons in their order, besides fists and feet.
    #[serde(default)]
    pub weapons: Vec<Weapon>,
    /// Its protections: an armour, a shield.
    #[serde(default)]
    pub protections: Vec<Protection>,
    /// Maitrises and prodiges.
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// At most one.
    #[serde(default)]
    pub fp: Vec<Fp>,
    /// It flies (ENE-R39).
    #[serde(default)]
    pub vol: bool,
    /// Sequels, as faces of the die (ENE-COR-12); only in a campaign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<u8>>", optional))]
    pub sequels: Vec<u8>,
    /// PE that it has not healed since its last fight (ENE-HEA-01); only in a campaign.
    #[serde(default, skip_serializing_if = "is_whole")]
    #[cfg_attr(feature = "ts", ts(as = "Option<i16>", optional))]
    pub lost: i16,
    /// Look of the character, for the client; no rule reads it.
    #[serde(default)]
    pub look: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_whole(lost: &i16) -> bool {
    *lost == 0
}

/// What a seat has earned in a campaign (ENE-FIN-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Purse {
    /// Points of creation earned by each hero.
    pub points: i32,
    /// Games played.
    pub games: u16,
}

/// What a seat brings: its heroes (ENE-DEC-15). A referee brings none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Band {
    /// 1 to 32 characters.
    pub name: String,
    /// Its heroes, in their order.
    pub heroes: Vec<Hero>,
    /// In a campaign: what it has earned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub purse: Option<Purse>,
}

impl Band {
    /// Its name and those of its heroes.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.heroes.iter().map(|it| it.name.as_str()))
    }
}

/// How successes beyond the need add damage (ENE-DMG-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Aggravation {
    /// Those beyond the need (ENE-EXA-03).
    #[default]
    Texte,
    /// All that are left (ENE-EXA-02).
    Exemple,
}

/// Options of the room.
#[allow(clippy::struct_excessive_bools, reason = "independent switches of the room")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Options {
    /// Aggravation (ENE-DMG-03, ENE-R03).
    pub aggravation: Aggravation,
    /// A fighter out of action may be struck (ENE-STA-08).
    pub finishing_blows: bool,
    /// The referee has a moment before each test (ENE-MJ-03).
    pub fenetre: bool,
    /// Maitrises and prodiges are played (ENE-MAI-03).
    pub house_maitrises: bool,
    /// Two sides begin face to face (ENE-R57).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub close: bool,
    /// A choice with one option is not asked (ENE-R60). On in new games; a game that was stored without it is asked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub only_choice: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            aggravation: Aggravation::Texte,
            finishing_blows: false,
            fenetre: false,
            house_maitrises: true,
            close: false,
            only_choice: false,
        }
    }
}

/// Opponents that a host adds to a free table (ENE-SCN-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Bring {
    /// Which.
    pub id: Opponent,
    /// How many.
    pub count: u8,
}

/// What a free table is about (ENE-SCN-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Free {
    /// Its map.
    pub arena: Arena,
    /// Opponents, for games against them.
    #[serde(default)]
    pub opponents: Vec<Bring>,
    /// The objective, in the host's words: at most 200 characters.
    #[serde(default)]
    pub objective: String,
}

/// The sides and their sizes (ENE-PLY-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Format {
    /// Heroes of each side of players.
    pub sides: Vec<u8>,
    /// Each seat for itself (ENE-FIN-08).
    #[serde(default)]
    pub ffa: bool,
}

impl Format {
    /// A format by its name: `2v1`, `coop3`, `ffa4`.
    pub fn parse(name: &str) -> Option<Self> {
        let digit = |text: &str| text.parse::<u8>().ok();
        if let Some(n) = name.strip_prefix("coop") {
            return Some(Self { sides: vec![digit(n)?], ffa: false });
        }
        if let Some(n) = name.strip_prefix("ffa") {
            return Some(Self { sides: vec![1; usize::from(digit(n)?)], ffa: true });
        }
        let (a, b) = name.split_once('v')?;
        Some(Self { sides: vec![digit(a)?, digit(b)?], ffa: false })
    }

    /// Its name, as [`Format::parse`] reads it.
    pub fn name(&self) -> String {
        match self.sides[..] {
            [heroes] => format!("coop{heroes}"),
            _ if self.ffa => format!("ffa{}", self.sides.len()),
            _ => self.sides.iter().map(u8::to_string).collect::<Vec<_>>().join("v"),
        }
    }

    /// One side of players against opponents.
    pub fn coop(&self) -> bool {
        self.sides.len() == 1
    }

    /// The side and the number of heroes of each of so many player seats; `None`: it does not take so many.
    pub fn seats(&self, players: u8) -> Option<Vec<(u8, u8)>> {
        let heroes: u8 = self.sides.iter().sum();
        let sides = (0u8..).zip(&self.sides);
        if usize::from(players) == self.sides.len() && self.sides.iter().all(|it| *it <= 3) {
            return Some(sides.map(|(side, many)| (side, *many)).collect());
        }
        if players == heroes {
            let spread = sides.flat_map(|(side, many)| (0..*many).map(move |_| (side, 1)));
            return Some(spread.collect());
        }
        if self.coop() && players > 0 && heroes.is_multiple_of(players) && heroes / players <= 3 {
            return Some((0..players).map(|_| (0, heroes / players)).collect());
        }
        None
    }
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Setup {
    /// The scenario.
    pub scenario: Scenario,
    /// The sides and their sizes.
    pub format: Format,
    /// The last seat is a referee's (ENE-MJ-01).
    #[serde(default)]
    pub mj: bool,
    /// A free table's own choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub free: Option<Free>,
    /// A map of one's own instead of the scenario's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::arena::MapData>"))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<super::arena::MapData>"))]
    pub map: Option<OwnMap>,
    /// Options of the room.
    #[serde(default)]
    pub options: Options,
    /// A game of a campaign (ENE-FIN-07).
    #[serde(default)]
    pub campaign: bool,
    /// Heroes of each seat, in seat order; a referee's band is empty.
    pub bands: Vec<Band>,
}

impl Setup {
    /// The map it is played on. A set-up whose own map has faults is refused: nothing is played on the map that is returned for it.
    pub fn map(&self) -> &Map {
        let own = self.map.as_ref().and_then(OwnMap::map);
        own.unwrap_or_else(|| super::arena::map(self.arena()))
    }

    /// The map of the tables that the scenario or the free table names.
    pub fn arena(&self) -> Arena {
        self.free.as_ref().map_or(super::tables::scenario(self.scenario).arena, |it| it.arena)
    }

    /// Whether a side is surprised (ENE-ORD-07).
    pub fn surprises(&self, side: u8) -> bool {
        let row = super::tables::scenario(self.scenario);
        let alert = row.alert_formats.iter().any(|name| Format::parse(name).as_ref() == Some(&self.format));
        !alert && row.surprised.contains(&side)
    }

    /// How many heroes play.
    pub fn heroes(&self) -> u8 {
        self.format.sides.iter().sum()
    }

    /// Player seats.
    pub fn players(&self) -> u8 {
        (self.bands.len() as u8).saturating_sub(u8::from(self.mj))
    }

    /// The seat of the referee.
    pub fn master(&self) -> Option<Seat> {
        self.mj.then(|| Seat(self.players()))
    }

    /// The side of the opponents, on which no player is.
    pub fn opponents_side(&self) -> u8 {
        self.format.sides.len() as u8
    }

    /// The side and the number of heroes of each player seat, in the order of the seats (ENE-R52).
    pub fn plan(&self) -> Vec<(u8, u8)> {
        self.format.seats(self.players()).unwrap_or_default()
    }

    /// The side of a player seat.
    pub fn side(&self, seat: Seat) -> Option<u8> {
        self.plan().get(usize::from(seat.0)).map(|(side, _)| *side)
    }
}

/// What the host of a room chooses besides the scenario: [`bagarre_kit::gather::Terms::more`]. Everything may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct More {
    /// The format, such as `2v2`; the first of the scenario that takes so many seats where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub format: Option<String>,
    /// The last seat is a referee's.
    pub mj: bool,
    /// What a free table is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub free: Option<Free>,
    /// Options of the room.
    pub options: Options,
    /// A game of a campaign; set by the campaign, not by people.
    pub campaign: bool,
}
