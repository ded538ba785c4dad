//! What a bot makes of a view: the board with everything on it, the ways over it, and how far things are.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::baston::board::{Board, Edge};
use crate::baston::library;
use crate::baston::scene::{DoorState, Figure, Piece, Scene, WindowState};
use crate::baston::space::{Passage, Space, Step, steps};
use crate::baston::view::View;
use crate::kit::grid::{Dir, Point};

/// Where somebody on his feet can be: a point, and on top of what stands there or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) at: Point,
    pub(super) top: bool,
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
    const fn cost(self) -> u16 {
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
#[derive(Clone, Debug, Default)]
pub(super) struct Map {
    cols: usize,
    ways: Vec<[Option<(Way, bool)>; 8]>,
}

impl Map {
    fn of(space: Space<'_>, template: &Figure) -> Self {
        let mut ways = Vec::with_capacity(space.board.points().count() * 2);
        for at in space.board.points() {
            for top in [false, true] {
                let spot = Spot { at, top };
                let stands = if top { space.has_top(at) } else { !space.is_furnished(at) };
                let figure = Figure { at, top, prone: false, ..*template };
                ways.push(Dir::ALL.map(|dir| if stands { way(space, &figure, spot, dir) } else { None }));
            }
        }
        Self { cols: usize::from(space.board.cols()), ways }
    }

    fn index(&self, spot: Spot) -> usize {
        ((usize::from(spot.at.r) - 1) * self.cols + usize::from(spot.at.c) - 1) * 2 + usize::from(spot.top)
    }

    /// The way from a spot in a direction, and where it leads.
    pub(super) fn way(&self, from: Spot, dir: Dir) -> Option<(Way, Spot)> {
        let (way, top) = self.ways.get(self.index(from))?[usize::from(dir.number()) - 1]?;
        Some((way, Spot { at: from.at.step(dir), top }))
    }

    /// How far every spot is from the nearest of the sources, which may cost something themselves. Entering one of
    /// the crowded spots costs more.
    pub(super) fn field(&self, sources: &[(Spot, u16)], crowded: &[Spot]) -> Field {
        let mut far = vec![FAR; self.ways.len()];
        let mut heap = BinaryHeap::with_capacity(64);
        for (spot, cost) in sources {
            let n = self.index(*spot);
            if *cost < far[n] {
                far[n] = *cost;
                heap.push(Reverse((*cost, *spot)));
            }
        }
        while let Some(Reverse((cost, spot))) = heap.pop() {
            if cost > far[self.index(spot)] {
                continue;
            }
            let crowd = if crowded.contains(&spot) { 25 } else { 0 };
            for dir in Dir::ALL {
                let at = spot.at.step(dir.back());
                if at.r == 0 || at.c == 0 || usize::from(at.c) > self.cols {
                    continue;
                }
                for top in [false, true] {
                    let from = Spot { at, top };
                    let Some((way, to)) =
                        self.ways.get(self.index(from)).and_then(|ways| ways[dir as usize - 1])
                    else {
                        continue;
                    };
                    let n = self.index(from);
                    let total = cost + way.cost() + crowd;
                    if to == spot.top && total < far[n] {
                        far[n] = total;
                        heap.push(Reverse((total, from)));
                    }
                }
            }
        }
        Field { cols: self.cols, far }
    }
}

/// Distances in tenths of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Field {
    cols: usize,
    far: Vec<u16>,
}

impl Field {
    /// How far a spot is.
    pub(super) fn at(&self, spot: Spot) -> u16 {
        let n = ((usize::from(spot.at.r) - 1) * self.cols + usize::from(spot.at.c) - 1) * 2
            + usize::from(spot.top);
        self.far.get(n).copied().unwrap_or(FAR)
    }
}

fn way(space: Space<'_>, figure: &Figure, spot: Spot, dir: Dir) -> Option<(Way, bool)> {
    let to = spot.at.step(dir);
    if let Step::Level { top } = space.step(figure, dir, Passage::Walk)
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
            let swept = spec.leaves.iter().any(|leaf| space.scene.upright_at(leaf.swept).is_some());
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

/// What a bot knows of the table.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) board: Arc<Board>,
    pub(super) scene: Scene,
    pub(super) map: Map,
    drawn: (Vec<Piece>, Vec<DoorState>, Vec<WindowState>, Vec<bool>),
}

impl Sight {
    /// Looks at a table for the first time. `None` for a view whose board cannot be built, which no game has.
    pub(super) fn new(view: &View) -> Option<Self> {
        let troquet = library::troquet();
        let board = if view.board == troquet.spec {
            troquet
        } else {
            Arc::new(Board::new((*view.board).clone()).ok()?)
        };
        let mut sight =
            Self { board, scene: Scene::default(), map: Map::default(), drawn: Default::default() };
        sight.look(view);
        Some(sight)
    }

    /// Looks again. The map is drawn anew only when doors or furniture have moved.
    pub(super) fn look(&mut self, view: &View) {
        let scene = &mut self.scene;
        scene.turn = view.turn;
        scene.sequence = view.sequence;
        scene.phase = view.phase;
        scene.figures.clear();
        scene.figures.extend(view.fighters.iter().map(|fighter| fighter.now));
        scene.items.clone_from(&view.items);
        scene.pieces.clone_from(&view.pieces);
        scene.doors.clone_from(&view.doors);
        scene.windows.clone_from(&view.windows);
        scene.panels.clone_from(&view.panels);
        scene.phones.clone_from(&view.phones);
        let (pieces, doors, windows, panels) = &self.drawn;
        let same = *pieces == view.pieces
            && *doors == view.doors
            && *windows == view.windows
            && *panels == view.panels
            && !self.map.ways.is_empty();
        if same {
            return;
        }
        self.drawn = (view.pieces.clone(), view.doors.clone(), view.windows.clone(), view.panels.clone());
        if let Some(template) = self.scene.figures.first().copied() {
            self.map = Map::of(self.space(), &template);
        }
    }

    /// Whether this is the table it looked at before.
    pub(super) fn is_of(&self, view: &View) -> bool {
        self.board.spec == view.board
    }

    /// The board with what stands on it.
    pub(super) fn space(&self) -> Space<'_> {
        Space { board: &self.board, scene: &self.scene }
    }

    /// Level of the surface of a spot.
    pub(super) fn level(&self, spot: Spot) -> u8 {
        self.space().level_at(spot.at, spot.top)
    }
}
