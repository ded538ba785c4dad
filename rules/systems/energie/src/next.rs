//! The questions between pieces of work, and the order of work.

use std::borrow::Cow;

use super::Energie;
use super::command::Ask;
use super::doctrine;
use super::event::Unit;
use super::ids::Who;
use super::scene::Stage;
use super::state::{Frame, State, Wait};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::procedure;

/// Returns the question that is open, for all seats that may answer it.
pub(super) fn open(state: &State) -> Option<Cow<'_, Ask>> {
    procedure::open::<Energie>(state).map(|(_, ask)| ask)
}

/// Player seats.
pub(super) fn players(state: &State) -> Seats {
    (0..state.fixed.setup.players()).map(Seat).collect()
}

/// Returns the question between pieces of work.
pub(super) fn waiting(state: &State, wait: &Wait) -> Ask {
    let id = state.questions + 1;
    match wait {
        Wait::Deploy(seals) => Ask::Deploy { id, seats: seals.missing(players(state)) },
        Wait::Act => {
            let act = state.scene.act;
            let who = act.map_or(Who(0), |act| act.who);
            let seat = state.public().runner(who).unwrap_or_default();
            Ask::Act { id, seat, who, left: act.map_or(0, |act| act.left) }
        }
        Wait::Bring => {
            let seat = state.fixed.setup.master().unwrap_or_default();
            Ask::Bring { id, seat, reserve: state.scene.reserve }
        }
        Wait::After => Ask::After { id, seats: unfinished(state) },
    }
}

/// Seats that are not done after the fight.
pub(super) fn unfinished(state: &State) -> Seats {
    players(state).iter().filter(|seat| !state.scene.finished.contains(*seat)).collect()
}

/// The steps after the fight, until every seat is done (ENE-FIN-07).
pub(super) fn push_after(state: &mut State) {
    if state.scene.stage == Stage::After {
        state.stack.push(Frame::Wait(Wait::After));
    }
}

/// The frame of a character that has to act: by doctrine, or asked of its player.
pub(super) fn acting(state: &State, who: Who) -> Frame {
    match state.public().runner(who) {
        Some(_) => Frame::Wait(Wait::Act),
        None => Frame::Todo(Unit::Act(who, doctrine::act(state.public(), who))),
    }
}

/// The next slot of the turn, or its end.
fn next_slot(state: &State) -> Frame {
    let scene = &state.scene;
    let rest = scene.order.iter().skip(usize::from(scene.slot));
    // A character that left play has no slot any more (ENE-ORD-05).
    match rest.clone().find(|who| scene.fighter(**who).in_play()) {
        Some(who) => Frame::Todo(Unit::Slot(*who)),
        None => Frame::Todo(Unit::EndTurn),
    }
}

/// What comes after a piece of work (section D).
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
        Unit::Begin => {
            let seats = state.fixed.setup.players();
            Frame::Wait(Wait::Deploy(super::state::Seals::none(seats)))
        }
        Unit::Reveal(_) => Frame::Todo(Unit::Pas),
        Unit::Pas | Unit::NextTurn => Frame::Todo(Unit::Turn),
        Unit::Turn | Unit::EndSlot(_) => next_slot(state),
        Unit::Slot(who) | Unit::Act(who, _) => match state.scene.act {
            Some(act) if !act.done && act.left > 0 => acting(state, act.who),
            _ => Frame::Todo(Unit::EndSlot(*who)),
        },
        Unit::EndTurn => {
            let master = state.fixed.setup.mj && state.fixed.setup.format.coop();
            if master && state.scene.reserve > 0 {
                Frame::Wait(Wait::Bring)
            } else {
                Frame::Todo(Unit::NextTurn)
            }
        }
        Unit::Bring(_) => Frame::Todo(Unit::NextTurn),
        Unit::Met | Unit::After(..) => return,
    };
    state.stack.push(frame);
}
