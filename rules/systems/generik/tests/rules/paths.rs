//! Walking, running, dragging, climbing: GEN-ACT-02 to 04, 31, 32, 35, 36, 40, 44, GEN-GEO-11 to 14.

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::space::{
    Climb, ClimbKind, Gait, Halt, NoClimb, Obstacle, R, SCALE, Speed, Trip, Walked,
};
use bagarre_kit::plane::{Pt, STEPS, at, seglen};

use super::tabletop::{Tabletop, block, fence, marsh, pt, rect, roof};

const A: Fig = Fig(0);
const MOVE: Gait = Gait::new(1000, Speed::NORMAL);
const RUN: Gait = Gait::new(3000, Speed::NORMAL);

fn walk(table: &Tabletop, path: &[Pt], gait: Gait) -> Result<Walked, Halt> {
    table.space().walk(&Trip::new(table.space(), A, path, gait))
}

fn lone(table: Tabletop) -> Tabletop {
    let mut table = table;
    table.put(0, 6000, 6000);
    table
}

#[test]
fn gen_act_02_03_budgets() {
    let table = lone(Tabletop::default());
    assert!(walk(&table, &[pt(6000, 7000)], MOVE).is_ok());
    assert_eq!(walk(&table, &[pt(6000, 7001)], MOVE), Err(Halt::TooLong { cost: 1001, budget: 1000 }));
    let run = walk(&table, &[pt(6000, 7500), pt(7500, 7500)], RUN).unwrap();
    assert_eq!((run.end, run.length, run.cost, run.cut), (pt(7500, 7500), 3000, 3000, None));
}

#[test]
fn gen_act_31_mixed_ground() {
    // 4 cm clear, then difficult: 3 cm more.
    let table = lone(Tabletop::with([marsh(rect((5000, 7000), (6400, 8000)))]));
    assert_eq!(walk(&table, &[pt(6000, 6700)], MOVE).unwrap().cost, 1000);
    assert!(walk(&table, &[pt(6000, 6701)], MOVE).is_err());
    // A run of 10 cm clear and 10 cm difficult.
    let table = lone(Tabletop::with([marsh(rect((5000, 7000), (7000, 9000)))]));
    assert_eq!(walk(&table, &[pt(6000, 8000)], RUN).unwrap().cost, 3000);
}

#[test]
fn gen_geo_12_cost() {
    let table = lone(Tabletop::with([marsh(rect((5000, 7000), (6300, 6700)))]));
    let cost = |speed| table.space().segment_cost(pt(6000, 6000), pt(6000, 6800), 0, speed);
    assert_eq!(cost(Speed::NORMAL), 1200);
    assert_eq!(walk(&table, &[pt(6000, 6800)], MOVE), Err(Halt::TooLong { cost: 1200, budget: 1000 }));
    assert_eq!(cost(Speed { clear: 2, difficult: 1 }), 1200);
    assert_eq!(cost(Speed::FLAT), 800);
    assert_eq!(cost(Speed { clear: 2, difficult: 2 }), 1600, "GEN-TER-09");
    assert_eq!(table.space().segment_cost(pt(6000, 6000), pt(6300, 6400), 0, Speed::NORMAL), 500 + 125);
    let bare = Tabletop::default();
    assert_eq!(bare.space().segment_cost(pt(6000, 6000), pt(6300, 6400), 0, Speed::NORMAL), 500);
}

/// GEN-TER-02, GEN-TER-03, GEN-ACT-44: an obstacle of 1 cm is walked over as difficult ground, a higher one is not.
#[test]
fn gen_act_44_low_obstacles() {
    let over = |height: i32| {
        let table = lone(Tabletop::with([block(rect((5000, 7000), (6300, 6400)), height)]));
        walk(&table, &[pt(6000, 6800)], MOVE)
    };
    assert_eq!(over(100).unwrap().cost, 900);
    assert_eq!(over(101), Err(Halt::Blocked { point: 0, by: Obstacle::Piece(0) }));
}

#[test]
fn gen_act_32_shape_of_a_path() {
    let table = lone(Tabletop::default());
    assert_eq!(walk(&table, &[], MOVE), Err(Halt::Empty));
    assert_eq!(walk(&table, &[pt(6000, 6000)], MOVE), Err(Halt::Empty));
    let zigzag: Vec<Pt> = (0..17).map(|i| pt(6000 + 10 * (i % 2), 6010 + 10 * i)).collect();
    assert!(walk(&table, &zigzag[..16], MOVE).is_ok());
    assert_eq!(walk(&table, &zigzag, MOVE), Err(Halt::TooManyPoints(16)));
    let off = Halt::Blocked { point: 0, by: Obstacle::Table };
    assert_eq!(walk(&table, &[pt(-1, 6000)], RUN), Err(off));
    assert_eq!(walk(&table, &[pt(i32::MAX, i32::MIN)], RUN), Err(off));
}

/// GEN-ACT-32, GEN-TER-08.
#[test]
fn gen_act_32_bases_pieces_and_the_edge_block() {
    let mut table = lone(Tabletop::default());
    table.lay(1, 6000, 6500);
    let blocked = |by| Err(Halt::Blocked { point: 0, by });
    assert_eq!(
        walk(&table, &[pt(6000, 7000)], MOVE),
        blocked(Obstacle::Figure(Fig(1))),
        "a down enemy blocks"
    );
    table.figures[1].at = pt(6248, 6500);
    assert!(walk(&table, &[pt(6000, 7000)], MOVE).is_ok());
    table.figures[1].at = pt(6247, 6500);
    assert_eq!(walk(&table, &[pt(6000, 7000)], MOVE), blocked(Obstacle::Figure(Fig(1))));
    let table = lone(Tabletop::with([block(rect((6123, 7000), (6400, 6600)), 150)]));
    assert!(walk(&table, &[pt(6000, 7000)], MOVE).is_ok());
    let table = lone(Tabletop::with([block(rect((6122, 7000), (6400, 6600)), 150)]));
    assert_eq!(walk(&table, &[pt(6000, 7000)], MOVE), blocked(Obstacle::Piece(0)));
    let mut table = Tabletop::default();
    table.put(0, 6000, 500);
    assert!(walk(&table, &[pt(6000, 125)], MOVE).is_ok());
    assert_eq!(walk(&table, &[pt(6000, 124)], MOVE), blocked(Obstacle::Table));
}

#[test]
fn gen_act_32_cut_at_the_first_standing_enemy() {
    let mut table = lone(Tabletop::with([block(rect((5000, 7000), (6800, 6900)), 500)]));
    let enemy = table.put(1, 6000, 6600);
    // Beyond the cut there is a wall, and the path would be too long.
    let walked = walk(&table, &[pt(6000, 8000)], MOVE).unwrap();
    assert_eq!((walked.end, walked.length, walked.cost, walked.cut), (pt(6000, 6340), 340, 340, Some(enemy)));
    table.figures[enemy.i()].seat.0 = 0;
    assert!(walk(&table, &[pt(6000, 8000)], MOVE).is_err(), "a friend is an obstacle");
}

#[test]
fn gen_geo_13_checkpoints() {
    let table = lone(Tabletop::default());
    let path = [pt(6000, 6250), pt(6400, 6250)];
    let trip = Trip::new(table.space(), A, &path, MOVE);
    let walked = table.space().walk(&trip).unwrap();
    let stops = table.space().checkpoints(&trip, &walked);
    assert_eq!(stops.iter().map(|stop| stop.s).collect::<Vec<_>>(), [100, 200, 250, 300, 400, 500, 600, 650]);
    assert_eq!(stops[3].at, pt(6050, 6250));
    assert_eq!(stops[7].at, walked.end);
    assert_eq!(table.space().cost_to(&trip, 300), 300);
    let short = [pt(6000, 6040)];
    let trip = Trip::new(table.space(), A, &short, MOVE);
    let walked = table.space().walk(&trip).unwrap();
    let stops = table.space().checkpoints(&trip, &walked);
    assert_eq!(
        stops.iter().map(|stop| stop.s).collect::<Vec<_>>(),
        [40],
        "R-092: the end, if nearer than 1 cm"
    );
}

/// GEN-AO-08: a path taken up again keeps its lengths, its cost and its limits; a reactor in the way cuts it anew.
#[test]
fn gen_ao_08_going_on() {
    let mut table = lone(Tabletop::default());
    let path = [pt(6233, 6577), pt(6100, 6800)];
    let trip = Trip::new(table.space(), A, &path, MOVE);
    let walked = table.space().walk(&trip).unwrap();
    let tight = Trip { gait: Gait::new(walked.cost, Speed::NORMAL), ..trip };
    let stops = table.space().checkpoints(&tight, &walked);
    for stop in &stops[..stops.len() - 1] {
        table.figures[0].at = stop.at;
        let rest = Trip { from: stop.s, ..tight };
        assert_eq!(table.space().walk(&rest), Ok(walked), "not a unit too long at {}", stop.s);
        let later = table.space().checkpoints(&rest, &walked);
        assert_eq!(later, stops[stops.iter().position(|s| s == stop).unwrap() + 1..]);
    }
    table.figures[0].at = stops[1].at;
    let enemy = table.put(1, 6333, 6800);
    let rest = Trip { from: stops[1].s, ..tight };
    let cut = table.space().walk(&rest).unwrap();
    assert_eq!(cut.cut, Some(enemy));
    assert!(cut.length < walked.length && cut.cost == cut.length);
}

#[test]
fn gen_scn_32_markers() {
    let mut table = lone(Tabletop::default());
    table.mark(6000, 6500);
    assert_eq!(walk(&table, &[pt(6000, 6500)], MOVE), Err(Halt::Marker(0)));
    assert_eq!(walk(&table, &[pt(6000, 6253)], MOVE), Err(Halt::Marker(0)), "centres 247 u apart");
    assert!(walk(&table, &[pt(6000, 6252)], MOVE).is_ok(), "centres 248 u apart");
    assert!(walk(&table, &[pt(6000, 6800)], MOVE).is_ok(), "paths cross it");
    let trip = Trip::new(table.space(), A, &[], MOVE);
    assert_eq!(table.space().may_stop(&trip, pt(6000, 6400)), Err(Halt::Marker(0)));
    let enemy = table.put(1, 6000, 6760);
    let walked = walk(&table, &[pt(6000, 6800)], MOVE).unwrap();
    assert_eq!(
        (walked.end, walked.cut),
        (pt(6000, 6500), Some(enemy)),
        "a contact cut may leave a base on it"
    );
    table.markers[0].sacked = true;
    table.figures[1].down = true;
    assert!(walk(&table, &[pt(6000, 6500)], MOVE).is_ok());
}

#[test]
fn gen_act_40_drag() {
    let dragged = |x: i32, y: i32| {
        let mut table = lone(Tabletop::with([marsh(rect((5000, 7000), (5000, 5800)))]));
        let friend = table.lay(0, 6000, 5750);
        walk(&table, &[pt(x, y)], Gait::drag(500, Speed::NORMAL, friend))
    };
    // The cost is that of the friend's path: 0.5 cm of marsh, the rest clear.
    let walked = dragged(6000, 6450).unwrap();
    assert_eq!((walked.end, walked.friend, walked.cost), (pt(6000, 6450), Some(pt(6000, 6200)), 500));
    assert_eq!(dragged(6000, 6451), Err(Halt::TooLong { cost: 501, budget: 500 }));
    assert_eq!(dragged(6250, 6000).unwrap().cost, 500, "2.5 cm in difficult ground");
    assert!(dragged(6251, 6000).is_err());
    // Over the friend itself: the base that is dragged never blocks, for both move alike.
    assert!(dragged(6000, 5800).is_ok());
    let mut table = lone(Tabletop::default());
    let friend = table.lay(0, 6000, 5750);
    let gait = Gait::drag(500, Speed::NORMAL, friend);
    assert_eq!(walk(&table, &[pt(6000, 6100), pt(6100, 6100)], gait), Err(Halt::TooManyPoints(1)));
    table.lay(1, 6260, 5750);
    let by = Obstacle::Figure(Fig(2));
    assert_eq!(
        walk(&table, &[pt(6100, 6000)], gait),
        Err(Halt::Blocked { point: 0, by }),
        "the friend's way"
    );
    let strong = Gait::drag(1000, Speed::FLAT, friend);
    assert_eq!(walk(&table, &[pt(5000, 6000)], strong).unwrap().friend, Some(pt(5000, 5750)), "GEN-SKL-14");
}

#[test]
fn gen_skl_10_charge_is_straight_and_on_clear_ground() {
    let table = lone(Tabletop::with([marsh(rect((5000, 7000), (6500, 6600)))]));
    let charge = Gait::charge(1000);
    assert_eq!(walk(&table, &[pt(6000, 7000)], charge), Err(Halt::Difficult { point: 0 }));
    assert_eq!(walk(&table, &[pt(6100, 6000), pt(6200, 6000)], charge), Err(Halt::TooManyPoints(1)));
    assert!(walk(&table, &[pt(6000, 6500)], charge).is_ok(), "up to its border");
    assert!(walk(&table, &[pt(7000, 6000)], charge).is_ok());
}

#[test]
fn gen_skl_17_as_far_as_it_goes() {
    let far = |table: &Tabletop, to: Pt| {
        let path = [to];
        table.space().walk_as_far(&Trip::new(table.space(), A, &path, MOVE))
    };
    let mut table = lone(Tabletop::default());
    assert_eq!(far(&table, pt(6000, 9000)).unwrap().end, pt(6000, 7000), "the budget");
    let enemy = table.put(1, 6000, 6850);
    let walked = far(&table, pt(6000, 6850)).unwrap();
    assert_eq!((walked.end, walked.cut), (pt(6000, 6590), Some(enemy)), "contact 6 cm away");
    let mut table = lone(Tabletop::with([block(rect((5000, 7000), (6500, 6600)), 500)]));
    assert_eq!(far(&table, pt(6000, 9000)).unwrap().end, pt(6000, 6377), "a wall");
    table.lay(1, 6000, 6250);
    assert_eq!(far(&table, pt(6000, 9000)).unwrap().length, 2, "a base");
    table.figures[1].at = pt(6000, 6248);
    assert!(matches!(far(&table, pt(6000, 9000)), Err(Halt::Blocked { .. })));
    let table = lone(Tabletop::with([marsh(rect((5000, 7000), (6400, 9000)))]));
    assert_eq!(far(&table, pt(6000, 9000)).unwrap().end, pt(6000, 6700), "difficult ground halves");
}

/// GEN-TER-04.
#[test]
fn gen_ter_04_tops() {
    let mut table = Tabletop::with([roof(rect((5000, 7000), (5000, 6000)), 600)]);
    table.stand(0, pt(5100, 5500), 600);
    assert!(walk(&table, &[pt(6000, 5500)], MOVE).is_ok());
    assert!(walk(&table, &[pt(5000, 5000)], MOVE).is_ok(), "the base may overhang");
    assert_eq!(walk(&table, &[pt(4999, 5500)], MOVE), Err(Halt::Blocked { point: 0, by: Obstacle::Level }));
    assert_eq!(table.board.support(pt(6000, 5500), 600), 600);
    assert_eq!(table.board.support(pt(6000, 5500), 599), 0);
    assert_eq!(table.board.support(pt(6000, 6001), 600), 0);
}

/// GEN-ACT-04, GEN-ACT-35, GEN-GEO-14.
#[test]
fn gen_act_35_climb_and_descend() {
    let at = |x: i32, y: i32, to: Pt, height: i32| {
        let mut table = Tabletop::with([roof(rect((5000, 7000), (6000, 7000)), height)]);
        table.put(0, x, y);
        table.space().climb(A, to)
    };
    let climb = at(6000, 5875, pt(6000, 6100), 800).unwrap();
    assert_eq!((climb.kind, climb.z, climb.cost), (ClimbKind::Climb, 800, 2), "a roof at 8 cm");
    assert_eq!(at(6000, 5875, pt(6000, 6000), 500).unwrap().cost, 1);
    assert_eq!(at(6000, 5875, pt(6000, 6145), 500).map(|climb| climb.cost), Ok(1), "270 u away");
    assert_eq!(at(6000, 5875, pt(6000, 6146), 500), Err(NoClimb::TooFar));
    assert!(at(6000, 5865, pt(6000, 6100), 500).is_ok(), "GEN-TER-06: touching, or no climb");
    assert_eq!(at(6000, 5864, pt(6000, 6100), 500), Err(NoClimb::NotTouching));

    let mut table = Tabletop::with([roof(rect((5000, 7000), (6000, 7000)), 800)]);
    table.stand(0, pt(6000, 6050), 800);
    let down = table.space().climb(A, pt(6000, 5877)).unwrap();
    assert_eq!((down.kind, down.z, down.cost), (ClimbKind::Descend, 0, 2));
    assert!(matches!(table.space().climb(A, pt(6000, 5878)), Err(NoClimb::Blocked(Obstacle::Piece(0)))));
    assert_eq!(table.space().climb(A, pt(6000, 5779)), Err(NoClimb::TooFar), "8 cm is too deep to jump");
    table.put(1, 6000, 5650);
    assert_eq!(table.space().climb(A, pt(6000, 5877)), Err(NoClimb::Blocked(Obstacle::Figure(Fig(1)))));
}

#[test]
fn gen_act_36_jumps() {
    let mut table = Tabletop::with([
        roof(rect((5000, 7000), (6000, 7000)), 500),
        roof(rect((5000, 7000), (7400, 8000)), 590),
        roof(rect((5000, 7000), (8200, 9000)), 400),
    ]);
    table.stand(0, pt(6000, 6100), 500);
    let jump = table.space().climb(A, pt(6000, 5500)).unwrap();
    assert_eq!((jump.kind, jump.z, jump.cost), (ClimbKind::JumpDown, 0, 1));
    assert_eq!(table.space().climb(A, pt(6000, 5349)), Err(NoClimb::TooFar));
    table.figures[0].at = pt(6000, 6900);
    let gap = table.space().climb(A, pt(6000, 7500)).unwrap();
    assert_eq!((gap.kind, gap.z, gap.cost), (ClimbKind::Gap, 590, 1));
    assert_eq!(table.space().climb(A, pt(6000, 7651)), Err(NoClimb::TooFar));
    assert_eq!(table.space().climb(A, pt(6000, 6950)), Err(NoClimb::NoWay), "that is a walk");
    table.figures[0].at = pt(6000, 7950);
    table.figures[0].z = 590;
    assert_eq!(table.space().climb(A, pt(6000, 8250)).unwrap().kind, ClimbKind::JumpDown);
}

#[test]
fn gen_act_36_vault() {
    let mut table = Tabletop::with([fence(rect((5000, 7000), (6200, 6260)), 150)]);
    table.put(0, 6000, 6075);
    let vault = table.space().climb(A, pt(6000, 6400)).unwrap();
    assert_eq!((vault.kind, vault.z, vault.cost), (ClimbKind::Vault, 0, 1));
    assert_eq!(table.space().climb(A, pt(6000, 6382)), Err(NoClimb::Blocked(Obstacle::Piece(0))));
    assert!(table.space().climb(A, pt(6000, 6825)).is_ok());
    assert_eq!(table.space().climb(A, pt(6000, 6826)), Err(NoClimb::TooFar));
    assert_eq!(table.space().climb(A, pt(6000, 5900)), Err(NoClimb::NoWay), "that is a walk");
    table.mark(6000, 6500);
    assert_eq!(table.space().climb(A, pt(6000, 6500)), Err(NoClimb::Marker(0)), "GEN-SCN-32");
    table.markers.clear();
    table.figures[0].at = pt(6000, 6060);
    assert_eq!(table.space().climb(A, pt(6000, 6400)), Err(NoClimb::NotTouching));
    let mut table = Tabletop::with([
        fence(rect((5000, 7000), (6200, 6260)), 150),
        block(rect((5000, 7000), (6300, 6320)), 300),
    ]);
    table.put(0, 6000, 6075);
    let blocked = NoClimb::Blocked(Obstacle::Piece(1));
    assert_eq!(table.space().climb(A, pt(6000, 6500)), Err(blocked), "no other piece in between");
}

/// What `climbs_near` finds by asking of every place.
fn nearest_climbs(table: &Tabletop) -> Vec<Climb> {
    let (space, from) = (table.space(), table.figures[0].at);
    let mut found = Vec::new();
    for step in 0..STEPS {
        let d = Pt::new(1_000, 0).turned(step);
        let len = seglen(Pt::default(), d);
        let far = (R + SCALE.grain / 4..=SCALE.climb_reach).step_by(SCALE.grain as usize);
        let jumps =
            (SCALE.climb_reach + 2 * SCALE.grain..=SCALE.jump + 2 * R).step_by(2 * SCALE.grain as usize);
        let mut kinds = Vec::new();
        for to in far.chain(jumps).map(|k| at(from, d, k, len)) {
            if let Ok(climb) = space.climb(A, to)
                && !kinds.contains(&climb.kind)
            {
                kinds.push(climb.kind);
                found.push(climb);
            }
        }
    }
    found
}

#[test]
fn climbs_near_are_the_nearest_of_each_kind() {
    let mut table = Tabletop::with([
        roof(rect((5000, 7000), (6000, 7000)), 400),
        roof(rect((5000, 7000), (7300, 8000)), 400),
        fence(rect((5000, 7000), (5700, 5740)), 150),
    ]);
    table.put(0, 6000, 5865);
    for (at, z) in [(pt(6000, 5865), 0), (pt(6000, 6050), 400), (pt(6800, 6900), 400), (pt(6990, 6010), 400)]
    {
        (table.figures[0].at, table.figures[0].z) = (at, z);
        let found = table.space().climbs_near(A);
        assert!(!found.is_empty());
        assert_eq!(found, nearest_climbs(&table), "{at:?}");
    }
}

#[test]
fn climbs_near_are_allowed() {
    let mut table = Tabletop::with([
        roof(rect((5000, 7000), (6000, 7000)), 400),
        fence(rect((5000, 7000), (5700, 5740)), 150),
    ]);
    table.put(0, 6000, 5865);
    let found = table.space().climbs_near(A);
    for (kind, piece) in [(ClimbKind::Climb, 0), (ClimbKind::Vault, 1)] {
        let pieces: Vec<u8> =
            found.iter().filter(|climb| climb.kind == kind).map(|climb| climb.piece).collect();
        assert!(!pieces.is_empty() && pieces.iter().all(|it| *it == piece), "{kind:?}: {pieces:?}");
    }
    assert!(found.iter().all(|climb| table.space().climb(A, climb.to) == Ok(*climb)));
    table.figures[0].at = pt(6000, 6050);
    table.figures[0].z = 400;
    let down = table.space().climbs_near(A);
    let kinds: Vec<ClimbKind> = down.iter().map(|climb| climb.kind).collect();
    assert!(kinds.contains(&ClimbKind::Descend) && kinds.contains(&ClimbKind::JumpDown));
    assert!(down.iter().all(|climb| climb.piece == 0), "the roof is left");
    table.figures[0].at = pt(1000, 1000);
    table.figures[0].z = 0;
    assert!(table.space().climbs_near(A).is_empty());
}
