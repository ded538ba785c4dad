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
mod system;
mod tape;
#[cfg(test)]
mod tests;

pub use course::{Course, Inherited, Moment};
pub use play::{
    admit, again, apply_answered, apply_began, apply_commanded, apply_facts, apply_rolled, command,
    command_noting, go_on, may_withdraw, open,
};
pub use replay::{MOST_QUESTIONS, replays, settled};
pub use script::{Flow, Ran, Recall, Reel, Script, aside, run, script};
pub use sealed::{Sealed, Seals};
pub use system::{Part, System, What};
pub use tape::{Answered, Began, Commanded, Frame, Input, Met, Need, Rolled, Step, Stop, Work};

pub use crate::row::Stated;

/// Makes facts true of a scene.
pub fn happened<P: System>(scene: &mut P::Scene, facts: &[P::Fact]) {
    for fact in facts {
        P::happen(scene, fact.parts().1);
    }
}
