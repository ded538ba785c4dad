//! Placement (BAS-SET-05, BAS-SET-06, BAS-SET-09).

use super::{Flow, Script};
use crate::event::{Draw, Way, What};
use crate::ids::{Dec, Who};
use crate::library;
use crate::scene::{Item, Place};
use crate::space::Passage;
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// Places one character, then its owner chooses where it faces.
    pub(super) fn place(&mut self, who: Who) -> Flow {
        if let Some((at, dir)) = self.close_point(who) {
            self.tell("BAS-SET-09", What::Moved { who, from: at, to: at, top: false, way: Way::Placed });
            self.tell("BAS-SET-09", What::Faced { who, dir });
            return Ok(());
        }
        let zones = self.start_points(who);
        let at = match zones {
            None => self.random_point(who)?,
            Some(points) => {
                let start = self.ask(who, Dec::Start, "BAS-SET-05", None, |script| {
                    let free = |p: &Point| script.scene.figures_at(*p).next().is_none();
                    (points.iter().copied().filter(free).collect(), 0)
                })?;
                match start {
                    Some(at) => at,
                    None => self.random_point(who)?,
                }
            }
        };
        // BAS-SET-05: a point with a table, a baby-foot or the bar: on top.
        let top = self.space().has_top(at);
        self.tell("BAS-SET-05", What::Moved { who, from: at, to: at, top, way: Way::Placed });
        self.choose_facing(who, at)
    }

    /// Returns where a character starts in front of an enemy, and its facing (BAS-SET-09): pairs side by side, two
    /// points apart, as near the middle of the board as there is free floor for all of them. `None` where a scenario
    /// places otherwise, or no part of the board has room.
    fn close_point(&self, who: Who) -> Option<(Point, Dir)> {
        let setup = &self.state.setup;
        library::scenario(&setup.scenario).filter(|scenario| scenario.close)?;
        let pairs = setup.largest_band();
        let spot = |from: Point, pair: usize, east: bool| {
            Point::new(from.r.saturating_add(2 * pair as u8), from.c.saturating_add(u8::from(east)))
        };
        let (rows, cols) = (self.state.board.rows(), self.state.board.cols());
        let far = |at: &Point| {
            let from = |n: u8, of: u8| i32::from(n).abs_diff(i32::from(of / 2)).pow(2);
            (from(at.r, rows) + from(at.c, cols), at.r, at.c)
        };
        let mut all: Vec<Point> =
            (1..=rows).flat_map(|row| (1..=cols).map(move |col| Point::new(row, col))).collect();
        all.sort_by_key(far);
        let room = |from: &Point| {
            (0..pairs).all(|pair| {
                let [west, east] = [false, true].map(|east| spot(*from, pair, east));
                self.is_bare(west)
                    && self.is_bare(east)
                    && self.space().line_clear(west, Dir::E, Passage::Walk)
            })
        };
        let from = all.into_iter().find(room)?;
        let (seat, first) =
            (self.seat(who), self.scene.whos().find(|other| self.seat(*other) == self.seat(who))?);
        let east = seat.0 == 1;
        Some((spot(from, who.i() - first.i(), east), if east { Dir::W } else { Dir::E }))
    }

    /// Whether a point is floor of the lowest level with nothing on it.
    fn is_bare(&self, at: Point) -> bool {
        let loose = |item: &Item| matches!(item.place, Place::At(point, _) if point == at);
        self.space().surface(at) == Some(false)
            && self.state.board.base(at) == 0
            && !self.scene.items.iter().any(loose)
    }

    /// The start points of a character's zones in order; `None` when the scenario places at random.
    fn start_points(&self, who: Who) -> Option<Vec<Point>> {
        let setup = &self.state.setup;
        let scenario = library::scenario(&setup.scenario)?;
        if let Some(owner) = scenario.owner
            && who == Who(0)
        {
            return Some(vec![owner.at]);
        }
        let variant = scenario.variant(setup.bands.len())?;
        let zones = variant.zones_of(setup.largest_band()).get(usize::from(self.seat(who).0))?;
        let board = &self.state.board.spec.start_zones;
        Some(zones.iter().filter_map(|zone| board.get(zone)).flat_map(|zone| zone.points.clone()).collect())
    }

    /// A row and a column from the star corner; both again while the point is taken or cannot be stood upon.
    fn random_point(&mut self, who: Who) -> Flow<Point> {
        let (rows, cols) = (self.state.board.rows(), self.state.board.cols());
        loop {
            let row = self.die(rows, "BAS-SET-05", "start row")?;
            self.tell(
                "BAS-SET-05",
                What::Drew { what: Draw::Row, who: Some(who), sides: rows, face: row, picked: None },
            );
            let col = self.die(cols, "BAS-SET-05", "start column")?;
            self.tell(
                "BAS-SET-05",
                What::Drew { what: Draw::Column, who: Some(who), sides: cols, face: col, picked: None },
            );
            let at = Point::new(row, col);
            let taken = self.scene.figures_at(at).next().is_some();
            if !taken && self.space().surface(at).is_some() {
                return Ok(at);
            }
        }
    }

    fn choose_facing(&mut self, who: Who, at: Point) -> Flow {
        let board = &self.state.board;
        let centre = Point::new((board.rows() / 2).max(1), (board.cols() / 2).max(1));
        let default = towards(at, centre);
        let facing = self.ask(who, Dec::Facing, "BAS-SET-06", None, |_| {
            (Dir::ALL.to_vec(), usize::from(default.number()) - 1)
        })?;
        if let Some(dir) = facing {
            self.tell("BAS-SET-06", What::Faced { who, dir });
        }
        Ok(())
    }
}

/// The nearest of the eight directions towards a point; north for the point itself. A line is nearer to a diagonal
/// when the smaller difference exceeds the larger times tan 22.5°, which 70/169 stands for: no pair of differences
/// on a board lies between the two.
pub(crate) fn towards(from: Point, to: Point) -> Dir {
    let dr = i32::from(to.r) - i32::from(from.r);
    let dc = i32::from(to.c) - i32::from(from.c);
    let (small, large) = (dr.abs().min(dc.abs()), dr.abs().max(dc.abs()));
    let diagonal = small * 169 > large * 70;
    let (dr, dc) = match (diagonal, dr.abs() > dc.abs()) {
        (true, _) => (dr.signum(), dc.signum()),
        (false, true) => (dr.signum(), 0),
        (false, false) => (0, dc.signum()),
    };
    Dir::ALL.into_iter().find(|dir| dir.delta() == (dr as i8, dc as i8)).unwrap_or(Dir::N)
}
