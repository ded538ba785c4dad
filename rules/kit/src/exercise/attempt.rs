//! Playing an exercise without a room: what tests and the program that looks for exercises share.

use super::{Start, chance};
use crate::any::{AnyBot, AnyGame, Json, Moment, PlayError, Refusal, RulesetId};
use crate::contract::{Actor, Seat};
use crate::dice::Seeded;

/// The most answers of one attempt.
const ANSWERS: u32 = 5_000;

/// An attempt at an exercise.
#[derive(Debug)]
pub struct Attempt {
    game: AnyGame,
    seat: Seat,
    number: u32,
    bots: Vec<Option<AnyBot>>,
    dice: Seeded,
}

impl Attempt {
    /// Before the first answer.
    pub fn new(ruleset: RulesetId, start: &Start) -> Result<Self, Refusal> {
        let game = AnyGame::from_position(ruleset, start.position.get())?;
        let bots = (0..game.seats()).map(|_| ruleset.bot(&start.bot)).collect();
        let dice = Seeded::from_number(u64::from(start.dice));
        Ok(Self { game, seat: start.seat, number: start.dice, bots, dice })
    }

    /// Plays until `hear` has enough, the game is over or `answer` gives up. `hear` gets each event as the journal keeps it.
    pub fn play(
        &mut self,
        answer: &mut dyn FnMut(&AnyGame) -> Answered,
        hear: &mut dyn FnMut(&str) -> bool,
    ) -> Result<(), PlayError> {
        let mut enough = false;
        let mut sink = |moment: Moment<'_>| enough |= hear(moment.event().get());
        self.game.advance(&mut self.dice, &mut sink)?;
        for _ in 0..ANSWERS {
            if enough {
                return Ok(());
            }
            let mut sink = |moment: Moment<'_>| enough |= hear(moment.event().get());
            let asked = self.game.asking();
            let Some(seat) = asked.iter().find(|seat| *seat != self.seat).or_else(|| asked.iter().next())
            else {
                return Ok(());
            };
            let command = if seat == self.seat { answer(&self.game) } else { self.bot(seat) };
            let command = match command {
                Answered::With(command) => command,
                Answered::Nothing => return Ok(()),
                Answered::Absent => {
                    let default = self.game.default_answer(seat);
                    self.game.submit(Actor::Clock(seat), default.get(), &mut self.dice, &mut sink)?;
                    continue;
                }
            };
            match self.game.submit(Actor::Seat(seat), command.get(), &mut self.dice, &mut sink) {
                Err(PlayError::Refused(_)) if seat != self.seat => {
                    let default = self.game.default_answer(seat);
                    self.game.submit(Actor::Clock(seat), default.get(), &mut self.dice, &mut sink)?;
                }
                played => drop(played?),
            }
        }
        Err(PlayError::Stuck)
    }

    fn bot(&mut self, seat: Seat) -> Answered {
        let mut dice = chance(self.number, &self.game, seat);
        let bot = self.bots.get_mut(usize::from(seat.0)).and_then(Option::as_mut);
        bot.and_then(|bot| bot.answer(&self.game, seat, &mut dice)).map_or(Answered::Absent, Answered::With)
    }
}

/// The answer of a player who is asked.
#[derive(Debug)]
pub enum Answered {
    /// The player answers this.
    With(Json),
    /// The player is absent: the default counts.
    Absent,
    /// The player gives the attempt up.
    Nothing,
}
