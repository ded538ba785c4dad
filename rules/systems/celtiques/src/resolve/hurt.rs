//! What blows do (CEL-DOM, CEL-CRI, CEL-EMP): damage against resistance, levels, criticals, states.

use super::answers::{Asked, Assent};
use super::{Against, Cast, Flow, Landed, Script};
use crate::command::Trick;
use crate::event::{Throw, What};
use crate::figures::{Sort, level};
use crate::ids::{Attr, Dec, Kind, Weapon, Who, Whos, Zone};
use crate::profile::split;
use crate::scene::{Gear, Mind, Posture, Status, Thing, Trophy};
use crate::state::PublicState;
use crate::tables::{Critical, Flag, Scar, ZoneEffect, tables};

impl Script<'_> {
    /// The effects of a blow or a shot that landed, in the order of CEL-ALG-05.
    pub(super) fn effects(&mut self, landed: &Landed) -> Flow {
        let (who, at) = (landed.who, landed.at);
        if !matches!(self.of(at).body.status, Status::Able | Status::Fainted) {
            return Ok(());
        }
        match landed.trick {
            Some(Trick::Trip | Trick::Throw) => return self.trips(landed),
            Some(Trick::Seize) => return self.seizes(landed),
            Some(Trick::Shield) => return self.bashes(landed),
            _ => {}
        }
        let levels = self.damage(landed)?;
        if levels > 0 {
            self.harms(landed, levels)?;
        }
        if landed.charge && levels > 0 && landed.weapon.is(Flag::Hast) && !landed.is_throw {
            self.polearm(landed, levels)?;
        }
        if landed.trick == Some(Trick::Force) {
            self.strains(who)?;
        }
        self.settle(at, Some(who))
    }

    /// The damage roll against resistance (CEL-DOM-01 to CEL-DOM-03, CEL-R55): the levels lost.
    pub(super) fn damage(&mut self, landed: &Landed) -> Flow<u8> {
        let core = &tables().core;
        // CEL-DOM-02, CEL-MEL-06, CEL-R21.
        let more = (landed.margin / core.extra_die_step).clamp(0, 12) as i8;
        let cast = Cast::of(Throw::Damage, "CEL-DOM-02", Attr::Fo, Sort::Raw).plain().more(-more);
        let dealt = self.cast(landed.who, cast.bonus(landed.weapon.damage + landed.bonus))?;
        let protection = self.public().protection(landed.at, landed.zone, landed.pressed);
        let cast = Cast::of(Throw::Resistance, "CEL-DOM-03", Attr::En, Sort::Raw).plain();
        let taken = self.cast(landed.at, cast.bonus(protection).against(Against::Difficulty(dealt.total)))?;
        let margin = dealt.total - taken.total;
        Ok(if margin > 0 { level(margin).min(40) as u8 } else { 0 })
    }

    /// Levels are lost (CEL-DOM-04), then zone and critical effects follow.
    fn harms(&mut self, landed: &Landed, levels: u8) -> Flow {
        let (who, at) = (landed.who, landed.at);
        let kind = if landed.estoc { Kind::Estoc } else { landed.weapon.kind };
        let lost = split(kind, levels);
        self.wound(at, Some(who), lost, "CEL-DOM-04");
        if let Some(zone) = landed.zone
            && lost[0] >= tables().zone(zone).min_wound
        {
            self.zone_effect(at, zone)?;
        }
        if levels >= tables().core.critical_damage_levels && !self.profile(at).is_extra() {
            self.critical(landed, lost[0])?;
        }
        // CEL-SPE-16: a wound of so many levels in one blow frees.
        if lost[0] >= tables().special.freed_by_wound && self.of(who).ties.held == Some(at) {
            self.release(who, "CEL-SPE-16");
        }
        Ok(())
    }

    /// Levels of Blessure and Fatigue are lost; a wounding blow shakes a point of confiance (CEL-COR-05, CEL-R61).
    pub(super) fn wound(
        &mut self,
        at: Who,
        by: Option<Who>,
        [blessure, fatigue]: [u8; 2],
        rule: &'static str,
    ) {
        if blessure == 0 && fatigue == 0 {
            return;
        }
        self.tell(rule, What::Hurt { who: at, by, blessure, fatigue });
        let shaken =
            if by.is_some() && blessure > 0 { tables().core.confiance_lost_per_wounding_blow } else { 0 };
        let out = self.profile(at).out[1];
        self.body(at, rule, |body| {
            body.blessure = body.blessure.saturating_add(blessure).min(40);
            // CEL-COR-13: beyond the last level it is ignored.
            body.fatigue = body.fatigue.saturating_add(fatigue).min(out);
            body.confiance = body.confiance.saturating_sub(shaken);
        });
        if blessure > 0 {
            self.mind(at, "CEL-SPE-07", |mind| {
                (mind.prepared, mind.aim, mind.ordering) = (None, None, 0);
                mind.hurt_by = by.or(mind.hurt_by);
            });
            self.speaks_again(at);
        }
    }

    /// What an aimed blow does that costs two levels (CEL-SPE-02, CEL-R28).
    fn zone_effect(&mut self, at: Who, zone: Zone) -> Flow {
        let row = tables().zone(zone);
        let fails = |script: &mut Self| -> Flow<bool> {
            let cast = Cast::of(Throw::Agility, "CEL-SPE-02", Attr::Ag, Sort::Test);
            let sum = script.cast(at, cast.against(Against::Difficulty(row.test_difficulty)))?;
            Ok(sum.over(row.test_difficulty).is_none())
        };
        match row.effect {
            ZoneEffect::Desequilibre => self.lose(at, row.actions_lost, false, "CEL-SPE-02"),
            ZoneEffect::Sonne => self.lose(at, row.actions_lost, true, "CEL-SPE-02"),
            ZoneEffect::Chute => {
                if fails(self)? {
                    self.falls(at, "CEL-SPE-02")?;
                }
            }
            ZoneEffect::Lache => {
                if fails(self)? {
                    self.drop_weapon(at, "CEL-SPE-02");
                }
            }
            ZoneEffect::OeilInutilisable => self.body(at, "CEL-SPE-02", |body| body.eye = true),
        }
        Ok(())
    }

    /// The critical table (CEL-CRI-01, CEL-CRI-03, CEL-R44, CEL-R45): 2d6 and the levels of Blessure of the blow.
    fn critical(&mut self, landed: &Landed, blessure: u8) -> Flow {
        let at = landed.at;
        let faces = self.faces(at, 2, Throw::Critical, "CEL-CRI-01")?;
        let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + i16::from(blessure);
        let row = tables().critical(total);
        self.tell("CEL-CRI-01", What::Critical { who: at, total, effect: row.effect });
        let even = faces.first().is_none_or(|face| face % 2 == 0);
        match row.effect {
            Critical::Rien => {}
            Critical::Desequilibre => self.lose(at, row.actions_lost, false, "CEL-CRI-02"),
            Critical::Sonne => self.lose(at, row.actions_lost, true, "CEL-CRI-02"),
            Critical::MainLache => self.drop_weapon(at, "CEL-CRI-03"),
            Critical::JambeEsquiveMalus => self.body(at, "CEL-CRI-01", |body| body.slow_dodge = true),
            Critical::ProjeteATerreLache => {
                self.falls(at, "CEL-CRI-02")?;
                self.drop_weapon(at, "CEL-CRI-03");
                self.lose(at, row.actions_lost, false, "CEL-CRI-02");
            }
            Critical::BrasInutilisable => self.maims_arm(at, even),
            Critical::MainAmputation => {
                self.drop_weapon(at, "CEL-CRI-02");
                self.maims_arm(at, even);
            }
            Critical::JambeInutilisable | Critical::PiedAmputation => {
                self.body(at, "CEL-CRI-02", |body| body.leg = true);
            }
            Critical::Visage => self.scars(at)?,
            Critical::InconscientHeures | Critical::InconscientHemorragie => {
                self.puts_out(at, Some(landed.who), false, "CEL-CRI-02")?;
            }
            Critical::MortSansPremiersSoins => {
                self.puts_out(at, Some(landed.who), false, "CEL-CRI-02")?;
                let until = self.scene.turn.saturating_add(tables().critical_care.first_aid_turns);
                self.body(at, "CEL-CRI-02", |body| body.until = until);
            }
            Critical::MortImmediate => self.puts_out(at, Some(landed.who), true, "CEL-CRI-01")?,
        }
        if row.impale && landed.estoc {
            self.impales(landed);
        }
        Ok(())
    }

    /// A useless arm holds nothing (CEL-CRI-02): the weapon arm on an even first die, else that of the shield.
    fn maims_arm(&mut self, at: Who, weapon: bool) {
        if weapon {
            self.drop_weapon(at, "CEL-CRI-02");
            self.body(at, "CEL-CRI-02", |body| body.arm = true);
        } else {
            if self.public().weapon(at).hands >= 2 {
                self.drop_weapon(at, "CEL-CRI-02");
            }
            self.body(at, "CEL-CRI-02", |body| body.shield_arm = true);
            self.gear(at, "CEL-CRI-03", |gear| gear.shield = false);
        }
    }

    /// A face (CEL-CRI-01, result 17).
    fn scars(&mut self, at: Who) -> Flow {
        let face = self.faces(at, 1, Throw::Face, "CEL-CRI-01")?.first().copied().unwrap_or(1);
        let scars = &tables().face.die;
        let scar = scars[usize::from(face).clamp(1, scars.len()) - 1];
        self.tell("CEL-CRI-02", What::Scar { who: at, scar });
        self.body(at, "CEL-CRI-02", |body| match scar {
            Scar::Oeil => body.eye = true,
            Scar::Machoire => body.jaw = true,
            Scar::Balafre | Scar::Oreille | Scar::Nez => {}
        });
        Ok(())
    }

    /// The weapon is stuck in the body (CEL-EMP-01); one that was thrown binds no fighter (CEL-EMP-05).
    fn impales(&mut self, landed: &Landed) {
        let (who, at) = (landed.who, landed.at);
        self.tell("CEL-EMP-01", What::Impaled { who: at, by: who });
        let natural = landed.weapon.hands == 0 || landed.weapon.id == Weapon::MainsNues;
        if !landed.is_throw && !natural && landed.place == self.of(who).gear.hand {
            self.gear(who, "CEL-EMP-05", |gear| gear.stuck = Some(at));
            self.engage(who, at);
        }
    }

    /// Pulling a weapon out (CEL-EMP-02, CEL-EMP-03, CEL-R23).
    pub(super) fn pull(&mut self, who: Who) -> Flow {
        let Some(at) = self.of(who).gear.stuck else { return Ok(()) };
        let rows = &tables().impale;
        let row = self.public().weapon(who);
        let usual = match row.id {
            Weapon::Harpon => rows.pull_harpon,
            Weapon::Couteau => rows.pull_couteau,
            Weapon::Poignard => rows.pull_poignard,
            _ => rows.pull_long,
        };
        let difficulty = usual - if self.of(at).able() { 0 } else { rows.inert_reduction };
        let level = self.profile(who).level(row.skill);
        let cast = Cast::of(Throw::Pull, "CEL-EMP-02", Attr::Ag, Sort::Action).level(level);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.stumbles(who, sum);
            return Ok(());
        }
        let place = self.of(who).gear.hand;
        self.gear(who, "CEL-EMP-02", |gear| gear.stuck = None);
        if row.id == Weapon::Harpon {
            let landed = Landed {
                who,
                at,
                margin: 0,
                weapon: row,
                place,
                estoc: true,
                zone: None,
                trick: None,
                bonus: 0,
                pressed: false,
                is_throw: true,
                charge: false,
            };
            return self.effects(&landed);
        }
        Ok(())
    }

    /// A polearm that wounds in a charge is tested (CEL-SPE-06, CEL-R32): 1d6 + encombrement against the levels.
    fn polearm(&mut self, landed: &Landed, levels: u8) -> Flow {
        let who = landed.who;
        let face = self.faces(who, 1, Throw::Polearm, "CEL-SPE-06")?.first().copied().unwrap_or(6);
        let Some(n) = landed.place else { return Ok(()) };
        if i16::from(face) + landed.weapon.encombrement < i16::from(levels) {
            self.tell("CEL-SPE-06", What::Breaks { who });
            self.gear(who, "CEL-SPE-06", |gear| {
                gear.gone |= Gear::bit(n);
                gear.drawing = gear.drawing.filter(|it| *it != n);
                (gear.hand, gear.stuck) = (gear.hand.filter(|it| *it != n), None);
            });
        }
        Ok(())
    }

    /// Settles whether levels put a fighter out, and what follows (CEL-COR-12, CEL-COR-17).
    pub(super) fn settle(&mut self, at: Who, by: Option<Who>) -> Flow {
        if self.of(at).body.status != Status::Out && PublicState::is_out(self.profile(at), self.of(at)) {
            self.puts_out(at, by, false, "CEL-COR-17")?;
        }
        if self.of(at).body.status == Status::Out && self.of(at).body.blessure >= self.profile(at).dead {
            self.body(at, "CEL-COR-12", |body| body.dead = true);
        }
        Ok(())
    }

    /// Puts a fighter hors de combat (CEL-COR-17); its author gets a point of confiance back and loses its fear
    /// (CEL-COR-05, CEL-TER-08).
    pub(super) fn puts_out(&mut self, at: Who, by: Option<Who>, dead: bool, rule: &'static str) -> Flow {
        if dead {
            self.body(at, rule, |body| body.dead = true);
        }
        if self.of(at).body.status == Status::Out {
            return Ok(());
        }
        let foe = by.filter(|by| self.public().side(*by) != self.public().side(at));
        let ties = &self.of(at).ties;
        let alone = foe.filter(|by| ties.engaged.contains(*by) && ties.attackers.without(*by).is_empty());
        self.inert(at, Status::Out, by, rule);
        if let Some(by) = foe {
            let score = self.profile(by).confiance;
            let back = tables().core.confiance_back_per_enemy_out;
            self.body(by, "CEL-TER-08", |body| {
                body.fear = 0;
                body.confiance = body.confiance.saturating_add(back).min(score);
            });
            self.ties(at, "CEL-TET-05", |ties| ties.beaten_by = alone);
        }
        self.chief_lost(at)
    }

    /// Makes a fighter unable to act: bonds break, what it carried falls.
    pub(super) fn inert(&mut self, at: Who, status: Status, by: Option<Who>, rule: &'static str) {
        self.tell(rule, What::Status { who: at, status, by });
        for other in self.of(at).ties.engaged.iter().collect::<Vec<_>>() {
            self.disengage(at, other, "CEL-ENG-03");
        }
        if let Some(held) = self.of(at).ties.holds {
            self.release(held, "CEL-SPE-17");
        }
        if self.of(at).ties.held.is_some() {
            self.release(at, "CEL-SPE-17");
        }
        self.unbind(at);
        if self.of(at).gear.standard {
            let place = self.of(at).pose.at;
            self.gear(at, "CEL-SCN-06", |gear| gear.standard = false);
            self.tell("CEL-SCN-06", What::Standard { at: Some(place) });
        }
        let camp = self.scene.camp(self.public().side(at));
        if camp.to.contains(at) && status != Status::Out {
            let side = self.public().side(at);
            self.camp(side, "CEL-CMD-09", |camp| camp.to = camp.to.without(at));
        }
        self.mind(at, rule, |mind| *mind = Mind::default());
        self.count(at, rule, |turn| turn.slots = 0);
        if matches!(status, Status::Out | Status::Fainted) {
            self.pose(at, rule, |pose| (pose.posture, pose.rising) = (Posture::Fallen, 0));
        }
        self.body(at, rule, |body| (body.status, body.fleeing, body.until) = (status, false, 0));
        self.speaks_again(at);
    }

    /// Ends what binds others to a fighter, such as those that it holds at bay.
    fn unbind(&mut self, at: Who) {
        for who in self.scene.whos() {
            if self.of(who).ties.bay.contains(at) {
                self.ties(who, "CEL-RES-04", |ties| ties.bay = ties.bay.without(at));
            }
        }
        self.ties(at, "CEL-RES-04", |ties| ties.bay = Whos::NONE);
        self.ends_duel(at);
    }

    /// A fighter leaves the fight of its own will, by the edge or by an exit.
    pub(super) fn leaves_fight(&mut self, who: Who, status: Status, rule: &'static str) -> Flow {
        let carries = self.of(who).gear.standard && status == Status::Exited;
        if carries {
            let side = self.public().side(who);
            self.camp(side, "CEL-SCN-06", |camp| camp.carried = true);
        }
        self.inert(who, status, None, rule);
        if status == Status::Exited { Ok(()) } else { self.chief_lost(who) }
    }

    /// A shield is run into a target (CEL-SPE-05, CEL-R46, CEL-R54): only the row that is reached applies.
    fn bashes(&mut self, landed: &Landed) -> Flow {
        let (who, at) = (landed.who, landed.at);
        let rows = &tables().special;
        let levels = self.damage(landed)?;
        self.wound(at, Some(who), [0, levels], "CEL-SPE-05");
        match levels {
            0 => {}
            1 => {
                self.mind(at, "CEL-SPE-05", |mind| {
                    mind.lost_next = mind.lost_next.saturating_add(rows.bash_actions_lost).min(20);
                });
            }
            2 => self.falls(at, "CEL-SPE-05")?,
            _ => {
                self.throw_fighter(at, who, "CEL-SPE-05")?;
                self.lose(at, rows.bash_actions_lost, true, "CEL-SPE-05");
            }
        }
        self.settle(at, Some(who))
    }

    /// Faire tomber (CEL-SPE-09 to CEL-SPE-12): a contest, won by more alone (CEL-SPE-11), with a die more for each ten of margin on the attack (CEL-R58).
    fn trips(&mut self, landed: &Landed) -> Flow {
        let (who, at) = (landed.who, landed.at);
        let strength = landed.trick == Some(Trick::Throw);
        let (attr, other, throw) = if strength {
            (Attr::Fo, Attr::Ag, Throw::Strength)
        } else {
            (Attr::Ag, Attr::Fo, Throw::Agility)
        };
        let more = (landed.margin / tables().core.extra_die_step).clamp(0, 12) as i8;
        let cast = |of: &Self, it: Who| {
            Cast::of(throw, "CEL-SPE-09", attr, Sort::Test)
                .plain()
                .level(i16::from(of.profile(it).attr(other)))
        };
        let mine = self.cast(who, cast(self, who).more(-more))?;
        let his = self.cast(at, cast(self, at).against(Against::Difficulty(mine.total)))?;
        let margin = mine.total - his.total;
        if margin <= 0 {
            return Ok(());
        }
        match (strength, level(margin)) {
            (false, 1) => self.lose(at, tables().special.trip_actions_lost, false, "CEL-SPE-10"),
            (true, 1) => {
                self.falls(who, "CEL-SPE-10")?;
                self.shocked(at)?;
            }
            _ => self.shocked(at)?,
        }
        self.settle(at, Some(who))
    }

    /// A fall after Faire tomber (CEL-SPE-12): resistance 15, or Fatigue.
    fn shocked(&mut self, at: Who) -> Flow {
        let difficulty = tables().special.trip_fall_difficulty;
        self.falls(at, "CEL-SPE-12")?;
        let cast = Cast::of(Throw::Shock, "CEL-SPE-12", Attr::En, Sort::Raw).plain();
        let sum = self.cast(at, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.wound(at, None, [0, level(sum.missed(difficulty)) as u8], "CEL-SPE-12");
        }
        Ok(())
    }

    /// A weapon that flew lies where it came down (CEL-TIR-15).
    pub(super) fn comes_down(&mut self, who: Who, n: u8, at: bagarre_kit::hex::Hex) {
        self.lay(Thing { of: who, n, at }, "CEL-TIR-15");
        self.gear(who, "CEL-TIR-15", |gear| gear.hand = gear.hand.filter(|it| *it != n));
    }

    /// A head is taken after the fight, or not (CEL-DEC-22, CEL-TET-01, CEL-R25).
    pub(super) fn head(&mut self, who: Who, of: Who) -> Flow {
        self.ties(of, "CEL-TET-06", |ties| ties.beheaded = true);
        let full = !self.public().has_room(who);
        let asked = Asked::yes_no(Dec::Head, who, Some(of), false);
        // CEL-TET-02: no more than the dice of Présence.
        if full || self.choose("CEL-TET-01", asked)? == Assent::No {
            return Ok(());
        }
        let difficulty = tables().heads.difficulty;
        let skill = self.profile(who).level(crate::ids::Skill::Fureur);
        let cast = Cast::of(Throw::Head, "CEL-TET-01", Attr::Pr, Sort::Test).level(skill);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if let Some(margin) = sum.over(difficulty) {
            self.takes_head(who, of, margin);
        }
        Ok(())
    }

    /// A head hangs at the belt, for as many days as the margin (CEL-TET-01, CEL-TET-06, CEL-R65).
    pub(super) fn takes_head(&mut self, who: Who, of: Who, margin: i16) {
        self.tell("CEL-TET-05", What::Head { who, of, margin });
        let days = Some(margin.clamp(0, 99) as u8);
        self.gear(who, "CEL-TET-02", |gear| {
            gear.heads = gear.heads.saturating_add(1).min(9);
            gear.trophies.push(Trophy { of, days });
            gear.trophies.truncate(9);
        });
        let side = self.public().side(who);
        self.camp(side, "CEL-FIN-04", |camp| camp.heads = camp.heads.saturating_add(1));
    }
}
