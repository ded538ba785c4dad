//! Dropping things and where they end (chapter 16).

use super::{Flow, Script};
use crate::baston::ids::{ItemId, Who};
use crate::kit::grid::Point;

impl Script<'_> {
    /// Drops a carried object on the carrier's point: a bottle shatters, a chair goes where a chair can stand
    /// (BAS-OBJ-02, 03).
    pub(super) fn drop_item(&mut self, who: Who, item: ItemId) -> Flow {
        let _ = (who, item);
        Ok(())
    }

    /// Puts a chair on a point: a surplus one goes to a random free neighbour, else it is destroyed (BAS-OBJ-03).
    pub(super) fn put_chair(&mut self, chair: ItemId, at: Point) -> Flow {
        let _ = (chair, at);
        Ok(())
    }

    /// Drops the chair in hand, if there is one (BAS-OBJ-06).
    pub(super) fn drop_chair(&mut self, who: Who) -> Flow {
        match self.scene.chair_of(who) {
            Some(chair) => self.drop_item(who, chair),
            None => Ok(()),
        }
    }

    /// Debris on a point (BAS-FAL-08): permanent, once.
    pub(super) fn shatter(&mut self, at: Point, rule: &'static str) {
        if !self.scene.has_glass(at) {
            self.tell(rule, crate::baston::event::What::Glass { at, present: true });
        }
    }
}
