//! Whether the suspended work of a position fits its scene.

use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{System, replays};

use super::fighter::order_names;
use crate::command::{Act, Deed, Order, Seal};
use crate::event::Unit;
use crate::ids::{Who, Whos};
use crate::scene::{Scene, Stage};
use crate::state::{Frame, Phase, State, Wait};
use crate::{Celtiques, decide, legal, next};

/// The stack is what the scene calls for (see [`next::due`]), as far as it has come.
pub(super) fn check(state: &State, faults: &mut Faults) {
    if state.scene.stage == Stage::Over {
        faults.ensure(state.stack.is_empty(), "stack", "a game that is over has nothing to go on with");
        return;
    }
    let [frame] = &state.stack[..] else {
        faults.add("stack", "one thing is under way at a time");
        return;
    };
    let sound = match frame {
        Frame::Todo(unit) => begins(state, unit),
        Frame::Work(work) => {
            Celtiques::alike(&work.base, &state.scene)
                && begins(&at(state, &work.base), &work.unit)
                && replays(state, work)
        }
        Frame::Wait(wait) => waits(state, wait),
    };
    faults.ensure(sound, "stack[0]", "work that the scene calls for");
}

fn at(state: &State, scene: &Scene) -> State {
    let mut state = state.clone();
    state.scene.clone_from(scene);
    state
}

fn waits(state: &State, wait: &Wait) -> bool {
    let asked = next::asked(state.public(), wait.phase);
    let called = matches!(next::due(state), Some(Frame::Wait(due)) if due.phase == wait.phase);
    let fits = |(seat, seal): (Seat, Option<&Seal>)| {
        seal.is_none_or(|seal| asked.contains(seat) && decide::seal_fits(state, seat, wait.phase, seal))
    };
    let sealed: Seats = wait.seals.iter().filter(|(_, seal)| seal.is_some()).map(|(seat, _)| seat).collect();
    called
        && wait.seals.seats() == usize::from(state.seats())
        && !wait.seals.missing(asked).is_empty()
        && wait.seals.iter().all(fits)
        && sealed == state.scene.sealed
}

/// Whether a piece of work is the one that the scene calls for; what was sealed for it is such as could be sealed.
fn begins(state: &State, unit: &Unit) -> bool {
    let public = state.public();
    let due = next::due(state);
    let phase = |phase: Phase| matches!(&due, Some(Frame::Wait(wait)) if wait.phase == phase);
    let known = |who: Who| who.n() < state.scene.fighters.len();
    let players = usize::from(state.fixed.setup.players());
    let seals = |list: &[Seal], phase: Phase| {
        let fits = |(seat, seal): (u8, &Seal)| {
            let none = matches!(seal, Seal::Cries(cries) if cries.is_empty());
            none || decide::seal_fits(state, Seat(seat), phase, seal)
        };
        list.len() == players && (0u8..).zip(list).all(fits)
    };
    match (unit, &due) {
        (Unit::Begin, _) => {
            state.scene.stage == Stage::Plan && state.scene.turn == 0 && state.scene.sealed.is_empty()
        }
        (Unit::Plans(list), _) => phase(Phase::Plan) && seals(list, Phase::Plan),
        (Unit::Terror(list), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Terror(_))));
            (phase(Phase::Terror) || todo) && seals(list, Phase::Terror)
        }
        (Unit::Orders(list, quiet), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Orders(..))));
            let seats = quiet.iter().all(|seat| seat.0 < state.seats());
            let once = list.iter().map(|(who, _)| *who).collect::<Whos>().len() as usize == list.len();
            (phase(Phase::Orders) || todo)
                && seats
                && once
                && list.iter().all(|(who, order)| known(*who) && order_names(order, known))
        }
        (Unit::Batch(list), due) => {
            let todo = matches!(due, Some(Frame::Todo(Unit::Batch(_))));
            let next::Batch::Many(whos) = next::batch(public) else { return false };
            let same = list.iter().map(|(who, _)| *who).collect::<Whos>() == whos
                && list.len() == usize::from(whos.len());
            let fits = |(who, deed): &(Who, Deed)| {
                let slot = public.of(*who).slot(public.scene.segment);
                let moves =
                    deed.go.is_none_or(|go| order_names(&Order { go: Some(go), ..Order::default() }, known));
                if slot {
                    legal::deed(public, *who, deed).is_ok()
                } else {
                    deed.act == Act::Pass && moves && deed.minor.is_none()
                }
            };
            (phase(Phase::Batch) || todo) && same && list.iter().all(fits)
        }
        (unit, Some(Frame::Todo(due))) => unit == due,
        _ => false,
    }
}
