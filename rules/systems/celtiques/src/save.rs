//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::command::{Goal, Intention, March, Preset, Standing};
use super::ids::{MOST, Who};
use super::refusal::Illegal;
use super::scene::Scene;
use super::setup::Setup;
use super::state::{Frame, Inherited, State};
use super::tables::tables;
use super::{Celtiques, create, decide, next};
use bagarre_kit::faults::{Faults, FaultsOf};
use bagarre_kit::procedure::{MOST_QUESTIONS, settled};

mod fighter;
mod scene;
mod work;

/// Any legal moment of a game: what FEN is to chess. It holds what is sealed: for the referee, tests and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// What the game started from.
    pub setup: Setup,
    /// The state that moves or changes.
    pub scene: Scene,
    /// Suspended work; left out, it is what the scene calls for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<Frame>>,
    /// Standing orders, by seat.
    #[serde(default)]
    pub standing: Vec<Standing>,
    /// Questions answered so far.
    #[serde(default)]
    pub questions: u32,
    /// Questions that each seat let run out.
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
    let mut state = create::create_at(&position.setup, "setup.map")?;
    let mut faults = Faults::default();
    check_sizes(&state, position, &mut faults);
    if faults.is_empty() {
        state.scene.clone_from(settled::<Celtiques>(&position.scene, position.stack.as_ref()));
        scene::check(&state, &mut faults);
        state.scene.clone_from(&position.scene);
    }
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
    state.course.stack = match &position.stack {
        Some(stack) => stack.clone(),
        None => next::due(&state).into_iter().collect(),
    };
    work::check(&state, &mut faults);
    faults.refuse(state)
}

fn check_sizes(state: &State, position: &Position, faults: &mut Faults) {
    let given = &position.scene;
    let (fighters, seats) = (state.scene.fighters.len(), usize::from(state.seats()));
    faults.ensure_len("scene.fighters", given.fighters.len(), fighters);
    if !position.standing.is_empty() {
        faults.ensure_len("standing", position.standing.len(), seats);
    }
    if !position.missed.is_empty() {
        faults.ensure_len("missed", position.missed.len(), seats);
    }
    let known = |who: Who| who.n() < fighters;
    for (n, standing) in position.standing.iter().enumerate() {
        check_standing(standing, known, &mut faults.of(format!("standing[{n}]")));
    }
    let asked = position.questions <= MOST_QUESTIONS;
    faults.ensure(asked, "questions", format_args!("at most {MOST_QUESTIONS}, as many as a game can put"));
    let most = super::apply::patience();
    faults.ensure_each("missed", &position.missed, |missed| *missed <= most, "fewer than make a seat absent");
    let works = |frame: &Frame| match frame {
        Frame::Work(work) => work.base.fighters.len() == fighters,
        _ => true,
    };
    faults.ensure_each("stack", position.stack.iter().flatten(), works, "work on the fighters of this game");
}

fn check_standing(standing: &Standing, known: impl Fn(Who) -> bool, faults: &mut FaultsOf<'_>) {
    let Standing { habits, presets, intentions, .. } = standing;
    let marches = |march: Option<(March, u8)>| {
        march.is_none_or(|(march, _)| !matches!(march.to, Goal::Who(at) if !known(at)))
    };
    let actions = tables().most_actions();
    faults.ensure_most("habits", habits.len(), MOST);
    faults.ensure_each("habits", habits, |it| known(it.who) && marches(it.march), "of fighters of the game");
    faults.ensure_most("presets", presets.len(), MOST);
    let preset = |it: &Preset| known(it.who) && it.actions <= actions;
    faults.ensure_each("presets", presets, preset, "of a fighter of the game, and of actions of one turn");
    faults.ensure_most("intentions", intentions.len(), MOST * usize::from(actions));
    let intended = |it: &Intention| known(it.who) && decide::may_intend(it);
    faults.ensure_each(
        "intentions",
        intentions,
        intended,
        "of a fighter of the game, and a deed that may be set",
    );
}
