//! Knock-downs, pushes, chains and falls (section 10), to the examples of the catalogue.

use bagarre_generik::testkit::event::{What, Wound};
use bagarre_generik::testkit::ids::Era;

use crate::harness::Case;

/// `a1` knocks `b1` down; `b2` is far away.
fn knocked(a: &str, b: &str, more: &str) -> Case {
    Case::new(&format!("a1 {a}; b1 {b} da=0; b9 11700,300; {more}"))
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .answers(&["no"])
}

/// GEN-KND-01, R-165: along the line of centres, 5 cm; cover is lost.
#[test]
fn gen_knd_01_pushed_five_centimetres() {
    knocked("6000,6000", "6000,6250", "")
        .expect("b1 down; b1 da 0; b1 at 6000,6750; told GEN-KND-01")
        .check();
    // The test of GEN-GEO-15.
    knocked("6000,6000", "6180,6174", "").expect("b1 at 6539,6521").check();
    Case::new("a1 6000,6000 colt; b1 6000,7250 da=0 cover >n; b2 11700,300")
        .act("a1 shoot b1")
        .dice("A4 D3 W1")
        .expect("b1 bare; told GEN-COV-03; b1 faces n")
        .check();
}

/// GEN-KND-02, R-170: the wound table takes the DA; chain and blast leave them, unless an option says so.
#[test]
fn gen_knd_02_da() {
    knocked("6000,6000", "6000,6250", "b2 6000,6600 da=2").expect("b1 da 0; b2 down; b2 da 2").check();
    knocked("6000,6000", "6000,6250", "b2 6000,6600 da=2")
        .options(|options| options.chain_knockdown_loses_da = true)
        .expect("b2 down; b2 da 0")
        .check();
}

/// GEN-KND-03, R-166: the edge and solid pieces stop a push without harm; the examples.
#[test]
fn gen_knd_03_stopped() {
    // A fence whose near face is y = 6570.
    knocked("6000,6000", "6000,6250", "").terrain("W-3 6000,6600").expect("b1 at 6000,6447; b1 well").check();
    // The table edge.
    knocked("6000,11450", "6000,11700", "").expect("b1 at 6000,11875; b1 on").check();
    // Difficult ground does not slow it.
    knocked("6000,6000", "6000,6250", "").terrain("W-7 6000,6500").expect("b1 at 6000,6750").check();
}

/// GEN-KND-04, R-167: the chain, friend or foe; it goes no further and pushes no other figure.
#[test]
fn gen_knd_04_chain() {
    knocked("6000,6000", "6000,6250", "b2 6050,6600 da=1")
        .expect("b1 at 6000,6357; b2 down; b2 at 6050,6600; told GEN-KND-04")
        .check();
    // c touches d: d stays up.
    knocked("6000,6000", "6000,6250", "b2 6050,6600 da=1; b3 6050,6850 da=1")
        .expect("b2 down; b3 up")
        .check();
    // A friend of the attacker.
    knocked("6000,6000", "6000,6250", "a2 6050,6600").expect("a2 down; ended hurt").check();
    // Already down: nothing more happens.
    knocked("6000,6000", "6000,6250", "b2 6050,6600 da=1 down").expect("b1 at 6000,6357; b2 da 1").check();
    // A new contact at the end of a free push.
    knocked("6000,6000", "6000,6250", "b2 6000,7005 da=1").expect("b1 at 6000,6750; b2 down").check();
    // Brushing past does nothing.
    knocked("6000,6000", "6000,6250", "b2 6252,6500 da=1").expect("b1 at 6000,6750; b2 up").check();
}

/// GEN-KND-03: what stops a push is told: a figure, a piece, the border of the table; nothing when it goes all the way.
#[test]
fn gen_knd_03_what_stops_a_push() {
    use bagarre_generik::testkit::space::Obstacle;
    let stopped = |case: Case| {
        let played = case.check();
        played.facts.iter().find_map(|fact| match fact.what {
            What::Barred { by, .. } => Some(by),
            _ => None,
        })
    };
    assert_eq!(
        stopped(knocked("6000,6000", "6000,6250", "a2 6050,6600")),
        Some(Obstacle::Figure(bagarre_generik::testkit::ids::Fig(1)))
    );
    assert_eq!(stopped(knocked("6000,11500", "6000,11750", "")), Some(Obstacle::Table));
    assert_eq!(
        stopped(knocked("6000,6000", "6000,6250", "").terrain("W-3 6000,6600 0")),
        Some(Obstacle::Piece(0))
    );
    assert_eq!(stopped(knocked("6000,6000", "6000,6250", "")), None);
}

/// GEN-KND-05, R-164: a figure that lies is pushed again, and loses the DA it has.
#[test]
fn gen_knd_05_pushed_again() {
    Case::new("a1 6000,6000; b1 6000,6250 da=1 down; b2 11700,300")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .answers(&["0", "no"])
        .expect("b1 at 6000,6750; b1 da 0; b1 down; open")
        .check();
}

/// GEN-KND-06, R-168: falls. The cabin is 5 cm high with its edge at y = 6400, the outcrop 4 cm.
#[test]
fn gen_knd_06_falls() {
    knocked("6000,6000 z=500", "6000,6250 z=500", "")
        .terrain("W-2 6000,6000")
        .dice("A4 D3 W1 W2")
        .answers(&[])
        .expect("b1 at 6000,6523; b1 z 0; b1 down; b1 well; told GEN-KND-06; unasked 26")
        .check();
    // 4 cm: no roll; GEN-CC-09: no follow-up either, it lies on another level.
    let low = Case::new("a1 6000,6000 z=400; b1 6000,6250 z=400 da=0; b9 11700,300")
        .terrain("W-6 6000,6000")
        .act("a1 attack b1")
        .dice("A4 D3 W1")
        .expect("b1 z 0; b1 down; unasked 26; untold GEN-KND-07")
        .check();
    assert!(low.has_fact(|what| matches!(
        what,
        What::Moved { way: bagarre_generik::testkit::event::Way::Fell, .. }
    )));
}

/// GEN-KND-07, R-169: the figure that caused the push rolls, without weapon; 1 to 3 adds nothing; +1 only against a
/// figure that lay before.
#[test]
fn gen_knd_07_wound_of_a_fall() {
    let fall = |b: &str, dice: &str| {
        Case::new(&format!("a1 6000,6000 z=500 deux_mains; b1 6000,6250 z=500 da=0 {b}; b2 11700,300"))
            .era(Era::Pirates)
            .tweak(|position| {
                let cabin = bagarre_generik::testkit::ids::Terrain::W2;
                position.scene.pieces = vec![bagarre_generik::testkit::setup::Placed {
                    piece: cabin,
                    at: bagarre_kit::plane::Pt::new(6000, 6000),
                    turn: 0,
                }]
                .into();
            })
            .act("a1 attack b1")
            .dice(dice)
            .defaults()
    };
    let played = fall("", "A4 D3 W2 W3").expect("b1 down; b1 well; told GEN-KND-07").check();
    assert!(played.has_fact(|what| matches!(what, What::Wound { wound: Wound::Nothing, .. })));
    assert!(played.has_fact(|what| matches!(
        what,
        What::Rolled { throw: bagarre_generik::testkit::event::Throw::Wound, seat, total: 3, .. } if seat.0 == 0
    )));
    let wounded = fall("", "A4 D3 W2 W4").expect("b1 wounded; b1 down").check();
    let rules = |name: &str| {
        let facts = wounded.facts.iter().filter(|fact| format!("{:?}", fact.what).starts_with(name));
        facts.map(|fact| fact.rule.id().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(rules("Wounded"), ["GEN-KND-07"]);
    assert_eq!(rules("Wound {"), ["GEN-WND-01", "GEN-KND-07"]);
    fall("", "A4 D3 W2 W6").expect("b1 ooa").check();
    // It lay already: 1 +1 two-handed +1 down is a knock-down; the fall has +1 too.
    fall("down", "A4 D3 W1 W5").expect("b1 ooa").check();
    fall("mort_vivant", "A4 D3 W2 W4").expect("b1 well; b1 down").check();
    // Wounded before: a second wound.
    fall("wounded", "A4 D3 W2 W4").expect("b1 ooa; told GEN-WND-03").check();
}

/// GEN-KND-08, GEN-KND-09: a figure on the ground can only stand up and locks none; contacts change at once.
#[test]
fn gen_knd_08_on_the_ground() {
    let down = Case::new("a1 6000,6000 colt down; b1 6000,7250");
    for act in ["a1 shoot b1", "a1 move 6000,6100", "a1 reload fast", "a1 pivot >s"] {
        assert!(!down.allows(act), "{act}");
    }
    assert!(down.allows("a1 stand"));
    // Knocked away from its enemy, the attacker is free to shoot another.
    Case::new("a1 6000,6000 colt; b1 6000,6250 da=0; b2 8000,6000 da=0")
        .act("a1 attack b1")
        .act("a1 shoot b2")
        .dice("A4 D3 W1 A3 D3")
        .answers(&["no"])
        .expect("a1 da 0")
        .check();
    // A down enemy in contact does not lock.
    assert!(Case::new("a1 6000,6000; b1 6000,6250 down").allows("a1 move 6000,5500"));
}
