//! Whether a character of a position stands where it can, and holds one that it can hold.

use crate::ids::Who;
use crate::scene::{Fate, Figure};
use crate::space::Space;
use crate::state::State;
use bagarre_kit::faults::{Faults, FaultsOf};

/// Checks a character of a state.
pub(super) fn check(state: &State, who: Who, faults: &mut Faults) {
    let figure = state.scene.figure(who);
    let mut faults = faults.of(format!("scene.figures[{}]", who.0));
    let points = state.fighters[who.i()].points;
    for (n, (left, most)) in figure.left.iter().zip(points).enumerate() {
        let field = format!("left[{n}]");
        faults.ensure(
            *left <= most,
            &field,
            format_args!("at most {most}, what it started with (BAS-SET-04)"),
        );
    }
    check_holds(state, who, &mut faults);
    if figure.in_play() {
        check_place(state, who, &mut faults);
        return;
    }
    let free = figure.holding.is_none() && figure.held_by.is_none();
    faults.ensure(free, "holding", "empty, and so `held_by`, once it is out of play (BAS-WND-02)");
    let lies = figure.fate != Fate::Out || state.board.contains(figure.at);
    faults.ensure(lies, "at", "a point of the board: knocked out, it lies there (BAS-WND-02)");
}

fn check_holds(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let scene = &state.scene;
    let figure = scene.figure(who);
    let space = Space::new(&state.board, scene);
    let partner = |other: Option<Who>, back: fn(&Figure) -> Option<Who>| {
        other.is_none_or(|other| {
            other != who
                && other.i() < scene.figures.len()
                && scene.figure(other).in_play()
                && back(scene.figure(other)) == Some(who)
        })
    };
    let holds = partner(figure.holding, |f| f.held_by);
    faults.ensure(holds, "holding", "a character in play that it alone holds (BAS-CT-01)");
    let held = partner(figure.held_by, |f| f.holding);
    faults.ensure(held, "held_by", "the character in play that holds it (BAS-CT-01)");
    if let Some(victim) = figure.holding.filter(|_| holds && held && figure.in_play()) {
        let other = scene.figure(victim);
        let reach = figure.at.distance(other.at) == 1 && space.level(who) == space.level(victim);
        let able = figure.stands() && other.stands() && !figure.stunned() && figure.held_by.is_none();
        let expected = "a hold is from beside, on one level, both standing, the holder neither stunned nor held (BAS-CT-01, 07)";
        faults.ensure(able && reach, "holding", expected);
    }
}

fn check_place(state: &State, who: Who, faults: &mut FaultsOf<'_>) {
    let scene = &state.scene;
    let figure = scene.figure(who);
    let space = Space::new(&state.board, scene);
    let p = figure.at;
    faults.ensure(state.board.contains(p), "at", "a point of the board");
    if !state.board.contains(p) {
        return;
    }
    for n in [0, 1] {
        let field = format!("left[{n}]");
        faults.ensure(
            figure.left[n] > 0,
            &field,
            "1 at least: with head or trunk at 0 it is out (BAS-WND-02)",
        );
    }
    let legs = figure.left[4] > 0 || figure.prone;
    faults.ensure(legs, "prone", "true: with the legs at 0 it is on the ground (BAS-WND-03)");
    let top = !figure.top || !figure.prone && space.has_top(p);
    faults.ensure(top, "top", "on top means standing on a table, a baby-foot or the bar (BAS-POS-04)");
    let under = !figure.top && space.is_furnished(p);
    let sheltered = !under || figure.prone && space.shelter_at(p).is_some();
    faults.ensure(sheltered, "at", "on a point with furniture one is on top, or prone under it (BAS-POS-04)");
    let twin = scene.whos().any(|other| {
        let there = scene.figure(other);
        other != who && there.in_play() && there.at == p && there.top == figure.top
    });
    faults.ensure(!twin, "at", "a point and layer of its own (BAS-POS-05)");
    let chair = !figure.prone || scene.chair_of(who).is_none();
    faults.ensure(chair, "prone", "false while it holds a chair (BAS-OBJ-06)");
}
