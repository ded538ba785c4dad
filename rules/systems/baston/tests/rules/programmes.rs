//! Chapter 4: what may be written on a sheet.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Ask, Command, Instructions, Lock, Sheet};
use bagarre_baston::testkit::ids::Who;
use bagarre_baston::testkit::order::{R1, R2, Sequence};
use bagarre_baston::testkit::state::{Sealed, State};
use bagarre_kit::contract::{Actor, Next, Refuse, Ruleset, Seat};

use super::harness::Case;

fn state(figures: &str) -> State {
    let case = Case::new("A B . .\n       \n. . . .", figures);
    Baston::from_position(&case.position()).unwrap()
}

fn sheet(who: u8, orders: &str) -> Result<Sheet, String> {
    let mut list = [Sequence::REST; 3];
    for (order, word) in list.iter_mut().zip(orders.split_whitespace()) {
        *order =
            word.parse().map_err(|fault: bagarre_baston::testkit::order::NotAnOrder| fault.to_string())?;
    }
    Ok(Sheet { who: Who(who), orders: list, instructions: Instructions::default() })
}

/// The code of the refusal of a programme of A, `ok` when it is taken.
fn judged(state: &State, orders: &str) -> String {
    let Ok(sheet) = sheet(0, orders) else { return "grammar".to_owned() };
    let command = Command::Programme { turn: state.scene.turn, sheets: Sealed(vec![sheet]) };
    match Baston::decide(state, Actor::Seat(Seat(0)), &command) {
        Ok(_) => "ok".to_owned(),
        Err(fault) => {
            format!("{} {}", fault.code(), fault.rule().map_or_else(String::new, |r| r.id().to_owned()))
        }
    }
}

/// BAS-PRG-12.
#[test]
fn bas_prg_12_the_grammar() {
    for text in [
        "M6G/CS", "-/CS", "M7/CP", "PRE/LAN", "S4D/PRE", "-/LAN", "FD/-", "P7/POU", "C3/CP", "LEVG/DES",
        "TER/-", "R1D/TAX", "G/-", "D/MET", "BRI/CP", "F/-",
    ] {
        let order: Sequence = text.parse().unwrap();
        assert_eq!(order.to_string(), text, "written as it was read");
    }
    for text in [
        "P3G/-", "CP/M1", "M9/-", "M0/-", "M/-", "GD/-", "DG/-", "X/-", "M1", "M1/", "/CP", "C12/-",
        "M1GD/-", "-G/-", "PREG/LAN", "m1/-", "LEV1/-", "M1 /-",
    ] {
        assert!(text.parse::<Sequence>().is_err(), "{text}");
    }
    // Longest match first: DES is never read as D.
    assert_eq!("D/DES".parse::<Sequence>().unwrap().r2, R2::Destroy);
}

/// BAS-PRG-12.
#[test]
fn bas_prg_12_legal_and_refused_programmes() {
    let state = state("A 0 >3 VIT4; B 1 >7");
    for orders in ["M6G/CS -/CS M7/CP", "PRE/LAN S4D/PRE -/LAN", "FD/- M4/- P7/POU", "C3/CP -/- M1/-"] {
        assert_eq!(judged(&state, orders), "ok", "{orders}");
    }
    for (orders, why) in [
        ("FD/CP", "baston.order.rest BAS-PRG-07"),
        ("P3G/-", "grammar"),
        ("CP/M1", "grammar"),
        ("PRE/CS", "baston.order.combination BAS-PRG-03"),
        ("PRE/-", "baston.order.combination BAS-PRG-03"),
        ("BRI/LAN", "baston.order.combination BAS-PRG-03"),
        ("M1/CV", "baston.order.low_blow BAS-PRG-06"),
        ("C1/-", "baston.order.run BAS-PRG-08"),
        ("C5/-", "baston.order.run BAS-PRG-08"),
        ("C3/CP M1/-", "baston.order.rest BAS-PRG-07"),
        ("-/TAX -/CP", "baston.order.rest BAS-PRG-07"),
        ("-/MET M1/-", "baston.order.rest BAS-PRG-07"),
    ] {
        assert_eq!(judged(&state, orders), why, "{orders}");
    }
}

/// BAS-PRG-01, BAS-PRG-02.
#[test]
fn bas_prg_01_six_orders_for_own_characters_of_this_turn() {
    let state = state("A 0 >3; B 1 >7");
    let by = |seat: u8, turn: u8, sheets: Vec<Sheet>| {
        Baston::decide(&state, Actor::Seat(Seat(seat)), &Command::Programme { turn, sheets: Sealed(sheets) })
            .map_err(|fault| fault.code())
    };
    assert!(by(0, 1, vec![sheet(0, "M1/CP M1/CP M1/CP").unwrap()]).is_ok());
    assert_eq!(by(0, 1, vec![sheet(1, "M1/-").unwrap()]).unwrap_err(), "baston.programme.who");
    assert_eq!(by(0, 1, vec![sheet(0, "").unwrap(); 2]).unwrap_err(), "baston.programme.who");
    assert_eq!(by(0, 1, vec![sheet(9, "").unwrap()]).unwrap_err(), "baston.programme.who");
    assert_eq!(by(0, 2, vec![]).unwrap_err(), "baston.stale");
    assert_eq!(by(5, 1, vec![]).unwrap_err(), "baston.seat");
}

/// BAS-PRG-07.
#[test]
fn bas_prg_07_rest_owed_crosses_the_turn() {
    let state = state("A 0 >3 owes; B 1 >7");
    assert_eq!(judged(&state, "M1/-"), "baston.order.locked_rest BAS-PRG-07");
    assert_eq!(judged(&state, "-/- M1/-"), "ok");
    let Some(Ask::Plan { forms, .. }) = Baston::ask_for(&state, Seat(0)) else { panic!("no plan") };
    assert_eq!(forms[0].locked, [Some(Lock::Rest), None, None]);
    // C in the third sequence: the first of the next turn is due.
    Case::new("A . . .", "A 0 >3 VIT4")
        .orders("A -/- -/- C3/-")
        .sequences(3)
        .expect("A at 1,4; A owes")
        .check();
}

/// BAS-PRG-07.
#[test]
fn bas_prg_07_the_rest_is_really_taken() {
    Case::new("A . . .", "A 0 >3 VIT4")
        .orders("A C3/- -/- M7/-")
        .sequences(2)
        .expect("A at 1,4; told BAS-PRG-07")
        .check();
}

/// BAS-PRG-08.
#[test]
fn bas_prg_08_orders_barred_for_good() {
    let legs = state("A 0 >3 J0 prone; B 1 >7");
    for order in
        ["LEV/-", "-/CS", "-/CV", "M1/-", "F/-", "C2/-", "TER/-", "P1/-", "-/CB", "-/CJ", "-/CT", "-/REN"]
    {
        assert!(judged(&legs, order).starts_with("baston.order.legs"), "{order}: {}", judged(&legs, order));
    }
    for order in ["R3/CP", "G/-", "-/LAN", "-/POU", "-/TAX", "PRE/CP"] {
        assert_eq!(judged(&legs, order), "ok", "{order}");
    }
    let arm = state("A 0 >3 BG0; B 1 >7");
    for order in ["F/-", "-/CT", "-/REN"] {
        assert_eq!(judged(&arm, order), "baston.order.arms BAS-WND-05", "{order}");
    }
    for order in ["M1/CP", "PRE/LAN", "-/POU", "-/OUV"] {
        assert_eq!(judged(&arm, order), "ok", "{order}");
    }
    let none = state("A 0 >3 BG0 BD0; B 1 >7");
    for order in ["-/CP", "-/CT", "-/OUV", "PRE/LAN", "-/POU", "-/TAX", "-/BRI"] {
        assert_eq!(judged(&none, order), "baston.order.arms BAS-WND-07", "{order}");
    }
    for order in ["M1/CB", "S1/CS", "-/CV", "M1/CJ"] {
        assert_eq!(judged(&none, order), "ok", "{order}");
    }
    // What depends on the position is judged when it is played.
    assert_eq!(judged(&state("A 0 >3; B 1 >7"), "LEV/REN"), "ok");
}

/// BAS-PRG-09.
#[test]
fn bas_prg_09_sequences_lost_to_a_stun_are_locked() {
    let state = state("A 0 >3 stun2; B 1 >7");
    assert_eq!(judged(&state, "-/- M1/-"), "baston.order.locked_stun BAS-PRG-09");
    assert_eq!(judged(&state, "-/- -/- M1/-"), "ok");
    let Some(Ask::Plan { forms, .. }) = Baston::ask_for(&state, Seat(0)) else { panic!("no plan") };
    assert_eq!(forms[0].locked, [Some(Lock::Stunned), Some(Lock::Stunned), None]);
    // Grappled at the start of the turn: programmed normally.
    let held = Case::new("A B", "A 0 >3 holds=B; B 1 >3").position();
    let held = Baston::from_position(&held).unwrap();
    let Some(Ask::Plan { forms, .. }) = Baston::ask_for(&held, Seat(1)) else { panic!("no plan") };
    assert_eq!(forms[0].locked, [None; 3]);
}

/// BAS-PRG-10.
#[test]
fn bas_prg_10_a_missing_programme_rests() {
    let mut state = state("A 0 >3; B 1 >7; C 1 >7 at=2,1 TR1");
    let command = Baston::default_answer(&state, Seat(1));
    assert_eq!(command, Command::Programme { turn: 1, sheets: Sealed(vec![]) });
    for seat in [Seat(0), Seat(1)] {
        let event = Baston::decide(&state, Actor::Clock(seat), &command).unwrap();
        Baston::apply(&mut state, &event);
    }
    assert!(state.sheets.iter().all(|sheet| sheet.as_ref().unwrap().0.orders == [Sequence::REST; 3]));
    // HS and departed characters have none.
    let case = Case::new("A B . .\n       \n. . . .", "A 0 >3; B 1 >7; C 1 >7 at=2,1");
    let mut position = case.position();
    position.scene.figures[2].fate = bagarre_baston::testkit::scene::Fate::Out;
    let state = Baston::from_position(&position).unwrap();
    let Some(Ask::Plan { forms, .. }) = Baston::ask_for(&state, Seat(1)) else { panic!("no plan") };
    assert_eq!(forms.len(), 1);
}

/// BAS-PRG-03.
#[test]
fn bas_prg_03_failed_first_halves() {
    // Nothing in reach: PRE/LAN does nothing, PRE/CP strikes all the same.
    Case::new("A B", "A 0 >3; B 1 >7").orders("A PRE/LAN").expect("told BAS-PRG-03").check();
    Case::new("A B", "A 0 >3 FOR4 DEX4; B 1 >7").orders("A PRE/CP").dice("8:4 20:9").expect("B TR 8").check();
    // BRI/CP strikes with the bottle just broken; without a bottle, with something else.
    Case::new("A B", "A 0 >3 DEX4 [canette, rasoir]; B 1 >7")
        .orders("A BRI/CP")
        .dice("8:4 20:9")
        .expect("A carries tesson; B TR 8")
        .check();
    Case::new("A B", "A 0 >3 FOR4 DEX4; B 1 >7").orders("A BRI/CP").dice("8:4 20:9").expect("B TR 8").check();
    Case::new("A B", "A 0 >3; B 1 >7").orders("A PRE/BRI").expect("told BAS-PRG-03").check();
}

/// BAS-PRG-11.
#[test]
fn bas_prg_11_objects_are_dropped_as_instructed() {
    use bagarre_baston::testkit::command::{DropPlan, Moment};
    let drop = |when: Moment| Instructions {
        drops: vec![DropPlan { item: bagarre_baston::testkit::ids::ItemId(0), sequence: 1, when }],
        ..Instructions::default()
    };
    for when in [Moment::BeforeRound1, Moment::BetweenRounds, Moment::AfterRound2] {
        Case::new("A .", "A 0 >3 [matraque]")
            .instructions('A', drop(when))
            .orders("A M3/-")
            .expect(if when == Moment::BeforeRound1 { "lies matraque 1,1" } else { "lies matraque 1,2" })
            .expect("told BAS-PRG-11; A lacks matraque; unasked DEC-19")
            .check();
    }
    // A character that is not there cannot be named.
    let bad = Instructions { spare: vec![Who(77)], ..Instructions::default() };
    let state = state("A 0 >3; B 1 >7");
    let sheets = Sealed(vec![Sheet { instructions: bad, ..sheet(0, "").unwrap() }]);
    let fault =
        Baston::decide(&state, Actor::Seat(Seat(0)), &Command::Programme { turn: 1, sheets }).unwrap_err();
    assert_eq!(fault.code(), "baston.instructions");
}

#[test]
fn forms_offer_exactly_what_is_taken() {
    // Every pair that a form offers is accepted and every other pair is refused.
    for figures in
        ["A 0 >3 VIT3; B 1 >7", "A 0 >3 J0 prone; B 1 >7", "A 0 >3 BD0; B 1 >7", "A 0 >3 VIT1; B 1 >7"]
    {
        let state = state(figures);
        let Some(Ask::Plan { forms, .. }) = Baston::ask_for(&state, Seat(0)) else { panic!("no plan") };
        let form = &forms[0];
        let heads = ["-", "M", "R", "S", "F", "C", "LEV", "TER", "G", "D", "P", "PRE", "BRI"];
        for code in heads {
            for param in ["", "1", "2", "3", "4", "8"] {
                for suffix in ["", "G", "D"] {
                    for r2 in R2::ALL {
                        let text = format!("{code}{param}{suffix}/{}", r2.code());
                        let Ok(order) = text.parse::<Sequence>() else { continue };
                        let head = form.heads.iter().find(|head| head.code == order.r1.head());
                        let offered = head.is_some_and(|head| {
                            let param_ok = match order.r1 {
                                R1::Run(n, _) => head.params.contains(&n),
                                _ => true,
                            };
                            param_ok && form.then(head).iter().any(|then| then == r2.code())
                        });
                        assert_eq!(judged(&state, &text) == "ok", offered, "{figures}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn confirming_and_taking_back() {
    let mut state = state("A 0 >3; B 1 >7");
    let confirm = Command::Programme { turn: 1, sheets: Sealed(vec![sheet(0, "P1/-").unwrap()]) };
    let event = Baston::decide(&state, Actor::Seat(Seat(0)), &confirm).unwrap();
    Baston::apply(&mut state, &event);
    let Next::Ask { seats, .. } = Baston::next(&state) else { panic!("nothing is asked") };
    assert!(!seats.contains(Seat(0)));
    let again = Baston::decide(&state, Actor::Seat(Seat(0)), &confirm).unwrap_err();
    assert_eq!(again.code(), "baston.confirmed");
    let back = Baston::decide(&state, Actor::Seat(Seat(0)), &Command::Withdraw { turn: 1 }).unwrap();
    Baston::apply(&mut state, &back);
    let Next::Ask { seats, .. } = Baston::next(&state) else { panic!("nothing is asked") };
    assert!(seats.contains(Seat(0)));
    // Nothing to take back.
    assert_eq!(
        Baston::decide(&state, Actor::Seat(Seat(1)), &Command::Withdraw { turn: 1 }).unwrap_err().code(),
        "baston.stale"
    );
}
