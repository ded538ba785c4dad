//! Movement (CEL-MOV, CEL-HEX).

use super::{Against, Cast, Flow, Script};
use crate::command::{Go, Goal, March, Pace};
use crate::event::{Throw, Way, What, Why};
use crate::figures::{Gait, Sort};
use crate::ids::{Attr, Skill, Who};
use crate::scene::{Posture, Status};
use crate::tables::{Roller, tables};
use bagarre_kit::hex::{Cube, Hex, Side};

impl Script<'_> {
    /// The nearest free hexagon.
    pub(super) fn nearest_free(&self, who: Who, at: Hex) -> Hex {
        self.public().nearest_free(who, at)
    }

    /// The move of a fighter whose place has come. `slot`: an undeclared movement may use the slot (CEL-ACT-06).
    pub(super) fn goes(&mut self, who: Who, go: Option<Go>, slot: bool) -> Flow {
        if !self.of(who).able() {
            return Ok(());
        }
        if self.of(who).body.fleeing {
            return self.runs_away(who);
        }
        match go {
            None => Ok(()),
            Some(Go::Leave { acro, to }) => self.leave(who, acro, to, slot),
            Some(Go::Jump { to, acro, .. }) => self.jump(who, to, acro, slot),
            Some(Go::March(march)) => self.march(who, &march, slot),
        }
    }

    /// A march (CEL-PLY-03). An engaged fighter shifts one step (CEL-MOV-11).
    fn march(&mut self, who: Who, march: &March, slot: bool) -> Flow {
        if !self.public().can_move(who) {
            return Ok(());
        }
        if !self.of(who).ties.engaged.is_empty() {
            if let Goal::Hex(to) = march.to
                && self.public().shifts(who).contains(&to)
            {
                self.walks(who, &[to], Way::Walk, "CEL-MOV-11");
            }
            return Ok(());
        }
        if march.pace != Pace::Walk {
            self.runs(who, march, slot)?;
        }
        let mut gait = self.public().gait(who, march);
        let mut way = self.public().way(who, march.to, gait);
        if gait.evasive && (way.is_empty() || !self.room(who, &way)) {
            // CEL-MOV-07: no room to move sideways, or too little speed left.
            gait.evasive = false;
            way = self.public().way(who, march.to, gait);
        }
        self.beat(who, "CEL-MOV-06", |beat| (beat.evasive, beat.zigzag) = (gait.evasive, gait.zigzag));
        let kind = match march.pace {
            Pace::Walk => (Way::Walk, "CEL-MOV-01"),
            Pace::Run => (Way::Run, "CEL-MOV-02"),
            Pace::Zigzag => (Way::Zigzag, "CEL-MOV-08"),
        };
        let left = self.go_along(who, &way, gait, kind);
        let off = march.to == Goal::Off || self.public().exits_at(who, self.of(who).pose.at);
        if off && way.last().is_none_or(|end| *end == self.of(who).pose.at) {
            self.leaves_map(who, gait, left)?;
        }
        Ok(())
    }

    /// A fast move roll, unless one is in force (CEL-MOV-02, CEL-MOV-05, CEL-R10).
    pub(super) fn runs(&mut self, who: Who, march: &March, slot: bool) -> Flow {
        self.beat(who, "CEL-MOV-05", |beat| beat.rushed = true);
        if self.of(who).turn.fast.is_some() || self.of(who).body.leg {
            return Ok(());
        }
        let at = self.of(who).pose.at;
        let next = self.public().way(who, march.to, Gait::default()).first().copied().unwrap_or(at);
        let ground = self.public().ground(who, at, next);
        let cast = self.runner(who, ground.map(|it| tables().ground(it).roll.as_slice()).unwrap_or_default());
        let sum = self.cast(who, cast)?;
        self.undeclared(who, slot, false);
        if sum.critical < 0 {
            // CEL-COR-11.
            self.falls(who, "CEL-COR-11")?;
        }
        self.count(who, "CEL-MOV-05", |turn| turn.fast = Some(if sum.critical < 0 { 0 } else { sum.total }));
        Ok(())
    }

    /// What a fast move is rolled with: the skill of the row, or the better of two attributes (CEL-R14); riders ride (CEL-CHV-04).
    fn runner(&self, who: Who, roll: &[Roller]) -> Cast {
        let (throw, rule) = (Throw::Fast, "CEL-MOV-02");
        if self.of(who).gear.mounted {
            return self.skill(who, Skill::Equitation, throw, "CEL-CHV-04");
        }
        let attrs = roll.iter().filter_map(|it| match it {
            Roller::Attr(attr) => Some(*attr),
            Roller::Skill(_) => None,
        });
        let best = attrs.max_by_key(|attr| self.profile(who).attr(*attr));
        match (roll.first(), best) {
            (_, Some(attr)) => Cast::of(throw, "CEL-MOV-03", attr, Sort::Action),
            (Some(Roller::Skill(skill)), None) => self.skill(who, *skill, throw, rule),
            _ => self.skill(who, Skill::Athletisme, throw, rule),
        }
    }

    /// Room for an evasive move (CEL-HEX-07): at each hexagon a free neighbour off the path.
    fn room(&self, who: Who, way: &[Hex]) -> bool {
        way.iter().take(4).all(|hex| {
            hex.around().iter().any(|side| !way.contains(side) && self.public().free(who, *side, false))
        })
    }

    /// Goes along a way as far as the units of the segment lead; what is left is kept (CEL-HEX-04).
    pub(super) fn go_along(
        &mut self,
        who: Who,
        way: &[Hex],
        gait: Gait,
        (kind, rule): (Way, &'static str),
    ) -> u32 {
        let units = self.public().units(who);
        let (path, left) = self.public().walked(who, way, gait, units);
        let more = path.len() < way.len();
        // Never more than the next hexagon needs.
        let next = way.get(path.len()).copied();
        self.walks(who, &path, kind, rule);
        let at = self.of(who).pose.at;
        let need = next.and_then(|next| self.public().cost(who, (at, next), gait)).unwrap_or(0);
        let kept = if more { left.min(need).min(6_000) as u16 } else { 0 };
        self.count(who, "CEL-HEX-04", |turn| turn.kept = kept);
        if path.is_empty() && more {
            self.beat(who, "CEL-HEX-04", |beat| beat.moved = true);
        }
        left
    }

    /// Goes along these hexagons: place, facing, and the move of the segment (CEL-MEL-08, CEL-ALG-07).
    pub(super) fn walks(&mut self, who: Who, path: &[Hex], kind: Way, rule: &'static str) {
        let Some(end) = path.last().copied() else { return };
        let from = self.of(who).pose.at;
        let before = path.len().checked_sub(2).and_then(|n| path.get(n).copied()).unwrap_or(from);
        self.tell(rule, What::Moved { who, path: path.to_vec(), way: kind });
        let facing = Side::towards(before.to(end));
        self.pose(who, rule, |pose| {
            pose.at = end;
            pose.facing = facing.unwrap_or(pose.facing);
        });
        let way: Cube = from.to(end);
        self.beat(who, rule, |beat| (beat.moved, beat.way) = (true, way));
        if let Some(held) = self.of(who).ties.holds {
            self.release(held, "CEL-SPE-17");
        }
    }

    /// Turns a fighter to another one, which is free while not engaged (CEL-MEL-08).
    pub(super) fn turn_to(&mut self, who: Who, at: Who, rule: &'static str) {
        let way = self.of(who).pose.at.to(self.of(at).pose.at);
        if let Some(side) = Side::towards(way) {
            self.pose(who, rule, |pose| pose.facing = side);
        }
    }

    /// A jump (CEL-MOV-10).
    fn jump(&mut self, who: Who, to: Hex, acro: bool, slot: bool) -> Flow {
        if !self.public().can_move(who) || !self.of(who).ties.engaged.is_empty() {
            return Ok(());
        }
        let rows = &tables().movement;
        let skill = if acro { Skill::Acrobatie } else { Skill::Athletisme };
        let cast = self.skill(who, skill, Throw::Jump, "CEL-MOV-10");
        let sum = self.cast(who, cast)?;
        self.undeclared(who, slot, false);
        self.beat(who, "CEL-TIR-05", |beat| (beat.jumps, beat.rushed) = (true, true));
        if sum.critical < 0 {
            self.falls(who, "CEL-COR-11")?;
            return Ok(());
        }
        // With a run-up: it came as far in the segment before.
        let run = self.of(who).mind.before.steps() * tables().hex_rules.step_cm >= rows.jump_run_up as u16;
        let full =
            if sum.total < 1 { 0 } else { rows.jump_base + rows.jump_per_point * i32::from(sum.total) };
        let length = if run { full } else { full / 2 };
        let steps = (length / i32::from(tables().hex_rules.step_cm)) as u16;
        let from = self.of(who).pose.at;
        let line = bagarre_kit::hex::line(from, to);
        let board = &self.fixed().board;
        let lands = line.iter().skip(1).take(usize::from(steps)).rev();
        // CEL-HEX-05: a low wall on the way takes a jump that is high enough.
        let per_point = if acro { rows.jump_height_per_point_acrobatic } else { rows.jump_height_per_point };
        let rise = per_point * i32::from(sum.total.max(0));
        let high = rise >= tables().hex_rules.wall_jump_height;
        let passes = |it: &Hex| {
            board.cell(*it).is_some_and(|cell| cell.sight)
                && (high || *it == from || board.letter(*it) != 'm')
        };
        let clear = |hex: &&Hex| line.iter().take_while(|it| *it != *hex).chain([*hex]).all(passes);
        let end = lands.filter(clear).find(|hex| self.public().free(who, **hex, true)).copied();
        match end {
            Some(end) => self.walks(who, &[end], Way::Jump, "CEL-MOV-10"),
            None => self.tell("CEL-MOV-10", What::Skipped { who, why: Why::Blocked }),
        }
        Ok(())
    }

    /// A fleeing fighter goes to its own edge at its best speed (CEL-TER-11), the fast move rolled in segment 1.
    fn runs_away(&mut self, who: Who) -> Flow {
        for other in self.of(who).ties.engaged.iter() {
            self.disengage(who, other, "CEL-TER-11");
        }
        self.ends_duel(who);
        if let Some(held) = self.of(who).ties.holds {
            self.release(held, "CEL-TER-11");
        }
        let up = self.of(who).lies() || self.of(who).pose.posture == Posture::Crouched;
        if up && self.of(who).pose.rising == 0 {
            return self.minor(who, crate::command::Minor::Rise);
        }
        let first = self.scene.segment == 1;
        let pace = if first || self.of(who).turn.fast.is_some() { Pace::Run } else { Pace::Walk };
        self.march(who, &March { pace, ..March::walk(Goal::Off) }, false)
    }

    /// One step more from an edge or an exit leads off the map, at the cost of that hexagon (CEL-HEX-09).
    fn leaves_map(&mut self, who: Who, gait: Gait, left: u32) -> Flow {
        let at = self.of(who).pose.at;
        if !self.public().leaves_at(who, at) || !self.of(who).able() {
            return Ok(());
        }
        let exits = self.public().exits_at(who, at);
        let enough = self.public().cost(who, (at, at), gait).is_some_and(|cost| cost <= left);
        if !enough && !self.fixed().board.is_outside(at) {
            return Ok(());
        }
        let status = if exits { Status::Exited } else { Status::Fled };
        self.tell("CEL-HEX-09", What::Moved { who, path: vec![at], way: Way::Leaves });
        self.leaves_fight(who, status, "CEL-HEX-09")
    }

    /// A fighter falls and lies (CEL-COR-19).
    pub(super) fn falls(&mut self, who: Who, rule: &'static str) -> Flow {
        if self.of(who).pose.posture != Posture::Fallen {
            self.tell(rule, What::Falls { who });
        }
        self.pose(who, rule, |pose| (pose.posture, pose.rising) = (Posture::Fallen, 0));
        if self.of(who).gear.mounted {
            // CEL-CHV-04, CEL-SPE-13, CEL-R89: from a saddle it is the least height that hurts.
            self.gear(who, "CEL-CHV-04", |gear| gear.mounted = false);
            return self.drops_from(who, tables().special.fall_least_metres * 100);
        }
        Ok(())
    }

    /// Throws a fighter along the side from the author, stopped before the first hexagon it cannot enter (CEL-HEX-08).
    pub(super) fn throw_fighter(&mut self, who: Who, by: Who, rule: &'static str) -> Flow {
        let steps = tables().hex_rules.steps(tables().special.thrown_cm);
        let (from, author) = (self.of(who).pose.at, self.of(by).pose.at);
        let Some(side) = Side::towards(author.to(from)) else { return Ok(()) };
        let mut at = from;
        for _ in 0..steps {
            let next = at.beside(side);
            if !self.public().free(who, next, true) {
                break;
            }
            at = next;
        }
        if at != from {
            self.tell(rule, What::Moved { who, path: vec![at], way: Way::Thrown });
            self.pose(who, rule, |pose| pose.at = at);
        }
        self.falls(who, rule)?;
        let board = &self.fixed().board;
        self.drops_from(who, board.height(from) - board.height(at))
    }

    /// A fall from a height (CEL-SPE-13, CEL-R80): resistance without protection; half Fatigue, half Blessure.
    pub(super) fn drops_from(&mut self, who: Who, centimetres: i16) -> Flow {
        let metres = centimetres / 100;
        if metres < tables().special.fall_least_metres {
            return Ok(());
        }
        // CEL-TIR-06, CEL-R93: for the rest of the segment it is a target that falls.
        let rows = &tables().fall;
        let fall = rows.iter().find(|row| i16::try_from(row.total).is_ok_and(|total| metres <= total));
        let segment = fall.or(rows.last()).map_or(0, |row| row.segment);
        self.beat(who, "CEL-TIR-06", |beat| beat.falling = segment);
        let rows = &tables().special;
        let difficulty = rows.fall_base_difficulty + rows.fall_per_metre * metres;
        let cast = Cast::of(Throw::Shock, "CEL-SPE-13", Attr::En, Sort::Raw).plain();
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            let levels = crate::figures::level(sum.missed(difficulty)) as u8;
            self.wound(who, None, [levels / 2, levels - levels / 2], "CEL-SPE-13");
            self.settle(who, None)?;
        }
        Ok(())
    }
}
