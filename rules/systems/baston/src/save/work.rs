//! Whether the suspended work of a position fits its scene: it is what the course of a turn leaves, and a question that is open is one
//! that the rules ask in that place.

use crate::command::Sheet;
use crate::decide;
use crate::event::Unit;
use crate::ids::Who;
use crate::programme;
use crate::scene::{Fate, Figure, Phase, Scene};
use crate::state::{Frame, Seals, State, Wait};
use bagarre_kit::contract::Seat;
use bagarre_kit::faults::Faults;
use bagarre_kit::procedure;

/// Checks the stack of a state.
pub(super) fn check(state: &State, faults: &mut Faults) {
    if state.scene.outcome.is_some() {
        faults.ensure(state.stack.is_empty(), "stack", "a game that is over has nothing to go on with");
        return;
    }
    let Some(last) = state.stack.last() else {
        faults.add("stack", "a game that is not over has something to go on with");
        return;
    };
    let base = if let Frame::Work(work) = last { &*work.base } else { &state.scene };
    if !is_course(state, base) {
        faults.add("stack", "work that follows from the course of a turn (BAS-EXE-00)");
        return;
    }
    let sound = match last {
        Frame::Todo(_) => true,
        Frame::Wait(Wait::Programming(seals)) => waits(state, seals, decide::writing),
        Frame::Wait(Wait::Rewriting(seals)) => waits(state, seals, decide::rewriting),
        Frame::Work(work) => procedure::replays(state, work),
    };
    faults.ensure(sound, format_args!("stack[{}]", state.stack.len() - 1), "work that the scene calls for");
}

/// What a frame is about, for the course of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Unit(Unit),
    Programming,
    Rewriting,
}

/// Whether the stack is one that [`crate::next`] builds, in a phase that goes with it: only then is it sure that the
/// game comes to its next question or its end.
fn is_course(state: &State, scene: &Scene) -> bool {
    let last = state.stack.len() - 1;
    let step = |(n, frame): (usize, &Frame)| match frame {
        Frame::Todo(unit) => Some(Step::Unit(*unit)),
        Frame::Work(work) if n == last => Some(Step::Unit(work.unit)),
        Frame::Wait(Wait::Programming(_)) if n == last => Some(Step::Programming),
        Frame::Wait(Wait::Rewriting(_)) if n == last => Some(Step::Rewriting),
        _ => None,
    };
    let steps: Option<Vec<Step>> = state.stack.iter().enumerate().map(step).collect();
    let Some(steps) = steps else { return false };
    let unique = (1..steps.len()).all(|n| !steps[..n].contains(&steps[n]));
    let named = steps.iter().all(|step| is_named(scene, *step));
    unique
        && named
        && opens(scene, steps[0], steps.get(1).copied())
        && steps.windows(2).all(|pair| is_above(pair[0], pair[1]))
}

/// Whether the character of a piece of work is there, and waits for its place if that is the work.
fn is_named(scene: &Scene, step: Step) -> bool {
    let Step::Unit(unit) = step else { return true };
    match unit {
        Unit::Place(who) => scene.figures.get(who.i()).is_some_and(|it| it.fate == Fate::Waiting),
        Unit::Round(who, round) => who.i() < scene.figures.len() && matches!(round, 1 | 2),
        Unit::Activate(who) | Unit::Push(who) | Unit::LongAction(who) | Unit::Complete(who) => {
            who.i() < scene.figures.len()
        }
        _ => true,
    }
}

/// Whether the lowest frame fits the turn, sequence and phase; `above` is what is played before it. A phase in which
/// all seats write must have a seat that does.
fn opens(scene: &Scene, lowest: Step, above: Option<Step>) -> bool {
    let peopled = scene.figures.iter().any(Figure::in_play);
    let waiting = scene.figures.iter().any(|figure| figure.fate == Fate::Waiting);
    let (turn, sequence, phase) = (scene.turn, scene.sequence, scene.phase);
    match lowest {
        Step::Unit(Unit::Ranks) => turn == 0 && phase == Phase::Placement && (peopled || waiting),
        Step::Unit(Unit::Turn) if turn == 0 => phase == Phase::Placement && (peopled || above.is_some()),
        Step::Unit(Unit::Turn) => above.is_none() && phase == Phase::Closing && peopled,
        Step::Programming | Step::Unit(Unit::Reveal) => {
            turn > 0 && sequence == 0 && phase == Phase::Programming
        }
        Step::Unit(Unit::Sequence) => {
            let before = [Phase::Closing, Phase::Rewriting];
            let fits = if sequence == 0 { phase == Phase::Programming } else { before.contains(&phase) };
            turn > 0 && sequence < 3 && fits
        }
        Step::Unit(Unit::Closing) => {
            let ranks = matches!(above, Some(Step::Unit(Unit::Long)));
            turn > 0 && sequence > 0 && phase == if ranks { Phase::Rank } else { Phase::Long }
        }
        Step::Unit(Unit::Close) => turn > 0 && sequence > 0 && phase == Phase::Closing,
        Step::Unit(Unit::EndTurn) => turn > 0 && sequence > 0 && phase == Phase::Closing && peopled,
        Step::Rewriting | Step::Unit(Unit::Rewritten) => {
            turn > 0 && matches!(sequence, 1 | 2) && phase == Phase::Rewriting
        }
        Step::Unit(_) => false,
    }
}

/// Whether one step may be played before another, right above it on the stack.
fn is_above(below: Step, above: Step) -> bool {
    let (Step::Unit(below), Step::Unit(above)) = (below, above) else { return false };
    match below {
        Unit::Turn | Unit::Place(_) => matches!(above, Unit::Place(_)),
        Unit::Closing => matches!(above, Unit::Long | Unit::LongAction(_) | Unit::Push(_)),
        Unit::Long | Unit::Activate(_) => matches!(above, Unit::Activate(_) | Unit::Round(..)),
        Unit::LongAction(_) => matches!(above, Unit::LongAction(_) | Unit::Push(_)),
        Unit::Push(_) => matches!(above, Unit::Push(_)),
        Unit::Close | Unit::Complete(_) => matches!(above, Unit::Complete(_)),
        _ => false,
    }
}

/// Whether a seat still has to write, and what is sealed is what its author could seal (BAS-PRG-08).
fn waits(state: &State, seals: &Seals<Vec<Sheet>>, writing: fn(&State, Seat) -> Vec<Who>) -> bool {
    let sound = |seat: Seat, sheets: &Vec<Sheet>| {
        let allowed = writing(state, seat);
        !allowed.is_empty()
            && programme::check_sheets(state, seat, sheets, &allowed).is_ok_and(|full| full == *sheets)
    };
    let mut missing = false;
    for (seat, sheets) in seals.iter() {
        match sheets {
            Some(sheets) if !sound(seat, sheets) => return false,
            Some(_) => {}
            None => missing |= !writing(state, seat).is_empty(),
        }
    }
    missing && seals.seats() == state.setup.bands.len()
}

/// Sheets of the turn stand at their own place, and their instructions name what there is (BAS-PRG-11).
pub(super) fn check_sheets(state: &State, faults: &mut Faults) {
    for (n, sheet) in state.sheets.iter().enumerate() {
        let Some(sheet) = sheet else { continue };
        let mut faults = faults.of(format!("sheets[{n}]"));
        faults.ensure(sheet.0.who.i() == n, "who", format_args!("{n}, the place of the sheet"));
        let known = programme::check_instructions(state, &sheet.0.instructions).is_ok();
        faults.ensure(known, "instructions", "what is there to name (BAS-PRG-11)");
    }
}
