//! What happens: facts, which state resulting values, and the events that carry them.
//!
//! A fact is public. It names the rule it follows from and what was rolled against what, so that the log explains
//! itself; it states the value that results, so that applying it needs no rule.

use serde::{Deserialize, Serialize};

use super::Generik;
use super::after::After;
use super::command::{Act, Choice, Mod, Reaction, Resume, Standing};
use super::ids::{Dec, Edge, Fig, Scenario, Skill, Weapon};
use super::scene::{Aftermath, Back, Beaten, PhaseEnd, Stage, Status};
use super::setup::Placed;
use super::space::Obstacle;
use bagarre_kit::contract::{Outcome, Seat};
use bagarre_kit::fold::Rows;
use bagarre_kit::plane::Pt;
use bagarre_kit::procedure::{Answered, Began, Commanded, Rolled, Sealed, Step};
use bagarre_kit::shared::Shared;

/// How a figure came to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Way {
    Deployed,
    Walk,
    Run,
    Climb,
    Jump,
    Vault,
    Drag,
    Dragged,
    Charge,
    Stumble,
    Pushed,
    Fell,
    FollowUp,
    Exit,
}

/// What dice are thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Throw {
    /// The player that rolls the scenario.
    RollOff,
    /// The scenario (GEN-SET-01).
    Scenario,
    /// How many pieces of terrain (GEN-SET-02).
    Terrain,
    /// The side that attacks (GEN-SET-05).
    Attacker,
    /// A heroic action (GEN-HER-02).
    Heroic,
    /// An attack die, shot or close combat.
    Attack,
    /// Defence dice.
    Defence,
    /// A wound die (GEN-WND-01).
    Wound,
    /// An armour save (GEN-WND-05).
    Armour,
    /// The figure that is hit in a melee (GEN-SHT-08).
    Redirect,
    /// Whether a blast knocks down (GEN-SHT-12).
    Blast,
    /// A morale test (GEN-MOR-01, GEN-SKL-18).
    Morale,
    /// Whether a band routs (GEN-ROU-01).
    Rout,
    /// Pas très fin le type (GEN-SKL-17).
    Dim,
    /// Cards or parrot (GEN-WPN-X1).
    Distract,
    /// Money after a game (GEN-CMP-02).
    Money,
    /// Reputation after a game (GEN-CMP-03).
    Reputation,
    /// Care of a member out of action (GEN-CMP-04).
    Care,
}

impl Throw {
    /// A short English label, for error messages and reports.
    pub const fn label(self) -> &'static str {
        match self {
            Self::RollOff => "roll-off",
            Self::Scenario => "scenario die",
            Self::Terrain => "terrain die",
            Self::Attacker => "attacker die",
            Self::Heroic => "heroic die",
            Self::Attack => "attack die",
            Self::Defence => "defence dice",
            Self::Wound => "wound die",
            Self::Armour => "armour die",
            Self::Redirect => "redirect die",
            Self::Blast => "blast die",
            Self::Morale => "morale die",
            Self::Rout => "rout die",
            Self::Dim => "skill 17 die",
            Self::Distract => "distraction die",
            Self::Money => "money die",
            Self::Reputation => "reputation die",
            Self::Care => "care die",
        }
    }
}

/// The result of a comparison of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Verdict {
    /// The shot hits.
    Hit,
    /// The shot misses.
    Miss,
    /// The attacker wins.
    Won,
    /// The defender wins.
    Countered,
    /// The defender wins but causes no wound (GEN-CC-08).
    Parried,
    /// Neither side wins.
    Tie,
    /// A tie that the attacker's sword wins (GEN-CC-07).
    WonBySword,
    /// A tie that the defender's sword wins (GEN-CC-07).
    CounteredBySword,
}

/// What a wound does (GEN-WND-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Wound {
    /// Nothing (a fall with 1 to 3, GEN-KND-07).
    Nothing,
    /// Knocked down.
    KnockedDown,
    /// Wounded.
    Wounded,
    /// Out of action.
    OutOfAction,
}

/// A skill or an item that is used once in a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Mark {
    HeroicTried,
    Shield,
    Dim,
    Distract,
    Flask,
    Lucky,
    Moustache,
}

/// Why something did not come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Why {
    /// The figure that acted was hurt (GEN-AO-08).
    Hurt,
    /// It is held in close combat.
    Locked,
    /// The player stopped it.
    Chosen,
    /// The way is no longer free.
    Blocked,
    /// The command is no longer legal (GEN-SKL-17).
    NoLongerLegal,
    /// The weapon is empty.
    Empty,
    /// No legal target is left.
    NoTarget,
    /// No place was left on the table (GEN-SET-03).
    NoRoom,
}

/// Why something is not tested or not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Waived {
    /// No die can change how the shot ends: it hits for certain.
    Certain,
    /// No die is needed: the shot misses for certain.
    Hopeless,
    /// It has tested in this action.
    Tested,
}

/// A line of the final count (section 18).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct ScoreLine {
    /// `wounded`, `wounded_chief`, `wounded_champion`, `ooa`, `ooa_chief`, `ooa_champion`, `win`, `control`, `weaker`, `exit`, `sack`.
    pub code: String,
    /// Which figure or marker, if one.
    pub fig: Option<Fig>,
    /// Points.
    pub n: i32,
}

/// What happened, as the value that results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(missing_docs, reason = "the names and the types of the fields say it")]
pub enum What {
    // Set-up.
    /// The game enters a stage.
    Stage { stage: Stage },
    /// The scenario is known.
    Scenario { scenario: Scenario },
    /// How many pieces are placed in all.
    Due { pieces: u8 },
    /// A piece of terrain lies on the table; `seat` placed it, `None` in a ready layout.
    Piece { seat: Option<Seat>, piece: Placed },
    /// A step of the set-up ends early.
    Cut { why: Why },
    /// The seat that attacks, and the order of phases.
    Attacker { seat: Seat, order: Shared<Seat> },
    /// The table edge of a seat.
    Edge { seat: Seat, edge: Edge },
    /// A seat has sealed a champion.
    Sealed { seat: Seat },
    /// A champion is revealed.
    Champion { seat: Seat, fig: Fig },
    /// A marker lies on the table.
    Marker { n: u8, at: Pt, owner: Option<Seat> },
    /// What a band fields (GEN-STA-07, GEN-BND-08).
    Fielded { seat: Seat, count: u8, value: i32 },

    // The course of the game.
    /// A turn begins: DA of every figure, marks of the turn are gone (GEN-TRN-07).
    Turn { turn: u8, da: Vec<u8>, idle: u8 },
    /// A phase begins (GEN-TRN-01).
    Phase { number: u32, seat: Seat },
    /// A phase is over; `empty_run` is how many empty phases have followed each other (GEN-TRN-06).
    PhaseOver { seat: Seat, why: PhaseEnd, empty_run: u8 },
    /// The phase will end once the action is resolved (GEN-TRN-04).
    Ending { why: PhaseEnd },
    /// A figure acts: what it does, and for how many DA.
    Acts { fig: Fig, act: Act, cost: u8 },
    /// It counts as an act: the phase is not empty (GEN-TRN-06).
    Acted { fig: Fig },
    /// A figure reacts with an opportunity action.
    Reacts { fig: Fig, actor: Fig, reaction: Reaction },
    /// An opportunity action is entered in the ledger (GEN-AO-03).
    Ledger { seat: Seat, fig: Fig },
    /// The acting figure is stopped for an opportunity action.
    Interrupted { fig: Fig },
    /// An act under way ends.
    Stopped { fig: Fig, why: Why },
    /// Dice. `mods` are added to each face; `need` is what had to be reached, where there is such a number.
    Rolled {
        throw: Throw,
        seat: Seat,
        fig: Option<Fig>,
        faces: Vec<u8>,
        mods: Vec<Mod>,
        total: i8,
        need: Option<i8>,
        ok: Option<bool>,
    },
    /// A move that may be taken back: how things were before it.
    Kept { back: Back },
    /// Nothing of the phase may be taken back any more.
    Settled,
    /// A figure takes its move back: everything is as it was. `back` is what may still be taken back.
    TakenBack {
        fig: Fig,
        at: Pt,
        z: i32,
        facing: Pt,
        da: u8,
        in_cover: bool,
        last: Option<Fig>,
        left: Vec<Fig>,
        acted: bool,
        turn_acted: bool,
        back: Vec<Back>,
    },
    /// A decision was taken.
    Chose { seat: Seat, dec: Dec, fig: Option<Fig>, choice: Choice },

    // Figures.
    /// Action dice left; `taken` when they were lost rather than spent.
    Da { fig: Fig, da: u8, taken: bool },
    /// A figure is elsewhere; `path` are the points it passed, the last is where it is.
    Moved { fig: Fig, path: Vec<Pt>, z: i32, way: Way },
    /// Facing.
    Faced { fig: Fig, facing: Pt },
    /// Cover.
    Cover { fig: Fig, in_cover: bool },
    /// Knocked down, or on its feet again.
    Down { fig: Fig, down: bool },
    /// Wounded, or healed.
    Wounded { fig: Fig, wounded: bool },
    /// On the table or not.
    Status { fig: Fig, status: Status },
    /// Loads of the weapons.
    Charges { fig: Fig, charges: [u8; 2] },
    /// Something was used.
    Used { fig: Fig, mark: Mark },
    /// A heroic die is to be used now, or no longer (GEN-HER-03).
    HeroicDie { fig: Option<Fig> },
    /// No more heroic tries of a seat this turn (GEN-HER-02).
    HeroicLocked { seat: Seat },

    // Fights.
    /// A figure attacks: with which weapon, at what distance in u (0 in close combat), at long range or not.
    Attack { fig: Fig, target: Fig, weapon: Option<Weapon>, distance: i32, long: bool },
    /// The result. `rule` of the fact says why.
    Verdict { fig: Fig, target: Fig, verdict: Verdict },
    /// A die that is not thrown, or not asked about, and why.
    NoTest { fig: Fig, throw: Throw, why: Waived },
    /// The wound a figure takes.
    Wound { fig: Fig, wound: Wound },
    /// The shot hits another figure of the melee, or not (GEN-SHT-08).
    Redirected { aimed: Fig, victim: Fig },
    /// What kept a pushed figure from the whole way (GEN-KND-03).
    Barred { fig: Fig, by: Obstacle },
    /// A skill or weapon decided something without a die.
    Skill { fig: Fig, skill: Skill },

    // Bands.
    /// A band is out of the game.
    Beaten { seat: Seat, why: Beaten },
    /// A marker was sacked (GEN-ACT-12).
    Sacked { marker: u8, fig: Fig },
    /// The seat that holds the objective at the end of a turn (GEN-SCN-31).
    Control { control: Option<(Seat, u8)> },
    /// A seat has conceded.
    Conceding { seat: Seat },
    /// A seat offers a draw, or no longer.
    DrawOffer { seat: Seat, offer: bool },
    /// The count of a band.
    Score { seat: Seat, lines: Vec<ScoreLine>, total: i32 },
    /// How the fight ended.
    Ended { outcome: Outcome },
    /// A band in the steps after the game, as it now is.
    After { seat: Seat, aftermath: Box<Aftermath> },
    /// The act of a seat in those steps.
    Did { seat: Seat, after: After },
}

bagarre_kit::facts! { "generik/", "GEN-";
    /// A fact with the rule it follows from.
    Fact {
        /// The rule.
        rule,
        /// What happened.
        what: What,
    }
}

/// An answer to a question of a piece of work, as its tape keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Answer {
    /// To an opportunity window.
    React(Option<Reaction>),
    /// Of an interrupted figure.
    Resume(Resume),
    /// To a question that lists its options.
    Choice(Choice),
}

/// A piece of work: the smallest thing that runs from its start each time its tape grows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unit {
    /// The scenario and the number of pieces (GEN-SET-01, 02).
    Begin,
    /// A piece of terrain is placed (GEN-SET-03).
    Place(Seat, Placed),
    /// Attacker and edges (GEN-SET-05, 06).
    Edges,
    /// Champions are revealed and stand at the centre (GEN-SCN-40).
    Champions(Vec<Fig>),
    /// A marker is placed (GEN-SCN-60).
    Mark(Seat, Pt),
    /// A figure is deployed (GEN-SET-08).
    Deploy(Seat, Fig, Pt, Pt),
    /// The fight begins (GEN-SET-09).
    Fight,
    /// A figure acts (section 4).
    Act(Fig, Act),
    /// The last move of the phase is taken back.
    TakeBack,
    /// The phase of the active player ends, or its heroic die is given up.
    End(PhaseEnd),
    /// A band routs of its own will (GEN-ROU-04).
    Rout(Seat),
    /// A step after the game (section 16).
    After(Seat, After),
}

/// What happened, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    /// A command started a piece of work.
    Commanded(Commanded<Generik>),
    /// A piece of work began without a command.
    Began(Began<Generik>),
    /// Dice fell.
    Rolled(Rolled<Generik>),
    /// A seat answered a question of the work under way.
    Answered(Answered<Generik>),
    /// A seat named its champion (GEN-DEC-04).
    Championed {
        /// The seat.
        seat: Seat,
        /// The clock chose.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_clock: bool,
        /// The champion.
        fig: Sealed<Fig>,
    },
    /// A seat took back what it had sealed.
    Withdrawn {
        /// The seat.
        seat: Seat,
    },
    /// A seat set its standing answers.
    Stood {
        /// The seat.
        seat: Seat,
        /// The answers.
        standing: Standing,
    },
    /// Something was said outside any question: a concession, an offer of a draw.
    Said {
        /// Facts.
        facts: Vec<Fact>,
    },
}

impl Event {
    /// What happened.
    pub fn facts(&self) -> &[Fact] {
        match self {
            Self::Championed { .. } | Self::Withdrawn { .. } | Self::Stood { .. } => &[],
            Self::Commanded(Commanded { facts, .. })
            | Self::Began(Began { facts, .. })
            | Self::Rolled(Rolled { facts, .. })
            | Self::Answered(Answered { facts, .. })
            | Self::Said { facts } => facts,
        }
    }
}

impl From<Step<Generik>> for Event {
    fn from(step: Step<Generik>) -> Self {
        match step {
            Step::Began(began) => Self::Began(began),
            Step::Rolled(rolled) => Self::Rolled(rolled),
            Step::Answered(answered) => Self::Answered(answered),
        }
    }
}
