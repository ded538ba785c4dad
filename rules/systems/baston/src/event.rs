//! What happens: facts, which state resulting values, and the events that carry them.
//!
//! A fact is public. It names the rule it follows from and what was rolled against what, so that the log explains
//! itself; it states the value that results, so that applying it needs no rule.

use serde::{Deserialize, Serialize};

use super::Baston;
use super::command::{Choice, Sheet, Standing};
use super::ids::{Dec, ItemId, ItemKind, Part, PieceId, Stat, StunLine, Who};
use super::order::Sequence;
use super::scene::{Cells, Phase, Place, Plot, Task, WindowState};
use bagarre_kit::contract::{Outcome, Seat, Seats};
use bagarre_kit::fold::Rows;
use bagarre_kit::grid::{Dir, Point};
use bagarre_kit::procedure::{Answered, Began, Need, Rolled, Sealed, Step};

/// How a character came to another point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Way {
    Placed,
    Walk,
    Crawl,
    Jump,
    Leap,
    Run,
    Pushed,
    Dragged,
    Fall,
    Ride,
}

/// Why an order or a round was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Why {
    /// Stunned.
    Stunned,
    /// Held, and could not break free.
    Held,
    /// A rest is due.
    Rest,
    /// Posture: standing needed, or prone.
    Posture,
    /// An arm, or both, or the legs are gone.
    Limb,
    /// A chair in hand is in the way.
    Chair,
    /// No target in reach.
    NoTarget,
    /// The object needed is not there.
    NoItem,
    /// A tool is needed.
    NoTool,
    /// Already as asked: open, shut, destroyed.
    NoEffect,
    /// Bolted, or from the wrong side.
    Barred,
    /// Blocked by an obstacle or a character.
    Blocked,
    /// The place does not allow it (on stairs, not beside it, wrong level).
    Place,
    /// Six objects are carried already.
    Full,
    /// The player gave up.
    Declined,
    /// The first half of a combination failed.
    FirstHalf,
    /// A test failed.
    Failed,
    /// Grappling another character.
    Holding,
    /// Knocked out or gone.
    Gone,
    /// Interrupted.
    Interrupted,
    /// Played together with the first round (BAS-OUV-04).
    Together,
    /// Loaded with the cash box (SCN-03).
    Loaded,
}

/// An obstacle in the way of a character or a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Obstacle {
    /// A wall.
    Wall,
    /// The border of the board.
    Border,
    /// Other ground, higher or lower.
    Level,
    /// The bar counter.
    Bar,
    /// A shut door.
    Door(u8),
    /// An open leaf that rests there: door, leaf.
    Leaf(u8, u8),
    /// A window.
    Window(u8),
    /// A panel of a telephone booth.
    Panel(u8),
    /// A piece of furniture.
    Piece(PieceId),
    /// A character.
    Who(Who),
}

/// What a modifier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Circumstance {
    /// Stunned: the target of a blow (BAS-CBT-07), or who takes a test (BAS-STN-07).
    Stunned,
    /// The target is held (BAS-CT-03).
    Held,
    /// The target is hit from behind (BAS-CBT-07).
    Behind,
    /// The target is on the ground (BAS-CBT-07).
    Prone,
    /// The target holds another character (BAS-CT-03).
    Holding,
    /// The right arm of the attacker or thrower is gone (BAS-WND-06).
    Arm,
    /// The attacker is on the ground (BAS-CBT-08).
    Low,
    /// The flight crosses points with people (BAS-LAN-07).
    Crossing,
}

/// Why a test or a contest is not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Waived {
    /// A stunned character cannot resist.
    Stunned,
    /// The character is on the ground already.
    Prone,
    /// Several do it together.
    Together,
    /// The character has tested in this event.
    Tested,
    /// The jostle before it was lost: the character stays.
    Jostled,
}

/// Why dice pick a character or a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Draw {
    Row,
    Column,
    Rank,
    Target,
    Direction,
    Point,
    Facing,
    StrengthTie,
}

/// What happened, as the value that results.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Rows)]
#[serde(tag = "t", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(missing_docs, reason = "the names and the types of the fields say it")]
pub enum What {
    // The course of the game.
    /// A turn begins: all seats programme.
    Turn {
        turn: u8,
    },
    /// The game enters a phase; `sequence` is the current one.
    Enter {
        phase: Phase,
        sequence: u8,
    },
    /// The programme of a character becomes public.
    Revealed {
        who: Who,
        orders: [Sequence; 3],
    },
    /// A character begins to act. Clears what the sequence remembers of it.
    Acts {
        who: Who,
    },
    /// An order of a character is being played. `round` is 1 or 2.
    Plays {
        who: Who,
        round: u8,
        order: String,
    },
    /// An order was lost: nothing happens (BAS-EXE-07).
    Lost {
        who: Who,
        round: u8,
        why: Why,
    },
    /// Rounds were cancelled before being played.
    Cancelled {
        who: Who,
        rounds: [bool; 2],
        why: Why,
    },
    /// A move met an obstacle or broke a rule of movement (BAS-EXE-07).
    Impossible {
        who: Who,
        to: Option<Point>,
    },
    /// The character has finished (or not) the orders of this sequence.
    Done {
        who: Who,
        done: bool,
    },
    /// A long action waits, or no longer waits.
    Queued {
        who: Who,
        queued: bool,
    },
    /// A rest is owed for the next sequence.
    Owes {
        who: Who,
        owes: bool,
    },
    /// The current sequence is a forced rest.
    Rests {
        who: Who,
        resting: bool,
    },
    /// The character may (or need no longer) rewrite at the end of the sequence.
    Shaken {
        who: Who,
        shaken: bool,
    },
    /// A player answered a question, or the default was taken.
    Chose {
        who: Who,
        dec: Dec,
        choice: Choice,
        silent: bool,
    },

    // Dice.
    /// A characteristic test: success if `die + malus <= value`.
    Test {
        who: Who,
        stat: Stat,
        value: u8,
        die: u8,
        malus: u8,
        ok: bool,
        // What the malus comes from.
        #[serde(default)]
        why: Vec<Circumstance>,
    },
    /// A test or contest that would be due is not made.
    NoTest {
        who: Who,
        stat: Stat,
        why: Waived,
    },
    /// The obstacle that stops a character, or what it pushes.
    Barred {
        who: Who,
        by: Obstacle,
    },
    /// A random pick: `face` of a die of `sides`.
    Drew {
        what: Draw,
        who: Option<Who>,
        sides: u8,
        face: u8,
        /// The character that was drawn, where one of several was.
        #[serde(default)]
        picked: Option<Who>,
    },
    /// A roll on a line of the stun table; `n` sequences.
    StunRoll {
        who: Who,
        line: StunLine,
        die: u8,
        bonus: u8,
        n: u8,
    },
    /// A contest of strength; `die` when FOR was equal.
    Strength {
        mover: Who,
        other: Who,
        mover_for: u8,
        other_for: u8,
        die: Option<u8>,
        mover_wins: bool,
    },
    /// Where a blow lands; `die` is none when aimed or always the legs.
    Location {
        target: Who,
        part: Part,
        die: Option<u8>,
    },
    /// A roll to hit.
    ToHit {
        who: Who,
        target: Who,
        row: String,
        die: u8,
        stat: Stat,
        value: u8,
        target_mod: i8,
        attacker_mod: i8,
        range_mod: i8,
        total: u8,
        hit: bool,
        // What the modifiers of target and attacker come from.
        #[serde(default)]
        why: Vec<Circumstance>,
    },

    // Characters.
    /// Drawn or given rank.
    Ranked {
        who: Who,
        rank: u8,
    },
    /// A character is now at a point; `top` on its furniture or bar.
    Moved {
        who: Who,
        from: Point,
        to: Point,
        top: bool,
        way: Way,
    },
    /// The character is now on or off the top of the furniture on its point, without moving.
    OnTop {
        who: Who,
        top: bool,
    },
    Faced {
        who: Who,
        dir: Dir,
    },
    Posture {
        who: Who,
        prone: bool,
    },
    /// Wounds taken on a part after protection, and what is left; 0 when protection takes them all, or, with nothing saved,
    /// when an arm or the legs have nothing left to lose (BAS-WND-04).
    Wounded {
        who: Who,
        part: Part,
        wounds: u8,
        saved: u8,
        left: u8,
    },
    /// Stun sequences to come. `gained` were just added.
    Stunned {
        who: Who,
        stun: u8,
        fresh: bool,
        gained: u8,
        // Sequences that protection took off before.
        #[serde(default)]
        saved: u8,
    },
    /// Knocked out; `by` whose act it was.
    Out {
        who: Who,
        by: Option<Who>,
    },
    /// The character has left the board; `by` is the character that caused it, none if it left by itself.
    LeftBoard {
        who: Who,
        from: Point,
        by: Option<Who>,
    },
    /// A hold begins.
    Seized {
        who: Who,
        victim: Who,
    },
    /// A hold ends.
    Released {
        who: Who,
        victim: Who,
    },
    /// A blow that needs no roll to hit found its target, or a throw or blow chose it.
    Targets {
        who: Who,
        target: Who,
    },
    /// The attacker misses on purpose, or a thrower lets it pass.
    Spared {
        who: Who,
        target: Who,
    },
    /// A robbery or a change of clothes under way, or over.
    Working {
        who: Who,
        task: Option<Task>,
    },

    // Things.
    /// An object is now this, here.
    Item {
        id: ItemId,
        kind: ItemKind,
        place: Place,
    },
    /// An object flies; what becomes of it follows.
    Throws {
        who: Who,
        id: ItemId,
        from: Point,
        to: Point,
        aggressive: bool,
    },
    /// A piece of furniture is now here, so.
    Piece {
        id: PieceId,
        cells: Cells,
        overturned: bool,
        gone: bool,
    },
    /// A leaf of a door is now open or shut.
    Leaf {
        door: u8,
        leaf: u8,
        open: bool,
    },
    Bolt {
        door: u8,
        bolted: bool,
    },
    DoorDestroyed {
        door: u8,
    },
    Window {
        window: u8,
        state: WindowState,
    },
    PanelDestroyed {
        panel: u8,
    },
    PhoneDestroyed {
        phone: u8,
    },
    /// Glass debris on a point, or none any more.
    Glass {
        at: Point,
        present: bool,
    },

    // Scenario.
    /// Points of a seat changed by `points` to `total`; `reason` is a code.
    Score {
        seat: Seat,
        points: i32,
        total: i32,
        reason: String,
    },
    /// What the scenario remembers.
    Plot {
        plot: Plot,
    },
    /// A seat gives up (RUL-109).
    GaveUp {
        seat: Seat,
    },
    /// Several bands have the most points; what decides between them.
    Tied {
        seats: Seats,
        by: TieBreak,
    },
    Over {
        outcome: Outcome,
    },
}

/// What decides between bands with as many points (section 21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum TieBreak {
    /// More characters in play.
    InPlay,
    /// As many characters; more damage points left.
    PointsLeft,
    /// As many of both: a draw.
    Nothing,
}

bagarre_kit::facts! { "baston/", "BAS-";
    /// A fact with the rule it follows from.
    Fact {
        /// The rule that acts.
        rule,
        /// What happened.
        what: What,
    }
}

/// A piece of work that runs from its start to its end, with dice and questions on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Unit {
    /// Places one character (BAS-SET-05, 06).
    Place(Who),
    /// Draws the ranks (BAS-RNK-01).
    Ranks,
    /// A turn begins.
    Turn,
    /// All programmes are revealed (BAS-EXE-01).
    Reveal,
    /// A sequence begins (BAS-EXE-02).
    Sequence,
    /// One character begins to act: stun, freeing, hold, forced rest (BAS-EXE-06).
    Activate(Who),
    /// One character plays a round, 1 or 2.
    Round(Who, u8),
    /// The long phase begins.
    Long,
    /// The pushes on one element, at the rank of this first pusher (BAS-POU-05).
    Push(Who),
    /// Another long action.
    LongAction(Who),
    /// The end of the sequence begins.
    Closing,
    /// A robbery or change of clothes is completed (BAS-EXE-05).
    Complete(Who),
    /// Stuns go down, the game may end, rewriting opens (BAS-EXE-05, BAS-END-02).
    Close,
    /// All rewrites are revealed (BAS-RPG-01).
    Rewritten,
    /// The turn ends (BAS-END-01).
    EndTurn,
}

/// An event, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Event {
    /// A seat confirmed its programme; sealed until the reveal.
    Programmed {
        /// The seat.
        seat: Seat,
        /// Confirmed by the clock: the player was absent.
        by_clock: bool,
        /// The sheets, locked rounds filled in.
        sheets: Sealed<Vec<Sheet>>,
    },
    /// A seat took its confirmed programme back.
    Withdrawn {
        /// The seat.
        seat: Seat,
    },
    /// A seat rewrote its shaken characters (DEC-18); sealed until all have.
    Rewrote {
        /// The seat.
        seat: Seat,
        /// Done by the clock.
        by_clock: bool,
        /// The sheets of the characters concerned.
        sheets: Sealed<Vec<Sheet>>,
    },
    /// A seat changed its standing answers; private to it.
    Stood {
        /// The seat.
        seat: Seat,
        /// The answers.
        standing: Standing,
    },
    /// Objects were dropped between pieces of work (BAS-OBJ-02).
    Dropped {
        /// What follows.
        facts: Vec<Fact>,
    },
    /// A seat gave up (RUL-109).
    Conceded {
        /// What follows.
        facts: Vec<Fact>,
    },
    /// A piece of work began and went as far as it could.
    Began(Began<Baston>),
    /// A die fell.
    #[serde(with = "one_die")]
    #[cfg_attr(feature = "schema", schemars(with = "one_die::Fell"))]
    Rolled(Rolled<Baston>),
    /// A decision was taken.
    Answered(Answered<Baston>),
}

impl Event {
    /// What happened.
    pub fn facts(&self) -> &[Fact] {
        match self {
            Self::Programmed { .. } | Self::Withdrawn { .. } | Self::Rewrote { .. } | Self::Stood { .. } => {
                &[]
            }
            Self::Dropped { facts }
            | Self::Conceded { facts }
            | Self::Began(Began { facts, .. })
            | Self::Rolled(Rolled { facts, .. })
            | Self::Answered(Answered { facts, .. }) => facts,
        }
    }
}

impl From<Step<Baston>> for Event {
    fn from(step: Step<Baston>) -> Self {
        match step {
            Step::Began(began) => Self::Began(began),
            Step::Rolled(rolled) => Self::Rolled(rolled),
            Step::Answered(answered) => Self::Answered(answered),
        }
    }
}

/// An answer to a question of a piece of work, as its tape keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Answer {
    /// A decision.
    Choice(Choice),
    /// The default or a habit, as a standing answer wants it.
    Standing(Choice),
    /// An object dropped while a question was open (DEC-19): the question is put again.
    Drop(Who, ItemId),
}

/// Nothing is thrown but single dice: the journal names the face.
mod one_die {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Baston, Fact, Need, Rolled};
    use bagarre_kit::dice::Faces;

    #[derive(Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub(super) struct Fell {
        face: u8,
        facts: Vec<Fact>,
        then: Need<Baston>,
    }

    #[derive(Serialize)]
    struct Falls<'a> {
        face: u8,
        facts: &'a [Fact],
        then: &'a Need<Baston>,
    }

    pub(super) fn serialize<S: Serializer>(rolled: &Rolled<Baston>, to: S) -> Result<S::Ok, S::Error> {
        let Rolled { faces, facts, then } = rolled;
        Falls { face: faces.first().copied().unwrap_or(1), facts, then }.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rolled<Baston>, D::Error> {
        let Fell { face, facts, then } = Fell::deserialize(from)?;
        Ok(Rolled { faces: Faces::new(&[face]), facts, then })
    }
}
