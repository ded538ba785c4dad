//! Bots: one that plays by chance, a beginner, one that weighs what it does.

mod champion;
mod measure;
mod novice;

use super::command::{Ask, Command};
use super::state::{PublicState, State};
use super::view::View;
use super::{Celtiques, create, options};
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

pub use champion::Champion;
pub use novice::Novice;

/// The game that a bot sees: built once for a set-up, then looked at with the scene of each view.
#[derive(Debug, Default)]
pub(super) struct Memory {
    state: Option<State>,
}

impl Memory {
    /// The table of a view.
    fn public(&mut self, view: &View) -> Option<PublicState<'_>> {
        if self.state.as_ref().is_none_or(|known| known.fixed.setup != view.setup) {
            self.state = create::create(&view.setup).ok();
        }
        let state = self.state.as_mut()?;
        state.course.scene.clone_from(&view.scene);
        Some(self.state.as_ref()?.public())
    }
}

/// A number below `n`.
fn below(dice: &mut dyn Dice, n: usize) -> usize {
    let high = usize::from(dice.die(250)) - 1;
    let low = usize::from(dice.die(250)) - 1;
    (high * 250 + low) % n.max(1)
}

/// Answers at random among what it may say.
#[derive(Debug, Default)]
pub struct AnyBot {
    memory: Memory,
}

impl Bot<Celtiques> for AnyBot {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let public = self.memory.public(view);
        let drawn = public.and_then(|it| options::by_chance(it, seat, ask, &mut |n| below(dice, n)));
        drawn.unwrap_or_else(|| usual(ask))
    }
}

/// Returns the answer that is always legal: everything left as it is.
fn usual(ask: &Ask) -> Command {
    use super::command::{Act, Deed, Plan};
    use super::state::Sealed;
    let question = ask.id();
    match ask {
        Ask::Plan { .. } => Command::Plan { question, plan: Sealed(Plan::default()) },
        Ask::Terror { .. } => Command::Cries { question, cries: Sealed(Vec::new()) },
        Ask::Orders { .. } => Command::Orders { question, orders: Sealed(Vec::new()), quiet: false },
        Ask::Batch { .. } => Command::Deeds { question, deeds: Sealed(Vec::new()) },
        Ask::Act { .. } => Command::Act { question, deed: Deed::of(Act::Pass) },
        Ask::Choose(asked) => Command::Choose { question, choice: asked.default_choice() },
    }
}
