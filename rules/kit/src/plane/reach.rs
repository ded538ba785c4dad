//! The area a figure can walk to: for showing, on request.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use serde::{Deserialize, Serialize};

use super::{Body, Fig, Gait, Plane, Pt, Space, Trip, seg_pt_lt};

/// Places a figure can walk to, on a square grid round it; the cells of short ways are as far apart as checkpoints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Reach {
    /// Side of a cell in u.
    pub step: i32,
    /// Centres of the cells, each a place where the move may end, by distance walked.
    pub cells: Vec<Pt>,
    /// Enemies it can come into contact with, by number.
    pub touched: Vec<Fig>,
}

/// Cells from the middle to the rim of the greatest area.
const RINGS: i32 = 20;

/// A cell reached: what it costs, and the place from which the last straight piece of way leads there.
#[derive(Clone, Copy)]
struct Cell {
    cost: i32,
    from: Pt,
    before: i32,
    stop: bool,
}

impl<P: Plane> Space<'_, P> {
    /// Where a figure can walk with a budget. The ways tried are straight between cells that see each other, so that the
    /// area is exact in the open and at most a cell short round corners. Contact with a standing enemy ends a way.
    pub fn reach(self, fig: Fig, gait: Gait) -> Reach {
        let (start, z) = (self.figure(fig).at(), self.figure(fig).z());
        let step = P::SCALE.checkpoint.max(gait.budget / RINGS);
        let place = |(col, row): (i32, i32)| start + Pt::new(col * step, row * step);
        let mut found: BTreeMap<(i32, i32), Cell> = BTreeMap::new();
        let mut open = BinaryHeap::new();
        found.insert((0, 0), Cell { cost: 0, from: start, before: 0, stop: false });
        open.push(Reverse((0, (0, 0))));
        let mut reach = Reach { step, ..Reach::default() };
        while let Some(Reverse((cost, here))) = open.pop() {
            let cell = found[&here];
            if cost > cell.cost {
                continue;
            }
            let at = place(here);
            if here != (0, 0) && self.covers_marker(at, z).is_none() {
                reach.cells.push(at);
            }
            if cell.stop {
                continue;
            }
            for (dc, dr) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                let there = (here.0 + dc, here.1 + dr);
                let to = place(there);
                if !P::SCALE.on_table(to) {
                    continue;
                }
                let straight = self.leg(fig, cell.from, cell.before, to, gait);
                let leg = straight.or_else(|| self.leg(fig, at, cost, to, gait));
                let Some(new) = leg else { continue };
                if new.cost <= gait.budget && found.get(&there).is_none_or(|old| new.cost < old.cost) {
                    found.insert(there, new);
                    open.push(Reverse((new.cost, there)));
                }
            }
        }
        reach.touched = self.within_grasp(fig, &found, place, gait);
        reach
    }

    /// A straight piece of way, if it is free.
    fn leg(self, fig: Fig, from: Pt, before: i32, to: Pt, gait: Gait) -> Option<Cell> {
        let z = self.figure(fig).z();
        self.segment_clear(fig, None, from, to, z).ok()?;
        let mut near = self.standing_enemies(fig, z);
        let met = near.find(|(_, enemy)| seg_pt_lt(from, to, enemy.at(), Self::TOUCH + 1));
        if met.is_some_and(|(_, enemy)| enemy.at().dist2(to) > Self::TOUCH2) {
            return None;
        }
        if gait.clear_only && self.difficult(from, to, z) > 0 {
            return None;
        }
        let cost = before + self.segment_cost(from, to, z, gait.speed);
        Some(Cell { cost, from, before, stop: met.is_some() })
    }

    /// Standing enemies that a straight piece of way from a cell reached brings into contact within the budget.
    fn within_grasp(
        self,
        fig: Fig,
        found: &BTreeMap<(i32, i32), Cell>,
        place: impl Fn((i32, i32)) -> Pt,
        gait: Gait,
    ) -> Vec<Fig> {
        let z = self.figure(fig).z();
        let mut touched = Vec::new();
        for (enemy, other) in self.standing_enemies(fig, z) {
            let grasps = |(key, cell): (&(i32, i32), &Cell)| {
                let at = place(*key);
                if cell.stop {
                    return at.dist2(other.at()) <= Self::TOUCH2;
                }
                let left = gait.budget - cell.cost;
                if !P::SCALE.near(at, other.at(), left + P::SCALE.contact) {
                    return false;
                }
                let trip = Trip {
                    fig,
                    start: at,
                    path: &[other.at()],
                    gait: Gait { budget: left, ..gait },
                    from: 0,
                };
                self.walk(&trip).is_ok_and(|walked| walked.cut == Some(enemy))
            };
            if found.iter().any(grasps) {
                touched.push(enemy);
            }
        }
        touched
    }
}
