//! Contact, levels, distances, facing: GEN-STA-09, GEN-GEO-01 to 07, 17.

use bagarre_generik::testkit::ids::{Edge, Fig};
use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::{self, near, touches_edge};
use bagarre_kit::plane::{Poly, Pt, at, csqrt, isqrt, rdiv, seglen};

use super::tabletop::{Tabletop, pt};

/// GEN-GEO-03.
#[test]
fn gen_geo_03_helpers() {
    assert_eq!([0, 1, 2, 3, 4, 99, 100].map(isqrt), [0, 1, 1, 1, 2, 9, 10]);
    assert_eq!([0, 1, 2, 3, 4, 99, 100, 101].map(csqrt), [0, 1, 2, 2, 2, 10, 10, 11]);
    assert_eq!([5, -5, 4, -4, 3, 7].map(|a| rdiv(a, 10)), [1, -1, 0, 0, 0, 1]);
    assert_eq!([15, -15, 14, 25].map(|a| rdiv(a, 10)), [2, -2, 1, 3]);
    assert_eq!(pt(3, 4).cross(pt(-4, 3)), 25);
    assert_eq!(pt(3, 4).dot(pt(-4, 3)), 0);
    assert_eq!(seglen(pt(6000, 6000), pt(6300, 6400)), 500);
    assert_eq!(seglen(pt(0, 0), pt(1, 1)), 2);
    assert_eq!(at(pt(100, 100), pt(-30, 40), 25, 50), pt(85, 120));
    assert_eq!(at(pt(0, 0), pt(1, -1), 1, 2), pt(1, -1), "halves away from zero");
}

/// GEN-GEO-01: the largest table coordinates do not overflow.
#[test]
fn gen_geo_01_extremes() {
    let (low, high) = (pt(0, 0), pt(12_000, 12_000));
    let square = Poly::new(&[low, pt(12_000, 0), high, pt(0, 12_000)]).unwrap();
    let span = square.clip(pt(-12_000, 0), pt(24_000, 12_000)).unwrap();
    assert_eq!(span.length(300), 100);
}

/// GEN-GEO-02, GEN-SCA-03, GEN-SCA-05.
#[test]
fn gen_geo_02_constants() {
    let it = space::SCALE;
    assert_eq!((it.side, it.base, it.contact, it.slack, it.step), (12_000, 125, 10, 2, 100));
    assert_eq!((it.eye, it.seen_at, it.seen_down_at, it.height), (270, [270, 100], 60, [300, 100]));
    assert_eq!((it.cover_reach, it.cover_height, it.cover_needed), (250, 100, 4));
    assert_eq!((space::THIN, it.jump, it.climb, it.landing), (200, 500, 500, 550));
    assert_eq!((space::MAX_POINTS, it.checkpoint, it.facing, it.mark), (16, 100, 12_000, 125));
}

#[test]
fn gen_geo_05_contact_and_overlap() {
    for (gap, contact, overlap) in
        [(250, true, false), (260, true, false), (261, false, false), (247, true, true)]
    {
        let mut table = Tabletop::default();
        let (a, b) = (table.put(0, 6000, 6000), table.put(1, 6000, 6000 + gap));
        assert_eq!((table.space().contact(a, b), table.space().overlap(a, b)), (contact, overlap), "{gap}");
    }
}

#[test]
fn gen_geo_05_levels() {
    let mut table = Tabletop::default();
    let a = table.put(0, 6000, 6000);
    let b = table.stand(1, pt(6000, 6240), 100);
    assert!(table.space().contact(a, b) && table.space().overlap(a, b));
    table.figures[1].z = 101;
    assert!(!table.space().contact(a, b) && !table.space().overlap(a, b));
}

/// GEN-GEO-04.
#[test]
fn gen_geo_04_within_edge_to_edge() {
    let mut table = Tabletop::default();
    let a = table.put(0, 2000, 6000);
    let b = table.put(0, 2000 + 3000 + 250, 6000);
    assert!(table.space().within(a, b, 3000), "GEN-GEO-17: exactly 30 cm counts");
    table.figures[1].at.x += 1;
    assert!(!table.space().within(a, b, 3000));
    assert!(near(pt(0, 0), pt(1250, 0), 1000) && !near(pt(0, 0), pt(1251, 0), 1000));
}

/// GEN-GEO-04.
#[test]
fn gen_geo_04_nearest_ties_by_number() {
    let mut table = Tabletop::default();
    let a = table.put(0, 6000, 6000);
    let east = table.put(1, 7000, 6000);
    let north = table.put(1, 6000, 7000);
    assert_eq!(table.space().nearest(table.figures[a.i()].at, [north, east]), Some(east));
    assert_eq!(table.space().nearest(pt(6000, 6001), [north, east]), Some(north));
    assert_eq!(table.space().nearest(pt(0, 0), []), None);
}

#[test]
fn gen_geo_06_front_is_closed() {
    let mut table = Tabletop::default();
    let a = table.put(0, 6000, 6000);
    let front = |x, y| table.space().front(a, pt(x, y));
    assert!(front(9000, 6000) && front(6000, 6001) && front(6000, 6000) && !front(9000, 5999));
}

#[test]
fn gen_sta_09_locked_and_melee() {
    let mut table = Tabletop::default();
    let a = table.put(0, 6000, 6000);
    let b = table.put(1, 6000, 6250);
    let c = table.put(0, 6000, 6500);
    let d = table.put(1, 9000, 9000);
    let space = table.space();
    assert!([a, b, c].into_iter().all(|fig| space.locked(fig) && space.in_melee(fig)));
    assert!(!space.locked(d) && !space.in_melee(d));
    assert_eq!(space.melee(a), [a, b, c], "b links a and c");
    assert!(!space.contact(a, c));
    assert_eq!(space.melee(d), [d]);
    assert_eq!(space.touching_enemies(b).collect::<Vec<_>>(), [a, c]);
    assert_eq!(space.touching_friends(a).count(), 0);

    table.figures[b.i()].down = true;
    let space = table.space();
    assert!(!space.locked(a), "a down enemy does not lock");
    assert!(!space.locked(b), "nor is it locked");
    assert!(space.in_melee(a) && space.in_melee(b));
    table.figures[a.i()].down = true;
    let space = table.space();
    assert!(!space.in_melee(a), "both are down");
    assert_eq!(space.melee(a), [Fig(0)]);
    assert_eq!(space.melee(b), [b, c]);
}

#[test]
fn gen_geo_07_rotation() {
    let p = pt(1000, 0);
    assert_eq!(p.turned(0), p);
    assert_eq!(p.turned(1), pt(966, 259));
    assert_eq!(p.turned(2), pt(866, 500));
    assert_eq!(p.turned(3), pt(707, 707));
    assert_eq!(p.turned(6), pt(0, 1000));
    assert_eq!(p.turned(12), pt(-1000, 0));
    assert_eq!(p.turned(18), pt(0, -1000));
    assert_eq!(p.turned(23), pt(966, -259));
    assert_eq!(Pt::new(-3, 5).turned(6), pt(-5, -3));
}

#[test]
fn gen_geo_07_polygons_are_convex_and_counter_clockwise() {
    assert!(Poly::new(&[pt(0, 0), pt(10, 0)]).is_err());
    assert!(Poly::new(&[pt(0, 0), pt(0, 10), pt(10, 0)]).is_err(), "clockwise");
    assert!(Poly::new(&[pt(0, 0), pt(10, 0), pt(2, 2), pt(0, 10)]).is_err(), "a dent");
    assert!(Poly::new(&[pt(0, 0), pt(10, 0), pt(20, 0)]).is_err(), "flat");
    assert!(Poly::new(&[pt(0, 0); 13]).is_err());
    assert!(Poly::new(&[pt(0, 0), pt(10, 0), pt(10, 10), pt(0, 10)]).is_ok());
}

#[test]
fn gen_geo_17_exit_edge_and_markers() {
    assert!(touches_edge(Edge::N, pt(6000, 11_865)) && !touches_edge(Edge::N, pt(6000, 11_864)));
    assert!(touches_edge(Edge::S, pt(6000, 135)) && !touches_edge(Edge::S, pt(6000, 136)));
    assert!(touches_edge(Edge::E, pt(11_875, 6000)) && !touches_edge(Edge::E, pt(135, 6000)));
    assert!(touches_edge(Edge::W, pt(135, 6000)));
    let mut table = Tabletop::default();
    let a = table.put(0, 6000, 6000);
    table.mark(6000, 6260);
    assert!(table.space().touches_marker(a, &table.markers[0]));
    table.markers[0].at.y = 6261;
    assert!(!table.space().touches_marker(a, &table.markers[0]));
    table.markers[0].at.y = 6260;
    table.markers[0].sacked = true;
    assert!(!table.space().touches_marker(a, &table.markers[0]));
}
