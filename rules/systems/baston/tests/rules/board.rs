//! Section 20: the default board keeps what its data sheet promises, and bad boards are refused with every fault.

use std::collections::BTreeSet;

use bagarre_baston::Baston;
use bagarre_baston::testkit::board::{Board, BoardSpec, Edge};
use bagarre_baston::testkit::ids::PieceKind;
use bagarre_baston::testkit::library;
use bagarre_kit::contract::{Refuse, Ruleset};
use bagarre_kit::grid::{Dir, Point};

use super::harness::Case;

fn spec() -> BoardSpec {
    (*library::troquet().spec).clone()
}

/// BRD-06.
#[test]
fn brd_06_furniture_stands_apart_on_level_ground() {
    let board = library::troquet();
    let spec = &board.spec;
    let ends: BTreeSet<Point> = spec
        .doors
        .iter()
        .flat_map(|door| &door.leaves)
        .flat_map(|leaf| [leaf.edge.point(), leaf.edge.across(), leaf.swept])
        .collect();
    let mut covered = BTreeSet::new();
    for piece in &spec.furniture {
        for cell in &piece.cells {
            assert!(covered.insert(*cell), "{} overlaps", piece.id);
            assert!(board.stair(*cell).is_none() && !board.is_bar(*cell), "{}", piece.id);
            assert!(!ends.contains(cell), "{} stands in a doorway", piece.id);
            assert_eq!(board.base(*cell), board.base(piece.cells[0]), "{} is level", piece.id);
        }
        if let [a, b] = piece.cells[..] {
            assert_eq!(board.edge(a, a.dir_to(b).unwrap()), Edge::Open, "{} is not cut by a wall", piece.id);
        }
    }
    for chair in &spec.chairs.points {
        assert!(!covered.contains(chair) && !ends.contains(chair), "a chair at {chair:?}");
    }
    for bottle in &spec.bottles.whole {
        assert!(
            covered.contains(&bottle.point) || board.is_bar(bottle.point),
            "a bottle stands on something"
        );
    }
    let count = |kind: PieceKind| spec.furniture.iter().filter(|piece| piece.kind == kind).count();
    assert_eq!(
        [PieceKind::Table, PieceKind::Pinball, PieceKind::Babyfoot, PieceKind::Video].map(count),
        [7, 2, 1, 3]
    );
}

/// Points reached by walking from one, doors open or shut, without climbing.
fn reached(board: &Board, from: Point, doors: bool) -> BTreeSet<Point> {
    let furnished: BTreeSet<Point> =
        board.spec.furniture.iter().flat_map(|piece| piece.cells.clone()).collect();
    let passes = |p: Point, dir: Dir| match board.edge(p, dir) {
        Edge::Open => true,
        Edge::Door(..) => doors,
        _ => false,
    };
    let free = |p: Point| board.contains(p) && !furnished.contains(&p) && !board.is_bar(p);
    let mut seen = BTreeSet::from([from]);
    let mut queue = vec![from];
    while let Some(p) = queue.pop() {
        for dir in [Dir::N, Dir::E, Dir::S, Dir::W] {
            let q = p.step(dir);
            let level = board.base(p) == board.base(q) || board.on_stair_axis(p, q);
            if free(q) && level && passes(p, dir) && seen.insert(q) {
                queue.push(q);
            }
        }
    }
    seen
}

/// BRD-01.
#[test]
fn brd_01_every_free_point_is_reached_through_the_doors() {
    let board = library::troquet();
    let furnished: usize = board.spec.furniture.iter().map(|piece| piece.cells.len()).sum();
    let bar = board.points().filter(|p| board.is_bar(*p)).count();
    let free = board.points().count() - furnished - bar;
    assert_eq!(free, 372, "points that can be stood on without climbing");
    assert_eq!(reached(&board, Point::new(1, 1), true).len(), free);
    // With all doors shut the street and the inside are apart.
    let street = reached(&board, Point::new(1, 1), false);
    assert_eq!(street.len(), 184);
    assert!(
        street
            .iter()
            .all(|p| board.terrain(*p).unwrap().zone == bagarre_baston::testkit::board::Zone::Street)
    );
}

/// BRD-03, BRD-04, BRD-05, BRD-08.
#[test]
fn brd_03_openings_phones_and_start_points() {
    let board = library::troquet();
    let spec = &board.spec;
    assert_eq!((spec.doors.len(), spec.windows.len(), board.panels().len(), spec.phones.len()), (8, 7, 3, 2));
    for door in &spec.doors {
        for leaf in &door.leaves {
            assert!(leaf.swept == leaf.edge.point() || leaf.swept == leaf.edge.across());
            assert_eq!(leaf.swept.distance(leaf.hinge), 1);
        }
        if let Some(side) = door.lock_side {
            assert!(door.leaves.iter().any(|leaf| leaf.edge.point() == side || leaf.edge.across() == side));
        }
    }
    assert_eq!(spec.doors.iter().filter(|door| door.lock_side.is_some()).count(), 2, "two WC doors bolt");
    for phone in &spec.phones {
        assert_ne!(board.edge(phone.point, phone.face), Edge::Open, "a phone hangs on a wall or a panel");
    }
    let starts: Vec<Point> = spec.start_zones.values().flat_map(|zone| zone.points.clone()).collect();
    assert_eq!(starts.iter().collect::<BTreeSet<_>>().len(), 24, "four points a zone, all distinct");
}

#[test]
fn bad_boards_are_refused_with_every_fault() {
    let refused = |change: fn(&mut BoardSpec)| {
        let mut spec = spec();
        change(&mut spec);
        Board::new(spec).unwrap_err()
    };
    assert!(refused(|spec| spec.board.rows = 0).contains("1 to 40"));
    assert!(refused(|spec| spec.board.map = String::new()).contains("no known terrain at [1, 1]"));
    assert!(refused(|spec| spec.doors.truncate(1)).contains("is not declared"));
    let two = refused(|spec| {
        spec.chairs.points.push(Point::new(99, 1));
        spec.windows.clear();
    });
    assert!(two.contains("chair [99, 1] is off the board") && two.lines().count() >= 8, "{two}");
    assert!(refused(|spec| spec.furniture[0].cells.push(Point::new(9, 9))).contains("rectangle"));
}

#[test]
fn positions_are_validated_like_any_input() {
    let case = || Case::new("A T T .\n       \nB . . C", "A 0 >3; B 0 >1; C 1 >1 [chaise]");
    let fault = |change: fn(&mut bagarre_baston::testkit::save::Position)| {
        let mut position = case().position();
        change(&mut position);
        let fault = Baston::from_position(&position).unwrap_err();
        assert_eq!(fault.code(), "baston.position");
        fault.say(bagarre_kit::contract::Lang::En)
    };
    assert!(Baston::from_position(&case().position()).is_ok());
    assert!(
        fault(|p| p.scene.figures[1].at = Point::new(1, 1))
            .contains("scene.figures[1].at: a point and layer of its own")
    );
    assert!(fault(|p| p.scene.figures[0].at = Point::new(1, 2)).contains("BAS-POS-04"));
    assert!(
        fault(|p| p.scene.figures[0].at = Point::new(9, 9))
            .contains("scene.figures[0].at: a point of the board")
    );
    assert!(fault(|p| p.scene.figures[0].left[0] = 0).contains("BAS-WND-02"));
    assert!(fault(|p| p.scene.figures[0].left[1] = 40).contains("BAS-SET-04"));
    assert!(fault(|p| p.scene.figures[0].left[4] = 0).contains("BAS-WND-03"));
    assert!(fault(|p| p.scene.figures[0].top = true).contains("on top"));
    assert!(fault(|p| p.scene.figures[2].prone = true).contains("BAS-OBJ-06"));
    assert!(
        fault(|p| p.scene.figures[0].holding = Some(bagarre_baston::testkit::ids::Who(2)))
            .contains("BAS-CT-01")
    );
    assert!(fault(|p| p.scene.figures.truncate(1)).contains("scene.figures: 1 entries"));
    assert!(fault(|p| p.scene.turn = 101).contains("scene.turn: "));
    assert!(fault(|p| p.scene.figures[0].rank = 0).contains("BAS-RNK-01"));
    assert!(fault(|p| p.stack = Some(vec![])).contains("go on with"));
    // Every fault at once.
    let many = fault(|p| {
        p.scene.figures[0].left[0] = 0;
        p.scene.figures[1].at = Point::new(9, 9);
    });
    assert!(many.lines().count() >= 3, "{many}");
}
