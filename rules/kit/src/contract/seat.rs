//! Places at the table, and who speaks and listens.

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seat(pub u8);

/// A set of seats, written as a sorted list of numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Seat>"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
pub struct Seats(u16);

impl Seats {
    /// No seat at all.
    pub const NONE: Self = Self(0);

    /// The set that holds one seat.
    pub const fn one(seat: Seat) -> Self {
        Self(1 << (seat.0 & 15))
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 16 && self.0 & (1 << seat.0) != 0
    }

    /// The set with one seat more.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | (1 << (seat.0 & 15)))
    }

    /// The set with one seat less.
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << (seat.0 & 15)))
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats in increasing order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..16).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl From<Vec<Seat>> for Seats {
    fn from(seats: Vec<Seat>) -> Self {
        seats.into_iter().collect()
    }
}

impl From<Seats> for Vec<Seat> {
    fn from(seats: Seats) -> Self {
        seats.iter().collect()
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().filter(|seat| seat.0 < 16).fold(Self::NONE, Self::with)
    }
}

/// Who acts: a player, or the clock in the name of a player whose time ran out. A time-out is a command too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Actor {
    /// The player who holds the seat.
    Seat(Seat),
    /// The clock, answering for a seat.
    Clock(Seat),
}

impl Actor {
    /// The seat in whose name the command is given.
    pub const fn seat(self) -> Seat {
        match self {
            Self::Seat(seat) | Self::Clock(seat) => seat,
        }
    }
}

/// For whom a view or a notice is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The player of one seat.
    Seat(Seat),
    /// Anybody who watches: public facts only.
    Spectator,
    /// The referee and finished games: everything.
    Omniscient,
}

impl Audience {
    /// Whether this audience may read what is private to `seat`.
    pub fn may_see(self, seat: Seat) -> bool {
        match self {
            Self::Seat(own) => own == seat,
            Self::Spectator => false,
            Self::Omniscient => true,
        }
    }
}
