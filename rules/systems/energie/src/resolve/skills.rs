//! Maitrises and prodiges (ENE-MAI-03).

use super::test::Try;
use super::{Flow, Script};
use crate::command::{Aim, Strike, Trial};
use crate::event::{Cause, What};
use crate::ids::{Domain, Link, Scope, Skill, Who};
use crate::legal;
use crate::scene::{Feint, Token, TokenKind};
use crate::tables::{skill, tables};

impl Script<'_> {
    /// Bouclier psychique: its target is protected by the user.
    pub(super) fn shield(&mut self, who: Who, at: Who) {
        self.pay_pe(who, Skill::BouclierPsychique);
        self.tell("ENE-MAI-03", What::Shielded { who: at, by: Some(who) });
    }

    /// Feinte: it waits until the end of the next activation.
    pub(super) fn feint(&mut self, who: Who, at: Who) {
        let feint = Some(Feint { on: at, left: 2 });
        self.tell("ENE-MAI-03", What::Feint { who, feint });
    }

    /// Ralliement: each ally is helped with its next attack.
    pub(super) fn rally(&mut self, who: Who, allies: &[Who]) {
        for ally in allies {
            self.tell("ENE-MAI-03", What::Helped { who, target: *ally, scope: Scope::Attaque });
            self.give("ENE-AID-04", *ally, Token { from: who, kind: TokenKind::Help(Scope::Attaque) });
        }
    }

    /// Autoréparation.
    pub(super) fn repair(&mut self, who: Who) {
        let points = i16::from(self.f(who).sheet.physique);
        self.mark("ENE-MAI-03", who, |marks| marks.repaired = true);
        self.gain("ENE-MAI-03", who, points, Some(who));
    }

    /// The price of a prodige (ENE-COR-11).
    fn pay_pe(&mut self, who: Who, id: Skill) {
        let price = skill(id).pe_cost;
        if price > 0 {
            let pe = self.f(who).pe - price;
            let told =
                What::Pe { who, pe, change: -price, cause: Cause::Price, by: Some(who), hurt_by: None };
            self.tell("ENE-COR-11", told);
        }
    }

    /// Damage that cannot be avoided: no test, no reaction; supernatural protection alone counts (ENE-AUT-01, ENE-AUT-02).
    pub(super) fn wave(&mut self, who: Who, at: Who) {
        self.pay_pe(who, Skill::OndeMentale);
        let damage = skill(Skill::OndeMentale).automatic_damage + self.f(who).sheet.fp(Domain::Psychique);
        let damage = damage.saturating_sub(legal::aura(self.f(at)));
        self.mark("ENE-DOC-04", at, |marks| marks.attacked = true);
        self.lose("ENE-AUT-01", at, damage, Cause::Automatic, Some(who));
    }

    /// Charge: the way, then the blow at contact.
    pub(super) fn charge(&mut self, who: Who, arm: u8, at: Who, path: &[Link]) -> Flow {
        if !self.charge_along(who, path) {
            return Ok(());
        }
        self.attack(who, arm, Aim::Who(at), Strike::Normal, skill(Skill::Charge).damage_bonus)
    }

    /// Premiers soins: a test of Mental (ENE-MAI-03).
    pub(super) fn first_aid(&mut self, who: Who, at: Who) -> Flow {
        let (good, bad) = self.common_edges(who, Trial::FirstAid);
        let (score, need) = (self.f(who).sheet.mental, tables().core.req_normal);
        let rule = "ENE-MAI-03";
        let against = Some(at);
        let thrown = self.test(Try { who, trial: Trial::FirstAid, against, score, need, good, bad, rule })?;
        self.mark(rule, at, |marks| marks.cared = true);
        if thrown.net > 0 {
            let healing = &tables().healing;
            let times = if thrown.critical() { healing.critical_multiplier } else { 1 };
            self.gain(rule, at, i16::from(thrown.net) * healing.care_pe_per_success * times, Some(who));
            self.stop_sources(at);
        }
        if thrown.fumble {
            self.tell("ENE-AID-01", What::Hindered { who, target: at });
            self.give(rule, at, Token { from: who, kind: TokenKind::Hinder });
        }
        Ok(())
    }
}
