//! Geometry of the board: levels, lines, barriers, characters on points (chapter 6, BRD-01, BRD-02).

use super::board::{Board, Edge};
use super::drawing::Drawing;
use super::ids::{PieceId, Who};
use super::scene::{Figure, Scene, WindowState};
use bagarre_kit::grid::{Dir, Point};

/// The purpose a line is used for: a column of BRD-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// Walking, and being pushed on one's feet.
    Walk,
    /// Crawling, and being pushed on the ground.
    Crawl,
    /// Running.
    Run,
    /// Jumping and leaping.
    Jump,
    /// Blows, taking, robbing.
    Blow,
    /// Throws.
    Throw,
    /// Pushing furniture.
    Push,
}

impl Passage {
    /// Whether it keeps to the ground: an open window lets nothing of that kind through (BRD-02).
    pub(super) const fn is_low(self) -> bool {
        matches!(self, Self::Crawl | Self::Run | Self::Push)
    }
}

/// The board with what stands on it now.
#[derive(Clone, Copy)]
pub(super) struct Space<'a> {
    /// As built.
    pub(super) board: &'a Board,
    /// As it is.
    pub(super) scene: &'a Scene,
    /// The same as drawn before, for callers that ask many questions about a board that does not change.
    pub(super) drawing: Option<&'a Drawing>,
}

/// What one step in a direction comes to, for a body that neither jumps nor climbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Over the border (BAS-MOV-06).
    Off,
    /// Onto a point of the same level, or along the axis of a stair (BAS-MOV-04); `top` on its furniture or bar.
    Level {
        /// On top of what stands there.
        top: bool,
    },
    /// As `Level`, but for the corner rule (BAS-MOV-02).
    Corner {
        /// On top of what stands there.
        top: bool,
    },
    /// Over an edge, onto lower ground that holds no furniture: so many level numbers down (BAS-POS-07).
    Down(u8),
    /// Not at all: a barrier, furniture, higher ground (BAS-MOV-03, BAS-BOU-05).
    Barred,
}

/// “One level” for S, F, PRE and reach: how many steps join two level numbers (BAS-POS-07).
pub(super) const fn steps(a: u8, b: u8) -> u8 {
    match (if a < b { a } else { b }, if a < b { b } else { a }) {
        (x, y) if x == y => 0,
        (0 | 1, 3) => 2,
        _ => 1,
    }
}

impl<'a> Space<'a> {
    /// A board with what stands on it.
    pub(super) const fn new(board: &'a Board, scene: &'a Scene) -> Self {
        Self { board, scene, drawing: None }
    }

    /// The upright piece of furniture on a point.
    pub(super) fn upright_at(self, p: Point) -> Option<PieceId> {
        match self.drawing {
            Some(drawing) if self.board.contains(p) => drawing.upright_at(self.board.index(p)),
            _ => self.scene.upright_at(p),
        }
    }

    /// Level of the top of a point that can be stood upon or that bears something: 2 over level 0, 3 over the stage
    /// (BAS-POS-06).
    pub(super) fn top_level(self, p: Point) -> u8 {
        if self.board.base(p) == 0 { 2 } else { 3 }
    }

    /// The level of the surface that carries a character (BAS-POS-06).
    pub(super) fn level(self, who: Who) -> u8 {
        let figure = self.scene.figure(who);
        self.level_at(figure.at, figure.top)
    }

    /// The level of the ground of a point, or of the top of what stands on it.
    pub(super) fn level_at(self, p: Point, top: bool) -> u8 {
        if top { self.top_level(p) } else { self.board.base(p) }
    }

    /// Whether the point bears a top one can stand on: table, baby-foot or bar (BAS-POS-04).
    pub(super) fn has_top(self, p: Point) -> bool {
        self.board.is_bar(p) || self.upright_at(p).is_some_and(|id| self.scene.piece(id).kind.stand_on())
    }

    /// Whether upright furniture or the bar stands on the point.
    pub(super) fn is_furnished(self, p: Point) -> bool {
        self.board.is_bar(p) || self.upright_at(p).is_some()
    }

    /// Returns where a standing character that comes down onto the point stands: `Some(true)` on a top, `Some(false)`
    /// on the ground, `None` where it cannot stand (pinball, video game, off the grid).
    pub(super) fn surface(self, p: Point) -> Option<bool> {
        if !self.board.contains(p) {
            None
        } else if self.has_top(p) {
            Some(true)
        } else if self.upright_at(p).is_some() {
            None
        } else {
            Some(false)
        }
    }

    /// The upright piece that can be crawled under on a point.
    pub(super) fn shelter_at(self, p: Point) -> Option<PieceId> {
        self.upright_at(p).filter(|id| self.scene.piece(*id).kind.crawl_under())
    }

    /// Whether a character lies under furniture (section 20.1, `under`).
    pub(super) fn is_under(self, figure: &Figure) -> bool {
        figure.prone && !figure.top && self.upright_at(figure.at).is_some()
    }

    /// The open leaf that rests on an orthogonal edge (BRD-03): only where the edge itself is open.
    pub(super) fn resting_leaf(self, p: Point, dir: Dir) -> Option<(u8, u8)> {
        let q = p.step(dir);
        let swept = self.board.is_swept(p) && self.board.is_swept(q);
        if !swept || self.board.edge(p, dir) != Edge::Open {
            return None;
        }
        self.board.spec.doors.iter().zip(&self.scene.doors).enumerate().find_map(|(d, (spec, state))| {
            if state.destroyed || state.open == [false; 2] {
                return None;
            }
            let leaf = spec.leaves.iter().zip(state.open).position(|(leaf, open)| {
                open && ((leaf.swept == p && leaf.hinge == q) || (leaf.swept == q && leaf.hinge == p))
            })?;
            Some((d as u8, leaf as u8))
        })
    }

    /// Whether a door lets through: every leaf open, or destroyed (BAS-OUV-02).
    pub(super) fn door_passes(self, door: u8) -> bool {
        let state = &self.scene.doors[usize::from(door)];
        let leaves = self.board.spec.doors[usize::from(door)].leaves.len();
        state.destroyed || state.open[..leaves.min(2)].iter().all(|open| *open)
    }

    /// Whether an orthogonal edge lets something through (BRD-02).
    pub(super) fn edge_passes(self, p: Point, dir: Dir, passage: Passage) -> bool {
        match self.board.edge(p, dir) {
            Edge::Open => self.resting_leaf(p, dir).is_none(),
            Edge::Wall => false,
            Edge::Door(door, _) => self.door_passes(door),
            Edge::Window(window) => {
                self.scene.windows[usize::from(window)] != WindowState::Shut && !passage.is_low()
            }
            Edge::Panel(panel) => self.scene.panels[usize::from(panel)],
        }
    }

    /// Whether an edge bars the diagonals that meet at its ends: frames of doors and windows do in every state.
    pub(super) fn bars_corner(self, p: Point, dir: Dir) -> bool {
        match self.board.edge(p, dir) {
            Edge::Open => self.resting_leaf(p, dir).is_some(),
            Edge::Wall | Edge::Door(..) | Edge::Window(_) => true,
            Edge::Panel(panel) => !self.scene.panels[usize::from(panel)],
        }
    }

    /// A clear line to a neighbour (BAS-MOV-01, BRD-01). Levels and furniture are not looked at.
    pub(super) fn line_clear(self, p: Point, dir: Dir, passage: Passage) -> bool {
        if let Some(drawing) = self.drawing
            && self.board.contains(p)
        {
            return drawing.line_clear(self.board.index(p), dir, passage.is_low());
        }
        if dir.is_orthogonal() {
            return self.edge_passes(p, dir, passage);
        }
        let (a, b) = (dir.turn(-1), dir.turn(1));
        ![(p, a), (p, b), (p.step(a), b), (p.step(b), a)].into_iter().any(|(at, d)| self.bars_corner(at, d))
    }

    /// The corner rule (BAS-MOV-02): a diagonal at constant level is barred when a point beside it holds upright
    /// furniture or the bar rising above the mover. A prone character is not barred by what it could crawl under.
    pub(super) fn cuts_corner(self, p: Point, dir: Dir, level: u8, prone: bool) -> bool {
        !dir.is_orthogonal()
            && [dir.turn(-1), dir.turn(1)].into_iter().any(|side| {
                let beside = p.step(side);
                self.board.contains(beside)
                    && self.is_furnished(beside)
                    && self.top_level(beside) > level
                    && !(prone && self.shelter_at(beside).is_some())
            })
    }

    /// Whether two points bear one and the same top: of one piece of furniture, or of the bar (BAS-MOV-05).
    pub(super) fn same_top(self, p: Point, q: Point) -> bool {
        let piece = self.upright_at(p);
        (self.board.is_bar(p) && self.board.is_bar(q))
            || (piece.is_some() && piece == self.upright_at(q) && self.has_top(p))
    }

    /// One step of a body from where it is (BAS-MOV-01 to 06, BAS-BOU-05). Chairs, objects, HS characters, overturned
    /// tables and glass are no obstacle (BAS-MOV-07); who stands on the point is not looked at.
    pub(super) fn step(self, figure: &Figure, dir: Dir, passage: Passage) -> Step {
        self.step_from((figure.at, figure.top, figure.prone), dir, passage)
    }

    /// The same of any body: its point, whether it is on top of what stands there, whether it is on the ground.
    pub(super) fn step_from(
        self,
        (p, on_it, prone): (Point, bool, bool),
        dir: Dir,
        passage: Passage,
    ) -> Step {
        let q = p.step(dir);
        if !self.line_clear(p, dir, passage) {
            return Step::Barred;
        }
        if !self.board.contains(q) {
            return Step::Off;
        }
        let level = self.level_at(p, on_it);
        let on_top = on_it && self.same_top(p, q);
        // BAS-POS-04, BAS-R-01: a prone character goes under all but video games and the bar.
        let under = prone && !on_it && self.shelter_at(q).is_some();
        if self.is_furnished(q) && !on_top && !under {
            return Step::Barred;
        }
        let to = self.level_at(q, on_top);
        if !on_it && self.board.on_stair_axis(p, q) {
            Step::Level { top: false }
        } else if to > level {
            Step::Barred
        } else if to < level {
            if under { Step::Barred } else { Step::Down(level - to) }
        } else if self.cuts_corner(p, dir, level, prone) {
            Step::Corner { top: on_top }
        } else {
            Step::Level { top: on_top }
        }
    }

    /// Whether a point is one of the three in front of a figure (BAS-POS-02).
    pub(super) fn front(figure: &Figure) -> [Dir; 3] {
        [figure.facing.turn(-1), figure.facing, figure.facing.turn(1)]
    }

    /// Whether the direction from a figure lies behind it (BAS-POS-02: f+3, f+4, f+5).
    pub(super) fn is_rear(facing: Dir, dir: Dir) -> bool {
        (3..=5).contains(&facing.eighths_to(dir))
    }
}
