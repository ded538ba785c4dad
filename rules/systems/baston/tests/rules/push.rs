//! Chapter 15, POU: pushing furniture, chairs and doors.

use bagarre_baston::testkit::event::{Way, What};
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Fate, Layer, Place, WindowState};
use serde_json::json;

use super::harness::{Case, kind, point};

fn rolled(what: &What) -> bool {
    matches!(what, What::Test { .. } | What::StunRoll { .. } | What::Drew { .. })
}

/// BAS-POU-01.
#[test]
fn bas_pou_01_square_to_a_side_and_on_its_ground() {
    for (board, figure, moved) in [
        ("A T T .", "A 0 >3", true),
        (". A . .\n\n. T T .\n\n. . . .", "A 0 >5", true),
        // Not at a corner, not facing away, not prone, not from on top, not over a wall.
        ("A . . .\n\n. T T .\n\n. . . .", "A 0 >4", false),
        ("A T T .", "A 0 >7", false),
        ("A T T .", "A 0 >3 prone", false),
        ("T T T T .", "A 0 >3 at=1,2 top", false),
        ("A|T T .", "A 0 >3", false),
        // Not from the stage onto the floor, nor the other way.
        ("A_T T .", "A 0 >3", false),
    ] {
        let played = Case::new(board, figure).orders("A -/POU").play();
        let piece = usize::from(board == "T T T T .");
        let cells = played.state.scene.pieces[piece].cells;
        let before = Case::new(board, figure).position().scene.pieces[piece].cells;
        assert_eq!(cells != before, moved, "{board} {figure}");
        assert!(moved || played.rules().contains(&"BAS-POU-01"), "{board} {figure}");
    }
}

/// BAS-POU-01.
#[test]
fn bas_pou_01_a_chair_in_any_direction_and_from_the_ground() {
    for (facing, to) in
        [(1, "1,3"), (2, "1,5"), (3, "3,5"), (4, "5,5"), (5, "5,3"), (6, "5,1"), (7, "3,1"), (8, "1,1")]
    {
        let at = match facing {
            1 => "2,3",
            2 => "2,4",
            3 => "3,4",
            4 => "4,4",
            5 => "4,3",
            6 => "4,2",
            7 => "3,2",
            _ => "2,2",
        };
        for posture in ["", "prone"] {
            Case::new(
                ". . . . .\n\n. . . . .\n\n. . A . .\n\n. . . . .\n\n. . . . .",
                &format!("A 0 >{facing} {posture}"),
            )
            .item("chaise", at, Layer::Ground)
            .orders("A -/POU")
            .expect(&format!("lies chaise {to}; A at 3,3; told BAS-POU-09"))
            .check();
        }
    }
}

/// BAS-POU-01.
#[test]
fn bas_pou_01_prone_chairs_only() {
    Case::new("A T T .", "A 0 >3 prone").orders("A -/POU").expect("piece 0 1,2 1,3; told BAS-POU-01").check();
}

/// BAS-WND-05.
#[test]
fn bas_wnd_05_a_table_needs_both_arms_a_chair_one() {
    Case::new("A T T .", "A 0 >3 BG0").orders("A -/POU").expect("piece 0 1,2 1,3; told BAS-WND-05").check();
    Case::new("A h .", "A 0 >3 BG0").orders("A -/POU").expect("lies chaise 1,3").check();
}

/// BAS-POU-02.
#[test]
fn bas_pou_02_one_point_and_the_pusher_stays() {
    Case::new("A T T .", "A 0 >3")
        .orders("A -/POU")
        .expect("piece 0 1,3 1,4; A at 1,1; told BAS-POU-02")
        .check();
    // Neither overturned tables nor the bar.
    Case::new("A T T .", "A 0 >3")
        .tweak(|position| position.scene.pieces[0].overturned = true)
        .orders("A -/POU")
        .expect("piece 0 1,2 1,3; told BAS-POU-01")
        .check();
    Case::new("A # .", "A 0 >3").orders("A -/POU").expect("told BAS-POU-01").check();
}

/// BAS-POU-03.
#[test]
fn bas_pou_03_heavy() {
    for board in ["A Q Q .", "A Y Y .", "A V . ."] {
        let before = if board == "A V . ." { "piece 0 1,2" } else { "piece 0 1,2 1,3" };
        let after = if board == "A V . ." { "piece 0 1,3" } else { "piece 0 1,3 1,4" };
        let case = || Case::new(board, "A 0 >3 FOR5").orders("A -/POU");
        case().dice("8:6").expect(before).expect("told BAS-POU-03").check();
        case().dice("8:5").expect(after).check();
    }
    // A table is heavy with a character on it.
    Case::new("A T T .", "A 0 >3 FOR5; B 1 >7 at=1,3 top")
        .orders("A -/POU")
        .dice("8:6")
        .expect("piece 0 1,2 1,3; B at 1,3")
        .check();
}

/// BAS-POU-04.
#[test]
fn bas_pou_04_two_in_one_direction_need_no_test() {
    Case::new(". .\n\nQ Q\n\nA B", "A 0 >1 FOR1; B 1 >1 FOR1")
        .orders("A -/POU; B -/POU")
        .expect("piece 0 1,1 1,2; untold BAS-POU-03; A at 3,1; B at 3,2")
        .check();
}

/// BAS-POU-05.
#[test]
fn bas_pou_05_the_strongest_single_pusher_prevails() {
    let board = ". . . .\n\nA T T .\n\n. B . .";
    let case =
        |a: u8, b: u8| Case::new(board, &format!("A 0 >3 FOR{a}; B 1 >1 FOR{b}")).orders("A -/POU; B -/POU");
    case(5, 3).expect("piece 0 2,3 2,4; told BAS-POU-05").check();
    case(3, 5).expect("piece 0 1,2 1,3").check();
    // A tie: 1 to 4, the first in rank is the weaker.
    case(4, 4).dice("8:4").expect("piece 0 1,2 1,3").check();
    case(4, 4).dice("8:5").expect("piece 0 2,3 2,4").check();
    // The orders of all pushers are spent: the table moves once.
    let played = case(5, 3).check();
    let moved = played.facts.iter().filter(|fact| matches!(fact.what, What::Piece { .. })).count();
    assert_eq!(moved, 1);
    assert!(played.state.scene.figures.iter().all(|figure| !figure.queued));
}

/// BAS-POU-05.
#[test]
fn bas_pou_05_two_weak_ones_do_not_beat_one_strong_one() {
    // Against the single strongest, alone: its direction, and the table is light.
    Case::new(". . . .\n\nA T T .\n\n. B C .", "A 0 >3 FOR5; B 1 >1 FOR4; C 1 >1 FOR4")
        .orders("A -/POU; B -/POU; C -/POU")
        .expect("piece 0 2,3 2,4")
        .check();
    // Resolved at the rank of the first pusher: C, last by rank, is heard then.
    Case::new(". . . .\n\nA Q Q .\n\n. B C .", "A 0 >3 FOR3; B 1 >1 FOR4; C 1 >1 FOR4")
        .orders("A -/POU; B -/POU; C -/POU")
        .expect("piece 0 1,2 1,3; untold BAS-POU-03")
        .check();
}

/// BAS-POU-06.
#[test]
fn bas_pou_06_refused() {
    for (board, figures) in [
        ("A T T|.", "A 0 >3"),
        ("A T T T T", "A 0 >3"),
        ("A T T V", "A 0 >3"),
        ("A T T #", "A 0 >3"),
        ("A T T =_", "A 0 >3"),
        ("A T T ^", "A 0 >3"),
        ("A V B .", "A 0 >3; B 1 >1 prone"),
        // A character in the way is not hurt when the push is refused.
        ("A . . .\n\nT T . .\n- +\nB . . .", "A 0 >5; B 1 >1"),
    ] {
        let played = Case::new(board, figures).orders("A -/POU").expect("told BAS-POU-06").check();
        let before = Case::new(board, figures).position().scene.pieces[0].cells;
        assert_eq!(played.state.scene.pieces[0].cells, before, "{board}");
        assert!(!played.has_fact(rolled), "{board}");
    }
    // An overturned table bars the way too.
    Case::new("A T T Q Q", "A 0 >3")
        .tweak(|position| position.scene.pieces[1].overturned = true)
        .orders("A -/POU")
        .expect("piece 0 1,2 1,3; told BAS-POU-06")
        .check();
}

/// BAS-POU-06.
#[test]
fn bas_pou_06_doors_and_windows() {
    let door = |state: u8| {
        Case::new("A T TD. .", "A 0 >3").door((1, 3, "e"), "1,4", "1,5").tweak(move |position| {
            position.scene.doors[0].open[0] = state == 1;
            position.scene.doors[0].destroyed = state == 2;
        })
    };
    door(0).orders("A -/POU").expect("piece 0 1,2 1,3; told BAS-POU-06").check();
    for state in [1, 2] {
        door(state).orders("A -/POU").expect("piece 0 1,3 1,4").check();
    }
    for state in [WindowState::Open, WindowState::Destroyed] {
        Case::new("A T TF. .", "A 0 >3")
            .with("windows", json!({ "id": "w", "edge": [1, 3, "e"], "inside": [1, 3], "outside": [1, 4] }))
            .tweak(move |position| position.scene.windows[0] = state)
            .orders("A -/POU")
            .expect("piece 0 1,2 1,3; told BAS-POU-06")
            .check();
    }
}

/// BAS-POU-07.
#[test]
fn bas_pou_07_riders() {
    let case = || Case::new("A T T .", "A 0 >3 FOR5; B 1 >7 at=1,2 top DEX4").orders("A -/POU");
    let played =
        case().dice("8:5 8:4").expect("piece 0 1,3 1,4; B at 1,3; B top; B stands; told BAS-POU-07").check();
    assert!(played.has_fact(|what| matches!(what, What::Moved { way: Way::Ride, top: true, .. })));
    // B falls beside the table: the only free point near it is the one the table left; line C, +1 for two levels.
    case().dice("8:5 8:5 8:4").expect("B at 1,2; B ground; B prone; B gained 2; told BAS-FAL-04").check();
}

/// BAS-POU-08.
#[test]
fn bas_pou_08_underneath_and_on_top() {
    let played = Case::new("A T T B x", "A 0 >3; B 1 >7 prone")
        .item("cran", "1,4", Layer::Ground)
        .item("canette", "1,3", Layer::Top)
        .item("matraque", "1,2", Layer::Ground)
        .orders("A -/POU -/POU")
        .sequences(2)
        .expect("piece 0 1,4 1,5; B at 1,4; B prone; B gained 0; glass 1,5; lies cran 1,4; lies canette 1,5")
        .expect("lies matraque 1,2; A at 1,1")
        .play();
    // The second push finds nothing in front of A.
    assert_eq!(played.state.scene.pieces[0].cells.iter().collect::<Vec<_>>(), [point("1,3"), point("1,4")]);
    assert_eq!(played.state.scene.figures[1].at, point("1,4"));
    let place =
        |name: &str| played.state.scene.items.iter().find(|item| item.kind == kind(name)).unwrap().place;
    assert_eq!(place("canette"), Place::At(point("1,4"), Layer::Top));
    assert_eq!(place("cran"), Place::At(point("1,4"), Layer::Ground));
    assert_eq!(place("matraque"), Place::At(point("1,2"), Layer::Ground));
}

/// BAS-POU-08.
#[test]
fn bas_pou_08_the_knocked_out() {
    let out = |who: usize| {
        move |position: &mut Position| {
            position.scene.figures[who].fate = Fate::Out;
            position.scene.figures[who].prone = true;
        }
    };
    // Underneath, for every kind of piece; the standing one beside it is the only obstacle that counts.
    for board in ["A T T B", "A Q Q B", "A V B ."] {
        let after = if board == "A V B ." { "piece 0 1,3" } else { "piece 0 1,3 1,4" };
        let dice = if board == "A T T B" { "" } else { "8:1" };
        Case::new(&format!("{board}\n\n. . . C"), "A 0 >3; B 1 >7; C 1 >1")
            .tweak(out(1))
            .orders("A -/POU")
            .dice(dice)
            .expect(after)
            .expect("B gained 0; C gained 0")
            .check();
    }
    // A body that lies on top travels with it like an object.
    Case::new("A T T .\n\n. . . C", "A 0 >3; B 1 >7 at=1,3 top; C 1 >1")
        .tweak(out(1))
        .orders("A -/POU")
        .expect("piece 0 1,3 1,4; B at 1,4; B top; told BAS-POU-08")
        .check();
}

/// BAS-POU-08.
#[test]
fn bas_pou_08_those_uncovered() {
    Case::new("A T T .", "A 0 >3; B 1 >1 at=1,2 prone")
        .orders("A -/POU")
        .expect("piece 0 1,3 1,4; B at 1,2; B prone; B gained 0")
        .check();
}

/// BAS-POU-09.
#[test]
fn bas_pou_09_chairs() {
    // Onto a character: DEX test or a fall; the chair stays on its point.
    let onto = || Case::new("A h B", "A 0 >3; B 1 >7 DEX4").orders("A -/POU");
    onto().dice("8:4").expect("lies chaise 1,3; B at 1,3; B stands; told BAS-POU-09").check();
    onto().dice("8:5 8:1").expect("lies chaise 1,3; B at 1,3; B prone; B gained 1; told BAS-FAL-02").check();
    Case::new("A h B", "A 0 >3; B 1 >7 prone")
        .orders("A -/POU")
        .expect("lies chaise 1,3; B gained 0")
        .check();
    // A chain, from its far end.
    Case::new("A h h .", "A 0 >3").orders("A -/POU").expect("lies chaise 1,3; lies chaise 1,4").check();
    // Against what is solid: destroyed.
    for board in ["A h T T", "A h|.", "A h #", "A h =_", "A h V"] {
        Case::new(board, "A 0 >3")
            .orders("A -/POU")
            .expect("gone chaise; none chaise; told BAS-POU-09")
            .check();
    }
    Case::new("A hD.", "A 0 >3")
        .door((1, 2, "e"), "1,3", "1,2")
        .orders("A -/POU")
        .expect("gone chaise")
        .check();
    // The far one of a chain is destroyed, the near one moves up.
    Case::new("A h h|.", "A 0 >3").orders("A -/POU").expect("gone chaise; lies chaise 1,3").check();
    // Over an overturned table it goes.
    Case::new("A h T T", "A 0 >3")
        .tweak(|position| position.scene.pieces[0].overturned = true)
        .orders("A -/POU")
        .expect("lies chaise 1,3")
        .check();
}

/// BAS-POU-09.
#[test]
fn bas_pou_09_in_front_of_furniture() {
    Case::new("A T T h .", "A 0 >3").orders("A -/POU").expect("piece 0 1,3 1,4; lies chaise 1,5").check();
    Case::new("A T T h B", "A 0 >3; B 1 >7 DEX4")
        .orders("A -/POU")
        .dice("8:4")
        .expect("piece 0 1,3 1,4; lies chaise 1,5; B stands")
        .check();
    Case::new("A T T h|.", "A 0 >3").orders("A -/POU").expect("piece 0 1,3 1,4; gone chaise").check();
}

/// BAS-POU-10.
#[test]
fn bas_pou_10_somebody_standing_in_front() {
    let case = || Case::new("A T T B . .", "A 0 >3; B 1 >7 DEX4").orders("A -/POU");
    case().dice("8:4 8:4").expect("piece 0 1,3 1,4; B at 1,5; B stands; B gained 0; told BAS-POU-10").check();
    // Line A first, then the test at +2.
    case().dice("8:5 8:3 8:1").expect("B at 1,5; B prone; B gained 2").check();
    case().dice("8:5 8:2").expect("B at 1,5; B stands; B gained 1").check();
    // Another character beyond: a jostle with B as mover.
    Case::new("A T T B C .", "A 0 >3; B 1 >7 FOR5 DEX4; C 1 >7 FOR2")
        .orders("A -/POU")
        .dice("8:4 8:4")
        .expect("piece 0 1,3 1,4; B at 1,5; C at 1,6; C gained 0")
        .check();
    // A chair that shares the point goes along and does not cause a second test.
    Case::new("A T T B . .", "A 0 >3; B 1 >7 DEX4")
        .item("chaise", "1,4", Layer::Ground)
        .orders("A -/POU")
        .dice("8:4 8:4")
        .expect("B at 1,5; lies chaise 1,5; piece 0 1,3 1,4")
        .check();
}

/// BAS-POU-11.
#[test]
fn bas_pou_11_sandwich() {
    let case = || Case::new("A T T B|.", "A 0 >3; B 1 >7 DEX4 CON4").orders("A -/POU");
    case()
        .dice("8:5 8:3 8:7")
        .expect("piece 0 1,3 1,4; B at 1,4; B prone; B gained 4; told BAS-POU-11")
        .check();
    // Still standing: the furniture does not move. Line C stuns B at least once.
    case().dice("8:4 8:4").expect("piece 0 1,2 1,3; B at 1,4; B stands; B gained 1").check();
    // The line itself may bring B down.
    case().dice("8:4 8:8 8:8").expect("piece 0 1,3 1,4; B prone; B gained 3; told BAS-STN-05").check();
}

/// BAS-POU-11.
#[test]
fn bas_pou_11_a_video_game_comes_over_nobody() {
    Case::new("A V B|.", "A 0 >3 FOR5; B 1 >7 DEX4")
        .orders("A -/POU")
        .dice("8:5 8:5 8:1 8:1")
        .expect("piece 0 1,2; B at 1,3; B prone; B gained 2")
        .check();
}

/// BAS-POU-11.
#[test]
fn bas_pou_11_a_lost_jostle_makes_a_sandwich() {
    Case::new("A T T B C", "A 0 >3; B 1 >7 FOR2 DEX4; C 1 >7 FOR5")
        .orders("A -/POU")
        .dice("8:4 8:1")
        .expect("piece 0 1,2 1,3; B at 1,4; B stands; C at 1,5; C gained 0; told BAS-BOU-02")
        .check();
}

/// BAS-POU-11.
#[test]
fn bas_pou_11_the_stuck_ones_roll_first() {
    // B could move, C cannot: C rolls first, stays upright, and B is left alone.
    let board = ". A .\n\nT T .\n\nB C .\n+ -\n. . .";
    let case = |figures: &str| Case::new(board, figures).orders("A -/POU");
    case("A 0 >5; B 1 >1 DEX4; C 1 >1 DEX4")
        .dice("8:4 8:1")
        .expect("piece 0 2,1 2,2; B at 3,1; B gained 0; C stands; C gained 1")
        .check();
    // C falls: B is pushed on, the table comes over C.
    case("A 0 >5; B 1 >1 DEX4; C 1 >1 DEX4")
        .dice("8:5 8:1 8:1 8:4 8:4")
        .expect("piece 0 3,1 3,2; B at 4,1; B stands; C at 3,2; C prone; C gained 2")
        .check();
}

/// BAS-POU-12.
#[test]
fn bas_pou_12_over_the_stage_edge() {
    // A table on the stage, a character below.
    let case = || Case::new("A_T_T_B .", "A 0 >3; B 1 >7 CON7").orders("A -/POU");
    case().dice("8:1").expect("piece 0 gone; B at 1,4; B stands; B gained 1; told BAS-POU-12").check();
    case()
        .item("canette", "1,3", Layer::Top)
        .item("cran", "1,2", Layer::Top)
        .orders("A -/POU")
        .dice("8:6")
        .expect("piece 0 gone; glass 1,4; gone canette; lies cran 1,3; B gained 2")
        .check();
}

/// BAS-POU-12.
#[test]
fn bas_pou_12_riders_fall_where_their_cell_has_come_to() {
    // Table top on the stage is level 3: to the floor 3 levels (+2), to the stage 1.
    Case::new("A_T_T_. .", "A 0 >3 FOR7; B 1 >7 at=1,3 top CON7")
        .orders("A -/POU")
        .dice("8:7 8:4")
        .expect("piece 0 gone; B at 1,4; B prone; B ground; B gained 2; told BAS-FAL-03")
        .check();
    Case::new("A_T_T_. .", "A 0 >3 FOR7; B 1 >7 at=1,2 top CON7")
        .orders("A -/POU")
        .dice("8:7 8:4")
        .expect("piece 0 gone; B at 1,3; B prone; B gained 1")
        .check();
}

/// BAS-POU-12.
#[test]
fn bas_pou_12_a_chair_over_the_edge() {
    Case::new("A_h_B", "A 0 >3; B 1 >7")
        .orders("A -/POU")
        .dice("8:6")
        .expect("gone chaise; B at 1,3; B stands; B gained 1; told BAS-POU-12")
        .check();
    // From the stage onto its stairs is over an edge too.
    Case::new("A_h_^", "A 0 >3").orders("A -/POU").expect("gone chaise; told BAS-POU-12").check();
}

/// BAS-POU-13.
#[test]
fn bas_pou_13_somebody_held_is_released_first() {
    Case::new("A T T B .\n\n. . . C .", "C 0 >1 holds=B; B 1 >1 FOR2 DEX4; A 0 >3")
        .orders("C -/CT; A -/POU")
        // B does not break free at its activation.
        .dice("8:8 8:4 8:4")
        .expect("piece 0 1,3 1,4; B at 1,5; B free; C free; told BAS-POU-13")
        .check();
}

/// BAS-POU-13.
#[test]
fn bas_pou_13_off_the_grid() {
    Case::new("A T T", "A 0 >3").orders("A -/POU").expect("piece 0 gone; told BAS-POU-13").check();
    Case::new("A T T", "A 0 >3")
        .item("cran", "1,3", Layer::Top)
        .item("matraque", "1,2", Layer::Top)
        .orders("A -/POU")
        .expect("piece 0 gone; gone cran; lies matraque 1,3; told BAS-OFF-02")
        .check();
    // A chair too, and a rider leaves with its cell.
    Case::new("A h", "A 0 >3").orders("A -/POU").expect("gone chaise; told BAS-OFF-02").check();
    Case::new("A T T\n\n. . .", "A 0 >3 FOR5; B 1 >7 at=1,3 top; C 1 >1 at=2,1")
        .orders("A -/POU")
        .dice("8:5")
        .expect("piece 0 gone; B left; told BAS-OFF-01")
        .check();
}

/// BAS-EXE-04.
#[test]
fn bas_exe_04_a_push_is_cancelled_by_a_stun() {
    // A is stunned by B before the long phase.
    Case::new("B A T T .", "A 0 >3; B 1 >3 FOR5 DEX4")
        .orders("A -/POU; B -/CP")
        .answers(&["T"])
        .dice("20:20 8:1")
        .expect("piece 0 1,3 1,4; A shaken; told BAS-STN-02")
        .check();
}

/// DEC-07.
#[test]
fn dec_07_a_chair_in_hand_and_a_push() {
    let case = || Case::new("A T T .", "A 0 >3 [chaise]").orders("A -/POU");
    case().defaults().expect("asked DEC-07; piece 0 1,3 1,4; lies chaise 1,1").check();
    case().answers(&["no"]).expect("piece 0 1,2 1,3; A carries chaise; told BAS-OBJ-05").check();
}
