//! Ways round obstacles and the area within reach: proposals that the rules of paths (GEN-GEO-11 to 13) confirm.

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::space::{Gait, Goal, Reach, Speed, Trip};

use super::tabletop::{Tabletop, block, marsh, pt, rect};

const A: Fig = Fig(0);
const MOVE: Gait = Gait::new(1000, Speed::NORMAL);
const RUN: Gait = Gait::new(3000, Speed::NORMAL);

#[test]
fn straight_when_nothing_is_in_the_way() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    let enemy = table.put(1, 6000, 8000);
    assert_eq!(
        table.space().route(A, Goal::Place(pt(6500, 6500)), Speed::NORMAL),
        Some(vec![pt(6500, 6500)])
    );
    assert_eq!(table.space().route(A, Goal::Touch(enemy), Speed::NORMAL), Some(vec![pt(6000, 8000)]));
    assert_eq!(table.space().route(A, Goal::Place(pt(6000, 8000)), Speed::NORMAL), None, "it is taken");
}

#[test]
fn round_a_house_into_contact() {
    let mut table = Tabletop::with([block(rect((5500, 6700), (6500, 7000)), 500)]);
    table.put(0, 6000, 6000);
    let enemy = table.put(1, 6000, 7600);
    let way = table.space().route(A, Goal::Touch(enemy), Speed::NORMAL).unwrap();
    assert!(way.len() >= 2 && way[0].x < 5500, "the shorter side is the west: {way:?}");
    let walked = table.space().walk(&Trip::new(table.space(), A, &way, RUN)).unwrap();
    assert_eq!(walked.cut, Some(enemy));
    let (path, part) = table.space().along(A, &way, MOVE).unwrap();
    assert_eq!(table.space().walk(&Trip::new(table.space(), A, &path, MOVE)), Ok(part));
    assert!(part.cut.is_none() && part.cost > 990);
}

#[test]
fn past_figures_without_touching_them() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    table.put(1, 6050, 6600);
    table.lay(1, 5600, 6500);
    table.put(0, 6400, 6500);
    let goal = pt(6000, 7500);
    let way = table.space().route(A, Goal::Place(goal), Speed::NORMAL).unwrap();
    let walked = table.space().walk(&Trip::new(table.space(), A, &way, RUN)).unwrap();
    assert_eq!((walked.end, walked.cut), (goal, None), "{way:?}");
}

/// GEN-GEO-12: difficult ground is avoided only where going round is cheaper.
#[test]
fn marshes_are_weighed() {
    let mut table = Tabletop::with([marsh(rect((5000, 7000), (6200, 6300)))]);
    table.put(0, 6000, 6000);
    let way = table.space().route(A, Goal::Place(pt(6000, 6800)), Speed::NORMAL).unwrap();
    assert_eq!(way, [pt(6000, 6800)]);
    let mut table = Tabletop::with([marsh(rect((5800, 9000), (6200, 7800)))]);
    table.put(0, 6000, 6000);
    let way = table.space().route(A, Goal::Place(pt(6000, 8000)), Speed::NORMAL).unwrap();
    assert_eq!(way.len(), 3, "round by the west: {way:?}");
    let cost = table.space().walk(&Trip::new(table.space(), A, &way, RUN)).unwrap().cost;
    assert!(cost < 2700, "straight through it would cost 3600, round it {cost}");
    let way = table.space().route(A, Goal::Place(pt(6000, 8000)), Speed::FLAT).unwrap();
    assert_eq!(way.len(), 1, "Coureur des bois goes straight");
}

#[test]
fn no_way_out() {
    let ring = [
        rect((5500, 6500), (6300, 6400)),
        rect((5500, 6500), (5600, 5700)),
        rect((5500, 5600), (5650, 6350)),
        rect((6400, 6500), (5650, 6350)),
    ];
    let mut table = Tabletop::with(ring.map(|poly| block(poly, 500)));
    table.put(0, 6000, 6000);
    assert_eq!(table.space().route(A, Goal::Place(pt(9000, 9000)), Speed::NORMAL), None);
    assert!(table.space().reach(A, RUN).cells.iter().all(|p| p.dist2(pt(6000, 6000)) < 300 * 300));
}

#[test]
fn along_stops_before_a_marker() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    table.mark(6000, 7050);
    let (path, walked) = table.space().along(A, &[pt(6000, 8000)], MOVE).unwrap();
    assert_eq!((path, walked.end), (vec![pt(6000, 6802)], pt(6000, 6802)), "GEN-SCN-32");
    table.lay(1, 6000, 6248);
    assert_eq!(table.space().along(A, &[pt(6000, 8000)], MOVE), None);
}

fn reach(table: &Tabletop, gait: Gait) -> Reach {
    table.space().reach(A, gait)
}

#[test]
fn reach_in_the_open_is_a_disc() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    let found = reach(&table, MOVE);
    assert_eq!(found.step, 100);
    let disc = |x: i32, y: i32| x * x + y * y <= 100 && (x, y) != (0, 0);
    let cells =
        (-10..=10).flat_map(|x| (-10..=10).map(move |y| (x, y))).filter(|(x, y)| disc(*x, *y)).count();
    assert_eq!(found.cells.len(), cells);
    assert!(found.touched.is_empty());
}

#[test]
fn reach_is_walkable_and_ends_at_enemies() {
    let mut table = Tabletop::with([block(rect((5500, 6700), (6300, 6500)), 500)]);
    table.put(0, 6000, 6000);
    let near = table.put(1, 6800, 6000);
    table.put(1, 6000, 8500);
    table.mark(5500, 6000);
    let found = reach(&table, RUN);
    assert_eq!(found.touched, [near, Fig(2)], "the second one round the house");
    for cell in &found.cells {
        let way = table.space().route(A, Goal::Place(*cell), Speed::NORMAL);
        let near_enemy = table.space().touching(A, *cell, 0).next().is_some();
        if let Some(way) = way.filter(|_| !near_enemy) {
            let walked = table.space().walk(&Trip::new(table.space(), A, &way, RUN));
            assert!(walked.is_ok_and(|walked| walked.end == *cell), "{cell:?} {way:?}");
        }
        assert!(table.space().covers_marker(*cell, 0).is_none());
    }
    assert_eq!(reach(&table, MOVE).touched, [near]);
}

#[test]
fn reach_in_difficult_ground_is_half_as_far() {
    let mut table = Tabletop::with([marsh(rect((0, 12_000), (0, 6000)))]);
    table.put(0, 6000, 6000);
    let cells = reach(&table, MOVE).cells;
    let south = cells.iter().filter(|p| p.x == 6000 && p.y < 6000).count();
    let north = cells.iter().filter(|p| p.x == 6000 && p.y > 6000).count();
    assert_eq!((south, north), (5, 10));
}
