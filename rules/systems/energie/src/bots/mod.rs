//! Players that are programs. They see a view and a question, nothing else, and remember nothing.

mod any;
mod daredevil;
mod novice;

pub use any::AnyBot;
pub use daredevil::Daredevil;
pub use novice::Novice;

use super::command::{After, Ask, Command};
use super::placing;
use super::scene::Boon;
use super::state::Sealed;
use super::view::View;
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;

/// A number below `n`, and below 65,025.
fn below(dice: &mut dyn Dice, n: usize) -> usize {
    if n <= 255 {
        return usize::from(dice.die(n.max(1) as u8)) - 1;
    }
    let number = (usize::from(dice.die(255)) - 1) * 255 + usize::from(dice.die(255)) - 1;
    number % n
}

/// One of a list, each as likely as the next.
fn pick<T: Clone>(dice: &mut dyn Dice, list: &[T]) -> Option<T> {
    if list.is_empty() { None } else { list.get(below(dice, list.len())).cloned() }
}

/// Ways to place that are looked at.
const PLACES: usize = 64;

/// What every bot answers alike: places by chance, and nothing of what only people judge.
fn plain(view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
    let question = ask.id();
    match ask {
        Ask::Deploy { .. } => {
            let places = pick(dice, &placing::options(&view.setup, seat, PLACES));
            let places = places.unwrap_or_else(|| placing::usual(&view.setup, seat));
            Command::Deploy { question, places: Sealed(places) }
        }
        Ask::Order { tied, .. } => Command::Order { question, order: tied.clone() },
        Ask::Window { .. } => Command::Window { question, boon: Boon::default() },
        Ask::Bring { .. } => Command::Bring { question, opponents: Vec::new() },
        Ask::Clause { .. } => Command::Rule { question, value: None },
        Ask::After { .. } => Command::After { after: After::Done },
        _ => Command::Say { question, yes: dice.die(2) == 1 },
    }
}
