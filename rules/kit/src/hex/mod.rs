//! A grid of hexagons in rows, odd rows half a hexagon to the right ("odd-r"). All of it is exact: distances, angles and lines are
//! worked out in cube coordinates, which keep angles and scale every length by the same factor. Knows no rule.

mod line;
mod ways;

use serde::{Deserialize, Serialize};

pub use line::line;
pub use ways::{Ways, way, ways};

/// A hexagon `[column, row]`, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i16; 2]", into = "[i16; 2]")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[i16; 2]"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "[i16; 2]"))]
pub struct Hex {
    /// Column, from 0 at the west.
    pub col: i16,
    /// Row, from 0 at the north.
    pub row: i16,
}

impl From<[i16; 2]> for Hex {
    fn from([col, row]: [i16; 2]) -> Self {
        Self { col, row }
    }
}

impl From<Hex> for [i16; 2] {
    fn from(hex: Hex) -> Self {
        [hex.col, hex.row]
    }
}

/// A vector, or a place, in cube coordinates: the three add up to zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i16; 3]", into = "[i16; 3]")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[i16; 3]"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "[i16; 3]"))]
pub struct Cube {
    /// Towards the east.
    pub x: i16,
    /// Towards the north-west.
    pub y: i16,
    /// Towards the south.
    pub z: i16,
}

impl From<[i16; 3]> for Cube {
    fn from([x, y, z]: [i16; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Cube> for [i16; 3] {
    fn from(cube: Cube) -> Self {
        [cube.x, cube.y, cube.z]
    }
}

impl std::ops::Sub for Cube {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl std::ops::Add for Cube {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Cube {
    /// Its length in steps.
    pub const fn steps(self) -> u16 {
        ((self.x.unsigned_abs() as u32 + self.y.unsigned_abs() as u32 + self.z.unsigned_abs() as u32) / 2)
            as u16
    }

    /// The scalar product, in the unit of cube coordinates: twice that of steps.
    pub const fn dot(self, other: Self) -> i32 {
        self.x as i32 * other.x as i32 + self.y as i32 * other.y as i32 + self.z as i32 * other.z as i32
    }

    /// The square of its length, in the same unit.
    pub const fn square(self) -> i32 {
        self.dot(self)
    }

    /// The hexagon of a place.
    pub const fn hex(self) -> Hex {
        Hex { col: self.x + (self.z - (self.z & 1)) / 2, row: self.z }
    }
}

/// One of the six sides of a hexagon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire]
#[allow(missing_docs, reason = "the names say it")]
pub enum Side {
    #[default]
    E,
    Ne,
    Nw,
    W,
    Sw,
    Se,
}

impl Side {
    /// All six, against the clock from the east: the order in which ties are broken.
    pub const ALL: [Self; 6] = [Self::E, Self::Ne, Self::Nw, Self::W, Self::Sw, Self::Se];

    /// The step across it.
    pub const fn step(self) -> Cube {
        let (x, y, z) = match self {
            Self::E => (1, -1, 0),
            Self::Ne => (1, 0, -1),
            Self::Nw => (0, 1, -1),
            Self::W => (-1, 1, 0),
            Self::Sw => (-1, 0, 1),
            Self::Se => (0, -1, 1),
        };
        Cube { x, y, z }
    }

    /// The opposite side.
    pub const fn back(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }

    /// The side that faces a direction: that of the largest scalar product, ties in the order of [`Side::ALL`]. `None` for no
    /// direction at all.
    pub fn towards(way: Cube) -> Option<Self> {
        let best = Self::ALL.into_iter().rev().max_by_key(|side| side.step().dot(way));
        best.filter(|_| way != Cube::default())
    }
}

impl Hex {
    /// The hexagon of a column and a row.
    pub const fn new(col: i16, row: i16) -> Self {
        Self { col, row }
    }

    /// Its place in cube coordinates.
    pub const fn cube(self) -> Cube {
        let x = self.col - (self.row - (self.row & 1)) / 2;
        Cube { x, y: -x - self.row, z: self.row }
    }

    /// The vector to another one.
    pub fn to(self, other: Self) -> Cube {
        other.cube() - self.cube()
    }

    /// How many steps another one is away.
    pub fn distance(self, other: Self) -> u16 {
        self.to(other).steps()
    }

    /// The neighbour across a side, on the grid or off it.
    pub fn beside(self, side: Side) -> Self {
        (self.cube() + side.step()).hex()
    }

    /// The six neighbours, in the order of [`Side::ALL`].
    pub fn around(self) -> [Self; 6] {
        Side::ALL.map(|side| self.beside(side))
    }

    /// The side and the number of steps of the straight line of hexagons to another one; `None` when none of the six leads there.
    pub fn straight(self, other: Self) -> Option<(Side, u16)> {
        let way = self.to(other);
        let steps = way.steps();
        let side = Side::towards(way)?;
        let step = side.step();
        let n = steps as i16;
        (way == Cube { x: step.x * n, y: step.y * n, z: step.z * n }).then_some((side, steps))
    }

    /// Whether another one lies behind a figure that faces a side: the angle is more than a right one.
    pub fn is_behind(self, facing: Side, other: Self) -> bool {
        facing.step().dot(self.to(other)) < 0
    }
}
