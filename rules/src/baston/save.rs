//! Positions: any legal moment of a game as text, validated like any input.

use serde::{Deserialize, Serialize};

use super::command::{Sheet, Standing};
use super::create;
use super::decide;
use super::event::{Need, Unit};
use super::ids::Who;
use super::illegal::Illegal;
use super::programme;
use super::resolve;
use super::scene::{Fate, Layer, Place, Scene};
use super::setup::Setup;
use super::space::Space;
use super::state::{Frame, Sealed, State};
use crate::contract::Seat;
use crate::kit::grid::Point;

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
    }
}

/// A game from a moment. Every fault found is listed.
pub(super) fn load(position: &Position) -> Result<State, Illegal> {
    let mut state = create::create(&position.setup)?;
    let mut faults = Vec::new();
    check_sizes(&state, position, &mut faults);
    if faults.is_empty() {
        let fresh = std::mem::replace(&mut state.scene, settled(position).clone());
        check_scene(&state, &fresh, &mut faults);
        state.scene.clone_from(&position.scene);
    }
    if !faults.is_empty() {
        return Err(refused(&faults));
    }
    if !position.sheets.is_empty() {
        state.sheets.clone_from(&position.sheets);
    }
    if !position.standing.is_empty() {
        state.standing.clone_from(&position.standing);
    }
    state.questions = position.questions;
    state.stack = match &position.stack {
        Some(stack) => stack.clone(),
        None if state.scene.turn == 0 => vec![Frame::Todo(Unit::Ranks)],
        None => vec![Frame::Programming(vec![None; state.setup.bands.len()])],
    };
    check_sheets(&state, &mut faults);
    if faults.is_empty() {
        check_stack(&state, &mut faults);
    }
    if faults.is_empty() { Ok(state) } else { Err(refused(&faults)) }
}

/// The scene that must be sound in itself. Within a piece of work the rules may be half-way: somebody who falls holds
/// his chair until the die says where it goes. That moment follows from the scene the work began in (see
/// [`replays`]).
fn settled(position: &Position) -> &Scene {
    match position.stack.as_ref().and_then(|stack| stack.last()) {
        Some(Frame::Work(work)) if alike(&work.base, &position.scene) => &work.base,
        _ => &position.scene,
    }
}

/// Whether two scenes hold as many of everything.
fn alike(a: &Scene, b: &Scene) -> bool {
    a.figures.len() == b.figures.len()
        && a.items.len() == b.items.len()
        && a.pieces.len() == b.pieces.len()
        && a.doors.len() == b.doors.len()
        && a.windows.len() == b.windows.len()
        && a.panels.len() == b.panels.len()
        && a.phones.len() == b.phones.len()
        && a.scores.len() == b.scores.len()
}

fn refused(faults: &[String]) -> Illegal {
    let list = faults.join("\n");
    Illegal::plain(
        "baston.position",
        format!("Cette position est impossible :\n{list}"),
        format!("This position is impossible:\n{list}"),
    )
}

fn check_sizes(state: &State, position: &Position, faults: &mut Vec<String>) {
    let (own, given) = (&state.scene, &position.scene);
    let mut same = |what: &str, own: usize, given: usize| {
        if own != given {
            faults.push(format!("{given} {what} where the set-up makes {own}"));
        }
    };
    same("figures", own.figures.len(), given.figures.len());
    same("pieces of furniture", own.pieces.len(), given.pieces.len());
    same("doors", own.doors.len(), given.doors.len());
    same("windows", own.windows.len(), given.windows.len());
    same("panels", own.panels.len(), given.panels.len());
    same("telephones", own.phones.len(), given.phones.len());
    same("scores", own.scores.len(), given.scores.len());
    if !position.sheets.is_empty() {
        same("sheets", own.figures.len(), position.sheets.len());
    }
    if !position.standing.is_empty() {
        same("standing answers", own.scores.len(), position.standing.len());
    }
    if given.items.len() > 250 {
        faults.push("more than 250 objects".to_owned());
    }
    if given.turn > 100 || given.sequence > 3 {
        faults.push("turns go to 100 and sequences to 3".to_owned());
    }
    if given.turn > 0 && given.figures.iter().any(|figure| figure.rank == 0) {
        faults.push("a character without rank after the first turn began (BAS-RNK-01)".to_owned());
    }
}

fn check_scene(state: &State, fresh: &Scene, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let board = &state.board;
    let n = scene.figures.len();
    let known = |who: Who| who.i() < n;
    for who in scene.whos() {
        check_figure(state, who, faults);
    }
    for (id, item) in scene.items.iter().enumerate() {
        let sound = match item.place {
            Place::Carried(who) => known(who),
            Place::Worn(who) => known(who) && item.kind.is_clothing(),
            Place::At(p, Layer::Trapped(piece)) => {
                board.contains(p)
                    && scene.pieces.get(usize::from(piece.0)).is_some_and(|piece| piece.overturned)
            }
            Place::At(p, _) => board.contains(p),
            Place::Gone => true,
        };
        if !sound {
            faults.push(format!("object {id} is nowhere"));
        }
    }
    for who in scene.whos() {
        if scene.carried(who).count() > super::tables::tables().slots() {
            faults.push(format!("character {} carries more than six objects (BAS-EQP-03)", who.0));
        }
    }
    for (id, (piece, was)) in scene.pieces.iter().zip(&fresh.pieces).enumerate() {
        let lies = piece.gone || piece.cells.iter().all(|p| board.contains(p));
        if piece.kind != was.kind || !lies {
            faults.push(format!("piece of furniture {id} is of another kind or off the board"));
        }
        let overlaps = scene.pieces.iter().enumerate().any(|(other, piece2)| {
            other < id && !piece.gone && !piece2.gone && piece.cells.iter().any(|p| piece2.cells.contains(p))
        });
        if overlaps {
            faults.push(format!("piece of furniture {id} stands in another one (BRD-06)"));
        }
    }
    if !scene.glass.is_sorted_by(|a, b| a < b) || !scene.glass.iter().all(|p| board.contains(*p)) {
        faults.push("glass points are sorted, once each, and on the board".to_owned());
    }
    for (door, spec) in scene.doors.iter().zip(&board.spec.doors) {
        if spec.leaves.len() < 2 && door.open[1] {
            faults.push(format!("{} has no second leaf to open", spec.id));
        }
    }
}

fn check_figure(state: &State, who: Who, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let figure = scene.figure(who);
    let space = Space { board: &state.board, scene };
    let mut fault = |text: &str| faults.push(format!("character {}: {text}", who.0));
    let points = state.fighters[who.i()].points;
    if figure.left.iter().zip(points).any(|(left, most)| *left > most) {
        fault("more points left than he started with (BAS-SET-04)");
    }
    let partner = |other: Option<Who>, back: fn(&super::scene::Figure) -> Option<Who>| {
        other.is_none_or(|other| {
            other != who
                && other.i() < scene.figures.len()
                && scene.figure(other).in_play()
                && back(scene.figure(other)) == Some(who)
        })
    };
    if !partner(figure.holding, |f| f.held_by) || !partner(figure.held_by, |f| f.holding) {
        fault("a hold needs two (BAS-CT-01)");
    }
    if !figure.in_play() {
        if figure.holding.is_some() || figure.held_by.is_some() {
            fault("out of play, he holds nobody and nobody holds him (BAS-WND-02)");
        }
        return;
    }
    let p: Point = figure.at;
    if !state.board.contains(p) {
        fault("in play, he is on the board");
        return;
    }
    if figure.left[0] == 0 || figure.left[1] == 0 {
        fault("with the head or trunk at 0 he is out (BAS-WND-02)");
    }
    if figure.left[4] == 0 && !figure.prone {
        fault("with the legs at 0 he is on the ground (BAS-WND-03)");
    }
    if figure.top && (figure.prone || !space.has_top(p)) {
        fault("on top means standing on a table, a baby-foot or the bar (BAS-POS-04)");
    }
    let under = !figure.top && space.is_furnished(p);
    if under && !(figure.prone && space.shelter_at(p).is_some()) {
        fault("on a point with furniture one is on top, or prone under it (BAS-POS-04)");
    }
    let twin = scene.whos().any(|other| {
        let his = scene.figure(other);
        other != who && his.in_play() && his.at == p && his.top == figure.top
    });
    if twin {
        fault("two characters share a point and layer (BAS-POS-05)");
    }
    if figure.prone && scene.chair_of(who).is_some() {
        fault("prone, he holds no chair (BAS-OBJ-06)");
    }
}

/// The stack fits the scene: whoever waits for an answer waits for what the rules ask in that place.
fn check_stack(state: &State, faults: &mut Vec<String>) {
    let seats = state.setup.bands.len();
    let figures = state.scene.figures.len();
    if state.scene.outcome.is_some() {
        return;
    }
    if state.stack.is_empty() || state.stack.len() > 100 {
        faults.push("a game that is not over has something to go on with".to_owned());
    }
    let unit = |frame: &Frame| match frame {
        Frame::Todo(unit) => Some(*unit),
        Frame::Work(work) => Some(work.unit),
        Frame::Programming(_) | Frame::Rewriting(_) => None,
    };
    let units: Vec<Unit> = state.stack.iter().filter_map(unit).collect();
    if units.iter().enumerate().any(|(n, unit)| units[..n].contains(unit)) {
        faults.push("the same work is suspended twice".to_owned());
    }
    for (n, frame) in state.stack.iter().enumerate() {
        let last = n + 1 == state.stack.len();
        let sound = match frame {
            Frame::Todo(unit) => unit_exists(*unit, figures) && fits(state, *unit),
            Frame::Programming(sealed) => {
                last && sealed.len() == seats && waits(state, sealed, decide::writing)
            }
            Frame::Rewriting(sealed) => {
                last && sealed.len() == seats && waits(state, sealed, decide::rewriting)
            }
            Frame::Work(work) => last && unit_exists(work.unit, figures) && replays(state, work),
        };
        if !sound {
            faults.push(format!("frame {n} of the suspended work does not fit the scene"));
        }
    }
}

/// Somebody still has to write, and what is sealed is what its author could seal (BAS-PRG-08).
fn waits(
    state: &State,
    sealed: &[Option<Sealed<Vec<Sheet>>>],
    writing: fn(&State, Seat) -> Vec<Who>,
) -> bool {
    let sound = |seat: Seat, sheets: &Sealed<Vec<Sheet>>| {
        let allowed = writing(state, seat);
        !allowed.is_empty()
            && programme::check_sheets(state, seat, &sheets.0, &allowed).is_ok_and(|full| full == sheets.0)
    };
    let mut missing = false;
    for (seat, sheets) in (0..).map(Seat).zip(sealed) {
        match sheets {
            Some(sheets) if !sound(seat, sheets) => return false,
            Some(_) => {}
            None => missing |= !writing(state, seat).is_empty(),
        }
    }
    missing
}

/// Sheets of the turn stand at their own place, and their instructions name what there is (BAS-PRG-11).
fn check_sheets(state: &State, faults: &mut Vec<String>) {
    for (n, sheet) in state.sheets.iter().enumerate() {
        let sound = sheet.as_ref().is_none_or(|sheet| {
            sheet.0.who.i() == n && programme::check_instructions(state, &sheet.0.instructions).is_ok()
        });
        if !sound {
            faults.push(format!("the sheet of character {n} is not one of his"));
        }
    }
}

fn unit_exists(unit: Unit, figures: usize) -> bool {
    match unit {
        Unit::Place(who)
        | Unit::Activate(who)
        | Unit::Round(who, _)
        | Unit::Push(who)
        | Unit::LongAction(who)
        | Unit::Complete(who) => who.i() < figures,
        _ => true,
    }
}

/// Work that plays a sequence needs one to be open.
fn fits(state: &State, unit: Unit) -> bool {
    match unit {
        Unit::Activate(_) | Unit::Round(..) | Unit::Push(_) | Unit::LongAction(_) => state.scene.sequence > 0,
        Unit::Sequence => state.scene.sequence < 3,
        Unit::Place(who) => state.scene.figure(who).fate == Fate::Waiting,
        _ => true,
    }
}

/// Run again from its start, the work comes to the scene and the need that are written.
fn replays(state: &State, work: &super::state::Work) -> bool {
    let base = &work.base;
    let sound = alike(base, &state.scene)
        && base.figures.iter().all(|f| state.board.contains(f.at) || !f.in_play())
        && work.tape.len() < 2000
        && work.need != Need::Done;
    if !sound {
        return false;
    }
    let outcome = resolve::rerun(state, work, &work.tape, state.questions);
    let mut scene = base.clone();
    for fact in &outcome.facts {
        scene.apply(&fact.what);
    }
    outcome.need == work.need && outcome.facts.len() == work.told as usize && scene == state.scene
}
