//! Taking and breaking (chapter 14, PRE and BRI).

use super::answers::Taking;
use super::items::highest;
use super::{Flow, Script};
use crate::event::{What, Why};
use crate::ids::{Dec, ItemId, ItemKind, Who};
use crate::order::R2;
use crate::scene::{Layer, Place};
use crate::space::{Passage, Space, steps};
use crate::tables::tables;
use bagarre_kit::grid::Point;

impl Script<'_> {
    /// `PRE` in round `round`. `then` is the second half of a combination: it narrows the default (DEC-05). The
    /// object taken.
    pub(super) fn take(&mut self, who: Who, round: u8, then: Option<R2>) -> Flow<Option<ItemId>> {
        if self.in_reach(who).is_empty() {
            self.lost(who, round, Why::NoTarget, "BAS-PRE-01");
            return Ok(None);
        }
        let taking = self.ask(who, Dec::Take, "BAS-PRE-01", None, |script| {
            let reach = script.in_reach(who);
            let useful: Vec<(ItemId, ItemKind)> =
                reach.iter().copied().filter(|(_, kind)| suits(*kind, then)).collect();
            let mut options: Vec<Taking> = reach.iter().map(|(id, _)| Taking::Item(*id)).collect();
            options.push(Taking::Nothing);
            let default = highest(&useful).map_or(Taking::Nothing, |n| Taking::Item(useful[n].0));
            let default = options.iter().position(|option| *option == default).unwrap_or(0);
            (options, default)
        })?;
        let id = match taking {
            Some(Taking::Item(id)) => id,
            Some(Taking::Nothing) | None => {
                self.lost(who, round, Why::Declined, "BAS-PRE-01");
                return Ok(None);
            }
        };
        if !self.make_room(who)? {
            self.lost(who, round, Why::Full, "BAS-PRE-03");
            return Ok(None);
        }
        let kind = self.scene.item(id).kind;
        self.tell("BAS-PRE-01", What::Item { id, kind, place: Place::Carried(who) });
        Ok(Some(id))
    }

    /// Returns the objects that can be taken: on the character's own point or a front point along a clear line
    /// (BAS-PRE-01, RUL-59), by number.
    fn in_reach(&self, who: Who) -> Vec<(ItemId, ItemKind)> {
        let space = self.space();
        let figure = self.fig(who);
        let points: Vec<Point> = std::iter::once(figure.at)
            .chain(
                Space::front(figure)
                    .into_iter()
                    .filter(|dir| space.line_clear(figure.at, *dir, Passage::Blow))
                    .map(|dir| figure.at.step(dir)),
            )
            .collect();
        let items = self.scene.items.iter().enumerate();
        items
            .filter(|(_, item)| match item.place {
                Place::At(p, layer) => points.contains(&p) && self.can_take(who, item.kind, p, layer),
                _ => false,
            })
            .map(|(n, item)| (ItemId(n as u8), item.kind))
            .collect()
    }

    /// Whether posture, level and arms allow to take an object that lies there (BAS-PRE-02, 03).
    fn can_take(&self, who: Who, kind: ItemKind, p: Point, layer: Layer) -> bool {
        let space = self.space();
        let figure = self.fig(who);
        let level = space.level(who);
        let chair = kind == ItemKind::Chaise;
        match layer {
            // BAS-REN-02: under an overturned table until it is set upright.
            Layer::Trapped(_) => false,
            // BAS-PRE-02, BAS-OBJ-04: the ground of the character's level, and no chair, which is not on the ground.
            Layer::Ground if figure.prone => !chair && space.level_at(p, false) == level,
            Layer::Top if figure.prone => false,
            // BAS-PRE-02: under furniture only for a prone character.
            Layer::Ground if space.is_furnished(p) => false,
            _ => {
                let there = space.level_at(p, layer == Layer::Top);
                let near = there == level || (there > level && steps(level, there) == 1);
                // BAS-PRE-03: a chair needs both arms and no other chair in hand.
                near && (!chair || (figure.arms() == 2 && self.scene.chair_of(who).is_none()))
            }
        }
    }

    /// `BRI` in round `round` (BAS-BRI-01); `only` is the bottle just taken in PRE/BRI. The broken bottle.
    #[expect(clippy::unnecessary_wraps, reason = "a step of the script like taking")]
    pub(super) fn break_bottle(&mut self, who: Who, round: u8, only: Option<ItemId>) -> Flow<Option<ItemId>> {
        let bottle = self
            .scene
            .carried(who)
            .find(|(id, kind)| *kind == ItemKind::Canette && only.is_none_or(|only| only == *id));
        let Some((id, _)) = bottle else {
            self.lost(who, round, Why::NoItem, "BAS-BRI-01");
            return Ok(None);
        };
        // BAS-OBJ-07: from whole to broken, still an object; no debris.
        self.tell("BAS-BRI-01", What::Item { id, kind: ItemKind::Tesson, place: Place::Carried(who) });
        Ok(Some(id))
    }
}

/// Whether a kind serves the second half of a combination (DEC-05): something thrown at people for PRE/LAN, a whole
/// bottle for PRE/BRI.
fn suits(kind: ItemKind, then: Option<R2>) -> bool {
    match then {
        Some(R2::Throw) => tables().item(kind).throw_row.is_some(),
        Some(R2::Break) => kind == ItemKind::Canette,
        _ => true,
    }
}
