//! Chapter 16: objects.

use bagarre_baston::testkit::command::{DropPlan, Instructions, Moment};
use bagarre_baston::testkit::ids::ItemId;
use bagarre_baston::testkit::scene::{Layer, Place};

use super::harness::{Case, kind, point};

/// An instruction to drop an object in the first sequence.
fn drops(item: u8, when: Moment) -> Instructions {
    Instructions {
        drops: vec![DropPlan { item: ItemId(item), sequence: 1, when }],
        ..Instructions::default()
    }
}

/// BAS-OBJ-01.
#[test]
fn bas_obj_01_six_objects_at_most() {
    Case::new("A o", "A 0 >3 [matraque, matraque, matraque, matraque, cran]")
        .orders("A -/PRE")
        .defaults()
        .expect("A carries canette; unasked DEC-06")
        .check();
    Case::new("A o", "A 0 >3 [matraque, matraque, matraque, matraque, canette, canette]")
        .orders("A -/PRE")
        .answers(&["canette", "no"])
        .expect("lies canette 1,2; asked DEC-06")
        .check();
    // One chair at most.
    Case::new("A h", "A 0 >3 [chaise]")
        .orders("A -/PRE")
        .answers(&["no"])
        .expect("lies chaise 1,2; A carries chaise")
        .check();
}

/// BAS-OBJ-02.
#[test]
fn bas_obj_02_dropping_needs_no_order() {
    // On the character's point; on top when it stands on furniture; a bottle shatters, but leaves nothing on a top.
    let dropped = |board: &str, figure: &str| {
        Case::new(board, figure).instructions('A', drops(0, Moment::BeforeRound1)).orders("A -/-")
    };
    dropped("A .", "A 0 >3 [cran]")
        .expect("lies cran 1,1; A lacks cran; told BAS-OBJ-02; told BAS-PRG-11")
        .check();
    let played = dropped("T T", "A 0 >3 at=1,1 top [cran]").expect("lies cran 1,1").check();
    let knife = played.state.scene.items.iter().find(|item| item.kind == kind("cran")).unwrap();
    assert_eq!(knife.place, Place::At(point("1,1"), Layer::Top));
    dropped("A .", "A 0 >3 [canette]").expect("gone canette; glass 1,1; told BAS-OBJ-07").check();
    dropped("A .", "A 0 >3 [tesson]").expect("gone tesson; glass 1,1").check();
    dropped("T T", "A 0 >3 at=1,1 top [canette]").expect("gone canette; no glass 1,1").check();
}

/// DEC-19.
#[test]
fn dec_19_when_objects_are_dropped() {
    // Between the rounds: on the point that A has walked to.
    Case::new("A . .", "A 0 >3 [cran]")
        .instructions('A', drops(0, Moment::BetweenRounds))
        .orders("A M3/-")
        .expect("lies cran 1,2; unasked DEC-19")
        .check();
    for (when, at) in [(Moment::BeforeRound1, "1,1"), (Moment::AfterRound2, "1,2")] {
        Case::new("A . .", "A 0 >3 [cran]")
            .instructions('A', drops(0, when))
            .orders("A M3/-")
            .expect(&format!("lies cran {at}"))
            .check();
    }
    // A chair dropped beforehand frees the hands for what follows.
    Case::new("A o", "A 0 >3 [chaise]")
        .instructions('A', drops(1, Moment::BeforeRound1))
        .orders("A -/PRE")
        .answers(&["canette"])
        .expect("A carries canette; unasked DEC-07; lies chaise 1,1")
        .check();
}

/// BAS-OBJ-03.
#[test]
fn bas_obj_03_one_chair_on_a_point() {
    // The chair in hand is the last object of the case.
    let drop = |board: &str, figure: &str| {
        let drawn = u8::try_from(board.matches('h').count()).unwrap();
        Case::new(board, figure)
            .item("chaise", "1,1", Layer::Ground)
            .instructions('A', drops(drawn + 1, Moment::BeforeRound1))
            .orders("A -/-")
    };
    // A surplus one goes to a random free neighbour.
    drop("A .\n\n. .", "A 0 >3 [chaise]")
        .dice("3:2")
        .expect("lies chaise 1,1; lies chaise 2,1; told BAS-OBJ-03")
        .check();
    drop("A .", "A 0 >3 [chaise]").expect("lies chaise 1,1; lies chaise 1,2").check();
    // No free neighbour: it is destroyed.
    for board in ["A h", "A T\n\nT T\n\n. T", "A|.\n- -\n. .", "A =_"] {
        let played = drop(board, "A 0 >3 [chaise]").expect("gone chaise; lies chaise 1,1").check();
        assert!(played.rules().contains(&"BAS-OBJ-03"), "{board}");
    }
}

/// BAS-OBJ-03.
#[test]
fn bas_obj_03_never_with_upright_furniture() {
    // Dropped from the top of a table: beside it.
    Case::new("T T .", "A 0 >3 at=1,2 top [chaise]")
        .instructions('A', drops(0, Moment::BeforeRound1))
        .orders("A -/-")
        .expect("lies chaise 1,3; told BAS-OBJ-03")
        .check();
    // An overturned table shares its points with chairs.
    Case::new("T T .", "A 0 >3 at=1,2 [chaise]")
        .tweak(|position| position.scene.pieces[0].overturned = true)
        .instructions('A', drops(0, Moment::BeforeRound1))
        .orders("A -/-")
        .expect("lies chaise 1,2")
        .check();
}

/// BAS-OBJ-04.
#[test]
fn bas_obj_04_an_obstacle_to_runners_alone() {
    Case::new("A h .", "A 0 >3").orders("A M3/-").expect("A at 1,2").check();
    Case::new("A . h .", "A 0 >3 DEX4 VIT4")
        .orders("A C3/-")
        .dice("8:4")
        .expect("A at 1,4; A stands; told BAS-C-02")
        .check();
}

/// BAS-OBJ-05.
#[test]
fn bas_obj_05_what_a_chair_in_hand_forbids() {
    // Each order asks to drop the chair, and is lost otherwise.
    for order in [
        "S3/-", "F/-", "TER/-", "-/CB", "-/CS", "-/CJ", "-/OUV", "-/FER", "-/PRE", "-/BRI", "-/POU", "-/REN",
        "-/MET", "-/TAX",
    ] {
        Case::new("A . .", "A 0 >3 [chaise, canette]")
            .orders(&format!("A {order}"))
            .answers(&["no"])
            .expect("asked DEC-07; A carries chaise; A carries canette; A at 1,1; A stands; told BAS-OBJ-05")
            .check();
    }
    // Orders that it does not forbid: walking, running, throwing it, destroying with it.
    for order in ["M3/-", "P1/-", "C2/-", "G/-"] {
        Case::new("A . . .", "A 0 >3 VIT4 [chaise]")
            .orders(&format!("A {order}"))
            .expect("unasked DEC-07; A carries chaise")
            .check();
    }
}

/// DEC-07.
#[test]
fn dec_07_dropping_it_is_the_default() {
    Case::new("A . .", "A 0 >3 [chaise]")
        .orders("A TER/-")
        .defaults()
        .expect("asked DEC-07; A prone; lies chaise 1,1; A lacks chaise")
        .check();
    Case::new("A .", "A 0 >3 [chaise, canette]")
        .orders("A -/BRI")
        .defaults()
        .expect("A carries tesson; lies chaise 1,1")
        .check();
}

/// BAS-OBJ-06.
#[test]
fn bas_obj_06_the_chair_falls_with_its_carrier() {
    // Prone: tripped. B, which trips A, has the higher rank.
    Case::new("B A .", "B 1 >3 FOR4; A 0 >3 DEX3 [chaise]")
        .orders("B -/CJ; A M3/-")
        .dice("8:4 8:1")
        .expect("A prone; A lacks chaise; lies chaise 1,2; told BAS-FAL-01")
        .check();
    // HS, and an arm gone.
    for (part, word, phrase) in [("T", "T1", "A out"), ("BD", "BD1", "A BD 0"), ("BG", "BG1", "A BG 0")] {
        Case::new("B A .\n\n. . C", &format!("B 1 >3 FOR5 DEX4; A 0 >7 {word} [chaise]; C 0 >1"))
            .orders("B -/CP")
            .answers(&[part])
            .dice("20:11")
            .expect(phrase)
            .expect("A lacks chaise; lies chaise 1,2")
            .check();
    }
}

/// BAS-OBJ-07.
#[test]
fn bas_obj_07_three_states_of_glass() {
    // Whole, broken, debris.
    Case::new("A o", "A 0 >3 DEX4")
        .orders("A PRE/BRI P3/LAN")
        .answers(&["canette", "throw tesson t 1,2"])
        .sequences(2)
        .dice("8:1")
        .expect("gone tesson; glass 1,2; none canette; told BAS-OBJ-07; told BAS-BRI-01")
        .check();
}

/// BAS-OFF-02.
#[test]
fn bas_off_02_off_the_grid() {
    Case::new("A h", "A 0 >3").orders("A -/POU").expect("gone chaise; told BAS-OFF-02").check();
    Case::new("A .", "A 0 >3 DEX4 [cran]")
        .orders("A P3/LAN")
        .answers(&["throw cran t 1,2"])
        .dice("8:5 8:3")
        .expect("gone cran; told BAS-OFF-02")
        .check();
}

/// BAS-FAL-08.
#[test]
fn bas_fal_08_debris_counts_once() {
    let played = Case::new("A .", "A 0 >3 [canette, canette]")
        .instructions(
            'A',
            Instructions {
                drops: (0..2)
                    .map(|n| DropPlan { item: ItemId(n), sequence: 1, when: Moment::BeforeRound1 })
                    .collect(),
                ..Instructions::default()
            },
        )
        .orders("A -/-")
        .check();
    assert_eq!(*played.state.scene.glass, [point("1,1")]);
}
