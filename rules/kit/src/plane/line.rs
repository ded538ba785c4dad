//! A polyline measured along its length.

use super::{MAX_POINTS, Pt, at, seg_pt_lt, seglen};

/// A start and up to 16 way-points, with the length at which each is reached.
pub(super) struct Polyline {
    points: [Pt; MAX_POINTS + 1],
    reached: [i32; MAX_POINTS + 1],
    count: usize,
}

impl Polyline {
    /// The line from a start through way-points; those beyond the 16th are left out.
    pub(super) fn new(start: Pt, path: &[Pt]) -> Self {
        let mut line = Self { points: [start; MAX_POINTS + 1], reached: [0; MAX_POINTS + 1], count: 1 };
        for point in path.iter().take(MAX_POINTS) {
            let i = line.count;
            line.points[i] = *point;
            line.reached[i] = line.reached[i - 1] + seglen(line.points[i - 1], *point);
            line.count += 1;
        }
        line
    }

    /// The corners of the box that holds it.
    pub(super) fn corners(&self) -> (Pt, Pt) {
        let start = self.points[0];
        self.points[1..self.count].iter().fold((start, start), |(low, high), p| {
            (Pt::new(low.x.min(p.x), low.y.min(p.y)), Pt::new(high.x.max(p.x), high.y.max(p.y)))
        })
    }

    /// Its whole length.
    pub(super) fn length(&self) -> i32 {
        self.reached[self.count - 1]
    }

    /// Lengths at which the way-points are reached.
    pub(super) fn stops(&self) -> &[i32] {
        &self.reached[1..self.count]
    }

    /// The number of the segment, from 0, that holds length `s`; a way-point belongs to the one that ends there.
    fn segment(&self, s: i32) -> usize {
        self.stops().iter().position(|end| s <= *end).unwrap_or(self.count - 2)
    }

    /// The length at which the segment begins that holds length `s`.
    pub(super) fn begin_of(&self, s: i32) -> i32 {
        self.reached[self.segment(s)]
    }

    /// The place at length `s`.
    pub(super) fn at(&self, s: i32) -> Pt {
        if s <= 0 {
            return self.points[0];
        }
        let i = self.segment(s);
        let (a, b) = (self.points[i], self.points[i + 1]);
        let len = self.reached[i + 1] - self.reached[i];
        if len == 0 { b } else { at(a, b - a, s - self.reached[i], len) }
    }

    /// The way-points of the line cut off at length `s`.
    pub(super) fn until(&self, s: i32) -> Vec<Pt> {
        let whole = self.stops().iter().take_while(|end| **end < s).count();
        let mut points = self.points[1..=whole].to_vec();
        points.push(self.at(s));
        points
    }

    /// The segments from length `from` to length `to`, each with the number of its way-point; the first and the last may
    /// be cut short. Empty ones are left out.
    pub(super) fn legs(&self, from: i32, to: i32) -> impl Iterator<Item = (usize, Pt, Pt)> + '_ {
        (0..self.count - 1).filter_map(move |i| {
            let (begin, end) = (self.reached[i], self.reached[i + 1]);
            if begin == end || end <= from || begin >= to {
                return None;
            }
            let a = if from > begin { self.at(from) } else { self.points[i] };
            let b = if to < end { self.at(to) } else { self.points[i + 1] };
            Some((i, a, b))
        })
    }

    /// The length of leg `i` from `a` to `b`, as [`legs`](Self::legs) tells it.
    pub(super) fn leg_length(&self, i: usize, a: Pt, b: Pt) -> i32 {
        let whole = (a, b) == (self.points[i], self.points[i + 1]);
        if whole { self.reached[i + 1] - self.reached[i] } else { seglen(a, b) }
    }

    /// The smallest length above `from` at which the line is at most `touch` u from `c`.
    pub(super) fn first_touch(&self, from: i32, c: Pt, touch: i32) -> Option<i32> {
        (0..self.count - 1).find_map(|i| {
            let (begin, end) = (self.reached[i], self.reached[i + 1]);
            if begin == end || end <= from {
                return None;
            }
            let leg = Leg { a: self.points[i], d: self.points[i + 1] - self.points[i], len: end - begin };
            leg.first_touch((from - begin + 1).max(1), c, touch).map(|s| begin + s)
        })
    }
}

/// A segment that counts as `len` long.
struct Leg {
    a: Pt,
    d: Pt,
    len: i32,
}

impl Leg {
    fn dist2(&self, s: i32, c: Pt) -> i64 {
        at(self.a, self.d, s, self.len).dist2(c)
    }

    /// The smallest length from `low` on that is at most `touch` u from `c`. Up to the nearest approach the true distance only
    /// shrinks, so the search is by halves down to 2 u, then exact.
    fn first_touch(&self, low: i32, c: Pt, touch: i32) -> Option<i32> {
        if !seg_pt_lt(self.a, self.a + self.d, c, touch + 3) {
            return None;
        }
        // Rounded places are less than 1 u off the true line: beyond this they surely do not touch.
        let (touch2, maybe2) = (i64::from(touch).pow(2), i64::from(touch + 2).pow(2));
        let len2 = self.d.norm2();
        let along = self.d.dot(c - self.a).clamp(0, len2);
        let nearest = ((along * i64::from(self.len) / len2) as i32).clamp(low, self.len);
        let mut first = low;
        if self.dist2(low, c) > maybe2 {
            if self.dist2(nearest, c) > maybe2 {
                return None;
            }
            let mut far = low;
            first = nearest;
            while first - far > 1 {
                let middle = far.midpoint(first);
                if self.dist2(middle, c) > maybe2 { far = middle } else { first = middle }
            }
        }
        for s in first..=self.len {
            let dist2 = self.dist2(s, c);
            if dist2 <= touch2 {
                return Some(s);
            }
            if s > nearest && dist2 > maybe2 {
                break;
            }
        }
        None
    }
}
