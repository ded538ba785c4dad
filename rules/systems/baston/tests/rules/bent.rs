//! Positions that no game comes to: each is refused, independent of what it would have done to the rules.

use bagarre_baston::Baston;
use bagarre_baston::testkit::command::Choice;
use bagarre_baston::testkit::event::{Answer, Unit};
use bagarre_baston::testkit::ids::{Dec, ItemId, Who};
use bagarre_baston::testkit::save::Position;
use bagarre_baston::testkit::scene::{Cells, Fate, Layer, Phase, Task};
use bagarre_baston::testkit::state::{Frame, Input, Need, Seals, Wait, Work};
use bagarre_kit::contract::{Lang, Outcome, Refuse, Ruleset, Seat, Seats};
use bagarre_kit::dice::Faces;
use bagarre_kit::grid::{Dir, Point};

use super::harness::{Case, grid};

/// A moment at which all seats write.
fn writing() -> Position {
    let state =
        Baston::from_position(&Case::new("A T T .\n       \nB . . C", "A 0 >3; B 0 >1; C 1 >1").position());
    Baston::position(&state.unwrap())
}

/// A punch among three, stopped where the dice pick its target.
fn picking() -> Position {
    let case = Case::new(&grid("B C D / . A ."), "A 0 >1; B 1; C 1; D 1").orders("A -/CP");
    Baston::position(&case.play().state)
}

/// A question, stopped where it is put: which of two things to take.
fn asking() -> Position {
    let case = Case::new(&grid(". . / A B"), "A 0 >1 [canette]; B 1")
        .item("cran", "1,1", Layer::Ground)
        .item("cran", "1,2", Layer::Ground)
        .orders("A -/PRE");
    Baston::position(&case.play().state)
}

fn under_way(position: &mut Position) -> &mut Work {
    match position.stack.as_mut().and_then(|stack| stack.last_mut()) {
        Some(Frame::Work(work)) => work,
        other => panic!("no work is under way: {other:?}"),
    }
}

/// The sound position is taken, the bent one refused in words that name the fault.
fn refused(sound: &Position, words: &str, bend: impl FnOnce(&mut Position)) {
    assert!(Baston::from_position(sound).is_ok());
    let mut position = sound.clone();
    bend(&mut position);
    let fault = Baston::from_position(&position).expect_err("it is no moment of a game");
    assert_eq!(fault.code(), "baston.position");
    assert!(fault.say(Lang::En).contains(words), "{}", fault.say(Lang::En));
    assert!(fault.say(Lang::Fr).starts_with("Cette position est impossible"));
}

/// F12: a die among three that shows what no die shows made the rules look beyond their list.
#[test]
fn tapes_hold_dice_that_can_be_rolled() {
    for face in [0, 4, 200, 255] {
        refused(&picking(), "that the scene calls for", |it| {
            under_way(it).tape.push(Input::Faces(Faces::new(&[face])));
        });
    }
    refused(&picking(), "that the scene calls for", |it| {
        under_way(it).tape.push(Input::Answer(Answer::Choice(Choice::Yes)));
    });
}

#[test]
fn tapes_hold_answers_that_were_offered() {
    refused(&asking(), "that the scene calls for", |it| {
        under_way(it).tape.push(Input::Answer(Answer::Choice(Choice::Item(ItemId(250)))));
    });
    refused(&asking(), "that the scene calls for", |it| {
        under_way(it).tape.push(Input::Answer(Answer::Choice(Choice::Facing(Dir::N))));
    });
    refused(&asking(), "that the scene calls for", |it| {
        under_way(it).tape.push(Input::Faces(Faces::new(&[1])));
    });
}

#[test]
fn tapes_hold_drops_of_what_is_carried() {
    for (who, item) in [(Who(0), ItemId(250)), (Who(200), ItemId(0)), (Who(1), ItemId(0))] {
        refused(&asking(), "that the scene calls for", |it| {
            under_way(it).tape.push(Input::Answer(Answer::Drop(who, item)));
        });
    }
}

#[test]
fn tapes_hold_standing_answers_that_are_the_default() {
    let other = |it: &mut Position| {
        let Need::Ask(question) = under_way(it).need.clone() else { panic!("nothing is asked") };
        let other = question.options.iter().find(|it| **it != question.default_choice());
        under_way(it).tape.push(Input::Answer(Answer::Standing(other.unwrap().clone())));
    };
    refused(&asking(), "that the scene calls for", other);
}

#[test]
fn standing_answers_are_of_decisions_that_there_are() {
    refused(&writing(), "standing", |it| it.standing[0].defaults = vec![Dec::Facing; 22]);
}

#[test]
fn whoever_is_named_exists() {
    let stranger = Who(200);
    refused(&writing(), "scene.active: ", |it| it.scene.active = Some(stranger));
    refused(&writing(), "scene.figures[0].by: ", |it| it.scene.figures[0].by = Some(stranger));
    refused(&writing(), "scene.plot.call: ", |it| it.scene.plot.call = Some((stranger, 1)));
    refused(&writing(), "scene.plot.entered", |it| it.scene.plot.entered = vec![stranger]);
    refused(&writing(), "scene.plot.carried_out: ", |it| it.scene.plot.carried_out = Some((stranger, true)));
    refused(&writing(), "BAS-TAX-02", |it| {
        it.scene.figures[0].task = Some(Task::Rob { victim: stranger, resting: true });
    });
    refused(&writing(), "BAS-MET-01", |it| {
        it.scene.figures[0].task = Some(Task::Dress { item: ItemId(250), on: true, resting: true });
    });
}

#[test]
fn numbers_without_measure() {
    refused(&writing(), "10000 points", |it| it.scene.scores[0] = i32::MAX);
    refused(&writing(), "10000 points", |it| it.scene.scores[0] = i32::MIN);
    refused(&writing(), "scene.plot.call: ", |it| it.scene.plot.call = Some((Who(0), 255)));
    refused(&writing(), "scene.plot.entered", |it| it.scene.plot.entered = vec![Who(0); 9]);
    refused(&writing(), "questions", |it| it.questions = u32::MAX);
}

/// Stuns add up without bound: a long one is a legal moment, and is counted without overflowing.
#[test]
fn a_stun_may_be_long() {
    let mut position = writing();
    position.scene.figures[0].stun = u8::MAX;
    position.scene.figures[0].shaken = true;
    (position.scene.sequence, position.scene.phase) = (2, Phase::Closing);
    position.stack = Some(vec![Frame::Todo(Unit::Close)]);
    let mut state = Baston::from_position(&position).unwrap();
    let mut dice = bagarre_kit::dice::Seeded::from_number(1);
    bagarre_kit::contract::advance::<Baston>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
    assert!((200..u8::MAX).contains(&state.scene.figures[0].stun));
}

#[test]
fn the_knocked_out_lie_on_the_board() {
    refused(&writing(), "BAS-WND-02", |it| {
        (it.scene.figures[0].fate, it.scene.figures[0].at) = (Fate::Out, Point::new(0, 200));
    });
}

#[test]
fn furniture_keeps_its_size() {
    refused(&writing(), "scene.pieces[0].cells: ", |it| {
        it.scene.pieces[0].cells = Cells { at: Point::new(1, 2), rows: 1, cols: 1 };
    });
}

#[test]
fn an_outcome_is_of_the_bands_of_the_game() {
    let over = |scores: Vec<i32>, winners: Seats| {
        move |it: &mut Position| {
            it.scene.outcome = Some(Outcome::alone(winners, scores, "turns"));
            it.stack = None;
        }
    };
    refused(&writing(), "scene.outcome: ", over(vec![1], Seats::NONE));
    refused(&writing(), "scene.outcome: ", over(vec![1, 2], Seats::one(Seat(9))));
    refused(&writing(), "is over", |it| {
        over(vec![1, 2], Seats::NONE)(it);
        it.stack = writing().stack;
    });
    let mut position = writing();
    over(vec![1, 2], Seats::one(Seat(1)))(&mut position);
    assert!(Baston::from_position(&position).is_ok());
}

/// Work in an order that no turn has, or that would lead to a question for no seat: the game would stand still.
#[test]
fn suspended_work_follows_the_course_of_a_turn() {
    let todo = |units: Vec<Unit>| {
        move |it: &mut Position| it.stack = Some(units.into_iter().map(Frame::Todo).collect())
    };
    let course = "course of a turn";
    refused(&writing(), course, todo(vec![Unit::Round(Who(0), 1)]));
    refused(&writing(), course, todo(vec![Unit::Turn, Unit::Sequence]));
    refused(&writing(), course, todo(vec![Unit::Rewritten]));
    refused(&writing(), course, |it| {
        (it.scene.sequence, it.scene.phase) = (1, Phase::Rank);
        todo(vec![Unit::Closing, Unit::Long, Unit::Round(Who(0), 7)])(it);
    });
    refused(&writing(), course, |it| {
        (it.scene.sequence, it.scene.phase) = (1, Phase::Rank);
        todo(vec![Unit::Closing, Unit::Long, Unit::Activate(Who(0)), Unit::Activate(Who(0))])(it);
    });
    refused(&writing(), course, |it| {
        (it.scene.sequence, it.scene.phase) = (1, Phase::Rank);
        todo(vec![Unit::Closing, Unit::Long, Unit::Activate(Who(200))])(it);
    });
    refused(&writing(), course, |it| {
        it.stack = Some(vec![Frame::Wait(Wait::Programming(Seals::none(2))), Frame::Todo(Unit::Turn)]);
    });
    // No character may be rewritten: the window would never close.
    refused(&writing(), course, |it| {
        (it.scene.sequence, it.scene.phase) = (1, Phase::Rewriting);
        todo(vec![Unit::Close])(it);
    });
    // No character is there to be written for.
    refused(&writing(), course, |it| {
        for figure in &mut it.scene.figures {
            figure.fate = Fate::Left;
        }
        (it.scene.sequence, it.scene.phase) = (3, Phase::Closing);
        todo(vec![Unit::EndTurn])(it);
    });
}
