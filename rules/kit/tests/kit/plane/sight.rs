//! Contact, sight and cover.

use bagarre_kit::plane::{Fig, Lookout, Part, Pt, Stance, Track};
use proptest::prelude::*;

use super::tabletop::{Tabletop, pt, rect, reeds, top, wall};

fn sees(parts: Vec<Part>, from: (i32, i32), to: (i32, i32)) -> bool {
    let mut table = Tabletop::with(parts);
    let (a, b) = (table.put(0, from.0, from.1), table.put(1, to.0, to.1));
    table.space().sees_turned(a, b, false)
}

#[test]
fn bases_touch_within_the_gap_and_overlap_beyond_the_slack() {
    for (apart, contact, overlap) in
        [(38, true, true), (39, true, false), (42, true, false), (43, false, false)]
    {
        let mut table = Tabletop::default();
        let (a, b) = (table.put(0, 500, 500), table.put(1, 500, 500 + apart));
        assert_eq!((table.space().contact(a, b), table.space().overlap(a, b)), (contact, overlap), "{apart}");
    }
    let mut table = Tabletop::default();
    let (a, b) = (table.put(0, 500, 500), table.put_on(11, 1, 540, 500));
    assert!(!table.space().contact(a, b), "more than a step apart in height");
    table.discs[b.i()].stance.z = 10;
    assert_eq!(table.space().touching_enemies(a).collect::<Vec<_>>(), [b]);
    table.discs[b.i()].there = false;
    assert_eq!(table.space().touching(a, pt(500, 500), 0).count(), 0, "whoever has left touches nobody");
}

#[test]
fn a_wall_hides_what_is_behind_all_of_it() {
    let house = || vec![wall(rect((400, 600), (480, 520)), 100)];
    assert!(!sees(house(), (500, 300), (500, 700)));
    assert!(sees(house(), (300, 300), (300, 700)), "beside it");
    assert!(sees(house(), (390, 300), (390, 700)), "a side of the base sticks out");
    assert!(sees(vec![wall(rect((400, 600), (480, 520)), 30)], (500, 300), (500, 700)), "over a low one");
    assert!(!sees(vec![wall(rect((400, 600), (480, 520)), 51)], (500, 300), (500, 700)), "above the eyes");
}

#[test]
fn reeds_hide_what_is_behind_them_and_not_who_is_in_them() {
    let patch = || vec![reeds(rect((400, 600), (450, 550)), 100)];
    assert!(!sees(patch(), (500, 300), (500, 700)));
    assert!(sees(patch(), (500, 300), (500, 500)));
    assert!(sees(patch(), (500, 500), (500, 700)));
}

#[test]
fn nobody_sees_backwards_or_from_the_ground_and_crowds_hide_only_where_they_are_asked() {
    let mut table = Tabletop::default();
    let (a, b) = (table.put(0, 500, 300), table.put(1, 500, 700));
    let between: Vec<Fig> = (0..5).map(|n| table.put(2, 440 + 30 * n, 500)).collect();
    assert!(table.space().sees(a, b, false));
    assert!(!table.space().sees(b, a, false), "it looks north");
    assert!(!table.space().sees(a, b, true));
    let report = table.space().sight(a, table.space().stance(a), b, table.space().stance(b), true);
    assert!(!report.seen && report.rays.iter().all(|ray| !ray.figures.is_empty() && ray.stop.is_some()));
    for fig in &between {
        table.discs[fig.i()].stance.down = true;
    }
    assert!(table.space().sees(a, b, true), "over who lies down");
    table.discs[a.i()].stance.down = true;
    assert!(!table.space().sees(a, b, false));
}

#[test]
fn cover_counts_the_rays_that_meet_something_high_enough() {
    let table = Tabletop::with([wall(rect((470, 530), (540, 550)), 20)]);
    let covered = |at: Pt, facing| table.space().covered(at, 0, facing);
    assert!(covered(pt(500, 500), pt(0, 1)) >= 4);
    assert_eq!(covered(pt(500, 500), pt(0, -1)), 0, "it is behind");
    assert_eq!(covered(pt(500, 470), pt(0, 1)), 0, "out of reach");
    assert_eq!(table.space().covered(pt(500, 500), 1, pt(0, 1)), 0, "a unit too low");
    let (at, against) = (pt(500, 500), pt(900, 500));
    let facing = table.space().cover_facing(at, 0, against).unwrap();
    assert!(table.space().can_cover(at, 0, facing) && facing.dot(against - at) >= 0);
    let report = table.space().cover(at, 0, facing);
    assert_eq!((report.covered, report.pieces()), (table.space().covered(at, 0, facing), vec![0]));
    let patch = Tabletop::with([reeds(rect((400, 600), (400, 600)), 5)]);
    assert_eq!(patch.space().covered(pt(500, 500), 0, pt(1, 0)), 16, "in it on all sides");
}

#[test]
fn from_a_roof_one_looks_over_what_hides_below() {
    let mut table =
        Tabletop::with([top(rect((400, 600), (100, 300)), 200), wall(rect((300, 700), (400, 420)), 100)]);
    let (low, high) = (table.put(0, 500, 350), table.put_on(200, 0, 500, 290));
    let target = table.put(1, 500, 700);
    assert!(!table.space().sees(low, target, false));
    assert!(table.space().sees(high, target, false));
}

proptest! {
    #[test]
    fn a_lookout_says_what_a_look_says(
        walls in proptest::collection::vec((100..800i32, 100..800i32, 10..150i32, 10..150i32, 0..150i32, any::<bool>()), 0..8),
        eye in (50..950i32, 50..950i32), facing in (-5..6i32, 1..6i32),
        from in (50..950i32, 50..950i32), by in (-30..31i32, -30..31i32), on in (-30..31i32, -30..31i32),
        bends in any::<bool>(), returns in any::<bool>(), down in any::<bool>(), block in any::<bool>(),
    ) {
        let part = |(x, y, w, h, height, dense): (i32, i32, i32, i32, i32, bool)| {
            let poly = rect((x, x + w), (y, y + h));
            if dense { reeds(poly, height) } else { wall(poly, height) }
        };
        let mut table = Tabletop::with(walls.into_iter().map(part));
        let (viewer, target) = (table.put(0, eye.0, eye.1), table.put(1, from.0, from.1));
        table.put(2, 500, 500);
        table.discs[viewer.i()].stance.facing = pt(facing.0, facing.1);
        table.discs[target.i()].stance.down = down;
        let space = table.space();
        // Straight, round a corner, or some of it back the same way.
        let place = |n: i32| {
            let (before, after) = if bends { (n.min(6), (n - 6).max(0)) } else { (n, 0) };
            let before = if returns && (5..8).contains(&n) { 10 - n } else { before };
            pt(from.0 + before * by.0 + after * on.0, from.1 + before * by.1 + after * on.1)
        };
        let places: Vec<Pt> = (0..12).map(place).collect();
        let seen = space.stance(target);
        let mut lookout = Lookout::new(space, viewer, seen, &Track::new(&places), block);
        for at in places.iter().copied() {
            let there = Stance { at, ..seen };
            let plain = space.sees_as(viewer, space.stance(viewer), target, there, block);
            prop_assert_eq!(lookout.sees(target, there), plain, "{:?}", at);
        }
        let mut told = Vec::new();
        Lookout::new(space, viewer, seen, &Track::new(&places), block).each_seen(target, seen, |n| told.push(n));
        let plain = |n: &u8| {
            let there = Stance { at: places[usize::from(*n)], ..seen };
            space.sees_as(viewer, space.stance(viewer), target, there, block)
        };
        prop_assert_eq!(told, (0..12).filter(plain).collect::<Vec<u8>>());
    }
}
