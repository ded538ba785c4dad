//! The count at the end (section 18).

use super::Script;
use super::turn::Reason;
use crate::event::{ScoreLine, What};
use crate::ids::{Fig, Scenario};
use crate::scene::Status;
use crate::setup::Health;
use crate::state::Table;
use crate::tables::{self, Harm};
use bagarre_kit::contract::{Seat, Seats};

/// The rule of a scenario, for the facts of its count.
pub(crate) fn rule_of(scenario: Scenario) -> &'static str {
    match scenario {
        Scenario::BastonGenerale => "GEN-SCN-10",
        Scenario::TeteDuChef => "GEN-SCN-20",
        Scenario::Ravioli => "GEN-SCN-30",
        Scenario::DuelDHonneur => "GEN-SCN-41",
        Scenario::Sortie => "GEN-SCN-50",
        Scenario::Saccage => "GEN-SCN-60",
    }
}

impl Script<'_> {
    /// Counts every band; the totals in seat order.
    pub(super) fn count(&mut self, winners: Seats, reason: Reason) -> Vec<i32> {
        let Some(scenario) = self.scene.scenario else { return vec![0; usize::from(self.state.seats())] };
        let mut totals = Vec::new();
        for seat in (0..self.state.seats()).map(Seat) {
            let lines = self.table().score_lines(seat, Some((winners, reason.code())));
            let total = lines.iter().map(|line| line.n).sum();
            self.tell(rule_of(scenario), What::Score { seat, lines, total });
            totals.push(total);
        }
        totals
    }

    /// Whether the fight had an effect: a figure wounded or out of action in it, gone by the exit, an objective sacked.
    pub(super) fn fought(&self) -> bool {
        let table = self.table();
        let touched = |fig: Fig| match self.fig(fig).status {
            Status::Ooa | Status::Exited => true,
            Status::OnTable | Status::Routed => self.fig(fig).wounded && !table.came_wounded(fig),
            Status::Waiting | Status::Home => false,
        };
        self.scene.figs().any(touched) || self.scene.markers.iter().any(|it| it.sacked)
    }
}

impl Table<'_> {
    /// The score of a band as things stand; with `end`, who has won and the code of the reason, what the
    /// end of the fight gives as well.
    pub(crate) fn score_lines(self, seat: Seat, end: Option<(Seats, &str)>) -> Vec<ScoreLine> {
        let Some(scenario) = self.scene.scenario else { return Vec::new() };
        let mut lines = self.harm_done(seat, scenario);
        self.bonuses(seat, scenario, end, &mut lines);
        lines
    }

    /// The final status of each enemy member, once, the worst only; with the option of R-351 without the wounds it came with.
    fn harm_done(self, seat: Seat, scenario: Scenario) -> Vec<ScoreLine> {
        let row = tables::scenario(scenario);
        let free = self.options().old_wounds_free;
        let enemies = self.scene.figs().filter(|fig| self.profile(*fig).seat != seat);
        let lines = enemies.filter_map(|fig| {
            let figure = self.scene.figure(fig);
            let (harm, code) = match (figure.status, figure.wounded) {
                (Status::Home | Status::Waiting, _) => return None,
                (Status::Ooa, _) => (Harm::Ooa, "ooa"),
                (_, true) if !(free && self.came_wounded(fig)) => (Harm::Wounded, "wounded"),
                (_, _) => return None,
            };
            let chief = self.profile(fig).chief;
            let champion = row.champions && self.champion(fig);
            let n = row.worth(harm, chief, champion);
            let who = match (chief, champion) {
                (_, true) if n != row.worth(harm, chief, false) || !chief => "_champion",
                (true, _) => "_chief",
                _ => "",
            };
            (n != 0).then(|| ScoreLine { code: format!("{code}{who}"), fig: Some(fig), n })
        });
        lines.collect()
    }

    /// Whether a wound was brought from an earlier game of the campaign. A figure that has drunk it away
    /// and is wounded again was wounded in this game.
    fn came_wounded(self, fig: Fig) -> bool {
        let profile = self.profile(fig);
        let band = &self.fixed.setup.bands[usize::from(profile.seat.0)];
        let member = band.members.get(usize::from(profile.member));
        member.is_some_and(|member| member.health == Health::Wounded) && !self.scene.figure(fig).flask_used
    }

    fn champion(self, fig: Fig) -> bool {
        self.scene.force(self.profile(fig).seat).champion == Some(fig)
    }

    /// What the winner, the weaker band, exits and sacked objectives add (section 18).
    fn bonuses(self, seat: Seat, scenario: Scenario, end: Option<(Seats, &str)>, lines: &mut Vec<ScoreLine>) {
        let row = tables::scenario(scenario);
        let mut add = |code: &str, n: i32| {
            if n != 0 {
                lines.push(ScoreLine { code: code.to_owned(), fig: None, n });
            }
        };
        // a draw has no winner.
        if let Some((winners, reason)) = end
            && winners.contains(seat)
            && winners.len() == 1
        {
            add("win", row.score_win);
            if reason == Reason::Control.code() {
                add("control", row.score_win_by_control_extra);
            }
        }
        if self.weaker(seat) {
            add("weaker", row.score_weaker_band);
        }
        if scenario == Scenario::Sortie {
            let exits = self.scene.figs().filter(|fig| self.profile(*fig).seat == seat);
            let exits = exits.filter(|fig| self.scene.figure(*fig).status == Status::Exited).count() as i32;
            add("exit", exits * row.score_per_exit);
        }
        if scenario == Scenario::Saccage {
            let sacked = self.scene.markers.iter();
            let sacked =
                sacked.filter(|it| it.sacked && it.owner.is_some_and(|owner| owner != seat)).count() as i32;
            add("sack", sacked * row.score_per_sack);
        }
    }

    /// The band with the lower value at the start; none if equal (R-243, GEN-BND-08).
    fn weaker(self, seat: Seat) -> bool {
        let own = self.scene.force(seat).value;
        let others = self.scene.forces.iter().enumerate().filter(|(n, _)| *n != usize::from(seat.0));
        others.map(|(_, force)| force.value).all(|value| own < value)
    }
}
