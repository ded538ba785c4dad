//! Dodges (CEL-ESQ), and reactions to sudden events (CEL-UND-04).

use super::answers::{Asked, Dodges};
use super::{Against, Cast, Flow, Script};
use crate::event::Throw;
use crate::figures::Sort;
use crate::ids::{Attr, Dec, Skill, Who};
use crate::scene::Dodge;
use crate::state::PublicState;
use crate::tables::tables;

impl Script<'_> {
    /// Whether a fighter can dodge an attack (CEL-ESQ-07).
    pub(super) fn may_dodge(&self, who: Who, by: Who) -> bool {
        self.public().can_dodge(who, by)
    }

    /// Whether there is room for an acrobatic dodge (CEL-ESQ-06, CEL-HEX-07): three of the six neighbours are free.
    pub(super) fn has_room(&self, who: Who) -> bool {
        let around = self.of(who).pose.at.around().into_iter();
        around.filter(|hex| self.public().free(who, *hex, true)).count()
            >= tables().dodge.acrobatic_free_hexes
    }

    /// The score that an attack above the défense has to beat: that of a dodge made already in the segment, else of one that is
    /// offered now (CEL-ALG-05, CEL-ESQ-03, CEL-ESQ-04): it takes the place of the défense where it is better, or an échec critique (CEL-R18, CEL-R73);
    /// one for all attacks of the segment (CEL-R56, CEL-R57).
    pub(super) fn dodged(&mut self, who: Who, by: Who, total: i16, defence: i16) -> Flow<i16> {
        if self.of(who).beat.dodge.is_none() && self.may_dodge(who, by) {
            match self.offer_dodge(who, by, total, defence)? {
                Dodges::Dodge { acro, slot } => self.reacts(who, by, acro, slot)?,
                Dodges::No => {}
            }
        }
        Ok(match self.of(who).beat.dodge {
            Some(dodge) if dodge.failed || dodge.total > defence => dodge.total,
            _ => defence,
        })
    }

    /// Offers a dodge (CEL-DEC-10).
    fn offer_dodge(&mut self, who: Who, by: Who, total: i16, defence: i16) -> Flow<Dodges> {
        let slot = self.unused(who);
        let plain = Dodges::Dodge { acro: false, slot: false };
        let mut options = vec![Dodges::No, plain];
        if slot {
            options.push(Dodges::Dodge { acro: false, slot: true });
        }
        if self.profile(who).level(Skill::Acrobatie) > 0 && self.has_room(who) {
            options.push(Dodges::Dodge { acro: true, slot: false });
            if slot {
                options.push(Dodges::Dodge { acro: true, slot: true });
            }
        }
        let first = self.of(who).turn.dodges == 0;
        let dodges = first || total - defence >= tables().core.level_step;
        let usual = if dodges { plain } else { Dodges::No };
        self.choose(
            "CEL-ESQ-01",
            Asked { dec: Dec::Dodge, who, about: Some(by), total, against: defence, options, usual },
        )
    }

    /// Makes the dodge that was chosen, after the reaction to a sudden event where one is asked (CEL-UND-04, CEL-R81).
    pub(super) fn reacts(&mut self, who: Who, by: Who, acro: bool, slot: bool) -> Flow {
        let rows = &tables().sudden_event;
        let unseen = !self.of(who).beat.saw.contains(by) && !self.of(who).ties.engaged.contains(by);
        let rear = self.public().behind(by, who);
        let difficulty = match (unseen, rear) {
            (true, _) => Some(rows.unseen),
            (false, true) => Some(rows.rear),
            _ => None,
        };
        let difficulty =
            difficulty.map(|usual| self.scene.rulings.sudden.unwrap_or(usual)).filter(|it| *it > 0);
        let mut malus = 0;
        if let Some(difficulty) = difficulty {
            let cast = Cast::of(Throw::Sudden, "CEL-UND-04", Attr::Re, Sort::Test).plain();
            let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
            if sum.over(difficulty).is_none() {
                malus = sum.missed(difficulty);
                if malus >= rows.no_reaction_missed_by {
                    self.beat(who, "CEL-UND-04", |beat| beat.late = true);
                    return Ok(());
                }
            }
        }
        self.dodge_with(who, acro, slot, -malus)
    }

    /// A dodge without a reason to react (CEL-TIR-13).
    pub(super) fn dodge_roll(&mut self, who: Who, acro: bool, slot: bool) -> Flow {
        if self.of(who).beat.dodge.is_some() || !self.of(who).able() {
            return Ok(());
        }
        self.dodge_with(who, acro, slot, 0)
    }

    /// A dodge: with acrobatics first, where it is one (CEL-ESQ-06); it costs the slot, or a die (CEL-ALG-04).
    fn dodge_with(&mut self, who: Who, acro: bool, slot: bool, bonus: i16) -> Flow {
        let mut level = self.profile(who).level(Skill::Esquive);
        if acro {
            let difficulty = self.acrobatics(who, tables().dodge.acrobatic_difficulty);
            let cast = self.skill(who, Skill::Acrobatie, Throw::Acrobatics, "CEL-ESQ-06");
            let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
            if sum.over(difficulty).is_some() {
                level += self.profile(who).level(Skill::Acrobatie);
            } else {
                self.unbalance(who, "CEL-ESQ-06");
            }
        }
        let cast = Cast::of(Throw::Dodge, "CEL-ESQ-03", Attr::Ag, Sort::Action).level(level).bonus(bonus);
        let sum = self.cast(who, cast)?;
        self.undeclared(who, slot, true);
        let dodge = Dodge { total: sum.total, failed: sum.critical < 0 };
        self.beat(who, "CEL-ESQ-04", |beat| beat.dodge = Some(dodge));
        self.count(who, "CEL-ESQ-04", |turn| turn.dodges = turn.dodges.saturating_add(1).min(9));
        if self.of(who).mind.aim.is_some() {
            self.mind(who, "CEL-TIR-14", |mind| mind.aim = None);
        }
        Ok(())
    }
}

impl PublicState<'_> {
    /// Whether a fighter can dodge an attack (CEL-ESQ-07): neither inert, stunned, busy nor late, and it sees who attacks.
    pub(crate) fn can_dodge(self, who: Who, by: Who) -> bool {
        let fighter = self.of(who);
        let stunned = fighter.mind.stunned && fighter.mind.lost > 0;
        let beat = &fighter.beat;
        fighter.able()
            && !fighter.busy()
            && !stunned
            && !beat.late
            && !beat.zigzag
            && !beat.jumps
            && self.sees(who, by)
    }
}
