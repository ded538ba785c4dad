//! How a state goes on: from what it calls for to an event, and from an event to the next state.

use std::borrow::Cow;
use std::sync::Arc;

use super::script::is_answer;
use super::script::{Recalled, run_recalling};
use super::{Answered, Began, Commanded, Frame, Input, Met, Need, Ran, Rolled, Step, System, Work, run};
use crate::contract::{Actor, Hand, Next, Seat, Seats};
use crate::dice::Faces;
use crate::refusal::Refusal;

/// A question that is open: who has to answer, and what is asked.
pub(super) type Open<'a, P> = (Seats, Cow<'a, <P as System>::Ask>);

/// What the state calls for.
pub(super) fn next<P: System>(state: &P::State, hand: &mut Hand<'_, P>) -> Next<P> {
    if let Some(outcome) = P::outcome(state) {
        return Next::Over(outcome.clone());
    }
    match state.stack.last() {
        Some(Frame::Todo(unit)) => return Next::Do(begin(state, unit.clone(), hand)),
        Some(Frame::Work(work)) => {
            if let Need::Roll(roll) = &work.need {
                return Next::Roll(roll.clone());
            }
        }
        _ => {}
    }
    let Some(open) = open::<P>(state) else { return Next::Do(begin(state, P::IDLE, hand)) };
    match answered_in_advance(state, &open, hand) {
        Some(event) => Next::Do(event),
        None => Next::Ask { seats: open.0, ask: open.1.into_owned() },
    }
}

/// The same as [`unasked`], which is not asked again about a state of which it said nothing.
fn answered_in_advance<P: System>(
    state: &P::State,
    open: &Open<'_, P>,
    hand: &mut Hand<'_, P>,
) -> Option<P::Event> {
    if state.is_put() {
        return None;
    }
    let event = unasked(state, open, hand);
    if event.is_none() {
        state.found_put();
    }
    event
}

/// The question that is open, also where a standing answer will answer it.
#[inline(always)]
pub fn open<P: System>(state: &P::State) -> Option<Open<'_, P>> {
    match state.stack.last()? {
        Frame::Todo(_) => None,
        Frame::Work(work) => match &work.need {
            Need::Ask(question) => Some(P::asked(question)),
            Need::Roll(_) | Need::Done => None,
        },
        Frame::Wait(wait) => {
            let (seats, ask) = P::waiting(state, wait);
            Some((seats, Cow::Owned(ask)))
        }
    }
}

/// The answer to a question that is not put: a standing answer, or that of a seat that has given up.
fn unasked<P: System>(state: &P::State, open: &Open<'_, P>, hand: &mut Hand<'_, P>) -> Option<P::Event> {
    if let Some(seat) = open.0.iter().find(|seat| P::has_given_up(state, *seat)) {
        let command = P::default_answer(state, seat);
        return P::decide_on(state, Actor::Seat(seat), &command, hand).ok().map(P::silent);
    }
    if let Some((seat, command)) =
        open.0.iter().find_map(|seat| P::in_advance(state, seat).map(|command| (seat, command)))
    {
        return P::decide_on(state, Actor::Seat(seat), &command, hand).ok().map(P::silent);
    }
    let (work, question) = state.question()?;
    let (seat, answer) = P::standing(state, question)?;
    let answered = go_on(state, work, seat, answer, hand);
    Some(Step::Answered(Answered { silent: true, ..answered }).into())
}

/// The public part of what a seat is asked.
pub(super) fn ask_for<P: System>(state: &P::State, seat: Seat) -> Option<P::Ask> {
    if P::outcome(state).is_some() {
        return None;
    }
    let open = open::<P>(state).filter(|(seats, _)| seats.contains(seat))?;
    let told = answered_in_advance::<P>(state, &open, &mut Hand::new(&mut |_| None)).is_some();
    (!told).then(|| open.1.into_owned())
}

/// What every command needs: a seat of the game, and a game that is not over.
pub fn admit<P: System>(state: &P::State, by: Actor) -> Result<Seat, Refusal> {
    let seat = by.seat();
    if seat.0 >= state.seats() {
        return Err(Refusal::NoSeat);
    }
    if P::outcome(state).is_some() {
        return Err(Refusal::Over);
    }
    Ok(seat)
}

fn begin<P: System>(state: &P::State, unit: P::Unit, hand: &mut Hand<'_, P>) -> P::Event {
    let ran = run::<P>(state, &unit, &state.scene, &[], state.questions, hand.throw);
    let (facts, then) = ran.part(0, &mut hand.rolled);
    Step::Began(Began { unit, facts, then }).into()
}

/// A command begins a piece of work. `answers`: it answers the question that is open.
pub fn command<P: System>(
    state: &P::State,
    (seat, by_clock): (Seat, bool),
    unit: P::Unit,
    answers: bool,
    hand: &mut Hand<'_, P>,
) -> Commanded<P> {
    command_noting(state, (seat, by_clock), unit, answers, P::Notes::default(), hand)
}

/// The same as [`command`], with notes on what the judge of the command has worked out, which the work then need not repeat. Work
/// that is run again does not have them, so that they change nothing of what is told.
pub fn command_noting<P: System>(
    state: &P::State,
    (seat, by_clock): (Seat, bool),
    unit: P::Unit,
    answers: bool,
    notes: P::Notes,
    hand: &mut Hand<'_, P>,
) -> Commanded<P> {
    let answered = state.questions + u32::from(answers);
    let (piece, reel) = ((&unit, &state.scene), (&[][..], Recalled::NOTHING));
    let ran = run_recalling::<P>(state, piece, reel, notes, answered, hand.throw);
    let (facts, then) = ran.part(0, &mut hand.rolled);
    Commanded { seat, by_clock, unit, facts, then }
}

/// The work under way is given an answer that it was waiting for.
pub fn go_on<P: System>(
    state: &P::State,
    work: &Work<P>,
    seat: Seat,
    input: P::Answer,
    hand: &mut Hand<'_, P>,
) -> Answered<P> {
    let (facts, then) = resume(state, work, Input::Answer(input.clone()), hand);
    Answered { seat, silent: false, by_clock: false, input, facts, then }
}

/// The event of dice that the work under way waits for.
pub(super) fn rolled<P: System>(state: &P::State, faces: &[u8], hand: &mut Hand<'_, P>) -> P::Event {
    let faces = Faces::new(faces);
    let (facts, then) = match state.work() {
        Some(work) => resume(state, work, Input::Faces(faces), hand),
        None => (Vec::new(), Need::Done),
    };
    Step::Rolled(Rolled { faces, facts, then }).into()
}

/// Runs the work under way with one input more: the new facts, and what it needs now.
fn resume<P: System>(
    state: &P::State,
    work: &Work<P>,
    input: Input<P>,
    hand: &mut Hand<'_, P>,
) -> (Vec<P::Fact>, Need<P>) {
    let answered = state.questions + u32::from(is_answer(&input));
    let mut tape = Vec::with_capacity(work.tape.len() + 1);
    tape.extend_from_slice(&work.tape);
    tape.push(input);
    let recalled = Recalled::with_answer(work);
    let piece = (&work.unit, &*work.base);
    let ran = run_recalling::<P>(state, piece, (&tape, recalled), P::Notes::default(), answered, hand.throw);
    ran.part(work.told as usize, &mut hand.rolled)
}

/// Runs the work under way again up to where it waits, without dice.
pub fn again<P: System>(state: &P::State, work: &Work<P>) -> Ran<P> {
    let (piece, recalled) = ((&work.unit, &*work.base), Recalled::of(work));
    let notes = P::Notes::default();
    run_recalling::<P>(state, piece, (&work.tape, recalled), notes, state.questions, &mut |_| None)
}

/// Makes true that a piece of work began, in the place of what was on top of the stack.
pub fn apply_began<P: System>(state: &mut P::State, Began { unit, facts, then }: &Began<P>) {
    state.stack.pop();
    started(state, unit, facts, then);
}

/// Makes true that a command began a piece of work. `answers`: it answered the question that was open.
pub fn apply_commanded<P: System>(state: &mut P::State, commanded: &Commanded<P>, answers: bool) {
    if answers {
        state.questions += 1;
        state.stack.pop();
    }
    started(state, &commanded.unit, &commanded.facts, &commanded.then);
}

/// A piece of work has run to its end or to its first stop.
fn started<P: System>(state: &mut P::State, unit: &P::Unit, facts: &[P::Fact], then: &Need<P>) {
    if *then == Need::Done {
        P::tell(state, facts);
        P::follow(state, unit);
        return;
    }
    let base = Arc::new(state.scene.clone());
    P::tell(state, facts);
    let (unit, told, need) = (unit.clone(), facts.len() as u32, then.clone());
    state.stack.push(Frame::Work(Box::new(Work {
        unit,
        base,
        tape: Vec::new(),
        told,
        need,
        met: Met::default(),
    })));
}

/// Makes true that dice fell.
pub fn apply_rolled<P: System>(state: &mut P::State, Rolled { faces, facts, then }: &Rolled<P>) {
    continue_work(state, Input::Faces(*faces), facts, then);
}

/// Makes true that the work under way was given an answer.
pub fn apply_answered<P: System>(state: &mut P::State, answered: &Answered<P>) {
    let input = Input::Answer(answered.input.clone());
    state.questions += u32::from(is_answer(&input));
    continue_work(state, input, &answered.facts, &answered.then);
}

fn continue_work<P: System>(state: &mut P::State, input: Input<P>, facts: &[P::Fact], then: &Need<P>) {
    P::tell(state, facts);
    let Some(Frame::Work(work)) = state.stack.last_mut() else { return };
    work.meet(input, then);
    work.told += facts.len() as u32;
    if *then == Need::Done
        && let Some(Frame::Work(work)) = state.stack.pop()
    {
        P::follow(state, &work.unit);
    }
}

/// Makes true what was said outside any piece of work. It is true of the work under way too, which may be run again.
pub fn apply_facts<P: System>(state: &mut P::State, facts: &[P::Fact]) {
    if let Some(Frame::Work(work)) = state.stack.last_mut() {
        let base = Arc::make_mut(&mut work.base);
        super::happened::<P>(base, facts);
    }
    P::tell(state, facts);
}

/// Whether a seat may take back what it has sealed in the phase that is open. What another person has sealed there stands.
pub fn may_withdraw<P: System>(state: &P::State, seat: Seat) -> bool {
    seat.0 < state.seats() && P::has_sealed(state, seat) && !state.inherited.answer.contains(seat)
}

/// Another person holds the seat from now on: what was set or sealed there stands, and is not shown to the new holder.
pub(super) fn new_holder<P: System>(state: &mut P::State, seat: Seat) {
    if seat.0 >= state.seats() {
        return;
    }
    let sealed = P::has_sealed(state, seat);
    let found = &mut state.inherited;
    found.standing = found.standing.with(seat);
    if sealed {
        found.answer = found.answer.with(seat);
    }
}
