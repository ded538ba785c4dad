//! Every ruleset behind one closed enum, with JSON at the edge and nowhere else.
//!
//! Rooms, journal and referee hold an [`AnyGame`]: text comes in (a set-up, a command, a stored event), text goes
//! out (a view, a notice, a question). The state itself is never written as JSON, and while a command is played
//! every step stays typed: the sink is handed a [`Moment`] that borrows state and event, and builds only the JSON
//! it is asked for. Code that must not pay for JSON at all (simulation) is generic over [`Ruleset`] and enters
//! through [`RulesetId::visit`].
//!
//! Adding a system is one line in the [`rulesets!`] call at the end of this file.

use std::fmt;

use serde_json::value::RawValue;

use crate::appraisal::Appraisal;
use crate::contract::{self, Actor, Audience, Bot, Next, Outcome, Pace, Ruleset, Seat, Seats};
use crate::dice::Dice;
use crate::gather::{Gather, Legacy, Roster, Terms, WorkKind};
use crate::presentation::Presentation;

mod refusal;
mod typed;

pub use refusal::{PlayError, Refusal};
use typed::json;

/// A piece of JSON that is already text.
pub type Json = Box<RawValue>;

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
    fn visit<R: Gather>(self) -> Self::Out;
}

/// Makes the closed enums over the rulesets. Called once for the crate; tests call it with a toy.
macro_rules! rulesets {
    (offered: $($Offered:ident),+; $($(#[$cfg:meta])* $Name:ident => $R:ty),+ $(,)?) => {
        /// A system of rules, chosen at run time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RulesetId {
            $($(#[$cfg])* #[doc = concat!("`", stringify!($R), "`.")] $Name,)+
        }

        impl RulesetId {
            /// Every system that is offered to players, in their order.
            pub const ALL: &'static [Self] = &[$(Self::$Offered),+];

            /// Every system that this build plays, offered or not.
            pub const EVERY: &'static [Self] = &[$($(#[$cfg])* Self::$Name),+];

            /// The system that plays this version of these rules; `None` when this build does not.
            pub fn pinned(name: &str, version: u16) -> Option<Self> {
                Self::EVERY.iter().copied().find(|id| id.name() == name && id.version() == version)
            }

            /// Its short lower-case name, such as `baston`.
            pub const fn name(self) -> &'static str {
                match self { $($(#[$cfg])* Self::$Name => <$R as Ruleset>::ID,)+ }
            }

            /// The version of the rules that this build plays.
            pub const fn version(self) -> u16 {
                match self { $($(#[$cfg])* Self::$Name => <$R as Ruleset>::VERSION,)+ }
            }

            /// The system of a given name; the refusal lists the known ones.
            pub fn parse(name: &str) -> Result<Self, Refusal> {
                let mut known = [$($(#[$cfg])* Self::$Name),+].into_iter();
                let found = known.find(|id| id.name() == name);
                found.ok_or_else(|| Refusal::unknown_ruleset(name, &[$($(#[$cfg])* <$R as Ruleset>::ID),+]))
            }

            /// Seconds the rules give for a kind of question, unless the room says otherwise.
            pub fn seconds(self, pace: Pace) -> u32 {
                match self { $($(#[$cfg])* Self::$Name => <$R>::seconds(pace),)+ }
            }

            /// Names of the bots, from the simplest to the best.
            pub fn bots(self) -> &'static [&'static str] {
                match self { $($(#[$cfg])* Self::$Name => <$R>::bots(),)+ }
            }

            /// A bot by name.
            pub fn bot(self, name: &str) -> Option<AnyBot> {
                match self { $($(#[$cfg])* Self::$Name => <$R>::bot(name).map(AnyBot::$Name),)+ }
            }

            /// Whether the content of a command must stay sealed until the rules reveal it.
            pub fn sealed(self, command: &str) -> Result<bool, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::read_command::<$R>(command).map(|it| <$R>::sealed(&it)),)+ }
            }

            /// The command a draft stands for when the time runs out; `None` when it is only a question.
            pub fn kept(self, draft: &str) -> Result<Option<Json>, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::kept::<$R>(draft),)+ }
            }

            /// Ids of the scenarios, the one to start with first.
            pub fn scenarios(self) -> Vec<String> {
                match self { $($(#[$cfg])* Self::$Name => <$R>::scenarios(),)+ }
            }

            /// What somebody who hurries would choose for a scenario with so many seats.
            pub fn usual(self, scenario: &str, seats: u8) -> Option<Terms> {
                match self { $($(#[$cfg])* Self::$Name => <$R>::usual(scenario, seats),)+ }
            }

            /// Everything a client shows before a game: scenarios, limits, boards, equipment, ready-made bands.
            pub fn catalogue(self) -> Json {
                match self { $($(#[$cfg])* Self::$Name => json(&<$R>::catalogue()),)+ }
            }

            /// What the house shows of it where the client has no panel of its own.
            pub fn presentation(self) -> &'static Presentation {
                match self { $($(#[$cfg])* Self::$Name => <$R>::presentation(),)+ }
            }

            /// Whether a game can be made on these terms.
            pub fn check_terms(self, terms: &Terms) -> Result<(), Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::check_terms::<$R>(terms),)+ }
            }

            /// Whether a game on these terms may ask for sealed answers.
            pub fn seals(self, terms: &Terms) -> bool {
                match self { $($(#[$cfg])* Self::$Name => <$R>::seals(terms),)+ }
            }

            /// A command in its normal form, as the journal keeps it.
            pub fn normal(self, command: &str) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::read_command::<$R>(command).map(|it| json(&it)),)+ }
            }

            /// Whether a seat may play with this band; the band comes back in its normal form.
            pub fn check_band(self, terms: &Terms, seat: Seat, band: &str) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::check_band::<$R>(terms, seat, band),)+ }
            }

            /// What a band comes to, however unfinished, and what may be put into the member that is `open`.
            pub fn appraise(
                self,
                terms: &Terms,
                seat: Seat,
                band: &str,
                open: Option<u8>,
            ) -> Result<Appraisal, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::appraise::<$R>(terms, seat, band, open),)+ }
            }

            /// A legal band for whoever brings none.
            pub fn ready_band(self, terms: &Terms, seat: Seat) -> Json {
                match self { $($(#[$cfg])* Self::$Name => json(&<$R>::ready_band(terms, seat)),)+ }
            }

            /// The set-up of a game, for [`AnyGame::new`]: one band for each seat, in seat order; `None` takes a
            /// ready-made one. `youngest` is the seat of the player whose account is the youngest.
            pub fn gather(self, terms: &Terms, bands: &[Option<&str>], youngest: Seat) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::gather::<$R>(terms, bands, youngest),)+ }
            }

            /// Whether own work may be kept on the shelf; it comes back in its normal form.
            pub fn check_shelf(self, kind: WorkKind, content: &str) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::check_shelf::<$R>(kind, content),)+ }
            }

            /// Whether this system has campaigns.
            pub fn has_campaigns(self) -> bool {
                match self { $($(#[$cfg])* Self::$Name => typed::has_campaigns::<$R>(),)+ }
            }

            /// A band as it enters a campaign; the refusal of a system without campaigns is `campaign.none`.
            pub fn enlist(self, band: &str) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::enlist::<$R>(band),)+ }
            }

            /// The same terms for a game inside a campaign.
            pub fn for_campaign(self, terms: &Terms) -> Terms {
                match self { $($(#[$cfg])* Self::$Name => <$R>::for_campaign(terms),)+ }
            }

            /// Whether these terms are those of a game inside a campaign.
            pub fn in_campaign(self, terms: &Terms) -> bool {
                match self { $($(#[$cfg])* Self::$Name => <$R>::in_campaign(terms),)+ }
            }

            /// A band of a campaign as standings show it.
            pub fn roster(self, band: &str) -> Result<Roster, Refusal> {
                match self { $($(#[$cfg])* Self::$Name => typed::read_band::<$R>(band).map(|it| <$R>::roster(&it)),)+ }
            }

            /// Does typed work for this system.
            pub fn visit<V: Visit>(self, visitor: V) -> V::Out {
                match self { $($(#[$cfg])* Self::$Name => visitor.visit::<$R>(),)+ }
            }

            /// JSON Schema of what goes in and out: `setup`, `band`, `position`, `command`, `draft`, `event`,
            /// `ask`, `view`, `notice`, `advice`.
            #[cfg(feature = "schema")]
            pub fn schema(self) -> serde_json::Value {
                match self {
                    $($(#[$cfg])* Self::$Name => serde_json::json!({
                        "setup": schemars::schema_for!(<$R as Ruleset>::Setup),
                        "band": schemars::schema_for!(<$R as Gather>::Band),
                        "position": schemars::schema_for!(<$R as Ruleset>::Position),
                        "command": schemars::schema_for!(<$R as Ruleset>::Command),
                        "draft": schemars::schema_for!(<$R as Ruleset>::Draft),
                        "event": schemars::schema_for!(<$R as Ruleset>::Event),
                        "ask": schemars::schema_for!(<$R as Ruleset>::Ask),
                        "view": schemars::schema_for!(<$R as Ruleset>::View),
                        "notice": schemars::schema_for!(crate::notice::Notice<'static, <$R as Ruleset>::Fact>),
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
            $($(#[$cfg])* #[doc = concat!("A game of `", stringify!($R), "`.")] $Name(Box<<$R as Ruleset>::State>),)+
        }

        /// The state just after an event, with that event: what a sink is handed.
        #[derive(Clone, Copy, Debug)]
        pub enum Moment<'a> {
            $(
                $(#[$cfg])* #[doc = concat!("In a game of `", stringify!($R), "`.")]
                $Name(&'a <$R as Ruleset>::State, &'a <$R as Ruleset>::Event),
            )+
        }

        impl Moment<'_> {
            /// The event as the journal keeps it. Holds sealed things: never for a client.
            pub fn event(&self) -> Json {
                match self { $($(#[$cfg])* Self::$Name(_, event) => json(event),)+ }
            }

            /// What an audience learns from the event, if anything.
            pub fn notice(&self, to: Audience) -> Option<Json> {
                match self { $($(#[$cfg])* Self::$Name(after, event) => <$R>::notice(after, event, to).map(|it| json(&it)),)+ }
            }

            /// What several audiences learn from the event. Those who learn the same share one text.
            pub fn notices(&self, to: &[Audience]) -> Vec<Option<std::sync::Arc<serde_json::value::RawValue>>> {
                match self { $($(#[$cfg])* Self::$Name(after, event) => typed::notices::<$R>(after, event, to),)+ }
            }

            /// What an audience sees just after the event.
            pub fn view(&self, to: Audience) -> Json {
                match self { $($(#[$cfg])* Self::$Name(after, _) => json(&<$R>::view(after, to)),)+ }
            }

            /// The turn it happened in, from 1; 0 before the first.
            pub fn turn(&self) -> u32 {
                match self { $($(#[$cfg])* Self::$Name(after, _) => <$R>::turn(after),)+ }
            }
        }

        impl AnyGame {
            /// A new game from a set-up. Call [`AnyGame::advance`] to come to its first question.
            ///
            /// Refuses another version of the rules (`version`), text that is no set-up (`bad_json`), and a
            /// set-up that breaks the rules of creation.
            pub fn new(ruleset: RulesetId, version: u16, setup: &str) -> Result<Self, Refusal> {
                match ruleset {
                    $($(#[$cfg])* RulesetId::$Name => typed::new::<$R>(version, setup).map(|it| Self::$Name(Box::new(it))),)+
                }
            }

            /// A game from any legal moment, validated like any input.
            pub fn from_position(ruleset: RulesetId, position: &str) -> Result<Self, Refusal> {
                match ruleset {
                    $($(#[$cfg])* RulesetId::$Name => {
                        typed::from_position::<$R>(position).map(|it| Self::$Name(Box::new(it)))
                    })+
                }
            }

            /// The moment as text. Holds sealed things: for the referee only.
            pub fn position(&self) -> Json {
                match self { $($(#[$cfg])* Self::$Name(state) => json(&<$R>::position(state)),)+ }
            }

            /// The system the game is played by.
            pub fn ruleset(&self) -> RulesetId {
                match self { $($(#[$cfg])* Self::$Name(_) => RulesetId::$Name,)+ }
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
                    $($(#[$cfg])* Self::$Name(state) => typed::submit::<$R>(state, by, command, dice, &mut |after, event| {
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
                    $($(#[$cfg])* Self::$Name(state) => contract::advance::<$R>(state, dice, &mut |after, event| {
                        sink(Moment::$Name(after, event));
                    }).map_err(PlayError::from),)+
                }
            }

            /// Applies an event of the journal: how a game is replayed. `sink` is called once, after it.
            pub fn apply(&mut self, event: &str, sink: &mut dyn FnMut(Moment<'_>)) -> Result<(), Refusal> {
                match self {
                    $($(#[$cfg])* Self::$Name(state) => typed::apply::<$R>(state, event, &mut |after, event| {
                        sink(Moment::$Name(after, event));
                    }),)+
                }
            }

            /// What the game waits for.
            pub fn rest(&self) -> Rest {
                match self { $($(#[$cfg])* Self::$Name(state) => typed::rest::<$R>(state),)+ }
            }

            /// Who has to answer; nobody when the game is over.
            pub fn asking(&self) -> Seats {
                match self { $($(#[$cfg])* Self::$Name(state) => typed::asking::<$R>(state),)+ }
            }

            /// Whether everybody who has to answer is asked for something that stays sealed.
            pub fn asks_sealed(&self) -> bool {
                match self { $($(#[$cfg])* Self::$Name(state) => typed::asks_sealed::<$R>(state),)+ }
            }

            /// How the game ended, once it has.
            pub fn outcome(&self) -> Option<Outcome> {
                match self {
                    $($(#[$cfg])* Self::$Name(state) => match <$R>::next(state) {
                        Next::Over(outcome) => Some(outcome),
                        _ => None,
                    },)+
                }
            }

            /// What a seat takes out of a game of a campaign that is over; `None` for any other game.
            pub fn after(&self, seat: Seat) -> Option<Legacy<Json>> {
                match self { $($(#[$cfg])* Self::$Name(state) => typed::after::<$R>(state, seat),)+ }
            }

            /// What a seat is asked, with what is private to it; `None` when nothing is asked of it.
            pub fn ask_for(&self, seat: Seat) -> Option<Json> {
                match self { $($(#[$cfg])* Self::$Name(state) => <$R>::ask_for(state, seat).map(|ask| json(&ask)),)+ }
            }

            /// What an audience sees.
            pub fn view(&self, to: Audience) -> Json {
                match self { $($(#[$cfg])* Self::$Name(state) => json(&<$R>::view(state, to)),)+ }
            }

            /// Warnings and planned path of a draft, from what the seat may know.
            pub fn advise(&self, seat: Seat, draft: &str) -> Result<Json, Refusal> {
                match self { $($(#[$cfg])* Self::$Name(state) => typed::advise::<$R>(state, seat, draft),)+ }
            }

            /// What an absent player does.
            pub fn default_answer(&self, seat: Seat) -> Json {
                match self { $($(#[$cfg])* Self::$Name(state) => json(&<$R>::default_answer(state, seat)),)+ }
            }

            /// What the seat may answer now: all, or a fair sample.
            pub fn options(&self, seat: Seat, each: &mut dyn FnMut(Json)) {
                match self {
                    $($(#[$cfg])* Self::$Name(state) => <$R>::options(state, seat, &mut |command| each(json(&command))),)+
                }
            }

            /// Another person holds the seat from now on: see [`Ruleset::new_holder`].
            pub fn new_holder(&mut self, seat: Seat) {
                match self { $($(#[$cfg])* Self::$Name(state) => <$R>::new_holder(state, seat),)+ }
            }

            /// How many seats the game has.
            pub fn seats(&self) -> u8 {
                match self { $($(#[$cfg])* Self::$Name(state) => <$R>::seats(state),)+ }
            }

            /// Turns fully or partly played, from 1; 0 before the first.
            pub fn turn(&self) -> u32 {
                match self { $($(#[$cfg])* Self::$Name(state) => <$R>::turn(state),)+ }
            }

            /// Which clock runs for a seat that has been asked.
            pub fn pace(&self, seat: Seat) -> Pace {
                match self { $($(#[$cfg])* Self::$Name(state) => <$R>::pace(state, seat),)+ }
            }
        }

        /// A bot of any system.
        pub enum AnyBot {
            $($(#[$cfg])* #[doc = concat!("Plays `", stringify!($R), "`.")] $Name(Box<dyn Bot<$R>>),)+
        }

        impl AnyBot {
            /// The answer of the bot, from what the seat may see and nothing else. `dice` is the bot's own chance,
            /// never the game's. `None` when nothing is asked of the seat, or when the game is of another system.
            pub fn answer(&mut self, game: &AnyGame, seat: Seat, dice: &mut dyn Dice) -> Option<Json> {
                #[allow(unreachable_patterns, reason = "with one system there is no other")]
                match (self, game) {
                    $($(#[$cfg])* (Self::$Name(bot), AnyGame::$Name(state)) => {
                        typed::answer::<$R>(bot.as_mut(), state, seat, dice)
                    })+
                    _ => None,
                }
            }
        }

        impl fmt::Debug for AnyBot {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $($(#[$cfg])* Self::$Name(_) => f.write_str(concat!("AnyBot::", stringify!($Name))),)+ }
            }
        }
    };
}

rulesets! {
    offered: Baston, Generik;
    Baston => crate::baston::Baston,
    Generik => crate::generik::Generik,
    #[cfg(feature = "testkit")] Toy => toy::Toy,
}

#[cfg(any(test, feature = "testkit"))]
pub mod toy;

#[cfg(test)]
mod tests;
