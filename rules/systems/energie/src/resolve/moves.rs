//! Movement (ENE-MOV).

use super::test::Try;
use super::{Flow, Script};
use crate::command::Trial;
use crate::event::{Edge, What};
use crate::ids::{Link, Source, Who, Zone};
use crate::legal::{self, Entered};
use crate::scene::{EnRoute, Item};
use crate::space::Step;
use crate::tables::{scenario, tables};

/// What an action of movement has left.
struct Budget {
    left: u8,
    /// Metres of difficult ground, once they were rolled.
    difficult: Option<u8>,
}

impl Script<'_> {
    /// Se déplacer along a path that was seen to be legal (ENE-MOV-08).
    pub(super) fn travel(&mut self, who: Who, path: &[Link], leave: bool) -> Flow {
        let Ok(links) = legal::entered(self.public(), who, path, false) else { return Ok(()) };
        let water = links.first().is_some_and(|it| it.step.water);
        let mut budget = Budget { left: self.public().budget(who, water), difficult: None };
        if !self.walk(who, &links, &mut budget)? {
            return Ok(());
        }
        if leave && budget.left > 0 && self.f(who).able() {
            self.leave(who);
        }
        Ok(())
    }

    /// Walks links one by one; whether all were crossed.
    fn walk(&mut self, who: Who, links: &[Entered], budget: &mut Budget) -> Flow<bool> {
        let begun = self.f(who).en_route;
        if begun.is_some_and(|it| links.first().is_none_or(|first| first.link != it.link)) {
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
        }
        for it in links {
            let mut reach = budget.left / it.step.per_metre;
            if it.step.difficult {
                if budget.difficult.is_none() {
                    budget.difficult = Some(self.difficult_metres(who, it.step)?);
                }
                reach = reach.min(budget.difficult.unwrap_or(0));
            }
            let walked = it.metres.min(reach);
            budget.left -= walked * it.step.per_metre;
            if it.step.difficult {
                budget.difficult = budget.difficult.map(|left| left - walked);
            }
            if walked < it.metres || self.f(who).prone {
                self.halt(who, *it, walked);
                return Ok(false);
            }
            self.cross(who, *it);
            if !self.f(who).able() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The test of difficult ground, one an action (ENE-R40): metres of this action, never more than the normal ones (ENE-MOV-03,
    /// ENE-MOV-07, ENE-R11).
    fn difficult_metres(&mut self, who: Who, step: Step) -> Flow<u8> {
        let (good, mut bad) = self.common_edges(who, Trial::Move);
        if step.water {
            // ENE-R12.
            bad.push(Edge::Reef);
        }
        let score = self.f(who).sheet.physique;
        let need = tables().core.req_normal;
        let rule = if step.water { "ENE-MOV-06" } else { "ENE-MOV-03" };
        let thrown =
            self.test(Try { who, trial: Trial::Move, against: None, score, need, good, bad, rule })?;
        if thrown.fumble {
            self.knock_down("ENE-MOV-07", who);
            return Ok(0);
        }
        let movement = &tables().movement;
        let times = if thrown.critical() { movement.critical_multiplier } else { 1 };
        let metres = thrown.net * movement.difficult_per_success * times;
        Ok(metres.min(legal::most_difficult(step, self.public().budget(who, step.water))))
    }

    /// Stops a character on a link that it has not crossed (ENE-MOV-08).
    fn halt(&mut self, who: Who, it: Entered, walked: u8) {
        if self.f(who).prone {
            if self.f(who).en_route.is_some() {
                self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
            }
            return;
        }
        let before = self.f(who).en_route.filter(|on| on.link == it.link).map_or(0, |on| on.metres);
        if walked > 0 {
            let en_route = Some(EnRoute { link: it.link, metres: before + walked });
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route });
        }
    }

    /// Brings a character into the zone behind a link.
    pub(super) fn cross(&mut self, who: Who, it: Entered) {
        if self.f(who).en_route.is_some() {
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
        }
        self.tell("ENE-MOV-02", What::Moved { who, zone: it.to, path: vec![it.link] });
        self.enter(who, it.to);
    }

    /// Applies what happens to a character that comes into a zone: water puts fire out, mines go off.
    fn enter(&mut self, who: Who, zone: Zone) {
        let burns = |id: &Source| matches!(id, Source::FeuTorche | Source::FeuCamp);
        if self.public().map.place(zone).water && self.f(who).sources.iter().any(burns) {
            let mut sources = self.f(who).sources.clone();
            sources.retain(|id| !burns(id));
            self.tell("ENE-DOT-04", What::Sources { who, sources });
        }
        self.trip(who, zone);
    }

    /// The move of a charge, over links that are all crossed (ENE-MAI-03).
    pub(super) fn charge_along(&mut self, who: Who, path: &[Link]) -> bool {
        let Ok(links) = legal::entered(self.public(), who, path, true) else { return false };
        if self.f(who).en_route.is_some_and(|on| links.first().is_none_or(|it| it.link != on.link)) {
            self.tell("ENE-MOV-08", What::EnRoute { who, en_route: None });
        }
        for it in &links {
            self.cross(who, *it);
            if !self.f(who).able() {
                return false;
            }
        }
        true
    }

    /// Out by the exit of one's side, with what one carries (ENE-MAP-06).
    fn leave(&mut self, who: Who) {
        let items = self.f(who).items.clone();
        let side = self.f(who).side();
        self.tell("ENE-MAP-06", What::Left { who });
        self.depart(who, true);
        let row = scenario(self.state.fixed.setup.scenario);
        if row.points_per_exit > 0 {
            self.score("ENE-SCN-03", side, row.points_per_exit);
        }
        if row.points_item_exit > 0 && !items.is_empty() {
            self.score("ENE-SCN-03", side, row.points_item_exit);
        }
        for item in items {
            let now = Item { zone: None, ..self.scene.items[usize::from(item)] };
            self.tell("ENE-MAP-06", What::Item { item, now });
        }
        self.turn("ENE-MAP-06", |act| act.done = true);
    }
}
