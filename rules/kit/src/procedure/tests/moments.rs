//! Moments of a game: what is written of them, what is refused, what is private, and what changes while work is suspended.

use std::sync::Arc;

use serde_json::json;

use super::super::{Frame, Inherited, Input, Need, Sealed, Seals, Work, aside, settled};
use super::Game;
use super::tiny::{
    Answer, Ask, Command, DARING, Event, OTHER, Position, Scene, Standing, Tiny, Unit, Wait, What, both,
};
use crate::contract::{Actor, Audience, Next, Refuse, Ruleset, Seat, Seats};
use crate::dice::Faces;

/// In the middle of work: three dice have fallen, and a question is open.
fn middle() -> Game {
    let mut game = Game::daring("6:4");
    game.dare(2, Answer::Think, "");
    game.dare(2, Answer::More, "6:3 6:5");
    game
}

fn faces(faces: &[u8]) -> Input<Tiny> {
    Input::Faces(Faces::new(faces))
}

#[test]
fn every_moment_is_written_and_read() {
    let mut state = Tiny::new(&Scene::default()).unwrap();
    for event in middle().events {
        Tiny::apply(&mut state, &event);
        let text = serde_json::to_string(&Tiny::position(&state)).unwrap();
        let read: Position = serde_json::from_str(&text).unwrap();
        assert_eq!(Tiny::from_position(&read).unwrap(), state, "{text}");
        let event: Event = serde_json::from_str(&serde_json::to_string(&event).unwrap()).unwrap();
        let again = serde_json::to_value(&event).unwrap();
        assert_eq!(serde_json::from_value::<Event>(again).unwrap(), event);
    }
}

#[test]
fn suspended_work_is_written_so() {
    let written = serde_json::to_value(Tiny::position(&middle().state)).unwrap();
    assert_eq!(
        written["stack"],
        json!([{ "work": {
            "unit": "round",
            "base": { "pot": 0, "round": 0, "cheers": 0 },
            "tape": [{ "faces": [4] }, "think", "more", { "faces": [3, 5] }],
            "told": 3,
            "need": { "ask": { "dare": { "id": 3, "pot": 12 } } },
        } }])
    );
    let todo = serde_json::to_value(Frame::<Tiny>::Todo(Unit::Open)).unwrap();
    assert_eq!(todo, json!({ "todo": "open" }));
    let wait = serde_json::to_value(Frame::<Tiny>::Wait(Wait::GoOn)).unwrap();
    assert_eq!(wait, json!("go_on"));
}

/// What of a moment is bent.
type Bend = fn(&mut Position, &mut Work<Tiny>);

#[test]
fn work_that_does_not_come_to_where_the_moment_is_is_refused() {
    let bent: [(&str, Bend); 12] = [
        ("a die too many", |_, work| work.tape[0] = faces(&[4, 4])),
        ("a die too few", |_, work| work.tape[3] = faces(&[8])),
        ("an answer in the place of dice", |_, work| work.tape[0] = Input::Answer(Answer::More)),
        ("dice in the place of an answer", |_, work| work.tape[1] = faces(&[1])),
        ("an answer after which other things are asked", |_, work| {
            work.tape[2] = Input::Answer(Answer::Stop);
        }),
        ("other dice", |_, work| work.tape[3] = faces(&[3, 4])),
        ("a tape that is shorter", |_, work| work.tape.truncate(3)),
        ("facts that were not told", |_, work| work.told += 1),
        ("another start", |_, work| work.base = Arc::new(Scene { pot: 1, ..Scene::default() })),
        ("another need", |_, work| work.need = Need::Ask(Box::new(Ask::Dare { id: 3, pot: 11 }))),
        ("work that is finished", |_, work| work.need = Need::Done),
        ("another number of questions", |position, _| position.questions += 1),
    ];
    let sound = Tiny::position(&middle().state);
    assert!(Tiny::from_position(&sound).is_ok());
    for (what, bend) in bent {
        let mut position = sound.clone();
        let Some(Frame::Work(mut work)) = position.stack.pop() else { panic!("work is suspended") };
        bend(&mut position, &mut work);
        position.stack.push(Frame::Work(work));
        let refused = Tiny::from_position(&position).unwrap_err();
        assert_eq!(refused.code(), "tiny.position", "{what}");
    }
    let mut position = sound;
    position.scene.pot += 1;
    assert!(Tiny::from_position(&position).is_err(), "another scene");
}

/// All else is as if the face had fallen.
#[test]
fn a_face_that_no_die_has_does_not_stand_on_a_tape() {
    let mut state = Tiny::new(&Scene::default()).unwrap();
    for seat in [DARING, OTHER] {
        while let Next::Do(event) = Tiny::next(&state) {
            Tiny::apply(&mut state, &event);
        }
        Tiny::apply(&mut state, &Event::Staked { seat, stake: Sealed(1) });
    }
    let Next::Do(began) = Tiny::next(&state) else { panic!("the round begins") };
    Tiny::apply(&mut state, &began);
    let Next::Roll(roll) = Tiny::next(&state) else { panic!("a die falls") };
    for face in 0..=7 {
        let mut state = state.clone();
        let fell = Tiny::rolled(&state, &roll, &[face]);
        Tiny::apply(&mut state, &fell);
        assert_eq!(state.scene.pot, u32::from(face));
        let sound = (1..=6).contains(&face);
        assert_eq!(Tiny::from_position(&Tiny::position(&state)).is_ok(), sound, "{face}");
    }
}

#[test]
fn an_answer_that_the_rules_refuse_does_not_stand_on_a_tape() {
    let mut game = Game::daring("6:6");
    game.dare(2, Answer::More, "6:6 6:6");
    game.dare(3, Answer::More, "6:1 6:1");
    let mut position = Tiny::position(&game.state);
    let Some(Frame::Work(work)) = position.stack.last_mut() else { panic!("work is suspended") };
    // What the work itself would make of one more, with the pot at its brim.
    work.tape.extend([Input::Answer(Answer::More), faces(&[1, 1])]);
    work.told += 1;
    work.need = Need::Ask(Box::new(Ask::Dare { id: 5, pot: 22 }));
    position.scene.pot = 22;
    position.questions += 1;
    assert!(Tiny::from_position(&position).is_err());
}

#[test]
fn a_tape_has_an_end() {
    let mut game = Game::daring("6:1");
    let mut position = Tiny::position(&game.state);
    let thinks = |position: &mut Position, n: usize| {
        let Some(Frame::Work(work)) = position.stack.last_mut() else { panic!("work is suspended") };
        work.tape.resize(n + 1, Input::Answer(Answer::Think));
        work.told = n as u32 + 1;
    };
    thinks(&mut position, 50);
    assert!(Tiny::from_position(&position).is_ok());
    thinks(&mut position, 2000);
    assert!(Tiny::from_position(&position).is_err());
    game.dare(2, Answer::Stop, "");
}

#[test]
fn the_scene_that_must_be_sound_is_the_one_that_work_began_in() {
    let position = Tiny::position(&middle().state);
    assert_eq!(settled::<Tiny>(&position.scene, Some(&position.stack)).pot, 0);
    assert_eq!(settled::<Tiny>(&position.scene, None).pot, 12);
    assert_eq!(settled::<Tiny>(&position.scene, Some(&Vec::new())).pot, 12);
    assert_eq!(settled::<Tiny>(&position.scene, Some(&vec![Frame::Wait(Wait::GoOn)])).pot, 12);
}

#[test]
fn what_is_said_outside_work_is_true_of_its_start_too() {
    let mut game = middle();
    game.say(OTHER, Command::Cheer, "");
    assert_eq!((game.state.scene.cheers, game.state.work().unwrap().base.cheers), (1, 1));
    assert_eq!(Tiny::from_position(&Tiny::position(&game.state)).unwrap(), game.state);
    game.dare(3, Answer::More, "6:1 6:1");
    assert_eq!((game.state.scene.cheers, game.state.scene.pot), (1, 14));
    game.dare(4, Answer::Stop, "");
    game.say(OTHER, Command::Cheer, "");
    assert_eq!(game.state.scene.cheers, 2, "between pieces of work as well");
}

#[test]
fn aside_neither_throws_nor_changes_the_game() {
    let state = middle().state;
    let before = state.clone();
    let ran = aside::<Tiny>(&state, |script| {
        script.tell("TNY-POT-05", What::Cheered { cheers: 9 });
        script.roll(1, 6, "TNY-POT-01", "none").map(|_| ())
    });
    assert_eq!(ran.facts.len(), 1);
    assert!(matches!(ran.need, Need::Roll(_)));
    assert_eq!(state, before);
}

#[test]
fn seals_are_opened_when_nobody_is_missing() {
    let mut game = Game::begin();
    game.say(OTHER, Command::Stake { question: 1, stake: 2 }, "");
    let Some(Wait::Stakes(seals)) = game.state.wait() else { panic!("one stake is missing") };
    assert_eq!((seals.of(OTHER), seals.of(DARING)), (Some(&2), None));
    assert_eq!(seals.missing(both()), Seats::one(DARING));
    assert_eq!(game.state.questions, 0);
    let again = Command::Stake { question: 1, stake: 3 };
    assert_eq!(game.refusal(OTHER, again), "tiny.not_asked");
    game.say(DARING, again, "6:1");
    assert!(game.state.wait().is_none() && game.state.wait_mut().is_none());
    assert_eq!(game.state.questions, 1);
}

#[test]
fn what_is_sealed_is_written_and_never_printed() {
    let mut seals = Seals::none(3);
    seals.set(Seat(1), Some(Sealed(77)));
    seals.set(Seat(3), Some(Sealed(78)));
    assert_eq!(seals.seats(), 3, "a seat that is not there seals nothing");
    assert!(!seals.has(Seat(3)) && seals.has(Seat(1)));
    assert_eq!(serde_json::to_value(&seals).unwrap(), json!([null, 77, null]));
    assert_eq!(serde_json::from_value::<Seals<i32>>(json!([null, 77, null])).unwrap(), seals);
    let printed = format!("{seals:?} {:?}", Event::Staked { seat: DARING, stake: Sealed(77) });
    assert!(printed.contains("sealed") && !printed.contains("77"), "{printed}");
    let all: Vec<_> = seals.iter().collect();
    assert_eq!(all, [(Seat(0), None), (Seat(1), Some(&77)), (Seat(2), None)]);
    assert_eq!(seals.missing([0, 1].into_iter().map(Seat).collect()), Seats::one(Seat(0)));
    seals.set(Seat(1), None);
    assert_eq!(seals, Seals::none(3), "taken back");
}

#[test]
fn whoever_takes_a_seat_does_not_read_what_he_found_there_and_it_plays_on() {
    let mut game = Game::begin();
    let own = Standing { stop: Some(3) };
    game.say(DARING, Command::Stand(own), "");
    game.say(DARING, Command::Stake { question: 1, stake: 5 }, "");
    assert_eq!(game.state.inherited, Inherited::default());
    assert_eq!(Tiny::view(&game.state, Audience::Seat(DARING)), own);
    Tiny::new_holder(&mut game.state, DARING);
    let found = game.state.inherited;
    assert_eq!((found.answer, found.standing), (Seats::one(DARING), Seats::one(DARING)));
    assert!(!found.is_empty());
    assert_eq!(Tiny::view(&game.state, Audience::Seat(DARING)), Standing::default());
    game.say(OTHER, Command::Stake { question: 1, stake: 2 }, "6:4");
    assert_eq!(game.asked(), Some(Ask::GoOn { id: 3 }), "it stopped at four");
    let new = Standing { stop: Some(6) };
    game.say(DARING, Command::Stand(new), "");
    assert_eq!(Tiny::view(&game.state, Audience::Seat(DARING)), new, "his own he may read");
    assert_eq!(game.state.standing_shown(Seat(9)), None);
}

#[test]
fn who_has_sealed_nothing_leaves_no_seal_and_a_seat_that_is_not_there_nothing_at_all() {
    let mut game = Game::begin();
    Tiny::new_holder(&mut game.state, OTHER);
    let found = game.state.inherited;
    assert_eq!((found.answer, found.standing), (Seats::NONE, Seats::one(OTHER)));
    let before = game.state.clone();
    Tiny::new_holder(&mut game.state, Seat(2));
    game.state.stand(Seat(2), &Standing { stop: Some(1) });
    assert_eq!(game.state, before);
    assert!(Tiny::decide(&before, Actor::Seat(Seat(2)), &Command::Cheer).is_err());
}
