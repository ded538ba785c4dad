//! Throws and shots (CEL-TIR, CEL-ALG-06, CEL-ALG-07).

use serde::{Deserialize, Serialize};

use super::{Against, Cast, Flow, Landed, Script};
use crate::event::{Throw, Verdict, What, Why};
use crate::figures::Sort;
use crate::ids::{Attr, Skill, Who};
use crate::scene::Status;
use crate::state::PublicState;
use crate::tables::{Flag, WeaponRow, tables};
use bagarre_kit::hex::Cube;

/// The parts of the difficulty of a shot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "celtiques/")]
pub struct Parts {
    /// By range (CEL-TIR-01).
    pub base: i16,
    /// By size (CEL-TIR-03).
    pub size: i16,
    /// By the movement of the target (CEL-TIR-05, CEL-MOV-06).
    pub movement: i16,
    /// By cover (CEL-TIR-07, CEL-R37).
    pub cover: i16,
    /// By darkness (CEL-TIR-11).
    pub light: i16,
    /// By melee and crowd (CEL-TIR-08, CEL-TIR-10).
    pub melee: i16,
    /// The part of the crowd alone.
    pub crowd: i16,
}

impl Parts {
    /// All of it (CEL-TIR-16): 1 at least.
    pub fn total(self) -> i16 {
        (self.base + self.size + self.movement + self.cover + self.light + self.melee + self.crowd).max(1)
    }
}

/// The modifier of a movement seen from somewhere (CEL-ALG-07, CEL-R38): `way` in steps of this segment, `line` to the target.
pub fn movement(way: Cube, line: Cube) -> i16 {
    let rows = &tables().target_movement;
    let steps = way.steps();
    if steps == 0 {
        return 0;
    }
    let (dot, v, d) = (i64::from(way.dot(line)), i64::from(way.square()), i64::from(line.square()));
    let cm = steps * tables().hex_rules.step_cm;
    if 4 * dot * dot >= 3 * v * d {
        return rows.in_axis;
    }
    if cm < rows.run_from {
        return rows.walk;
    }
    if 4 * dot * dot <= v * d {
        return rows.across;
    }
    if cm >= rows.sprint_from { rows.sprint } else { rows.run }
}

/// The modifier of a target that falls, by the segment of its fall (CEL-TIR-06, CEL-R39); none before it falls.
pub fn falling(segment: u8) -> i16 {
    let rows = &tables().fall;
    let row = rows.iter().rev().find(|row| row.segment <= segment);
    row.map_or(0, |row| row.modifier)
}

/// The penalty of a melee for a shot into it (CEL-TIR-08): so many take part.
pub fn melee_malus(participants: u8) -> i16 {
    if participants >= 2 { tables().melee_shot.per_participant * i16::from(participants) } else { 0 }
}

/// Whether a bystander of a crowd is hit by a shot that misses by so much (CEL-TIR-10).
pub fn bystander(parts: Parts, missed: i16) -> bool {
    parts.crowd > 0 && missed <= parts.crowd
}

/// Which of so many others a stray hits (CEL-TIR-08); `None`: the die is thrown again.
pub fn stray(die: u8, others: usize) -> Option<usize> {
    let faces = usize::from(tables().core.die_faces);
    let k = others.clamp(1, faces);
    let top = k * (faces / k);
    (usize::from(die) <= top).then(|| (usize::from(die.max(1)) - 1) % k)
}

impl PublicState<'_> {
    /// What aiming adds to a shot (CEL-TIR-14, CEL-R59); nothing to one that is drawn for it (CEL-DEG-04).
    pub fn aimed_bonus(self, who: Who, at: Who, draw: bool) -> i16 {
        let aim = self.of(who).mind.aim.filter(|aim| aim.at == at && !draw);
        let shots = &tables().melee_shot;
        aim.map_or(0, |aim| (i16::from(aim.segments) * shots.aim_per_segment).min(shots.aim_max))
    }

    /// The difficulty of a throw or a shot, part by part; `None`: it is out of range or sight (CEL-TIR-02).
    pub fn shot(self, who: Who, at: Who, row: &WeaponRow) -> Option<Parts> {
        let rows = tables();
        let steps = self.distance(who, at);
        let band = self.range(who, steps, row).filter(|_| self.sees(who, at))?;
        let bases = &rows.range_difficulty;
        let base = [bases.courte, bases.moyenne, bases.longue, bases.extreme][band];
        let (mine, other) = (self.of(who), self.of(at));
        let line = mine.pose.at.to(other.pose.at);
        let way = if other.beat.moved { other.beat.way } else { other.mind.before };
        let moved = if other.beat.zigzag {
            rows.target_movement.zigzag
        } else if other.beat.jumps {
            rows.target_movement.sprint
        } else {
            movement(way, line)
        };
        let falling = falling(other.beat.falling);
        let feint = if other.beat.evasive { self.profile(at).level(Skill::Feinte) } else { 0 };
        let board = &self.fixed.board;
        let lower = usize::from(other.pose.posture != crate::scene::Posture::Standing);
        let rank = board.cover(mine.pose.at, other.pose.at);
        // CEL-COR-18: crouching is one class better, where there is cover.
        let rank = if rank > 0 { (rank + lower).min(rows.cover.len() - 1) } else { 0 };
        let melee = self.melee(at).len();
        let crowd = match board.letter(other.pose.at) {
            'c' => rows.melee_shot.crowd,
            'C' => self.scene.rulings.crowd.unwrap_or(rows.melee_shot.crowd_dense),
            _ => 0,
        };
        let light = self
            .fixed
            .setup
            .options
            .lumiere
            .and_then(|light| rows.visibility.iter().find(|row| row.id == light));
        let sight = i16::from(self.profile(who).attr(Attr::Pe));
        let light = light.map_or(0, |row| row.base + steps as i16 / (row.factor * sight).max(1));
        Some(Parts {
            base,
            size: rows.size(self.size(at)).modifier,
            movement: moved + feint + falling,
            cover: rows.cover[rank].modifier,
            light,
            melee: melee_malus(melee),
            crowd,
        })
    }
}

impl Script<'_> {
    /// A throw or a shot, a snap shot too (CEL-ALG-06, CEL-DEC-24, CEL-R63); what landed is still to take effect.
    pub(super) fn shoots(&mut self, who: Who, at: Who, with: u8, draw: bool) -> Flow<Vec<Landed>> {
        let row = self.profile(who).weapon(Some(with));
        if draw {
            self.gear(who, "CEL-DEG-02", |gear| gear.hand = Some(with));
            self.count(who, "CEL-ACT-05", |turn| {
                turn.double = turn.double.saturating_add(tables().double_action.extra_penalty_dice).min(20);
            });
        }
        if !self.has_shot(who, at, row) {
            self.tell("CEL-TIR-02", What::Skipped { who, why: Why::NoTarget });
            return Ok(Vec::new());
        }
        self.turn_to(who, at, "CEL-MEL-08");
        self.attacked(at, who)?;
        let shift = self.shift(who, Throw::Shot, Some(at))?;
        let Some(parts) = self.public().shot(who, at, row) else { return Ok(Vec::new()) };
        let difficulty = parts.total();
        let melee = parts.melee + parts.crowd;
        let Parts { base, size, movement, cover, light, .. } = parts;
        self.tell(
            "CEL-TIR-16",
            What::Shoots { who, at, difficulty, base, size, movement, cover, light, melee },
        );
        let aimed = self.public().aimed_bonus(who, at, draw);
        let drawn = if draw { crate::legal::carry_malus(row.carry) } else { 0 };
        let bay = if self.of(at).ties.bay.contains(who) { tables().core.level_step } else { 0 };
        let skill = if row.is(Flag::Projectile) { row.skill } else { Skill::Jet };
        let cast =
            Cast { shift: Some(shift), ..Cast::of(Throw::Shot, "CEL-TIR-02", Attr::Pe, Sort::Offensive) }
                .level(self.profile(who).level(skill));
        let bonus = aimed + drawn + bay + self.public().tactics(who, true);
        let sum = self.cast(who, cast.bonus(bonus).against(Against::Difficulty(difficulty)))?;
        self.mind(who, "CEL-TIR-14", |mind| mind.aim = None);
        self.looses(who, at, with, row);
        self.mark_attack(who, at);
        self.lets_be(at, who);
        if sum.over(difficulty).is_none() {
            self.verdict(who, at, Verdict::Miss, sum.total - difficulty, "CEL-TIR-12");
            self.stumbles(who, sum);
            return self.strays(who, at, (with, row), (parts, sum.missed(difficulty)));
        }
        let score = self.shot_dodge(who, at, row, sum.total, difficulty)?;
        if score.is_some_and(|dodge| sum.total <= dodge) {
            self.verdict(who, at, Verdict::Dodged, sum.total - score.unwrap_or(0), "CEL-TIR-12");
            return Ok(Vec::new());
        }
        let margin = sum.total - difficulty.max(score.unwrap_or(difficulty));
        self.verdict(who, at, Verdict::Hit, margin, "CEL-TIR-12");
        Ok(vec![Self::flew(who, at, (with, row), margin)])
    }

    /// The dodge against a shot (CEL-TIR-13): one made already; a reactive one against what is thrown alone.
    fn shot_dodge(
        &mut self,
        who: Who,
        at: Who,
        row: &WeaponRow,
        total: i16,
        against: i16,
    ) -> Flow<Option<i16>> {
        if row.is(Flag::Projectile) {
            return Ok(self.of(at).beat.dodge.map(|dodge| dodge.total));
        }
        if self.of(at).beat.dodge.is_none() {
            // The dodge is against the total: the défense is nothing to a missile.
            self.dodged(at, who, total, against)?;
        }
        Ok(self.of(at).beat.dodge.map(|dodge| dodge.total))
    }

    /// Whether a shot can be made at all: its target is there, in range and in sight.
    fn has_shot(&self, who: Who, at: Who, row: &WeaponRow) -> bool {
        let target = matches!(self.of(at).body.status, Status::Able | Status::Fainted);
        target && self.public().shot(who, at, row).is_some()
    }

    /// Courage before a shot into a melee with a friend (CEL-TIR-09), with the weapon at a place. Whether it shoots; where it does not,
    /// nothing else has happened yet.
    pub(super) fn dares(&mut self, who: Who, at: Who, with: u8) -> Flow<bool> {
        let row = self.profile(who).weapon(Some(with));
        if !self.has_shot(who, at, row) {
            return Ok(true);
        }
        let melee = self.public().melee(at);
        let friend =
            melee.len() >= 2 && melee.iter().any(|it| self.public().side(it) == self.public().side(who));
        if !self.scene.rulings.courage_shot.unwrap_or(friend) || melee.len() < 2 {
            return Ok(true);
        }
        let difficulty = tables().melee_shot.friend_courage_difficulty;
        let skill = if row.is(Flag::Projectile) { row.skill } else { Skill::Jet };
        let level = self.profile(who).level(skill);
        let cast = Cast::of(Throw::Courage, "CEL-TIR-09", Attr::Co, Sort::Test).level(level);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_some() {
            return Ok(true);
        }
        self.tell("CEL-TIR-09", What::Skipped { who, why: Why::Scruples });
        self.count(who, "CEL-TIR-09", |turn| {
            turn.scruples = melee.iter().fold(turn.scruples, crate::ids::Whos::with);
        });
        Ok(false)
    }

    /// The missile is on its way: ammunition and the next shot, or the weapon itself (CEL-TIR-15).
    fn looses(&mut self, who: Who, at: Who, with: u8, row: &WeaponRow) {
        if row.is(Flag::Projectile) {
            self.gear(who, "CEL-TIR-15", |gear| {
                gear.shot = gear.shot.saturating_add(1);
                gear.reload = row.reload_segments;
            });
        } else {
            let place = self.of(at).pose.at;
            self.comes_down(who, with, place);
        }
    }

    fn flew(who: Who, at: Who, (with, row): (u8, &'static WeaponRow), margin: i16) -> Landed {
        Landed {
            who,
            at,
            margin,
            weapon: row,
            place: Some(with),
            estoc: row.is(Flag::Estoc),
            zone: None,
            trick: None,
            bonus: 0,
            pressed: false,
            is_throw: true,
            charge: false,
        }
    }

    /// Hits another target instead (CEL-TIR-08, CEL-R40): another fighter of the melee, by one die; a bystander of a
    /// crowd (CEL-TIR-10).
    fn strays(
        &mut self,
        who: Who,
        at: Who,
        weapon: (u8, &'static WeaponRow),
        (parts, missed): (Parts, i16),
    ) -> Flow<Vec<Landed>> {
        let others: Vec<Who> = self
            .public()
            .melee(at)
            .without(at)
            .iter()
            .filter(|it| self.of(*it).able() && *it != who)
            .collect();
        if missed > parts.melee || others.is_empty() {
            if bystander(parts, missed) {
                let side = self.public().side(who);
                self.tell("CEL-TIR-10", What::Score { side, points: -1 });
                self.camp(side, "CEL-TIR-10", |camp| camp.points = camp.points.saturating_sub(1));
            }
            return Ok(Vec::new());
        }
        let hit = loop {
            let die = self.faces(who, 1, Throw::Stray, "CEL-TIR-08")?.first().copied().unwrap_or(1);
            if let Some(hit) = stray(die, others.len()) {
                break others[hit.min(others.len() - 1)];
            }
        };
        let total = parts.total() - missed;
        // A stray is avoided by a dodge as good as the shot.
        let score = self.shot_dodge(who, hit, weapon.1, total, total)?;
        if score.is_some_and(|dodge| dodge >= total) {
            self.verdict(who, hit, Verdict::Dodged, 0, "CEL-TIR-08");
            return Ok(Vec::new());
        }
        self.verdict(who, hit, Verdict::Hit, 0, "CEL-TIR-08");
        Ok(vec![Self::flew(who, hit, weapon, 0)])
    }
}
