//! The whole truth of a game.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Baston;
use super::board::Board;
use super::command::Sheet;
use super::ids::{Stat, Who};
use super::setup::{Character, Setup};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure::{self, Course};
pub use bagarre_kit::procedure::{Inherited, Sealed, Seals};
use bagarre_kit::tally::Tally;

/// A character as created: what never changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// The seat that plays the character.
    pub seat: Seat,
    /// Its letter, unique in the game (BAS-SET-02).
    pub letter: char,
    /// The character as its player wrote it.
    pub character: Character,
    /// COM (BAS-SET-03).
    pub com: u8,
    /// Damage points in T, TR, BD, BG, J (BAS-SET-04).
    pub points: [u8; 5],
}

impl Fighter {
    /// The value of a characteristic.
    pub fn stat(&self, stat: Stat) -> u8 {
        match stat {
            Stat::For => self.character.strength,
            Stat::Dex => self.character.dexterity,
            Stat::Vit => self.character.speed,
            Stat::Con => self.character.constitution,
            Stat::Com => self.com,
        }
    }
}

/// Suspended work.
pub type Frame = procedure::Frame<Baston>;
/// A piece of work under way.
pub type Work = procedure::Work<Baston>;
/// An entry of its tape.
pub type Input = procedure::Input<Baston>;
/// The need of a piece of work that has stopped.
pub type Need = procedure::Need<Baston>;

/// A phase in which all seats write: what each has confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Wait {
    /// All seats write.
    Programming(Seals<Vec<Sheet>>),
    /// Shaken characters are rewritten.
    Rewriting(Seals<Vec<Sheet>>),
}

impl Wait {
    /// Returns the seals of the phase.
    pub fn seals(&self) -> &Seals<Vec<Sheet>> {
        let (Self::Programming(seals) | Self::Rewriting(seals)) = self;
        seals
    }

    /// The same, to be changed.
    pub(super) fn seals_mut(&mut self) -> &mut Seals<Vec<Sheet>> {
        let (Self::Programming(seals) | Self::Rewriting(seals)) = self;
        seals
    }
}

/// The whole truth of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What the game started from.
    pub setup: Arc<Setup>,
    /// The board as built.
    pub board: Arc<Board>,
    /// The characters as created.
    pub fighters: Arc<[Fighter]>,
    /// Turns of the game.
    pub turns: u8,
    /// The sheets of the turn, by character; public only as far as the scene shows them.
    pub sheets: Vec<Option<Sealed<Sheet>>>,
    /// What the points were given for.
    pub tally: Tally,
    /// The state of the board, suspended work and standing answers.
    pub course: Course<Baston>,
}

impl Deref for State {
    type Target = Course<Baston>;

    fn deref(&self) -> &Course<Baston> {
        &self.course
    }
}

impl DerefMut for State {
    fn deref_mut(&mut self) -> &mut Course<Baston> {
        &mut self.course
    }
}

impl State {
    /// Whether a seat has confirmed in the phase that is open.
    pub fn has_sealed(&self, seat: Seat) -> bool {
        self.wait().is_some_and(|wait| wait.seals().has(seat))
    }

    /// The player of a character.
    pub fn seat_of(&self, who: Who) -> Seat {
        self.fighters[who.i()].seat
    }

    /// The characters of a seat.
    pub fn band(&self, seat: Seat) -> impl Iterator<Item = Who> + use<'_> {
        self.scene.whos().filter(move |who| self.seat_of(*who) == seat)
    }

    /// Seats that have a character in play.
    pub fn seats_in_play(&self) -> Seats {
        self.scene
            .whos()
            .filter(|who| self.scene.figure(*who).in_play())
            .map(|who| self.seat_of(who))
            .collect()
    }
}
