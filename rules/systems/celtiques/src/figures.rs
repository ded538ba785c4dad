//! Figures that follow from the state at a moment: dice, scores, speeds. No dice fall here.

use super::command::{Blow, Trick};
use super::ids::{Attr, Ground, Size, Skill, Special, Weapon, Who, Whos, Zone};
use super::profile::Profile;
use super::scene::{Fighter, Posture, Survival};
use super::state::PublicState;
use super::tables::{Flag, WeaponRow, tables};
use bagarre_kit::hex::Hex;

/// What a roll is, for the dice it costs (CEL-COR-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An action roll: a dodge, a dégagement, a fast move, an order.
    Action,
    /// An action roll that does harm: fear counts.
    Offensive,
    /// A test, an innate roll or a contest: wounds and fatigue alone (CEL-COR-21, CEL-COR-19, CEL-R69).
    Test,
    /// Damage and resistance: nothing counts.
    Raw,
}

/// The result of dice (CEL-COR-03, CEL-COR-08, CEL-COR-09).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The total.
    pub total: i16,
    /// -1: an échec critique; 1: a réussite critique.
    pub critical: i8,
}

/// The total of dice with a flat part. `critical` says whether criticals count (CEL-COR-10).
pub fn sum(faces: &[u8], flat: i16, critical: bool) -> Sum {
    let core = &tables().core;
    let total = faces.iter().map(|face| i16::from(*face)).sum::<i16>() + flat;
    if !critical || faces.is_empty() {
        return Sum { total, critical: 0 };
    }
    let low = faces.iter().all(|face| *face <= core.critical_failure_max_face) && faces.contains(&1);
    let high = faces.len() >= 2 && faces.iter().all(|face| *face == core.die_faces);
    match (low, high) {
        (true, _) => Sum { total, critical: -1 },
        (_, true) => Sum { total: total + core.critical_success_bonus, critical: 1 },
        _ => Sum { total, critical: 0 },
    }
}

impl Sum {
    /// The margin against a difficulty, from 0; `None`: a failure (CEL-COR-06). A score has to be beaten (CEL-R19).
    pub fn over(self, difficulty: i16) -> Option<i16> {
        (self.critical >= 0 && self.total >= difficulty).then(|| self.total - difficulty)
    }

    /// By how much a difficulty is missed: 1 at least (CEL-COR-08).
    pub fn missed(self, difficulty: i16) -> i16 {
        (difficulty - self.total).max(1)
    }
}

/// The level of a success or a failure, by its margin (CEL-COR-07).
pub fn level(margin: i16) -> i16 {
    1 + margin.max(0) / tables().core.level_step
}

/// The dice of a roll (CEL-COR-04): `floor` is the floor of confiance, or 1.
pub fn nd(base: u8, bonus: u8, penalty: u8, floor: u8) -> u8 {
    let all = base.saturating_add(bonus).max(1);
    all.saturating_sub(penalty).max(floor.min(all)).clamp(1, 16)
}

/// Bonus of a fast move by the column of its result (CEL-MOV-03, CEL-R15).
pub fn band(bonus: &[u32; 5], result: i16) -> u32 {
    let bands = &tables().fast_movement.bands;
    bands
        .iter()
        .zip(bonus)
        .find(|([from, to], _)| (*from..=*to).contains(&result))
        .map_or(0, |(_, bonus)| *bonus)
}

/// How a fighter goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gait {
    /// The fast move roll in force.
    pub fast: Option<i16>,
    /// Halves the speed (CEL-MOV-08).
    pub zigzag: bool,
    /// Costs a metre a second (CEL-MOV-07).
    pub evasive: bool,
}

impl PublicState<'_> {
    /// The die that a fighter with a two-handed weapon loses on attacks once it has announced many actions (CEL-ARM-01).
    pub fn two_handed_penalty(self, who: Who, row: &WeaponRow) -> u8 {
        let rules = &tables().two_handed;
        if row.hands >= 2 && self.announced(who) >= rules.from_actions { rules.penalty_dice } else { 0 }
    }

    /// The number of actions that count as announced (CEL-SUR-06).
    pub fn announced(self, who: Who) -> u8 {
        let turn = &self.of(who).turn;
        if turn.survival == Survival::On {
            tables().core.survival_actions
        } else {
            turn.announced.unwrap_or(0)
        }
    }

    /// Dice lost to wounds and fatigue.
    pub fn pain(self, who: Who) -> u8 {
        let body = &self.of(who).body;
        tables().blessure.penalty(body.blessure) + tables().fatigue.penalty(body.fatigue)
    }

    /// Dice that a roll loses (CEL-ALG-02, CEL-COR-14).
    pub fn penalty(self, who: Who, sort: Sort) -> u8 {
        let fighter = self.of(who);
        let turn = &fighter.turn;
        let pain = self.pain(who);
        let acts = || {
            let declared = tables().declared_penalty(self.announced(who));
            let eye = if fighter.body.eye { tables().eye_lost.combat_penalty_dice } else { 0 };
            let held = if fighter.ties.held.is_some() { fighter.ties.entrave } else { 0 };
            pain + declared + turn.undeclared + turn.unbalanced + turn.double + held + eye
        };
        match sort {
            Sort::Raw => 0,
            Sort::Test => pain,
            Sort::Action => acts(),
            Sort::Offensive => acts().saturating_add(fighter.body.fear),
        }
    }

    /// The dice of a roll, `more` lost besides (CEL-COR-04, CEL-COR-20).
    pub fn dice(self, who: Who, attr: Attr, sort: Sort, special: Option<Special>, more: u8) -> u8 {
        self.dice_spared(who, attr, sort, special, (more, 0))
    }

    /// The same, where dice lost since a batch began do not count yet (CEL-ALG-03).
    pub(super) fn dice_spared(
        self,
        who: Who,
        attr: Attr,
        sort: Sort,
        special: Option<Special>,
        (more, spared): (u8, u8),
    ) -> u8 {
        let profile = self.profile(who);
        let floor = match sort {
            Sort::Action | Sort::Offensive => 1 + self.of(who).body.confiance,
            Sort::Test | Sort::Raw => 1,
        };
        let penalty = self.penalty(who, sort).saturating_sub(spared).saturating_add(more);
        nd(profile.attr(attr), profile.bonus(special), penalty, floor)
    }

    /// The dice that plain actions of a turn have if so many are announced (CEL-DCL-03).
    pub fn dice_if(self, who: Who, attr: Attr, actions: u8) -> u8 {
        let now = tables().declared_penalty(self.announced(who));
        let penalty = self.penalty(who, Sort::Action) - now + tables().declared_penalty(actions);
        nd(self.profile(who).attr(attr), 0, penalty, 1 + self.of(who).body.confiance)
    }

    /// The difficulty of acrobatics where a fighter is: more on difficult ground nearby, unless the game master says otherwise.
    pub fn acrobatics(self, who: Who, usual: i16) -> i16 {
        let at = self.of(who).pose.at;
        let difficult =
            |hex: Hex| self.fixed.board.cell(hex).is_some_and(|cell| cell.r#move && cell.terrain != "plat");
        let rough = at.around().into_iter().chain([at]).any(difficult);
        self.scene.rulings.acrobatics.unwrap_or(usual + if rough { tables().core.level_step } else { 0 })
    }

    /// The malus of posture, once (CEL-COR-18, CEL-COR-19, CEL-TIR-04, CEL-ESQ-05, CEL-R70): of dodges, else of the other action rolls.
    pub fn malus(self, who: Who, dodge: bool) -> i16 {
        let fighter = self.of(who);
        let low = -tables().movement.prone_dodge_malus;
        let posture = match fighter.pose.posture {
            Posture::Standing => 0,
            Posture::Fallen => -tables().special.trip_fallen_malus,
            Posture::Crouched | Posture::Lying => {
                if dodge {
                    low
                } else {
                    0
                }
            }
        };
        posture + if dodge && fighter.body.leg { low } else { 0 }
    }

    /// The weapon in hand; bare hands where there is none, or one that is stuck or flies (CEL-MEL-02).
    pub fn weapon(self, who: Who) -> &'static WeaponRow {
        self.profile(who).weapon(self.of(who).gear.hand)
    }

    /// The weapon with which a fighter defends itself: one that flies counts as bare hands.
    pub fn guard(self, who: Who) -> &'static WeaponRow {
        let row = self.weapon(who);
        let flies = row.is(Flag::Projectile) || row.id == Weapon::Pierre;
        if flies || self.of(who).gear.stuck.is_some() { tables().weapon(Weapon::MainsNues) } else { row }
    }

    /// How far a weapon reaches, in steps (CEL-HEX-03).
    pub fn steps(row: &WeaponRow) -> u16 {
        tables().reach.hexes.get(usize::from(row.length)).copied().unwrap_or(1)
    }

    /// Whether a weapon of a fighter reaches another: two steps need sight (CEL-MEL-07, CEL-HEX-03).
    pub fn reaches(self, who: Who, at: Who, row: &WeaponRow) -> bool {
        let steps = self.distance(who, at);
        steps <= Self::steps(row) && (steps <= 1 || self.sees(who, at))
    }

    /// Whether a fighter can strike another with what it has in hand.
    pub fn in_reach(self, who: Who, at: Who) -> bool {
        self.reaches(who, at, self.guard(who))
    }

    /// Whether two who are engaged are near enough for the longer of their weapons (CEL-MOV-11).
    pub fn close(self, a: Who, b: Who) -> bool {
        self.in_reach(a, b) || self.in_reach(b, a)
    }

    /// Whether a fighter does not move or does not expect anything (CEL-MEL-01, CEL-MEL-02, CEL-LNG-04).
    pub fn helpless(self, who: Who) -> bool {
        let fighter = self.of(who);
        let unaware = fighter.beat.surprised && fighter.ties.engaged.is_empty();
        !fighter.able() || fighter.busy() || unaware
    }

    /// Whether a fighter flees from an attacker (CEL-MEL-02, CEL-TER-11).
    pub fn flees(self, who: Who, from: Who) -> bool {
        let fighter = self.of(who);
        if fighter.body.fleeing {
            return true;
        }
        let way = if fighter.beat.moved { fighter.beat.way } else { fighter.mind.before };
        if !fighter.ties.engaged.is_empty() || fighter.beat.left || way.square() == 0 {
            return false;
        }
        let to = self.of(from).pose.at;
        let before = (fighter.pose.at.cube() - way).hex();
        fighter.pose.at.distance(to)
            >= before.distance(to) + tables().hex_rules.steps(tables().defence.fleeing_from_cm)
    }

    /// The défense of a fighter against an attacker: helpless, it is a score of its own (CEL-R17); `pressed` halves its bonuses
    /// (CEL-EMP-04).
    pub fn defence(self, who: Who, by: Who, pressed: bool) -> i16 {
        let profile = self.profile(who);
        let fighter = self.of(who);
        if self.helpless(who) {
            return tables().defence.immobile;
        }
        if self.flees(who, by) {
            return profile.level(Skill::Athletisme);
        }
        let guard = self.guard(who);
        let hold = fighter.ties.holds.is_some();
        let shield =
            profile.shield.filter(|_| fighter.gear.shield).map_or(0, |it| tables().shield(it).defence);
        let mut bonus = if hold { 0 } else { guard.defence + shield };
        if pressed {
            bonus = bonus.div_euclid(2);
        }
        let dodge = profile.level(Skill::Esquive);
        // CEL-SPE-12, CEL-R53.
        let dodge = if fighter.lies() { (dodge - tables().special.trip_fallen_malus).max(0) } else { dodge };
        let rides = fighter.gear.mounted && !self.of(by).gear.mounted;
        let ride = if rides { tables().melee_modifiers.mounted_defence } else { 0 };
        profile.level(guard.skill) + dodge + bonus + ride + self.tactics(who, false)
    }

    /// The tactical bonus of a fighter (CEL-CMD-09).
    pub fn tactics(self, who: Who, attack: bool) -> i16 {
        let camp = self.scene.camp(self.side(who));
        if camp.attack == attack && camp.to.contains(who) && self.of(who).ties.commanded {
            camp.bonus
        } else {
            0
        }
    }

    /// What the situation adds to a blow (CEL-MEL-05, CEL-CHV-02): all assailants count, if they are two or more (CEL-R20).
    pub fn situation(self, who: Who, at: Who) -> i16 {
        let rows = &tables().melee_modifiers;
        let around = self.of(at).ties.engaged.with(who);
        let many = around.iter().filter(|it| self.side(*it) != self.side(at)).count() as i16;
        let many = if many >= 2 { many * rows.per_assailant } else { 0 };
        let (mine, other) = (self.of(who), self.of(at));
        let higher = if mine.gear.mounted && !other.gear.mounted {
            rows.mounted_attack
        } else if other.gear.mounted && !mine.gear.mounted {
            0
        } else {
            let board = &self.fixed.board;
            let rise = board.height(mine.pose.at) - board.height(other.pose.at);
            match rise {
                _ if rise >= rows.higher_cm => rows.attacker_higher,
                _ if rise <= -rows.higher_cm => rows.defender_higher,
                _ => 0,
            }
        };
        let back = if self.behind(who, at) { rows.defender_from_behind } else { 0 };
        many + higher + back
    }

    /// What a special blow adds to the damage by itself: force the level of the skill, acrobatics theirs, a shield its bash
    /// (CEL-SPE-05, CEL-SPE-07, CEL-SPE-08).
    pub fn trick_bonus(self, who: Who, blow: &Blow, row: &WeaponRow) -> i16 {
        let own = self.profile(who);
        match blow.trick {
            Some(Trick::Force) => own.level(row.skill),
            Some(Trick::Acrobatic) => own.level(Skill::Acrobatie),
            Some(Trick::Shield) => own.shield.map_or(0, |shield| tables().shield(shield).bash),
            Some(Trick::Trip | Trick::Throw | Trick::Seize) | None => 0,
        }
    }

    /// Whether a charge of a fighter counts as mounted (CEL-SPE-03, CEL-OPP-03).
    pub fn charges_mounted(self, who: Who) -> bool {
        self.profile(who).heavy || self.of(who).gear.mounted
    }

    /// What a charge of a fighter adds to the damage, where the other does not charge (CEL-SPE-03).
    pub fn charge_bonus(self, who: Who) -> i16 {
        let rows = &tables().charge;
        if self.charges_mounted(who) { rows.mounted } else { rows.foot }
    }

    /// Whether a fighter stands behind another that has not turned (CEL-MEL-08).
    pub fn behind(self, who: Who, at: Who) -> bool {
        let other = self.of(at);
        other.pose.at.is_behind(other.pose.facing, self.of(who).pose.at)
    }

    /// Protection of a fighter at a zone (CEL-DOM-05).
    pub fn protection(self, who: Who, zone: Option<Zone>, pressed: bool) -> i16 {
        let own = self.profile(who).protection(zone);
        if pressed { own.div_euclid(2) } else { own }
    }

    /// The row of the table of moves for a step of a fighter, by its posture too.
    pub fn ground(self, who: Who, from: Hex, to: Hex) -> Option<Ground> {
        let ground = self.fixed.board.ground(from, to)?;
        let over = self.friends(who).any(|friend| self.of(friend).pose.at == to && self.of(friend).lies());
        Some(match self.of(who).pose.posture {
            Posture::Lying | Posture::Fallen => Ground::Ramper,
            Posture::Crouched if ground == Ground::Plat => Ground::Baisse,
            _ if over && ground == Ground::Plat => Ground::Accidente,
            _ => ground,
        })
    }

    /// The speed of a step, in centimetres a second (CEL-MOV-01 to CEL-MOV-08); `None`: it cannot be made. A ladder and a bridge leave
    /// no room to move sideways (CEL-MOV-07, CEL-HEX-05).
    pub fn speed(self, who: Who, (from, to): (Hex, Hex), gait: Gait) -> Option<u32> {
        let ground = self.ground(who, from, to)?;
        let slow = self
            .scene
            .rulings
            .slow
            .iter()
            .find(|(hex, _)| *hex == to)
            .map_or(100, |(_, percent)| u32::from(*percent));
        let cell = self.fixed.board.cell(to)?;
        let narrow = ground == Ground::Echelle || cell.letter == 'b';
        self.speed_on(who, ground, cell.percent.min(slow), gait).filter(|_| !(gait.evasive && narrow))
    }

    /// The speed of a fighter on a kind of ground, in whole centimetres (CEL-R11).
    pub fn speed_on(self, who: Who, ground: Ground, percent: u32, gait: Gait) -> Option<u32> {
        let fighter = self.of(who);
        let row = tables().ground(ground);
        let agility = u32::from(self.profile(who).attr(Attr::Ag));
        let mount = &tables().mount;
        let (base, bonus) = if fighter.gear.mounted {
            (if ground == Ground::Plat { mount.base } else { mount.base_rough }, &mount.bonus)
        } else if row.base_fixed > 0 {
            (row.base_fixed, &row.bonus)
        } else {
            (agility * 100 / row.base_divisor.max(1), &row.bonus)
        };
        let fast = gait.fast.filter(|_| !fighter.body.leg).map_or(0, |result| band(bonus, result));
        let mut speed = (base + fast) * percent / 100;
        if gait.zigzag {
            speed /= 2;
        }
        if fighter.body.leg {
            speed /= 2;
        }
        if gait.evasive {
            // CEL-MOV-07: at least 100 must be left.
            speed = speed.checked_sub(tables().movement.evasive_cost).filter(|it| *it >= 100)?;
        }
        (speed > 0).then_some(speed)
    }

    /// What a step costs of the units of a segment (CEL-HEX-04); a low wall costs them all (CEL-HEX-05).
    pub fn cost(self, who: Who, (from, to): (Hex, Hex), gait: Gait) -> Option<u32> {
        let units = tables().hex_rules.segment_units;
        let speed = self.speed(who, (from, to), gait)?;
        let step = (units * 100 / speed).max(1);
        Some(if self.fixed.board.letter(to) == 'm' { step.max(units) } else { step })
    }

    /// Whether a fighter may go into a hexagon, and whether it may stop there (CEL-HEX-01).
    pub fn free(self, who: Who, hex: Hex, stop: bool) -> bool {
        self.fixed.board.stands(hex)
            && self.at(hex).is_none_or(|other| {
                other == who || !stop && self.side(other) == self.side(who) && self.of(other).lies()
            })
    }

    /// The range band of a throw or a shot (CEL-TIR-02): 0 short to 3 extreme; `None`: too far, or too weak.
    pub fn range(self, who: Who, steps: u16, row: &WeaponRow) -> Option<usize> {
        let strength = u16::from(self.profile(who).attr(Attr::Fo));
        let bands = match (row.throw, row.fixed_range) {
            (Some(throw), _) => throw.map(|n| n * strength),
            (None, Some(fixed)) if strength >= u16::from(row.min_fo) => fixed,
            _ => return None,
        };
        bands.iter().position(|far| steps <= *far)
    }

    /// Whether a fighter may make an action of the hand that needs both, or a shield, or none of them, useless limbs considered.
    pub fn can_hold(self, who: Who, row: &WeaponRow) -> bool {
        let body = &self.of(who).body;
        let hands = 2
            - u8::from(body.arm)
            - u8::from(body.shield_arm || self.of(who).gear.shield || self.of(who).gear.standard);
        row.hands <= hands
    }

    /// Returns all fighters in the same melee, itself included (CEL-TIR-08).
    pub fn melee(self, who: Who) -> Whos {
        let mut known = Whos::NONE.with(who);
        loop {
            let next =
                known.iter().fold(known, |all, it| self.of(it).ties.engaged.iter().fold(all, Whos::with));
            if next == known {
                return known;
            }
            known = next;
        }
    }

    /// The size of a target (CEL-TIR-03).
    pub fn size(self, who: Who) -> Size {
        if self.of(who).gear.mounted { Size::Cheval } else { self.profile(who).size }
    }

    /// Whether the level of Blessure or Fatigue puts a fighter out (CEL-COR-12, CEL-COR-13).
    pub fn is_out(profile: &Profile, fighter: &Fighter) -> bool {
        let body = &fighter.body;
        body.blessure >= profile.out[0] || body.fatigue >= profile.out[1] || body.dead
    }
}
