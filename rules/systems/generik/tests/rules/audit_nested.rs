//! Corners of what leads to what: falls within opportunity actions, blasts that fell both chiefs, charges answered at
//! every step (GEN-WND-08, R-254, GEN-SKL-10).

use bagarre_generik::testkit::ids::{Era, Scenario};

use super::harness::Case;

/// GEN-AO-08, GEN-KND-04, 06, GEN-MOR-01: a figure that runs along a roof is shot off it at a checkpoint, lands beside its
/// friend, who goes down, and dies of the fall, which shakes that friend.
fn off_the_roof(scenario: Scenario) -> Case {
    Case::new("a1 5600,6300 z=500 >n; a2 6000,6775 >n; a3 11700,300; b1 6000,4500 >n colt; b2 11700,11700")
        .scenario(scenario)
        .terrain("W-2 6000,6000")
        .act("a1 move 6400,6300")
        .answers(&["react b1 shoot at 3", "0"])
}

#[test]
fn shot_off_a_roof_onto_a_friend() {
    off_the_roof(Scenario::Sortie)
        .dice("A5 D2 W2 W6 M1")
        .expect("a1 ooa; a2 down; a2 da 1; a3 da 2; ended hurt; phase b; playing; tells GEN-KND-06 GEN-KND-04 GEN-KND-07 GEN-MOR-01")
        .check();
    // The fall does nothing: the mover stays where it fell, its move is over.
    off_the_roof(Scenario::Sortie)
        .dice("A5 D2 W2 W3")
        .expect("a1 down; a1 at 6000,6523; a1 z 0; a1 da 0; a2 down; a2 da 2; ended hurt")
        .check();
    // The head of the chief: morale first, then the game is over.
    off_the_roof(Scenario::TeteDuChef)
        .dice("A5 D2 W2 W6 M3")
        .expect("winner b; reason scenario; a2 down; a2 da 2; tells GEN-MOR-01 GEN-SCN-20")
        .check();
}

/// R-254, GEN-SHT-12: a grenade fells both chiefs from a roof. The struck one falls first: its band has lost, and
/// nothing is resolved for the other one.
#[test]
fn r_254_both_chiefs_in_one_blast() {
    Case::new("a1 6000,5700 z=500 >n grenade; a2 300,300; b1 6000,6300 z=500 >s da=0; b2 11700,11700")
        .era(Era::Ww2)
        .scenario(Scenario::TeteDuChef)
        .terrain("W-2 6000,6000")
        .act("a1 shoot b1")
        .dice("A6 D1 W2 W6 X5 W6")
        .expect(
            "winner a; reason scenario; b1 ooa; a1 ooa; tells GEN-KND-06 GEN-SHT-12 GEN-KND-06 GEN-SCN-20",
        )
        .check();
}

/// GEN-SKL-10, GEN-AO-03, R-266: each charger may be answered; who is hurt stops alone; the phase ends when all have moved.
#[test]
fn gen_skl_10_answered_at_every_step() {
    Case::new(
        "a1 6000,3000 >n chargez; a2 5500,3500 >n; a3 6500,3500 >n; a4 6000,3600 >n; b1 6000,5500 >s colt; b2 7000,5500 >s colt; b3 11700,11700",
    )
    .act("a1 charge a2:5500,4500 a3:6500,4500 a4:6000,4600")
    .answers(&[
        "react b1 shoot at 0", "0",
        "react b1 shoot at 4", "0", "go on",
        "react b2 shoot at 0", "0",
    ])
    .dice("A5 D1 W2 A2 D5 A5 D1 W4")
    .expect("a1 da 0; a2 down; a3 at 6500,4500; a3 da 2; a4 wounded; a4 at 6000,3700; b1 da 0; b2 da 1; ended hurt; phase b")
    .check();
}

/// GEN-SCN-50, R-252, R-341: the only figure of a band that leaves loses the game; the second to leave wins it even when
/// it is the last one.
#[test]
fn gen_scn_50_the_last_one_leaves() {
    Case::new("a1 6000,11000; b1 300,300 da=0")
        .act("a1 move 6000,11875 exit")
        .expect("a1 exited; winner b; reason eliminated")
        .check();
    Case::new("a1 6000,11000; a2 11700,300 exited; b1 300,300 da=0")
        .act("a1 move 6000,11875 exit")
        .expect("winner a; reason exit")
        .check();
}

/// GEN-CC-10, R-147, GEN-KND-04: several attacks stop when the chain of a knock-down brings the attacker's last enemy out of
/// reach; R-144: an enemy that went down by the chain is still struck.
#[test]
fn gen_cc_10_after_a_chain() {
    Case::new(
        "a1 6000,6000 deux_armes; b1 6000,6250 da=0; b2 6250,6000 da=0; b3 6000,6500 da=0; b4 11700,11700",
    )
    .era(Era::Pirates)
    .act("a1 flurry")
    // b designates b1; it is pushed into b3 at once and stays in contact. Then the attacker stops.
    .answers(&["b1", "no"])
    .dice("A6 D1 W1")
    .expect("b1 down; b1 at 6000,6252; b3 down; b3 at 6000,6500; a1 da 0")
    .check();
}

/// R-350, GEN-WND-08, R-254: two of five fall to one grenade when one is out already. At the first of them the band has lost
/// two, not yet three: it is the second that loses the game, after its own morale dice.
#[test]
fn r_350_casualties_one_by_one() {
    let blast = |scenario: Scenario| {
        Case::new(
            "a1 6000,4300 >n grenade; b1 6000,5700 z=500 >s da=0; b2 6000,6300 z=500 >s da=0; b3 300,300 ooa; b4 6000,7000 da=2; b5 300,600",
        )
        .era(Era::Ww2)
        .scenario(scenario)
        .terrain("W-2 6000,6000")
        .act("a1 shoot b1")
    };
    // b1 is out; b2 is blown off the roof; b4 tests for each of them.
    blast(Scenario::BastonGenerale)
        .dice("A6 D1 W6 X4 W6 M3 M1")
        .expect("winner a; reason scenario; b1 ooa; b2 ooa; b4 da 1")
        .check();
    // Elsewhere only the second one brings the rout die: two are left.
    blast(Scenario::Sortie).dice("A6 D1 W6 X4 W6 M3 M3 X2").expect("playing; b4 da 2").check();
    blast(Scenario::Sortie).dice("A6 D1 W6 X4 W6 M3 M3 X3").expect("winner a; reason rout").check();
}
