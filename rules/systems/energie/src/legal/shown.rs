//! What an attack comes to, counted over every throw: what its owner is shown, and what a reaction saves (ENE-PLY-06).

use super::super::command::Chance;
use super::super::event::{Edge, Sum};
use super::super::ids::Who;
use super::super::odds::{Odds, odds, threshold};
use super::super::state::PublicState;
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
pub fn force(public: PublicState<'_>, who: Who, reach: Reach, charge: u8) -> Force {
    Force { base: weapon(reach.weapon).damage, fp: fp_of(public.fighter(who), reach.domain), charge }
}

/// The force of the mounted weapon of the vehicle that a character is in, or of the vehicle itself that `rams`
/// (ENE-VEH-02, ENE-VEH-03).
pub fn force_aboard(public: PublicState<'_>, who: Who, reach: Reach, rams: bool) -> Force {
    let fighter = public.fighter(who);
    let car = fighter.aboard.and_then(|n| public.scene.vehicles.get(usize::from(n)));
    let fp = car.map_or(0, |it| it.fp);
    let own = if rams { 0 } else { fp_of(fighter, reach.domain) };
    let base = if rams { tables().vehicle.ram_base } else { weapon(reach.weapon).damage };
    Force { base, fp: fp.max(own), charge: 0 }
}

/// An attack that is looked at before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The need.
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
pub fn shown(public: PublicState<'_>, who: Who, reach: Reach, target: Who, charge: u8) -> Shown {
    shown_with(public, (who, target), reach, force(public, who, reach, charge), false)
}

/// The same of a blow of any force; `rams`: without circumstances.
pub fn shown_with(
    public: PublicState<'_>,
    (who, target): (Who, Who),
    reach: Reach,
    force: Force,
    rams: bool,
) -> Shown {
    let need = need(public, who, reach, Some(target), rams);
    let (good, bad) = edges(public, who, reach);
    let threshold = threshold(good.len(), bad.len());
    let odds = counted(public, (who, target), (threshold, need.total), force);
    Shown { need, threshold, good, bad, odds }
}

/// Returns what is left of an attack if its target reacts (ENE-DEF-03); `None`: it cannot.
pub fn reacting(
    public: PublicState<'_>,
    (who, target): (Who, Who),
    shown: &Shown,
    force: Force,
) -> Option<Chance> {
    let total = shown.need.total - shown.need.position + tables().defence.total_req_bonus;
    let odds = || counted(public, (who, target), (shown.threshold, total), force);
    may_react(public, target, who).then(|| Chance::new(total, odds()))
}

/// Every throw of an attack counted.
pub(super) fn counted(
    public: PublicState<'_>,
    (who, target): (Who, Who),
    (threshold, need): (u8, u8),
    force: Force,
) -> Odds {
    let (fighter, struck) = (public.fighter(who), public.fighter(target));
    let pool = if feints(fighter, target) { 0 } else { struck.pool };
    let protection = protection(struck);
    odds(fighter.sheet.physique, threshold, need, pool, |net, critical| {
        let base = if critical { force.base * 2 } else { force.base };
        let parts = Sum { base, fp: force.fp, charge: force.charge, protection, ..Sum::default() };
        damage(public, parts, net).damage
    })
}

/// What an attack on a vehicle comes to: light weapons do nothing (ENE-DMG-06).
pub fn shown_on_vehicle(public: PublicState<'_>, who: Who, reach: Reach, vehicle: u8, force: Force) -> Shown {
    let need = need(public, who, reach, None, false);
    let (good, bad) = edges(public, who, reach);
    let threshold = threshold(good.len(), bad.len());
    let protection = public.scene.vehicles.get(usize::from(vehicle)).map_or(0, |it| it.protection + it.fp);
    let light = force.base <= tables().vehicle.immune_base_damage_max;
    let odds = odds(public.fighter(who).sheet.physique, threshold, need.total, 0, |net, critical| {
        let base = if critical { force.base * 2 } else { force.base };
        let parts = Sum { base, fp: force.fp, charge: force.charge, protection, ..Sum::default() };
        if light { 0 } else { damage(public, parts, net).damage }
    });
    Shown { need, threshold, good, bad, odds }
}

/// Whether a character may go into total position now (ENE-DEF-07, ENE-ORD-07); right after a lost slot too (ENE-R37).
pub fn may_react(public: PublicState<'_>, who: Who, by: Who) -> bool {
    let fighter = public.fighter(who);
    let total = fighter.position >= tables().defence.total_req_bonus;
    let own_slot = public.scene.act.is_some_and(|act| act.who == who);
    fighter.able() && !total && !fighter.debt && !own_slot && who != by && !surprised(public, who)
}

/// Whether a character was surprised and has not begun its first slot (ENE-ORD-07).
fn surprised(public: PublicState<'_>, who: Who) -> bool {
    let fighter = public.fighter(who);
    public.scene.turn == 1 && !fighter.marks.begun && public.setup.surprises(fighter.side())
}

/// Whether the next slot of a character is still to come in this turn (ENE-DEF-06).
pub fn slot_to_come(public: PublicState<'_>, who: Who) -> bool {
    public.scene.order.iter().skip(usize::from(public.scene.slot)).any(|it| *it == who)
}
