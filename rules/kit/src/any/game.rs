//! A game of one system behind JSON, the moments it goes through, and bots.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::text::{illegal, json, read, read_command, read_draft, read_threats};
use super::{Accepted, AnyGame, Json, Moment, PlayError, Refusal, Rest, RulesetId, Typed};
use crate::contract::{
    self, Actor, Audience, Bot, Next, Outcome, Pace, Scoreboard, Seat, Seats, Threat, Threatened,
    ThreatsAdvice, Worth,
};
use crate::dice::Dice;
use crate::gather::{Gather, Legacy};
use crate::notice::Notice;

/// Called with each moment of a game, just after its event.
pub type Sink<'a> = &'a mut dyn FnMut(Moment<'_>);

/// A game of some system. Called on an [`AnyGame`](super::AnyGame).
pub trait Game: fmt::Debug + Send + Sync {
    /// The system the game is played by.
    fn ruleset(&self) -> RulesetId;
    /// The moment as text. Holds sealed things: for the referee only.
    fn position(&self) -> Json;
    /// Judges a command, applies it and plays on to the next question or the end. `sink` is called after
    /// every event. A refused command leaves the game untouched.
    fn submit(
        &mut self,
        by: Actor,
        command: &str,
        dice: &mut dyn Dice,
        sink: Sink<'_>,
    ) -> Result<Accepted, PlayError>;
    /// Plays on to the next question or the end: every consequence and every die.
    fn advance(&mut self, dice: &mut dyn Dice, sink: Sink<'_>) -> Result<(), PlayError>;
    /// Applies an event of the journal: how a game is replayed. `sink` is called once, after it.
    fn apply(&mut self, event: &str, sink: Sink<'_>) -> Result<(), Refusal>;
    /// What the game waits for.
    fn rest(&self) -> Rest;
    /// The seats that have to answer; none when the game is over.
    fn asking(&self) -> Seats;
    /// Whether all who have to answer are asked for something that stays sealed.
    fn asks_sealed(&self) -> bool;
    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The score as it stands: see [`Ruleset::scoreboard`].
    ///
    /// [`Ruleset::scoreboard`]: crate::contract::Ruleset::scoreboard
    fn scoreboard(&self) -> Option<Scoreboard>;
    /// What its fighters cost and how fast they are: see [`Gather::worths`].
    fn worths(&self) -> Vec<Worth>;
    /// What a seat takes out of a game of a campaign that is over; `None` for any other game.
    fn after(&self, seat: Seat) -> Option<Legacy<Json>>;
    /// What a seat is asked, with what is private to it; `None` when nothing is asked of it.
    fn ask_for(&self, seat: Seat) -> Option<Json>;
    /// What an audience sees.
    fn view(&self, to: Audience) -> Json;
    /// Warnings and planned path of a draft, from what the seat may know.
    fn advise(&self, seat: Seat, draft: &str) -> Result<Json, Refusal>;
    /// What an absent player does.
    fn default_answer(&self, seat: Seat) -> Json;
    /// The answer that the numbers shown to the seat speak for, where they tell.
    fn proposal(&self, seat: Seat) -> Option<Json>;
    /// What takes back what the seat has sealed: see [`crate::contract::Ruleset::withdrawal`].
    fn withdrawal(&self, seat: Seat) -> Option<Json>;
    /// What the seat may answer now: all, or a fair sample.
    fn options(&self, seat: Seat, each: &mut dyn FnMut(Json));
    /// Another person holds the seat from now on: see [`crate::contract::Ruleset::new_holder`].
    fn new_holder(&mut self, seat: Seat);
    /// How many seats the game has.
    fn seats(&self) -> u8;
    /// Turns fully or partly played, from 1; 0 before the first.
    fn turn(&self) -> u32;
    /// Which clock runs for a seat that has been asked.
    fn pace(&self, seat: Seat) -> Pace;
    /// Seconds the rules give it for that.
    fn time(&self, seat: Seat) -> u32;
    /// Another game in the same state.
    fn copied(&self) -> Box<dyn Game>;
    /// Its state, to be compared and read by code that knows the system.
    fn state(&self) -> &dyn Any;
    /// Whether another game is in the same state.
    fn is_same(&self, other: &dyn Game) -> bool;
    /// Hashes the state.
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

/// A game behind [`Game`].
pub(super) struct Played<R: Gather> {
    state: R::State,
    /// What the state waits for, once it has been asked for. Empty again whenever the state may have changed.
    known: OnceLock<Known>,
}

/// What a state waits for.
struct Known {
    rest: Rest,
    /// Whether every seat that has to answer is asked for something that stays sealed; looked up when it is asked for.
    sealed: OnceLock<bool>,
}

impl<R: Gather> Played<R> {
    pub(super) fn new(state: R::State) -> Self {
        Self { state, known: OnceLock::new() }
    }

    /// The state, to be changed.
    fn changing(&mut self) -> &mut R::State {
        self.known = OnceLock::new();
        &mut self.state
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let rest = match R::next(&self.state) {
                Next::Ask { seats, ask } => Rest::Ask { seats, ask: json(&ask) },
                Next::Over(outcome) => Rest::Over(outcome),
                Next::Do(_) | Next::Roll(_) => Rest::Moving,
            };
            Known { rest, sealed: OnceLock::new() }
        })
    }

    fn threats(&self, about: Threatened) -> Result<Vec<Threat>, Refusal> {
        let told = |about| R::threats(&self.state, about);
        told(about).ok_or_else(|| match told(Threatened::here(about.who)) {
            Some(_) => Refusal::no_place_to_stand(),
            None => Refusal::no_threats(),
        })
    }
}

impl<R: Gather> fmt::Debug for Played<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(R::ID).field(&self.state).finish()
    }
}

impl<R: Gather> Game for Played<R> {
    fn ruleset(&self) -> RulesetId {
        Typed::<R>::ID
    }

    fn position(&self) -> Json {
        json(&R::position(&self.state))
    }

    fn submit(
        &mut self,
        by: Actor,
        command: &str,
        dice: &mut dyn Dice,
        sink: Sink<'_>,
    ) -> Result<Accepted, PlayError> {
        let command = read_command::<R>(command)?;
        contract::submit::<R>(self.changing(), by, &command, dice, &mut |after, event| {
            sink(Moment(&Just::<R> { after, event }));
        })?;
        Ok(Accepted { command: json(&command), sealed: R::sealed(&command) })
    }

    fn advance(&mut self, dice: &mut dyn Dice, sink: Sink<'_>) -> Result<(), PlayError> {
        let played = contract::advance::<R>(self.changing(), dice, &mut |after, event| {
            sink(Moment(&Just::<R> { after, event }));
        });
        played.map_err(PlayError::from)
    }

    fn apply(&mut self, event: &str, sink: Sink<'_>) -> Result<(), Refusal> {
        let event = read::<R::Event>(event, "Événement", "event")?;
        R::apply(self.changing(), &event);
        sink(Moment(&Just::<R> { after: &self.state, event: &event }));
        Ok(())
    }

    fn rest(&self) -> Rest {
        self.known().rest.clone()
    }

    fn asking(&self) -> Seats {
        match &self.known().rest {
            Rest::Ask { seats, .. } => *seats,
            Rest::Over(_) | Rest::Moving => Seats::NONE,
        }
    }

    fn asks_sealed(&self) -> bool {
        let asked = self.asking();
        let sealed = |seat| R::sealed(&R::default_answer(&self.state, seat));
        *self.known().sealed.get_or_init(|| !asked.is_empty() && asked.iter().all(sealed))
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.known().rest {
            Rest::Over(outcome) => Some(outcome.clone()),
            Rest::Ask { .. } | Rest::Moving => None,
        }
    }

    fn scoreboard(&self) -> Option<Scoreboard> {
        R::scoreboard(&self.state)
    }

    fn worths(&self) -> Vec<Worth> {
        R::worths(&self.state)
    }

    fn after(&self, seat: Seat) -> Option<Legacy<Json>> {
        let Legacy { band, record } = R::after(&self.state, seat)?;
        Some(Legacy { band: json(&band), record })
    }

    fn ask_for(&self, seat: Seat) -> Option<Json> {
        R::ask_for(&self.state, seat).map(|ask| json(&ask))
    }

    fn view(&self, to: Audience) -> Json {
        json(&R::view(&self.state, to))
    }

    fn advise(&self, seat: Seat, draft: &str) -> Result<Json, Refusal> {
        if let Some(about) = read_threats(draft) {
            return self.threats(about).map(|foes| json(&ThreatsAdvice { foes }));
        }
        let draft = read_draft::<R>(draft)?;
        R::advise(&self.state, seat, &draft).map(|advice| json(&advice)).map_err(illegal)
    }

    fn default_answer(&self, seat: Seat) -> Json {
        json(&R::default_answer(&self.state, seat))
    }

    fn proposal(&self, seat: Seat) -> Option<Json> {
        R::proposal(&self.state, seat).map(|command| json(&command))
    }

    fn withdrawal(&self, seat: Seat) -> Option<Json> {
        R::withdrawal(&self.state, seat).map(|command| json(&command))
    }

    fn options(&self, seat: Seat, each: &mut dyn FnMut(Json)) {
        R::options(&self.state, seat, &mut |command| each(json(&command)));
    }

    fn new_holder(&mut self, seat: Seat) {
        R::new_holder(self.changing(), seat);
    }

    fn seats(&self) -> u8 {
        R::seats(&self.state)
    }

    fn turn(&self) -> u32 {
        R::turn(&self.state)
    }

    fn pace(&self, seat: Seat) -> Pace {
        R::pace(&self.state, seat)
    }

    fn time(&self, seat: Seat) -> u32 {
        R::time(&self.state, seat)
    }

    fn copied(&self) -> Box<dyn Game> {
        Box::new(Self::new(self.state.clone()))
    }

    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn is_same(&self, other: &dyn Game) -> bool {
        other.state().downcast_ref() == Some(&self.state)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.state.hash(&mut hasher);
    }
}

/// What just happened in a game. Called on a [`Moment`].
pub trait Happened {
    /// The event as the journal keeps it. Holds sealed things: never for a client.
    fn event(&self) -> Json;
    /// What an audience learns from the event, if anything.
    fn notice(&self, to: Audience) -> Option<Json>;
    /// What several audiences learn from the event. Those who learn the same share one text.
    fn notices(&self, to: &[Audience]) -> Vec<Option<Arc<RawValue>>>;
    /// What an audience sees just after the event.
    fn view(&self, to: Audience) -> Json;
    /// The turn it happened in, from 1; 0 before the first.
    fn turn(&self) -> u32;
    /// The turn it happened in, and how many parts of that turn are over.
    fn progress(&self) -> (u32, u32);
    /// The game just after the event.
    fn game(&self) -> AnyGame;
}

/// An event and the state just after it, behind [`Happened`].
struct Just<'a, R: Gather> {
    after: &'a R::State,
    event: &'a R::Event,
}

impl<R: Gather> Happened for Just<'_, R> {
    fn event(&self) -> Json {
        json(self.event)
    }

    fn notice(&self, to: Audience) -> Option<Json> {
        R::notice(self.after, self.event, to).map(|notice| json(&notice))
    }

    fn notices(&self, to: &[Audience]) -> Vec<Option<Arc<RawValue>>> {
        let mut told: Vec<(Notice<'_, R::Fact>, Arc<RawValue>)> = Vec::new();
        let text = |to: &Audience| {
            let notice = R::notice(self.after, self.event, *to)?;
            if let Some((_, text)) = told.iter().find(|(known, _)| *known == notice) {
                return Some(Arc::clone(text));
            }
            let text = Arc::<RawValue>::from(json(&notice));
            told.push((notice, Arc::clone(&text)));
            Some(text)
        };
        to.iter().map(text).collect()
    }

    fn view(&self, to: Audience) -> Json {
        json(&R::view(self.after, to))
    }

    fn turn(&self) -> u32 {
        R::turn(self.after)
    }

    fn progress(&self) -> (u32, u32) {
        (R::turn(self.after), R::parts(self.after))
    }

    fn game(&self) -> AnyGame {
        AnyGame(Box::new(Played::<R>::new(self.after.clone())))
    }
}

/// A bot of some system. Called on an [`AnyBot`](super::AnyBot).
pub trait Player: Send {
    /// The answer of the bot, from what the seat may see and nothing else. `dice` is the bot's own chance,
    /// never the game's. `None` when nothing is asked of the seat, or when the game is of another system.
    fn answer(&mut self, game: &dyn Game, seat: Seat, dice: &mut dyn Dice) -> Option<Json>;
}

/// A bot behind [`Player`].
pub(super) struct Plays<R: Gather>(pub(super) Box<dyn Bot<R>>);

impl<R: Gather> Player for Plays<R> {
    fn answer(&mut self, game: &dyn Game, seat: Seat, dice: &mut dyn Dice) -> Option<Json> {
        let state = game.state().downcast_ref::<R::State>()?;
        let ask = R::ask_bot(state, seat)?;
        let view = R::view(state, Audience::Seat(seat));
        Some(json(&self.0.answer(&view, &ask, seat, dice)))
    }
}
