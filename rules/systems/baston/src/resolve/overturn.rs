//! Overturning tables (chapter 15, REN).

use super::shove::{Advance, Squeeze};
use super::{Flow, Script};
use crate::event::{Draw, Obstacle, Way, What, Why};
use crate::ids::{ItemId, PieceId, PieceKind, Stat, Who};
use crate::scene::{Cells, Fate, Layer, Place};
use crate::space::Passage;
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// `REN` (BAS-REN-01 to 07): overturns a table, or sets an overturned one upright.
    pub(super) fn overturn(&mut self, who: Who) -> Flow {
        let Some(id) = self.table_ahead(who) else {
            self.lost(who, 2, Why::NoTarget, "BAS-REN-01");
            return Ok(());
        };
        let piece = *self.scene.piece(id);
        let on_it = self.scene.by_rank().into_iter().find(|w| piece.cells.contains(self.fig(*w).at));
        if let Some(by) = on_it.filter(|_| piece.overturned) {
            self.tell("BAS-REN-03", What::Barred { who, by: Obstacle::Who(by) });
            self.lost(who, 2, Why::Blocked, "BAS-REN-03");
            return Ok(());
        }
        let Some(step) = self.advance(id, self.fig(who).facing) else {
            let by = self.piece_obstacle(id, self.fig(who).facing);
            self.tell_barred(who, by, "BAS-REN-04");
            self.lost(who, 2, Why::Blocked, "BAS-REN-04");
            return Ok(());
        };
        self.fresh_event();
        let riders = self.riders(piece.cells);
        if !riders.is_empty() && !self.test(who, Stat::For, "BAS-REN-06")? {
            self.lost(who, 2, Why::Failed, "BAS-REN-06");
            return Ok(());
        }
        let free = self.make_way(&step, Squeeze::Flip)?;
        if free && step.falls() {
            self.crush_chairs(&step.fresh);
            // BAS-REN-07: as a table pushed over the edge.
            return self.tip_over(&step);
        }
        self.flip(&step, piece.overturned, free);
        for rider in riders {
            if self.fig(rider).in_play() && self.fig(rider).top {
                self.throw_off(rider)?;
            }
        }
        Ok(())
    }

    /// Returns the table that the character faces on a long side, standing beside it on its ground (BAS-REN-01).
    fn table_ahead(&self, who: Who) -> Option<PieceId> {
        let figure = self.fig(who);
        let (at, dir) = (figure.at, figure.facing);
        let q = at.step(dir);
        let board = &self.state.board;
        let id = self.scene.piece_at(q)?;
        let piece = self.scene.piece(id);
        let beside = !figure.top
            && !piece.cells.contains(at)
            && board.base(q) == board.base(at)
            && dir.is_orthogonal()
            && self.space().line_clear(at, dir, Passage::Push);
        (beside && piece.kind == PieceKind::Table && faces_long_side(piece.cells, dir)).then_some(id)
    }

    /// Chairs on newly covered points are destroyed (BAS-REN-04).
    fn crush_chairs(&mut self, points: &[Point]) {
        for p in points {
            if let Some(chair) = self.scene.chair_at(*p) {
                self.remove("BAS-REN-04", chair);
            }
        }
    }

    /// Flips the table: one point further, or in place when a character could not be displaced (BAS-REN-02, 03, 05).
    fn flip(&mut self, step: &Advance, upright: bool, moves: bool) {
        let cells = if moves { step.new } else { step.old };
        if moves {
            self.crush_chairs(&step.fresh);
        }
        if upright {
            // BAS-OBJ-03: no chair is left under a table that stands.
            self.crush_chairs(&cells.iter().collect::<Vec<_>>());
            self.tell("BAS-REN-03", What::Piece { id: step.id, cells, overturned: false, gone: false });
            self.free_trapped(step.id);
            return;
        }
        let there = |p: Point| if moves { p.step(step.dir) } else { p };
        let on_top: Vec<(ItemId, Point)> = (0u8..)
            .zip(&self.scene.items)
            .filter_map(|(n, item)| match item.place {
                Place::At(p, Layer::Top) if step.old.contains(p) => Some((ItemId(n), p)),
                _ => None,
            })
            .collect();
        self.tell("BAS-REN-02", What::Piece { id: step.id, cells, overturned: true, gone: false });
        for (id, p) in on_top {
            let kind = self.scene.item(id).kind;
            if kind.is_bottle() {
                // It is debris at once; the table over it takes nothing away from that.
                self.remove("BAS-REN-02/RUL-93", id);
                self.shatter(there(p), "BAS-REN-02/RUL-93");
            } else {
                let place = Place::At(there(p), Layer::Trapped(step.id));
                self.tell("BAS-REN-02", What::Item { id, kind, place });
            }
        }
        // BAS-WND-02: a character HS on top lies there like an object.
        for who in self.scene.whos() {
            let figure = *self.fig(who);
            if figure.fate == Fate::Out && figure.top && step.old.contains(figure.at) {
                let (from, to) = (figure.at, there(figure.at));
                self.tell("BAS-REN-02", What::Moved { who, from, to, top: false, way: Way::Fall });
            }
        }
    }

    /// A rider falls two points away in a random direction, rerolled while either point is barred to a body; beside
    /// the table when none works (BAS-REN-06).
    fn throw_off(&mut self, who: Who) -> Flow {
        let at = self.fig(who).at;
        let open: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| self.flies(at, *dir)).collect();
        if open.is_empty() {
            self.fall(who, true)?;
            if self.fig(who).in_play() && self.fig(who).top && !self.space().has_top(self.fig(who).at) {
                self.tell("BAS-REN-06", What::OnTop { who, top: false });
            }
            return Ok(());
        }
        loop {
            let face = self.die(8, "BAS-REN-06", "random direction")?;
            self.tell(
                "BAS-REN-06",
                What::Drew { what: Draw::Direction, who: Some(who), sides: 8, face, picked: None },
            );
            let Some(dir) = Dir::from_number(face).filter(|dir| open.contains(dir)) else { continue };
            let mid = at.step(dir);
            // BAS-OFF-01: over the border the character is gone at the first point.
            let to = if self.state.board.contains(mid) { mid.step(dir) } else { mid };
            return self.drop_rider(who, to);
        }
    }

    /// Whether neither of the two points in a direction is barred to a body: barrier, furniture, bar, ground higher
    /// than that of the table.
    fn flies(&self, at: Point, dir: Dir) -> bool {
        let board = &self.state.board;
        let passes = |p: Point| {
            let q = p.step(dir);
            self.space().line_clear(p, dir, Passage::Walk)
                && !self.space().is_furnished(q)
                && board.base(q) <= board.base(at)
        };
        passes(at) && (!board.contains(at.step(dir)) || passes(at.step(dir)))
    }
}

/// Whether a direction is square to a long side: a square table has four (BAS-REN-01).
const fn faces_long_side(cells: Cells, dir: Dir) -> bool {
    let across = matches!(dir, Dir::N | Dir::S);
    dir.is_orthogonal() && (cells.rows == cells.cols || across == (cells.cols > cells.rows))
}
