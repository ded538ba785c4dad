//! What happens: facts, which state resulting values, and the events that carry them.
//!
//! A fact is public. It names the rule it follows from and what was rolled against what, so that the log explains itself. Facts that
//! change something state the whole of the part of a fighter that they change.

use serde::{Deserialize, Serialize};

use super::Celtiques;
use super::command::{Choice, Deed, Order, Preset, Ruling, Seal, Standing, data};
use super::ids::{Cry, Dec, Task, Team, Who, Zone};
use super::scene::{Beat, Body, Camp, Gear, Mind, Pose, Rulings, Stage, Status, Thing, Ties, Turn, kinds};
use super::tables::{Critical, Scar};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::fold::Rows;
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::{Answered, Began, Rolled, Sealed, Step};

kinds! {
    /// What dice are thrown for.
    Throw {
        #[default]
        Reaction, Survival, Fast, Jump, Attack, Shot, Stray, Sudden, Acrobatics, Dodge, Disengage, Follow, Damage,
        Resistance, Critical, Face, Agility, Strength, Shock, Polearm, Fatigue, Courage, Faint, Terror, Command,
        Tactics, Task, Breath, Escape, Pull, Look, Song, Head, Duel, Arm,
    }
    /// How a fighter came to another place.
    Way {
        #[default]
        Walk, Run, Zigzag, Charge, Jump, Leap, Disengage, Follow, Thrown, Placed, Wakes, Leaves,
    }
    /// The result of a blow or a shot.
    Verdict {
        #[default]
        Miss,
        /// The dodge was better.
        Dodged,
        Hit,
    }
    /// Why something did not come about.
    Why {
        /// It has lost this action (CEL-COR-15).
        #[default]
        Lost,
        /// No target is there, or in reach.
        NoTarget,
        /// It is no longer possible.
        Late,
        /// The way is blocked.
        Blocked,
        /// An answer prevented it.
        Held,
        /// An échec critique.
        Failed,
        /// It dares not (CEL-TIR-09).
        Scruples,
    }
}

impl Throw {
    /// A short English label, for error messages and reports.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Reaction => "reaction dice",
            Self::Survival => "survival dice",
            Self::Fast => "fast move dice",
            Self::Jump => "jump dice",
            Self::Attack => "attack dice",
            Self::Shot => "shot dice",
            Self::Stray => "stray die",
            Self::Sudden => "sudden event dice",
            Self::Acrobatics => "acrobatics dice",
            Self::Dodge => "dodge dice",
            Self::Disengage => "disengaging dice",
            Self::Follow => "following dice",
            Self::Damage => "damage dice",
            Self::Resistance => "resistance dice",
            Self::Critical => "critical dice",
            Self::Face => "face die",
            Self::Agility => "agility dice",
            Self::Strength => "strength dice",
            Self::Shock => "shock dice",
            Self::Polearm => "polearm die",
            Self::Fatigue => "fatigue dice",
            Self::Courage => "courage dice",
            Self::Faint => "faint die",
            Self::Terror => "terror dice",
            Self::Command => "command dice",
            Self::Tactics => "tactics dice",
            Self::Task => "task dice",
            Self::Breath => "breath dice",
            Self::Escape => "escape dice",
            Self::Pull => "pulling dice",
            Self::Look => "vigilance dice",
            Self::Song => "song dice",
            Self::Head => "head dice",
            Self::Duel => "duel dice",
            Self::Arm => "arm die",
        }
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "celtiques/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum What {
    Stage {
        stage: Stage,
    },
    Turn {
        turn: u8,
        order: Vec<Who>,
    },
    Segment {
        segment: u8,
    },
    Pose {
        who: Who,
        pose: Box<Pose>,
    },
    Body {
        who: Who,
        body: Box<Body>,
    },
    Gear {
        who: Who,
        gear: Box<Gear>,
    },
    Count {
        who: Who,
        count: Box<Turn>,
    },
    Beat {
        who: Who,
        beat: Box<Beat>,
    },
    Mind {
        who: Who,
        mind: Box<Mind>,
    },
    Ties {
        who: Who,
        ties: Box<Ties>,
    },
    Camp {
        side: Team,
        camp: Box<Camp>,
    },
    Quiet {
        seats: Seats,
    },
    Sealed {
        seats: Seats,
    },
    Things {
        things: Vec<Thing>,
    },
    /// Seats of a side that give up, and whether all do: said outside any work, so apart from what work changes of a camp.
    Yields {
        side: Team,
        seats: Seats,
        all: bool,
    },
    Standard {
        at: Option<Hex>,
    },
    Rulings {
        rulings: Box<Rulings>,
    },
    Ended {
        outcome: Outcome,
    },
    /// Dice with everything that counts: the level, the bonus and what it is held against.
    Rolled {
        throw: Throw,
        who: Who,
        faces: Vec<u8>,
        level: i16,
        bonus: i16,
        total: i16,
        against: Option<i16>,
        ok: Option<bool>,
        /// -1: an échec critique; 1: a réussite critique.
        critical: i8,
    },
    Announced {
        who: Who,
        actions: u8,
    },
    Ordered {
        who: Who,
        order: Box<Order>,
    },
    Acts {
        who: Who,
        deed: Box<Deed>,
    },
    Skipped {
        who: Who,
        why: Why,
    },
    Moved {
        who: Who,
        path: Vec<Hex>,
        way: Way,
    },
    /// A blow is struck: what it attacks with is rolled next.
    Strikes {
        who: Who,
        at: Who,
        defence: i16,
        zone: Option<Zone>,
    },
    /// A shot: its difficulty, part by part.
    Shoots {
        who: Who,
        at: Who,
        difficulty: i16,
        base: i16,
        size: i16,
        movement: i16,
        cover: i16,
        light: i16,
        melee: i16,
    },
    Verdict {
        who: Who,
        at: Who,
        verdict: Verdict,
        margin: i16,
    },
    Hurt {
        who: Who,
        by: Option<Who>,
        blessure: u8,
        fatigue: u8,
    },
    Critical {
        who: Who,
        total: i16,
        effect: Critical,
    },
    Scar {
        who: Who,
        scar: Scar,
    },
    Status {
        who: Who,
        status: Status,
        by: Option<Who>,
    },
    Falls {
        who: Who,
    },
    Drops {
        who: Who,
    },
    Breaks {
        who: Who,
    },
    Impaled {
        who: Who,
        by: Who,
    },
    Loses {
        who: Who,
        actions: u8,
        stunned: bool,
    },
    Engaged {
        who: Who,
        with: Who,
    },
    Parted {
        who: Who,
        with: Who,
    },
    Seized {
        who: Who,
        by: Who,
        entrave: u8,
    },
    Freed {
        who: Who,
    },
    Afraid {
        who: Who,
        dice: u8,
    },
    Cries {
        who: Who,
        cry: Cry,
        points: i16,
    },
    Terror {
        side: Team,
        score: i16,
    },
    Survives {
        who: Who,
        now: bool,
    },
    Levels {
        who: Who,
        task: Task,
        levels: u8,
        done: bool,
    },
    Tactics {
        side: Team,
        attack: bool,
        bonus: i16,
    },
    Head {
        who: Who,
        of: Who,
        margin: i16,
    },
    Bay {
        who: Who,
        by: Who,
    },
    /// A duel begins, or is over (CEL-DUE-01).
    Duel {
        who: Who,
        with: Who,
        on: bool,
    },
    /// Terror puts a fighter to flight (CEL-TER-06).
    Flees {
        who: Who,
    },
    Score {
        side: Team,
        points: i32,
    },
    Chose {
        seat: Seat,
        dec: Dec,
        who: Who,
        choice: Choice,
    },
    /// The game master stepped in.
    Spoke {
        seat: Seat,
        ruling: Ruling,
    },
    /// A seat gives up.
    Concedes {
        seat: Seat,
    },
}

bagarre_kit::facts! { "celtiques/", "CEL-";
    /// What happened, with the rule it follows from.
    Fact {
        /// The rule.
        rule,
        /// What.
        what: What,
    }
}

data! {
    /// An answer in the middle of a piece of work.
    #[derive(Copy)]
    pub enum Answer {
        /// The deed of a fighter.
        Deed(Deed),
        /// A short answer.
        Choice(Choice),
    }

    /// A piece of work: the smallest thing that runs from its start each time its tape grows.
    pub enum Unit {
        /// The game begins.
        Begin,
        /// Plans are opened (CEL-DEC-01).
        Plans(Vec<Seal>),
        /// Terror (CEL-TER-10), by the cries of all.
        Terror(Vec<Seal>),
        /// A turn begins (CEL-ALG-02).
        Dawn,
        /// A fighter announces (CEL-DCL-02).
        Announce(Who),
        /// A segment begins.
        Segment,
        /// Orders are opened (CEL-ALG-03, S0).
        Orders(Vec<(Who, Order)>, Seats),
        /// A fighter alone in its batch.
        Slot(Who),
        /// A batch of several.
        Batch(Vec<(Who, Deed)>),
        /// A segment ends.
        Close,
        /// A turn ends.
        Dusk,
        /// A head is taken, or not (CEL-TET).
        Head(Who, Who),
        /// The end is told.
        Finish,
    }

    /// What happened, as the journal keeps it.
    #[serde(tag = "e")]
    pub enum Event {
        /// A piece of work began without a command.
        Began(Began<Celtiques>),
        /// Dice fell.
        Rolled(Rolled<Celtiques>),
        /// A seat answered a question of the work under way.
        Answered(Answered<Celtiques>),
        /// A seat sealed something.
        Sealed {
            /// The seat.
            seat: Seat,
            /// The clock chose.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            by_clock: bool,
            /// The question was not asked: the seat has given up.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            silent: bool,
            /// What.
            seal: Sealed<Seal>,
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
        /// A seat preset announcements of the turn (CEL-PLY-10).
        Preset {
            /// The seat.
            seat: Seat,
            /// The announcements, in place of those of before.
            presets: Sealed<Vec<Preset>>,
        },
        /// Something was said outside any question.
        Said {
            /// The seat that spoke.
            seat: Seat,
            /// Facts.
            facts: Vec<Fact>,
        },
    }
}

impl Event {
    /// What happened.
    pub fn facts(&self) -> &[Fact] {
        match self {
            Self::Sealed { .. } | Self::Withdrawn { .. } | Self::Stood { .. } | Self::Preset { .. } => &[],
            Self::Began(Began { facts, .. })
            | Self::Rolled(Rolled { facts, .. })
            | Self::Answered(Answered { facts, .. })
            | Self::Said { facts, .. } => facts,
        }
    }
}

impl From<Step<Celtiques>> for Event {
    fn from(step: Step<Celtiques>) -> Self {
        match step {
            Step::Began(began) => Self::Began(began),
            Step::Rolled(rolled) => Self::Rolled(rolled),
            Step::Answered(answered) => Self::Answered(answered),
        }
    }
}
