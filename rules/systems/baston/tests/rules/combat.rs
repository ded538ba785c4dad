//! Chapter 9: the procedure of a blow.

use bagarre_baston::testkit::command::Instructions;
use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::{Part, Who};

use super::harness::Case;

/// A hits B, which stands east of it;
fn duel(attacker: &str, target: &str) -> Case {
    Case::new("A B", &format!("A 0 >3 {attacker}; B 1 {target}"))
}

/// BAS-CBT-10.
#[test]
fn bas_cbt_10_a_fist_from_the_front_and_a_vest() {
    duel("FOR5 DEX4", ">7")
        .orders("A P3/CP")
        .dice("8:4 20:9")
        .expect("B TR 8; B gained 0; told BAS-CBT-10")
        .check();
    duel("FOR5 DEX4", ">7 [gilet]").orders("A P3/CP").dice("8:4 20:9").expect("B TR 9").check();
}

/// BAS-CBT-10.
#[test]
fn bas_cbt_10_a_razor_from_behind_and_a_helmet() {
    let slash = |kit: &str| {
        duel("DEX6 [rasoir]", &format!(">3 {kit}")).orders("A P3/CP").answers(&["rasoir"]).dice("8:1 20:12")
    };
    slash("").expect("B T 4; B gained 1; asked DEC-08").check();
    slash("[casque]").expect("B T 5; B gained 0").check();
}

/// BAS-CBT-09.
#[test]
fn bas_cbt_09_twelve_misses_thirteen_hits_and_the_top_reads_32() {
    duel("FOR4 DEX4", ">7").orders("A P3/CP").dice("8:4 20:8").expect("B TR 9; told BAS-CBT-09").check();
    duel("FOR4 DEX4", ">7").orders("A P3/CP").dice("8:4 20:9").expect("B TR 8").check();
    // 20 + 7 + 3 = 30 and 20 + 7 + 3 + 2 cannot be passed: the last column is the best one.
    duel("FOR7 DEX7 VIT1 CON1", ">7 stun1").orders("A P3/CP").dice("8:3 20:20").expect("B TR 6").check();
}

/// BAS-CBT-07.
#[test]
fn bas_cbt_07_only_the_largest_modifier_of_the_target_counts() {
    let total = |target: &str, facing: u8| {
        let played =
            duel("FOR4 DEX4", &format!(">{facing} {target}")).orders("A P3/CP").dice("8:4 20:1").check();
        let found = played.facts.iter().find_map(|fact| match fact.what {
            What::ToHit { target_mod, .. } => Some(target_mod),
            _ => None,
        });
        found.unwrap()
    };
    assert_eq!(total("", 7), 0);
    assert_eq!(total("", 3), 2, "from behind");
    assert_eq!(total("prone", 7), 1);
    assert_eq!(total("prone", 3), 2, "behind beats prone");
    assert_eq!(total("stun1", 3), 3, "stunned beats all");
    let holder = Case::new("A B C", "A 0 >3; B 1 >3 holds=C; C 0 >3")
        .orders("A P3/CP; B -/CT")
        .dice("8:4 20:1 8:8")
        .defaults()
        .expect("B holds C")
        .check();
    assert!(
        holder.has_fact(|what| matches!(what, What::ToHit { target_mod: 2, .. })),
        "behind a grappler: +2, not +1"
    );
}

/// BAS-CBT-08, BAS-WND-06.
#[test]
fn bas_cbt_08_the_right_arm_and_lying_down_cost_the_attacker() {
    let modifier = |attacker: &str, order: &str, dice: &str| {
        let played = duel(attacker, ">7").orders(&format!("A {order}")).dice(dice).check();
        played.facts.iter().find_map(|fact| match fact.what {
            What::ToHit { attacker_mod, .. } => Some(attacker_mod),
            _ => None,
        })
    };
    assert_eq!(modifier("BD0", "P3/CP", "8:4 20:1"), Some(-2));
    assert_eq!(modifier("BG0", "P3/CP", "8:4 20:1"), Some(0));
    assert_eq!(modifier("BD0", "P3/CS", "8:4 20:1"), Some(0));
    // Prone: no die for the location, it is the legs.
    assert_eq!(modifier("prone", "G/CP", "20:1"), Some(-3));
    assert_eq!(modifier("prone BD0", "G/CP", "20:1"), Some(-5));
}

/// BAS-CBT-05.
#[test]
fn bas_cbt_05_a_prone_attacker_touches_the_legs() {
    duel("FOR7 DEX7 VIT1 CON1 prone", ">7").orders("A -/CP").dice("20:15").expect("B J 4").check();
}

/// BAS-CBT-05, BAS-PRG-05.
#[test]
fn bas_cbt_05_aiming_chooses_the_part() {
    duel("FOR4 DEX4", ">7")
        .orders("A -/CP")
        .dice("20:15")
        .answers(&["BD"])
        .expect("asked DEC-11; B BD 4")
        .check();
    // The default has most faces: TR in the front list of a short weapon.
    duel("FOR4 DEX4", ">7").orders("A -/CP").dice("20:15").answers(&["default"]).expect("B TR 8").check();
    // An instruction answers without asking (BAS-PRG-11).
    let list = Instructions { part: Some(Part::T), ..Instructions::default() };
    duel("FOR4 DEX4", ">7")
        .instructions('A', list)
        .orders("A -/CP")
        .dice("20:15")
        .expect("unasked DEC-11; B T 6; told BAS-PRG-11")
        .check();
}

/// BAS-CBT-11.
#[test]
fn bas_cbt_11_somebody_held_is_always_hit() {
    // COM 4, D20 1, stunned or held +3: 8, read as 13: one wound on the trunk.
    Case::new("A B\n   \nC .", "C 1 >1 holds=B; A 0 >3 FOR4 DEX4; B 0 >7")
        .orders("A P3/CP; C -/CT")
        .dice("8:5 20:1 8:8")
        .answers(&["strike"])
        .expect("B TR 8; told BAS-CBT-11")
        .check();
}

/// BAS-CBT-01, BAS-CBT-02.
#[test]
fn bas_cbt_01_reach_needs_a_front_point_the_same_level_and_a_clear_line() {
    let air = |case: Case| case.orders("A P3/CP").expect("told BAS-CBT-02; untold BAS-CBT-06").check();
    air(Case::new("B . .\n     \n. A .", "A 0 >3; B 1 >7"));
    air(Case::new("A|B", "A 0 >3; B 1 >7"));
    air(Case::new("A T T", "A 0 >3; B 1 >7 at=1,2 top"));
    // Furniture at the corner does not stop a blow.
    Case::new("A T\n   \n. B", "A 0 >4; B 1 >8").orders("A P4/CP").dice("8:4 20:1").check();
    // melee_one_step reaches a table from the floor, at the legs mostly (RUL-47).
    Case::new("A T T", "A 0 >3 FOR4 DEX4; B 1 >7 at=1,2 top")
        .options(|options| options.melee_one_step = true)
        .orders("A P3/CP")
        .dice("8:1 20:12")
        .expect("B J 4")
        .check();
}

/// BAS-CBT-02.
#[test]
fn bas_cbt_02_only_kicks_reach_under_furniture() {
    let under =
        |order: &str| Case::new("A T T", "A 0 >3; B 1 >7 at=1,2 prone").orders(&format!("A P3/{order}"));
    under("CP").expect("told BAS-CBT-02").check();
    under("CB").expect("told BAS-CBT-02").check();
    under("CS").dice("8:1 20:1").expect("told BAS-CBT-09").check();
    // A prone attacker reaches one who lies under furniture with any blow.
    Case::new("A T T", "A 0 >3 prone; B 1 >7 at=1,2 prone")
        .orders("A G/CP")
        .dice("20:20")
        .expect("B J 4")
        .check();
}

/// BAS-CBT-03.
#[test]
fn bas_cbt_03_several_candidates_are_drawn_by_rank() {
    let played = Case::new("B .\n   \n. A\n   \n C .", "A 0 >7; B 1 >3; C 1 >3 at=3,1")
        .orders("A P7/CP")
        .dice("2:2 8:4 20:1")
        .check();
    let c = played.who('C');
    assert!(played.has_fact(|what| matches!(what, What::Targets { target, .. } if *target == c)));
}

/// BAS-CBT-04, DEC-10.
#[test]
fn bas_cbt_04_a_friend_may_be_missed_on_purpose() {
    let friend = |answer: &str, dice: &str| {
        Case::new("A B .", "A 0 >3 FOR4 DEX4; B 0 >7; C 1 >7 at=1,3")
            .orders("A P3/CP")
            .answers(&[answer])
            .dice(dice)
    };
    friend("spare", "").expect("B TR 9; asked DEC-10").check();
    friend("default", "").expect("told BAS-CBT-04").check();
    friend("strike", "8:4 20:9").expect("B TR 8").check();
    // A character on the spare list is missed without a question.
    let list = Instructions { spare: vec![Who(1)], ..Instructions::default() };
    duel("", ">7")
        .instructions('A', list)
        .orders("A P3/CP")
        .expect("unasked DEC-10; told BAS-CBT-04")
        .check();
    // Otherwise enemies are struck without a question.
    duel("", ">7").orders("A P3/CP").dice("8:4 20:1").expect("unasked DEC-10").check();
}

/// BAS-CBT-06.
#[test]
fn bas_cbt_06_the_characteristic_of_each_blow() {
    let stats = "FOR7 DEX3 VIT2 CON4";
    let value = |kit: &str, order: &str, answer: &[&str], rest: &str| {
        let played = duel(&format!("{stats} [{kit}]"), ">7 CON7")
            .orders(&format!("A P3/{order}"))
            .answers(answer)
            .dice(&format!("8:8 20:1 {rest}"))
            .check();
        played.facts.iter().find_map(|fact| match fact.what {
            What::ToHit { value, .. } => Some(value),
            _ => None,
        })
    };
    assert_eq!(value("", "CB", &[], ""), Some(7), "CB is FOR");
    assert_eq!(value("", "CS", &[], ""), Some(3), "CS is DEX");
    assert_eq!(value("", "CP", &[], ""), Some(5), "the fist is COM");
    assert_eq!(value("rasoir", "CP", &["rasoir"], ""), Some(3), "sharp is DEX");
    assert_eq!(value("tesson", "CP", &["tesson"], ""), Some(3), "a broken bottle is sharp");
    assert_eq!(value("canette", "CP", &["canette"], ""), Some(5), "a whole bottle is COM");
    assert_eq!(value("chaise", "CP", &["chaise"], ""), Some(7), "the chair is FOR");
}

/// BAS-CBT-12.
#[test]
fn bas_cbt_12_the_sector_decides_the_arm() {
    // B faces north: A, in the west, stands on its left flank; faces 6 to 8 of the long list are left parts.
    duel("FOR7 DEX7 VIT1 CON1 [matraque]", ">1")
        .orders("A P3/CP")
        .answers(&["matraque"])
        .dice("8:5 20:10")
        .expect("B BG 1")
        .check();
    duel("FOR7 DEX7 VIT1 CON1 [matraque]", ">5")
        .orders("A P3/CP")
        .answers(&["matraque"])
        .dice("8:5 20:10")
        .expect("B BD 4")
        .check();
}

/// BAS-EQP-02.
#[test]
fn bas_eqp_02_protections_do_not_add_up() {
    // Vest and jacket over the trunk: still only one wound less.
    duel("FOR7 DEX7 VIT1 CON1", ">7 [gilet, blouson]")
        .orders("A P3/CP")
        .dice("8:4 20:13")
        .expect("B TR 8")
        .check();
    // The jacket covers the arms, the vest does not.
    duel("FOR7 DEX7 VIT1 CON1", ">7 [blouson]").orders("A P3/CP").dice("8:7 20:8").expect("B BD 5").check();
    duel("FOR7 DEX7 VIT1 CON1", ">7 [gilet]").orders("A P3/CP").dice("8:7 20:8").expect("B BD 4").check();
    // Carried instead of worn, it protects nothing.
    duel("FOR7 DEX7 VIT1 CON1", ">7 [gilet:carried]")
        .orders("A P3/CP")
        .dice("8:4 20:8")
        .expect("B TR 8")
        .check();
}
