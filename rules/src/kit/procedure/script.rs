//! One run of a piece of work.

use super::{Input, Need, Rolled, Step, System, What};
use crate::contract::{Roll, Rule, Throw};
use crate::dice::Faces;
use crate::row::Stated;

/// The result of a step of work: a value, or a stop because the tape ended.
pub type Flow<P, T = ()> = Result<T, Box<Need<P>>>;

/// One run of a piece of work on a copy of the scene. Where it needs dice or an answer it takes the next entry of its tape; where
/// the tape ends it goes on with dice that are thrown at once, if it is given any, else it stops and says what it needs. When the
/// dice have fallen or the answer has come, the work is run again from its start with the longer tape. What a procedure tells is
/// thus a function of the scene it began in and of its tape, so a game can stop at any question, be stored, and go on years
/// later; and event by event the same is told whether its dice were to hand or not.
pub struct Script<'a, P: System> {
    /// The game, for what does not change while the work runs.
    pub(crate) state: &'a P::State,
    /// The scene as it is at this point of the work.
    pub(crate) scene: P::Scene,
    /// What was told so far.
    pub(crate) facts: Vec<P::Fact>,
    /// What the procedures note for themselves.
    pub(crate) notes: P::Notes,
    tape: &'a [Input<P>],
    at: usize,
    throw: Throw<'a>,
    thrown: Vec<Thrown>,
    question: u32,
}

/// Dice that were thrown while the work ran on.
struct Thrown {
    /// How many facts had been told before.
    told: usize,
    roll: Roll,
    faces: Faces,
}

/// What a run came to.
pub struct Ran<P: System> {
    /// All facts from the start of the work.
    pub(crate) facts: Vec<P::Fact>,
    /// What it needs now.
    pub(crate) need: Need<P>,
    /// What its procedures noted.
    pub(crate) notes: P::Notes,
    thrown: Vec<Thrown>,
}

impl<P: System> Ran<P> {
    /// The new facts and the need of the event that ran the work, `told` being known already; an event is added for each throw.
    pub(crate) fn part(self, told: usize, rolled: &mut Vec<P::Event>) -> (Vec<P::Fact>, Need<P>) {
        let Self { mut facts, mut need, thrown, .. } = self;
        let first = rolled.len();
        for Thrown { told, roll, faces } in thrown.into_iter().rev() {
            let then = std::mem::replace(&mut need, Need::Roll(roll));
            rolled.push(Step::Rolled(Rolled { faces, facts: facts.split_off(told), then }).into());
        }
        rolled[first..].reverse();
        let told = told.min(facts.len());
        (if told > 0 { facts.split_off(told) } else { facts }, need)
    }
}

/// Runs a piece of work from the scene it begins in. `answered` counts the questions answered in the game, those on the tape
/// included: the next one gets the number after.
pub(crate) fn run<P: System>(
    state: &P::State,
    unit: &P::Unit,
    base: &P::Scene,
    tape: &[Input<P>],
    answered: u32,
    throw: Throw<'_>,
) -> Ran<P> {
    let on_tape = tape.iter().map(|input| u32::from(is_answer(input))).sum();
    let question = answered.saturating_sub(on_tape) + 1;
    carry_out(Script::on(state, base, tape, question, throw), |script| P::play(script, unit))
}

/// Plays something between pieces of work, without dice or questions.
pub(crate) fn aside<P: System>(state: &P::State, play: impl FnOnce(&mut Script<'_, P>) -> Flow<P>) -> Ran<P> {
    carry_out(Script::on(state, &state.scene, &[], 0, &mut |_| None), play)
}

fn carry_out<'a, P: System>(
    mut script: Script<'a, P>,
    play: impl FnOnce(&mut Script<'a, P>) -> Flow<P>,
) -> Ran<P> {
    let need = match play(&mut script) {
        Ok(()) => Need::Done,
        Err(need) => *need,
    };
    let Script { facts, notes, thrown, .. } = script;
    Ran { facts, need, notes, thrown }
}

/// Whether an entry of a tape answers a question.
pub(super) fn is_answer<P: System>(input: &Input<P>) -> bool {
    matches!(input, Input::Answer(answer) if P::counts(answer))
}

impl<'a, P: System> Script<'a, P> {
    fn on(
        state: &'a P::State,
        base: &P::Scene,
        tape: &'a [Input<P>],
        question: u32,
        throw: Throw<'a>,
    ) -> Self {
        let (scene, facts) = (base.clone(), Vec::new());
        let (notes, thrown) = (P::Notes::default(), Vec::new());
        Self { state, scene, facts, notes, tape, at: 0, throw, thrown, question }
    }

    /// Tells a fact: it becomes true at once.
    pub(crate) fn tell(&mut self, rule: &'static str, what: What<P>) {
        P::happen(&mut self.scene, &what);
        self.facts.push(P::Fact::of(Rule::new(rule), what));
        P::told(self);
    }

    /// Throws dice: one entry of the tape. Nothing is simultaneous: whoever has to roll does so one after the other.
    pub(crate) fn roll(
        &mut self,
        count: u8,
        sides: u8,
        rule: &'static str,
        what: &'static str,
    ) -> Flow<P, Faces> {
        if let Some(Input::Faces(faces)) = self.tape.get(self.at)
            && faces.len() == usize::from(count)
        {
            self.at += 1;
            return Ok(*faces);
        }
        let roll = Roll { count, sides, rule: Rule::new(rule), what: what.into() };
        if self.at == self.tape.len()
            && let Some(faces) = (self.throw)(&roll)
        {
            self.thrown.push(Thrown { told: self.facts.len(), roll, faces });
            return Ok(faces);
        }
        Err(Box::new(Need::Roll(roll)))
    }

    /// Whether nobody was asked anything in this work, not even one who had answered in advance, and no dice were thrown.
    pub(crate) fn is_undisturbed(&self) -> bool {
        self.tape.is_empty() && self.thrown.is_empty()
    }

    /// What is next on the tape.
    pub(crate) fn peek(&self) -> Option<&'a Input<P>> {
        self.tape.get(self.at)
    }

    /// Goes past what is next on the tape.
    pub(crate) fn pass_entry(&mut self) {
        self.question += u32::from(self.peek().is_some_and(is_answer));
        self.at += 1;
    }

    /// Stops at a question; `make` is given its number. Whoever asks has seen that its answer is not on the tape.
    pub(crate) fn put<T>(&self, make: impl FnOnce(u32) -> P::Question) -> Flow<P, T> {
        Err(Box::new(Need::Ask(Box::new(make(self.question)))))
    }
}
