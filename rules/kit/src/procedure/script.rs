//! One run of a piece of work.

use super::{Input, Need, Rolled, Step, Stop, System, Work};
use crate::contract::{Roll, Rule, Throw};
use crate::dice::Faces;

/// The result of a step of work: a value, or a stop because the tape ended.
pub type Flow<P, T = ()> = Result<T, Box<Need<P>>>;

/// One run of a piece of work on a copy of the scene. Where it needs dice or an answer it takes the next entry of its tape; where
/// the tape ends it goes on with dice that are thrown at once, if it is given any, else it stops and says what it needs. When the
/// dice have fallen or the answer has come, the work is run again from its start with the longer tape. What a procedure tells is
/// thus a function of the scene it began in and of its tape, so a game can stop at any question, be stored, and go on years
/// later; and event by event the same is told whether its dice were to hand or not.
///
/// Each system has its own, made by [`script!`](crate::script!), so that its procedures are methods of it.
pub trait Script<'a, P: System>: Sized {
    /// A run that begins in a scene, with what is noted already.
    fn begin(state: &'a P::State, scene: P::Scene, reel: Reel<'a, P>, notes: P::Notes) -> Self;
    /// Returns the result: the facts, the notes, and how far the tape went.
    fn end(self) -> (Vec<P::Fact>, P::Notes, Reel<'a, P>);
}

/// The script of a system: a struct for its procedures to be methods of.
#[macro_export]
macro_rules! script {
    ($(#[$meta:meta])* $vis:vis $Script:ident of $System:ty) => {
        $(#[$meta])*
        #[allow(dead_code, reason = "no system needs everything that the machine offers")]
        $vis struct $Script<'a> {
            /// The game, for what does not change while the work runs.
            $vis state: &'a <$System as $crate::procedure::System>::State,
            /// The scene as it is at this point of the work.
            $vis scene: <$System as $crate::procedure::System>::Scene,
            /// The facts so far.
            $vis facts: Vec<<$System as $crate::procedure::System>::Fact>,
            /// What the procedures note for themselves.
            $vis notes: <$System as $crate::procedure::System>::Notes,
            reel: $crate::procedure::Reel<'a, $System>,
        }

        impl<'a> $crate::procedure::Script<'a, $System> for $Script<'a> {
            fn begin(
                state: &'a <$System as $crate::procedure::System>::State,
                scene: <$System as $crate::procedure::System>::Scene,
                reel: $crate::procedure::Reel<'a, $System>,
                notes: <$System as $crate::procedure::System>::Notes,
            ) -> Self {
                Self { state, scene, facts: Vec::with_capacity(8), notes, reel }
            }

            fn end(
                self,
            ) -> (
                Vec<<$System as $crate::procedure::System>::Fact>,
                <$System as $crate::procedure::System>::Notes,
                $crate::procedure::Reel<'a, $System>,
            ) {
                (self.facts, self.notes, self.reel)
            }
        }

        #[allow(dead_code, reason = "no system needs everything that the machine offers")]
        impl<'a> $Script<'a> {
            /// Tells a fact: it becomes true at once.
            $vis fn tell(&mut self, rule: &'static str, what: $crate::procedure::What<$System>) {
                <$System as $crate::procedure::System>::happen(&mut self.scene, &what);
                self.facts.push($crate::row::Stated::of($crate::contract::Rule::new(rule), what));
                <$System as $crate::procedure::System>::after_fact(self);
            }

            /// Throws dice: one entry of the tape. Nothing is simultaneous: rolls are made one after the other.
            $vis fn roll(
                &mut self,
                count: u8,
                sides: u8,
                rule: &'static str,
                what: &'static str,
            ) -> $crate::procedure::Flow<$System, $crate::dice::Faces> {
                self.reel.roll(self.facts.len(), count, sides, rule, what)
            }

            /// Whether this work asked no question, answered in advance or not, and threw no dice.
            $vis fn is_undisturbed(&self) -> bool {
                self.reel.is_undisturbed()
            }

            /// Returns the next entry of the tape.
            $vis fn peek(&self) -> Option<&'a $crate::procedure::Input<$System>> {
                self.reel.peek()
            }

            /// What the work under way knows of the next entry of its tape.
            $vis fn recall(&self) -> $crate::procedure::Recall<'a, $System> {
                self.reel.recall(self.facts.len())
            }

            /// Takes what is next on the tape, where it is an answer that `take` reads.
            $vis fn take_answer<T>(
                &mut self,
                take: impl FnOnce(&<$System as $crate::procedure::System>::Answer) -> Option<T>,
            ) -> Option<T> {
                self.reel.take_answer(take)
            }

            /// Puts a question: takes its answer from the tape, which `take` reads, or stops there. `make` is given its number.
            $vis fn put<T>(
                &mut self,
                make: impl FnOnce(u32) -> <$System as $crate::procedure::System>::Question,
                take: impl FnOnce(&<$System as $crate::procedure::System>::Answer) -> Option<T>,
            ) -> $crate::procedure::Flow<$System, T> {
                self.reel.put(make, take)
            }
        }
    };
}
pub use crate::script;

/// The tape of a run, and how far it was taken.
pub struct Reel<'a, P: System> {
    tape: &'a [Input<P>],
    recalled: Recalled<'a, P>,
    at: usize,
    throw: Throw<'a>,
    throws: Vec<DiceThrow>,
    question: u32,
}

/// The needs that the entries of a tape answered, as far as they are known.
#[derive(Clone, Copy)]
pub(super) struct Recalled<'a, P: System> {
    /// What the first entries were given to.
    first: &'a [Stop<P>],
    /// What the entry after these is given to, and the facts told before.
    last: Option<(u32, &'a Need<P>)>,
}

/// Knowledge of the next entry of a tape.
#[derive(Clone, Copy, Debug)]
pub enum Recall<'a, P: System> {
    /// Nothing: the tape is at its end, or belongs to work that was read from a position.
    Unknown,
    /// It was given to something later on.
    Later,
    /// It was given to this, here.
    Here(&'a Need<P>),
}

impl<'a, P: System> Recalled<'a, P> {
    /// Nothing is known.
    pub(super) const NOTHING: Self = Self { first: &[], last: None };

    /// What suspended work knows of its tape.
    pub(super) fn of(work: &'a Work<P>) -> Self {
        Self { first: work.met().unwrap_or_default(), last: None }
    }

    /// The same with one entry more, which is what the work waits for.
    pub(super) fn with_answer(work: &'a Work<P>) -> Self {
        work.met().map_or(Self::NOTHING, |first| Self { first, last: Some((work.told, &work.need)) })
    }
}

/// Dice that were thrown while the work ran on.
struct DiceThrow {
    /// How many facts had been told before.
    facts_before: usize,
    roll: Roll,
    faces: Faces,
}

/// What a run came to.
pub struct Ran<P: System> {
    /// All facts from the start of the work.
    pub facts: Vec<P::Fact>,
    /// Its present need.
    pub need: Need<P>,
    /// What its procedures noted.
    pub notes: P::Notes,
    throws: Vec<DiceThrow>,
}

impl<P: System> Ran<P> {
    /// The new facts and the need of the event that ran the work, without the first `known` facts; an event is added for each throw.
    pub fn part(self, known: usize, rolled: &mut Vec<P::Event>) -> (Vec<P::Fact>, Need<P>) {
        let Self { mut facts, mut need, throws, .. } = self;
        let first = rolled.len();
        for DiceThrow { facts_before, roll, faces } in throws.into_iter().rev() {
            let then = std::mem::replace(&mut need, Need::Roll(roll));
            rolled.push(Step::Rolled(Rolled { faces, facts: facts.split_off(facts_before), then }).into());
        }
        rolled[first..].reverse();
        let known = known.min(facts.len());
        (if known > 0 { facts.split_off(known) } else { facts }, need)
    }
}

/// Runs a piece of work from the scene it begins in. `answered` counts the questions answered in the game, those on the tape
/// included: the next one gets the number after.
pub fn run<P: System>(
    state: &P::State,
    unit: &P::Unit,
    base: &P::Scene,
    tape: &[Input<P>],
    answered: u32,
    throw: Throw<'_>,
) -> Ran<P> {
    run_recalling(state, (unit, base), (tape, Recalled::NOTHING), P::Notes::default(), answered, throw)
}

/// The same as [`run`] with what is known of the tape, and with what is noted already.
pub(super) fn run_recalling<P: System>(
    state: &P::State,
    (unit, base): (&P::Unit, &P::Scene),
    (tape, recalled): (&[Input<P>], Recalled<'_, P>),
    notes: P::Notes,
    answered: u32,
    throw: Throw<'_>,
) -> Ran<P> {
    let on_tape = tape.iter().map(|input| u32::from(is_answer(input))).sum();
    let question = answered.saturating_sub(on_tape) + 1;
    let reel = Reel { tape, recalled, at: 0, throw, throws: Vec::new(), question };
    carry_out(P::Script::begin(state, base.clone(), reel, notes), |script| P::play(script, unit))
}

/// Plays something between pieces of work, without dice or questions.
pub fn aside<P: System>(state: &P::State, play: impl FnOnce(&mut P::Script<'_>) -> Flow<P>) -> Ran<P> {
    let throw: Throw<'_> = &mut |_| None;
    let reel = Reel { tape: &[], recalled: Recalled::NOTHING, at: 0, throw, throws: Vec::new(), question: 0 };
    carry_out(P::Script::begin(state, state.scene.clone(), reel, P::Notes::default()), play)
}

fn carry_out<'a, P: System>(
    mut script: P::Script<'a>,
    play: impl FnOnce(&mut P::Script<'a>) -> Flow<P>,
) -> Ran<P> {
    let need = match play(&mut script) {
        Ok(()) => Need::Done,
        Err(need) => *need,
    };
    let (facts, notes, reel) = script.end();
    Ran { facts, need, notes, throws: reel.throws }
}

/// Whether an entry of a tape answers a question.
pub(super) fn is_answer<P: System>(input: &Input<P>) -> bool {
    matches!(input, Input::Answer(answer) if P::counts(answer))
}

impl<'a, P: System> Reel<'a, P> {
    /// Throws dice: one entry of the tape. `facts_before` facts have been told before it.
    pub fn roll(
        &mut self,
        facts_before: usize,
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
            self.throws.push(DiceThrow { facts_before, roll, faces });
            return Ok(faces);
        }
        Err(Box::new(Need::Roll(roll)))
    }

    /// Whether the tape was empty from the start, and no dice were thrown.
    pub fn is_undisturbed(&self) -> bool {
        self.tape.is_empty() && self.throws.is_empty()
    }

    /// Returns the next entry.
    pub fn peek(&self) -> Option<&'a Input<P>> {
        self.tape.get(self.at)
    }

    /// Returns what is known of the next entry, after `facts_before` facts.
    pub fn recall(&self, facts_before: usize) -> Recall<'a, P> {
        let Recalled { first, last } = self.recalled;
        let stop = match first.get(self.at) {
            Some(stop) => Some((stop.told, &*stop.need)),
            None => last.filter(|_| self.at == first.len()),
        };
        match stop {
            None => Recall::Unknown,
            Some((before, need)) if before as usize == facts_before => Recall::Here(need),
            Some(_) => Recall::Later,
        }
    }

    /// Takes what is next, where it is an answer that `take` reads.
    pub fn take_answer<T>(&mut self, take: impl FnOnce(&P::Answer) -> Option<T>) -> Option<T> {
        let input = self.peek()?;
        let Input::Answer(answer) = input else { return None };
        let taken = take(answer)?;
        self.question += u32::from(is_answer(input));
        self.at += 1;
        Some(taken)
    }

    /// Puts a question: takes its answer, which `take` reads, or stops there. `make` is given its number.
    pub fn put<T>(
        &mut self,
        make: impl FnOnce(u32) -> P::Question,
        take: impl FnOnce(&P::Answer) -> Option<T>,
    ) -> Flow<P, T> {
        self.take_answer(take).ok_or_else(|| Box::new(Need::Ask(Box::new(make(self.question)))))
    }
}
