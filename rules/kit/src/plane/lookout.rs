//! One figure that looks at another one at many places of a way: what can be known of all of them is worked out once. It only ever says what [`Space::sees_as`] says.

use super::board::bits;
use super::{Fig, Part, Plane, Poly, Pt, Screen, Sort, Space, Stance, pt_seg_le};

/// Places at which a figure is looked for, with what bounds them: found once for all figures that look.
pub struct Track<'p> {
    places: &'p [Pt],
    low: Pt,
    high: Pt,
    /// The first and the last place, where all others are within [`STRAY`] u of the segment between them.
    ends: Option<[Pt; 2]>,
}

/// Places of a straight way are rounded, by less than this.
const STRAY: i32 = 1;

impl<'p> Track<'p> {
    /// The track of some places.
    pub fn new(places: &'p [Pt]) -> Self {
        let first = places.first().copied().unwrap_or_default();
        let last = places.last().copied().unwrap_or_default();
        let (mut low, mut high) = (first, first);
        for p in places {
            (low.x, low.y) = (low.x.min(p.x), low.y.min(p.y));
            (high.x, high.y) = (high.x.max(p.x), high.y.max(p.y));
        }
        let straight = places.iter().all(|p| pt_seg_le(first, last, *p, STRAY));
        Self { places, low, high, ends: straight.then_some([first, last]) }
    }
}

/// A figure that looks, and what may hide from it a figure that goes along a way.
pub struct Lookout<'a, P: Plane> {
    space: Space<'a, P>,
    places: &'a [Pt],
    viewer: Fig,
    eye: Stance,
    figures_block: bool,
    /// It sees nothing of the track: it is down, or turned away.
    blind: bool,
    /// Parts that may come in the way: a bit for each. More than 128 parts never are.
    parts: u128,
    /// Behind what the target was last.
    shadow: Option<Shadow<'a>>,
}

impl<'a, P: Plane> Lookout<'a, P> {
    /// No line to a base ends farther from its centre: samples are at most its radius beside it, each coordinate rounded.
    const REACH: i32 = P::SCALE.base + 2;

    /// A figure that looks from where it stands, as it faces, at another one that stands like `seen` but on a track.
    pub fn new(
        space: Space<'a, P>,
        viewer: Fig,
        seen: Stance,
        track: &Track<'a>,
        figures_block: bool,
    ) -> Self {
        let eye = space.stance(viewer);
        // What lies between two places that are turned away from is turned away from too.
        let away = |ends: [Pt; 2]| ends.iter().all(|at| eye.turned_away(*at, P::SCALE.base + 1 + 2 * STRAY));
        let blind = eye.down || track.ends.is_some_and(away);
        let parts = if blind { 0 } else { Self::parts_between(space, eye, seen, track) };
        Self { space, places: track.places, viewer, eye, figures_block, blind, parts, shadow: None }
    }

    /// The parts that may come between an eye and a figure on a track: a bit for each.
    fn parts_between(space: Space<'a, P>, eye: Stance, seen: Stance, track: &Track<'_>) -> u128 {
        let low = Pt::new(track.low.x.min(eye.at.x), track.low.y.min(eye.at.y));
        let high = Pt::new(track.high.x.max(eye.at.x), track.high.y.max(eye.at.y));
        let near = space.board.numbers_of(Sort::Screen, low, high, P::SCALE.base + 1);
        if near == 0 {
            return 0;
        }
        let (heights, count) = Space::<P>::heights(seen);
        let lowest = heights[count - 1].min(eye.z + P::SCALE.eye);
        let (places, reach) = match &track.ends {
            Some(ends) => (&ends[..], Self::REACH + 2 * STRAY),
            None => (track.places, Self::REACH),
        };
        let sides = [1, -1].map(|turn| outermost(eye.at, places, turn, reach));
        let may = |part: &Part| {
            part.height > lowest
                && !part.poly.misses_box(low, high, P::SCALE.base + 1)
                && !sides.iter().flatten().any(|side| part.poly.vertices().iter().all(|v| side.beyond(*v)))
        };
        let all = space.board.parts();
        bits(near).filter(|i| may(&all[*i])).fold(0, |bits, i| bits | 1 << i)
    }

    /// Calls `each` with the number of each place of the track at which it sees the target, who stands as given but for the place.
    pub fn each_seen(&mut self, target: Fig, seen: Stance, mut each: impl FnMut(u8)) {
        if self.blind {
            return;
        }
        let eye = self.eye;
        let open = self.parts == 0 && !self.figures_block;
        for (n, at) in (0u8..).zip(self.places) {
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

    /// Whether it sees the target, standing as given at one of the places of the track.
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

/// Where a part hides a whole base from an eye along every line.
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
