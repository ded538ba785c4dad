//! The bots of a game: whose turn it is, and what they answer.

use bagarre_protocol::room::Holder;
use bagarre_rules::any::Json;
use bagarre_rules::contract::Seat;
use tokio::time::Instant;

use super::CurrentGame;
use crate::room::seating::Seating;

impl CurrentGame {
    /// Returns the seat of the first bot that has to answer.
    pub(in crate::room) fn bot_to_play(&self, seating: &Seating) -> Option<Seat> {
        let play = self.play.as_ref().filter(|_| seating.is_running())?;
        play.asked().iter().find(|seat| matches!(seating.holder(*seat), Some(Holder::Bot { .. })))
    }

    /// Returns since when a bot has to answer, which counts from when it is first seen; `None` where none has to.
    pub(in crate::room) fn time_bot(&mut self, bot: Option<Seat>, now: Instant) -> Option<Instant> {
        self.bot_since = bot.map(|_| self.bot_since.unwrap_or(now));
        self.bot_since
    }

    /// Forgets since when a bot has to answer: it does now.
    pub(in crate::room) fn reset_bot_time(&mut self) {
        self.bot_since = None;
    }

    /// Returns what the bot of a name answers for a seat; `None` where it has no answer, and where there is no bot of that name.
    pub(in crate::room) fn bot_answer(&mut self, seat: Seat, name: &str) -> Option<Json> {
        let play = self.play.as_ref()?;
        if !self.bots.contains_key(&seat)
            && let Some(bot) = play.ruleset.bot(name)
        {
            self.bots.insert(seat, bot);
        }
        let bot = self.bots.get_mut(&seat)?;
        let mut own = play.practice.as_ref().map(|practice| practice.chance(play.game(), seat));
        bot.answer(play.game(), seat, own.as_mut().unwrap_or(&mut self.luck))
    }

    /// Drops the bot of a seat: it takes its answer for given, and one that has not been stored is thought out anew from how the game stands.
    pub(in crate::room) fn drop_bot(&mut self, seat: Seat) {
        self.bots.remove(&seat);
    }
}
