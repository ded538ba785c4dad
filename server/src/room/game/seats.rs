//! The seats of a game: who sits down, which seats are kept for players that were lost, and who is absent.

use std::time::Duration;

use bagarre_rules::contract::Seat;
use uuid::Uuid;

use super::CurrentGame;

impl CurrentGame {
    /// Gives a seat to a person who sits down.
    pub(in crate::room) fn seat_player(&mut self, seat: Seat, guest: Uuid) {
        self.lost_seats.free(seat);
        self.participants.insert(guest);
        self.bots.remove(&seat);
        if let Some(play) = &mut self.play {
            play.seat_player(seat, guest);
        }
    }

    /// Takes a seat from its player, or from its bot.
    pub(in crate::room) fn clear_seat(&mut self, seat: Seat) {
        self.bots.remove(&seat);
        if let Some(play) = &mut self.play {
            play.clear_seat(seat);
        }
    }

    /// Drops the names of a person who is deleted.
    pub(in crate::room) fn forget_names(&mut self, guest: Uuid) {
        if let Some(play) = &mut self.play {
            play.forget_names(guest);
        }
    }

    /// Keeps a seat for its player, who has lost it or the connection, in the time of the tables.
    pub(in crate::room) fn keep_seat(&mut self, seat: Seat, now: i64) {
        self.lost_seats.add(seat, now);
    }

    /// Keeps a seat no longer: its player is back, or has given it away.
    pub(in crate::room) fn free_seat(&mut self, seat: Seat) {
        self.lost_seats.free(seat);
    }

    /// Returns until when a seat is kept, in the time of the tables.
    pub(in crate::room) fn kept_until(&self, seat: Seat, grace: Duration) -> Option<i64> {
        self.lost_seats.kept_until(seat, grace)
    }

    /// Returns whether a seat that its player lost is kept, at a moment of the tables.
    pub(in crate::room) fn keeps_seat(&self, seat: Seat, grace: Duration, now: i64) -> bool {
        self.lost_seats.is_kept(seat, grace, now)
    }

    /// Counts a question that the clock answered for a seat because nothing came from its player.
    pub(in crate::room) fn count_missed(&mut self, seat: Seat) {
        let missed = self.missed.entry(seat).or_default();
        *missed = missed.saturating_add(1);
    }

    /// Returns whether the last question of a seat was answered by the clock.
    pub(in crate::room) fn has_missed(&self, seat: Seat) -> bool {
        self.missed.contains_key(&seat)
    }

    /// Forgets the questions that the clock answered for a seat.
    pub(in crate::room) fn reset_missed(&mut self, seat: Seat) {
        self.missed.remove(&seat);
    }
}
