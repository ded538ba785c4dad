//! Charges that are called, climbs and jumps, and friends who are dragged away.

use super::acts::AT_ONCE;
use super::ways::{Aim, DIE, TO_BLOWS, Ways, length, stand};
use super::worth::{Idea, Mind, better};
use crate::command::{Act, Charger};
use crate::ids::{Fig, Skill};
use crate::legal::{self, Going};
use crate::space::Skirmish as _;
use crate::space::{Climb, ClimbKind, Goal, Part, R, STEP, TABLE};
use crate::state::Table;
use crate::tables;
use bagarre_kit::plane::{Pt, STEPS, Sort, at, seglen};

/// Turns by 15 degrees that are tried when the straight way of a charge is barred.
const ASIDE: [u8; 5] = [0, 1, STEPS - 1, 2, STEPS - 2];
/// Climbs and jumps, by what they save.
const KINDS: [ClimbKind; 5] =
    [ClimbKind::Climb, ClimbKind::Descend, ClimbKind::JumpDown, ClimbKind::Gap, ClimbKind::Vault];
/// From the foot of a wall to its edge, and how far inside the edge one stands on top: together within the reach of a climb.
const FOOT: i32 = R + 4;
const INSIDE: i32 = 100;

impl Mind<'_> {
    /// The charge that a figure may call, when it does more for those who hear it than the figure could do on its own
    /// (GEN-SKL-10).
    pub(super) fn charge(&self, fig: Fig, da: u8, best: &mut Option<Idea>) {
        if da < 2 || !self.table.profile(fig).has(Skill::Chargez) {
            return;
        }
        let space = self.table.space();
        let radius = tables::skill(Skill::Chargez).radius;
        let hears = |it: &Fig| {
            *it != fig && self.figure(*it).stands() && space.within(fig, *it, radius) && !space.locked(*it)
        };
        let mut friends: Vec<Fig> = self.table.scene.fielded(self.seat).filter(hears).collect();
        if friends.is_empty() {
            return;
        }
        // Those in front first: they make room.
        let nearest = |fig: Fig| space.enemies(fig).map(|(enemy, _)| space.distance2(fig, enemy)).min();
        friends.sort_by_cached_key(|fig| (nearest(*fig), *fig));
        let (mut moves, mut worth) = (Vec::new(), 0);
        for friend in friends {
            if let Some((charger, gain)) =
                Ways::new(*self, friend, self.figure(friend).da).charging(fig, &moves)
            {
                moves.push(charger);
                worth += gain;
            }
        }
        let idea = Idea { worth: worth - 2 * DIE, act: Act::Charge { moves } };
        // The own ways cost most to look at: only where the charge would be the best thing to do at all.
        let first = idea.worth >= AT_ONCE && best.as_ref().is_none_or(|it| idea.worth > it.worth);
        if first && worth > Ways::new(*self, fig, da).best().map_or(0, |own| own.worth) {
            *best = Some(idea);
        }
    }

    /// Drags a friend who is down out of the reach of blows and shots (GEN-ACT-10).
    pub(super) fn drag(&self, fig: Fig, best: &mut Option<Idea>) {
        let space = self.table.space();
        for friend in space.touching_friends(fig).filter(|it| self.figure(*it).down) {
            let danger = self.danger(friend);
            if danger == 0 {
                continue;
            }
            let (from, da) = (self.figure(fig).at, self.figure(fig).da);
            let now = stand(self, fig, da);
            let far = legal::drag_gait(self.table.profile(fig), friend).budget;
            let mut supposed = self.table.scene.clone();
            for step in (0..STEPS).step_by(3) {
                let to = at(from, Pt::new(1_000, 0).turned(step), far, 1_000);
                let Ok(walked) = legal::drag(self.table, fig, friend, to) else { continue };
                supposed.figures[fig.i()].at = walked.end;
                supposed.figures[friend.i()].at = self.figure(friend).at + (walked.end - from);
                let then = Mind { table: Table { scene: &supposed, ..self.table }, ..*self };
                // A figure that is down is struck sooner or later: half of the danger that may come.
                let saved = (danger - then.danger(friend)) / 2;
                let worth = saved + stand(&then, fig, da.saturating_sub(1)) - now - DIE;
                if saved > 0 {
                    better(best, Idea { worth, act: Act::Drag { friend, to, facing: None } });
                }
            }
        }
    }
}

impl Ways<'_> {
    /// Where the figure had best go when it is sent to charge after others, and what it gains.
    fn charging(&mut self, bearer: Fig, before: &[Charger]) -> Option<(Charger, i32)> {
        let (table, fig, from) = (self.mind.table, self.fig, self.mind.figure(self.fig).at);
        let most = tables::skill(Skill::Chargez).distance;
        let mut best: Option<(Charger, i32)> = None;
        for aim in self.aims() {
            let goal = self.place(&aim);
            if goal == from {
                continue;
            }
            let straight = seglen(from, goal);
            for far in [most, most / 2] {
                let tried = ASIDE.iter().find_map(|turn| {
                    let to = at(from, (goal - from).turned(*turn), far.min(straight), straight);
                    let walked = legal::walk(table, fig, &[to], Going::Charge).ok()?;
                    Some((to, walked.end))
                });
                let Some((to, end)) = tried else { continue };
                let (better_off, facing) = self.there(end, self.mind.figure(fig).z, self.da);
                let gain = better_off + aim.progress(straight, seglen(end, goal));
                let charger = Charger { fig, to, facing };
                let all: Vec<Charger> = before.iter().copied().chain([charger]).collect();
                if gain > best.map_or(0, |(_, gain)| gain) && legal::charge(table, bearer, &all).is_ok() {
                    best = Some((charger, gain));
                }
            }
        }
        best
    }

    /// Where something to go to is.
    pub(super) fn place(&self, aim: &Aim) -> Pt {
        match aim.goal {
            Goal::Place(at) => at,
            Goal::Touch(other) => self.mind.figure(other).at,
        }
    }

    /// Up for what is seen and shot from there; down, across and over for the way that it saves.
    pub(super) fn climbs(&mut self, aims: &[Aim], best: &mut Option<Idea>) {
        let (mind, fig, figure) = (self.mind, self.fig, *self.mind.figure(self.fig));
        let act = |to: Pt, facing| Act::Climb { to, facing };
        let may = |climb: &Climb| {
            climb.cost <= self.da && legal::check(mind.table, mind.seat, fig, &act(climb.to, None)).is_ok()
        };
        let climbs: Vec<Climb> = mind.table.space().climbs_near(fig).into_iter().filter(may).collect();
        if self.armed() {
            for climb in climbs.iter().filter(|climb| climb.kind == ClimbKind::Climb) {
                if let Some((gain, facing)) = self.on_top(climb.to, climb.z, self.da - climb.cost, aims) {
                    better(
                        best,
                        Idea { worth: gain - DIE * i32::from(climb.cost), act: act(climb.to, facing) },
                    );
                }
            }
        }
        for (n, aim) in aims.iter().enumerate() {
            let goal = self.place(aim);
            // What there is to do is below.
            let down = best.is_none() && n == 0;
            for kind in KINDS {
                let ends = climbs.iter().filter(|climb| climb.kind == kind);
                let Some(climb) = ends.min_by_key(|climb| climb.to.dist2(goal)) else { continue };
                let (better_off, facing) = self.there(climb.to, climb.z, self.da - climb.cost);
                // Where there was no way: up to who stands on a roof, down to the others.
                let saved = |then| aim.round.map_or(2 * TO_BLOWS, |before| aim.progress(before, then));
                let worth = |then| {
                    let worth = better_off + saved(then) - DIE * i32::from(climb.cost);
                    if down && climb.z < figure.z { worth.max(TO_BLOWS) } else { worth }
                };
                // No way is shorter than the straight one: mostly that is not worth it, and no way is looked for.
                let most = worth(seglen(climb.to, goal));
                if best.as_ref().is_some_and(|it| it.worth >= most) {
                    continue;
                }
                let Some(then) = self.way_from(climb.to, climb.z, aim.goal) else { continue };
                better(best, Idea { worth: worth(then), act: act(climb.to, facing) });
            }
        }
    }

    /// How much better off a gunner is on a top from where it may shoot, with so many action dice left: there it is spared the
    /// way round what stands between.
    fn on_top(&mut self, to: Pt, z: i32, da: u8, aims: &[Aim]) -> Option<(i32, Option<Pt>)> {
        let (better_off, facing) = self.there(to, z, da);
        let supposed = Mind { table: Table { scene: &self.supposed, ..self.mind.table }, ..self.mind };
        supposed.best_shot(self.fig, 1)?;
        let touched = aims.iter().filter(|aim| matches!(aim.goal, Goal::Touch(_)));
        let spared = touched.filter_map(|aim| {
            let straight = seglen(to, self.place(aim));
            aim.round.map(|round| aim.progress(round, straight))
        });
        Some((better_off + spared.max().unwrap_or(0).max(0), facing))
    }

    /// How long the way to a goal would be from somewhere else.
    fn way_from(&mut self, from: Pt, z: i32, goal: Goal) -> Option<i32> {
        let speed = self.gait(false).speed;
        let figure = &mut self.supposed.figures[self.fig.i()];
        (figure.at, figure.z) = (from, z);
        let space = Table { scene: &self.supposed, ..self.mind.table }.space();
        space.route(self.fig, goal, speed).map(|way| length(from, &way))
    }

    /// To the foot of a wall, for a gunner that sees no target from below and would see one from the top.
    pub(super) fn walls(&mut self, aims: &[Aim], best: &mut Option<Idea>) {
        let (mind, fig, figure) = (self.mind, self.fig, *self.mind.figure(self.fig));
        if figure.z > 0 || !self.armed() || mind.best_shot(fig, self.da).is_some() {
            return;
        }
        let gait = self.gait(false);
        let reach = gait.budget / gait.speed.clear.max(1);
        let board = mind.table.space().board;
        for part in board.near_of(Sort::Top, figure.at, figure.at, reach + 2 * FOOT) {
            let Some((foot, top)) = foot_and_top(part, figure.at, reach) else { continue };
            let way = [foot];
            let Ok(walked) = legal::walk(mind.table, fig, &way, Going::Move) else { continue };
            if walked.cut.is_some() || mind.table.space().legal_point(fig, top, part.height).is_err() {
                continue;
            }
            // One die to walk, the others to climb, now or in the next turn.
            let Some((gain, facing)) = self.on_top(top, part.height, self.da.saturating_sub(1), aims) else {
                continue;
            };
            let act = Act::Move { path: way.into(), run: false, facing, exit: false };
            better(best, Idea { worth: gain - 2 * DIE, act });
        }
    }

    /// The way to the foot of the walls on which an enemy stands.
    pub(super) fn to_the_wall_of(&self, aim: &Aim) -> Option<Vec<Pt>> {
        let Goal::Touch(enemy) = aim.goal else { return None };
        let (space, from) = (self.mind.table.space(), self.mind.figure(self.fig));
        let above = self.mind.figure(enemy);
        let mut tops = space.board.parts_of(Sort::Top).filter(|part| part.height == above.z);
        let part = tops.find(|part| part.height > from.z + STEP && part.poly.contains(above.at))?;
        let (foot, _) = foot_and_top(part, from.at, TABLE)?;
        space.route(self.fig, Goal::Place(foot), self.gait(false).speed)
    }

    /// Whether the figure has a gun that is loaded.
    pub(super) fn armed(&self) -> bool {
        let charges = self.mind.figure(self.fig).charges;
        self.mind.guns(self.fig).any(|(n, _)| charges[usize::from(n & 1)] > 0)
    }
}

/// The nearest foot of the walls of a piece within a distance, and the place on top above it.
fn foot_and_top(part: &Part, from: Pt, within: i32) -> Option<(Pt, Pt)> {
    let feet = part.poly.edges().filter_map(|(a, b)| {
        let (along, long) = (b - a, seglen(a, b));
        let out = Pt::new(along.y, -along.x);
        let past = (from - a).dot(along) / i64::from(long.max(1));
        let wall = at(a, along, (past as i32).clamp(INSIDE, (long - INSIDE).max(INSIDE)), long.max(1));
        let (foot, top) = (at(wall, out, FOOT, long.max(1)), at(wall, out, -INSIDE, long.max(1)));
        let reached = (from - a).dot(out) > 0 && from.dist2(foot) <= i64::from(within).pow(2);
        (reached && part.poly.contains(top)).then_some((foot, top))
    });
    feet.min_by_key(|(foot, _)| from.dist2(*foot))
}
