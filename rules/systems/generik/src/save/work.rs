//! Whether the suspended work of a position fits its scene.

use crate::event::Unit;
use crate::ids::Fig;
use crate::scene::{Scene, Stage, Status, Step};
use crate::state::{Frame, State, Table, Wait};
use crate::{Generik, legal, placing, resolve};
use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{System, replays};

/// The stack fits the scene: a question that is open is one that the rules ask in that place.
pub(super) fn check(state: &State, faults: &mut Faults) {
    if state.scene.stage == Stage::Over {
        faults.ensure(state.stack.is_empty(), "stack", "a game that is over has nothing to go on with");
        return;
    }
    let [frame] = &state.stack[..] else {
        faults.add("stack", "one thing is under way at a time");
        return;
    };
    let seats = usize::from(state.seats());
    let stage = state.scene.stage;
    let waiting = |fig: Fig| state.scene.figures.get(fig.i()).is_some_and(|it| it.status == Status::Waiting);
    let sound = match frame {
        Frame::Todo(unit) => fits(state, unit),
        Frame::Work(work) => {
            Generik::alike(&work.base, &state.scene) && fits(state, &work.unit) && replays(state, work)
        }
        Frame::Wait(Wait::Terrain(seat)) => usize::from(seat.0) < seats && stage == Stage::Terrain,
        Frame::Wait(Wait::Champions(seals)) => {
            stage == Stage::Extras
                && seals.seats() == seats
                && seals.iter().any(|(_, fig)| fig.is_none())
                && seals.iter().all(|(_, fig)| fig.is_none_or(|fig| waiting(*fig)))
        }
        Frame::Wait(Wait::Markers(seat)) => usize::from(seat.0) < seats && stage == Stage::Extras,
        Frame::Wait(Wait::Deployment(seat)) => {
            stage == Stage::Deployment
                && state.scene.figs().any(|fig| waiting(fig) && state.scene.figure(fig).seat == *seat)
        }
        Frame::Wait(Wait::Phase) => stage == Stage::Fight && state.scene.phase.end.is_none(),
        Frame::Wait(Wait::After) => {
            stage == Stage::After && state.scene.after.iter().any(|it| it.step != Step::Done)
        }
    };
    faults.ensure(sound, "stack[0]", "work that the scene calls for");
}

/// The game with another scene.
fn at(state: &State, scene: &Scene) -> State {
    let mut state = state.clone();
    state.scene.clone_from(scene);
    state
}

/// Work belongs to a stage, and what it names exists.
fn fits(state: &State, unit: &Unit) -> bool {
    let base = match state.stack.last() {
        Some(Frame::Work(work)) => &work.base,
        _ => &state.scene,
    };
    let table = Table { fixed: &state.fixed, board: &state.board, scene: base };
    let seat = |seat: Seat| seat.0 < state.seats();
    let waits = |fig: Fig, seat: Seat| {
        let figure = base.figures.get(fig.i());
        figure.is_some_and(|it| it.seat == seat && it.status == Status::Waiting)
    };
    match unit {
        Unit::Begin => base.stage == Stage::Scenario && base.pieces.is_empty(),
        Unit::Place(by, piece) => {
            seat(*by) && base.stage == Stage::Terrain && placing::piece(table, *piece).is_ok()
        }
        Unit::Edges => base.stage == Stage::Terrain,
        Unit::Champions(figs) => {
            base.stage == Stage::Extras
                && figs.len() == usize::from(state.seats())
                && (0u8..).zip(figs).all(|(by, fig)| waits(*fig, Seat(by)))
        }
        Unit::Mark(by, at) => {
            seat(*by) && base.stage == Stage::Extras && placing::marker(table, *by, *at).is_ok()
        }
        Unit::Deploy(by, fig, at, facing) => {
            seat(*by)
                && base.stage == Stage::Deployment
                && legal::facing_is_vector(Some(*facing)).is_ok()
                && placing::figure(table, *by, *fig, *at).is_ok()
        }
        Unit::Fight => base.stage == Stage::Deployment,
        Unit::Act(fig, act) => {
            base.stage == Stage::Fight
                && base.phase.end.is_none()
                && legal::check(table, base.phase.seat, *fig, act).is_ok()
        }
        Unit::TakeBack => base.stage == Stage::Fight && !base.phase.back.is_empty(),
        Unit::End(_) => base.stage == Stage::Fight,
        Unit::Rout(by) => base.stage == Stage::Fight && *by == base.phase.seat,
        Unit::After(by, after) => {
            seat(*by)
                && base.stage == Stage::After
                && usize::from(by.0) < base.after.len()
                && resolve::check_after(&at(state, base), *by, after).is_ok()
        }
    }
}
