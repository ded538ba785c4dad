//! A board drawn once with what stands on it: what would otherwise be worked out again at each question.

use std::ops::RangeInclusive;

use super::board::Board;
use super::ids::PieceId;
use super::scene::{DoorState, Piece, Scene, WindowState};
use bagarre_kit::grid::{Dir, Point};

/// Where furniture stands and which lines are clear, for each point, and the things it was drawn from. True as long as
/// these have not changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drawing {
    pieces: Vec<Piece>,
    doors: Vec<DoorState>,
    windows: Vec<WindowState>,
    panels: Vec<bool>,
    upright: Vec<Option<PieceId>>,
    /// Bit `n - 1` for direction `n`: upright, then low.
    clear: Vec<[u8; 2]>,
}

impl Drawing {
    /// Draws everything again that has changed since; the points whose neighbourhood is another now, in no order. `clear` tells
    /// whether the line from a point to a neighbour is clear, for what goes upright or for what keeps to the ground.
    pub(super) fn follow(
        &mut self,
        board: &Board,
        scene: &Scene,
        clear: impl Fn(Point, Dir, bool) -> bool,
    ) -> Vec<Point> {
        let touched = self.touched(board, scene);
        if touched.is_empty() {
            return touched;
        }
        let rows = about(touched.iter().map(|q| q.r), board.rows());
        let cols = about(touched.iter().map(|q| q.c), board.cols());
        let points = rows.flat_map(|r| cols.clone().map(move |c| Point::new(r, c)));
        let again: Vec<Point> = points.filter(|p| touched.iter().any(|q| p.distance(*q) <= 1)).collect();
        let size = usize::from(board.rows()) * usize::from(board.cols());
        self.upright.resize(size, None);
        self.clear.resize(size, [0; 2]);
        for p in &again {
            self.upright[board.index(*p)] = scene.upright_at(*p);
            self.clear[board.index(*p)] = Dir::ALL.into_iter().fold([0; 2], |[upright, low], dir| {
                let bit = |clear: bool| u8::from(clear) << (dir.number() - 1);
                let is_clear = clear(*p, dir, false);
                // Corners bar what goes low and what does not alike.
                let is_clear_low = if dir.is_orthogonal() { clear(*p, dir, true) } else { is_clear };
                [upright | bit(is_clear), low | bit(is_clear_low)]
            });
        }
        self.pieces.clone_from(&scene.pieces);
        self.doors.clone_from(&scene.doors);
        self.windows.clone_from(&scene.windows);
        self.panels.clone_from(&scene.panels);
        again
    }

    /// Points at which something has changed. A leaf reaches from its edge to where it rests, and furniture there keeps it
    /// from opening.
    fn touched(&self, board: &Board, scene: &Scene) -> Vec<Point> {
        if self.clear.is_empty() {
            return board.points().collect();
        }
        let mut points = Vec::new();
        for (was, is) in self.pieces.iter().zip(&scene.pieces).filter(|(was, is)| was != is) {
            points.extend(was.cells.iter().chain(is.cells.iter()));
        }
        let moved = points.clone();
        for ((was, is), spec) in self.doors.iter().zip(&scene.doors).zip(&board.spec.doors) {
            if was != is || spec.leaves.iter().any(|leaf| moved.contains(&leaf.swept)) {
                let leaves = spec.leaves.iter();
                points.extend(
                    leaves.flat_map(|it| [it.edge.point(), it.edge.across(), it.swept, it.hinge, it.far()]),
                );
            }
        }
        for ((was, is), spec) in self.windows.iter().zip(&scene.windows).zip(&board.spec.windows) {
            if was != is {
                points.extend([spec.edge.point(), spec.edge.across()]);
            }
        }
        for ((was, is), edge) in self.panels.iter().zip(&scene.panels).zip(board.panels()) {
            if was != is {
                points.extend([edge.point(), edge.across()]);
            }
        }
        points
    }

    /// The upright piece of furniture on a point of the grid.
    pub(super) fn upright_at(&self, index: usize) -> Option<PieceId> {
        self.upright[index]
    }

    /// Whether the line from a point of the grid to a neighbour is clear, for what keeps to the ground or for what does not.
    pub(super) fn line_clear(&self, index: usize, dir: Dir, low: bool) -> bool {
        self.clear[index][usize::from(low)] & (1 << (dir.number() - 1)) != 0
    }
}

/// The rows or columns at most one from some, of so many.
fn about(some: impl Iterator<Item = u8> + Clone, count: u8) -> RangeInclusive<u8> {
    let (first, last) = (some.clone().min().unwrap_or(1), some.max().unwrap_or(1));
    first.saturating_sub(1).max(1)..=last.saturating_add(1).min(count)
}
