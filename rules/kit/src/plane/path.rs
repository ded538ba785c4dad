//! Walking a path: legality, cost, the cut at the first enemy, checkpoints.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::line::Polyline;
use super::{Body, Fig, MAX_POINTS, Obstacle, Plane, Pt, Space, Stretch};

/// What 1 u of ground costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Speed {
    /// Clear ground.
    pub clear: i32,
    /// Difficult ground.
    pub difficult: i32,
}

impl Speed {
    /// Difficult ground costs twice its length.
    pub const NORMAL: Self = Self { clear: 1, difficult: 2 };
    /// Any ground alike.
    pub const FLAT: Self = Self { clear: 1, difficult: 1 };

    /// What a length costs of which so much is difficult ground.
    pub(super) const fn cost(self, len: i32, slow: i32) -> i32 {
        (len - slow) * self.clear + slow * self.difficult
    }
}

/// The limits of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gait {
    /// The highest cost, in u.
    pub budget: i32,
    /// What the ground costs.
    pub speed: Speed,
    /// One way-point only.
    pub straight: bool,
    /// Clear ground only.
    pub clear_only: bool,
    /// The down friend that comes along by the same vector; the cost is that of its path.
    pub drags: Option<Fig>,
}

impl Gait {
    /// A free path.
    pub const fn new(budget: i32, speed: Speed) -> Self {
        Self { budget, speed, straight: false, clear_only: false, drags: None }
    }

    /// Straight over clear ground, the same for every figure.
    pub const fn charge(budget: i32) -> Self {
        Self { budget, speed: Speed::FLAT, straight: true, clear_only: true, drags: None }
    }

    /// Dragging a friend.
    pub const fn drag(budget: i32, speed: Speed, friend: Fig) -> Self {
        Self { budget, speed, straight: true, clear_only: false, drags: Some(friend) }
    }
}

/// A declared path.
#[derive(Clone, Copy, Debug)]
pub struct Trip<'p> {
    /// The figure that moves.
    pub fig: Fig,
    /// Where it stood when the path was declared.
    pub start: Pt,
    /// 1 to 16 way-points.
    pub path: &'p [Pt],
    /// Its limits.
    pub gait: Gait,
    /// Length already walked when it goes on after a stop; 0 at first. The figure stands there.
    pub from: i32,
}

/// Why a path is refused. Way-points count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "plane/")]
pub enum Halt {
    /// No point, or no length.
    #[error("the path has no length")]
    Empty,
    /// More than 16 points, or more than one where the move is straight.
    #[error("the path may have {0} points")]
    TooManyPoints(u8),
    /// Something is in the way before the way-point.
    #[error("something is in the way before way-point {point}")]
    Blocked {
        /// The way-point.
        point: u8,
        /// The obstacle.
        by: Obstacle,
    },
    /// The ground is not clear all the way.
    #[error("the ground before way-point {point} is not clear")]
    Difficult {
        /// The way-point.
        point: u8,
    },
    /// It costs too much.
    #[error("the path costs {cost} u of {budget} u")]
    TooLong {
        /// The cost.
        cost: i32,
        /// The highest cost.
        budget: i32,
    },
    /// It ends on a mark.
    #[error("no path ends on a mark")]
    Marker(u8),
}

/// A path that may be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// Where it ends.
    pub end: Pt,
    /// Length of path from its start to there.
    pub length: i32,
    /// The cost from its start to there.
    pub cost: i32,
    /// The standing enemy whose contact cuts it short.
    pub cut: Option<Fig>,
    /// Where the dragged friend ends.
    pub friend: Option<Pt>,
}

/// A place of a path at which an opponent may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Checkpoint {
    /// Length of path from its start.
    pub s: i32,
    /// Where the mover is.
    pub at: Pt,
}

impl<'p> Trip<'p> {
    /// A path from where a figure stands.
    pub fn new<P: Plane>(space: Space<'_, P>, fig: Fig, path: &'p [Pt], gait: Gait) -> Self {
        Self { fig, start: space.figure(fig).at(), path, gait, from: 0 }
    }
}

impl<P: Plane> Space<'_, P> {
    /// Walks a path to its end, or to the first contact with a standing enemy: freedom and cost are tested
    /// up to there only. When a path is taken up again its cost still counts from its start, so that what was affordable
    /// stays so.
    pub fn walk(self, trip: &Trip<'_>) -> Result<Walked, Halt> {
        let most = if trip.gait.straight { 1 } else { MAX_POINTS };
        if trip.path.len() > most {
            return Err(Halt::TooManyPoints(most as u8));
        }
        if let Some(point) = trip.path.iter().position(|p| !P::SCALE.holds(*p)) {
            return Err(Halt::Blocked { point: point as u8, by: Obstacle::Table });
        }
        let line = Polyline::new(trip.start, trip.path);
        if line.length() <= trip.from {
            return Err(Halt::Empty);
        }
        let cut = self.contact_cut(trip, &line)?;
        let length = cut.map_or(line.length(), |(s, _)| s);
        self.passes(trip, &line, length, 0)?;
        let cost = self.cost_along(trip, &line, length);
        if cost > trip.gait.budget {
            return Err(Halt::TooLong { cost, budget: trip.gait.budget });
        }
        let end = line.at(length);
        if cut.is_none() {
            self.may_stop(trip, end)?;
        }
        Ok(Walked { end, length, cost, cut: cut.map(|(_, fig)| fig), friend: self.friend_at(trip, end) })
    }

    /// Whether a way is straight geometry: no friend is dragged along, and no edge of a top is near.
    pub(super) fn goes_alone_on_the_ground(self, trip: &Trip<'_>) -> bool {
        trip.gait.drags.is_none() && self.figure(trip.fig).z() <= Self::STEP
    }

    /// The places at which a walked path may be interrupted: every cm, every way-point and the end, beyond `trip.from`
    /// and legal to stop on.
    pub fn checkpoints(self, trip: &Trip<'_>, walked: &Walked) -> Vec<Checkpoint> {
        let line = Polyline::new(trip.start, trip.path);
        let every = (P::SCALE.checkpoint..walked.length).step_by(P::SCALE.checkpoint as usize);
        let mut stops = Vec::with_capacity(every.len() + line.stops().len() + 1);
        stops.extend(every);
        stops.extend(line.stops().iter().filter(|s| **s < walked.length));
        stops.push(walked.length);
        stops.sort_unstable();
        stops.dedup();
        let beyond = stops.into_iter().filter(|s| *s > trip.from);
        let places = beyond.map(|s| Checkpoint { s, at: line.at(s) });
        // Where nothing is within 2 u of the way, rounding brings no place of it too near to anything.
        let wide = self.goes_alone_on_the_ground(trip) && self.passes(trip, &line, walked.length, -2).is_ok();
        let legal =
            |stop: &Checkpoint| wide || stop.s == walked.length || self.can_stand(trip, stop.at).is_ok();
        let mut found = Vec::with_capacity(places.size_hint().1.unwrap_or_default());
        found.extend(places.filter(legal));
        found
    }

    /// What a path costs from its start up to length `s`; the budget less this is what a new path has left.
    pub fn cost_to(self, trip: &Trip<'_>, s: i32) -> i32 {
        self.cost_along(trip, &Polyline::new(trip.start, trip.path), s)
    }

    /// The difficult ground of a path from its start up to length `s`: its length as it is charged, and its stretches. Of the
    /// dragged friend's path when there is one.
    pub fn slow_ground(self, trip: &Trip<'_>, s: i32) -> (i32, Vec<Stretch>) {
        let shift = self.friend_at(trip, Pt::default()).unwrap_or_default();
        let z = self.figure(trip.gait.drags.unwrap_or(trip.fig)).z();
        let line = Polyline::new(trip.start, trip.path);
        let legs = || line.legs(0, s).map(|(_, a, b)| (a + shift, b + shift));
        let slow = legs().map(|(a, b)| self.difficult(a, b, z)).sum();
        (slow, legs().flat_map(|(a, b)| self.stretches(a, b, z)).collect())
    }

    /// The whole length of a path.
    pub fn length(self, trip: &Trip<'_>) -> i32 {
        Polyline::new(trip.start, trip.path).length()
    }

    /// Whether the mover may choose to stop at a place: not on a marker, nor its friend.
    pub fn may_stop(self, trip: &Trip<'_>, at: Pt) -> Result<(), Halt> {
        let own = self.covers_marker(at, self.figure(trip.fig).z());
        let friend = trip.gait.drags.zip(self.friend_at(trip, at));
        let friends = friend.and_then(|(friend, at)| self.covers_marker(at, self.figure(friend).z()));
        own.or(friends).map_or(Ok(()), |marker| Err(Halt::Marker(marker)))
    }

    /// Where the dragged friend is when the dragger is at a place.
    pub fn friend_at(self, trip: &Trip<'_>, at: Pt) -> Option<Pt> {
        trip.gait.drags.map(|friend| at + (self.figure(friend).at() - self.figure(trip.fig).at()))
    }

    /// Whether the mover, and its friend, could stand where the mover would be at a place.
    fn can_stand(self, trip: &Trip<'_>, at: Pt) -> Result<(), Obstacle> {
        let fig = trip.fig;
        self.segment_clear(fig, trip.gait.drags, at, at, self.figure(fig).z())?;
        match trip.gait.drags.zip(self.friend_at(trip, at)) {
            Some((friend, at)) => self.segment_clear(friend, Some(fig), at, at, self.figure(friend).z()),
            None => Ok(()),
        }
    }

    /// Whether the way is free from `trip.from` to length `to`, for the friend too, and clear where it must be; every
    /// bound eased by `ease` u.
    pub(super) fn passes(self, trip: &Trip<'_>, line: &Polyline, to: i32, ease: i32) -> Result<(), Halt> {
        let z = self.figure(trip.fig).z();
        for (point, a, b) in line.legs(trip.from, to) {
            let point = point as u8;
            let blocked = |by| Halt::Blocked { point, by };
            self.segment_eased(trip.fig, trip.gait.drags, (a, b), z, ease).map_err(blocked)?;
            if let Some((friend, from)) = trip.gait.drags.zip(self.friend_at(trip, a)) {
                let end = from + (b - a);
                self.segment_clear(friend, Some(trip.fig), from, end, self.figure(friend).z())
                    .map_err(blocked)?;
            }
            if trip.gait.clear_only && self.difficult(a, b, z) > ease {
                return Err(Halt::Difficult { point });
            }
        }
        Ok(())
    }

    /// What the path costs from its start to length `to`: of the dragged friend's path when there is one.
    #[inline(always)]
    pub(super) fn cost_along(self, trip: &Trip<'_>, line: &Polyline, to: i32) -> i32 {
        let shift = self.friend_at(trip, Pt::default()).unwrap_or_default();
        let z = self.figure(trip.gait.drags.unwrap_or(trip.fig)).z();
        let cost = |(i, a, b)| {
            self.cost_of_length(a + shift, b + shift, z, trip.gait.speed, line.leg_length(i, a, b))
        };
        line.legs(0, to).map(cost).sum()
    }

    /// Where the path first touches a standing enemy it did not touch all along, and which: the first legal place within
    /// 10 u that is still in contact, else the last legal one before.
    pub(super) fn contact_cut(self, trip: &Trip<'_>, line: &Polyline) -> Result<Option<(i32, Fig)>, Halt> {
        let z = self.figure(trip.fig).z();
        let meets = |at: Pt, c: Pt| at.dist2(c) <= Self::TOUCH2;
        let mut first: Option<(i32, Fig)> = None;
        let (low, high) = line.corners();
        // Places of a way are rounded by less than 1 u.
        let reach = Self::TOUCH + 3;
        let far = |at: Pt| {
            at.x < low.x - reach || at.x > high.x + reach || at.y < low.y - reach || at.y > high.y + reach
        };
        for (enemy, figure) in self.standing_enemies(trip.fig, z).filter(|(_, enemy)| !far(enemy.at())) {
            let mut from = trip.from;
            // Only with the option `allow_disengage` does a move begin in contact: it counts once it was lost.
            while from < line.length() && meets(line.at(from), figure.at()) {
                from += 1;
            }
            if let Some(s) = line.first_touch(from, figure.at(), Self::TOUCH)
                && first.is_none_or(|(best, _)| s < best)
            {
                first = Some((s, enemy));
            }
        }
        let Some((s, enemy)) = first else { return Ok(None) };
        // What is in the way of one place mostly is in that of the next.
        let mut barred = None;
        let legal = |s: &i32| {
            let at = line.at(*s);
            if trip.gait.drags.is_none() && barred.is_some_and(|by| self.stands_in(at, z, by)) {
                return false;
            }
            barred = self.can_stand(trip, at).err();
            barred.is_none()
        };
        let touches = |s: &i32| self.touches_standing(trip.fig, line.at(*s), z);
        let beyond = (s..=(s + P::SCALE.contact).min(line.length())).filter(touches).find(legal);
        let stop = beyond.or_else(|| self.last_stand(trip, line, s - 1));
        let point = line.stops().iter().position(|stop| s <= *stop).unwrap_or(0) as u8;
        let blocked = Halt::Blocked { point, by: Obstacle::Figure(enemy) };
        stop.map(|s| Some((s, enemy))).ok_or(blocked)
    }

    /// The last length up to `most`, beyond where the mover is, at which it could stand.
    fn last_stand(self, trip: &Trip<'_>, line: &Polyline, most: i32) -> Option<i32> {
        let mut s = most;
        while s > trip.from {
            let Err(by) = self.can_stand(trip, line.at(s)) else { return Some(s) };
            s = if trip.gait.drags.is_none() { self.first_barred(trip, line, s, by) } else { s } - 1;
        }
        None
    }

    /// A length beyond where the mover is from which on something surely is in its way as far as `s`, where it is: `s`
    /// itself where no less is known. An obstacle is convex, so that of a straight piece of way it bars all that lies
    /// between two places well within its reach.
    fn first_barred(self, trip: &Trip<'_>, line: &Polyline, s: i32, by: Obstacle) -> i32 {
        let z = self.figure(trip.fig).z();
        let Some(within) = self.well_within(line.at(s), z, by) else { return s };
        let mut free = line.begin_of(s).max(trip.from + 1);
        if within(line.at(free)) {
            return free;
        }
        let mut barred = s;
        while barred - free > 1 {
            let middle = free.midpoint(barred);
            if within(line.at(middle)) { barred = middle } else { free = middle }
        }
        barred
    }

    /// Whether a figure would touch a standing enemy at a place.
    fn touches_standing(self, fig: Fig, at: Pt, z: i32) -> bool {
        self.standing_enemies(fig, z).any(|(_, enemy)| enemy.at().dist2(at) <= Self::TOUCH2)
    }
}
