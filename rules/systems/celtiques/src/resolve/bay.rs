//! Held at bay, and duels of thrown and shot weapons (CEL-RES, CEL-DUE, CEL-R47): switches of the room.

use super::answers::{Asked, Assent};
use super::{Against, Cast, Flow, Script};
use crate::command::{Act, Blow, Deed};
use crate::event::{Throw, What, Why};
use crate::figures::{Sort, level};
use crate::ids::{Attr, Dec, Skill, Who, Whos};
use crate::legal;
use crate::tables::{Flag, tables};

impl Script<'_> {
    /// Holding at bay (CEL-RES-04, CEL-DEC-16): the target accepts, or breaks at once.
    pub(super) fn hold_at_bay(&mut self, who: Who, at: Who) -> Flow {
        if !self.public().bays(who, at) {
            self.tell("CEL-RES-04", What::Skipped { who, why: Why::NoTarget });
            return Ok(());
        }
        self.tell("CEL-RES-04", What::Bay { who: at, by: who });
        self.turn_to(who, at, "CEL-RES-04");
        self.ties(at, "CEL-RES-04", |ties| ties.bay = ties.bay.with(who));
        let accepts = self.choose("CEL-RES-04", Asked::yes_no(Dec::Bay, at, Some(who), true))?;
        if accepts == Assent::No {
            let skill = self.public().guard(at).skill;
            self.breaks_out(at, skill)?;
        }
        Ok(())
    }

    /// A fighter that holds another at bay does nothing else (CEL-RES-04): any other deed lets go of it.
    pub(super) fn keeps_at_bay(&mut self, who: Who, deed: &Deed) {
        for at in self.scene.whos().filter(|at| self.of(*at).ties.bay.contains(who)).collect::<Vec<_>>() {
            let still = match &deed.act {
                Act::Pass | Act::Delay | Act::Yield(_) => deed.go.is_none(),
                Act::Strike(blow) => blow.at == at && deed.go.is_none(),
                Act::Shoot { at: target, .. } | Act::Aim(target) | Act::Bay(target) => *target == at,
                _ => false,
            };
            if !still {
                self.lets_be(at, who);
            }
        }
    }

    /// A prepared attack is made: its author no longer holds any fighter at bay.
    pub(super) fn lets_be(&mut self, at: Who, by: Who) {
        if self.of(at).ties.bay.contains(by) {
            self.ties(at, "CEL-RES-04", |ties| ties.bay = ties.bay.without(by));
        }
    }

    /// Whether a fighter that is held at bay tries to act, and fails (CEL-RES-02).
    pub(super) fn held_back(&mut self, who: Who, deed: &Deed) -> Flow<bool> {
        let still = matches!(deed.act, Act::Pass | Act::Delay | Act::Yield(_)) && deed.go.is_none();
        if still || self.of(who).ties.bay.is_empty() {
            return Ok(false);
        }
        let skill = match &deed.act {
            Act::Strike(blow) => legal::arm(self.public(), who, blow).skill,
            Act::Shoot { with, .. } => self.profile(who).weapon(Some(*with)).skill,
            Act::Call(..) => Skill::Commandement,
            Act::Escape { .. } => Skill::Esquive,
            _ => Skill::Athletisme,
        };
        Ok(!self.breaks_out(who, skill)?)
    }

    /// Breaking out (CEL-RES-01, CEL-RES-02, CEL-RES-03, CEL-R94), at the moment of action: courage and the level of the action. Whether it acts.
    pub(super) fn breaks_out(&mut self, who: Who, skill: Skill) -> Flow<bool> {
        let holders = self.of(who).ties.bay;
        if holders.is_empty() {
            return Ok(true);
        }
        let rows = &tables().held_at_bay;
        let busy = holders.iter().any(|by| self.of(by).beat.attacked || !self.of(by).ties.engaged.is_empty());
        let base = self.scene.rulings.bay.unwrap_or(rows.base_difficulty);
        let others = i16::from(holders.len()) - 1;
        let difficulty = base + rows.per_extra_holder * others + if busy { rows.holder_busy } else { 0 };
        let cast = Cast::of(Throw::Courage, "CEL-RES-01", Attr::Co, Sort::Test)
            .level(self.profile(who).level(skill));
        let sum = self.cast(who, cast.against(Against::Difficulty(difficulty)))?;
        if sum.over(difficulty).is_none() {
            self.tell("CEL-RES-03", What::Skipped { who, why: Why::Held });
            return Ok(false);
        }
        self.tell("CEL-RES-03", What::Freed { who });
        let cast = Cast::of(Throw::Reaction, "CEL-RES-03", Attr::Re, Sort::Test).plain();
        let mine = self.cast(who, cast)?.total;
        let mut before = Whos::NONE;
        for by in holders.iter().filter(|by| self.of(*by).able()).collect::<Vec<_>>() {
            if mine - self.cast(by, cast)?.total < rows.reaction_lead {
                before = before.with(by);
            }
        }
        for by in before.iter() {
            self.strikes_held(by, who)?;
        }
        self.ties(who, "CEL-RES-03", |ties| ties.bay = Whos::NONE);
        Ok(self.of(who).able())
    }

    /// The holder strikes or shoots first (CEL-RES-03), with its prepared attack.
    fn strikes_held(&mut self, by: Who, who: Who) -> Flow {
        if !self.of(by).able() || !self.of(who).able() {
            return Ok(());
        }
        let weapon = self.of(by).gear.hand.filter(|n| legal::flies(self.profile(by).weapon(Some(*n))));
        if self.public().strikes(by) && self.public().in_reach(by, who) {
            if let Some(landed) = self.strike(by, &Blow::at(who), 0)? {
                self.effects(&landed)?;
            }
        } else if let Some(weapon) = weapon
            && self.dares(by, who, weapon)?
        {
            for landed in self.shoots(by, who, weapon, false)? {
                self.effects(&landed)?;
            }
        }
        Ok(())
    }

    /// A duel is proposed (CEL-DUE-01, CEL-DEC-17).
    pub(super) fn duel(&mut self, who: Who, at: Who) -> Flow {
        let taken = |it: Who| self.of(it).ties.duel.is_some() || !self.of(it).ties.engaged.is_empty();
        if taken(who) || taken(at) {
            self.tell("CEL-DUE-01", What::Skipped { who, why: Why::Late });
            return Ok(());
        }
        let accepts = self.choose("CEL-DUE-01", Asked::yes_no(Dec::Duel, at, Some(who), false))?;
        if accepts == Assent::No {
            self.tell("CEL-DUE-01", What::Skipped { who, why: Why::Held });
            return Ok(());
        }
        self.tell("CEL-DUE-01", What::Duel { who, with: at, on: true });
        for (one, other) in [(who, at), (at, who)] {
            self.turn_to(one, other, "CEL-DUE-01");
            self.ties(one, "CEL-DUE-01", |ties| ties.duel = Some(other));
            self.mind(one, "CEL-DUE-01", |mind| (mind.nerve, mind.seconds) = (0, 0));
        }
        Ok(())
    }

    /// A second of each duel, which is a segment (CEL-DUE-01, CEL-R88): both roll, the better wins a bonus; then either may break off (CEL-DUE-02).
    pub(super) fn duels(&mut self) -> Flow {
        let pairs: Vec<(Who, Who)> = self
            .scene
            .whos()
            .filter_map(|one| self.of(one).ties.duel.map(|other| (one, other)))
            .filter(|(one, other)| one < other)
            .collect();
        for (one, other) in pairs {
            if self.of(one).ties.duel == Some(other) {
                self.second(one, other)?;
            }
        }
        Ok(())
    }

    fn second(&mut self, one: Who, other: Who) -> Flow {
        let pair = [one, other];
        let mut totals = [0i16; 2];
        for (n, it) in pair.into_iter().enumerate() {
            let cast = Cast::of(Throw::Duel, "CEL-DUE-01", Attr::Co, Sort::Test).plain();
            totals[n] = self.cast(it, cast.level(self.weapon_level(it)))?.total;
        }
        let gap = totals[0] - totals[1];
        for (n, it) in pair.into_iter().enumerate() {
            let won = if gap != 0 && (gap > 0) == (n == 0) { level(gap.abs()) } else { 0 };
            self.mind(it, "CEL-DUE-01", |mind| {
                mind.nerve = mind.nerve.saturating_add(won).min(99);
                mind.seconds = mind.seconds.saturating_add(1).min(99);
            });
        }
        let mut broke = None;
        for (n, it) in pair.into_iter().enumerate() {
            // CEL-DEC-17.
            let patient = self.of(it).mind.seconds < tables().duel.seconds;
            let goes_on =
                self.choose("CEL-DUE-02", Asked::yes_no(Dec::Duel, it, Some(pair[1 - n]), patient))?;
            if goes_on == Assent::No {
                broke = broke.or(Some(n));
            }
        }
        if broke.is_some() { self.duel_breaks(pair, broke) } else { Ok(()) }
    }

    fn weapon_level(&self, who: Who) -> i16 {
        let row = self.public().weapon(who);
        self.profile(who).level(if row.is(Flag::Projectile) { row.skill } else { Skill::Jet })
    }

    /// A duel is broken off, by one of the two or by another fighter that attacks one of them (CEL-DUE-02): both roll,
    /// the better fires first.
    pub(super) fn duel_breaks(&mut self, pair: [Who; 2], broke: Option<usize>) -> Flow {
        let mut totals = [0i16; 2];
        let nerve = pair.map(|it| self.of(it).mind.nerve);
        self.ends_duel(pair[0]);
        for (n, it) in pair.into_iter().enumerate() {
            let cast = Cast::of(Throw::Duel, "CEL-DUE-02", Attr::Re, Sort::Test).plain().bonus(nerve[n]);
            totals[n] = self.cast(it, cast.level(self.weapon_level(it)))?.total;
        }
        // A tie: the one who did not break.
        let first = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => broke.map_or(0, |broke| 1 - broke),
        };
        for n in [first, 1 - first] {
            let (by, to) = (pair[n], pair[1 - n]);
            if let Some(weapon) = self.of(by).gear.hand
                && self.of(by).able()
                && self.of(to).able()
                && self.dares(by, to, weapon)?
            {
                for landed in self.shoots(by, to, weapon, false)? {
                    self.effects(&landed)?;
                }
            }
        }
        Ok(())
    }

    /// A duel is over, however it ends.
    pub(super) fn ends_duel(&mut self, who: Who) {
        let Some(other) = self.of(who).ties.duel else { return };
        self.tell("CEL-DUE-02", What::Duel { who, with: other, on: false });
        for it in [who, other] {
            self.ties(it, "CEL-DUE-02", |ties| ties.duel = None);
            self.mind(it, "CEL-DUE-02", |mind| (mind.nerve, mind.seconds) = (0, 0));
        }
    }
}
