//! Walking, climbing, pushing, and finding a way.

use bagarre_kit::plane::{
    ClimbKind, Course, Fig, Gait, Goal, Halt, NoClimb, Obstacle, Part, Pt, Speed, Trip, Walked,
};

use super::tabletop::{Flag, Tabletop, mud, pt, rect, top, wall};

const A: Fig = Fig(0);
const WALK: Gait = Gait::new(200, Speed::NORMAL);

fn lone(parts: impl IntoIterator<Item = Part>) -> Tabletop {
    let mut table = Tabletop::with(parts);
    table.put(0, 500, 500);
    table
}

fn walk(table: &Tabletop, path: &[Pt], gait: Gait) -> Result<Walked, Halt> {
    table.space().walk(&Trip::new(table.space(), A, path, gait))
}

#[test]
fn ground_that_slows_costs_twice_and_walls_stop_a_base() {
    let table = lone([mud(rect((400, 600), (550, 700))), wall(rect((600, 700), (400, 600)), 50)]);
    assert_eq!(walk(&table, &[pt(500, 625)], WALK).unwrap().cost, 200);
    assert_eq!(walk(&table, &[pt(500, 626)], WALK), Err(Halt::TooLong { cost: 202, budget: 200 }));
    assert!(walk(&table, &[pt(500, 700)], Gait::new(200, Speed::FLAT)).is_ok());
    assert!(walk(&table, &[pt(581, 500)], WALK).is_ok(), "the slack of one unit");
    let by = Obstacle::Piece(1);
    assert_eq!(walk(&table, &[pt(582, 500)], WALK), Err(Halt::Blocked { point: 0, by }));
    assert_eq!(walk(&table, &[pt(500, 560)], Gait::charge(200)), Err(Halt::Difficult { point: 0 }));
    let edge = Err(Halt::Blocked { point: 0, by: Obstacle::Table });
    assert_eq!(walk(&table, &[pt(500, 19)], Gait::new(900, Speed::FLAT)), edge);
}

#[test]
fn a_way_ends_in_contact_and_is_stopped_at_checkpoints() {
    let mut table = lone([]);
    let enemy = table.put(1, 500, 650);
    let walked = walk(&table, &[pt(500, 700)], WALK).unwrap();
    assert_eq!((walked.end, walked.cut, walked.length), (pt(500, 608), Some(enemy), 108));
    let path = [pt(500, 700)];
    let trip = Trip::new(table.space(), A, &path, WALK);
    let stops: Vec<i32> = table.space().checkpoints(&trip, &walked).iter().map(|stop| stop.s).collect();
    assert_eq!(stops, [25, 50, 75, 100, 108]);
    table.discs[enemy.i()].side = 0;
    let blocked = Err(Halt::Blocked { point: 0, by: Obstacle::Figure(enemy) });
    assert_eq!(walk(&table, &[pt(500, 700)], WALK), blocked, "a friend is in the way and cuts nothing");
    table.flags.push(Flag(Some(pt(450, 500))));
    assert_eq!(walk(&table, &[pt(470, 500)], WALK), Err(Halt::Marker(0)));
    table.flags[0] = Flag(None);
    assert!(walk(&table, &[pt(470, 500)], WALK).is_ok());
}

#[test]
fn as_far_as_it_goes_is_a_path_that_may_be_declared() {
    let table = lone([wall(rect((400, 600), (620, 640)), 50), mud(rect((400, 600), (540, 560)))]);
    let course = Course::new(table.space(), A, &[], WALK);
    assert_eq!(course.along(200), None, "no way at all");
    let way = [pt(500, 800)];
    let course = Course::new(table.space(), A, &way, WALK);
    let (path, walked) = course.along(200).unwrap();
    assert_eq!((path.as_slice(), walked.cost), (&[pt(500, 601)][..], 121), "up to the wall");
    assert_eq!(
        course.along(50).unwrap().1.end,
        pt(500, 545),
        "up to its budget, the mud at twice its length"
    );
}

#[test]
fn a_way_round_is_found_and_may_be_walked() {
    let mut table = lone([wall(rect((420, 580), (560, 580)), 50)]);
    let enemy = table.put(1, 500, 700);
    let long = Gait::new(1_000, Speed::NORMAL);
    let way = table.space().route(A, Goal::Touch(enemy), Speed::NORMAL).unwrap();
    assert!(way.len() > 1);
    assert_eq!(walk(&table, &way, long).unwrap().cut, Some(enemy));
    let ring = [rect((400, 600), (400, 410)), rect((400, 600), (590, 600))]
        .into_iter()
        .chain([rect((400, 410), (400, 600)), rect((590, 600), (400, 600))]);
    let shut = lone(ring.map(|poly| wall(poly, 50)));
    assert_eq!(shut.space().route(A, Goal::Place(pt(800, 800)), Speed::NORMAL), None);
    let reach = shut.space().reach(A, long);
    let inside = |p: &Pt| (430..=570).contains(&p.x) && (430..=570).contains(&p.y);
    assert!(reach.cells.len() > 4 && reach.cells.iter().all(inside), "{:?}", reach.cells);
    assert_eq!(table.space().reach(A, long).touched, [enemy]);
}

#[test]
fn climbing_goes_up_down_across_and_over() {
    let block = top(rect((500, 600), (550, 650)), 100);
    let fence = Part { thin: true, ..wall(rect((400, 600), (470, 476)), 30) };
    let table = lone([block.clone(), fence]);
    assert_eq!(table.space().climb(A, pt(520, 560)), Err(NoClimb::NotTouching));
    let mut table = Tabletop::with([block, Part { thin: true, ..wall(rect((400, 600), (470, 476)), 30) }]);
    let climber = table.put(0, 550, 529);
    let up = table.space().climb(climber, pt(550, 560)).unwrap();
    assert_eq!(
        (up.kind, up.z, up.cost, up.piece),
        (ClimbKind::Climb, 100, 3, 0),
        "three heights of 40 begun"
    );
    table.discs[climber.i()].stance.at = pt(500, 495);
    let over = table.space().climb(climber, pt(500, 450)).unwrap();
    assert_eq!((over.kind, over.cost, over.piece), (ClimbKind::Vault, 1, 1));
    assert_eq!(table.space().climb(climber, pt(500, 300)), Err(NoClimb::TooFar));
    table.discs[climber.i()].stance =
        bagarre_kit::plane::Stance { at: pt(550, 552), z: 100, ..table.discs[0].stance };
    let down = table.space().climb(climber, pt(550, 530)).unwrap();
    assert_eq!((down.kind, down.z, down.cost), (ClimbKind::Descend, 0, 3));
    let kinds: Vec<ClimbKind> = table.space().climbs_near(climber).iter().map(|climb| climb.kind).collect();
    assert!(kinds.contains(&ClimbKind::Descend) && !kinds.contains(&ClimbKind::JumpDown), "{kinds:?}");
}

#[test]
fn a_push_stops_before_who_stands_there_and_falls_where_the_ground_ends() {
    let mut table = lone([top(rect((400, 600), (100, 300)), 80)]);
    let far = table.put(1, 500, 580);
    let pushed = table.space().push(A, pt(500, 400), 60);
    assert_eq!((pushed.end, pushed.stopped), (pt(500, 541), Some(Obstacle::Figure(far))));
    assert_eq!(pushed.toppled, [far]);
    let faller = table.put_on(80, 0, 500, 280);
    let pushed = table.space().push(faller, pt(500, 200), 60);
    assert_eq!((pushed.z, pushed.drop, pushed.end), (0, 80, pt(500, 319)));
    assert_eq!(table.space().push(A, pt(500, 500), 60).end, pt(500, 500), "from nowhere it goes nowhere");
}

#[test]
fn closing_up_is_a_straight_way_to_contact() {
    let mut table = lone([]);
    let other = table.put(1, 500, 600);
    assert_eq!(table.space().close_up(A, other, 200), Some(pt(500, 558)));
    assert_eq!(table.space().close_up(A, other, 50), None, "too far");
    let mut table = lone([wall(rect((450, 550), (540, 550)), 50)]);
    let other = table.put(1, 500, 640);
    assert_eq!(table.space().close_up(A, other, 200), None, "a wall is in the way");
}
