//! Command (CEL-CMD).

use super::{Against, Cast, Flow, Script};
use crate::command::Call;
use crate::event::{Throw, What, Why};
use crate::figures::{Sort, level};
use crate::ids::{Attr, Skill, Team, Who, Whos};
use crate::scene::Intent;
use crate::tables::tables;

impl Script<'_> {
    /// Men of a side that an order reaches: able, within the voice of who gives it (CEL-CMD-01).
    fn within_voice(&self, who: Who) -> Whos {
        let range = tables().command.voice_range / tables().hex_rules.step_cm;
        self.public().friends(who).filter(|it| self.public().distance(who, *it) <= range).collect()
    }

    /// The difficulty of a command roll (CEL-CMD-06): at the head of the men, behind on high ground, behind.
    pub(super) fn command_difficulty(&self, who: Who) -> i16 {
        let rows = &tables().command;
        let public = self.public();
        let near =
            |it: Who| public.enemies(it).map(|enemy| public.distance(it, enemy)).min().unwrap_or(u16::MAX);
        let men: Vec<Who> = public.friends(who).filter(|it| self.of(*it).ties.commanded).collect();
        let own = near(who);
        let before = men.iter().filter(|it| near(**it) < own).count();
        if 2 * before <= men.len() {
            return rows.at_the_head;
        }
        let board = &self.fixed().board;
        let lowest = men.iter().map(|it| board.height(self.of(*it).pose.at)).min().unwrap_or(0);
        let high = board.height(self.of(who).pose.at) - lowest >= tables().hex_rules.step_cm as i16;
        if high { rows.behind_high } else { rows.behind_low }
    }

    /// How many men an order reaches (CEL-CMD-02).
    pub(super) fn capacity(&self, who: Who) -> u8 {
        let rows = &tables().command;
        let own = self.profile(who).level(Skill::Commandement).max(0) as u8;
        own + match (self.of(who).gear.mounted, self.profile(who).chariot) {
            (true, true) => rows.chariot_capacity,
            (true, false) => rows.mounted_capacity,
            (false, _) => 0,
        }
    }

    /// An order (CEL-CMD-04, CEL-CMD-15, CEL-DEC-19, CEL-R48): more men take slots one after the other, rolled at the last one.
    pub(super) fn call(&mut self, who: Who, call: Call, men: Whos) -> Flow {
        let reach = self.within_voice(who);
        let men: Whos = men.iter().filter(|it| reach.contains(*it)).collect();
        if self.of(who).body.jaw {
            return Ok(());
        }
        let capacity = self.capacity(who);
        let reached = self.of(who).mind.ordering.saturating_add(capacity);
        if call != Call::TakeOver && men.len() > reached {
            self.mind(who, "CEL-CMD-04", |mind| mind.ordering = reached.min(40));
            return Ok(());
        }
        self.mind(who, "CEL-CMD-04", |mind| mind.ordering = 0);
        if call == Call::TakeOver {
            return self.takes_over(who, men, capacity);
        }
        let difficulty = self.command_difficulty(who);
        let cast = Cast::of(Throw::Command, "CEL-CMD-06", Attr::Pr, Sort::Action)
            .level(self.profile(who).level(Skill::Commandement));
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            // CEL-R77, CEL-COR-11.
            self.tell("CEL-CMD-06", What::Skipped { who, why: Why::Failed });
            return Ok(());
        }
        self.left_out(who, reach, men);
        match call {
            Call::Rally => self.rally(who, men),
            Call::Tactics(attack) => self.tactics(who, men, attack),
            Call::Galvanise(blessure) => self.galvanise(who, men, blessure),
            Call::Retake => self.retake(men),
            Call::TakeOver => Ok(()),
        }
    }

    /// Any man left out of an order becomes uncommanded (CEL-CMD-05).
    fn left_out(&mut self, who: Who, reach: Whos, men: Whos) {
        for man in reach.iter().filter(|it| !men.contains(*it) && *it != who) {
            self.ties(man, "CEL-CMD-05", |ties| ties.commanded = false);
        }
    }

    /// Redonner du courage (CEL-CMD-07, CEL-R50, CEL-R83): the chief tests, fear goes from the men.
    fn rally(&mut self, who: Who, men: Whos) -> Flow {
        let difficulty = tables().command.courage_difficulty;
        let sum = self.courage(who, "CEL-CMD-07", difficulty, self.songs(who))?;
        let Some(margin) = sum.over(difficulty) else { return Ok(()) };
        let dice = level(margin).clamp(0, 20) as u8;
        for man in men.iter() {
            self.body(man, "CEL-CMD-07", |body| {
                body.fear = body.fear.saturating_sub(dice);
                body.fleeing = false;
            });
        }
        Ok(())
    }

    /// Changement tactique (CEL-CMD-08, CEL-CMD-09).
    fn tactics(&mut self, who: Who, men: Whos, attack: bool) -> Flow {
        let side = self.public().side(who);
        let rows = tables();
        let flags = &self.fixed().setup.options.tactique;
        let set = |id: &str| flags.iter().any(|flag| flag == id);
        let flagged: i16 = rows
            .tactics_modifier
            .iter()
            .filter(|row| row.id != "plan_etabli" && set(&row.id))
            .map(|row| row.modifier)
            .sum();
        let planned = self.scene.camp(side).intent == if attack { Intent::Attack } else { Intent::Defence };
        let plan = rows
            .tactics_modifier
            .iter()
            .find(|row| row.id == "plan_etabli" && planned)
            .map_or(0, |row| row.modifier);
        let difficulty = rows.command.tactics_difficulty + flagged + plan + self.scene.rulings.tactics;
        let cast = Cast::of(Throw::Tactics, "CEL-CMD-08", Attr::Es, Sort::Action)
            .level(self.profile(who).level(Skill::ArtGuerre));
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.critical < 0 {
            // CEL-CMD-10.
            let courage = rows.command.loss_of_chief_courage;
            for man in men.iter() {
                let sum = self.courage(man, "CEL-CMD-10", courage, self.songs(man))?;
                self.takes_fright(man, sum, courage, false)?;
            }
            return Ok(());
        }
        if let Some(margin) = sum.over(difficulty) {
            self.tactical(side, attack, level(margin), men.with(who));
        }
        Ok(())
    }

    /// Levels first cancel the enemy bonus, the rest is a bonus of one's own (CEL-CMD-09, CEL-R51).
    fn tactical(&mut self, side: Team, attack: bool, levels: i16, to: Whos) {
        let enemy = self.scene.camp(side.other()).bonus;
        let cancelled = enemy.min(levels);
        let rest = levels - cancelled;
        self.camp(side.other(), "CEL-CMD-09", |camp| camp.bonus -= cancelled);
        if rest > 0 {
            self.camp(side, "CEL-CMD-09", |camp| (camp.attack, camp.bonus, camp.to) = (attack, rest, to));
        }
        let bonus = self.scene.camp(side).bonus;
        self.tell("CEL-CMD-09", What::Tactics { side, attack, bonus });
    }

    /// Reprendre en main (CEL-CMD-11).
    fn retake(&mut self, men: Whos) -> Flow {
        let difficulty = tables().command.retake_difficulty;
        for man in men.iter() {
            let sum = self.courage(man, "CEL-CMD-11", difficulty, self.songs(man))?;
            if sum.over(difficulty).is_some() {
                self.ties(man, "CEL-CMD-11", |ties| ties.commanded = true);
            }
        }
        Ok(())
    }

    /// Galvaniser (CEL-CMD-12, CEL-R49): a level of Fatigue or of Blessure comes back, for the fight alone.
    fn galvanise(&mut self, who: Who, men: Whos, blessure: bool) -> Flow {
        let side = self.public().side(who);
        let rows = &tables().command;
        self.camp(side, "CEL-CMD-12", |camp| camp.galvanised = true);
        let difficulty = if blessure { rows.galvanise_blessure } else { rows.galvanise_fatigue };
        let cast = Cast::of(Throw::Command, "CEL-CMD-12", Attr::Pr, Sort::Action)
            .level(self.profile(who).level(Skill::Fureur));
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            return Ok(());
        }
        for man in men.iter().filter(|it| self.of(*it).able()).collect::<Vec<_>>() {
            self.body(man, "CEL-CMD-12", |body| {
                let track = if blessure { &mut body.blessure } else { &mut body.fatigue };
                let back = u8::from(*track > 0);
                *track -= back;
                body.lent[usize::from(!blessure)] += back;
            });
        }
        Ok(())
    }

    /// The chief is lost (CEL-CMD-13): its men roll courage, and none is commanded any more.
    pub(super) fn chief_lost(&mut self, who: Who) -> Flow {
        let side = self.public().side(who);
        if self.scene.camp(side).chief != Some(who) || self.scene.camp(side).headless {
            return Ok(());
        }
        self.camp(side, "CEL-CMD-13", |camp| camp.headless = true);
        let difficulty = tables().command.loss_of_chief_courage;
        for man in
            self.public().standing(side).iter().filter(|it| self.of(*it).ties.commanded).collect::<Vec<_>>()
        {
            let sum = self.courage(man, "CEL-CMD-13", difficulty, self.songs(man))?;
            self.takes_fright(man, sum, difficulty, false)?;
            self.ties(man, "CEL-CMD-13", |ties| ties.commanded = false);
        }
        self.camp(side, "CEL-CMD-09", |camp| camp.bonus = 0);
        Ok(())
    }

    /// A man takes over (CEL-CMD-14, CEL-DEC-28, CEL-R64): a command roll, then the courage of as many men as its
    /// capacity allows.
    fn takes_over(&mut self, who: Who, men: Whos, capacity: u8) -> Flow {
        let side = self.public().side(who);
        if !self.scene.camp(side).headless {
            return Ok(());
        }
        self.mind(who, "CEL-CMD-14", |mind| mind.tried = true);
        let difficulty = self.command_difficulty(who);
        let level = self.profile(who).level(Skill::Commandement);
        let cast = Cast::of(Throw::Command, "CEL-CMD-14", Attr::Pr, Sort::Action).level(level);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.stumbles(who, sum);
            return Ok(());
        }
        self.camp(side, "CEL-CMD-14", |camp| (camp.chief, camp.headless) = (Some(who), false));
        self.ties(who, "CEL-CMD-14", |ties| ties.commanded = true);
        let men: Whos = men.iter().take(usize::from(capacity)).collect();
        self.retake(men)
    }

    /// The bonus ends when half of those who got it are hors de combat, or the chief is, or the game master says so (CEL-CMD-09).
    pub(super) fn headquarters(&mut self) {
        let ends = self.scene.rulings.ends;
        self.rulings("CEL-CMD-09", |rulings| rulings.ends = [false; 2]);
        for side in Team::ALL {
            let camp = self.scene.camp(side);
            let (all, up) = (camp.to.len(), camp.to.iter().filter(|it| self.of(*it).able()).count() as u8);
            let lost = camp.chief.is_some_and(|it| !self.of(it).able());
            if camp.bonus > 0 && (2 * up <= all || lost || ends[side.n()]) {
                self.camp(side, "CEL-CMD-09", |camp| camp.bonus = 0);
                self.tell("CEL-CMD-09", What::Tactics { side, attack: false, bonus: 0 });
            }
        }
    }
}
