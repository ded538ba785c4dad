//! Integer geometry against a slow reference in exact fractions.

use std::cmp::Ordering;

use bagarre_kit::plane::{
    Frac, MAX_VERTICES, Poly, Pt, at, csqrt, isqrt, pt_poly_le, pt_seg_le, rdiv, seg_poly_lt, seg_pt_lt,
    seglen,
};
use proptest::prelude::*;

/// A fraction in lowest terms, its denominator positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Q(i128, i128);

impl Q {
    fn new(n: i128, d: i128) -> Self {
        let gcd = |mut a: i128, mut b: i128| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        let by = gcd(n, d).max(1) * d.signum();
        Self(n / by, d / by)
    }
    fn whole(n: i32) -> Self {
        Self(n.into(), 1)
    }
    fn add(self, other: Self) -> Self {
        Self::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }
    fn sub(self, other: Self) -> Self {
        self.add(Self(-other.0, other.1))
    }
    fn mul(self, other: Self) -> Self {
        Self::new(self.0 * other.0, self.1 * other.1)
    }
}

impl PartialOrd for Q {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Q {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

impl From<Frac> for Q {
    fn from(frac: Frac) -> Self {
        Self::new(frac.n.into(), frac.d.into())
    }
}

/// The point of a segment at parameter `t`.
fn point(a: Pt, b: Pt, t: Q) -> (Q, Q) {
    let along = |from: i32, to: i32| Q::whole(from).add(Q::whole(to - from).mul(t));
    (along(a.x, b.x), along(a.y, b.y))
}

/// On which side of the line from `v` to `w` a point lies: above 0 on the left.
fn side(v: Pt, w: Pt, p: (Q, Q)) -> Q {
    let (dx, dy) = (Q::whole(w.x - v.x), Q::whole(w.y - v.y));
    dx.mul(p.1.sub(Q::whole(v.y))).sub(dy.mul(p.0.sub(Q::whole(v.x))))
}

/// The smallest signed side of all edges: at least 0 in the polygon, above 0 strictly inside.
fn inside(poly: &Poly, p: (Q, Q)) -> Q {
    poly.edges().map(|(v, w)| side(v, w, p)).min().unwrap()
}

const NIL: Q = Q(0, 1);

/// The parameters at which segment `ab` lies in a polygon: of all crossings with lines of edges, and both ends, the
/// first and the last that are in it.
fn reference_clip(poly: &Poly, a: Pt, b: Pt) -> Option<(Q, Q)> {
    let mut all = vec![NIL, Q(1, 1)];
    for (v, w) in poly.edges() {
        let (at_a, at_b) = (side(v, w, point(a, b, NIL)), side(v, w, point(a, b, Q(1, 1))));
        let change = at_a.sub(at_b);
        if change.0 != 0 {
            all.push(Q::new(at_a.0 * change.1, at_a.1 * change.0));
        }
    }
    all.retain(|t| *t >= NIL && *t <= Q(1, 1) && inside(poly, point(a, b, *t)) >= NIL);
    Some((*all.iter().min()?, *all.iter().max()?))
}

/// Squared distance of a point to a segment.
fn reference_distance2(a: Pt, b: Pt, p: Pt) -> Q {
    let len2 = i128::from(a.dist2(b));
    let t = if len2 == 0 { NIL } else { Q::new((b - a).dot(p - a).into(), len2).clamp(NIL, Q(1, 1)) };
    let along = |from: i32, to: i32, is: i32| i128::from(from - is) * t.1 + i128::from(to - from) * t.0;
    let (x, y) = (along(a.x, b.x, p.x), along(a.y, b.y, p.y));
    Q::new(x * x + y * y, t.1 * t.1)
}

/// Whether two segments share a point.
fn reference_cross(a: Pt, b: Pt, v: Pt, w: Pt) -> bool {
    let turn = |p: Pt, q: Pt, r: Pt| (q - p).cross(r - p).signum();
    let on = |p: Pt, q: Pt, r: Pt| turn(p, q, r) == 0 && (p - r).dot(q - r) <= 0;
    (turn(a, b, v) != turn(a, b, w) && turn(v, w, a) != turn(v, w, b))
        && !(turn(a, b, v) == 0 && turn(a, b, w) == 0)
        || on(a, b, v)
        || on(a, b, w)
        || on(v, w, a)
        || on(v, w, b)
}

/// Whether two segments are nearer than `k`, touching included.
fn reference_near(a: Pt, b: Pt, v: Pt, w: Pt, k: i32) -> bool {
    let k2 = Q(i128::from(k) * i128::from(k), 1);
    let pairs = [(a, b, v), (a, b, w), (v, w, a), (v, w, b)];
    reference_cross(a, b, v, w) || pairs.into_iter().any(|(p, q, r)| reference_distance2(p, q, r) < k2)
}

fn whole(p: Pt) -> (Q, Q) {
    (Q::whole(p.x), Q::whole(p.y))
}

/// The hull of some points, counter-clockwise, without points on its edges.
fn hull(mut points: Vec<Pt>) -> Vec<Pt> {
    points.sort_unstable();
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = Pt>| {
        let mut kept: Vec<Pt> = Vec::new();
        for p in points {
            while kept.len() > 1
                && (kept[kept.len() - 1] - kept[kept.len() - 2]).cross(p - kept[kept.len() - 1]) <= 0
            {
                kept.pop();
            }
            kept.push(p);
        }
        kept.pop();
        kept
    };
    let mut lower = chain(&mut points.iter().copied());
    lower.extend(chain(&mut points.iter().rev().copied()));
    lower
}

/// Points of a small grid, so that they often lie on lines and coincide, or of the whole table.
fn pt() -> impl Strategy<Value = Pt> {
    prop_oneof![
        2 => (0..12i32, 0..12i32).prop_map(|(x, y)| Pt::new(x, y)),
        1 => (0..=12_000i32, 0..=12_000i32).prop_map(|(x, y)| Pt::new(x, y)),
    ]
}

fn near_pt(scale: i32) -> impl Strategy<Value = Pt> {
    (-2..14i32, -2..14i32).prop_map(move |(x, y)| Pt::new(x * scale, y * scale))
}

/// A polygon, and the scale of its grid.
fn poly(scale: i32) -> impl Strategy<Value = Poly> {
    let points = proptest::collection::vec((0..12i32, 0..12i32), 3..MAX_VERTICES);
    points.prop_filter_map("a flat hull", move |points| {
        Poly::new(&hull(points.into_iter().map(|(x, y)| Pt::new(x * scale, y * scale)).collect())).ok()
    })
}

fn scale() -> impl Strategy<Value = i32> {
    prop_oneof![Just(1), Just(7), Just(250), Just(857)]
}

fn scene() -> impl Strategy<Value = (Poly, Pt, Pt, i32)> {
    scale().prop_flat_map(|scale| (poly(scale), near_pt(scale), near_pt(scale), 0..4 * scale))
}

#[test]
fn roots_beside_squares() {
    let large = u64::from(u32::MAX);
    for root in (1..=70_000).chain(large - 1_000..=large) {
        let square = root * root;
        assert_eq!((isqrt(square - 1), isqrt(square), isqrt(square + 1)), (root - 1, root, root));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn roots(n: u64) {
        let n = n >> (n % 40);
        let (low, high) = (isqrt(n), csqrt(n));
        prop_assert!(u128::from(low).pow(2) <= n.into() && u128::from(low + 1).pow(2) > n.into());
        prop_assert!(u128::from(high).pow(2) >= n.into());
        prop_assert!(high == 0 || u128::from(high - 1).pow(2) < n.into());
    }

    #[test]
    fn nearest_integers(a in -1_000_000_000_000i64..1_000_000_000_000, b in 1i64..1_000_000) {
        let (q, off) = (rdiv(a, b), (a - rdiv(a, b) * b).abs() * 2);
        prop_assert!(off <= b);
        prop_assert!(off < b || q.abs() * b > a.abs(), "halves away from zero");
        prop_assert_eq!(rdiv(-a, b), -q);
    }

    #[test]
    fn places_along_a_line(a in pt(), b in pt(), part in 0.0..1.0f64) {
        prop_assume!(a != b);
        let len = seglen(a, b);
        let s = (f64::from(len) * part) as i32;
        let p = at(a, b - a, s, len);
        let off = |from: i32, to: i32, is: i32| {
            (i64::from(is - from) * i64::from(len) - i64::from(to - from) * i64::from(s)).abs() * 2 <= i64::from(len)
        };
        prop_assert!(off(a.x, b.x, p.x) && off(a.y, b.y, p.y));
        prop_assert_eq!(at(a, b - a, len, len), b);
        prop_assert_eq!(at(a, b - a, 0, len), a);
    }

    #[test]
    fn rotations(p in pt(), q in pt(), steps in 0u8..24) {
        let v = p - q;
        let turned = v.turned(steps);
        prop_assert_eq!(v.turned((steps + 6) % 24), Pt::new(-turned.y, turned.x));
        prop_assert_eq!(v.turned((steps + 12) % 24), -turned);
        prop_assert_eq!((-v).turned(steps), -turned);
        // Lengths stay, up to rounding and the four figures of the table.
        let (before, after) = (v.norm2() as f64, turned.norm2() as f64);
        prop_assert!((before.sqrt() - after.sqrt()).abs() < 1.0 + before.sqrt() * 0.0001);
        // And the angle is the one asked for.
        let angle = f64::from(turned.y).atan2(f64::from(turned.x)) - f64::from(v.y).atan2(f64::from(v.x));
        let error = (angle - f64::from(steps) * std::f64::consts::PI / 12.0).sin();
        prop_assert!(v == Pt::default() || error.abs() * before.sqrt() < 1.0 + before.sqrt() * 0.0001);
    }

    #[test]
    fn clips((poly, a, b, _) in scene()) {
        let clip = poly.clip(a, b).map(|span| (Q::from(span.from), Q::from(span.to)));
        prop_assert_eq!(clip, reference_clip(&poly, a, b));
    }

    #[test]
    fn entering((poly, a, b, _) in scene()) {
        let clip = reference_clip(&poly, a, b);
        let through = clip.is_some_and(|(from, to)| {
            from < to && inside(&poly, point(a, b, from.add(to).mul(Q(1, 2)))) > NIL
        });
        prop_assert_eq!(poly.enters(a, b).is_some(), through);
    }

    #[test]
    fn lengths_of_spans((poly, a, b, _) in scene()) {
        let len = seglen(a, b);
        if let Some(span) = poly.clip(a, b) {
            let exact = Q::from(span.to).sub(Q::from(span.from)).mul(Q::whole(len));
            let length = Q::whole(span.length(len));
            prop_assert!(length >= exact && length.sub(Q(1, 1)) < exact);
        }
    }

    #[test]
    fn containing((poly, a, _, _) in scene()) {
        prop_assert_eq!(poly.contains(a), inside(&poly, whole(a)) >= NIL);
    }

    #[test]
    fn points_near_segments(a in pt(), b in pt(), p in pt(), k in prop_oneof![0..20i32, 0..5_000i32]) {
        let k2 = Q(i128::from(k) * i128::from(k), 1);
        prop_assert_eq!(seg_pt_lt(a, b, p, k), reference_distance2(a, b, p) < k2);
        prop_assert_eq!(pt_seg_le(a, b, p, k), reference_distance2(a, b, p) <= k2);
    }

    #[test]
    fn segments_near_polygons((poly, a, b, k) in scene()) {
        let within = inside(&poly, whole(a)) >= NIL;
        let near = within || poly.edges().any(|(v, w)| reference_near(a, b, v, w, k));
        prop_assert_eq!(seg_poly_lt(a, b, &poly, k), near);
        let k2 = Q(i128::from(k) * i128::from(k), 1);
        let close = within || poly.edges().any(|(v, w)| reference_distance2(v, w, a) <= k2);
        prop_assert_eq!(pt_poly_le(a, &poly, k), close);
    }

    #[test]
    fn polygons_near_polygons(
        (one, two, k) in scale().prop_flat_map(|s| (poly(s), poly(s), near_pt(s), 0..5 * s))
            .prop_map(|(one, two, by, k)| (one, two.placed(0, by), k))
    ) {
        let pairs = || one.edges().flat_map(|(a, b)| two.edges().map(move |(v, w)| (a, b, v, w)));
        let holds = |poly: &Poly, p: Pt| inside(poly, whole(p)) >= NIL;
        let nested = holds(&one, two.vertices()[0]) || holds(&two, one.vertices()[0]);
        let near = nested || pairs().any(|(a, b, v, w)| reference_near(a, b, v, w, k));
        prop_assert_eq!(one.nearer_than(&two, k), near);
        prop_assert_eq!(two.nearer_than(&one, k), near);
        // Overlap: an edge runs through the inside of the other one, or a vertex lies strictly in it, or they are equal.
        let strictly = |poly: &Poly, p: Pt| inside(poly, whole(p)) > NIL;
        let runs = |poly: &Poly, other: &Poly| {
            poly.edges().any(|(a, b)| {
                reference_clip(other, a, b).is_some_and(|(from, to)| {
                    from < to && inside(other, point(a, b, from.add(to).mul(Q(1, 2)))) > NIL
                })
            }) || poly.vertices().iter().any(|p| strictly(other, *p))
        };
        let same = one.vertices().iter().all(|p| two.vertices().contains(p)) && one.vertices().len() == two.vertices().len();
        let overlap = runs(&one, &two) || runs(&two, &one) || same;
        prop_assert_eq!(one.overlaps(&two), overlap);
        prop_assert_eq!(two.overlaps(&one), overlap);
    }
}
