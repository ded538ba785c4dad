//! What shots and close combat have in common: the attack die and who may have it rolled again, the dice of the
//! defender (GEN-SHT-04, GEN-CC-06, GEN-DEC-17, 20, 21).

use super::answers::{Assent, Parry};
use super::{Decision, Flow, Script, Stake, total};
use crate::command::Mod;
use crate::event::{Mark, Throw, Waived, What};
use crate::ids::{Dec, Fig, Skill};
use crate::legal;
use crate::numbers::numbers;
use crate::odds::{Assault, Guard};

impl Script<'_> {
    /// The attack die with all that may be rolled again, in the order of R-265: the attacker's moustache, the target's
    /// shield, then its luck. The final face.
    pub(super) fn attack_die(
        &mut self,
        rule: &'static str,
        (fig, target): (Fig, Fig),
        mods: &[Mod],
        how: Assault,
    ) -> Flow<u8> {
        let stake = Stake::Attack { fig, target, how };
        let mut face = self.one_attack_die(rule, fig, mods)?;
        if self.moustache(fig, face, stake)? {
            self.mark(fig, Mark::Moustache, "GEN-SKL-13");
            face = self.one_attack_die("GEN-SKL-13", fig, mods)?;
        }
        let mut shield = legal::has_shield(self.table(), target);
        loop {
            match self.parry_by_luck((fig, target), face, shield, stake)? {
                Some(Parry::Shield) => {
                    shield = false;
                    self.mark(target, Mark::Shield, "GEN-WPN-M12");
                    face = self.one_attack_die("GEN-WPN-M12", fig, mods)?;
                }
                Some(Parry::Lucky) => {
                    self.mark(target, Mark::Lucky, "GEN-SKL-09");
                    return self.one_attack_die("GEN-SKL-09", fig, mods);
                }
                Some(Parry::Nothing) | None => return Ok(face),
            }
        }
    }

    fn one_attack_die(&mut self, rule: &'static str, fig: Fig, mods: &[Mod]) -> Flow<u8> {
        let face = self.die(Throw::Attack, rule)?;
        let rolled = What::Rolled {
            throw: Throw::Attack,
            seat: self.seat(fig),
            fig: Some(fig),
            faces: vec![face],
            mods: mods.to_vec(),
            total: total(face, mods),
            need: None,
            ok: None,
        };
        self.tell(rule, rolled);
        Ok(face)
    }

    /// GEN-DEC-20. A 6 cannot become better: nothing is asked.
    fn moustache(&mut self, fig: Fig, face: u8, stake: Stake) -> Flow<bool> {
        if face == 6 || !self.has(fig, Skill::GrosseMoustache) || self.fig(fig).moustache_used {
            return Ok(false);
        }
        let question = Decision {
            seat: self.seat(fig),
            fig: Some(fig),
            about: None,
            die: Some(face as i8),
            options: Assent::both(),
            default: u8::from(face <= numbers().decision_default.moustache_to),
            stake,
        };
        Ok(self.choose(Dec::Moustache, question)? == Some(Assent::Yes))
    }

    /// GEN-DEC-21: the shield, then luck. A 1 cannot become worse: nothing is asked.
    fn parry_by_luck(
        &mut self,
        (fig, target): (Fig, Fig),
        face: u8,
        shield: bool,
        stake: Stake,
    ) -> Flow<Option<Parry>> {
        let lucky = self.has(target, Skill::Veinard) && !self.fig(target).lucky_used;
        if face == 1 {
            return Ok(None);
        }
        let mut options = vec![Parry::Nothing];
        options.extend(shield.then_some(Parry::Shield));
        options.extend(lucky.then_some(Parry::Lucky));
        let from = &numbers().decision_default;
        let default = if shield && face >= from.shield_from {
            1
        } else if lucky && face >= from.luck_from {
            1 + u8::from(shield)
        } else {
            0
        };
        let question = Decision {
            seat: self.seat(target),
            fig: Some(target),
            about: Some(fig),
            die: Some(face as i8),
            options,
            default,
            stake,
        };
        self.choose(Dec::Guard, question)
    }

    /// GEN-DEC-17, GEN-SHT-11: further dice and, in close combat, the weapon. `attack` is the total to beat, unknown when the
    /// defender chooses before the die is seen.
    pub(super) fn guard(
        &mut self,
        (fig, target): (Fig, Fig),
        attack: Option<i8>,
        how: Assault,
    ) -> Flow<Guard> {
        let close = matches!(how, Assault::Strike { .. });
        // R-133, GEN-SHT-05: no number of dice changes the outcome of such a shot.
        if let Some(total) = attack.filter(|total| !close && !(2..=6).contains(total)) {
            if self.fig(target).da > 0 {
                let why = if total > 6 { Waived::Certain } else { Waived::Hopeless };
                self.tell("GEN-SHT-05/R-133", What::NoTest { fig: target, throw: Throw::Defence, why });
            }
            return Ok(Guard::default());
        }
        let table = self.table();
        let weapons: Vec<Option<u8>> = match legal::best_weapon(table, target, fig).filter(|_| close) {
            Some(best) => {
                let mut list: Vec<u8> = legal::at_hand(table, target).map(|(n, _)| n).collect();
                // The default comes first (section 21.1).
                list.sort_by_key(|n| *n != best);
                list.into_iter().map(Some).collect()
            }
            None => vec![None],
        };
        let dice = 0..=self.fig(target).da;
        let options =
            dice.flat_map(|extra| weapons.iter().map(move |weapon| Guard { extra, weapon: *weapon }));
        let question = Decision {
            seat: self.seat(target),
            fig: Some(target),
            about: Some(fig),
            die: attack,
            options: options.collect(),
            default: 0,
            stake: Stake::Attack { fig, target, how },
        };
        let guard = self.choose(Dec::Defence, question)?.unwrap_or_default();
        self.spend(target, guard.extra, "GEN-DEC-17");
        Ok(guard)
    }

    /// Rolls the dice of the defender against a total. The best total.
    pub(super) fn defence_dice(
        &mut self,
        rule: &'static str,
        target: Fig,
        extra: u8,
        mods: Vec<Mod>,
        attack: i8,
    ) -> Flow<i8> {
        let count = numbers().shooting.defence_dice_base + extra;
        let faces = self.dice(count, Throw::Defence, rule)?;
        let best = total(faces.iter().copied().max().unwrap_or(1), &mods);
        let rolled = What::Rolled {
            throw: Throw::Defence,
            seat: self.seat(target),
            fig: Some(target),
            faces,
            mods,
            total: best,
            need: Some(attack),
            ok: Some(best >= attack),
        };
        self.tell(rule, rolled);
        Ok(best)
    }

    /// Whether a figure that does several things in one action can go on: it was not hurt since.
    pub(super) fn unhurt(&self, fig: Fig, was_wounded: bool) -> bool {
        let figure = self.fig(fig);
        figure.stands() && (was_wounded || !figure.wounded)
    }
}
