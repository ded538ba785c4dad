//! One figure that looks at another one at many places of a way: what can be known of all of them is worked out once. It only ever says what [`Space::sees_as`] says.

use std::ops::Range;

use super::board::bits;
use super::shadow::{Shadow, Side};
use super::{Fig, Part, Plane, Pt, Screen, Sort, Space, Stance, pt_seg_le};

/// Places at which a figure is looked for, with what bounds them: found once for all figures that look.
pub struct Track<'p> {
    places: &'p [Pt],
    low: Pt,
    high: Pt,
    /// The first and the last place, where all others are within [`STRAY`] u of the segment between them.
    ends: Option<[Pt; 2]>,
    /// The track is straight and never turns back, so that the places between any two are within [`RANGE_STRAY`] u of the segment
    /// between these two.
    onward: bool,
}

/// Places of a straight way are off it by at most this, in u, because they are rounded.
const STRAY: i32 = 1;
/// Places between two places of a straight way are off the segment between these two by less than this, in u: each of the three is
/// rounded.
const RANGE_STRAY: i32 = 2 * STRAY + 1;

impl<'p> Track<'p> {
    /// The track of some places.
    pub fn new(places: &'p [Pt]) -> Self {
        let first = places.first().copied().unwrap_or_default();
        let last = places.last().copied().unwrap_or_default();
        let (low, high) = corners_of_box(first, places);
        let straight = places.iter().all(|p| pt_seg_le(first, last, *p, STRAY));
        let onward = straight && places.windows(2).all(|two| (last - first).dot(two[1] - two[0]) >= 0);
        Self { places, low, high, ends: straight.then_some([first, last]), onward }
    }
}

/// A figure that looks, and what may hide from it a figure that goes along a way.
pub struct Lookout<'a, P: Plane> {
    space: Space<'a, P>,
    places: &'a [Pt],
    /// Any two places of the track bound those between them ([`Track::onward`]).
    onward: bool,
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
        let (places, onward) = (track.places, track.onward);
        Self { space, places, onward, viewer, eye, figures_block, blind, parts, shadow: None }
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
            Some(ends) => (&ends[..], Space::<P>::RAY_REACH + 2 * STRAY),
            None => (track.places, Space::<P>::RAY_REACH),
        };
        let sides = [1, -1].map(|turn| outermost(eye.at, places, turn, reach));
        // An eye sees out of a dense area that it stands in.
        let sees_out = |part: &Part| part.los == Screen::Dense && part.poly.contains(eye.at);
        let may = |part: &Part| {
            part.height > lowest
                && !part.poly.misses_box(low, high, P::SCALE.base + 1)
                && !lies_outside(&sides, part)
                && !sees_out(part)
        };
        let all = space.board.parts();
        bits(near).filter(|i| may(&all[*i])).fold(0, |bits, i| bits | 1 << i)
    }

    /// Calls `each` with the number of each place of the track at which it sees the target, who stands as given but for the place.
    pub fn each_seen(&mut self, target: Fig, seen: Stance, mut each: impl FnMut(u8)) {
        if !self.blind {
            self.each_seen_among(0..self.places.len(), self.parts, (target, seen), &mut each);
        }
    }

    /// The same for a range of the places, where only some of the given parts may hide the centre of the target. Neighbouring places are
    /// mostly seen or hidden together: a range that is neither seen nor hidden as a whole is halved.
    fn each_seen_among<F: FnMut(u8)>(
        &mut self,
        range: Range<usize>,
        parts: u128,
        (target, seen): (Fig, Stance),
        each: &mut F,
    ) {
        if parts != 0 && self.shadow.as_ref().is_some_and(|shadow| self.is_in(shadow, range.clone())) {
            return;
        }
        let parts = self.parts_before_centres(range.clone(), parts, seen);
        if parts != 0 {
            if let Some(shadow) = self.shadow_over(range.clone(), parts, seen) {
                self.shadow = Some(shadow);
                return;
            }
            if range.len() > 1 {
                let middle = range.start.midpoint(range.end);
                self.each_seen_among(range.start..middle, parts, (target, seen), each);
                self.each_seen_among(middle..range.end, parts, (target, seen), each);
                return;
            }
        }
        let eye = self.eye;
        for n in range {
            let seen = Stance { at: self.places[n], ..seen };
            let free = parts == 0 && !self.figures_block && eye.front(seen.at);
            if free || !eye.turned_away(seen.at, P::SCALE.base + 1) && self.sees(target, seen) {
                each(n as u8);
            }
        }
    }

    /// Returns the first and the last place of a range of the track, and all of them where these two do not bound those between.
    fn bounds(&self, range: Range<usize>) -> ([Pt; 2], Option<&'a [Pt]>) {
        let places = &self.places[range];
        let ends = [places.first(), places.last()].map(|at| at.copied().unwrap_or_default());
        (ends, (!self.onward).then_some(places))
    }

    /// Whether a shadow covers all places of a range.
    fn is_in(&self, shadow: &Shadow<'_>, range: Range<usize>) -> bool {
        let (ends, places) = self.bounds(range.clone());
        // A place inside a dense area is not hidden by it, and may lie between two that are.
        let places = if shadow.part.los == Screen::Dense { Some(&self.places[range]) } else { places };
        places.unwrap_or(&ends).iter().all(|at| shadow.covers(*at))
    }

    /// Returns the shadow of one of the given parts, if one covers all places of a range. The shadow that is known is not tried again.
    fn shadow_over(&self, range: Range<usize>, parts: u128, seen: Stance) -> Option<Shadow<'a>> {
        let (all, known) = (self.space.board.parts(), self.shadow.as_ref().map(|shadow| shadow.part));
        let is_new = |part: &&Part| known.is_none_or(|known| !std::ptr::eq(known, *part));
        let parts = bits(parts).map(|i| &all[i]).filter(is_new);
        let mut shadows = parts.filter_map(|part| self.shadow_of(part, seen));
        shadows.find(|shadow| self.is_in(shadow, range.clone()))
    }

    /// Returns those of the given parts that may hide the upper point of the centre of the target at a place of a range: where there are
    /// none, the line to that point is free at each place.
    fn parts_before_centres(&self, range: Range<usize>, parts: u128, seen: Stance) -> u128 {
        if parts == 0 {
            return 0;
        }
        let (ends, places) = self.bounds(range.clone());
        let (eye, places) = (self.eye, places.unwrap_or(&ends));
        let upper = Space::<P>::heights(seen).0[0].min(eye.z + P::SCALE.eye);
        let (low, high) = corners_of_box(eye.at, places);
        let sides = [1, -1].map(|turn| outermost(eye.at, places, turn, RANGE_STRAY));
        // An eye sees into a dense area that the target stands in.
        let inside = &self.places[range];
        let sees_in =
            |part: &Part| part.los == Screen::Dense && inside.iter().all(|at| part.poly.contains(*at));
        let may = |part: &Part| {
            part.height > upper
                && !part.poly.misses_box(low, high, RANGE_STRAY)
                && !lies_outside(&sides, part)
                && !sees_in(part)
        };
        let all = self.space.board.parts();
        bits(parts).filter(|i| may(&all[*i])).fold(0, |bits, i| bits | 1 << i)
    }

    /// Returns where a part hides the target, who stands as given but for the place, from the eye. The margin of a range is included, so
    /// that two ends of a range that are hidden tell of all places between them.
    fn shadow_of(&self, part: &'a Part, seen: Stance) -> Option<Shadow<'a>> {
        let tallest = Space::<P>::heights(seen).0[0].max(self.eye.z + P::SCALE.eye);
        Shadow::of(part, self.eye.at, tallest, Space::<P>::RAY_REACH + RANGE_STRAY)
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
            self.shadow = self.shadow_of(part, seen);
        }
        false
    }
}

/// Returns the low and the high corner of the box that holds a point and some places.
fn corners_of_box(first: Pt, places: &[Pt]) -> (Pt, Pt) {
    places.iter().fold((first, first), |(low, high), p| {
        (Pt::new(low.x.min(p.x), low.y.min(p.y)), Pt::new(high.x.max(p.x), high.y.max(p.y)))
    })
}

/// Whether a part surely lies on the right of one of some lines.
fn lies_outside(sides: &[Option<Side>; 2], part: &Part) -> bool {
    sides.iter().flatten().any(|side| part.poly.vertices().iter().all(|v| side.beyond(*v)))
}

/// The line from an eye to that one of some places which has all others on its left, or on its right with `turn` -1: right of it,
/// turned so, nothing comes in the way. `None` when they are all round the eye.
fn outermost(eye: Pt, places: &[Pt], turn: i64, reach: i32) -> Option<Side> {
    let right = |of: Pt, p: Pt| turn * (of - eye).cross(p - eye) < 0;
    let most = places.iter().copied().reduce(|most, p| if right(most, p) { p } else { most })?;
    let all = most != eye && places.iter().all(|p| !right(most, *p));
    all.then(|| if turn > 0 { Side::new(eye, most - eye, reach) } else { Side::new(eye, eye - most, reach) })
}
