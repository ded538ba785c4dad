//! The start and the end of a slot (section D).

use super::test::Try;
use super::{Flow, Script};
use crate::command::{Ask, Trial};
use crate::event::{Cause, What};
use crate::ids::{Source, Who};
use crate::scene::{Feint, Turn};
use crate::space::harms;
use crate::tables::tables;

impl Script<'_> {
    /// Begins a slot, one a turn (ENE-R13): what lasted until now ends, sources hurt, and an able character acts.
    pub(super) fn open_slot(&mut self, who: Who) -> Flow {
        self.settle_changes();
        let slot = self.scene.slot + 1;
        self.tell("ENE-ORD-01", What::Slot { who, slot });
        self.end_shields_of(who);
        self.end_tokens_of(who);
        let before = self.f(who).pe;
        self.suffer(who);
        let hurt = self.f(who).pe < before;
        if self.f(who).pe < 0 {
            return self.critical(who, hurt);
        }
        if self.f(who).pe == 0 {
            self.faint(who, hurt);
            return Ok(());
        }
        if self.f(who).debt {
            // ENE-DEF-06.
            self.tell("ENE-DEF-06", What::Lost { who });
            return Ok(());
        }
        self.mark("ENE-PLY-09", who, |marks| marks.lost_last = false);
        let left = tables().actions.per_activation;
        let act =
            Turn { who, left, attacked: false, drew: false, handled: false, dropped: false, done: false };
        self.tell("ENE-ACT-01", What::Activation { act: Some(act) });
        Ok(())
    }

    /// Applies the sources that a character carries, then the strongest danger of the zone; protections do not count
    /// (ENE-DOT-03, ENE-FIN-02, ENE-R18).
    fn suffer(&mut self, who: Who) {
        let Some(zone) = self.f(who).zone else { return };
        let dangers = self.public().dangers(who, zone);
        let airless = |id: &Source| matches!(id, Source::Asphyxie | Source::Noyade);
        let carried = self.f(who).sources.clone();
        let kept: Vec<Source> =
            carried.iter().copied().filter(|id| !airless(id) || dangers.contains(id)).collect();
        if kept != carried {
            self.tell("ENE-DOT-04", What::Sources { who, sources: kept.clone() });
        }
        for id in &kept {
            if harms(*id, self.f(who)) {
                let rate = self.public().rate(*id);
                self.lose("ENE-DOT-01", who, rate, Cause::Carried(*id), None);
            }
        }
        let strongest =
            dangers.iter().copied().max_by_key(|id| (self.public().rate(*id), std::cmp::Reverse(*id)));
        let Some(id) = strongest.filter(|id| !kept.contains(id)) else { return };
        let rate = self.public().rate(id);
        self.lose("ENE-DOT-03", who, rate, Cause::Zone(id), None);
        if matches!(id, Source::Lave | Source::BainAcide) && !self.f(who).sources.contains(&Source::FeuTorche)
        {
            let mut sources = self.f(who).sources.clone();
            sources.push(Source::FeuTorche);
            sources.sort_unstable();
            self.tell("ENE-DOT-04", What::Sources { who, sources });
        }
    }

    /// Critical state: awake after a while, else one try to stabilise oneself (ENE-STA-05, ENE-HEA-03).
    fn critical(&mut self, who: Who, hurt: bool) -> Flow {
        if !hurt {
            let slots_down = (self.f(who).slots_down + 1).min(tables().time.critical_wake_turns);
            self.tell("ENE-STA-05", What::Count { who, slots_down });
            if slots_down >= tables().time.critical_wake_turns {
                let before = self.f(who).pe;
                let cause = Cause::Waking;
                self.tell(
                    "ENE-STA-05",
                    What::Pe { who, pe: 0, change: -before, cause, by: None, hurt_by: None },
                );
                self.tell("ENE-STA-05", What::Count { who, slots_down: 0 });
                self.mark("ENE-STA-05", who, |marks| marks.awake = true);
                return Ok(());
            }
        }
        let Some(seat) = self.player(who).filter(|_| !self.f(who).marks.tried) else { return Ok(()) };
        if !self.ask(|id| Ask::Stabilise { id, seat, who })? {
            return Ok(());
        }
        self.mark("ENE-HEA-03", who, |marks| marks.tried = true);
        let (good, bad) = self.common_edges(who, Trial::Stabilise);
        let (score, need) = (self.f(who).sheet.physique, tables().healing.self_stabilise_req);
        let rule = "ENE-HEA-03";
        let test = Try { who, trial: Trial::Stabilise, against: None, score, need, good, bad, rule };
        if self.test(test)?.net > 0 {
            self.stabilise(rule, who, who);
        }
        Ok(())
    }

    /// Gravely wounded, robots too: awake after a minute, and still out of action (ENE-STA-02, ENE-R23).
    fn faint(&mut self, who: Who, hurt: bool) {
        if hurt || self.f(who).marks.awake {
            return;
        }
        let slots_down = (self.f(who).slots_down + 1).min(tables().time.critical_wake_turns);
        self.tell("ENE-STA-02", What::Count { who, slots_down });
        if slots_down >= tables().time.faint_turns_at_zero_pe {
            self.mark("ENE-STA-02", who, |marks| marks.awake = true);
        }
    }

    /// A slot ends: what goes stale, then whether the fight is decided.
    pub(super) fn end_slot(&mut self, who: Who) -> Flow {
        let fighter = self.f(who);
        let (numb, prepared, feint) = (fighter.numb, fighter.prepared, fighter.feint);
        if numb > 0 {
            self.tell("ENE-ATT-07", What::Numb { who, numb: numb - 1 });
        }
        if prepared > 0 {
            self.tell("ENE-PRE-02", What::Prepared { who, prepared: prepared - 1 });
        }
        if let Some(Feint { on, left }) = feint {
            let feint = (left > 1).then(|| Feint { on, left: left - 1 });
            self.tell("ENE-MAI-03", What::Feint { who, feint });
        }
        if self.scene.act.is_some() {
            self.tell("ENE-ACT-01", What::Activation { act: None });
        }
        self.judge()
    }
}
