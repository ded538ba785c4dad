//! Loss and return of PE, and what becomes of those who fall (ENE-DMG, ENE-STA).

use super::Script;
use crate::event::{Cause, What};
use crate::ids::{Who, Zone};
use crate::legal::natural;
use crate::scene::{Arm, Fighter, Item, Token};

impl Script<'_> {
    /// Takes PE from a character, for any cause (ENE-DMG-07); a hit that takes nothing is still one (ENE-DMG-08). `by`:
    /// the character that caused it.
    pub(super) fn lose(&mut self, rule: &'static str, who: Who, damage: u8, cause: Cause, by: Option<Who>) {
        if damage == 0 {
            return;
        }
        let before = self.f(who).pe;
        let pe = before.saturating_sub(i16::from(damage)).max(LEAST_PE);
        let foe = by.filter(|by| self.scene.enemies(*by, who) && before > 0);
        let hurt_by = foe.map(|by| self.f(by).side());
        self.lose_to(rule, who, pe, cause, (by, hurt_by));
    }

    /// The same where it is known which side did it.
    pub(super) fn lose_to(
        &mut self,
        rule: &'static str,
        who: Who,
        pe: i16,
        cause: Cause,
        (by, hurt_by): (Option<Who>, Option<u8>),
    ) {
        let before = self.f(who).pe;
        self.tell(rule, What::Pe { who, pe, change: pe - before, cause, by, hurt_by });
        if before > 0 && pe <= 0 {
            self.fall(who);
        }
        if pe < 0 {
            if before >= 0 {
                // ENE-HEA-03: a new critical state, with a try of its own.
                self.mark("ENE-STA-04", who, |marks| (marks.tried, marks.awake) = (false, false));
            }
            self.mark("ENE-STA-06", who, |marks| marks.sequel = true);
        }
        if self.f(who).slots_down > 0 {
            // ENE-STA-05.
            self.tell("ENE-STA-05", What::Count { who, slots_down: 0 });
        }
    }

    /// Puts a character out of action: prone, without what it held, its position or its pool (ENE-STA-08, ENE-R33, ENE-R45).
    fn fall(&mut self, who: Who) {
        let fell = (self.scene.falls + 1).min(MOST_COUNTED);
        let rule = if self.f(who).pe < 0 { "ENE-STA-04" } else { "ENE-STA-02" };
        self.tell(rule, What::Fell { who, fell });
        self.drop_held(who);
        self.drop_items(who);
    }

    /// Weapons in hand fall to the ground, natural ones do not (ENE-STA-08).
    fn drop_held(&mut self, who: Who) {
        let fighter = self.f(who);
        let Some(zone) = fighter.zone else { return };
        let falls = |arm: &Arm| arm.held && !arm.gone && !natural(arm.weapon);
        let dropped: Vec<_> = fighter.arms.iter().filter(|it| falls(it)).copied().collect();
        if dropped.is_empty() {
            return;
        }
        let mut arms = fighter.arms.clone();
        arms.iter_mut().filter(|it| falls(it)).for_each(|it| (it.gone, it.held) = (true, false));
        self.tell("ENE-STA-08", What::Arms { who, arms });
        for arm in dropped {
            self.tell("ENE-STA-08", What::Dropped { who, weapon: arm.weapon, zone });
            if !arm.broken {
                self.litter("ENE-STA-08", zone, arm.weapon);
            }
        }
    }

    /// A weapon lies on the ground of a zone.
    pub(super) fn litter(&mut self, rule: &'static str, zone: Zone, weapon: crate::ids::Weapon) {
        let mut weapons = self.scene.zones[zone.n()].weapons.clone();
        if weapons.len() < MOST_LITTER {
            weapons.push(weapon);
            weapons.sort_unstable();
            self.tell(rule, What::Litter { zone, weapons });
        }
    }

    fn drop_items(&mut self, who: Who) {
        let (items, zone) = (self.f(who).items.clone(), self.f(who).zone);
        if items.is_empty() {
            return;
        }
        self.tell("ENE-STA-08", What::Items { who, items: Vec::new() });
        for item in items {
            let now = Item { zone, ..self.scene.items[usize::from(item)] };
            self.tell("ENE-STA-08", What::Item { item, now });
        }
    }

    /// Gives PE back to a character, never above what it has when whole (ENE-HEA-07).
    pub(super) fn gain(&mut self, rule: &'static str, who: Who, points: i16, by: Option<Who>) {
        let before = self.f(who).pe;
        let pe = before.saturating_add(points).min(self.f(who).sheet.pe_max.max(before));
        if pe == before {
            return;
        }
        self.tell(rule, What::Pe { who, pe, change: pe - before, cause: Cause::Care, by, hurt_by: None });
        if before <= 0 && pe > 0 {
            // ENE-STA-09.
            self.tell("ENE-STA-09", What::Rose { who });
        }
    }

    /// Care in the fight, without a test: awake at 0 PE from critical state or a faint, and rid of what hurts turn by turn (ENE-HEA-02,
    /// ENE-DOT-02, ENE-R21, ENE-R46).
    pub(super) fn stabilise(&mut self, rule: &'static str, who: Who, by: Who) {
        self.tell(rule, What::Cared { who, by });
        let down = self.f(who).inert();
        if self.f(who).pe < 0 {
            let before = self.f(who).pe;
            self.tell(
                rule,
                What::Pe { who, pe: 0, change: -before, cause: Cause::Care, by: Some(by), hurt_by: None },
            );
            // ENE-HEA-04: no sequel.
            self.mark("ENE-HEA-04", who, |marks| marks.sequel = false);
        }
        if down {
            // ENE-R19: awake at once, and still out of action.
            self.mark("ENE-R19", who, |marks| marks.awake = true);
            let ally = self.scene.allies(who, by) && by != who;
            if ally && !self.f(who).marks.scored {
                self.mark("ENE-FIN-05", who, |marks| marks.scored = true);
                let side = self.f(by).side();
                self.score("ENE-FIN-05", side, crate::tables::tables().score.ally_stabilised);
            }
        }
        self.stop_sources(who);
    }

    /// Stops every source that a character carries, not the danger of the zone (ENE-DOT-02, ENE-R47).
    pub(super) fn stop_sources(&mut self, who: Who) {
        if !self.f(who).sources.is_empty() {
            self.tell("ENE-DOT-02", What::Sources { who, sources: Vec::new() });
        }
    }

    /// Points of the scenario for a side.
    pub(super) fn score(&mut self, rule: &'static str, side: u8, change: i32) {
        let Some(points) = self.scene.points.get(usize::from(side)) else { return };
        let most = MOST_COUNTED as i32;
        let points = (points + change).clamp(-most, most);
        self.tell(rule, What::Points { side, points, change });
    }

    /// Voids the tokens that a character has given (ENE-AID-03).
    pub(super) fn end_tokens_of(&mut self, giver: Who) {
        let given = |token: &Token| token.from == giver;
        let whom: Vec<Who> =
            self.scene.all().filter(|(_, it)| it.tokens.iter().any(given)).map(|(who, _)| who).collect();
        for who in whom {
            let mut tokens = self.f(who).tokens.clone();
            tokens.retain(|token| !given(token));
            self.tell("ENE-AID-03", What::Tokens { who, tokens });
        }
    }

    /// Ends the shields that a character has raised (ENE-MAI-03).
    pub(super) fn end_shields_of(&mut self, giver: Who) {
        let raised = |it: &Fighter| it.shielded == Some(giver);
        let whom: Vec<Who> = self.scene.all().filter(|(_, it)| raised(it)).map(|(who, _)| who).collect();
        for who in whom {
            self.tell("ENE-MAI-03", What::Shielded { who, by: None });
        }
    }

    /// Ends what a character that leaves play gave; what it carries stays or leaves with it.
    pub(super) fn depart(&mut self, who: Who, takes: bool) {
        self.end_tokens_of(who);
        self.end_shields_of(who);
        if !takes {
            self.drop_items(who);
        }
        if self.f(who).guard {
            self.tell("ENE-MAI-03", What::Guard { who, guard: false });
        }
        if let Some(n) = self.f(who).aboard {
            self.leave_seat(who, n);
        }
    }
}

/// PE are counted no further down.
pub(crate) const LEAST_PE: i16 = -200;
/// Falls and points are counted so far.
pub(crate) const MOST_COUNTED: u32 = 1_000_000;
/// Weapons on the ground of a zone.
pub(crate) const MOST_LITTER: usize = 64;
