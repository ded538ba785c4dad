//! Points of a square grid and the eight compass directions.

use serde::{Deserialize, Serialize};

/// A grid node `[row, col]`, both from 1; row 1 is north, column 1 is west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u8; 2]", into = "[u8; 2]")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "[u8; 2]"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "[u8; 2]"))]
pub struct Point {
    /// Row, from 1 at the north.
    pub r: u8,
    /// Column, from 1 at the west.
    pub c: u8,
}

impl Point {
    /// The point of a row and a column.
    pub const fn new(r: u8, c: u8) -> Self {
        Self { r, c }
    }

    /// The neighbour in a direction. Off the grid it wraps to a coordinate that no grid holds (0 or beyond its size).
    #[inline]
    pub const fn step(self, dir: Dir) -> Self {
        let (dr, dc) = dir.delta();
        Self { r: self.r.wrapping_add_signed(dr), c: self.c.wrapping_add_signed(dc) }
    }

    /// The point `n` steps away in a direction, `None` beyond coordinates 1..=255.
    pub fn steps(self, dir: Dir, n: u8) -> Option<Self> {
        let (dr, dc) = dir.delta();
        let r = i16::from(self.r) + i16::from(dr) * i16::from(n);
        let c = i16::from(self.c) + i16::from(dc) * i16::from(n);
        (r > 0 && c > 0 && r < 256 && c < 256).then_some(Self { r: r as u8, c: c as u8 })
    }

    /// The direction of a neighbour, `None` for the point itself or one further away.
    #[inline]
    pub fn dir_to(self, other: Self) -> Option<Dir> {
        Dir::of_delta(other.r.wrapping_sub(self.r) as i8, other.c.wrapping_sub(self.c) as i8)
    }

    /// The direction of the straight line to another point, and its length; `None` when no line joins them.
    #[inline]
    pub fn line_to(self, other: Self) -> Option<(Dir, u8)> {
        let dr = i16::from(other.r) - i16::from(self.r);
        let dc = i16::from(other.c) - i16::from(self.c);
        let n = dr.abs().max(dc.abs());
        if n == 0 || (dr != 0 && dc != 0 && dr.abs() != dc.abs()) {
            return None;
        }
        Some((Dir::of_delta(dr.signum() as i8, dc.signum() as i8)?, n as u8))
    }

    /// Distance in points, diagonals counting one.
    #[inline]
    pub fn distance(self, other: Self) -> u8 {
        self.r.abs_diff(other.r).max(self.c.abs_diff(other.c))
    }
}

impl From<[u8; 2]> for Point {
    fn from([r, c]: [u8; 2]) -> Self {
        Self { r, c }
    }
}

impl From<Point> for [u8; 2] {
    fn from(p: Point) -> Self {
        [p.r, p.c]
    }
}

/// An absolute direction: 1 north, then clockwise to 8 north-west. Written as its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "u8"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "u8"))]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Dir {
    #[default]
    N = 1,
    NE,
    E,
    SE,
    S,
    SW,
    W,
    NW,
}

impl Dir {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];

    /// The direction of a number from 1 to 8.
    pub fn from_number(n: u8) -> Option<Self> {
        Self::ALL.get(usize::from(n).checked_sub(1)?).copied()
    }

    /// Its number, from 1 to 8.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Turned by eighths, clockwise when positive.
    #[inline]
    pub const fn turn(self, eighths: i8) -> Self {
        Self::ALL[((self as i8 - 1 + eighths).rem_euclid(8)) as usize]
    }

    /// The opposite direction.
    #[inline]
    pub const fn back(self) -> Self {
        self.turn(4)
    }

    /// Clockwise eighths from `self` to `other`, 0 to 7.
    #[inline]
    pub const fn eighths_to(self, other: Self) -> u8 {
        ((other as i8 - self as i8).rem_euclid(8)) as u8
    }

    /// Whether it is north, east, south or west.
    #[inline]
    pub const fn is_orthogonal(self) -> bool {
        (self as u8) % 2 == 1
    }

    /// The direction of a row and column change of one step; `None` for any other change.
    #[inline]
    const fn of_delta(dr: i8, dc: i8) -> Option<Self> {
        const NEAR: [Option<Dir>; 9] = [
            Some(Dir::NW),
            Some(Dir::N),
            Some(Dir::NE),
            Some(Dir::W),
            None,
            Some(Dir::E),
            Some(Dir::SW),
            Some(Dir::S),
            Some(Dir::SE),
        ];
        if dr < -1 || dr > 1 || dc < -1 || dc > 1 {
            return None;
        }
        NEAR[((dr + 1) * 3 + dc + 1) as usize]
    }

    /// Row and column change of one step.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::N => (-1, 0),
            Self::NE => (-1, 1),
            Self::E => (0, 1),
            Self::SE => (1, 1),
            Self::S => (1, 0),
            Self::SW => (1, -1),
            Self::W => (0, -1),
            Self::NW => (-1, -1),
        }
    }
}

impl TryFrom<u8> for Dir {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        Self::from_number(n).ok_or_else(|| format!("{n} is not a direction: 1 (north) to 8 (north-west)"))
    }
}

impl From<Dir> for u8 {
    fn from(dir: Dir) -> Self {
        dir.number()
    }
}
