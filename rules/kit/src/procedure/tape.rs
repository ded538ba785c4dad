//! What suspended work is made of, and the events that carry it on. All of it is data: it is written to journals and positions.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::System;
use crate::contract::{Roll, Seat};
use crate::dice::Faces;

/// An entry of the tape of a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Input"))]
pub enum Input<P: System> {
    /// One throw of dice.
    Faces(Faces),
    /// An answer.
    #[serde(untagged)]
    Answer(P::Answer),
}

/// What a piece of work needs to go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Need"))]
pub enum Need<P: System> {
    /// Nothing: it is finished.
    Done,
    /// Dice.
    Roll(Roll),
    /// An answer.
    Ask(Box<P::Question>),
}

/// Suspended work. The last frame is the one to go on with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Frame"))]
pub enum Frame<P: System> {
    /// A piece of work that has not begun.
    Todo(P::Unit),
    /// A piece of work that waits for dice or an answer.
    Work(Box<Work<P>>),
    /// A question between pieces of work.
    #[serde(untagged)]
    Wait(P::Wait),
}

/// A piece of work under way. It is written as one procedure and is run again from `base` with `tape` each time the tape grows;
/// what it already told is not told again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Work"))]
pub struct Work<P: System> {
    /// Which work.
    pub unit: P::Unit,
    /// The scene it began in.
    pub base: Arc<P::Scene>,
    /// Dice and answers so far.
    pub tape: Vec<Input<P>>,
    /// Facts told so far.
    pub told: u32,
    /// The need that it stopped at.
    pub need: Need<P>,
    /// What the entries of the tape were given to. Not written: see [`Met`].
    #[serde(skip)]
    pub met: Met<P>,
}

/// A stop of a piece of work.
#[derive(Clone, Debug)]
pub struct Stop<P: System> {
    /// Facts told before.
    pub told: u32,
    /// The need that it stopped at.
    pub need: Arc<Need<P>>,
}

/// What each entry of a tape was given to: the dice or the question that the work waited for then, so that a run from the start
/// knows which of its questions were put. It follows from the rest of the work and is therefore neither written nor compared: work
/// that was read from a position does not know it, and its runs find out again.
#[derive(Clone, Debug)]
pub struct Met<P: System>(Vec<Stop<P>>);

impl<P: System> Default for Met<P> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<P: System> PartialEq for Met<P> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P: System> Eq for Met<P> {}

impl<P: System> Hash for Met<P> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<P: System> Work<P> {
    /// The stops that the entries of the tape were given to; `None` where they are not known.
    pub fn met(&self) -> Option<&[Stop<P>]> {
        (self.met.0.len() == self.tape.len()).then_some(&self.met.0)
    }

    /// Puts what the work waited for on the tape; it waits for something else now.
    pub(super) fn meet(&mut self, input: Input<P>, then: &Need<P>) {
        let need = std::mem::replace(&mut self.need, then.clone());
        if self.met().is_some() {
            self.met.0.push(Stop { told: self.told, need: Arc::new(need) });
        }
        self.tape.push(input);
    }
}

/// How a piece of work goes on, as an event.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step<P: System> {
    /// See [`Began`].
    Began(Began<P>),
    /// See [`Rolled`].
    Rolled(Rolled<P>),
    /// See [`Answered`].
    Answered(Answered<P>),
}

/// A piece of work that no command began ran as far as it could.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Began"))]
pub struct Began<P: System> {
    /// Which work.
    pub unit: P::Unit,
    /// What happened.
    pub facts: Vec<P::Fact>,
    /// The need that follows.
    pub then: Need<P>,
}

/// A command began a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Commanded"))]
pub struct Commanded<P: System> {
    /// The seat that commanded.
    pub seat: Seat,
    /// The clock commanded for the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_clock: bool,
    /// Which work.
    pub unit: P::Unit,
    /// What happened.
    pub facts: Vec<P::Fact>,
    /// The need that follows.
    pub then: Need<P>,
}

/// Dice fell.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Rolled"))]
pub struct Rolled<P: System> {
    /// Their faces.
    pub faces: Faces,
    /// What happened.
    pub facts: Vec<P::Fact>,
    /// What the work needs now.
    pub then: Need<P>,
}

/// The work under way was given an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Answered"))]
pub struct Answered<P: System> {
    /// The seat.
    pub seat: Seat,
    /// No seat was asked: a standing answer was given, or the seat has given up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub silent: bool,
    /// The clock answered for the seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_clock: bool,
    /// The answer.
    pub input: P::Answer,
    /// What happened.
    pub facts: Vec<P::Fact>,
    /// What the work needs now.
    pub then: Need<P>,
}
