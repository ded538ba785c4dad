//! What a seat can say, and what it is asked.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ids::{Dec, ItemId, ItemKind, Part, Who};
use super::order::{RestAfter, Sequence};
use super::scene::Scene;
use bagarre_kit::contract::{Rule, Seat};
use bagarre_kit::grid::{Dir, Point};
use bagarre_kit::procedure::Sealed;

/// When an instruction to drop something is carried out (BAS-PRG-11, DEC-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Moment {
    /// Before the first round.
    BeforeRound1,
    /// Between the rounds.
    BetweenRounds,
    /// After the second round.
    AfterRound2,
}

/// An object to drop, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct DropPlan {
    /// What.
    pub item: ItemId,
    /// In which sequence, 1 to 3.
    pub sequence: u8,
    /// At which moment of it.
    pub when: Moment,
}

/// What to hit with (DEC-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Arm {
    /// The bare fist.
    Fist,
    /// An object of this kind.
    Item(ItemKind),
}

/// Answers given in advance for one character (BAS-PRG-11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Instructions {
    /// Weapons by preference: the first one at hand answers DEC-08.
    pub weapons: Vec<Arm>,
    /// The part to aim at when it can be reached (DEC-11).
    pub part: Option<Part>,
    /// Characters to miss on purpose (DEC-10) and to leave out of the chain (DEC-09).
    pub spare: Vec<Who>,
    /// Objects to drop (DEC-19).
    pub drops: Vec<DropPlan>,
}

/// The programme of one character: six orders (BAS-PRG-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Sheet {
    /// The character.
    pub who: Who,
    /// Three sequences of two rounds, each written `M6G/CS`.
    pub orders: [Sequence; 3],
    /// Answers given in advance.
    #[serde(default)]
    pub instructions: Instructions,
}

/// An answer that can stand for later questions of the same kind: it names nothing that lies in one place only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Habit {
    /// As [`Choice::No`].
    No,
    /// As [`Choice::Yes`].
    Yes,
    /// As [`Choice::Fist`].
    Fist,
    /// As [`Choice::Single`].
    Single,
    /// As [`Choice::Strike`].
    Strike,
    /// As [`Choice::Spare`].
    Spare,
    /// As [`Choice::Element`].
    Element,
    /// An object of this kind.
    Item(ItemKind),
    /// A part of the body.
    Part(Part),
}

/// A standing answer of a seat to one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Usual {
    /// Which decision.
    pub dec: Dec,
    /// The answer that is given wherever it may be.
    pub answer: Habit,
}

/// Standing answers of a seat, so that a quick game stays quick: they are given at once, and no question is put.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Standing {
    /// Decisions that take their default without being asked.
    pub defaults: Vec<Dec>,
    /// Decisions for which the player gives an answer in advance; where that answer is not available, the question is asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Usual>>"))]
    pub answers: Vec<Usual>,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Choice {
    /// No, nothing, give up, cancel, keep.
    No,
    /// Yes: drop the chair (DEC-07), bolt (DEC-04).
    Yes,
    /// A facing (DEC-01).
    Facing(Dir),
    /// A start point (DEC-02).
    At(Point),
    /// A leaf of a door: door, leaf (DEC-03, 20).
    Leaf(u8, u8),
    /// A window (DEC-03, 14).
    Window(u8),
    /// A whole door (DEC-14).
    Door(u8),
    /// A telephone (DEC-14).
    Phone(u8),
    /// A booth panel (DEC-14).
    Panel(u8),
    /// An object (DEC-05, 06, 08, 14 for a chair, 15, 16).
    Item(ItemId),
    /// The bare fist (DEC-08).
    Fist,
    /// One random target (DEC-09).
    Single,
    /// All candidates but these (DEC-09).
    Several(Vec<Who>),
    /// Strike (DEC-10), attack (DEC-13).
    Strike,
    /// Miss on purpose (DEC-10), let it pass (DEC-13).
    Spare,
    /// A part of the body (DEC-11).
    Part(Part),
    /// A weapon and a part of the body at once (DEC-08 with DEC-11, RUL-110).
    Blow {
        /// With what; the bare fist when left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        item: Option<ItemId>,
        /// Where.
        part: Part,
    },
    /// A throw (DEC-12).
    Throw {
        /// What.
        item: ItemId,
        /// At people, or only to a point.
        aggressive: bool,
        /// Where it ends at the latest (aggressive), or the point aimed at (tactical).
        to: Point,
    },
    /// Put this on (DEC-17).
    PutOn(ItemId),
    /// Take this off (DEC-17).
    TakeOff(ItemId),
    /// The element in front (DEC-20).
    Element,
    /// A victim (DEC-21).
    Victim(Who),
}

/// A chance, or a mean: `n` of `of`, exactly, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Share {
    /// Of all these.
    pub of: u32,
    /// So many.
    pub n: u32,
}

impl Default for Share {
    fn default() -> Self {
        Self { of: 1, n: 0 }
    }
}

/// What a blow or a throw promises as things stand, with every face of its dice counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Odds {
    /// The character who takes it; none where lots are drawn or several are struck.
    pub target: Option<Who>,
    /// The chance to hit.
    pub hit: Share,
    /// Points of the body that it costs, on average.
    pub wounds: Share,
    /// Sequences of stun, on average.
    pub stuns: Share,
}

/// A decision put to a player. Public.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Question {
    /// Number of the question in the game: an answer names it.
    pub id: u32,
    /// The seat that answers.
    pub seat: Seat,
    /// For which character.
    pub who: Who,
    /// Which decision.
    pub dec: Dec,
    /// Another character concerned: the target, the victim.
    pub about: Option<Who>,
    /// All that may be answered.
    pub options: Vec<Choice>,
    /// Which of them counts when the time runs out.
    pub default: u16,
    /// For the seat asked: what each of them promises; empty where no character is to be hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Option<Odds>>>"))]
    pub odds: Vec<Option<Odds>>,
}

impl Choice {
    /// The same as a standing answer; none for what lies in one place only.
    pub(super) fn habit(&self, scene: &Scene) -> Option<Habit> {
        Some(match self {
            Self::No => Habit::No,
            Self::Yes => Habit::Yes,
            Self::Fist => Habit::Fist,
            Self::Single => Habit::Single,
            Self::Strike => Habit::Strike,
            Self::Spare => Habit::Spare,
            Self::Element => Habit::Element,
            Self::Item(id) => Habit::Item(scene.item(*id).kind),
            Self::Part(part) => Habit::Part(*part),
            _ => return None,
        })
    }
}

impl Question {
    /// The answer when the time runs out.
    pub fn default_choice(&self) -> Choice {
        self.options
            .get(usize::from(self.default))
            .or_else(|| self.options.first())
            .cloned()
            .unwrap_or(Choice::No)
    }
}

/// Why a sequence of a sheet is locked to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Lock {
    /// Lost to a stun (BAS-PRG-09).
    Stunned,
    /// A rest owed (BAS-PRG-07).
    Rest,
    /// Already played, when rewriting (BAS-RPG-01).
    Played,
}

/// The code of an order or a refusal: a constant when the rules write it.
pub type Code = Cow<'static, str>;

/// A first-round order that may be written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Head {
    /// Its code without parameter: `M`.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub code: Code,
    /// Parameters to choose from: directions or steps; left out when it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub params: Vec<u8>,
    /// Whether `G` or `D` may follow; left out when not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub pivot: bool,
    /// Which second-round codes may follow: the place of their list in [`Form::thens`].
    pub then: u8,
    /// The rest it forces; left out when it forces none.
    #[serde(default, skip_serializing_if = "RestAfter::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<RestAfter>"))]
    pub rest_after: RestAfter,
}

/// An order that cannot be written, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Bar {
    /// Its code.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub code: Code,
    /// Round 1 or 2.
    pub round: u8,
    /// Code of the refusal.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub why: Code,
    /// The rule.
    pub rule: Rule,
}

/// The choices for the sheet of one character: the client needs no rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Form {
    /// The character.
    pub who: Who,
    /// Locked sequences.
    pub locked: [Option<Lock>; 3],
    /// The orders so far: rest, or what is being rewritten.
    pub orders: [Sequence; 3],
    /// First-round orders.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Head>"))]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Head>"))]
    pub heads: Arc<[Head]>,
    /// Lists of second-round codes, for heads to name.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Code>>"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<Array<string>>"))]
    pub thens: Arc<[Vec<Code>]>,
    /// Second-round codes that force a rest in the next sequence.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Code>"))]
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    pub resting: Arc<[Code]>,
    /// What cannot be chosen, and why.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Bar>"))]
    #[cfg_attr(feature = "ts", ts(as = "Vec<Bar>"))]
    pub barred: Arc<[Bar]>,
}

impl Form {
    /// The second-round codes that may follow a head.
    pub fn then(&self, head: &Head) -> &[Code] {
        self.thens.get(usize::from(head.then)).map_or(&[], Vec::as_slice)
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Ask {
    /// Programmes for a turn. `forms` are those of the seat that is asked; the public question has none.
    Plan {
        /// The turn.
        turn: u8,
        /// Forms of the own characters.
        forms: Vec<Form>,
    },
    /// New orders for shaken characters (DEC-18).
    Rewrite {
        /// The turn.
        turn: u8,
        /// The sequence just played.
        sequence: u8,
        /// The characters that may be rewritten, of all seats.
        whos: Vec<Who>,
        /// Forms of the own characters.
        forms: Vec<Form>,
    },
    /// A decision.
    Decide(Question),
}

/// What a seat can say. A command is bound to the turn, sequence or question it answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub enum Command {
    /// Confirms the programme of a turn. Characters left out rest (BAS-PRG-10).
    Programme {
        /// The turn.
        turn: u8,
        /// Sheets of own characters.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Sheet>"))]
        sheets: Sealed<Vec<Sheet>>,
    },
    /// Takes a confirmed programme back, until the last one is confirmed.
    Withdraw {
        /// The turn.
        turn: u8,
    },
    /// Rewrites shaken characters (DEC-18). Characters left out keep their orders.
    Rewrite {
        /// The turn.
        turn: u8,
        /// The sequence just played.
        sequence: u8,
        /// Sheets of own shaken characters.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Sheet>"))]
        sheets: Sealed<Vec<Sheet>>,
    },
    /// Answers a question.
    Answer {
        /// The question's number.
        question: u32,
        /// One of its options.
        choice: Choice,
    },
    /// Drops a carried object while the game waits for this player (DEC-19).
    Drop {
        /// The character that drops.
        who: Who,
        /// What.
        item: ItemId,
    },
    /// Sets the standing answers of the seat, at any time.
    Stand {
        /// The answers.
        standing: Standing,
    },
    /// Gives up, at any time (RUL-109).
    Concede,
}

/// A remark on a draft.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Remark {
    /// The character of the sheet.
    pub who: Who,
    /// Sequence, 1 to 3.
    pub sequence: u8,
    /// Round, 1 or 2.
    pub round: u8,
    /// It would be refused, or only cannot work as things stand.
    pub refused: bool,
    /// A code.
    pub code: String,
    /// The rule.
    pub rule: Rule,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
}

/// Where a character would stand after a sequence if no other one moved and every test succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Ghost {
    /// The character.
    pub who: Who,
    /// Sequence, 1 to 3.
    pub sequence: u8,
    /// Where.
    pub at: Point,
    /// Facing.
    pub facing: Dir,
    /// On the ground.
    pub prone: bool,
    /// On top of furniture or the bar.
    pub top: bool,
}

/// What a blow would promise in the second round of a sequence, if no other character moved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Prospect {
    /// The character that strikes.
    pub who: Who,
    /// Sequence, 1 to 3.
    pub sequence: u8,
    /// Its code.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub blow: Code,
    /// What a punch is given with, when it is not the fist.
    pub weapon: Option<ItemKind>,
    /// The targets that it can reach.
    pub targets: Vec<Who>,
    /// Its promise.
    pub odds: Odds,
}

/// How far a run goes that begins with a sequence: up to what stops it as the board is now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct RunReach {
    /// The character.
    pub who: Who,
    /// Sequence, 1 to 3.
    pub sequence: u8,
    /// The points, one step after the other.
    pub points: Vec<Point>,
}

/// What the engine says of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Advice {
    /// Warnings and refusals.
    pub remarks: Vec<Remark>,
    /// The planned path.
    pub path: Vec<Ghost>,
    /// What blows promise along it.
    pub prospects: Vec<Prospect>,
    /// How far runs go from it.
    pub runs: Vec<RunReach>,
}
