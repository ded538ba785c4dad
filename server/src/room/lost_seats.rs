//! Seats that were lost in the middle of a question: for a while they stay their players'.

use std::collections::BTreeMap;
use std::time::Duration;

use bagarre_rules::contract::Seat;

use crate::clock::in_millis;

/// Since when the players of some seats have been gone against their will, in the time of the tables: neither an outage nor a leap of the
/// wall clock ends the grace.
#[derive(Default)]
pub(super) struct LostSeats(BTreeMap<Seat, i64>);

impl LostSeats {
    /// The player of a seat has lost it, or the connection.
    pub(super) fn add(&mut self, seat: Seat, now: i64) {
        self.0.entry(seat).or_insert(now);
    }

    /// The player is back, or has given the seat away; or another question is put to it.
    pub(super) fn free(&mut self, seat: Seat) {
        self.0.remove(&seat);
    }

    /// The question turned.
    pub(super) fn free_all(&mut self) {
        self.0.clear();
    }

    /// Until when a seat is kept, in the time of the tables.
    pub(super) fn kept_until(&self, seat: Seat, grace: Duration) -> Option<i64> {
        self.0.get(&seat).map(|since| since.saturating_add(in_millis(grace)))
    }

    /// Whether no other person may take a seat yet.
    pub(super) fn is_kept(&self, seat: Seat, grace: Duration, now: i64) -> bool {
        self.kept_until(seat, grace).is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_kept_until_the_grace_is_over_or_the_question_turns() {
        let (mut lost, seat, grace) = (LostSeats::default(), Seat(1), Duration::from_secs(2));
        lost.add(seat, 1000);
        lost.add(seat, 2500);
        assert_eq!(lost.kept_until(seat, grace), Some(3000), "counted from the first loss");
        assert!(lost.is_kept(seat, grace, 2999) && !lost.is_kept(seat, grace, 3000));
        assert!(!lost.is_kept(Seat(0), grace, 1000));
        lost.free_all();
        assert!(!lost.is_kept(seat, grace, 1001));
        lost.add(seat, 4000);
        assert!(lost.is_kept(seat, grace, 4001), "another loss counts anew");
        lost.free(seat);
        assert_eq!(lost.kept_until(seat, grace), None);
    }
}
