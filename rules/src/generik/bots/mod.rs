//! Players that are programs. They see a view and a question, nothing else.

mod any;

pub use any::AnyBot;

use crate::dice::Dice;

/// A number below `n`, and below 65,025.
fn below(dice: &mut dyn Dice, n: usize) -> usize {
    if n <= 255 {
        return usize::from(dice.die(n.max(1) as u8)) - 1;
    }
    let number = (usize::from(dice.die(255)) - 1) * 255 + usize::from(dice.die(255)) - 1;
    number % n
}
