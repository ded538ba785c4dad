//! Chapter 8: jostles.

use bagarre_baston::testkit::scene::WindowState;

use super::harness::{Case, grid};

/// A corridor of two points, `A` pushing `B` west into a dead end.
const DEAD_END: &str = ". . . .\n+ - - +\n.|B A .\n+ - - +\n. . . .";

/// BAS-BOU-01.
#[test]
fn bas_bou_01_moving_into_an_occupied_layer() {
    Case::new("A B .", "A 0 FOR5; B 1 FOR4")
        .orders("A M3/-")
        .expect("A at 1,2; B at 1,3; told BAS-BOU-02")
        .check();
    // Another layer is no jostle (BAS-POS-05).
    Case::new("A T .", "A 0 prone FOR5; B 1 FOR4 at=1,2 top")
        .orders("A R3/-")
        .expect("A at 1,2; B at 1,2; untold BAS-BOU-02")
        .check();
}

/// BAS-BOU-02.
#[test]
fn bas_bou_02_strength_decides() {
    for (strength, wins) in [(5, true), (3, false)] {
        Case::new("A B .", &format!("A 0 FOR{strength}; B 1 FOR4"))
            .orders("A M3/-")
            .expect(if wins { "A at 1,2; B at 1,3" } else { "A at 1,1; B at 1,2" })
            .check();
    }
    // Equal: 1-4 the mover is the weaker, 5-8 the stronger (RUL-34).
    for (die, wins) in [(1, false), (4, false), (5, true), (8, true)] {
        Case::new("A B .", "A 0 FOR4; B 1 FOR4")
            .orders("A M3/-")
            .dice(&format!("8:{die}"))
            .expect(if wins { "A at 1,2; B at 1,3" } else { "A at 1,1; B at 1,2" })
            .check();
    }
}

/// BAS-BOU-02.
#[test]
fn bas_bou_02_standing_against_prone() {
    let case = |a: &str, b: &str, order: &str| {
        Case::new("A B .", &format!("A 0 {a}; B 1 {b}")).orders(&format!("A {order}/-"))
    };
    // A standing mover wins against a stronger character that lies.
    case("FOR1", "FOR7 prone", "M3").expect("A at 1,2; B at 1,3; B prone").check();
    // A prone mover is judged on FOR (RUL-35), against every opponent.
    case("FOR5 prone", "FOR4", "R3").expect("A at 1,2; B at 1,3; B stands").check();
    case("FOR4 prone", "FOR5", "R3").expect("A at 1,1; B at 1,2").check();
    case("FOR4 prone", "FOR5 prone", "R3").expect("A at 1,1; B at 1,2").check();
}

/// BAS-BOU-03.
#[test]
fn bas_bou_03_the_loser_stays() {
    Case::new("A B .", "A 0 >5 FOR3; B 1 >1 FOR4")
        .orders("A M3/-")
        .expect("A at 1,1; A gained 0; B at 1,2; B faces 1; B gained 0; B stands")
        .check();
}

/// BAS-BOU-04.
#[test]
fn bas_bou_04_pushed_in_the_direction_of_the_mover() {
    let steps = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
    for (dir, (r, c)) in (1..).zip(steps) {
        for posture in ["", "prone"] {
            Case::new(
                &grid(". . . . . / . . . . . / . . A . . / . . . . . / . . . . ."),
                &format!("A 0 >1 FOR5; B 1 >6 FOR4 at={},{} {posture}", 3 + r, 3 + c),
            )
            .orders(&format!("A M{dir}/-"))
            .expect(&format!("A at {},{}; A faces 1; told BAS-BOU-04", 3 + r, 3 + c))
            .expect(&format!("B at {},{}; B faces 6; B gained 0", 3 + 2 * r, 3 + 2 * c))
            .expect(if posture.is_empty() { "B stands" } else { "B prone" })
            .check();
        }
    }
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_aside_when_straight_on_is_blocked() {
    // North-east of B stands a pinball: north or east, a die in the order of rows.
    for (die, at) in [(1, "1,2"), (2, "2,3")] {
        Case::new(&grid(". . Q / . B . / A . ."), "A 0 FOR5; B 1 FOR4")
            .orders("A M2/-")
            .dice(&format!("2:{die}"))
            .expect(&format!("A at 2,2; B at {at}; told BAS-BOU-05"))
            .check();
    }
    // Only one of them possible: no die.
    Case::new(&grid(". T T / . B . / A . ."), "A 0 FOR5; B 1 FOR4")
        .orders("A M2/-")
        .expect("A at 2,2; B at 2,3")
        .check();
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_what_blocks_a_standing_body() {
    // Furniture straight on bars the corners beside it as well, a barrier too.
    for east in [". T", ". V", ". Q", ". #", ".|.", ". ^"] {
        let board = format!(". . . .\n- - - -\nA {}\n- - - -\n. . . .", east.replacen('.', "B", 1));
        let case = Case::new(&board, "A 0 FOR5; B 1 FOR4 >1").orders("A M3/-").dice("8:1");
        let case = if east.ends_with('^') { case.stairs("2,3", "3,3", "1,3") } else { case };
        case.expect("A at 2,1; B at 2,2; B gained 0; told BAS-BOU-06").check();
    }
    // Higher ground blocks, a way round it does not.
    Case::new(&grid(". . . / A B = / . . ="), "A 0 FOR5; B 1 FOR4")
        .orders("A M3/-")
        .expect("A at 2,2; B at 1,3; told BAS-BOU-05")
        .check();
    // The top that the loser stands on does not block; another one does.
    Case::new("A T T", "A 0 >3 FOR5; B 1 FOR4 at=1,2 top")
        .orders("A S3/-")
        .expect("B at 1,3; B top; B stands")
        .check();
    Case::new(". . .\n- - -\nA T #\n- - -\n. . .", "A 0 >3 FOR5; B 1 FOR4 at=2,2 top")
        .orders("A S3/-")
        .dice("8:1")
        .expect("A at 2,1; B at 2,2; B top; told BAS-BOU-06")
        .check();
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_prone_bodies_go_as_they_would_crawl() {
    Case::new("A B T", "A 0 FOR5; B 1 FOR4 prone")
        .orders("A M3/-")
        .expect("B at 1,3; B prone; B ground")
        .check();
    for (posture, passes) in [("", true), ("prone", false)] {
        let case = Case::new(". . .\n- - -\nA BF.\n- - -\n. . .", &format!("A 0 FOR5; B 1 FOR4 {posture}"))
            .window((2, 2, "e"), "2,2", "2,3")
            .tweak(|p| p.scene.windows[0] = WindowState::Open)
            .orders("A M3/-");
        if passes {
            case.expect("A at 2,2; B at 2,3").check();
        } else {
            case.dice("8:1").expect("A at 2,1; B at 2,2").check();
        }
    }
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_stairs_and_edges() {
    // A stair axis counts as level ground, up and down.
    let stair = |figures: &str| Case::new(". . ^ = =", figures).stairs("1,3", "1,2", "1,4");
    stair("A 0 FOR5 at=1,1; B 1 FOR4 at=1,2")
        .orders("A M3/-")
        .expect("B at 1,3; B stands; B gained 0")
        .check();
    stair("A 0 FOR5 at=1,5; B 1 FOR4 at=1,4")
        .orders("A M7/-")
        .expect("B at 1,3; B stands; B gained 0")
        .check();
    // Over the edge of the stage B falls (BAS-FAL-03), standing or prone.
    for posture in ["", "prone"] {
        Case::new("= = .", &format!("A 0 FOR5 at=1,1; B 1 >2 FOR4 at=1,2 {posture}"))
            .orders("A M3/-")
            .dice("8:4")
            .expect("A at 1,2; B at 1,3; B prone; B faces 2; B gained 2; told BAS-FAL-03")
            .check();
    }
    // From a table, too.
    Case::new("A T .", "A 0 >3 FOR5; B 1 FOR4 at=1,2 top")
        .orders("A S3/-")
        .dice("8:1")
        .expect("A at 1,2; A top; B at 1,3; B prone; B ground; B gained 1")
        .check();
    // A character is never pushed over an edge into furniture.
    Case::new(". . .\n- - -\n= = T\n- - -\n. . .", "A 0 FOR5 at=2,1; B 1 FOR4 at=2,2 prone")
        .orders("A M3/-")
        .dice("8:1")
        .expect("A at 2,1; B at 2,2; told BAS-BOU-06")
        .check();
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_onto_a_stair_from_above_off_its_axis() {
    Case::new(&grid(". . . = / . . = = / . ^ = ="), "A 0 FOR5 at=1,4; B 1 >1 FOR4 at=2,3")
        .stairs("3,2", "3,1", "3,3")
        .orders("A M6/-")
        .dice("8:7 8:5")
        .expect("A at 2,3; B at 3,1; B prone; B faces 7; B gained 2; told BAS-FAL-05")
        .check();
}

/// BAS-BOU-05.
#[test]
fn bas_bou_05_off_the_grid() {
    Case::new("B A", "A 0 FOR5; B 1 FOR4")
        .orders("A M7/-")
        .expect("A at 1,1; B left; told BAS-OFF-01; score 0 3")
        .check();
}

/// BAS-BOU-06.
#[test]
fn bas_bou_06_nowhere_to_go() {
    let corner = || Case::new(DEAD_END, "A 0 FOR5; B 1 FOR4 DEX5").orders("A M7/-");
    // The example: stunned, DEX 4 + 2 > 5, falls with line B; the stuns add up (BAS-FAL-06).
    corner()
        .dice("8:7 8:4 8:1")
        .expect("A at 2,3; A gained 0; B at 2,2; B prone; B gained 2; tells BAS-BOU-06 BAS-FAL-02")
        .check();
    corner().dice("8:7 8:3").expect("A at 2,3; B stands; B gained 1").check();
    corner().dice("8:4").expect("A at 2,3; B stands; B gained 0").check();
    // Prone already: no test.
    Case::new(DEAD_END, "A 0 FOR5; B 1 FOR4 prone")
        .orders("A M7/-")
        .dice("8:7")
        .expect("A at 2,3; B gained 1")
        .check();
}

/// BAS-BOU-07.
#[test]
fn bas_bou_07_chains() {
    Case::new("A B C .", "A 0 FOR6; B 1 FOR5; C 1 FOR4")
        .orders("A M3/-")
        .expect("A at 1,2; B at 1,3; C at 1,4")
        .check();
    // The pushed one loses: that direction is blocked; beside it both are free.
    for (die, at) in [(1, "1,3"), (2, "3,3")] {
        Case::new(&grid(". . . . / A B C . / . . . ."), "A 0 FOR6; B 1 FOR3; C 1 FOR4")
            .orders("A M3/-")
            .dice(&format!("2:{die}"))
            .expect(&format!("A at 2,2; B at {at}; C at 2,3"))
            .check();
    }
    // A free point goes before an occupied one.
    Case::new(&grid(". . D . / A B C . / . . . ."), "A 0 FOR6; B 1 FOR3; C 1 FOR4; D 1 FOR1")
        .orders("A M3/-")
        .expect("A at 2,2; B at 3,3; C at 2,3; D at 1,3")
        .check();
    // Both occupied: a die, then the other if that chain is lost. Strength ties are rolled on the way (BAS-EXE-08).
    Case::new(
        &grid(". . . . . / . . D . . / A B C . . / . . E . . / . . . . ."),
        "A 0 FOR6; B 1 FOR3; C 1 FOR4; D 1 FOR3; E 1 FOR2",
    )
    .orders("A M3/-")
    .dice("2:1 8:4")
    .expect("A at 3,2; B at 4,3; C at 3,3; D at 2,3; E at 5,4")
    .check();
}

/// BAS-BOU-07.
#[test]
fn bas_bou_07_a_link_that_cannot_be_displaced_rolls() {
    Case::new(". . . .\n- - - -\nA B C|.\n- - - -\n. . . .", "A 0 FOR6; B 1 FOR5 DEX5; C 1 FOR4 DEX4")
        .orders("A M3/-")
        .dice("8:5 8:2 8:8 8:3")
        .expect("A at 2,1; B at 2,2; B gained 1; B stands; C at 2,3; C gained 1; C stands")
        .check();
}

/// BAS-BOU-08.
#[test]
fn bas_bou_08_no_test_unless_the_option_says_so() {
    let case = || Case::new("A B C . .", "A 0 FOR6; C 1 FOR4 DEX4; B 1 FOR5 DEX4").orders("A M3/-");
    case().expect("B stands; C stands").check();
    // By rank: C before B.
    case()
        .options(|o| o.jostle_test = true)
        .dice("8:5 8:1 8:4")
        .expect("A at 1,2; B at 1,3; B stands; C at 1,4; C prone; C gained 1; told BAS-BOU-08")
        .check();
}

/// BAS-BOU-09.
#[test]
fn bas_bou_09_somebody_held_cannot_be_jostled() {
    Case::new(&grid("A B . / . C ."), "A 0 FOR7; C 1 >1 FOR4 holds=B; B 0 FOR1")
        .orders("A M3/-")
        .expect("A at 1,1; B at 1,2; untold BAS-BOU-02; untold BAS-BOU-06")
        .check();
    // In a chain, the mover's point counts as blocked.
    Case::new(&grid(". . . . / A D B . / . . C ."), "A 0 FOR7; D 1 FOR6; C 1 >1 FOR4 holds=B; B 0 FOR1")
        .orders("A M3/-")
        .expect("A at 2,2; D at 1,3; B at 2,3")
        .check();
}

/// BAS-BOU-09.
#[test]
fn bas_bou_09_a_grappler_who_is_displaced_lets_go() {
    Case::new(&grid("A C . / . B ."), "A 0 FOR7; C 1 >5 FOR4 holds=B; B 0")
        .orders("A M3/-; C -/CT")
        .expect("C at 1,3; C free; B free")
        .check();
    // So does one who rolls on BAS-BOU-06.
    Case::new(". . . .\n+ - - +\n.|B A .\n+ + - +\n. C . .", "A 0 FOR7; B 1 >5 FOR4 holds=C; C 0 at=3,2")
        .orders("A M7/-; B -/CT")
        .tweak(|p| p.scene.figures[2].facing = bagarre_kit::grid::Dir::S)
        .dice("8:1")
        .expect("A at 2,3; B at 2,2; told BAS-BOU-09")
        .check();
}

/// BAS-BOU-10.
#[test]
fn bas_bou_10_prone_bodies_and_glass() {
    Case::new("A B x", "A 0 FOR5; B 1 FOR4 CON4 prone")
        .orders("A M3/-")
        .dice("8:5")
        .expect("B at 1,3; B BD 4; tells BAS-BOU-04 BAS-FAL-07")
        .check();
    // For a standing character it is harmless.
    Case::new("A B x", "A 0 FOR5; B 1 FOR4").orders("A M3/-").expect("B at 1,3; untold BAS-FAL-07").check();
}

/// BAS-OUV-08.
#[test]
fn bas_ouv_08_a_push_from_the_hinge_shuts_the_leaf() {
    // The door south of 1,3 swings over 2,3; open, it rests between 2,2 (its hinge) and 2,3.
    let case = |figures: &str| {
        Case::new(". . .\n+ + D\nA B .\n+ + +\n. . .", figures)
            .door((1, 3, "s"), "2,3", "2,2")
            .tweak(|p| p.scene.doors[0].open[0] = true)
            .orders("A M3/-")
    };
    case("A 0 FOR5; B 1 FOR4").expect("A at 2,2; B at 2,3; leaf 0 shut; tells BAS-OUV-08 BAS-BOU-04").check();
    // A character on its way is shoved aside first.
    case("A 0 FOR5; B 1 FOR4; C 1 FOR3 DEX4 at=2,3")
        .dice("8:4 8:1")
        .expect("A at 2,2; B at 2,3; C at 3,3; leaf 0 shut")
        .check();
    // The leaf cannot move: a stronger character is there, and the leaf bars the corner too.
    case("A 0 FOR5; B 1 FOR3; C 1 FOR4 at=2,3")
        .dice("8:1")
        .expect("A at 2,1; B at 2,2; C at 2,3; leaf 0 open; told BAS-BOU-06")
        .check();
}
