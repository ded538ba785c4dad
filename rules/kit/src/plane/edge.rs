//! The four edges of a table.

use serde::{Deserialize, Serialize};

use super::Pt;

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Edge {
    S,
    N,
    E,
    W,
}

impl Edge {
    /// All four, each pair of opposite ones together.
    pub const ALL: [Self; 4] = [Self::S, Self::N, Self::E, Self::W];

    /// The edge across the table.
    pub const fn opposite(self) -> Self {
        match self {
            Self::S => Self::N,
            Self::N => Self::S,
            Self::E => Self::W,
            Self::W => Self::E,
        }
    }

    /// The facing from it straight to the opposite one.
    pub const fn inward(self) -> Pt {
        match self {
            Self::S => Pt::new(0, 1),
            Self::N => Pt::new(0, -1),
            Self::E => Pt::new(-1, 0),
            Self::W => Pt::new(1, 0),
        }
    }
}
