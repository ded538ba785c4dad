//! The first state of a game (ENE-PLY-04).

use std::sync::Arc;

use super::arena::{self, CarData, ItemData};
use super::event::Unit;
use super::ids::{Opponent, Scenario, Zone};
use super::refusal::Illegal;
use super::resolve::{joiner, sheet_of_hero, sheet_of_opponent, starting};
use super::scene::{Fighter, Item, LinkNow, Scene, Stage, Vehicle, ZoneNow};
use super::setup::Setup;
use super::state::{Fixed, State};
use super::tables::{opponent, scenario};
use super::{band, gathering, placing};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::faults::Faults;
use bagarre_kit::names;
use bagarre_kit::procedure::Course;
use bagarre_kit::tally::Tally;

/// A new game. Refuses a set-up that breaks the rules of creation.
pub(super) fn create(setup: &Setup) -> Result<State, Illegal> {
    create_at(setup, "map")
}

/// A new game of a set-up whose own map is called `map` in faults: the set-up may be part of a position.
pub(super) fn create_at(setup: &Setup, map: &str) -> Result<State, Illegal> {
    gathering::check_setup(setup)?;
    let mut faults = Faults::default();
    arena::check(setup, map, &mut faults);
    if !faults.is_empty() {
        return Err(Illegal::Map { faults: faults.to_string() });
    }
    let seats = setup.bands.len() as u8;
    for (seat, band) in (0u8..).map(Seat).zip(&setup.bands) {
        let heroes = setup.plan().get(usize::from(seat.0)).map_or(0, |(_, many)| *many);
        band::check(band, heroes, setup.campaign)?;
    }
    gathering::check_sides(setup)?;
    let scene = scene(setup);
    Ok(State {
        fixed: Fixed { setup: Arc::new(setup.clone()) },
        mines: Vec::new(),
        missed: vec![0; usize::from(seats)],
        tally: Tally::default(),
        course: Course::new(scene, seats, Unit::Begin),
    })
}

fn scene(setup: &Setup) -> Scene {
    let map = setup.map();
    let row = scenario(setup.scenario);
    let sides = setup.format.sides.len() + usize::from(setup.format.coop());
    let item = |it: &ItemData| Item { zone: Some(map.zone(&it.zone)), heavy: it.lourd };
    // Things of a map belong to its own scenario; a free table has none.
    let own = setup.free.is_none();
    let things = map.row.items.iter().chain(&row.items).filter(|_| own).map(item);
    let car = |it: &CarData| Vehicle {
        zone: map.zone(&it.zone),
        pe: it.pe,
        protection: it.protection,
        fp: 0,
        places: it.places,
        stuck: it.immobile,
        weapon: None,
        drives: 0,
        driver: None,
    };
    Scene {
        stage: Stage::Deployment,
        turn: 0,
        pas: 0,
        order: Vec::new(),
        slot: 0,
        act: None,
        fighters: fighters(setup),
        zones: vec![ZoneNow::default(); map.places.len()].into(),
        links: map.ways.iter().map(|way| LinkNow { door: way.door, difficult: false }).collect(),
        items: things.collect(),
        vehicles: map.row.vehicles.iter().map(car).collect(),
        consoles: vec![false; map.row.consoles.len()].into(),
        points: vec![0; sides],
        shifts: vec![0; map.danger.len()],
        burnt: vec![false; map.danger.len()].into(),
        reserve: 0,
        entry: 0,
        late: Vec::new(),
        boons: Vec::new(),
        meddled: vec![0; sides],
        pending: Vec::new(),
        calm: None,
        falls: 0,
        sealed: Seats::NONE,
        finished: Seats::NONE,
        treated: Vec::new(),
        sequels: Vec::new(),
        dead: Vec::new(),
        rests: vec![0; usize::from(setup.players())],
        rates: Vec::new(),
        outcome: None,
    }
}

/// Returns the characters that take part from the start, by number.
pub(super) fn sheets(setup: &Setup) -> Vec<Arc<super::scene::Sheet>> {
    fighters(setup).into_iter().map(|it| it.sheet).collect()
}

/// Heroes in seat order, then the opponents of the scenario.
fn fighters(setup: &Setup) -> Vec<Fighter> {
    let row = scenario(setup.scenario);
    let heroes = setup.bands.iter().flat_map(|band| &band.heroes);
    let mut told = names::told_apart(heroes.map(|it| it.name.as_str())).into_iter();
    let mut fighters = Vec::new();
    for ((seat, band), (side, _)) in (0u8..).map(Seat).zip(&setup.bands).zip(setup.plan()) {
        for (member, hero) in (0u8..).zip(&band.heroes) {
            let name = told.next().unwrap_or_default();
            let mut fighter = joiner(sheet_of_hero(hero, seat, member, side, &name), &hero.weapons, None);
            // ENE-HEA-01: what is not healed since the last fight of the campaign.
            fighter.pe = fighter.pe.saturating_sub(hero.lost).max(1);
            let runner = row.runner_side == Some(side) && !setup.format.coop();
            let hunters = setup.format.sides[0];
            if let Some(percent) = row.runner_start_percent.get(&hunters).filter(|_| runner) {
                // ENE-SCN-06: a part of the runner's PE, rounded up.
                fighter.pe = (fighter.pe * percent + 99) / 100;
            }
            fighters.push(fighter);
        }
    }
    opponents(setup, &mut fighters);
    fighters
}

fn opponents(setup: &Setup, fighters: &mut Vec<Fighter>) {
    let map = setup.map();
    let row = scenario(setup.scenario);
    let (side, heroes) = (setup.opponents_side(), setup.heroes());
    let boss_pe = row.boss_pe_per_hero.get(&heroes).copied();
    let mut bring = |id: Opponent, zone: Zone, change: &dyn Fn(&mut super::scene::Sheet)| {
        let like = fighters.iter().filter(|it| it.sheet.opponent == Some(id)).count();
        let mut sheet = sheet_of_opponent(opponent(id), side, like as u8 + 1);
        change(&mut sheet);
        let mut fighter = joiner(sheet, &opponent(id).weapons, Some(zone));
        if fighter.sheet.tier == super::ids::Tier::Boss && boss_pe.is_some() {
            // ENE-SCN-04: its value replaces the plate.
            let worn = row.boss_protection.get(&heroes).copied();
            fighter.worn = worn.unwrap_or(fighter.worn);
        }
        fighters.push(fighter);
    };
    for it in starting(setup.scenario, setup.format.coop()) {
        for _ in 0..it.many(heroes) {
            bring(it.id, map.zone(&it.zone), &|sheet| {
                sheet.doctrine = it.doctrine.unwrap_or(sheet.doctrine);
                sheet.runner = it.runner;
                if let Some(each) = boss_pe.filter(|_| sheet.tier == super::ids::Tier::Boss) {
                    sheet.pe_max = each * i16::from(heroes);
                }
            });
        }
    }
    let free = setup.free.as_ref().filter(|_| setup.scenario == Scenario::Libre && setup.format.coop());
    let there = placing::zones(setup, 1);
    let mut placed = 0;
    for it in free.iter().flat_map(|free| &free.opponents) {
        for _ in 0..it.count {
            let zone = there.get(placed % there.len().max(1)).copied().unwrap_or_default();
            placed += 1;
            bring(it.id, zone, &|_| {});
        }
    }
}
