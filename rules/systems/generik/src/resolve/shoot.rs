//! Shooting (section 11).

use crate::space::Skirmish as _;
use std::cmp::Reverse;

use super::answers::Aim;
use super::{Decision, Flow, Script, Stake, total};
use crate::command::{Choice, Fire};
use crate::event::{Answer, Throw, Verdict, What, Why};
use crate::ids::{Dec, Fig};
use crate::legal::{self, Hit};
use crate::numbers::numbers;
use crate::odds::Assault;
use crate::space::near;
use crate::state::Input;
use crate::tables::{self, WeaponRow};
use bagarre_kit::plane::Pt;

impl Script<'_> {
    /// A shooting action, all its shots, then the opportunity window (GEN-SHT-04, GEN-AO-07).
    pub(super) fn shoot(&mut self, fig: Fig, weapon: u8, target: Fig, fire: Fire) -> Flow {
        match fire {
            Fire::Normal | Fire::Powerful => self.fire(fig, weapon, target, fire)?,
            Fire::Multi => {
                let shots = self.ranged_row(fig, weapon).map_or(1, |row| row.multi_shot);
                self.shots(fig, weapon, target, &vec![Fire::Normal; usize::from(shots)], "GEN-SHT-09")?;
            }
            // a powerful shot, then a normal one.
            Fire::Volley => {
                self.shots(fig, weapon, target, &[Fire::Powerful, Fire::Normal], "GEN-SHT-10")?;
            }
        }
        self.shot_window(fig)
    }

    /// The shot of an opportunity action, paid already: no window answers it (GEN-AO-12, R-085).
    pub(super) fn ao_shot(&mut self, fig: Fig, weapon: u8, target: Fig) -> Flow {
        self.fire(fig, weapon, target, Fire::Normal)
    }

    fn ranged_row(&self, fig: Fig, weapon: u8) -> Option<&'static WeaponRow> {
        let carried = self.profile(fig).weapons.get(usize::from(weapon))?;
        Some(tables::weapon(*carried))
    }

    /// Several shots, each with its own target (GEN-SHT-09, 10).
    fn shots(&mut self, fig: Fig, weapon: u8, first: Fig, shots: &[Fire], rule: &'static str) -> Flow {
        let was_wounded = self.fig(fig).wounded;
        let mut target = first;
        for (n, fire) in shots.iter().enumerate() {
            if n > 0 {
                let next = if !self.unhurt(fig, was_wounded) {
                    Err(Why::Hurt)
                } else if self.fig(fig).charges[usize::from(weapon & 1)] == 0 {
                    Err(Why::Empty)
                } else {
                    self.next_target(fig, weapon, target, *fire)?
                };
                match next {
                    Ok(next) => target = next,
                    Err(why) => {
                        self.tell(rule, What::Stopped { fig, why });
                        return Ok(());
                    }
                }
            }
            self.fire(fig, weapon, target, *fire)?;
        }
        Ok(())
    }

    /// GEN-DEC-28: the target of the next shot.
    fn next_target(&mut self, fig: Fig, weapon: u8, last: Fig, fire: Fire) -> Flow<Result<Fig, Why>> {
        let offer = match self.peek() {
            // No other question can follow here: the lines of sight were looked at when it was put.
            Some(Input::Answer(Answer::Choice(Choice::Figure(target)))) => {
                Some((vec![Aim::Figure(*target), Aim::Enough], 0))
            }
            Some(Input::Answer(Answer::Choice(Choice::No))) => Some((vec![Aim::Enough; 2], 0)),
            _ => self.targets(fig, weapon, last, fire),
        };
        let Some((options, default)) = offer else { return Ok(Err(Why::NoTarget)) };
        let stake = Stake::Target { fig, how: Assault::Shot { weapon, fire }, tested: true };
        let (seat, die) = (self.seat(fig), None);
        let question = Decision { seat, fig: Some(fig), about: Some(last), die, options, default, stake };
        Ok(match self.choose(Dec::NextTarget, question)? {
            Some(Aim::Figure(target)) => Ok(target),
            Some(Aim::Enough) | None => Err(Why::Chosen),
        })
    }

    /// Legal targets and a stop, with the default: the same one, else the nearest. `None` without a target.
    fn targets(&self, fig: Fig, weapon: u8, last: Fig, fire: Fire) -> Option<(Vec<Aim>, u8)> {
        let table = self.table();
        let aimed = |target: &Fig| legal::aim(table, fig, weapon, *target, fire).is_ok();
        let targets: Vec<Fig> = table.space().enemies(fig).map(|(enemy, _)| enemy).filter(aimed).collect();
        let by_rule = if targets.contains(&last) {
            last
        } else {
            table.space().nearest(self.fig(fig).at, targets.iter().copied())?
        };
        let default = targets.iter().position(|target| *target == by_rule)? as u8;
        let options = targets.iter().map(|target| Aim::Figure(*target)).chain([Aim::Enough]).collect();
        Some((options, default))
    }

    /// One shot, steps 1 to 12 of GEN-SHT-04.
    fn fire(&mut self, fig: Fig, weapon: u8, target: Fig, fire: Fire) -> Flow {
        let measured = legal::measure(self.table(), fig, weapon, target, fire);
        let (Some(shot), Some(row)) = (measured, self.ranged_row(fig, weapon)) else { return Ok(()) };
        self.face_figure(fig, target, "GEN-ACT-34");
        let (distance, long) = (shot.distance, shot.long);
        self.tell("GEN-SHT-01", What::Attack { fig, target, weapon: Some(row.id), distance, long });
        if row.empties {
            self.unload(fig, weapon, 1, "GEN-SHT-07");
        }
        let (blind, how) = (self.table().options().defence_blind, Assault::Shot { weapon, fire });
        let mut guard = if blind { Some(self.guard((fig, target), None, how)?) } else { None };
        let face = self.attack_die("GEN-SHT-04", (fig, target), &shot.mods, how)?;
        // the final face counts; R-127: what empties with each shot is empty already; R-297.
        if face == numbers().shooting.out_of_ammo_natural && !row.no_reload && !row.empties {
            self.unload(fig, weapon, u8::MAX, "GEN-SHT-06");
        }
        let attack = total(face, &shot.mods);
        if guard.is_none() {
            guard = Some(self.guard((fig, target), Some(attack), how)?);
        }
        let extra = guard.unwrap_or_default().extra;
        // nothing is added to these dice.
        let best = self.defence_dice("GEN-SHT-04", target, extra, Vec::new(), attack)?;
        // no face hits or misses by itself; ties miss.
        if attack <= best {
            self.tell("GEN-SHT-04/R-134", What::Verdict { fig, target, verdict: Verdict::Miss });
            return Ok(());
        }
        self.tell("GEN-SHT-04", What::Verdict { fig, target, verdict: Verdict::Hit });
        let hit = Hit::Shot { row, long };
        let victim = self.redirect(fig, target, hit)?;
        let impact = self.fig(victim).at;
        let was_down = self.fig(victim).down;
        self.hit(fig, victim, hit, was_down)?;
        if row.blast_radius > 0 {
            self.blast(fig, row, victim, impact)?;
        }
        self.settle()
    }

    /// Loads leave a weapon.
    fn unload(&mut self, fig: Fig, weapon: u8, n: u8, rule: &'static str) {
        let mut charges = self.fig(fig).charges;
        let load = &mut charges[usize::from(weapon & 1)];
        if *load > 0 {
            *load = load.saturating_sub(n);
            self.tell(rule, What::Charges { fig, charges });
        }
    }

    /// Returns the figure that is hit when the aimed one is in a melee (GEN-SHT-08, GEN-DEC-19, R-130).
    fn redirect(&mut self, fig: Fig, aimed: Fig, hit: Hit) -> Flow<Fig> {
        if !self.space().in_melee(aimed) {
            return Ok(aimed);
        }
        let face = self.plain_die(Throw::Redirect, "GEN-SHT-08", self.seat(fig), Some(aimed))?;
        let victim = if numbers().shooting.redirect_owner_chooses.contains(&face) {
            // a figure does not shoot itself.
            let melee = self.space().melee(aimed).into_iter().filter(|it| *it != fig);
            let options: Vec<Fig> = melee.collect();
            let by_rule = legal::stray(self.table(), fig, aimed);
            let default = options.iter().position(|option| *option == by_rule).unwrap_or(0) as u8;
            let question = Decision {
                seat: self.seat(aimed),
                fig: Some(aimed),
                about: Some(fig),
                die: Some(face as i8),
                options,
                default,
                stake: Stake::Victim(hit),
            };
            self.choose(Dec::Melee, question)?.unwrap_or(aimed)
        } else {
            aimed
        };
        self.tell("GEN-SHT-08/R-130", What::Redirected { aimed, victim });
        Ok(victim)
    }

    /// All other figures round the impact: all dice first, then the pushes, the farthest first (GEN-SHT-12, R-129).
    fn blast(&mut self, fig: Fig, row: &'static WeaponRow, victim: Fig, impact: Pt) -> Flow {
        let (seat, loses_da) = (self.seat(fig), self.table().options().blast_knockdown_loses_da);
        let near_it = |it: &Fig| {
            let figure = self.fig(*it);
            *it != victim && figure.stands() && near(impact, figure.at, row.blast_radius)
        };
        let around: Vec<Fig> = self.scene.figs().filter(near_it).collect();
        let mut struck = Vec::new();
        for other in around {
            let need = row.blast_need as i8;
            let (_, down) =
                self.check_die(Throw::Blast, "GEN-SHT-12", (seat, Some(other)), Vec::new(), need)?;
            if down {
                struck.push((Reverse(impact.dist2(self.fig(other).at)), other));
                self.topple(other, loses_da, "GEN-SHT-12");
            }
        }
        struck.sort_unstable();
        for (_, other) in struck {
            self.push_away(other, impact, numbers().knockdown.push, seat, false)?;
        }
        Ok(())
    }
}
