//! An attack from its announcement to its result (ENE-ATT-10; section D, attack).

use super::test::{Thrown, Try};
use super::{Flow, Script};
use crate::command::{Aim, Ask, Chance, Clause, Strike, Trial};
use crate::event::{Cause, Sum, Verdict, What};
use crate::ids::{Class, Domain, Skill, Weapon, Who};
use crate::legal::{self, Reach};
use crate::odds::net;
use crate::tables::{skill, tables, weapon};

/// A blow that is being struck.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blow {
    pub(super) reach: Reach,
    /// The weapon's place in the list; `None`: mounted, or the vehicle itself.
    pub(super) arm: Option<u8>,
    /// Damage that a charge adds.
    pub(super) charge: u8,
    /// FP of a vehicle, in the place of the attacker's own (ENE-VEH-03).
    pub(super) fp: Option<u8>,
    /// It is a vehicle that rams (ENE-VEH-02).
    pub(super) ram: bool,
}

impl Blow {
    fn base(&self) -> u8 {
        if self.ram { tables().vehicle.ram_base } else { weapon(self.reach.weapon).damage }
    }
}

impl Script<'_> {
    /// Attaquer (ENE-ATT-01).
    pub(super) fn attack(&mut self, who: Who, arm: u8, at: Aim, strike: Strike, charge: u8) -> Flow {
        let Ok(reach) = legal::reach(self.public(), who, arm, at, strike) else { return Ok(()) };
        self.draw_for(who, arm);
        let blow = Blow { reach, arm: Some(arm), charge, fp: None, ram: false };
        self.strike(who, blow, at)
    }

    /// A blow at a target or at a zone, as it is aimed.
    pub(super) fn strike(&mut self, who: Who, blow: Blow, at: Aim) -> Flow {
        match at {
            Aim::Who(target) => self.strike_somebody(who, blow, target),
            Aim::Zone(zone) => self.strike_zone(who, blow, zone),
            Aim::Vehicle(n) => self.strike_vehicle(who, blow, n),
        }
    }

    /// A weapon that is not in hand is drawn: free (ENE-ACT-04).
    pub(super) fn draw_for(&mut self, who: Who, arm: u8) {
        if !self.f(who).arms[usize::from(arm)].held {
            self.draw(who, arm);
            self.turn("ENE-ACT-04", |act| act.drew = true);
        }
    }

    fn strike_somebody(&mut self, who: Who, blow: Blow, target: Who) -> Flow {
        let circumstances = legal::need(self.public(), who, blow.reach, Some(target), blow.ram);
        self.tell(
            "ENE-ATT-01",
            What::Aims {
                who,
                at: Some(target),
                zone: None,
                vehicle: None,
                weapon: blow.reach.weapon,
                need: circumstances.total,
                why: circumstances.why.clone(),
                position: circumstances.position,
            },
        );
        self.mark("ENE-DOC-04", target, |marks| marks.attacked = true);
        // The circumstances are those of the target that it was aimed at (section D, attack 3).
        let without = circumstances.total - circumstances.position;
        let struck = self.guarded(who, target)?;
        self.offer_reaction(who, struck, &blow, without)?;
        if !self.f(struck).able() && !self.f(struck).inert() {
            // ENE-ATT-10.
            self.tell("ENE-ATT-10", What::Void { who });
            self.turn("ENE-ATT-10", |act| (act.left, act.attacked) = (act.left + 1, false));
            return Ok(());
        }
        let feinted = legal::feints(self.f(who), struck);
        let simple = tables().defence.simple_req_bonus;
        let position = self.f(struck).position;
        let position = if feinted && position == simple { 0 } else { position };
        let thrown = self.roll_attack(who, &blow, Some(struck), without + position)?;
        if !thrown.fumble {
            self.land(who, &blow, struck, thrown, feinted);
        }
        if feinted {
            self.tell("ENE-MAI-03", What::Feint { who, feint: None });
        }
        Ok(())
    }

    /// The dice of an attack, and what becomes of the weapon (section D, attack 5 to 7).
    pub(super) fn roll_attack(
        &mut self,
        who: Who,
        blow: &Blow,
        against: Option<Who>,
        need: u8,
    ) -> Flow<Thrown> {
        let (good, bad) = legal::edges(self.public(), who, blow.reach);
        let trial = if blow.ram { Trial::Ram } else { Trial::Attack };
        let score = self.f(who).sheet.physique;
        let thrown = self.test(Try { who, trial, against, score, need, good, bad, rule: "ENE-ATT-02" })?;
        self.wear(who, blow, thrown.fumble);
        if thrown.fumble {
            self.fumble(who, blow);
        }
        Ok(thrown)
    }

    /// A thrown weapon lies in the zone of the target, a single-use one is spent, a loaded one has a shot less (section D, attack 7).
    fn wear(&mut self, who: Who, blow: &Blow, fumble: bool) {
        let Some(n) = blow.arm else { return };
        let mut arms = self.f(who).arms.clone();
        let arm = &mut arms[usize::from(n)];
        let row = weapon(arm.weapon);
        let id = arm.weapon;
        if blow.reach.is_throw || row.single_use {
            (arm.gone, arm.held) = (true, false);
        } else if row.magazine() > 0 {
            arm.shots += 1;
        } else {
            return;
        }
        self.tell("ENE-ATT-07", What::Arms { who, arms });
        if blow.reach.is_throw && !(fumble && row.class == Class::Simple) {
            self.litter("ENE-ATT-07", blow.reach.zone, id);
        }
    }

    /// A critical failure: the weapon is broken or inoperative, the body numb, a flyer down (ENE-ATT-07, ENE-MOV-11).
    fn fumble(&mut self, who: Who, blow: &Blow) {
        let id = blow.reach.weapon;
        let class = if blow.ram { Class::Naturel } else { weapon(id).class };
        let jammed = class == Class::Mecanique;
        self.tell("ENE-ATT-07", What::Fumbled { who, weapon: id, jammed });
        match (class, blow.arm) {
            (Class::Naturel, _) => self.tell("ENE-R15", What::Numb { who, numb: 2 }),
            (_, Some(n)) if !self.f(who).arms[usize::from(n)].gone => {
                let mut arms = self.f(who).arms.clone();
                let arm = &mut arms[usize::from(n)];
                if jammed {
                    arm.jammed = true;
                } else {
                    arm.broken = true;
                }
                self.tell("ENE-R14", What::Arms { who, arms });
            }
            _ => {}
        }
        if self.f(who).sheet.vol && !self.f(who).prone {
            self.knock_down("ENE-MOV-11", who);
        }
    }

    /// Knocks a character prone: a link that was begun is lost (ENE-MOV-08).
    pub(super) fn knock_down(&mut self, rule: &'static str, who: Who) {
        if !self.f(who).prone {
            self.tell(rule, What::Prone { who, prone: true });
        }
        if self.f(who).en_route.is_some() {
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
        }
    }

    /// Applies the successes of a blow to the target (section D, attack 8 to 10).
    pub(super) fn land(&mut self, who: Who, blow: &Blow, target: Who, thrown: Thrown, feinted: bool) {
        let pool = if feinted { 0 } else { self.f(target).pool };
        let cancelled = thrown.successes.min(pool);
        if cancelled > 0 {
            // ENE-DEF-09: the pool first, the need after.
            self.tell("ENE-DEF-09", What::Pool { who: target, pool: pool - cancelled });
        }
        let net = net(thrown.successes - cancelled, thrown.need);
        // ENE-R17: a critical is a success.
        let critical = net > 0 && thrown.sixes;
        let told = |verdict, sum| What::Struck {
            who,
            target: Some(target),
            vehicle: None,
            verdict,
            cancelled,
            net,
            critical,
            sum,
        };
        if net == 0 {
            self.tell("ENE-ATT-05", told(Verdict::Miss, Sum::default()));
            return;
        }
        if blow.reach.disarm && net >= skill(Skill::Desarmement).net_needed && self.disarm(target) {
            self.tell("ENE-MAI-03", told(Verdict::Disarms, Sum::default()));
            self.lose_best_held(target);
            return;
        }
        let sum = self.sum(who, blow, net, critical, (legal::protection(self.f(target)), thrown.fp));
        let rule = if critical { "ENE-ATT-06" } else { "ENE-DMG-04" };
        self.tell(rule, told(Verdict::Hit, sum));
        self.lose("ENE-DMG-01", target, sum.damage, Cause::Attack, Some(who));
    }

    /// Damage of a hit, part by part (ENE-DMG-04).
    pub(super) fn sum(
        &self,
        who: Who,
        blow: &Blow,
        net: u8,
        critical: bool,
        (protection, granted): (u8, Option<bool>),
    ) -> Sum {
        // ENE-R16, ENE-R42: a critical success doubles the base alone.
        let base = if critical { blow.base() * 2 } else { blow.base() };
        let fighter = self.f(who);
        let own = blow.fp.unwrap_or_else(|| legal::fp_of(fighter, blow.reach.domain));
        let best = fighter.sheet.fp.iter().map(|it| it.value).max().unwrap_or(0);
        let fp = match granted {
            Some(true) => own.max(best),
            Some(false) => 0,
            None => own,
        };
        let parts = Sum { base, fp, charge: blow.charge, protection, ..Sum::default() };
        legal::damage(self.public(), parts, net)
    }

    /// Whether the target holds a weapon that can be struck from its hand (ENE-MAI-03).
    fn disarm(&self, target: Who) -> bool {
        self.best_held(target).is_some()
    }

    fn best_held(&self, who: Who) -> Option<usize> {
        let arms = self.f(who).arms.iter().enumerate();
        let held = arms.filter(|(_, arm)| arm.held && !arm.gone && !legal::natural(arm.weapon));
        held.max_by_key(|(n, arm)| (weapon(arm.weapon).damage, std::cmp::Reverse(*n))).map(|(n, _)| n)
    }

    fn lose_best_held(&mut self, target: Who) {
        let (Some(n), Some(zone)) = (self.best_held(target), self.f(target).zone) else { return };
        let mut arms = self.f(target).arms.clone();
        (arms[n].gone, arms[n].held) = (true, false);
        let (weapon, broken): (Weapon, bool) = (arms[n].weapon, arms[n].broken);
        self.tell("ENE-MAI-03", What::Arms { who: target, arms });
        self.tell("ENE-MAI-03", What::Dropped { who: target, weapon, zone });
        if !broken {
            self.litter("ENE-MAI-03", zone, weapon);
        }
    }

    /// Garde du corps: each eligible protector may take the attack, in the order of the turn (ENE-DEC-06).
    fn guarded(&mut self, by: Who, target: Who) -> Flow<Who> {
        for who in self.scene.order.clone() {
            let guards = self.f(who).guard
                && self.f(who).able()
                && who != by
                && self.scene.allies(who, target)
                && self.public().together(who, target);
            let Some(seat) = self.player(who).filter(|_| guards) else { continue };
            if self.ask(|id| Ask::Guard { id, seat, who, by, target })? {
                self.tell("ENE-MAI-03", What::Guarded { who, target });
                self.mark("ENE-DOC-04", who, |marks| marks.attacked = true);
                return Ok(who);
            }
        }
        Ok(target)
    }

    /// Total defence as a reaction, never the simple position (ENE-DEF-04), before the dice and until the slot that it
    /// costs (ENE-DEC-05, ENE-DEF-03, ENE-DEF-05, ENE-R06, ENE-R36); only the player of the target is asked (ENE-R07),
    /// and it holds against all (ENE-R08). `without`: the need without the position.
    pub(super) fn offer_reaction(&mut self, by: Who, who: Who, blow: &Blow, without: u8) -> Flow {
        if !legal::may_react(self.public(), who, by) {
            return Ok(());
        }
        let now = self.forecast(by, who, blow, without, None);
        let total = tables().defence.total_req_bonus;
        let reacts = match self.player(who) {
            Some(seat) => {
                let then = self.forecast(by, who, blow, without, Some(total));
                let (weapon, need) = (blow.reach.weapon, now.need);
                let (percent, percent_total) = (now.percent(), then.percent());
                let this_turn = legal::slot_to_come(self.public(), who);
                self.ask(|id| Ask::React {
                    id,
                    seat,
                    who,
                    by,
                    weapon,
                    need,
                    percent,
                    percent_total,
                    now,
                    then,
                    this_turn,
                })?
            }
            None => self.reacts_by_doctrine(who, now.percent()),
        };
        if reacts {
            self.tell("ENE-DEF-03", What::Reacted { who, position: total });
        }
        Ok(())
    }

    /// What an attack comes to, as things stand or with a position (ENE-PLY-06).
    fn forecast(&self, by: Who, who: Who, blow: &Blow, without: u8, position: Option<u8>) -> Chance {
        let (fighter, struck) = (self.f(by), self.f(who));
        let feinted = legal::feints(fighter, who);
        let own =
            if feinted && struck.position == tables().defence.simple_req_bonus { 0 } else { struck.position };
        let need = without + position.unwrap_or(own);
        let (good, bad) = legal::edges(self.public(), by, blow.reach);
        let threshold = crate::odds::threshold(good.len(), bad.len());
        let pool = if feinted { 0 } else { struck.pool };
        let protection = legal::protection(struck);
        let dice = fighter.sheet.physique;
        let odds = crate::odds::odds(dice, threshold, need, pool, |net, critical| {
            self.sum(by, blow, net, critical, (protection, None)).damage
        });
        Chance::new(need, odds)
    }

    /// Opponents that matter react when it is worth it, with and without a referee that runs them; figurants never
    /// (ENE-PLY-09, ENE-R51).
    fn reacts_by_doctrine(&self, who: Who, percent: u8) -> bool {
        let figurant = self.f(who).sheet.tier == crate::ids::Tier::Figurant;
        !figurant && crate::doctrine::reacts(self.public(), who, percent)
    }

    /// A vehicle is struck: no position, pool or reaction; light weapons do nothing (ENE-DMG-06, ENE-VEH-01).
    fn strike_vehicle(&mut self, who: Who, blow: Blow, n: u8) -> Flow {
        let need = legal::need(self.public(), who, blow.reach, None, false);
        self.tell(
            "ENE-ATT-01",
            What::Aims {
                who,
                at: None,
                zone: None,
                vehicle: Some(n),
                weapon: blow.reach.weapon,
                need: need.total,
                why: need.why.clone(),
                position: 0,
            },
        );
        let thrown = self.roll_attack(who, &blow, None, need.total)?;
        if !thrown.fumble {
            self.dent(who, &blow, n, thrown)?;
        }
        Ok(())
    }

    /// What successes do to a vehicle, nothing with a light weapon (ENE-R26); a referee says what a hit costs it (ENE-MJ-06).
    pub(super) fn dent(&mut self, who: Who, blow: &Blow, n: u8, thrown: Thrown) -> Flow {
        let net = thrown.net;
        let critical = net > 0 && thrown.sixes;
        let light = blow.base() <= tables().vehicle.immune_base_damage_max;
        let car = self.scene.vehicles[usize::from(n)];
        let protection = (car.protection + car.fp, thrown.fp);
        let mut sum =
            if net > 0 && !light { self.sum(who, blow, net, critical, protection) } else { Sum::default() };
        if net > 0 {
            let most = blow.base().saturating_add(net);
            let clause = Clause::Vehicle { vehicle: n, usual: sum.damage, most };
            sum.damage = self.ruled(clause)?.unwrap_or(sum.damage);
        }
        let verdict = match (net, light && sum.damage == 0) {
            (0, _) => Verdict::Miss,
            (_, true) => Verdict::NoEffect,
            _ => Verdict::Hit,
        };
        self.tell(
            "ENE-DMG-06",
            What::Struck { who, target: None, vehicle: Some(n), verdict, cancelled: 0, net, critical, sum },
        );
        if sum.damage > 0 {
            let now =
                crate::scene::Vehicle { pe: car.pe.saturating_sub(i16::from(sum.damage)).max(0), ..car };
            self.tell("ENE-VEH-03", What::Vehicle { vehicle: n, now });
        }
        Ok(())
    }
}

/// The domain of mounted weapons.
pub(super) const MOUNTED: Domain = Domain::Lourd;
