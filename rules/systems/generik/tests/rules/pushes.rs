//! Pushes, chains, falls, follow-ups: GEN-KND-03, 04, 06, GEN-GEO-15, 16.

use bagarre_generik::testkit::ids::Fig;
use bagarre_generik::testkit::space::Skirmish as _;

use super::tabletop::{Tabletop, block, pt, rect, roof};

const B: Fig = Fig(1);

/// a at (6000,6000), b where told, one more part.
fn pair(b: (i32, i32)) -> Tabletop {
    let mut table = Tabletop::default();
    table.put(0, 6000, 6000);
    table.put(1, b.0, b.1);
    table
}

#[test]
fn gen_knd_03_free_push() {
    let pushed = pair((6000, 6250)).space().push(B, pt(6000, 6000), 500);
    assert_eq!((pushed.end, pushed.z, pushed.drop), (pt(6000, 6750), 0, 0));
    assert!(pushed.toppled.is_empty());
}

#[test]
fn gen_geo_15_slanting_push() {
    let pushed = pair((6180, 6174)).space().push(B, pt(6000, 6000), 500);
    assert_eq!(pushed.end, pt(6539, 6521));
}

#[test]
fn gen_knd_03_wall_stops() {
    let mut table = Tabletop::with([block(rect((3000, 9000), (6570, 6630)), 150)]);
    table.figures = pair((6000, 6250)).figures;
    assert_eq!(table.space().push(B, pt(6000, 6000), 500).end, pt(6000, 6447));
}

#[test]
fn gen_knd_03_low_obstacles_do_not_stop() {
    let mut table = Tabletop::with([block(rect((3000, 9000), (6570, 6630)), 100)]);
    table.figures = pair((6000, 6250)).figures;
    table.mark(6000, 6500);
    assert_eq!(
        table.space().push(B, pt(6000, 6000), 500).end,
        pt(6000, 6750),
        "GEN-SCN-32: a marker neither"
    );
}

#[test]
fn gen_knd_03_table_edge_stops() {
    let mut table = Tabletop::default();
    table.put(0, 6000, 11_450);
    table.put(1, 6000, 11_700);
    assert_eq!(table.space().push(B, pt(6000, 11_450), 500).end, pt(6000, 11_875));
}

#[test]
fn gen_knd_04_chain() {
    let mut table = pair((6000, 6250));
    let c = table.put(0, 6050, 6600);
    let pushed = table.space().push(B, pt(6000, 6000), 500);
    assert_eq!(pushed.end, pt(6000, 6357));
    assert_eq!(pushed.toppled, [c]);
    table.figures[c.i()].down = true;
    let pushed = table.space().push(B, pt(6000, 6000), 500);
    assert_eq!((pushed.end, pushed.toppled.len()), (pt(6000, 6357), 0), "already down: nothing more");
}

#[test]
fn gen_knd_04_new_contact_at_the_end() {
    let mut table = pair((6000, 6250));
    let side = table.put(0, 6255, 6750);
    let brushed = table.put(0, 5745, 6500);
    let pushed = table.space().push(B, pt(6000, 6000), 500);
    assert_eq!(pushed.end, pt(6000, 6750));
    assert_eq!(pushed.toppled, [side], "brushing past does nothing (R-167)");
    assert!(!pushed.toppled.contains(&brushed));
}

#[test]
fn gen_knd_04_whom_it_touched_before_stays_up() {
    let mut table = pair((6000, 6250));
    table.put(0, 6250, 6250);
    table.figures.push(table.figures[0]);
    table.figures[3].at = pt(6000, 6880);
    let pushed = table.space().push(B, pt(6000, 6000), 350);
    assert_eq!(pushed.end, pt(6000, 6600), "two u farther it would touch no more than it does now");
    assert!(pushed.toppled.is_empty());
    // Blocked at once between its neighbours: those it touched at the start stay up.
    let mut table = pair((6000, 6250));
    table.put(0, 6249, 6260);
    let pushed = table.space().push(B, pt(6000, 6000), 5);
    assert_eq!(pushed.end, pt(6000, 6255));
    assert!(pushed.toppled.is_empty());
}

#[test]
fn gen_knd_06_fall() {
    let fall = |height: i32| {
        let mut table = Tabletop::with([roof(rect((5000, 7000), (5500, 6400)), height)]);
        table.stand(0, pt(6000, 6000), height);
        table.stand(1, pt(6000, 6250), height);
        table.space().push(B, pt(6000, 6000), 500)
    };
    let pushed = fall(600);
    assert_eq!((pushed.end, pushed.z, pushed.drop), (pt(6000, 6523), 0, 600));
    let pushed = fall(400);
    assert_eq!((pushed.end, pushed.drop), (pt(6000, 6523), 400), "below 5 cm no wound roll is due");
}

#[test]
fn gen_knd_06_no_landing_no_fall() {
    let mut table = Tabletop::with([
        roof(rect((5000, 7000), (5500, 6400)), 600),
        block(rect((4000, 8000), (6500, 9000)), 600),
    ]);
    table.stand(0, pt(6000, 6000), 600);
    table.stand(1, pt(6000, 6250), 600);
    let pushed = table.space().push(B, pt(6000, 6000), 500);
    assert_eq!((pushed.end, pushed.z, pushed.drop), (pt(6000, 6400), 600, 0), "it stays on the edge (R-168)");
}

#[test]
fn gen_knd_06_fall_goes_on_past_figures() {
    let mut table = Tabletop::with([roof(rect((5000, 7000), (5500, 6400)), 600)]);
    table.stand(0, pt(6000, 6000), 600);
    table.stand(1, pt(6000, 6250), 600);
    let below = table.put(0, 6000, 6530);
    let pushed = table.space().push(B, pt(6000, 6000), 500);
    assert_eq!((pushed.end, pushed.z), (pt(6000, 6778), 0), "the first free spot beyond");
    assert_eq!(pushed.toppled, [below], "GEN-KND-04: also after a fall");
}

/// GEN-KND-05, GEN-KND-09: a down figure is pushed like another one, and leaves the contact.
#[test]
fn gen_knd_05_down_figures_are_pushed_again() {
    let mut table = pair((6000, 6250));
    table.figures[1].down = true;
    assert_eq!(table.space().push(B, pt(6000, 6000), 1000).end, pt(6000, 7250));
}

#[test]
fn gen_geo_16_follow_up() {
    let mut table = pair((6000, 6750));
    table.figures[1].down = true;
    assert_eq!(table.space().follow_up(Fig(0), B), Some(pt(6000, 6490)));
    table.put(1, 6000, 6260);
    assert_eq!(table.space().follow_up(Fig(0), B), None, "another enemy holds it");
    table.figures[2].down = true;
    assert_eq!(table.space().follow_up(Fig(0), B), None, "the way is blocked");
    table.figures[2].at = pt(9000, 9000);
    table.figures[1].at = pt(6000, 7360);
    assert_eq!(table.space().follow_up(Fig(0), B), Some(pt(6000, 7100)));
    table.figures[1].at = pt(6000, 7361);
    assert_eq!(table.space().follow_up(Fig(0), B), None, "farther than 11 cm");
    table.figures[1].at = pt(6000, 6255);
    assert_eq!(table.space().follow_up(Fig(0), B), None, "it touches it still");
}

#[test]
fn gen_geo_16_never_down_a_drop() {
    let mut table = Tabletop::with([roof(rect((5000, 7000), (5500, 6400)), 600)]);
    table.stand(0, pt(6000, 6000), 600);
    table.put(1, 6000, 6523);
    assert_eq!(table.space().follow_up(Fig(0), B), None);
}
