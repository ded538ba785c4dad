//! The state that moves or changes in a fight. All of it is public (ENE-PLY-03); mines that no character has met lie beside it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ids::{
    Doctrine, Domain, Door, Kind, Link, Opponent, Scope, Skill, Source, Tier, Weapon, Who, Zone,
};
use super::setup::Fp;
use super::tables::{skill, tables, weapon};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::shared::Shared;

/// What never changes about a character.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(clippy::struct_excessive_bools, reason = "independent traits of a character")]
pub struct Sheet {
    /// A hero's name; an opponent is called after its kind.
    pub name: String,
    /// Which opponent, if it is one.
    pub opponent: Option<Opponent>,
    /// The number of an opponent among its like, from 1; 0 for a hero.
    pub number: u8,
    /// Its player; none for an opponent.
    pub seat: Option<Seat>,
    /// Its place in the band of its player.
    pub member: u8,
    /// Its side.
    pub side: u8,
    /// Its kind.
    pub kind: Kind,
    /// How much it matters.
    pub tier: Tier,
    /// Physique (ENE-COR-01): as many dice (ENE-COR-02).
    pub physique: u8,
    /// Mental.
    pub mental: u8,
    /// PE when whole.
    pub pe_max: i16,
    /// Maitrises and prodiges that are played.
    pub skills: Vec<Skill>,
    /// Facteurs de puissance.
    pub fp: Vec<Fp>,
    /// Value of its armour.
    pub armour: u8,
    /// Value of its shield: one hand, no two-handed weapon (ENE-PRO-04); 0 for none.
    pub shield: u8,
    /// It flies.
    pub vol: bool,
    /// It lives in water alone (ENE-MOV-12).
    pub water_only: bool,
    /// Metres of an action on land (ENE-COR-12).
    pub land: u8,
    /// A disadvantage with two-handed weapons (ENE-COR-12).
    pub weak_arm: bool,
    /// A disadvantage on attacks from another zone (ENE-COR-12).
    pub weak_eye: bool,
    /// How it acts when no player runs it.
    pub doctrine: Doctrine,
    /// Actions of its Onde mentale (ENE-OPP-02).
    pub wave_actions: u8,
    /// It is chased (ENE-SCN-06).
    pub runner: bool,
}

impl Sheet {
    /// Whether it has a maitrise.
    pub fn has(&self, skill: Skill) -> bool {
        self.skills.contains(&skill)
    }

    /// Its FP in a domain: the highest only (ENE-COR-10).
    pub fn fp(&self, domain: Domain) -> u8 {
        self.fp.iter().filter(|it| it.domain == domain).map(|it| it.value).max().unwrap_or(0)
    }

    /// A robot.
    pub fn robot(&self) -> bool {
        self.kind == Kind::Robot
    }

    /// Actions that a maitrise takes of it (ENE-MAI-01).
    pub fn cost(&self, id: Skill) -> u8 {
        if id == Skill::OndeMentale && self.wave_actions > 0 { self.wave_actions } else { skill(id).actions }
    }
}

/// A weapon that a fighter carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub struct Arm {
    /// Which.
    pub weapon: Weapon,
    /// In hand; natural weapons always are.
    pub held: bool,
    /// Broken for the fight (ENE-ATT-07).
    pub broken: bool,
    /// Inoperative until it is cleared (ENE-ATT-07).
    pub jammed: bool,
    /// Shots since it was loaded (ENE-ACT-08).
    pub shots: u8,
    /// Used up, thrown or dropped: it is not there any more.
    pub gone: bool,
}

impl Arm {
    /// A weapon that is ready.
    pub fn new(weapon: Weapon, held: bool) -> Self {
        Self { weapon, held, broken: false, jammed: false, shots: 0, gone: false }
    }

    /// Whether it must be loaded first.
    pub fn empty(self) -> bool {
        let magazine = weapon(self.weapon).magazine();
        magazine > 0 && self.shots >= magazine
    }

    /// Whether it can be used in an attack.
    pub fn ready(self) -> bool {
        !self.gone && !self.broken && !self.jammed && !self.empty()
    }
}

/// What a token is (ENE-AID-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum TokenKind {
    /// An advantage, for tests of this scope.
    Help(Scope),
    /// A disadvantage on the very next test.
    Hinder,
}

/// A help or hindrance that waits for a test (ENE-AID-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Token {
    /// The fighter who gave it; none for a patient of bad care.
    pub from: Who,
    /// Its kind.
    pub kind: TokenKind,
}

/// A link that a fighter has walked in part (ENE-MOV-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct EnRoute {
    /// Which.
    pub link: Link,
    /// Metres done.
    pub metres: u8,
}

/// A feint that waits for its attack (ENE-MAI-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Feint {
    /// The character that it is against.
    pub on: Who,
    /// Activations that may still end before it is stale.
    pub left: u8,
}

/// Whether the fighter is still in the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Status {
    /// In play.
    #[default]
    In,
    /// Out by an exit, safe (ENE-MAP-06).
    Left,
    /// Surrendered (ENE-FIN-06).
    Surrendered,
}

/// Marks of a fighter that last for the whole fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub struct Marks {
    /// Had Premiers soins (ENE-MAI-03).
    pub cared: bool,
    /// Has repaired itself (ENE-MAI-03).
    pub repaired: bool,
    /// Has tried to stabilise itself in this critical state (ENE-HEA-03).
    pub tried: bool,
    /// Whether it was in critical state and was not stabilised: a sequel is drawn (ENE-STA-06).
    pub sequel: bool,
    /// Lost its last slot (ENE-PLY-09).
    pub lost_last: bool,
    /// Whether it was stabilised by an ally, who scored it (ENE-FIN-05).
    pub scored: bool,
    /// Has begun a slot in this fight (ENE-ORD-07).
    pub begun: bool,
    /// Awake, though out of action (ENE-STA-02, ENE-R19).
    pub awake: bool,
    /// Whether it was attacked in this turn (ENE-DOC-04).
    pub attacked: bool,
}

/// A character in the fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub struct Fighter {
    /// What never changes about it.
    pub sheet: Arc<Sheet>,
    /// Points d'énergie; 0 or less: out of action.
    pub pe: i16,
    /// Where it is; meaningless before deployment.
    pub zone: Option<Zone>,
    /// Whether it is in play.
    pub status: Status,
    /// On the ground (ENE-MOV-09).
    pub prone: bool,
    /// Successes that its position adds to attacks on it (ENE-DEF-01, 02).
    pub position: u8,
    /// Successes of attacks that its roulé-boulé still cancels (ENE-DEF-08).
    pub pool: u8,
    /// Its next slot is lost (ENE-DEF-03).
    pub debt: bool,
    /// It has aimed; how many activations may end before that is stale (ENE-PRE-02).
    pub prepared: u8,
    /// Activations with a disadvantage that are still to end (ENE-ATT-07).
    pub numb: u8,
    /// The link it stands on.
    pub en_route: Option<EnRoute>,
    /// Weapons, natural ones last.
    pub arms: Shared<Arm>,
    /// Physical protection without FP.
    pub worn: u8,
    /// Helps and hindrances on it.
    pub tokens: Vec<Token>,
    /// Whose Bouclier psychique protects it.
    pub shielded: Option<Who>,
    /// It guards allies of its zone (ENE-MAI-03).
    pub guard: bool,
    /// Its feint.
    pub feint: Option<Feint>,
    /// What hurts it turn by turn (ENE-DOT-03).
    pub sources: Vec<Source>,
    /// Things that it carries, by number.
    pub items: Vec<u8>,
    /// The vehicle it is in, by number.
    pub aboard: Option<u8>,
    /// Slots out of action without a loss of PE (ENE-STA-02, ENE-STA-05).
    pub slots_down: u8,
    /// The side that last cost it PE by an attack, a mine or a prodige (ENE-FIN-08).
    pub hurt_by: Option<u8>,
    /// When it fell last, counted over the fight (ENE-FIN-08).
    pub fell: u32,
    /// It is left to its doctrine by the referee (ENE-MJ-01).
    pub left_alone: bool,
    /// Its marks.
    pub marks: Marks,
}

impl Fighter {
    /// In play (section A).
    pub fn in_play(&self) -> bool {
        self.status == Status::In && self.zone.is_some()
    }

    /// Able (section A).
    pub fn able(&self) -> bool {
        self.in_play() && self.pe >= 1
    }

    /// Out of action and in play (ENE-STA-08).
    pub fn inert(&self) -> bool {
        self.in_play() && self.pe <= 0
    }

    /// Affaibli: a living being with 1 or 2 PE (ENE-STA-01), which shows in its tests alone (ENE-R41).
    pub fn weakened(&self) -> bool {
        !self.sheet.robot() && tables().core.weakened_pe.contains(&self.pe)
    }

    /// Its side.
    pub fn side(&self) -> u8 {
        self.sheet.side
    }
}

/// How a zone is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct ZoneNow {
    /// Dangers of the timeline and of the referee, for good (ENE-FIN-01).
    pub dangers: Vec<Source>,
    /// A fire that burns until the end of this turn; 0 for none (ENE-MAP-08).
    pub fire_until: u8,
    /// Dark (ENE-MAP-03).
    pub dark: bool,
    /// Full of smoke (ENE-MAP-03).
    pub smoke: bool,
    /// Weapons on the ground.
    pub weapons: Vec<Weapon>,
}

/// How a link is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct LinkNow {
    /// Its door.
    pub door: Option<Door>,
    /// The referee has made it difficult (ENE-MJ-04).
    pub difficult: bool,
}

/// A thing that can be carried (ENE-MAP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Item {
    /// Where it lies; `None`: it is carried, or it left with its bearer.
    pub zone: Option<Zone>,
    /// It takes both hands and slows.
    pub heavy: bool,
}

/// A vehicle (ENE-VEH).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Vehicle {
    /// Where it stands.
    pub zone: Zone,
    /// Its PE; 0 or less: it stands still, its weapon is dead.
    pub pe: i16,
    /// Its plating.
    pub protection: u8,
    /// Its FP, of damage and of protection (ENE-VEH-03).
    pub fp: u8,
    /// How many it takes.
    pub places: u8,
    /// It cannot be driven.
    pub stuck: bool,
    /// Its mounted weapon.
    pub weapon: Option<Weapon>,
    /// Moves in this turn.
    pub drives: u8,
    /// The driver: the first occupant that got in.
    pub driver: Option<Who>,
}

/// The acts of the activation that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(clippy::struct_excessive_bools, reason = "independent acts, each free once")]
pub struct Turn {
    /// The character of the slot.
    pub who: Who,
    /// Actions left.
    pub left: u8,
    /// The attack is made (ENE-ACT-02).
    pub attacked: bool,
    /// A weapon was drawn (ENE-ACT-04).
    pub drew: bool,
    /// A thing was picked up or dropped (ENE-ACT-04).
    pub handled: bool,
    /// It fell prone of its own will (ENE-ACT-04).
    pub dropped: bool,
    /// The activation is over.
    pub done: bool,
}

/// What the referee has set for the next test of a fighter (ENE-MJ-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Boon {
    /// Successes more or less that an attack needs.
    pub need: i8,
    /// The difficulty of another test.
    pub difficulty: Option<u8>,
    /// An advantage, 1, or a disadvantage, -1.
    pub edge: i8,
    /// Whether the FP applies; `None`: as the rules say.
    pub fp: Option<bool>,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Stage {
    /// Places are chosen in secret (ENE-DEC-16).
    #[default]
    Deployment,
    /// The fight.
    Fight,
    /// After it, in a campaign (ENE-FIN-07).
    After,
    /// Over.
    Over,
}

/// A vote that is open (ENE-DEC-13, ENE-DEC-19).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Motion {
    /// A side surrenders.
    Surrender(u8),
    /// The objective of a free table is met.
    Objective,
}

/// The state that moves or changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Scene {
    /// Where the game stands.
    pub stage: Stage,
    /// The turn; 0 before the first.
    pub turn: u8,
    /// The side that holds the pas (ENE-ORD-04).
    pub pas: u8,
    /// Slots of the turn, in order (ENE-ORD-05).
    pub order: Vec<Who>,
    /// How many slots of the turn have begun.
    pub slot: u8,
    /// The activation that is open.
    pub act: Option<Turn>,
    /// Characters, by number.
    pub fighters: Vec<Fighter>,
    /// Zones, by number.
    pub zones: Shared<ZoneNow>,
    /// Links, by number.
    pub links: Shared<LinkNow>,
    /// Things, by number.
    pub items: Shared<Item>,
    /// Vehicles, by number.
    pub vehicles: Shared<Vehicle>,
    /// Which consoles have been worked.
    pub consoles: Shared<bool>,
    /// Points of the scenario, by side.
    pub points: Vec<i32>,
    /// Turns by which lines of the danger were put off, -1 to 1 (ENE-MJ-04).
    pub shifts: Vec<i8>,
    /// Lines of the danger that have come.
    pub burnt: Shared<bool>,
    /// The reserve of the referee (ENE-MJ-05).
    pub reserve: i32,
    /// The place of the next reinforcement among the entries.
    pub entry: u8,
    /// Reinforcements that could not come yet.
    pub late: Vec<Opponent>,
    /// What the referee has set, by character.
    pub boons: Vec<(Who, Boon)>,
    /// Interventions of the referee in this turn, by side (ENE-MJ-07).
    pub meddled: Vec<u8>,
    /// Changes of the referee that come with the next slot (ENE-MJ-04).
    pub pending: Vec<Change>,
    /// Whether the referee has declared the place calm or not (ENE-HEA-05).
    pub calm: Option<bool>,
    /// How many have fallen so far.
    pub falls: u32,
    /// Seats that have placed their characters.
    pub sealed: Seats,
    /// Seats that are done after the fight.
    pub finished: Seats,
    /// Patients that were healed after the fight.
    pub treated: Vec<Who>,
    /// Sequels drawn after the fight.
    pub sequels: Vec<(Who, u8)>,
    /// Heroes who have died, with the consent of their players and of the referee (ENE-STA-07).
    pub dead: Vec<Who>,
    /// Half-days that have gone by since the fight, by player seat (ENE-HEA-01).
    pub rests: Vec<u8>,
    /// What the referee has set that sources cost each turn, in order (ENE-MJ-06).
    pub rates: Vec<(Source, u8)>,
    /// The outcome, once the fight is over.
    pub outcome: Option<Outcome>,
}

/// A change of the map by the referee (ENE-MJ-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Change {
    /// A zone is dark or not.
    Dark(Zone, bool),
    /// A zone is full of smoke or not.
    Smoke(Zone, bool),
    /// A zone is dangerous, or no more.
    Danger(Zone, Option<Source>),
    /// A link is difficult or not.
    Difficult(Link, bool),
    /// A door.
    Door(Link, Door),
}

impl Scene {
    /// A character.
    pub fn fighter(&self, who: Who) -> &Fighter {
        &self.fighters[who.n()]
    }

    /// Returns all fighters, by number.
    pub fn all(&self) -> impl Iterator<Item = (Who, &Fighter)> {
        (0u8..).map(Who).zip(&self.fighters)
    }

    /// Whether two are of one side.
    pub fn allies(&self, a: Who, b: Who) -> bool {
        a != b && self.fighter(a).side() == self.fighter(b).side()
    }

    /// Whether two are of different sides.
    pub fn enemies(&self, a: Who, b: Who) -> bool {
        self.fighter(a).side() != self.fighter(b).side()
    }

    /// Returns the source that a zone carries by itself, the strongest for a character (ENE-FIN-02).
    pub fn fire(&self, zone: Zone) -> Option<Source> {
        (self.zones[zone.n()].fire_until > 0).then_some(Source::FeuTorche)
    }

    /// Sides of players and of opponents that have able characters in play, in order.
    pub fn able_sides(&self) -> Vec<u8> {
        let mut sides: Vec<u8> = self.fighters.iter().filter(|it| it.able()).map(Fighter::side).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }
}

/// Points for a character out of action (ENE-FIN-05).
pub fn down_points(tier: Tier) -> i32 {
    let points = &tables().score.down;
    match tier {
        Tier::Figurant => points.figurant,
        Tier::Heros => points.heros,
        Tier::Boss => points.boss,
    }
}
