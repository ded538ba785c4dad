//! A small table with sizes of its own: everything is a few dozen units large.

use bagarre_kit::plane::{
    Board, Body, Fig, Mark, Motion, Part, Plane, Poly, Pt, Scale, Screen, Shelter, Space, Stance,
};

/// Discs of radius 20 on a table of 1000.
pub enum Discs {}

impl Plane for Discs {
    const SCALE: Scale = Scale {
        side: 1_000,
        base: 20,
        mark: 15,
        contact: 2,
        slack: 1,
        step: 10,
        eye: 50,
        seen_at: [50, 20],
        seen_down_at: 10,
        height: [60, 20],
        cover_reach: 60,
        cover_height: 20,
        cover_needed: 4,
        climb: 40,
        climb_reach: 45,
        jump: 60,
        grain: 4,
        checkpoint: 25,
        landing: 100,
        spacing: 100,
        zone: 120,
        grids: [50, 10],
        facing: 1_000,
    };
    type Body = Disc;
    type Mark = Flag;
}

/// What stands there.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    pub stance: Stance,
    pub side: u8,
    pub there: bool,
}

impl Body for Disc {
    fn stance(&self) -> Stance {
        self.stance
    }
    fn side(&self) -> u8 {
        self.side
    }
    fn is_there(&self) -> bool {
        self.there
    }
}

/// A place where no disc stops, while it is up.
#[derive(Clone, Copy, Debug)]
pub struct Flag(pub Option<Pt>);

impl Mark for Flag {
    fn place(&self) -> Option<Pt> {
        self.0
    }
}

/// The point of two coordinates.
pub fn pt(x: i32, y: i32) -> Pt {
    Pt::new(x, y)
}

/// An axis-parallel rectangle.
pub fn rect(x: (i32, i32), y: (i32, i32)) -> Poly {
    Poly::new(&[pt(x.0, y.0), pt(x.1, y.0), pt(x.1, y.1), pt(x.0, y.1)]).unwrap()
}

/// A wall: no disc walks, sees or shoots through it.
pub fn wall(poly: Poly, height: i32) -> Part {
    let (motion, los, cover) = (Motion::Solid, Screen::Solid, Shelter::Edge);
    Part { poly, piece: 0, height, motion, los, cover, surface: false, thin: false }
}

/// A wall with a top to stand on.
pub fn top(poly: Poly, height: i32) -> Part {
    Part { surface: true, ..wall(poly, height) }
}

/// Flat ground that slows.
pub fn mud(poly: Poly) -> Part {
    let (motion, los, cover) = (Motion::Difficult, Screen::None, Shelter::None);
    Part { motion, los, cover, ..wall(poly, 0) }
}

/// Reeds: one sees in and out but not through, and is covered in them.
pub fn reeds(poly: Poly, height: i32) -> Part {
    Part { los: Screen::Dense, cover: Shelter::Inside, ..Part { height, ..mud(poly) } }
}

/// A table under construction.
#[derive(Default)]
pub struct Tabletop {
    pub board: Board,
    pub discs: Vec<Disc>,
    pub flags: Vec<Flag>,
}

impl Tabletop {
    /// Parts, each a piece of its own.
    pub fn with(parts: impl IntoIterator<Item = Part>) -> Self {
        let parts = parts.into_iter().enumerate().map(|(i, part)| Part { piece: i as u8, ..part });
        Self { board: Board::of_parts(parts.collect()), ..Self::default() }
    }

    /// Adds a disc that faces north; its number.
    pub fn put(&mut self, side: u8, x: i32, y: i32) -> Fig {
        let stance = Stance { at: pt(x, y), z: 0, facing: pt(0, 1), down: false };
        self.discs.push(Disc { stance, side, there: true });
        Fig(self.discs.len() as u8 - 1)
    }

    /// The same on a top.
    pub fn put_on(&mut self, z: i32, side: u8, x: i32, y: i32) -> Fig {
        let fig = self.put(side, x, y);
        self.discs[fig.i()].stance.z = z;
        fig
    }

    pub fn space(&self) -> Space<'_, Discs> {
        Space { board: &self.board, figures: &self.discs, markers: &self.flags }
    }
}
