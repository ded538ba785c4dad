//! What an attack comes to, counted over every throw: what its owner is shown, and what a reaction saves (ENE-PLY-06).

use super::super::command::Chance;
use super::super::event::{Edge, Sum};
use super::super::ids::Who;
use super::super::odds::{Odds, odds, threshold};
use super::super::state::Table;
use super::super::tables::{tables, weapon};
use super::aim::{Need, Reach, damage, edges, feints, fp_of, need, protection};

/// What a blow brings besides its successes (ENE-DMG-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// Base damage.
    pub base: u8,
    /// FP.
    pub fp: u8,
    /// What a charge adds.
    pub charge: u8,
}

/// What a blow with a weapon brings.
pub fn force(table: Table<'_>, who: Who, reach: Reach, charge: u8) -> Force {
    Force { base: weapon(reach.weapon).damage, fp: fp_of(table.fighter(who), reach.domain), charge }
}

/// The force of the mounted weapon of the vehicle that a character is in, or of the vehicle itself that `rams`
/// (ENE-VEH-02, ENE-VEH-03).
pub fn force_aboard(table: Table<'_>, who: Who, reach: Reach, rams: bool) -> Force {
    let fighter = table.fighter(who);
    let car = fighter.aboard.and_then(|n| table.scene.vehicles.get(usize::from(n)));
    let fp = car.map_or(0, |it| it.fp);
    let own = if rams { 0 } else { fp_of(fighter, reach.domain) };
    let base = if rams { tables().vehicle.ram_base } else { weapon(reach.weapon).damage };
    Force { base, fp: fp.max(own), charge: 0 }
}

/// An attack that is looked at before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it needs.
    pub need: Need,
    /// What a die must show.
    pub threshold: u8,
    /// Advantages.
    pub good: Vec<Edge>,
    /// Disadvantages.
    pub bad: Vec<Edge>,
    /// Its chances.
    pub odds: Odds,
}

/// What the owner of an attack with a weapon is shown before it (ENE-PLY-06).
pub fn shown(table: Table<'_>, who: Who, reach: Reach, target: Who, charge: u8) -> Shown {
    shown_with(table, (who, target), reach, force(table, who, reach, charge), false)
}

/// The same of a blow of any force; `rams`: without circumstances.
pub fn shown_with(
    table: Table<'_>,
    (who, target): (Who, Who),
    reach: Reach,
    force: Force,
    rams: bool,
) -> Shown {
    let need = need(table, who, reach, Some(target), rams);
    let (good, bad) = edges(table, who, reach);
    let threshold = threshold(good.len(), bad.len());
    let odds = counted(table, (who, target), (threshold, need.total), force);
    Shown { need, threshold, good, bad, odds }
}

/// What is left of an attack if its target reacts (ENE-DEF-03); `None`: it cannot.
pub fn reacting(table: Table<'_>, (who, target): (Who, Who), shown: &Shown, force: Force) -> Option<Chance> {
    let total = shown.need.total - shown.need.position + tables().defence.total_req_bonus;
    let odds = || counted(table, (who, target), (shown.threshold, total), force);
    may_react(table, target, who).then(|| Chance::new(total, odds()))
}

/// Every throw of an attack counted.
pub(super) fn counted(
    table: Table<'_>,
    (who, target): (Who, Who),
    (threshold, need): (u8, u8),
    force: Force,
) -> Odds {
    let (fighter, struck) = (table.fighter(who), table.fighter(target));
    let pool = if feints(fighter, target) { 0 } else { struck.pool };
    let protection = protection(struck);
    odds(fighter.sheet.physique, threshold, need, pool, |net, critical| {
        let base = if critical { force.base * 2 } else { force.base };
        let parts = Sum { base, fp: force.fp, charge: force.charge, protection, ..Sum::default() };
        damage(table, parts, net).damage
    })
}

/// What an attack on a vehicle comes to: light weapons do nothing (ENE-DMG-06).
pub fn shown_on_vehicle(table: Table<'_>, who: Who, reach: Reach, vehicle: u8, force: Force) -> Shown {
    let need = need(table, who, reach, None, false);
    let (good, bad) = edges(table, who, reach);
    let threshold = threshold(good.len(), bad.len());
    let protection = table.scene.vehicles.get(usize::from(vehicle)).map_or(0, |it| it.protection + it.fp);
    let light = force.base <= tables().vehicle.immune_base_damage_max;
    let odds = odds(table.fighter(who).sheet.physique, threshold, need.total, 0, |net, critical| {
        let base = if critical { force.base * 2 } else { force.base };
        let parts = Sum { base, fp: force.fp, charge: force.charge, protection, ..Sum::default() };
        if light { 0 } else { damage(table, parts, net).damage }
    });
    Shown { need, threshold, good, bad, odds }
}

/// Whether a character may go into total position now (ENE-DEF-07, ENE-ORD-07); right after a lost slot too (ENE-R37).
pub fn may_react(table: Table<'_>, who: Who, by: Who) -> bool {
    let fighter = table.fighter(who);
    let total = fighter.position >= tables().defence.total_req_bonus;
    let own_slot = table.scene.act.is_some_and(|act| act.who == who);
    fighter.able() && !total && !fighter.debt && !own_slot && who != by && !surprised(table, who)
}

/// Whether a character was surprised and has not begun its first slot (ENE-ORD-07).
fn surprised(table: Table<'_>, who: Who) -> bool {
    let fighter = table.fighter(who);
    table.scene.turn == 1 && !fighter.marks.begun && table.setup.surprises(fighter.side())
}

/// Whether the next slot of a character is still to come in this turn (ENE-DEF-06).
pub fn slot_to_come(table: Table<'_>, who: Who) -> bool {
    table.scene.order.iter().skip(usize::from(table.scene.slot)).any(|it| *it == who)
}
