//! One figure that looks at another one at many places of a way: what can be known of all of them is worked out once. It only ever says what [`Space::sees_as`] says.

use super::board::bits;
use super::{Fig, Part, Plane, Poly, Pt, Screen, Sort, Space, Stance};

/// A figure that looks, and what may hide from it somebody who goes along a way.
pub struct Lookout<'a, P: Plane> {
    space: Space<'a, P>,
    viewer: Fig,
    eye: Stance,
    figures_block: bool,
    /// Parts that may come in the way: a bit for each. More than 128 parts never are.
    parts: u128,
    /// Behind what the target was last.
    shadow: Option<Shadow<'a>>,
}

impl<'a, P: Plane> Lookout<'a, P> {
    /// No line to a base ends farther from its centre: samples are at most its radius beside it, each coordinate rounded.
    const REACH: i32 = P::SCALE.base + 2;

    /// A figure that looks from where it stands, as it faces, at another one that stands like `seen` but at one of these places.
    pub fn new(space: Space<'a, P>, viewer: Fig, seen: Stance, places: &[Pt], figures_block: bool) -> Self {
        let eye = space.stance(viewer);
        let corner = |pick: fn(i32, i32) -> i32| {
            places.iter().fold(eye.at, |box_, p| Pt::new(pick(box_.x, p.x), pick(box_.y, p.y)))
        };
        let (low, high) = (corner(i32::min), corner(i32::max));
        let near = space.board.numbers_of(Sort::Screen, low, high, P::SCALE.base + 1);
        if near == 0 {
            return Self { space, viewer, eye, figures_block, parts: 0, shadow: None };
        }
        let (heights, count) = Space::<P>::heights(seen);
        let lowest = heights[count - 1].min(eye.z + P::SCALE.eye);
        let sides = [1, -1].map(|turn| outermost(eye.at, places, turn, Self::REACH));
        let may = |part: &Part| {
            part.height > lowest
                && !part.poly.misses_box(low, high, P::SCALE.base + 1)
                && !sides.iter().flatten().any(|side| part.poly.vertices().iter().all(|v| side.beyond(*v)))
        };
        let all = space.board.parts();
        let parts = bits(near).filter(|i| may(&all[*i])).fold(0, |bits, i| bits | 1 << i);
        Self { space, viewer, eye, figures_block, parts, shadow: None }
    }

    /// Calls `each` with the number of each place at which it sees the target, who stands as given but for the place.
    pub fn each_seen(&mut self, target: Fig, seen: Stance, places: &[Pt], mut each: impl FnMut(u8)) {
        if self.eye.down {
            return;
        }
        let eye = self.eye;
        let open = self.parts == 0 && !self.figures_block;
        for (n, at) in (0u8..).zip(places) {
            let sees = if open && eye.front(*at) {
                true
            } else {
                !eye.turned_away(*at, P::SCALE.base + 1) && self.sees(target, Stance { at: *at, ..seen })
            };
            if sees {
                each(n);
            }
        }
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
            let tallest = Space::<P>::heights(seen).0[0].max(self.eye.z + P::SCALE.eye);
            self.shadow = Shadow::of(part, self.eye.at, tallest, Self::REACH);
        }
        false
    }
}

/// A line, and what is surely off it on its right.
#[derive(Clone, Copy, Debug)]
struct Side {
    from: Pt,
    along: Pt,
    /// The squared cross product of what is as far away as lines to a base stray.
    bound: i64,
}

impl Side {
    fn new(from: Pt, along: Pt, reach: i32) -> Self {
        Self { from, along, bound: along.norm2() * i64::from(reach) * i64::from(reach) }
    }

    /// Whether a point lies on its right, farther than any line to a base strays.
    fn beyond(&self, p: Pt) -> bool {
        let cross = self.along.cross(p - self.from);
        cross < 0 && cross * cross > self.bound
    }
}

/// The line from an eye to that one of some places which has all others on its left, or on its right with `turn` -1: right of it,
/// turned so, nothing comes in the way. `None` when they are all round the eye.
fn outermost(eye: Pt, places: &[Pt], turn: i64, reach: i32) -> Option<Side> {
    let right = |of: Pt, p: Pt| turn * (of - eye).cross(p - eye) < 0;
    let most = places.iter().copied().reduce(|most, p| if right(most, p) { p } else { most })?;
    let all = most != eye && places.iter().all(|p| !right(most, *p));
    all.then(|| if turn > 0 { Side::new(eye, most - eye, reach) } else { Side::new(eye, eye - most, reach) })
}

/// Where a part hides a whole base from an eye, whatever line is tried.
#[derive(Debug)]
struct Shadow<'a> {
    sides: [Side; 3],
    part: &'a Part,
}

impl<'a> Shadow<'a> {
    /// The shadow of a part that is higher than both ends of every line, of which the upper one is at `tallest`; none where
    /// the eye is in it.
    fn of(part: &'a Part, eye: Pt, tallest: i32, reach: i32) -> Option<Self> {
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
