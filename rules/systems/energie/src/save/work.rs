//! Whether the suspended work of a position fits its scene.

use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{System, replays};

use crate::command::Places;
use crate::event::Unit;
use crate::ids::Scenario;
use crate::scene::{Scene, Stage, Turn};
use crate::state::{Frame, PublicState, State, Wait};
use crate::tables::scenario;
use crate::{Energie, legal, next, placing, resolve};

/// The stack fits the scene: a question that is open is one that the rules ask in that place.
pub(super) fn check(state: &State, faults: &mut Faults) {
    if state.scene.stage == Stage::Over {
        faults.ensure(state.stack.is_empty(), "stack", "a game that is over has nothing to go on with");
        return;
    }
    let sound = match &state.stack[..] {
        [frame] => frame_sound(state, frame),
        // A declaration of the referee is voted on while a character acts (ENE-DEC-19).
        [below @ Frame::Wait(Wait::Act), top @ Frame::Work(work)] if work.unit == Unit::Met => {
            frame_sound(state, below) && frame_sound(state, top)
        }
        // A referee has a pause before a test of the steps after the fight.
        [below @ Frame::Wait(Wait::After), top @ Frame::Work(work)]
            if matches!(work.unit, Unit::After(..)) =>
        {
            frame_sound(state, below) && frame_sound(state, top)
        }
        _ => false,
    };
    faults.ensure(sound, "stack", "work that the scene calls for");
}

fn frame_sound(state: &State, frame: &Frame) -> bool {
    let scene = &state.scene;
    let setup = &state.fixed.setup;
    match frame {
        Frame::Todo(unit) => fits_unit(state, scene, unit),
        Frame::Work(work) => {
            Energie::alike(&work.base, scene)
                && fits_unit(state, &work.base, &work.unit)
                && replays(state, work)
        }
        Frame::Wait(Wait::Deploy(seals)) => {
            let placed = |(seat, places): (Seat, Option<&Places>)| {
                places.is_none_or(|it| placing::check(setup, seat, it).is_ok())
            };
            scene.stage == Stage::Deployment
                && seals.seats() == usize::from(setup.players())
                && seals.iter().any(|(_, places)| places.is_none())
                && seals.iter().all(placed)
        }
        Frame::Wait(Wait::Act) => {
            let acts = |act: Turn| {
                !act.done
                    && act.left > 0
                    && scene.fighter(act.who).able()
                    && state.public().runner(act.who).is_some()
            };
            // A referee that leaves a character to its doctrine in its slot is not asked any more.
            scene.stage == Stage::Fight && scene.turn > 0 && scene.act.is_some_and(acts)
        }
        Frame::Wait(Wait::Bring) => {
            scene.stage == Stage::Fight
                && setup.mj
                && setup.format.coop()
                && scene.act.is_none()
                && scene.turn > 0
        }
        Frame::Wait(Wait::After) => scene.stage == Stage::After && !next::unfinished(state).is_empty(),
    }
}

/// Whether a piece of work may begin in a scene.
fn fits_unit(state: &State, scene: &Scene, unit: &Unit) -> bool {
    let setup = &state.fixed.setup;
    let fight = scene.stage == Stage::Fight;
    let public = PublicState::new(setup, scene);
    let turn = scene.turn > 0 && scene.turn <= scenario(setup.scenario).turn_limit;
    match unit {
        Unit::Begin => scene.stage == Stage::Deployment && scene.turn == 0,
        Unit::Reveal(places) => {
            let sound = |(seat, it): (Seat, &Places)| {
                let mines = placing::usual(setup, seat).mines;
                placing::check(setup, seat, &Places { mines, zones: it.zones.clone() }).is_ok()
                    && it.mines.is_empty()
            };
            scene.stage == Stage::Deployment
                && places.len() == usize::from(setup.players())
                && (0u8..).map(Seat).zip(places).all(sound)
        }
        Unit::Pas => fight && scene.turn == 0,
        Unit::Turn => fight && scene.act.is_none() && scene.turn < scenario(setup.scenario).turn_limit,
        Unit::Slot(who) => {
            let next = scene.order.get(usize::from(scene.slot)..).unwrap_or_default();
            fight && turn && scene.act.is_none() && next.contains(who) && scene.fighter(*who).in_play()
        }
        Unit::Act(who, act) => {
            fight && turn && who.n() < scene.fighters.len() && legal::check(public, *who, act).is_ok()
        }
        Unit::EndSlot(who) => fight && turn && who.n() < scene.fighters.len(),
        Unit::EndTurn | Unit::NextTurn => fight && turn && scene.act.is_none(),
        Unit::Bring(list) => {
            fight
                && turn
                && scene.act.is_none()
                && setup.format.coop()
                && resolve::check_bring(public, list).is_ok()
        }
        Unit::Met => fight && turn && setup.scenario == Scenario::Libre,
        Unit::After(seat, after) => {
            scene.stage == Stage::After
                && next::players(state).contains(*seat)
                && !scene.finished.contains(*seat)
                && resolve::check_after(public, *seat, *after).is_ok()
        }
    }
}
