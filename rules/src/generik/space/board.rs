//! The pieces of terrain as they lie on the table.

use super::STEP;
use crate::generik::setup::Placed;
use crate::generik::terrain::{self, Motion, Screen, Shelter};
use crate::kit::plane::{Poly, Pt};

/// A polygon of a piece on the table, with the attributes of the piece (GEN-TER-01, GEN-GEO-07).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Where it lies.
    pub poly: Poly,
    /// Number of its piece, in the order placed.
    pub piece: u8,
    /// Height in u.
    pub height: i32,
    /// Movement.
    pub motion: Motion,
    /// Sight.
    pub los: Screen,
    /// Cover.
    pub cover: Shelter,
    /// It carries figures on its top: walkable and more than 1 cm high (GEN-TER-04).
    pub surface: bool,
    /// It may be vaulted (GEN-GEO-14).
    pub thin: bool,
}

impl Part {
    /// Whether bases on a level stay out of it (GEN-TER-03).
    pub fn blocks(&self, z: i32) -> bool {
        self.motion == Motion::Solid && self.height > z + STEP
    }

    /// Whether walking over it costs what difficult ground costs (GEN-TER-02, GEN-ACT-44).
    pub fn slows(&self) -> bool {
        match self.motion {
            Motion::Clear => false,
            Motion::Difficult => true,
            Motion::Solid => self.height <= STEP,
        }
    }
}

/// The terrain of a game, made once from its pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    parts: Vec<Part>,
    pieces: u8,
}

impl Board {
    /// The board of pieces that passed [`super::place::check_table`] or were placed by [`super::place::may_place`].
    pub fn new(pieces: &[Placed]) -> Self {
        let mut parts = Vec::with_capacity(pieces.len() + 4);
        for (number, placed) in pieces.iter().enumerate() {
            let row = terrain::row(placed.piece);
            parts.extend(row.polys.iter().map(|poly| Part {
                poly: poly.placed(placed.turn, placed.at),
                piece: number as u8,
                height: row.height,
                motion: row.motion,
                los: row.los,
                cover: row.cover,
                surface: row.top && row.height > STEP,
                thin: row.thin,
            }));
        }
        Self { parts, pieces: pieces.len() as u8 }
    }

    /// The board of freely shaped parts, for tables drawn in tests and editors.
    pub fn of_parts(parts: Vec<Part>) -> Self {
        let pieces = parts.iter().map(|part| part.piece + 1).max().unwrap_or(0);
        Self { parts, pieces }
    }

    /// Every polygon, in the order of the pieces.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many pieces there are.
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The level of a centre that comes from above: the highest walkable top at or below `z` that holds it, else the
    /// ground (GEN-TER-04, GEN-GEO-15).
    pub fn support(&self, at: Pt, z: i32) -> i32 {
        let tops =
            self.parts.iter().filter(|part| part.surface && part.height <= z && part.poly.contains(at));
        tops.map(|part| part.height).max().unwrap_or(0)
    }
}
