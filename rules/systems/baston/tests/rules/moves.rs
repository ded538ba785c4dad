//! Chapter 7: walking, crawling, lying down, standing up, turning; barriers, corners, stairs.

use bagarre_baston::testkit::scene::WindowState;

use super::harness::{Case, grid};

/// BAS-MOV-01.
#[test]
fn bas_mov_01_barriers_on_orthogonal_lines() {
    let barred = |case: Case| case.orders("A M3/-").dice("8:4").expect("A at 1,1; told BAS-MOV-03").check();
    barred(Case::new("A|.", "A 0"));
    barred(Case::new("AD.\n+ +\n. .", "A 0").door((1, 1, "e"), "1,2", "2,2"));
    barred(Case::new("AF.", "A 0").window((1, 1, "e"), "1,1", "1,2"));
    barred(Case::new("AP.", "A 0").with("booths", booth()));
    Case::new("AP.", "A 0")
        .with("booths", booth())
        .tweak(|p| p.scene.panels[0] = true)
        .orders("A M3/-")
        .expect("A at 1,2")
        .check();
}

fn booth() -> serde_json::Value {
    serde_json::json!({ "id": "b", "point": [1, 2], "panels": [{ "id": "p", "edge": [1, 1, "e"] }] })
}

/// BAS-MOV-01.
#[test]
fn bas_mov_01_an_open_door_or_window_lets_through() {
    let door = || Case::new("AD.\n+ +\n. .", "A 0").door((1, 1, "e"), "1,2", "2,2");
    door().tweak(|p| p.scene.doors[0].open[0] = true).orders("A M3/-").expect("A at 1,2").check();
    door().tweak(|p| p.scene.doors[0].destroyed = true).orders("A M3/-").expect("A at 1,2").check();
    for state in [WindowState::Open, WindowState::Destroyed] {
        Case::new("AF.", "A 0")
            .window((1, 1, "e"), "1,1", "1,2")
            .tweak(move |p| p.scene.windows[0] = state)
            .orders("A M3/-")
            .expect("A at 1,2")
            .check();
    }
}

/// BAS-MOV-01.
#[test]
fn bas_mov_01_both_leaves_of_a_double_door() {
    let case = |second: bool| {
        Case::new(".D.\n+ +\nAD.\n+ +\n. .", "A 0")
            .with(
                "doors",
                serde_json::json!({ "id": "d", "leaves": [
                    { "edge": [2, 1, "e"], "swept": [2, 2], "hinge": [3, 2] },
                    { "edge": [1, 1, "e"], "swept": [1, 2], "hinge": [1, 1] },
                ] }),
            )
            .tweak(move |p| p.scene.doors[0].open = [true, second])
            .orders("A M3/-")
    };
    case(false).dice("8:1").expect("A at 2,1").check();
    case(true).expect("A at 2,2").check();
}

/// BAS-MOV-01.
#[test]
fn bas_mov_01_diagonals_are_barred_by_any_edge_of_their_corner() {
    for board in [". .\n+ -\nA .", ". .\n- +\nA .", ".|.\n+ +\nA .", ". .\n+ +\nA|."] {
        Case::new(board, "A 0 at=2,1")
            .orders("A M2/-")
            .dice("8:4")
            .expect("A at 2,1; told BAS-MOV-03")
            .check();
    }
    Case::new(". .\n+ +\nA .", "A 0").orders("A M2/-").expect("A at 1,2").check();
}

/// BAS-MOV-01.
#[test]
fn bas_mov_01_frames_bar_diagonals_in_every_state() {
    Case::new(". .\n+ D\nA .\n+ +\n. .", "A 0")
        .door((1, 2, "s"), "2,2", "2,1")
        .tweak(|p| p.scene.doors[0].destroyed = true)
        .orders("A M2/-")
        .dice("8:4")
        .expect("A at 2,1")
        .check();
}

/// BAS-MOV-01.
#[test]
fn bas_mov_01_a_resting_leaf_is_a_barrier() {
    // The leaf of the door between 1,1 and 2,1 swings over 2,1 and rests between 2,1 and 2,2.
    let case = || Case::new(". .\nD +\nA .\n+ +\n. .", "A 0").door((1, 1, "s"), "2,1", "2,2");
    case()
        .tweak(|p| p.scene.doors[0].open[0] = true)
        .orders("A M3/-")
        .dice("8:4")
        .expect("A at 2,1; told BAS-MOV-03")
        .check();
    case().orders("A M3/-").expect("A at 2,2").check();
}

/// BAS-MOV-02.
#[test]
fn bas_mov_02_no_cutting_of_corners() {
    for (beside, barred) in [("T", true), ("Q", true), ("V", true), ("#", true), ("h", false), ("x", false)] {
        let case = Case::new(&grid(&format!("{beside} . / A .")), "A 0").orders("A M2/-");
        if barred {
            case.dice("8:4").expect("A at 2,1; told BAS-MOV-02").check();
        } else {
            case.expect("A at 1,2").check();
        }
    }
    // An overturned table is no obstacle.
    Case::new(&grid("T . / A ."), "A 0")
        .tweak(|p| p.scene.pieces[0].overturned = true)
        .orders("A M2/-")
        .expect("A at 1,2")
        .check();
    // Furniture that does not rise above the mover does not bar: a table (2) beside the stage (2).
    Case::new(&grid("T = / = ="), "A 0 at=2,1").orders("A M2/-").expect("A at 1,2").check();
}

/// BAS-MOV-02.
#[test]
fn bas_mov_02_somebody_prone_passes_what_he_could_crawl_under() {
    for (beside, barred) in [("T", false), ("Q", false), ("Y", false), ("V", true), ("#", true)] {
        let case = Case::new(&grid(&format!("{beside} . / A .")), "A 0 prone").orders("A R2/-");
        if barred {
            case.dice("8:4").expect("A at 2,1; told BAS-MOV-02").check();
        } else {
            case.expect("A at 1,2").check();
        }
    }
}

/// BAS-MOV-02.
#[test]
fn bas_mov_02_option_corner_test() {
    let case = |order: &str| {
        Case::new(&grid("T . / A ."), "A 0 >2 DEX4").options(|o| o.corner_test = true).orders(order)
    };
    case("A M2/-").dice("8:4").expect("A at 1,2; A stands; told BAS-MOV-02").check();
    case("A M2/-")
        .dice("8:5 8:1")
        .expect("A at 1,2; A prone; A gained 1; tells BAS-MOV-02 BAS-FAL-02")
        .check();
    Case::new(&grid(". . . / T . . / A . ."), "A 0 >2 DEX4")
        .options(|o| o.corner_test = true)
        .orders("A C2/-")
        .dice("8:5 8:1")
        .expect("A at 2,2; A prone; A owes")
        .check();
    // A jump on the level needs one test even if two reasons apply.
    case("A S2/-").dice("8:4").expect("A at 1,2; A stands").check();
}

/// BAS-MOV-03.
#[test]
fn bas_mov_03_a_wall_with_a_stun_cancels_the_second_round() {
    Case::new("A|B", "A 0 >1; B 1")
        .orders("A M3/CP")
        .dice("8:6")
        .expect("A at 1,1; A gained 1; A stun 0; told BAS-MOV-03")
        .check();
}

/// BAS-MOV-03.
#[test]
fn bas_mov_03_a_wall_without_a_stun_and_the_punch_is_played() {
    Case::new(". B\n- -\nA .", "A 0 >3 FOR4 DEX4; B 1 >5 at=2,2")
        .orders("A M1/CP")
        .dice("8:3 8:8 20:1")
        .expect("A at 2,1; A gained 0; tells BAS-MOV-03 BAS-CBT-09")
        .check();
}

/// BAS-MOV-03.
#[test]
fn bas_mov_03_obstacles() {
    for board in ["A T", "A Q", "A Y", "A V", "A #", "A =", "A T_", "A ^"] {
        let case = Case::new(board, "A 0").orders("A M3/-").dice("8:4").expect("A at 1,1; told BAS-MOV-03");
        if board.contains('^') { case.stairs("1,2", "1,2", "1,2") } else { case }.check();
    }
    // Down from the stage, too.
    Case::new("= .", "A 0 at=1,1").orders("A M3/-").dice("8:1").expect("A at 1,1; told BAS-MOV-03").check();
}

/// BAS-MOV-04.
#[test]
fn bas_mov_04_the_axis_of_a_stair() {
    let case = |figure: &str| Case::new(&grid(". . = / . ^ = / . . ="), figure).stairs("2,2", "2,1", "2,3");
    case("A 0 at=2,1").orders("A M3/- M3/-").sequences(2).expect("A at 2,3").check();
    case("A 0 at=2,1 prone").orders("A R3/- R3/-").sequences(2).expect("A at 2,3; A prone").check();
    case("A 0 at=2,1 >3").orders("A C2/-").expect("A at 2,3; A stands; A owes").check();
    // Every other line of the point joins different levels.
    for dir in [1, 2, 4, 5, 6, 8] {
        case("A 0 at=2,2")
            .orders(&format!("A M{dir}/-"))
            .dice("8:1")
            .expect("A at 2,2; told BAS-MOV-03")
            .check();
    }
}

/// BAS-MOV-05.
#[test]
fn bas_mov_05_walking_on_furniture() {
    Case::new("T T .", "A 0 at=1,1 top").orders("A M3/-").expect("A at 1,2; A top").check();
    Case::new("# # .", "A 0 at=1,1 top").orders("A M3/-").expect("A at 1,2; A top").check();
    Case::new("Y Y .", "A 0 at=1,1 top").orders("A M3/-").expect("A at 1,2; A top").check();
    // Off it, onto the stage of the same height, or onto another piece: impossible.
    for board in ["T .", "T =", "T #", "T T T T"] {
        let at = if board.len() == 7 { "1,2" } else { "1,1" };
        Case::new(board, &format!("A 0 at={at} top"))
            .orders("A M3/-")
            .dice("8:1")
            .expect(&format!("A at {at}; A top; A gained 0"))
            .check();
    }
    Case::new("T =", "A 0 at=1,1 top").orders("A M3/-").dice("8:1").expect("told BAS-MOV-05").check();
}

/// BAS-MOV-06.
#[test]
fn bas_mov_06_over_the_border() {
    for (order, figure) in [
        ("M7/-", "A 0 >7 VIT4"),
        ("M8/-", "A 0 >7 VIT4"),
        ("R7/-", "A 0 >7 VIT4 prone"),
        ("S7/-", "A 0 >7 VIT4"),
        ("C3/-", "A 0 >7 VIT4"),
    ] {
        Case::new("A .", figure)
            .orders(&format!("A {order}"))
            .expect("A left; told BAS-OFF-01; score 0 -1")
            .check();
    }
    // From a top by a jump, and by a leap over the last point.
    Case::new("T .", "A 0 at=1,1 top").orders("A S7/-").expect("A left").check();
    Case::new("T A", "A 0 >7").orders("A F/-").expect("A left").check();
}

/// RUL-99: over the border nothing leads off that would not lead off a top, or over nothing, within the board.
#[test]
fn rul_99_no_way_off_over_the_border() {
    let stays = |case: Case, order: &str, rule: &str| {
        let told = format!("A in; A at 1,1; told {rule}; untold BAS-OFF-01");
        case.orders(&format!("A {order}/-")).dice("8:1").expect(&told).check();
    };
    // BAS-MOV-05: off a table, or the bar, only by S or F.
    stays(Case::new("T .", "A 0 at=1,1 top"), "M7", "BAS-MOV-05");
    stays(Case::new("# .", "A 0 at=1,1 top"), "M8", "BAS-MOV-05");
    // BAS-F-01: there is nothing to leap over.
    stays(Case::new("A .", "A 0 >7"), "F", "BAS-F-01");
    stays(Case::new("T .", "A 0 >7 at=1,1 top"), "F", "BAS-F-01");
}

/// BAS-MOV-07.
#[test]
fn bas_mov_07_what_is_no_obstacle() {
    for ground in ["h", "x", "o"] {
        Case::new(&format!("A {ground}"), "A 0").orders("A M3/-").expect("A at 1,2").check();
    }
    Case::new("A T", "A 0")
        .tweak(|p| p.scene.pieces[0].overturned = true)
        .orders("A M3/-")
        .expect("A at 1,2; A ground")
        .check();
    // A character is: a jostle.
    Case::new("A B .", "A 0 FOR5; B 1 FOR4").orders("A M3/-").expect("A at 1,2; told BAS-BOU-02").check();
}

/// BAS-M-01.
#[test]
fn bas_m_01_walking_keeps_the_facing() {
    Case::new(". A .", "A 0 >3").orders("A M7/-").expect("A at 1,1; A faces 3").check();
}

/// BAS-M-01.
#[test]
fn bas_m_01_a_shut_door_opens_on_the_way() {
    let case = || Case::new("AD.\n+ +\n. .", "A 0 >3").door((1, 1, "e"), "1,2", "2,2");
    case().orders("A M3/OUV").expect("A at 1,2; leaf 0 open").check();
    case().orders("A M3/-").dice("8:4").expect("A at 1,1; leaf 0 shut; told BAS-MOV-03").check();
}

/// BAS-PRG-04.
#[test]
fn bas_prg_04_the_suffix_turns_after_the_move() {
    Case::new(&grid(". A / . ."), "A 0 >1")
        .orders("A M6G/-")
        .expect("A at 2,1; A faces 8; tells BAS-M-01 BAS-PRG-04")
        .check();
    Case::new("A . .", "A 0 >3 VIT4").orders("A C2D/-").expect("A at 1,3; A faces 4").check();
    // Even if the move was refused, or lost.
    Case::new("A|.", "A 0 >1").orders("A M3D/-").dice("8:4").expect("A at 1,1; A faces 2").check();
    Case::new("A .", "A 0 >1 prone").orders("A M3D/-").expect("A at 1,1; A faces 2").check();
    Case::new("A B|", "A 0 >1 FOR1; B 1 FOR7").orders("A M3D/-").expect("A at 1,1; A faces 2").check();
    // Not when stunned by then, nor off the board.
    Case::new("A|.", "A 0 >1").orders("A M3D/-").dice("8:5").expect("A faces 1; untold BAS-PRG-04").check();
    Case::new("A .", "A 0 >1").orders("A M7D/-").expect("A left; untold BAS-PRG-04").check();
}

/// BAS-R-01.
#[test]
fn bas_r_01_crawling() {
    Case::new("A Q .", "A 0 prone").orders("A R3/- R3/-").sequences(2).expect("A at 1,3; A prone").check();
    Case::new("AD.\n+ +\n. .", "A 0 prone")
        .door((1, 1, "e"), "1,2", "2,2")
        .tweak(|p| p.scene.doors[0].open[0] = true)
        .orders("A R3/-")
        .expect("A at 1,2")
        .check();
    Case::new("AF.", "A 0 prone")
        .window((1, 1, "e"), "1,1", "1,2")
        .tweak(|p| p.scene.windows[0] = WindowState::Open)
        .orders("A R3/-")
        .dice("8:4")
        .expect("A at 1,1; told BAS-MOV-03")
        .check();
    // R while standing is lost.
    Case::new("A .", "A 0").orders("A R3/-").expect("A at 1,1; A gained 0; told BAS-POS-08").check();
}

/// BAS-R-02.
#[test]
fn bas_r_02_crawling_onto_glass() {
    for (die, part, left) in
        [(1, "TR", 8), (4, "TR", 8), (5, "BD", 4), (6, "BG", 1), (7, "J", 4), (8, "J", 4)]
    {
        Case::new("A x", "A 0 prone CON4")
            .orders("A R3/-")
            .dice(&format!("8:{die}"))
            .expect(&format!("A at 1,2; A {part} {left}; tells BAS-R-01 BAS-FAL-07"))
            .check();
    }
}

/// BAS-LEV-01.
#[test]
fn bas_lev_01_standing_up() {
    Case::new("A .", "A 0 prone").orders("A LEV/-").expect("A stands; told BAS-LEV-01").check();
    for piece in ["T", "Q", "Y"] {
        let under = || Case::new(&format!("{piece} ."), "A 0 at=1,1 prone");
        under().orders("A LEV/-").dice("8:4").expect("A prone; A gained 0; told BAS-LEV-01").check();
        under().orders("A LEVG/-").dice("8:5").expect("A prone; A gained 1; A faces 1").check();
    }
    // Under an overturned table a character does not count as under it.
    Case::new("T .", "A 0 at=1,1 prone")
        .tweak(|p| p.scene.pieces[0].overturned = true)
        .orders("A LEV/-")
        .expect("A stands")
        .check();
    // Standing already: lost.
    Case::new("A .", "A 0").orders("A LEV/-").expect("A stands; A gained 0; told BAS-POS-08").check();
}

/// BAS-TER-01.
#[test]
fn bas_ter_01_lying_down() {
    Case::new("A .", "A 0").orders("A TER/-").expect("A prone; A gained 0; told BAS-TER-01").check();
    // No glass wound.
    Case::new("A .", "A 0 CON4").glass("1,1").orders("A TER/-").expect("A prone; A TR 9; A J 5").check();
    // On furniture: beside it.
    for piece in ["T", "Y", "#"] {
        Case::new(&format!("{piece} ."), "A 0 at=1,1 top")
            .orders("A TER/-")
            .dice("8:4")
            .expect("A at 1,2; A prone; A ground; A gained 2; told BAS-FAL-04")
            .check();
    }
    // On stairs: lost.
    Case::new(". ^ =", "A 0 at=1,2")
        .stairs("1,2", "1,1", "1,3")
        .orders("A TER/-")
        .expect("A stands; told BAS-TER-01")
        .check();
    Case::new(". ^ =", "A 0 at=1,2 [chaise]")
        .stairs("1,2", "1,1", "1,3")
        .orders("A TER/-")
        .answers(&["default"])
        .expect("A stands; A carries chaise")
        .check();
    // With a chair in hand: drop it, or lose the order.
    Case::new("A .", "A 0 [chaise]")
        .orders("A TER/-")
        .answers(&["no"])
        .expect("A stands; A carries chaise")
        .check();
    Case::new("A .", "A 0 [chaise]")
        .orders("A TER/-")
        .answers(&["yes"])
        .expect("A prone; lies chaise 1,1")
        .check();
}

/// BAS-PIV-01.
#[test]
fn bas_piv_01_eighths() {
    Case::new("A .", "A 0 >1")
        .orders("A G/- D/- D/-")
        .sequences(3)
        .expect("A faces 2; told BAS-PIV-01")
        .check();
    Case::new("A .", "A 0 >1 prone").orders("A G/-").expect("A faces 8").check();
}

/// BAS-PIV-02.
#[test]
fn bas_piv_02_facing_a_direction() {
    Case::new("A .", "A 0 >1").orders("A P6/-").expect("A faces 6; told BAS-PIV-02").check();
    Case::new("A .", "A 0 >1 prone").orders("A P6/-").expect("A faces 1; A gained 0").check();
}

/// BAS-EXE-07.
#[test]
fn bas_exe_07_lost_orders_roll_nothing() {
    for (order, figure) in [("M3/-", "A 0 prone"), ("R3/-", "A 0"), ("LEV/-", "A 0"), ("TER/-", "A 0 prone")]
    {
        Case::new("A . .", figure).orders(&format!("A {order}")).expect("A at 1,1; A gained 0").check();
    }
}
