//! What happens: facts, which state resulting values, and the events that carry them.

use serde::{Deserialize, Serialize};

use super::Energie;
use super::command::{Act, After, Clause, Places, Standing, Trial};
use super::ids::{Door, Link, Opponent, Scope, Source, Weapon, Who, Zone};
use super::scene::{
    Arm, Boon, Change, EnRoute, Feint, Fighter, Item, LinkNow, Marks, Motion, Stage, Token, Turn, Vehicle,
    ZoneNow,
};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::fold::Rows;
use bagarre_kit::procedure::{Answered, Began, Commanded, Rolled, Sealed, Step};
use bagarre_kit::shared::Shared;

/// Why a test has an advantage or a disadvantage (ENE-COR-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Edge {
    Prepared,
    Help,
    Feline,
    Master,
    Weakened,
    Hinder,
    Prone,
    Numb,
    Reef,
    WeakArm,
    WeakEye,
}

/// Why an attack needs more (ENE-ATT-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Circumstance {
    Cover,
    Crew,
    Far,
    Dark,
    Prone,
    Scrum,
    Swims,
    Marksman,
    Cap,
}

/// The extraordinary results of a throw (ENE-COR-07, ENE-COR-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Critical {
    #[default]
    None,
    Success,
    Failure,
}

/// Why PE are lost or won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Cause {
    /// An attack.
    Attack,
    /// A mine (ENE-MAP-08).
    Mine,
    /// A prodige that cannot be avoided (ENE-AUT-01).
    Automatic,
    /// Something carried (ENE-DOT-03).
    Carried(Source),
    /// A danger of the zone (ENE-DOT-03).
    Zone(Source),
    /// The price of a prodige (ENE-COR-11).
    Price,
    /// Care, by oneself or by others.
    Care,
    /// Waking from critical state (ENE-STA-05).
    Waking,
}

/// What comes of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Verdict {
    /// It misses.
    Miss,
    /// It hits.
    Hit,
    /// It disarms.
    Disarms,
    /// It hits a vehicle that it cannot hurt (ENE-DMG-06).
    NoEffect,
}

/// How damage adds up (ENE-DMG-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Sum {
    /// Base of the weapon, doubled by a critical success.
    pub base: u8,
    /// FP of the attacker.
    pub fp: u8,
    /// Successes beyond the need.
    pub more: u8,
    /// Charge.
    pub charge: u8,
    /// Protection.
    pub protection: u8,
    /// The PE lost.
    pub damage: u8,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the presentation says each")]
pub enum What {
    Stage {
        stage: Stage,
    },
    Sealed {
        seat: Seat,
    },
    Placed {
        who: Who,
        zone: Zone,
    },
    Joined {
        who: Who,
        fighter: Box<Fighter>,
    },
    Lot {
        faces: Vec<u8>,
        side: Option<u8>,
    },
    Pas {
        side: u8,
    },
    OnGuard {
        who: Who,
        position: u8,
    },
    Turn {
        turn: u8,
        order: Vec<Who>,
        meddled: Vec<u8>,
    },
    Slot {
        who: Who,
        slot: u8,
    },
    Lost {
        who: Who,
    },
    Activation {
        act: Option<Turn>,
    },
    Test {
        who: Who,
        trial: Trial,
        against: Option<Who>,
        faces: Vec<u8>,
        threshold: u8,
        need: u8,
        successes: u8,
        good: Vec<Edge>,
        bad: Vec<Edge>,
        critical: Critical,
    },
    Aims {
        who: Who,
        at: Option<Who>,
        zone: Option<Zone>,
        vehicle: Option<u8>,
        weapon: Weapon,
        need: u8,
        why: Vec<(Circumstance, u8)>,
        position: u8,
    },
    Guarded {
        who: Who,
        target: Who,
    },
    Reacted {
        who: Who,
        position: u8,
    },
    Struck {
        who: Who,
        target: Option<Who>,
        vehicle: Option<u8>,
        verdict: Verdict,
        cancelled: u8,
        net: u8,
        critical: bool,
        sum: Sum,
    },
    Void {
        who: Who,
    },
    Fumbled {
        who: Who,
        weapon: Weapon,
        jammed: bool,
    },
    Pe {
        who: Who,
        pe: i16,
        change: i16,
        cause: Cause,
        by: Option<Who>,
        hurt_by: Option<u8>,
    },
    Fell {
        who: Who,
        fell: u32,
    },
    Rose {
        who: Who,
    },
    Prone {
        who: Who,
        prone: bool,
    },
    Position {
        who: Who,
        position: u8,
    },
    Pool {
        who: Who,
        pool: u8,
    },
    Prepared {
        who: Who,
        prepared: u8,
    },
    Numb {
        who: Who,
        numb: u8,
    },
    Moved {
        who: Who,
        zone: Zone,
        path: Vec<Link>,
    },
    EnRoute {
        who: Who,
        en_route: Option<EnRoute>,
    },
    Arms {
        who: Who,
        arms: Shared<Arm>,
    },
    Drew {
        who: Who,
        weapon: Weapon,
    },
    Dropped {
        who: Who,
        weapon: Weapon,
        zone: Zone,
    },
    Gathered {
        who: Who,
        weapon: Weapon,
    },
    Cleared {
        who: Who,
        weapon: Weapon,
    },
    Loaded {
        who: Who,
        weapon: Weapon,
    },
    Litter {
        zone: Zone,
        weapons: Vec<Weapon>,
    },
    Helped {
        who: Who,
        target: Who,
        scope: Scope,
    },
    Hindered {
        who: Who,
        target: Who,
    },
    Tokens {
        who: Who,
        tokens: Vec<Token>,
    },
    Feint {
        who: Who,
        feint: Option<Feint>,
    },
    Guard {
        who: Who,
        guard: bool,
    },
    Shielded {
        who: Who,
        by: Option<Who>,
    },
    Sources {
        who: Who,
        sources: Vec<Source>,
    },
    Cared {
        who: Who,
        by: Who,
    },
    Count {
        who: Who,
        slots_down: u8,
    },
    Marks {
        who: Who,
        marks: Marks,
    },
    Worn {
        who: Who,
        worn: u8,
    },
    Left {
        who: Who,
    },
    Surrendered {
        who: Who,
    },
    Item {
        item: u8,
        now: Item,
    },
    Items {
        who: Who,
        items: Vec<u8>,
    },
    Door {
        link: Link,
        who: Option<Who>,
        door: Door,
    },
    Link {
        link: Link,
        now: LinkNow,
    },
    Console {
        console: u8,
        who: Who,
        done: bool,
    },
    Zone {
        zone: Zone,
        now: ZoneNow,
    },
    Mine {
        side: u8,
        zone: Zone,
    },
    Burns {
        line: u8,
        zones: Vec<Zone>,
        source: Source,
    },
    Vehicle {
        vehicle: u8,
        now: Vehicle,
    },
    Aboard {
        who: Who,
        aboard: Option<u8>,
    },
    Points {
        side: u8,
        points: i32,
        change: i32,
    },
    Reserve {
        reserve: i32,
    },
    Entry {
        entry: u8,
        late: Vec<Opponent>,
    },
    Boons {
        boons: Vec<(Who, Boon)>,
        meddled: Vec<u8>,
    },
    Meddled {
        who: Option<Who>,
        boon: Option<Boon>,
    },
    Pending {
        pending: Vec<Change>,
    },
    Shifted {
        line: u8,
        shifts: Vec<i8>,
    },
    Alone {
        who: Who,
        alone: bool,
    },
    Calm {
        calm: Option<bool>,
    },
    Voted {
        seat: Seat,
        yes: bool,
    },
    Motion {
        motion: Motion,
        carried: bool,
    },
    Sequel {
        who: Who,
        die: u8,
        sequels: Vec<(Who, u8)>,
    },
    Ruled {
        clause: Clause,
        value: u8,
    },
    Rates {
        rates: Vec<(Source, u8)>,
    },
    Died {
        who: Who,
        dead: Vec<Who>,
    },
    Rested {
        seat: Seat,
        rests: Vec<u8>,
    },
    Treated {
        treated: Vec<Who>,
    },
    Finished {
        finished: Seats,
    },
    Ended {
        outcome: Outcome,
    },
}

bagarre_kit::facts! { "energie/", "ENE-";
    /// A fact with the rule it follows from.
    Fact {
        /// The rule.
        rule,
        /// What happened.
        what: What,
    }
}

/// An answer in the middle of a piece of work, as its tape keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Answer {
    /// Yes or no.
    Yes(bool),
    /// The order of equals.
    Order(Vec<Who>),
    /// What the referee does before a test.
    Boon(Boon),
    /// How the referee rules.
    Rule(Option<u8>),
}

/// A piece of work: the smallest thing that runs from its start each time its tape grows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unit {
    /// Opponents stand where the scenario puts them.
    Begin,
    /// The places of all characters are revealed (ENE-PLY-04).
    Reveal(Vec<Places>),
    /// The side that holds the pas (ENE-ORD-04).
    Pas,
    /// A turn begins (ENE-TUR-01).
    Turn,
    /// A slot begins (section D).
    Slot(Who),
    /// A character acts (ENE-ACT-01).
    Act(Who, Act),
    /// A slot ends (section D).
    EndSlot(Who),
    /// A turn ends (section D).
    EndTurn,
    /// The referee brings opponents (ENE-MJ-05).
    Bring(Vec<(Opponent, Zone)>),
    /// What comes after the end of a turn.
    NextTurn,
    /// The referee declares the objective met (ENE-DEC-19).
    Met,
    /// A step after the fight (ENE-FIN-07).
    After(Seat, After),
}

/// What happened, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    /// A command started a piece of work.
    Commanded(Commanded<Energie>),
    /// A piece of work began without a command.
    Began(Began<Energie>),
    /// Dice fell.
    Rolled(Rolled<Energie>),
    /// A seat answered a question of the work under way.
    Answered(Answered<Energie>),
    /// A seat placed its characters (ENE-DEC-16).
    Deployed {
        /// The seat.
        seat: Seat,
        /// The clock chose.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_clock: bool,
        /// Where.
        places: Sealed<Places>,
    },
    /// A seat took back what it had sealed.
    Withdrawn {
        /// The seat.
        seat: Seat,
    },
    /// A seat set its standing orders.
    Stood {
        /// The seat.
        seat: Seat,
        /// The orders.
        standing: Standing,
    },
    /// Something was said outside any question: an intervention.
    Said {
        /// Facts.
        facts: Vec<Fact>,
    },
}

impl Event {
    /// What happened.
    pub fn facts(&self) -> &[Fact] {
        match self {
            Self::Deployed { .. } | Self::Withdrawn { .. } | Self::Stood { .. } => &[],
            Self::Commanded(Commanded { facts, .. })
            | Self::Began(Began { facts, .. })
            | Self::Rolled(Rolled { facts, .. })
            | Self::Answered(Answered { facts, .. })
            | Self::Said { facts } => facts,
        }
    }
}

impl From<Step<Energie>> for Event {
    fn from(step: Step<Energie>) -> Self {
        match step {
            Step::Began(began) => Self::Began(began),
            Step::Rolled(rolled) => Self::Rolled(rolled),
            Step::Answered(answered) => Self::Answered(answered),
        }
    }
}
