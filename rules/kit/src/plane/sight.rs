//! Lines of sight.
//!
//! Nothing asks the opposite direction: sight need not be mutual. The prism of the piece a figure stands on counts like any
//! other, and what has walls is a block without inside.

use serde::{Deserialize, Serialize};

use super::board::bits;
use super::distance::lies_beside;
use super::shadow::Shadow;
use super::{Body, Fig, Frac, Part, Plane, Pt, Screen, Sort, Space, Span, Stance, csqrt, rdiv, seg_pt_lt};

/// One line from an eye to a sample point of its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Ray {
    /// The sample point.
    pub to: Pt,
    /// Its height above the table, in u.
    pub z: i32,
    /// It lies in the field of view.
    pub front: bool,
    /// Pieces that block the line, by number.
    pub pieces: Vec<u8>,
    /// Figures that block it, where figures do.
    pub figures: Vec<Fig>,
    /// Where the first of them comes in its way.
    pub stop: Option<Pt>,
}

impl Ray {
    /// Whether this line alone makes the target visible.
    pub fn is_free(&self) -> bool {
        self.front && self.pieces.is_empty() && self.figures.is_empty()
    }
}

/// Every line from an eye to a target, for showing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct SightReport {
    /// Whether the target is seen: one free line suffices.
    pub seen: bool,
    /// Where the eye is.
    pub eye: Pt,
    /// Its height above the table, in u.
    pub eye_z: i32,
    /// Every line, from the centre outward, each place from the top down.
    pub rays: Vec<Ray>,
}

/// A line in space: two points over the table and their heights.
#[derive(Clone, Copy)]
struct Line {
    from: Pt,
    from_z: i32,
    to: Pt,
    to_z: i32,
}

impl Line {
    /// Whether its height is below `h` at the fraction `n / d` of it.
    fn below(&self, n: i64, d: i64, h: i32) -> bool {
        i64::from(self.from_z) * d + n * i64::from(self.to_z - self.from_z) < i64::from(h) * d
    }

    /// Whether a prism blocks it, when it runs through its outline along `span`.
    fn dips(&self, span: Span, height: i32) -> bool {
        self.below(span.from.n, span.from.d, height) || self.below(span.to.n, span.to.d, height)
    }

    /// Where a prism that blocks it begins to do so: at its near side, or at its far side when it only dips below there.
    fn enters(&self, span: Span, height: i32) -> Frac {
        if self.below(span.from.n, span.from.d, height) { span.from } else { span.to }
    }

    /// The fraction of it that is nearest to a place.
    fn nearest(&self, place: Pt) -> Frac {
        let d = self.to - self.from;
        let len2 = d.norm2().max(1);
        Frac { n: d.dot(place - self.from).clamp(0, len2), d: len2 }
    }

    /// Whether it passes through the disc of a figure, between its floor and its head.
    fn meets(&self, other: Stance, base: i32, height: i32) -> bool {
        if !seg_pt_lt(self.from, self.to, other.at, base) {
            return false;
        }
        let along = self.nearest(other.at);
        self.below(along.n, along.d, other.z + height) && !self.below(along.n, along.d, other.z)
    }
}

/// The sample points of a base over the table: its centre, then half its radius and its radius to the left and to the right; all
/// five are one when the centres coincide.
fn samples(from: Pt, to: Pt, base: i32) -> [Pt; 5] {
    let d = to - from;
    let len = csqrt(d.norm2() as u64) as i64;
    if len == 0 {
        return [to; 5];
    }
    let side = |k: i32| {
        Pt::new(
            rdiv(i64::from(-d.y) * i64::from(k), len) as i32,
            rdiv(i64::from(d.x) * i64::from(k), len) as i32,
        )
    };
    let (half, whole) = (side(base / 2), side(base));
    [to, to + half, to - half, to + whole, to - whole]
}

impl<P: Plane> Space<'_, P> {
    /// Heights at which a target is looked at, and how many there are.
    pub(super) fn heights(target: Stance) -> ([i32; 2], usize) {
        if target.down {
            ([target.z + P::SCALE.seen_down_at, 0], 1)
        } else {
            (P::SCALE.seen_at.map(|z| target.z + z), 2)
        }
    }

    /// Whether a part can block a line between two places at all: it screens, is high enough, and is not a dense area that
    /// holds one of their centres.
    #[inline]
    fn screens(part: &Part, eye: Stance, target: Stance, lowest: i32) -> bool {
        let solid = match part.los {
            Screen::None => return false,
            Screen::Solid => true,
            Screen::Dense => false,
        };
        part.height > lowest.min(eye.z + P::SCALE.eye)
            && !part.poly.misses_box(eye.at, target.at, Self::BASE + 1)
            && !lies_beside(eye.at, target.at, &part.poly, Self::BASE + 2)
            && (solid || !(part.poly.contains(eye.at) || part.poly.contains(target.at)))
    }

    /// Whether a figure sees another one as it faces now. A down figure sees nothing. Other figures stand in the way only with
    /// `figures_block`. Range is another question.
    pub fn sees(self, viewer: Fig, target: Fig, figures_block: bool) -> bool {
        self.sees_as(viewer, self.stance(viewer), target, self.stance(target), figures_block)
    }

    /// Whether a figure sees another one once turned to it.
    pub fn sees_turned(self, viewer: Fig, target: Fig, figures_block: bool) -> bool {
        let eye = self.stance(viewer).turned_to(self.figure(target).at());
        self.sees_as(viewer, eye, target, self.stance(target), figures_block)
    }

    /// Whether a figure would see another one, each standing as given: moves, checkpoints, plans.
    pub fn sees_as(self, viewer: Fig, eye: Stance, target: Fig, seen: Stance, figures_block: bool) -> bool {
        let near = bits(self.board.numbers_of(Sort::Screen, eye.at, seen.at, Self::BASE + 1));
        self.look(near, (viewer, eye), (target, seen), figures_block).is_ok()
    }

    /// The same as [`Space::sees_as`] where only some of the first 128 parts, by number, may come in the way; `Err` with the bit of one
    /// that hides the target, if any does.
    pub(super) fn look(
        self,
        numbers: impl Iterator<Item = usize>,
        (viewer, eye): (Fig, Stance),
        (target, seen): (Fig, Stance),
        figures_block: bool,
    ) -> Result<(), u128> {
        if eye.down || eye.turned_away(seen.at, Self::BASE + 1) {
            return Err(0);
        }
        let (heights, count) = Self::heights(seen);
        let lowest = heights[count - 1];
        // Pieces that may matter are few: they are found once for the ten lines.
        let parts = self.board.parts();
        let near = numbers
            .filter(|i| Self::screens(&parts[*i], eye, seen, lowest))
            .fold(0u128, |bits, i| bits | 1 << i);
        // What hides one line mostly hides the next.
        let mut hider = 0u128;
        // The centre is seen first and mostly: its sides are only measured when it is not.
        let sides = std::iter::once_with(|| samples(eye.at, seen.at, Self::BASE))
            .flat_map(|all| all.into_iter().skip(1));
        for point in std::iter::once(seen.at).chain(sides) {
            if !eye.front(point) {
                continue;
            }
            let line =
                |k: usize| Line { from: eye.at, from_z: eye.z + P::SCALE.eye, to: point, to_z: heights[k] };
            let mut free = [true, count == 2];
            let mut left = near;
            while left != 0 && free != [false, false] {
                let bit = if left & hider != 0 { hider } else { left & left.wrapping_neg() };
                let part = &parts[bit.trailing_zeros() as usize];
                left &= !bit;
                if let Some(span) = part.poly.enters(eye.at, point) {
                    for (k, free) in free.iter_mut().enumerate().take(count) {
                        *free &= !line(k).dips(span, part.height);
                    }
                    if free == [false, false] {
                        // A part that hides one point of a base mostly hides the whole base.
                        if hider == 0 && Self::covers_base(part, eye, seen) {
                            return Err(bit);
                        }
                        hider = bit;
                    }
                }
            }
            for (k, free) in free.into_iter().enumerate() {
                if free && !(figures_block && self.in_the_way(viewer, target, line(k)).next().is_some()) {
                    return Ok(());
                }
            }
        }
        Err(hider)
    }

    /// Whether a base lies in the shadow of a part, which then hides every line to it. A base that is not may be hidden all the same.
    fn covers_base(part: &Part, eye: Stance, seen: Stance) -> bool {
        let tallest = Self::heights(seen).0[0].max(eye.z + P::SCALE.eye);
        let shadow = Shadow::of(part, eye.at, tallest, Self::RAY_REACH);
        shadow.is_some_and(|shadow| shadow.covers(seen.at))
    }

    /// Whether a figure in the way of a line hides what is behind it.
    fn hides(other: Stance, line: Line) -> bool {
        line.meets(other, Self::BASE, P::SCALE.height[usize::from(other.down)])
    }

    /// Figures that hide what is behind them on a line between two others.
    fn in_the_way(self, viewer: Fig, target: Fig, line: Line) -> impl Iterator<Item = Fig> {
        self.fielded()
            .filter(move |(fig, other)| *fig != viewer && *fig != target && Self::hides(other.stance(), line))
            .map(|(fig, _)| fig)
    }

    /// Pieces that block a line, by number, and where the first of them does.
    fn pieces_in_the_way(self, eye: Stance, seen: Stance, line: Line) -> (Vec<u8>, Option<Frac>) {
        let (mut pieces, mut first) = (Vec::new(), None::<Frac>);
        for part in self.board.parts().iter().filter(|part| Self::screens(part, eye, seen, line.to_z)) {
            let span = part.poly.enters(line.from, line.to).filter(|span| line.dips(*span, part.height));
            let Some(span) = span else { continue };
            pieces.push(part.piece);
            let near = line.enters(span, part.height);
            first = Some(first.filter(|first| !near.lt(*first)).unwrap_or(near));
        }
        pieces.dedup();
        (pieces, first)
    }

    /// Every line from one figure to another and what blocks it, each standing as given: for showing.
    pub fn sight(
        self,
        viewer: Fig,
        eye: Stance,
        target: Fig,
        seen: Stance,
        figures_block: bool,
    ) -> SightReport {
        let (heights, count) = Self::heights(seen);
        let mut rays = Vec::with_capacity(10);
        for point in samples(eye.at, seen.at, Self::BASE) {
            for z in &heights[..count] {
                let line = Line { from: eye.at, from_z: eye.z + P::SCALE.eye, to: point, to_z: *z };
                let front = !eye.down && eye.front(point);
                let (pieces, near) = self.pieces_in_the_way(eye, seen, line);
                let figures: Vec<Fig> =
                    if figures_block { self.in_the_way(viewer, target, line).collect() } else { Vec::new() };
                let hidden = figures.iter().map(|fig| line.nearest(self.figure(*fig).at()));
                let first = near.into_iter().chain(hidden).reduce(|a, b| if b.lt(a) { b } else { a });
                let stop = first.map(|it| it.between(line.from, line.to));
                rays.push(Ray { to: point, z: *z, front, pieces, figures, stop });
            }
        }
        let seen = rays.iter().any(Ray::is_free);
        SightReport { seen, eye: eye.at, eye_z: eye.z + P::SCALE.eye, rays }
    }
}
