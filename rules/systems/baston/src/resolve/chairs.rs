//! Chairs that are pushed: by hand, by a door, by furniture (BAS-POU-09, BAS-OUV-05).

use super::{Flow, Script};
use crate::event::{Waived, What};
use crate::ids::{ItemId, ItemKind, Stat, StunLine, Who};
use crate::scene::{Layer, Place};
use crate::space::Passage;
use bagarre_kit::grid::{Dir, Point};

impl Script<'_> {
    /// Pushes a chair by one point (BAS-POU-09). A chair in its way goes first, so that a chain moves from its far end;
    /// a character on the next point tests DEX or falls.
    pub(super) fn push_chair(&mut self, chair: ItemId, dir: Dir) -> Flow {
        let Place::At(p, _) = self.scene.item(chair).place else { return Ok(()) };
        let q = p.step(dir);
        let board = &self.state.board;
        let space = self.space();
        let barred = !space.line_clear(p, dir, Passage::Push)
            || space.is_furnished(q)
            || board.base(q) > board.base(p);
        if barred {
            self.remove("BAS-POU-09", chair);
            return Ok(());
        }
        if !board.contains(q) {
            self.remove("BAS-OFF-02", chair);
            return Ok(());
        }
        if board.base(q) < board.base(p) {
            // BAS-POU-12: over the edge it is destroyed on the character below.
            self.remove("BAS-POU-12", chair);
            return self.hit_below(&[q], StunLine::B);
        }
        if let Some(next) = self.scene.chair_at(q) {
            self.push_chair(next, dir)?;
        }
        let place = Place::At(q, Layer::Ground);
        self.tell("BAS-POU-09", What::Item { id: chair, kind: ItemKind::Chaise, place });
        let Some(who) = self.scene.figure_at(q, false) else { return Ok(()) };
        // A character that the same event has just shoved there has tested already.
        if self.notes.displaced.contains(&who) {
            self.tell("BAS-POU-09/RUL-84", What::NoTest { who, stat: Stat::Dex, why: Waived::Tested });
            return Ok(());
        }
        self.test_or_fall(who, "BAS-POU-09")
    }

    /// Characters on points where something falls from the stage: line C for furniture, B for a chair (BAS-POU-12).
    pub(super) fn hit_below(&mut self, points: &[Point], line: StunLine) -> Flow {
        for who in self.scene.by_rank() {
            if self.fig(who).in_play() && points.contains(&self.fig(who).at) {
                self.stun_line(who, line, 0, "BAS-POU-12")?;
            }
        }
        Ok(())
    }

    /// A DEX test against a fall; none for a character that lies already (BAS-FAL-01).
    pub(super) fn test_or_fall(&mut self, who: Who, rule: &'static str) -> Flow {
        if self.fig(who).stands() && !self.test(who, Stat::Dex, rule)? {
            self.fall(who, true)?;
        }
        Ok(())
    }

    /// The swing of a leaf over a point: chairs and loose objects go one point on; an object that cannot go stays
    /// (BAS-OUV-05).
    pub(super) fn sweep_things(&mut self, swept: Point, dir: Dir) -> Flow {
        if let Some(chair) = self.scene.chair_at(swept) {
            self.push_chair(chair, dir)?;
        }
        let q = swept.step(dir);
        let board = &self.state.board;
        let space = self.space();
        let goes = space.line_clear(swept, dir, Passage::Push)
            && !space.is_furnished(q)
            && board.base(q) <= board.base(swept);
        if !goes {
            return Ok(());
        }
        let drops = board.base(q) < board.base(swept);
        let things: Vec<(ItemId, ItemKind)> = self
            .scene
            .items_in(Place::At(swept, Layer::Ground))
            .filter(|(_, kind)| *kind != ItemKind::Chaise)
            .collect();
        for (id, kind) in things {
            if drops {
                self.come_to_rest("BAS-POU-12", id, q, Layer::Ground);
            } else if board.contains(q) {
                self.tell("BAS-OUV-05", What::Item { id, kind, place: Place::At(q, Layer::Ground) });
            } else {
                self.remove("BAS-OFF-02", id);
            }
        }
        Ok(())
    }
}
