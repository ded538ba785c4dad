//! Long actions (CEL-ACT-04, CEL-LNG-01): tasks, rolled at each end of turn spent in them.

use super::{Against, Cast, Flow, Script};
use crate::command::Goal;
use crate::event::{Throw, Way, What};
use crate::figures::{Gait, Sort, level};
use crate::ids::{Attr, Task, Who};
use crate::scene::{Errand, Labour, Status};
use crate::state::PublicState;
use crate::tables::tables;
use bagarre_kit::hex::Hex;

impl Script<'_> {
    /// A roll of a task (CEL-LNG-02): levels add up; an échec critique takes all of them.
    pub(super) fn work_on(&mut self, who: Who) -> Flow {
        if let Some(to) = self.of(who).mind.trek {
            return self.shortens(who, to);
        }
        let Some(Labour { task, on, levels }) = self.of(who).mind.task else { return Ok(()) };
        let row = self.public().errand(task);
        let difficulty = row.difficulty;
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
        let head = matches!(task, Task::PrendreTete | Task::PreparerTete);
        let failed_head = head && !done;
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
                self.body(on, "CEL-CRI-01", |body| (body.arm, body.leg) = (false, false));
            }
            Task::PrendreTete => {
                if !self.of(on).ties.beheaded {
                    self.ties(on, "CEL-TET-06", |ties| ties.beheaded = true);
                    self.takes_head(who, on, margin.max(0));
                }
            }
            Task::PreparerTete => {
                // CEL-TET-03: instead of the roll of the winner of the single combat; the head hangs at that belt.
                let winner = self.of(on).ties.beaten_by.filter(|it| self.public().has_room(*it));
                if let Some(winner) = winner.filter(|_| !self.of(on).ties.beheaded) {
                    self.ties(on, "CEL-TET-06", |ties| ties.beheaded = true);
                    self.takes_head(winner, on, margin.max(0));
                }
            }
            Task::Embaumer => self.embalms(on),
            // There are no doors on these maps: what it opens the game master tells (CEL-LNG-02).
            Task::ForcerPorte => {}
        }
    }

    /// A head that hangs at a belt lasts from now on (CEL-TET-04).
    fn embalms(&mut self, of: Who) {
        for who in self.scene.whos() {
            self.gear(who, "CEL-TET-04", |gear| {
                gear.trophies.iter_mut().filter(|head| head.of == of).for_each(|head| head.days = None);
            });
        }
    }

    /// A distance is shortened (CEL-LNG-03): along its own way, twice as far as a turn of walking, for a level of Fatigue.
    fn shortens(&mut self, who: Who, to: Hex) -> Flow {
        self.mind(who, "CEL-LNG-03", |mind| mind.trek = None);
        let turn = tables().hex_rules.segment_units * u32::from(tables().time.segments_per_turn);
        let way = self.public().way(who, Goal::Hex(to), Gait::default());
        let (path, _) = self.public().walked(who, &way, Gait::default(), 2 * turn);
        self.walks(who, &path, Way::Walk, "CEL-LNG-03");
        self.wound(who, None, [0, 1], "CEL-LNG-03");
        self.settle(who, None)
    }
}

impl PublicState<'_> {
    /// What a task asks: what the table says, unless the game master says otherwise (CEL-LNG-02).
    pub(crate) fn errand(self, task: Task) -> Errand {
        let row = tables().task(task);
        let rules = &self.scene.rulings;
        let embalming = rules.embalming.filter(|_| task == Task::Embaumer);
        let usual = Errand {
            task,
            skill: row.skill,
            difficulty: embalming.unwrap_or(row.difficulty),
            levels: row.levels,
        };
        rules.tasks.iter().find(|it| it.task == task).copied().unwrap_or(usual)
    }

    /// Whether there is room for one more head at a belt (CEL-TET-02).
    pub(crate) fn has_room(self, who: Who) -> bool {
        self.of(who).able() && self.of(who).gear.heads < self.profile(who).attr(Attr::Pr)
    }
}
