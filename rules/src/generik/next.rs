//! What a state calls for, and how events change it.

use std::borrow::Cow;
use std::sync::Arc;

use super::command::Ask;
use super::decide;
use super::event::{Event, Fact, Input, Need, Unit};
use super::ids::{Fig, Scenario};
use super::resolve;
use super::scene::{Stage, Status, Step};
use super::setup::Ground;
use super::space::Board;
use super::standing;
use super::state::{Frame, Sealed, State, Work};
use super::{Generik, defaults};
use crate::contract::{Actor, Hand, Next, Seat, Seats};

/// What the state calls for.
pub(super) fn next(state: &State, hand: &mut Hand<'_, Generik>) -> Next<Generik> {
    if state.scene.stage == Stage::Over
        && let Some(outcome) = &state.scene.outcome
    {
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
    let Some(ask) = open(state) else {
        return Next::Do(begin(state, Unit::Begin, hand));
    };
    match unasked(state, &ask, hand) {
        Some(event) => Next::Do(event),
        None => Next::Ask { seats: ask.seats(), ask: ask.into_owned() },
    }
}

/// The question that is open, whoever answers it in the end.
pub(super) fn open(state: &State) -> Option<Cow<'_, Ask>> {
    let id = state.questions + 1;
    let scene = &state.scene;
    Some(Cow::Owned(match state.stack.last()? {
        Frame::Todo(_) => return None,
        Frame::Work(work) => match &work.need {
            Need::Ask(ask) => return Some(Cow::Borrowed(ask)),
            Need::Roll(_) | Need::Done => return None,
        },
        Frame::Terrain(seat) => {
            Ask::Terrain { id, seat: *seat, left: scene.pieces_due.saturating_sub(scene.pieces.len() as u8) }
        }
        Frame::Champions(sealed) => {
            let seats =
                (0u8..).zip(sealed).filter(|(_, it)| it.is_none()).map(|(seat, _)| Seat(seat)).collect();
            Ask::Champions { id, seats }
        }
        Frame::Markers(seat) => Ask::Marker { id, seat: *seat },
        Frame::Deployment(seat) => Ask::Deploy { id, seat: *seat },
        // GEN-DEC-12, GEN-DEC-14: heroic tries are among the commands of an open phase.
        Frame::Phase => Ask::Phase {
            id,
            seat: scene.phase.seat,
            // GEN-TRN-10.
            may_rout: !scene.phase.acted && scene.phase.heroic.is_none(),
            heroic: scene.phase.heroic,
        },
        Frame::After => Ask::After { seats: unfinished(state) },
    }))
}

/// Bands that are not done with the steps after the game.
pub(super) fn unfinished(state: &State) -> Seats {
    (0u8..).zip(&state.scene.after).filter(|(_, it)| it.step != Step::Done).map(|(n, _)| Seat(n)).collect()
}

/// The answer to a question that is not put: a standing answer, or that of a seat that has given up.
fn unasked(state: &State, ask: &Ask, hand: &mut Hand<'_, Generik>) -> Option<Event> {
    let conceding = |seat: &Seat| state.scene.stage < Stage::After && state.scene.force(*seat).conceding;
    if let Some(seat) = ask.seats().iter().find(conceding) {
        let command = defaults::default_answer(state, seat);
        return decide::decide(state, Actor::Seat(seat), &command, hand).ok().map(decide::quietly);
    }
    let Frame::Work(work) = state.stack.last()? else { return None };
    let (seat, input) = standing::answer(state, ask)?;
    Some(decide::quietly(decide::go_on(state, work, seat, input, hand)))
}

fn begin(state: &State, unit: Unit, hand: &mut Hand<'_, Generik>) -> Event {
    let outcome = resolve::run(state, &unit, &state.scene, &[], state.questions, hand.throw);
    let (facts, then) = outcome.part(0, &mut hand.rolled);
    Event::Began { unit, facts, then }
}

/// The event of dice that the work under way waits for.
pub(super) fn rolled(state: &State, faces: &[u8], hand: &mut Hand<'_, Generik>) -> Event {
    let faces = faces.to_vec();
    let Some(Frame::Work(work)) = state.stack.last() else {
        return Event::Rolled { faces, facts: Vec::new(), then: Need::Done };
    };
    let (facts, then) = decide::resume(state, work, Input::Faces(faces.clone()), hand);
    Event::Rolled { faces, facts, then }
}

/// What the seat is asked.
pub(super) fn ask_for(state: &State, seat: Seat) -> Option<Ask> {
    if state.scene.stage == Stage::Over && state.scene.outcome.is_some() {
        return None;
    }
    let ask = open(state).filter(|ask| ask.seats().contains(seat))?;
    let told = unasked(state, &ask, &mut Hand::new(&mut |_| None)).is_some();
    (!told).then(|| ask.into_owned())
}

/// Makes an event true.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Commanded { seat, by_clock, unit, facts, then } => {
            note_clock(state, *seat, *by_clock);
            if !matches!(unit, Unit::After(..)) {
                state.questions += 1;
                state.stack.pop();
            }
            started(state, unit, facts, then);
        }
        Event::Began { unit, facts, then } => {
            state.stack.pop();
            started(state, unit, facts, then);
        }
        Event::Rolled { faces, facts, then } => went_on(state, Input::Faces(faces.clone()), facts, then),
        Event::Answered { seat, silent, by_clock, input, facts, then } => {
            if !*silent {
                note_clock(state, *seat, *by_clock);
            }
            state.questions += 1;
            went_on(state, input.clone(), facts, then);
        }
        Event::Championed { seat, by_clock, fig } => {
            note_clock(state, *seat, *by_clock);
            championed(state, *seat, *fig);
        }
        Event::Stood { seat, standing } => {
            state.standing[usize::from(seat.0)] = standing.clone();
            state.inherited.standing = state.inherited.standing.without(*seat);
        }
        Event::Said { facts } => {
            // What is said is true of the work under way too, which may be run again.
            if let Some(Frame::Work(work)) = state.stack.last_mut() {
                let base = Arc::make_mut(&mut work.base);
                for fact in facts {
                    base.apply(&fact.what);
                }
            }
            tell(state, facts);
            if state.scene.outcome.is_some() {
                state.stack.clear();
                push_after(state);
            }
        }
    }
}

fn note_clock(state: &mut State, seat: Seat, by_clock: bool) {
    let missed = &mut state.missed[usize::from(seat.0)];
    *missed = if by_clock { missed.saturating_add(1) } else { 0 };
}

fn tell(state: &mut State, facts: &[Fact]) {
    let pieces = state.scene.pieces.len();
    for fact in facts {
        state.scene.apply(&fact.what);
    }
    if state.scene.pieces.len() != pieces {
        state.board = Board::new(&state.scene.pieces).into();
    }
}

fn championed(state: &mut State, seat: Seat, fig: Sealed<Fig>) {
    state.scene.sealed = state.scene.sealed.with(seat);
    let Some(Frame::Champions(sealed)) = state.stack.last_mut() else { return };
    sealed[usize::from(seat.0)] = Some(fig);
    let figs: Option<Vec<Fig>> = sealed.iter().map(|fig| fig.map(|it| it.0)).collect();
    if let Some(figs) = figs {
        state.questions += 1;
        state.inherited.champion = Seats::NONE;
        state.stack.pop();
        state.stack.push(Frame::Todo(Unit::Champions(figs)));
    }
}

/// A piece of work has run to its end or to its first stop.
fn started(state: &mut State, unit: &Unit, facts: &[Fact], then: &Need) {
    if *then == Need::Done {
        tell(state, facts);
        follow(state, unit);
        return;
    }
    let base = Arc::new(state.scene.clone());
    tell(state, facts);
    let (unit, told) = (unit.clone(), facts.len() as u32);
    state.stack.push(Frame::Work(Box::new(Work { unit, base, tape: Vec::new(), told, need: then.clone() })));
}

fn went_on(state: &mut State, input: Input, facts: &[Fact], then: &Need) {
    tell(state, facts);
    let Some(Frame::Work(work)) = state.stack.last_mut() else { return };
    work.tape.push(input);
    work.told += facts.len() as u32;
    work.need = then.clone();
    if *then == Need::Done
        && let Some(Frame::Work(work)) = state.stack.pop()
    {
        follow(state, &work.unit);
    }
}

/// The steps after the game, until every band is done (section 16).
fn push_after(state: &mut State) {
    if state.scene.stage == Stage::After {
        state.stack.push(Frame::After);
    }
}

/// What comes after a piece of work (sections 3 and 17).
fn follow(state: &mut State, unit: &Unit) {
    if state.scene.outcome.is_some() {
        if !matches!(unit, Unit::After(..)) {
            state.stack.clear();
            push_after(state);
        } else if state.scene.stage == Stage::Over {
            state.stack.clear();
        }
        return;
    }
    let frame = match unit {
        Unit::Begin => match state.fixed.setup.ground {
            Ground::InTurn => place_or_edges(state, state.fixed.setup.youngest),
            Ground::Ready | Ground::Own(_) => Frame::Todo(Unit::Edges),
        },
        Unit::Place(seat, _) => place_or_edges(state, after(state, *seat)),
        Unit::Edges => match state.scene.scenario {
            Some(Scenario::DuelDHonneur) => Frame::Champions(vec![None; usize::from(state.seats())]),
            Some(Scenario::Saccage) => Frame::Markers(attacker(state)),
            _ => deploy_or_fight(state, attacker(state)),
        },
        Unit::Champions(_) => deploy_or_fight(state, attacker(state)),
        Unit::Mark(seat, _) => {
            if state.scene.markers.len() < 2 * usize::from(state.seats()) {
                Frame::Markers(after(state, *seat))
            } else {
                deploy_or_fight(state, attacker(state))
            }
        }
        Unit::Deploy(seat, ..) => deploy_or_fight(state, after(state, *seat)),
        Unit::Fight | Unit::Act(..) | Unit::End(_) | Unit::Rout(_) => Frame::Phase,
        Unit::After(..) => return,
    };
    state.stack.push(frame);
}

fn attacker(state: &State) -> Seat {
    state.scene.attacker.unwrap_or(Seat(0))
}

/// The seat after another one: in the order of phases once it is known, by number before.
fn after(state: &State, seat: Seat) -> Seat {
    let order = &state.scene.order;
    if order.is_empty() {
        return Seat((seat.0 + 1) % state.seats());
    }
    let at = order.iter().position(|it| *it == seat).unwrap_or(0);
    order[(at + 1) % order.len()]
}

fn place_or_edges(state: &State, seat: Seat) -> Frame {
    if state.scene.pieces.len() < usize::from(state.scene.pieces_due) {
        Frame::Terrain(seat)
    } else {
        Frame::Todo(Unit::Edges)
    }
}

/// The next seat that still has somebody to deploy, beginning with `seat`; else the fight.
pub(super) fn deploy_or_fight(state: &State, seat: Seat) -> Frame {
    let waits =
        |seat: Seat| state.scene.figures.iter().any(|it| it.seat == seat && it.status == Status::Waiting);
    let mut seat = seat;
    for _ in 0..state.seats() {
        if waits(seat) {
            return Frame::Deployment(seat);
        }
        seat = after(state, seat);
    }
    Frame::Todo(Unit::Fight)
}
