//! Setting up: pieces, figures and marks.

use bagarre_kit::plane::{Edge, Fig, NoPlace, Obstacle, Plane, Pt, Scale, apart, lies_apart};

use super::tabletop::{Discs, Flag, Tabletop, pt, rect, top, wall};

const SCALE: Scale = Discs::SCALE;

#[test]
fn edges_measure_from_themselves() {
    for edge in Edge::ALL {
        let spot = SCALE.spot(edge, 300, 40);
        assert_eq!((SCALE.depth(edge, spot), SCALE.depth(edge.opposite(), spot)), (40, 960));
        assert!(
            SCALE.touches_edge(edge, SCALE.spot(edge, 300, 22))
                && !SCALE.touches_edge(edge, SCALE.spot(edge, 300, 23))
        );
        assert!(edge.inward().dot(SCALE.centre() - spot) > 0);
    }
}

#[test]
fn pieces_lie_on_the_table_and_keep_their_distance() {
    let plank = [rect((-100, 100), (-10, 10))];
    assert!(SCALE.lay(&plank, 0, pt(100, 500)).is_ok());
    assert_eq!(SCALE.lay(&plank, 0, pt(99, 500)), Err(NoPlace::OffTable));
    assert!(SCALE.lay(&plank, 6, pt(99, 500)).is_ok(), "on end");
    assert_eq!(SCALE.lay(&plank, 24, pt(500, 500)), Err(NoPlace::Turn));
    let first = SCALE.lay(&plank, 0, pt(200, 800)).unwrap();
    let others: Vec<_> = first.iter().map(|poly| (7, *poly)).collect();
    let fits = |y, free| SCALE.fits(&others, &SCALE.lay(&plank, 0, pt(200, y)).unwrap(), free);
    assert_eq!((fits(680, false), fits(681, false)), (Ok(()), Err(NoPlace::TooNear(7))));
    let central = SCALE.lay(&plank, 0, pt(500, 450)).unwrap();
    assert_eq!(SCALE.fits(&[], &central, true), Err(NoPlace::Centre));
    assert_eq!(SCALE.fits(&[], &central, false), Ok(()));
    assert_eq!(lies_apart(&[central.clone(), first.clone()], &first), Err(NoPlace::Overlap(1)));
    let free = |turn: u8, at: Pt| SCALE.lay(&plank, turn, at).is_ok();
    assert_eq!(SCALE.nearest_lie(0, pt(90, 500), free), Some((0, pt(100, 500))));
}

#[test]
fn a_scan_goes_inward_from_the_middle_of_an_edge_over_every_point_once() {
    let all: Vec<Pt> = SCALE.scan(Edge::W, 50).collect();
    assert_eq!(&all[..4], [pt(0, 500), pt(0, 450), pt(0, 550), pt(0, 400)]);
    let mut points = all.clone();
    points.sort_unstable();
    points.dedup();
    assert_eq!((all.len(), points.len()), (21 * 21, 21 * 21));
    let around = SCALE.around(pt(510, 490), 50);
    assert_eq!((around.len(), around[0]), (21 * 21, pt(500, 500)));
}

#[test]
fn figures_and_marks_are_set_up_in_the_zone_of_their_edge() {
    let mut table = Tabletop::with([top(rect((100, 200), (0, 60)), 80), wall(rect((300, 400), (0, 60)), 80)]);
    let fig = table.put(0, 900, 900);
    let may = |table: &Tabletop, x, y| table.space().may_deploy(fig, Edge::S, pt(x, y));
    assert_eq!((may(&table, 500, 100), may(&table, 500, 101)), (Ok(0), Err(NoPlace::Zone)));
    assert_eq!(may(&table, 500, 19), Err(NoPlace::OffTable));
    assert_eq!(may(&table, 150, 40), Ok(80), "on the top that is there");
    assert_eq!(may(&table, 350, 50), Err(NoPlace::Blocked(Obstacle::Piece(1))));
    assert_eq!(table.space().first_deployment(fig, Edge::S), Some((pt(500, 50), 0)));
    assert_eq!(table.space().nearest_deployment(fig, Edge::S, pt(500, 500)), Ok(pt(500, 100)));
    table.flags.push(Flag(Some(pt(600, 60))));
    assert_eq!(may(&table, 610, 60), Err(NoPlace::Marker(0)));
    assert_eq!(table.space().may_mark(Edge::S, pt(729, 60)), Err(NoPlace::Marker(0)));
    assert_eq!(table.space().may_mark(Edge::S, pt(730, 60)), Ok(()));
    assert_eq!(table.space().may_mark(Edge::S, pt(414, 60)), Err(NoPlace::Terrain(1)));
    table.put(1, 800, 60);
    assert_eq!(table.space().may_mark(Edge::S, pt(810, 60)), Err(NoPlace::Blocked(Obstacle::Figure(Fig(1)))));
    assert_eq!(table.space().first_marker(Edge::N), Some(pt(333, 950)));
    assert_eq!(table.space().nearest_mark(Edge::S, pt(600, 60)), Ok(pt(470, 60)));
}

#[test]
fn room_counts_places_that_nobody_can_take_two_of() {
    let bare = Tabletop::default();
    let walled = Tabletop::with([wall(rect((0, 500), (0, 150)), 50)]);
    let (all, left) = (bare.space().room(Edge::S), walled.space().room(Edge::S));
    assert!(left > 0 && left < all && all <= 26, "{left} of {all}");
    assert!(walled.space().room_for_marks(Edge::S) < bare.space().room_for_marks(Edge::S));
    assert_eq!(apart([pt(0, 0), pt(9, 0), pt(10, 0), pt(20, 0)].into_iter(), 10), 3);
}
