//! Where to go: into reach, into contact, into cover, to what the scenario is about.

use super::worth::{Idea, Mind, better};
use crate::command::Act;
use crate::ids::{Edge, Fig, Scenario};
use crate::legal::{self, Going};
use crate::scene::Scene;
use crate::space::Skirmish as _;
use crate::space::{CONTACT, Course, Gait, Goal, R, R_MARKER, Space, TABLE, depth, place, touches_edge};
use crate::state::Table;
use bagarre_kit::plane::{Pt, STEPS, at, seglen};

/// What 10 cm nearer to a goal are worth.
pub(super) const TO_BLOWS: i32 = 14;
pub(super) const TO_SHOTS: i32 = 10;
const TO_THE_GOAL: i32 = 25;
/// How far behind the first of his band a chief walks whose head is wanted.
const BEHIND: i32 = 2_500;
/// What of the danger where it stands counts for a figure, in percent: in the open, and where it is or can be in cover.
const OPEN: i32 = 60;
const SCREENED: i32 = 15;
/// How many make for the enemy edge: some are stopped on the way.
const LEAVERS: usize = 4;
/// Leaving by the enemy edge.
const EXIT: i32 = 500;
/// Standing at the marker in the middle.
const HOLD: i32 = 60;
/// Turns after which even a chief comes forward.
const LATE: u8 = 10;
/// What each action die of a way costs.
pub(super) const DIE: i32 = 2;

/// Something to go to.
pub(super) struct Aim {
    pub(super) goal: Goal,
    /// What 10 cm of way are worth.
    pub(super) pull: i32,
    /// How near, in u of way, is near enough.
    enough: i32,
}

impl Aim {
    /// The very place.
    pub(super) const fn at(goal: Goal, pull: i32) -> Self {
        Self { goal, pull, enough: 0 }
    }

    /// What it is worth to get from one distance of the goal to another.
    pub(super) fn progress(&self, before: i32, then: i32) -> i32 {
        (before.max(self.enough) - then.max(self.enough)) * self.pull / 1_000
    }
}

/// The ways of a figure with some action dice.
pub(super) struct Ways<'a> {
    pub(super) mind: Mind<'a>,
    pub(super) fig: Fig,
    pub(super) da: u8,
    now: i32,
    /// The scene with the figure where it might go.
    pub(super) supposed: Scene,
}

impl<'a> Ways<'a> {
    pub(super) fn new(mind: Mind<'a>, fig: Fig, da: u8) -> Self {
        let now = stand(&mind, fig, da);
        Self { mind, fig, da, now, supposed: mind.table.scene.clone() }
    }

    /// The best way, if it is any better than to stay.
    pub(super) fn best(mut self) -> Option<Idea> {
        let mut best = None;
        let space = self.mind.table.space();
        let speed = self.gait(false).speed;
        let aims = self.aims();
        for aim in &aims {
            let way = space.route(self.fig, aim.goal, speed).or_else(|| self.to_the_wall_of(aim));
            let Some(way) = way else { continue };
            let length = length(self.mind.figure(self.fig).at, &way);
            // Walking and running differ in the budget alone.
            let course = Course::new(space, self.fig, &way, self.gait(false));
            for (run, part) in [(false, 2), (false, 1), (true, 2), (true, 1)] {
                if run && self.da < 2 {
                    continue;
                }
                let budget = self.gait(run).budget / part;
                let Some((path, walked)) = course.along(budget) else { continue };
                let progress = aim.progress(length, length - walked.length);
                self.judge(path, run, walked.end, progress, &mut best);
            }
        }
        self.side_steps(&mut best);
        self.shelters(&aims, &mut best);
        self.climbs(&aims, &mut best);
        self.walls(&aims, &mut best);
        let (fig, mind) = (self.fig, self.mind);
        best.filter(|idea: &Idea| legal::check(mind.table, mind.seat, fig, &idea.act).is_ok())
    }

    pub(super) fn gait(&self, run: bool) -> Gait {
        legal::gait(self.mind.table.profile(self.fig), if run { Going::Run } else { Going::Move })
    }

    /// Steps to all sides, for whoever has a loaded gun or may leave here.
    fn side_steps(&mut self, best: &mut Option<Idea>) {
        let (figure, exit) = (*self.mind.figure(self.fig), legal::exit_edge(self.mind.table, self.fig));
        let leaving = exit.is_some_and(|edge| touches_edge(edge, figure.at));
        let armed = self.mind.guns(self.fig).any(|(n, _)| figure.charges[usize::from(n & 1)] > 0);
        if !armed && !leaving {
            return;
        }
        let budget = self.gait(false).budget / self.gait(false).speed.clear.max(1);
        for step in (0..STEPS).step_by(3) {
            let end = at(figure.at, Pt::new(1_000, 0).turned(step), budget, 1_000);
            let path = vec![end];
            if legal::walk(self.mind.table, self.fig, &path, Going::Move).is_ok_and(|it| it.cut.is_none()) {
                self.judge(path, false, end, 0, best);
            }
        }
    }

    /// What it is worth to go so far.
    pub(super) fn judge(
        &mut self,
        path: Vec<Pt>,
        run: bool,
        end: Pt,
        progress: i32,
        best: &mut Option<Idea>,
    ) {
        let cost = if run { 2 } else { 1 };
        let z = self.mind.figure(self.fig).z;
        let (better_off, facing) = self.there(end, z, self.da.saturating_sub(cost));
        let mut worth = better_off + progress - DIE * i32::from(cost);
        let exit = legal::exit_edge(self.mind.table, self.fig).is_some_and(|edge| touches_edge(edge, end));
        if exit {
            worth += EXIT;
        }
        better(best, Idea { worth, act: Act::Move { path, run, facing, exit } });
    }

    /// How much better off the figure is at a place with so many action dice, turned to the nearest enemy as it would be.
    pub(super) fn there(&mut self, end: Pt, z: i32, da: u8) -> (i32, Option<Pt>) {
        let mind = self.mind;
        let space = mind.table.space();
        let nearest = space.nearest(end, space.enemies(self.fig).map(|(enemy, _)| enemy));
        let facing = nearest.map(|enemy| mind.figure(enemy).at - end).filter(|it| *it != Pt::default());
        let figure = &mut self.supposed.figures[self.fig.i()];
        (figure.at, figure.z, figure.da, figure.in_cover) = (end, z, da, false);
        figure.facing = facing.unwrap_or(figure.facing);
        let supposed = Mind { table: Table { scene: &self.supposed, ..mind.table }, ..mind };
        (stand(&supposed, self.fig, da) - self.now, facing)
    }

    /// What the figure may go to.
    pub(super) fn aims(&self) -> Vec<Aim> {
        let (mind, fig) = (self.mind, self.fig);
        let mut aims = Vec::new();
        aims.extend(self.of_the_scenario());
        aims.extend(self.to_the_fallen_chief());
        // The chief whose head is wanted stays behind while there is somebody to stay behind.
        let own = mind.table.scene.fielded(mind.seat).count();
        let stays = own > 2 && mind.table.scene.turn < LATE;
        let space = mind.table.space();
        if stays && mind.table.profile(fig).chief && mind.table.plays(Scenario::TeteDuChef) {
            aims.extend(self.after_the_others());
            return aims;
        }
        let gun = mind.guns(fig).map(|(_, row)| if row.no_short { row.reach() } else { row.short }).max();
        let mut enemies: Vec<Fig> = space.enemies(fig).map(|(enemy, _)| enemy).collect();
        // Near ones, and those that are worth more.
        enemies.sort_by_cached_key(|enemy| {
            (
                i64::from(seglen(mind.figure(fig).at, mind.figure(*enemy).at)) * 100
                    / i64::from(mind.value(*enemy)),
                *enemy,
            )
        });
        for enemy in enemies.into_iter().take(2) {
            aims.extend(gun.and_then(|reach| self.flank(enemy, reach)));
            let (pull, enough) = gun.map_or((TO_BLOWS, 0), |reach| (TO_SHOTS, reach * 4 / 5));
            aims.push(Aim { goal: Goal::Touch(enemy), pull, enough });
        }
        aims
    }

    fn of_the_scenario(&self) -> Option<Aim> {
        let (mind, fig) = (self.mind, self.fig);
        let figure = mind.figure(fig);
        if let Some(edge) = legal::exit_edge(mind.table, fig) {
            let along = if matches!(edge, Edge::S | Edge::N) { figure.at.x } else { figure.at.y };
            let goal = Goal::Place(place::spot(edge, along.clamp(R, TABLE - R), R));
            let far = |other: Fig| i64::from(depth(edge, mind.figure(other).at));
            return self.among_the_first(LEAVERS, far).then_some(Aim { goal, pull: TO_THE_GOAL, enough: 0 });
        }
        let space = mind.table.space();
        let mut markers =
            mind.table.scene.markers.iter().filter(|it| !it.sacked && it.owner != Some(mind.seat));
        let nearest = markers.clone().min_by_key(|it| it.at.dist2(figure.at)).or_else(|| markers.next())?;
        if space.touches_marker(fig, nearest) {
            return None;
        }
        let far = |other: Fig| mind.figure(other).at.dist2(nearest.at);
        if !self.among_the_first(3, far) {
            return None;
        }
        let side = beside(space, fig, nearest.at)?;
        Some(Aim { goal: Goal::Place(side), pull: TO_THE_GOAL, enough: 0 })
    }

    /// Behind the friend who is nearest to the enemy: who stays at the edge is alone when the enemy comes.
    fn after_the_others(&self) -> Option<Aim> {
        let (mind, space) = (self.mind, self.mind.table.space());
        let far = |fig: Fig| space.enemies(fig).map(|(enemy, _)| space.distance2(fig, enemy)).min();
        let friends =
            mind.table.scene.fielded(mind.seat).filter(|it| *it != self.fig && mind.figure(*it).stands());
        let first = friends.min_by_key(|it| (far(*it), *it))?;
        Some(Aim { goal: Goal::Touch(first), pull: TO_SHOTS, enough: BEHIND })
    }

    /// To the side of the own chief who lies on the ground where his head is wanted, to drag him away.
    fn to_the_fallen_chief(&self) -> Option<Aim> {
        let mind = self.mind;
        if !mind.table.plays(Scenario::TeteDuChef) {
            return None;
        }
        let mut own = mind.table.scene.fielded(mind.seat);
        let chief = own.find(|it| mind.table.profile(*it).chief && mind.figure(*it).down)?;
        let far = |other: Fig| mind.table.space().distance2(other, chief);
        let called = !mind.table.space().contact(self.fig, chief) && self.among_the_first(1, far);
        called.then_some(Aim { goal: Goal::Touch(chief), pull: TO_THE_GOAL, enough: 2 * R })
    }

    /// Whether the figure is one of the own ones on their feet for whom something is least.
    fn among_the_first(&self, count: usize, key: impl Fn(Fig) -> i64) -> bool {
        let own = self.mind.table.scene.fielded(self.mind.seat).filter(|it| self.mind.figure(*it).stands());
        let mine = (key(self.fig), self.fig);
        own.filter(|other| (key(*other), *other) < mine).count() < count
    }
}

/// A place in contact with a marker, the nearest to a figure that is free.
fn beside(space: Space<'_>, fig: Fig, marker: Pt) -> Option<Pt> {
    let (from, z) = (space.figure(fig).at, 0);
    let towards = if from == marker { Pt::new(1, 0) } else { from - marker };
    let long = seglen(Pt::default(), towards).max(1);
    let first = at(Pt::default(), towards, R + R_MARKER + CONTACT - 4, long);
    let turns = (0..=STEPS / 2).flat_map(|n| [n, (STEPS - n) % STEPS]);
    let mut places = turns.map(|n| marker + first.turned(n));
    places.find(|place| space.legal_point(fig, *place, z).is_ok() && space.covers_marker(*place, z).is_none())
}

/// Length of a way.
pub(super) fn length(from: Pt, way: &[Pt]) -> i32 {
    let starts = std::iter::once(&from).chain(way);
    starts.zip(way).map(|(a, b)| seglen(*a, *b)).sum()
}

/// What it is worth for a figure to stand where it does with so many action dice left.
pub(super) fn stand(mind: &Mind<'_>, fig: Fig, da: u8) -> i32 {
    let space = mind.table.space();
    let soon = |worth: i32| if da > 0 { worth * 85 / 100 } else { worth * 35 / 100 };
    let mut worth = if space.locked(fig) {
        mind.best_strike(fig, da.max(1)).map_or(0, |idea| soon(idea.worth))
    } else {
        mind.best_shot(fig, da.max(1)).map_or(0, |idea| soon(idea.worth.max(0)))
    };
    let marker = mind.table.scene.markers.first().filter(|_| mind.table.plays(Scenario::Ravioli));
    if marker.is_some_and(|marker| space.touches_marker(fig, marker)) {
        worth += HOLD;
    }
    let figure = mind.figure(fig);
    let danger = mind.danger(fig);
    if danger == 0 {
        return worth;
    }
    let covered = figure.in_cover || space.can_cover(figure.at, figure.z, figure.facing);
    worth - danger * if covered { SCREENED } else { OPEN } / 100
}
