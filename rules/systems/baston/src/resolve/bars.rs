//! What bars a line or a push, for the log (BAS-MOV-01, 02, BAS-POU-06): asked only once something was barred.

use super::{Flow, Script};
use crate::board::Edge;
use crate::event::{Obstacle, What};
use crate::ids::{PieceId, StunLine, Who};
use crate::space::Passage;
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// Tells which obstacle is in the way of a character, where it is known.
    pub(super) fn tell_barred(&mut self, who: Who, by: Option<Obstacle>, rule: &'static str) {
        if let Some(by) = by {
            self.tell(rule, What::Barred { who, by });
        }
    }

    /// A move into an obstacle or against the rules of movement: no move, and line A (BAS-EXE-07, BAS-MOV-03).
    pub(super) fn impossible(
        &mut self,
        who: Who,
        dir: Dir,
        by: Option<Obstacle>,
        rule: &'static str,
    ) -> Flow {
        let to = Some(self.fig(who).at.step(dir)).filter(|p| self.state.board.contains(*p));
        self.tell(rule, What::Impossible { who, to });
        self.tell_barred(who, by, rule);
        self.stun_line(who, StunLine::A, 0, rule)?;
        Ok(())
    }

    /// Returns the obstacle that keeps a character from the next point.
    pub(super) fn obstacle(&self, who: Who, dir: Dir, passage: Passage) -> Option<Obstacle> {
        let (space, board, figure) = (self.space(), &self.state.board, self.fig(who));
        let to = figure.at.step(dir);
        if let Some(by) = self.on_the_line(figure.at, dir, passage) {
            return Some(by);
        }
        if !board.contains(to) {
            return Some(Obstacle::Border);
        }
        if let Some(by) = self.standing_on(to).filter(|_| !space.same_top(figure.at, to)) {
            return Some(by);
        }
        let level = space.level(who);
        if space.level_at(to, figure.top && space.same_top(figure.at, to)) != level {
            return Some(Obstacle::Level);
        }
        if space.cuts_corner(figure.at, dir, level, figure.prone) {
            let beside = [dir.turn(-1), dir.turn(1)].map(|side| figure.at.step(side));
            return beside.into_iter().find_map(|p| self.standing_on(p));
        }
        self.scene.figures_at(to).find(|other| *other != who).map(Obstacle::Who)
    }

    /// Furniture upright on a point, or the bar.
    fn standing_on(&self, p: Point) -> Option<Obstacle> {
        if !self.state.board.contains(p) {
            return None;
        }
        let piece = self.scene.upright_at(p).map(Obstacle::Piece);
        piece.or_else(|| self.state.board.is_bar(p).then_some(Obstacle::Bar))
    }

    /// The barrier of a line, or of the corner that a diagonal goes by.
    pub(super) fn on_the_line(&self, p: Point, dir: Dir, passage: Passage) -> Option<Obstacle> {
        if self.space().line_clear(p, dir, passage) {
            return None;
        }
        if dir.is_orthogonal() {
            return self.edge_obstacle(p, dir);
        }
        let (a, b) = (dir.turn(-1), dir.turn(1));
        let edges = [(p, a), (p, b), (p.step(a), b), (p.step(b), a)];
        edges
            .into_iter()
            .filter(|(at, d)| self.space().bars_corner(*at, *d))
            .find_map(|(at, d)| self.edge_obstacle(at, d))
    }

    fn edge_obstacle(&self, p: Point, dir: Dir) -> Option<Obstacle> {
        match self.state.board.edge(p, dir) {
            Edge::Open => self.space().resting_leaf(p, dir).map(|(door, leaf)| Obstacle::Leaf(door, leaf)),
            Edge::Wall => Some(Obstacle::Wall),
            Edge::Door(door, _) => Some(Obstacle::Door(door)),
            Edge::Window(window) => Some(Obstacle::Window(window)),
            Edge::Panel(panel) => Some(Obstacle::Panel(panel)),
        }
    }

    /// What keeps a piece of furniture where it is (BAS-POU-06, BAS-REN-04).
    pub(super) fn piece_obstacle(&self, id: PieceId, dir: Dir) -> Option<Obstacle> {
        let board = &self.state.board;
        let old = self.scene.piece(id).cells;
        let new = old.step(dir);
        let level = board.base(old.at);
        for q in new.iter().filter(|p| !old.contains(*p) && board.contains(*p)) {
            let solid = self.scene.piece_at(q).map(Obstacle::Piece);
            let found = self
                .on_the_line(q.step(dir.back()), dir, Passage::Push)
                .or(solid)
                .or_else(|| board.is_bar(q).then_some(Obstacle::Bar))
                .or_else(|| (board.base(q) > level).then_some(Obstacle::Level));
            if found.is_some() {
                return found;
            }
        }
        let inner =
            |side: Dir| new.iter().filter(move |p| new.contains(p.step(side))).map(move |p| (p, side));
        let split = [Dir::E, Dir::S].into_iter().flat_map(inner);
        let split = split
            .filter(|(p, _)| board.contains(*p))
            .find_map(|(p, side)| self.on_the_line(p, side, Passage::Push));
        split.or_else(|| self.body_under(new.iter().filter(|p| !old.contains(*p))))
    }

    /// Returns a character on one of these points, as an obstacle.
    pub(super) fn body_under(&self, mut points: impl Iterator<Item = Point>) -> Option<Obstacle> {
        points.find_map(|p| self.scene.figures_at(p).next()).map(Obstacle::Who)
    }
}
