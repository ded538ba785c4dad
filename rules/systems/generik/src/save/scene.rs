//! Whether a scene of a position is sound in itself.

use super::figure;
use crate::aftermath;
use crate::ids::Fig;
use crate::legal;
use crate::scene::{Figure, Scene, Stage};
use crate::space::TABLE;
use crate::state::State;
use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::plane::Pt;

/// Empty phases, idle turns and turns of control in a row.
const MOST: i64 = 100;
/// Phases of one game.
const MOST_PHASES: i64 = 1_000_000_000;

/// Checks the scene of a state. `built` says that all terrain lies well: only then is it told where figures can stand.
pub(super) fn check(state: &State, built: bool, faults: &mut Faults) {
    let scene = &state.scene;
    check_seats(scene, state.seats(), faults);
    let seated = faults.is_empty();
    check_order(scene, state.seats(), faults);
    check_counts(scene, faults);
    check_markers(scene, faults);
    let on_table = |at: Pt| (0..=TABLE).contains(&at.x) && (0..=TABLE).contains(&at.y);
    let stands = |it: &Figure| on_table(it.at) && (0..=TABLE).contains(&it.z);
    let measured = scene.figures.iter().all(stands);
    faults.ensure_each("scene.figures", &scene.figures, stands, "on the table, or it was when it left");
    check_end(state, seated, faults);
    check_phase(scene, faults);
    for fig in scene.figs() {
        figure::check(state, fig, built && measured, faults);
    }
    if faults.is_empty() {
        check_back(state, faults);
    }
    let options = &state.fixed.setup.options;
    for (n, after) in scene.after.iter().enumerate() {
        if let Some(fault) = aftermath::fault(after, options) {
            faults.add(format_args!("scene.after[{n}]"), fault);
        }
    }
}

/// Seats that are named are of the game.
fn check_seats(scene: &Scene, seats: u8, faults: &mut Faults) {
    const EXPECTED: &str = "a seat of the game";
    let known = |seat: Seat| seat.0 < seats;
    faults.ensure_each("scene.order", &scene.order, |seat| known(*seat), EXPECTED);
    faults.ensure(known(scene.phase.seat), "scene.phase.seat", EXPECTED);
    faults.ensure_each("scene.phase.ledger", &scene.phase.ledger, |(seat, _)| known(*seat), EXPECTED);
    faults.ensure(scene.sealed.iter().all(known), "scene.sealed", EXPECTED);
    faults.ensure(scene.control.is_none_or(|(seat, _)| known(seat)), "scene.control", EXPECTED);
    faults.ensure(scene.attacker.is_none_or(known), "scene.attacker", EXPECTED);
    faults.ensure_each("scene.markers", &scene.markers, |it| it.owner.is_none_or(known), EXPECTED);
}

/// Phases have an order, and bands their edges, from the set-up on (GEN-TRN-01, GEN-SET-06).
fn check_order(scene: &Scene, seats: u8, faults: &mut Faults) {
    let mut order = scene.order.to_vec();
    order.sort_unstable();
    let all: Vec<Seat> = (0..seats).map(Seat).collect();
    let early = scene.stage < Stage::Extras;
    let ordered = order == all || early && scene.order.is_empty();
    faults.ensure(ordered, "scene.order", "every seat once (GEN-TRN-01)");
    let first = scene.attacker == scene.order.first().copied() || early && scene.order.is_empty();
    faults.ensure(first, "scene.attacker", "the first seat of the order (GEN-TRN-01)");
    for (n, force) in scene.forces.iter().enumerate() {
        let field = format_args!("scene.forces[{n}].edge");
        faults.ensure(early || force.edge.is_some(), field, "an edge, from the set-up on (GEN-SET-06)");
        let taken = force.edge.is_some() && scene.forces[..n].iter().any(|other| other.edge == force.edge);
        faults.ensure(!taken, field, "an edge of its own (GEN-SET-06)");
    }
    let known = scene.stage <= Stage::Scenario || scene.scenario.is_some();
    faults.ensure(known, "scene.scenario", "known, from its roll on (GEN-SET-01)");
}

fn check_counts(scene: &Scene, faults: &mut Faults) {
    const RULE: &str = "GEN-TRN-09";
    faults.ensure_within("scene.empty_run", scene.empty_run, 0..=MOST, RULE);
    faults.ensure_within("scene.idle_turns", scene.idle_turns, 0..=MOST, RULE);
    faults.ensure_within("scene.control", scene.control.map_or(0, |(_, turns)| turns), 0..=MOST, RULE);
    faults.ensure_within("scene.phase.number", scene.phase.number, 0..=MOST_PHASES, RULE);
    if scene.stage == Stage::Fight {
        faults.ensure(scene.turn > 0, "scene.turn", "1 at least, once the fight runs");
        faults.ensure(scene.phase.number > 0, "scene.phase.number", "1 at least, once the fight runs");
    }
}

fn check_markers(scene: &Scene, faults: &mut Faults) {
    for (n, marker) in scene.markers.iter().enumerate() {
        let field = format_args!("scene.markers[{n}].at");
        let at = marker.at;
        let on_table = (0..=TABLE).contains(&at.x) && (0..=TABLE).contains(&at.y);
        faults.ensure(on_table, field, "a point of the table");
        let taken = !marker.sacked && scene.markers[..n].iter().any(|other| !other.sacked && other.at == at);
        faults.ensure(!taken, field, "a point of its own (GEN-SCN-60)");
    }
}

/// A fight that is over has an outcome, of its own bands; one that is not has two bands at least. `seated` says that all seats that are
/// named are of the game: only then bands can be counted.
fn check_end(state: &State, seated: bool, faults: &mut Faults) {
    let scene = &state.scene;
    let over = (scene.stage >= Stage::After) == scene.outcome.is_some();
    faults.ensure(over, "scene.outcome", "there once the fight is over, and not before");
    let fits = scene.outcome.as_ref().is_none_or(|outcome| outcome.fits(state.seats()));
    faults.ensure(fits, "scene.outcome", "winners and scores of the bands of the game");
    if scene.stage != Stage::Fight {
        return;
    }
    let force = scene.forces.get(usize::from(scene.phase.seat.0));
    let beaten = scene.outcome.is_none() && force.is_some_and(|force| force.beaten.is_some());
    faults.ensure(!beaten, "scene.phase.seat", "a band that is not beaten (GEN-TRN-01)");
    let two = !seated || scene.playing().count() >= 2;
    faults.ensure(two, "scene.forces", "two bands that are not beaten (GEN-SET-10)");
}

/// The phase names figures of the game, and champions are of their band (GEN-SCN-40).
fn check_phase(scene: &Scene, faults: &mut Faults) {
    const EXPECTED: &str = "a figure of the game";
    let known = |fig: Fig| fig.i() < scene.figures.len();
    let phase = &scene.phase;
    faults.ensure_each("scene.phase.ledger", &phase.ledger, |(_, fig)| known(*fig), EXPECTED);
    faults.ensure_each("scene.phase.left", &phase.left, |fig| known(*fig), EXPECTED);
    faults.ensure(phase.heroic.is_none_or(known), "scene.phase.heroic", EXPECTED);
    faults.ensure(phase.last.is_none_or(known), "scene.phase.last", EXPECTED);
    for (seat, force) in (0u8..).zip(&scene.forces) {
        let own = |fig: Fig| scene.figures.get(fig.i()).is_some_and(|it| it.seat == Seat(seat));
        let field = format_args!("scene.forces[{seat}].champion");
        faults.ensure(force.champion.is_none_or(own), field, "a figure of the band (GEN-SCN-40)");
    }
}

/// Checks that moves which may be taken back lead to scenes that are sound too.
fn check_back(state: &State, faults: &mut Faults) {
    // Once the fight is over, or the band out of it, nothing is taken back any more.
    let phase = &state.scene.phase;
    if state.scene.stage != Stage::Fight || state.scene.force(phase.seat).beaten.is_some() {
        return;
    }
    let mut then = state.clone();
    for (n, back) in phase.back.iter().enumerate().rev() {
        let own = |fig: &Fig| fig.i() < then.scene.figures.len();
        let mut named = back.left.iter().chain(&back.last).chain([&back.fig]);
        let seat = then.scene.phase.seat;
        let field = format!("scene.phase.back[{n}]");
        if !named.all(own) || legal::own(then.table(), seat, back.fig).is_err() {
            faults.add(field, "a figure on the table, of the band whose phase it is");
            return;
        }
        let figure = &mut then.scene.figures[back.fig.i()];
        (figure.at, figure.z, figure.facing, figure.da) = (back.at, back.z, back.facing, back.da);
        figure::check_as(&then, back.fig, true, &mut faults.of(field));
    }
}
