//! The machine under all procedures: it runs pieces of work, suspends them where dice or an answer are missing, goes on with
//! them, and judges suspended work that comes from outside. It knows no rule.
//!
//! A system writes its rules as plain procedures on a [`Script`], in the order of its book, and says in [`System`] what only it
//! can know: which work comes after which, what is asked between pieces of work, what has been answered in advance. Its state is
//! its own data around a [`Course`], its events are its own around [`Began`], [`Rolled`] and [`Answered`].

mod course;
mod play;
mod replay;
mod script;
mod sealed;
mod tape;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::DerefMut;

pub use course::{Course, Inherited};
pub use play::{
    admit, answered, ask_for, began, command, commanded, fell, go_on, may_withdraw, new_holder, next, open,
    rolled, said,
};
pub use replay::{MOST_QUESTIONS, replays, settled};
pub use script::{Flow, Ran, Reel, Script, aside, run, script};
pub use sealed::{Sealed, Seals};
pub use tape::{Answered, Began, Commanded, Frame, Input, Need, Rolled, Step, Work};

use crate::contract::{Data, Outcome, Ruleset, Seat, Seats};
use crate::refusal::Refusal;
pub use crate::row::Stated;

/// Data that states and events are made of.
pub trait Part: Data + Eq + Hash {}
impl<T: Data + Eq + Hash> Part for T {}

/// What happens in a system.
pub type What<P> = <<P as Ruleset>::Fact as Stated>::What;

/// A system whose rules are procedures.
pub trait System:
    Ruleset<
        State: DerefMut<Target = Course<Self>>,
        Event: From<Step<Self>>,
        Fact: Part,
        Illegal: From<Refusal>,
    > + Copy
    + Debug
    + Eq
    + Hash
{
    /// What moves or changes, all of it public: procedures run on copies.
    type Scene: Part;
    /// A piece of work: the smallest thing that runs from its start each time its tape grows.
    type Unit: Part;
    /// A question between pieces of work, with what has been sealed.
    type Wait: Part;
    /// A question in the middle of a piece of work.
    type Question: Part;
    /// An answer to such a question, as its tape keeps it.
    type Answer: Part;
    /// What a seat has answered in advance.
    type Standing: Part + Default;
    /// What procedures note for themselves while they run.
    type Notes: Default;
    /// What procedures run on, made by [`script!`].
    type Script<'a>: Script<'a, Self>;

    /// What is played when nothing is suspended.
    const IDLE: Self::Unit;

    /// Makes a fact true.
    fn happen(scene: &mut Self::Scene, what: &What<Self>);
    /// Makes facts true of the game: of its scene, and of what the state keeps beside it.
    fn tell(state: &mut Self::State, facts: &[Self::Fact]) {
        happened::<Self>(&mut state.scene, facts);
    }
    /// Plays a piece of work.
    fn play(script: &mut Self::Script<'_>, unit: &Self::Unit) -> Flow<Self>;
    /// Called in a run after each fact: what rules watch for.
    fn told(_: &mut Self::Script<'_>) {}
    /// Says what comes after a piece of work: pushes it on the stack, what is first last.
    fn follow(state: &mut Self::State, unit: &Self::Unit);

    /// How the game ended, once nothing is left to do.
    fn outcome(state: &Self::State) -> Option<&Outcome>;
    /// Who is asked between pieces of work, and what.
    fn waiting(state: &Self::State, wait: &Self::Wait) -> (Seats, Self::Ask);
    /// Who is asked in the middle of a piece of work, and what.
    fn asked(question: &Self::Question) -> (Seats, Cow<'_, Self::Ask>);
    /// Whether an answer settles the question, so that the next one has another number; else the same is asked again.
    fn counts(_: &Self::Answer) -> bool {
        true
    }
    /// The answer that a seat has given in advance, if it has: it goes on the tape like one that was asked for, so that a change
    /// of mind in the middle of a piece of work changes nothing of what was already played.
    fn standing(state: &Self::State, question: &Self::Question) -> Option<(Seat, Self::Answer)>;
    /// The command that a seat has given in advance to what is asked of it between pieces of work, if it has and it may be given.
    fn in_advance(_: &Self::State, _: Seat) -> Option<Self::Command> {
        None
    }
    /// Whether a seat is no longer asked anything: the default counts at once.
    fn has_given_up(_: &Self::State, _: Seat) -> bool {
        false
    }
    /// The event of a command that nobody gave, told as one.
    fn silent(event: Self::Event) -> Self::Event {
        event
    }
    /// Whether a seat has sealed something in the phase that is open.
    fn has_sealed(state: &Self::State, seat: Seat) -> bool;

    /// Whether two scenes hold as many of everything: only then can a position's facts be applied to them.
    fn alike(a: &Self::Scene, b: &Self::Scene) -> bool;
    /// Whether an answer on the tape of a position is one to what was asked there, in the scene the work had come to.
    fn suits(
        state: &Self::State,
        work: &Work<Self>,
        question: &Self::Question,
        scene: &Self::Scene,
        answer: &Self::Answer,
    ) -> bool;
}

/// Makes facts true of a scene.
pub fn happened<P: System>(scene: &mut P::Scene, facts: &[P::Fact]) {
    for fact in facts {
        P::happen(scene, fact.parts().1);
    }
}
