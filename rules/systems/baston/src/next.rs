//! What a state calls for, and which work comes after which.

use super::command::{Ask, Command, Form, Sheet};
use super::decide::{rewriters, rewriting, writers, writing};
use super::event::Unit;
use super::ids::Who;
use super::order::R1;
use super::programme;
use super::resolve;
use super::scene::{Fate, Phase, Task};
use super::state::{Frame, Sealed, Seals, State, Wait};
use bagarre_kit::contract::{Seat, Seats};

/// Returns the seats that write in an open phase, and the public part of the question.
pub(super) fn waiting(state: &State, wait: &Wait) -> (Seats, Ask) {
    let (turn, sequence, forms) = (state.scene.turn, state.scene.sequence, Vec::new());
    match wait {
        Wait::Programming(seals) => (seals.missing(writers(state)), Ask::Plan { turn, forms }),
        Wait::Rewriting(seals) => {
            let seats = rewriters(state);
            let whos = seats.iter().flat_map(|seat| rewriting(state, seat)).collect();
            (seals.missing(seats), Ask::Rewrite { turn, sequence, whos, forms })
        }
    }
}

/// What a seat is asked to write, with its own forms.
pub(super) fn with_forms(state: &State, seat: Seat, mut ask: Ask) -> Ask {
    let forms_of =
        |whos: Vec<Who>| -> Vec<Form> { whos.into_iter().map(|who| programme::form(state, who)).collect() };
    match &mut ask {
        Ask::Plan { forms, .. } => *forms = forms_of(writing(state, seat)),
        Ask::Rewrite { forms, .. } => *forms = forms_of(rewriting(state, seat)),
        Ask::Decide(_) => {}
    }
    ask
}

/// What a seat is asked to decide, with the odds of its choices.
pub(super) fn with_odds(state: &State, mut ask: Ask) -> Ask {
    if let Ask::Decide(question) = &mut ask
        && let Some((work, _)) = state.question()
    {
        question.odds = resolve::odds(state, work, question);
    }
    ask
}

/// Returns the command of an absent player: rest, keep the orders, take the default (BAS-PRG-10, section 18).
pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let turn = state.scene.turn;
    if let Some((_, question)) = state.question() {
        return Command::Answer { question: question.id, choice: question.default_choice() };
    }
    match state.wait() {
        Some(Wait::Rewriting(_)) => Command::Rewrite {
            turn,
            sequence: state.scene.sequence,
            sheets: Sealed(unchanged_sheets(state, seat)),
        },
        _ => Command::Programme { turn, sheets: Sealed(Vec::new()) },
    }
}

/// Returns the sheets that keep their orders. Sheets that another player wrote are left out, which has the same result.
fn unchanged_sheets(state: &State, seat: Seat) -> Vec<Sheet> {
    if state.inherited.opened.contains(seat) {
        return Vec::new();
    }
    rewriting(state, seat).into_iter().map(|who| programme::default_sheet(state, who)).collect()
}

/// What comes after a piece of work (BAS-EXE-00, 02 to 06). The stack grows downwards in time: the last is first.
pub(super) fn follow(state: &mut State, unit: Unit) {
    if state.scene.outcome.is_some() {
        state.stack.clear();
        return;
    }
    let scene = &state.scene;
    let mut todo: Vec<Unit> = Vec::new();
    match unit {
        Unit::Ranks => {
            let mut waiting: Vec<Who> =
                scene.whos().filter(|who| scene.figure(*who).fate == Fate::Waiting).collect();
            waiting.sort_by_key(|who| scene.figure(*who).rank);
            todo.extend(waiting.into_iter().map(Unit::Place));
            todo.push(Unit::Turn);
        }
        Unit::Turn => {
            let seals = Seals::none(state.seats());
            state.course.stack.push(Frame::Wait(Wait::Programming(seals)));
            return;
        }
        Unit::Reveal | Unit::Rewritten => todo.push(Unit::Sequence),
        Unit::Sequence => {
            todo.extend(scene.by_rank().into_iter().map(Unit::Activate));
            todo.extend([Unit::Long, Unit::Closing]);
        }
        Unit::Activate(who) => {
            let figure = scene.figure(who);
            if figure.in_play() && !figure.done {
                todo.push(Unit::Round(who, 1));
            }
        }
        Unit::Round(who, 1) => {
            let figure = scene.figure(who);
            let order = figure.orders[usize::from(scene.sequence.clamp(1, 3)) - 1];
            if figure.in_play() && !figure.done && !matches!(order.r1, R1::Take | R1::Break) {
                todo.push(Unit::Round(who, 2));
            }
        }
        Unit::Long => {
            let queued: Vec<Who> =
                scene.by_rank().into_iter().filter(|who| scene.figure(*who).queued).collect();
            let push = |who: &Who| {
                scene.figure(*who).orders[usize::from(scene.sequence.clamp(1, 3)) - 1].r2
                    == super::order::R2::Push
            };
            todo.extend(queued.iter().copied().filter(push).map(Unit::Push));
            todo.extend(queued.iter().copied().filter(|who| !push(who)).map(Unit::LongAction));
        }
        Unit::Closing => {
            let resting = |who: &Who| {
                matches!(
                    scene.figure(*who).task,
                    Some(Task::Rob { resting: true, .. } | Task::Dress { resting: true, .. })
                )
            };
            todo.extend(scene.by_rank().into_iter().filter(resting).map(Unit::Complete));
            todo.push(Unit::Close);
        }
        Unit::Close if scene.phase == Phase::Rewriting => {
            let seals = Seals::none(state.seats());
            state.course.stack.push(Frame::Wait(Wait::Rewriting(seals)));
            return;
        }
        Unit::Close => todo.push(if scene.sequence < 3 { Unit::Sequence } else { Unit::EndTurn }),
        Unit::EndTurn => todo.push(Unit::Turn),
        Unit::Place(_) | Unit::Round(..) | Unit::Push(_) | Unit::LongAction(_) | Unit::Complete(_) => {}
    }
    state.stack.extend(todo.into_iter().rev().map(Frame::Todo));
}
