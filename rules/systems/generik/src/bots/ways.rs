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
/// How far a chief whose head is the goal walks behind the first figure of the band.
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
    /// How long the way to it is from where the figure stands, once it has been looked for and found.
    pub(super) round: Option<i32>,
}

impl Aim {
    /// The very place.
    pub(super) const fn at(goal: Goal, pull: i32) -> Self {
        Self::near(goal, pull, 0)
    }

    /// Near it.
    const fn near(goal: Goal, pull: i32, enough: i32) -> Self {
        Self { goal, pull, enough, round: None }
    }

    /// Returns the worth of getting from one distance of the goal to another.
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
    /// The worth of standing at places that were looked at, each with its level and the action dice left there.
    stands: Vec<((Pt, i32, u8), i32)>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(mind: Mind<'a>, fig: Fig, da: u8) -> Self {
        let now = stand(&mind, fig, da);
        Self { mind, fig, da, now, supposed: mind.table.scene.clone(), stands: Vec::new() }
    }

    /// The best way, if it is any better than to stay.
    pub(super) fn best(mut self) -> Option<Idea> {
        let mut best = None;
        let space = self.mind.table.space();
        let speed = self.gait(false).speed;
        let mut aims = self.aims();
        for aim in &mut aims {
            let way = space.route(self.fig, aim.goal, speed);
            aim.round = way.as_ref().map(|way| length(self.mind.figure(self.fig).at, way));
            let way = way.or_else(|| self.to_the_wall_of(aim));
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

    /// Steps to all sides, for a figure that has a loaded gun or may leave here.
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

    /// Weighs a move along a path, and keeps it where it is worth more than the best idea so far.
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
        let exit = legal::exit_edge(self.mind.table, self.fig).is_some_and(|edge| touches_edge(edge, end));
        let brings = progress - DIE * i32::from(cost) + if exit { EXIT } else { 0 };
        let wanted = best.as_ref().map_or(i32::MIN, |best| best.worth - brings);
        let Some((better_off, facing)) = self.there_for(end, z, self.da.saturating_sub(cost), wanted) else {
            return;
        };
        better(best, Idea { worth: better_off + brings, act: Act::Move { path, run, facing, exit } });
    }

    /// How much better off the figure is at a place with so many action dice, turned to the nearest enemy as it would be.
    pub(super) fn there(&mut self, end: Pt, z: i32, da: u8) -> (i32, Option<Pt>) {
        self.there_for(end, z, da, i32::MIN).unwrap_or_default()
    }

    /// The same if it is more than is wanted; `None` when it surely is not.
    fn there_for(&mut self, end: Pt, z: i32, da: u8, wanted: i32) -> Option<(i32, Option<Pt>)> {
        let mind = self.mind;
        let space = mind.table.space();
        let nearest = space.nearest(end, space.enemies(self.fig).map(|(enemy, _)| enemy));
        let facing = nearest.map(|enemy| mind.figure(enemy).at - end).filter(|it| *it != Pt::default());
        let figure = &mut self.supposed.figures[self.fig.i()];
        (figure.at, figure.z, figure.da, figure.in_cover) = (end, z, da, false);
        figure.facing = facing.unwrap_or(figure.facing);
        // Different ways often end at one place.
        let place = (end, z, da);
        if let Some((_, worth)) = self.stands.iter().find(|(known, _)| *known == place) {
            return Some((worth - self.now, facing));
        }
        let supposed = Mind { table: Table { scene: &self.supposed, ..mind.table }, ..mind };
        let gain = gain(&supposed, self.fig, da);
        // The danger only takes from it, and costs most to find.
        if wanted > i32::MIN && gain - self.now <= wanted {
            return None;
        }
        let worth = gain - risk(&supposed, self.fig);
        self.stands.push((place, worth));
        Some((worth - self.now, facing))
    }

    /// What the figure may go to.
    pub(super) fn aims(&self) -> Vec<Aim> {
        let (mind, fig) = (self.mind, self.fig);
        let mut aims = Vec::new();
        aims.extend(self.of_the_scenario());
        aims.extend(self.to_the_fallen_chief());
        // The chief whose head is the goal stays behind while there is a figure to stay behind.
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
            aims.push(Aim::near(Goal::Touch(enemy), pull, enough));
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
            return self.among_the_first(LEAVERS, far).then_some(Aim::at(goal, TO_THE_GOAL));
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
        Some(Aim::at(Goal::Place(side), TO_THE_GOAL))
    }

    /// Behind the friend who is nearest to the enemy: who stays at the edge is alone when the enemy comes.
    fn after_the_others(&self) -> Option<Aim> {
        let (mind, space) = (self.mind, self.mind.table.space());
        let far = |fig: Fig| space.enemies(fig).map(|(enemy, _)| space.distance2(fig, enemy)).min();
        let friends =
            mind.table.scene.fielded(mind.seat).filter(|it| *it != self.fig && mind.figure(*it).stands());
        let first = friends.min_by_key(|it| (far(*it), *it))?;
        Some(Aim::near(Goal::Touch(first), TO_SHOTS, BEHIND))
    }

    /// To the side of the own chief that lies on the ground where its head is the goal, to drag it away.
    fn to_the_fallen_chief(&self) -> Option<Aim> {
        let mind = self.mind;
        if !mind.table.plays(Scenario::TeteDuChef) {
            return None;
        }
        let mut own = mind.table.scene.fielded(mind.seat);
        let chief = own.find(|it| mind.table.profile(*it).chief && mind.figure(*it).down)?;
        let far = |other: Fig| mind.table.space().distance2(other, chief);
        let called = !mind.table.space().contact(self.fig, chief) && self.among_the_first(1, far);
        called.then_some(Aim::near(Goal::Touch(chief), TO_THE_GOAL, 2 * R))
    }

    /// Whether the figure is one of the own standing ones with the least `key`.
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

/// Returns the worth of a figure where it stands with so many action dice left.
pub(super) fn stand(mind: &Mind<'_>, fig: Fig, da: u8) -> i32 {
    gain(mind, fig, da) - risk(mind, fig)
}

/// Returns the worth of its possible acts from there.
fn gain(mind: &Mind<'_>, fig: Fig, da: u8) -> i32 {
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
    worth
}

/// What others can do to it there.
fn risk(mind: &Mind<'_>, fig: Fig) -> i32 {
    let figure = mind.figure(fig);
    let danger = mind.danger(fig);
    if danger == 0 {
        return 0;
    }
    let covered = figure.in_cover || mind.table.space().can_cover(figure.at, figure.z, figure.facing);
    danger * if covered { SCREENED } else { OPEN } / 100
}
