//! Weapons that strike a whole zone, and mines (ENE-ATT-08, ENE-MAP-08).

use super::attack::Blow;
use super::test::Thrown;
use super::{Flow, Script};
use crate::event::{Cause, Sum, Verdict, What};
use crate::ids::{Weapon, Who, Zone};
use crate::legal;
use crate::odds::net;
use crate::scene::ZoneNow;
use crate::tables::{tables, weapon};

impl Script<'_> {
    /// One test against every able character in a zone, friend or foe (ENE-ATT-08).
    pub(super) fn strike_zone(&mut self, who: Who, blow: Blow, zone: Zone) -> Flow {
        let normal = tables().core.req_normal;
        self.tell(
            "ENE-ATT-08",
            What::Aims {
                who,
                at: None,
                zone: Some(zone),
                vehicle: None,
                weapon: blow.reach.weapon,
                need: normal,
                why: Vec::new(),
                position: 0,
            },
        );
        let mut struck: Vec<(Who, u8)> = Vec::new();
        for target in self.in_turn_order(zone) {
            let need = legal::need(self.public(), who, blow.reach, Some(target), false);
            let without = need.total - need.position;
            self.mark("ENE-DOC-04", target, |marks| marks.attacked = true);
            self.offer_reaction(who, target, &blow, without)?;
            struck.push((target, without));
        }
        // One test for all: its own need is that of an empty zone.
        let thrown = self.roll_attack(who, &blow, None, normal)?;
        if thrown.successes == 0 {
            return Ok(());
        }
        let added = i16::from(thrown.need) - i16::from(normal);
        for (target, without) in struck {
            let need = i16::from(without) + added + i16::from(self.f(target).position);
            let thrown = Thrown { need: need.max(i16::from(normal)) as u8, ..thrown };
            self.land(who, &blow, target, thrown, false);
        }
        let row = weapon(blow.reach.weapon);
        for n in 0..self.scene.vehicles.len() as u8 {
            let car = self.scene.vehicles[usize::from(n)];
            if car.zone == zone && car.pe > 0 && row.damage > tables().vehicle.immune_base_damage_max {
                self.dent(who, &blow, n, thrown)?;
            }
        }
        if row.leaves.is_some() {
            // ENE-MAP-08.
            let until = self.scene.turn.saturating_add(row.leaves_turns);
            let now = ZoneNow { fire_until: until, ..self.scene.zones[zone.n()].clone() };
            self.tell("ENE-MAP-08", What::Zone { zone, now });
        }
        Ok(())
    }

    /// Able characters of a zone, in the order of the turn; who came later last.
    fn in_turn_order(&self, zone: Zone) -> Vec<Who> {
        let here: Vec<Who> = self.public().able_in(zone).collect();
        let mut ordered: Vec<Who> =
            self.scene.order.iter().copied().filter(|who| here.contains(who)).collect();
        ordered.extend(here.iter().filter(|who| !self.scene.order.contains(who)));
        ordered
    }

    /// Sets off the mines of other sides in a zone that a character enters (ENE-MAP-08).
    pub(super) fn trip(&mut self, who: Who, zone: Zone) {
        let own = self.f(who).side();
        let mut sides: Vec<u8> = Vec::new();
        let hidden = self.state.mines.iter().filter(|mine| !self.notes.blown.contains(mine));
        sides.extend(hidden.filter(|(side, at)| *side != own && *at == zone).map(|(side, _)| *side));
        for side in sides {
            if !self.notes.blown.contains(&(side, zone)) {
                self.notes.blown.push((side, zone));
                self.tell("ENE-MAP-08", What::Mine { side, zone });
            }
            self.explode(side, zone);
        }
    }

    /// Fixed successes against every able character in the zone, without reaction, circumstances, FP or critical.
    fn explode(&mut self, side: u8, zone: Zone) {
        let row = weapon(Weapon::Mine);
        for target in self.in_turn_order(zone) {
            let fighter = self.f(target);
            let successes = tables().mine.fixed_successes;
            let cancelled = successes.min(fighter.pool);
            let pool = fighter.pool - cancelled;
            let need = tables().core.req_normal + fighter.position;
            let net = net(successes - cancelled, need);
            let protection = legal::protection(fighter);
            if cancelled > 0 {
                self.tell("ENE-DEF-09", What::Pool { who: target, pool });
            }
            let sum = match net {
                0 => Sum::default(),
                _ => {
                    legal::damage(self.public(), Sum { base: row.damage, protection, ..Sum::default() }, net)
                }
            };
            let verdict = if net > 0 { Verdict::Hit } else { Verdict::Miss };
            self.tell(
                "ENE-MAP-08",
                What::Struck {
                    who: target,
                    target: Some(target),
                    vehicle: None,
                    verdict,
                    cancelled,
                    net,
                    critical: false,
                    sum,
                },
            );
            if sum.damage > 0 {
                let before = self.f(target).pe;
                let hurt_by = (self.f(target).side() != side).then_some(side);
                let pe = before - i16::from(sum.damage);
                self.lose_to("ENE-DMG-01", target, pe, Cause::Mine, (None, hurt_by));
            }
        }
    }
}
