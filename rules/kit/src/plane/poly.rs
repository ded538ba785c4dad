//! Convex polygons with integer vertices.

use thiserror::Error;

use super::{Pt, rdiv, seg_poly_lt};

/// The most vertices a polygon may have.
pub const MAX_VERTICES: usize = 12;

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frac {
    /// Numerator.
    pub n: i64,
    /// Denominator, above 0.
    pub d: i64,
}

impl Frac {
    /// 0.
    pub const ZERO: Self = Self { n: 0, d: 1 };
    /// 1.
    pub const ONE: Self = Self { n: 1, d: 1 };

    /// The place at this fraction of segment `ab`, rounded.
    pub const fn between(self, a: Pt, b: Pt) -> Pt {
        let (dx, dy) = ((b.x - a.x) as i64, (b.y - a.y) as i64);
        Pt::new(a.x + rdiv(dx * self.n, self.d) as i32, a.y + rdiv(dy * self.n, self.d) as i32)
    }

    /// Whether it is smaller than another one.
    pub const fn lt(self, other: Self) -> bool {
        self.n * other.d < other.n * self.d
    }
}

/// The part of a segment that lies in a polygon: a closed interval of its parameter, 0 at its start and 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub from: Frac,
    /// Where it ends, not before `from`.
    pub to: Frac,
}

impl Span {
    /// `⌈len · (to − from)⌉`: its length in u when the whole segment is `len` long.
    pub fn length(&self, len: i32) -> i32 {
        if self.from.n == 0 && self.to.n == self.to.d {
            return len;
        }
        let n = self.to.n * self.from.d - self.from.n * self.to.d;
        let d = self.from.d * self.to.d;
        let n = i128::from(n) * i128::from(len);
        ((n + i128::from(d) - 1) / i128::from(d)) as i32
    }

    /// Whether it is more than a point.
    pub const fn is_long(&self) -> bool {
        self.from.lt(self.to)
    }
}

/// Why a list of points is no polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadPoly {
    /// Too few or too many vertices.
    #[error("a polygon has 3 to {MAX_VERTICES} vertices")]
    Count,
    /// A right turn, or no turn anywhere.
    #[error("a polygon is convex, its vertices run counter-clockwise")]
    NotConvex,
}

/// A convex polygon, its vertices counter-clockwise. Its border belongs to it unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poly {
    points: [Pt; MAX_VERTICES],
    len: u8,
    min: Pt,
    max: Pt,
}

impl Poly {
    /// The polygon of a list of vertices.
    pub fn new(vertices: &[Pt]) -> Result<Self, BadPoly> {
        if !(3..=MAX_VERTICES).contains(&vertices.len()) {
            return Err(BadPoly::Count);
        }
        let poly = Self::unchecked(vertices);
        let convex = poly.edges().all(|(v, w)| v != w && vertices.iter().all(|p| (w - v).cross(*p - v) >= 0));
        let flat = poly.edges().all(|(v, w)| vertices.iter().all(|p| (w - v).cross(*p - v) == 0));
        if convex && !flat { Ok(poly) } else { Err(BadPoly::NotConvex) }
    }

    fn unchecked(vertices: &[Pt]) -> Self {
        let mut points = [Pt::default(); MAX_VERTICES];
        let (mut min, mut max) = (vertices[0], vertices[0]);
        for (slot, p) in points.iter_mut().zip(vertices) {
            *slot = *p;
            min = Pt::new(min.x.min(p.x), min.y.min(p.y));
            max = Pt::new(max.x.max(p.x), max.y.max(p.y));
        }
        Self { points, len: vertices.len().min(MAX_VERTICES) as u8, min, max }
    }

    /// Turned about the origin by steps of 15 degrees, then moved.
    pub fn placed(&self, steps: u8, by: Pt) -> Self {
        let mut points = self.points;
        for p in &mut points[..usize::from(self.len)] {
            let q = p.turned(steps);
            *p = Pt::new(q.x.saturating_add(by.x), q.y.saturating_add(by.y));
        }
        Self::unchecked(&points[..usize::from(self.len)])
    }

    /// Its vertices.
    pub fn vertices(&self) -> &[Pt] {
        &self.points[..usize::from(self.len)]
    }

    /// South-west corner of its bounding box.
    pub const fn min(&self) -> Pt {
        self.min
    }

    /// North-east corner of its bounding box.
    pub const fn max(&self) -> Pt {
        self.max
    }

    /// Its edges, each from a vertex to the next one.
    pub fn edges(&self) -> impl Iterator<Item = (Pt, Pt)> + '_ {
        let points = self.vertices();
        let last = points[points.len() - 1];
        points.iter().scan(last, |before, p| Some((std::mem::replace(before, *p), *p)))
    }

    /// Whether the boxes of segment `ab`, widened by `k`, and of the polygon are apart.
    #[inline]
    pub fn misses_box(&self, a: Pt, b: Pt, k: i32) -> bool {
        a.x.max(b.x) + k < self.min.x
            || a.x.min(b.x) - k > self.max.x
            || a.y.max(b.y) + k < self.min.y
            || a.y.min(b.y) - k > self.max.y
    }

    /// Whether a point lies in it, border included.
    pub fn contains(&self, p: Pt) -> bool {
        !self.misses_box(p, p, 0) && self.edges().all(|(v, w)| (w - v).cross(p - v) >= 0)
    }

    /// The part of segment `ab` in the polygon, border included (Cyrus–Beck); `None` when it misses it.
    #[inline]
    pub fn clip(&self, a: Pt, b: Pt) -> Option<Span> {
        if self.misses_box(a, b, 0) {
            return None;
        }
        self.cut(a, b).map(|(span, _)| span)
    }

    /// The part of segment `ab` in the polygon when it runs through its inside: `None` when it misses it, touches a
    /// corner or runs along an edge.
    #[inline(always)]
    pub fn enters(&self, a: Pt, b: Pt) -> Option<Span> {
        if self.misses_box(a, b, 0) {
            return None;
        }
        // A chord of positive length has its middle on the border only when it lies on the line of an edge.
        self.cut(a, b).filter(|(span, along)| !along && span.is_long()).map(|(span, _)| span)
    }

    /// The clip of a segment whose box meets that of the polygon, and whether it lies on the line of an edge.
    #[inline(always)]
    fn cut(&self, a: Pt, b: Pt) -> Option<(Span, bool)> {
        let mut span = Span { from: Frac::ZERO, to: Frac::ONE };
        let mut along = false;
        for (v, w) in self.edges() {
            let edge = w - v;
            let (fa, fb) = (edge.cross(a - v), edge.cross(b - v));
            if fa < 0 {
                if fb < 0 {
                    return None;
                }
                let t = Frac { n: -fa, d: fb - fa };
                if span.from.lt(t) {
                    span.from = t;
                }
            } else if fb < 0 {
                let t = Frac { n: fa, d: fa - fb };
                if t.lt(span.to) {
                    span.to = t;
                }
            } else if fa == 0 && fb == 0 {
                along = true;
            }
        }
        (!span.to.lt(span.from)).then_some((span, along))
    }

    /// Whether the insides of two polygons meet; sharing a border is no overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        let parted = |one: &Self, two: &Self| {
            one.edges().any(|(v, w)| two.vertices().iter().all(|p| (w - v).cross(*p - v) <= 0))
        };
        !parted(self, other) && !parted(other, self)
    }

    /// Whether two polygons are nearer than `k` u to each other; touching or overlapping counts for every `k`.
    pub fn nearer_than(&self, other: &Self, k: i32) -> bool {
        !self.misses_box(other.min, other.max, k)
            && (self.contains(other.points[0]) || self.edges().any(|(v, w)| seg_poly_lt(v, w, other, k)))
    }
}
