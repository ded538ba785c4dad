//! Positions: any legal moment of a game as text, validated like any input.

use crate::space::board_of;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Generik;
use super::aftermath;
use super::command::Standing;
use super::create;
use super::event::Unit;
use super::ids::Fig;
use super::legal;
use super::placing;
use super::resolve::{self, max_da};
use super::scene::{Figure, Scene, Stage, Status, Step};
use super::setup::{Placed, Setup};
use super::space::{TABLE, place};
use super::state::{Frame, Inherited, State, Table, Wait};
use super::tables;
use crate::refusal::Illegal;
use bagarre_kit::contract::Seat;
use bagarre_kit::procedure::{MOST_QUESTIONS, System, replays, settled};
use bagarre_kit::refusal::Refusal;

/// Any legal moment of a game: what FEN is to chess. It holds sealed champions: for the referee, tests and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// What moves or changes.
    pub scene: Scene,
    /// Suspended work; left out, the phase of the active player is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Standing answers, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// Questions in a row that the clock answered, by seat.
    #[serde(default)]
    pub missed: Vec<u8>,
    /// What seats hold that their players may not read.
    #[serde(default, skip_serializing_if = "Inherited::is_empty")]
    pub inherited: Inherited,
}

/// The moment as text.
pub(super) fn position(state: &State) -> Position {
    Position {
        setup: (*state.fixed.setup).clone(),
        scene: state.scene.clone(),
        stack: Some(state.stack.clone()),
        standing: state.standing.clone(),
        questions: state.questions,
        missed: state.missed.clone(),
        inherited: state.inherited,
    }
}

/// A game from a moment. Every fault found is listed.
pub(super) fn load(position: &Position) -> Result<State, Illegal> {
    let mut state = create::create(&position.setup)?;
    let mut faults = Vec::new();
    check_sizes(&state, position, &mut faults);
    if !faults.is_empty() {
        return Err(Refusal::Position(faults).into());
    }
    let sound = check_terrain(&position.scene.pieces, &mut faults);
    state.board = Arc::new(board_of(&sound));
    state.scene.clone_from(settled::<Generik>(&position.scene, position.stack.as_ref()));
    check_scene(&state, sound.len() == position.scene.pieces.len(), &mut faults);
    state.scene.clone_from(&position.scene);
    if !faults.is_empty() {
        return Err(Refusal::Position(faults).into());
    }
    if !position.standing.is_empty() {
        state.standing.clone_from(&position.standing);
    }
    if !position.missed.is_empty() {
        state.missed.clone_from(&position.missed);
    }
    state.questions = position.questions;
    state.inherited = position.inherited;
    state.stack = position.stack.clone().unwrap_or_else(|| vec![frame_of(&state)]);
    check_stack(&state, &mut faults);
    if faults.is_empty() { Ok(state) } else { Err(Refusal::Position(faults).into()) }
}

/// Every piece that does not lie well, in order, is a fault; the others.
fn check_terrain(pieces: &[Placed], faults: &mut Vec<String>) -> Vec<Placed> {
    let mut sound = Vec::with_capacity(pieces.len());
    for (n, piece) in pieces.iter().enumerate() {
        sound.push(*piece);
        if let Err((_, why)) = place::check_table(&sound) {
            faults.push(format!("piece of terrain {n}: {why}"));
            sound.pop();
        }
    }
    sound
}

/// What a moment written without suspended work waits for.
fn frame_of(state: &State) -> Frame {
    match state.scene.stage {
        Stage::Fight => Frame::Wait(Wait::Phase),
        Stage::After => Frame::Wait(Wait::After),
        Stage::Deployment => super::next::deploy_or_fight(state, state.scene.attacker.unwrap_or_default()),
        _ => Frame::Todo(Unit::Begin),
    }
}

fn check_sizes(state: &State, position: &Position, faults: &mut Vec<String>) {
    let given = &position.scene;
    let seats = usize::from(state.seats());
    let mut same = |what: &str, own: usize, given: usize| {
        if own != given {
            faults.push(format!("{given} {what} where the set-up makes {own}"));
        }
    };
    same("figures", state.scene.figures.len(), given.figures.len());
    same("bands", seats, given.forces.len());
    if !position.standing.is_empty() {
        same("standing answers", seats, position.standing.len());
    }
    if !position.missed.is_empty() {
        same("counts of missed questions", seats, position.missed.len());
    }
    if !given.after.is_empty() {
        same("bands after the game", seats, given.after.len());
    }
    if given.stage == Stage::After {
        same("bands after the game", seats, given.after.len());
    }
    if position.standing.iter().any(Standing::is_too_long) {
        faults.push("more than 32 standing answers".to_owned());
    }
    if position.questions > MOST_QUESTIONS {
        faults.push("more questions than a game can put".to_owned());
    }
    if given.markers.len() > 8 {
        faults.push("more than 8 markers".to_owned());
    }
}

/// Empty phases, idle turns and turns of control in a row.
const MOST: u8 = 100;
/// Phases of one game.
const MOST_PHASES: u32 = 1_000_000_000;

/// Phases have an order, and bands their edges, from the set-up on (GEN-TRN-01, GEN-SET-06).
fn check_order(scene: &Scene, seats: u8, faults: &mut Vec<String>) {
    let mut order = scene.order.clone();
    order.sort_unstable();
    let all: Vec<Seat> = (0..seats).map(Seat).collect();
    let ordered = order == all && scene.attacker == scene.order.first().copied();
    let early = scene.stage < Stage::Extras;
    if !(ordered || early && scene.order.is_empty()) {
        faults.push("the order of phases names every seat once, the attacker first (GEN-TRN-01)".to_owned());
    }
    let edges: Vec<_> = scene.forces.iter().map(|force| force.edge).collect();
    if !early && edges.contains(&None) {
        faults.push("every band has its edge (GEN-SET-06)".to_owned());
    }
    if (1..edges.len()).any(|n| edges[n].is_some() && edges[..n].contains(&edges[n])) {
        faults.push("no two bands have the same edge (GEN-SET-06)".to_owned());
    }
}

/// A fight that is over has an outcome, of its own bands.
fn check_end(scene: &Scene, seats: u8, faults: &mut Vec<String>) {
    if (scene.stage >= Stage::After) != scene.outcome.is_some() {
        faults.push("a fight that is over has an outcome".to_owned());
    }
    if !scene.outcome.as_ref().is_none_or(|outcome| outcome.fits(seats)) {
        faults.push("the outcome is of other bands".to_owned());
    }
}

/// `built` says that all terrain lies well: only then is it told where figures can stand.
fn check_scene(state: &State, built: bool, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let seats = state.seats();
    let named = scene.order.iter().copied().chain([scene.phase.seat]);
    let named = named.chain(scene.phase.ledger.iter().map(|(seat, _)| *seat)).chain(scene.sealed.iter());
    let named = named.chain(scene.control.map(|(seat, _)| seat)).chain(scene.attacker);
    let mut named = named.chain(scene.markers.iter().filter_map(|marker| marker.owner));
    let strangers = named.any(|seat| seat.0 >= seats);
    if strangers {
        faults.push("every seat that is named is one of the game".to_owned());
    }
    check_order(scene, seats, faults);
    if scene.stage > Stage::Scenario && scene.scenario.is_none() {
        faults.push("the scenario is known (GEN-SET-01)".to_owned());
    }
    let table = |at: bagarre_kit::plane::Pt| (0..=TABLE).contains(&at.x) && (0..=TABLE).contains(&at.y);
    let stands = |it: &Figure| table(it.at) && (0..=TABLE).contains(&it.z);
    let measured = scene.figures.iter().all(stands);
    if !scene.markers.iter().all(|marker| table(marker.at)) || !measured {
        faults.push("markers and figures are on the table, or were".to_owned());
    }
    let there: Vec<_> =
        scene.markers.iter().filter(|marker| !marker.sacked).map(|marker| marker.at).collect();
    if (1..there.len()).any(|n| there[..n].contains(&there[n])) {
        faults.push("two markers on one point (GEN-SCN-60)".to_owned());
    }
    let counts = [scene.empty_run, scene.idle_turns, scene.control.map_or(0, |(_, turns)| turns)];
    if counts.iter().any(|count| *count > MOST) || scene.phase.number > MOST_PHASES {
        faults.push("phases and turns are counted as far as a game can go (GEN-TRN-09)".to_owned());
    }
    if scene.stage == Stage::Fight && (scene.turn == 0 || scene.phase.number == 0) {
        faults.push("a fight is in a turn and a phase, counted from 1".to_owned());
    }
    if scene.stage == Stage::Fight
        && scene.outcome.is_none()
        && scene.forces.get(usize::from(scene.phase.seat.0)).is_some_and(|force| force.beaten.is_some())
    {
        faults.push("a beaten band has no phase (GEN-TRN-01)".to_owned());
    }
    check_end(scene, seats, faults);
    if scene.stage == Stage::Fight && !strangers && scene.playing().count() < 2 {
        faults.push("two bands are in the game (GEN-SET-10)".to_owned());
    }
    let known = |fig: Fig| fig.i() < scene.figures.len();
    let named = scene.phase.ledger.iter().map(|(_, fig)| *fig).chain(scene.phase.left.iter().copied());
    let mut named = named.chain(scene.phase.heroic).chain(scene.phase.last);
    let champion =
        |(seat, fig): (u8, Fig)| scene.figures.get(fig.i()).is_some_and(|it| it.seat == Seat(seat));
    let champions =
        (0u8..).zip(&scene.forces).filter_map(|(seat, force)| force.champion.map(|fig| (seat, fig)));
    if !named.all(known) || !champions.into_iter().all(champion) {
        faults.push("the phase names figures that exist, and champions of the band (GEN-SCN-40)".to_owned());
    }
    for fig in scene.figs() {
        check_figure(state, fig, built && measured, faults);
    }
    if faults.is_empty() {
        check_back(state, faults);
    }
    let options = &state.fixed.setup.options;
    for (seat, after) in scene.after.iter().enumerate() {
        if let Some(fault) = aftermath::fault(after, options) {
            faults.push(format!("band {seat} after the game: {fault}"));
        }
    }
}

/// What may be taken back leads to scenes that are sound too.
fn check_back(state: &State, faults: &mut Vec<String>) {
    // Once the fight is over, or the band out of it, nothing is taken back any more.
    let phase = &state.scene.phase;
    if state.scene.stage != Stage::Fight || state.scene.force(phase.seat).beaten.is_some() {
        return;
    }
    let mut then = state.clone();
    for back in state.scene.phase.back.iter().rev() {
        let own = |fig: &Fig| fig.i() < then.scene.figures.len();
        let mut named = back.left.iter().chain(&back.last).chain([&back.fig]);
        let phase = then.scene.phase.seat;
        if !named.all(own) || legal::own(then.table(), phase, back.fig).is_err() {
            faults.push("who may take a move back is on the table, of the band whose phase it is".to_owned());
            return;
        }
        let figure = &mut then.scene.figures[back.fig.i()];
        (figure.at, figure.z, figure.facing, figure.da) = (back.at, back.z, back.facing, back.da);
        check_figure(&then, back.fig, true, faults);
    }
}

fn check_figure(state: &State, fig: Fig, measured: bool, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let figure = scene.figure(fig);
    let profile = &state.fixed.profiles[fig.i()];
    let mut fault = |text: &str| faults.push(format!("figure {}: {text}", fig.0));
    if figure.seat != profile.seat {
        fault("it belongs to another band");
    }
    if legal::facing_is_vector(Some(figure.facing)).is_err() {
        fault("a facing is a vector that is not zero, of 12000 at most (GEN-GEO-06)");
    }
    // The heroic die comes on top (GEN-HER-03); who was just wounded keeps what it had (GEN-WND-04).
    let mut healthy = *figure;
    healthy.wounded = false;
    if figure.da > max_da(profile, &healthy) + 1 {
        fault("more DA than it can have (GEN-STA-03)");
    }
    for (n, charge) in figure.charges.iter().enumerate() {
        let full = profile.weapons.get(n).map_or(0, |weapon| tables::weapon(*weapon).charges);
        if *charge > full {
            fault("a weapon with more loads than it holds (GEN-STA-05)");
        }
    }
    if !figure.on_table() || !measured {
        return;
    }
    if let Err(by) = state.table().space().legal_point(fig, figure.at, figure.z) {
        fault(&format!("it cannot stand there (GEN-GEO-13): {by}"));
    }
    let floor = state.board.support(figure.at, figure.z);
    if floor != figure.z {
        fault("its level is that of what it stands on (GEN-TER-04)");
    }
}

/// The stack fits the scene: whoever waits for an answer waits for what the rules ask in that place.
fn check_stack(state: &State, faults: &mut Vec<String>) {
    if state.scene.stage == Stage::Over {
        if !state.stack.is_empty() {
            faults.push("a game that is over has nothing to go on with".to_owned());
        }
        return;
    }
    let [frame] = &state.stack[..] else {
        faults.push("one thing is under way at a time".to_owned());
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
    if !sound {
        faults.push("the work under way does not fit the scene".to_owned());
    }
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
