//! Values that are computed once for all of a way agree at each place with the plain question (GEN-AO-04, GEN-LOS-01).

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::space::{Course, Gait, Lookout, Speed, Stance, Trip};
use bagarre_kit::plane::{Pt, Track};
use proptest::prelude::*;

use super::space_properties::table;
use super::tabletop::{Tabletop, block, pt, rect, wood};

/// Places on the way of a figure, every few u: what was seen from one place does not hold for the next.
fn along(from: Pt, by: Pt) -> Vec<Pt> {
    (1..=60).map(|n| Pt::new(from.x + by.x * n / 60, from.y + by.y * n / 60)).collect()
}

fn check(table: &Tabletop, viewer: Fig, target: Fig, places: &[Pt], blocks: bool) {
    let space = table.space();
    let stance = space.stance(target);
    let mut lookout = Lookout::new(space, viewer, stance, &Track::new(places), blocks);
    // There and back: the shadow of what hid one place is tried on others in either order.
    for at in places.iter().chain(places.iter().rev()) {
        let seen = Stance { at: *at, ..stance };
        let plain = space.sees_as(viewer, space.stance(viewer), target, seen, blocks);
        assert_eq!(lookout.sees(target, seen), plain, "{viewer:?} {target:?} {seen:?}");
    }
    let mut told = Vec::new();
    let mut lookout = Lookout::new(space, viewer, stance, &Track::new(places), blocks);
    lookout.each_seen(target, stance, |n| told.push(n));
    let seen = |n: &u8| {
        let seen = Stance { at: places[usize::from(*n)], ..stance };
        space.sees_as(viewer, space.stance(viewer), target, seen, blocks)
    };
    let plain: Vec<u8> = (0..places.len() as u8).filter(seen).collect();
    assert_eq!(told, plain, "{viewer:?} {target:?} {blocks}");
}

/// GEN-LOS-04, 05: out of the sun, into the shadow of a house and of a wood, into the wood and out again.
#[test]
fn gen_los_05_past_a_house_and_through_a_wood() {
    let house = block(rect((5500, 6500), (6600, 7400)), 600);
    let trees = wood(rect((6900, 7800), (6800, 8200)), 600);
    let mut table = Tabletop::with(vec![house, trees]);
    table.put(0, 6000, 6000);
    table.put(1, 4000, 7800);
    let places = along(pt(4000, 7800), pt(5000, 0));
    let seen = |at: &Pt| {
        let (space, eye) = (table.space(), table.space().stance(Fig(0)));
        space.sees_as(Fig(0), eye, Fig(1), Stance { at: *at, ..space.stance(Fig(1)) }, false)
    };
    assert!(places.iter().any(seen) && !places.iter().all(seen));
    check(&table, Fig(0), Fig(1), &places, false);
    check(&table, Fig(0), Fig(1), &places, true);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// GEN-AO-04, GEN-LOS-01.
    #[test]
    fn gen_ao_04_a_lookout_sees_what_is_seen(
        table in table(),
        by in (-3_000..3_000i32, -3_000..3_000i32),
        blocks in any::<bool>(),
    ) {
        let space = table.space();
        for (target, figure) in space.fielded() {
            let places = along(figure.at, Pt::new(by.0, by.1));
            for (viewer, _) in space.fielded().filter(|(viewer, _)| *viewer != target) {
                check(&table, viewer, target, &places, blocks);
            }
        }
    }

    /// GEN-SKL-10, GEN-SKL-17: a way looked at once goes as far for each budget as one looked at for it.
    #[test]
    fn gen_skl_17_one_course_for_all_budgets(
        table in table(),
        by in (-3_000..3_000i32, -3_000..3_000i32),
    ) {
        let space = table.space();
        for (fig, figure) in space.fielded().filter(|(_, figure)| !figure.down) {
            let way = [Pt::new(figure.at.x + by.0, figure.at.y + by.1)];
            let gait = |budget| Gait::new(budget, Speed::NORMAL);
            let course = Course::new(space, fig, &way, gait(1));
            for budget in [500, 1_000, 1_500, 3_000] {
                let found = course.along(budget);
                prop_assert_eq!(&found, &space.along(fig, &way, gait(budget)));
                if let Some((path, walked)) = found {
                    prop_assert_eq!(space.walk(&Trip::new(space, fig, &path, gait(budget))), Ok(walked));
                }
            }
        }
    }
}
