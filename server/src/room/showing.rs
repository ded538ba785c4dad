//! Clocks are fair: the time of a question begins when the slowest page of those who play has shown what came before. The wait is bounded: a
//! clock waits for at most [`MAX_CLOCK_WAIT_MS`] and at most its own time, and not for a page that has been behind for too long.

use uuid::Uuid;

use super::actor::Room;

/// How long a clock waits at most, in milliseconds: a turn of contact is told in less.
pub(super) const MAX_CLOCK_WAIT_MS: i64 = 20_000;

impl Room {
    /// Returns how long the clocks of a question that opens now wait at most, in milliseconds.
    pub(super) fn grace(&self) -> i64 {
        let Some((game, _)) = self.game.last() else { return 0 };
        let waits = self.people.pages(&self.seating, game, self.time().table).next().is_some();
        if waits { MAX_CLOCK_WAIT_MS } else { 0 }
    }

    /// Takes what a page tells of how far it has shown a game.
    pub(super) fn note_shown(&mut self, number: u64, game: Uuid, entry: u32) {
        let Some(last) = self.game.last().filter(|(id, _)| *id == game) else { return };
        self.people.note_shown(number, last, entry, self.time().table);
        self.begin_clocks();
    }

    /// Lets the clocks begin that wait for no page any more.
    pub(super) fn begin_clocks(&mut self) {
        let now = self.time().table;
        let Some((game, _)) = self.game.last() else { return };
        let slowest = self.people.pages(&self.seating, game, now).min().unwrap_or(u32::MAX);
        if self.game.begin_clocks(slowest, now) {
            self.tell_clocks();
        }
    }
}
