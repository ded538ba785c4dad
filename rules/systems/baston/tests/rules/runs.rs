//! Chapter 7: runs.

use bagarre_baston::testkit::scene::{Layer, WindowState};

use super::harness::{Case, grid, lying};

/// BAS-C-01.
#[test]
fn bas_c_01_a_run() {
    Case::new("A . . . .", "A 0 >3 VIT4")
        .orders("A C4/-")
        .expect("A at 1,5; A owes; told BAS-C-01; told BAS-PRG-07")
        .check();
    Case::new("A . . . .", "A 0 >3 VIT4")
        .orders("A C3/- -/- C2/-")
        .sequences(3)
        .expect("A left; untold BAS-C-03")
        .check();
    // An open door is fine, an open window is not; a chair in hand is allowed.
    Case::new("A .D.\n+ + +\n. . .", "A 0 >3 [chaise]")
        .door((1, 2, "e"), "1,3", "2,3")
        .tweak(|p| p.scene.doors[0].open[0] = true)
        .orders("A C2/-")
        .expect("A at 1,3; A carries chaise")
        .check();
    Case::new("A .F.", "A 0 >3")
        .window((1, 2, "e"), "1,2", "1,3")
        .tweak(|p| p.scene.windows[0] = WindowState::Open)
        .orders("A C2/-")
        .dice("8:1")
        .expect("A at 1,2; A gained 1; told BAS-C-03")
        .check();
    // Along the bar.
    Case::new("# # #", "A 0 >3 at=1,1 top").orders("A C2/-").expect("A at 1,3; A top").check();
}

/// BAS-C-02.
#[test]
fn bas_c_02_a_chair_on_the_way() {
    let run = |board: &str| Case::new(board, "A 0 >3 VIT4 DEX4").orders("A C4/-");
    run("A . h . .").dice("8:4").expect("A at 1,5; A stands").check();
    // The example: the chair on the second point, prone on the third.
    run("A . h . .")
        .dice("8:7 8:1")
        .expect("A at 1,4; A prone; A gained 1; A owes; tells BAS-C-02 BAS-FAL-02")
        .check();
    // On the chair's point where a runner cannot go on, or where another character is.
    run("A . h|. .").dice("8:7 8:1").expect("A at 1,3; A prone").check();
    Case::new("A . h B .", "A 0 >3 VIT4 DEX4 FOR7; B 1 FOR1")
        .orders("A C4/-")
        .dice("8:7 8:1")
        .expect("A at 1,3; A prone; B at 1,4")
        .check();
    // A chair after another: only the first is met.
    run("A . h h .").dice("8:7 8:1").expect("A at 1,4; A prone").check();
    // The last point of a run, too.
    Case::new("A . h .", "A 0 >3 DEX4").orders("A C2/-").dice("8:7 8:1").expect("A at 1,4; A prone").check();
    // A fall does not leave the board.
    Case::new("A . h", "A 0 >3 DEX4").orders("A C2/-").dice("8:7 8:1").expect("A at 1,3; A prone").check();
}

/// BAS-C-02.
#[test]
fn bas_c_02_the_chair_in_hand_falls_with_the_runner() {
    Case::new("A . h . .", "A 0 >3 DEX4 VIT4 [chaise]")
        .orders("A C4/-")
        .dice("8:7 8:1")
        .expect("A at 1,4; A prone; A lacks chaise; lies chaise 1,4; lies chaise 1,3")
        .check();
}

/// BAS-C-03.
#[test]
fn bas_c_03_an_obstacle_stops_a_run() {
    for board in ["A . .|.", "A . . T", "A . . V", "A . . #", "A . . ="] {
        Case::new(board, "A 0 >3 VIT4")
            .orders("A C3/-")
            .dice("8:1")
            .expect("A at 1,3; A stands; A gained 1; A owes; told BAS-C-03")
            .check();
    }
    Case::new("A|. .", "A 0 >3").orders("A C2/CP").dice("8:7").expect("A at 1,1; A gained 2; A owes").check();
    // A corner is an obstacle.
    Case::new(&grid("T . . / A . ."), "A 0 >2")
        .orders("A C2/-")
        .dice("8:1")
        .expect("A at 2,1; A gained 1")
        .check();
}

/// BAS-C-04.
#[test]
fn bas_c_04_a_jostle_ends_the_run() {
    Case::new("A . B . .", "A 0 >3 VIT4 FOR5; B 1 FOR4")
        .orders("A C4/-")
        .expect("A at 1,3; B at 1,4; A owes; A gained 0; told BAS-C-04")
        .check();
    Case::new("A . B . .", "A 0 >3 VIT4 FOR3; B 1 FOR4")
        .orders("A C4/-")
        .expect("A at 1,2; B at 1,3; A gained 0")
        .check();
    // Run and hit: the second round is free.
    Case::new("A . B .", "A 0 >3 VIT3 FOR3 DEX5; B 1 >7 FOR4")
        .orders("A C3/CP")
        .dice("8:3 20:2")
        .expect("A at 1,2; told BAS-CBT-09")
        .check();
    // A chair under the feet of the winner: its run is over, so it falls on the point of the chair.
    Case::new("A . B . .", "A 0 >3 VIT4 FOR5 DEX3; B 1 FOR4")
        .tweak(|p| p.scene.items.push(lying("chaise", "1,3", Layer::Ground)))
        .orders("A C4/-")
        .dice("8:4 8:1")
        .expect("A at 1,3; A prone; B at 1,4; tells BAS-C-04 BAS-C-02")
        .check();
}

/// BAS-PRG-07.
#[test]
fn bas_prg_07_a_run_is_owed_a_rest() {
    // The run of the third sequence locks the first of the next turn; a stun meanwhile counts as that rest.
    Case::new("A . .", "A 0 >3").orders("A -/- -/- C2/-").sequences(3).expect("A at 1,3; A owes").check();
    Case::new("A .|. .", "A 0 >3")
        .orders("A C2/- -/- M7/-")
        .dice("8:1")
        .sequences(3)
        .expect("A at 1,1")
        .check();
    // A run that is lost owes nothing.
    Case::new("A . .", "A 0 >3 prone").orders("A C2/-").expect("A at 1,1").check().never_owed('A');
}
