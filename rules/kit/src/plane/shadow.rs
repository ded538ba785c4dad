//! Regions in which a part of the terrain hides a whole base from an eye, found without testing each line of sight.

use super::{Part, Poly, Pt, Screen};

/// A line, and what is surely off it on its right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    from: Pt,
    along: Pt,
    /// The squared cross product of what is as far away as lines to a base stray.
    bound: i64,
}

impl Side {
    pub(super) fn new(from: Pt, along: Pt, reach: i32) -> Self {
        Self { from, along, bound: along.norm2() * i64::from(reach) * i64::from(reach) }
    }

    /// Whether a point lies on its right, farther than any line to a base strays.
    pub(super) fn beyond(&self, p: Pt) -> bool {
        let cross = self.along.cross(p - self.from);
        cross < 0 && cross * cross > self.bound
    }
}

/// Where a part hides a whole base from an eye along every line.
#[derive(Debug)]
pub(super) struct Shadow<'a> {
    sides: [Side; 3],
    pub(super) part: &'a Part,
}

impl<'a> Shadow<'a> {
    /// The shadow of a part that is higher than both ends of every line, of which the upper one is at `tallest`; none where
    /// the eye is in it.
    pub(super) fn of(part: &'a Part, eye: Pt, tallest: i32, reach: i32) -> Option<Self> {
        if part.height <= tallest || part.poly.contains(eye) {
            return None;
        }
        let (right, left) = corners(&part.poly, eye);
        // A line that ends behind the chord between both corners crosses it, and with it the inside of the part.
        let sides = [
            Side::new(eye, eye - right, reach),
            Side::new(eye, left - eye, reach),
            Side::new(right, left - right, reach),
        ];
        Some(Self { sides, part })
    }

    /// Whether it hides a base at a place.
    pub(super) fn covers(&self, base: Pt) -> bool {
        let inside = || self.part.los == Screen::Dense && self.part.poly.contains(base);
        self.sides.iter().all(|side| side.beyond(base)) && !inside()
    }
}

/// The corners of a polygon farthest to the right and to the left, seen from a point outside.
fn corners(poly: &Poly, from: Pt) -> (Pt, Pt) {
    let first = poly.vertices()[0];
    poly.vertices().iter().fold((first, first), |(right, left), v| {
        let beyond = |it: Pt| (it - from).cross(*v - from);
        (if beyond(right) < 0 { *v } else { right }, if beyond(left) > 0 { *v } else { left })
    })
}
