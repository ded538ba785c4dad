//! Chapter 15, REN: overturning tables.

use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::scene::{Fate, Layer, Place};

use super::harness::{Case, kind, point};

/// `A` south of a horizontal table, facing it, with a free row to the north.
fn table(figures: &str) -> Case {
    Case::new(". . . .\n\nT T . .\n\nA . . .", figures)
}

/// BAS-REN-01.
#[test]
fn bas_ren_01_tables_on_a_long_side() {
    table("A 0 >1").orders("A -/REN").expect("piece 0 overturned; told BAS-REN-02").check();
    for (board, figure) in [
        // A short side, a corner, a game, prone, on top, across a wall.
        ("A T T .", "A 0 >3"),
        (". . . .\n\n. T T .\n\nA . . .", "A 0 >2"),
        (". .\n\nY Y\n\nA .", "A 0 >1"),
        (". .\n\nQ Q\n\nA .", "A 0 >1"),
        (". .\n\nT T\n\nT T", "A 0 >1 at=3,1 top"),
        (". .\n\nT T\n-\nA .", "A 0 >1"),
    ] {
        Case::new(board, figure).orders("A -/REN").expect("piece 0 upright; told BAS-REN-01").check();
    }
    // A table of one point has four long sides.
    for (at, facing) in [("1,2", 5), ("2,1", 3), ("2,3", 7), ("3,2", 1)] {
        Case::new(". . .\n\n. T .\n\n. . .", &format!("A 0 >{facing} at={at}"))
            .orders("A -/REN")
            .expect("piece 0 overturned")
            .check();
    }
}

/// BAS-REN-01.
#[test]
fn bas_ren_01_both_arms() {
    table("A 0 >1 BG0").orders("A -/-").expect("piece 0 upright").check();
    let refused = table("A 0 >1 BG0").orders("A -/REN").play();
    assert!(refused.state.scene.pieces[0].is_upright(), "the sheet itself is refused");
}

/// BAS-REN-02.
#[test]
fn bas_ren_02_it_moves_and_flips() {
    let played = table("A 0 >1")
        .item("cran", "2,1", Layer::Top)
        .item("canette", "2,2", Layer::Top)
        .orders("A -/REN")
        .expect("piece 0 1,1 1,2; piece 0 overturned; A at 3,1; lies cran 1,1; glass 1,2; gone canette")
        .check();
    let id = bagarre_baston::testkit::ids::PieceId(0);
    let knife = played.state.scene.items.iter().find(|item| item.kind == kind("cran")).unwrap();
    assert_eq!(knife.place, Place::At(point("1,1"), Layer::Trapped(id)));
    // The debris wounds a character that crawls there, and bottles break on every point where the table comes to lie.
    table("A 0 >1; B 1 >7 prone at=1,3")
        .item("canette", "2,2", Layer::Top)
        .orders("A -/REN; B -/- R7/-")
        .sequences(2)
        .dice("8:6")
        .expect("B at 1,2; B BG 1; told BAS-FAL-07")
        .check();
    // Trapped things cannot be taken.
    table("A 0 >1; B 1 >7 at=1,3")
        .item("cran", "2,2", Layer::Top)
        .orders("A -/REN; B -/- -/PRE")
        .sequences(2)
        .expect("B lacks cran; unasked DEC-05")
        .check();
    // No obstacle: characters walk over it; not pushable; none counts as under it.
    table("A 0 >1").orders("A -/REN M1/- M1/POU").sequences(3).expect("A at 1,1; piece 0 1,1 1,2").check();
}

/// BAS-REN-03.
#[test]
fn bas_ren_03_upright_again() {
    let played = Case::new(". .\n\n. .\n\nT T\n\nA .", "A 0 >1")
        .item("cran", "3,1", Layer::Top)
        .item("canette", "3,2", Layer::Top)
        .orders("A -/REN M1/REN")
        .sequences(2)
        .expect("piece 0 upright; piece 0 1,1 1,2; lies cran 2,1; glass 2,2; gone canette; told BAS-REN-03")
        .check();
    let knife = played.state.scene.items.iter().find(|item| item.kind == kind("cran")).unwrap();
    assert_eq!(knife.place, Place::At(point("2,1"), Layer::Ground));
    // Not with a character on it.
    Case::new(". .\n\nT T\n\nA .", "A 0 >1; B 1 >1 at=2,2")
        .tweak(|position| position.scene.pieces[0].overturned = true)
        .orders("A -/REN")
        .expect("piece 0 overturned; piece 0 2,1 2,2; told BAS-REN-03")
        .check();
}

/// BAS-REN-04.
#[test]
fn bas_ren_04_what_is_in_the_way() {
    Case::new("h .\n\nT T\n\nA .", "A 0 >1")
        .orders("A -/REN")
        .expect("piece 0 overturned; gone chaise; told BAS-REN-04")
        .check();
    for board in [
        "V .\n\nT T\n\nA .",
        "Q Q\n\nT T\n\nA .",
        ". #\n\nT T\n\nA .",
        ". .\n-\nT T\n\nA .",
        "=_.\n\nT T\n\nA .",
        // A wall between the two points to come.
        ".|.\n\nT T\n\nA .",
    ] {
        let played = Case::new(board, "A 0 >1").orders("A -/REN").expect("told BAS-REN-04").check();
        assert!(played.state.scene.pieces.iter().all(|piece| piece.is_upright()), "{board}");
        assert!(!played.has_fact(|what| matches!(what, What::Test { .. })), "{board}");
    }
}

/// BAS-REN-05.
#[test]
fn bas_ren_05_people_in_the_way() {
    // Pushed on, line A, DEX test; a prone character ends up underneath.
    Case::new(". . .\n\nB C .\n\nT T .\n\nA . .", "A 0 >1; B 1 >5 DEX4; C 1 >5 prone")
        .orders("A -/REN")
        .dice("8:4 8:4")
        .expect("piece 0 overturned; piece 0 2,1 2,2; B at 1,1; B stands; C at 2,2; C prone; C gained 0")
        .check();
    // One who cannot go: line C, then DEX or a fall; the table flips in place.
    let stuck =
        || Case::new(". . .\n-\nB . .\n\nT T .\n\nA . .", "A 0 >1; B 1 >5 DEX4 CON7").orders("A -/REN");
    stuck()
        .dice("8:1 8:2")
        .expect("piece 0 overturned; piece 0 3,1 3,2; B at 2,1; B stands; B gained 1; told BAS-REN-05")
        .check();
    stuck()
        .item("cran", "3,1", Layer::Top)
        .dice("8:1 8:3 8:1")
        .expect("piece 0 overturned; piece 0 3,1 3,2; B prone; B gained 2; lies cran 3,1")
        .check();
}

/// BAS-REN-06.
#[test]
fn bas_ren_06_somebody_standing_on_it() {
    table("A 0 >1 FOR4; B 1 >5 at=2,1 top CON7")
        .orders("A -/REN")
        .dice("8:4 8:3 8:5")
        .expect(
            "piece 0 overturned; B at 2,3; B prone; B ground; B gained 2; told BAS-REN-06; told BAS-FAL-03",
        )
        .check();
    table("A 0 >1 FOR4; B 1 >5 at=2,1 top")
        .orders("A -/REN")
        .dice("8:5")
        .expect("piece 0 upright; piece 0 2,1 2,2; B top; B at 2,1; told BAS-REN-06")
        .check();
}

/// BAS-REN-06.
#[test]
fn bas_ren_06_barred_directions_are_rolled_again() {
    // A wall one point east, a video game two points south-east: 3 and 4 are rolled again; 5 is A's own column, where
    // A stands on the first point and is flown over.
    Case::new(". . . .\n\nT T . .\n  |\nA . . .\n\n. . V .", "A 0 >1 FOR4; B 1 >5 at=2,1 top CON7")
        .orders("A -/REN")
        .dice("8:4 8:4 8:5 8:5")
        .expect("B at 4,1; B prone; A at 3,1")
        .check();
    // Off the board in two points.
    table("A 0 >1 FOR4; B 1 >5 at=2,1 top; C 1 >5 at=3,4")
        .orders("A -/REN")
        .dice("8:4 8:7")
        .expect("B left; told BAS-OFF-01; piece 0 overturned")
        .check();
}

/// BAS-REN-06.
#[test]
fn bas_ren_06_no_direction_works() {
    // A closet of three points by two: beside the table, line C with the height bonus (BAS-FAL-04).
    Case::new(
        ". . . .\n  - -\n.|. .|.\n\n.|T T|.\n\n.|A .|.\n  - -\n. . . .",
        "A 0 >1 FOR4; B 1 >5 at=3,2 top CON7",
    )
    .orders("A -/REN")
    .dice("8:4 4:3 8:4")
    .expect("piece 0 2,2 2,3; piece 0 overturned; B at 3,3; B prone; B ground; B gained 2; told BAS-FAL-04")
    .check();
}

/// BAS-REN-07.
#[test]
fn bas_ren_07_over_the_stage_edge() {
    Case::new("B .\n\nT_T_\n\nA_=_", "A 0 >1; B 1 >5 CON7")
        .item("cran", "2,1", Layer::Top)
        .orders("A -/REN")
        .dice("8:1")
        .expect("piece 0 gone; lies cran 1,1; B at 1,1; B gained 1; told BAS-POU-12")
        .check();
    // With a rider: FOR test, then the rider falls three levels.
    Case::new(". .\n\nT_T_\n\nA_=_", "A 0 >1 FOR4; B 1 >5 at=2,2 top CON7")
        .orders("A -/REN")
        .dice("8:4 8:2")
        .expect("piece 0 gone; B at 1,2; B prone; B gained 1; told BAS-FAL-03")
        .check();
}

/// BAS-WND-02.
#[test]
fn bas_wnd_02_a_body_on_top_is_trapped_like_an_object() {
    table("A 0 >1; B 1 >5 at=2,2 top; C 1 >5 at=3,4")
        .tweak(|position| {
            position.scene.figures[1].fate = Fate::Out;
            position.scene.figures[1].prone = true;
        })
        .orders("A -/REN")
        .expect("piece 0 overturned; B at 1,2; B ground; B out")
        .check();
}

/// DEC-07.
#[test]
fn dec_07_a_chair_in_hand_and_a_table() {
    let case = || table("A 0 >1 [chaise]").orders("A -/REN");
    case().defaults().expect("asked DEC-07; piece 0 overturned; lies chaise 3,1").check();
    case().answers(&["no"]).expect("piece 0 upright; A carries chaise").check();
}
