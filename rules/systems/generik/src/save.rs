//! Positions: any legal moment of a game as text, validated like any input.

use crate::space::board_of;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Generik;
use super::command::Standing;
use super::create;
use super::event::Unit;
use super::scene::{Scene, Stage};
use super::setup::{Placed, Setup};
use super::space::place;
use super::state::{Frame, Inherited, State, Wait};
use crate::refusal::Illegal;
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{MOST_QUESTIONS, settled};

mod figure;
mod scene;
mod work;

/// Any legal moment of a game: what FEN is to chess. It holds sealed champions: for the referee, tests and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// The state that moves or changes.
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
    let mut faults = Faults::default();
    check_sizes(&state, position, &mut faults);
    if !faults.is_empty() {
        return faults.refuse(state);
    }
    let sound = check_terrain(&position.scene.pieces, &mut faults);
    state.board = Arc::new(board_of(&sound));
    state.scene.clone_from(settled::<Generik>(&position.scene, position.stack.as_ref()));
    scene::check(&state, sound.len() == position.scene.pieces.len(), &mut faults);
    state.scene.clone_from(&position.scene);
    if !faults.is_empty() {
        return faults.refuse(state);
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
    work::check(&state, &mut faults);
    faults.refuse(state)
}

/// Every piece that does not lie well, in order, is a fault; the others.
fn check_terrain(pieces: &[Placed], faults: &mut Faults) -> Vec<Placed> {
    let mut sound = Vec::with_capacity(pieces.len());
    for (n, piece) in pieces.iter().enumerate() {
        sound.push(*piece);
        if let Err((_, why)) = place::check_table(&sound) {
            faults.add(format_args!("scene.pieces[{n}]"), why);
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

/// Markers that a scene may have.
const MOST_MARKERS: usize = 8;

fn check_sizes(state: &State, position: &Position, faults: &mut Faults) {
    let given = &position.scene;
    let seats = usize::from(state.seats());
    faults.ensure_len("scene.figures", given.figures.len(), state.scene.figures.len());
    faults.ensure_len("scene.forces", given.forces.len(), seats);
    if !position.standing.is_empty() {
        faults.ensure_len("standing", position.standing.len(), seats);
    }
    if !position.missed.is_empty() {
        faults.ensure_len("missed", position.missed.len(), seats);
    }
    if !given.after.is_empty() || given.stage == Stage::After {
        faults.ensure_len("scene.after", given.after.len(), seats);
    }
    faults.ensure_each("standing", &position.standing, |it| !it.is_too_long(), "at most 32 standing answers");
    let asked = position.questions <= MOST_QUESTIONS;
    faults.ensure(asked, "questions", format_args!("at most {MOST_QUESTIONS}, as many as a game can put"));
    faults.ensure_most("scene.markers", given.markers.len(), MOST_MARKERS);
}
