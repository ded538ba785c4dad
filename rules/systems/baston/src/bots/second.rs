//! Second rounds: blows, throws, things to take, furniture to push.

use super::beam::{First, Node};
use super::body::{Strike, row, test_chance};
use super::map::Spot;
use super::mind::{Errand, Foe, Hands, Lying, Play};
use crate::command::Form;
use crate::ids::{ItemKind, PieceKind, Stat, Who};
use crate::order::{Blow, R1, R2};
use crate::scene::{Fate, Layer, Place};
use crate::space::{Passage, steps};
use crate::tables::tables;
use bagarre_kit::grid::{Dir, Point};

/// How far a throw is looked along.
const FARTHEST: u8 = 20;
/// Worth of a fall and of the rest it brings.
const FALL: i32 = 24;

impl Play<'_> {
    /// The best second round after a first one, with its worth. What is found is kept for the place, unless it is found by aiming.
    pub(super) fn second(&self, form: &Form, first: &First, n: usize) -> (R2, i32) {
        if first.r1 == R1::Rest {
            return self.second_from(form, first, n, true);
        }
        let key = self.stand(first.spot, first.facing, first.prone);
        let best = self.second_from(form, first, n, false);
        self.sight.outlook.borrow_mut().of(key).second = Some(best);
        best
    }

    fn second_from(&self, form: &Form, first: &First, n: usize, aimed: bool) -> (R2, i32) {
        let who = form.who;
        let (spot, facing, prone) = (first.spot, first.facing, first.prone);
        let mut best = (R2::Rest, 0);
        if self.hesitates.get() {
            return best;
        }
        let mut weigh = |order: R2, points: i32| {
            if points > best.1 && Self::may_second(form, order) {
                best = (order, points);
            }
        };
        let worth = self.best_blow(who, spot, facing, prone, n, aimed);
        if !aimed {
            let key = self.stand(spot, facing, prone);
            self.sight.outlook.borrow_mut().of(key).blow = Some(worth.points);
        }
        if let Some(blow) = worth.blow {
            weigh(R2::Blow(blow), worth.points);
        }
        if !prone {
            weigh(R2::Throw, self.throw_worth(who, spot, facing, n, aimed));
            self.shoves(who, spot, facing, n, &mut weigh);
        }
        weigh(R2::Take, self.best_find(who, spot, facing, prone));
        weigh(R2::Rob, self.robbery(who, spot, facing));
        if self.smashes {
            weigh(R2::Destroy, self.smashing(who, spot, facing));
        }
        best
    }

    /// The most that a second round brings where no enemy is within reach of a blow; `None` where that takes a closer look.
    pub(super) fn most_beyond_blows(&self, first: &First, n: usize) -> Option<i32> {
        let (spot, facing) = (first.spot, first.facing);
        let robs = matches!(self.cash_box(), Some((_, Place::Carried(_))));
        let throws = || !self.hands.throws.is_empty() && self.foe_in_line(spot, facing, n);
        let shoves =
            || !spot.top && facing.is_orthogonal() && self.space().upright_at(spot.at.step(facing)).is_some();
        if robs || self.smashes || !first.prone && (throws() || shoves()) {
            return None;
        }
        Some(if self.lying_beside(spot.at).is_empty() { 0 } else { self.most_gain })
    }

    /// The best throw of what is carried already.
    fn throw_worth(&self, who: Who, spot: Spot, facing: Dir, n: usize, aimed: bool) -> i32 {
        if self.hands.throws.is_empty() {
            return 0;
        }
        let Some(met) = self.met_in_front(who, spot, facing, n) else { return 0 };
        let throws = self.hands.throws.iter();
        let worth = throws.map(|(kind, price)| self.throw_at(who, spot, &met, n, *kind, aimed) - price);
        worth.max().unwrap_or(0).max(0)
    }

    /// Whether an enemy is on one of the three front lines.
    fn foe_in_line(&self, from: Spot, facing: Dir, n: usize) -> bool {
        let line = |foe: &Foe| from.at.line_to(foe.spots[n].at);
        self.foes.iter().filter_map(line).any(|(dir, _)| matches!(facing.eighths_to(dir), 7 | 0 | 1))
    }

    /// Worth of an aggressive throw of a kind along a front line: the first one met must be an enemy (BAS-LAN-04,
    /// 05).
    pub(super) fn best_throw(
        &self,
        who: Who,
        from: Spot,
        facing: Dir,
        n: usize,
        kind: ItemKind,
        aimed: bool,
    ) -> i32 {
        let met = self.met_in_front(who, from, facing, n);
        met.map_or(0, |met| self.throw_at(who, from, &met, n, kind, aimed))
    }

    /// Returns the enemies that a throw along each of the three front lines would meet first, and how far away; `None`
    /// when no enemy is on any.
    fn met_in_front(&self, who: Who, from: Spot, facing: Dir, n: usize) -> Option<[Option<(&Foe, u8)>; 3]> {
        let mut lines = [false; 3];
        for (dir, _) in self.foes.iter().filter_map(|foe| from.at.line_to(foe.spots[n].at)) {
            match facing.eighths_to(dir) {
                7 => lines[0] = true,
                0 => lines[1] = true,
                1 => lines[2] = true,
                _ => {}
            }
        }
        let met = |(line, turn)| if line { self.first_met(who, from.at, facing.turn(turn), n) } else { None };
        lines.contains(&true).then(|| [(lines[0], -1), (lines[1], 0), (lines[2], 1)].map(met))
    }

    /// Worth of a throw of a kind at the best of those that it would meet.
    fn throw_at(
        &self,
        who: Who,
        from: Spot,
        met: &[Option<(&Foe, u8)>],
        n: usize,
        kind: ItemKind,
        aimed: bool,
    ) -> i32 {
        let Some((name, table)) = tables().item(kind).throw_row.map(row) else { return 0 };
        let most = if kind == ItemKind::Chaise { tables().chair_range() } else { FARTHEST };
        let mut best = 0;
        for (foe, distance) in met.iter().flatten().filter(|(_, distance)| *distance <= most) {
            let (there, his_facing) = (foe.spots[n], foe.facing[n]);
            let bonus = self.stat(who, table.stat)
                + self.sight.target_bonus(from, foe.who, there, his_facing, foe.stunned[n])
                + self.sight.own_bonus(who, name, false)
                + i32::from(tables().range(*distance));
            let sure = self.figure(foe.who).held_by.is_some();
            let strike = Strike { row: (name, table), bonus, aimed, sure };
            let worth = self.sight.worth(from, foe.who, there, his_facing, strike);
            best = best.max(worth.map_or(0, |(points, _)| points) * foe.sure[n] / 100);
        }
        best
    }

    /// Returns the enemy that a throw in a direction would meet first.
    fn first_met(&self, who: Who, from: Point, dir: Dir, n: usize) -> Option<(&Foe, u8)> {
        let mut at = from;
        for distance in 1..=FARTHEST {
            let next = at.step(dir);
            let space = self.space();
            let video = space.upright_at(next).is_some_and(|id| !space.scene.piece(id).kind.crawl_under());
            if !space.line_clear(at, dir, Passage::Throw) || !space.board.contains(next) || video {
                return None;
            }
            if self.friends.iter().any(|(friend, spots)| *friend != who && spots[n].at == next) {
                return None;
            }
            let met = self.foes.iter().find(|foe| {
                let figure = self.figure(foe.who);
                foe.spots[n].at == next && !(figure.prone && space.is_furnished(at) && at != from)
            });
            if let Some(foe) = met {
                return Some((foe, distance));
            }
            at = next;
        }
        None
    }

    /// Objects that can be taken from a spot (BAS-PRE-01, 02).
    fn finds<'b>(
        &'b self,
        lying: &'b [Lying],
        who: Who,
        spot: Spot,
        facing: Dir,
        prone: bool,
    ) -> impl Iterator<Item = ItemKind> + use<'b> {
        let space = self.space();
        let level = self.sight.level(spot);
        let hands = self.figure(who).arms() == 2 && !self.hands.chair;
        lying.iter().filter_map(move |&(kind, p, layer)| {
            if p.distance(spot.at) > 1 || matches!(layer, Layer::Trapped(_)) {
                return None;
            }
            let reach = p == spot.at
                || spot.at.dir_to(p).is_some_and(|dir| {
                    matches!(facing.eighths_to(dir), 7 | 0 | 1)
                        && space.line_clear(spot.at, dir, Passage::Blow)
                });
            let on_top = layer == Layer::Top;
            let there = space.level_at(p, on_top);
            let near = if prone {
                !on_top && there == level && kind != ItemKind::Chaise
            } else {
                (on_top || !space.is_furnished(p))
                    && (there == level || (there > level && steps(level, there) == 1))
            };
            (reach && near && (kind != ItemKind::Chaise || hands)).then_some(kind)
        })
    }

    /// Worth of taking the best thing in reach and keeping it.
    fn best_find(&self, who: Who, spot: Spot, facing: Dir, prone: bool) -> i32 {
        let Hands { carried, chair, .. } = &self.hands;
        let beside = self.lying_beside(spot.at);
        if beside.is_empty() || self.figure(who).arms() == 0 || *chair || *carried >= 6 {
            return 0;
        }
        let finds = self.finds(beside, who, spot, facing, prone);
        finds.map(|kind| self.gain_of(kind)).max().unwrap_or(0)
    }

    /// Worth of keeping a thing of a kind, beside what is carried.
    pub(super) fn gain_of(&self, kind: ItemKind) -> i32 {
        let weapons = &self.hands.weapons;
        let value = |kind: ItemKind| i32::from(tables().item(kind).value);
        match kind {
            ItemKind::Caisse => 90,
            ItemKind::Chaise => 0,
            ItemKind::Canette => 5 - 2 * weapons.iter().filter(|kind| kind.is_bottle()).count() as i32,
            _ if kind.is_clothing() => 0,
            _ => (value(kind) - weapons.iter().copied().map(value).max().unwrap_or(0)) * 2,
        }
    }

    /// `PRE/LAN` and `PRE/CP`: a chair or a bottle taken and used at once.
    pub(super) fn combinations(&self, form: &Form, node: &Node, n: usize) -> Vec<(R2, i32)> {
        let who = form.who;
        let mut list = Vec::new();
        if node.prone || !Self::may(form, "PRE") || self.hands.carried >= 6 {
            return list;
        }
        let mut seen = [false; 13];
        for kind in self.finds(&self.lying, who, node.spot, node.facing, false) {
            if std::mem::replace(&mut seen[kind as usize], true) {
                continue;
            }
            let thrown = self.best_throw(who, node.spot, node.facing, n, kind, false);
            if thrown > 0 && Self::may_second(form, R2::Throw) {
                list.push((R2::Throw, thrown));
            }
            let blow = self.blow_with(who, node.spot, node.facing, n, kind);
            if blow > 0 && Self::may_second(form, R2::Blow(Blow::CP)) {
                list.push((R2::Blow(Blow::CP), blow));
            }
        }
        list
    }

    /// Pushes or overturns furniture onto a character, or from under it (BAS-POU-07, 10, BAS-REN-05, 06).
    fn shoves(&self, who: Who, spot: Spot, facing: Dir, n: usize, weigh: &mut dyn FnMut(R2, i32)) {
        let space = self.space();
        let ahead = spot.at.step(facing);
        let near = |spots: &[Spot; 3]| spots[n].at.distance(spot.at) <= 4;
        if spot.top
            || !facing.is_orthogonal()
            || !self.foes.iter().any(|foe| near(&foe.spots))
            || self.hands.chair
            || !space.line_clear(spot.at, facing, Passage::Push)
        {
            return;
        }
        let Some(id) = space.upright_at(ahead) else { return };
        let piece = *space.scene.piece(id);
        let moved = piece.cells.step(facing);
        let room = moved.iter().filter(|p| !piece.cells.contains(*p)).all(|p| {
            space.board.contains(p)
                && space.line_clear(p.step(facing.back()), facing, Passage::Push)
                && !space.is_furnished(p)
                && space.board.base(p) == space.board.base(ahead)
        });
        if !room {
            return;
        }
        let strength = test_chance(self.stat(who, Stat::For), 0);
        let ridden =
            self.view.fighters.iter().any(|f| f.now.in_play() && f.now.top && piece.cells.contains(f.now.at));
        let heavy = piece.kind != PieceKind::Table || ridden;
        let (mut push, mut turn) = (0, 0);
        for foe in &self.foes {
            let there = foe.spots[n];
            let falls = 8 - test_chance(self.stat(foe.who, Stat::Dex), if foe.stunned[n] { 2 } else { 0 });
            // The long phase comes last: the enemy has moved by then.
            let sure = foe.sure[n] * if foe.stunned[n] { 100 } else { 80 } / 100;
            if there.top && piece.cells.contains(there.at) {
                push += sure * falls * FALL * strength / 6400;
                turn += sure * (FALL + 10) * strength / 800;
            } else if !there.top && moved.contains(there.at) && !piece.cells.contains(there.at) {
                let hit = sure * (8 * 8 + falls * FALL) / 800;
                push += if heavy { hit * strength / 8 } else { hit };
                turn += hit;
            }
        }
        let long_side = if piece.cells.rows > piece.cells.cols {
            matches!(facing, Dir::E | Dir::W)
        } else {
            piece.cells.rows == piece.cells.cols || matches!(facing, Dir::N | Dir::S)
        };
        weigh(R2::Push, push);
        if piece.kind == PieceKind::Table && long_side {
            weigh(R2::Overturn, turn);
        }
    }

    /// Robbing a body of the cash box (SCN-03).
    fn robbery(&self, who: Who, spot: Spot, facing: Dir) -> i32 {
        let Some((_, Place::Carried(body))) = self.cash_box() else { return 0 };
        let his = self.figure(body);
        let near = his.at == spot.at
            || spot.at.dir_to(his.at).is_some_and(|dir| {
                matches!(facing.eighths_to(dir), 7 | 0 | 1)
                    && self.space().line_clear(spot.at, dir, Passage::Blow)
            });
        if near && his.fate == Fate::Out && self.goals.of(who).0 == Errand::Fetch { 90 } else { 0 }
    }

    /// Destroying a telephone (SCN-02): the visitors' other way to four points.
    fn smashing(&self, who: Who, spot: Spot, facing: Dir) -> i32 {
        let phones = self.sight.board.spec.phones.iter().zip(&self.sight.scene.phones);
        let there = phones
            .filter(|(_, destroyed)| !**destroyed)
            .any(|(phone, _)| phone.point == spot.at && phone.face == facing && !spot.top);
        if there && self.breaks(who) { 40 * test_chance(self.stat(who, Stat::For), 0) / 8 } else { 0 }
    }

    /// Whether a character has a tool to break things with (BAS-DES-02).
    pub(super) fn breaks(&self, who: Who) -> bool {
        let scene = &self.sight.scene;
        scene.wears(who, ItemKind::Santiags)
            || scene.wears(who, ItemKind::Casque)
            || scene.carried(who).any(|(_, kind)| tables().item(kind).destroy_tool)
    }
}
