//! Chapter 13: the blows.

use bagarre_baston::testkit::command::{Arm, Instructions};
use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::{ItemKind, Who};

use super::harness::Case;

fn duel(attacker: &str, target: &str) -> Case {
    Case::new("A B", &format!("A 0 >3 {attacker}; B 1 {target}"))
}

/// BAS-CB-01, BAS-CB-02.
#[test]
fn bas_cb_01_a_bare_head_pays_for_a_good_head_butt() {
    // 16 + 7 + 3 = 26: 3 wounds, stun 3; the attacker is stunned 1; CON 4: 3 + 2 = 5 > 4: B collapses.
    let played = duel("FOR7 DEX4 VIT1 CON4", ">7 stun1 CON4")
        .orders("A P3/CB")
        .dice("8:2 20:16 8:3")
        .expect("B T 5; B prone; A gained 1; told BAS-CB-02; told BAS-STN-05")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::Stunned { who: Who(1), gained: 3, .. })));
    // With a helmet on, the head-butt costs nothing.
    duel("FOR7 DEX4 VIT1 CON4 [casque]", ">7 stun1 CON4")
        .orders("A P3/CB")
        .dice("8:2 20:16 8:1")
        .expect("B T 5; A gained 0; untold BAS-CB-02")
        .check();
    // The victim's helmet counts before: stun 1 is no reason.
    duel("FOR7 DEX4 VIT1 CON4", ">7 [casque]")
        .orders("A P3/CB")
        .dice("8:2 20:14")
        .expect("A gained 0")
        .check();
}

/// BAS-CP-01, BAS-EQP-04.
#[test]
fn bas_cp_01_the_weapon_is_chosen_when_the_blow_falls() {
    let kit = "[rasoir, poing_americain]";
    let strike = |answer: &str| {
        let played = duel(&format!("FOR4 DEX4 {kit}"), ">7")
            .orders("A P3/CP")
            .answers(&[answer])
            .dice("8:4 20:1")
            .expect("asked DEC-08")
            .check();
        played.facts.iter().find_map(|fact| match &fact.what {
            What::ToHit { row, .. } => Some(row.clone()),
            _ => None,
        })
    };
    assert_eq!(strike("fist").as_deref(), Some("CP_NU"));
    assert_eq!(strike("poing_americain").as_deref(), Some("CP_POING"));
    assert_eq!(strike("default").as_deref(), Some("CP_RASOIR"), "the highest value");
    let list = Instructions {
        weapons: vec![Arm::Item(ItemKind::Chaine), Arm::Item(ItemKind::PoingAmericain)],
        ..Instructions::default()
    };
    let played = duel(kit, ">7")
        .instructions('A', list)
        .orders("A P3/CP")
        .dice("8:4 20:1")
        .expect("unasked DEC-08")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::ToHit { row, .. } if row == "CP_POING")));
}

/// BAS-CP-02.
#[test]
fn bas_cp_02_a_chair_is_destroyed_hit_or_miss() {
    duel("FOR6 DEX4 [chaise]", ">7")
        .orders("A P3/CP")
        .answers(&["default"])
        .dice("8:3 20:10")
        .expect("B TR 8; B gained 1; A lacks chaise; gone chaise")
        .check();
    duel("FOR6 DEX4 [chaise]", ">7")
        .orders("A P3/CP")
        .answers(&["chaise"])
        .dice("8:3 20:1")
        .expect("B TR 9; gone chaise")
        .check();
    // No target in reach: nothing is broken.
    Case::new("A . B", "A 0 >3 [chaise]; B 1 >7").orders("A P3/CP").expect("A carries chaise").check();
    // Another weapon: the chair is dropped first, on the attacker's point.
    duel("[chaise]", ">7")
        .orders("A P3/CP")
        .answers(&["fist"])
        .dice("8:3 20:1")
        .expect("lies chaise 1,1")
        .check();
}

/// BAS-CP-03, BAS-CP-04.
#[test]
fn bas_cp_03_a_bottle_breaks_on_a_hit_and_then_serves_again() {
    duel("[canette]", ">7")
        .orders("A P3/CP")
        .answers(&["canette"])
        .dice("8:4 20:12")
        .expect("A carries tesson; A lacks canette")
        .check();
    duel("[canette]", ">7")
        .orders("A P3/CP")
        .answers(&["canette"])
        .dice("8:4 20:1")
        .expect("A carries canette")
        .check();
    duel("DEX5 [tesson]", ">7")
        .orders("A P3/CP P3/CP")
        .sequences(2)
        .answers(&["tesson", "tesson"])
        .dice("8:4 20:8 8:4 20:8")
        .expect("A carries tesson; B TR 7; told BAS-CP-01")
        .check();
}

/// BAS-CP-05.
#[test]
fn bas_cp_05_short_and_long_weapons_have_their_own_parts() {
    // Face 8 from the front: left arm for short weapons, legs for long ones.
    duel("FOR7 DEX7 VIT1 CON1 [poing_americain]", ">7")
        .orders("A P3/CP")
        .answers(&["poing_americain"])
        .dice("8:8 20:8")
        .expect("B BG 1")
        .check();
    duel("FOR7 DEX7 VIT1 CON1 [matraque]", ">7")
        .orders("A P3/CP")
        .answers(&["matraque"])
        .dice("8:8 20:8")
        .expect("B J 4")
        .check();
}

/// BAS-CP-06, DEC-09.
#[test]
fn bas_cp_06_the_chain_strikes_several() {
    let board = "B .\n   \n. A\n   \n. .";
    let figures = "A 0 >7 FOR4 DEX4 [chaine]; B 1 >4; C 1 >2 at=3,1";
    // The default takes both: left-front first (C in the south-west), then right-front.
    Case::new(board, figures)
        .orders("A P7/CP")
        .answers(&["chaine", "default"])
        .dice("8:3 20:9 8:3 20:9")
        .expect("asked DEC-09; C TR 8; B TR 8")
        .check();
    Case::new(board, figures)
        .orders("A P7/CP")
        .answers(&["chaine", "single"])
        .dice("2:1 8:3 20:9")
        .expect("B TR 8; C TR 9")
        .check();
    // Aiming serves one person.
    Case::new(board, figures)
        .orders("A -/CP")
        .answers(&["chaine", "TR"])
        .dice("2:1 20:9")
        .expect("unasked DEC-09; B TR 8")
        .check();
    // With a friend among them the default is a single target.
    Case::new(board, "A 0 >7 [chaine]; B 1 >4; C 0 >2 at=3,1")
        .orders("A P7/CP")
        .answers(&["chaine", "default"])
        .dice("2:1 8:3 20:1")
        .expect("C TR 9")
        .check();
}

/// BAS-CS-01.
#[test]
fn bas_cs_01_boots_kick_harder() {
    duel("DEX7 FOR3 VIT2 CON4", ">7").orders("A P3/CS").dice("8:1 20:10").expect("B J 4").check();
    duel("DEX7 FOR3 VIT2 CON4 [santiags]", ">7").orders("A P3/CS").dice("8:1 20:10").expect("B J 3").check();
    // Prone, kicking is possible: the legs, without a location die.
    duel("DEX7 FOR3 VIT2 CON4 prone", ">7").orders("A G/CS").dice("20:20").expect("B J 3").check();
}

/// BAS-CV-01, BAS-CV-02.
#[test]
fn bas_cv_01_a_low_blow() {
    // Boots, DEX 5, 10 -> 15: 1 wound; D8 4: the test succeeds, stun 1.
    duel("DEX5 [santiags]", ">7")
        .orders("A -/CV")
        .dice("20:10 8:4")
        .expect("B J 4; B gained 1; told BAS-CV-02")
        .check();
    duel("DEX5 [santiags]", ">7").orders("A -/CV").dice("20:10 8:6").expect("B J 4; B gained 0").check();
    // A miss asks for no test.
    duel("DEX5 [santiags]", ">7").orders("A -/CV").dice("20:1").expect("B J 5").check();
    // From the flank, from behind, or at a target on the ground: nothing to kick that way.
    for target in [">1", ">3", ">7 prone"] {
        duel("DEX5", target).orders("A -/CV").expect("told BAS-CBT-02").check();
    }
}

/// BAS-CJ-01, BAS-CJ-02.
#[test]
fn bas_cj_01_tripping_a_target_that_moves() {
    // B has a displacement order still to come: DEX 3, D8 4: prone, line B.
    Case::new("A B .", "A 0 >3; B 1 >7 DEX3")
        .orders("A P3/CJ; B M3/-")
        .dice("8:4 8:1")
        .expect("B prone; B gained 1; told BAS-CJ-02; told BAS-FAL-02")
        .tweak(|_| {})
        .check();
    // B keeps its feet.
    Case::new("A B .", "A 0 >3; B 1 >7 DEX3")
        .orders("A P3/CJ; B M3/-")
        .dice("8:3")
        .expect("B at 1,3")
        .check();
    // A target that stays cannot be tripped.
    duel("", ">7").orders("A P3/CJ; B G/-").expect("told BAS-CBT-02").check();
    duel("", ">7 prone").orders("A P3/CJ; B R3/-").dice("").expect("B prone").check();
}

/// BAS-CT-01, BAS-CT-02.
#[test]
fn bas_ct_01_seizing_from_behind() {
    // FOR 5: 6 + 5 + 2 = 13.
    duel("FOR5", ">3")
        .orders("A P3/CT; B M3/CP")
        .dice("20:6 8:8")
        .expect("A holds B; told BAS-CT-02")
        .check();
    duel("FOR5", ">3").orders("A P3/CT").dice("20:5").expect("A free").check();
    // A stunned target is seized without a roll.
    duel("FOR5", ">3 stun2").orders("A P3/CT").expect("A holds B").check();
    // Not from the front, not a target on the ground, not with one arm.
    duel("FOR5", ">7").orders("A P3/CT").expect("A free; told BAS-CBT-02").check();
    duel("FOR5", ">3 prone").orders("A P3/CT").expect("A free").check();
    // A chair in hand is dropped.
    duel("FOR5 [chaise]", ">3")
        .orders("A P3/CT")
        .answers(&["yes"])
        .dice("20:5")
        .expect("lies chaise 1,1")
        .check();
}

/// BAS-CT-03.
#[test]
fn bas_ct_03_the_victim_loses_his_orders() {
    // B is seized before its turn: COM 4 and D8 8: held, no orders.
    let played = duel("FOR7", ">3")
        .orders("A P3/CT; B P1/CP")
        .dice("20:15 8:8")
        .expect("A holds B; B faces 3; B shaken; told BAS-CT-03; told BAS-RPG-01")
        .check();
    assert!(played.has_fact(|what| matches!(what, What::Cancelled { who: Who(1), .. })));
}

/// BAS-CT-06.
#[test]
fn bas_ct_06_breaking_free_and_playing_at_once() {
    duel("FOR7", ">3")
        .orders("A P3/CT; B P1/-")
        .dice("20:15 8:4")
        .expect("A free; B faces 1; told BAS-CT-06")
        .check();
    // A stunned victim does not even try.
    duel("FOR7", ">3 stun1").orders("A P3/CT").expect("A holds B").check();
}

/// BAS-CT-04.
#[test]
fn bas_ct_04_the_hold_goes_on_with_ct_in_round_2() {
    let held = |order: &str, dice: &str| {
        Case::new("A B .", "A 0 >3 holds=B; B 1 >3").orders(&format!("A {order}")).dice(dice)
    };
    // The victim tries at each of its activations.
    held("-/CT", "8:8").expect("A holds B; untold BAS-CT-02").check();
    held("D/CT", "8:8").expect("A holds B; A faces 3").check();
    for order in ["-/-", "-/CP", "TER/CT"] {
        let dice = match order {
            "-/CP" => "8:4 20:1",
            _ => "",
        };
        let case = held(order, dice);
        let case = if order == "-/CP" { case.dice("20:1").answers(&["TR"]) } else { case };
        case.expect("A free; told BAS-CT-04").check();
    }
}

/// BAS-CT-05.
#[test]
fn bas_ct_05_dragging_takes_a_test_of_strength() {
    let drag = |dice: &str| {
        Case::new("A B .\n     \n. . .", "A 0 >3 FOR5 holds=B; B 1 >3").orders("A M5/CT").dice(dice)
    };
    drag("8:5 8:8").expect("A at 2,1; B at 2,2; A holds B; told BAS-CT-05").check();
    drag("8:6 8:8").expect("A at 1,1; B at 1,2; A holds B").check();
    // Never off the grid.
    Case::new("A B .", "A 0 >3 FOR5 holds=B; B 1 >3")
        .orders("A M1/CT")
        .dice("8:1 8:8")
        .expect("A at 1,1; A holds B")
        .check();
}

/// BAS-CT-07.
#[test]
fn bas_ct_07_what_ends_a_hold() {
    // The grappler is stunned.
    Case::new("A B .\n     \nC . .", "C 1 >1 DEX7 FOR7 VIT1 CON1; A 0 >3 holds=B; B 1 >3")
        .orders("C P1/CB; A -/CT")
        .dice("2:1 8:1 20:15")
        .expect("A free; told BAS-STN-06")
        .check();
    // The victim is knocked out.
    Case::new("A B .\n     \n. C .", "C 0 >1 FOR7 DEX7 VIT1 CON1; A 0 >3 holds=B; B 1 >3 T1")
        .orders("C P1/CP; A -/CT")
        .dice("2:2 8:1 20:15")
        .expect("B out; A free; told BAS-CT-07")
        .check();
}
