//! The questions between pieces of work, and the order of work.

use std::borrow::Cow;

use super::Generik;
use super::command::Ask;
use super::event::Unit;
use super::ids::Scenario;
use super::scene::{Stage, Status, Step};
use super::setup::Ground;
use super::state::{Frame, Seals, State, Wait};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure;

/// Returns the question that is open, for all seats that may answer it.
pub(super) fn open(state: &State) -> Option<Cow<'_, Ask>> {
    procedure::open::<Generik>(state).map(|(_, ask)| ask)
}

/// Returns the question between pieces of work.
pub(super) fn waiting(state: &State, wait: &Wait) -> Ask {
    let id = state.questions + 1;
    let scene = &state.scene;
    match wait {
        Wait::Terrain(seat) => {
            Ask::Terrain { id, seat: *seat, left: scene.pieces_due.saturating_sub(scene.pieces.len() as u8) }
        }
        Wait::Champions(seals) => {
            let all = (0..state.seats()).map(Seat).collect();
            Ask::Champions { id, seats: seals.missing(all) }
        }
        Wait::Markers(seat) => Ask::Marker { id, seat: *seat },
        Wait::Deployment(seat) => Ask::Deploy { id, seat: *seat },
        // GEN-DEC-12, GEN-DEC-14: heroic tries are among the commands of an open phase.
        Wait::Phase => Ask::Phase {
            id,
            seat: scene.phase.seat,
            // GEN-TRN-10.
            may_rout: !scene.phase.acted && scene.phase.heroic.is_none(),
            heroic: scene.phase.heroic,
        },
        Wait::After => Ask::After { seats: unfinished(state) },
    }
}

/// Bands that are not done with the steps after the game.
pub(super) fn unfinished(state: &State) -> Seats {
    (0u8..).zip(&state.scene.after).filter(|(_, it)| it.step != Step::Done).map(|(n, _)| Seat(n)).collect()
}

/// The steps after the game, until every band is done (section 16).
pub(super) fn push_after(state: &mut State) {
    if state.scene.stage == Stage::After {
        state.stack.push(Frame::Wait(Wait::After));
    }
}

/// What comes after a piece of work (sections 3 and 17).
pub(super) fn follow(state: &mut State, unit: &Unit) {
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
            Ground::Ready | Ground::Named(_) | Ground::Own(_) => Frame::Todo(Unit::Edges),
        },
        Unit::Place(seat, _) => place_or_edges(state, after(state, *seat)),
        Unit::Edges => match state.scene.scenario {
            Some(Scenario::DuelDHonneur) => Frame::Wait(Wait::Champions(Seals::none(state.seats()))),
            Some(Scenario::Saccage) => Frame::Wait(Wait::Markers(attacker(state))),
            _ => deploy_or_fight(state, attacker(state)),
        },
        Unit::Champions(_) => deploy_or_fight(state, attacker(state)),
        Unit::Mark(seat, _) => {
            if state.scene.markers.len() < 2 * usize::from(state.seats()) {
                Frame::Wait(Wait::Markers(after(state, *seat)))
            } else {
                deploy_or_fight(state, attacker(state))
            }
        }
        Unit::Deploy(seat, ..) => deploy_or_fight(state, after(state, *seat)),
        Unit::Fight | Unit::Act(..) | Unit::TakeBack | Unit::End(_) | Unit::Rout(_) => {
            Frame::Wait(Wait::Phase)
        }
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
        Frame::Wait(Wait::Terrain(seat))
    } else {
        Frame::Todo(Unit::Edges)
    }
}

/// The next seat that still has a figure to deploy, beginning with `seat`; else, and where no seat chooses a
/// place (GEN-SET-11), the fight.
pub(super) fn deploy_or_fight(state: &State, seat: Seat) -> Frame {
    if state.fixed.setup.close {
        return Frame::Todo(Unit::Fight);
    }
    let waits =
        |seat: Seat| state.scene.figures.iter().any(|it| it.seat == seat && it.status == Status::Waiting);
    let mut seat = seat;
    for _ in 0..state.seats() {
        if waits(seat) {
            return Frame::Wait(Wait::Deployment(seat));
        }
        seat = after(state, seat);
    }
    Frame::Todo(Unit::Fight)
}
