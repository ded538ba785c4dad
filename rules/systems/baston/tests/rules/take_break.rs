//! Chapter 14, PRE and BRI: taking and breaking.

use bagarre_baston::testkit::scene::{Layer, Place};

use super::harness::{Case, kind, point};

/// BAS-PRE-01.
#[test]
fn bas_pre_01_own_point_and_the_three_front_points() {
    // Facing north: the own point, north-west, north, north-east; not the flanks nor the rear.
    for (at, taken) in [
        ("2,2", true),
        ("1,1", true),
        ("1,2", true),
        ("1,3", true),
        ("2,1", false),
        ("2,3", false),
        ("3,1", false),
        ("3,2", false),
        ("3,3", false),
    ] {
        let case =
            Case::new(". . .\n\n. A .\n\n. . .", "A 0 >1").item("cran", at, Layer::Ground).orders("A -/PRE");
        if taken {
            case.answers(&["cran"]).expect("A carries cran; told BAS-PRE-01").check();
        } else {
            case.expect("A lacks cran; unasked DEC-05; told BAS-PRE-01").check();
        }
    }
}

/// BAS-PRE-01.
#[test]
fn bas_pre_01_along_a_clear_line() {
    for (board, taken) in [
        (". .\n\nA .", true),
        (". .\n-\nA .", false),
        // A wall corner bars the diagonal, furniture corners do not.
        (". .\n  -\nA .", true),
        ("T T\n\nA .", false),
    ] {
        let case = Case::new(board, "A 0 >1").item("cran", "1,1", Layer::Ground).orders("A -/PRE").defaults();
        case.expect(if taken { "A carries cran" } else { "A lacks cran" }).check();
    }
    Case::new(". .\n  -\nA .", "A 0 >1")
        .item("cran", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .expect("A lacks cran; lies cran 1,2")
        .check();
}

/// BAS-PRE-01.
#[test]
fn bas_pre_01_neither_glass_nor_what_others_carry() {
    Case::new("A x", "A 0 >3").orders("A -/PRE").expect("glass 1,2; told BAS-PRE-01; unasked DEC-05").check();
    Case::new("A B", "A 0 >3; B 1 >7 [cran]")
        .orders("A -/PRE")
        .expect("B carries cran; A lacks cran")
        .check();
    // A character there does not prevent it.
    Case::new("A B", "A 0 >3; B 1 >7")
        .item("cran", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .defaults()
        .expect("A carries cran")
        .check();
}

/// DEC-05.
#[test]
fn dec_05_the_object_of_highest_value() {
    let case = || {
        Case::new("A .", "A 0 >3")
            .item("matraque", "1,1", Layer::Ground)
            .item("rasoir", "1,2", Layer::Ground)
            .item("canette", "1,2", Layer::Ground)
    };
    case().orders("A -/PRE").defaults().expect("asked DEC-05; A carries rasoir").check();
    case().orders("A -/PRE").answers(&["matraque"]).expect("A carries matraque; A lacks rasoir").check();
    case().orders("A -/PRE").answers(&["no"]).expect("A lacks rasoir; A lacks matraque").check();
    // PRE/LAN: only what is thrown at people; PRE/BRI: only a whole bottle.
    case().orders("A PRE/LAN").answers(&["default", "no"]).expect("A carries canette").check();
    case().orders("A PRE/BRI").defaults().expect("A carries tesson; A lacks rasoir").check();
}

/// DEC-05.
#[test]
fn dec_05_ties_of_value_go_to_the_order_of_the_tables() {
    // A helmet and a knuckle-duster are both worth 5, a club and a bottle 4.
    Case::new("A .", "A 0 >3")
        .item("poing_americain", "1,2", Layer::Ground)
        .item("casque", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .defaults()
        .expect("A carries casque")
        .check();
    // Nothing useful for the second half: none.
    Case::new("A .", "A 0 >3")
        .item("rasoir", "1,2", Layer::Ground)
        .orders("A PRE/BRI")
        .defaults()
        .expect("A lacks rasoir; told BAS-PRG-03")
        .check();
}

/// BAS-PRE-02.
#[test]
fn bas_pre_02_levels() {
    // From the floor: a bottle on the bar, on a table, on the stage.
    for board in ["A #", "A T T", "A =_"] {
        let layer = if board == "A =_" { Layer::Ground } else { Layer::Top };
        Case::new(board, "A 0 >3")
            .item("canette", "1,2", layer)
            .orders("A -/PRE")
            .answers(&["canette"])
            .expect("A carries canette; told BAS-PRE-01")
            .check();
    }
    // On a table: the same table yes, the floor no.
    Case::new("T T", "A 0 >3 at=1,1 top")
        .item("canette", "1,2", Layer::Top)
        .orders("A -/PRE")
        .defaults()
        .expect("A carries canette")
        .check();
    Case::new("T .\n\nT .", "A 0 >3 at=1,1 top")
        .item("canette", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .expect("A lacks canette; unasked DEC-05")
        .check();
    // Two steps up: a table on the stage is out of reach from the floor.
    Case::new("A T_T_", "A 0 >3")
        .item("canette", "1,2", Layer::Top)
        .orders("A -/PRE")
        .expect("A lacks canette; lies canette 1,2")
        .check();
}

/// BAS-PRE-02.
#[test]
fn bas_pre_02_prone_only_the_ground_and_no_chair() {
    for (item, layer, taken) in
        [("cran", Layer::Ground, true), ("cran", Layer::Top, false), ("chaise", Layer::Ground, false)]
    {
        let board = if layer == Layer::Top { "A T T" } else { "A ." };
        Case::new(board, "A 0 >3 prone")
            .item(item, "1,2", layer)
            .orders("A -/PRE")
            .defaults()
            .expect(&format!("A {} {item}", if taken { "carries" } else { "lacks" }))
            .check();
    }
}

/// BAS-PRE-02.
#[test]
fn bas_pre_02_under_furniture_only_somebody_prone() {
    for (figure, taken) in [("A 0 >3", false), ("A 0 >3 prone", true), ("A 0 >3 at=1,2 prone", true)] {
        let board = if figure.contains("at") { ". T T" } else { "A T T" };
        Case::new(board, figure)
            .item("cran", "1,2", Layer::Ground)
            .orders("A -/PRE")
            .defaults()
            .expect(&format!("A {} cran", if taken { "carries" } else { "lacks" }))
            .check();
    }
}

/// BAS-OBJ-04.
#[test]
fn bas_obj_04_a_chair_is_no_obstacle_and_not_on_the_ground() {
    Case::new("A h .", "A 0 >3").orders("A M3/-").expect("A at 1,2; lies chaise 1,2").check();
    Case::new("A h", "A 0 >3 prone").orders("A -/PRE").expect("A lacks chaise; told BAS-PRE-01").check();
}

/// BAS-PRE-03.
#[test]
fn bas_pre_03_a_chair_needs_both_arms_and_empty_hands() {
    Case::new("A h", "A 0 >3").orders("A -/PRE").answers(&["chaise"]).expect("A carries chaise").check();
    Case::new("A h", "A 0 >3 BG0").orders("A -/PRE").expect("A lacks chaise; lies chaise 1,2").check();
    // With a chair in hand the order is lost, or the chair dropped first.
    let loaded = || Case::new("A .", "A 0 >3 [chaise]").item("cran", "1,2", Layer::Ground).orders("A -/PRE");
    loaded().answers(&["no"]).expect("A carries chaise; A lacks cran; told BAS-OBJ-05").check();
    loaded().answers(&["yes", "cran"]).expect("A lacks chaise; A carries cran; lies chaise 1,1").check();
}

/// BAS-PRE-03.
#[test]
fn bas_pre_03_six_slots() {
    let full = || {
        Case::new("A .", "A 0 >3 [matraque, matraque, matraque, matraque, canette, tesson]")
            .item("rasoir", "1,2", Layer::Ground)
            .orders("A -/PRE")
    };
    // DEC-06: the lowest value goes; a club and a bottle are worth the same, the club comes first.
    full()
        .defaults()
        .expect("asked DEC-06; A carries rasoir; lies matraque 1,1; A carries canette; told BAS-OBJ-02")
        .check();
    full().answers(&["rasoir", "canette"]).expect("A carries rasoir; A lacks canette; glass 1,1").check();
    full().answers(&["rasoir", "no"]).expect("A lacks rasoir; lies rasoir 1,2; told BAS-PRE-03").check();
    // Five objects: no question.
    Case::new("A .", "A 0 >3 [matraque, matraque, matraque, matraque, canette]")
        .item("rasoir", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .defaults()
        .expect("A carries rasoir; unasked DEC-06")
        .check();
}

/// BAS-EQP-03.
#[test]
fn bas_eqp_03_worn_clothing_takes_no_slot() {
    Case::new("A .", "A 0 >3 [casque, santiags, matraque, canette, canette, canette, canette]")
        .item("cran", "1,2", Layer::Ground)
        .orders("A -/PRE")
        .defaults()
        .expect("A carries cran; unasked DEC-06; A wears casque; A wears santiags")
        .check();
}

/// BAS-PRG-03.
#[test]
fn bas_prg_03_when_the_first_half_fails() {
    // PRE/LAN with nothing in reach: nothing happens, even with a knife in the pocket.
    Case::new("A B", "A 0 >3 [cran]; B 1 >7")
        .orders("A PRE/LAN")
        .expect("A carries cran; B gained 0; told BAS-PRG-03; unasked DEC-12")
        .check();
    // PRE/CP with nothing in reach: the CP is still played.
    Case::new("A B", "A 0 >3 FOR5 DEX4; B 1 >7")
        .orders("A PRE/CP")
        .dice("8:4 20:1")
        .expect("told BAS-CBT-09")
        .check();
    Case::new("A B", "A 0 >3; B 1 >7").orders("A PRE/BRI").expect("told BAS-PRG-03").check();
}

/// BAS-BRI-01.
#[test]
fn bas_bri_01_a_whole_bottle_becomes_a_weapon() {
    for figure in ["A 0 >3 [canette]", "A 0 >3 prone [canette]"] {
        Case::new("A .", figure)
            .orders("A -/BRI")
            .expect("A carries tesson; A lacks canette; no glass 1,1; told BAS-BRI-01")
            .check();
    }
    // Nothing to break.
    Case::new("A .", "A 0 >3 [tesson]").orders("A -/BRI").expect("A carries tesson; told BAS-BRI-01").check();
}

/// BAS-BRI-01.
#[test]
fn bas_bri_01_in_combinations() {
    // PRE/BRI breaks the bottle just taken.
    let played = Case::new("A o", "A 0 >3 [canette]")
        .orders("A PRE/BRI")
        .defaults()
        .expect("A carries tesson; A carries canette; none canette")
        .check();
    let broken = played.state.scene.items.iter().position(|item| item.kind == kind("tesson")).unwrap();
    assert_eq!(broken, 0, "the bottle that lay on the ground");
    // BRI/CP strikes with the bottle just broken: DEX, row CP_TESSON.
    Case::new("A B", "A 0 >3 FOR1 DEX5 [canette]; B 1 >7")
        .orders("A BRI/CP")
        .dice("8:3 20:8")
        .expect("A carries tesson; told BAS-BRI-01; B gained 0")
        .check();
}

/// BAS-EQP-05.
#[test]
fn bas_eqp_05_free_finds() {
    let played = Case::new("A o h", "A 0 >3").orders("A -/PRE").answers(&["canette"]).check();
    let place = played.state.scene.items.iter().find(|item| item.kind == kind("canette")).unwrap().place;
    assert_eq!(place, Place::Carried(played.who('A')));
    assert!(played.state.scene.chair_at(point("1,3")).is_some());
}
