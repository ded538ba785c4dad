//! The seals of the question that is open.

use std::collections::BTreeMap;

use bagarre_protocol::fair::{Blind, HeldSeal, Sealing};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Clocks;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Pace, Seat, Seats};
use uuid::Uuid;

use super::refuse;
use crate::clock::in_millis;
use crate::config::Limits;
use crate::fair::{self, Hash, unhex};

/// A seal that the room holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SheetSeal {
    /// The entry with which it came.
    pub(super) entry: u32,
    digest: Hash,
}

/// What a player opened. Never printed, never written before the turn resolves.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Opening {
    /// The player who opened it, with the name.
    pub(super) guest: (Uuid, String),
    pub(super) salt: Hash,
    pub(super) sheet: Payload,
}

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("sealed")
    }
}

/// The seals of the question that is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Seals {
    /// The entry with which the question was put.
    pub(super) question: u32,
    /// Whether it is one whose answers are sealed blindly.
    pub(super) asked: bool,
    /// Every seat has sealed: the sheets are asked for.
    pub(super) open: bool,
    held: BTreeMap<Seat, SheetSeal>,
    openings: BTreeMap<Seat, Opening>,
    /// Seats that sent something else than what they had sealed.
    wrong: Seats,
    /// Seats whose time to open is over.
    late: Seats,
}

impl Seals {
    /// The question with this entry is another one.
    pub(super) fn anew(question: u32) -> Self {
        Self { question, ..Self::default() }
    }

    /// Returns the seats that have sealed.
    pub(super) fn sealed_seats(&self) -> Seats {
        self.held.keys().copied().collect()
    }

    /// Who is not waited for any more, as far as seals go.
    pub(super) fn done(&self) -> Seats {
        if !self.open {
            return self.sealed_seats();
        }
        self.openings.keys().copied().chain(self.late.iter()).collect()
    }

    /// Whether the sheet of a seat is here, and nowhere else.
    pub(super) fn holds_a_sheet(&self) -> bool {
        !self.openings.is_empty()
    }

    pub(super) fn held(&self, seat: Seat) -> Option<SheetSeal> {
        self.held.get(&seat).copied()
    }

    pub(super) fn opening(&self, seat: Seat) -> Option<&Opening> {
        self.openings.get(&seat)
    }

    pub(super) fn was_wrong(&self, seat: Seat) -> bool {
        self.wrong.contains(seat)
    }

    /// Takes in what an entry says.
    pub(super) fn take(&mut self, seat: Seat, entry: u32, blind: &Blind) {
        match blind {
            Blind::Sealed { digest, .. } => {
                if let Some(digest) = unhex(digest) {
                    self.held.insert(seat, SheetSeal { entry, digest });
                }
            }
            Blind::Withdrawn { .. }
            | Blind::Opened { .. }
            | Blind::Refused { .. }
            | Blind::Unopened { .. } => self.forget(seat),
        }
    }

    /// Nothing is held for a seat any more.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.held.remove(&seat);
        self.openings.remove(&seat);
    }

    /// Another person holds a seat: what was opened there before is not played for that person.
    pub(super) fn new_holder(&mut self, seat: Seat) {
        self.openings.remove(&seat);
    }

    /// Nothing of a person is known here any more.
    pub(super) fn forget_guest(&mut self, guest: Uuid) {
        self.openings.retain(|_, opening| opening.guest.0 != guest);
    }

    /// Only those who are asked can have sealed.
    pub(super) fn keep(&mut self, asked: Seats) {
        self.held.retain(|seat, _| asked.contains(*seat));
        self.openings.retain(|seat, _| asked.contains(*seat));
    }

    /// Adds what a seat opens, if it is what it sealed.
    pub(super) fn add_opening(&mut self, game: Uuid, seat: Seat, opening: Opening) -> Result<(), Refusal> {
        let held = self.held(seat).ok_or_else(refuse::blind_none)?;
        let digest = fair::blind(game, self.question, seat, &opening.salt, opening.sheet.text());
        if digest.ok() != Some(held.digest) {
            self.wrong = self.wrong.with(seat);
            return Err(refuse::blind_digest());
        }
        self.openings.entry(seat).or_insert(opening);
        Ok(())
    }

    /// The time of these seats is over.
    pub(super) fn too_late(&mut self, seats: impl IntoIterator<Item = Seat>) {
        for seat in seats {
            self.late = self.late.with(seat);
        }
    }

    /// What all sockets see of it.
    pub(super) fn shown(&self) -> Sealing {
        let seal = |(seat, held): (&Seat, &SheetSeal)| HeldSeal {
            seat: *seat,
            entry: held.entry,
            digest: hex::encode(held.digest),
        };
        Sealing {
            question: self.question,
            open: self.open,
            seals: self.held.iter().map(seal).collect(),
            opened: self.openings.keys().copied().collect(),
        }
    }
}

/// How long the seats have to open, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans {
    /// Players who are connected.
    here: i64,
    /// All other players.
    away: i64,
    connected: Seats,
}

impl Spans {
    pub(super) fn new(clocks: Clocks, limits: &Limits, connected: Seats) -> Self {
        match clocks {
            // The players of a slow game are seldom there: they open when they look in.
            Clocks::Slow { .. } | Clocks::Untimed => {
                let hours = clocks.millis(Pace::Quick, 0);
                Self { here: hours, away: hours, connected }
            }
            Clocks::Rules | Clocks::Live { .. } | Clocks::Reserve { .. } => {
                Self { here: in_millis(limits.opening), away: in_millis(limits.opening_away), connected }
            }
        }
    }

    /// Not known: the clocks of a game that is folded are stored.
    pub(super) const STORED: Self = Self { here: 0, away: 0, connected: Seats::NONE };

    pub(super) fn of(self, seat: Seat) -> i64 {
        if self.connected.contains(seat) { self.here } else { self.away }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Uuid = Uuid::from_u128(9);
    const A: Seat = Seat(0);
    const B: Seat = Seat(1);

    fn opening(salt: u8, sheet: &str) -> Opening {
        Opening {
            guest: (Uuid::nil(), "Lulu".to_owned()),
            salt: [salt; 32],
            sheet: Payload::parse(sheet).unwrap(),
        }
    }

    fn sealed(seat: Seat, salt: u8, sheet: &str) -> Blind {
        let digest = fair::blind(GAME, 4, seat, &[salt; 32], sheet).unwrap();
        Blind::Sealed { question: 4, digest: hex::encode(digest) }
    }

    #[test]
    fn only_what_was_sealed_opens() {
        let mut seals = Seals { open: true, asked: true, ..Seals::anew(4) };
        seals.take(A, 5, &sealed(A, 1, r#"{"bid":2}"#));
        let refused = |done: Result<(), Refusal>| done.unwrap_err().code.to_string();
        assert_eq!(refused(seals.add_opening(GAME, B, opening(1, r#"{"bid":2}"#))), "blind.none");
        assert_eq!(refused(seals.add_opening(GAME, A, opening(1, r#"{"bid":3}"#))), "blind.digest");
        assert_eq!(refused(seals.add_opening(GAME, A, opening(2, r#"{"bid":2}"#))), "blind.digest");
        assert!(seals.was_wrong(A) && seals.done().is_empty());
        seals.add_opening(GAME, A, opening(1, r#"{"bid":2}"#)).unwrap();
        assert_eq!(seals.done(), Seats::one(A));
        seals.new_holder(A);
        assert!(seals.held(A).is_some() && seals.opening(A).is_none(), "the seal stands, the sheet is gone");
    }

    #[test]
    fn nothing_that_prints_holds_a_sheet() {
        let mut seals = Seals { open: true, asked: true, ..Seals::anew(4) };
        seals.take(A, 5, &sealed(A, 7, r#"{"bid":2}"#));
        seals.add_opening(GAME, A, opening(7, r#"{"bid":2}"#)).unwrap();
        let printed = format!("{seals:?} {:?}", seals.shown());
        assert!(!printed.contains("bid") && !printed.contains(&"07".repeat(8)), "{printed}");
    }
}
