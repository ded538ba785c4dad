//! The plans that are kept from one sequence to the next: those that promise most, one for each place they lead to.

use super::map::Spot;
use crate::order::{R1, R2, Sequence};
use bagarre_kit::grid::Dir;

/// Plans kept from one sequence to the next.
const WIDTH: usize = 7;
/// The greatest number of plans that chance may count as the last ones.
const SET_BACK: usize = 8;

/// A plan so far.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) spot: Spot,
    pub(super) facing: Dir,
    pub(super) prone: bool,
    /// The next sequence is a forced rest.
    pub(super) owes: bool,
    /// One leaf of the double door in this direction is open by now.
    pub(super) unlatched: Option<Dir>,
    pub(super) gone: bool,
    pub(super) points: i32,
    pub(super) orders: [Sequence; 3],
    pub(super) spots: [Spot; 3],
}

/// A first round and what it comes to.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) r1: R1,
    pub(super) spot: Spot,
    pub(super) facing: Dir,
    pub(super) prone: bool,
    /// Points it costs or brings by itself.
    pub(super) points: i32,
    /// The only second round that goes with it.
    pub(super) forced: Option<R2>,
    pub(super) unlatched: Option<Dir>,
    pub(super) gone: bool,
}

impl First {
    /// A first round that changes nothing.
    pub(super) fn still(node: &Node, r1: R1) -> Self {
        Self {
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
}

/// One sequence more of a plan.
#[derive(Clone, Copy)]
pub(super) struct Next {
    /// The plan it goes on, by number.
    pub(super) from: usize,
    pub(super) first: First,
    /// `None` where the sequence is lost.
    pub(super) order: Option<Sequence>,
    /// Of the whole plan.
    pub(super) points: i32,
    /// The same with what it promises.
    pub(super) score: i32,
}

impl Next {
    pub(super) fn owes(&self) -> bool {
        self.order.is_some_and(Sequence::owes_next)
    }

    /// The plan it makes.
    pub(super) fn after(&self, beam: &[Node], n: usize) -> Node {
        let First { spot, facing, prone, unlatched, gone, .. } = self.first;
        let (owes, points, before) = (self.owes(), self.points, beam[self.from]);
        let mut node = Node { spot, facing, prone, owes, unlatched, gone, points, ..before };
        node.orders[n] = self.order.unwrap_or(node.orders[n]);
        node.spots[n..].fill(spot);
        node
    }

    fn place(&self) -> (Spot, Dir, bool) {
        (self.first.spot, self.first.facing, self.first.prone)
    }
}

/// Plans that promise most among those that have been added, best first.
#[derive(Default)]
pub(super) struct Best {
    /// Each with its turn: of those that are worth the same, the one of the first turn counts.
    plans: Vec<(Next, usize)>,
    /// The first ones to be added, whose turns are not known before the end.
    first: Vec<Next>,
    added: usize,
}

impl Best {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.plans.clear();
        self.first.clear();
        self.added = 0;
    }

    /// Adds a plan.
    pub(super) fn add(&mut self, next: Next) {
        if self.added < SET_BACK {
            self.first.push(next);
        } else if self.plans.len() < WIDTH || next.score > self.plans[WIDTH - 1].0.score {
            self.keep(next, self.added);
        }
        self.added += 1;
    }

    /// The score above which a plan may still be kept, once there is one.
    pub(super) fn bar(&self) -> Option<i32> {
        let last = self.plans.get(WIDTH - 1)?;
        Some(last.0.score)
    }

    /// A plan has its turn that is not better than [`Best::bar`].
    pub(super) fn pass_over(&mut self) {
        self.added += 1;
    }

    /// The best plans when so many of the first ones, at most eight, have their turn after all others.
    pub(super) fn chosen(&mut self, set_back: usize) -> impl Iterator<Item = &Next> {
        for n in 0..self.first.len() {
            self.keep(self.first[n], if n < set_back { self.added + n } else { n });
        }
        self.plans.iter().map(|(next, _)| next)
    }

    fn keep(&mut self, next: Next, turn: usize) {
        let before = |(plan, its): &(Next, usize)| (plan.score, turn) > (next.score, *its);
        if let Some(known) = self.plans.iter().position(|(plan, _)| plan.place() == next.place()) {
            if before(&self.plans[known]) {
                return;
            }
            self.plans.remove(known);
        }
        let at = self.plans.partition_point(before);
        self.plans.insert(at, (next, turn));
        self.plans.truncate(WIDTH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::below;
    use bagarre_kit::dice::Seeded;
    use bagarre_kit::grid::Point;

    /// The best of all by looking at each in its turn.
    fn one_by_one(next: &[Next]) -> Vec<(usize, i32)> {
        let mut best: Vec<&Next> = Vec::new();
        for next in next {
            if let Some(known) = best.iter().position(|plan| plan.place() == next.place()) {
                if best[known].score >= next.score {
                    continue;
                }
                best.remove(known);
            }
            best.insert(best.partition_point(|plan| plan.score >= next.score), next);
        }
        best.iter().take(WIDTH).map(|next| (next.from, next.score)).collect()
    }

    #[test]
    fn the_best_are_those_that_are_found_one_by_one() {
        let mut dice = Seeded::from_number(5);
        let mut best = Best::default();
        for count in 1..60 {
            let made = |from: usize, dice: &mut Seeded| Next {
                from,
                first: First {
                    r1: R1::Rest,
                    spot: Spot { at: Point::new(1, below(dice, 12) as u8 + 1), top: false },
                    facing: Dir::N,
                    prone: false,
                    points: 0,
                    forced: None,
                    unlatched: None,
                    gone: false,
                },
                order: None,
                points: 0,
                score: below(dice, 6) as i32,
            };
            let mut all: Vec<Next> = (0..count).map(|from| made(from, &mut dice)).collect();
            best.clear();
            for next in &all {
                best.add(*next);
            }
            let set_back = (below(&mut dice, SET_BACK) + 1).min(count);
            let chosen: Vec<_> = best.chosen(set_back).map(|next| (next.from, next.score)).collect();
            all.rotate_left(set_back);
            assert_eq!(chosen, one_by_one(&all));
        }
    }
}
