//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::Energie;
use super::command::Standing;
use super::create;
use super::event::Unit;
use super::ids::{Who, Zone};
use super::next;
use super::refusal::Illegal;
use super::resolve::MOST_FIGHTERS;
use super::scene::{Scene, Stage};
use super::setup::Setup;
use super::state::{Frame, Inherited, State, Wait};
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{MOST_QUESTIONS, settled};

mod fighter;
mod scene;
mod work;

/// Any legal moment of a game: what FEN is to chess. It holds sealed places and hidden mines: for the referee of the house, tests
/// and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// The state that moves or changes.
    pub scene: Scene,
    /// Suspended work; left out, the next slot of the turn begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Mines that no character has met, with their sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<(u8, Zone)>,
    /// Standing orders, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// Activations in a row that ran out, by seat.
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
        mines: state.mines.clone(),
        standing: state.standing.clone(),
        questions: state.questions,
        missed: state.missed.clone(),
        inherited: state.inherited,
    }
}

/// A game from a moment. Every fault found is listed.
pub(super) fn load(position: &Position) -> Result<State, Illegal> {
    let mut state = create::create_at(&position.setup, "setup.map")?;
    let mut faults = Faults::default();
    check_sizes(&state, position, &mut faults);
    if faults.is_empty() {
        scene::check(&state, settled::<Energie>(&position.scene, position.stack.as_ref()), &mut faults);
    }
    if faults.is_empty() {
        // Values in the middle of a piece of work must at least be in range.
        scene::check(&state, &position.scene, &mut faults);
    }
    if !faults.is_empty() {
        return faults.refuse(state);
    }
    state.scene.clone_from(&position.scene);
    state.mines.clone_from(&position.mines);
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

/// What a moment written without suspended work goes on with.
fn frame_of(state: &State) -> Frame {
    match (state.scene.stage, state.scene.act) {
        (Stage::Fight, Some(act)) => next::acting(state, act.who),
        (Stage::Fight, None) if state.scene.turn > 0 => Frame::Todo(Unit::EndSlot(Who(0))),
        (Stage::Fight, None) => Frame::Todo(Unit::Pas),
        (Stage::After, _) => Frame::Wait(Wait::After),
        _ => Frame::Todo(Unit::Begin),
    }
}

fn check_sizes(state: &State, position: &Position, faults: &mut Faults) {
    let (own, given) = (&state.scene, &position.scene);
    let seats = usize::from(state.seats());
    let lists = [
        ("scene.zones", given.zones.len(), own.zones.len()),
        ("scene.links", given.links.len(), own.links.len()),
        ("scene.items", given.items.len(), own.items.len()),
        ("scene.vehicles", given.vehicles.len(), own.vehicles.len()),
        ("scene.consoles", given.consoles.len(), own.consoles.len()),
        ("scene.points", given.points.len(), own.points.len()),
        ("scene.meddled", given.meddled.len(), own.meddled.len()),
        ("scene.rests", given.rests.len(), own.rests.len()),
        ("scene.shifts", given.shifts.len(), own.shifts.len()),
        ("scene.burnt", given.burnt.len(), own.burnt.len()),
    ];
    for (field, given, own) in lists {
        faults.ensure_len(field, given, own);
    }
    if !position.standing.is_empty() {
        faults.ensure_len("standing", position.standing.len(), seats);
    }
    if !position.missed.is_empty() {
        faults.ensure_len("missed", position.missed.len(), seats);
    }
    let least = own.fighters.len();
    let there = (least..=MOST_FIGHTERS).contains(&given.fighters.len());
    faults.ensure(
        there,
        "scene.fighters",
        format_args!("{least} of the set-up, and {MOST_FIGHTERS} at most"),
    );
    faults.ensure_each("standing", &position.standing, |it| !it.is_too_long(), "at most 16 standing orders");
    let asked = position.questions <= MOST_QUESTIONS;
    faults.ensure(asked, "questions", format_args!("at most {MOST_QUESTIONS}, as many as a game can put"));
    let (zones, sides) = (own.zones.len(), position.setup.format.sides.len());
    let laid = |n: usize| {
        let (side, zone) = position.mines[n];
        let known = usize::from(side) < sides && zone.n() < zones;
        known && (n == 0 || position.mines[n - 1] <= position.mines[n])
    };
    let mines = "a side of players and a zone of the map, in order (ENE-MAP-08)";
    faults.ensure_each("mines", 0..position.mines.len(), laid, mines);
    faults.ensure_most("mines", position.mines.len(), 2 * MOST_FIGHTERS);
}
