//! Clocks are fair: the time of a question begins when the slowest page of those who play has shown what came before. The wait is bounded: a
//! clock waits for at most [`MAX_CLOCK_WAIT_MS`] and at most its own time, and not for a page that has been behind for
//! [`SHOWING_TIMEOUT_MS`].

use uuid::Uuid;

use super::actor::Room;
use super::audience::Shown;

/// How long a clock waits at most, in milliseconds: a turn of contact is told in less.
const MAX_CLOCK_WAIT_MS: i64 = 20_000;
/// How long a page may be behind before clocks stop waiting for it until it has caught up, in milliseconds.
const SHOWING_TIMEOUT_MS: i64 = 2 * MAX_CLOCK_WAIT_MS;

impl Room {
    /// The pages that are waited for: of people who play, who tell how far they are.
    fn waited_for(&self) -> impl Iterator<Item = Shown> {
        let now = self.time().table;
        self.sockets.iter().filter_map(move |(_, socket)| {
            let shown = socket.shown?;
            let late = shown.behind.is_some_and(|since| now - since >= SHOWING_TIMEOUT_MS);
            (!late && self.seating.seat_of(socket.guest.id).is_some()).then_some(shown)
        })
    }

    /// How long the clocks of a question that opens now wait at most.
    pub(super) fn grace(&self) -> i64 {
        if self.waited_for().next().is_some() { MAX_CLOCK_WAIT_MS } else { 0 }
    }

    /// A page tells how far it has shown a game.
    pub(super) fn shown(&mut self, number: u64, game: Uuid, entry: u32) {
        let Some(last) = self.game.play().filter(|play| play.id == game).map(|play| play.entry) else {
            return;
        };
        let now = self.time().table;
        let Some(socket) = self.sockets.get_mut(number) else { return };
        let before = socket.shown.filter(|shown| shown.game == game);
        let behind = before.and_then(|shown| shown.behind);
        let behind = (entry < last).then(|| behind.unwrap_or(now));
        socket.shown = Some(Shown { game, entry: entry.min(last), behind });
        self.begin_clocks();
    }

    /// Something was told: pages that tell how far they are have something to show.
    pub(super) fn await_shown(&mut self) {
        let now = self.time().table;
        let Some((game, last)) = self.game.play().map(|play| (play.id, play.entry)) else { return };
        for shown in self.sockets.iter_mut().filter_map(|socket| socket.shown.as_mut()) {
            if shown.game != game {
                *shown = Shown { game, entry: 0, behind: None };
            }
            if shown.entry < last {
                shown.behind.get_or_insert(now);
            }
        }
    }

    /// Lets the clocks begin that wait for nobody any more.
    pub(super) fn begin_clocks(&mut self) {
        let now = self.time().table;
        let Some(game) = self.game.play().map(|play| play.id) else { return };
        let far = |shown: Shown| if shown.game == game { shown.entry } else { 0 };
        let slowest = self.waited_for().map(far).min().unwrap_or(u32::MAX);
        if self.game.begin_clocks(slowest, now) {
            self.tell_clocks();
        }
    }
}
