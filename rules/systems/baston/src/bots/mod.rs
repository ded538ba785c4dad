//! Bots: they play a seat from what it may see and what it is asked, and remember nothing that they could not work
//! out again.

mod any;
mod beam;
mod body;
mod brawler;
mod choose;
mod goal;
mod hands;
mod map;
mod mind;
mod novice;
mod outlook;
mod plan;
mod play;
mod second;
mod sight;

pub use any::AnyBot;
pub use brawler::Brawler;
pub use novice::Novice;

use bagarre_kit::dice::Dice;

/// A number below `n`, and below 65,025.
fn below(dice: &mut dyn Dice, n: usize) -> usize {
    if n <= 255 {
        return usize::from(dice.die(n.max(1) as u8)) - 1;
    }
    let number = (usize::from(dice.die(255)) - 1) * 255 + usize::from(dice.die(255)) - 1;
    number % n
}

/// One element of a list, each as likely as the next.
fn pick<'a, T>(dice: &mut dyn Dice, list: &'a [T]) -> Option<&'a T> {
    if list.is_empty() { None } else { list.get(below(dice, list.len())) }
}
