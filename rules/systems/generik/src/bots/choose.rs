//! Answers in the middle of an action, and what is done before the fight.

use super::any::{setting_up, waiting};
use super::worth::Mind;
use crate::command::{Ao, Ask, Choice, Command, Fire, Question, Reaction, Window};
use crate::ids::{Dec, Edge, Fig, Scenario};
use crate::legal;
use crate::placing;
use crate::space::{CONTACT, R, R_MARKER, TABLE, near, place};
use crate::state::{Sealed, Table};
use crate::tables;
use bagarre_kit::contract::Seat;
use bagarre_kit::dice::Dice;
use bagarre_kit::plane::Pt;

/// What a shot out of turn must be worth: the die is missing later.
const SNAP_SHOT: i32 = 9;
/// What a defence die must save, in points.
const DEFENCE_DIE: i32 = 9;
/// Depth of the front rank in the zone, and of who stays back.
const FRONT: i32 = 870;
const BACK: i32 = 150;

impl Mind<'_> {
    /// The shot out of turn that is worth most, at the checkpoint where it is; cover for who has none to fire.
    pub(super) fn reaction(&self, window: &Window) -> Option<Reaction> {
        let mut best: Option<(i32, Reaction)> = None;
        for (at, checkpoint) in (0u8..).zip(&window.checkpoints) {
            // Ends, middles and every third cm: between them little changes.
            let last = usize::from(at) + 1 == window.checkpoints.len();
            if !(last || at % 3 == 0) || !window.reactors.iter().any(|it| it.at.contains(&at)) {
                continue;
            }
            let scene = legal::stopped_at(self.table, window, *checkpoint);
            let then = Mind { table: Table { scene: &scene, ..self.table }, ..*self };
            for reactor in window.reactors.iter().filter(|it| it.at.contains(&at)) {
                let fig = reactor.fig;
                for (weapon, row) in self.guns(fig) {
                    let loaded = self.figure(fig).charges[usize::from(weapon & 1)] > 0;
                    if !loaded || !then.reaches(fig, row, window.actor) {
                        continue;
                    }
                    let worth = then.shot(fig, weapon, window.actor, Fire::Normal);
                    let reaction = Reaction { fig, at, ao: Ao::Shoot { weapon } };
                    if worth >= SNAP_SHOT
                        && best.as_ref().is_none_or(|(so_far, _)| worth > *so_far)
                        && legal::reaction(self.table, window, &reaction).is_ok()
                    {
                        best = Some((worth, reaction));
                    }
                }
            }
        }
        best.map(|(_, reaction)| reaction)
    }

    /// Defence dice by what they save; everything else as the rules do for who does not answer.
    pub(super) fn choice(&self, question: &Question) -> Choice {
        let (Dec::Defence, Some(own), Some(enemy)) = (question.dec, question.fig, question.about) else {
            return question.default_choice();
        };
        let dice = |choice: &Choice| match choice {
            Choice::Defend { extra, .. } => *extra,
            _ => 0,
        };
        let most = question.options.iter().map(dice).max().unwrap_or(0);
        let close = self.table.space().contact(own, enemy);
        let total = i32::from(question.die.unwrap_or(4)).clamp(1, 7);
        let lost = |extra: u8| self.defended(own, enemy, close, total, extra);
        let mut best = 0;
        for extra in 1..=most {
            // A figure that is hit loses its remaining dice.
            if lost(best) - lost(extra) >= DEFENCE_DIE * i32::from(extra - best) {
                best = extra;
            }
        }
        // Weapons of one number of dice come in the order of their worth.
        let chosen = question.options.iter().find(|choice| dice(choice) == best);
        chosen.copied().unwrap_or_else(|| question.default_choice())
    }

    /// What an attack of a total takes from its target when it defends with so many dice more.
    fn defended(&self, own: Fig, enemy: Fig, close: bool, total: i32, extra: u8) -> i32 {
        let n = u32::from(extra) + 1;
        let whole = 6_i32.pow(n);
        let hit = (total - 1).clamp(0, 6).pow(n);
        // More than half of the hits wound or worse.
        let loss = hit * (self.value(own) * 55 / 100 + 8 * i32::from(self.figure(own).da - extra));
        let counter = if close && !self.figure(own).down { whole - total.clamp(0, 6).pow(n) } else { 0 };
        (loss - counter * self.value(enemy) * 40 / 100) / whole
    }

    /// Terrain anywhere; the rest by plan.
    pub(super) fn before(&self, ask: &Ask, dice: &mut dyn Dice) -> Command {
        let (table, seat, question) = (self.table, self.seat, ask.id());
        let planned = match ask {
            Ask::Champions { .. } => {
                self.champion().map(|fig| Command::Champion { question, fig: Sealed(fig) })
            }
            Ask::Marker { .. } => self.marker().map(|at| Command::Mark { question, at }),
            Ask::Deploy { .. } => {
                self.post().map(|(fig, at)| Command::Deploy { question, fig, at, facing: None })
            }
            _ => None,
        };
        planned.unwrap_or_else(|| setting_up(table, seat, ask, dice))
    }

    /// The best fighter hand to hand.
    fn champion(&self) -> Option<Fig> {
        use crate::ids::Skill;
        let worth = |fig: &Fig| {
            let profile = self.table.profile(*fig);
            let rows = profile.weapons.iter().chain(&profile.armour).map(|it| tables::weapon(*it));
            let arms: i32 = rows
                .map(|row| i32::from(row.cc) * 2 + i32::from(row.sword) + i32::from(row.armour_save > 0))
                .sum();
            let skills =
                [Skill::ExpertCc, Skill::Boucher, Skill::Veinard, Skill::MemePasMal, Skill::MortVivant];
            arms + skills.iter().map(|skill| i32::from(profile.has(*skill))).sum::<i32>()
                - i32::from(profile.chief)
        };
        waiting(self.table, self.seat).into_iter().max_by_key(|fig| (worth(fig), std::cmp::Reverse(*fig)))
    }

    /// An objective of one's own: at the back, far from the other one.
    fn marker(&self) -> Option<Pt> {
        let edge = placing::edge(self.table.scene, self.seat);
        let spots =
            [1_000, 11_000, 3_000, 9_000, 5_000, 7_000].map(|along| place::spot(edge, along, R_MARKER));
        spots.into_iter().find(|at| placing::marker(self.table, self.seat, *at).is_ok())
    }

    /// The next figure and its post: spread along the edge, the chief in the back where its head is the goal.
    fn post(&self) -> Option<(Fig, Pt)> {
        let seat: Seat = self.seat;
        let own = self.table.fixed.profiles.iter().filter(|it| it.seat == seat).count() as i32;
        let left = waiting(self.table, seat);
        let fig = *left.first()?;
        let edge = placing::edge(self.table.scene, seat);
        let profile = self.table.profile(fig);
        let deep = if profile.chief && self.table.plays(Scenario::TeteDuChef) { BACK } else { FRONT };
        // The middle half of the edge, so that no figure stands alone.
        let place = i32::from(profile.member) * 2 + 1;
        let along = TABLE / 4 + TABLE / 2 * place / (2 * own.max(1));
        // Turned with the edge, as the tables are: each side meets the terrain of the opposite one.
        let along = if matches!(edge, Edge::N | Edge::E) { TABLE - along } else { along };
        let shifts = (0..24).flat_map(|n| [n * 250, -n * 250]);
        let mut spots = shifts.flat_map(|by| [deep, deep.midpoint(BACK)].map(|deep| (along + by, deep)));
        let free = |at: Pt| {
            let on_the_ground = placing::figure(self.table, seat, fig, at) == Ok(0);
            let alone = self.table.space().fielded().all(|(_, other)| !near(other.at, at, CONTACT));
            on_the_ground && alone
        };
        let spot = spots.find_map(|(along, deep)| {
            Some(place::spot(edge, along.clamp(R, TABLE - R), deep)).filter(|at| free(*at))
        });
        spot.map(|at| (fig, at))
    }
}
