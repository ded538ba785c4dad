//! Every ruleset behind one closed enum, with JSON at the edge and nowhere else.
//!
//! Rooms, journal and referee hold an [`AnyGame`]: text comes in (a set-up, a command, a stored event), text goes
//! out (a view, a notice, a question). The state itself is never written as JSON, and while a command is played
//! every step stays typed: the sink is handed a [`Moment`] that borrows state and event, and builds only the JSON
//! it is asked for. Code that must not pay for JSON at all (simulation) is generic over [`Ruleset`] and enters
//! through [`RulesetId::visit`].
//!
//! Adding a system is one line in the [`rulesets!`] call at the end of this file.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

use crate::contract::{self, Actor, Audience, Lang, Next, Outcome, Pace, Refuse, Rule, Ruleset, Seat, Seats};
use crate::contract::{Bot, SubmitError};
use crate::dice::{Dice, DiceError};

/// A piece of JSON that is already text.
pub type Json = Box<RawValue>;

/// Why something that came from outside was not taken, ready for the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{code}: {en}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refusal {
    /// Stable dotted code: `bad_json`, `version`, `ruleset`, or one of the ruleset's such as `baston.order.slot`.
    pub code: Cow<'static, str>,
    /// The rule that refuses, if one does.
    pub rule: Option<Rule>,
    /// What happened and what to do, in French.
    pub fr: String,
    /// What happened and what to do, in English.
    pub en: String,
}

impl Refusal {
    /// A refusal that no rule of the game makes.
    pub fn plain(code: &'static str, fr: impl Into<String>, en: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(code), rule: None, fr: fr.into(), en: en.into() }
    }

    /// The words in one language.
    pub fn say(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr => &self.fr,
            Lang::En => &self.en,
        }
    }

    fn of<I: Refuse>(illegal: &I) -> Self {
        Self {
            code: Cow::Borrowed(illegal.code()),
            rule: illegal.rule(),
            fr: illegal.say(Lang::Fr),
            en: illegal.say(Lang::En),
        }
    }

    fn bad_json(fr: &str, en: &str, why: &serde_json::Error) -> Self {
        Self::plain(
            "bad_json",
            format!("{fr} illisible : {why}"),
            format!("the {en} could not be read: {why}"),
        )
    }

    fn version(id: &str, has: u16, wants: u16) -> Self {
        Self::plain(
            "version",
            format!("Cette partie suit la version {wants} de {id} ; ce serveur joue la version {has}."),
            format!("This game follows version {wants} of {id}; this server plays version {has}."),
        )
    }

    fn unknown_ruleset(name: &str, known: &[&str]) -> Self {
        let known = known.join(", ");
        Self::plain(
            "ruleset",
            format!("Aucun jeu ne s'appelle « {name} ». Jeux connus : {known}."),
            format!("No game is called \"{name}\". Known games: {known}."),
        )
    }
}

/// Why a command could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// Refused: nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Given dice were of another kind, or ran out. The state was left in the middle: throw the copy away.
    #[error(transparent)]
    Dice(DiceError),
    /// A bug in the rules: they never came to a question. Throw the copy away and quarantine the game.
    #[error("the rules did not come to rest")]
    Stuck,
}

impl<I: Refuse> From<SubmitError<I>> for PlayError {
    fn from(error: SubmitError<I>) -> Self {
        match error {
            SubmitError::Illegal(illegal) => Self::Refused(Refusal::of(&illegal)),
            SubmitError::Dice(dice) => Self::Dice(dice),
            SubmitError::Stuck => Self::Stuck,
        }
    }
}

/// A command that was taken.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The command in its normal form: what the journal keeps.
    pub command: Json,
    /// Whether its content stays sealed until the rules reveal it.
    pub sealed: bool,
}

/// What a game that came to rest waits for.
#[derive(Clone, Debug)]
pub enum Rest {
    /// Seats have to answer.
    Ask {
        /// Who still has to answer.
        seats: Seats,
        /// What is asked, as everybody may know it. [`AnyGame::ask_for`] adds what is private to a seat.
        ask: Json,
    },
    /// The game is over.
    Over(Outcome),
    /// Consequences or dice are still to come: call [`AnyGame::advance`].
    Moving,
}

/// Work that is generic over the ruleset: typed from end to end, chosen by name at run time.
pub trait Visit {
    /// What comes out.
    type Out;
    /// Called with the ruleset that was asked for.
    fn visit<R: Ruleset>(self) -> Self::Out;
}

/// Turns data of a ruleset into text.
fn json<T: Serialize>(data: &T) -> Json {
    to_raw_value(data).expect("data of a ruleset has string keys only, so it always serialises")
}

fn read<T: DeserializeOwned>(text: &str, fr: &str, en: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|why| Refusal::bad_json(fr, en, &why))
}

fn read_command<R: Ruleset>(text: &str) -> Result<R::Command, Refusal> {
    read(text, "Ordre", "command")
}

/// The typed side of each method of [`AnyGame`].
mod typed {
    use super::{
        Accepted, Actor, Audience, Bot, Dice, Json, Next, PlayError, Refusal, Rest, Ruleset, Seat, Seats,
        contract, json, read, read_command,
    };

    pub(super) fn new<R: Ruleset>(version: u16, setup: &str) -> Result<R::State, Refusal> {
        if version != R::VERSION {
            return Err(Refusal::version(R::ID, R::VERSION, version));
        }
        let setup = read::<R::Setup>(setup, "Préparation", "set-up")?;
        R::new(&setup).map_err(|illegal| Refusal::of(&illegal))
    }

    pub(super) fn from_position<R: Ruleset>(position: &str) -> Result<R::State, Refusal> {
        let position = read::<R::Position>(position, "Position", "position")?;
        R::from_position(&position).map_err(|illegal| Refusal::of(&illegal))
    }

    pub(super) fn submit<R: Ruleset>(
        state: &mut R::State,
        by: Actor,
        command: &str,
        dice: &mut dyn Dice,
        sink: contract::Sink<'_, R>,
    ) -> Result<Accepted, PlayError> {
        let command = read_command::<R>(command)?;
        contract::submit::<R>(state, by, &command, dice, sink)?;
        Ok(Accepted { command: json(&command), sealed: R::sealed(&command) })
    }

    pub(super) fn apply<R: Ruleset>(
        state: &mut R::State,
        event: &str,
        sink: contract::Sink<'_, R>,
    ) -> Result<(), Refusal> {
        let event = read::<R::Event>(event, "Événement", "event")?;
        R::apply(state, &event);
        sink(state, &event);
        Ok(())
    }

    pub(super) fn rest<R: Ruleset>(state: &R::State) -> Rest {
        match R::next(state) {
            Next::Ask { seats, ask } => Rest::Ask { seats, ask: json(&ask) },
            Next::Over(outcome) => Rest::Over(outcome),
            Next::Do(_) | Next::Roll(_) => Rest::Moving,
        }
    }

    pub(super) fn asking<R: Ruleset>(state: &R::State) -> Seats {
        match R::next(state) {
            Next::Ask { seats, .. } => seats,
            Next::Over(_) | Next::Do(_) | Next::Roll(_) => Seats::NONE,
        }
    }

    pub(super) fn advise<R: Ruleset>(state: &R::State, seat: Seat, draft: &str) -> Result<Json, Refusal> {
        let draft = read_command::<R>(draft)?;
        R::advise(state, seat, &draft).map(|advice| json(&advice)).map_err(|illegal| Refusal::of(&illegal))
    }

    pub(super) fn answer<R: Ruleset>(
        bot: &mut dyn Bot<R>,
        state: &R::State,
        seat: Seat,
        dice: &mut dyn Dice,
    ) -> Option<Json> {
        let ask = R::ask_for(state, seat)?;
        let view = R::view(state, Audience::Seat(seat));
        Some(json(&bot.answer(&view, &ask, seat, dice)))
    }
}

/// Makes the closed enums over the rulesets. Called once for the crate; tests call it with a toy.
macro_rules! rulesets {
    ($($Name:ident => $R:ty),+ $(,)?) => {
        /// A system of rules, chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RulesetId {
            $(#[doc = concat!("`", stringify!($R), "`.")] $Name,)+
        }

        impl RulesetId {
            /// Every system this build plays, in the order in which they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$Name),+];

            /// Its short lower-case name, such as `baston`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$Name => <$R as Ruleset>::ID,)+ }
            }

            /// The version of the rules that this build plays.
            pub const fn version(self) -> u16 {
                match self { $(Self::$Name => <$R as Ruleset>::VERSION,)+ }
            }

            /// The system of a given name; the refusal lists the known ones.
            pub fn parse(name: &str) -> Result<Self, Refusal> {
                let found = Self::ALL.iter().copied().find(|id| id.name() == name);
                found.ok_or_else(|| Refusal::unknown_ruleset(name, &[$(<$R as Ruleset>::ID),+]))
            }

            /// Seconds the rules give for a kind of question, unless the room says otherwise.
            pub fn seconds(self, pace: Pace) -> u32 {
                match self { $(Self::$Name => <$R>::seconds(pace),)+ }
            }

            /// Names of the bots, from the simplest to the best.
            pub fn bots(self) -> &'static [&'static str] {
                match self { $(Self::$Name => <$R>::bots(),)+ }
            }

            /// A bot by name.
            pub fn bot(self, name: &str) -> Option<AnyBot> {
                match self { $(Self::$Name => <$R>::bot(name).map(AnyBot::$Name),)+ }
            }

            /// Whether the content of a command must stay sealed until the rules reveal it.
            pub fn sealed(self, command: &str) -> Result<bool, Refusal> {
                match self { $(Self::$Name => read_command::<$R>(command).map(|it| <$R>::sealed(&it)),)+ }
            }

            /// Does typed work for this system.
            pub fn visit<V: Visit>(self, visitor: V) -> V::Out {
                match self { $(Self::$Name => visitor.visit::<$R>(),)+ }
            }

            /// JSON Schema of what goes in and out: `setup`, `position`, `command`, `event`, `ask`, `view`,
            /// `notice`, `advice`.
            #[cfg(feature = "schema")]
            pub fn schema(self) -> serde_json::Value {
                match self {
                    $(Self::$Name => serde_json::json!({
                        "setup": schemars::schema_for!(<$R as Ruleset>::Setup),
                        "position": schemars::schema_for!(<$R as Ruleset>::Position),
                        "command": schemars::schema_for!(<$R as Ruleset>::Command),
                        "event": schemars::schema_for!(<$R as Ruleset>::Event),
                        "ask": schemars::schema_for!(<$R as Ruleset>::Ask),
                        "view": schemars::schema_for!(<$R as Ruleset>::View),
                        "notice": schemars::schema_for!(<$R as Ruleset>::Notice),
                        "advice": schemars::schema_for!(<$R as Ruleset>::Advice),
                    }),)+
                }
            }
        }

        impl fmt::Display for RulesetId {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        /// A game of any system: the whole truth, which never leaves the server.
        ///
        /// To judge a command on a copy: `let mut copy = game.clone(); copy.submit(…)?;` then store, then swap.
        #[derive(Clone, Debug, PartialEq, Hash)]
        pub enum AnyGame {
            $(#[doc = concat!("A game of `", stringify!($R), "`.")] $Name(Box<<$R as Ruleset>::State>),)+
        }

        /// The state just after an event, with that event: what a sink is handed.
        #[derive(Clone, Copy, Debug)]
        pub enum Moment<'a> {
            $(
                #[doc = concat!("In a game of `", stringify!($R), "`.")]
                $Name(&'a <$R as Ruleset>::State, &'a <$R as Ruleset>::Event),
            )+
        }

        impl Moment<'_> {
            /// The event as the journal keeps it. Holds sealed things: never for a client.
            pub fn event(&self) -> Json {
                match self { $(Self::$Name(_, event) => json(event),)+ }
            }

            /// What an audience learns from the event, if anything.
            pub fn notice(&self, to: Audience) -> Option<Json> {
                match self { $(Self::$Name(after, event) => <$R>::notice(after, event, to).map(|it| json(&it)),)+ }
            }

            /// What an audience sees just after the event.
            pub fn view(&self, to: Audience) -> Json {
                match self { $(Self::$Name(after, _) => json(&<$R>::view(after, to)),)+ }
            }

            /// The turn it happened in, from 1; 0 before the first.
            pub fn turn(&self) -> u32 {
                match self { $(Self::$Name(after, _) => <$R>::turn(after),)+ }
            }
        }

        impl AnyGame {
            /// A new game from a set-up. Call [`AnyGame::advance`] to come to its first question.
            ///
            /// Refuses another version of the rules (`version`), text that is no set-up (`bad_json`), and a
            /// set-up that breaks the rules of creation.
            pub fn new(ruleset: RulesetId, version: u16, setup: &str) -> Result<Self, Refusal> {
                match ruleset {
                    $(RulesetId::$Name => typed::new::<$R>(version, setup).map(|it| Self::$Name(Box::new(it))),)+
                }
            }

            /// A game from any legal moment, validated like any input.
            pub fn from_position(ruleset: RulesetId, position: &str) -> Result<Self, Refusal> {
                match ruleset {
                    $(RulesetId::$Name => {
                        typed::from_position::<$R>(position).map(|it| Self::$Name(Box::new(it)))
                    })+
                }
            }

            /// The moment as text. Holds sealed things: for the referee only.
            pub fn position(&self) -> Json {
                match self { $(Self::$Name(state) => json(&<$R>::position(state)),)+ }
            }

            /// The system the game is played by.
            pub fn ruleset(&self) -> RulesetId {
                match self { $(Self::$Name(_) => RulesetId::$Name,)+ }
            }

            /// Judges a command, applies it and plays on to the next question or the end. `sink` is called after
            /// every event. A refused command leaves the game untouched.
            pub fn submit(
                &mut self,
                by: Actor,
                command: &str,
                dice: &mut dyn Dice,
                sink: &mut dyn FnMut(Moment<'_>),
            ) -> Result<Accepted, PlayError> {
                match self {
                    $(Self::$Name(state) => typed::submit::<$R>(state, by, command, dice, &mut |after, event| {
                        sink(Moment::$Name(after, event));
                    }),)+
                }
            }

            /// Plays on to the next question or the end: every consequence and every die.
            pub fn advance(
                &mut self,
                dice: &mut dyn Dice,
                sink: &mut dyn FnMut(Moment<'_>),
            ) -> Result<(), PlayError> {
                match self {
                    $(Self::$Name(state) => contract::advance::<$R>(state, dice, &mut |after, event| {
                        sink(Moment::$Name(after, event));
                    }).map_err(PlayError::from),)+
                }
            }

            /// Applies an event of the journal: how a game is replayed. `sink` is called once, after it.
            pub fn apply(&mut self, event: &str, sink: &mut dyn FnMut(Moment<'_>)) -> Result<(), Refusal> {
                match self {
                    $(Self::$Name(state) => typed::apply::<$R>(state, event, &mut |after, event| {
                        sink(Moment::$Name(after, event));
                    }),)+
                }
            }

            /// What the game waits for.
            pub fn rest(&self) -> Rest {
                match self { $(Self::$Name(state) => typed::rest::<$R>(state),)+ }
            }

            /// Who has to answer; nobody when the game is over.
            pub fn asking(&self) -> Seats {
                match self { $(Self::$Name(state) => typed::asking::<$R>(state),)+ }
            }

            /// How the game ended, once it has.
            pub fn outcome(&self) -> Option<Outcome> {
                match self {
                    $(Self::$Name(state) => match <$R>::next(state) {
                        Next::Over(outcome) => Some(outcome),
                        _ => None,
                    },)+
                }
            }

            /// What a seat is asked, with what is private to it; `None` when nothing is asked of it.
            pub fn ask_for(&self, seat: Seat) -> Option<Json> {
                match self { $(Self::$Name(state) => <$R>::ask_for(state, seat).map(|ask| json(&ask)),)+ }
            }

            /// What an audience sees.
            pub fn view(&self, to: Audience) -> Json {
                match self { $(Self::$Name(state) => json(&<$R>::view(state, to)),)+ }
            }

            /// Warnings and planned path of a draft, from what the seat may know.
            pub fn advise(&self, seat: Seat, draft: &str) -> Result<Json, Refusal> {
                match self { $(Self::$Name(state) => typed::advise::<$R>(state, seat, draft),)+ }
            }

            /// What an absent player does.
            pub fn default_answer(&self, seat: Seat) -> Json {
                match self { $(Self::$Name(state) => json(&<$R>::default_answer(state, seat)),)+ }
            }

            /// What the seat may answer now: all, or a fair sample.
            pub fn options(&self, seat: Seat, each: &mut dyn FnMut(Json)) {
                match self {
                    $(Self::$Name(state) => <$R>::options(state, seat, &mut |command| each(json(&command))),)+
                }
            }

            /// How many seats the game has.
            pub fn seats(&self) -> u8 {
                match self { $(Self::$Name(state) => <$R>::seats(state),)+ }
            }

            /// Turns fully or partly played, from 1; 0 before the first.
            pub fn turn(&self) -> u32 {
                match self { $(Self::$Name(state) => <$R>::turn(state),)+ }
            }

            /// Which clock runs for a seat that has been asked.
            pub fn pace(&self, seat: Seat) -> Pace {
                match self { $(Self::$Name(state) => <$R>::pace(state, seat),)+ }
            }
        }

        /// A bot of any system.
        pub enum AnyBot {
            $(#[doc = concat!("Plays `", stringify!($R), "`.")] $Name(Box<dyn Bot<$R>>),)+
        }

        impl AnyBot {
            /// The answer of the bot, from what the seat may see and nothing else. `dice` is the bot's own chance,
            /// never the game's. `None` when nothing is asked of the seat, or when the game is of another system.
            pub fn answer(&mut self, game: &AnyGame, seat: Seat, dice: &mut dyn Dice) -> Option<Json> {
                #[allow(unreachable_patterns, reason = "with one system there is no other")]
                match (self, game) {
                    $((Self::$Name(bot), AnyGame::$Name(state)) => {
                        typed::answer::<$R>(bot.as_mut(), state, seat, dice)
                    })+
                    _ => None,
                }
            }
        }

        impl fmt::Debug for AnyBot {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$Name(_) => f.write_str(concat!("AnyBot::", stringify!($Name))),)+ }
            }
        }
    };
}

rulesets! { Toy => toy::Toy }

pub mod toy;

#[cfg(test)]
mod tests;
