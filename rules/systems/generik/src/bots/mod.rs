//! Players that are programs. They see a view and a question, nothing else, and remember nothing that they could not work
//! out again.

mod acts;
mod any;
mod choose;
mod feats;
mod home;
mod novice;
mod random;
mod shelter;
mod sights;
mod skirmisher;
mod ways;
mod worth;

pub use any::AnyBot;
pub use novice::Novice;
pub use skirmisher::Skirmisher;

use crate::space::board_of;
use sights::Sights;
use std::sync::Arc;
use worth::Mind;

use super::space::Board;
use super::state::{Fixed, Table};
use super::view::View;
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;

/// Values that are computed once from the views of a game.
#[derive(Debug, Default)]
struct Memory {
    known: Option<Known>,
}

/// What never changes, and what was seen of it.
#[derive(Debug)]
struct Known {
    fixed: Fixed,
    board: Board,
    sights: Sights,
}

impl Memory {
    /// Returns what is known of the game of a view.
    fn known(&mut self, view: &View) -> &Known {
        let pieces = view.scene.pieces.len();
        let same = |known: &Known| {
            Arc::ptr_eq(&known.fixed.setup, &view.setup) && usize::from(known.board.pieces()) == pieces
        };
        if !self.known.as_ref().is_some_and(same) {
            self.known = None;
        }
        self.known.get_or_insert_with(|| Known {
            fixed: Fixed::of_shown(Arc::clone(&view.setup)),
            board: board_of(&view.scene.pieces),
            sights: Sights::default(),
        })
    }

    /// All that is public of a view.
    fn table<'a>(&'a mut self, view: &'a View) -> Table<'a> {
        let Known { fixed, board, .. } = self.known(view);
        Table { fixed, board, scene: &view.scene }
    }

    /// A seat that looks at all that is public of a view.
    fn mind<'a>(&'a mut self, view: &'a View, seat: Seat) -> Mind<'a> {
        let Known { fixed, board, sights } = self.known(view);
        Mind { table: Table { fixed, board, scene: &view.scene }, seat, sights }
    }
}

/// A number below `n`, and below 65,025.
fn below(dice: &mut dyn Dice, n: usize) -> usize {
    if n <= 255 {
        return usize::from(dice.die(n.max(1) as u8)) - 1;
    }
    let number = (usize::from(dice.die(255)) - 1) * 255 + usize::from(dice.die(255)) - 1;
    number % n
}

/// One of a list, each as likely as the next.
fn pick<T: Copy>(dice: &mut dyn Dice, list: &[T]) -> Option<T> {
    if list.is_empty() { None } else { list.get(below(dice, list.len())).copied() }
}
