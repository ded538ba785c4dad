//! Writing a programme: a narrow search over the three sequences, everybody else doing the likely thing.

use super::goal::Errand;
use super::play::{Play, spot_of};
use super::sight::{FAR, Field, Spot, Way};
use crate::baston::command::{Form, Instructions, Lock, Sheet};
use crate::baston::ids::{ItemKind, Stat, Who};
use crate::baston::order::{Pivot, R1, R2, Sequence};
use crate::baston::space::{Passage, Space, Step};
use crate::dice::Dice;
use crate::kit::grid::Dir;

/// Plans kept from one sequence to the next.
const WIDTH: usize = 7;
/// Worth of one sequence of the way to the goal.
const STEP: i32 = 5;
/// Worth of leaving the board with what one came for.
const LEAVE: i32 = 300;
/// Worth of a sequence on the telephone.
const TALK: i32 = 40;

/// A plan so far.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) spot: Spot,
    pub(super) facing: Dir,
    pub(super) prone: bool,
    /// The next sequence is a forced rest.
    owes: bool,
    /// One leaf of the double door in this direction is open by now.
    unlatched: Option<Dir>,
    gone: bool,
    points: i32,
    orders: [Sequence; 3],
    spots: [Spot; 3],
}

/// A first round and what it comes to.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) r1: R1,
    pub(super) spot: Spot,
    pub(super) facing: Dir,
    pub(super) prone: bool,
    /// Points it costs or brings by itself.
    points: i32,
    /// The only second round that goes with it.
    forced: Option<R2>,
    unlatched: Option<Dir>,
    gone: bool,
}

const PIVOTS: [(Option<Pivot>, i8); 3] = [(None, 0), (Some(Pivot::Left), -1), (Some(Pivot::Right), 1)];

impl Play<'_> {
    /// The sheet of a character, and where it will take him.
    pub(super) fn plan(&self, form: &Form, dice: &mut dyn Dice) -> (Sheet, [Spot; 3]) {
        let who = form.who;
        let figure = *self.figure(who);
        let mut orders = form.orders;
        for (order, lock) in orders.iter_mut().zip(form.locked) {
            if lock != Some(Lock::Played) {
                *order = Sequence::REST;
            }
        }
        let root = Node {
            spot: spot_of(&figure),
            facing: figure.facing,
            prone: figure.prone,
            owes: false,
            unlatched: None,
            gone: false,
            points: 0,
            orders,
            spots: [spot_of(&figure); 3],
        };
        let mut beam = vec![root];
        let mut next = Vec::with_capacity(512);
        for n in 0..3 {
            if form.locked[n] == Some(Lock::Played) {
                continue;
            }
            for node in &beam {
                if node.owes || node.gone || form.locked[n].is_some() {
                    next.push((0, Node { owes: false, ..*node }));
                } else {
                    self.expand(form, node, n, &mut next);
                }
            }
            for (score, node) in &mut next {
                node.spots[n..].fill(node.spot);
                *score = node.points + self.prospect(who, node, n);
            }
            // Plans worth the same are told apart by chance, so that nobody can count on one of them.
            let tie = usize::from(dice.die(8));
            let tie = tie.min(next.len());
            next.rotate_left(tie);
            next.sort_by_key(|(score, _)| -score);
            beam.clear();
            for (_, node) in next.drain(..) {
                let known = beam.iter().any(|kept: &Node| {
                    (kept.spot, kept.facing, kept.prone) == (node.spot, node.facing, node.prone)
                });
                if !known && beam.len() < WIDTH {
                    beam.push(node);
                }
            }
        }
        let best = beam[0];
        (Sheet { who, orders: best.orders, instructions: Instructions::default() }, best.spots)
    }

    /// Every sequence from a node, each first round with its best second.
    fn expand(&self, form: &Form, node: &Node, n: usize, next: &mut Vec<(i32, Node)>) {
        let who = form.who;
        let mut add = |first: First, r2: R2, points: i32| {
            let mut to = Node {
                spot: first.spot,
                facing: first.facing,
                prone: first.prone,
                unlatched: first.unlatched,
                gone: first.gone,
                ..*node
            };
            to.orders[n] = Sequence { r1: first.r1, r2 };
            to.owes = to.orders[n].owes_next();
            to.points += first.points + points;
            next.push((0, to));
        };
        for first in self.firsts(form, node, n) {
            let (r2, points) = first.forced.map_or_else(|| self.second(form, &first, n), |r2| (r2, 0));
            add(first, r2, points);
        }
        for (r2, points) in self.combinations(form, node, n) {
            let first = First { r1: R1::Take, ..still(node, R1::Take) };
            add(first, r2, points);
        }
        if let Some(points) = self.talk(who, node) {
            add(still(node, R1::Rest), R2::Rest, points);
        }
    }

    /// Points of a sequence spent on the telephone.
    fn talk(&self, who: Who, node: &Node) -> Option<i32> {
        let (Errand::Call(face), Some(field)) = self.goals.of(who) else { return None };
        (field.at(node.spot) == 0 && node.facing == face && !node.prone).then_some(TALK)
    }

    /// First rounds that will not run into anything.
    fn firsts(&self, form: &Form, node: &Node, n: usize) -> Vec<First> {
        let who = form.who;
        let mut list = vec![still(node, R1::Rest)];
        for (pivot, turn) in PIVOTS {
            if let Some(pivot) = pivot {
                list.push(First { facing: node.facing.turn(turn), ..still(node, R1::Turn(pivot)) });
            }
        }
        if node.prone {
            self.rising(form, node, n, &mut list);
            return list;
        }
        for turn in [2, 3, 4, 5, 6] {
            let facing = node.facing.turn(turn);
            list.push(First { facing, ..still(node, R1::Face(facing)) });
        }
        let leaves = self.goals.of(who).0 == Errand::Leave;
        let chair = self.hands.chair;
        for dir in Dir::ALL {
            if leaves && !node.spot.top && !self.sight.board.contains(node.spot.at.step(dir)) {
                list.push(First { gone: true, points: LEAVE, ..still(node, R1::Walk(dir, None)) });
            }
            let Some((way, spot)) = self.sight.map.way(node.spot, dir) else { continue };
            let taken = self.taken(spot, n, who);
            match way {
                Way::Walk if !taken => {
                    for (pivot, turn) in PIVOTS {
                        let facing = node.facing.turn(turn);
                        list.push(First { spot, facing, ..still(node, R1::Walk(dir, pivot)) });
                    }
                }
                Way::Climb | Way::Jump if !taken && !chair => {
                    let rear = Space::is_rear(node.facing, dir);
                    if !(rear && way == Way::Climb) {
                        for (pivot, turn) in PIVOTS {
                            let facing = node.facing.turn(turn);
                            let points = if rear { -9 } else { -1 };
                            list.push(First { spot, facing, points, ..still(node, R1::Jump(dir, pivot)) });
                        }
                    }
                }
                Way::Open | Way::Unlatch if Self::may_second(form, R2::Open) && !chair => {
                    let through = way == Way::Open || node.unlatched == Some(dir);
                    let first = still(node, R1::Walk(dir, None));
                    let forced = Some(R2::Open);
                    list.push(if through && !taken {
                        First { spot, forced, ..first }
                    } else {
                        First { unlatched: Some(dir), forced, points: STEP, ..first }
                    });
                }
                _ => {}
            }
        }
        self.runs(form, node, n, &mut list);
        list
    }

    /// Runs along the facing: they pay over a distance, and where nobody is near to punish the rest (BAS-PRG-07).
    fn runs(&self, form: &Form, node: &Node, n: usize, list: &mut Vec<First>) {
        let who = form.who;
        let carries_box = self.sight.scene.carried(who).any(|(_, kind)| kind == ItemKind::Caisse);
        if node.spot.top || carries_box || !Self::may(form, "C") {
            return;
        }
        let mut spot = node.spot;
        for steps in 1..=self.stat(who, Stat::Vit) as u8 {
            let figure =
                crate::baston::scene::Figure { at: spot.at, top: false, prone: false, ..*self.figure(who) };
            if self.space().step(&figure, node.facing, Passage::Run) != (Step::Level { top: false }) {
                return;
            }
            spot = Spot { at: spot.at.step(node.facing), top: false };
            if self.taken(spot, n, who) || self.sight.scene.chair_at(spot.at).is_some() {
                return;
            }
            if steps < 2 {
                continue;
            }
            let near = self.foes.iter().any(|foe| !foe.stunned[n] && foe.spots[n].at.distance(spot.at) <= 2);
            let points = if near { -14 } else { 0 } - if n == 2 { STEP } else { 0 };
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                list.push(First { spot, facing, points, ..still(node, R1::Run(steps, pivot)) });
            }
        }
    }

    /// Getting up, or crawling from under furniture and where the legs are gone.
    fn rising(&self, form: &Form, node: &Node, n: usize, list: &mut Vec<First>) {
        let who = form.who;
        let under = self.space().shelter_at(node.spot.at).is_some();
        if !under && Self::may(form, "LEV") {
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                list.push(First { facing, prone: false, points: 6, ..still(node, R1::Rise(pivot)) });
            }
            return;
        }
        for dir in Dir::ALL {
            let figure = crate::baston::scene::Figure {
                at: node.spot.at,
                top: false,
                prone: true,
                ..*self.figure(who)
            };
            let spot = Spot { at: node.spot.at.step(dir), top: false };
            let free = self.space().step(&figure, dir, Passage::Crawl) == (Step::Level { top: false })
                && !self.taken(spot, n, who)
                && !self.sight.scene.has_glass(spot.at);
            if !free {
                continue;
            }
            let out = self.space().shelter_at(spot.at).is_none();
            for (pivot, turn) in PIVOTS {
                let facing = node.facing.turn(turn);
                let points = if under && out { 4 } else { 0 };
                list.push(First { spot, facing, points, ..still(node, R1::Crawl(dir, pivot)) });
            }
        }
    }

    /// What a plan promises beyond its blows: the way that is left, where one looks, and who could hit.
    fn prospect(&self, who: Who, node: &Node, n: usize) -> i32 {
        if node.gone {
            return 0;
        }
        let (errand, field) = self.goals.of(who);
        let weight = match errand {
            Errand::Go(weight) => weight,
            Errand::Leave | Errand::Call(_) | Errand::Fetch => 400,
            Errand::Fight => 100,
        };
        let far = field.map_or(0, |field| i32::from(field.at(node.spot).min(FAR / 10)));
        let way = -far * STEP * weight / 1000;
        let mut points = way - if node.prone { 5 } else { 0 };
        if let (Errand::Call(face), 0) = (errand, far)
            && node.facing == face
        {
            points += 12;
        }
        if far > 8
            && let Some(field) = field
        {
            points += self.looks_ahead(field, node);
        }
        for foe in &self.foes {
            let Some(dir) = foe.spots[n].at.dir_to(node.spot.at) else { continue };
            if foe.stunned[n] || self.sight.level(foe.spots[n]) != self.sight.level(node.spot) {
                continue;
            }
            let in_front = matches!(foe.facing[n].eighths_to(dir), 7 | 0 | 1);
            let behind_me = Space::is_rear(node.facing, dir.back());
            points -= if in_front { 3 } else { 0 } + if behind_me { 4 } else { 0 };
        }
        if !node.owes {
            let last = self.best_blow(who, node.spot, node.facing, node.prone, n, false);
            points += last.points / 6;
        }
        points
    }

    /// Facing where the way goes on: straight ahead is best.
    fn looks_ahead(&self, field: &Field, node: &Node) -> i32 {
        let here = field.at(node.spot);
        let gain = |turn: i8| {
            let way = self.sight.map.way(node.spot, node.facing.turn(turn));
            way.is_some_and(|(_, to)| field.at(to) < here)
        };
        if gain(0) { 2 } else { i32::from(gain(1) || gain(-1)) }
    }
}

/// A first round that changes nothing.
pub(super) fn still(node: &Node, r1: R1) -> First {
    First {
        r1,
        spot: node.spot,
        facing: node.facing,
        prone: node.prone,
        points: 0,
        forced: None,
        unlatched: None,
        gone: false,
    }
}
