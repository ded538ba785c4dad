//! What the engine says of a draft before it is sent (ENE-PLY-06).

use serde::{Deserialize, Serialize};

use super::command::{Act, Aim, Ask, Command, Strike};
use super::decide;
use super::event::{Circumstance, Edge, Unit};
use super::ids::{Skill, Who, Zone};
use super::legal::{self, Reach};
use super::next;
use super::odds::{odds, threshold};
use super::placing;
use super::refusal::Illegal;
use super::state::{State, Table};
use super::tables::{skill, tables, weapon};
use crate::contract::{Actor, Hand, Seat};

/// What an attack comes to as things stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Forecast {
    /// Successes that it needs.
    pub need: u8,
    /// Why more than one, part by part.
    pub why: Vec<(Circumstance, u8)>,
    /// Of these, those of the position of the target.
    pub position: u8,
    /// What a die must show.
    pub threshold: u8,
    /// Advantages.
    pub good: Vec<Edge>,
    /// Disadvantages.
    pub bad: Vec<Edge>,
    /// Throws that hit, of how many.
    pub hits: (u32, u32),
    /// PE that are lost on average, in hundredths.
    pub damage: u32,
}

/// What total defence as a reaction would save, and what it costs (ENE-DEF-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Saving {
    /// The attack as it stands.
    pub open: Forecast,
    /// The attack against total defence.
    pub total: Forecast,
    /// The activation that it costs is that of this turn (ENE-DEF-06).
    pub this_turn: bool,
}

/// Where a seat may place what it has (ENE-DEC-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Allowed {
    /// Zones for its characters.
    pub zones: Vec<Zone>,
    /// Zones for its mines (ENE-MAP-08).
    pub mines: Vec<Zone>,
}

/// What the engine says of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/"))]
pub struct Advice {
    /// Actions that it takes.
    pub actions: u8,
    /// An attack's chances against each that it strikes; nobody is struck where it is aimed at a vehicle.
    pub forecasts: Vec<(Option<Who>, Forecast)>,
    /// Zones of a path, in order.
    pub path: Vec<Zone>,
    /// Whether a test decides how far it leads.
    pub difficult: bool,
    /// What the reaction that is asked for would save.
    pub saving: Option<Saving>,
    /// Where one may place what one has.
    pub ground: Option<Allowed>,
}

/// What an attack on somebody comes to.
fn forecast(table: Table<'_>, who: Who, reach: &Reach, target: Who, charge: u8) -> Forecast {
    let (need, threshold, odds) = legal::shown(table, who, reach, target, charge);
    let (good, bad) = legal::edges(table, who, reach);
    Forecast {
        need: need.total,
        why: need.why,
        position: need.position,
        threshold,
        good,
        bad,
        hits: (odds.hits, odds.of),
        damage: odds.hundredths(),
    }
}

/// What an attack on a vehicle comes to: no position, no pool, and light weapons do nothing (ENE-DMG-06).
fn dent(table: Table<'_>, who: Who, reach: &Reach, vehicle: u8) -> Option<Forecast> {
    let car = table.scene.vehicles.get(usize::from(vehicle))?;
    let need = legal::need(table, who, reach, None, false);
    let (good, bad) = legal::edges(table, who, reach);
    let fighter = table.fighter(who);
    let row = weapon(reach.weapon);
    let threshold = threshold(good.len(), bad.len());
    let light = row.damage <= tables().vehicle.immune_base_damage_max;
    let odds = odds(fighter.sheet.physique, threshold, need.total, 0, |net, critical| {
        let base = if critical { row.damage * 2 } else { row.damage };
        let parts = super::event::Sum {
            base,
            fp: legal::fp_of(fighter, reach.domain),
            protection: car.protection + car.fp,
            ..Default::default()
        };
        if light { 0 } else { legal::damage(table, parts, net).damage }
    });
    Some(Forecast {
        need: need.total,
        why: need.why,
        position: 0,
        threshold,
        good,
        bad,
        hits: (odds.hits, odds.of),
        damage: odds.hundredths(),
    })
}

/// What an attack comes to for each that it strikes.
fn forecasts(table: Table<'_>, who: Who, reach: &Reach, at: Aim) -> Vec<(Option<Who>, Forecast)> {
    match at {
        Aim::Who(target) => vec![(Some(target), forecast(table, who, reach, target, 0))],
        Aim::Vehicle(n) => dent(table, who, reach, n).map(|it| (None, it)).into_iter().collect(),
        Aim::Zone(zone) => table
            .able_in(zone)
            .map(|struck| (Some(struck), forecast(table, who, reach, struck, 0)))
            .collect(),
    }
}

/// What the reaction that is asked for would save.
fn saving(state: &State) -> Option<Saving> {
    let ask = next::open(state)?;
    let (Ask::React { who, by, .. }, Unit::Act(_, act)) = (&*ask, &state.work()?.unit) else { return None };
    let table = state.table();
    let (reach, charge) = match act {
        Act::Attack { arm, at: Aim::Zone(zone), strike } => {
            (legal::reach(table, *by, *arm, Aim::Zone(*zone), *strike).ok()?, 0)
        }
        Act::Attack { arm, strike, .. } => {
            (legal::reach(table, *by, *arm, Aim::Who(*who), *strike).ok()?, 0)
        }
        Act::Charge { arm, .. } => {
            let reach = legal::reach(table, *by, *arm, Aim::Who(*who), Strike::Normal).ok()?;
            (reach, skill(Skill::Charge).damage_bonus)
        }
        Act::Fire { .. } => (legal::reach_mounted(table, *by, Aim::Who(*who)).ok()?, 0),
        _ => return None,
    };
    let mut scene = state.scene.clone();
    scene.fighters[who.n()].position = tables().defence.total_req_bonus;
    let braced = Table::new(table.setup, &scene);
    let slot = usize::from(state.scene.slot);
    Some(Saving {
        open: forecast(table, *by, &reach, *who, charge),
        total: forecast(braced, *by, &reach, *who, charge),
        this_turn: state.scene.order.iter().skip(slot).any(|it| it == who),
    })
}

/// Judges a draft like a command, and says what it comes to.
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    match draft {
        Command::Act { act, .. } => advise_act(state, act),
        Command::Say { .. } => Ok(Advice { saving: saving(state), ..Advice::default() }),
        Command::Deploy { .. } => {
            let setup = &state.fixed.setup;
            let side = setup.side(seat).unwrap_or_default();
            let ground =
                Allowed { zones: placing::zones(setup, side), mines: placing::mine_zones(setup, side) };
            Ok(Advice { ground: Some(ground), ..Advice::default() })
        }
        _ => Ok(Advice::default()),
    }
}

fn advise_act(state: &State, act: &Act) -> Result<Advice, Illegal> {
    let Some(turn) = state.scene.act else { return Ok(Advice::default()) };
    let (table, who) = (state.table(), turn.who);
    let mut advice = Advice { actions: legal::price(table, who, act), ..Advice::default() };
    match act {
        Act::Attack { arm, at, strike } => {
            let reach = legal::reach(table, who, *arm, *at, *strike)?;
            advice.forecasts = forecasts(table, who, &reach, *at);
        }
        Act::Fire { at } => {
            let reach = legal::reach_mounted(table, who, *at)?;
            advice.forecasts = forecasts(table, who, &reach, *at);
        }
        Act::Charge { arm, at, path } => {
            // As if the charge had led there.
            let mut scene = state.scene.clone();
            scene.fighters[who.n()].zone = table.zone(*at);
            scene.fighters[who.n()].prepared = 0;
            let there = Table::new(table.setup, &scene);
            if let Ok(reach) = legal::reach(there, who, *arm, Aim::Who(*at), Strike::Normal) {
                let bonus = skill(Skill::Charge).damage_bonus;
                advice.forecasts = vec![(Some(*at), forecast(there, who, &reach, *at, bonus))];
            }
            advice.path = legal::entered(table, who, path, true)?.iter().map(|it| it.to).collect();
        }
        Act::Move { path, .. } => {
            let links = legal::entered(table, who, path, false)?;
            advice.difficult = links.iter().any(|it| it.step.difficult);
            advice.path = links.iter().map(|it| it.to).collect();
        }
        _ => {}
    }
    Ok(advice)
}
