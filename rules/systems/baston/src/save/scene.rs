//! Whether a scene of a position is sound in itself: everything stands where it can, every name refers to something
//! that exists, and every number is one that a game can come to.

use super::figure;
use crate::ids::{ItemKind, Who};
use crate::library;
use crate::scene::{Layer, Place, Scene, Task};
use crate::space::Space;
use crate::state::State;
use crate::tables::tables;
use bagarre_kit::faults::Faults;
use bagarre_kit::grid::Point;

/// Turns that a position may have reached.
const MOST_TURNS: i64 = 100;
/// Points that a band may have, above or below nothing.
const MOST_POINTS: u32 = 10_000;

/// Checks the scene of a state against the one that its set-up makes.
pub(super) fn check(state: &State, fresh: &Scene, faults: &mut Faults) {
    let scene = &state.scene;
    faults.ensure_within("scene.turn", scene.turn, 0..=MOST_TURNS, "BAS-EXE-00");
    faults.ensure_within("scene.sequence", scene.sequence, 0..=3, "BAS-EXE-05");
    check_ranks(scene, faults);
    let counted = |score: &i32| score.unsigned_abs() <= MOST_POINTS;
    faults.ensure_each("scene.scores", &scene.scores, counted, "fewer than 10000 points");
    check_names(state, faults);
    for who in scene.whos() {
        figure::check(state, who, faults);
    }
    check_items(state, faults);
    check_board(state, fresh, faults);
    if let Some(outcome) = &state.scene.outcome {
        faults.ensure(
            outcome.fits(state.seats()),
            "scene.outcome",
            "winners and scores of the bands of the game",
        );
    }
}

/// Each character has a rank of its own from the first turn on (BAS-RNK-01, 02).
fn check_ranks(scene: &Scene, faults: &mut Faults) {
    let most = scene.figures.len();
    for (n, figure) in scene.figures.iter().enumerate() {
        let rank = figure.rank;
        let field = format_args!("scene.figures[{n}].rank");
        let least = usize::from(scene.turn > 0);
        let ranked = (least..=most).contains(&usize::from(rank));
        faults.ensure(ranked, field, format_args!("{least} to {most} (BAS-RNK-01)"));
        let taken = rank > 0 && scene.figures[..n].iter().any(|other| other.rank == rank);
        faults.ensure(!taken, field, "a rank of its own (BAS-RNK-01)");
    }
}

/// Characters and objects that the scene names are there.
fn check_names(state: &State, faults: &mut Faults) {
    const EXPECTED: &str = "a character of the game";
    let scene = &state.scene;
    let call = library::scenario(&state.setup.scenario).and_then(|scenario| scenario.call).unwrap_or(0);
    let known = |who: Who| who.i() < scene.figures.len();
    let plot = &scene.plot;
    faults.ensure(scene.active.is_none_or(known), "scene.active", EXPECTED);
    faults.ensure(plot.call.is_none_or(|(who, _)| known(who)), "scene.plot.call", EXPECTED);
    let done = plot.call.is_none_or(|(_, done)| done < call);
    faults.ensure(done, "scene.plot.call", format_args!("fewer actions than the {call} of the scenario"));
    faults.ensure_most("scene.plot.entered", plot.entered.len(), scene.figures.len());
    faults.ensure_each("scene.plot.entered", &plot.entered, |who| known(*who), EXPECTED);
    let carried = plot.carried_out.is_none_or(|(who, _)| known(who));
    faults.ensure(carried, "scene.plot.carried_out", EXPECTED);
    for (n, figure) in scene.figures.iter().enumerate() {
        let mut faults = faults.of(format!("scene.figures[{n}]"));
        faults.ensure(figure.by.is_none_or(known), "by", EXPECTED);
        let there = figure.task.as_ref().is_none_or(|task| match *task {
            Task::Rob { victim, .. } => known(victim),
            Task::Dress { item, .. } => usize::from(item.0) < scene.items.len(),
        });
        faults.ensure(there, "task", "a victim or an object of the game (BAS-TAX-02, BAS-MET-01)");
    }
}

fn check_items(state: &State, faults: &mut Faults) {
    let (scene, board) = (&state.scene, &state.board);
    let known = |who: Who| who.i() < scene.figures.len();
    for (n, item) in scene.items.iter().enumerate() {
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
        let expected = "a point of the board, or a character that can carry or wear it";
        faults.ensure(sound, format_args!("scene.items[{n}].place"), expected);
    }
    for who in scene.whos() {
        check_kit(scene, who, faults);
    }
    check_chairs(state, faults);
}

/// A character carries at most six objects and one chair, and wears one piece of clothing of a kind (BAS-OBJ-01, BAS-EQP-03).
fn check_kit(scene: &Scene, who: Who, faults: &mut Faults) {
    let (mut carried, mut chairs, mut worn) = (0, 0, Vec::new());
    for (n, item) in scene.items.iter().enumerate() {
        let mut faults = faults.of(format!("scene.items[{n}]"));
        if item.place == Place::Carried(who) {
            carried += 1;
            chairs += usize::from(item.kind == ItemKind::Chaise);
            let slots = tables().slots();
            let most = format_args!("character {} carries {slots} objects at most (BAS-EQP-03)", who.0);
            faults.ensure(carried <= slots, "place", most);
            let chair = item.kind != ItemKind::Chaise || chairs <= 1;
            faults.ensure(
                chair,
                "place",
                format_args!("character {} carries one chair at most (BAS-OBJ-01)", who.0),
            );
        } else if item.place == Place::Worn(who) {
            let twice = worn.contains(&item.kind);
            faults.ensure(
                !twice,
                "place",
                format_args!("character {} wears one thing of a kind (BAS-EQP-03)", who.0),
            );
            worn.push(item.kind);
        }
    }
}

/// A point has one chair, and none where upright furniture or the bar stands (BAS-OBJ-03).
fn check_chairs(state: &State, faults: &mut Faults) {
    let (scene, space) = (&state.scene, Space::new(&state.board, &state.scene));
    let mut chairs: Vec<Point> = Vec::new();
    for (n, item) in scene.items.iter().enumerate().filter(|(_, item)| item.kind == ItemKind::Chaise) {
        let Place::At(p, _) = item.place else { continue };
        let field = format_args!("scene.items[{n}].place");
        faults.ensure(!chairs.contains(&p), field, "a point without another chair (BAS-OBJ-03)");
        let furnished = state.board.contains(p) && space.is_furnished(p);
        faults.ensure(!furnished, field, "a point without furniture (BAS-OBJ-03)");
        chairs.push(p);
    }
}

/// Furniture, glass and doors.
fn check_board(state: &State, fresh: &Scene, faults: &mut Faults) {
    let (scene, board) = (&state.scene, &state.board);
    for (n, (piece, was)) in scene.pieces.iter().zip(&fresh.pieces).enumerate() {
        let mut faults = faults.of(format!("scene.pieces[{n}]"));
        faults.ensure(piece.kind == was.kind, "kind", "as the board has it");
        let size = (piece.cells.rows, piece.cells.cols) == (was.cells.rows, was.cells.cols);
        faults.ensure(size, "cells", "as many rows and columns as the board has");
        let lies = piece.gone || piece.cells.iter().all(|p| board.contains(p));
        faults.ensure(lies, "cells", "points of the board");
        let overlaps = scene.pieces[..n]
            .iter()
            .any(|other| !piece.gone && !other.gone && piece.cells.iter().any(|p| other.cells.contains(p)));
        faults.ensure(!overlaps, "cells", "points without other furniture (BRD-06)");
    }
    let glass = |n: usize| board.contains(scene.glass[n]) && (n == 0 || scene.glass[n - 1] < scene.glass[n]);
    faults.ensure_each(
        "scene.glass",
        0..scene.glass.len(),
        glass,
        "points of the board, in order, each once",
    );
    for (n, (door, spec)) in scene.doors.iter().zip(&board.spec.doors).enumerate() {
        let mut faults = faults.of(format!("scene.doors[{n}]"));
        let leaf = spec.leaves.len() >= 2 || !door.open[1];
        faults.ensure(leaf, "open", format_args!("{} has no second leaf to open", spec.id));
        let bolt = !door.bolted || spec.lock_side.is_some() && door.open == [false; 2];
        faults.ensure(bolt, "bolted", format_args!("{} is closed and has a bolt (BAS-OUV-07)", spec.id));
    }
}
