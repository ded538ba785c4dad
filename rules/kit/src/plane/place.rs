//! Placing pieces, figures and marks before anything moves.

use thiserror::Error;

use super::{Body, Edge, Fig, Mark, Obstacle, Plane, Poly, Pt, STEPS, Scale, Space, pt_poly_le, seg_poly_lt};

/// Why something may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoPlace {
    /// Not wholly on the table.
    #[error("not wholly on the table")]
    OffTable,
    /// The rotation is no step from 0 to 23.
    #[error("a rotation is 0 to 23 steps of 15 degrees")]
    Turn,
    /// Too near another piece, by number.
    #[error("too near another piece")]
    TooNear(u8),
    /// Overlaps another piece, by number.
    #[error("overlaps another piece")]
    Overlap(u8),
    /// Too near the centre of the table.
    #[error("too near the centre of the table")]
    Centre,
    /// Outside the zone along the own table edge.
    #[error("outside the deployment zone")]
    Zone,
    /// A base cannot stand there.
    #[error("a base cannot stand there")]
    Blocked(Obstacle),
    /// On a mark, or too near another one.
    #[error("too near a mark")]
    Marker(u8),
    /// On terrain, by the number of the piece.
    #[error("on terrain")]
    Terrain(u8),
}

/// Whether a piece lies apart from others.
pub fn lies_apart(others: &[Vec<Poly>], own: &[Poly]) -> Result<(), NoPlace> {
    let over = |other: &Vec<Poly>| other.iter().any(|one| own.iter().any(|two| one.overlaps(two)));
    others.iter().position(over).map_or(Ok(()), |other| Err(NoPlace::Overlap(other as u8)))
}

/// How many of some places are kept when each has to be so far from those kept before.
pub fn apart(places: impl Iterator<Item = Pt>, by: i32) -> usize {
    let mut kept: Vec<Pt> = Vec::new();
    for at in places {
        if kept.iter().all(|other| other.dist2(at) >= i64::from(by) * i64::from(by)) {
            kept.push(at);
        }
    }
    kept.len()
}

impl Scale {
    /// Where the polygons of a piece lie, if it is wholly on the table. They are drawn about its origin.
    pub fn lay(&self, polys: &[Poly], turn: u8, at: Pt) -> Result<Vec<Poly>, NoPlace> {
        if turn >= STEPS {
            return Err(NoPlace::Turn);
        }
        let polys: Vec<Poly> = polys.iter().map(|poly| poly.placed(turn, at)).collect();
        let on_table = polys.iter().all(|poly| self.holds(poly.min()) && self.holds(poly.max()));
        if on_table { Ok(polys) } else { Err(NoPlace::OffTable) }
    }

    /// Whether a polygon is too near the centre of the table, where that is kept free.
    pub fn is_central(&self, poly: &Poly) -> bool {
        pt_poly_le(self.centre(), poly, self.spacing)
    }

    /// Whether a piece keeps its distance from others, each polygon with the number of its piece, and from the centre where
    /// that is kept free.
    pub fn fits(&self, others: &[(u8, Poly)], own: &[Poly], centre_free: bool) -> Result<(), NoPlace> {
        let near = |(_, other): &&(u8, Poly)| own.iter().any(|poly| poly.nearer_than(other, self.spacing));
        if let Some((number, _)) = others.iter().find(near) {
            return Err(NoPlace::TooNear(*number));
        }
        if centre_free && own.iter().any(|poly| self.is_central(poly)) {
            Err(NoPlace::Centre)
        } else {
            Ok(())
        }
    }

    /// The points of a grid, rows from an edge inward, columns from the middle outward, west (or south) before east (or
    /// north).
    pub fn scan(&self, edge: Edge, grid: i32) -> impl Iterator<Item = Pt> + use<> {
        let (scale, middle) = (*self, self.side / 2);
        let columns = move || {
            let outward = (0..=middle / grid).flat_map(move |n| [middle - n * grid, middle + n * grid]);
            outward.enumerate().filter(|(i, _)| *i != 1).map(|(_, along)| along)
        };
        (0..=scale.side / grid)
            .flat_map(move |row| columns().map(move |along| scale.spot(edge, along, row * grid)))
    }

    /// [`Scale::scan`] over the usual grid, then over the fine one.
    fn scans(&self, edge: Edge) -> impl Iterator<Item = Pt> + use<> {
        let [usual, fine] = self.grids.map(|grid| self.scan(edge, grid));
        usual.chain(fine)
    }

    /// The points of a grid over the table, those nearest to a place first.
    pub fn around(&self, at: Pt, grid: i32) -> Vec<Pt> {
        let lines = || (0..=self.side / grid).map(move |n| n * grid);
        let mut points: Vec<Pt> = lines().flat_map(|y| lines().map(move |x| Pt::new(x, y))).collect();
        points.sort_by_key(|point| point.dist2(at));
        points
    }

    /// The first turn and place for a piece near a place that will do: as it is turned, else by quarter turns, else turned any
    /// way, on a grid half as wide as the usual one.
    pub fn nearest_lie(&self, turn: u8, at: Pt, may: impl Fn(u8, Pt) -> bool) -> Option<(u8, Pt)> {
        let spots = self.around(at, self.grids[0] / 2);
        let quarters = (0..STEPS).step_by(6).chain((0..STEPS).filter(|n| n % 6 != 0));
        quarters.map(|n| (turn + n) % STEPS).find_map(|turn| {
            let at = spots.iter().find(|at| may(turn, **at))?;
            Some((turn, *at))
        })
    }

    /// The place of a zone nearest to a given one: that one if it will do, else the nearest of the fine grid.
    fn nearest_in_zone(
        &self,
        edge: Edge,
        at: Pt,
        may: impl Fn(Pt) -> Result<(), NoPlace>,
    ) -> Result<Pt, NoPlace> {
        let Err(why) = may(at) else { return Ok(at) };
        let mut spots =
            self.around(at, self.grids[1]).into_iter().filter(|at| self.depth(edge, *at) <= self.zone);
        spots.find(|at| may(*at).is_ok()).ok_or(why)
    }
}

impl<P: Plane> Space<'_, P> {
    /// Whether a figure may be set up at a place: its base wholly in the zone of its edge, on the ground or on the top that is
    /// there, without overlap. Gives the level.
    pub fn may_deploy(self, fig: Fig, edge: Edge, at: Pt) -> Result<i32, NoPlace> {
        if !P::SCALE.on_table(at) {
            return Err(NoPlace::OffTable);
        }
        if P::SCALE.depth(edge, at) > P::SCALE.zone - Self::BASE {
            return Err(NoPlace::Zone);
        }
        let z = self.board.support(at, i32::MAX);
        self.legal_point(fig, at, z).map_err(NoPlace::Blocked)?;
        self.covers_marker(at, z).map_or(Ok(z), |marker| Err(NoPlace::Marker(marker)))
    }

    /// The first place of the grid where a figure may be set up.
    pub fn first_deployment(self, fig: Fig, edge: Edge) -> Option<(Pt, i32)> {
        P::SCALE.scans(edge).find_map(|at| self.may_deploy(fig, edge, at).ok().map(|z| (at, z)))
    }

    /// The place nearest to a given one where a figure may be set up, to begin from.
    pub fn nearest_deployment(self, fig: Fig, edge: Edge, at: Pt) -> Result<Pt, NoPlace> {
        P::SCALE.nearest_in_zone(edge, at, |at| self.may_deploy(fig, edge, at).map(drop))
    }

    /// The place nearest to a given one, on the fine grid, where a figure may stand; under no mark. With its level.
    pub fn nearest_stand(self, fig: Fig, at: Pt) -> Option<(Pt, i32)> {
        let stands = |at: Pt| self.may_stand(fig, at).map(|z| (at, z));
        stands(at).or_else(|| P::SCALE.around(at, P::SCALE.grids[1]).into_iter().find_map(stands))
    }

    /// The level on which a figure would stand at a place, if it may stand there under no mark.
    pub fn may_stand(self, fig: Fig, at: Pt) -> Option<i32> {
        let z = self.board.support(at, i32::MAX);
        let free = P::SCALE.on_table(at)
            && self.legal_point(fig, at, z).is_ok()
            && self.covers_marker(at, z).is_none();
        free.then_some(z)
    }

    /// How many bases find a place in the zone of an edge, however badly they are put: each takes one of them at most, since
    /// the places are two bases apart.
    pub fn room(self, edge: Edge) -> usize {
        let base = |at: &Pt| {
            P::SCALE.depth(edge, *at) <= P::SCALE.zone - Self::BASE
                && self.ground_clear(*at, self.board.support(*at, i32::MAX)).is_ok()
        };
        apart(P::SCALE.scan(edge, P::SCALE.grids[1]).filter(base), 4 * Self::BASE)
    }

    /// How many marks find a place in the zone of an edge in the same way.
    pub fn room_for_marks(self, edge: Edge) -> usize {
        let free = |at: &Pt| self.may_mark(edge, *at).is_ok();
        apart(P::SCALE.scan(edge, P::SCALE.grids[1]).filter(free), 2 * P::SCALE.spacing + 4 * P::SCALE.mark)
    }

    /// Whether a mark may lie at a place: wholly in the zone of the edge, so far from every other mark edge to edge, off
    /// terrain, under no figure.
    pub fn may_mark(self, edge: Edge, at: Pt) -> Result<(), NoPlace> {
        if !P::SCALE.on_table(at) {
            return Err(NoPlace::OffTable);
        }
        let mark = P::SCALE.mark;
        if P::SCALE.depth(edge, at) > P::SCALE.zone - mark {
            return Err(NoPlace::Zone);
        }
        let apart = i64::from(P::SCALE.spacing + 2 * mark);
        let near = |place: Pt| place.dist2(at) < apart * apart;
        if let Some(i) = self.markers.iter().position(|other| other.place().is_some_and(near)) {
            return Err(NoPlace::Marker(i as u8));
        }
        if let Some(part) = self.board.near(at, at, mark).find(|part| seg_poly_lt(at, at, &part.poly, mark)) {
            return Err(NoPlace::Terrain(part.piece));
        }
        let under = |(fig, figure): (Fig, &P::Body)| {
            (Self::level(figure.z(), 0) && figure.at().dist2(at) < Self::APART2).then_some(fig)
        };
        self.fielded().find_map(under).map_or(Ok(()), |fig| Err(NoPlace::Blocked(Obstacle::Figure(fig))))
    }

    /// The first place for a mark: a third of the edge, two thirds, else the first of the grid.
    pub fn first_marker(self, edge: Edge) -> Option<Pt> {
        let third = P::SCALE.side / 3;
        let usual = [third, P::SCALE.side * 2 / 3].map(|along| P::SCALE.spot(edge, along, P::SCALE.grids[0]));
        usual.into_iter().chain(P::SCALE.scans(edge)).find(|at| self.may_mark(edge, *at).is_ok())
    }

    /// The place nearest to a given one where a mark may lie, to begin from.
    pub fn nearest_mark(self, edge: Edge, at: Pt) -> Result<Pt, NoPlace> {
        P::SCALE.nearest_in_zone(edge, at, |at| self.may_mark(edge, at))
    }
}
