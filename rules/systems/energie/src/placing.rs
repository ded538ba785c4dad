//! Where characters and mines may be placed before the fight (ENE-DEC-16).

use super::arena::Map;
use super::command::Places;
use super::ids::{Door, Link, Weapon, Zone};
use super::refusal::Illegal;
use super::setup::Setup;
use super::tables::scenario;
use bagarre_kit::contract::Seat;

/// Zones of the deployment of a side. In a free-for-all every side has the same ones, each beginning with another (ENE-R55).
pub fn zones(setup: &Setup, side: u8) -> Vec<Zone> {
    let map = setup.map();
    if setup.format.ffa && !map.deploy_ffa.is_empty() {
        let mut zones = map.deploy_ffa.clone();
        zones.rotate_left(usize::from(side) % map.deploy_ffa.len());
        return zones;
    }
    if let Some(zone) = facing(setup, side) {
        return vec![zone];
    }
    printed(setup, side)
}

/// Those that the scenario gives a side, or the map.
fn printed(setup: &Setup, side: u8) -> Vec<Zone> {
    let map = setup.map();
    let own = &scenario(setup.scenario).deploy;
    let own = own.iter().find(|(format, _)| *format == setup.format);
    match own.and_then(|(_, lists)| lists.get(usize::from(side))) {
        Some(ids) => ids.iter().map(|id| map.zone(id)).collect(),
        None => map.deploy.get(usize::from(side)).cloned().unwrap_or_default(),
    }
}

/// Where a side begins face to face with the other: at its end of the middle link of the shortest way between their deployments, doors
/// that are shut apart (ENE-R57). Only two sides of players have such a place.
fn facing(setup: &Setup, side: u8) -> Option<Zone> {
    if !setup.options.close || setup.format.coop() || setup.format.sides.len() != 2 {
        return None;
    }
    let map = setup.map();
    let [from, to] = [0, 1].map(|side| printed(setup, side).first().copied());
    let (from, to) = (from?, to?);
    let metres = |link: u8, _| {
        let way = map.way(Link(link));
        way.door.is_none_or(|door| door == Door::Ouverte).then(|| u32::from(way.metres))
    };
    let path = map.zones.ways(from.0, metres).path(to.0)?;
    let middle = path.len().checked_sub(1)? / 2;
    let before = path[..middle].iter().try_fold(from.0, |at, link| map.zones.beyond(*link, at))?;
    let end = if side == 0 { before } else { map.zones.beyond(path[middle], before)? };
    Some(Zone(end))
}

/// How many mines a seat has.
pub fn mines(setup: &Setup, seat: Seat) -> usize {
    let band = setup.bands.get(usize::from(seat.0));
    band.map_or(0, |band| {
        let own = band.heroes.iter().flat_map(|it| &it.weapons);
        own.filter(|id| **id == Weapon::Mine).count()
    })
}

/// Zones where a side may lay mines: outside the deployment of the others (ENE-MAP-08).
pub fn mine_zones(setup: &Setup, side: u8) -> Vec<Zone> {
    let sides = 0..setup.format.sides.len().max(2) as u8;
    let others: Vec<Zone> = sides.filter(|it| *it != side).flat_map(|it| zones(setup, it)).collect();
    setup.map().all().filter(|zone| !others.contains(zone)).collect()
}

/// How many characters of a side a zone has room for: those of one seat are placed without knowing of the others of its side, so
/// each has its share.
fn room(setup: &Setup, map: &Map, side: u8, zone: Zone) -> usize {
    let capacity = usize::from(map.place(zone).capacity);
    if capacity == 0 {
        return usize::MAX;
    }
    let seats = setup.plan().iter().filter(|(own, _)| *own == side).count().max(1);
    capacity / seats
}

/// Whether a seat may place its characters so.
pub fn check(setup: &Setup, seat: Seat, places: &Places) -> Result<(), Illegal> {
    let plan = setup.plan();
    let (side, heroes) = plan.get(usize::from(seat.0)).copied().ok_or(Illegal::Places)?;
    let map = setup.map();
    let own = zones(setup, side);
    let sizes = places.zones.len() == usize::from(heroes) && places.mines.len() == mines(setup, seat);
    let laid = mine_zones(setup, side);
    let sound = sizes
        && places.zones.iter().all(|zone| {
            let many = places.zones.iter().filter(|it| *it == zone).count();
            own.contains(zone) && many <= room(setup, map, side, *zone)
        })
        && places.mines.iter().all(|zone| laid.contains(zone));
    if sound { Ok(()) } else { Err(Illegal::Places) }
}

/// The places without an answer: spread over the zones in order, mines on the first zone outside every deployment.
pub fn usual(setup: &Setup, seat: Seat) -> Places {
    let plan = setup.plan();
    let Some((side, heroes)) = plan.get(usize::from(seat.0)).copied() else { return Places::default() };
    let own = zones(setup, side);
    let map = setup.map();
    // Seats of one side begin one zone further each.
    let before = plan[..usize::from(seat.0)].iter().filter(|(it, _)| *it == side).count();
    let mut placed: Vec<Zone> = Vec::new();
    for n in 0..usize::from(heroes) {
        let free = (0..own.len()).map(|k| own[(before + n + k) % own.len()]);
        let fits =
            |zone: &Zone| placed.iter().filter(|it| *it == zone).count() < room(setup, map, side, *zone);
        placed.extend(free.into_iter().find(fits));
    }
    let sides = 0..setup.format.sides.len().max(2) as u8;
    let deployed: Vec<Zone> = sides.flat_map(|it| zones(setup, it)).collect();
    let first = map.all().find(|zone| !deployed.contains(zone)).unwrap_or_default();
    Places { zones: placed, mines: vec![first; mines(setup, seat)] }
}

/// Every way to place the characters of a seat, up to so many, each with its mines in the usual place.
pub fn options(setup: &Setup, seat: Seat, most: usize) -> Vec<Places> {
    let plan = setup.plan();
    let Some((side, heroes)) = plan.get(usize::from(seat.0)).copied() else { return Vec::new() };
    let own = zones(setup, side);
    let mines = usual(setup, seat).mines;
    let mut lists: Vec<Vec<Zone>> = vec![Vec::new()];
    for _ in 0..heroes {
        let longer = lists.iter().flat_map(|list| {
            own.iter().map(move |zone| list.iter().copied().chain([*zone]).collect::<Vec<Zone>>())
        });
        lists = longer.take(most).collect();
    }
    let places = lists.into_iter().map(|zones| Places { zones, mines: mines.clone() });
    places.filter(|places| check(setup, seat, places).is_ok()).collect()
}
