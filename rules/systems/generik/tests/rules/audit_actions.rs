//! Corners of actions under way: what stops them and what only ends the phase, bands that leave in the middle of
//! them, rulings that are switched.

use bagarre_generik::testkit::ids::{Era, Scenario};
use bagarre_generik::testkit::scene::Marker;

use super::harness::{Case, point};

/// R-025, GEN-TRN-04: a shot at the mover strays into a friend of it. The move goes on; the phase ends once it is done.
#[test]
fn r_025_the_move_goes_on() {
    Case::new("a1 6000,5000 >n; a2 6000,5852 >n; b1 9000,5352 >w colt; b2 6000,5600 >s down da=0")
        .act("a1 move 6000,5350 6200,5000")
        .dice("A6 D1 X1 W4")
        .answers(&["react b1 shoot at 3", "0", "a2", "go on"])
        .expect("a1 at 6200,5000; a1 da 1; a2 wounded; ended hurt; phase b")
        .check();
}

/// GEN-SHT-08: one of several shots strays into a friend. The others are fired, the window comes last, then
/// the phase ends.
#[test]
fn r_025_the_shots_go_on() {
    Case::new("a1 6000,6000 >n double_colt; a2 6000,7500 >s; b1 6000,7250 >s da=0; b2 6500,7250 >s colt")
        .act("a1 multi b1")
        .dice("A6 D1 X1 W1 A1 D3 A2 D5")
        .answers(&["a2", "b1", "react b2 shoot"])
        .expect("a2 down; a2 at 6000,8000; a1 charges 0; a1 da 0; b2 da 1; ended hurt; phase b")
        .defaults()
        .check();
}

/// R-031, GEN-CC-03, 10: of three bands one is wiped out by the first of several attacks. The next ones go on against the
/// other band; who designates is the owner of most standing enemies, in seat order.
#[test]
fn r_031_wiped_out_between_two_attacks() {
    Case::new("a1 6000,6000 deux_armes; b1 6000,6250 da=0; c1 6250,6000 da=0; c2 11700,300; d1 300,11700")
        .era(Era::Pirates)
        .scenario(Scenario::BastonGenerale)
        .act("a1 flurry")
        .answers(&["b1", "c1", "no"])
        .dice("A6 D1 W6 A6 D1 W1")
        .expect("beaten b; b1 ooa; c1 down; playing; a1 da 0; tells GEN-SCN-10 GEN-CC-06")
        .defaults()
        .check();
}

/// GEN-TRN-08, GEN-SCN-31: at the end of the last turn the objective is looked at before the game is drawn.
#[test]
fn gen_trn_08_control_before_the_last_turn() {
    let last = |held: u8| {
        Case::new("a1 6000,6250; b1 6000,11000")
            .scenario(Scenario::Ravioli)
            .tweak(move |position| {
                position.scene.turn = 20;
                position.scene.empty_run = 1;
                position.scene.control = Some((bagarre_kit::contract::Seat(0), held));
                position.scene.markers = vec![Marker { at: point("6000,6000"), owner: None, sacked: false }];
            })
            .act("end")
    };
    last(2).expect("winner a; reason control").check();
    last(1).expect("draw; reason turns").check();
}

/// with the option `figures_block_los` a figure in between hides a target; without it none does.
#[test]
fn r_101_figures_in_the_way() {
    let shot = || {
        Case::new("a1 6000,6000 >n colt; b1 6000,7250 >s da=0; a2 6000,6600 >n")
            .act("a1 shoot b1")
            .dice("A2 D5")
    };
    shot().expect("a1 da 1").check();
    let hidden = shot().options(|it| it.figures_block_los = true).play();
    assert!(hidden.problem().contains("generik.shoot.sight"), "{}", hidden.problem());
    // A figure that lies hides none that stands.
    Case::new("a1 6000,6000 >n colt; b1 6000,7250 >s da=0; a2 6000,6600 >n down")
        .options(|it| it.figures_block_los = true)
        .act("a1 shoot b1")
        .dice("A2 D5")
        .expect("a1 da 1")
        .check();
}

/// R-045, GEN-AO-04: with the option `allow_disengage` a figure that is left behind may answer once it is no longer
/// held; while the mover touches it, it may not.
#[test]
fn r_045_answering_who_walks_away() {
    let leaves = |path: &str| {
        Case::new("a1 6000,6000 >n; b1 6000,6250 >s colt").options(|it| it.allow_disengage = true).act(path)
    };
    leaves("a1 move 6000,5500")
        .answers(&["react b1 shoot at 0", "0", "go on"])
        .dice("A2 D5")
        .expect("a1 at 6000,5500; b1 da 1")
        .check();
    // Round it without letting go: no figure can answer, it is held all along.
    leaves("a1 move 6004,6000").expect("a1 at 6004,6000; unasked 15").check();
}

/// GEN-WND-08, GEN-TRN-12, R-255: a band of one that is put out of action in its own move has lost at once.
#[test]
fn gen_rou_03_the_only_one_shot_while_moving() {
    Case::new("a1 6000,3000 >n; b1 6000,5500 >s colt; b2 11700,11700")
        .act("a1 move 6000,4000")
        .answers(&["react b1 shoot at 9", "0"])
        .dice("A6 D1 W6")
        .expect("a1 ooa; winner b; reason eliminated")
        .check();
}

/// GEN-CC-09, GEN-CC-14, GEN-DEC-26: the defender who wins and knocks the attacker down may follow; the phase of the attacker
/// ends. GEN-KND-04: the one pushed away topples its own friend.
#[test]
fn gen_cc_09_the_defender_follows() {
    Case::new("a1 6000,6000; a2 6000,5640; b1 6000,6250 da=1; b2 11700,11700")
        .act("a1 attack b1")
        .answers(&["1", "yes"])
        .dice("A2 D1,5 W2")
        .expect("a1 down; a1 at 6000,5888; a2 down; a2 at 6000,5640; a2 da 2; b1 da 0; b1 at 6000,6148; ended hurt; phase b")
        .check();
}
