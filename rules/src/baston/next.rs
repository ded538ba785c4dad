//! What a state calls for, and how events change the stack of suspended work.

use std::sync::Arc;

use super::command::{Ask, Command};
use super::decide::{self, open_question, rewriters, rewriting, writers, writing};
use super::event::{Event, Input, Need, Unit};
use super::ids::Who;
use super::order::R1;
use super::programme;
use super::resolve;
use super::scene::{Fate, Phase, Task};
use super::state::{Frame, Sealed, State, Work};
use super::{Baston, Sheet};
use crate::contract::{Hand, Next, Ruleset, Seat, Seats};

/// What the state calls for.
pub(super) fn next(state: &State, hand: &mut Hand<'_, Baston>) -> Next<Baston> {
    if let Some(outcome) = &state.scene.outcome {
        return Next::Over(outcome.clone());
    }
    match state.stack.last() {
        Some(Frame::Todo(unit)) => {
            let outcome = resolve::run(state, *unit, &state.scene, &[], state.questions, hand.throw);
            let (facts, then) = outcome.part(0, &mut hand.rolled);
            Next::Do(Event::Began { unit: *unit, facts, then })
        }
        Some(Frame::Work(work)) => match &work.need {
            Need::Roll(roll) => Next::Roll(roll.clone()),
            Need::Ask(question) => {
                Next::Ask { seats: Seats::one(question.seat), ask: Ask::Decide(question.clone()) }
            }
            // A finished work has left the stack.
            Need::Done => Next::Do(Event::Dropped { facts: Vec::new() }),
        },
        Some(Frame::Programming(sealed)) => Next::Ask {
            seats: missing(writers(state), sealed),
            ask: Ask::Plan { turn: state.scene.turn, forms: Vec::new() },
        },
        Some(Frame::Rewriting(sealed)) => Next::Ask {
            seats: missing(rewriters(state), sealed),
            ask: Ask::Rewrite {
                turn: state.scene.turn,
                sequence: state.scene.sequence,
                whos: rewriters(state).iter().flat_map(|seat| rewriting(state, seat)).collect(),
                forms: Vec::new(),
            },
        },
        None => Next::Do(Event::Began { unit: Unit::EndTurn, facts: Vec::new(), then: Need::Done }),
    }
}

fn missing(asked: Seats, sealed: &[Option<Sealed<Vec<Sheet>>>]) -> Seats {
    asked.iter().filter(|seat| sealed[usize::from(seat.0)].is_none()).collect()
}

/// The event of a die that the work under way waits for.
pub(super) fn rolled(state: &State, faces: &[u8], hand: &mut Hand<'_, Baston>) -> Event {
    let face = faces.first().copied().unwrap_or(1);
    let Some(Frame::Work(work)) = state.stack.last() else {
        return Event::Rolled { face, facts: Vec::new(), then: Need::Done };
    };
    let (facts, then) = decide::resume(state, work, Input::Face(face), hand);
    Event::Rolled { face, facts, then }
}

/// What the seat is asked, with its own forms.
pub(super) fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
    let Next::Ask { seats, ask } = Baston::next(state) else { return None };
    if !seats.contains(seat) {
        return None;
    }
    let forms = |whos: Vec<Who>| whos.into_iter().map(|who| programme::form(state, who)).collect();
    Some(match ask {
        Ask::Plan { turn, .. } => Ask::Plan { turn, forms: forms(writing(state, seat)) },
        Ask::Rewrite { turn, sequence, whos, .. } => {
            Ask::Rewrite { turn, sequence, whos, forms: forms(rewriting(state, seat)) }
        }
        decide @ Ask::Decide(_) => decide,
    })
}

/// What an absent player does: rests, keeps his orders, takes the default (BAS-PRG-10, section 18).
pub(super) fn default_answer(state: &State, seat: Seat) -> Command {
    let turn = state.scene.turn;
    match state.stack.last() {
        Some(Frame::Rewriting(_)) => {
            Command::Rewrite { turn, sequence: state.scene.sequence, sheets: Sealed(kept(state, seat)) }
        }
        Some(Frame::Work(_)) if open_question(state).is_some() => {
            let question = open_question(state).map(|(_, question)| question);
            Command::Answer {
                question: question.map_or(0, |q| q.id),
                choice: question.map_or(super::command::Choice::No, super::command::Question::default_choice),
            }
        }
        _ => Command::Programme { turn, sheets: Sealed(Vec::new()) },
    }
}

/// The sheets that keep their orders. What somebody else wrote is left out, which comes to the same.
fn kept(state: &State, seat: Seat) -> Vec<Sheet> {
    if state.inherited.programme.contains(seat) {
        return Vec::new();
    }
    rewriting(state, seat).into_iter().map(|who| programme::kept(state, who)).collect()
}

/// Makes an event true.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Programmed { seat, sheets, .. } => {
            if let Some(Frame::Programming(sealed)) = state.stack.last_mut() {
                sealed[usize::from(seat.0)] = Some(sheets.clone());
            }
            open_seals(state, writers(state), Unit::Reveal);
        }
        Event::Rewrote { seat, sheets, .. } => {
            if let Some(Frame::Rewriting(sealed)) = state.stack.last_mut() {
                sealed[usize::from(seat.0)] = Some(sheets.clone());
            }
            open_seals(state, rewriters(state), Unit::Rewritten);
        }
        Event::Withdrawn { seat } => {
            if let Some(Frame::Programming(sealed) | Frame::Rewriting(sealed)) = state.stack.last_mut() {
                sealed[usize::from(seat.0)] = None;
            }
        }
        Event::Stood { seat, standing } => {
            if let Some(Frame::Work(work)) = state.stack.last_mut() {
                work.standing.get_or_insert_with(|| state.standing.clone());
            }
            state.standing[usize::from(seat.0)] = standing.clone();
            state.inherited.standing = state.inherited.standing.without(*seat);
        }
        Event::Dropped { facts } => state.tell(facts),
        Event::Began { unit, facts, then } => began(state, *unit, facts, then),
        Event::Rolled { face, facts, then } => went_on(state, Input::Face(*face), facts, then),
        Event::Answered { input, facts, then, .. } => {
            state.questions += u32::from(matches!(input, Input::Choice(_)));
            went_on(state, input.clone(), facts, then);
        }
    }
}

impl State {
    fn tell(&mut self, facts: &[super::event::Fact]) {
        for fact in facts {
            self.scene.apply(&fact.what);
        }
    }
}

/// Once the last one has confirmed, sealed sheets become those of the turn and are revealed.
fn open_seals(state: &mut State, asked: Seats, then: Unit) {
    let Some(Frame::Programming(sealed) | Frame::Rewriting(sealed)) = state.stack.last() else { return };
    if !missing(asked, sealed).is_empty() {
        return;
    }
    let sheets: Vec<Sheet> = sealed.iter().flatten().flat_map(|sheets| sheets.0.clone()).collect();
    state.stack.pop();
    let found = &mut state.inherited;
    if then == Unit::Reveal {
        found.programme = found.answer;
        state.sheets.fill(None);
    }
    found.answer = Seats::NONE;
    for sheet in sheets {
        let who = sheet.who.i();
        state.sheets[who] = Some(Sealed(sheet));
    }
    state.stack.push(Frame::Todo(then));
}

fn began(state: &mut State, unit: Unit, facts: &[super::event::Fact], then: &Need) {
    state.stack.pop();
    if *then == Need::Done {
        state.tell(facts);
        follow(state, unit);
        return;
    }
    let base = Arc::new(state.scene.clone());
    state.tell(facts);
    state.stack.push(Frame::Work(Box::new(Work {
        unit,
        base,
        tape: Vec::new(),
        told: facts.len() as u32,
        need: then.clone(),
        standing: None,
    })));
}

fn went_on(state: &mut State, input: Input, facts: &[super::event::Fact], then: &Need) {
    state.tell(facts);
    let Some(Frame::Work(work)) = state.stack.last_mut() else { return };
    work.tape.push(input);
    work.told += facts.len() as u32;
    work.need = then.clone();
    if *then == Need::Done {
        let unit = work.unit;
        state.stack.pop();
        follow(state, unit);
    }
}

/// What comes after a piece of work (BAS-EXE-00, 02 to 06). The stack grows downwards in time: the last is first.
fn follow(state: &mut State, unit: Unit) {
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
            state.stack.push(Frame::Programming(vec![None; usize::from(state.seats())]));
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
            state.stack.push(Frame::Rewriting(vec![None; usize::from(state.seats())]));
            return;
        }
        Unit::Close => todo.push(if scene.sequence < 3 { Unit::Sequence } else { Unit::EndTurn }),
        Unit::EndTurn => todo.push(Unit::Turn),
        Unit::Place(_) | Unit::Round(..) | Unit::Push(_) | Unit::LongAction(_) | Unit::Complete(_) => {}
    }
    state.stack.extend(todo.into_iter().rev().map(Frame::Todo));
}
