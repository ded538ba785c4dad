//! The beginner: it goes for the enemy and strikes, with plans that chance blurs.

use super::mind::Play;
use super::sight::Sight;
use crate::Baston;
use crate::command::{Ask, Command};
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;
use bagarre_kit::looks::chance;

/// The most that chance adds to what each step of a plan promises. Measured: see `docs/balance.md`.
const BLUR: u8 = 60;
/// How often in a hundred it strikes no blow in a sequence.
const HESITATES: u8 = 58;
/// How often in a hundred it answers a question with the default answer.
const USUAL: u8 = 50;

/// Thinks of the same things as the brawler, which leaves what is silly out, and takes one of those that look well.
#[derive(Clone, Debug, Default)]
pub struct Novice {
    sight: Option<Sight>,
}

impl Bot<Baston> for Novice {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let Some(sight) = Sight::again(&mut self.sight, view) else {
            return super::AnyBot.answer(view, ask, seat, dice);
        };
        let mut play = Play::new(view, sight, seat);
        play.hesitation = HESITATES;
        play.blur = BLUR;
        match ask {
            Ask::Decide(question) if chance(dice, USUAL) => {
                Command::Answer { question: question.id, choice: question.default_choice() }
            }
            _ => play.answer(ask, dice),
        }
    }
}
