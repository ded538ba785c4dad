//! Distance tests of points, segments and polygons. All of them compare squares: nothing is rounded.

use super::{Poly, Pt};

/// Whether `p` lies outside the box of segment `ab` widened by `k`: a cheap way to say no first.
#[inline]
fn far(a: Pt, b: Pt, p: Pt, k: i32) -> bool {
    p.x < a.x.min(b.x) - k || p.x > a.x.max(b.x) + k || p.y < a.y.min(b.y) - k || p.y > a.y.max(b.y) + k
}

/// Where `p` lies along segment `ab`, and its squared distance as a fraction `n / d` with `d > 0`.
fn distance2(a: Pt, b: Pt, p: Pt) -> (i64, i64) {
    let d = b - a;
    let along = d.dot(p - a);
    let len2 = d.norm2();
    if along <= 0 {
        (p.dist2(a), 1)
    } else if along >= len2 {
        (p.dist2(b), 1)
    } else {
        let cross = d.cross(p - a);
        (cross * cross, len2)
    }
}

/// Whether point `p` is nearer than `k` u to segment `ab`.
#[inline]
pub fn seg_pt_lt(a: Pt, b: Pt, p: Pt, k: i32) -> bool {
    if far(a, b, p, k) {
        return false;
    }
    let (n, d) = distance2(a, b, p);
    n < i64::from(k) * i64::from(k) * d
}

/// Whether point `p` is at most `k` u away from segment `ab`.
#[inline]
pub fn pt_seg_le(a: Pt, b: Pt, p: Pt, k: i32) -> bool {
    if far(a, b, p, k) {
        return false;
    }
    let (n, d) = distance2(a, b, p);
    n <= i64::from(k) * i64::from(k) * d
}

/// Whether segment `ab` comes nearer than `k` u to a polygon; touching or crossing it counts for every `k`, 0 too.
#[inline]
pub fn seg_poly_lt(a: Pt, b: Pt, poly: &Poly, k: i32) -> bool {
    !poly.misses_box(a, b, k) && nearer(a, b, poly, k)
}

/// The same where their boxes are not apart.
fn nearer(a: Pt, b: Pt, poly: &Poly, k: i32) -> bool {
    if lies_beside(a, b, poly, k) {
        return false;
    }
    if poly.clip(a, b).is_some() {
        return true;
    }
    poly.edges().any(|(v, w)| seg_pt_lt(v, w, a, k) || seg_pt_lt(v, w, b, k) || seg_pt_lt(a, b, v, k))
}

/// Whether all of a polygon lies on one side of the line through segment `ab`, at least `k` u off it: most polygons whose box is
/// met do, and this is sooner found than their distance.
pub(super) fn lies_beside(a: Pt, b: Pt, poly: &Poly, k: i32) -> bool {
    let d = b - a;
    let sides = poly.vertices().iter().map(|v| d.cross(*v - a));
    let (least, most) = sides.fold((i64::MAX, i64::MIN), |(least, most), it| (least.min(it), most.max(it)));
    // A segment without length has neither side.
    let off = if least > 0 { least } else { -most };
    let (off, k) = (i128::from(off), i128::from(k));
    off > 0 && off * off >= k * k * i128::from(d.norm2())
}

/// Whether point `p` is in a polygon or at most `k` u away from it.
pub fn pt_poly_le(p: Pt, poly: &Poly, k: i32) -> bool {
    !poly.misses_box(p, p, k) && (poly.contains(p) || poly.edges().any(|(v, w)| pt_seg_le(v, w, p, k)))
}
