//! Whether a map that a set-up states can be played on: each fault with the field that has it.

use bagarre_kit::contract::Seat;
use bagarre_kit::faults::{Faults, FaultsOf};

use super::data::{DangerData, MapData};
use super::{EVERY_ZONE, Map};
use crate::ids::Scenario;
use crate::placing;
use crate::resolve::starting;
use crate::setup::Setup;
use crate::tables::scenario;

/// Zones of a map (ENE-MAP-01).
const ZONES: std::ops::RangeInclusive<usize> = 5..=12;
/// The most links of a map, and the most pairs that see each other: one for each two zones (ENE-MAP-02).
const MOST_PAIRS: usize = *ZONES.end() * (*ZONES.end() - 1) / 2;
/// The most sides of a game (ENE-PLY-01).
const MOST_SIDES: usize = 6;
/// The most objectives, vehicles, consoles and things of a map, each.
const MOST_THINGS: usize = 8;
/// The most lines of the danger of a map.
const MOST_LINES: usize = 12;
/// The longest name on a map, in letters.
const MOST_LETTERS: usize = 40;

/// Checks the map that a set-up states, if it states one: in itself, and for the scenario and the seats that play on it. `part` is the
/// field of the map.
pub(crate) fn check(setup: &Setup, part: &str, faults: &mut Faults) {
    let Some(own) = &setup.map else { return };
    check_data(&own.data, part, faults);
    if let Some(map) = own.map() {
        check_names(setup, map, part, faults);
        if faults.is_empty() {
            check_sides(setup, map, part, faults);
        }
        check_exits(setup, map, part, faults);
    }
}

/// Checks the data of a map in itself, in time bounded by the largest map.
pub(super) fn check_data(data: &MapData, part: &str, faults: &mut Faults) {
    let before = faults.clone();
    check_sizes(data, part, faults);
    if *faults != before {
        return;
    }
    check_zones(data, part, faults);
    check_links(data, part, faults);
    check_lists(data, part, faults);
    check_things(data, part, faults);
}

fn is_name(text: &str) -> bool {
    // Bytes are counted first: a longer text is not read.
    text.len() <= 4 * MOST_LETTERS
        && (1..=MOST_LETTERS).contains(&text.trim().chars().count())
        && !text.chars().any(char::is_control)
}

fn check_sizes(data: &MapData, part: &str, faults: &mut Faults) {
    let mut faults = faults.of(part);
    let (least, most) = ZONES.into_inner();
    let zones = data.zones.len();
    faults.ensure(
        ZONES.contains(&zones),
        "zones",
        format_args!("{zones} entries, {least} to {most} (ENE-MAP-01)"),
    );
    for (field, given, most) in [
        ("links", data.links.len(), MOST_PAIRS),
        ("vues", data.vues.len(), MOST_PAIRS),
        ("deploy", data.deploy.len(), MOST_SIDES),
        ("deploy_ffa", data.deploy_ffa.len(), most),
        ("entrees", data.entrees.len(), most),
        ("objectives", data.objectives.len(), MOST_THINGS),
        ("vehicles", data.vehicles.len(), MOST_THINGS),
        ("consoles", data.consoles.len(), MOST_THINGS),
        ("items", data.items.len(), MOST_THINGS),
        ("danger", data.danger.len(), MOST_LINES),
    ] {
        faults.ensure_most(field, given, most);
    }
    let short = |list: &Vec<String>| list.len() <= most;
    faults.ensure_each("deploy", &data.deploy, short, "at most one entry for each zone (ENE-DEC-16)");
    let short = |line: &DangerData| line.zones.len() <= most;
    faults.ensure_each("danger", &data.danger, short, "at most one zone of each name (ENE-FIN-01)");
    let name = format!("a text of 1 to {MOST_LETTERS} letters");
    faults.ensure(is_name(&data.id), "id", &name);
    faults.ensure(is_name(&data.name), "name", &name);
}

fn check_zones(data: &MapData, part: &str, faults: &mut Faults) {
    for (n, zone) in data.zones.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.zones[{n}]"));
        let once = is_name(&zone.id)
            && zone.id != EVERY_ZONE
            && data.zones[..n].iter().all(|before| before.id != zone.id);
        let expected = format_args!(
            "a name of 1 to {MOST_LETTERS} letters that no other zone has, and not `{EVERY_ZONE}` (ENE-MAP-01)"
        );
        faults.ensure(once, "id", expected);
        faults.ensure_within("couvert", zone.couvert, 0..=2, "ENE-MAP-03");
        let side = zone.issue.is_none_or(|side| usize::from(side) < MOST_SIDES);
        faults.ensure(side, "issue", format_args!("a side, 0 to {} (ENE-MAP-03)", MOST_SIDES - 1));
    }
}

fn check_links(data: &MapData, part: &str, faults: &mut Faults) {
    let known = |id: &String| data.zone(id).is_some();
    let same = |a: &[&String; 2], b: &[&String; 2]| a == b || a[0] == b[1] && a[1] == b[0];
    let ends: Vec<[&String; 2]> = data.links.iter().map(|it| [&it.a, &it.b]).collect();
    for (n, link) in data.links.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.links[{n}]"));
        faults.ensure(known(&link.a), "a", "the id of a zone (ENE-MAP-02)");
        let fresh = link.a != link.b && ends[..n].iter().all(|before| !same(before, &ends[n]));
        faults.ensure(
            known(&link.b) && fresh,
            "b",
            "the id of another zone that no other link joins to `a` (ENE-MAP-02)",
        );
        faults.ensure_within("m", link.m, 1..=100, "ENE-MAP-02");
    }
    let apart = |[a, b]: &[String; 2]| a != b && known(a) && known(b);
    faults.ensure_each(format_args!("{part}.vues"), &data.vues, apart, "the ids of two zones (ENE-MAP-05)");
}

/// Lists of zones.
fn check_lists(data: &MapData, part: &str, faults: &mut Faults) {
    let known = |id: &String| data.zone(id).is_some();
    let once = |list: &[String], n: usize| known(&list[n]) && !list[..n].contains(&list[n]);
    let mut each = |field: String, list: &[String], rule: &str| {
        let expected = format!("the id of a zone, once ({rule})");
        faults.ensure_each(field, 0..list.len(), |n| once(list, n), &expected);
    };
    for (n, list) in data.deploy.iter().enumerate() {
        each(format!("{part}.deploy[{n}]"), list, "ENE-DEC-16");
    }
    each(format!("{part}.deploy_ffa"), &data.deploy_ffa, "ENE-FIN-08");
    each(format!("{part}.entrees"), &data.entrees, "ENE-MJ-05");
    for (n, line) in data.danger.iter().enumerate() {
        if !line.zones.iter().any(|id| id == EVERY_ZONE) {
            each(format!("{part}.danger[{n}].zones"), &line.zones, "ENE-FIN-01");
        }
    }
    let mut faults = faults.of(part);
    let some = |list: &Vec<String>| !list.is_empty();
    faults.ensure_each("deploy", &data.deploy, some, "at least one zone (ENE-DEC-16)");
    faults.ensure(!data.entrees.is_empty(), "entrees", "at least one zone (ENE-MJ-05)");
    let turn = |line: &DangerData| (1..=99).contains(&line.turn);
    faults.ensure_each("danger", &data.danger, turn, "from a turn on, 1 to 99 (ENE-FIN-01)");
}

/// Checks the name of a thing, and that its zone is one of the map.
fn check_place(data: &MapData, (id, zone): (&str, &str), rule: &str, faults: &mut FaultsOf<'_>) {
    faults.ensure(is_name(id), "id", "a short name");
    faults.ensure(data.zone(zone).is_some(), "zone", format_args!("the id of a zone ({rule})"));
}

/// What stands on a map.
fn check_things(data: &MapData, part: &str, faults: &mut Faults) {
    for (n, it) in data.objectives.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.objectives[{n}]"));
        check_place(data, (&it.id, &it.zone), "ENE-SCN-02", &mut faults);
        faults.ensure_within("points", it.points, 0..=9, "ENE-SCN-02");
    }
    for (n, it) in data.vehicles.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.vehicles[{n}]"));
        check_place(data, (&it.id, &it.zone), "ENE-VEH-01", &mut faults);
        faults.ensure_within("pe", it.pe, 5..=10, "ENE-VEH-01");
        faults.ensure_within("protection", it.protection, 0..=20, "ENE-VEH-01");
        faults.ensure_within("places", it.places, 1..=9, "ENE-VEH-01");
    }
    for (n, it) in data.consoles.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.consoles[{n}]"));
        check_place(data, (&it.id, &it.zone), "ENE-MAP-07", &mut faults);
        faults.ensure_within("req", it.req, 1..=9, "ENE-MAP-07");
        faults.ensure_within("value", it.value, -9..=0, "ENE-SCN-04");
    }
    for (n, it) in data.items.iter().enumerate() {
        let mut faults = faults.of(format!("{part}.items[{n}]"));
        check_place(data, (&it.id, &it.zone), "ENE-MAP-07", &mut faults);
    }
}

/// The map has the zones that its scenario names.
fn check_names(setup: &Setup, map: &Map, part: &str, faults: &mut Faults) {
    let row = scenario(setup.scenario);
    let things = row.items.iter().filter(|_| setup.free.is_none()).map(|it| &it.zone);
    let opponents = starting(setup.scenario, setup.format.coop()).into_iter().map(|it| &it.zone);
    let own = row.deploy.iter().filter(|(format, _)| *format == setup.format);
    let deploy = own.flat_map(|(_, lists)| lists.iter().flatten());
    let mut named: Vec<&String> = things.chain(opponents).chain(deploy).collect();
    named.sort_unstable();
    named.dedup();
    for id in named {
        faults.ensure(
            map.row.zone(id).is_some(),
            format_args!("{part}.zones"),
            format_args!("one with the id `{id}`, which the scenario names ({})", row.rule),
        );
    }
}

/// Every side has its zones, with room for what its seats bring (ENE-DEC-16).
fn check_sides(setup: &Setup, map: &Map, part: &str, faults: &mut Faults) {
    let sides = setup.format.sides.len().max(2);
    let alone = setup.format.ffa && !map.deploy_ffa.is_empty();
    let given = map.deploy.len();
    faults.ensure(
        alone || given >= sides,
        format_args!("{part}.deploy"),
        format_args!("{given} entries, {sides} at least: one for each side (ENE-DEC-16)"),
    );
    if !faults.is_empty() {
        return;
    }
    for (seat, (side, heroes)) in (0u8..).map(Seat).zip(setup.plan()) {
        let placed = placing::check(setup, seat, &placing::usual(setup, seat)).is_ok();
        let field = if alone { "deploy_ffa".to_owned() } else { format!("deploy[{side}]") };
        faults.ensure(
            placed,
            format_args!("{part}.{field}"),
            format_args!(
                "zones with room for the {heroes} characters of seat {}, and one outside for its mines (ENE-DEC-16)",
                seat.0
            ),
        );
    }
}

/// The map has the exits and the things that its scenario cannot be won without.
fn check_exits(setup: &Setup, map: &Map, part: &str, faults: &mut Faults) {
    let row = scenario(setup.scenario);
    let leaving: Vec<u8> = match setup.scenario {
        Scenario::Embuscade => vec![0],
        Scenario::Epave => (0..setup.format.sides.len() as u8).collect(),
        Scenario::Poursuite => row.runner_side.into_iter().collect(),
        Scenario::Entrepot | Scenario::Docks | Scenario::Colosse | Scenario::Libre => Vec::new(),
    };
    for side in leaving {
        faults.ensure(
            map.places.iter().any(|place| place.exit == Some(side)),
            format_args!("{part}.zones"),
            format_args!("one with `issue` {side}, by which its side wins ({})", row.rule),
        );
    }
    let case = setup.scenario != Scenario::Epave || !map.row.items.is_empty();
    faults.ensure(
        case,
        format_args!("{part}.items"),
        format_args!("the case that is fought for ({})", row.rule),
    );
}
