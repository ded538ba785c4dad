//! Line of sight and cover: GEN-LOS, GEN-COV, GEN-GEO-08 to 10.

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::{Part, Stance};
use bagarre_kit::plane::Screen;

use super::tabletop::{Tabletop, block, fence, marsh, pt, rect, roof, wood};

const V: Fig = Fig(0);
const T: Fig = Fig(1);

fn seen(table: &Tabletop) -> bool {
    let space = table.space();
    let plain = space.sees(V, T, false);
    assert_eq!(space.sight(V, space.stance(V), T, space.stance(T), false).seen, plain);
    plain
}

/// Whether a standing figure at `v`, facing north, sees one at `t`.
fn sees(parts: Vec<Part>, v: (i32, i32), t: (i32, i32)) -> bool {
    let mut table = Tabletop::with(parts);
    table.put(0, v.0, v.1);
    table.put(1, t.0, t.1);
    seen(&table)
}

/// GEN-LOS-01, GEN-SCA-06.
#[test]
fn gen_geo_08_half_plane_in_front() {
    assert!(sees(vec![], (6000, 6000), (7000, 6000)));
    assert!(sees(vec![], (6000, 6000), (7000, 5900)), "a sample at the edge of the base is in front");
    assert!(!sees(vec![], (6000, 6000), (7000, 5870)));
    assert!(!sees(vec![], (6000, 6000), (6000, 5000)));
}

#[test]
fn gen_geo_08_corner_of_a_house() {
    let house = || vec![block(rect((5500, 6500), (6600, 7400)), 600)];
    assert!(sees(house(), (5530, 6000), (5530, 8000)));
    assert!(!sees(house(), (5540, 6000), (5540, 8000)));
}

/// GEN-LOS-04.
#[test]
fn gen_los_04_touching_is_not_blocking() {
    let seen_past = |west: (i32, i32), east: (i32, i32)| {
        sees(
            vec![block(rect(west, (6600, 7400)), 600), block(rect(east, (6600, 7400)), 600)],
            (6000, 6000),
            (6000, 8000),
        )
    };
    assert!(seen_past((5000, 6000), (6000, 7000)), "along the edge of both");
    assert!(!seen_past((5000, 6001), (6001, 7000)));
    assert!(!seen_past((5000, 5999), (5999, 7000)));
}

/// GEN-LOS-05.
#[test]
fn gen_los_05_woods_in_and_out_not_through() {
    let trees = || vec![wood(rect((5000, 7000), (6500, 7500)), 1000)];
    assert!(!sees(trees(), (6000, 6000), (6000, 8000)), "through");
    assert!(sees(trees(), (6000, 6000), (6000, 7250)), "into");
    assert!(sees(trees(), (6000, 7250), (6000, 9000)), "out of");
    assert!(sees(trees(), (6000, 7500), (6000, 9000)), "its border belongs to it");
    assert!(sees(vec![marsh(rect((5000, 7000), (6500, 7500)))], (6000, 6000), (6000, 8000)));
}

/// GEN-LOS-06.
#[test]
fn gen_los_06_low_wall() {
    let wall = || vec![block(rect((4000, 8000), (7000, 7100)), 150)];
    let at = |down: bool, y: i32| {
        let mut table = Tabletop::with(wall());
        table.put(0, 6000, 6000);
        if down {
            table.lay(1, 6000, y)
        } else {
            table.put(1, 6000, y)
        };
        seen(&table)
    };
    assert!(at(false, 8000), "a standing figure 20 cm away");
    assert!(!at(true, 7250), "a down figure close behind the wall");
    assert!(at(true, 9000), "a down figure 30 cm away");
}

/// GEN-LOS-07.
#[test]
fn gen_los_07_down_figures_see_nothing() {
    let mut table = Tabletop::default();
    table.lay(0, 6000, 6000);
    table.put(1, 6000, 7000);
    assert!(!seen(&table));
    assert!(!table.space().sees_turned(V, T, false));
}

/// GEN-LOS-02, GEN-LOS-07.
#[test]
fn gen_los_02_07_own_actions_turn_to_their_target() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    table.put(1, 6000, 5000);
    assert!(!table.space().sees(V, T, false));
    assert!(table.space().sees_turned(V, T, false));
}

/// GEN-GEO-09: the prism under one's feet hides what is close to the wall.
#[test]
fn gen_geo_09_roof_hides_the_foot_of_the_wall() {
    let from = |y: i32| {
        let mut table = Tabletop::with([roof(rect((5000, 7000), (5000, 6000)), 600)]);
        table.stand(0, pt(6000, y), 600);
        table.put(1, 6000, 6200);
        seen(&table)
    };
    assert!(from(5950), "near the edge it sees down");
    assert!(!from(5200), "farther back it does not");
}

/// GEN-LOS-08: an eye lies in the middle, samples lie at the sides.
#[test]
fn gen_los_08_sight_need_not_be_mutual() {
    let mut table = Tabletop::with([block(rect((6000, 9000), (6200, 6400)), 600)]);
    table.put(0, 6050, 6000);
    table.put(1, 6050, 9000);
    table.figures[1].facing = pt(0, -1);
    assert!(!table.space().sees(V, T, false), "close behind the corner");
    assert!(table.space().sees(T, V, false), "its side sticks out");
}

/// GEN-LOS-03 and the option of R-101.
#[test]
fn gen_los_03_figures_block_only_by_option() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    table.put(1, 6000, 8000);
    table.put(0, 6000, 7000);
    let space = table.space();
    assert!(space.sees(V, T, false));
    assert!(!space.sees(V, T, true), "head to head, the one in the middle hides all ten samples");
    table.figures[2].at = pt(6130, 7000);
    assert!(table.space().sees(V, T, true), "it leaves a side free");
    table.figures[2].at = pt(6000, 7000);
    table.figures[2].down = true;
    assert!(table.space().sees(V, T, true), "one looks over a down figure");
    let space = table.space();
    let report = space.sight(V, space.stance(V), T, space.stance(T), true);
    assert_eq!(report.rays.len(), 10);
}

#[test]
fn sight_report_names_the_pieces() {
    let fenced = Part { los: Screen::None, ..fence(rect((5000, 7000), (6400, 6450)), 150) };
    let mut table = Tabletop::with([fenced, block(rect((5000, 6010), (6600, 7400)), 600)]);
    table.put(0, 6000, 6000);
    table.put(1, 6000, 8000);
    let space = table.space();
    let report = space.sight(V, space.stance(V), T, space.stance(T), false);
    assert!(report.seen);
    assert_eq!(report.eye_z, 270);
    let blocked: Vec<&[u8]> = report.rays.iter().map(|ray| ray.pieces.as_slice()).collect();
    // Centre and west samples are hidden by the house; those 62 and 125 u to the east are not.
    assert_eq!(report.rays.iter().filter(|ray| ray.is_free()).count(), 4, "{blocked:?}");
    assert!(blocked.iter().all(|pieces| pieces.is_empty() || *pieces == [1]));
}

/// GEN-COV-01, GEN-GEO-10.
#[test]
fn gen_geo_10_gap_to_a_wall() {
    let rays = |face: i32| {
        let table = Tabletop::with([block(rect((3000, 9000), (face, face + 60)), 150)]);
        table.space().covered(pt(6000, 6000), 0, pt(0, 1))
    };
    assert_eq!(rays(6235), 4);
    assert_eq!(rays(6240), 2);
    let table = Tabletop::with([block(rect((3000, 9000), (6235, 6300)), 150)]);
    assert!(table.space().can_cover(pt(6000, 6000), 0, pt(0, 1)));
    assert!(!table.space().can_cover(pt(6000, 6000), 0, pt(0, -1)));
}

/// GEN-GEO-10.
#[test]
fn gen_geo_10_barrel() {
    let rays = |half: i32| {
        let table = Tabletop::with([block(rect((6000 - half, 6000 + half), (6135, 6195)), 100)]);
        table.space().covered(pt(6000, 6000), 0, pt(0, 1))
    };
    assert_eq!(rays(50), 4);
    assert_eq!(rays(40), 2);
}

#[test]
fn gen_cov_01_height_of_the_element() {
    let rays = |height: i32, z: i32| {
        let table = Tabletop::with([block(rect((3000, 9000), (6135, 6195)), height)]);
        table.space().covered(pt(6000, 6000), z, pt(0, 1))
    };
    assert!(rays(100, 0) >= 4);
    assert_eq!(rays(99, 0), 0, "R-110: at least 1 cm above the floor");
    assert_eq!(rays(500, 500), 0);
    assert!(rays(600, 500) >= 4);
}

#[test]
fn gen_cov_04_inside_an_area() {
    let table = Tabletop::with([wood(rect((5000, 7000), (5000, 7000)), 1000)]);
    for facing in [pt(0, 1), pt(1, 0), pt(-3, -7)] {
        assert!(table.space().can_cover(pt(6000, 6000), 0, facing));
        assert_eq!(table.space().covered(pt(7000, 6000), 0, facing), 16, "its border belongs to it");
        assert_eq!(table.space().covered(pt(7001, 6000), 0, facing), 0);
    }
}

#[test]
fn gen_cov_02_front_of_the_covered_figure() {
    let mut table = Tabletop::default();
    let fig = table.put(0, 6000, 6000);
    table.figures[0].in_cover = true;
    let space = table.space();
    assert!(space.cover_counts(fig, pt(8000, 8000)), "north-east");
    assert!(space.cover_counts(fig, pt(8000, 6000)), "due east");
    assert!(!space.cover_counts(fig, pt(8000, 5000)), "south-east");
    table.figures[0].in_cover = false;
    assert!(!table.space().cover_counts(fig, pt(8000, 8000)));
}

/// GEN-COV-03, GEN-COV-05: a pivot behind a wall keeps cover or loses it; two walls cover no better than one.
#[test]
fn gen_cov_03_05_pivots_and_many_elements() {
    let wall = || block(rect((5000, 7000), (6135, 6195)), 150);
    let table = Tabletop::with([wall(), block(rect((6135, 6195), (5000, 6100)), 150)]);
    let space = table.space();
    let can = |x, y| space.can_cover(pt(6000, 6000), 0, pt(x, y));
    assert!(can(0, 1) && can(1, 1) && can(1, 0) && can(-1, 1));
    assert!(!can(-1, -1));
    let one = Tabletop::with([wall()]);
    let both = Tabletop::with([wall(), wall()]);
    let rays = |table: &Tabletop| table.space().covered(pt(6000, 6000), 0, pt(0, 1));
    assert_eq!(rays(&one), rays(&both));
}

#[test]
fn cover_facing_keeps_the_threat_in_front() {
    let table = Tabletop::with([block(rect((6135, 6195), (3000, 9000)), 150)]);
    let space = table.space();
    let here = pt(6000, 6000);
    assert_eq!(space.cover_facing(here, 0, pt(9000, 6000)), Some(pt(3000, 0)));
    let facing = space.cover_facing(here, 0, pt(6000, 9000)).unwrap();
    assert!(space.can_cover(here, 0, facing));
    assert!(Stance { at: here, z: 0, facing, down: false }.front(pt(6000, 9000)));
    let facing = space.cover_facing(here, 0, pt(3000, 6000)).unwrap();
    assert!(Stance { at: here, z: 0, facing, down: false }.front(pt(3000, 6000)));
    assert_eq!(space.cover_facing(here, 0, here), None);
    assert_eq!(Tabletop::default().space().cover_facing(here, 0, pt(9000, 6000)), None);
}
