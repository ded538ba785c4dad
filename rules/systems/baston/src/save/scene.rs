//! Whether a scene of a position is sound in itself: everything stands where it can, whatever is named exists, and every
//! number is one that a game can come to.

use crate::ids::{ItemKind, Who};
use crate::library;
use crate::scene::{Fate, Figure, Layer, Place, Scene, Task};
use crate::space::Space;
use crate::state::State;
use crate::tables::tables;
use bagarre_kit::grid::Point;

/// Turns that a position may have reached.
const MOST_TURNS: u8 = 100;
/// Points that a band may have, above or below nothing.
const MOST_POINTS: u32 = 10_000;

/// Checks the scene of a state against the one that its set-up makes.
pub(super) fn check(state: &State, fresh: &Scene, faults: &mut Vec<String>) {
    let scene = &state.scene;
    if scene.turn > MOST_TURNS || scene.sequence > 3 {
        faults.push("turns go to 100 and sequences to 3".to_owned());
    }
    check_ranks(scene, faults);
    if scene.scores.iter().any(|score| score.unsigned_abs() > MOST_POINTS) {
        faults.push("no band has 10000 points".to_owned());
    }
    check_names(state, faults);
    for who in scene.whos() {
        check_figure(state, who, faults);
    }
    check_items(state, faults);
    check_board(state, fresh, faults);
    check_outcome(state, faults);
}

/// Everybody has a rank of his own from the first turn on (BAS-RNK-01, 02).
fn check_ranks(scene: &Scene, faults: &mut Vec<String>) {
    let ranks = || scene.figures.iter().map(|figure| figure.rank);
    if scene.turn > 0 && ranks().any(|rank| rank == 0) {
        faults.push("a character without rank after the first turn began (BAS-RNK-01)".to_owned());
    }
    let most = scene.figures.len();
    let taken = |n: usize, rank: u8| rank > 0 && ranks().take(n).any(|other| other == rank);
    if ranks().any(|rank| usize::from(rank) > most) || ranks().enumerate().any(|(n, rank)| taken(n, rank)) {
        faults.push(format!("ranks go from 1 to {most}, each once (BAS-RNK-01)"));
    }
}

/// Whoever and whatever the scene names is there.
fn check_names(state: &State, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let call = library::scenario(&state.setup.scenario).and_then(|scenario| scenario.call).unwrap_or(0);
    let known = |who: Who| who.i() < scene.figures.len();
    let plot = &scene.plot;
    let named = scene.active.into_iter().chain(plot.call.map(|(who, _)| who));
    let named = named.chain(plot.entered.iter().copied()).chain(plot.carried_out.map(|(who, _)| who));
    if !named.chain(scene.figures.iter().filter_map(|figure| figure.by)).all(known) {
        faults.push("every character that is named is one of the game".to_owned());
    }
    if plot.entered.len() > scene.figures.len() || plot.call.is_some_and(|(_, done)| done >= call) {
        faults.push("the scenario remembers more than can have happened".to_owned());
    }
    let there = |task: &Task| match *task {
        Task::Rob { victim, .. } => known(victim),
        Task::Dress { item, .. } => usize::from(item.0) < scene.items.len(),
    };
    if !scene.figures.iter().filter_map(|figure| figure.task.as_ref()).all(there) {
        faults.push("a robbery needs its victim and dressing its item (BAS-TAX-02, BAS-MET-01)".to_owned());
    }
}

fn check_items(state: &State, faults: &mut Vec<String>) {
    let (scene, board) = (&state.scene, &state.board);
    let known = |who: Who| who.i() < scene.figures.len();
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
        if scene.carried(who).count() > tables().slots() {
            faults.push(format!("character {} carries more than six objects (BAS-EQP-03)", who.0));
        }
        check_kit(scene, who, faults);
    }
    check_chairs(state, faults);
}

/// Nobody carries two chairs, or wears two pieces of clothing of one kind (BAS-OBJ-01, BAS-EQP-03).
fn check_kit(scene: &Scene, who: Who, faults: &mut Vec<String>) {
    if scene.carried(who).filter(|(_, kind)| *kind == ItemKind::Chaise).count() > 1 {
        faults.push(format!("character {} carries two chairs (BAS-OBJ-01)", who.0));
    }
    let mut worn: Vec<ItemKind> =
        scene.items.iter().filter(|item| item.place == Place::Worn(who)).map(|item| item.kind).collect();
    worn.sort_unstable();
    if worn.windows(2).any(|pair| pair[0] == pair[1]) {
        faults.push(format!("character {} wears one thing twice (BAS-EQP-03)", who.0));
    }
}

/// A point has one chair, and none where upright furniture or the bar stands (BAS-OBJ-03).
fn check_chairs(state: &State, faults: &mut Vec<String>) {
    let (scene, space) = (&state.scene, Space::new(&state.board, &state.scene));
    let mut chairs: Vec<Point> = Vec::new();
    for item in scene.items.iter().filter(|item| item.kind == ItemKind::Chaise) {
        let Place::At(p, _) = item.place else { continue };
        if chairs.contains(&p) {
            faults.push(format!("two chairs on point [{}, {}] (BAS-OBJ-03)", p.r, p.c));
        } else if state.board.contains(p) && space.is_furnished(p) {
            faults.push(format!("a chair where furniture stands, on point [{}, {}] (BAS-OBJ-03)", p.r, p.c));
        }
        chairs.push(p);
    }
}

/// Furniture, glass and doors.
fn check_board(state: &State, fresh: &Scene, faults: &mut Vec<String>) {
    let (scene, board) = (&state.scene, &state.board);
    for (id, (piece, was)) in scene.pieces.iter().zip(&fresh.pieces).enumerate() {
        let lies = piece.gone || piece.cells.iter().all(|p| board.contains(p));
        let size = (piece.cells.rows, piece.cells.cols) == (was.cells.rows, was.cells.cols);
        if piece.kind != was.kind || !size || !lies {
            faults.push(format!("piece of furniture {id} is of another kind or size or off the board"));
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
        if door.bolted && (spec.lock_side.is_none() || door.open != [false; 2]) {
            faults.push(format!("{} is bolted but open, or without a bolt (BAS-OUV-07)", spec.id));
        }
    }
}

/// An outcome speaks of the bands of the game.
fn check_outcome(state: &State, faults: &mut Vec<String>) {
    let Some(outcome) = &state.scene.outcome else { return };
    if !outcome.fits(state.seats()) {
        faults.push("the outcome is of other bands".to_owned());
    }
}

fn check_figure(state: &State, who: Who, faults: &mut Vec<String>) {
    let scene = &state.scene;
    let figure = scene.figure(who);
    let space = Space::new(&state.board, scene);
    let mut fault = |text: &str| faults.push(format!("character {}: {text}", who.0));
    let points = state.fighters[who.i()].points;
    if figure.left.iter().zip(points).any(|(left, most)| *left > most) {
        fault("more points left than he started with (BAS-SET-04)");
    }
    let partner = |other: Option<Who>, back: fn(&Figure) -> Option<Who>| {
        other.is_none_or(|other| {
            other != who
                && other.i() < scene.figures.len()
                && scene.figure(other).in_play()
                && back(scene.figure(other)) == Some(who)
        })
    };
    if !partner(figure.holding, |f| f.held_by) || !partner(figure.held_by, |f| f.holding) {
        fault("a hold needs two (BAS-CT-01)");
    } else if let Some(victim) = figure.holding {
        let other = scene.figure(victim);
        let reach = figure.at.distance(other.at) == 1 && space.level(who) == space.level(victim);
        let able = figure.stands() && other.stands() && !figure.stunned() && figure.held_by.is_none();
        if figure.in_play() && !(able && reach) {
            fault(
                "a hold is from beside, on one level, both standing, the holder neither stunned nor held (BAS-CT-01, 07)",
            );
        }
    }
    let p: Point = figure.at;
    if !figure.in_play() {
        if figure.holding.is_some() || figure.held_by.is_some() {
            fault("out of play, he holds nobody and nobody holds him (BAS-WND-02)");
        }
        if figure.fate == Fate::Out && !state.board.contains(p) {
            fault("knocked out, he lies on the board (BAS-WND-02)");
        }
        return;
    }
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
