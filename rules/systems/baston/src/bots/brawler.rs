//! The better bot: it closes in and fights with what it holds.

use super::mind::Play;
use super::sight::Sight;
use crate::Baston;
use crate::command::{Ask, Command};
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Pursues the goal of the scenario, or the enemy; writes the programme whose blows are worth most if every other
/// character does what is most likely. It stores only the map that it drew last, so that the same map is not drawn
/// twice.
#[derive(Clone, Debug, Default)]
pub struct Brawler {
    sight: Option<Sight>,
}

impl Bot<Baston> for Brawler {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let Some(sight) = Sight::again(&mut self.sight, view) else {
            return super::AnyBot.answer(view, ask, seat, dice);
        };
        Play::new(view, sight, seat).answer(ask, dice)
    }
}
