//! Whether a scene of a position is sound in itself.

use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::faults::Faults;

use super::fighter;
use crate::ids::{MOST, Task, Team, Who};
use crate::scene::{Errand, Stage};
use crate::state::State;
use crate::tables::tables;

/// Turns that a position may have reached.
const MOST_TURNS: i64 = 100;
/// Points that a side may have, above or below nothing.
const MOST_POINTS: i64 = 1_000;
/// Weapons that may lie on the ground.
const MOST_THINGS: usize = 120;

/// Checks the scene of a state.
pub(super) fn check(state: &State, faults: &mut Faults) {
    let scene = &state.scene;
    let known = |who: Who| who.n() < scene.fighters.len();
    let segments = match scene.stage {
        Stage::Plan | Stage::Terror => 0..=0,
        Stage::Announce => 0..=4,
        Stage::Orders | Stage::Act => 1..=5,
        _ => 0..=5,
    };
    faults.ensure_within("scene.turn", scene.turn, 0..=MOST_TURNS, "CEL-SEG-01");
    faults.ensure_within("scene.segment", scene.segment, segments, "CEL-SEG-01");
    let early = matches!(scene.stage, Stage::Plan | Stage::Terror);
    let begun = early == (scene.turn == 0) || scene.stage == Stage::Dawn || scene.stage >= Stage::Heads;
    faults.ensure(begun, "scene.stage", "one before the first turn, and others from it on (CEL-SEG-01)");
    faults.ensure_each("scene.order", &scene.order, |who| known(*who), "a fighter of the game (CEL-DCL-02)");
    faults.ensure_most("scene.order", scene.order.len(), MOST);
    let seats: Seats = (0..state.seats()).map(Seat).collect();
    let within = |given: Seats| given.iter().all(|seat| seats.contains(seat));
    faults.ensure(within(scene.quiet), "scene.quiet", "seats of the game");
    faults.ensure(within(scene.sealed), "scene.sealed", "seats of the game");
    check_camps(state, within, faults);
    check_rulings(state, faults);
    check_things(state, faults);
    check_outcome(state, within, faults);
    for who in scene.whos() {
        fighter::check(state, who, faults);
    }
    if scene.stage == Stage::Act && faults.is_empty() {
        let fights = |side: &Team| state.public().whos().any(|who| state.public().side(who) == *side);
        faults.ensure(Team::ALL.iter().all(fights), "scene.fighters", "fighters of two sides");
    }
}

fn check_camps(state: &State, within: impl Fn(Seats) -> bool, faults: &mut Faults) {
    let scene = &state.scene;
    let known = |who: Who| who.n() < scene.fighters.len();
    for (side, camp) in Team::ALL.into_iter().zip(&scene.camps) {
        let own = |who: Who| known(who) && state.fixed.profiles[who.n()].side == side;
        let mut faults = faults.of(format!("scene.camps[{}]", side.n()));
        faults.ensure(camp.chief.is_none_or(own), "chief", "a fighter of the side (CEL-CMD-01)");
        faults.ensure(camp.successor.is_none_or(own), "successor", "a fighter of the side (CEL-CMD-01)");
        faults.ensure(camp.to.iter().all(known), "to", "fighters of the game (CEL-CMD-04)");
        faults.ensure_within("bonus", camp.bonus, 0..=60, "CEL-CMD-04");
        faults.ensure_within("points", camp.points, -MOST_POINTS..=MOST_POINTS, "CEL-FIN-04");
        faults.ensure_within("heads", camp.heads, 0..=40, "CEL-TER-05");
        faults.ensure(within(camp.yielding), "yielding", "seats of the game");
        faults.ensure(
            !camp.conceded || scene.stage >= Stage::Heads,
            "conceded",
            "false while the fight goes on",
        );
    }
}

fn check_things(state: &State, faults: &mut Faults) {
    let scene = &state.scene;
    let on_map = |at| state.fixed.board.cell(at).is_some();
    for (n, thing) in scene.things.iter().enumerate() {
        let weapons = state.fixed.profiles.get(thing.of.n()).map_or(0, |it| it.weapons.len());
        let mut faults = faults.of(format!("scene.things[{n}]"));
        faults.ensure(thing.of.n() < scene.fighters.len(), "of", "a fighter of the game (CEL-TIR-15)");
        faults.ensure(usize::from(thing.n) < weapons, "n", "the place of a weapon of its owner (CEL-TIR-15)");
        faults.ensure(on_map(thing.at), "at", "a hexagon of the map (CEL-HEX-01)");
    }
    faults.ensure_most("scene.things", scene.things.len(), MOST_THINGS);
    faults.ensure(scene.standard.is_none_or(on_map), "scene.standard", "a hexagon of the map (CEL-HEX-01)");
}

fn check_outcome(state: &State, within: impl Fn(Seats) -> bool, faults: &mut Faults) {
    let scene = &state.scene;
    let over = scene.outcome.is_some() == (scene.stage == Stage::Over);
    faults.ensure(over, "scene.outcome", "there once the stage is `over`, and not before");
    let Some(outcome) = &scene.outcome else { return };
    let mut faults = faults.of("scene.outcome");
    faults.ensure(within(outcome.winners), "winners", "seats of the game");
    faults.ensure_each(
        "sides",
        &outcome.sides,
        |side| side.iter().all(|seat| within(Seats::one(seat))),
        "seats of the game",
    );
    let seats = usize::from(state.seats());
    faults.ensure(outcome.scores.len() == seats, "scores", format_args!("one for each of {seats} seats"));
}

/// Checks that what the game master has set is within the limits (CEL-MJ-02).
fn check_rulings(state: &State, faults: &mut Faults) {
    let rulings = &state.scene.rulings;
    let limits = &tables().referee;
    let known = |who: Who| who.n() < state.scene.fighters.len();
    let mut faults = faults.of("scene.rulings");
    let next = |(who, n): &(Who, i16)| known(*who) && n.abs() <= limits.result;
    faults.ensure_each(
        "next",
        &rulings.next,
        next,
        "a fighter, and a change that a game master may make (CEL-MJ-03)",
    );
    faults.ensure_most("next", rulings.next.len(), MOST);
    // A sudden event of no difficulty is waived (CEL-UND-04).
    let changed = [
        ("sudden", rulings.sudden.filter(|n| *n != 0), limits.sudden),
        ("survival", rulings.survival, limits.survival),
        ("innate", rulings.innate, limits.innate),
        ("acrobatics", rulings.acrobatics, limits.acrobatics),
        ("bay", rulings.bay, limits.bay),
        ("crowd", rulings.crowd, limits.crowd),
        ("embalming", rulings.embalming, limits.embalming),
        ("tactics", Some(rulings.tactics), limits.tactics),
        ("songs", Some(rulings.songs), limits.songs),
    ];
    for (field, value, [least, most]) in changed {
        let value = value.unwrap_or(least);
        faults.ensure_within(field, value, i64::from(least)..=i64::from(most), "CEL-MJ-02");
    }
    let task = |it: &Errand| limits.has_task(*it);
    faults.ensure_each(
        "tasks",
        &rulings.tasks,
        task,
        "a difficulty and levels that a game master may set (CEL-LNG-02)",
    );
    faults.ensure_most("tasks", rulings.tasks.len(), Task::ALL.len());
    let percent = |(_, percent): &(_, u8)| limits.slow_percent.contains(percent);
    faults.ensure_each(
        "slow",
        &rulings.slow,
        percent,
        "a percentage that a game master may set (CEL-MOV-04)",
    );
    faults.ensure_most("slow", rulings.slow.len(), limits.slow_places);
    faults.ensure_within("reserve", rulings.reserve, 0..=99, "CEL-MJ-05");
    let on_map = |(_, at): &(_, _)| state.fixed.board.cell(*at).is_some();
    faults.ensure_each("summoned", &rulings.summoned, on_map, "a hexagon of the map (CEL-HEX-01)");
    faults.ensure_most("summoned", rulings.summoned.len(), MOST);
    let played = |who: Who| known(who) && state.fixed.profiles[who.n()].seat.is_none();
    faults.ensure(rulings.plays.iter().all(played), "plays", "opponents of the game (CEL-MJ-01)");
    faults.ensure_each("used", &rulings.used, |n| *n <= 250, "at most 250 interventions a turn (CEL-MJ-06)");
}
