//! Section 18: how decisions are asked, answered, answered in advance, and left to the clock.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::{Ask, Choice, Command, Instructions, Question, Sheet, Standing};
use bagarre_baston::testkit::event::Answer;
use bagarre_baston::testkit::ids::{Dec, ItemId, Who};
use bagarre_baston::testkit::order::Sequence;
use bagarre_baston::testkit::scene::Place;
use bagarre_baston::testkit::state::{Input, Sealed, State};
use bagarre_kit::contract::{Actor, Audience, Pace, Refuse, Ruleset, Seat, advance, submit};
use bagarre_kit::dice::Scripted;

use super::harness::Case;

/// A strikes B, who rests.
fn programmes() -> [(Seat, Command); 2] {
    [(0, "P3/CP"), (1, "-/-")].map(|(seat, order)| {
        let sheet = Sheet {
            who: Who(seat),
            orders: [order.parse().unwrap(), Sequence::default(), Sequence::default()],
            instructions: Instructions::default(),
        };
        (Seat(seat), Command::Programme { turn: 1, sheets: Sealed(vec![sheet]) })
    })
}

/// A stands before B with a razor and a whole bottle, and is asked what to hit with.
fn asked() -> (State, Question) {
    let case = Case::new("A B", "A 0 >3 [rasoir, canette]; B 1 >7");
    let mut state = Baston::from_position(&case.position()).unwrap();
    let mut dice = Scripted::default();
    for (seat, programme) in programmes() {
        submit::<Baston>(&mut state, Actor::Seat(seat), &programme, &mut dice, &mut |_, _| {}).unwrap();
    }
    let Some(Ask::Decide(question)) = Baston::ask_for(&state, Seat(0)) else { panic!("no question") };
    (state, question)
}

/// DEC-08.
#[test]
fn dec_08_a_decision_pauses_the_game_for_one_seat() {
    let (state, question) = asked();
    assert_eq!((question.dec, question.who, question.options.len()), (Dec::Weapon, Who(0), 3));
    assert!(Baston::ask_for(&state, Seat(1)).is_none());
    assert_eq!(Baston::pace(&state, Seat(0)), Pace::Quick);
    assert_eq!(Baston::seconds(Pace::Quick), 15);
    assert_eq!(Baston::seconds(Pace::Short), 40);
    assert_eq!(Baston::seconds(Pace::Long(2)), 150, "90 s and 30 s a character");
    // The default is what the clock answers.
    let default = Baston::default_answer(&state, Seat(0));
    assert_eq!(default, Command::Answer { question: question.id, choice: Choice::Item(ItemId(0)) });
    assert!(Baston::decide(&state, Actor::Clock(Seat(0)), &default).is_ok());
}

#[test]
fn answers_are_bound_to_their_question() {
    let (state, question) = asked();
    let code = |by: u8, id: u32, choice: Choice| {
        Baston::decide(&state, Actor::Seat(Seat(by)), &Command::Answer { question: id, choice })
            .map_or_else(|fault| fault.code(), |_| "ok")
    };
    assert_eq!(code(0, question.id, Choice::Fist), "ok");
    assert_eq!(code(0, question.id + 1, Choice::Fist), "baston.stale");
    assert_eq!(code(0, question.id.wrapping_sub(1), Choice::Fist), "baston.stale");
    assert_eq!(code(0, question.id, Choice::Item(ItemId(200))), "baston.choice");
    assert_eq!(code(0, question.id, Choice::Strike), "baston.choice");
    let programme = Command::Programme { turn: 1, sheets: Sealed(vec![]) };
    assert_eq!(Baston::decide(&state, Actor::Seat(Seat(0)), &programme).unwrap_err().code(), "baston.stale");
}

/// DEC-08, DEC-19, BAS-PRG-10, BAS-RPG-02: the refusal of a seat that is not asked names the rule by which another one is.
#[test]
fn dec_08_whose_turn_it_is() {
    let refused = |state: &State, by: u8, command: &Command| {
        let no = Baston::decide(state, Actor::Seat(Seat(by)), command).unwrap_err();
        (no.code(), no.rule().map_or_else(String::new, |rule| rule.id().to_owned()))
    };
    let (state, question) = asked();
    let answer = |choice| Command::Answer { question: question.id, choice };
    assert_eq!(refused(&state, 1, &answer(Choice::Fist)), ("baston.not_asked", "DEC-08".to_owned()));
    assert_eq!(refused(&state, 0, &answer(Choice::Strike)), ("baston.choice", "DEC-08".to_owned()));
    let position = |change: fn(&mut bagarre_baston::testkit::save::Position)| {
        let case = Case::new("A B . .", "A 0 >3; B 1 >7 [canette]; C 2 >7 at=1,4");
        let mut position = case.position();
        change(&mut position);
        Baston::from_position(&position).unwrap()
    };
    // C is gone: it writes nothing.
    let gone = position(|it| it.scene.figures[2].fate = bagarre_baston::testkit::scene::Fate::Out);
    let sheets = || Sealed(Vec::new());
    let programme = Command::Programme { turn: 1, sheets: sheets() };
    assert_eq!(refused(&gone, 2, &programme), ("baston.not_asked", "BAS-PRG-10".to_owned()));
    let drop = Command::Drop { who: Who(1), item: ItemId(0) };
    let mut sealed = position(|_| ());
    let event = Baston::decide(&sealed, Actor::Seat(Seat(1)), &programme).unwrap();
    Baston::apply(&mut sealed, &event);
    assert_eq!(refused(&sealed, 1, &drop), ("baston.not_asked", "DEC-19".to_owned()));
    let case = Case::new("A B", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7").orders("A P3/CP; B P1/CP P1/CP P1/CP");
    let stunned = case.dice("8:1 20:9").check().state;
    let rewrite = Command::Rewrite { turn: 1, sequence: 1, sheets: sheets() };
    assert_eq!(refused(&stunned, 0, &rewrite), ("baston.not_asked", "BAS-RPG-02".to_owned()));
}

/// DEC-19, BAS-OBJ-02.
#[test]
fn dec_19_something_may_be_dropped_while_the_game_waits() {
    let (mut state, question) = asked();
    let drop = |who: u8, item: u8| Command::Drop { who: Who(who), item: ItemId(item) };
    assert!(Baston::decide(&state, Actor::Seat(Seat(1)), &drop(1, 0)).is_err(), "not carried by him");
    assert!(Baston::decide(&state, Actor::Seat(Seat(1)), &drop(0, 0)).is_err(), "not his character");
    // The razor is dropped: it is no longer offered, and the question stays the same one.
    let mut dice = Scripted::default();
    submit::<Baston>(&mut state, Actor::Seat(Seat(0)), &drop(0, 0), &mut dice, &mut |_, _| {}).unwrap();
    assert!(matches!(state.scene.items[0].place, Place::At(..)));
    let Some(Ask::Decide(again)) = Baston::ask_for(&state, Seat(0)) else { panic!("no question") };
    assert_eq!((again.id, again.options.len()), (question.id, 2));
    // The bottle shatters; the fist alone is left: no question any more, the blow is played.
    let mut dice = Scripted::parse("8:4 20:1").unwrap();
    submit::<Baston>(&mut state, Actor::Seat(Seat(0)), &drop(0, 1), &mut dice, &mut |_, _| {}).unwrap();
    assert_eq!(dice.left(), 0);
    assert!(state.scene.has_glass(state.scene.figures[0].at));
}

/// DEC-19.
#[test]
fn dec_19_dropping_while_programming() {
    let case = Case::new("A . B", "A 0 >3 [matraque]; B 1 >7");
    let mut state = Baston::from_position(&case.position()).unwrap();
    let drop = Command::Drop { who: Who(0), item: ItemId(0) };
    let mut dice = Scripted::default();
    submit::<Baston>(&mut state, Actor::Seat(Seat(0)), &drop, &mut dice, &mut |_, _| {}).unwrap();
    assert!(matches!(state.scene.items[0].place, Place::At(..)));
    let confirm = Baston::default_answer(&state, Seat(0));
    submit::<Baston>(&mut state, Actor::Seat(Seat(0)), &confirm, &mut dice, &mut |_, _| {}).unwrap();
    let again = Baston::decide(&state, Actor::Seat(Seat(0)), &drop);
    assert!(again.is_err(), "the game no longer waits for this player");
}

#[test]
fn standing_answers_take_the_default_in_silence_and_are_private() {
    let stand = Command::Stand { standing: Standing { defaults: vec![Dec::Chain], ..Standing::default() } };
    let (state, _) = asked();
    let mut told = Vec::new();
    let mut after = state.clone();
    submit::<Baston>(
        &mut after,
        Actor::Seat(Seat(0)),
        &stand,
        &mut Scripted::default(),
        &mut |state, event| {
            told.push((
                Baston::notice(state, event, Audience::Seat(Seat(0))).is_some(),
                Baston::notice(state, event, Audience::Seat(Seat(1))).is_some(),
                Baston::notice(state, event, Audience::Spectator).is_some(),
            ));
        },
    )
    .unwrap();
    assert_eq!(told, [(true, false, false)]);
    Case::new("A B", "A 0 >3 DEX4 [rasoir, canette]; B 1 >7")
        .standing(&[Dec::Weapon])
        .orders("A P3/CP")
        .dice("8:4 20:9")
        .expect("unasked DEC-08; B TR 7")
        .check();
    let many =
        Command::Stand { standing: Standing { defaults: vec![Dec::Weapon; 22], ..Standing::default() } };
    assert!(Baston::decide(&state, Actor::Seat(Seat(0)), &many).is_err());
}

/// A standing answer set while its question is open answers it at once; what was answered before stays what it was.
#[test]
fn a_standing_answer_answers_the_open_question() {
    let (mut state, question) = asked();
    let mut dice = Scripted::new([(8, 4), (20, 9)]);
    let mut told = Vec::new();
    let stand = Command::Stand { standing: Standing { defaults: vec![Dec::Weapon], ..Standing::default() } };
    submit::<Baston>(&mut state, Actor::Seat(Seat(0)), &stand, &mut dice, &mut |_, event| {
        told.push(format!("{event:?}"));
    })
    .unwrap();
    assert_eq!(dice.left(), 0, "the blow was played");
    let silent = format!("choice: {:?}, silent: true", question.default_choice());
    assert!(told.iter().any(|event| event.contains(&silent)), "{silent}: {told:?}");
}

/// A change of mind in the middle of a round changes nothing of what that round has already played: run again, it is given the
/// answers it was given.
#[test]
fn a_change_of_mind_leaves_what_was_played() {
    let case = Case::new("A B", "A 0 >3 [rasoir, canette]; B 1 >7").standing(&[Dec::Weapon]);
    let mut state = Baston::from_position(&case.position()).unwrap();
    let (programmes, mut none) = (programmes(), Scripted::default());
    for (seat, programme) in programmes {
        // The blow stops at its first die: there is none.
        let _ = submit::<Baston>(&mut state, Actor::Seat(seat), &programme, &mut none, &mut |_, _| {});
    }
    let before = state.work().expect("a blow is under way").tape.clone();
    assert!(matches!(before[..], [Input::Answer(Answer::Standing(_))]), "{before:?}");
    let mind = Command::Stand { standing: Standing::default() };
    let event = Baston::decide(&state, Actor::Seat(Seat(0)), &mind).unwrap();
    Baston::apply(&mut state, &event);
    assert_eq!(state.work().unwrap().tape, before);
    assert_eq!(Baston::from_position(&Baston::position(&state)).as_ref(), Ok(&state));
    let mut dice = Scripted::new([(8, 4), (20, 9)]);
    advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    assert_eq!(dice.left(), 0, "the blow goes on with the razor");
}

/// DEC-18.
#[test]
fn dec_18_rewriting_defaults_to_the_orders_there_are() {
    let played = Case::new("A B", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7")
        .orders("A P3/CP -/- -/-; B P1/CP P2/CB P3/-")
        .dice("8:1 20:9")
        .check();
    let state = played.state;
    assert_eq!(Baston::pace(&state, Seat(1)), Pace::Short);
    let Command::Rewrite { sheets, .. } = Baston::default_answer(&state, Seat(1)) else {
        panic!("no rewrite")
    };
    let orders: Vec<String> = sheets.0[0].orders.iter().map(ToString::to_string).collect();
    assert_eq!(orders, ["P1/CP", "P2/CB", "P3/-"]);
    // Orders that are no longer legal become rest.
    let played = Case::new("A B", "A 0 >3 FOR7 DEX7 VIT1 CON1; B 1 >7 BD1")
        .orders("A P3/CP -/- -/-; B P1/CP F/- P3/CT")
        .dice("8:7 20:19")
        .expect("B BD 0")
        .check();
    let Command::Rewrite { sheets, .. } = Baston::default_answer(&played.state, Seat(1)) else {
        panic!("no rewrite")
    };
    let orders: Vec<String> = sheets.0[0].orders.iter().map(ToString::to_string).collect();
    assert_eq!(orders, ["P1/CP", "-/-", "-/-"]);
}

#[test]
fn a_draft_is_answered_with_its_path_and_what_cannot_work() {
    let case = Case::new("A|. .\n     \n. . B", "A 0 >3 VIT4; B 1 >7");
    let state = Baston::from_position(&case.position()).unwrap();
    let draft = |orders: [&str; 3]| Command::Programme {
        turn: 1,
        sheets: Sealed(vec![Sheet {
            who: Who(0),
            orders: orders.map(|order| order.parse().unwrap()),
            instructions: Instructions::default(),
        }]),
    };
    let advice = Baston::advise(&state, Seat(0), &draft(["M5/-", "M3G/-", "P1/CP"])).unwrap();
    let path: Vec<_> = advice
        .path
        .iter()
        .map(|ghost| (ghost.sequence, ghost.at.r, ghost.at.c, ghost.facing.number()))
        .collect();
    assert_eq!(path, [(1, 2, 1, 3), (2, 2, 2, 2), (3, 2, 2, 1)]);
    // Into the wall: a remark with its rule, in both languages.
    let advice = Baston::advise(&state, Seat(0), &draft(["M3/-", "-/-", "-/-"])).unwrap();
    let remark = &advice.remarks[0];
    assert_eq!(
        (remark.sequence, remark.round, remark.refused, remark.rule.id()),
        (1, 1, false, "BAS-MOV-03")
    );
    assert!(!remark.fr.is_empty() && !remark.en.is_empty());
    // What would be refused says so.
    let advice = Baston::advise(&state, Seat(0), &draft(["F/CP", "-/-", "-/-"])).unwrap();
    assert!(advice.remarks[0].refused);
    // Not for the characters of another seat.
    assert!(Baston::advise(&state, Seat(1), &draft(["M5/-", "-/-", "-/-"])).is_err());
    let mut untouched = state.clone();
    advance::<Baston>(&mut untouched, &mut Scripted::default(), &mut |_, _| {}).unwrap();
    assert_eq!(untouched, state);
}
