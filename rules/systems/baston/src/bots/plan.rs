//! Writing a programme: a narrow search over the three sequences, everybody else doing the likely thing.

use super::map::spot_of;
use super::map::{FAR, Field, Spot, Way};
use super::mind::{Errand, Play};
use super::outlook::Found;
use crate::command::{Form, Instructions, Lock, Sheet};
use crate::ids::{Stat, Who};
use crate::order::{Pivot, R1, R2, Sequence};
use crate::space::{Passage, Space, Step};
use bagarre_kit::dice::Dice;
use bagarre_kit::grid::Dir;
use bagarre_kit::looks::{blurred, chance};

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

/// One sequence more of a plan.
#[derive(Clone, Copy)]
struct Next {
    /// The plan it goes on, by number.
    from: usize,
    first: First,
    /// `None` where the sequence is lost.
    order: Option<Sequence>,
    /// Of the whole plan.
    points: i32,
    /// The same with what it promises.
    score: i32,
}

impl Next {
    fn owes(&self) -> bool {
        self.order.is_some_and(Sequence::owes_next)
    }

    /// The plan it makes.
    fn after(&self, beam: &[Node], n: usize) -> Node {
        let First { spot, facing, prone, unlatched, gone, .. } = self.first;
        let (owes, points, before) = (self.owes(), self.points, beam[self.from]);
        let mut node = Node { spot, facing, prone, owes, unlatched, gone, points, ..before };
        node.orders[n] = self.order.unwrap_or(node.orders[n]);
        node.spots[n..].fill(spot);
        node
    }
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
            self.sight.outlook.borrow_mut().forget(self.sight.map().len() * 16);
            self.hesitates.set(self.hesitation > 0 && chance(dice, self.hesitation));
            next.clear();
            for (from, node) in beam.iter().enumerate() {
                if node.owes || node.gone || form.locked[n].is_some() {
                    let first = First { unlatched: node.unlatched, gone: node.gone, ..still(node, R1::Rest) };
                    next.push(Next { from, first, order: None, points: node.points, score: 0 });
                } else {
                    self.expand(form, (from, node), n, &mut next);
                }
            }
            for next in &mut next {
                next.score = next.points + self.prospect(who, &next.first, next.owes(), n);
                next.score += blurred(dice, self.blur);
            }
            // Plans worth the same are told apart by chance, so that nobody can count on one of them.
            let tie = usize::from(dice.die(8)).min(next.len());
            next.rotate_left(tie);
            beam = best_of(&next).into_iter().map(|next| next.after(&beam, n)).collect();
        }
        let best = beam[0];
        (Sheet { who, orders: best.orders, instructions: Instructions::default() }, best.spots)
    }

    /// Every sequence from a node, each first round with its best second.
    fn expand(&self, form: &Form, (from, node): (usize, &Node), n: usize, next: &mut Vec<Next>) {
        let who = form.who;
        let mut add = |first: First, r2: R2, points: i32| {
            let order = Some(Sequence { r1: first.r1, r2 });
            next.push(Next { from, first, order, points: node.points + first.points + points, score: 0 });
        };
        for first in self.firsts(form, node, n) {
            let (r2, points) = first.forced.map_or_else(|| self.second(form, &first, n), |r2| (r2, 0));
            add(first, r2, points);
        }
        let combined = if self.hesitates.get() { Vec::new() } else { self.combinations(form, node, n) };
        for (r2, points) in combined {
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
        let mut list = Vec::with_capacity(48);
        list.push(still(node, R1::Rest));
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
            let Some((way, spot)) = self.sight.map().way(node.spot, dir) else { continue };
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
        if node.spot.top || self.hands.cash_box || !Self::may(form, "C") {
            return;
        }
        let mut spot = node.spot;
        for steps in 1..=self.stat(who, Stat::Vit) as u8 {
            let step = self.space().step_from((spot.at, false, false), node.facing, Passage::Run);
            if step != (Step::Level { top: false }) {
                return;
            }
            spot = Spot { at: spot.at.step(node.facing), top: false };
            if self.taken(spot, n, who) || self.chairs.contains(&spot.at) {
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
            let spot = Spot { at: node.spot.at.step(dir), top: false };
            let step = self.space().step_from((node.spot.at, false, true), dir, Passage::Crawl);
            let free = step == (Step::Level { top: false })
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

    /// What a plan promises beyond its blows: the way that is left, where one looks, and who could hit. What was found
    /// before for the same place is not looked for again.
    fn prospect(&self, who: Who, first: &First, owes: bool, n: usize) -> i32 {
        if first.gone {
            return 0;
        }
        let (spot, facing, prone) = (first.spot, first.facing, first.prone);
        let key = self.stand(spot, facing, prone);
        let Found { prospect, blow, .. } = *self.sight.outlook.borrow_mut().of(key);
        if let (Some(prospect), Some(blow)) = (prospect, blow) {
            return prospect + if owes { 0 } else { blow / 6 };
        }
        let prospect = prospect.unwrap_or_else(|| self.prospect_of(who, first, n));
        let blow =
            blow.or_else(|| (!owes).then(|| self.best_blow(who, spot, facing, prone, n, false).points));
        let mut outlook = self.sight.outlook.borrow_mut();
        let found = outlook.of(key);
        (found.prospect, found.blow) = (Some(prospect), blow);
        prospect + blow.filter(|_| !owes).unwrap_or(0) / 6
    }

    /// The same without the blow that may follow.
    fn prospect_of(&self, who: Who, first: &First, n: usize) -> i32 {
        let (errand, field) = self.goals.of(who);
        let weight = match errand {
            Errand::Go(weight) => weight,
            Errand::Leave | Errand::Call(_) | Errand::Smash(_) | Errand::Fetch => 400,
            Errand::Fight => 100,
        };
        let far = field.map_or(0, |field| i32::from(field.at(first.spot).min(FAR / 10)));
        let way = -far * STEP * weight / 1000;
        let mut points = way - if first.prone { 5 } else { 0 };
        if let (Errand::Call(face) | Errand::Smash(face), 0) = (errand, far)
            && first.facing == face
        {
            points += 12;
        }
        if far > 8
            && let Some(field) = field
        {
            points += self.looks_ahead(field, first);
        }
        for foe in &self.foes {
            let Some(dir) = foe.spots[n].at.dir_to(first.spot.at) else { continue };
            if foe.stunned[n] || self.sight.level(foe.spots[n]) != self.sight.level(first.spot) {
                continue;
            }
            let in_front = matches!(foe.facing[n].eighths_to(dir), 7 | 0 | 1);
            let behind_me = Space::is_rear(first.facing, dir.back());
            points -= if in_front { 3 } else { 0 } + if behind_me { 4 } else { 0 };
        }
        points
    }

    /// Facing where the way goes on: straight ahead is best.
    fn looks_ahead(&self, field: &Field<'_>, first: &First) -> i32 {
        let here = field.at(first.spot);
        let gain = |turn: i8| {
            let way = self.sight.map().way(first.spot, first.facing.turn(turn));
            way.is_some_and(|(_, to)| field.at(to) < here)
        };
        if gain(0) { 2 } else { i32::from(gain(1) || gain(-1)) }
    }
}

/// The plans that promise most, best first: one for each place they lead to; of those that are worth the same, the first.
fn best_of(next: &[Next]) -> Vec<&Next> {
    let place = |next: &Next| (next.first.spot, next.first.facing, next.first.prone);
    let mut best: Vec<&Next> = Vec::with_capacity(WIDTH + 1);
    for next in next {
        if best.len() == WIDTH && next.score <= best[WIDTH - 1].score {
            continue;
        }
        if let Some(known) = best.iter().position(|kept| place(kept) == place(next)) {
            if best[known].score >= next.score {
                continue;
            }
            best.remove(known);
        }
        let at = best.partition_point(|kept| kept.score >= next.score);
        best.insert(at, next);
        best.truncate(WIDTH);
    }
    best
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
