//! Deeds: one alone, and batches of several (CEL-ALG-03, S3).

use super::charge::Charge;
use super::{Flow, Landed, Notes, Script};
use crate::command::{Act, Blow, Deed, Go, Trick};
use crate::event::{What, Why};
use crate::figures::Sort;
use crate::ids::{Skill, Who, Whos};
use crate::legal;
use crate::scene::{Aim, Labour, Prepared, Status};
use crate::tables::{Flag, WeaponRow, tables};

/// The fate of the slot of a deed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// The slot is used, or lost.
    Used,
    /// The slot is there for something else (CEL-TIR-09).
    Kept,
}

impl Script<'_> {
    /// A fighter whose place has come, alone.
    pub(super) fn slot(&mut self, who: Who) -> Flow {
        let segment = self.scene.segment;
        if self.skips(who) || !self.of(who).slot(segment) {
            let go = self.of(who).beat.order.and_then(|order| order.go);
            self.goes(who, go, false)?;
            self.done(who);
            return Ok(());
        }
        let deed = self.ask_deed(who)?;
        match deed.act {
            // CEL-DEC-06.
            Act::Yield(other) => {
                self.tell("CEL-PRI-05", What::Acts { who, deed: Box::new(deed) });
                self.beat(who, "CEL-PRI-05", |beat| beat.yields = Some(other));
                return Ok(());
            }
            // CEL-TIR-09: its slot stays, and it is asked again.
            _ if self.deed(who, &deed)? == Slot::Kept => return Ok(()),
            _ => {}
        }
        self.done(who);
        Ok(())
    }

    fn done(&mut self, who: Who) {
        // A slot that neither was used nor delayed is lost (CEL-DCL-06).
        let segment = self.scene.segment;
        if self.of(who).slot(segment) {
            self.spend(who, "CEL-DCL-06");
        }
        self.beat(who, "CEL-ALG-03", |beat| (beat.done, beat.yields) = (true, None));
    }

    /// A deed, with its moves and its effects, and what became of the slot.
    fn deed(&mut self, who: Who, deed: &Deed) -> Flow<Slot> {
        self.tell("CEL-DCL-01", What::Acts { who, deed: Box::new(*deed) });
        if self.held_back(who, deed)? {
            self.spend(who, "CEL-RES-03");
            return Ok(Slot::Used);
        }
        self.begins(who, deed)?;
        self.moves_first(who, deed)?;
        let Some(landed) = self.act(who, deed)? else { return Ok(Slot::Kept) };
        for landed in landed {
            self.effects(&landed)?;
        }
        self.behind(who, deed)?;
        Ok(Slot::Used)
    }

    /// What comes before moves: enemies that are held at bay are let go, and small acts.
    fn begins(&mut self, who: Who, deed: &Deed) -> Flow {
        // CEL-TIR-09: one who shoots from its place may still not dare to.
        if !matches!((&deed.act, deed.go), (Act::Shoot { .. }, None)) {
            self.keeps_at_bay(who, deed);
        }
        match deed.minor {
            Some(minor) => self.minor(who, minor),
            None => Ok(()),
        }
    }

    /// The move that comes before an act.
    fn moves_first(&mut self, who: Who, deed: &Deed) -> Flow {
        match Charge::of(who, deed) {
            _ if deed.after => Ok(()),
            Some(charge) => self.charges(&charge),
            None => self.goes(who, self.way_of(who, deed), matches!(deed.act, Act::Pass)),
        }
    }

    /// What comes after it.
    fn behind(&mut self, who: Who, deed: &Deed) -> Flow {
        if deed.after && self.of(who).able() {
            self.goes(who, self.way_of(who, deed), matches!(deed.act, Act::Pass))?;
        }
        Ok(())
    }

    /// The move of a deed: its own, else what was ordered in S0.
    fn way_of(&self, who: Who, deed: &Deed) -> Option<Go> {
        deed.go.or_else(|| self.of(who).beat.order.and_then(|order| order.go).filter(|_| !charges(deed)))
    }

    /// A batch of several (CEL-ALG-03): moves first, then all attacks, then what they did; of two who attack each other the long
    /// weapon comes first, with its effects (CEL-ARM-02).
    pub(super) fn batch(&mut self, deeds: &[(Who, Deed)]) -> Flow {
        self.tell("CEL-PLY-02", What::Sealed { seats: bagarre_kit::contract::Seats::NONE });
        let mut order: Vec<(Who, Deed)> = deeds.to_vec();
        order.sort_by_key(|(who, _)| (std::cmp::Reverse(self.of(*who).turn.reaction), *who));
        for (who, deed) in &mut order {
            let slot = self.of(*who).slot(self.scene.segment);
            if slot && legal::deed(self.public(), *who, deed).is_err() {
                *deed = crate::doctrine::deed(self.public(), *who);
            }
            self.tell("CEL-DEC-27", What::Acts { who: *who, deed: Box::new(*deed) });
        }
        self.notes = Notes::of(self, &order);
        self.come_on(&order)?;
        // CEL-ENG-05: an answer to a dégagement takes the place of what was sealed.
        let answered = self.notes.answered;
        order.retain(|(who, _)| !answered.contains(*who));
        let first: Vec<Who> = order
            .iter()
            .filter(|(who, deed)| self.strikes_first(*who, deed, &order))
            .map(|(who, _)| *who)
            .collect();
        for (who, deed) in order.iter().filter(|(who, _)| first.contains(who)) {
            for landed in self.act(*who, deed)?.unwrap_or_default() {
                self.effects(&landed)?;
            }
        }
        let (mut landed, mut kept) = (Vec::<Landed>::new(), Whos::NONE);
        for (who, deed) in order.iter().filter(|(who, _)| !first.contains(who)) {
            if !self.of(*who).able()
                || self.of(*who).mind.lost > 0 && !first.is_empty() && Self::struck(*who, &first, &order)
            {
                self.skip_struck(*who);
                continue;
            }
            if let Some(more) = self.act(*who, deed)? {
                landed.extend(more);
            } else {
                // CEL-TIR-09: its slot is no longer sealed, and comes after the batch.
                self.notes.sealed = self.notes.sealed.without(*who);
                kept = kept.with(*who);
            }
        }
        for landed in landed {
            self.effects(&landed)?;
        }
        for (who, deed) in &order {
            self.behind(*who, deed)?;
        }
        self.notes = Notes::default();
        for (who, _) in deeds {
            if !kept.contains(*who) || !self.of(*who).slot(self.scene.segment) {
                self.done(*who);
            }
        }
        Ok(())
    }

    /// The moves of a batch (CEL-ALG-03); two who charge each other come on together (CEL-SPE-03).
    fn come_on(&mut self, order: &[(Who, Deed)]) -> Flow {
        let mut met = Whos::NONE;
        for (n, (who, deed)) in order.iter().enumerate() {
            if met.contains(*who) {
                continue;
            }
            let own = Charge::of(*who, deed);
            let foe = own.and_then(|own| {
                let others = order[n + 1..].iter();
                let foe = |(it, deed): &(Who, Deed)| Charge::of(*it, deed).filter(|it| own.meets(it));
                others.filter(|(it, _)| !met.contains(*it)).find_map(|it| Some((own, it, foe(it)?)))
            });
            let Some((own, (other, back), theirs)) = foe else {
                if self.opens(*who, deed)? {
                    self.moves_first(*who, deed)?;
                }
                continue;
            };
            met = met.with(*other);
            match (self.opens(*who, deed)?, self.opens(*other, back)?) {
                (true, true) => self.charge_each_other(&own, &theirs)?,
                (true, false) => self.charges(&own)?,
                (false, true) => self.charges(&theirs)?,
                (false, false) => {}
            }
        }
        Ok(())
    }

    /// A deed of a batch begins: a fighter that is held at bay may fail to, and small acts come first. Whether it goes on.
    fn opens(&mut self, who: Who, deed: &Deed) -> Flow<bool> {
        if !self.of(who).able() {
            return Ok(false);
        }
        if self.held_back(who, deed)? {
            self.spend(who, "CEL-RES-03");
            self.notes.answered = self.notes.answered.with(who);
            return Ok(false);
        }
        self.begins(who, deed)?;
        Ok(true)
    }

    /// Whether a fighter of the batch was struck first by a longer weapon, and so has lost its blow (CEL-ARM-03).
    fn struck(who: Who, first: &[Who], order: &[(Who, Deed)]) -> bool {
        order.iter().any(|(by, deed)| first.contains(by) && target(deed) == Some(who))
    }

    fn skip_struck(&mut self, who: Who) {
        self.tell("CEL-ARM-03", What::Skipped { who, why: Why::Lost });
        self.mind(who, "CEL-ARM-03", |mind| {
            mind.lost = mind.lost.saturating_sub(1);
            mind.stunned &= mind.lost > 0;
        });
    }

    /// Whether a blow of the batch goes before that of who strikes back (CEL-ARM-02, CEL-SPE-03, CEL-R78).
    fn strikes_first(&self, who: Who, deed: &Deed, order: &[(Who, Deed)]) -> bool {
        let Act::Strike(blow) = &deed.act else { return false };
        let Some((at, back)) = order.iter().find(|(other, _)| *other == blow.at) else { return false };
        let Act::Strike(back) = &back.act else { return false };
        let (blow, back) = (self.as_made(who, blow), self.as_made(*at, back));
        let charge = blow.charge || back.charge;
        back.at == who && Self::longer(self.arm(who, &blow), self.arm(*at, &back), charge)
    }

    /// Whether a weapon strikes before another: a long one before a short one, of two long ones the higher class; in a charge the
    /// longer one in any case (CEL-ARM-02, CEL-SPE-03).
    pub(super) fn longer(mine: &WeaponRow, other: &WeaponRow, charge: bool) -> bool {
        let (long, also) = (mine.is(Flag::Long), other.is(Flag::Long));
        (long && !also) || ((long && also) || charge) && mine.length > other.length
    }

    /// What a fighter does with its slot; blows that landed are still to take effect. `None`: it did not dare to shoot, and its slot is
    /// as it was (CEL-TIR-09).
    fn act(&mut self, who: Who, deed: &Deed) -> Flow<Option<Vec<Landed>>> {
        if !self.of(who).able() {
            return Ok(Some(Vec::new()));
        }
        if let Act::Shoot { at, with, .. } = deed.act {
            if !self.dares(who, at, with)? {
                return Ok(None);
            }
            self.keeps_at_bay(who, deed);
        }
        let segment = self.scene.segment;
        let prepared = self.of(who).mind.prepared;
        if !matches!(deed.act, Act::Pass | Act::Delay | Act::Yield(_)) {
            self.spend_for(who, &deed.act);
        }
        let keeps = matches!(&deed.act, Act::Delay)
            || matches!(&deed.act, Act::Strike(Blow { trick: Some(Trick::Force | Trick::Acrobatic), .. }));
        if prepared.is_some() && !keeps {
            // CEL-SPE-07: a slot used for anything else breaks it.
            self.mind(who, "CEL-SPE-07", |mind| mind.prepared = None);
        }
        if self.of(who).mind.ordering > 0 && !matches!(&deed.act, Act::Call(..) | Act::Delay) {
            // CEL-CMD-04: one order is made of slots that follow one another.
            self.mind(who, "CEL-CMD-04", |mind| mind.ordering = 0);
        }
        match &deed.act {
            Act::Strike(blow) => return Ok(Some(self.strikes(who, blow)?)),
            Act::Shoot { at, with, draw } => return Ok(Some(self.shoots(who, *at, *with, *draw)?)),
            Act::Aim(at) => self.mind(who, "CEL-TIR-14", |mind| {
                let before = mind.aim.filter(|aim| aim.at == *at).map_or(0, |aim| aim.segments);
                mind.aim = Some(Aim { at: *at, segments: before.saturating_add(1).min(9) });
            }),
            Act::Force => self.mind(who, "CEL-SPE-07", |mind| mind.prepared = Some(Prepared::Force)),
            Act::Acrobatic(_) => {
                self.mind(who, "CEL-SPE-08", |mind| mind.prepared = Some(Prepared::Acrobatic));
            }
            Act::Escape { acro } => self.escape(who, *acro)?,
            Act::Tighten => self.tighten(who)?,
            Act::Hurl => self.hurl(who)?,
            Act::Pull => self.pull(who)?,
            Act::Call(call, men) => self.call(who, *call, *men)?,
            Act::Sing => self.sing(who)?,
            Act::Task(task, on) => {
                self.mind(who, "CEL-LNG-01", |mind| {
                    mind.task = Some(Labour { task: *task, on: *on, levels: 0 });
                });
            }
            Act::Trek(to) => self.mind(who, "CEL-LNG-03", |mind| mind.trek = Some(*to)),
            Act::Bay(at) => self.hold_at_bay(who, *at)?,
            Act::Duel(at) => self.duel(who, *at)?,
            Act::Surrender => self.leaves_fight(who, Status::Surrendered, "CEL-DEC-23")?,
            Act::Delay => {
                // CEL-DCL-05, CEL-R06: all that are left shift by one; those beyond the last segment are lost.
                let all = (2u16 << tables().time.segments_per_turn) - 2;
                self.count(who, "CEL-DCL-05", |turn| {
                    let later = u16::from(turn.slots >> segment) << (segment + 1);
                    turn.slots = (later & all) as u8;
                });
                self.beat(who, "CEL-DCL-05", |beat| beat.done = true);
            }
            Act::Pass | Act::Yield(_) => {}
        }
        Ok(Some(Vec::new()))
    }

    /// The slot is used; a declared action other than a charge ends a run (CEL-MOV-05), and anything but aiming the aim.
    fn spend_for(&mut self, who: Who, act: &Act) {
        if self.of(who).slot(self.scene.segment) {
            self.spend(who, "CEL-DCL-04");
        }
        let charge = matches!(act, Act::Strike(blow) if blow.charge);
        if !charge && self.of(who).turn.fast.is_some() {
            self.count(who, "CEL-MOV-05", |turn| turn.fast = None);
        }
        if !matches!(act, Act::Aim(_) | Act::Shoot { .. }) && self.of(who).mind.aim.is_some() {
            self.mind(who, "CEL-TIR-14", |mind| mind.aim = None);
        }
    }

    /// Blows of a slot: one, or one with each hand (CEL-ACT-05, CEL-ACT-07, CEL-R62). A blow whose target is gone goes to the engaged enemy in
    /// reach of lowest défense, else it is spent for nothing.
    fn strikes(&mut self, who: Who, blow: &Blow) -> Flow<Vec<Landed>> {
        let blow = &self.as_made(who, blow);
        if blow.charge {
            self.beat(who, "CEL-SPE-04", |beat| beat.charge = Some(blow.at));
        }
        let rows = &tables().double_action;
        if blow.second.is_some() || blow.draw.is_some() {
            self.count(who, "CEL-ACT-05", |turn| {
                turn.double = turn.double.saturating_add(rows.extra_penalty_dice).min(20);
            });
        }
        let mut landed = Vec::new();
        let bonus = if blow.second.is_some() { rows.two_weapons_main } else { 0 };
        if let Some(at) = self.aim_of(who, blow) {
            landed.extend(self.strike(who, &Blow { at, ..*blow }, bonus)?);
        } else {
            self.tell("CEL-ALG-03", What::Skipped { who, why: Why::NoTarget });
        }
        if let Some((weapon, at)) = blow.second
            && self.of(who).able()
            && self.public().reaches(who, at, self.profile(who).weapon(Some(weapon)))
            && self.of(at).able()
        {
            landed.extend(self.strike_off_hand(who, weapon, at, rows.two_weapons_off)?);
        }
        Ok(landed)
    }

    /// Returns the target of a blow.
    fn aim_of(&self, who: Who, blow: &Blow) -> Option<Who> {
        let public = self.public();
        let row = self.arm(who, blow);
        let acrobatic = blow.trick == Some(Trick::Acrobatic);
        let helpless = matches!(self.of(blow.at).body.status, Status::Fainted);
        if (self.of(blow.at).able() || helpless) && (acrobatic || public.reaches(who, blow.at, row)) {
            return Some(blow.at);
        }
        let others = self
            .of(who)
            .ties
            .engaged
            .iter()
            .filter(|at| self.of(*at).able() && public.reaches(who, *at, row));
        others.min_by_key(|at| (public.defence(*at, who, false), *at))
    }

    /// A song (CEL-TER-09): it helps until the end of the turn.
    fn sing(&mut self, who: Who) -> Flow {
        let difficulty = tables().terror_common.courage_base;
        let fury = self.profile(who).level(Skill::Fureur);
        let cast =
            super::Cast::of(crate::event::Throw::Song, "CEL-TER-09", crate::ids::Attr::Pr, Sort::Action);
        let sum = self.cast(who, cast.level(fury).against(super::Against::Difficulty(difficulty)))?;
        let ok = sum.over(difficulty).is_some();
        self.count(who, "CEL-TER-09", |turn| turn.sings = ok);
        self.stumbles(who, sum);
        Ok(())
    }
}

/// Returns the target of a deed.
fn target(deed: &Deed) -> Option<Who> {
    match &deed.act {
        Act::Strike(blow) => Some(blow.at),
        _ => None,
    }
}

/// Whether a deed is a charge.
fn charges(deed: &Deed) -> bool {
    matches!(&deed.act, Act::Strike(blow) if blow.charge)
}
