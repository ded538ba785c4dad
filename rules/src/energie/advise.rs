//! What the engine says of a draft before it is sent (ENE-PLY-06).

use serde::{Deserialize, Serialize};

use super::command::{Act, Aim, Command, Strike};
use super::decide;
use super::event::{Circumstance, Edge};
use super::ids::{Skill, Who, Zone};
use super::legal::{self, Reach};
use super::refusal::Illegal;
use super::state::{State, Table};
use super::tables::skill;
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

/// What the engine says of a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "energie/", rename = "EnergieAdvice"))]
pub struct Advice {
    /// Actions that it takes.
    pub actions: u8,
    /// An attack's chances.
    pub forecast: Option<Forecast>,
    /// Zones of a path, in order.
    pub path: Vec<Zone>,
    /// Whether a test decides how far it leads.
    pub difficult: bool,
}

/// What an attack comes to.
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

/// Judges a draft like a command, and says what it comes to.
pub(super) fn advise(state: &State, seat: Seat, draft: &Command) -> Result<Advice, Illegal> {
    decide::decide(state, Actor::Seat(seat), draft, &mut Hand::new(&mut |_| None))?;
    let (Command::Act { act, .. }, Some(turn)) = (draft, state.scene.act) else {
        return Ok(Advice::default());
    };
    let (table, who) = (state.table(), turn.who);
    let mut advice = Advice { actions: legal::price(table, who, act), ..Advice::default() };
    match act {
        Act::Attack { arm, at: Aim::Who(target), strike } => {
            let reach = legal::reach(table, who, *arm, Aim::Who(*target), *strike)?;
            advice.forecast = Some(forecast(table, who, &reach, *target, 0));
        }
        Act::Charge { arm, at, path } => {
            // As if the charge had led there.
            let mut scene = state.scene.clone();
            scene.fighters[who.n()].zone = table.zone(*at);
            scene.fighters[who.n()].prepared = 0;
            let there = Table::new(table.setup, &scene);
            if let Ok(reach) = legal::reach(there, who, *arm, Aim::Who(*at), Strike::Normal) {
                advice.forecast = Some(forecast(there, who, &reach, *at, skill(Skill::Charge).damage_bonus));
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
