//! One figure that looks at another one at many places of a way (GEN-AO-04, GEN-LOS-01): what can be known of all of them is
//! worked out once. It only ever says what [`Space::sees_as`] says.

use super::sight::heights;
use super::{EYE, Part, R, Space, Stance};
use crate::generik::ids::Fig;
use crate::generik::terrain::Screen;
use crate::kit::plane::{Poly, Pt};

/// No line to a base ends farther from its centre: samples are at most 125 u beside it, each coordinate rounded.
const REACH: i64 = R as i64 + 2;

/// A figure that looks, and what may hide from it somebody who goes along a way.
#[derive(Debug)]
pub struct Lookout<'a> {
    space: Space<'a>,
    viewer: Fig,
    eye: Stance,
    figures_block: bool,
    /// Parts that may come in the way: a bit for each. More than 128 parts never are.
    parts: u128,
    /// Behind what the target was last.
    shadow: Option<Shadow<'a>>,
}

impl<'a> Lookout<'a> {
    /// A figure that looks from where it stands, as it faces, at another one that stands like `seen` but at one of these places.
    pub fn new(space: Space<'a>, viewer: Fig, seen: Stance, places: &[Pt], figures_block: bool) -> Self {
        let eye = space.stance(viewer);
        let corner = |pick: fn(i32, i32) -> i32| {
            places.iter().fold(eye.at, |box_, p| Pt::new(pick(box_.x, p.x), pick(box_.y, p.y)))
        };
        let (low, high) = (corner(i32::min), corner(i32::max));
        let (heights, count) = heights(seen);
        let lowest = heights[count - 1].min(eye.z + EYE);
        let sides = [1, -1].map(|turn| outermost(eye.at, places, turn));
        let may = |part: &Part| {
            part.los != Screen::None
                && part.height > lowest
                && !part.poly.misses_box(low, high, R + 1)
                && !sides.iter().flatten().any(|side| part.poly.vertices().iter().all(|v| side.beyond(*v)))
        };
        let parts = space.board.parts().iter().take(128).enumerate();
        let parts = parts.filter(|(_, part)| may(part)).fold(0, |bits, (i, _)| bits | 1 << i);
        Self { space, viewer, eye, figures_block, parts, shadow: None }
    }

    /// Whether it sees the target, standing as given at one of the places.
    pub fn sees(&mut self, target: Fig, seen: Stance) -> bool {
        if self.parts == 0 && !self.figures_block && !self.eye.down && self.eye.front(seen.at) {
            return true;
        }
        if self.shadow.as_ref().is_some_and(|shadow| shadow.covers(seen.at)) {
            return false;
        }
        let look =
            self.space.look(bits(self.parts), (self.viewer, self.eye), (target, seen), self.figures_block);
        let Err(hider) = look else { return true };
        if let Some(part) = self.space.board.parts().get(hider.trailing_zeros() as usize) {
            self.shadow = Shadow::of(part, self.eye, seen);
        }
        false
    }
}

/// The numbers of the bits of a set.
fn bits(mut left: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (first < 128).then_some(first)
    })
}

/// A line, and what is surely off it on its right.
#[derive(Clone, Copy, Debug)]
struct Side {
    from: Pt,
    along: Pt,
    /// The squared cross product of what is [`REACH`] away.
    bound: i64,
}

impl Side {
    fn new(from: Pt, along: Pt) -> Self {
        Self { from, along, bound: along.norm2() * REACH * REACH }
    }

    /// Whether a point lies on its right, farther than any line to a base strays.
    fn beyond(&self, p: Pt) -> bool {
        let cross = self.along.cross(p - self.from);
        cross < 0 && cross * cross > self.bound
    }
}

/// The line from an eye to that one of some places which has all others on its left, or on its right with `turn` -1: right of it,
/// turned so, nothing comes in the way. `None` when they are all round the eye.
fn outermost(eye: Pt, places: &[Pt], turn: i64) -> Option<Side> {
    let right = |of: Pt, p: Pt| turn * (of - eye).cross(p - eye) < 0;
    let most = places.iter().copied().reduce(|most, p| if right(most, p) { p } else { most })?;
    let all = most != eye && places.iter().all(|p| !right(most, *p));
    all.then(|| if turn > 0 { Side::new(eye, most - eye) } else { Side::new(eye, eye - most) })
}

/// Where a part hides a whole base from an eye, whatever line is tried.
#[derive(Debug)]
struct Shadow<'a> {
    sides: [Side; 3],
    part: &'a Part,
}

impl<'a> Shadow<'a> {
    /// The shadow of a part that is higher than both ends of every line; none where the eye is in it.
    fn of(part: &'a Part, eye: Stance, seen: Stance) -> Option<Self> {
        let (heights, _) = heights(seen);
        let tall = part.height > heights[0].max(eye.z + EYE);
        if !tall || part.poly.contains(eye.at) {
            return None;
        }
        let (right, left) = corners(&part.poly, eye.at);
        // A line that ends behind the chord between both corners crosses it, and with it the inside of the part.
        let sides = [
            Side::new(eye.at, eye.at - right),
            Side::new(eye.at, left - eye.at),
            Side::new(right, left - right),
        ];
        Some(Self { sides, part })
    }

    fn covers(&self, base: Pt) -> bool {
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
