//! Every ruleset behind trait objects, with JSON at the edge and nowhere else.
//!
//! Rooms, journal and referee hold an [`AnyGame`]: text comes in (a set-up, a command, a stored event), text goes
//! out (a view, a notice, a question). The state itself is never written as JSON, and while a command is played
//! every step stays typed: the sink is handed a [`Moment`] that borrows state and event, and builds only the JSON
//! it is asked for. Code that must not pay for JSON at all (simulation) is generic over [`Ruleset`] and enters
//! through a [`Visit`].
//!
//! Which systems there are stands in the registry of the crate `bagarre-rules`, once. What they answer is told by [`Rules`], what their
//! games do by [`Game`]; both are written once, for any ruleset, and compiled in the crate of each system.
//!
//! [`Ruleset`]: crate::contract::Ruleset

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use serde_json::value::RawValue;

use crate::contract::{Outcome, Seat, Seats};
use crate::dice::Dice;
use crate::gather::Gather;

mod game;
mod id;
mod place;
mod refusal;
mod rules;
mod text;

pub use game::{Game, Happened, Player, Sink};
pub use id::RulesetId;
pub use place::path_of;
pub use refusal::{PlayError, Refusal};
pub use rules::{Rules, Typed};

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
        /// The seats that still have to answer.
        seats: Seats,
        /// The public part of what is asked. [`Game::ask_for`] adds what is private to a seat.
        ask: Json,
    },
    /// The game is over.
    Over(Outcome),
    /// Consequences or dice are still to come: call [`Game::advance`].
    Moving,
}

/// Work that is generic over the ruleset: typed from end to end, chosen by name at run time.
pub trait Visit {
    /// What comes out.
    type Out;
    /// Called with the ruleset that was asked for.
    fn visit<R: Gather>(self) -> Self::Out;
}

/// A game of any system: the whole truth, which never leaves the server. What it does is told by [`Game`].
///
/// To judge a command on a copy: `let mut copy = game.clone(); copy.submit(…)?;` then store, then swap.
#[derive(Debug)]
pub struct AnyGame(Box<dyn Game>);

impl AnyGame {
    /// A new game from a set-up. Call [`Game::advance`] to come to its first question.
    ///
    /// Refuses another version of the rules (`version`), text that is no set-up (`bad_json`), and a
    /// set-up that breaks the rules of creation.
    pub fn new(ruleset: RulesetId, version: u16, setup: &str) -> Result<Self, Refusal> {
        ruleset.begin(version, setup)
    }

    /// A game from any legal moment, validated like any input.
    pub fn from_position(ruleset: RulesetId, position: &str) -> Result<Self, Refusal> {
        ruleset.begin_at(position)
    }
}

impl Deref for AnyGame {
    type Target = dyn Game;

    fn deref(&self) -> &(dyn Game + 'static) {
        &*self.0
    }
}

impl DerefMut for AnyGame {
    fn deref_mut(&mut self) -> &mut (dyn Game + 'static) {
        &mut *self.0
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> Self {
        Self(self.0.copied())
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(&*other.0)
    }
}

impl Hash for AnyGame {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

/// The state just after an event, with that event: what a sink is handed. What it tells is in [`Happened`].
#[derive(Clone, Copy)]
pub struct Moment<'a>(&'a dyn Happened);

impl<'a> Deref for Moment<'a> {
    type Target = dyn Happened + 'a;

    fn deref(&self) -> &(dyn Happened + 'a) {
        self.0
    }
}

/// A bot of any system.
pub struct AnyBot(Box<dyn Player>);

impl AnyBot {
    /// See [`Player::answer`].
    pub fn answer(&mut self, game: &AnyGame, seat: Seat, dice: &mut dyn Dice) -> Option<Json> {
        self.0.answer(&**game, seat, dice)
    }
}

impl fmt::Debug for AnyBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyBot")
    }
}
