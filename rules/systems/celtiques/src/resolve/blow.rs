//! Blows (CEL-MEL, CEL-ALG-05): engagement, the attack, the défense and the dodge.

use super::answers::{Asked, Assent};
use super::{Against, Cast, Flow, Script};
use crate::command::{Blow, Deed, Trick};
use crate::event::{Throw, Verdict, Way, What, Why};
use crate::figures::{Sort, Sum};
use crate::ids::{Attr, Dec, Skill, Weapon, Who, Zone};
use crate::legal;
use crate::scene::Survival;
use crate::tables::{Flag, WeaponRow, tables};
use bagarre_kit::hex::Hex;

/// A blow or a shot that landed; its effects are still to come.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent marks")]
pub(crate) struct Landed {
    pub(super) who: Who,
    pub(super) at: Who,
    pub(super) margin: i16,
    pub(super) weapon: &'static WeaponRow,
    /// The place of the weapon among its own; none for bare hands.
    pub(super) place: Option<u8>,
    pub(super) estoc: bool,
    pub(super) zone: Option<Zone>,
    pub(super) trick: Option<Trick>,
    /// What a charge, force or acrobatics add to the damage.
    pub(super) bonus: i16,
    /// The weapon sticks in the target already (CEL-EMP-04).
    pub(super) pressed: bool,
    pub(super) is_throw: bool,
    pub(super) charge: bool,
}

/// What a blow is made with, beside what its author chose.
#[derive(Clone, Copy)]
struct Swing {
    row: &'static WeaponRow,
    place: Option<u8>,
    bonus: i16,
    /// The target refused to be engaged, with this dodge.
    refused: bool,
    answer: bool,
}

impl Script<'_> {
    /// The weapon a blow is made with.
    pub(super) fn arm(&self, who: Who, blow: &Blow) -> &'static WeaponRow {
        legal::arm(self.public(), who, blow)
    }

    /// A blow of a slot, with a bonus on its attack.
    pub(super) fn strike(&mut self, who: Who, blow: &Blow, bonus: i16) -> Flow<Option<Landed>> {
        if let Some(weapon) = blow.draw {
            self.gear(who, "CEL-DEG-02", |gear| gear.hand = Some(weapon));
        }
        if blow.trick == Some(Trick::Acrobatic) && !self.leaps(who, blow.at)? {
            return Ok(None);
        }
        if !self.comes_to_blows(who, blow)? {
            return Ok(None);
        }
        // CEL-SPE-07: the longer weapon may have wounded it.
        let broken = blow.trick == Some(Trick::Force) && self.of(who).mind.prepared.is_none();
        let blow = &Blow { trick: blow.trick.filter(|_| !broken), ..*blow };
        // CEL-ARM-03: a fighter that has lost its weapon on the way strikes with its fists.
        let row = self.arm(who, blow);
        let place =
            if blow.fists || blow.trick == Some(Trick::Shield) { None } else { self.of(who).gear.hand };
        let drawn = blow.draw.map_or(0, |_| legal::carry_malus(row.carry));
        let swing = Swing { row, place, bonus: bonus + drawn, refused: false, answer: false };
        self.attack(who, blow, swing)
    }

    /// The blow of the other hand (CEL-ACT-07).
    pub(super) fn strike_off_hand(
        &mut self,
        who: Who,
        weapon: u8,
        at: Who,
        bonus: i16,
    ) -> Flow<Option<Landed>> {
        let row = self.profile(who).weapon(Some(weapon));
        let swing = Swing { row, place: Some(weapon), bonus, refused: false, answer: false };
        self.attack(who, &Blow::at(at), swing)
    }

    /// The blow at a fighter that breaks away (CEL-ENG-05): with more on the attack, held against its roll too. Returns
    /// whether it passed.
    pub(super) fn answer_blow(&mut self, who: Who, blow: &Blow, leaving: i16) -> Flow<Option<Landed>> {
        let row = self.arm(who, blow);
        let bonus = tables().melee_modifiers.disengage_attack_bonus;
        let place = if blow.fists { None } else { self.of(who).gear.hand };
        let swing = Swing { row, place, bonus, refused: false, answer: true };
        self.spend(who, "CEL-ENG-05");
        let shift = self.shift(who, Throw::Attack, Some(blow.at))?;
        self.notes.answered = self.notes.answered.with(who);
        let defence = self.public().defence(blow.at, who, false).max(leaving);
        let sum = self.attack_roll(who, blow, swing, (defence, shift))?;
        if sum.critical < 0 || sum.total <= defence {
            self.verdict(who, blow.at, Verdict::Miss, sum.total - defence, "CEL-ENG-05");
            self.stumbles(who, sum);
            return Ok(None);
        }
        self.verdict(who, blow.at, Verdict::Hit, sum.total - defence, "CEL-ENG-05");
        Ok(Some(self.landed(who, blow, swing, sum.total - defence)))
    }

    /// Contact: the longer weapon may strike first, and the target may refuse to be engaged (CEL-ENG-01, CEL-ARM-03). Whether the blow
    /// is still made.
    fn comes_to_blows(&mut self, who: Who, blow: &Blow) -> Flow<bool> {
        let at = blow.at;
        self.turn_to(who, at, "CEL-MEL-08");
        let aware = self.of(at).able() && !self.public().helpless(at) && self.public().strikes(at);
        let met = self.of(who).beat.held_off.contains(at);
        let sees = self.public().sees(at, who);
        if aware && !met && sees && self.unused(at) && self.of(at).mind.lost == 0 {
            // CEL-ARM-03, CEL-DEC-30, CEL-R82.
            let (his, mine) = (self.arm(at, &Blow::at(who)), self.arm(who, blow));
            if Self::longer(his, mine, blow.charge) && self.public().in_reach(at, who) {
                let strike =
                    self.choose("CEL-ARM-03", Asked::yes_no(Dec::StrikeFirst, at, Some(who), true))?;
                if strike == Assent::Yes && !self.first_strike(at, who)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The longer weapon strikes the comer first, with its effects. Whether the comer still strikes.
    fn first_strike(&mut self, who: Who, comer: Who) -> Flow<bool> {
        self.tell("CEL-ARM-03", What::Acts { who, deed: Box::new(Deed::blow(comer)) });
        self.spend(who, "CEL-ARM-03");
        self.turn_to(who, comer, "CEL-MEL-08");
        let row = self.arm(who, &Blow::at(comer));
        let place = self.of(who).gear.hand;
        let swing = Swing { row, place, bonus: 0, refused: false, answer: true };
        if let Some(landed) = self.attack(who, &Blow::at(comer), swing)? {
            self.effects(&landed)?;
        }
        let down = !self.of(comer).able() || self.of(comer).lies();
        let lost = self.of(comer).mind.lost > 0;
        let reach = self.public().in_reach(comer, who);
        if down || lost || !reach {
            self.tell("CEL-ARM-03", What::Skipped { who: comer, why: Why::Held });
            if lost {
                self.mind(comer, "CEL-ARM-03", |mind| {
                    mind.lost -= 1;
                    mind.stunned &= mind.lost > 0;
                });
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// The leap of an acrobatic attack (CEL-SPE-08): to the free hexagon in contact that is nearest. Whether the blow is made.
    fn leaps(&mut self, who: Who, at: Who) -> Flow<bool> {
        let rows = &tables().special;
        self.mind(who, "CEL-SPE-08", |mind| mind.prepared = None);
        let (from, to) = (self.of(who).pose.at, self.of(at).pose.at);
        let free = |hex: &Hex| self.public().free(who, *hex, true);
        let ends: Vec<Hex> = to.around().into_iter().filter(free).collect();
        let near = ends.into_iter().min_by_key(|hex| from.distance(*hex));
        let far = self.public().distance(who, at) * tables().hex_rules.step_cm;
        let Some(end) = near.filter(|_| far <= rows.acrobatic_max && self.public().sees(who, at)) else {
            self.tell("CEL-SPE-08", What::Skipped { who, why: Why::NoTarget });
            return Ok(false);
        };
        let difficulty = self.acrobatics(who, rows.acrobatic_difficulty);
        let cast = self.skill(who, Skill::Acrobatie, Throw::Acrobatics, "CEL-SPE-08");
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if end != from {
            self.walks(who, &[end], Way::Leap, "CEL-SPE-08");
        }
        if sum.over(difficulty).is_none() {
            // CEL-R33: no attack, and no engagement.
            self.unbalance(who, "CEL-SPE-08");
            return Ok(false);
        }
        Ok(true)
    }

    /// An attack (CEL-ALG-05): survival, roll, défense, dodge.
    fn attack(&mut self, who: Who, blow: &Blow, mut swing: Swing) -> Flow<Option<Landed>> {
        let at = blow.at;
        self.attacked(at, who)?;
        let shift = self.shift(who, Throw::Attack, Some(at))?;
        // CEL-MEL-02, CEL-R81: before the blow engages a target that does not expect it.
        let unaware = self.public().helpless(at);
        let fresh = !self.of(who).ties.engaged.contains(at) && self.of(at).able();
        if fresh && !swing.answer {
            swing.refused = self.refuses(who, at)?;
        }
        if !swing.refused {
            self.engage(who, at);
        }
        let pressed = self.of(who).gear.stuck == Some(at);
        if self.can_turn(at, who) {
            self.turn_to(at, who, "CEL-MEL-08");
        }
        let defence =
            if unaware { tables().defence.immobile } else { self.public().defence(at, who, pressed) };
        let sum = self.attack_roll(who, blow, swing, (defence, shift))?;
        self.mark_attack(who, at);
        self.lets_be(at, who);
        if sum.critical < 0 {
            self.verdict(who, at, Verdict::Miss, sum.total - defence, "CEL-COR-08");
            self.stumbles(who, sum);
            return self.after_blow(who, blow, None);
        }
        let landed = if swing.refused {
            self.against_refusal(who, blow, swing, (sum, defence))?
        } else {
            self.against_dodge(who, blow, swing, (sum, defence))?
        };
        self.after_blow(who, blow, landed)
    }

    /// The fatigue of a coup en force, hit or miss (CEL-SPE-07).
    fn after_blow(&mut self, who: Who, blow: &Blow, landed: Option<Landed>) -> Flow<Option<Landed>> {
        if blow.trick == Some(Trick::Force) {
            self.mind(who, "CEL-SPE-07", |mind| mind.prepared = None);
        }
        if blow.trick == Some(Trick::Force) && landed.is_none() {
            self.strains(who)?;
        }
        Ok(landed)
    }

    /// The fatigue of a coup en force.
    pub(super) fn strains(&mut self, who: Who) -> Flow {
        let difficulty = tables().special.coup_en_force_fatigue_difficulty;
        let cast = Cast::of(Throw::Fatigue, "CEL-SPE-07", Attr::En, Sort::Test);
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.wound(who, None, [0, 1], "CEL-SPE-07");
            self.settle(who, None)?;
        }
        Ok(())
    }

    /// A fighter not engaged that sees its attacker turns to it (CEL-MEL-08, CEL-UND-04).
    fn can_turn(&self, at: Who, by: Who) -> bool {
        let fighter = self.of(at);
        let others = fighter.ties.engaged.without(by);
        fighter.able()
            && others.is_empty()
            && !fighter.beat.held_off.contains(by)
            && self.public().sees(at, by)
            && !fighter.beat.surprised
    }

    /// A fighter is attacked: whether it sees the attacker, which one attacks, and whether it goes into Mode Survie
    /// (CEL-SUR-05, CEL-PRI-06, CEL-PLY-04).
    pub(super) fn attacked(&mut self, at: Who, by: Who) -> Flow {
        if !self.of(at).able() {
            return Ok(());
        }
        if !self.of(at).beat.saw.contains(by)
            && !self.of(at).ties.engaged.contains(by)
            && !self.of(at).beat.surprised
        {
            self.beat(at, "CEL-PRI-06", |beat| beat.surprised = true);
        }
        self.beat(at, "CEL-RES-01", |beat| beat.attacked = true);
        if let Some(other) = self.of(at).ties.duel.filter(|other| *other != by) {
            // CEL-DUE-02: a third party ends the duel at once.
            self.duel_breaks([at.min(other), at.max(other)], None)?;
            if !self.of(at).able() {
                return Ok(());
            }
        }
        if !self.of(at).ties.engaged.contains(by) {
            self.speaks_again(at);
        }
        // Asked of who is in a long action; a standing order answers for the others (CEL-SUR-05, CEL-DEC-05, CEL-PLY-07).
        let busy = self.of(at).busy();
        let open = self.of(at).turn.survival == Survival::No && !self.of(at).body.fleeing;
        let more = busy || self.public().announced(at) < tables().core.survival_actions;
        if open && more && self.public().owner(at).is_some() {
            let asked = Asked::yes_no(Dec::Survive, at, Some(by), false);
            if self.choose("CEL-SUR-05", asked)? == Assent::Yes {
                self.survival(at)?;
            }
        }
        Ok(())
    }

    /// "Rien d'autre" falls when a fighter of the seat is wounded, freed, or attacked by a new attacker (CEL-PLY-04).
    pub(super) fn speaks_again(&mut self, who: Who) {
        let Some(seat) = self.public().owner(who) else { return };
        if self.scene.quiet.contains(seat) {
            let seats = self.scene.quiet.without(seat);
            self.tell("CEL-PLY-04", What::Quiet { seats });
        }
    }

    /// Whether the target refuses to be engaged: then it has to dodge (CEL-ENG-01, CEL-DEC-09).
    fn refuses(&mut self, who: Who, at: Who) -> Flow<bool> {
        if !self.may_dodge(at, who) || self.of(at).beat.dodge.is_some() && self.of(at).beat.late {
            return Ok(false);
        }
        let armed = self.public().guard(at).id != Weapon::MainsNues;
        let asked = Asked::yes_no(Dec::Refuse, at, Some(who), !armed);
        Ok(self.choose("CEL-ENG-01", asked)? == Assent::Yes)
    }

    /// The attack roll of a blow (CEL-MEL-03).
    fn attack_roll(
        &mut self,
        who: Who,
        blow: &Blow,
        swing: Swing,
        (defence, shift): (i16, i16),
    ) -> Flow<Sum> {
        let at = blow.at;
        let rows = tables();
        let situation = self.public().situation(who, at);
        let aimed = blow.zone.map_or(0, |zone| rows.zone(zone).malus);
        let tactics = self.public().tactics(who, true);
        let bay = if self.of(at).ties.bay.contains(who) { rows.core.level_step } else { 0 };
        let two_hands = self.public().two_handed_penalty(who, swing.row) as i8;
        let force = blow.trick == Some(Trick::Force);
        let more = two_hands - if force { rows.special.coup_en_force_hit_dice } else { 0 };
        self.tell("CEL-MEL-01", What::Strikes { who, at, defence, zone: blow.zone });
        let skill = swing.row.skill;
        // A stone strikes like a fist (CEL-MEL-02).
        let skill = if skill == Skill::Jet { Skill::Fureur } else { skill };
        let cast = Cast {
            special: blow.special(),
            shift: Some(shift),
            ..Cast::of(Throw::Attack, "CEL-MEL-03", Attr::Ag, Sort::Offensive)
        };
        let bonus = swing.row.attack + situation + aimed + tactics + bay + swing.bonus;
        let level = self.profile(who).level(skill);
        self.cast(who, cast.level(level).bonus(bonus).more(more).against(Against::Score(defence)))
    }

    /// An attack against a target that lets itself be engaged: the défense, then a dodge.
    fn against_dodge(
        &mut self,
        who: Who,
        blow: &Blow,
        swing: Swing,
        (sum, defence): (Sum, i16),
    ) -> Flow<Option<Landed>> {
        let at = blow.at;
        if sum.total <= defence {
            // CEL-R72: no question where the défense is enough.
            self.verdict(who, at, Verdict::Miss, sum.total - defence, "CEL-MEL-04");
            return Ok(None);
        }
        let score = self.dodged(at, who, sum.total, defence)?;
        if sum.total <= score {
            self.verdict(who, at, Verdict::Dodged, sum.total - score, "CEL-ESQ-03");
            return Ok(None);
        }
        self.verdict(who, at, Verdict::Hit, sum.total - score, "CEL-MEL-04");
        Ok(Some(self.landed(who, blow, swing, sum.total - score)))
    }

    /// An attack that is refused: the target dodges for every total; an attack above the dodge engages (CEL-ENG-03,
    /// CEL-ALG-05).
    fn against_refusal(
        &mut self,
        who: Who,
        blow: &Blow,
        swing: Swing,
        (sum, defence): (Sum, i16),
    ) -> Flow<Option<Landed>> {
        let at = blow.at;
        if self.of(at).beat.dodge.is_none() {
            self.reacts(at, who, false, false)?;
        }
        let dodge = self.of(at).beat.dodge.unwrap_or_default();
        let score = if dodge.total > defence || dodge.failed { dodge.total } else { defence };
        if sum.total > dodge.total {
            self.engage(who, at);
        }
        if sum.total <= score {
            self.verdict(who, at, Verdict::Dodged, sum.total - score, "CEL-ENG-01");
            return Ok(None);
        }
        self.verdict(who, at, Verdict::Hit, sum.total - score, "CEL-ENG-03");
        Ok(Some(self.landed(who, blow, swing, sum.total - score)))
    }

    /// Tells what came of an attack.
    pub(super) fn verdict(&mut self, who: Who, at: Who, verdict: Verdict, margin: i16, rule: &'static str) {
        self.tell(rule, What::Verdict { who, at, verdict, margin });
    }

    fn landed(&self, who: Who, blow: &Blow, swing: Swing, margin: i16) -> Landed {
        let bonus = self.public().trick_bonus(who, blow, swing.row) + self.charge_bonus(who, blow);
        let both = swing.row.is(Flag::Taille) && swing.row.is(Flag::Estoc);
        let estoc = swing.row.is(Flag::Estoc) && (blow.estoc || !both);
        let pressed = self.of(who).gear.stuck == Some(blow.at);
        Landed {
            who,
            at: blow.at,
            margin,
            weapon: swing.row,
            place: swing.place,
            estoc,
            zone: blow.zone,
            trick: blow.trick,
            bonus,
            pressed,
            is_throw: false,
            charge: blow.charge || self.met_by_charge(who, blow.at),
        }
    }

    /// Two are engaged from now on (CEL-ENG-03).
    pub(super) fn engage(&mut self, a: Who, b: Who) {
        // CEL-CHV-03: a chariot that rolls cannot be engaged.
        let rolls = |it: Who| {
            let far = tables().hex_rules.steps(tables().engagement.chariot_cm);
            self.profile(it).chariot && self.of(it).gear.mounted && self.of(it).beat.way.steps() >= far
        };
        if rolls(a) || rolls(b) {
            return;
        }
        if self.of(a).ties.engaged.contains(b) || !self.of(a).able() || !self.of(b).able() {
            return;
        }
        self.tell("CEL-ENG-03", What::Engaged { who: a, with: b });
        for (one, other) in [(a, b), (b, a)] {
            self.ties(one, "CEL-ENG-03", |ties| {
                if ties.engaged.is_empty() {
                    ties.attackers = crate::ids::Whos::NONE;
                }
                ties.engaged = ties.engaged.with(other);
            });
            self.count(one, "CEL-PLY-03", |turn| turn.kept = 0);
        }
    }

    /// Two are no longer engaged.
    pub(super) fn disengage(&mut self, a: Who, b: Who, rule: &'static str) {
        if !self.of(a).ties.engaged.contains(b) {
            return;
        }
        self.tell(rule, What::Parted { who: a, with: b });
        self.ties(a, rule, |ties| ties.engaged = ties.engaged.without(b));
        self.ties(b, rule, |ties| ties.engaged = ties.engaged.without(a));
    }

    /// Notes attacker and target, for single combat (CEL-TET-05).
    pub(super) fn mark_attack(&mut self, who: Who, at: Who) {
        self.ties(at, "CEL-TET-05", |ties| ties.attackers = ties.attackers.with(who));
    }
}
