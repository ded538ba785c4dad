//! Chapters 5 and 17: the order of execution, and how a game ends.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Command, Instructions, Sheet};
use bagarre_baston::testkit::event::What;
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::scene::Phase;
use bagarre_baston::testkit::state::Sealed;
use bagarre_kit::contract::{Actor, Audience, Next, Ruleset, Seat, submit};
use bagarre_kit::dice::Scripted;
use bagarre_kit::notice::Set;

use super::harness::{Case, Played};

/// Returns the orders that are played, with their characters, in the order of the game.
fn plays(played: &Played) -> Vec<(Who, String)> {
    let order = |what: &What| match what {
        What::Plays { who, order, .. } => Some((*who, order.clone())),
        _ => None,
    };
    played.facts.iter().filter_map(|fact| order(&fact.what)).collect()
}

/// BAS-EXE-00, BAS-EXE-02.
#[test]
fn bas_exe_00_a_turn_goes_through_its_phases() {
    let played = Case::new("A . B", "A 0 >3; B 1 >7").sequences(3).check();
    let phases: Vec<(Phase, u8)> = played
        .facts
        .iter()
        .filter_map(|fact| match fact.what {
            What::Enter { phase, sequence } => Some((phase, sequence)),
            _ => None,
        })
        .collect();
    let expected: Vec<(Phase, u8)> =
        (1..=3).flat_map(|n| [(Phase::Rank, n), (Phase::Long, n), (Phase::Closing, n)]).collect();
    assert_eq!(phases, expected);
}

/// BAS-EXE-01.
#[test]
fn bas_exe_01_programmes_are_revealed_all_at_once() {
    let position = Case::new("A . B", "A 0 >3; B 1 >7").position();
    let mut state = Baston::from_position(&position).unwrap();
    let confirm = |who: u8, order: &str| Command::Programme {
        turn: 1,
        sheets: Sealed(vec![Sheet {
            who: Who(who),
            orders: [order.parse().unwrap(), Sequence::REST, Sequence::REST],
            instructions: Instructions::default(),
        }]),
    };
    let mut told = Vec::new();
    let mut dice = Scripted::default();
    submit::<Baston>(
        &mut state,
        Actor::Seat(Seat(0)),
        &confirm(0, "P5/-"),
        &mut dice,
        &mut |after, event| {
            told.extend(Baston::notice(after, event, Audience::Seat(Seat(1))).map(|notice| notice.set));
        },
    )
    .unwrap();
    let notice = told.remove(0);
    let ready = vec![Set::to("bands.0.ready", &true)];
    assert_eq!(notice, ready, "that A is ready is public, and nothing else");
    let seen = serde_json::to_string(&Baston::view(&state, Audience::Seat(Seat(1)))).unwrap();
    assert!(!seen.contains("P5"), "the order is sealed");
    let own = serde_json::to_string(&Baston::view(&state, Audience::Seat(Seat(0)))).unwrap();
    assert!(own.contains("P5"), "its author reads it");
    let mut revealed = 0;
    submit::<Baston>(
        &mut state,
        Actor::Seat(Seat(1)),
        &confirm(2 - 1, "P1/-"),
        &mut dice,
        &mut |_, event| {
            let told = event.facts().iter();
            revealed += told.filter(|fact| matches!(fact.what, What::Revealed { .. })).count();
        },
    )
    .unwrap();
    assert_eq!(revealed, 2);
}

/// BAS-EXE-01.
#[test]
fn bas_exe_01_sequence_by_sequence_when_the_option_says_so() {
    let played = Case::new("A . B", "A 0 >3; B 1 >7")
        .options(|options| options.reveal_by_sequence = true)
        .orders("A P1/- P2/- P3/-")
        .check();
    assert!(played.has_fact(
        |what| matches!(what, What::Revealed { orders, .. } if orders[0].to_string() == "P1/-" && orders[1].is_rest())
    ));
    assert!(!played.has_fact(|what| matches!(what, What::Revealed { orders, .. } if !orders[1].is_rest())));
}

/// BAS-EXE-03.
#[test]
fn bas_exe_03_by_rank_both_rounds_before_the_next_one() {
    let played = Case::new("A . B . C", "C 0 >3; A 1 >3; B 0 >3").orders("A P1/-; B P2/-; C P3/-").check();
    let (a, b, c) = (played.who('A'), played.who('B'), played.who('C'));
    let order: Vec<Who> = plays(&played).into_iter().map(|(who, _)| who).collect();
    assert_eq!(order, [c, c, a, a, b, b]);
}

/// BAS-EXE-04.
#[test]
fn bas_exe_04_long_actions_come_after_all_others_pushes_first() {
    // A (rank 1) overturns, B (rank 2) pushes, C (rank 3) turns: C, then the push, then the overturning.
    let board = "A T T .\n       \n. . . .\n       \n. . B h .";
    let played = Case::new(board, "A 0 >3; B 0 >3; C 1 >3 at=3,1").orders("A -/REN; B -/POU; C P1/-").check();
    let (a, b) = (played.who('A'), played.who('B'));
    let long: Vec<(Who, String)> =
        plays(&played).into_iter().filter(|(_, order)| order == "REN" || order == "POU").collect();
    assert_eq!(long, [(b, "POU".to_owned()), (a, "REN".to_owned())]);
    let phase =
        played.facts.iter().position(|fact| matches!(fact.what, What::Enter { phase: Phase::Long, .. }));
    let push = played
        .facts
        .iter()
        .position(|fact| matches!(&fact.what, What::Plays { order, .. } if order == "POU"));
    assert!(phase < push);
}

/// BAS-EXE-04.
#[test]
fn bas_exe_04_a_stunned_author_loses_his_long_action() {
    let board = "B A T T";
    Case::new(board, "A 0 >3; B 1 >3 FOR7 DEX7 VIT1 CON1")
        .orders("A -/POU; B P3/CP")
        .dice("8:1 20:10")
        .expect("A stun 0; A gained 1; piece 0 1,3 1,4; told BAS-STN-02")
        .check();
}

/// BAS-EXE-05, BAS-EXE-06.
#[test]
fn bas_exe_05_the_end_of_a_sequence() {
    let played = Case::new("A . B", "A 0 >3 stun2; B 1 >7")
        .orders("A -/- -/- P1/-")
        .sequences(3)
        .expect("A stun 0; A faces 1; told BAS-STN-01; told BAS-EXE-05")
        .check();
    let lost =
        played.facts.iter().filter(|fact| matches!(fact.what, What::Cancelled { who: Who(0), .. })).count();
    assert_eq!(lost, 2);
}

/// BAS-EXE-06.
#[test]
fn bas_exe_06_a_stun_in_round_1_cancels_round_2() {
    // Into the wall: line A, D8 6: stun 1: no blow, free again in the next sequence.
    Case::new("A|. B", "A 0 >3; B 1 >7")
        .orders("A M3/CP P1/-")
        .sequences(2)
        .dice("8:6")
        .expect("A at 1,1; A gained 1; A faces 1; told BAS-MOV-03")
        .check();
    Case::new("A|. .\n     \nB . .", "A 0 >5 FOR4 DEX4; B 1 >1")
        .orders("A M3/CP")
        .dice("8:3 8:4 20:9")
        .expect("B TR 8")
        .check();
}

/// BAS-EXE-07.
#[test]
fn bas_exe_07_lost_orders_roll_nothing() {
    // Prone: the walk is lost, the blow is played.
    Case::new("A B", "A 0 >3 prone; B 1 >7")
        .orders("A M3/CP")
        .dice("20:20")
        .expect("A at 1,1; told BAS-POS-08; B J 4")
        .check();
    for order in ["R3/-", "LEV/-"] {
        let played = Case::new("A . B", "A 0 >3; B 1 >7").orders(&format!("A {order}")).check();
        assert!(played.has_fact(|what| matches!(what, What::Lost { who: Who(0), round: 1, .. })), "{order}");
    }
}

/// BAS-EXE-08.
#[test]
fn bas_exe_08_wounds_then_stuns_then_the_test_then_the_fall() {
    // Legs at 0: the fall comes with the wound, before the stun of the blow.
    let played = Case::new("A B", "A 0 >3 DEX7 FOR7 VIT1 CON1; B 1 >7 J1 CON4")
        .orders("A P3/CS")
        .dice("8:1 20:13 8:2")
        .expect("B prone; B J 0")
        .check();
    let order: Vec<&str> = played
        .facts
        .iter()
        .filter_map(|fact| match fact.what {
            What::Wounded { .. } => Some("wound"),
            What::Posture { .. } => Some("fall"),
            What::StunRoll { .. } => Some("line"),
            What::Stunned { gained, .. } if gained > 0 => Some("stun"),
            _ => None,
        })
        .collect();
    assert_eq!(order, ["wound", "fall", "line", "stun", "stun"]);
}

/// BAS-RST-01.
#[test]
fn bas_rst_01_resting_does_nothing() {
    let played = Case::new("A . B", "A 0 >3; B 1 >7").orders("A -/-").expect("A at 1,1; A faces 3").check();
    assert!(!played.has_fact(|what| matches!(what, What::Lost { .. } | What::Moved { .. })));
}

/// BAS-OFF-01.
#[test]
fn bas_off_01_whoever_leaves_takes_all_he_has() {
    Case::new("A . B", "A 0 >3 [matraque]; B 1 >7; C 0 >3 at=1,2")
        .orders("A M1/CP")
        .expect("A left; A lacks matraque; none matraque; told BAS-OFF-01; score 0 -1")
        .check();
}

/// BAS-END-01.
#[test]
fn bas_end_01_fifteen_turns_unless_said() {
    let mut position = Case::new("A . B", "A 0 >3; B 1 >7 TR1").position();
    let state = Baston::from_position(&position).unwrap();
    assert_eq!(state.turns, 15);
    position.setup.turns = Some(1);
    let mut state = Baston::from_position(&position).unwrap();
    let mut dice = Scripted::default();
    while let Next::Ask { seats, .. } = Baston::next(&state) {
        let seat = seats.iter().next().unwrap();
        let command = Baston::default_answer(&state, seat);
        submit::<Baston>(&mut state, Actor::Clock(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
    }
    let outcome = state.scene.outcome.clone().unwrap();
    assert_eq!(outcome.reason, "turns");
    // Equal scores and characters: more damage points left wins.
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat(0)]);
    for turns in [0, 100] {
        position.setup.turns = Some(turns);
        assert!(Baston::from_position(&position).is_err(), "{turns} turns");
    }
}

/// BAS-END-02.
#[test]
fn bas_end_02_it_ends_when_one_band_is_left() {
    let played = Case::new("A B", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7 T1")
        .orders("A P3/CP")
        .dice("8:1 20:9")
        .expect("B out; told BAS-END-02; score 0 4")
        .check();
    let Next::Over(outcome) = Baston::next(&played.state) else { panic!("not over") };
    assert_eq!((outcome.reason.as_str(), outcome.winners.contains(Seat(0))), ("last_band", true));
    let command = Command::Withdraw { turn: 1 };
    assert!(
        Baston::decide(&played.state, Actor::Seat(Seat(0)), &command).is_err(),
        "nothing can be said any more"
    );
}
