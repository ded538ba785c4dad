//! The part of a state that the machine moves.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{Frame, Need, System, Work};
use crate::contract::{Seat, Seats};

/// The part of a state that the machine moves: what is played on, what is suspended, what was asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moment<P: System> {
    /// The state that moves or changes; public.
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

/// A [`Moment`] with a cache of what follows from it. A write evicts the cache: every way to a field that may be written goes through
/// [`DerefMut`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Course<P: System> {
    moment: Moment<P>,
    put: Put,
}

/// Whether the open question is known to be put: no answer to it was given in advance. It follows from the rest of the state and
/// is therefore neither written nor compared.
#[derive(Clone, Debug, Default)]
struct Put(OnceLock<()>);

impl PartialEq for Put {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Put {}

impl Hash for Put {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<P: System> From<Moment<P>> for Course<P> {
    fn from(moment: Moment<P>) -> Self {
        Self { moment, put: Put::default() }
    }
}

impl<P: System> Deref for Course<P> {
    type Target = Moment<P>;

    fn deref(&self) -> &Moment<P> {
        &self.moment
    }
}

impl<P: System> DerefMut for Course<P> {
    fn deref_mut(&mut self) -> &mut Moment<P> {
        self.forget();
        &mut self.moment
    }
}

/// What the player of a seat found there on taking it: it plays on, and is not shown to that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inherited {
    /// Seats whose answer to the open phase another person has sealed.
    #[serde(alias = "champion")]
    pub answer: Seats,
    /// Seats for which another person sealed what was opened, and whose content the rules have not told in full.
    #[serde(alias = "programme")]
    pub opened: Seats,
    /// Seats whose standing answers another person has set.
    pub standing: Seats,
}

impl Inherited {
    /// Whether there is nothing of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl<P: System> Course<P> {
    /// A game of so many seats that begins with a piece of work.
    pub fn new(scene: P::Scene, seats: u8, first: P::Unit) -> Self {
        Self::from(Moment {
            scene,
            stack: vec![Frame::Todo(first)],
            standing: vec![P::Standing::default(); usize::from(seats)],
            questions: 0,
            inherited: Inherited::default(),
        })
    }

    /// Evicts the cache.
    pub(super) fn forget(&mut self) {
        self.put = Put::default();
    }

    /// Returns whether the cache says that the open question is put.
    pub(super) fn is_put(&self) -> bool {
        self.put.0.get().is_some()
    }

    /// Notes that the open question is put.
    pub(super) fn found_put(&self) {
        self.put.0.get_or_init(|| ());
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
