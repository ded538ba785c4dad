//! Chapter 6: positions, facing, levels, occupancy.

use bagarre_baston::Baston;
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::scene::{Fate, Item, Layer, Place};
use bagarre_kit::contract::{Lang, Refuse, Ruleset};

use super::harness::{Case, grid, kind, lying, point};

/// A in the middle of eight tables, the bottom right one left out for nothing.
const TABLES: &str = "T T T / T A T / T T T";

/// BAS-POS-01.
#[test]
fn bas_pos_01_one_point_and_one_facing() {
    for (dir, to) in
        [(1, "1,2"), (2, "1,3"), (3, "2,3"), (4, "3,3"), (5, "3,2"), (6, "3,1"), (7, "2,1"), (8, "1,1")]
    {
        Case::new(&grid(". . . / . A . / . . ."), "A 0 >4")
            .orders(&format!("A M{dir}/-"))
            .expect(&format!("A at {to}; A faces 4; A stands; A ground; told BAS-M-01"))
            .check();
    }
}

/// BAS-POS-02.
#[test]
fn bas_pos_02_rear_points_are_the_three_behind() {
    for facing in 1..=8_u8 {
        for dir in 1..=8_u8 {
            let rear = (3..=5).contains(&((dir + 8 - facing) % 8));
            let case = Case::new(&grid(TABLES), &format!("A 0 >{facing}")).orders(&format!("A S{dir}/-"));
            if rear {
                case.dice("8:1").expect("A at 2,2; told BAS-S-03").check();
            } else {
                case.expect("A top; untold BAS-S-03").check();
            }
        }
    }
}

/// BAS-POS-03.
#[test]
fn bas_pos_03_beside_the_chair_not_on_it() {
    Case::new("A h", "A 0").orders("A M3/-").expect("A at 1,2; A ground; lies chaise 1,2").check();
}

/// BAS-POS-04.
#[test]
fn bas_pos_04_what_can_be_stood_upon() {
    for (piece, top) in [("T", true), ("Y", true), ("#", true), ("Q", false), ("V", false)] {
        let case = Case::new(&format!("A {piece}"), "A 0 >3").orders("A S3/-");
        if top {
            case.expect("A at 1,2; A top; A stands").check();
        } else {
            case.dice("8:4").expect("A at 1,1; told BAS-S-01").check();
        }
    }
}

/// BAS-POS-04.
#[test]
fn bas_pos_04_what_can_be_lain_under() {
    for (piece, under) in [("T", true), ("Y", true), ("Q", true), ("#", false), ("V", false)] {
        let case = Case::new(&format!("A {piece}"), "A 0 >3 prone").orders("A R3/-");
        if under {
            case.expect("A at 1,2; A ground; A prone; told BAS-R-01").check();
        } else {
            case.dice("8:4").expect("A at 1,1; told BAS-MOV-03").check();
        }
    }
}

/// BAS-POS-05.
#[test]
fn bas_pos_05_top_and_underneath_are_two_layers() {
    Case::new("A T", "A 0 prone; B 1 at=1,2 top")
        .orders("A R3/-")
        .expect("A at 1,2; B at 1,2; B top; untold BAS-BOU-02")
        .check();
    Case::new("A T", "A 0 >3; B 1 at=1,2 prone")
        .orders("A S3/-")
        .expect("A at 1,2; A top; B at 1,2; untold BAS-BOU-02")
        .check();
}

/// BAS-POS-05.
#[test]
fn bas_pos_05_the_knocked_out_are_walked_over() {
    Case::new("A B C", "A 0; B 1; C 1")
        .tweak(|position| {
            position.scene.figures[1].fate = Fate::Out;
            position.scene.figures[1].left[0] = 0;
        })
        .orders("A M3/-")
        .expect("A at 1,2; B at 1,2; untold BAS-BOU-02")
        .check();
}

/// BAS-POS-06.
#[test]
fn bas_pos_06_levels_of_what_carries_him() {
    // From the floor (0): stage and table (2) are one step, a table on the stage (3) is two.
    Case::new("A =", "A 0 >3").orders("A S3/-").expect("A at 1,2; A ground").check();
    Case::new("A T_", "A 0 >3").orders("A S3/-").dice("8:1").expect("A at 1,1; told BAS-S-03").check();
    Case::new("= T_", "A 0 >3 at=1,1").orders("A S3/-").expect("A at 1,2; A top").check();
    // The bar (2) and a table on the floor (2) are level: a DEX test.
    Case::new("# T", "A 0 >3 DEX4 at=1,1 top").orders("A S3/-").dice("8:4").expect("A at 1,2; A top").check();
}

/// BAS-POS-07.
#[test]
fn bas_pos_07_steps_and_falls() {
    // Stage table to floor: two steps down, difference 3.
    Case::new("T_ .", "A 0 >3 DEX4 at=1,1 top")
        .orders("A S3/-")
        .dice("8:5 8:4")
        .expect("A at 1,2; A prone; A gained 2; tells BAS-S-02 BAS-FAL-03")
        .check();
    // A stair (1) to a table (2): one step; to a table on the stage (3): two.
    Case::new("^ T", "A 0 >3 at=1,1")
        .stairs("1,1", "1,2", "1,2")
        .orders("A S3/-")
        .expect("A at 1,2; A top")
        .check();
    Case::new("^ T_", "A 0 >3 at=1,1")
        .stairs("1,1", "1,2", "1,2")
        .orders("A S3/-")
        .dice("8:1")
        .expect("A at 1,1; told BAS-S-03")
        .check();
}

/// BAS-POS-08.
#[test]
fn bas_pos_08_orders_of_somebody_prone() {
    for order in ["M3/-", "S3/-", "F/-", "C2/-", "TER/-", "P3/-"] {
        Case::new("A . .", "A 0 >3 prone")
            .orders(&format!("A {order}"))
            .expect("A at 1,1; A prone; A faces 3; told BAS-POS-08; A gained 0")
            .check();
    }
    Case::new("A . .", "A 0 >3 prone").orders("A R3/-").expect("A at 1,2; A prone").check();
    Case::new("A . .", "A 0 >3 prone").orders("A G/-").expect("A faces 2").check();
    Case::new("A . .", "A 0 >3 prone").orders("A LEV/-").expect("A stands").check();
}

/// BAS-POS-08.
#[test]
fn bas_pos_08_a_lost_move_still_leads_to_its_blow() {
    // BAS-EXE-07: prone, the M is lost without a roll and the CP is played: location J without a die.
    Case::new("A B", "A 0 >3 FOR4 DEX4 prone; B 1 >7")
        .orders("A M3/CP")
        .dice("20:10")
        .expect("A at 1,1; told BAS-POS-08; told BAS-CBT-09")
        .check();
}

/// BAS-POS-09.
#[test]
fn bas_pos_09_shelter_from_throws() {
    // The table just before B shelters it; the knife flies on to the end of its line.
    Case::new("A . T B .", "A 0 >3 [cran]; B 1 >7 prone")
        .orders("A -/LAN")
        .answers(&["throw cran a 1,5"])
        .expect("B at 1,4; lies cran 1,5; untold BAS-CBT-09")
        .check();
    // Under furniture.
    Case::new("A . T .", "A 0 >3 [cran]; B 1 >7 prone at=1,3")
        .orders("A -/LAN")
        .answers(&["throw cran a 1,4"])
        .expect("lies cran 1,4; untold BAS-CBT-09")
        .check();
}

/// What no moment of a game can be is refused, all of it at once, in plain words (BAS-POS-05, BAS-OBJ-01, 03, BAS-EQP-03, BAS-RNK-01,
/// BAS-CT-01, BAS-OUV-07).
#[test]
fn impossible_moments_are_refused_with_every_fault() {
    let case = || Case::new("A B . T h", "A 0 >3 [casque]; B 1 >7 [casque]");
    let faults = |tweak: &dyn Fn(&mut bagarre_baston::testkit::save::Position)| {
        let mut position = case().position();
        tweak(&mut position);
        Baston::from_position(&position).expect_err("it is no moment of a game").say(Lang::En)
    };
    let chair = |at: &str| lying("chaise", at, Layer::Ground);
    let carried = |name: &str, place| Item { kind: kind(name), place };
    let all = faults(&|it| {
        it.scene.figures[1].at = it.scene.figures[0].at;
        it.scene.figures[1].rank = it.scene.figures[0].rank;
        it.scene.items.extend([chair("1,5"), chair("1,4")]);
        it.scene
            .items
            .extend([carried("chaise", Place::Carried(Who(0))), carried("chaise", Place::Carried(Who(0)))]);
        it.scene.items.push(carried("casque", Place::Worn(Who(1))));
        it.scene.turn = 101;
    });
    for rule in [
        "BAS-POS-05",
        "BAS-RNK-01",
        "BAS-OBJ-01",
        "BAS-OBJ-03",
        "BAS-EQP-03",
        "scene.turn: 101, where it is 0 to 100",
    ] {
        assert!(all.contains(rule), "{rule} is missing in:\n{all}");
    }
    let chairs = ["scene.items[3].place: ", "scene.items[4].place: "];
    assert!(chairs.iter().all(|field| all.contains(field)), "{all}");
    for debug in ["{", "Some(", "Who(", "::"] {
        assert!(!all.contains(debug), "{all}");
    }
    let hold = |tweak: &'static dyn Fn(&mut bagarre_baston::testkit::save::Position)| {
        faults(&|it| {
            (it.scene.figures[0].holding, it.scene.figures[1].held_by) = (Some(Who(1)), Some(Who(0)));
            tweak(it);
        })
    };
    assert!(hold(&|it| it.scene.figures[1].at = point("1,3")).contains("BAS-CT-01"), "out of reach");
    assert!(hold(&|it| it.scene.figures[1].prone = true).contains("BAS-CT-01"), "on the ground");
    assert!(hold(&|it| it.scene.figures[0].stun = 1).contains("BAS-CT-01"), "stunned");
}
