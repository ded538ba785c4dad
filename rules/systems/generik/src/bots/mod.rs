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
mod skirmisher;
mod ways;
mod worth;

pub use any::AnyBot;
pub use novice::Novice;
pub use skirmisher::Skirmisher;

use crate::space::board_of;
use std::sync::Arc;

use super::space::Board;
use super::state::{Fixed, Table};
use super::view::View;
use bagarre_kit::dice::Dice;

/// What never changes, worked out once from the views of a game.
#[derive(Debug, Default)]
struct Memory {
    known: Option<(Fixed, Board)>,
}

impl Memory {
    /// All that is public of a view.
    fn table<'a>(&'a mut self, view: &'a View) -> Table<'a> {
        let pieces = view.scene.pieces.len();
        let same = |(fixed, board): &(Fixed, Board)| {
            Arc::ptr_eq(&fixed.setup, &view.setup) && usize::from(board.pieces()) == pieces
        };
        if !self.known.as_ref().is_some_and(same) {
            self.known = None;
        }
        let anew = || (Fixed::new(Arc::clone(&view.setup)), board_of(&view.scene.pieces));
        let (fixed, board) = self.known.get_or_insert_with(anew);
        Table { fixed, board, scene: &view.scene }
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
