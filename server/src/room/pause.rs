//! Pauses: the host stops the clocks for a while; they run on by themselves, or when all others want to go on.

use bagarre_protocol::room::{Clocks, Pause, Phase};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seats;
use uuid::Uuid;

use super::actor::Room;
use super::change::{Change, Then};
use super::plan::Planner;
use super::refuse;
use super::trouble::Trouble;
use crate::clock::in_millis;
use crate::config::Limits;
use crate::store::Write;

/// Returns how long a pause lasts, in milliseconds.
fn length(clocks: Clocks, limits: &Limits) -> i64 {
    let length = match clocks {
        Clocks::Rules | Clocks::Live { .. } | Clocks::Reserve { .. } => limits.live_pause,
        Clocks::Slow { .. } | Clocks::Untimed => limits.slow_pause,
    };
    in_millis(length)
}

impl Planner<'_> {
    /// Plans to stop the clocks. Not twice at the same entry: a table cannot be stalled by pausing again and again.
    pub(super) fn pause(&self) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Playing])?;
        let play = self.game.play().ok_or_else(refuse::not_now)?;
        if record.paused_entry == Some(play.entry) {
            return Err(refuse::pause_again());
        }
        let now = self.time().table;
        let mut question = play.question.clone();
        question.pause(now);
        record.phase = Phase::Paused;
        record.paused_until =
            Some(now.saturating_add(length(record.settings.clocks, &self.shared.config.limits)));
        record.paused_entry = Some(play.entry);
        let also = vec![Write::Deadlines { game: play.id, rows: question.rows() }];
        Ok(Change { record, also, then: Then::Stop })
    }

    /// Plans to let the clocks run on.
    pub(super) fn resume(&self) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Paused])?;
        let play = self.game.play().ok_or_else(refuse::not_now)?;
        let mut question = play.question.clone();
        question.resume(self.time().table);
        record.phase = Phase::Playing;
        record.paused_until = None;
        let also = vec![Write::Deadlines { game: play.id, rows: question.rows() }];
        Ok(Change { record, also, then: Then::Go })
    }
}

impl Room {
    /// Returns the pause as all people in the room see it.
    pub(super) fn pause_state(&self) -> Option<Pause> {
        let until =
            self.seating.record().paused_until.filter(|_| self.seating.record().phase == Phase::Paused)?;
        let wishes = self.seating.players().filter(|(_, guest)| self.game.has_wish(*guest));
        let time = self.time();
        let until = time.runs.then(|| time.to_wall(until));
        Some(Pause { until, wishes: wishes.map(|(seat, _)| seat).collect::<Seats>() })
    }

    /// Takes the wish of a person to end the pause. Returns whether it counts: the host ends a pause alone.
    pub(super) fn wish(&mut self, guest: Uuid) -> bool {
        let counts = self.seating.record().phase == Phase::Paused
            && self.game.play().is_some()
            && self.seating.record().host != guest
            && self.seating.seat_of(guest).is_some();
        if counts {
            self.game.add_wish(guest);
        }
        counts
    }

    /// Returns whether all who are seated and connected, but the host, have asked to go on.
    pub(super) fn all_wish_to_go_on(&self) -> bool {
        if self.game.has_no_wish() || self.game.pause_end(&self.seating).is_none() {
            return false;
        }
        let mut others = self
            .seating
            .players()
            .filter(|(_, guest)| *guest != self.seating.record().host && self.people.online(*guest))
            .peekable();
        others.peek().is_some() && others.all(|(_, guest)| self.game.has_wish(guest))
    }

    /// Ends the pause, whose time is over or which no player wants any more.
    pub(super) async fn go_on(&mut self) -> Result<(), Trouble> {
        let change = self.planner().resume()?;
        let then = self.carry_out(change).await?;
        self.follow(then);
        Ok(())
    }
}
