//! Whether a scene of a position is sound in itself: course, map and end.

use bagarre_kit::contract::Outcome;
use bagarre_kit::faults::Faults;

use super::fighter;
use crate::arena::Way;
use crate::ids::{Source, Who, Zone};
use crate::resolve::{self, LEAST_PE, MOST_BOONS, MOST_COUNTED, MOST_FIGHTERS, MOST_LITTER, MOST_PENDING};
use crate::scene::{Boon, Change, Scene, Stage, Vehicle};
use crate::setup::Setup;
use crate::state::{PublicState, State};
use crate::tables::{scenario, tables, weapon};

/// Points and falls are counted this far, above or below nothing.
const COUNTED: std::ops::RangeInclusive<i64> = -(MOST_COUNTED as i64)..=MOST_COUNTED as i64;
/// Dangers of one zone at a time.
const MOST_DANGERS: usize = 10;
/// Letters of the code of a reason.
const MOST_REASON: usize = 40;

/// Checks a scene against the set-up of a state.
pub(super) fn check(state: &State, scene: &Scene, faults: &mut Faults) {
    let map = state.fixed.setup.map();
    let least = state.scene.fighters.len();
    faults.ensure(
        scene.fighters.len() >= least,
        "scene.fighters",
        format_args!("at least the {least} of the set-up"),
    );
    faults.ensure_len("scene.zones", scene.zones.len(), map.places.len());
    faults.ensure_len("scene.links", scene.links.len(), map.ways.len());
    if !faults.is_empty() {
        return;
    }
    check_course(&state.fixed.setup, scene, faults);
    check_referee(&state.fixed.setup, scene, faults);
    check_map(state, scene, faults);
    check_after(state, scene, faults);
    for (who, fighter) in scene.all() {
        fighter::check(state, scene, who, fighter, faults);
    }
}

/// Turn, order and points.
fn check_course(setup: &Setup, scene: &Scene, faults: &mut Faults) {
    let known = |who: &Who| who.n() < scene.fighters.len();
    let limit = i64::from(scenario(setup.scenario).turn_limit);
    let mut faults = faults.of("scene");
    faults.ensure_within("turn", scene.turn, 0..=limit, "ENE-FIN-04");
    let sides = setup.format.sides.len();
    faults.ensure(usize::from(scene.pas) < sides, "pas", "a side of players (ENE-ORD-04)");
    let once = |n: usize| known(&scene.order[n]) && !scene.order[..n].contains(&scene.order[n]);
    faults.ensure_each("order", 0..scene.order.len(), once, "a character of the game, once (ENE-ORD-05)");
    let slots = scene.order.len();
    faults.ensure(
        usize::from(scene.slot) <= slots,
        "slot",
        format_args!("at most {slots}, the places of the order"),
    );
    if let Some(act) = scene.act {
        faults.ensure(known(&act.who), "act.who", "a character of the game");
        let actions = i64::from(tables().actions.per_activation);
        faults.ensure_within("act.left", act.left, 0..=actions, "ENE-ACT-01");
    }
    faults.ensure_each(
        "points",
        &scene.points,
        |n| COUNTED.contains(&i64::from(*n)),
        "points of a fight (ENE-FIN-05)",
    );
    faults.ensure_within("falls", scene.falls, 0..=*COUNTED.end(), "ENE-FIN-05");
    let fights = scene.stage != Stage::Fight || scene.fighters.iter().all(|it| it.zone.is_some());
    faults.ensure(fights, "fighters", "each in a zone, once the fight runs");
}

/// What the game master has set.
fn check_referee(setup: &Setup, scene: &Scene, faults: &mut Faults) {
    let map = setup.map();
    let (zones, links) = (map.places.len(), map.ways.len());
    let mut faults = faults.of("scene");
    faults.ensure_within("reserve", scene.reserve, COUNTED, "ENE-MJ-05");
    faults.ensure_each(
        "shifts",
        &scene.shifts,
        |it| it.abs() <= 1,
        "-1 to 1: a line is shifted by one turn (ENE-MJ-04)",
    );
    let entries = map.entries.len();
    faults.ensure(
        usize::from(scene.entry) <= entries,
        "entry",
        format_args!("at most {entries}, the entries of the map"),
    );
    faults.ensure_most("late", scene.late.len(), MOST_FIGHTERS);
    let boon = |(who, boon): &(Who, Boon)| {
        who.n() < scene.fighters.len()
            && resolve::check_boon(PublicState::new(setup, scene), None, *boon).is_ok()
    };
    faults.ensure_most("boons", scene.boons.len(), MOST_BOONS);
    faults.ensure_each("boons", &scene.boons, boon, "what a game master may set for a character (ENE-MJ-04)");
    let zone = |zone: &Zone| zone.n() < zones;
    let change = |change: &Change| match *change {
        Change::Dark(at, _) | Change::Smoke(at, _) | Change::Danger(at, _) => zone(&at),
        Change::Difficult(link, _) => link.n() < links,
        Change::Door(link, _) => link.n() < links && scene.links[link.n()].door.is_some(),
    };
    faults.ensure_most("pending", scene.pending.len(), MOST_PENDING);
    faults.ensure_each("pending", &scene.pending, change, "a change of the map (ENE-MJ-04)");
    let rate = |n: usize| {
        let (source, rate): &(Source, u8) = &scene.rates[n];
        tables().campaign.rates.contains(rate) && scene.rates[..n].iter().all(|before| before.0 < *source)
    };
    faults.ensure_each(
        "rates",
        0..scene.rates.len(),
        rate,
        "a price that a game master may set, in order (ENE-MJ-06)",
    );
}

/// Zones, links, things and vehicles.
fn check_map(state: &State, scene: &Scene, faults: &mut Faults) {
    let map = state.fixed.setup.map();
    let known = |who: &Who| who.n() < scene.fighters.len();
    let zone = |zone: &Zone| zone.n() < map.places.len();
    let doors = scene.links.iter().zip(&map.ways);
    let door = |(now, way): (&crate::scene::LinkNow, &Way)| now.door.is_some() == way.door.is_some();
    faults.ensure_each(
        "scene.links",
        doors,
        door,
        "a door where the map has one, and nowhere else (ENE-MAP-02)",
    );
    for (n, now) in scene.zones.iter().enumerate() {
        let mut faults = faults.of(format!("scene.zones[{n}]"));
        faults.ensure_most("dangers", now.dangers.len(), MOST_DANGERS);
        faults.ensure(now.dangers.is_sorted(), "dangers", "in order");
        faults.ensure_most("weapons", now.weapons.len(), MOST_LITTER);
        faults.ensure(now.weapons.is_sorted(), "weapons", "in order");
    }
    faults.ensure_each(
        "scene.items",
        &scene.items,
        |it| it.zone.as_ref().is_none_or(zone),
        "in a zone of the map, or carried",
    );
    for (n, car) in scene.vehicles.iter().enumerate() {
        let Vehicle { pe, protection, fp, drives, .. } = *car;
        let mut faults = faults.of(format!("scene.vehicles[{n}]"));
        faults.ensure(zone(&car.zone), "zone", "a zone of the map (ENE-VEH-01)");
        faults.ensure(
            car.weapon.is_none_or(|id| weapon(id).mounted),
            "weapon",
            "a weapon of vehicles (ENE-VEH-01)",
        );
        faults.ensure(car.driver.as_ref().is_none_or(known), "driver", "a character of the game");
        faults.ensure_within("pe", pe, i64::from(LEAST_PE) + 1..=100, "ENE-VEH-01");
        faults.ensure_within("protection", protection, 0..=20, "ENE-VEH-01");
        faults.ensure_within("fp", fp, 0..=9, "ENE-VEH-01");
        faults.ensure_within("drives", drives, 0..=100, "ENE-VEH-01");
    }
}

/// Seats, patients, and the end.
fn check_after(state: &State, scene: &Scene, faults: &mut Faults) {
    let setup = &state.fixed.setup;
    let known = |who: &Who| who.n() < scene.fighters.len();
    let seats = state.seats();
    let mut faults = faults.of("scene");
    faults.ensure(scene.sealed.iter().all(|seat| seat.0 < seats), "sealed", "seats of the game");
    faults.ensure(scene.finished.iter().all(|seat| seat.0 < seats), "finished", "seats of the game");
    faults.ensure_each("treated", &scene.treated, known, "a character of the game");
    faults.ensure_each("dead", &scene.dead, known, "a character of the game");
    faults.ensure_most("dead", scene.dead.len(), scene.fighters.len());
    let sequel = |(who, die): &(Who, u8)| known(who) && (1..=6).contains(die);
    faults.ensure_each("sequels", &scene.sequels, sequel, "a character of the game, and a face of 1 to 6");
    let rests = tables().campaign.half_days;
    faults.ensure_each(
        "rests",
        &scene.rests,
        |it| *it <= rests,
        "days of rest between two fights (ENE-HEA-01)",
    );
    let over = scene.outcome.is_some() == (scene.stage >= Stage::After);
    faults.ensure(over, "outcome", "there once the fight is over, and not before");
    if let Some(outcome) = &scene.outcome {
        check_outcome(outcome, seats, &mut faults);
    }
    let campaign = scene.stage != Stage::After || setup.campaign;
    faults.ensure(campaign, "stage", "`after` in campaigns alone (ENE-FIN-07)");
}

/// An outcome is one of a game of so many seats.
fn check_outcome(outcome: &Outcome, seats: u8, faults: &mut bagarre_kit::faults::FaultsOf<'_>) {
    let sided = |seat| outcome.sides.iter().any(|side| side.contains(seat));
    let won = outcome.winners.iter().all(|seat| seat.0 < seats && sided(seat));
    faults.ensure(won, "outcome.winners", "seats of the sides");
    let side = |n: usize| {
        let before = &outcome.sides[..n];
        outcome.sides[n].iter().all(|seat| seat.0 < seats && !before.iter().any(|other| other.contains(seat)))
    };
    faults.ensure_each("outcome.sides", 0..outcome.sides.len(), side, "seats of the game, each on one side");
    let scored = outcome.scores.len() == usize::from(seats);
    faults.ensure(scored, "outcome.scores", format_args!("one for each of {seats} seats"));
    faults.ensure(outcome.reason.len() <= MOST_REASON, "outcome.reason", "the code of a reason");
}
