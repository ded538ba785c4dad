//! The dice of a game that has no entry yet.

use std::time::Duration;

use bagarre_protocol::fair::{Draw as Shown, Given};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Seat, Seats};
use tokio::time::Instant;

use super::refuse;
use crate::fair::{Hash, promise, unhex};
use crate::store::{DeadlineRow, GameRecord, SeatRecord};

/// When a room that fell in the middle of it is woken, in milliseconds.
const DRAW_ALARM_DELAY_MS: i64 = 10_000;

/// The dice of a game that has no entry yet.
pub(super) struct Drawing {
    pub(super) record: GameRecord,
    /// Who is waited for in the first place. Others may promise too.
    asked: Seats,
    pub(super) promises: Vec<Option<Hash>>,
    nonces: Vec<Option<Hash>>,
    /// Promises are over: the numbers are asked for.
    pub(super) open: bool,
    /// How long promises are waited for, and then numbers.
    wait: Duration,
    until: Instant,
}

impl Drawing {
    /// Asks the seats for their promises.
    pub(super) fn new(record: GameRecord, seats: &[SeatRecord], asked: Seats, wait: Duration) -> Self {
        let none = vec![None; seats.len()];
        Self {
            record,
            asked,
            promises: none.clone(),
            nonces: none,
            open: false,
            wait,
            until: Instant::now() + wait,
        }
    }

    /// Promises are over: the numbers are asked for, and waited for as long again.
    pub(super) fn open(&mut self) {
        self.open = true;
        self.until = Instant::now() + self.wait;
    }

    /// Returns a clock that wakes the room when it falls before the game has one.
    pub(super) fn alarm(now: i64) -> DeadlineRow {
        DeadlineRow {
            seat: Seat(0),
            deadline: now + DRAW_ALARM_DELAY_MS,
            total: DRAW_ALARM_DELAY_MS,
            paused_left: None,
            asked: None,
            bank: None,
        }
    }

    /// Returns who is waited for, of those who are seated.
    fn waiting(&self, seated: Seats) -> Seats {
        let wanted = |seat: &Seat| {
            let at = usize::from(seat.0);
            let has = |list: &[Option<Hash>]| list.get(at).is_some_and(Option::is_some);
            if self.open {
                has(&self.promises) && !has(&self.nonces)
            } else {
                self.asked.contains(*seat) && !has(&self.promises)
            }
        };
        seated.iter().filter(wanted).collect()
    }

    /// Returns whether it goes on: at once when no seat is waited for, and once its time was over at a moment.
    pub(super) fn is_over(&self, seated: Seats, moment: Instant) -> bool {
        self.waiting(seated).is_empty() || self.until <= moment
    }

    /// Returns when it goes on: at once when no seat is waited for.
    pub(super) fn until(&self, seated: Seats) -> Instant {
        if self.waiting(seated).is_empty() { Instant::now() } else { self.until }
    }

    /// Returns what all people in the room see of it.
    pub(super) fn shown(&self, seated: Seats) -> Shown {
        Shown {
            game: self.record.id,
            commitment: self.record.commitment.clone(),
            promises: self.promises.iter().map(|promise| promise.map(hex::encode)).collect(),
            open: self.open,
            waiting: self.waiting(seated),
        }
    }

    /// Returns what each seat has contributed to the dice.
    pub(super) fn contributions(&self) -> Vec<Given> {
        let text = |hash: &Option<Hash>| hash.map(hex::encode);
        let both = self.promises.iter().zip(&self.nonces);
        both.map(|(promise, nonce)| Given { promise: text(promise), nonce: text(nonce) }).collect()
    }

    /// Adds a promise. The first of a seat counts.
    pub(super) fn add_promise(&mut self, seat: Seat, digest: &str) -> Result<(), Refusal> {
        if self.open {
            return Err(refuse::draw_over());
        }
        let digest = unhex(digest).ok_or_else(refuse::draw_bad)?;
        let place = self.promises.get_mut(usize::from(seat.0)).ok_or_else(refuse::no_such_seat)?;
        place.get_or_insert(digest);
        Ok(())
    }

    /// Adds the number that was promised.
    pub(super) fn add_number(&mut self, seat: Seat, nonce: &str) -> Result<(), Refusal> {
        let nonce = unhex(nonce).ok_or_else(refuse::draw_bad)?;
        let at = usize::from(seat.0);
        let kept = self.promises.get(at).copied().flatten() == Some(promise(self.record.id, seat, &nonce));
        if !self.open || !kept {
            return Err(refuse::draw_bad());
        }
        if let Some(place) = self.nonces.get_mut(at) {
            place.get_or_insert(nonce);
        }
        Ok(())
    }
}
