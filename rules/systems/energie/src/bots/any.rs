//! A player that does something legal, at random.

use super::{below, plain};
use crate::Energie;
use crate::command::{Act, Ask, Command};
use crate::legal;
use crate::state::PublicState;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Answers at random among what it may do. It never surrenders, and does nothing only where there is nothing to do.
#[derive(Debug, Default)]
pub struct AnyBot;

impl Bot<Energie> for AnyBot {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let Ask::Act { id, who, .. } = ask else { return plain(view, ask, seat, dice) };
        let public = PublicState::new(&view.setup, &view.scene);
        // What kind of thing first, then which of them: else a crowd of paths would drown every blow.
        let mut kinds: Vec<(std::mem::Discriminant<Act>, Vec<Act>)> = Vec::new();
        legal::all(public, *who, &mut |act| {
            let kind = std::mem::discriminant(&act);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, acts)) => acts.push(act),
                None => kinds.push((kind, vec![act])),
            }
        });
        let pass = std::mem::discriminant(&Act::Pass);
        kinds.retain(|(kind, _)| *kind != pass);
        if kinds.is_empty() {
            return Command::Act { question: *id, act: Act::Pass };
        }
        let (_, mut acts) = kinds.swap_remove(below(dice, kinds.len()));
        let act = acts.swap_remove(below(dice, acts.len()));
        Command::Act { question: *id, act }
    }
}
