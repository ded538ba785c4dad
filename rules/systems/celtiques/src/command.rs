//! What seats say: orders and deeds of fighters, answers, and what they are asked.

use serde::{Deserialize, Serialize};

use super::ids::{Cry, Dec, Foe, Special, Task, Team, Who, Whos, Zone};
use super::scene::{Errand, Intent, kinds};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::hex::Hex;
use bagarre_kit::procedure::Sealed;

/// Declares data that crosses the edge.
macro_rules! data {
    ($($item:item)+) => {
        $(
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
            #[serde(rename_all = "snake_case")]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            $item
        )+
    };
}
pub(super) use data;

/// Declares data that clients are told or send: their types are written for them.
macro_rules! told {
    ($($item:item)+) => {
        data! {
            $(
                #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "celtiques/"))]
                $item
            )+
        }
    };
}

pub(super) use told;

pub use super::ahead::{Intention, Later, Preset};

kinds! {
    /// How fast a fighter goes (CEL-MOV).
    Pace {
        /// Its base speed.
        #[default]
        Walk,
        /// A fast move.
        Run,
        /// A zigzag run (CEL-MOV-08).
        Zigzag,
    }
}

told! {
    /// Where a move leads.
    #[derive(Copy)]
    pub enum Goal {
        /// To a hexagon.
        Hex(Hex),
        /// To a fighter, as near as can be.
        Who(Who),
        /// Off the map, by the exit that counts, else by its own edge.
        Off,
    }

    /// A march (CEL-PLY-03).
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct March {
        /// Where to.
        pub to: Goal,
        /// How fast.
        #[serde(default)]
        pub pace: Pace,
        /// Evasively (CEL-MOV-06).
        #[serde(default)]
        pub evasive: bool,
        /// Charges who is met on the way (CEL-SPE-04).
        #[serde(default)]
        pub charge: bool,
    }

    /// A movement of a segment.
    #[derive(Copy)]
    pub enum Go {
        /// A march.
        March(March),
        /// A jump (CEL-MOV-10), with a dodge or without (CEL-ESQ-02).
        Jump {
            /// Where to.
            to: Hex,
            /// A saut acrobatique.
            acro: bool,
            /// A dodge is declared with it.
            dodge: bool,
        },
        /// A dégagement (CEL-ENG-04).
        Leave {
            /// With an acrobatic dodge.
            acro: bool,
            /// Where to afterwards; straight away where nothing is said.
            to: Option<Hex>,
        },
    }

    /// A small act (CEL-UND-07, CEL-INN-03).
    #[derive(Copy)]
    pub enum Minor {
        /// Draws a weapon (CEL-DEG-01).
        Draw(u8),
        /// Drops what it has in hand.
        Drop,
        /// Crouches, lies down, stands up (CEL-MOV-09).
        Crouch,
        /// See above.
        Lie,
        /// See above.
        Rise,
        /// Looks for a fighter behind trees (CEL-INN-03).
        Look(Who),
        /// Picks up a weapon, by its place among what lies there.
        Pick(u8),
        /// Picks up the standard (CEL-SCN-06).
        Standard,
        /// Takes off or puts on its shield.
        Shield,
        /// Lets go of the fighter that it holds (CEL-SPE-17).
        Release,
        /// Mounts or dismounts (CEL-CHV-04).
        Mount,
    }

    /// What a fighter does in S0 (CEL-DEC-04).
    #[serde(deny_unknown_fields)]
    #[derive(Copy, Default)]
    pub struct Order {
        /// Mode Survie.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub survive: bool,
        /// A dodge against projectiles (CEL-TIR-13): plain, or acrobatic.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub dodge: Option<bool>,
        /// Its movement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub go: Option<Go>,
        /// A small act.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub minor: Option<Minor>,
    }

    /// A special blow that is announced with an attack (CEL-SPE-19).
    #[derive(Copy)]
    pub enum Trick {
        /// With the shield, to knock down (CEL-SPE-05, CEL-DEC-25).
        Shield,
        /// The prepared coup en force (CEL-SPE-07).
        Force,
        /// The prepared acrobatic attack (CEL-SPE-08).
        Acrobatic,
        /// Faire tomber, by agility (CEL-SPE-09).
        Trip,
        /// Faire tomber, by strength.
        Throw,
        /// Immobiliser (CEL-SPE-15).
        Seize,
    }

    /// A blow (CEL-DEC-08).
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Blow {
        /// The target.
        pub at: Who,
        /// With bare hands, also where something is in hand.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub fists: bool,
        /// With the point (CEL-R24).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub estoc: bool,
        /// Aimed at a zone (CEL-SPE-02).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub zone: Option<Zone>,
        /// A special blow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub trick: Option<Trick>,
        /// At the end of a charge (CEL-SPE-04).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub charge: bool,
        /// A second weapon, by its place, and its target (CEL-ACT-07).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub second: Option<(u8, Who)>,
        /// Draws this weapon and uses it in one go (CEL-DEG-02).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub draw: Option<u8>,
    }

    /// An order of a chief (CEL-CMD).
    #[derive(Copy)]
    pub enum Call {
        /// Redonner du courage (CEL-CMD-07).
        Rally,
        /// Changement tactique: attack, else defence (CEL-CMD-08).
        Tactics(bool),
        /// Reprendre en main (CEL-CMD-11).
        Retake,
        /// Galvaniser: Blessure, else Fatigue (CEL-CMD-12).
        Galvanise(bool),
        /// Taking over after the loss of the chief (CEL-CMD-14).
        TakeOver,
    }

    /// What a slot is used for (CEL-DEC-07).
    #[derive(Copy)]
    pub enum Act {
        /// Nothing, or what is moved and handled beside it.
        Pass,
        /// Later (CEL-DCL-05).
        Delay,
        /// After another fighter (CEL-PRI-05).
        Yield(Who),
        /// A blow.
        Strike(Blow),
        /// A throw or a shot, with the weapon at a place.
        Shoot {
            /// The target.
            at: Who,
            /// The weapon.
            with: u8,
            /// It is drawn for it (CEL-DEG-02).
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            draw: bool,
        },
        /// Aims (CEL-TIR-14).
        Aim(Who),
        /// Prepares a coup en force; an acrobatic attack on a target.
        Force,
        /// See above.
        Acrobatic(Who),
        /// Gets free (CEL-SPE-16).
        Escape {
            /// With an acrobatic dodge.
            acro: bool,
        },
        /// Tightens its hold (CEL-SPE-15).
        Tighten,
        /// Throws the fighter that it holds (CEL-SPE-18).
        Hurl,
        /// Pulls its weapon out (CEL-EMP-02).
        Pull,
        /// An order, to these men.
        Call(Call, Whos),
        /// Sings (CEL-TER-09).
        Sing,
        /// Begins a long action (CEL-LNG-01).
        Task(Task, Who),
        /// Begins to shorten a distance, at a cost in fatigue (CEL-LNG-03).
        Trek(Hex),
        /// Holds at bay (CEL-RES-04).
        Bay(Who),
        /// Proposes a duel (CEL-DUE-01).
        Duel(Who),
        /// Gives up (CEL-DEC-23).
        Surrender,
    }

    /// What a fighter does at its slot.
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Deed {
        /// What the slot is used for.
        pub act: Act,
        /// Its movement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub go: Option<Go>,
        /// It moves after it has acted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub after: bool,
        /// A small act, first of all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub minor: Option<Minor>,
    }

    /// What a seat decides before the fight (CEL-DEC-01); what is left out is the default.
    #[serde(deny_unknown_fields)]
    #[derive(Default)]
    pub struct Plan {
        /// The chief of the side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub chief: Option<Who>,
        /// The fighter that takes over after the chief.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub successor: Option<Who>,
        /// What the side has agreed on (CEL-CMD-08).
        #[serde(default)]
        pub intent: Intent,
        /// Where its fighters begin.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub places: Vec<(Who, Hex)>,
        /// The fighters that fight undressed.
        #[serde(default)]
        pub undressed: Whos,
        /// The fighters that are painted.
        #[serde(default)]
        pub paint: Whos,
    }

    /// Sealed answers, one kind after the other in a game.
    pub enum Seal {
        /// Before the fight.
        Plan(Plan),
        /// How each fighter makes terror.
        Cries(Vec<(Who, Cry)>),
        /// Orders, and whether the seat says "rien d'autre" for the turn.
        Orders(Vec<(Who, Order)>, bool),
        /// Deeds of a batch.
        Deeds(Vec<(Who, Deed)>),
    }

    /// A short answer.
    #[derive(Copy)]
    pub enum Choice {
        /// No.
        No,
        /// Yes.
        Yes,
        /// So many actions (CEL-DEC-03).
        Actions(u8),
        /// A dodge: acrobatic or not, with the slot of the segment or at a cost (CEL-DEC-10).
        Dodge {
            /// Acrobatic.
            acro: bool,
            /// Spends the slot.
            slot: bool,
        },
        /// A blow at who leaves (CEL-DEC-11): plain, to trip, to seize.
        Strike(Option<Trick>),
        /// Follows.
        Follow,
        /// So much on the result (CEL-MJ-03).
        Shift(i16),
        /// Grants surprise to who is attacked, or lifts it (CEL-MJ-03, CEL-PRI-06).
        Surprise(bool),
    }

    /// When a fighter dodges (CEL-PLY-07).
    #[derive(Copy, Default)]
    pub enum Dodging {
        /// Its player is asked.
        #[default]
        Ask,
        /// Never.
        Never,
        /// If the margin is so much or more.
        From(i16),
        /// Always, while it has taken no more dice than this.
        While(u8),
    }

    /// Whether a fighter lets itself be engaged, or goes into Mode Survie.
    #[derive(Copy, Default)]
    pub enum Standard {
        /// Its player is asked.
        #[default]
        Ask,
        /// Yes.
        Yes,
        /// No.
        No,
    }

    /// Standing orders of a fighter (CEL-PLY-07).
    #[serde(deny_unknown_fields)]
    #[derive(Copy)]
    pub struct Habit {
        /// The fighter.
        pub who: Who,
        /// When it dodges.
        #[serde(default)]
        pub dodge: Dodging,
        /// It spends its slot on a dodge first.
        #[serde(default)]
        pub slot: bool,
        /// It asks for Mode Survie whenever it is attacked; in a long action it always does.
        #[serde(default = "never")]
        pub survival: Standard,
        /// Mode Survie from so many levels of Blessure on.
        #[serde(default)]
        pub survive_at: Option<u8>,
        /// It refuses to be engaged.
        #[serde(default)]
        pub refuse: Standard,
        /// It aims before it shoots.
        #[serde(default)]
        pub aim: bool,
        /// Its march order, and the levels of Blessure it had then.
        #[serde(default)]
        pub march: Option<(March, u8)>,
    }

    /// What a game master says (CEL-MJ-02, and the clauses of section E).
    #[derive(Copy)]
    pub enum Ruling {
        /// For the next roll of a fighter (CEL-MJ-03).
        Next(Who, i16),
        /// Grants or lifts surprise for the segment (CEL-PRI-06).
        Surprise(Who, bool),
        /// The difficulty of reactions to sudden events; none waives them (CEL-UND-04).
        Sudden(i16),
        /// The difficulty of Mode Survie (CEL-MJ-04).
        Survival(i16),
        /// The malus on innate rolls (CEL-INN-02).
        Innate(i16),
        /// The difficulty of acrobatics.
        Acrobatics(i16),
        /// The base of who breaks out when held at bay.
        Bay(i16),
        /// Asks or waives courage before a shot into a melee (CEL-TIR-09).
        Scruples(bool),
        /// How dense the crowd is (CEL-TIR-10).
        Crowd(i16),
        /// A modifier of tactics (CEL-CMD-08).
        Tactics(i16),
        /// Paint and songs (CEL-TER-09).
        Songs(i16),
        /// The difficulty of embalming (CEL-TET-04).
        Embalming(i16),
        /// The bonus of a side ends with the segment (CEL-CMD-09).
        EndBonus(Team),
        /// Reaction rolls again in the next segment (CEL-PRI-03).
        Reroll,
        /// Slower ground, in percent (CEL-MOV-04).
        Slow(Hex, u8),
        /// An opponent of the reserve (CEL-MJ-05).
        Summon(Foe, Hex),
        /// Plays an opponent directly, or leaves it to its doctrine (CEL-MJ-01).
        Play(Who, bool),
        /// Another skill, difficulty and number of levels for a task (CEL-LNG-02).
        Task(Errand),
        /// A side has met the objective of the table, if most seats say so too (CEL-SCN-07).
        Met(Team),
    }

    /// What a seat says.
    pub enum Command {
        /// Before the fight.
        Plan {
            /// The number of the question.
            question: u32,
            /// The plan.
            #[cfg_attr(feature = "ts", ts(as = "Plan"))]
            plan: Sealed<Plan>,
        },
        /// Takes back what the seat has sealed, as long as another seat has not sealed yet.
        Withdraw {
            /// The question that it answered.
            question: u32,
        },
        /// Terror.
        Cries {
            /// The number of the question.
            question: u32,
            /// The cry of each fighter that makes one; the others make none.
            #[cfg_attr(feature = "ts", ts(as = "Vec<(Who, Cry)>"))]
            cries: Sealed<Vec<(Who, Cry)>>,
        },
        /// Orders of S0; who is left out follows its march order.
        Orders {
            /// The number of the question.
            question: u32,
            /// The orders.
            #[cfg_attr(feature = "ts", ts(as = "Vec<(Who, Order)>"))]
            orders: Sealed<Vec<(Who, Order)>>,
            /// Nothing more in this turn (CEL-PLY-04).
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            quiet: bool,
        },
        /// Deeds of a batch of several; who is left out does what it does by default.
        Deeds {
            /// The number of the question.
            question: u32,
            /// The deeds.
            #[cfg_attr(feature = "ts", ts(as = "Vec<(Who, Deed)>"))]
            deeds: Sealed<Vec<(Who, Deed)>>,
        },
        /// The deed of a fighter alone in its batch.
        Act {
            /// The number of the question.
            question: u32,
            /// The deed.
            deed: Deed,
        },
        /// A short answer.
        Choose {
            /// The number of the question.
            question: u32,
            /// The answer.
            choice: Choice,
        },
        /// The announcements of the fighter asked for and of own ones that announce later (CEL-PLY-10).
        Announce {
            /// The number of the question.
            question: u32,
            /// The number of actions of each fighter; those of later ones replace what was preset for them.
            #[cfg_attr(feature = "ts", ts(as = "Vec<(Who, u8)>"))]
            actions: Sealed<Vec<(Who, u8)>>,
        },
        /// Standing orders, in place of those of before.
        Stand {
            /// The orders.
            standing: Standing,
        },
        /// The game master steps in.
        Rule {
            /// The ruling of the game master.
            ruling: Ruling,
        },
        /// The side gives up, once all of its seats say so (CEL-PLY-08).
        Concede,
    }

    /// Standing orders of a seat.
    #[derive(Default)]
    pub struct Standing {
        /// Fighter by fighter; who is missing has none.
        #[serde(default)]
        pub habits: Vec<Habit>,
        /// Says "rien d'autre" at the first segment of each turn (CEL-PLY-04).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub quiet: bool,
        /// Announcements of the turn that are decided before their place in the order comes (CEL-PLY-10).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Preset>>"))]
        pub presets: Vec<Preset>,
        /// Deeds of the turn that are decided before their slots come (CEL-PLY-11).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Intention>>"))]
        pub intentions: Vec<Intention>,
    }

    /// A question with a list of answers.
    pub struct Question {
        /// Its number.
        pub id: u32,
        /// The seat that is asked.
        pub seat: Seat,
        /// Which decision: the number of `CEL-DEC`.
        pub dec: Dec,
        /// The fighter that it is for.
        pub who: Who,
        /// The fighter that it is about.
        pub about: Option<Who>,
        /// The total that was rolled, and the score it was against, where there was a roll.
        pub total: i16,
        /// See above.
        pub against: i16,
        /// The answers.
        pub options: Vec<Choice>,
        /// The one of a fighter who is not there.
        pub default: u8,
        /// For an announcement: the own fighters that announce later in the turn, in order. Told to the seat asked alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Later>>"))]
        pub later: Vec<Later>,
    }

    /// A question.
    pub enum Ask {
        /// Plans, sealed.
        Plan {
            /// The number of the question.
            id: u32,
            /// The seats that are asked.
            seats: Seats,
        },
        /// Terror, sealed.
        Terror {
            /// The number of the question.
            id: u32,
            /// The seats that are asked.
            seats: Seats,
        },
        /// Orders of a segment, sealed.
        Orders {
            /// The number of the question.
            id: u32,
            /// The seats that are asked.
            seats: Seats,
        },
        /// Deeds of a batch of several, sealed.
        Batch {
            /// The number of the question.
            id: u32,
            /// The seats that are asked.
            seats: Seats,
            /// The fighters that it is for.
            whos: Whos,
        },
        /// The deed of one fighter.
        Act {
            /// The number of the question.
            id: u32,
            /// The seat that is asked.
            seat: Seat,
            /// The fighter that it is for.
            who: Who,
        },
        /// A short answer.
        Choose(Question),
    }
}

fn never() -> Standard {
    Standard::No
}

impl Deed {
    /// A deed without a move.
    pub const fn of(act: Act) -> Self {
        Self { act, go: None, after: false, minor: None }
    }

    /// A plain blow.
    pub const fn blow(at: Who) -> Self {
        Self::of(Act::Strike(Blow::at(at)))
    }
}

impl Blow {
    /// A plain blow.
    pub const fn at(at: Who) -> Self {
        Self {
            at,
            fists: false,
            estoc: false,
            zone: None,
            trick: None,
            charge: false,
            second: None,
            draw: None,
        }
    }

    /// The special blow whose speciality counts (CEL-SPE-01).
    pub const fn special(&self) -> Option<Special> {
        match self.trick {
            Some(Trick::Shield) => Some(Special::Bouclier),
            Some(Trick::Force) => Some(Special::Force),
            Some(Trick::Acrobatic) => Some(Special::Acrobatique),
            Some(Trick::Trip | Trick::Throw) => Some(Special::Tomber),
            Some(Trick::Seize) => Some(Special::Immobiliser),
            None if self.zone.is_some() => Some(Special::Precision),
            None if self.charge => Some(Special::Charge),
            None => None,
        }
    }
}

impl March {
    /// At base speed.
    pub const fn walk(to: Goal) -> Self {
        Self { to, pace: Pace::Walk, evasive: false, charge: false }
    }
}

impl Habit {
    /// No standing orders at all.
    pub fn none(who: Who) -> Self {
        Self {
            who,
            dodge: Dodging::Ask,
            slot: false,
            survival: Standard::No,
            survive_at: None,
            refuse: Standard::Ask,
            aim: false,
            march: None,
        }
    }
}

impl Standing {
    /// The standing orders of a fighter, if it has any.
    pub fn of(&self, who: Who) -> Option<&Habit> {
        self.habits.iter().find(|habit| habit.who == who)
    }
}

impl Question {
    /// Returns the answer of an absent player.
    pub fn default_choice(&self) -> Choice {
        self.options.get(usize::from(self.default)).or(self.options.first()).copied().unwrap_or(Choice::No)
    }
}

impl Ask {
    /// The number of the question.
    pub fn id(&self) -> u32 {
        match self {
            Self::Plan { id, .. }
            | Self::Terror { id, .. }
            | Self::Orders { id, .. }
            | Self::Batch { id, .. }
            | Self::Act { id, .. } => *id,
            Self::Choose(question) => question.id,
        }
    }

    /// Returns the seats that are asked.
    pub fn seats(&self) -> Seats {
        match self {
            Self::Plan { seats, .. }
            | Self::Terror { seats, .. }
            | Self::Orders { seats, .. }
            | Self::Batch { seats, .. } => *seats,
            Self::Act { seat, .. } => Seats::one(*seat),
            Self::Choose(question) => Seats::one(question.seat),
        }
    }
}

impl Command {
    /// The number of the question it answers; 0 for one that answers none.
    pub fn number(&self) -> u32 {
        match self {
            Self::Plan { question, .. }
            | Self::Cries { question, .. }
            | Self::Orders { question, .. }
            | Self::Deeds { question, .. }
            | Self::Act { question, .. }
            | Self::Choose { question, .. }
            | Self::Announce { question, .. }
            | Self::Withdraw { question } => *question,
            Self::Stand { .. } | Self::Rule { .. } | Self::Concede => 0,
        }
    }
}
