//! The better bot: it weighs shots and blows by their exact odds, walks to where they are better, and minds what the scenario
//! is about.

use super::{Memory, any, home, pick};
use crate::Generik;
use crate::command::{Ask, Command, Resume};
use crate::ids::Dec;
use crate::view::View;
use bagarre_kit::contract::{Bot, Seat};
use bagarre_kit::dice::Dice;

/// Does what promises most at once: it looks one act ahead.
#[derive(Debug, Default)]
pub struct Skirmisher {
    memory: Memory,
}

impl Bot<Generik> for Skirmisher {
    fn answer(&mut self, view: &View, ask: &Ask, seat: Seat, dice: &mut dyn Dice) -> Command {
        let mind = self.memory.mind(view, seat);
        let question = ask.id();
        match ask {
            Ask::Phase { heroic, .. } => match mind.phase(*heroic) {
                Some((fig, what)) => Command::Act { question, fig, what },
                None => Command::End { question },
            },
            Ask::React(window) => Command::React { question, reaction: mind.reaction(window) },
            Ask::Resume(rest) => {
                let resume = if rest.free { Resume::Declared } else { Resume::Stop };
                Command::Resume { question, resume }
            }
            // The edge of the attacker (GEN-DEC-03): any, since tables are the same from opposite edges but not from all four.
            Ask::Choose(asked) if asked.dec == Dec::Edge => {
                let choice = pick(dice, &asked.options).unwrap_or_else(|| asked.default_choice());
                Command::Choose { question, choice }
            }
            Ask::Choose(asked) => Command::Choose { question, choice: mind.choice(asked) },
            Ask::After { .. } => {
                let after = view.scene.after.get(usize::from(seat.0));
                let step = after.and_then(|it| Some((it.answered, home::answer(it, &view.setup.options)?)));
                step.map_or_else(
                    || any::after(view, seat, dice),
                    |(answered, after)| Command::After { answered, after },
                )
            }
            Ask::Terrain { .. } | Ask::Champions { .. } | Ask::Marker { .. } | Ask::Deploy { .. } => {
                mind.before(ask, dice)
            }
        }
    }
}
