//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::Baston;
use super::command::{Sheet, Standing};
use super::create;
use super::event::Unit;
use super::ids::Dec;
use super::refusal::Illegal;
use super::scene::{Phase, Scene};
use super::setup::Setup;
use super::state::{Frame, Inherited, Sealed, Seals, State, Wait};
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure::{MOST_QUESTIONS, settled};

mod figure;
mod scene;
mod work;

/// Any legal moment of a game: what FEN is to chess. It holds sealed sheets: for the referee, tests and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// Everything on the board.
    pub scene: Scene,
    /// Suspended work; left out, the game is at the programming of `scene.turn`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Sheets of the turn, by character.
    #[serde(default)]
    pub sheets: Vec<Option<Sealed<Sheet>>>,
    /// Standing answers, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// What seats hold that their players may not read.
    #[serde(default, skip_serializing_if = "Inherited::is_empty")]
    pub inherited: Inherited,
}

/// The moment as text.
pub(super) fn position(state: &State) -> Position {
    Position {
        setup: (*state.setup).clone(),
        scene: state.scene.clone(),
        stack: Some(state.stack.clone()),
        sheets: state.sheets.clone(),
        standing: state.standing.clone(),
        questions: state.questions,
        inherited: state.inherited,
    }
}

/// Sequences of the turn that are over (BAS-EXE-05): what is done at the end of one belongs to it, rewriting does not.
pub(super) fn sequences_over(state: &State) -> u8 {
    let closing = |frame: &Frame| {
        let unit = match frame {
            Frame::Todo(unit) => unit,
            Frame::Work(work) => &work.unit,
            Frame::Wait(_) => return false,
        };
        matches!(unit, Unit::Closing | Unit::Complete(_) | Unit::Close)
    };
    let sequence = state.scene.sequence;
    match state.scene.phase {
        Phase::Rewriting | Phase::Over => sequence,
        Phase::Closing if !state.stack.iter().any(closing) => sequence,
        _ => sequence.saturating_sub(1),
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
    let fresh = std::mem::replace(
        &mut state.scene,
        settled::<Baston>(&position.scene, position.stack.as_ref()).clone(),
    );
    scene::check(&state, &fresh, &mut faults);
    state.scene.clone_from(&position.scene);
    if !position.sheets.is_empty() {
        state.sheets.clone_from(&position.sheets);
    }
    if !position.standing.is_empty() {
        state.standing.clone_from(&position.standing);
    }
    state.questions = position.questions;
    state.inherited = position.inherited;
    state.stack = match &position.stack {
        Some(stack) => stack.clone(),
        None if state.scene.outcome.is_some() => Vec::new(),
        None if state.scene.turn == 0 => vec![Frame::Todo(Unit::Ranks)],
        None => vec![Frame::Wait(Wait::Programming(Seals::none(state.seats())))],
    };
    work::check_sheets(&state, &mut faults);
    if faults.is_empty() {
        work::check(&state, &mut faults);
    }
    faults.refuse(state)
}

/// Objects that a scene may have.
const MOST_ITEMS: usize = 250;

fn check_sizes(state: &State, position: &Position, faults: &mut Faults) {
    let (own, given) = (&state.scene, &position.scene);
    let lists = [
        ("scene.figures", given.figures.len(), own.figures.len()),
        ("scene.pieces", given.pieces.len(), own.pieces.len()),
        ("scene.doors", given.doors.len(), own.doors.len()),
        ("scene.windows", given.windows.len(), own.windows.len()),
        ("scene.panels", given.panels.len(), own.panels.len()),
        ("scene.phones", given.phones.len(), own.phones.len()),
        ("scene.scores", given.scores.len(), own.scores.len()),
    ];
    for (field, given, own) in lists {
        faults.ensure_len(field, given, own);
    }
    if !position.sheets.is_empty() {
        faults.ensure_len("sheets", position.sheets.len(), own.figures.len());
    }
    if !position.standing.is_empty() {
        faults.ensure_len("standing", position.standing.len(), own.scores.len());
    }
    faults.ensure_most("scene.items", given.items.len(), MOST_ITEMS);
    let asked = position.questions <= MOST_QUESTIONS;
    faults.ensure(asked, "questions", format_args!("at most {MOST_QUESTIONS}, as many as a game can put"));
    let few = |it: &Standing| it.defaults.len().max(it.answers.len()) <= Dec::ALL.len();
    faults.ensure_each("standing", &position.standing, few, "an answer for each decision at most");
}
