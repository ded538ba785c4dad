//! The part of a state that the machine moves.

use serde::{Deserialize, Serialize};

use super::{Frame, Need, System, Work};
use crate::contract::{Seat, Seats};

/// The part of a state that the machine moves: what is played on, what is suspended, what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course<P: System> {
    /// What moves or changes; public.
    pub scene: P::Scene,
    /// Suspended work.
    pub stack: Vec<Frame<P>>,
    /// Standing answers by seat; private.
    pub standing: Vec<P::Standing>,
    /// Questions answered so far.
    pub questions: u32,
    /// What seats hold that their players may not read.
    pub inherited: Inherited,
}

/// What the player of a seat found there when he sat down: it plays on, and is not for him to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inherited {
    /// Seats whose answer to the open phase somebody else has sealed.
    #[serde(alias = "champion")]
    pub answer: Seats,
    /// Seats for which somebody else sealed what was opened, and whose content the rules have not told in full.
    #[serde(alias = "programme")]
    pub opened: Seats,
    /// Seats whose standing answers somebody else has set.
    pub standing: Seats,
}

impl Inherited {
    /// Whether nobody found anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl<P: System> Course<P> {
    /// A game of so many seats that begins with a piece of work.
    pub fn new(scene: P::Scene, seats: u8, first: P::Unit) -> Self {
        Self {
            scene,
            stack: vec![Frame::Todo(first)],
            standing: vec![P::Standing::default(); usize::from(seats)],
            questions: 0,
            inherited: Inherited::default(),
        }
    }

    /// How many seats the game has.
    pub fn seats(&self) -> u8 {
        self.standing.len() as u8
    }

    /// The question between pieces of work that is open.
    pub fn wait(&self) -> Option<&P::Wait> {
        match self.stack.last()? {
            Frame::Wait(wait) => Some(wait),
            Frame::Todo(_) | Frame::Work(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn wait_mut(&mut self) -> Option<&mut P::Wait> {
        match self.stack.last_mut()? {
            Frame::Wait(wait) => Some(wait),
            Frame::Todo(_) | Frame::Work(_) => None,
        }
    }

    /// The piece of work under way.
    pub fn work(&self) -> Option<&Work<P>> {
        match self.stack.last()? {
            Frame::Work(work) => Some(work),
            Frame::Todo(_) | Frame::Wait(_) => None,
        }
    }

    /// The piece of work under way and the question it waits for.
    pub fn question(&self) -> Option<(&Work<P>, &P::Question)> {
        let work = self.work()?;
        match &work.need {
            Need::Ask(question) => Some((work, question)),
            Need::Roll(_) | Need::Done => None,
        }
    }

    /// The standing answers of a seat, as its player may read them.
    pub fn standing_shown(&self, seat: Seat) -> Option<P::Standing> {
        let own = self.standing.get(usize::from(seat.0))?;
        Some(if self.inherited.standing.contains(seat) { P::Standing::default() } else { own.clone() })
    }

    /// A seat sets its standing answers: they are its player's own.
    pub fn stand(&mut self, seat: Seat, standing: &P::Standing) {
        if let Some(own) = self.standing.get_mut(usize::from(seat.0)) {
            own.clone_from(standing);
            self.inherited.standing = self.inherited.standing.without(seat);
        }
    }
}
