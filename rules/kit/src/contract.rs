//! The engine contract: what a system of rules must answer so that rooms, journal, referee and simulator can
//! run it without knowing it.
//!
//! A game is `state = fold(apply, events)`. [`Ruleset::next`] says what a state calls for; the only ways forward
//! are a consequence that no seat chooses, dice, or an answer of a seat. Dice faces are facts inside events, so that a
//! replay needs no seed and no seed sits in the state.

pub mod rule;
pub mod scores;
pub mod seat;
mod submit;
pub mod threats;
pub mod worth;

use std::error::Error;
use std::fmt::Debug;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::dice::{Dice, Faces};
use crate::notice::Notice;
use crate::row::Stated;

pub use crate::dice::Roll;
pub use rule::Rule;
pub use scores::Scoreboard;
pub use seat::{Actor, Audience, Seat, Seats};
pub use submit::{MAX_STEPS, Sink, SubmitError, advance, submit};
pub use threats::{Place, Threat, Threatened, ThreatsAdvice, ThreatsDraft};
pub use worth::{Figure, Worth};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Outcome {
    /// The seats that have won: those of one side, or of several that share it; none where all have lost.
    pub winners: Seats,
    /// Points of each seat, in seat order.
    pub scores: Vec<i32>,
    /// A code of the reason, such as `turns` or `last_band`.
    pub reason: String,
    /// The sides; empty where there were none. A seat on no side took no part: a game master.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Seats>>"))]
    pub sides: Vec<Seats>,
}

/// The result for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its side has won, alone.
    Won,
    /// Several sides have won, its own among them, or of several none has.
    Shared,
    /// Others have won; or the only side there is has not.
    Lost,
    /// It was on no side.
    Aside,
}

impl Outcome {
    /// The end of a game without sides.
    pub fn alone(winners: Seats, scores: Vec<i32>, reason: &str) -> Self {
        Self { winners, scores, reason: reason.to_owned(), sides: Vec::new() }
    }

    /// Whether it can be the end of a game of so many seats without sides.
    pub fn fits(&self, seats: u8) -> bool {
        let known = self.winners.iter().all(|seat| seat.0 < seats);
        known && self.scores.len() == usize::from(seats) && self.sides.is_empty()
    }

    /// The seats that stood together with one, itself included.
    fn side(&self, seat: Seat) -> Seats {
        let found = self.sides.iter().copied().find(|side| side.contains(seat));
        found.unwrap_or(if self.sides.is_empty() { Seats::one(seat) } else { Seats::NONE })
    }

    /// Returns the result for a seat.
    pub fn verdict(&self, seat: Seat) -> Verdict {
        let side = self.side(seat);
        let among = self.winners.iter().any(|winner| side.contains(winner));
        let others = self.winners.iter().any(|winner| !side.contains(winner));
        match (among, others) {
            _ if side.is_empty() => Verdict::Aside,
            (true, false) => Verdict::Won,
            // Seats that stand together against the game and have not won have lost together.
            (false, false) if self.sides.len() == 1 => Verdict::Lost,
            (true, true) | (false, false) => Verdict::Shared,
            (false, true) => Verdict::Lost,
        }
    }
}

/// What a state calls for. A function of the state alone, so a saved game resumes anywhere.
pub enum Next<R: Ruleset> {
    /// A consequence without a choice. What a character played by doctrine does is one: it has no seat, the rules
    /// decide for it from the state alone, and no seat is asked.
    Do(R::Event),
    /// Dice: the core asks them, then calls [`Ruleset::rolled`].
    Roll(Roll),
    /// A pause: `seats` have to answer. Holds public data only.
    Ask {
        /// The seats that still have to answer.
        seats: Seats,
        /// The question.
        ask: R::Ask,
    },
    /// The game is over.
    Over(Outcome),
}

/// How long a question is thought about: the kind of clock that runs on it. A system gives each its seconds; a room may give
/// others. Another one may be added between them: a reader that does not know it takes it for [`Pace::Quick`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Pace {
    /// A moment in which a seat may step in before what has begun goes on: never longer than the rules say, in a live game.
    Window,
    /// One decision.
    Quick,
    /// Several decisions that hang together, such as a change of what was planned.
    Short,
    /// A whole plan, or a whole part of a turn, for so many members of a band.
    Long(u8),
    /// A step between two fights, such as the care of the wounded: counted in hours, in live games too.
    Between,
}

/// Seconds for a step between two fights, where the rules say nothing else: a day.
pub const BETWEEN_SECONDS: u32 = 24 * 3600;

/// Languages players read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
pub enum Lang {
    /// French.
    #[default]
    Fr,
    /// English.
    En,
}

/// A refusal that explains itself: a stable dotted code, the rule broken, and words for the player.
pub trait Refuse: Error + Clone + Send + 'static {
    /// Stable dotted code, such as `baston.order.slot`.
    fn code(&self) -> &'static str;
    /// The rule that refuses, if one does.
    fn rule(&self) -> Option<Rule>;
    /// What happened and what to do, in the player's language.
    fn say(&self, lang: Lang) -> String;
}

/// Data that crosses the edge of the crate.
pub trait Data:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Described + Send + Sync + 'static
{
}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Described + Send + Sync + 'static> Data
    for T
{
}

/// Data whose form is written as JSON Schema, where the build has that.
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// Data whose form is written as JSON Schema, where the build has that.
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// Throws dice for work that is under way; `None` when they cannot be thrown: the work then stops and asks for them.
pub type Throw<'a> = &'a mut dyn FnMut(&Roll) -> Option<Faces>;

/// Dice to hand while the rules work, so that work does not stop at each throw to be begun again.
pub struct Hand<'a, R: Ruleset> {
    /// Throws them.
    pub throw: Throw<'a>,
    /// The events of what was thrown, in order: they follow the one that the rules return.
    pub rolled: Vec<R::Event>,
}

impl<'a, R: Ruleset> Hand<'a, R> {
    /// Dice that are thrown so.
    pub fn new(throw: Throw<'a>) -> Self {
        Self { throw, rolled: Vec::new() }
    }
}

/// A bot: plays a seat from what that seat may see.
pub trait Bot<R: Ruleset>: Send {
    /// The answer to an open question. `dice` is the bot's own source of chance, never the game's.
    fn answer(&mut self, view: &R::View, ask: &R::Ask, seat: Seat, dice: &mut dyn Dice) -> R::Command;
}

/// A system of rules.
pub trait Ruleset: Sized + 'static {
    /// Short lower-case name, such as `baston`.
    const ID: &'static str;
    /// Pinned in every game: a stored game is only resumed by the version that wrote it, or an upcaster.
    const VERSION: u16;
    /// The first version of which every game was recorded with a draw of its dice, a chain and salted names. An exported game of
    /// this version or a later one that lacks any of them is false.
    const CHAINED_SINCE: u16 = 1;

    /// What a game starts from: options, scenario, and everything the players bring.
    type Setup: Data;
    /// The whole truth. Plain data, hashable; never leaves the server.
    type State: Clone + Debug + PartialEq + std::hash::Hash + Send + Sync + 'static;
    /// Any legal moment of a game, as text: what FEN is to chess.
    type Position: Data;
    /// What a seat can say.
    type Command: Data;
    /// What happened. Holds the faces of dice; old events stay readable for ever.
    type Event: Data;
    /// A question: public data only.
    type Ask: Data;
    /// What one audience sees.
    type View: Data;
    /// What happened, as all audiences are told: part of events and notices.
    type Fact: Data + Stated;
    /// What a seat may ask the engine about without doing it: usually a command, or something it only wonders about.
    type Draft: Data + From<Self::Command>;
    /// What the engine says of a draft: warnings, planned path.
    type Advice: Data;
    /// Refusals.
    type Illegal: Refuse;

    /// A new game. Refuses a set-up that breaks the rules of creation.
    fn new(setup: &Self::Setup) -> Result<Self::State, Self::Illegal>;
    /// A game from any legal moment, validated like any input.
    fn from_position(position: &Self::Position) -> Result<Self::State, Self::Illegal>;
    /// The moment as text. Holds sealed things: for the referee only.
    fn position(state: &Self::State) -> Self::Position;
    /// The refusal of a command or draft, as text, that could not be read, where a rule says how it is written.
    fn misread(_: &str) -> Option<Self::Illegal> {
        None
    }
    /// What the state calls for, with dice to hand: the event and those left in the hand are, one after the other, what would
    /// have come of it without them.
    fn next_on(state: &Self::State, hand: &mut Hand<'_, Self>) -> Next<Self>;
    /// Judges a command, with dice to hand in the same way. Never panics, on any bytes it came from; a refused command
    /// changes nothing and throws nothing. A command need not answer the open question: whether one is taken of a seat
    /// that is not asked, such as an order for later or an intervention of a game master, is for the rules alone to
    /// say.
    fn decide_on(
        state: &Self::State,
        by: Actor,
        command: &Self::Command,
        hand: &mut Hand<'_, Self>,
    ) -> Result<Self::Event, Self::Illegal>;
    /// The event that dice make, with more dice to hand in the same way.
    fn rolled_on(state: &Self::State, roll: &Roll, faces: &[u8], hand: &mut Hand<'_, Self>) -> Self::Event;
    /// [`Ruleset::next_on`] without dice.
    fn next(state: &Self::State) -> Next<Self> {
        Self::next_on(state, &mut Hand::new(&mut |_| None))
    }
    /// [`Ruleset::decide_on`] without dice.
    fn decide(state: &Self::State, by: Actor, command: &Self::Command) -> Result<Self::Event, Self::Illegal> {
        Self::decide_on(state, by, command, &mut Hand::new(&mut |_| None))
    }
    /// [`Ruleset::rolled_on`] without more dice.
    fn rolled(state: &Self::State, roll: &Roll, faces: &[u8]) -> Self::Event {
        Self::rolled_on(state, roll, faces, &mut Hand::new(&mut |_| None))
    }
    /// The only writer. Never fails, never rolls.
    fn apply(state: &mut Self::State, event: &Self::Event);
    /// What the seat may say now, asked or of its own accord: all, or a fair sample.
    fn options(state: &Self::State, seat: Seat, each: &mut dyn FnMut(Self::Command));
    /// What an absent player does.
    fn default_answer(state: &Self::State, seat: Seat) -> Self::Command;
    /// The answer that the numbers shown beside the answers speak for: none that is worse in one of them and better in none.
    /// `None` where they do not tell, and where there are none. It is not what counts without an answer.
    fn proposal(_: &Self::State, _: Seat) -> Option<Self::Command> {
        None
    }
    /// The command with which a seat takes back what it has sealed in the question that is open. `None` when it has sealed nothing there, when
    /// another person has sealed it, and once it was opened.
    fn withdrawal(_: &Self::State, _: Seat) -> Option<Self::Command> {
        None
    }
    /// What the seat is asked, with what is private to it. `None` when nothing is asked of it.
    fn ask_for(state: &Self::State, seat: Seat) -> Option<Self::Ask>;
    /// [`Ruleset::ask_for`] for a bot: without what is worked out for people to read, where that costs something.
    fn ask_bot(state: &Self::State, seat: Seat) -> Option<Self::Ask> {
        Self::ask_for(state, seat)
    }
    /// Whether a question is a window: a moment in which the seat may react to, or step into, what another seat does. Windows are
    /// counted apart from the decisions of the seat itself.
    fn is_window(_: &Self::Ask) -> bool {
        false
    }
    /// Warnings and planned path of a draft, from what the seat may know.
    fn advise(state: &Self::State, seat: Seat, draft: &Self::Draft) -> Result<Self::Advice, Self::Illegal>;
    /// The opponents that can strike a character hand to hand or shoot at it, by number, from what is public alone: where it stands,
    /// or as if it stood at a place. `None` where the character is not in the fight or cannot stand at the place, and where a system
    /// does not tell.
    fn threats(_: &Self::State, _: Threatened) -> Option<Vec<Threat>> {
        None
    }
    /// The command a draft stands for when the time runs out; `None` when a draft of this system is only a question.
    fn draft_command(draft: &Self::Draft) -> Option<Self::Command>;
    /// What an audience sees, built from nothing.
    fn view(state: &Self::State, to: Audience) -> Self::View;
    /// What an audience learns from an event; `after` is the state with the event applied.
    fn notice<'a>(
        after: &Self::State,
        event: &'a Self::Event,
        to: Audience,
    ) -> Option<Notice<'a, Self::Fact>>;
    /// Another person holds the seat from now on. What was sealed there, or set in private, stands and plays on as if
    /// nothing had happened; but neither views, notices, questions, defaults, options nor advice show or hint it to the
    /// seat any more, before the rules reveal it. A seal of another person cannot be taken back. No event: called again at
    /// the same place when a journal is folded for the room.
    fn new_holder(state: &mut Self::State, seat: Seat);
    /// Whether the content of the command must stay sealed until the rules reveal it.
    fn sealed(command: &Self::Command) -> bool;
    /// The score as it stands, the same for all audiences, from what is public; `None` where a system counts nothing. Once the game is
    /// over, it is that of the outcome.
    fn scoreboard(_: &Self::State) -> Option<Scoreboard> {
        None
    }
    /// How many seats the game has.
    fn seats(state: &Self::State) -> u8;
    /// Turns fully or partly played, from 1; 0 before the first. Used for delays and for jumping in a replay.
    fn turn(state: &Self::State) -> u32;
    /// How many parts of the turn are over, where a system counts any: the referee can stop a script after each.
    fn parts(_: &Self::State) -> u32 {
        0
    }
    /// Which clock runs for a seat that has been asked.
    fn pace(state: &Self::State, seat: Seat) -> Pace;
    /// Seconds the rules give for a kind of question, unless the room says otherwise.
    fn seconds(pace: Pace) -> u32;
    /// Seconds the rules give for what a seat is asked now, where questions of one kind have different ones.
    fn time(state: &Self::State, seat: Seat) -> u32 {
        Self::seconds(Self::pace(state, seat))
    }
    /// Names of the bots, from the simplest to the best.
    fn bots() -> &'static [&'static str];
    /// A bot by name.
    fn bot(name: &str) -> Option<Box<dyn Bot<Self>>>;
}
