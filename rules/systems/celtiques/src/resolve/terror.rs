//! The phase of terror (CEL-TER), and courage.

use super::{Against, Cast, Flow, Script};
use crate::command::Seal;
use crate::doctrine;
use crate::event::{Throw, What};
use crate::figures::{Sort, Sum, level};
use crate::ids::{Attr, Cry, Skill, Team, Who};
use crate::scene::{Stage, Status};
use crate::tables::tables;
use bagarre_kit::contract::Seats;

impl Script<'_> {
    /// Both sides roll, both scores are known, chiefs first and then the others roll courage (CEL-TER-10, CEL-R26).
    pub(super) fn terror(&mut self, cries: &[Seal]) -> Flow {
        self.tell("CEL-PLY-02", What::Sealed { seats: Seats::NONE });
        let chosen: Vec<(Who, Cry)> = cries
            .iter()
            .flat_map(|seal| if let Seal::Cries(list) = seal { list.as_slice() } else { &[] })
            .copied()
            .collect();
        let mut points = [0i16; 2];
        let mut own = vec![0i16; self.scene.fighters.len()];
        for who in self.public().able().collect::<Vec<_>>() {
            let given = chosen.iter().find(|(it, _)| *it == who).map(|(_, cry)| *cry);
            let cry =
                if self.public().owner(who).is_some() { given } else { doctrine::cry(self.public(), who) };
            let Some(cry) = cry.filter(|cry| self.public().can_cry(who, *cry)) else { continue };
            let made = self.cries(who, cry)?;
            points[self.public().side(who).n()] += made;
            if cry == Cry::Cri {
                own[who.n()] = made;
            }
        }
        let scores = Team::ALL.map(|side| self.score_of(side, points[side.n()]));
        for side in Team::ALL {
            self.tell("CEL-TER-04", What::Terror { side, score: scores[side.n()] });
        }
        self.tell("CEL-TER-10", What::Stage { stage: Stage::Dawn });
        let mut chiefs = [None; 2];
        for side in Team::ALL {
            if let Some(chief) = self.scene.camp(side).chief.filter(|it| self.of(*it).able()) {
                let against = scores[side.other().n()];
                chiefs[side.n()] = Some(self.frightened(chief, against, own[chief.n()], 0)?);
            }
        }
        for who in self.public().able().collect::<Vec<_>>() {
            let side = self.public().side(who);
            if self.scene.camp(side).chief == Some(who) {
                continue;
            }
            let by_chief = chiefs[side.n()].unwrap_or(0);
            let against = scores[side.other().n()];
            self.frightened(who, against, own[who.n()], by_chief)?;
        }
        Ok(())
    }

    /// One makes terror (CEL-TER-01, CEL-TER-02): the points it brings.
    fn cries(&mut self, who: Who, cry: Cry) -> Flow<i16> {
        let row = tables().cry(cry);
        let paint = i16::from(self.of(who).gear.paint);
        let bonus = paint + self.scene.rulings.songs;
        let cast = Cast::of(Throw::Terror, "CEL-TER-01", Attr::Pr, Sort::Test)
            .level(self.profile(who).level(Skill::Fureur));
        let sum = self.cast(who, cast.bonus(bonus).against(Against::Difficulty(row.difficulty)))?;
        let points = sum.over(row.difficulty).map_or(0, |margin| level(margin) * row.points_per_level);
        self.tell("CEL-TER-02", What::Cries { who, cry, points });
        Ok(points)
    }

    /// The score of terror of a side (CEL-TER-03, CEL-TER-04, CEL-R27).
    fn score_of(&self, side: Team, points: i16) -> i16 {
        let rows = &tables().terror_common;
        let own = self.public().standing(side);
        let heads: i16 = own.iter().map(|who| i16::from(self.of(who).gear.heads)).sum();
        let bare = own.iter().filter(|who| self.of(*who).gear.undressed).count() as i16;
        let others = i16::from(self.public().standing(side.other()).len()).max(1);
        (points + heads * rows.per_head + bare * rows.per_undressed) / others
    }

    /// Courage against terror (CEL-TER-05 to CEL-TER-07): what it means for those whose chief it is.
    fn frightened(&mut self, who: Who, score: i16, own: i16, by_chief: i16) -> Flow<i16> {
        let rows = &tables().terror_common;
        if score <= 0 {
            return Ok(0);
        }
        let near =
            self.public().enemies(who).map(|it| self.public().distance(who, it)).min().unwrap_or(u16::MAX);
        let far = near.saturating_mul(tables().hex_rules.step_cm) > rows.uninvolved_distance;
        let bonus = own + by_chief + self.songs(who) + if far { rows.uninvolved_bonus } else { 0 };
        let difficulty = rows.courage_base + score;
        let sum = self.courage(who, "CEL-TER-05", difficulty, bonus)?;
        self.takes_fright(who, sum, difficulty, true)?;
        Ok(self.as_chief(who, sum, difficulty))
    }

    /// What songs of the side add to courage (CEL-TER-09).
    pub(super) fn songs(&self, who: Who) -> i16 {
        let range = tables().command.voice_range / tables().hex_rules.step_cm;
        let sings = |it: &Who| self.of(*it).turn.sings && self.public().distance(*it, who) <= range;
        // The game master may make more or less of it.
        if self.public().friends(who).any(|it| sings(&it)) { 1 + self.scene.rulings.songs } else { 0 }
    }

    /// What the courage of a chief does for its men (CEL-CMD-03); where there is none, nothing (CEL-R76).
    fn as_chief(&self, who: Who, sum: Sum, difficulty: i16) -> i16 {
        let rows = &tables().command;
        if sum.over(difficulty).is_some() {
            return rows.chief_courage_success;
        }
        if self.of(who).body.fleeing || !self.of(who).able() {
            return rows.chief_flees_or_faints;
        }
        -level(sum.missed(difficulty))
    }

    /// A failed courage: fear (CEL-TER-06); terror may put to flight or make faint (CEL-TER-07). Levels do not add (CEL-TER-12, CEL-R74).
    pub(super) fn takes_fright(&mut self, who: Who, sum: Sum, difficulty: i16, terror: bool) -> Flow {
        if sum.over(difficulty).is_some() {
            return Ok(());
        }
        let rows = &tables().terror_common;
        let missed = sum.missed(difficulty);
        let dice = level(missed).clamp(1, 20) as u8;
        if terror && sum.critical < 0 {
            let die = self
                .faces(who, rows.faint_turns_dice, Throw::Faint, "CEL-TER-07")?
                .first()
                .copied()
                .unwrap_or(1);
            self.faints(who, die);
            return Ok(());
        }
        if dice > self.of(who).body.fear {
            self.tell("CEL-TER-06", What::Afraid { who, dice });
            self.body(who, "CEL-TER-06", |body| body.fear = dice);
        }
        if terror && missed >= rows.flee_missed_by {
            self.tell("CEL-TER-06", What::Flees { who });
            self.body(who, "CEL-TER-11", |body| body.fleeing = true);
        }
        Ok(())
    }

    /// Faints for so many turns: it wakes at the start of the turn after them (CEL-TER-07).
    fn faints(&mut self, who: Who, turns: u8) {
        self.drop_weapon(who, "CEL-TER-12");
        self.inert(who, Status::Fainted, None, "CEL-TER-07");
        let until = self.scene.turn + turns + 1;
        self.body(who, "CEL-TER-07", |body| body.until = until);
    }
}
