//! Long actions (CEL-ACT-04, CEL-LNG-01): tasks, rolled at each end of turn spent in them.

use super::{Against, Cast, Flow, Script};
use crate::celtiques::event::{Throw, What};
use crate::celtiques::figures::{Sort, level};
use crate::celtiques::ids::{Task, Who};
use crate::celtiques::scene::{Labour, Status};
use crate::celtiques::tables::tables;

impl Script<'_> {
    /// A roll of a task (CEL-LNG-02): levels add up; an échec critique takes all of them.
    pub(super) fn work_on(&mut self, who: Who) -> Flow {
        let Some(Labour { task, on, levels }) = self.of(who).mind.task else { return Ok(()) };
        let row = tables().task(task);
        let rules = &self.scene.rulings;
        let difficulty =
            if task == Task::Embaumer { rules.embalming.unwrap_or(row.difficulty) } else { row.difficulty };
        let skill = tables().skill(row.skill);
        let attr = if task == Task::PrendreTete {
            skill.social_attribute.unwrap_or(skill.attribute)
        } else {
            skill.attribute
        };
        let (rule, cast_level) = ("CEL-LNG-02", self.profile(who).level(row.skill));
        let cast = Cast::of(Throw::Task, rule, attr, Sort::Test).level(cast_level);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        let levels = match sum.over(difficulty) {
            Some(margin) => levels.saturating_add(level(margin).min(20) as u8),
            None if sum.critical < 0 => 0,
            None => levels,
        };
        let done = levels >= row.levels;
        self.tell(rule, What::Levels { who, task, levels, done });
        let failed_head = task == Task::PrendreTete && !done;
        self.mind(who, rule, |mind| {
            mind.task = (!done && !failed_head).then_some(Labour { task, on, levels });
        });
        if failed_head {
            // CEL-TET-06: a roll failed spoils the head.
            self.ties(on, "CEL-TET-06", |ties| ties.beheaded = true);
        }
        if done {
            self.accomplished(who, task, on, sum.total - difficulty);
        }
        Ok(())
    }

    /// What a finished task changes.
    fn accomplished(&mut self, who: Who, task: Task, on: Who, margin: i16) {
        match task {
            Task::PremiersSoins | Task::ArreterHemorragie => {
                self.body(on, "CEL-CRI-02", |body| {
                    if body.status == Status::Out {
                        body.until = 0;
                    } else if body.blessure > 0 {
                        // CEL-CRI-01, 9: until a level of Blessure is recovered.
                        body.blessure -= 1;
                        body.slow_dodge = false;
                    }
                });
            }
            Task::EviterAmputation => {
                self.body(on, "CEL-CRI-01", |body| (body.arm, body.leg) = (false, false))
            }
            Task::PrendreTete => {
                if !self.of(on).ties.beheaded {
                    self.ties(on, "CEL-TET-06", |ties| ties.beheaded = true);
                    self.takes_head(who, on, margin.max(0));
                }
            }
            Task::PreparerTete | Task::Embaumer => {
                let rule = if task == Task::PreparerTete { "CEL-TET-03" } else { "CEL-TET-04" };
                self.tell(rule, What::Head { who, of: on, margin: margin.max(0) });
            }
            Task::ForcerPorte => {}
        }
    }
}
