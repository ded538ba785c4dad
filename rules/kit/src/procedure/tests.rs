//! The machine alone, on a system of the tests.

mod moments;
mod tiny;

use super::{Input, Need, run};
use crate::contract::{Actor, Lang, Next, Refuse, Roll, Ruleset, Seat, SubmitError, advance, submit};
use crate::dice::{Faces, Scripted};
use crate::refusal::{Refusal, listed};
use tiny::{Answer, Ask, Command, DARING, Event, Illegal, OTHER, Scene, Standing, State, Tiny, Unit, What};

/// A game under way, with all that happened.
struct Game {
    state: State,
    events: Vec<Event>,
}

impl Game {
    /// A new game, at its first question.
    fn begin() -> Self {
        let mut game = Self { state: Tiny::new(&Scene::default()).unwrap(), events: Vec::new() };
        game.play_on("");
        game
    }

    /// A game in which both stakes are sealed and the first die has fallen.
    fn daring(first: &str) -> Self {
        let mut game = Self::begin();
        game.say(DARING, Command::Stake { question: 1, stake: 5 }, "");
        game.say(OTHER, Command::Stake { question: 1, stake: 2 }, first);
        game
    }

    fn play_on(&mut self, dice: &str) {
        let mut dice = Scripted::parse(dice).unwrap();
        advance::<Tiny>(&mut self.state, &mut dice, &mut |_, event| self.events.push(event.clone())).unwrap();
        assert_eq!(dice.left(), 0);
    }

    fn tries(&mut self, by: Actor, command: Command, dice: &str) -> Result<(), SubmitError<Illegal>> {
        let mut dice = Scripted::parse(dice).unwrap();
        let sink = &mut |_: &State, event: &Event| self.events.push(event.clone());
        submit::<Tiny>(&mut self.state, by, &command, &mut dice, sink)?;
        assert_eq!(dice.left(), 0);
        Ok(())
    }

    fn say(&mut self, seat: Seat, command: Command, dice: &str) {
        self.tries(Actor::Seat(seat), command, dice).unwrap();
    }

    fn dare(&mut self, question: u32, answer: Answer, dice: &str) {
        self.say(DARING, Command::Dare { question, answer }, dice);
    }

    fn asked(&self) -> Option<Ask> {
        match Tiny::next(&self.state) {
            Next::Ask { ask, .. } => Some(ask),
            _ => None,
        }
    }

    fn refusal(&mut self, seat: Seat, command: Command) -> &'static str {
        let before = self.state.clone();
        let no = self.tries(Actor::Seat(seat), command, "");
        assert_eq!(self.state, before, "what is refused changes nothing");
        match no {
            Err(SubmitError::Illegal(no)) => no.code(),
            other => panic!("{other:?}"),
        }
    }
}

/// The pots that facts of an event tell.
fn pots(events: &[Event]) -> Vec<u32> {
    let facts = events.iter().flat_map(|event| match event {
        Event::Began(it) => it.facts.clone(),
        Event::Commanded(it) => it.facts.clone(),
        Event::Rolled(it) => it.facts.clone(),
        Event::Answered(it) => it.facts.clone(),
        _ => Vec::new(),
    });
    let pots = facts.filter_map(|fact| match fact.what {
        What::Fell { pot } => Some(pot),
        _ => None,
    });
    pots.collect()
}

#[test]
fn work_goes_on_from_dice_and_answers_and_tells_nothing_twice() {
    let mut game = Game::daring("6:4");
    assert_eq!(game.asked(), Some(Ask::Dare { id: 2, pot: 4 }));
    game.dare(2, Answer::More, "6:3 6:5");
    assert_eq!(game.asked(), Some(Ask::Dare { id: 3, pot: 12 }));
    let work = game.state.work().unwrap();
    let first = Input::Faces(Faces::new(&[4]));
    assert_eq!(work.tape, [first, Input::Answer(Answer::More), Input::Faces(Faces::new(&[3, 5]))]);
    assert_eq!((work.told, work.base.pot, game.state.scene.pot), (2, 0, 12));
    game.dare(3, Answer::Stop, "");
    assert_eq!(game.asked(), Some(Ask::GoOn { id: 4 }));
    assert_eq!(pots(&game.events), [4, 12]);
}

#[test]
fn a_command_that_begins_work_answers_the_question_that_was_open() {
    let mut game = Game::daring("6:1");
    game.dare(2, Answer::Stop, "");
    game.say(OTHER, Command::GoOn { question: 3 }, "6:2");
    assert_eq!(game.state.questions, 3);
    assert_eq!(game.asked(), Some(Ask::Dare { id: 4, pot: 3 }));
    assert_eq!(game.state.stack.len(), 1, "the question between the rounds is gone");
    game.dare(4, Answer::Stop, "");
    let Next::Over(outcome) = Tiny::next(&game.state) else { panic!("two rounds are played") };
    assert_eq!(outcome.scores, [3, 3]);
    assert_eq!(game.refusal(DARING, Command::Cheer), "tiny.over");
    assert_eq!(Tiny::ask_for(&game.state, DARING), None);
}

#[test]
fn with_dice_to_hand_and_without_the_same_events_are_told() {
    let mut game = Game::daring("6:4");
    game.dare(2, Answer::More, "6:3 6:5");
    game.dare(3, Answer::Stop, "");
    let mut state = Tiny::new(&Scene::default()).unwrap();
    let mut dice = [4, 3, 5].into_iter();
    let mut commands = [
        (DARING, Command::Stake { question: 1, stake: 5 }),
        (OTHER, Command::Stake { question: 1, stake: 2 }),
        (DARING, Command::Dare { question: 2, answer: Answer::More }),
        (DARING, Command::Dare { question: 3, answer: Answer::Stop }),
    ]
    .into_iter();
    let mut events = Vec::new();
    loop {
        let event = match Tiny::next(&state) {
            Next::Do(event) => event,
            Next::Roll(roll) => {
                let faces: Vec<u8> = dice.by_ref().take(usize::from(roll.count)).collect();
                Tiny::rolled(&state, &roll, &faces)
            }
            Next::Ask { .. } => {
                let Some((seat, command)) = commands.next() else { break };
                Tiny::decide(&state, Actor::Seat(seat), &command).unwrap()
            }
            Next::Over(_) => panic!("a round is left"),
        };
        Tiny::apply(&mut state, &event);
        events.push(event);
    }
    assert_eq!(events, game.events);
    assert_eq!(state, game.state);
}

#[test]
fn several_throws_of_one_run_are_an_event_each() {
    let state = Tiny::new(&Scene::default()).unwrap();
    let tape = [Input::Faces(Faces::new(&[6])), Input::Answer(Answer::Think), Input::Answer(Answer::More)];
    let mut throw = |roll: &Roll| Some(Faces::new(&vec![2; usize::from(roll.count)]));
    let mut rolled = Vec::new();
    let ran = run::<Tiny>(&state, &Unit::Round, &state.scene, &tape[..0], 0, &mut throw);
    let (facts, need) = ran.part(0, &mut rolled);
    assert!(facts.is_empty() && matches!(need, Need::Roll(roll) if roll.count == 1));
    assert_eq!(pots(&rolled), [2]);
    let ran = run::<Tiny>(&state, &Unit::Round, &state.scene, &tape, 1, &mut throw);
    assert_eq!(ran.notes, 3, "what watches facts saw each");
    let mut rolled = Vec::new();
    let (facts, need) = ran.part(1, &mut rolled);
    assert_eq!(facts.len(), 1, "the first pot is known already");
    assert!(matches!(need, Need::Roll(roll) if roll.count == 2));
    let [Event::Rolled(fell)] = &rolled[..] else { panic!("{rolled:?}") };
    assert_eq!(
        (&fell.faces[..], &fell.then),
        (&[2, 2][..], &Need::Ask(Box::new(Ask::Dare { id: 2, pot: 10 })))
    );
}

#[test]
fn dice_of_another_number_than_was_thrown_are_not_taken_from_the_tape() {
    let state = Tiny::new(&Scene::default()).unwrap();
    let tape = [Input::Faces(Faces::new(&[6, 6]))];
    let ran = run::<Tiny>(&state, &Unit::Round, &state.scene, &tape, 0, &mut |_| {
        panic!("the tape is not at its end")
    });
    assert!(ran.facts.is_empty() && matches!(ran.need, Need::Roll(_)));
}

#[test]
fn an_answer_that_settles_nothing_leaves_the_question_its_number() {
    let mut game = Game::daring("6:4");
    game.dare(2, Answer::Think, "");
    assert_eq!(game.asked(), Some(Ask::Dare { id: 2, pot: 4 }));
    game.dare(2, Answer::Think, "");
    game.dare(2, Answer::More, "6:1 6:1");
    assert_eq!((game.asked(), game.state.questions), (Some(Ask::Dare { id: 3, pot: 6 }), 2));
}

#[test]
fn common_refusals_have_the_codes_of_the_system() {
    let mut game = Game::daring("6:4");
    assert_eq!(game.refusal(DARING, Command::Dare { question: 1, answer: Answer::Stop }), "tiny.stale");
    assert_eq!(game.refusal(OTHER, Command::Dare { question: 2, answer: Answer::Stop }), "tiny.not_asked");
    assert_eq!(game.refusal(Seat(2), Command::Cheer), "tiny.seat");
    assert_eq!(game.refusal(DARING, Command::GoOn { question: 2 }), "tiny.other");
    let mut full = Game::daring("6:6");
    full.dare(2, Answer::More, "6:6 6:6");
    full.dare(3, Answer::More, "6:1 6:1");
    assert_eq!(full.refusal(DARING, Command::Dare { question: 4, answer: Answer::More }), "tiny.brim");
}

#[test]
fn a_refusal_becomes_words_where_it_is_read() {
    let no = Illegal::Brim { brim: 20 };
    assert_eq!(no.say(Lang::Fr), "À 20, le pot déborde.");
    assert_eq!(no.say(Lang::En), "At 20 the pot flows over.");
    assert_eq!(no.rule().unwrap().cited(), "TNY-POT-02");
    assert_eq!(no.to_string(), "tiny.brim: At 20 the pot flows over.");
    let position = Illegal::from(Refusal::Position(vec!["one".to_owned(), "two".to_owned()]));
    assert_eq!(position.say(Lang::En), "This position is impossible:\none\ntwo");
    assert_eq!((position.code(), position.rule()), ("tiny.position", None));
    let list = listed("tiny", tiny::WRITTEN, &[Refusal::NotAsked, Refusal::Choice], []);
    assert!(list.contains("tiny.brim\tTNY-POT-02\tÀ {}, le pot déborde.\tAt {} the pot flows over.\n"));
    assert_eq!(list.lines().count(), 8, "two of its own, and those of every system");
}

#[test]
fn a_standing_answer_speaks_in_silence_and_nobody_is_asked() {
    let mut game = Game::begin();
    game.say(DARING, Command::Stand(Standing { stop: Some(10) }), "");
    game.say(DARING, Command::Stake { question: 1, stake: 5 }, "");
    game.say(OTHER, Command::Stake { question: 1, stake: 2 }, "6:4 6:1 6:2 6:6 6:6");
    assert_eq!(game.asked(), Some(Ask::GoOn { id: 5 }), "the answers count like any");
    let silent = |event: &Event| matches!(event, Event::Answered(it) if it.silent && !it.by_clock);
    assert_eq!(game.events.iter().filter(|event| silent(event)).count(), 3);
    assert_eq!(pots(&game.events), [4, 7, 19]);
}

#[test]
fn whose_standing_answer_speaks_is_not_asked() {
    let mut game = Game::daring("6:4");
    assert_eq!(Tiny::ask_for(&game.state, DARING), Some(Ask::Dare { id: 2, pot: 4 }));
    Tiny::apply(&mut game.state, &Event::Stood { seat: DARING, standing: Standing { stop: Some(3) } });
    assert_eq!(Tiny::ask_for(&game.state, DARING), None);
    assert!(matches!(Tiny::next(&game.state), Next::Do(Event::Answered(it)) if it.input == Answer::Stop));
}

#[test]
fn what_was_found_out_about_a_state_is_forgotten_when_it_changes() {
    let mut game = Game::daring("6:4");
    assert!(matches!(Tiny::next(&game.state), Next::Ask { .. }));
    assert!(game.state.is_put() && game.state.clone().is_put());
    game.state.standing[usize::from(DARING.0)] = Standing { stop: Some(3) };
    assert!(!game.state.is_put());
    assert!(matches!(Tiny::next(&game.state), Next::Do(Event::Answered(it)) if it.input == Answer::Stop));
    assert!(!game.state.is_put(), "it is answered in advance");
}

#[test]
fn a_change_of_mind_in_the_middle_of_work_changes_nothing_of_what_was_played() {
    let mut state = Game::daring("6:4").state;
    let stood = |stop| Event::Stood { seat: DARING, standing: Standing { stop } };
    Tiny::apply(&mut state, &stood(Some(5)));
    let Next::Do(more) = Tiny::next(&state) else { panic!("the standing answer speaks") };
    Tiny::apply(&mut state, &more);
    Tiny::apply(&mut state, &stood(Some(1)));
    let Next::Roll(roll) = Tiny::next(&state) else { panic!("dice for what was dared") };
    let fell = Tiny::rolled(&state, &roll, &[1, 1]);
    Tiny::apply(&mut state, &fell);
    assert_eq!(state.scene.pot, 6);
    let Next::Do(Event::Answered(stop)) = Tiny::next(&state) else { panic!("the new answer speaks") };
    assert_eq!(stop.input, Answer::Stop);
}

#[test]
fn the_default_of_who_has_given_up_counts_at_once() {
    let mut game = Game::daring("6:4");
    game.say(DARING, Command::GiveUp, "");
    assert_eq!(game.asked(), Some(Ask::GoOn { id: 3 }));
    assert!(matches!(game.events.last(), Some(Event::Answered(it)) if it.silent && it.input == Answer::Stop));
}

#[test]
fn the_clock_answers_by_name() {
    let mut game = Game::daring("6:4");
    let stop = Command::Dare { question: 2, answer: Answer::Stop };
    game.tries(Actor::Clock(DARING), stop, "").unwrap();
    assert!(matches!(game.events.last(), Some(Event::Answered(it)) if it.by_clock && !it.silent));
    game.tries(Actor::Clock(OTHER), Command::GoOn { question: 3 }, "6:1").unwrap();
    assert!(game.events.iter().any(|event| matches!(event, Event::Commanded(it) if it.by_clock)));
}

#[test]
fn suspended_work_keeps_what_its_tape_was_given_to_and_does_not_write_it() {
    let mut game = Game::daring("6:4");
    game.dare(2, Answer::More, "6:1 6:1");
    let work = game.state.work().unwrap();
    let stops = work.met().expect("played from its start");
    let kinds: Vec<&str> = stops
        .iter()
        .map(|stop| match &*stop.need {
            Need::Roll(_) => "dice",
            Need::Ask(_) => "question",
            Need::Done => "nothing",
        })
        .collect();
    assert_eq!((kinds, work.tape.len()), (vec!["dice", "question", "dice"], 3));
    assert!(stops.is_sorted_by_key(|stop| stop.told));
    let text = serde_json::to_string(&Tiny::position(&game.state)).unwrap();
    let read = Tiny::from_position(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(read, game.state);
    assert!(read.work().unwrap().met().is_none(), "it is found out again");
}
