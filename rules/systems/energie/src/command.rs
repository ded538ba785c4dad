//! What a seat says, and what it is asked.

use serde::{Deserialize, Serialize};

use super::ids::{Link, Opponent, Scope, Source, Weapon, Who, Zone};
use super::odds::Odds;
use super::scene::{Boon, Change, Motion};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure::Sealed;

/// What an attack is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Aim {
    /// A character.
    Who(Who),
    /// A zone, with a weapon of area (ENE-ATT-08).
    Zone(Zone),
    /// A vehicle, by its number.
    Vehicle(u8),
}

/// How a weapon is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Strike {
    /// As it is meant to be.
    #[default]
    Normal,
    /// Thrown.
    Thrown,
    /// To disarm (ENE-MAI-03).
    Disarm,
}

/// What a fighter does in its activation (ENE-ACT-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Act {
    /// Attaquer, with the weapon at a place of the list.
    Attack {
        /// Which weapon.
        arm: u8,
        /// At what.
        at: Aim,
        /// How.
        #[serde(default)]
        strike: Strike,
    },
    /// Charge (ENE-MAI-03).
    Charge {
        /// Which weapon.
        arm: u8,
        /// The target.
        at: Who,
        /// By which links.
        path: Vec<Link>,
    },
    /// Onde mentale (ENE-MAI-03).
    Wave {
        /// The target.
        at: Who,
    },
    /// Bouclier psychique (ENE-MAI-03).
    Shield {
        /// The target.
        at: Who,
    },
    /// Garde du corps (ENE-MAI-03).
    Bodyguard,
    /// Feinte (ENE-MAI-03).
    Feint {
        /// The target.
        at: Who,
    },
    /// Cri de ralliement (ENE-MAI-03).
    Rally {
        /// The targets: one or two.
        at: Vec<Who>,
    },
    /// Premiers soins (ENE-MAI-03).
    FirstAid {
        /// The target.
        at: Who,
    },
    /// Autoréparation (ENE-MAI-03).
    Repair,
    /// Préparer son coup (ENE-PRE-01).
    Prepare,
    /// Position défensive (ENE-DEF-01).
    Defend,
    /// Position défensive totale (ENE-DEF-02).
    Total,
    /// Roulé-boulé (ENE-DEF-08).
    Roll,
    /// Se déplacer (ENE-MOV-02).
    Move {
        /// Links in order.
        path: Vec<Link>,
        /// Out by the exit at the end (ENE-MAP-06).
        #[serde(default)]
        leave: bool,
    },
    /// To stand up (ENE-MOV-04).
    Stand,
    /// Aider (ENE-AID-01).
    Help {
        /// The target.
        who: Who,
        /// For what.
        scope: Scope,
    },
    /// Gêner (ENE-AID-01).
    Hinder {
        /// The target.
        who: Who,
    },
    /// Stabiliser, or care of what hurts turn by turn (ENE-HEA-02, ENE-DOT-02).
    Care {
        /// The target.
        who: Who,
    },
    /// An inoperative weapon is cleared (ENE-ACT-08).
    Clear {
        /// Which.
        arm: u8,
    },
    /// A weapon is loaded (ENE-ACT-08).
    Load {
        /// Which.
        arm: u8,
    },
    /// A weapon is drawn: free once (ENE-ACT-04).
    Draw {
        /// Which.
        arm: u8,
    },
    /// To fall prone: free once (ENE-ACT-04).
    Drop,
    /// A thing is picked up: free once (ENE-ACT-04).
    Take {
        /// Which.
        item: u8,
    },
    /// A thing is put down: free once (ENE-ACT-04).
    Put {
        /// Which.
        item: u8,
    },
    /// A weapon on the ground is picked up (ENE-ACT-07).
    Gather {
        /// Which.
        weapon: Weapon,
    },
    /// A door is opened or shut (ENE-MAP-07).
    Door {
        /// Which.
        link: Link,
    },
    /// A console is worked (ENE-MAP-07).
    Console {
        /// Which.
        console: u8,
    },
    /// Into a vehicle (ENE-VEH-01).
    Board {
        /// Which.
        vehicle: u8,
    },
    /// Out of it (ENE-VEH-01).
    Alight,
    /// The vehicle moves along the road, and may ram a character (ENE-VEH-02).
    Drive {
        /// Links in order.
        path: Vec<Link>,
        /// The character that it rams in the zone it comes to.
        #[serde(default)]
        ram: Option<Who>,
    },
    /// The mounted weapon of the vehicle is fired (ENE-VEH-03).
    Fire {
        /// At what.
        at: Aim,
    },
    /// On the ground, to put out one's own fire (ENE-DOT-04).
    Smother,
    /// The rest of the activation is forgone (ENE-ACT-03).
    Pass,
    /// The character surrenders (ENE-FIN-06).
    Surrender,
    /// The side surrenders, if its seats agree (ENE-FIN-06).
    SurrenderSide,
}

/// Where a seat places its characters, and its mines (ENE-DEC-16).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Places {
    /// A zone for each of its characters, in their order.
    pub zones: Vec<Zone>,
    /// A zone for each of its mines.
    #[serde(default)]
    pub mines: Vec<Zone>,
}

/// When a fighter reacts without being asked (ENE-PLY-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum ReactWhen {
    /// The question is put.
    #[default]
    Ask,
    /// Never.
    Never,
    /// With so many PE or fewer.
    Pe(i16),
    /// When the attack hits with so many percent or more.
    Percent(u8),
}

/// Whether a fighter guards without being asked (ENE-PLY-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum GuardWhen {
    #[default]
    Ask,
    Yes,
    No,
}

/// What the second action is without being asked (ENE-PLY-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Second {
    #[default]
    Ask,
    Defend,
    Roll,
    Prepare,
}

/// Standing orders of a character (ENE-PLY-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Orders {
    /// The character.
    pub who: Who,
    /// Reactions.
    #[serde(default)]
    pub react: ReactWhen,
    /// Garde du corps.
    #[serde(default)]
    pub guard: GuardWhen,
    /// The second action.
    #[serde(default)]
    pub second: Second,
}

/// Standing orders of a seat (ENE-DEC-17).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Standing {
    /// By character, at most 16.
    pub orders: Vec<Orders>,
    /// The order of equals (ENE-DEC-01), at most 16.
    pub order: Vec<Who>,
}

impl Standing {
    /// Whether there are more standing orders than a seat can have a use for.
    pub(super) fn is_too_long(&self) -> bool {
        self.orders.len() > 16 || self.order.len() > 16
    }

    /// The orders of a character.
    pub(super) fn of(&self, who: Who) -> Option<&Orders> {
        self.orders.iter().find(|it| it.who == who)
    }
}

/// What the referee does without being asked (ENE-MJ).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Meddle {
    /// Sets the next test of a character (ENE-MJ-03).
    Boon(Who, Boon),
    /// Changes the map from the next slot on (ENE-MJ-04).
    Change(Change),
    /// Puts off (1) or brings forward (-1) a line of the danger (ENE-MJ-04).
    Shift(u8, i8),
    /// Leaves an opponent to its doctrine, or takes it back (ENE-MJ-01).
    Alone(Who, bool),
    /// Declares the place calm or not (ENE-HEA-05).
    Calm(Option<bool>),
    /// Sets what a source costs each turn, 1 to 3 PE, from the next slot on (ENE-MJ-06).
    Rate(Source, u8),
    /// Declares the objective of a free table met (ENE-DEC-19).
    Met,
}

/// An act after the fight, in a campaign (ENE-FIN-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum After {
    /// A character is healed or repaired (ENE-HEA-05).
    Heal {
        /// The healer.
        by: Who,
        /// The character.
        who: Who,
    },
    /// Half a day goes by for one's own: living beings rest, robots are plugged in (ENE-HEA-01).
    Rest,
    /// Nothing more: what is left of the days before the next fight goes by.
    Done,
}

/// A clause of the text that is left to a referee, who is asked for it when it counts (ENE-MJ-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Clause {
    /// What a hit costs a vehicle (ENE-DMG-06).
    Vehicle {
        /// Which.
        vehicle: u8,
        /// By default.
        usual: u8,
        /// At most: base and net successes.
        most: u8,
    },
    /// The sequel that a hero keeps: a face of the table, 0 for none; a die by default (ENE-STA-06).
    Sequel {
        /// The character.
        who: Who,
    },
}

/// What a seat says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Command {
    /// Places in secret (ENE-DEC-16).
    Deploy {
        /// The question answered.
        question: u32,
        /// Where.
        #[cfg_attr(feature = "ts", ts(as = "Places"))]
        places: Sealed<Places>,
    },
    /// Takes back what the seat has sealed, as long as another seat has not sealed yet.
    Withdraw {
        /// The question that it answered.
        question: u32,
    },
    /// An action (ENE-DEC-02, 03).
    Act {
        /// The question answered.
        question: u32,
        /// What.
        act: Act,
    },
    /// The order of equals (ENE-DEC-01).
    Order {
        /// The question answered.
        question: u32,
        /// All of them.
        order: Vec<Who>,
    },
    /// Yes or no (ENE-DEC-05, 06, 10, 12, 13, 19).
    Say {
        /// The question answered.
        question: u32,
        /// Yes.
        yes: bool,
    },
    /// What the referee does in the pause before a test (ENE-DEC-18).
    Window {
        /// The question answered.
        question: u32,
        /// What; nothing in it: nothing.
        boon: Boon,
    },
    /// Opponents that the referee brings at the end of a turn (ENE-MJ-05).
    Bring {
        /// The question answered.
        question: u32,
        /// Which, and where.
        opponents: Vec<(Opponent, Zone)>,
    },
    /// What the referee rules of a clause that is asked (ENE-MJ-06).
    Rule {
        /// The question answered.
        question: u32,
        /// How; left out: as by default.
        #[serde(default)]
        value: Option<u8>,
    },
    /// A step after the fight.
    After {
        /// Which.
        after: After,
    },
    /// Standing orders (ENE-DEC-17).
    Stand {
        /// All of them.
        standing: Standing,
    },
    /// An intervention of the referee.
    Meddle {
        /// Which.
        what: Meddle,
    },
}

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Trial {
    Attack,
    Ram,
    Roll,
    Move,
    Door,
    Console,
    FirstAid,
    Stabilise,
    Heal,
}

impl Trial {
    /// A short English label, for error messages and reports.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Ram => "ramming",
            Self::Roll => "roll aside",
            Self::Move => "difficult ground",
            Self::Door => "door",
            Self::Console => "console",
            Self::FirstAid => "first aid",
            Self::Stabilise => "self-stabilisation",
            Self::Heal => "healing",
        }
    }
}

/// What an attack comes to, counted over every throw (ENE-PLY-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "energie/")]
pub struct Chance {
    /// Successes that it needs.
    pub need: u8,
    /// Throws that hit.
    pub hits: u32,
    /// All throws.
    pub of: u32,
    /// PE that are lost on average, in hundredths, rounded down.
    pub damage: u32,
}

impl Chance {
    /// Returns the chance of an attack that needs so many successes.
    pub(super) fn new(need: u8, odds: Odds) -> Self {
        Self { need, hits: odds.hits, of: odds.of, damage: odds.hundredths() }
    }

    /// Percent of throws that hit, rounded down.
    pub fn percent(self) -> u8 {
        (u64::from(self.hits) * 100 / u64::from(self.of.max(1))) as u8
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "energie/")]
pub enum Ask {
    /// Where do your characters stand (ENE-DEC-16)?
    Deploy {
        /// Its number.
        id: u32,
        /// The seats that have not said.
        seats: Seats,
    },
    /// What does your character do (ENE-DEC-02, 03)?
    Act {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The character that acts.
        who: Who,
        /// Actions left.
        left: u8,
    },
    /// In which order do your equals act (ENE-DEC-01)?
    Order {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The characters that tie.
        tied: Vec<Who>,
    },
    /// Whether a guard takes the attack on itself (ENE-DEC-06).
    Guard {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The guard.
        who: Who,
        /// The attacker.
        by: Who,
        /// The target.
        target: Who,
    },
    /// Does your character react with total defence (ENE-DEC-05)?
    React {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The target.
        who: Who,
        /// The attacker.
        by: Who,
        /// With what.
        weapon: Weapon,
        /// The need as it stands.
        need: u8,
        /// Percent with which it hits as it stands, rounded down.
        percent: u8,
        /// The same with the reaction.
        percent_total: u8,
        /// What the attack comes to as it stands (ENE-PLY-06).
        now: Chance,
        /// The chance with the reaction.
        then: Chance,
        /// The slot that the reaction costs is still to come in this turn; else it is that of the next (ENE-DEF-06).
        this_turn: bool,
    },
    /// Does your character try to stabilise itself (ENE-DEC-10)?
    Stabilise {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The character.
        who: Who,
    },
    /// Does the referee step in before a test (ENE-DEC-18)?
    Window {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The character that rolls.
        who: Who,
        /// What for.
        trial: Trial,
        /// The need as it stands.
        need: u8,
    },
    /// The opponents that the referee brings (ENE-MJ-05).
    Bring {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// What the referee may spend.
        reserve: i32,
    },
    /// How does the referee rule (ENE-MJ-06)?
    Clause {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// Which clause.
        clause: Clause,
    },
    /// Does the seat accept the death of a hero (ENE-DEC-12)? Asked of the owner, then of the referee.
    Death {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// The hero that would die.
        who: Who,
    },
    /// Does the seat agree (ENE-DEC-13, 19)?
    Vote {
        /// Its number.
        id: u32,
        /// The seat.
        seat: Seat,
        /// To what.
        motion: Motion,
    },
    /// An act after the fight (ENE-FIN-07).
    After {
        /// Its number.
        id: u32,
        /// The seats that are not done.
        seats: Seats,
    },
}

impl Ask {
    /// Its number.
    pub fn id(&self) -> u32 {
        match self {
            Self::Deploy { id, .. }
            | Self::Act { id, .. }
            | Self::Order { id, .. }
            | Self::Guard { id, .. }
            | Self::React { id, .. }
            | Self::Stabilise { id, .. }
            | Self::Window { id, .. }
            | Self::Bring { id, .. }
            | Self::Clause { id, .. }
            | Self::Death { id, .. }
            | Self::Vote { id, .. }
            | Self::After { id, .. } => *id,
        }
    }

    /// Returns the seats that have to answer.
    pub fn seats(&self) -> Seats {
        match self {
            Self::Deploy { seats, .. } | Self::After { seats, .. } => *seats,
            Self::Act { seat, .. }
            | Self::Order { seat, .. }
            | Self::Guard { seat, .. }
            | Self::React { seat, .. }
            | Self::Stabilise { seat, .. }
            | Self::Window { seat, .. }
            | Self::Bring { seat, .. }
            | Self::Clause { seat, .. }
            | Self::Death { seat, .. }
            | Self::Vote { seat, .. } => Seats::one(*seat),
        }
    }
}
