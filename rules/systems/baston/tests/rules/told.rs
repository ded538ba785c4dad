//! What the log explains beside what happened: what took a blow, what a modifier comes from, what stood in the way, which test was
//! not made, which ruling acted.

use bagarre_baston::testkit::event::{Circumstance, Obstacle, Waived, What};
use bagarre_baston::testkit::ids::{PieceId, Stat, Who};

use super::harness::{Case, Played, grid};

fn duel(attacker: &str, target: &str) -> Case {
    Case::new("A B", &format!("A 0 >3 {attacker}; B 1 {target}"))
}

fn barred(played: &Played) -> Vec<Obstacle> {
    let told = played.facts.iter().filter_map(|fact| match fact.what {
        What::Barred { by, .. } => Some(by),
        _ => None,
    });
    told.collect()
}

fn waived(played: &Played) -> Vec<(Stat, Waived)> {
    let told = played.facts.iter().filter_map(|fact| match fact.what {
        What::NoTest { stat, why, .. } => Some((stat, why)),
        _ => None,
    });
    told.collect()
}

/// BAS-EQP-02: what a vest takes whole, and what a helmet takes off a stun.
#[test]
fn bas_eqp_02_what_protection_takes() {
    let vest = duel("FOR5 DEX4", ">7 [gilet]").orders("A P3/CP").dice("8:4 20:9").expect("B TR 9").check();
    let taken = What::Wounded {
        who: Who(1),
        part: bagarre_baston::testkit::ids::Part::Tr,
        wounds: 0,
        saved: 1,
        left: 9,
    };
    assert!(vest.has_fact(|what| *what == taken));
    let slash = |kit: &str| {
        let case = duel("DEX6 [rasoir]", &format!(">3 {kit}")).orders("A P3/CP");
        case.answers(&["rasoir"]).dice("8:1 20:12").check()
    };
    let saved =
        |played: &Played| played.has_fact(|what| matches!(what, What::Stunned { gained: 0, saved: 1, .. }));
    assert!(saved(&slash("[casque]")), "the helmet took the one sequence");
    assert!(!saved(&slash("")));
}

/// BAS-WND-04: an arm that has nothing left takes no more, and that is told.
#[test]
fn bas_wnd_04_a_dead_limb_is_told() {
    let hit = |left: &str| {
        let case = duel("FOR7 DEX7 VIT1 CON1", &format!(">7 {left}")).orders("A P3/CP");
        case.dice("8:7 20:15").check()
    };
    let dead = |played: &Played| {
        played.has_fact(|what| matches!(what, What::Wounded { wounds: 0, saved: 0, left: 0, .. }))
    };
    let whole = hit("");
    let part = whole.facts.iter().find_map(|fact| match fact.what {
        What::Location { part, .. } => Some(part),
        _ => None,
    });
    let gone = match part.unwrap() {
        bagarre_baston::testkit::ids::Part::Bd => "BD0",
        _ => "BG0",
    };
    assert!(!dead(&whole) && dead(&hit(gone)), "{part:?}");
}

/// BAS-CBT-07, BAS-CBT-08, BAS-STN-07: what each modifier comes from.
#[test]
fn bas_cbt_07_circumstances() {
    let why = |attacker: &str, target: &str| {
        let played =
            duel(&format!("FOR4 DEX4 {attacker}"), target).orders("A -/CP").defaults().dice("20:1").check();
        played.facts.into_iter().find_map(|fact| match fact.what {
            What::ToHit { why, .. } => Some(why),
            _ => None,
        })
    };
    assert_eq!(why("", ">7"), Some(vec![]));
    assert_eq!(why("", ">3"), Some(vec![Circumstance::Behind]));
    assert_eq!(why("", ">7 stun1"), Some(vec![Circumstance::Stunned]));
    assert_eq!(why("BD0", ">7 prone"), Some(vec![Circumstance::Prone, Circumstance::Arm]));
    assert_eq!(why("prone BD0", ">7"), Some(vec![Circumstance::Arm, Circumstance::Low]));
}

/// BAS-MOV-01, 02: which obstacle bars a line.
#[test]
fn bas_mov_01_which_obstacle() {
    let walk = |board: &str, order: &str| {
        barred(&Case::new(board, "A 0 >3").orders(&format!("A {order}/-")).dice("8:1").check())
    };
    assert_eq!(walk("A|.", "M3"), [Obstacle::Wall]);
    assert_eq!(walk("A T", "M3"), [Obstacle::Piece(PieceId(0))]);
    assert_eq!(walk("A #", "M3"), [Obstacle::Bar]);
    assert_eq!(walk("A =", "M3"), [Obstacle::Level]);
    assert_eq!(barred(&Case::new("A .", "A 0 >3").orders("A M3/-").check()), []);
    assert_eq!(walk(&grid("V . / A ."), "M2"), [Obstacle::Piece(PieceId(0))], "a corner");
    let door = Case::new("AD.\n+ +\n. .", "A 0").door((1, 1, "e"), "1,2", "2,2");
    assert_eq!(barred(&door.orders("A M3/-").dice("8:1").check()), [Obstacle::Door(0)]);
    let window = Case::new("AF.", "A 0").window((1, 1, "e"), "1,1", "1,2");
    assert_eq!(barred(&window.orders("A M3/-").dice("8:1").check()), [Obstacle::Window(0)]);
    let top = Case::new("T .", "A 0 at=1,1 top").orders("A M7/-").dice("8:1").check();
    assert_eq!(barred(&top), [Obstacle::Border]);
    assert!(top.facts.iter().any(|fact| fact.rule.ruling() == Some("RUL-99")));
}

/// BAS-POU-06, 11, BAS-REN-04, BAS-OUV-05: what stops a push, a table, a door.
#[test]
fn bas_pou_06_what_stops_a_push() {
    let push = |board: &str, figures: &str| {
        barred(&Case::new(board, figures).orders("A -/POU").dice("8:1 8:1 8:1").play())
    };
    assert_eq!(push("A T|.", "A 0 >3"), [Obstacle::Wall]);
    assert_eq!(push("A T Q", "A 0 >3"), [Obstacle::Piece(PieceId(1))]);
    assert_eq!(push("A T =", "A 0 >3"), [Obstacle::Level]);
    let table = Case::new("Q Q\n\nT T\n\nA .", "A 0 >1").orders("A -/REN").check();
    assert!(matches!(barred(&table)[..], [Obstacle::Piece(_)]));
    let door = Case::new(". . .\n+\n. T .\n- D -\n. A .", "A 0 >1").door((3, 2, "n"), "2,2", "2,1");
    assert_eq!(barred(&door.orders("A -/OUV").check()), [Obstacle::Piece(PieceId(0))]);
}

/// BAS-POU-04, BAS-STN-05, BAS-F-02: tests that are not made, and why.
#[test]
fn bas_pou_04_tests_that_are_not_made() {
    let two = Case::new(". .\n\nQ Q\n\nA B", "A 0 >1 FOR1; B 1 >1 FOR1").orders("A -/POU; B -/POU").check();
    assert_eq!(waived(&two), [(Stat::For, Waived::Together)]);
    let lost = Case::new("A T B", "A 0 >3 FOR3; B 1 >7 FOR6").orders("A F/-").check();
    assert_eq!(waived(&lost), [(Stat::Dex, Waived::Jostled)]);
    let prone = duel("FOR7 DEX7 VIT1 CON1", ">7 prone stun1").orders("A P3/CS").dice("8:1 20:20").check();
    assert!(
        prone.facts.iter().all(|fact| fact.rule.id() != "BAS-STN-05"
            || matches!(fact.what, What::NoTest { why: Waived::Prone, .. }))
    );
    // RUL-53: a stunned character is seized without a roll.
    let seized = duel("FOR4 DEX4", ">3 stun1").orders("A -/CT").check();
    assert_eq!(waived(&seized), [(Stat::For, Waived::Stunned)]);
    assert!(seized.facts.iter().any(|fact| fact.rule.ruling() == Some("RUL-53")));
}
