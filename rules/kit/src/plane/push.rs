//! Pushes, chains, falls and follow-ups.

use super::{Body, Fig, Obstacle, Part, Plane, Pt, Sort, Space, at, csqrt, seg_poly_lt, seg_pt_lt};

/// Where a push leaves a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pushed {
    /// Its centre.
    pub end: Pt,
    /// Its level.
    pub z: i32,
    /// How deep it fell, in u; 0 when it did not.
    pub drop: i32,
    /// Standing figures that go down by the chain, by number.
    pub toppled: Vec<Fig>,
    /// What kept it from the whole way.
    pub stopped: Option<Obstacle>,
}

impl<P: Plane> Space<'_, P> {
    /// Pushes a figure away from a point by up to `by` u: it stops before figures, solid pieces and the table edge, and
    /// falls where its surface ends.
    pub fn push(self, fig: Fig, away_from: Pt, by: i32) -> Pushed {
        let figure = self.figure(fig);
        let (start, z) = (figure.at(), figure.z());
        let d = start - away_from;
        let len = csqrt(d.norm2() as u64) as i32;
        let mut pushed = Pushed { end: start, z, drop: 0, toppled: Vec::new(), stopped: None };
        if len == 0 {
            return pushed;
        }
        self.slide(fig, (start, d, len), by, &mut pushed);
        let before: Vec<Fig> = self.touching(fig, start, z).collect();
        let new = self.touching(fig, pushed.end, pushed.z).filter(|other| !before.contains(other));
        pushed.toppled.extend(new);
        pushed.toppled.retain(|other| !self.figure(*other).is_down());
        pushed.toppled.sort_unstable();
        pushed.toppled.dedup();
        pushed
    }

    /// Goes the way of a push step by step as far as it leads; `toppled` gets the figures that stop it.
    fn slide(self, fig: Fig, (start, d, len): (Pt, Pt, i32), by: i32, pushed: &mut Pushed) {
        let z = pushed.z;
        let to = at(start, d, by, len);
        // Only what is near the straight way can matter; rounded places stray from it by less than 1 u.
        let wide = Self::BASE + 2;
        let walls: Vec<&Part> = (self.board.near_of(Sort::Wall, start, to, wide))
            .filter(|part| part.blocks(z, Self::STEP) && seg_poly_lt(start, to, &part.poly, wide))
            .collect();
        let near: Vec<(Fig, Pt)> = (self.fielded())
            .filter(|(other, it)| {
                *other != fig && Self::level(it.z(), z) && seg_pt_lt(start, to, it.at(), Self::BASE + wide)
            })
            .map(|(other, figure)| (other, figure.at()))
            .collect();
        if z == 0 && walls.is_empty() && near.is_empty() && P::SCALE.on_table(to) {
            pushed.end = to;
            return;
        }
        for s in 1..=by {
            let p = at(start, d, s, len);
            let wall = || walls.iter().find(|part| seg_poly_lt(p, p, &part.poly, Self::CLEAR));
            pushed.stopped = if P::SCALE.on_table(p) {
                wall().map(|part| Obstacle::Piece(part.piece))
            } else {
                Some(Obstacle::Table)
            };
            if pushed.stopped.is_some() {
                return;
            }
            let here = pushed.end;
            let hit = |(_, c): &&(Fig, Pt)| c.dist2(p) < Self::APART2 && c.dist2(p) < c.dist2(here);
            pushed.toppled.extend(near.iter().filter(hit).map(|(other, _)| *other));
            if let Some(other) = pushed.toppled.first() {
                pushed.stopped = Some(Obstacle::Figure(*other));
                return;
            }
            if z > 0 && self.board.support(p, z) < z {
                match self.landing(fig, start, d, s, len) {
                    Some((end, low)) => (pushed.end, pushed.z, pushed.drop) = (end, low, z - low),
                    None => pushed.stopped = Some(Obstacle::Level),
                }
                return;
            }
            pushed.end = p;
        }
    }

    /// The first free place of a lower level beyond the edge that a push crosses at length `s`, and its level.
    fn landing(self, fig: Fig, start: Pt, d: Pt, s: i32, len: i32) -> Option<(Pt, i32)> {
        let z = self.figure(fig).z();
        (s..=s + P::SCALE.landing).map(|s| at(start, d, s, len)).find_map(|p| {
            let low = self.board.support(p, z);
            (low < z && self.legal_point(fig, p, low).is_ok()).then_some((p, low))
        })
    }

    /// Where a figure touches another one by moving straight to it, `most` u at most; `None` when the way is blocked or leaves
    /// its level.
    pub fn close_up(self, fig: Fig, to: Fig, most: i32) -> Option<Pt> {
        let (start, z) = (self.figure(fig).at(), self.figure(fig).z());
        let target = self.figure(to).at();
        let d = target - start;
        let len = csqrt(d.norm2() as u64) as i32;
        let place = |s: i32| at(start, d, s, len);
        // Rounded places are less than 1 u off: before this none touches.
        let first = (len - Self::TOUCH - 2).max(1);
        let last = (first..=most.min(len)).find(|s| place(*s).dist2(target) <= Self::TOUCH2)?;
        let way = (start, place(last));
        if z <= Self::STEP {
            // Free with 2 u to spare, or barred by more than that: rounding changes neither.
            if self.segment_eased(fig, None, way, z, -2).is_ok() {
                return Some(way.1);
            }
            self.segment_eased(fig, None, way, z, 2).ok()?;
        }
        (1..=last).all(|s| self.legal_point(fig, place(s), z).is_ok()).then_some(way.1)
    }
}
