//! Holds (CEL-SPE-15 to CEL-SPE-18), and what is a switch of the room: held at bay, duels (CEL-RES, CEL-DUE).

use super::{Against, Asked, Cast, Flow, Landed, Script};
use crate::celtiques::command::Choice;
use crate::celtiques::event::{Throw, What, Why};
use crate::celtiques::figures::{Sort, level};
use crate::celtiques::ids::{Attr, Skill, Who};
use crate::celtiques::tables::tables;

impl Script<'_> {
    /// A hold lands (CEL-SPE-15): the contest gives the entrave.
    pub(super) fn seizes(&mut self, landed: &Landed) -> Flow {
        let (who, at) = (landed.who, landed.at);
        let taken = |it: Who| self.of(it).ties.holds.is_some() || self.of(it).ties.held.is_some();
        if taken(who) || taken(at) || !self.of(at).able() {
            return Ok(());
        }
        // CEL-DEG-01, CEL-SPE-15: a weapon may be dropped for it.
        if !crate::celtiques::legal::has_free_hand(self.table(), who) {
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

    /// The holder throws whom it holds (CEL-SPE-18).
    pub(super) fn hurl(&mut self, who: Who) -> Flow {
        let Some(at) = self.of(who).ties.holds else { return Ok(()) };
        if self.of(at).ties.entrave < tables().special.throw_min_entrave {
            return Ok(());
        }
        let speciality = self.profile(who).bonus(Some(crate::celtiques::ids::Special::Projeter));
        let landed = Landed {
            who,
            at,
            margin: i16::from(speciality) * tables().core.extra_die_step,
            weapon: tables().weapon(crate::celtiques::ids::Weapon::MainsNues),
            place: None,
            estoc: false,
            zone: None,
            trick: None,
            bonus: self.profile(who).level(Skill::Fureur),
            pressed: false,
            thrown: false,
            charge: false,
        };
        let levels = self.damage(&landed)?;
        self.release(at, "CEL-SPE-18");
        self.wound(at, Some(who), [0, levels], "CEL-SPE-18");
        self.thrown(at, who, 2, "CEL-SPE-18")?;
        self.settle(at, Some(who))
    }

    /// Somebody who was held is free (CEL-SPE-17).
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

    /// Holding at bay (CEL-RES-04, CEL-DEC-16): the target accepts, or breaks at once.
    pub(super) fn hold_at_bay(&mut self, who: Who, at: Who) -> Flow {
        self.tell("CEL-RES-04", What::Bay { who: at, by: who });
        self.turn_to(who, at, "CEL-RES-04");
        self.ties(at, "CEL-RES-04", |ties| ties.bay = Some(who));
        let accepts = self.choose("CEL-RES-04", Asked::yes_no(16, at, Some(who), true))?;
        if accepts != Choice::Yes {
            self.breaks_out(at)?;
        }
        Ok(())
    }

    /// Breaking out (CEL-RES-01, CEL-RES-02, CEL-RES-03), at the moment of action: courage and the level of the action. Whether it acts.
    pub(super) fn breaks_out(&mut self, who: Who) -> Flow<bool> {
        let Some(by) = self.of(who).ties.bay else { return Ok(true) };
        let rows = &tables().held_at_bay;
        let busy = self.of(by).beat.attacked || !self.of(by).ties.engaged.is_empty();
        let base = self.scene.rulings.bay.unwrap_or(rows.base_difficulty);
        let others =
            self.table().enemies(who).filter(|it| *it != by && self.table().in_reach(*it, who)).count()
                as i16;
        let difficulty = base + rows.per_extra_holder * others + if busy { rows.holder_busy } else { 0 };
        let skill = self.table().guard(who).skill;
        let cast = Cast::of(Throw::Courage, "CEL-RES-01", Attr::Co, Sort::Test)
            .level(self.profile(who).level(skill));
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.tell("CEL-RES-03", What::Skipped { who, why: Why::Held });
            return Ok(false);
        }
        self.tell("CEL-RES-03", What::Freed { who });
        let cast = Cast::of(Throw::Reaction, "CEL-RES-03", Attr::Re, Sort::Test).plain();
        let mine = self.cast(who, cast)?;
        let his = self.cast(by, cast)?;
        let first = mine.total - his.total >= rows.reaction_lead;
        if !first && self.table().in_reach(by, who) && self.of(by).able() {
            let blow = crate::celtiques::command::Blow::at(who);
            if let Some(landed) = self.strike(by, &blow, 0)? {
                self.effects(landed)?;
            }
        }
        self.ties(who, "CEL-RES-03", |ties| ties.bay = None);
        Ok(self.of(who).able())
    }

    /// A duel is proposed (CEL-DUE-01, CEL-DEC-17): seconds of intimidation, until one of them breaks off.
    pub(super) fn duel(&mut self, who: Who, at: Who) -> Flow {
        let accepts = self.choose("CEL-DUE-01", Asked::yes_no(17, at, Some(who), false))?;
        if accepts != Choice::Yes {
            return Ok(());
        }
        let pair = [who, at];
        let mut bonus = [0i16; 2];
        let weapon = |script: &Self, it: Who| script.profile(it).level(script.table().weapon(it).skill);
        let mut breaks = None;
        for second in 0..9u8 {
            let mut totals = [0i16; 2];
            for (n, it) in pair.iter().enumerate() {
                let cast = Cast::of(Throw::Duel, "CEL-DUE-01", Attr::Co, Sort::Test).plain();
                totals[n] = self.cast(*it, cast.level(weapon(self, *it)))?.total;
            }
            let gap = totals[0] - totals[1];
            if gap != 0 {
                bonus[usize::from(gap < 0)] += level(gap.abs());
            }
            for (n, it) in pair.iter().enumerate() {
                let goes_on =
                    self.choose("CEL-DUE-02", Asked::yes_no(17, *it, Some(pair[1 - n]), second < 2))?;
                if goes_on != Choice::Yes {
                    breaks = breaks.or(Some(n));
                }
            }
            if breaks.is_some() {
                break;
            }
        }
        let broke = breaks.unwrap_or(0);
        let mut totals = [0i16; 2];
        for (n, it) in pair.iter().enumerate() {
            let cast = Cast::of(Throw::Duel, "CEL-DUE-02", Attr::Re, Sort::Test).plain().bonus(bonus[n]);
            totals[n] = self.cast(*it, cast.level(weapon(self, *it)))?.total;
        }
        // A tie: the one who did not break.
        let first = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 1 - broke,
        };
        for n in [first, 1 - first] {
            let (by, to) = (pair[n], pair[1 - n]);
            if let Some(weapon) = self.of(by).gear.hand
                && self.of(by).able()
                && self.of(to).able()
            {
                for landed in self.shoots(by, to, weapon, false)? {
                    self.effects(landed)?;
                }
            }
        }
        Ok(())
    }
}
