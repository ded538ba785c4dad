//! Casualties, morale and rout (section 14), and the scenarios that casualties decide.

use bagarre_generik::testkit::event::{Throw, What};
use bagarre_generik::testkit::ids::Scenario;

use crate::harness::{Case, Played};

/// `a1` shoots `b1`, who is put out of action.
fn killed(rest: &str) -> Case {
    Case::new(&format!("a1 6000,4000 colt; b1 6000,5250 da=0; {rest}")).act("a1 shoot b1")
}

fn rolled(played: &Played, wanted: Throw) -> usize {
    let is = |what: &What| matches!(what, What::Rolled { throw, .. } if *throw == wanted);
    played.facts.iter().filter(|fact| is(&fact.what)).count()
}

/// GEN-MOR-01, R-180: friends at 5, 30.0 and 30.1 cm; standing or down; in order of their numbers; never below 0.
#[test]
fn gen_mor_01_within_thirty_centimetres() {
    killed("b2 6000,6000 da=2; b3 6000,8500 da=0 down; b4 9260,5250 da=2")
        .dice("A6 D1 W6 M1 M1")
        .expect("b1 ooa; b2 da 1; b3 da 0; b4 da 2; told GEN-MOR-01")
        .check();
    let played = killed("b2 6000,6000 da=2; b3 6000,8500; b4 9260,5250")
        .dice("A6 D1 W6 M2 M6")
        .expect("b2 da 2")
        .check();
    assert_eq!(rolled(&played, Throw::Morale), 2);
    // Enemies of the casualty do not test, and no wall helps.
    killed("b2 6000,7500 da=2; a2 6000,3000")
        .terrain("W-1 6000,6400")
        .dice("A6 D1 W6 M1")
        .expect("b2 da 1; a2 da 2")
        .check();
}

/// GEN-MOR-02, T28: Sang froid (GEN-SKL-02, GEN-DEC-24) rolls again, Mort vivant (GEN-SKL-12) does not roll.
#[test]
fn gen_mor_02_skills() {
    killed("b2 6000,6000 mort_vivant; b3 6000,8000")
        .dice("A6 D1 W6 M1")
        .expect("b2 da 2; b3 da 1; told GEN-MOR-02")
        .check();
    killed("b2 6000,6000 sang_froid; b3 11700,300")
        .dice("A6 D1 W6 M1 M4")
        .defaults()
        .expect("b2 da 2; asked 24; told GEN-SKL-02")
        .check();
    killed("b2 6000,6000 sang_froid; b3 11700,300")
        .dice("A6 D1 W6 M1 M1")
        .answers(&["yes"])
        .expect("b2 da 1")
        .check();
    killed("b2 6000,6000 sang_froid; b3 11700,300")
        .dice("A6 D1 W6 M1")
        .answers(&["no"])
        .expect("b2 da 1")
        .check();
    // a test that is passed is not asked about.
    killed("b2 6000,6000 sang_froid; b3 11700,300").dice("A6 D1 W6 M2").expect("unasked 24").check();
}

/// GEN-ROU-01, T27, R-182: five fielded, two left.
#[test]
fn gen_rou_01_the_rout_die() {
    let five = "b2 11700,300; b3 11700,900; b4 9000,9000 ooa; b5 9300,9000 ooa";
    killed(five).dice("A6 D1 W6 X2").expect("playing; told GEN-ROU-01; b2 on").check();
    killed(five)
        .dice("A6 D1 W6 X3")
        .expect("over; winner a; reason rout; beaten b; b2 routed; b3 routed; told GEN-ROU-05")
        .check();
    // Six fielded: three out are not more than half.
    let played = killed("b2 11700,300; b3 11700,900; b4 11700,1500; b5 9000,9000 ooa; b6 9300,9000 ooa")
        .dice("A6 D1 W6")
        .expect("playing")
        .check();
    assert_eq!(rolled(&played, Throw::Rout), 0);
    // Four of six: a test against two.
    killed("b2 11700,300; b3 11700,900; b4 9000,9000 ooa; b5 9300,9000 ooa; b6 9600,9000 ooa")
        .dice("A6 D1 W6 X3")
        .expect("reason rout")
        .check();
}

/// GEN-ROU-02, R-183: the down, the wounded and those who left by the exit remain; a rout is no further loss.
#[test]
fn gen_rou_02_who_remains() {
    killed("b2 11700,300 down wounded; b3 11700,900 exited; b4 9000,9000 ooa; b5 9300,9000 ooa")
        .dice("A6 D1 W6 X2")
        .expect("playing; b3 exited")
        .check();
    killed("b2 11700,300 down wounded; b3 11700,900 exited; b4 9000,9000 ooa; b5 9300,9000 ooa")
        .dice("A6 D1 W6 X3")
        .expect("reason rout; b2 routed; b3 exited")
        .check();
}

/// GEN-ROU-03, R-187: no figure left, no die; R-252: one that has left alone wins nothing.
#[test]
fn gen_rou_03_nobody_left() {
    killed("").dice("A6 D1 W6").expect("over; winner a; reason eliminated; told GEN-ROU-03").check();
    killed("b2 9000,9000 exited").dice("A6 D1 W6").expect("over; winner a; reason eliminated").check();
}

/// GEN-ROU-06, R-188: no skill touches the rout die; the scenario comes before it.
#[test]
fn gen_rou_06_no_skill_on_the_rout_die() {
    killed("b2 11700,300 mort_vivant; b3 11700,900 sang_froid; b4 9000,9000 ooa; b5 9300,9000 ooa")
        .dice("A6 D1 W6 X3")
        .expect("reason rout; unasked 24")
        .check();
    // GEN-SCN-10, R-244: the third of five loses the brawl, without a die.
    killed("b2 11700,300; b3 11700,900; b4 9000,9000 ooa; b5 9300,9000 ooa")
        .scenario(Scenario::BastonGenerale)
        .dice("A6 D1 W6")
        .expect("over; winner a; reason scenario; told GEN-SCN-10; untold GEN-ROU-01")
        .check();
    killed("b2 11700,300; b3 11700,900; b4 11700,1500; b5 9300,9000 ooa")
        .scenario(Scenario::BastonGenerale)
        .dice("A6 D1 W6")
        .expect("playing")
        .check();
}

/// GEN-SCN-20, R-245: the chief.
#[test]
fn gen_scn_20_the_head_of_the_chief() {
    killed("b2 11700,300")
        .scenario(Scenario::TeteDuChef)
        .dice("A6 D1 W6")
        .expect("over; winner a; reason scenario; told GEN-SCN-20")
        .check();
    Case::new("a1 6000,4000 colt; b1 11700,300; b2 6000,5250 da=0")
        .scenario(Scenario::TeteDuChef)
        .act("a1 shoot b2")
        .dice("A6 D1 W6")
        .expect("b2 ooa; playing")
        .check();
}

/// casualties in order of occurrence; the first band to lose has lost.
#[test]
fn r_254_the_first_casualty_decides() {
    // A grenade kills b1 and, by a fall from the roof, a2: both bands would lose their brawl, b first.
    let played =
        Case::new("a1 6000,3000 grenade; a2 6000,5450 z=500 wounded da=0; a3 300,300 ooa; b1 6000,4500 da=0")
            .era(bagarre_generik::testkit::ids::Era::Ww2)
            .terrain("W-2 6000,5100")
            .scenario(Scenario::BastonGenerale)
            .act("a1 shoot b1")
            .dice("A5 D1 W6 X4 W4")
            .expect("b1 ooa; a2 ooa; over; winner a; beaten b")
            .check();
    assert!(played.has_fact(|what| matches!(what, What::Ended { .. })));
}

/// GEN-SET-10 with three bands: a beaten band leaves, the others go on; the last one wins.
#[test]
fn r_031_three_bands() {
    let figures = "a1 6000,4000 colt; a2 300,300; b1 6000,5250 da=0; c1 300,11000; c2 900,11000";
    Case::new(figures)
        .scenario(Scenario::BastonGenerale)
        .act("a1 shoot b1")
        .dice("A6 D1 W6")
        .expect("beaten b; playing; a1 da 1")
        .check();
}

/// The seat of the phase may be the one that routs: its phase is over (GEN-TRN-04), the others go on.
#[test]
fn gen_rou_05_routed_in_the_own_phase() {
    Case::new(
        "a1 6000,6000; a2 11700,300; a3 300,300 ooa; a4 900,300 ooa; a5 300,5000; b1 6000,6250 da=0; c1 300,11000",
    )
    .scenario(Scenario::BastonGenerale)
    .act("a1 attack b1")
    .dice("A1 D5 W6")
    .expect("beaten a; a2 routed; playing; phase b; told GEN-SCN-10")
    .check();
}
