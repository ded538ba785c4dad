//! Places at the table, and who speaks and listens.

use serde::{Deserialize, Serialize};

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire]
pub struct Seat(pub u8);

crate::bits! {
    /// A set of seats, written as a sorted list of numbers.
    #[serde(from = "Vec<Seat>", into = "Vec<Seat>")]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Vec<Seat>"))]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "Vec<Seat>"))]
    pub Seats of Seat
}

/// The author of a command: a player, or the clock in the name of a player whose time ran out. A time-out is a command too.
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

/// The recipients of a view or a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The player of one seat.
    Seat(Seat),
    /// Spectators: public facts only.
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
