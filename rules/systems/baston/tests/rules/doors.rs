//! Chapter 14, OUV and FER: doors and windows.

use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::Dec;
use bagarre_baston::testkit::scene::Layer;
use serde_json::json;

use super::harness::Case;

/// A room to the south of a single door that opens to the north; `A` stands in the doorway.
fn single(figures: &str) -> Case {
    Case::new(". . .\n+\n. . .\n- D -\n. A .", figures).door((3, 2, "n"), "2,2", "2,1")
}

/// The same, with a character on the point the leaf swings over.
fn occupied(figures: &str) -> Case {
    Case::new(". . .\n+\n. B .\n- D -\n. A .", figures).door((3, 2, "n"), "2,2", "2,1")
}

/// A double door between two rows, opening to the north.
fn double(board: &str, figures: &str) -> Case {
    Case::new(board, figures).with(
        "doors",
        json!({ "id": "dd", "leaves": [
            { "edge": [2, 2, "n"], "swept": [1, 2], "hinge": [1, 1] },
            { "edge": [2, 3, "n"], "swept": [1, 3], "hinge": [1, 4] },
        ] }),
    )
}

/// A cabin with a bolt: `A` inside, on the point of the bolt, which is the swept one.
fn cabin(figures: &str) -> Case {
    Case::new(". A .\n- D -\n. . .", figures).with(
        "doors",
        json!({ "id": "wc", "lock_side": [1, 2],
            "leaves": [{ "edge": [1, 2, "s"], "swept": [1, 2], "hinge": [1, 1] }] }),
    )
}

fn window(case: Case) -> Case {
    case.with("windows", json!({ "id": "w", "edge": [2, 2, "n"], "inside": [2, 2], "outside": [1, 2] }))
}

fn open(case: Case, leaf: usize) -> Case {
    case.tweak(move |position| position.scene.doors[0].open[leaf] = true)
}

/// BAS-OUV-01.
#[test]
fn bas_ouv_01_from_either_side_whatever_the_facing() {
    for (at, facing) in [("3,2", 1), ("3,2", 5), ("2,2", 3)] {
        let figure = format!("A 0 >{facing} at={at}");
        let there = format!("A at {at}; unasked DEC-03");
        single(&figure).orders("A -/OUV").expect("leaf 0 open; told BAS-OUV-01").expect(&there).check();
        single(&figure).orders("A -/OUV -/FER").sequences(2).expect("leaf 0 shut").expect(&there).check();
    }
}

/// BAS-OUV-01.
#[test]
fn bas_ouv_01_nobody_beside_the_door() {
    for (figure, board_rule) in [("A 0 >1 at=3,1", "told BAS-OUV-01"), ("A 0 >1 prone", "told BAS-POS-08")] {
        single(figure).orders("A -/OUV").expect("leaf 0 shut").expect(board_rule).check();
    }
}

/// BAS-OUV-01.
#[test]
fn bas_ouv_01_one_arm_is_enough() {
    single("A 0 >1 BD0").orders("A -/OUV").expect("leaf 0 open").check();
}

/// DEC-03.
#[test]
fn dec_03_several_leaves_or_windows() {
    let board = ". . . .\n- D D -\n. A . .";
    // The leaf on one's own edge is the default; any leaf of a double door can be worked.
    double(board, "A 0 >1").orders("A -/OUV").defaults().expect("asked DEC-03; leaf 0 open").check();
    let played =
        double(board, "A 0 >1").orders("A -/OUV").answers(&["leaf 0 1"]).expect("leaf 0 shut").check();
    assert_eq!(played.state.scene.doors[0].open, [false, true]);
    // A leaf that would not move is not offered.
    let played = open(double(board, "A 0 >1"), 0).orders("A -/OUV").expect("unasked DEC-03").check();
    assert_eq!(played.state.scene.doors[0].open, [true, true]);
}

/// DEC-03, RUL-83.
#[test]
fn dec_03_a_walk_through_a_double_door() {
    let board = ". . . .\n- D D -\n. A . .";
    let walk = || double(board, "A 0 >1").orders("A M1/OUV");
    walk().defaults().expect("asked DEC-03; leaf 0 open; A at 2,2; told BAS-OUV-02").check();
    let played = walk().answers(&["leaf 0 1"]).expect("asked DEC-03; A at 2,2; told BAS-OUV-02").check();
    assert_eq!(played.state.scene.doors[0].open, [false, true]);
    // RUL-85: one leaf is left to open; no question.
    for leaf in 0..2 {
        open(double(board, "A 0 >1"), leaf).orders("A M1/OUV").expect("unasked DEC-03; A at 1,2").check();
    }
    walk().standing(&[Dec::Leaf]).expect("unasked DEC-03; leaf 0 open").check();
}

/// DEC-03.
#[test]
fn dec_03_a_door_and_a_window() {
    let case = || {
        Case::new(". . .\n- D -\n. AF.", "A 0 >1")
            .door((2, 2, "n"), "1,2", "1,1")
            .with("windows", json!({ "id": "w", "edge": [2, 2, "e"], "inside": [2, 2], "outside": [2, 3] }))
    };
    case().orders("A -/OUV").defaults().expect("asked DEC-03; leaf 0 open; window 0 shut").check();
    case().orders("A -/OUV").answers(&["window 0"]).expect("leaf 0 shut; window 0 open").check();
}

/// BAS-OUV-02.
#[test]
fn bas_ouv_02_a_double_door_needs_both_leaves() {
    let board = ". . . .\n- D D -\n. A . .";
    // One leaf opens, A stays, without line A.
    let played = double(board, "A 0 >1")
        .orders("A M1/OUV")
        .answers(&["leaf 0 0"])
        .expect("A at 2,2; leaf 0 open; told BAS-OUV-02")
        .check();
    assert!(!played.has_fact(|what| matches!(what, What::StunRoll { .. } | What::Moved { .. })));
    open(open(double(board, "A 0 >1"), 0), 1).orders("A M1/-").expect("A at 1,2").check();
    // An open leaf beside a shut one stops a walker like a wall.
    open(double(board, "A 0 >1"), 0).orders("A M1/-").dice("8:1").expect("A at 2,2").check();
}

/// BAS-OUV-03.
#[test]
fn bas_ouv_03_windows_from_the_inside_only_and_they_push_nothing() {
    window(Case::new(". h .\n- F -\n. A .", "A 0 >1"))
        .orders("A -/OUV -/FER -/OUV")
        .sequences(3)
        .expect("window 0 open; lies chaise 1,2; told BAS-OUV-03")
        .check();
    window(Case::new(". A .\n- F -\n. h .", "A 0 >5"))
        .orders("A -/OUV")
        .expect("window 0 shut; told BAS-OUV-01")
        .check();
}

/// BAS-OUV-04.
#[test]
fn bas_ouv_04_opens_and_steps_through() {
    single("A 0 >3").orders("A M1/OUV").expect("leaf 0 open; A at 2,2; A faces 3; told BAS-OUV-04").check();
    window(Case::new(". . .\n- F -\n. A .", "A 0 >1"))
        .orders("A M1/OUV")
        .expect("window 0 open; A at 1,2")
        .check();
    // The suffix turn comes after the move.
    single("A 0 >3").orders("A M1D/OUV").expect("A at 2,2; A faces 4").check();
}

/// BAS-OUV-04.
#[test]
fn bas_ouv_04_the_second_leaf_of_a_double_door() {
    let board = ". . . .\n- D D -\n. A . .";
    open(double(board, "A 0 >1"), 1)
        .orders("A M1/OUV")
        .expect("A at 1,2; leaf 0 open; unasked DEC-03")
        .check();
}

/// BAS-OUV-04.
#[test]
fn bas_ouv_04_what_does_not_open_stuns_nobody() {
    let cases = [
        window(Case::new(". A .\n- F -\n. . .", "A 0 >5"))
            .orders("A M5/OUV")
            .expect("A at 1,2; window 0 shut"),
        cabin("A 0 >1 at=2,2")
            .tweak(|position| position.scene.doors[0].bolted = true)
            .orders("A M1/OUV")
            .expect("A at 2,2; leaf 0 shut; told BAS-OUV-07"),
        Case::new("T T .\n- D -\n. A .", "A 0 >1")
            .door((2, 2, "n"), "1,2", "1,3")
            .orders("A M1/OUV")
            .expect("A at 2,2; leaf 0 shut; told BAS-OUV-05"),
        occupied("A 0 >1 FOR3; B 1 >5 FOR5").orders("A M1/OUV").expect("A at 3,2; B at 2,2; leaf 0 shut"),
    ];
    for case in cases {
        let played = case.expect("A stun 0; told BAS-OUV-04").check();
        assert!(!played.has_fact(|what| matches!(what, What::StunRoll { .. })));
    }
}

/// BAS-OUV-04.
#[test]
fn bas_ouv_04_otherwise_the_walk_comes_first() {
    // The walk leads to the door, not through it.
    single("A 0 >1 at=3,3").orders("A M7/OUV").expect("A at 3,2; leaf 0 open").check();
}

/// BAS-OUV-05.
#[test]
fn bas_ouv_05_furniture_stops_the_leaf() {
    for (piece, spot) in [("T T .", "1,2"), ("Q Q .", "1,2"), (". V .", "1,2")] {
        Case::new(&format!("{piece}\n- D -\n. A ."), "A 0 >1")
            .door((2, 2, "n"), spot, "1,3")
            .orders("A -/OUV")
            .expect("leaf 0 shut; told BAS-OUV-05")
            .check();
    }
    // Opening towards oneself: what is on the far side does not matter.
    Case::new("T T .\n- D -\n. A .", "A 0 >1")
        .door((2, 2, "n"), "2,2", "2,1")
        .orders("A -/OUV")
        .expect("leaf 0 open; A at 2,2")
        .check();
}

/// BAS-OUV-05.
#[test]
fn bas_ouv_05_chairs_and_objects_go_one_point_on() {
    let room = |middle: &str| {
        Case::new(&format!(". . .\n+\n. . .\n+\n. {middle} .\n- D -\n. A ."), "A 0 >1").door(
            (4, 2, "n"),
            "3,2",
            "3,1",
        )
    };
    room("h").orders("A -/OUV").expect("leaf 0 open; lies chaise 2,2").check();
    room("o").orders("A -/OUV").expect("leaf 0 open; lies canette 2,2; told BAS-OUV-05").check();
    room(".").item("cran", "3,2", Layer::Ground).orders("A -/OUV").expect("lies cran 2,2").check();
    // Glass is part of the ground.
    room("x").orders("A -/OUV").expect("leaf 0 open; glass 3,2; no glass 2,2").check();
    // A chain of chairs moves from its far end.
    Case::new(". . .\n+\n. h .\n+\n. h .\n- D -\n. A .", "A 0 >1")
        .door((4, 2, "n"), "3,2", "3,1")
        .orders("A -/OUV")
        .expect("lies chaise 2,2; lies chaise 1,2")
        .check();
}

/// BAS-OUV-05.
#[test]
fn bas_ouv_05_what_cannot_go() {
    let against = |middle: &str| {
        Case::new(&format!("T T .\n+\n. {middle} .\n- D -\n. A ."), "A 0 >1").door((3, 2, "n"), "2,2", "2,1")
    };
    // A loose object stays, a chair is destroyed.
    against("o").orders("A -/OUV").expect("leaf 0 open; lies canette 2,2").check();
    against("h").orders("A -/OUV").expect("leaf 0 open; gone chaise; told BAS-POU-09").check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_the_leaf_against_somebody() {
    // B fails its DEX test and falls (line B), then line A.
    occupied("B 1 >5 FOR3 DEX4; A 0 >1 FOR5")
        .orders("A -/OUV")
        .dice("8:6 8:1 8:6")
        .expect("leaf 0 open; B at 1,2; B faces 5; B prone; B stun 2; told BAS-OUV-06; told BAS-FAL-02")
        .check();
    occupied("B 1 >5 FOR3 DEX4; A 0 >1 FOR5")
        .orders("A -/OUV")
        .dice("8:4 8:4")
        .expect("leaf 0 open; B at 1,2; B stands; B stun 0")
        .check();
    // Shutting pushes the same way.
    open(occupied("B 1 >5 FOR3 DEX4; A 0 >1 FOR5"), 0)
        .orders("A -/FER")
        .dice("8:4 8:4")
        .expect("leaf 0 shut; B at 1,2")
        .check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_the_stronger_occupant() {
    occupied("A 0 >1 FOR3; B 1 >5 FOR5").orders("A -/OUV").expect("leaf 0 shut; B at 2,2; B stun 0").check();
    // Equal strength: 1 to 4 against the operator.
    occupied("A 0 >1 FOR4; B 1 >5 FOR4").orders("A -/OUV").dice("8:4").expect("leaf 0 shut").check();
    occupied("A 0 >1 FOR4; B 1 >5 FOR4 DEX4")
        .orders("A -/OUV")
        .dice("8:5 8:1 8:1")
        .expect("leaf 0 open")
        .check();
    // A stunned one always loses.
    occupied("A 0 >1 FOR3; B 1 >5 FOR5 DEX4 stun2")
        .orders("A -/OUV")
        .dice("8:2 8:1")
        .expect("leaf 0 open; B at 1,2; B stands")
        .check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_no_way_out() {
    // Walls behind B and on both sides: the leaf does not move, no roll.
    Case::new(". . .\n- - -\n.|B|.\n- D -\n. A .", "A 0 >1 FOR6; B 1 >5 FOR2")
        .door((3, 2, "n"), "2,2", "2,1")
        .orders("A -/OUV")
        .expect("leaf 0 shut; B at 2,2; B stands; B gained 0")
        .check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_pushed_aside_when_straight_on_is_barred() {
    // North is a pinball whose corner bars one diagonal; the way to the other side is open.
    let case = |board: &str| {
        Case::new(board, "A 0 >1 at=3,2 FOR6; B 1 >5 at=2,2 FOR2 DEX6").door((3, 2, "n"), "2,2", "2,1")
    };
    // A wall of one point to the north: both diagonals end at its corners, so B is stuck.
    case(". . .\n  -\n. . .\n- D -\n. . .").orders("A -/OUV").expect("leaf 0 shut; B at 2,2").check();
    // Higher ground to the north bars that way alone: north-west or north-east, at random.
    case(". =_.\n\n. . .\n- D -\n. . .")
        .orders("A -/OUV")
        .dice("2:2 8:1 8:1")
        .expect("leaf 0 open; B at 1,3; told BAS-BOU-05")
        .check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_a_held_occupant_is_released_first() {
    Case::new(". . .\n+\n. B C\n- D -\n. A .", "C 0 >7 holds=B; B 1 >3 FOR2 DEX4; A 0 >1 FOR6")
        .door((3, 2, "n"), "2,2", "2,1")
        .orders("C -/CT; A -/OUV")
        // B fails to break free (COM 3) when its rank comes, before the door is opened.
        .dice("8:8 8:1 8:1")
        .expect("B at 1,2; B free; C free; leaf 0 open")
        .check();
}

/// BAS-OUV-06.
#[test]
fn bas_ouv_06_somebody_prone_needs_no_test() {
    occupied("B 1 >5 FOR7 prone; A 0 >1 FOR2")
        .orders("A -/OUV")
        .dice("8:5")
        .expect("leaf 0 open; B at 1,2; B prone; B gained 1; told BAS-OUV-06")
        .check();
}

/// BAS-OUV-07.
#[test]
fn bas_ouv_07_the_bolt() {
    let shutting = || open(cabin("A 0 >1"), 0).orders("A -/FER");
    // DEC-04: bolting is the default.
    shutting().defaults().expect("asked DEC-04; leaf 0 shut; door 0 bolted; told BAS-OUV-07").check();
    let played = shutting().answers(&["no"]).expect("leaf 0 shut").check();
    assert!(!played.state.scene.doors[0].bolted);
    // From the outside there is no bolt.
    open(cabin("A 0 >1 at=2,2"), 0).orders("A -/FER").expect("unasked DEC-04; leaf 0 shut").check();
}

/// BAS-OUV-07.
#[test]
fn bas_ouv_07_a_bolted_door() {
    let bolted = |figures: &str| cabin(figures).tweak(|position| position.scene.doors[0].bolted = true);
    bolted("A 0 >1 at=2,2").orders("A -/OUV").expect("leaf 0 shut; door 0 bolted; told BAS-OUV-07").check();
    let played = bolted("A 0 >1").orders("A -/OUV").expect("leaf 0 open").check();
    assert!(!played.state.scene.doors[0].bolted, "opening from the inside unbolts");
    bolted("A 0 >1 at=2,2 FOR6 [matraque]").orders("A -/DES").dice("8:6").expect("door 0 destroyed").check();
}

/// A leaf that is open and rests between `A`, at its hinge, and the point it swings over to the east.
fn resting(board: &str, figures: &str) -> Case {
    open(Case::new(board, figures).door((2, 2, "n"), "1,2", "1,1"), 0)
}

/// BAS-OUV-08.
#[test]
fn bas_ouv_08_an_open_leaf_is_shut_by_pushing_it() {
    let board = "A . .\n- D -\n. . .";
    resting(board, "A 0 >3").orders("A -/POU").expect("leaf 0 shut; A at 1,1; told BAS-OUV-08").check();
    // From the other side of the leaf nothing happens.
    resting(". A .\n- D -\n. . .", "A 0 >7").orders("A -/POU").expect("leaf 0 open; told BAS-POU-01").check();
    // Furniture on its way: it cannot.
    resting("A V .\n- D -\n. . .", "A 0 >3")
        .orders("A -/POU")
        .answers(&["leaf 0 0"])
        .expect("leaf 0 open; piece 0 1,2")
        .check();
}

/// BAS-OUV-08.
#[test]
fn bas_ouv_08_pushed_against_an_open_leaf() {
    // B is jostled eastwards along hinge and swept point: the leaf shuts, then B moves.
    Case::new(". A B . .\n- - - D -\n. . . . .", "A 0 >3 FOR6; B 1 >7 FOR2")
        .door((2, 4, "n"), "1,4", "1,3")
        .tweak(|position| position.scene.doors[0].open[0] = true)
        .orders("A M3/-")
        .expect("leaf 0 shut; B at 1,4; A at 1,3; told BAS-OUV-08")
        .check();
}

/// DEC-20.
#[test]
fn dec_20_an_element_or_the_leaf() {
    let case = || resting("A h .\n- D -\n. . .", "A 0 >3").orders("A -/POU");
    case().defaults().expect("asked DEC-20; leaf 0 open; lies chaise 1,3").check();
    // The leaf sweeps the chair away to the north, off the board.
    case().answers(&["leaf 0 0"]).expect("leaf 0 shut; gone chaise; told BAS-OFF-02").check();
}

/// BAS-OUV-09.
#[test]
fn bas_ouv_09_no_effect() {
    let closed = || single("A 0 >1");
    closed().orders("A -/FER").expect("leaf 0 shut; told BAS-OUV-09").check();
    open(closed(), 0).orders("A -/OUV").expect("leaf 0 open; told BAS-OUV-09").check();
    for order in ["OUV", "FER"] {
        single("A 0 >1")
            .tweak(|position| position.scene.doors[0].destroyed = true)
            .orders(&format!("A -/{order}"))
            .expect("door 0 destroyed; told BAS-OUV-09")
            .check();
    }
}

/// BAS-OBJ-05.
#[test]
fn bas_obj_05_a_chair_in_hand_and_a_door() {
    let case = || single("A 0 >1 [chaise]").orders("A -/OUV");
    case().defaults().expect("asked DEC-07; leaf 0 open; lies chaise 3,2").check();
    case().answers(&["no"]).expect("leaf 0 shut; A carries chaise; told BAS-OBJ-05").check();
}
