//! Geometry on random tables: no push or path ends where nothing may stand, shortcuts equal the plain procedure, and
//! nothing changes when the table is turned.

use bagarre_generik::testkit::ids::{Fig, Terrain};
use bagarre_generik::testkit::scene::{Figure, Status};
use bagarre_generik::testkit::setup::Placed;
use bagarre_generik::testkit::space::Skirmish as _;
use bagarre_generik::testkit::space::board_of;
use bagarre_generik::testkit::space::place::check_table;
use bagarre_generik::testkit::space::{
    Board, Gait, Halt, Obstacle, Part, R, SCALE, STEP, Space, Speed, Stance, TABLE, Trip, Walked,
};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::{Body as _, Poly, Pt, Pushed, Screen, at, csqrt, rdiv, seg_poly_lt, seglen};
use proptest::prelude::*;

use super::tabletop::Tabletop;

/// A crowded table: pieces and figures wherever a few tries found room, the figures close together.
pub(super) fn table() -> impl Strategy<Value = Tabletop> {
    let pieces =
        proptest::collection::vec((0..Terrain::ALL.len(), 3_000..9_000i32, 3_000..9_000i32, 0u8..24), 0..24);
    let figures = proptest::collection::vec(
        (0u8..3, 3_500..8_500i32, 3_500..8_500i32, -9..9i32, -9..9i32, any::<bool>()),
        2..40,
    );
    (pieces, figures).prop_map(|(pieces, figures)| {
        let mut placed: Vec<Placed> = Vec::new();
        for (kind, x, y, turn) in pieces {
            placed.push(Placed { piece: Terrain::ALL[kind], at: Pt::new(x, y), turn });
            if check_table(&placed).is_err() {
                placed.pop();
            }
        }
        let mut table = Tabletop { board: board_of(&placed), ..Tabletop::default() };
        for (seat, x, y, fx, fy, down) in figures {
            let at = Pt::new(x, y);
            let z = table.board.support(at, i32::MAX);
            let facing = if (fx, fy) == (0, 0) { Pt::new(0, 1) } else { Pt::new(fx, fy) };
            let figure = Figure {
                seat: Seat(seat),
                at,
                z,
                facing,
                down,
                status: Status::OnTable,
                ..Figure::default()
            };
            table.figures.push(figure);
            let last = Fig(table.figures.len() as u8 - 1);
            if table.space().legal_point(last, at, z).is_err() {
                table.figures.pop();
            }
        }
        table
    })
}

/// Turned by quarter turns about the centre of the table.
fn quarter(p: Pt, turns: u8) -> Pt {
    let centre = Pt::new(TABLE / 2, TABLE / 2);
    (p - centre).turned(turns * 6) + centre
}

fn turned(table: &Tabletop, turns: u8) -> Tabletop {
    let poly = |poly: &Poly| {
        let points: Vec<Pt> = poly.vertices().iter().map(|p| quarter(*p, turns)).collect();
        Poly::new(&points).unwrap()
    };
    let parts =
        table.board.parts().iter().map(|part| Part { poly: poly(&part.poly), ..part.clone() }).collect();
    let figures = table.figures.iter().map(|figure| Figure {
        at: quarter(figure.at, turns),
        facing: figure.facing.turned(turns * 6),
        ..*figure
    });
    Tabletop { board: Board::of_parts(parts), figures: figures.collect(), ..Tabletop::default() }
}

/// GEN-GEO-08, told as the catalogue tells it, heights and places compared as fractions.
fn reference_sees(space: Space<'_>, v: Fig, t: Fig) -> bool {
    let (eye, target) = (space.stance(v), space.stance(t));
    if eye.down {
        return false;
    }
    let d = target.at - eye.at;
    let len = csqrt(d.norm2() as u64) as i64;
    let heights: &[i32] = if target.down { &[60] } else { &[270, 100] };
    for k in [0i64, 62, -62, 125, -125] {
        let aside = Pt::new(rdiv(i64::from(-d.y) * k, len) as i32, rdiv(i64::from(d.x) * k, len) as i32);
        let p = target.at + aside;
        for z in heights {
            let to_z = target.z + z;
            let blocked = space.board.parts().iter().any(|part| {
                let screen = match part.los {
                    Screen::None => false,
                    Screen::Solid => true,
                    Screen::Dense => !part.poly.contains(eye.at) && !part.poly.contains(target.at),
                };
                screen && reference_blocks(part, eye.at, eye.z + SCALE.eye, p, to_z)
            });
            if eye.facing.dot(p - eye.at) >= 0 && !blocked {
                return true;
            }
        }
    }
    false
}

/// Whether a prism blocks a line: every crossing with the lines of its edges, in order, gives pieces of the line; one of
/// them has its middle strictly inside, and its lower end is below the height.
fn reference_blocks(part: &Part, a: Pt, za: i32, b: Pt, zb: i32) -> bool {
    // Parameters as fractions n / d, d > 0.
    let mut cuts: Vec<(i128, i128)> = vec![(0, 1), (1, 1)];
    let side = |v: Pt, w: Pt, p: Pt| i128::from((w - v).cross(p - v));
    for (v, w) in part.poly.edges() {
        let (fa, fb) = (side(v, w, a), side(v, w, b));
        let (n, d) = if fa - fb < 0 { (-fa, fb - fa) } else { (fa, fa - fb) };
        if d != 0 && n > 0 && n < d {
            cuts.push((n, d));
        }
    }
    cuts.sort_by(|one, two| (one.0 * two.1).cmp(&(two.0 * one.1)));
    let low =
        |(n, d): (i128, i128)| i128::from(za) * d + n * i128::from(zb - za) < i128::from(part.height) * d;
    cuts.windows(2).any(|ends| {
        let ((n0, d0), (n1, d1)) = (ends[0], ends[1]);
        let (n, d) = (n0 * d1 + n1 * d0, 2 * d0 * d1);
        let inside =
            part.poly.edges().all(|(v, w)| side(v, w, a) * d + (side(v, w, b) - side(v, w, a)) * n > 0);
        n0 * d1 < n1 * d0 && inside && (low(ends[0]) || low(ends[1]))
    })
}

/// GEN-GEO-15 step by step.
fn reference_push(space: Space<'_>, fig: Fig, away: Pt, by: i32) -> Pushed {
    let (start, z) = (space.figure(fig).at, space.figure(fig).z);
    let d = start - away;
    let len = csqrt(d.norm2() as u64) as i32;
    let mut pushed = Pushed { end: start, z, drop: 0, toppled: vec![], stopped: None };
    let others = || space.figs_but(fig);
    'steps: for s in 1..=by {
        let p = at(start, d, s, len);
        if p.x < R || p.y < R || p.x > TABLE - R || p.y > TABLE - R {
            pushed.stopped = Some(Obstacle::Table);
            break;
        }
        let wall = |part: &&Part| part.blocks(z, STEP) && seg_poly_lt(p, p, &part.poly, R - SCALE.slack);
        if let Some(part) = space.board.parts().iter().find(wall) {
            pushed.stopped = Some(Obstacle::Piece(part.piece));
            break;
        }
        let over = others().filter(|(_, it)| {
            (it.z - z).abs() <= STEP && it.at.dist2(p) < i64::from(2 * R - SCALE.slack).pow(2)
        });
        let hit: Vec<Fig> =
            over.filter(|(_, it)| it.at.dist2(p) < it.at.dist2(pushed.end)).map(|(fig, _)| fig).collect();
        if !hit.is_empty() {
            pushed.stopped = hit.first().copied().map(Obstacle::Figure);
            pushed.toppled = hit;
            break;
        }
        if space.board.support(p, z) < z {
            for far in s..=s + 550 {
                let q = at(start, d, far, len);
                let low = space.board.support(q, z);
                if low < z && space.legal_point(fig, q, low).is_ok() {
                    (pushed.end, pushed.z, pushed.drop) = (q, low, z - low);
                    break 'steps;
                }
            }
            pushed.stopped = Some(Obstacle::Level);
            break;
        }
        pushed.end = p;
    }
    let touch = |at: Pt, z: i32| -> Vec<Fig> {
        let near = others()
            .filter(|(_, it)| (it.z - z).abs() <= STEP && it.at.dist2(at) <= i64::from(260i32.pow(2)));
        near.map(|(fig, _)| fig).collect()
    };
    let before = touch(start, z);
    pushed.toppled.extend(touch(pushed.end, pushed.z).into_iter().filter(|other| !before.contains(other)));
    pushed.toppled.retain(|other| !space.figure(*other).down);
    pushed.toppled.sort_unstable();
    pushed.toppled.dedup();
    pushed
}

/// Figures on the table but one.
trait Others {
    fn figs_but(self, fig: Fig) -> impl Iterator<Item = (Fig, Stance)>;
}

impl Others for Space<'_> {
    fn figs_but(self, fig: Fig) -> impl Iterator<Item = (Fig, Stance)> {
        self.fielded().filter(move |(other, _)| *other != fig).map(|(other, figure)| (other, figure.stance()))
    }
}

/// The first length at which a walker touches a standing enemy, by trying every one.
fn reference_touch(space: Space<'_>, trip: &Trip<'_>) -> Option<i32> {
    let mut points = vec![trip.start];
    points.extend(trip.path);
    let mut before = 0;
    for ends in points.windows(2) {
        let len = seglen(ends[0], ends[1]);
        for s in 1..=len {
            if touches_standing(space, trip.fig, at(ends[0], ends[1] - ends[0], s, len)) {
                return Some(before + s);
            }
        }
        before += len;
    }
    None
}

/// Where a walker stops that first touches an enemy at a length, by trying every one: the first free place within 1 mm that touches
/// still, else the last one before.
fn reference_stop(space: Space<'_>, trip: &Trip<'_>, s: i32) -> Option<i32> {
    let z = space.figure(trip.fig).z;
    let free = |s: &i32| space.legal_point(trip.fig, along(trip, *s), z).is_ok();
    let touches = |s: &i32| touches_standing(space, trip.fig, along(trip, *s));
    let beyond = (s..=(s + SCALE.contact).min(space.length(trip))).filter(touches).find(free);
    beyond.or_else(|| (1..s).rev().find(free))
}

fn touches_standing(space: Space<'_>, fig: Fig, at: Pt) -> bool {
    let z = space.figure(fig).z;
    space
        .touching(fig, at, z)
        .any(|other| space.figure(other).seat != space.figure(fig).seat && !space.figure(other).down)
}

fn path() -> impl Strategy<Value = Vec<Pt>> {
    let by = prop_oneof![-900..900i32, -120..120i32];
    let step = (by.clone(), by).prop_map(|(x, y)| Pt::new(x, y));
    proptest::collection::vec(step, 1..5)
}

/// Way-points from steps.
fn from_steps(start: Pt, steps: &[Pt]) -> Vec<Pt> {
    let points = steps.iter().scan(start, |here, step| {
        *here = *here + *step;
        Some(*here)
    });
    points.collect()
}

fn check_walk(table: &Tabletop, fig: Fig, steps: &[Pt]) -> Result<(), TestCaseError> {
    let space = table.space();
    let path = from_steps(space.figure(fig).at, steps);
    let trip = Trip::new(space, fig, &path, Gait::new(8_000, Speed::NORMAL));
    let Ok(walked) = space.walk(&trip) else { return Ok(()) };
    let z = space.figure(fig).z;
    prop_assert!(space.legal_point(fig, walked.end, z).is_ok());
    match (walked.cut, reference_touch(space, &trip)) {
        (None, touch) => prop_assert_eq!(touch, None),
        (Some(_), Some(s)) => {
            prop_assert!(walked.length <= s + 10);
            if !touches_standing(space, fig, trip.start) {
                prop_assert_eq!(Some(walked.length), reference_stop(space, &trip, s));
            }
        }
        (Some(_), None) => prop_assert!(false, "cut without contact"),
    }
    let stops = space.checkpoints(&trip, &walked);
    prop_assert_eq!(stops.last().map(|stop| stop.s), Some(walked.length));
    prop_assert!(stops.windows(2).all(|two| two[0].s < two[1].s));
    let mut moved = table.clone();
    for stop in &stops {
        prop_assert!(space.legal_point(fig, stop.at, z).is_ok());
        prop_assert!(space.cost_to(&trip, stop.s) <= walked.cost);
        moved.figures[fig.i()].at = stop.at;
        let here = moved.space();
        // It can be left again: back, on, or some other way.
        let exits = (0..24).map(|n| stop.at + Pt::new(12, 0).turned(n));
        let free = |to: Pt| here.segment_clear(fig, None, stop.at, to, z).is_ok();
        let shut = here.figs_but(fig).filter(|(_, it)| it.at.dist2(stop.at) < 300 * 300).count() > 1;
        prop_assert!(exits.into_iter().any(free) || shut, "shut in at {:?}", stop.at);
        // And the declared path is never too long when it is taken up again.
        let rest = space_walk(here, Trip { from: stop.s, ..trip });
        let dear = matches!(rest, Err(Halt::TooLong { .. }));
        prop_assert!(!dear, "{rest:?}");
    }
    // No base is crossed on the way.
    for s in 0..=walked.length {
        let p = along(&trip, s);
        let gap = i64::from(2 * R - SCALE.slack - 1).pow(2);
        let hit = space.figs_but(fig).any(|(_, it)| (it.z - z).abs() <= STEP && it.at.dist2(p) < gap);
        prop_assert!(!hit, "a base at {} of {}", s, walked.length);
        let wall = |part: &Part| part.blocks(z, STEP) && seg_poly_lt(p, p, &part.poly, R - SCALE.slack - 1);
        prop_assert!(!space.board.parts().iter().any(wall), "a wall at {s}");
    }
    Ok(())
}

fn space_walk(space: Space<'_>, trip: Trip<'_>) -> Result<Walked, Halt> {
    if trip.path.is_empty() { Err(Halt::Empty) } else { space.walk(&trip) }
}

/// The place at a length, told plainly.
fn along(trip: &Trip<'_>, s: i32) -> Pt {
    let (mut from, mut left) = (trip.start, s);
    for to in trip.path {
        let len = seglen(from, *to);
        if left <= len && len > 0 {
            return at(from, *to - from, left, len);
        }
        left -= len;
        from = *to;
    }
    from
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// GEN-GEO-08.
    #[test]
    fn gen_geo_08_sees_equals_the_plain_procedure(table in table()) {
        let space = table.space();
        for (v, _) in space.fielded() {
            for (t, _) in space.figs_but(v) {
                let seen = space.sees(v, t, false);
                prop_assert_eq!(seen, reference_sees(space, v, t), "{:?} {:?}", v, t);
                let report = space.sight(v, space.stance(v), t, space.stance(t), false);
                prop_assert_eq!(seen, report.seen);
                let with = space.sees(v, t, true);
                prop_assert!(seen || !with);
                prop_assert_eq!(with, space.sight(v, space.stance(v), t, space.stance(t), true).seen);
            }
        }
    }

    /// GEN-GEO-15, GEN-GEO-05: a stored state has no overlap.
    #[test]
    fn gen_geo_15_pushes(table in table(), by in 1..1_000i32, from in any::<prop::sample::Index>()) {
        let space = table.space();
        prop_assume!(table.figures.len() > 1);
        let a = Fig(from.index(table.figures.len()) as u8);
        for (b, _) in space.figs_but(a) {
            let away = space.figure(a).at;
            let pushed = space.push(b, away, by);
            prop_assert_eq!(&pushed, &reference_push(space, b, away, by));
            prop_assert!(space.legal_point(b, pushed.end, pushed.z).is_ok(), "{:?}", pushed);
            prop_assert!(pushed.toppled.iter().all(|fig| !space.figure(*fig).down && *fig != b));
            let mut after = table.clone();
            (after.figures[b.i()].at, after.figures[b.i()].z) = (pushed.end, pushed.z);
            let now = after.space();
            prop_assert!(now.figs_but(b).all(|(other, _)| !now.overlap(b, other)));
            if let Some(p) = now.follow_up(a, b) {
                prop_assert!(now.legal_point(a, p, now.figure(a).z).is_ok());
                after.figures[a.i()].at = p;
                prop_assert!(after.space().contact(a, b));
            }
        }
    }

    /// GEN-ACT-32, GEN-GEO-11, GEN-GEO-13.
    #[test]
    fn gen_geo_13_walks(table in table(), paths in proptest::collection::vec(path(), 12)) {
        for (i, steps) in paths.iter().enumerate() {
            if let Some((fig, _)) = table.space().fielded().filter(|(_, figure)| !figure.down).nth(i)
                && !table.space().locked(fig)
            {
                check_walk(&table, fig, steps)?;
            }
        }
    }

    /// GEN-STA-09: the answers that stop at the first contact are those of the list of contacts.
    #[test]
    fn gen_sta_09_contacts_are_those_of_the_list(table in table(), near in prop_oneof![250..262i32, 0..600i32]) {
        // On a random table figures seldom touch: the second stands beside the first.
        let mut figures = table.space().figures.to_vec();
        if let [first, second, ..] = &mut figures[..] {
            (second.at, second.z) = (first.at + Pt::new(near, 0), first.z);
        }
        let space = Space { figures: &figures, ..table.space() };
        for (fig, figure) in space.fielded() {
            let standing: Vec<Fig> = space.touching_enemies(fig).filter(|it| !space.figure(*it).down).collect();
            prop_assert_eq!(space.touches_any(fig), space.touching(fig, figure.at, figure.z).next().is_some());
            prop_assert_eq!(space.is_held(figure, None), !standing.is_empty());
            for except in &standing {
                prop_assert_eq!(space.is_held(figure, Some(*except)), standing.len() > 1);
            }
        }
    }

    /// GEN-SKL-10, GEN-SKL-17: nothing legal is left out but rounding.
    #[test]
    fn gen_skl_17_as_far_as_it_goes(table in table(), steps in proptest::collection::vec(path(), 12)) {
        let space = table.space();
        for (i, steps) in steps.iter().enumerate() {
            let Some((fig, figure)) = space.fielded().nth(i) else { break };
            if space.locked(fig) || figure.down {
                continue;
            }
            let path = [figure.at + steps[0]];
            let trip = Trip::new(space, fig, &path, Gait { straight: true, ..Gait::new(600, Speed::NORMAL) });
            match space.walk_as_far(&trip) {
                Ok(walked) => {
                    prop_assert!(walked.cost <= 600 && space.legal_point(fig, walked.end, figure.z).is_ok());
                    // The farthest length from which all is free, found by trying every one.
                    let free = |s: &i32| {
                        let clear = space.segment_clear(fig, None, figure.at, along(&trip, *s), figure.z).is_ok();
                        clear && space.cost_to(&trip, *s) <= 600
                    };
                    let far = (1..=seglen(figure.at, path[0])).rev().find(free);
                    let touch = reference_touch(space, &trip);
                    prop_assert!(touch.is_none_or(|s| walked.length <= s + 10));
                    prop_assert!(touch.is_some() || far == Some(walked.length), "{:?} {:?}", walked, far);
                }
                Err(_) => prop_assert!(space.walk(&trip).is_err()),
            }
        }
    }

    /// GEN-GEO-18: turning the table by quarter turns changes nothing but places.
    #[test]
    fn gen_geo_18_quarter_turns(table in table(), turns in 1u8..4, steps in path(), by in 1..1_000i32) {
        let other = turned(&table, turns);
        let (here, there) = (table.space(), other.space());
        for (a, figure) in here.fielded() {
            prop_assert_eq!(
                here.covered(figure.at, figure.z, figure.facing),
                there.covered(there.figure(a).at, figure.z, there.figure(a).facing)
            );
            for (b, _) in here.figs_but(a) {
                prop_assert_eq!(here.sees(a, b, true), there.sees(a, b, true));
                prop_assert_eq!(here.contact(a, b), there.contact(a, b));
            }
            let away = Fig((a.0 + 1) % table.figures.len() as u8);
            if away != a {
                let pushed = here.push(a, here.figure(away).at, by);
                let expected = Pushed { end: quarter(pushed.end, turns), ..pushed };
                prop_assert_eq!(there.push(a, there.figure(away).at, by), expected);
            }
            let path = from_steps(figure.at, &steps);
            let mirrored: Vec<Pt> = path.iter().map(|p| quarter(*p, turns)).collect();
            let gait = Gait::new(2_000, Speed::NORMAL);
            let walked = here.walk(&Trip::new(here, a, &path, gait));
            let expected = walked.map(|walked| Walked { end: quarter(walked.end, turns), ..walked });
            prop_assert_eq!(there.walk(&Trip::new(there, a, &mirrored, gait)), expected);
        }
    }
}
