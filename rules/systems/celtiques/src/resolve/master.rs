//! The game master (CEL-MJ), who steps in before the dice, never after, and always in the open.

use super::answers::{Asked, Step};
use super::{Flow, Script};
use crate::command::Ruling;
use crate::event::{Throw, Way, What};
use crate::ids::{Dec, Who};
use crate::scene::Status;
use crate::tables::tables;
use bagarre_kit::contract::Seat;

impl Script<'_> {
    /// Returns what the game master adds to a roll (CEL-DEC-29): what was set in advance, and what is said in the
    /// window (CEL-MJ-03). Before an attack the master may also grant surprise to the target, or lift it.
    pub(super) fn shift(&mut self, who: Who, throw: Throw, about: Option<Who>) -> Flow<i16> {
        let mut shift = 0;
        if self.scene.rulings.next.iter().any(|(it, _)| *it == who) {
            shift = self.scene.rulings.next.iter().filter(|(it, _)| *it == who).map(|(_, n)| *n).sum();
            self.rulings("CEL-MJ-03", |rulings| rulings.next.retain(|(it, _)| *it != who));
        }
        let windowed = matches!(throw, Throw::Attack | Throw::Shot | Throw::Courage | Throw::Acrobatics);
        let setup = &self.fixed().setup;
        let Some(master) = setup.master().filter(|_| windowed && setup.options.fenetre) else {
            return Ok(shift);
        };
        let side = self.public().side(who);
        let used = self.scene.rulings.used[side.n()];
        if !setup.coop && used > 0 {
            return Ok(shift);
        }
        let most = tables().referee.most(setup.coop);
        let mut options: Vec<Step> = (-most..=most).map(Step::Shift).collect();
        if let Some(at) = about.filter(|at| self.of(*at).able()) {
            options.push(Step::Surprise { who: at, on: !self.of(at).beat.surprised });
        }
        let asked =
            Asked { dec: Dec::Window, who, about, total: 0, against: 0, options, usual: Step::Shift(0) };
        match self.choose_of("CEL-MJ-03", master, asked)? {
            Step::Shift(0) => return Ok(shift),
            Step::Shift(n) => shift += n,
            Step::Surprise { who, on } => self.beat(who, "CEL-PRI-06", |beat| beat.surprised = on),
        }
        self.rulings("CEL-MJ-06", |rulings| {
            let used = &mut rulings.used[side.n()];
            *used = used.saturating_add(1);
        });
        Ok(shift)
    }

    /// Opponents that were summoned enter at the start of a turn (CEL-MJ-05).
    pub(super) fn enter(&mut self) {
        let summoned = self.scene.rulings.summoned.clone();
        if summoned.is_empty() {
            return;
        }
        self.rulings("CEL-MJ-05", |rulings| rulings.summoned.clear());
        for (foe, at) in summoned {
            let waits = |who: &Who| {
                self.profile(*who).foe == Some(foe) && self.of(*who).body.status == Status::Waiting
            };
            let Some(who) = self.scene.whos().find(waits) else { continue };
            let at = self.nearest_free(who, at);
            self.tell("CEL-MJ-05", What::Status { who, status: Status::Able, by: None });
            self.tell("CEL-MJ-05", What::Moved { who, path: vec![at], way: Way::Placed });
            self.body(who, "CEL-MJ-05", |body| body.status = Status::Able);
            self.pose(who, "CEL-MJ-05", |pose| pose.at = at);
        }
    }

    /// What the game master says becomes true (CEL-MJ-02).
    pub(crate) fn ruled(&mut self, seat: Seat, ruling: Ruling) {
        let rule = "CEL-MJ-02";
        self.tell(rule, What::Spoke { seat, ruling });
        match ruling {
            Ruling::Surprise(who, on) => self.beat(who, "CEL-PRI-06", |beat| beat.surprised = on),
            Ruling::EndBonus(side) => {
                self.rulings("CEL-CMD-09", |rulings| rulings.ends[side.n()] = true);
            }
            Ruling::Next(who, n) => {
                let side = self.public().side(who).n();
                self.rulings("CEL-MJ-03", |rulings| {
                    rulings.next.push((who, n));
                    rulings.used[side] = rulings.used[side].saturating_add(1);
                });
            }
            Ruling::Summon(foe, at) => {
                let price = tables().foe(foe).reserve;
                self.rulings("CEL-MJ-05", |rulings| {
                    rulings.reserve = rulings.reserve.saturating_sub(price);
                    rulings.summoned.push((foe, at));
                });
            }
            _ => self.rulings(rule, |rulings| match ruling {
                Ruling::Sudden(n) => rulings.sudden = Some(n),
                Ruling::Survival(n) => rulings.survival = Some(n),
                Ruling::Innate(n) => rulings.innate = Some(n),
                Ruling::Acrobatics(n) => rulings.acrobatics = Some(n),
                Ruling::Bay(n) => rulings.bay = Some(n),
                Ruling::Scruples(on) => rulings.courage_shot = Some(on),
                Ruling::Crowd(n) => rulings.crowd = Some(n),
                Ruling::Tactics(n) => rulings.tactics = n,
                Ruling::Songs(n) => rulings.songs = n,
                Ruling::Embalming(n) => rulings.embalming = Some(n),
                Ruling::Reroll => rulings.reroll = true,
                Ruling::Slow(hex, percent) => {
                    rulings.slow.retain(|(it, _)| *it != hex);
                    rulings.slow.push((hex, percent));
                }
                Ruling::Task(errand) => {
                    rulings.tasks.retain(|it| it.task != errand.task);
                    rulings.tasks.push(errand);
                }
                Ruling::Met(side) => rulings.met = Some(side),
                Ruling::Play(who, on) => {
                    rulings.plays = if on { rulings.plays.with(who) } else { rulings.plays.without(who) };
                }
                Ruling::Next(..) | Ruling::Surprise(..) | Ruling::EndBonus(_) | Ruling::Summon(..) => {}
            }),
        }
    }
}
