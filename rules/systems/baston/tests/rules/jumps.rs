//! Chapter 7: jumps and leaps.

use bagarre_baston::testkit::event::What;

use super::harness::{Case, grid};

/// BAS-S-01.
#[test]
fn bas_s_01_up_one_step_and_down_two() {
    Case::new("A T", "A 0 >3").orders("A S3/-").expect("A at 1,2; A top; told BAS-S-01").check();
    Case::new("T .", "A 0 >3 at=1,1 top").orders("A S3/-").expect("A at 1,2; A ground; A stands").check();
    Case::new("T_ .", "A 0 >3 DEX4 at=1,1 top")
        .orders("A S3/-")
        .dice("8:4")
        .expect("A at 1,2; A stands")
        .check();
    // A barrier stops it; dashes between levels do not.
    Case::new("A|=", "A 0 >3").orders("A S3/-").dice("8:4").expect("A at 1,1; told BAS-S-01").check();
    // Corner rule on the level only: a jump up goes past a corner.
    Case::new(&grid("V T / A ."), "A 0 >2").orders("A S2/-").expect("A at 1,2; A top").check();
    Case::new(&grid("V . / A ."), "A 0 >2")
        .orders("A S2/-")
        .dice("8:4")
        .expect("A at 2,1; told BAS-MOV-02")
        .check();
}

/// BAS-S-01.
#[test]
fn bas_s_01_not_with_a_chair_in_hand() {
    let case = || Case::new("A T", "A 0 >3 [chaise]").orders("A S3/-");
    case().answers(&["no"]).expect("A at 1,1; A carries chaise; asked DEC-07; A gained 0").check();
    case().answers(&["yes"]).expect("A at 1,2; A top; lies chaise 1,1").check();
    // Left to the clock, it is dropped only if that makes the order legal (DEC-07).
    case().answers(&["default"]).expect("A at 1,2; A top").check();
    for (board, order) in [("A|T .", "S3"), ("A V .", "S3"), ("A . .", "F"), ("A V .", "F")] {
        Case::new(board, "A 0 >3 [chaise]")
            .orders(&format!("A {order}/-"))
            .answers(&["default"])
            .expect("A at 1,1; A carries chaise; A gained 0")
            .check();
    }
}

/// BAS-S-02.
#[test]
fn bas_s_02_tests_of_a_jump() {
    // Straight down from a table: none. Backwards down: one; failure is a fall from a height (2 levels).
    Case::new(". T", "A 0 >3 DEX4 at=1,2 top")
        .orders("A S7/-")
        .dice("8:4")
        .expect("A at 1,1; A stands; told BAS-S-02")
        .check();
    Case::new(". T", "A 0 >3 DEX4 at=1,2 top")
        .orders("A S7/-")
        .dice("8:5 8:4")
        .expect("A at 1,1; A prone; A gained 2; tells BAS-S-02 BAS-FAL-03")
        .check();
    // On the level: a fall on the spot; onto furniture: off it.
    Case::new("A .", "A 0 >3 DEX4")
        .orders("A S3/-")
        .dice("8:5 8:6")
        .expect("A at 1,2; A prone; A gained 1; told BAS-FAL-02")
        .check();
    Case::new("T # .", "A 0 >3 DEX4 at=1,1 top")
        .orders("A S3/-")
        .dice("8:5 8:3")
        .expect("A at 1,3; A prone; A ground; A gained 1; tells BAS-S-02 BAS-FAL-04")
        .check();
    // Two steps and backwards: still one test.
    Case::new(". T_", "A 0 >3 DEX4 at=1,2 top")
        .orders("A S7/-")
        .dice("8:1")
        .expect("A at 1,1; A stands")
        .check();
}

/// BAS-S-02.
#[test]
fn bas_s_02_an_occupant_is_jostled_first() {
    // A lost jostle needs no test.
    let lost =
        Case::new("A B .", "A 0 >3 FOR3; B 1 FOR4").orders("A S3/-").expect("A at 1,1; B at 1,2").check();
    assert!(!lost.has_fact(|what| matches!(what, What::Test { .. })));
    Case::new("A B .", "A 0 >3 FOR5 DEX4; B 1 FOR4")
        .orders("A S3/-")
        .dice("8:4")
        .expect("A at 1,2; B at 1,3; tells BAS-BOU-02 BAS-BOU-04 BAS-S-02 BAS-S-01")
        .check();
    // Up onto a table: its second point is where the other goes.
    Case::new("A T T", "A 0 >3 FOR5; B 1 FOR4 at=1,2 top")
        .orders("A S3/-")
        .expect("A at 1,2; A top; B at 1,3; B top")
        .check();
}

/// BAS-S-02.
#[test]
fn bas_s_02_falling_down_the_stairs_by_a_jump() {
    // Backwards from the stage onto a stair point, off its axis: BAS-FAL-05.
    Case::new(&grid(". ^ = / . . ="), "A 0 >3 DEX4 at=2,3")
        .stairs("1,2", "1,1", "1,3")
        .orders("A S8/-")
        .dice("8:5 8:3 8:1")
        .expect("A at 1,1; A prone; A faces 3; A gained 1; tells BAS-S-02 BAS-FAL-05")
        .check();
}

/// BAS-S-03.
#[test]
fn bas_s_03_impossible_jumps() {
    Case::new("A T_", "A 0 >3")
        .orders("A S3/-")
        .dice("8:8")
        .expect("A at 1,1; A gained 1; told BAS-S-03")
        .check();
    Case::new("T A", "A 0 >3")
        .orders("A S7/-")
        .dice("8:1")
        .expect("A at 1,2; A gained 0; told BAS-S-03")
        .check();
}

/// BAS-F-01.
#[test]
fn bas_f_01_what_can_be_leapt_over() {
    for (mid, fine) in [
        ("T", true),
        ("Y", true),
        ("Q", true),
        ("#", true),
        ("=", true),
        ("V", false),
        (".", false),
        ("h", false),
    ] {
        let case = Case::new(&format!("A {mid} ."), "A 0 >3 DEX4").orders("A F/-");
        if fine {
            case.dice("8:4").expect("A at 1,3; A stands; told BAS-F-01; told BAS-F-02").check();
        } else {
            case.dice("8:4").expect("A at 1,1; told BAS-F-01; untold BAS-F-02").check();
        }
    }
    // A table on the stage is two steps above the floor.
    Case::new("A T_ .", "A 0 >3").orders("A F/-").dice("8:1").expect("A at 1,1").check();
    // No character may stand there; one that lies may.
    Case::new("A T .", "A 0 >3; B 1 at=1,2 top").orders("A F/-").dice("8:1").expect("A at 1,1").check();
    Case::new("A T .", "A 0 >3 DEX4; B 1 at=1,2 prone")
        .orders("A F/-")
        .dice("8:1")
        .expect("A at 1,3")
        .check();
    // From furniture to furniture over the floor, but not over a character standing there.
    Case::new("T . T", "A 0 >3 DEX4 at=1,1 top")
        .orders("A F/-")
        .dice("8:4")
        .expect("A at 1,3; A top")
        .check();
    Case::new("T B T", "A 0 >3 at=1,1 top; B 1")
        .orders("A F/-")
        .dice("8:1")
        .expect("A at 1,1; A top")
        .check();
    // The arrival point must be a surface at the same level, on clear lines.
    Case::new("A T =", "A 0 >3").orders("A F/-").dice("8:1").expect("A at 1,1").check();
    Case::new("A T Q", "A 0 >3").orders("A F/-").dice("8:1").expect("A at 1,1").check();
    Case::new("A T|.", "A 0 >3").orders("A F/-").dice("8:1").expect("A at 1,1").check();
}

/// BAS-F-01.
#[test]
fn bas_f_01_needs_both_arms_and_no_chair() {
    // The left arm goes on the glass; the leap of the third sequence is lost.
    Case::new("A x T .", "A 0 >3 BG1 prone")
        .orders("A R3/- LEV/- F/-")
        .dice("8:6")
        .sequences(3)
        .expect("A at 1,2; A BG 0; A stands; A gained 0; told BAS-WND-05")
        .check();
    Case::new("A T .", "A 0 >3 DEX4 [chaise]")
        .orders("A F/-")
        .answers(&["yes"])
        .dice("8:4")
        .expect("A at 1,3; lies chaise 1,1")
        .check();
}

/// BAS-F-02.
#[test]
fn bas_f_02_the_test_of_a_leap() {
    Case::new("A T .", "A 0 >3 DEX5").orders("A F/-").dice("8:5").expect("A at 1,3; A stands").check();
    Case::new("A T .", "A 0 >3 DEX5")
        .orders("A F/-")
        .dice("8:6 8:2")
        .expect("A at 1,3; A prone; A gained 1; told BAS-FAL-02")
        .check();
    // Off the furniture where A would have arrived.
    Case::new("T . T .", "A 0 >3 DEX5 at=1,1 top")
        .orders("A F/-")
        .dice("8:6 2:2 8:1")
        .expect("A at 1,4; A prone; A ground; tells BAS-F-02 BAS-FAL-04")
        .check();
    // An occupant is jostled first; a lost jostle leaves A where it was, without a test.
    let lost =
        Case::new("A T B .", "A 0 >3 FOR3; B 1 FOR4").orders("A F/-").expect("A at 1,1; B at 1,3").check();
    assert!(!lost.has_fact(|what| matches!(what, What::Test { .. })));
    Case::new("A T B .", "A 0 >3 FOR5 DEX5; B 1 FOR4")
        .orders("A F/-")
        .dice("8:1")
        .expect("A at 1,3; B at 1,4")
        .check();
}
