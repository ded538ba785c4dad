//! How the core plays a game on: a command, then every consequence and every die up to the next question.

use super::{Actor, Hand, Next, Refuse, Roll, Ruleset};
use crate::dice::{Dice, DiceError, Faces};

/// Steps that a game may take between two questions before it is declared stuck.
pub const MAX_STEPS: u32 = 100_000;

/// Why a submission did not go through.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SubmitError<I: Refuse> {
    /// The rules refuse the command; the state is untouched.
    #[error(transparent)]
    Illegal(I),
    /// The dice could not answer: only scripted dice do that.
    #[error(transparent)]
    Dice(DiceError),
    /// The rules never came to a question. A bug: the game must be quarantined.
    #[error("the rules did not come to rest after {MAX_STEPS} steps")]
    Stuck,
}

/// Called with the state just after each event.
pub type Sink<'a, R> = &'a mut dyn FnMut(&<R as Ruleset>::State, &<R as Ruleset>::Event);

/// Judges a command, applies it, then plays on to the next question or the end. A refused command leaves the
/// state untouched.
pub fn submit<R: Ruleset>(
    state: &mut R::State,
    by: Actor,
    command: &R::Command,
    dice: &mut dyn Dice,
    sink: Sink<'_, R>,
) -> Result<(), SubmitError<R::Illegal>> {
    let mut cup = Cup { dice, left: MAX_STEPS, fault: None };
    let mut throw = |roll: &Roll| cup.throw(roll);
    let mut hand = Hand::new(&mut throw);
    let event = R::decide_on(state, by, command, &mut hand).map_err(SubmitError::Illegal)?;
    tell::<R>(state, &event, &hand.rolled, sink);
    cup.play_on::<R>(state, sink)
}

/// Plays on to the next question or the end: every consequence and every die.
pub fn advance<R: Ruleset>(
    state: &mut R::State,
    dice: &mut dyn Dice,
    sink: Sink<'_, R>,
) -> Result<(), SubmitError<R::Illegal>> {
    Cup { dice, left: MAX_STEPS, fault: None }.play_on::<R>(state, sink)
}

/// Applies an event and those of the dice that were thrown with it.
fn tell<R: Ruleset>(state: &mut R::State, event: &R::Event, rolled: &[R::Event], sink: Sink<'_, R>) {
    R::apply(state, event);
    sink(state, event);
    for event in rolled {
        R::apply(state, event);
        sink(state, event);
    }
}

/// Dice on the way to the next question.
struct Cup<'a> {
    dice: &'a mut dyn Dice,
    /// Steps and throws that are left.
    left: u32,
    /// Why they could not be thrown.
    fault: Option<DiceError>,
}

impl Cup<'_> {
    fn throw(&mut self, roll: &Roll) -> Option<Faces> {
        self.left = self.left.checked_sub(1)?;
        self.dice.roll(roll).map_err(|fault| self.fault = Some(fault)).ok()
    }

    fn play_on<R: Ruleset>(
        &mut self,
        state: &mut R::State,
        sink: Sink<'_, R>,
    ) -> Result<(), SubmitError<R::Illegal>> {
        while self.left > 0 && self.fault.is_none() {
            self.left -= 1;
            let mut throw = |roll: &Roll| self.throw(roll);
            let mut hand = Hand::new(&mut throw);
            let event = match R::next_on(state, &mut hand) {
                Next::Do(event) => event,
                Next::Roll(roll) => match (hand.throw)(&roll) {
                    Some(faces) => R::rolled_on(state, &roll, &faces, &mut hand),
                    None => break,
                },
                Next::Ask { .. } | Next::Over(_) => return Ok(()),
            };
            tell::<R>(state, &event, &hand.rolled, sink);
        }
        Err(self.fault.take().map_or(SubmitError::Stuck, SubmitError::Dice))
    }
}
