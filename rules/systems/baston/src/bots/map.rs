//! The ways over a board, and how far things are.

use std::cell::RefCell;

use crate::board::Edge;
use crate::scene::Figure;
use crate::scene::WindowState;
use crate::space::{Passage, Space, Step, steps};
use bagarre_kit::grid::{Dir, Point};

/// A position of a standing character: a point, and whether it stands on top of the furniture there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) at: Point,
    pub(super) top: bool,
}

/// Where a figure is.
pub(super) const fn spot_of(figure: &Figure) -> Spot {
    Spot { at: figure.at, top: figure.top }
}

/// How one gets to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `M`.
    Walk,
    /// `S`, up: not in a rear direction.
    Climb,
    /// `S`, down or level.
    Jump,
    /// `M/OUV` through a shut door or window.
    Open,
    /// `M/OUV` twice: both leaves of a double door are shut.
    Unlatch,
}

impl Way {
    /// Cost in tenths of a sequence.
    const fn cost(self) -> u8 {
        match self {
            Self::Walk => 10,
            Self::Climb | Self::Jump => 13,
            Self::Open => 12,
            Self::Unlatch => 22,
        }
    }
}

/// Further than anything.
pub(super) const FAR: u16 = 9_999;

/// The ways over a board as its doors and furniture stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Map {
    cols: usize,
    ways: Vec<[Option<(Way, bool)>; 8]>,
    /// The cost of the way to each spot, by the direction of the last step and whether it comes from a top; 0 where
    /// there is no way.
    back: Vec<[u8; 16]>,
}

impl Map {
    /// Draws the ways from some points again.
    pub(super) fn follow(&mut self, space: Space<'_>, points: &[Point]) {
        self.cols = usize::from(space.board.cols());
        let size = self.cols * usize::from(space.board.rows()) * 2;
        self.ways.resize(size, [None; 8]);
        self.back.resize(size, [0; 16]);
        for at in points {
            for top in [false, true] {
                let spot = Spot { at: *at, top };
                let stands = if top { space.has_top(*at) } else { !space.is_furnished(*at) };
                self.draw(spot, Dir::ALL.map(|dir| if stands { way(space, spot, dir) } else { None }));
            }
        }
    }

    /// Draws the ways from a spot instead of those that there were.
    fn draw(&mut self, spot: Spot, ways: [Option<(Way, bool)>; 8]) {
        let n = self.index(spot);
        let before = std::mem::replace(&mut self.ways[n], ways);
        for (dir, (before, way)) in Dir::ALL.into_iter().zip(before.into_iter().zip(ways)) {
            let (at, entry) = (spot.at.step(dir), (dir as usize - 1) * 2 + usize::from(spot.top));
            if let Some((_, top)) = before {
                let to = self.index(Spot { at, top });
                self.back[to][entry] = 0;
            }
            if let Some((way, top)) = way {
                let to = self.index(Spot { at, top });
                self.back[to][entry] = way.cost();
            }
        }
    }

    /// How many spots there are.
    pub(super) fn len(&self) -> usize {
        self.ways.len()
    }

    /// The number of a spot on the grid.
    pub(super) fn index(&self, spot: Spot) -> usize {
        ((usize::from(spot.at.r) - 1) * self.cols + usize::from(spot.at.c) - 1) * 2 + usize::from(spot.top)
    }

    /// The way from a spot in a direction, and where it leads.
    pub(super) fn way(&self, from: Spot, dir: Dir) -> Option<(Way, Spot)> {
        let (way, top) = self.ways.get(self.index(from))?[usize::from(dir.number()) - 1]?;
        Some((way, Spot { at: from.at.step(dir), top }))
    }

    /// How far every spot is from the nearest of the sources, which may cost something themselves. Entering one of
    /// the crowded spots costs more.
    pub(super) fn field(&self, sources: &[(Spot, u16)], crowded: &[Spot]) -> Field<'_> {
        let queue = Queue { cost: 0, last: vec![0; 512], entries: Vec::with_capacity(self.ways.len()) };
        let (far, mut marks) = (vec![FAR; self.ways.len()], vec![0; self.ways.len()]);
        for spot in crowded {
            if let Some(mark) = marks.get_mut(self.index(*spot)) {
                *mark = CROWDED;
            }
        }
        let mut search = Search { far, marks, queue };
        for (spot, cost) in sources {
            search.reach(self.index(*spot), *cost);
        }
        Field { map: self, search: RefCell::new(search) }
    }

    /// For each direction, how much less the number of the spot is that it is entered from. No way leads off the grid, so
    /// none leads from the end of one row to the beginning of the next.
    fn back(&self) -> [isize; 8] {
        Dir::ALL.map(|dir| {
            let (dr, dc) = dir.delta();
            (isize::from(dr) * self.cols as isize + isize::from(dc)) * 2
        })
    }
}

/// Distances in tenths of a sequence. They are searched for outwards from the sources, no further than they are asked for.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    map: &'a Map,
    search: RefCell<Search>,
}

/// How far a search has come: what is not farther than the next of the queue is known.
#[derive(Clone, Debug)]
struct Search {
    far: Vec<u16>,
    /// For each spot a bit for each direction in which a way leads nearer, once it is [`ASKED`] about; and whether it is
    /// [`CROWDED`].
    marks: Vec<u16>,
    queue: Queue,
}

/// Says that the ways from a spot have been looked at.
const ASKED: u16 = 1 << 8;
/// Says that it costs more to enter a spot.
const CROWDED: u16 = 1 << 9;

impl Search {
    fn reach(&mut self, spot: usize, cost: u16) {
        if cost < self.far[spot] {
            self.far[spot] = cost;
            self.queue.push(cost, spot);
        }
    }
}

impl Field<'_> {
    /// How far a spot is.
    pub(super) fn at(&self, spot: Spot) -> u16 {
        let n = self.map.index(spot);
        let search = self.search.borrow();
        let Some(far) = search.far.get(n).copied() else { return FAR };
        if usize::from(far) <= search.queue.cost {
            return far;
        }
        drop(search);
        self.search_to(n)
    }

    /// Whether a way in a direction leads nearer.
    pub(super) fn leads_on(&self, from: Spot, dir: Dir) -> bool {
        let n = self.map.index(from);
        let known = self.search.borrow().marks[n];
        let marks = if known & ASKED == 0 { self.look_round(from, n) } else { known };
        marks & 1 << (dir as u8 - 1) != 0
    }

    fn look_round(&self, from: Spot, n: usize) -> u16 {
        // All that is nearer than a spot is known once the spot is.
        let here = self.at(from);
        let mut search = self.search.borrow_mut();
        let nearer = |dir: &Dir| {
            let way = self.map.way(from, *dir);
            way.is_some_and(|(_, to)| search.far[self.map.index(to)] < here)
        };
        let onward = Dir::ALL.iter().filter(|dir| nearer(dir));
        let marks = onward.fold(search.marks[n] | ASKED, |bits, dir| bits | 1 << (*dir as u8 - 1));
        search.marks[n] = marks;
        marks
    }

    fn search_to(&self, n: usize) -> u16 {
        let mut search = self.search.borrow_mut();
        let back = self.map.back();
        while let Some((cost, here)) = search.queue.pop() {
            if cost > search.far[here] {
                continue;
            }
            let crowd = if search.marks[here] & CROWDED == 0 { 0 } else { 25 };
            let ground = here & !1;
            for (entry, way) in self.map.back[here].iter().enumerate().filter(|(_, way)| **way > 0) {
                let from = ground.wrapping_add_signed(-back[entry / 2]) + entry % 2;
                search.reach(from, cost + u16::from(*way) + crowd);
            }
            if here == n {
                break;
            }
        }
        search.far[n]
    }
}

/// Spots by number, the nearest first: a list for each cost, its entries chained.
#[derive(Clone, Debug)]
struct Queue {
    /// The least cost that may have an entry.
    cost: usize,
    /// The last entry of each cost, from 1; 0 for none.
    last: Vec<u16>,
    /// Spots, each with the entry before it.
    entries: Vec<(u16, u16)>,
}

impl Queue {
    /// Costs never fall below that of the spot taken last.
    fn push(&mut self, cost: u16, spot: usize) {
        let cost = usize::from(cost);
        if self.last.len() <= cost {
            self.last.resize(cost + 64, 0);
        }
        self.entries.push((spot as u16, self.last[cost]));
        self.last[cost] = self.entries.len() as u16;
    }

    fn pop(&mut self) -> Option<(u16, usize)> {
        while *self.last.get(self.cost)? == 0 {
            self.cost += 1;
        }
        let (spot, before) = self.entries[usize::from(self.last[self.cost]) - 1];
        self.last[self.cost] = before;
        Some((self.cost as u16, usize::from(spot)))
    }
}

fn way(space: Space<'_>, spot: Spot, dir: Dir) -> Option<(Way, bool)> {
    let to = spot.at.step(dir);
    if let Step::Level { top } = space.step_from((spot.at, spot.top, false), dir, Passage::Walk)
        && top == spot.top
    {
        return Some((Way::Walk, top));
    }
    if !space.board.contains(to) {
        return None;
    }
    if space.line_clear(spot.at, dir, Passage::Jump) {
        let top = space.surface(to)?;
        let (here, there) = (space.level_at(spot.at, spot.top), space.level_at(to, top));
        return match steps(here, there) {
            1 if there > here => Some((Way::Climb, top)),
            1 => Some((Way::Jump, top)),
            _ => None,
        };
    }
    opening(space, spot, dir).map(|way| (way, false))
}

/// A shut door or window that can be opened on the way (BAS-OUV-04).
fn opening(space: Space<'_>, spot: Spot, dir: Dir) -> Option<Way> {
    let to = spot.at.step(dir);
    if spot.top || !dir.is_orthogonal() || space.is_furnished(to) {
        return None;
    }
    match space.board.edge(spot.at, dir) {
        Edge::Door(door, leaf) => {
            let (state, spec) =
                (space.scene.doors[usize::from(door)], &space.board.spec.doors[usize::from(door)]);
            let swept = spec.leaves.iter().any(|leaf| space.upright_at(leaf.swept).is_some());
            if swept || (state.bolted && spec.lock_side != Some(spot.at)) {
                return None;
            }
            let others_open = (0..spec.leaves.len().min(2)).all(|n| n == usize::from(leaf) || state.open[n]);
            Some(if others_open { Way::Open } else { Way::Unlatch })
        }
        Edge::Window(window) => {
            let inside = space.board.spec.windows[usize::from(window)].inside == spot.at;
            (inside && space.scene.windows[usize::from(window)] == WindowState::Shut).then_some(Way::Open)
        }
        _ => None,
    }
}
