//! Walking as far as it goes, for any budget: what a way meets is worked out once.

use super::line::Polyline;
use super::{Fig, Gait, Halt, MAX_POINTS, Part, Plane, Pt, Sort, Space, Trip, Walked, seg_poly_lt, seglen};

/// A way on which a figure may go as far as it gets.
pub struct Course<'a, P: Plane> {
    space: Space<'a, P>,
    trip: Trip<'a>,
    line: Polyline,
    /// Where it first touches a standing enemy.
    cut: Result<Option<(i32, Fig)>, Halt>,
    /// Ground that slows through which it passes, or within 10 u of it.
    slow: Vec<&'a Part>,
    /// What each straight piece of it costs.
    costs: [i32; MAX_POINTS],
}

impl<'a, P: Plane> Course<'a, P> {
    /// The way of a figure from where it stands; what is beyond 16 way-points is left out. The budget of the gait is not looked at.
    pub fn new(space: Space<'a, P>, fig: Fig, way: &'a [Pt], gait: Gait) -> Self {
        Self::of(space, Trip::new(space, fig, &way[..way.len().min(MAX_POINTS)], gait))
    }

    fn of(space: Space<'a, P>, trip: Trip<'a>) -> Self {
        let line = Polyline::new(trip.start, trip.path);
        let empty = line.length() <= trip.from;
        let cut = if empty { Err(Halt::Empty) } else { space.contact_cut(&trip, &line) };
        let legs = || std::iter::once(&trip.start).chain(trip.path).zip(trip.path);
        let slow = |part: &Part| {
            part.slows(P::SCALE.step) && legs().any(|(a, b)| seg_poly_lt(*a, *b, &part.poly, 10))
        };
        let parts = cut.is_ok().then(|| space.board.parts_of(Sort::Slow));
        let slow = parts.into_iter().flatten().filter(|part| slow(part)).collect();
        let mut course = Self { space, trip, line, cut, slow, costs: [0; MAX_POINTS] };
        if course.cut.is_ok() && trip.gait.drags.is_none() {
            for (leg, a, b) in course.line.legs(0, course.line.length()) {
                course.costs[leg] = course.leg_cost(a, b);
            }
        }
        course
    }

    /// What a straight piece of way costs: no ground but that near the way is looked at.
    fn leg_cost(&self, a: Pt, b: Pt) -> i32 {
        let on_the_ground = self.space.goes_alone_on_the_ground(&self.trip);
        let slow = if on_the_ground { &self.slow[..] } else { &[] };
        let len = seglen(a, b);
        let slow = slow.iter().filter_map(|part| part.poly.clip(a, b));
        self.trip.gait.speed.cost(len, slow.map(|span| span.length(len)).sum::<i32>().min(len))
    }

    /// Returns the cost from its start to a length.
    fn cost(&self, to: i32) -> i32 {
        if self.trip.gait.drags.is_some() {
            return self.space.cost_along(&self.trip, &self.line, to);
        }
        let whole = |leg: usize| self.line.stops()[leg] <= to;
        let legs = self.line.legs(0, to);
        legs.map(|(leg, a, b)| if whole(leg) { self.costs[leg] } else { self.leg_cost(a, b) }).sum()
    }

    /// How far the figure gets with a budget, as a path that may be declared: it is shortened to what is affordable, legal and off
    /// the markers. `None` when it gets nowhere.
    pub fn along(&self, budget: i32) -> Option<(Vec<Pt>, Walked)> {
        let far = self.walk(budget).ok()?;
        let gait = Gait { budget, ..self.trip.gait };
        (1..=far.length).rev().find_map(|length| {
            let path = self.line.until(length);
            let walked = self.space.walk(&Trip::new(self.space, self.trip.fig, &path, gait)).ok()?;
            Some((path, walked))
        })
    }

    /// How far it goes with a budget: to contact, to the last legal point before an obstacle, or until the budget is used up.
    /// `Err` when the figure cannot move at all.
    fn walk(&self, budget: i32) -> Result<Walked, Halt> {
        let (space, line) = (self.space, &self.line);
        let trip = &Trip { gait: Gait { budget, ..self.trip.gait }, ..self.trip };
        let cut = self.cut?;
        // What the faster ground alone makes too long is not looked at: a place is at most 2 u nearer than the length at which
        // it is reached.
        let reach = budget / trip.gait.speed.clear.min(trip.gait.speed.difficult).max(1) + 2;
        let most = cut.map_or(line.length(), |(s, _)| s).min(reach.max(trip.from + 1));
        let affordable = |s: i32| self.cost(s) <= budget;
        let fits = |s: i32, ease: i32| {
            space.passes(trip, line, s, ease)?;
            let cost = self.cost(s);
            if cost > budget + ease * trip.gait.speed.difficult {
                Err(Halt::TooLong { cost, budget })
            } else {
                Ok(())
            }
        };
        let free = || space.goes_alone_on_the_ground(trip) && space.passes(trip, line, most, 0).is_ok();
        let good = if !self.slow.is_empty() || free() {
            // A way that grazes the edge of difficult ground may cost much more than one a tenth of a millimetre beside
            // it: every length is looked at. Where all of the way is free one of the first will do.
            let mut lengths = (trip.from + 1..=most).rev();
            lengths.find(|s| affordable(*s) && space.passes(trip, line, *s, 0).is_ok()).unwrap_or(trip.from)
        } else {
            // Rounded places stray by less than 1 u, so that a way may be free to one length and not to the one before.
            // With clearances eased by 2 u no free length is missed by halving; the last is then found step by step.
            let (mut good, mut bad) = (trip.from, most + 1);
            while bad - good > 1 {
                let middle = if bad > most { most } else { good.midpoint(bad) };
                if fits(middle, 2).is_ok() { good = middle } else { bad = middle }
            }
            while good > trip.from && fits(good, 0).is_err() {
                good -= 1;
            }
            good
        };
        if good == trip.from {
            return fits(trip.from + 1, 0).and(Err(Halt::Empty));
        }
        let end = line.at(good);
        let hit = cut.filter(|(s, _)| *s == good).map(|(_, fig)| fig);
        let cost = self.cost(good);
        Ok(Walked { end, length: good, cost, cut: hit, friend: space.friend_at(trip, end) })
    }
}

impl<P: Plane> Space<'_, P> {
    /// Walks a straight path as far as it goes: to contact, to the last legal point before an obstacle, or until the
    /// budget is used up. `Err` when the figure cannot move at all.
    pub fn walk_as_far(self, trip: &Trip<'_>) -> Result<Walked, Halt> {
        Course::of(self, *trip).walk(trip.gait.budget)
    }

    /// [`Course::along`] for one budget.
    pub fn along(self, fig: Fig, way: &[Pt], gait: Gait) -> Option<(Vec<Pt>, Walked)> {
        Course::new(self, fig, way, gait).along(gait.budget)
    }
}
