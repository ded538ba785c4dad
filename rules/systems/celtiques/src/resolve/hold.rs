//! Holds (CEL-SPE-15 to CEL-SPE-18).

use super::{Against, Cast, Flow, Landed, Script};
use crate::event::{Throw, What};
use crate::figures::{Sort, level};
use crate::ids::{Attr, Skill, Who};
use crate::tables::tables;

impl Script<'_> {
    /// A hold lands (CEL-SPE-15): the contest gives the entrave.
    pub(super) fn seizes(&mut self, landed: &Landed) -> Flow {
        let (who, at) = (landed.who, landed.at);
        let taken = |it: Who| self.of(it).ties.holds.is_some() || self.of(it).ties.held.is_some();
        if taken(who) || taken(at) || !self.of(at).able() {
            return Ok(());
        }
        // CEL-DEG-01, CEL-SPE-15: a weapon may be dropped for it.
        if !crate::legal::has_free_hand(self.public(), who) {
            self.drop_weapon(who, "CEL-SPE-15");
        }
        self.engage(who, at);
        self.ties(who, "CEL-SPE-15", |ties| ties.holds = Some(at));
        self.ties(at, "CEL-SPE-15", |ties| (ties.held, ties.entrave) = (Some(who), 0));
        self.grips(who, at)
    }

    /// Strength against strength: the level of success is the entrave; the higher one stays.
    fn grips(&mut self, who: Who, at: Who) -> Flow {
        let cast = Cast::of(Throw::Strength, "CEL-SPE-15", Attr::Fo, Sort::Test).plain();
        let mine = self.cast(who, cast)?;
        let his = self.cast(at, cast.against(Against::Difficulty(mine.total)))?;
        let margin = mine.total - his.total;
        let won =
            if margin > 0 { level(margin).min(i16::from(tables().special.entrave_max)) as u8 } else { 0 };
        let entrave = won.max(self.of(at).ties.entrave);
        self.tell("CEL-SPE-15", What::Seized { who: at, by: who, entrave });
        self.ties(at, "CEL-SPE-15", |ties| ties.entrave = entrave);
        Ok(())
    }

    /// The holder tightens its hold.
    pub(super) fn tighten(&mut self, who: Who) -> Flow {
        match self.of(who).ties.holds {
            Some(at) => self.grips(who, at),
            None => Ok(()),
        }
    }

    /// The holder throws the fighter that it holds (CEL-SPE-18).
    pub(super) fn hurl(&mut self, who: Who) -> Flow {
        let Some(at) = self.of(who).ties.holds else { return Ok(()) };
        if self.of(at).ties.entrave < tables().special.throw_min_entrave {
            return Ok(());
        }
        let speciality = self.profile(who).bonus(Some(crate::ids::Special::Projeter));
        let landed = Landed {
            who,
            at,
            margin: i16::from(speciality) * tables().core.extra_die_step,
            weapon: tables().weapon(crate::ids::Weapon::MainsNues),
            place: None,
            estoc: false,
            zone: None,
            trick: None,
            bonus: self.profile(who).level(Skill::Fureur),
            pressed: false,
            is_throw: false,
            charge: false,
        };
        let levels = self.damage(&landed)?;
        self.release(at, "CEL-SPE-18");
        self.wound(at, Some(who), [0, levels], "CEL-SPE-18");
        self.throw_fighter(at, who, "CEL-SPE-18")?;
        self.settle(at, Some(who))
    }

    /// Frees a fighter that was held (CEL-SPE-17).
    pub(super) fn release(&mut self, who: Who, rule: &'static str) {
        let Some(by) = self.of(who).ties.held else { return };
        self.tell(rule, What::Freed { who });
        self.ties(who, rule, |ties| (ties.held, ties.entrave) = (None, 0));
        self.ties(by, rule, |ties| ties.holds = None);
        self.speaks_again(who);
    }

    /// Getting free (CEL-SPE-16, CEL-R34).
    pub(super) fn escape(&mut self, who: Who, acro: bool) -> Flow {
        let Some(by) = self.of(who).ties.held else { return Ok(()) };
        let mut level = self.profile(who).level(Skill::Esquive);
        if acro {
            let difficulty = self.acrobatics(who, tables().dodge.acrobatic_difficulty);
            let cast = self.skill(who, Skill::Acrobatie, Throw::Acrobatics, "CEL-SPE-16");
            let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
            if sum.over(difficulty).is_some() {
                level += self.profile(who).level(Skill::Acrobatie);
            } else {
                self.unbalance(who, "CEL-ESQ-06");
            }
        }
        let difficulty = tables().special.escape_base_difficulty + self.profile(by).level(Skill::Fureur);
        let cast = Cast::of(Throw::Escape, "CEL-SPE-16", Attr::Ag, Sort::Action).level(level);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_some() {
            self.release(who, "CEL-SPE-16");
        } else {
            self.stumbles(who, sum);
        }
        Ok(())
    }
}
