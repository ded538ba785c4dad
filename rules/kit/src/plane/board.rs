//! The terrain of a table: polygons with what each does to movement, sight and cover.

use serde::{Deserialize, Serialize};

use super::{Poly, Pt};

/// How terrain changes movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
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
#[bagarre_kit::wire(export_to = "plane/")]
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
#[bagarre_kit::wire(export_to = "plane/")]
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

/// What parts are looked for. Most questions are about parts of one sort, and the others are not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Bases stay out of it, at least on the ground.
    Wall,
    /// Walking over it may cost more.
    Slow,
    /// It carries figures.
    Top,
    /// It is climbed or vaulted.
    Climb,
    /// It may stand in the way of sight.
    Screen,
    /// It covers figures behind it.
    Edge,
    /// It covers figures inside it.
    Inside,
}

impl Sort {
    /// Every sort.
    pub const ALL: [Self; 7] =
        [Self::Wall, Self::Slow, Self::Top, Self::Climb, Self::Screen, Self::Edge, Self::Inside];

    /// Whether a part is of the sort.
    pub fn has(self, part: &Part) -> bool {
        match self {
            Self::Wall => part.motion == Motion::Solid,
            Self::Slow => part.motion != Motion::Clear,
            Self::Top => part.surface,
            Self::Climb => part.surface || part.thin,
            Self::Screen => part.los != Screen::None,
            Self::Edge => part.cover == Shelter::Edge,
            Self::Inside => part.cover == Shelter::Inside,
        }
    }
}

/// The terrain of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    parts: Vec<Part>,
    pieces: u8,
    /// For each sort the parts of it: a bit for each of the first 128.
    sorts: [u128; Sort::ALL.len()],
    strips: Strips,
}

impl Board {
    /// The board of parts.
    pub fn of_parts(parts: Vec<Part>) -> Self {
        let pieces = parts.iter().map(|part| part.piece + 1).max().unwrap_or(0);
        let numbered = |sort: Sort| {
            let of_it = parts.iter().enumerate().take(NUMBERED).filter(|(_, part)| sort.has(part));
            of_it.fold(0, |bits, (i, _)| bits | 1 << i)
        };
        Self { sorts: Sort::ALL.map(numbered), strips: Strips::of(&parts), parts, pieces }
    }

    /// Returns the polygons of a sort among those of [`Board::near`], in the same order.
    pub fn near_of(&self, sort: Sort, a: Pt, b: Pt, k: i32) -> impl Iterator<Item = &Part> + Clone {
        self.of_it(sort, self.numbers_of(sort, a, b, k))
    }

    /// Returns every polygon of a sort, in the order of the pieces.
    pub fn parts_of(&self, sort: Sort) -> impl Iterator<Item = &Part> + Clone {
        self.of_it(sort, self.sorts[sort as usize])
    }

    /// The numbers of those of a sort among [`Board::numbers`].
    pub(super) fn numbers_of(&self, sort: Sort, a: Pt, b: Pt, k: i32) -> u128 {
        let of_it = self.sorts[sort as usize];
        if of_it == 0 { 0 } else { self.numbers(a, b, k) & of_it }
    }

    /// The polygons that have these numbers, and those of a sort that have none.
    fn of_it(&self, sort: Sort, numbers: u128) -> impl Iterator<Item = &Part> + Clone {
        let far = self.parts.get(NUMBERED..).unwrap_or_default();
        bits(numbers).map(|i| &self.parts[i]).chain(far.iter().filter(move |part| sort.has(part)))
    }

    /// Returns the polygons whose boxes may come within `k` u of that of segment `ab`, in the order of the pieces: all that do, and
    /// few that do not.
    pub fn near(&self, a: Pt, b: Pt, k: i32) -> impl Iterator<Item = &Part> + Clone {
        let far = self.parts.get(NUMBERED..).unwrap_or_default();
        bits(self.numbers(a, b, k)).map(|i| &self.parts[i]).chain(far)
    }

    /// Returns the same by number: a bit for each of the first 128.
    pub(super) fn numbers(&self, a: Pt, b: Pt, k: i32) -> u128 {
        let low = Pt::new(a.x.min(b.x) - k, a.y.min(b.y) - k);
        let high = Pt::new(a.x.max(b.x) + k, a.y.max(b.y) + k);
        self.strips.meeting(low, high)
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
        let tops = self.near_of(Sort::Top, at, at, 0);
        let tops = tops.filter(|part| part.height <= z && part.poly.contains(at));
        tops.map(|part| part.height).max().unwrap_or(0)
    }
}

/// Polygons that have a bit; those beyond are always looked at.
const NUMBERED: usize = 128;
/// How many strips there are each way, and how wide they are: the first and the last one have no end.
const STRIPS: usize = 64;
const WIDTH: i32 = 256;

/// Which polygons begin and end in which strips of the table, so that those about a place are found without looking at every one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Strips {
    /// For each strip from west to east the polygons that begin in it or before, and those that end in it or beyond.
    columns: Box<[[u128; 2]; STRIPS]>,
    /// The same from south to north.
    rows: Box<[[u128; 2]; STRIPS]>,
}

impl Default for Strips {
    fn default() -> Self {
        Self::of(&[])
    }
}

impl Strips {
    fn of(parts: &[Part]) -> Self {
        let one_way = |coordinate: fn(Pt) -> i32| {
            let mut strips = Box::new([[0; 2]; STRIPS]);
            for (i, part) in parts.iter().enumerate().take(NUMBERED) {
                strips[strip(coordinate(part.poly.min()))][0] |= 1 << i;
                strips[strip(coordinate(part.poly.max()))][1] |= 1 << i;
            }
            for n in 1..STRIPS {
                strips[n][0] |= strips[n - 1][0];
                strips[STRIPS - 1 - n][1] |= strips[STRIPS - n][1];
            }
            strips
        };
        Self { columns: one_way(|p| p.x), rows: one_way(|p| p.y) }
    }

    /// Polygons that share a column and a row with a box.
    fn meeting(&self, low: Pt, high: Pt) -> u128 {
        let (columns, rows) = (&self.columns, &self.rows);
        columns[strip(high.x)][0] & columns[strip(low.x)][1] & rows[strip(high.y)][0] & rows[strip(low.y)][1]
    }
}

/// The strip of a coordinate.
fn strip(n: i32) -> usize {
    // What is off the table on one side belongs to the first strip, however it is rounded.
    (n >> WIDTH.trailing_zeros()).clamp(0, STRIPS as i32 - 1) as usize
}

/// The numbers of the bits of a set.
pub(super) fn bits(mut left: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (first < 128).then_some(first)
    })
}
