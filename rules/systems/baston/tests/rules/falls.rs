//! Chapters 11 and 12: stuns, falls and glass.

use bagarre_baston::testkit::scene::Phase;

use super::harness::{Case, grid};

/// BAS-STN-01.
#[test]
fn bas_stn_01_02_03_counting_stunned_sequences() {
    // Both fall from the stage with 2: A has played this sequence (rank 1), B has not (rank 4).
    let played = Case::new(
        &grid("= = . / = = ."),
        "A 0 >1 FOR1 at=1,2; C 1 FOR7 at=1,1; D 1 FOR7 at=2,1; B 0 >1 FOR1 at=2,2",
    )
    .orders("A -/- D/- D/-; B D/- D/- D/-; C M3/-; D M3/-")
    .dice("8:4 8:4")
    .sequences(3)
    .expect(
        "A at 1,3; A gained 2; A faces 1; B at 2,3; B gained 2; B faces 2; told BAS-STN-01; told BAS-STN-03",
    )
    .check();
    assert_eq!(played.rules().iter().filter(|rule| **rule == "BAS-PIV-01").count(), 1);
}

/// BAS-STN-02.
#[test]
fn bas_stn_02_ones_own_second_round_costs_the_next_sequence() {
    // The obstacle stuns during R1: this sequence is the first of the count.
    Case::new("A|. .", "A 0 >1")
        .orders("A M3/- D/-")
        .dice("8:5")
        .sequences(2)
        .expect("A faces 2; A gained 1")
        .check();
}

/// BAS-STN-04.
#[test]
fn bas_stn_04_stuns_add_up() {
    Case::new("A|. .", "A 0 >3 VIT4")
        .orders("A C2/- -/- D/-")
        .dice("8:7")
        .sequences(1)
        .expect("A gained 2; A stun 1")
        .check();
    Case::new(". . . .\n+ - - +\n.|B A .\n+ - - +\n. . . .", "A 0 FOR5; B 1 FOR4 stun1")
        .orders("A M7/-")
        .dice("8:8 8:1")
        .expect("B gained 1; B stun 1; B stands")
        .check();
}

/// BAS-STN-05.
#[test]
fn bas_stn_05_three_at_once_may_make_him_collapse() {
    let punch = |board: &str, figures: &str| Case::new(board, figures).orders("A -/CP").answers(&["T"]);
    // The example: CON 5, D8 4 + 2 > 5. No line: the stun has been paid (RUL-37).
    punch("A B", "A 0 >3 FOR7 DEX7; B 1 >7 CON5")
        .dice("20:20 8:4")
        .expect("B prone; B gained 3; told BAS-STN-05; untold BAS-FAL-02")
        .check();
    punch("A B", "A 0 >3 FOR7 DEX7; B 1 >7 CON5").dice("20:20 8:3").expect("B stands; B gained 3").check();
    // On furniture B falls off, with line C.
    punch("T T .", "A 0 >3 FOR7 DEX7 at=1,1 top; B 1 >7 CON5 at=1,2 top")
        .dice("20:20 8:4 8:1")
        .expect("B at 1,3; B prone; B ground; B gained 4; tells BAS-STN-05 BAS-FAL-04")
        .check();
}

/// BAS-STN-06.
#[test]
fn bas_stn_06_a_stun_releases_a_hold_and_drops_nothing() {
    Case::new(&grid("C A B"), "C 1 >3 FOR4 DEX4; A 0 >3 holds=B; B 1 >3")
        .orders("C -/CP; A -/CT")
        .answers(&["T"])
        .dice("20:20")
        .expect("A gained 2; A free; B free; told BAS-STN-06")
        .check();
    Case::new("A|.", "A 0 [chaise]")
        .orders("A M3/-")
        .dice("8:8")
        .expect("A gained 1; A carries chaise")
        .check();
}

/// BAS-STN-07.
#[test]
fn bas_stn_07_tests_of_the_stunned() {
    // DEX 4: 2 + 2 succeeds, 3 + 2 does not.
    for (die, rest, after) in [(2, "", "B stands"), (3, " 8:1", "B prone")] {
        Case::new(". . . .\n+ - - +\n.|B A .\n+ - - +\n. . . .", "A 0 FOR5; B 1 FOR4 DEX4")
            .orders("A M7/-")
            .dice(&format!("8:5 8:{die}{rest}"))
            .expect(after)
            .check();
    }
}

/// BAS-RPG-01.
#[test]
fn bas_rpg_01_02_who_may_rewrite() {
    let after = |die: u8| {
        Case::new("A|.", "A 0").orders("A M3/- M3/-").dice(&format!("8:{die}")).check().state.scene.phase
    };
    assert_eq!(after(8), Phase::Rewriting, "stunned: he may (BAS-RPG-01)");
    assert_ne!(after(1), Phase::Rewriting, "nobody was stunned or held (BAS-RPG-02)");
}

/// BAS-FAL-01.
#[test]
fn bas_fal_01_every_fall() {
    // Prone, the chair dropped, the facing kept, then the line, then glass.
    Case::new("= = x", "A 0 FOR5 at=1,1; B 1 >6 FOR4 CON4 at=1,2 [chaise]")
        .orders("A M3/-")
        .dice("8:1 8:6")
        .expect("B at 1,3; B prone; B faces 6; B lacks chaise; lies chaise 1,3; B gained 1; B BG 1")
        .expect("tells BAS-FAL-01 BAS-FAL-03 BAS-FAL-07")
        .check();
    // A hold ends: the grappler's, and the one on the victim.
    Case::new(&grid("= = . / = = ."), "A 0 FOR7 at=1,1; B 1 >5 FOR4 at=1,2 holds=C; C 0 at=2,2")
        .orders("A M3/-; B -/CT")
        .dice("8:1")
        .expect("B at 1,3; B free; C free")
        .check();
}

/// BAS-FAL-01.
#[test]
fn bas_fal_01_already_prone_is_no_fall() {
    // Cornered and stunned while prone: no DEX test, no line B.
    Case::new(". . . .\n+ - - +\n.|B A .\n+ - - +\n. . . .", "A 0 FOR5; B 1 FOR4 prone")
        .orders("A M7/-")
        .dice("8:8")
        .expect("B prone; B gained 1; untold BAS-FAL-01")
        .check();
    // A body put over an edge falls in any posture.
    Case::new("= = .", "A 0 FOR5 at=1,1; B 1 FOR4 at=1,2 prone")
        .orders("A M3/-")
        .dice("8:1")
        .expect("B at 1,3; told BAS-FAL-03")
        .check();
}

/// BAS-FAL-02.
#[test]
fn bas_fal_02_on_the_spot() {
    for (die, n) in [(1, 1), (6, 1), (7, 2), (8, 2)] {
        Case::new("A .", "A 0 >3 DEX4")
            .orders("A S3/-")
            .dice(&format!("8:5 8:{die}"))
            .expect(&format!("A at 1,2; A prone; A faces 3; A gained {n}; told BAS-FAL-02"))
            .check();
    }
    // On the stage, too.
    Case::new("= =", "A 0 >3 DEX4 at=1,1")
        .orders("A S3/-")
        .dice("8:5 8:1")
        .expect("A prone; told BAS-FAL-02")
        .check();
}

/// BAS-FAL-03.
#[test]
fn bas_fal_03_from_a_height() {
    // 2 levels +1; 3 levels +2; above 8 reads 8.
    for (board, die, n) in [("= = .", 3, 1), ("= = .", 4, 2), ("= = .", 6, 3), ("= = .", 8, 3)] {
        Case::new(board, "A 0 FOR5 at=1,1; B 1 FOR4 at=1,2")
            .orders("A M3/-")
            .dice(&format!("8:{die}"))
            .expect(&format!("B at 1,3; B prone; B gained {n}; told BAS-FAL-03"))
            .check();
    }
    for (die, n) in [(2, 1), (3, 2), (5, 3)] {
        Case::new("T_ .", "A 0 >3 DEX4 at=1,1 top")
            .orders("A S3/-")
            .dice(&format!("8:5 8:{die}"))
            .expect(&format!("A at 1,2; A prone; A gained {n}"))
            .check();
    }
    // One level: no bonus. From the stair, off its axis.
    Case::new(&grid("= . . / ^ . . / . . ."), "A 0 FOR5 at=1,1; B 1 FOR4 at=2,1")
        .stairs("2,1", "3,1", "1,1")
        .orders("A M5/-")
        .expect("A at 2,1; B at 3,1; B stands; B gained 0")
        .check();
    Case::new(&grid(". = . / . ^ . / . . ."), "A 0 FOR5 at=1,2; B 1 FOR4 at=2,2; C 1 FOR7 at=3,2")
        .stairs("2,2", "3,2", "1,2")
        .orders("A M5/-")
        .dice("2:2 8:4")
        .expect("A at 2,2; B at 3,3; B prone; B gained 1; told BAS-FAL-03")
        .check();
}

/// BAS-FAL-03.
#[test]
fn bas_fal_03_somebody_below_is_jostled() {
    Case::new("= = C .", "A 0 FOR7 at=1,1; B 1 FOR5 at=1,2; C 1 FOR4")
        .orders("A M3/-")
        .dice("8:1")
        .expect("A at 1,2; B at 1,3; B prone; C at 1,4; C stands")
        .check();
    // The one below is stronger: the edge is no way out.
    Case::new(". . .\n- - -\n= = C\n- - -\n. . .", "A 0 FOR7 at=2,1; B 1 FOR4 at=2,2; C 1 FOR5")
        .orders("A M3/-")
        .dice("8:1")
        .expect("A at 2,1; B at 2,2; B stands; C at 2,3; told BAS-BOU-06")
        .check();
}

/// BAS-FAL-04.
#[test]
fn bas_fal_04_beside_the_furniture() {
    // A random free neighbour, in the order of rows and columns.
    for (die, at) in [(1, "1,1"), (3, "1,3"), (4, "2,1"), (8, "3,3")] {
        Case::new(&grid(". . . / . T . / . . ."), "A 0 at=2,2 top >6")
            .orders("A TER/-")
            .dice(&format!("8:{die} 8:4"))
            .expect(&format!("A at {at}; A prone; A ground; A faces 6; A gained 2; told BAS-FAL-04"))
            .check();
    }
    // Not onto furniture nor over a barrier; the height counts from the table on the stage.
    for (die, at, roll, n) in [(1, "2,3", 3, 2), (2, "3,1", 4, 1)] {
        Case::new("Q . =\n+ - +\nV T_ .\n+\n= = =", "A 0 at=2,2 top")
            .orders("A TER/-")
            .dice(&format!("4:{die} 8:{roll}"))
            .expect(&format!("A at {at}; A prone; A gained {n}"))
            .check();
    }
    // Free points go before occupied ones.
    Case::new("B T .", "A 0 at=1,2 top; B 1")
        .orders("A TER/-")
        .dice("8:1")
        .expect("A at 1,3; B at 1,1")
        .check();
}

/// BAS-FAL-04.
#[test]
fn bas_fal_04_onto_somebody_who_always_loses() {
    Case::new("T B . .", "A 0 FOR1 at=1,1 top; B 1 FOR7")
        .orders("A TER/-")
        .dice("8:1")
        .expect("A at 1,2; A prone; B at 1,3; B stands; untold BAS-BOU-02")
        .check();
    // B cannot be displaced: it rolls (BAS-BOU-06), A stays up with line A.
    Case::new("T B|.", "A 0 at=1,1 top; B 1")
        .orders("A TER/-")
        .dice("8:1 8:5")
        .expect("A at 1,1; A top; A stands; A gained 1; B at 1,2; tells BAS-BOU-06 BAS-FAL-04")
        .check();
    // No room and no occupant: line A.
    Case::new("T|.", "A 0 at=1,1 top")
        .orders("A TER/-")
        .dice("8:4")
        .expect("A top; A stands; A gained 0")
        .check();
}

/// A stair going up east; `B` is pushed onto it and tests (option).
fn pushed_upstairs(more: &str) -> Case {
    Case::new(
        &grid(". . . . . / . . . ^ = / . . . . ."),
        &format!("A 0 FOR6 at=2,2; B 1 >1 FOR4 DEX4 at=2,3{more}"),
    )
    .stairs("2,4", "2,3", "2,5")
    .options(|o| o.jostle_test = true)
    .orders("A M3/-")
}

/// BAS-FAL-05.
#[test]
fn bas_fal_05_down_the_stairs() {
    // A has taken the bottom point: it is jostled, always loses, and goes west.
    pushed_upstairs("")
        .dice("8:5 8:3 8:4 8:2")
        .expect("B at 2,3; B prone; B faces 3; B gained 1; A at 2,2; A stands; told BAS-FAL-05")
        .check();
}

/// BAS-FAL-05.
#[test]
fn bas_fal_05_the_bottom_is_taken_for_good() {
    // Sideways down from the stage onto the stair, off its axis: no test.
    Case::new("= = . .\n+ + - +\n. ^ C|.\n+ + - +\n. . . .", "A 0 >2 DEX4 at=1,1; C 1 >1")
        .stairs("2,2", "2,3", "2,1")
        .orders("A S4/-")
        .expect("A at 2,2; A stands; untold BAS-S-02")
        .check();
    // Backwards, and failing: C at the bottom cannot be displaced, so A stays on the stairs.
    Case::new("= = . .\n+ + - +\n. ^ C|.\n+ + - +\n. . . .", "A 0 >8 DEX4 at=1,1; C 1 >1")
        .stairs("2,2", "2,3", "2,1")
        .orders("A S4/-")
        .dice("8:5 8:1 8:6 8:2")
        .expect("A at 2,2; A prone; A faces 6; A gained 1; C at 2,3; tells BAS-BOU-06 BAS-FAL-05")
        .check();
}

/// BAS-FAL-06.
#[test]
fn bas_fal_06_the_stun_of_a_fall_adds() {
    Case::new(". . . .\n+ - - +\n.|B A .\n+ - - +\n. . . .", "A 0 FOR5; B 1 FOR4 DEX5")
        .orders("A M7/-")
        .dice("8:7 8:4 8:8")
        .expect("B gained 3; B stun 2")
        .check();
}

/// BAS-FAL-07.
#[test]
fn bas_fal_07_glass() {
    // No protection applies.
    Case::new("A x", "A 0 >3 DEX4 CON4 [blouson]")
        .orders("A S3/-")
        .dice("8:5 8:1 8:1")
        .expect("A at 1,2; A prone; A TR 8; tells BAS-FAL-02 BAS-FAL-07")
        .check();
    // Standing on it is harmless, and so is what lies under one's table.
    Case::new("A x", "A 0").orders("A M3/-").expect("A at 1,2; untold BAS-FAL-07").check();
    Case::new("A T", "A 0 >3").glass("1,2").orders("A S3/-").expect("A top; untold BAS-FAL-07").check();
    // A wound on the legs at 1 keeps A down for good.
    Case::new("A x", "A 0 J1 prone").orders("A R3/-").dice("8:8").expect("A J 0; A prone; A in").check();
    // The trunk at 0: out.
    Case::new("A x", "A 0 TR1 prone").orders("A R3/-").dice("8:2").expect("A out").check();
}

/// BAS-FAL-08.
#[test]
fn bas_fal_08_debris_stays() {
    Case::new("A x .", "A 0 prone CON4")
        .orders("A R3/- R3/- R7/-")
        .dice("8:1 8:2")
        .sequences(3)
        .expect("A at 1,2; A TR 7; glass 1,2")
        .check();
    // Several tokens on one point count as one.
    Case::new("A x", "A 0 >3 prone CON4 [canette]")
        .orders("A R3/- -/-")
        .dice("8:1")
        .expect("A TR 8; glass 1,2")
        .check();
}
