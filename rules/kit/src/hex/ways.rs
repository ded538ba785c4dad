//! The cheapest ways from a hexagon.

use std::collections::{BTreeMap, BTreeSet};

use super::Hex;

/// Hexagons in reach, with the cost and the way to each.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    reached: BTreeMap<Hex, (u32, Hex)>,
}

impl Ways {
    /// Returns the cost of the way to a hexagon; `None` when it is out of reach.
    pub fn cost(&self, to: Hex) -> Option<u32> {
        self.reached.get(&to).map(|(cost, _)| *cost)
    }

    /// Everything that can be reached with its cost, in the order of columns and rows.
    pub fn all(&self) -> impl Iterator<Item = (Hex, u32)> {
        self.reached.iter().map(|(hex, (cost, _))| (*hex, *cost))
    }

    /// The way to a hexagon, without where it begins; empty when it leads nowhere or is out of reach.
    pub fn to(&self, to: Hex) -> Vec<Hex> {
        let (mut way, mut at) = (Vec::new(), to);
        while let Some((_, before)) = self.reached.get(&at) {
            if *before == at {
                break;
            }
            way.push(at);
            at = *before;
        }
        way.reverse();
        way
    }
}

/// The cheapest ways from a hexagon that cost at most `budget`. `cost` tells what one step costs, at least 1; `None`: it cannot be
/// made. Of two ways that cost the same the one over the hexagon of the lower column, then row, is taken.
pub fn ways(from: Hex, budget: u32, cost: impl Fn(Hex, Hex) -> Option<u32>) -> Ways {
    let mut reached: BTreeMap<Hex, (u32, Hex)> = BTreeMap::from([(from, (0, from))]);
    let mut open: BTreeSet<(u32, Hex)> = BTreeSet::from([(0, from)]);
    while let Some((spent, at)) = open.pop_first() {
        for next in at.around() {
            let Some(step) = cost(at, next) else { continue };
            let total = spent.saturating_add(step.max(1));
            if total > budget {
                continue;
            }
            match reached.get(&next) {
                Some((known, before)) if (*known, *before) <= (total, at) => continue,
                Some((known, _)) => drop(open.remove(&(*known, next))),
                None => {}
            }
            reached.insert(next, (total, at));
            open.insert((total, next));
        }
    }
    Ways { reached }
}

/// The cheapest way from a hexagon to the first that is looked for, without where it begins; `None` when there is none. `left` tells at
/// least how much is still to be spent from a hexagon, never more than it will be; 0 where nothing is known.
pub fn way(
    from: Hex,
    found: impl Fn(Hex) -> bool,
    left: impl Fn(Hex) -> u32,
    cost: impl Fn(Hex, Hex) -> Option<u32>,
) -> Option<Vec<Hex>> {
    let mut reached: BTreeMap<Hex, (u32, Hex)> = BTreeMap::from([(from, (0, from))]);
    let mut open: BTreeSet<(u32, u32, Hex)> = BTreeSet::from([(left(from), 0, from)]);
    while let Some((_, spent, at)) = open.pop_first() {
        if found(at) {
            return Some(Ways { reached }.to(at));
        }
        if reached.get(&at).is_some_and(|(known, _)| *known < spent) {
            continue;
        }
        for next in at.around() {
            let Some(step) = cost(at, next) else { continue };
            let total = spent.saturating_add(step.max(1));
            if reached.get(&next).is_some_and(|(known, before)| (*known, *before) <= (total, at)) {
                continue;
            }
            reached.insert(next, (total, at));
            open.insert((total.saturating_add(left(next)), total, next));
        }
    }
    None
}
