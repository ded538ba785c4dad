//! Pushes, chains, falls and follow-ups (GEN-KND-03, 04, 06, GEN-GEO-15, 16).

use super::figures::{APART2, TOUCH2, level};
use super::ground::on_table;
use super::{LANDING, R, SLACK, Space};
use crate::generik::ids::Fig;
use crate::kit::plane::{Pt, at, csqrt, seg_poly_lt, seg_pt_lt};

/// Where a push leaves a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// Its centre.
    pub end: Pt,
    /// Its level.
    pub z: i32,
    /// How deep it fell, in u; 0 when it did not. From 500 u on a fall wounds (GEN-KND-06).
    pub drop: i32,
    /// Standing figures that go down by the chain, by number (GEN-KND-04).
    pub toppled: Vec<Fig>,
}

/// Longest follow-up (GEN-GEO-16).
const FOLLOW: i32 = 1_100;

impl Space<'_> {
    /// Pushes a figure away from a point by up to `by` u: it stops before figures, solid pieces and the table edge, and
    /// falls where its surface ends (GEN-GEO-15, R-165, R-166, R-168).
    pub fn push(self, fig: Fig, away_from: Pt, by: i32) -> Pushed {
        let figure = self.figure(fig);
        let (start, z) = (figure.at, figure.z);
        let d = start - away_from;
        let len = csqrt(d.norm2() as u64) as i32;
        let mut pushed = Pushed { end: start, z, drop: 0, toppled: Vec::new() };
        if len == 0 {
            return pushed;
        }
        if self.open_way(fig, start, at(start, d, by, len), z) {
            pushed.end = at(start, d, by, len);
        } else {
            for s in 1..=by {
                let p = at(start, d, s, len);
                if !on_table(p) || self.walled(p, z) {
                    break;
                }
                let hit = |(other, c): &(Fig, Pt)| {
                    *other != fig && c.dist2(p) < APART2 && c.dist2(p) < c.dist2(pushed.end)
                };
                let stopped: Vec<Fig> = self.on_level(z).filter(hit).map(|(other, _)| other).collect();
                if !stopped.is_empty() {
                    pushed.toppled = stopped;
                    break;
                }
                if self.board.support(p, z) < z {
                    if let Some((end, low)) = self.landing(fig, start, d, s, len) {
                        (pushed.end, pushed.z, pushed.drop) = (end, low, z - low);
                    }
                    break;
                }
                pushed.end = p;
            }
        }
        let before: Vec<Fig> = self.touching(fig, start, z).collect();
        let new = self.touching(fig, pushed.end, pushed.z).filter(|other| !before.contains(other));
        pushed.toppled.extend(new);
        pushed.toppled.retain(|other| !self.figure(*other).down);
        pushed.toppled.sort_unstable();
        pushed.toppled.dedup();
        pushed
    }

    /// Whether nothing at all is near the way from one place to another on the ground: the push goes all the way.
    fn open_way(self, fig: Fig, from: Pt, to: Pt, z: i32) -> bool {
        // Rounded places stray from the line by less than 1 u.
        let wide = R + 2;
        z == 0
            && on_table(to)
            && !self
                .board
                .parts()
                .iter()
                .any(|part| part.blocks(z) && seg_poly_lt(from, to, &part.poly, wide))
            && !self.on_level(z).any(|(other, c)| other != fig && seg_pt_lt(from, to, c, R + wide))
    }

    /// Figures on a level, with their places.
    fn on_level(self, z: i32) -> impl Iterator<Item = (Fig, Pt)> {
        self.fielded().filter(move |(_, other)| level(other.z, z)).map(|(other, figure)| (other, figure.at))
    }

    /// Whether a base at a place would be in a solid piece.
    fn walled(self, p: Pt, z: i32) -> bool {
        self.board.parts().iter().any(|part| part.blocks(z) && seg_poly_lt(p, p, &part.poly, R - SLACK))
    }

    /// The first free place of a lower level beyond the edge that a push crosses at length `s`, and its level.
    fn landing(self, fig: Fig, start: Pt, d: Pt, s: i32, len: i32) -> Option<(Pt, i32)> {
        let z = self.figure(fig).z;
        (s..=s + LANDING).map(|s| at(start, d, s, len)).find_map(|p| {
            let low = self.board.support(p, z);
            (low < z && self.legal_point(fig, p, low).is_ok()).then_some((p, low))
        })
    }

    /// Where the winner of a close combat touches the loser again by moving straight to it; `None` when it touches it
    /// still, is locked by another enemy, or the way is blocked or leaves its level (GEN-CC-09, GEN-GEO-16, R-148).
    pub fn follow_up(self, winner: Fig, loser: Fig) -> Option<Pt> {
        let (start, z) = (self.figure(winner).at, self.figure(winner).z);
        if self.contact(winner, loser) || !self.same_level(winner, loser) || self.locked(winner) {
            return None;
        }
        let target = self.figure(loser).at;
        let d = target - start;
        let len = csqrt(d.norm2() as u64) as i32;
        for s in 1..=FOLLOW.min(len) {
            let p = at(start, d, s, len);
            if self.legal_point(winner, p, z).is_err() {
                return None;
            }
            if p.dist2(target) <= TOUCH2 {
                return Some(p);
            }
        }
        None
    }
}
