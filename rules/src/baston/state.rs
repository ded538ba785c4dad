//! The whole truth of a game.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::command::{Sheet, Standing};
use super::event::{Input, Need, Unit};
use super::ids::{Part, Stat, Who};
use super::scene::Scene;
use super::setup::{Character, Setup};
use crate::contract::{Seat, Seats};

/// A character as created: what never changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// His player.
    pub seat: Seat,
    /// His letter, unique in the game (BAS-SET-02).
    pub letter: char,
    /// What his player wrote.
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

    /// Points of a part at the start.
    pub fn points_of(&self, part: Part) -> u8 {
        self.points[part.i()]
    }
}

/// Orders that nobody but their author may read before the reveal. It prints nothing, so that no log line can hold
/// it; it is written to the journal and to positions, never to a client.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sealed<T>(pub T);

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// Suspended work. The last frame is the one to go on with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Frame {
    /// A piece of work that has not begun.
    Todo(Unit),
    /// Everybody writes: what each seat has confirmed.
    Programming(Vec<Option<Sealed<Vec<Sheet>>>>),
    /// Shaken characters are rewritten: what each seat has confirmed.
    Rewriting(Vec<Option<Sealed<Vec<Sheet>>>>),
    /// A piece of work that waits for a die or a decision. It is written as one procedure and is run again from
    /// `base` with `tape` each time the tape grows; what it already told is not told again.
    Work(Box<Work>),
}

/// See [`Frame::Work`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Work {
    /// Which work.
    pub unit: Unit,
    /// The scene it began in.
    pub base: Arc<Scene>,
    /// Dice and answers so far.
    pub tape: Vec<Input>,
    /// Facts told so far.
    pub told: u32,
    /// What it waits for.
    pub need: Need,
    /// Standing answers it began with, by seat, once somebody has changed his meanwhile: run again, the work must come
    /// to the same questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<Standing>>,
}

/// What the player of a seat found there when he sat down: it plays on, and is not for him to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inherited {
    /// Seats whose answer to the open phase somebody else has sealed.
    pub answer: Seats,
    /// Seats whose programme of the turn somebody else has written.
    pub programme: Seats,
    /// Seats whose standing answers somebody else has set.
    pub standing: Seats,
}

impl Inherited {
    /// Whether nobody found anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
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
    /// Everything on the board.
    pub scene: Scene,
    /// Suspended work.
    pub stack: Vec<Frame>,
    /// The sheets of the turn, by character; public only as far as the scene shows them.
    pub sheets: Vec<Option<Sealed<Sheet>>>,
    /// Standing answers by seat; private.
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    pub questions: u32,
    /// What seats hold that their players may not read.
    pub inherited: Inherited,
}

impl State {
    /// Another person holds the seat from now on.
    pub fn new_holder(&mut self, seat: Seat) {
        if seat.0 >= self.seats() {
            return;
        }
        let found = &mut self.inherited;
        found.standing = found.standing.with(seat);
        found.programme = found.programme.with(seat);
        if self.has_sealed(seat) {
            self.inherited.answer = self.inherited.answer.with(seat);
        }
    }

    /// Whether a seat has confirmed in the phase that is open.
    pub fn has_sealed(&self, seat: Seat) -> bool {
        match self.stack.last() {
            Some(Frame::Programming(sealed) | Frame::Rewriting(sealed)) => {
                sealed.get(usize::from(seat.0)).is_some_and(Option::is_some)
            }
            _ => false,
        }
    }

    /// How many seats the game has.
    pub fn seats(&self) -> u8 {
        self.setup.bands.len() as u8
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
