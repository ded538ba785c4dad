//! What only its author may read before it is opened.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contract::{Seat, Seats};

/// What only its author may read before the reveal. It prints nothing, so that no log line can hold it; it is written to
/// the journal and to positions, never to a client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sealed<T>(pub T);

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// What each seat has sealed in an open phase, by seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seals<T>(Vec<Option<Sealed<T>>>);

impl<T> Seals<T> {
    /// None of so many seats has sealed anything.
    pub fn none(seats: u8) -> Self {
        Self((0..seats).map(|_| None).collect())
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.0.len()
    }

    /// What a seat has sealed.
    pub fn of(&self, seat: Seat) -> Option<&T> {
        Some(&self.0.get(usize::from(seat.0))?.as_ref()?.0)
    }

    /// Whether a seat has sealed something.
    pub fn has(&self, seat: Seat) -> bool {
        self.of(seat).is_some()
    }

    /// Those of the seats asked that have sealed nothing.
    pub fn missing(&self, asked: Seats) -> Seats {
        asked.iter().filter(|seat| !self.has(*seat)).collect()
    }

    /// What every seat has sealed, with its seat.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Option<&T>)> {
        (0..).map(Seat).zip(self.0.iter().map(|it| it.as_ref().map(|it| &it.0)))
    }

    /// Seals something, or takes it back. A seat that is not there seals nothing.
    pub fn set(&mut self, seat: Seat, what: Option<Sealed<T>>) {
        if let Some(place) = self.0.get_mut(usize::from(seat.0)) {
            *place = what;
        }
    }
}
