//! A table measured in whole units (u, usually 0.1 mm), with round bases and polygons: what touches, sees, covers, blocks and
//! carries. Every answer is exact: no float, no angle; roots are integer roots, and distances are compared squared. Coordinates
//! are meant to stay within ±30 000 u, which keeps every product within 64 bits.
//!
//! No system is named here. One that plays on a plane says how large things are ([`Scale`]), what stands there ([`Body`],
//! [`Mark`]) and what its terrain does ([`Part`]), and asks a [`Space`]: the table at one moment, cheap to make and to copy.
//! Answers are typed ([`Halt`], [`NoClimb`], [`NoPlace`], [`Obstacle`]); the words of a refusal and its rule are the system's.
//! Nothing allocates in the tests that are asked thousands of times a game, and every polygon is preceded by its box.

mod board;
mod climb;
mod course;
mod cover;
mod distance;
mod edge;
mod figures;
mod ground;
mod line;
mod lookout;
mod path;
mod place;
mod poly;
mod push;
mod reach;
mod route;
mod shadow;
mod sight;
mod space;

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

pub use board::{Board, Motion, Part, Screen, Shelter, Sort};
pub use climb::{Climb, ClimbKind, NoClimb};
pub use course::Course;
pub use cover::{CoverRay, CoverReport};
pub use distance::{pt_poly_le, pt_seg_le, seg_poly_lt, seg_pt_lt};
pub use edge::Edge;
pub use ground::{Obstacle, Stretch};
pub use lookout::{Lookout, Track};
pub use path::{Checkpoint, Gait, Halt, Speed, Trip, Walked};
pub use place::{NoPlace, apart, lies_apart};
pub use poly::{BadPoly, Frac, MAX_VERTICES, Poly, Span};
pub use push::Pushed;
pub use reach::Reach;
pub use route::Goal;
pub use sight::{Ray, SightReport};
pub use space::{Body, Fig, Mark, Plane, Scale, Space, Stance};

/// Most points of a path.
pub const MAX_POINTS: usize = 16;

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

    /// Dot product with another vector, in u².
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }

    /// Cross product: positive when the other vector points to the left of this one, in u².
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// Squared length, in u².
    pub const fn norm2(self) -> i64 {
        self.dot(self)
    }

    /// Squared distance to another point, in u².
    pub const fn dist2(self, other: Self) -> i64 {
        Self::new(self.x - other.x, self.y - other.y).norm2()
    }

    /// Turned counter-clockwise by 0 to 23 steps of 15 degrees, by a fixed table; quarter turns are exact.
    pub const fn turned(self, steps: u8) -> Self {
        let (cos, sin) = TURNS[(steps % 6) as usize];
        let (x, y) = (self.x as i64, self.y as i64);
        let (x, y) = (rdiv(x * cos - y * sin, 10_000) as i32, rdiv(x * sin + y * cos, 10_000) as i32);
        match (steps / 6) % 4 {
            0 => Self::new(x, y),
            1 => Self::new(-y, x),
            2 => Self::new(-x, -y),
            _ => Self::new(y, -x),
        }
    }
}

/// Cosine and sine, times 10 000, of 0 to 75 degrees in steps of 15.
const TURNS: [(i64, i64); 6] =
    [(10_000, 0), (9_659, 2_588), (8_660, 5_000), (7_071, 7_071), (5_000, 8_660), (2_588, 9_659)];

/// Steps of 15 degrees in a whole turn.
pub const STEPS: u8 = 24;

/// Nearest integer to `a / b` with `b > 0`, halves away from zero.
pub const fn rdiv(a: i64, b: i64) -> i64 {
    let size = (2 * a.abs() + b) / (2 * b);
    if a < 0 { -size } else { size }
}

/// Root rounded down.
#[inline]
pub const fn isqrt(n: u64) -> u64 {
    // Squares of lengths on one table fit 32 bits.
    if n <= u32::MAX as u64 { isqrt32(n as u32) as u64 } else { n.isqrt() }
}

/// Roots of the middles between 0 and 1 to between 255 and 256, times 16.
const ROOTS: [u8; 256] = {
    let mut roots = [0; 256];
    let mut n = 0;
    while n < 256 {
        roots[n] = (256 * n as u32 + 128).isqrt() as u8;
        n += 1;
    }
    roots
};

/// Root rounded down: one step of Newton's method from a table, which is above the root by less than 2. It takes half the time of
/// `u32::isqrt`, and a search for ways asks for lengths more than for anything else.
#[inline]
const fn isqrt32(n: u32) -> u32 {
    if n == 0 {
        return 0;
    }
    // Shifted by an even number of bits, so that the root is shifted by half of it.
    let shift = n.leading_zeros() & !1;
    let wide = n << shift;
    let first = ROOTS[(wide >> 24) as usize] as u32;
    let step = ((first << 7) + (wide >> 9) / first) as u64;
    let above = step - (step * step > wide as u64) as u64;
    let root = above - (above * above > wide as u64) as u64;
    root as u32 >> (shift / 2)
}

/// Root rounded up.
#[inline(always)]
pub const fn csqrt(n: u64) -> u64 {
    let root = isqrt(n);
    if root * root == n { root } else { root + 1 }
}

/// Length of a segment in u, rounded up.
#[inline(always)]
pub const fn seglen(a: Pt, b: Pt) -> i32 {
    csqrt(a.dist2(b) as u64) as i32
}

/// The point at length `s` in u along vector `d` from `a`, when the vector counts as `len` long (`len > 0`).
pub const fn at(a: Pt, d: Pt, s: i32, len: i32) -> Pt {
    let (s, len) = (s as i64, len as i64);
    Pt::new(a.x + rdiv(d.x as i64 * s, len) as i32, a.y + rdiv(d.y as i64 * s, len) as i32)
}

impl Add for Pt {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Pt {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Pt {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
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
