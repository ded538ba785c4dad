//! A player that does something legal, at random.

use std::sync::Arc;

use super::below;
use crate::contract::{Bot, Seat};
use crate::dice::Dice;
use crate::generik::Generik;
use crate::generik::aftermath;
use crate::generik::command::{Ask, Command};
use crate::generik::options;
use crate::generik::scene::Step;
use crate::generik::space::Board;
use crate::generik::state::{Fixed, Table};
use crate::generik::view::View;

/// Answers at random among what it may do.
#[derive(Debug, Default)]
pub struct AnyBot {
    known: Option<(Fixed, Board)>,
}

impl Bot<Generik> for AnyBot {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let pieces = view.scene.pieces.len();
        if self.known.as_ref().is_none_or(|(fixed, board)| {
            !Arc::ptr_eq(&fixed.setup, &view.setup) || usize::from(board.pieces()) != pieces
        }) {
            self.known = Some((Fixed::new(Arc::clone(&view.setup)), Board::new(&view.scene.pieces)));
        }
        let Some((fixed, board)) = &self.known else { return Command::Concede };
        let table = Table { fixed, board, scene: &view.scene };
        let mut all = Vec::new();
        if let Ask::After { .. } = ask {
            let after = &view.scene.after[usize::from(seat.0)];
            let answered = after.answered;
            if after.step != Step::Done {
                let options = &view.setup.options;
                aftermath::choices(after, options, &mut |after| all.push(Command::After { answered, after }));
            }
        } else {
            options::answers(table, seat, ask, &mut |command| all.push(command));
        }
        let at = below(dice, all.len());
        all.into_iter().nth(at).unwrap_or(Command::Concede)
    }
}
