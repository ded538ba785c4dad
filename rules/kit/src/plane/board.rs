//! The terrain of a table: polygons with what each does to movement, sight and cover.

use serde::{Deserialize, Serialize};

use super::{Poly, Pt};

/// How terrain changes movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "plane/"))]
pub enum Motion {
    /// As the bare ground.
    Clear,
    /// Costs more.
    Difficult,
    /// Bases stay out of it, unless it is at most a step high.
    Solid,
}

/// How terrain stands in the way of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "plane/"))]
pub enum Screen {
    /// Not at all.
    None,
    /// Below its height.
    Solid,
    /// Below its height, but one sees into it and out of it.
    Dense,
}

/// How terrain gives cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "plane/"))]
pub enum Shelter {
    /// Not at all.
    None,
    /// Behind it.
    Edge,
    /// In it, on all sides.
    Inside,
}

/// A polygon of a piece on the table, with what it does.
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
    /// It carries figures on its top: walkable and more than a step high.
    pub surface: bool,
    /// It may be vaulted.
    pub thin: bool,
}

impl Part {
    /// Whether bases on a level stay out of it, when a step counts for nothing.
    pub fn blocks(&self, z: i32, step: i32) -> bool {
        self.motion == Motion::Solid && self.height > z + step
    }

    /// Whether walking over it costs what difficult ground costs: a solid that is at most a step high is walked over so.
    pub fn slows(&self, step: i32) -> bool {
        match self.motion {
            Motion::Clear => false,
            Motion::Difficult => true,
            Motion::Solid => self.height <= step,
        }
    }
}

/// The terrain of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    parts: Vec<Part>,
    pieces: u8,
}

impl Board {
    /// The board of parts.
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
    /// ground.
    pub fn support(&self, at: Pt, z: i32) -> i32 {
        let tops =
            self.parts.iter().filter(|part| part.surface && part.height <= z && part.poly.contains(at));
        tops.map(|part| part.height).max().unwrap_or(0)
    }
}
