//! Tables of the geometry tests: parts and figures set down by hand.

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::scene::{Figure, Marker, Status};
use bagarre_generik::testkit::space::{Board, Part, Space};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::{Motion, Poly, Pt, Screen, Shelter};

/// A table under construction.
#[derive(Clone, Debug, Default)]
pub struct Tabletop {
    pub board: Board,
    pub figures: Vec<Figure>,
    pub markers: Vec<Marker>,
}

/// The point of two coordinates.
pub fn pt(x: i32, y: i32) -> Pt {
    Pt::new(x, y)
}

/// An axis-parallel rectangle.
pub fn rect(x: (i32, i32), y: (i32, i32)) -> Poly {
    Poly::new(&[pt(x.0, y.0), pt(x.1, y.0), pt(x.1, y.1), pt(x.0, y.1)]).unwrap()
}

/// A solid part that hides and covers, not walkable.
pub fn block(poly: Poly, height: i32) -> Part {
    Part {
        poly,
        piece: 0,
        height,
        motion: Motion::Solid,
        los: Screen::Solid,
        cover: Shelter::Edge,
        surface: false,
        thin: false,
    }
}

/// A block with a walkable top.
pub fn roof(poly: Poly, height: i32) -> Part {
    Part { surface: true, ..block(poly, height) }
}

/// A wall that may be vaulted.
pub fn fence(poly: Poly, height: i32) -> Part {
    Part { thin: true, ..block(poly, height) }
}

/// Flat difficult ground without cover.
pub fn marsh(poly: Poly) -> Part {
    Part { motion: Motion::Difficult, los: Screen::None, cover: Shelter::None, ..block(poly, 0) }
}

/// A wood: difficult, dense, covering inside.
pub fn wood(poly: Poly, height: i32) -> Part {
    Part { motion: Motion::Difficult, los: Screen::Dense, cover: Shelter::Inside, ..block(poly, height) }
}

impl Tabletop {
    pub fn with(parts: impl IntoIterator<Item = Part>) -> Self {
        let parts = parts.into_iter().enumerate().map(|(i, part)| Part { piece: i as u8, ..part });
        let parts: Vec<Part> = parts.collect();
        Self { board: Board::of_parts(parts), ..Self::default() }
    }

    /// Adds a standing figure that faces north; its number.
    pub fn stand(&mut self, seat: u8, at: Pt, z: i32) -> Fig {
        let status = Status::OnTable;
        self.figures.push(Figure {
            seat: Seat(seat),
            at,
            z,
            facing: pt(0, 1),
            status,
            da: 2,
            ..Figure::default()
        });
        Fig(self.figures.len() as u8 - 1)
    }

    /// Adds a standing figure on the ground.
    pub fn put(&mut self, seat: u8, x: i32, y: i32) -> Fig {
        self.stand(seat, pt(x, y), 0)
    }

    /// Adds a down figure on the ground.
    pub fn lay(&mut self, seat: u8, x: i32, y: i32) -> Fig {
        let fig = self.put(seat, x, y);
        self.figures[fig.i()].down = true;
        fig
    }

    pub fn mark(&mut self, x: i32, y: i32) {
        self.markers.push(Marker { at: pt(x, y), owner: None, sacked: false });
    }

    pub fn space(&self) -> Space<'_> {
        Space { board: &self.board, figures: &self.figures, markers: &self.markers }
    }
}
