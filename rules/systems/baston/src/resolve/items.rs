//! Things in hand and on the ground: drops, surplus chairs, glass, six slots (chapter 16).
//!
//! A character carries at most six objects and one chair (BAS-OBJ-01). Glass has three states (BAS-OBJ-07): a whole
//! bottle and a broken one are objects, debris is part of the ground.

use super::answers::Assent;
use super::{Flow, Script};
use crate::command::Choice;
use crate::event::{Draw, What, Why};
use crate::ids::{Dec, ItemId, ItemKind, Who};
use crate::scene::{Layer, Place};
use crate::space::Passage;
use crate::tables::tables;
use bagarre_kit::grid::{Dir, Point};

/// How room is made for one more object (DEC-06).
#[derive(Clone, Copy, Debug)]
enum Room {
    /// There is room.
    There,
    /// This one is dropped.
    Of(ItemId),
    /// None is made.
    None,
}

impl From<Room> for Choice {
    fn from(room: Room) -> Self {
        match room {
            Room::There => Self::Yes,
            Room::Of(item) => Self::Item(item),
            Room::None => Self::No,
        }
    }
}

impl Script<'_> {
    /// Drops a carried object on the carrier's point: a bottle shatters, a chair goes where a chair can stand
    /// (BAS-OBJ-02, 03).
    pub(crate) fn drop_item(&mut self, who: Who, item: ItemId) -> Flow {
        let kind = self.scene.item(item).kind;
        let at = self.fig(who).at;
        // BAS-OBJ-02: on top if the character stands on furniture.
        let top = self.fig(who).top && self.space().has_top(at);
        if kind == ItemKind::Chaise {
            self.put_chair(item, at)
        } else {
            self.come_to_rest("BAS-OBJ-02", item, at, if top { Layer::Top } else { Layer::Ground });
            Ok(())
        }
    }

    /// An object comes to rest: a bottle, whole or broken, shatters; off the grid it is removed (BAS-OFF-02).
    pub(super) fn come_to_rest(&mut self, rule: &'static str, id: ItemId, at: Point, layer: Layer) {
        let kind = self.scene.item(id).kind;
        if !self.state.board.contains(at) {
            self.tell("BAS-OFF-02", What::Item { id, kind, place: Place::Gone });
        } else if kind.is_bottle() {
            self.tell(rule, What::Item { id, kind, place: Place::Gone });
            // BAS-FAL-08: debris on a top is removed.
            if layer != Layer::Top {
                self.shatter(at, "BAS-OBJ-07");
            }
        } else {
            self.tell(rule, What::Item { id, kind, place: Place::At(at, layer) });
        }
    }

    /// An object is destroyed or leaves the game.
    pub(super) fn remove(&mut self, rule: &'static str, id: ItemId) {
        let kind = self.scene.item(id).kind;
        self.tell(rule, What::Item { id, kind, place: Place::Gone });
    }

    /// Whether a chair can stand on a point: none there yet, no upright furniture, no bar (BAS-OBJ-03).
    pub(super) fn takes_chair(&self, p: Point) -> bool {
        self.state.board.contains(p) && !self.space().is_furnished(p) && self.scene.chair_at(p).is_none()
    }

    /// Puts a chair on a point: a surplus one goes to a random free neighbour, else it is destroyed (BAS-OBJ-03).
    pub(super) fn put_chair(&mut self, chair: ItemId, at: Point) -> Flow {
        if self.takes_chair(at) {
            let place = Place::At(at, Layer::Ground);
            self.tell("BAS-OBJ-02", What::Item { id: chair, kind: ItemKind::Chaise, place });
            return Ok(());
        }
        let board = &self.state.board;
        let mut free: Vec<Point> = Dir::ALL
            .into_iter()
            .filter(|dir| self.space().line_clear(at, *dir, Passage::Push))
            .map(|dir| at.step(dir))
            .filter(|p| self.takes_chair(*p) && board.base(*p) == board.base(at))
            .collect();
        free.sort();
        if free.is_empty() {
            self.remove("BAS-OBJ-03", chair);
            return Ok(());
        }
        let p = free[self.pick(free.len(), "BAS-OBJ-03", Draw::Point, None)?];
        let place = Place::At(p, Layer::Ground);
        self.tell("BAS-OBJ-03", What::Item { id: chair, kind: ItemKind::Chaise, place });
        Ok(())
    }

    /// Drops the chair in hand, if there is one (BAS-OBJ-06).
    pub(super) fn drop_chair(&mut self, who: Who) -> Flow {
        match self.scene.chair_of(who) {
            Some(chair) => self.drop_item(who, chair),
            None => Ok(()),
        }
    }

    /// Frees the hands of a character that holds a chair for an order that does not go with it (BAS-OBJ-05, DEC-07).
    /// Returns `true` when the order can be played; otherwise it is lost, and a fact tells so.
    pub(super) fn make_hands_free(&mut self, who: Who, round: u8) -> Flow<bool> {
        let dropped = self.ask(who, Dec::Chair, "BAS-OBJ-05", None, |script| {
            if script.scene.chair_of(who).is_some() {
                // Dropped if that makes the order legal: a move may be impossible for other reasons.
                let possible = round == 2 || script.is_possible(who, script.order_of(who).r1);
                (vec![Assent::Yes, Assent::No], usize::from(!possible))
            } else {
                (vec![Assent::Yes], 0)
            }
        })?;
        match dropped {
            Some(Assent::Yes) => {
                self.drop_chair(who)?;
                Ok(true)
            }
            Some(Assent::No) | None => {
                self.lost(who, round, Why::Chair, "BAS-OBJ-05");
                Ok(false)
            }
        }
    }

    /// Makes room for one more object (BAS-PRE-03, BAS-OBJ-01, DEC-06): with six carried, one is dropped or the
    /// character gives up. `true` when there is room.
    pub(super) fn make_room(&mut self, who: Who) -> Flow<bool> {
        let full = |script: &Self| script.scene.carried(who).count() >= tables().slots();
        if !full(self) {
            return Ok(true);
        }
        let room = self.ask(who, Dec::Surplus, "BAS-PRE-03", None, |script| {
            if !full(script) {
                return (vec![Room::There], 0);
            }
            let carried: Vec<(ItemId, ItemKind)> = script.scene.carried(who).collect();
            let default = lowest(&carried).unwrap_or(0);
            let mut options: Vec<Room> = carried.iter().map(|(id, _)| Room::Of(*id)).collect();
            options.push(Room::None);
            (options, default)
        })?;
        match room {
            Some(Room::Of(item)) => {
                self.drop_item(who, item)?;
                Ok(true)
            }
            Some(Room::There) => Ok(true),
            Some(Room::None) | None => Ok(false),
        }
    }

    /// Debris on a point (BAS-FAL-08): permanent, once; on the bar, which is all top, it is removed.
    pub(super) fn shatter(&mut self, at: Point, rule: &'static str) {
        if self.state.board.contains(at) && !self.state.board.is_bar(at) && !self.scene.has_glass(at) {
            self.tell(rule, What::Glass { at, present: true });
        }
    }
}

/// The rank of an object for default choices: higher `value`, then the order of the tables (section 18).
pub(super) fn worth(kind: ItemKind) -> (u8, std::cmp::Reverse<ItemKind>) {
    (tables().item(kind).value, std::cmp::Reverse(kind))
}

/// Index of the object of highest value; the first among equals.
pub(super) fn highest(items: &[(ItemId, ItemKind)]) -> Option<usize> {
    (0..items.len()).max_by_key(|n| (worth(items[*n].1), std::cmp::Reverse(items[*n].0)))
}

/// Index of the object of lowest value; the first among equals, in the order of the tables.
pub(super) fn lowest(items: &[(ItemId, ItemKind)]) -> Option<usize> {
    (0..items.len()).min_by_key(|n| {
        let (id, kind) = items[*n];
        (tables().item(kind).value, kind, id)
    })
}
