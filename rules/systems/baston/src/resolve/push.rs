//! Pushing furniture, chairs and doors (chapter 15, POU).

use super::answers::Pushing;
use super::shove::Squeeze;
use super::{Flow, Script};
use crate::event::{Waived, What, Why};
use crate::ids::{Dec, ItemId, OrderId, PieceId, PieceKind, Stat, Who};
use crate::order::R2;
use crate::space::Passage;
use crate::tables::tables;
use bagarre_kit::grid::Dir;

/// An element that can be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Chair(ItemId),
    Piece(PieceId),
}

/// Those who push one element in one direction, by rank.
struct Side {
    dir: Dir,
    pushers: Vec<Who>,
}

impl Script<'_> {
    /// All pushes on one element, at the rank of this first pusher (BAS-POU-01 to 13). Tells `Queued` off for every
    /// pusher it settles.
    pub(super) fn push_group(&mut self, who: Who) -> Flow {
        if !self.fig(who).queued {
            return Ok(());
        }
        self.begin_long(who);
        if !self.playable(who, 2, OrderId::Push)? {
            return Ok(());
        }
        self.fresh_event();
        let element = self.element_ahead(who);
        let leaf = self.leaf_in_front(who);
        if let Some((door, leaf)) = leaf
            && self.prefers_leaf(who, element.is_some())?
        {
            // BAS-OUV-08: a character that pushes an open leaf shuts it.
            if !self.shut_leaf_by_push(who, door, leaf)? {
                self.lost(who, 2, Why::Blocked, "BAS-OUV-08");
            }
            return Ok(());
        }
        let Some(element) = element else {
            self.lost(who, 2, Why::NoTarget, "BAS-POU-01");
            return Ok(());
        };
        if !self.strong_enough(who, element) {
            return Ok(());
        }
        let sides = self.gather_pushers(who, element)?;
        let Some((champion, side)) = self.prevailing(sides)? else { return Ok(()) };
        self.notes.actor = Some(champion);
        match element {
            Element::Chair(chair) => self.push_chair(chair, side.dir),
            Element::Piece(piece) => self.push_piece(piece, &side),
        }
    }

    /// Returns the element on the point that the character faces (BAS-POU-01): a chair in any direction; furniture that
    /// stands upright, on its level, square to one of its sides, for a standing character (BAS-POU-02).
    fn element_ahead(&self, who: Who) -> Option<Element> {
        let figure = self.fig(who);
        let (at, dir) = (figure.at, figure.facing);
        let q = at.step(dir);
        let space = self.space();
        // DEC-20: an open leaf that the character could push does not keep it from what is behind the leaf.
        let clear = space.line_clear(at, dir, Passage::Push) || self.leaf_in_front(who).is_some();
        let board = &self.state.board;
        if figure.top || !clear || !board.contains(q) || board.base(q) != board.base(at) {
            return None;
        }
        if let Some(chair) = self.scene.chair_at(q) {
            return Some(Element::Chair(chair));
        }
        let piece = self.scene.upright_at(q)?;
        (dir.is_orthogonal() && !figure.prone).then_some(Element::Piece(piece))
    }

    /// Returns the open leaf in front of a character at its hinge (BAS-OUV-08).
    fn leaf_in_front(&self, who: Who) -> Option<(u8, u8)> {
        let figure = self.fig(who);
        if !figure.facing.is_orthogonal() || figure.prone || figure.top {
            return None;
        }
        let (door, leaf) = self.space().resting_leaf(figure.at, figure.facing)?;
        (self.state.board.leaf(door, leaf).hinge == figure.at).then_some((door, leaf))
    }

    /// An open leaf in front, with or without an element: which (DEC-20).
    fn prefers_leaf(&mut self, who: Who, element: bool) -> Flow<bool> {
        if !element {
            return Ok(true);
        }
        let pushed = self.ask(who, Dec::Push, "BAS-OUV-08", None, |script| {
            let leaf = script.leaf_in_front(who).map(|(door, leaf)| Pushing::Leaf(door, leaf));
            (std::iter::once(Pushing::Element).chain(leaf).collect(), 0)
        })?;
        Ok(match pushed {
            Some(Pushing::Leaf(..)) => true,
            Some(Pushing::Element) | None => false,
        })
    }

    /// A table or game needs both arms (BAS-WND-05).
    fn strong_enough(&mut self, who: Who, element: Element) -> bool {
        let enough = matches!(element, Element::Chair(_)) || self.fig(who).arms() == 2;
        if !enough {
            self.lost(who, 2, Why::Limb, "BAS-WND-05");
        }
        enough
    }

    /// All who push the element in this sequence, by direction; they have all begun (BAS-POU-05).
    fn gather_pushers(&mut self, first: Who, element: Element) -> Flow<Vec<Side>> {
        let mut sides = vec![Side { dir: self.fig(first).facing, pushers: vec![first] }];
        for who in self.scene.by_rank() {
            if !self.fig(who).queued
                || self.order_of(who).r2 != R2::Push
                || self.element_ahead(who) != Some(element)
                || (self.leaf_in_front(who).is_some() && self.prefers_leaf(who, true)?)
            {
                continue;
            }
            self.begin_long(who);
            if !self.playable(who, 2, OrderId::Push)? || !self.strong_enough(who, element) {
                continue;
            }
            let dir = self.fig(who).facing;
            match sides.iter_mut().find(|side| side.dir == dir) {
                Some(side) => side.pushers.push(who),
                None => sides.push(Side { dir, pushers: vec![who] }),
            }
        }
        Ok(sides)
    }

    /// The direction of the strongest single pusher prevails; equal strength is settled by the die of a jostle, the
    /// first in rank being the weaker on 1 to 4 (BAS-POU-05, RUL-34). The losing side's orders are spent.
    fn prevailing(&mut self, sides: Vec<Side>) -> Flow<Option<(Who, Side)>> {
        let mut best: Option<(Who, Side)> = None;
        for side in sides {
            let Some(champion) = self.strongest(&side) else { continue };
            let Some((holder, held)) = best.take() else {
                best = Some((champion, side));
                continue;
            };
            let holder_wins = self.outpushes(holder, champion)?;
            let (winner, loser) = if holder_wins { ((holder, held), side) } else { ((champion, side), held) };
            for who in loser.pushers {
                self.lost(who, 2, Why::Failed, "BAS-POU-05");
            }
            best = Some(winner);
        }
        Ok(best)
    }

    /// The strongest of a side, the first in rank among equals.
    fn strongest(&self, side: &Side) -> Option<Who> {
        let most = side.pushers.iter().map(|who| self.stat(*who, Stat::For)).max()?;
        side.pushers.iter().copied().find(|who| self.stat(*who, Stat::For) == most)
    }

    fn outpushes(&mut self, a: Who, b: Who) -> Flow<bool> {
        let (mover, other) = if self.fig(a).rank <= self.fig(b).rank { (a, b) } else { (b, a) };
        let (mover_for, other_for) = (self.stat(mover, Stat::For), self.stat(other, Stat::For));
        let die =
            if mover_for == other_for { Some(self.die(8, "BAS-POU-05", "strength tie")?) } else { None };
        let mover_wins = die.map_or(mover_for > other_for, |die| tables().wins_tie(die));
        let rule = if die.is_some() { "BAS-POU-05/RUL-34" } else { "BAS-POU-05" };
        self.tell(rule, What::Strength { mover, other, mover_for, other_for, die, mover_wins });
        Ok(mover_wins == (mover == a))
    }

    /// Furniture is pushed one point; the pushers stay (BAS-POU-02).
    fn push_piece(&mut self, id: PieceId, side: &Side) -> Flow {
        let Some(step) = self.advance(id, side.dir) else {
            let by = self.piece_obstacle(id, side.dir);
            self.tell_barred(side.pushers[0], by, "BAS-POU-06");
            self.push_fails(side, Why::Blocked, "BAS-POU-06");
            return Ok(());
        };
        // BAS-POU-04: two or more in one direction need no test.
        if let [alone] = side.pushers[..]
            && self.is_heavy(id)
            && !self.test(alone, Stat::For, "BAS-POU-03")?
        {
            self.push_fails(side, Why::Failed, "BAS-POU-03");
            return Ok(());
        }
        if side.pushers.len() > 1 && self.is_heavy(id) {
            let who = side.pushers[0];
            self.tell("BAS-POU-04", What::NoTest { who, stat: Stat::For, why: Waived::Together });
        }
        if !self.make_way(&step, Squeeze::Push)? {
            let by = self.body_under(step.fresh.iter().copied());
            self.tell_barred(side.pushers[0], by, "BAS-POU-11");
            self.push_fails(side, Why::Blocked, "BAS-POU-11");
            return Ok(());
        }
        // BAS-POU-09: chairs in front go along.
        for p in &step.fresh {
            if let Some(chair) = self.scene.chair_at(*p) {
                self.push_chair(chair, side.dir)?;
            }
        }
        if step.falls() { self.tip_over(&step) } else { self.slide(&step) }
    }

    fn push_fails(&mut self, side: &Side, why: Why, rule: &'static str) {
        for who in &side.pushers {
            self.lost(*who, 2, why, rule);
        }
    }

    /// Whether a piece is heavy: games, and a table on which a character stands (BAS-POU-03).
    fn is_heavy(&self, id: PieceId) -> bool {
        let piece = self.scene.piece(id);
        piece.kind != PieceKind::Table || !self.riders(piece.cells).is_empty()
    }
}
