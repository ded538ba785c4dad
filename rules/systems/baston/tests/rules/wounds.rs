//! Chapters 10 and 11: wounds, stuns, reprogramming.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Ask, Command, Sheet};
use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::state::Sealed;
use bagarre_kit::contract::{Actor, Next, Refuse, Ruleset, Seat};

use super::harness::Case;

fn duel(attacker: &str, target: &str) -> Case {
    Case::new("A B", &format!("A 0 >3 {attacker}; B 1 {target}"))
}

/// BAS-WND-01.
#[test]
fn bas_wnd_01_points_go_down_and_never_below_zero() {
    duel("FOR7 DEX7 VIT1 CON1", ">7")
        .orders("A P3/CP")
        .dice("8:4 20:13")
        .expect("B TR 7; told BAS-CBT-10")
        .check();
    duel("FOR7 DEX7 VIT1 CON1", ">7 BD1").orders("A P3/CP").dice("8:7 20:13").expect("B BD 0; B in").check();
}

/// BAS-WND-02.
#[test]
fn bas_wnd_02_head_or_trunk_at_zero_is_out() {
    duel("FOR7 DEX7 VIT1 CON1", ">7 TR1 stun2")
        .orders("A P3/CP")
        .dice("8:4 20:13")
        .expect("B out; B at 1,2; B stun 0; told BAS-WND-02")
        .check();
    duel("FOR7 DEX7 VIT1 CON1", ">7 T1 [chaise]")
        .orders("A P3/CP")
        .dice("8:1 20:13")
        .expect("B out; lies chaise 1,2")
        .check();
}

/// BAS-WND-03.
#[test]
fn bas_wnd_03_legs_at_zero_fall_and_stay_down() {
    duel("DEX7 FOR7 VIT1 CON1", ">7 J1")
        .orders("A P3/CS")
        .dice("8:1 20:8 8:1")
        .expect("B prone; B J 0; told BAS-FAL-02")
        .check();
    // Orders that need legs are lost.
    Case::new("A .", "A 0 >3 J0 prone").orders("A R3/-").expect("A at 1,2").check();
}

/// BAS-WND-04.
#[test]
fn bas_wnd_04_an_arm_at_zero_takes_no_more_wounds_but_stuns() {
    duel("FOR7 DEX7 VIT1 CON1", ">7 BD0")
        .orders("A P3/CP")
        .dice("8:7 20:20")
        .expect("B BD 0; B gained 1; B in")
        .check();
}

/// BAS-WND-05.
#[test]
fn bas_wnd_05_an_arm_lost_drops_the_chair() {
    duel("FOR7 DEX7 VIT1 CON1", ">7 BD1 [chaise]")
        .orders("A P3/CP")
        .dice("8:7 20:10")
        .expect("B BD 0; lies chaise 1,2")
        .check();
}

/// BAS-WND-05, BAS-WND-07.
#[test]
fn bas_wnd_05_lost_arms_lose_orders_written_before() {
    // A breaks B's arm before B leaps: the order is lost.
    Case::new("A B . .", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >3 BD1")
        .orders("A P3/CP; B F/-")
        .dice("8:8 20:10")
        .expect("B at 1,2; told BAS-WND-05")
        .check();
    Case::new("A B . .", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7 BD1 BG0")
        .orders("A P3/CP; B P7/CP")
        .dice("8:7 20:10")
        .expect("told BAS-WND-07; A TR 6")
        .check();
}

/// BAS-WND-08.
#[test]
fn bas_wnd_08_nothing_heals() {
    let played = Case::new("A . B", "A 0 >3 TR3; B 1 >7 BD2").sequences(3).expect("A TR 3; B BD 2").check();
    assert!(!played.has_fact(|what| matches!(what, bagarre_baston::testkit::event::What::Wounded { .. })));
}

/// BAS-STN-01, BAS-STN-02, BAS-STN-03.
#[test]
fn bas_stn_01_when_the_lost_sequences_count() {
    // B has not played: this sequence is the first of two; at its end one is left.
    duel("FOR7 DEX7 VIT1 CON1", ">7")
        .orders("A P3/CP; B P1/CP")
        .dice("8:1 20:15")
        .expect("B faces 7; B gained 2; B stun 1; told BAS-STN-01; told BAS-STN-03")
        .check();
    // B has played: the two sequences come after this one.
    Case::new("A B", "B 1 >7; A 0 >3 FOR7 DEX7 VIT1 CON1")
        .orders("A P3/CP; B P1/-")
        .dice("8:1 20:15")
        .expect("B faces 1; B gained 2; B stun 2")
        .check();
}

/// BAS-STN-04.
#[test]
fn bas_stn_04_stuns_add_up() {
    duel("FOR7 DEX7 VIT1 CON1", ">7 stun2")
        .orders("A P3/CP")
        .dice("8:1 20:12")
        .expect("B gained 2; B stun 3")
        .check();
}

/// BAS-STN-05.
#[test]
fn bas_stn_05_three_at_once_may_bring_one_down() {
    // Stun 3, CON 5, D8 4: 4 + 2 = 6 > 5: prone, and no line B (RUL-37).
    let hit = |die: &str| {
        duel("FOR7 DEX7 VIT1 CON1", ">7 CON5").orders("A P3/CP").dice(&format!("8:1 20:20 {die}"))
    };
    hit("8:4").expect("B prone; B gained 3; untold BAS-FAL-02").check();
    hit("8:3").expect("B stands; B gained 3").check();
}

/// BAS-STN-07.
#[test]
fn bas_stn_07_stunned_tests_have_two_more() {
    // DEX 4 and stunned: 3 + 2 = 5 fails, 2 + 2 succeeds. The test is that of a character pushed by furniture.
    let trip = |die: &str| Case::new("A B .", "A 0 >3; B 1 >7 DEX4").orders("A P3/CJ; B M3/-").dice(die);
    trip("8:4").expect("B stands").check();
    // BAS-CB-02 shows the malus: CON 4, D8 3 collapses when stunned.
    duel("FOR7 DEX4 VIT1 CON4", ">7 stun1 CON4")
        .orders("A P3/CB")
        .dice("8:2 20:16 8:3")
        .expect("B prone")
        .check();
    duel("FOR7 DEX4 VIT1 CON4", ">7 stun1 CON4")
        .orders("A P3/CB")
        .dice("8:2 20:16 8:2")
        .expect("B stands")
        .check();
}

/// BAS-RPG-01, BAS-RPG-02, DEC-18.
#[test]
fn bas_rpg_01_a_stunned_character_is_rewritten() {
    // B is stunned 1 in the first sequence; its sequences 2 and 3 may be rewritten. A may not.
    let played = duel("FOR7 DEX7 VIT1 CON1", ">7")
        .orders("A P3/CP -/- -/-; B P1/CP P1/CP P1/CP")
        .dice("8:1 20:9")
        .expect("B shaken; told BAS-RPG-01")
        .check();
    let mut state = played.state.clone();
    let Next::Ask { seats, ask } = Baston::next(&state) else { panic!("nothing is asked") };
    assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(1)]);
    assert!(matches!(ask, Ask::Rewrite { sequence: 1, whos, .. } if whos == [Who(1)]));
    let sheet = |who: u8, orders: [&str; 3]| Sheet {
        who: Who(who),
        orders: orders.map(|order| order.parse().unwrap()),
        instructions: bagarre_baston::testkit::command::Instructions::default(),
    };
    let rewrite = |sheets: Vec<Sheet>| Command::Rewrite { turn: 1, sequence: 1, sheets: Sealed(sheets) };
    let other = rewrite(vec![sheet(0, ["-/-", "M1/-", "-/-"])]);
    assert!(Baston::decide(&state, Actor::Seat(Seat(0)), &other).is_err(), "nobody else rewrites");
    let refused = |seat: u8, who: u8| {
        let sheets = rewrite(vec![sheet(who, ["-/-", "M1/-", "-/-"])]);
        let no = Baston::decide(&state, Actor::Seat(Seat(seat)), &sheets).unwrap_err();
        (no.code(), no.rule().map(|rule| rule.id().to_owned()))
    };
    assert_eq!(refused(0, 0), ("baston.rewrite.who", Some("BAS-RPG-02".to_owned())), "unshaken");
    assert_eq!(refused(1, 0).0, "baston.programme.who", "not his");
    let event =
        Baston::decide(&state, Actor::Seat(Seat(1)), &rewrite(vec![sheet(1, ["M1/CB", "P3/-", "TER/-"])]))
            .unwrap();
    Baston::apply(&mut state, &event);
    let mut revealed = Vec::new();
    let mut dice = bagarre_kit::dice::Scripted::default();
    bagarre_kit::contract::advance::<Baston>(&mut state, &mut dice, &mut |_, event| {
        revealed.extend(event.facts().iter().filter_map(|fact| match fact.what {
            What::Revealed { who: Who(1), orders } => Some(orders.map(|order| order.to_string())),
            _ => None,
        }));
    })
    .unwrap();
    assert_eq!(revealed, [["P1/CP", "P3/-", "TER/-"]], "what was played stays");
    let figure = state.scene.figure(Who(1));
    assert_eq!(figure.facing.number(), 3, "the new orders were played");
    assert!(figure.prone);
}

/// BAS-RPG-01, BAS-PRG-09: the refusal to write on a lost sequence names the rule of the window it is written in.
#[test]
fn bas_rpg_01_a_lost_sequence_stays_lost_when_rewriting() {
    // B is stunned 2 in the first sequence: the second is lost, the third may be rewritten.
    let played = duel("FOR7 DEX7 VIT1 CON1", ">7 stun1")
        .orders("A P3/CP -/- -/-; B -/- P1/CP P1/CP")
        .dice("8:1 20:9")
        .check();
    let sheet = Sheet {
        who: Who(1),
        orders: ["-/-", "M1/-", "-/-"].map(|order| order.parse().unwrap()),
        instructions: bagarre_baston::testkit::command::Instructions::default(),
    };
    let rewrite = Command::Rewrite { turn: 1, sequence: 1, sheets: Sealed(vec![sheet]) };
    let no = Baston::decide(&played.state, Actor::Seat(Seat(1)), &rewrite).unwrap_err();
    assert_eq!((no.code(), no.rule().unwrap().id()), ("baston.order.locked_stun", "BAS-RPG-01"));
}
