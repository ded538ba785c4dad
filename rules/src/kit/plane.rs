//! Integer geometry on a table: points in units of 0.1 mm.

use serde::{Deserialize, Serialize};

/// A point or a vector `[x, y]` in u (0.1 mm): x east, y north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[i32; 2]"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "[i32; 2]"))]
pub struct Pt {
    /// East, in u.
    pub x: i32,
    /// North, in u.
    pub y: i32,
}

impl Pt {
    /// The point of two coordinates.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl From<[i32; 2]> for Pt {
    fn from([x, y]: [i32; 2]) -> Self {
        Self { x, y }
    }
}

impl From<Pt> for [i32; 2] {
    fn from(pt: Pt) -> Self {
        [pt.x, pt.y]
    }
}
