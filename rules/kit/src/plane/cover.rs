//! What covers a figure in front of it: how many of the rays it sends out meet something.

use serde::{Deserialize, Serialize};

use super::{Part, Plane, Pt, STEPS, Shelter, Sort, Space, isqrt, pt_poly_le, rdiv};

/// Cosine and sine, times 10 000, of the eight rays on the right of the facing, from −84.375° on in steps of 11.25°; the
/// eight on the left mirror them.
const RAYS: [(i64, i64); 8] = [
    (980, -9_952),
    (2_903, -9_569),
    (4_714, -8_819),
    (6_344, -7_730),
    (7_730, -6_344),
    (8_819, -4_714),
    (9_569, -2_903),
    (9_952, -980),
];

/// Rays of the test.
const COUNT: u8 = 16;

/// One ray of the test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct CoverRay {
    /// Its end.
    pub to: Pt,
    /// Pieces that it meets, by number: it counts with one.
    pub pieces: Vec<u8>,
}

/// The test, for showing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct CoverReport {
    /// The facing it was made with.
    pub facing: Pt,
    /// The rays, from the right of the figure to its left.
    pub rays: Vec<CoverRay>,
    /// How many of them count.
    pub covered: u8,
    /// How many it takes.
    pub needed: u8,
    /// The area round the figure that covers it on all sides: then every ray counts.
    pub inside: Option<u8>,
}

impl CoverReport {
    /// Pieces that cover, by number.
    pub fn pieces(&self) -> Vec<u8> {
        let mut pieces: Vec<u8> =
            self.rays.iter().flat_map(|ray| ray.pieces.iter().copied()).chain(self.inside).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces
    }
}

/// The rays of a figure at a place.
struct Rays {
    at: Pt,
    facing: Pt,
    reach: i32,
    /// Lengths of the facing times each of the first four rays. Those of the others are the same: they swap cosine and sine.
    lengths: [i64; 4],
}

impl Rays {
    fn new(at: Pt, facing: Pt, reach: i32) -> Self {
        let lengths = std::array::from_fn(|i| {
            let (cos, sin) = RAYS[i];
            isqrt((facing.norm2() * (cos * cos + sin * sin)) as u64).max(1) as i64
        });
        Self { at, facing, reach, lengths }
    }

    /// The end of ray `i`, 0 to 15.
    #[inline(always)]
    fn end(&self, i: usize) -> Pt {
        let n = i.min(15 - i);
        let (cos, sin) = if i < 8 { RAYS[n] } else { (RAYS[n].0, -RAYS[n].1) };
        let (fx, fy) = (i64::from(self.facing.x), i64::from(self.facing.y));
        let (vx, vy) = (fx * cos - fy * sin, fx * sin + fy * cos);
        let (reach, len) = (i64::from(self.reach), self.lengths[n.min(7 - n)]);
        self.at + Pt::new(rdiv(vx * reach, len) as i32, rdiv(vy * reach, len) as i32)
    }
}

impl<'a, P: Plane> Space<'a, P> {
    /// How many of the 16 rays in front of a figure meet a covering element; all of them when its centre lies in an
    /// area that covers on all sides.
    pub fn covered(self, at: Pt, z: i32, facing: Pt) -> u8 {
        if self.sheltered(at) {
            return COUNT;
        }
        let near = self.covers_near(at, z);
        if near.is_empty() {
            return 0;
        }
        let rays = Rays::new(at, facing, P::SCALE.cover_reach);
        (0..usize::from(COUNT)).filter(|i| meets(&near, at, rays.end(*i))).count() as u8
    }

    /// The elements that a ray from a place may meet, whichever way it goes.
    fn covers_near(self, at: Pt, z: i32) -> Vec<&'a Part> {
        // The ends of rays are rounded.
        let reach = P::SCALE.cover_reach + 2;
        let covers =
            |part: &&Part| part.height - z >= P::SCALE.cover_height && pt_poly_le(at, &part.poly, reach);
        self.board.near_of(Sort::Edge, at, at, reach).filter(covers).collect()
    }

    /// Whether enough of the rays with a facing meet one of some elements; as soon as it is known either way no more are tried.
    fn screened(near: &[&Part], at: Pt, facing: Pt) -> bool {
        let needed = P::SCALE.cover_needed;
        let rays = Rays::new(at, facing, P::SCALE.cover_reach);
        let mut open = 0;
        let mut covered = 0;
        for i in 0..usize::from(COUNT) {
            if covered >= needed || open > COUNT - needed {
                break;
            }
            if meets(near, at, rays.end(i)) { covered += 1 } else { open += 1 }
        }
        covered >= needed
    }

    /// The same test with what each ray meets, for showing.
    pub fn cover(self, at: Pt, z: i32, facing: Pt) -> CoverReport {
        let parts = self.board.parts();
        let inside = parts.iter().find(|part| part.cover == Shelter::Inside && part.poly.contains(at));
        let covers = |part: &&Part| part.cover == Shelter::Edge && part.height - z >= P::SCALE.cover_height;
        let ends = Rays::new(at, facing, P::SCALE.cover_reach);
        let rays = (0..usize::from(COUNT)).map(|i| {
            let to = ends.end(i);
            let met = parts.iter().filter(covers).filter(|part| part.poly.clip(at, to).is_some());
            let mut pieces: Vec<u8> = met.map(|part| part.piece).collect();
            pieces.dedup();
            CoverRay { to, pieces }
        });
        let rays: Vec<CoverRay> = rays.collect();
        let covered = rays.iter().filter(|ray| inside.is_some() || !ray.pieces.is_empty()).count() as u8;
        CoverReport {
            facing,
            rays,
            covered,
            needed: P::SCALE.cover_needed,
            inside: inside.map(|part| part.piece),
        }
    }

    /// Whether a place lies in an area that covers on all sides.
    pub fn sheltered(self, at: Pt) -> bool {
        self.board.near_of(Sort::Inside, at, at, 0).any(|part| part.poly.contains(at))
    }

    /// Whether a figure may take cover at a place with a facing: enough of its front is screened.
    pub fn can_cover(self, at: Pt, z: i32, facing: Pt) -> bool {
        if self.sheltered(at) {
            return true;
        }
        let near = self.covers_near(at, z);
        !near.is_empty() && Self::screened(&near, at, facing)
    }

    /// A facing for taking cover at a place that keeps a point in front of it: straight to the point if that will do,
    /// else the nearest of the turns by 15 degrees that leave it within the half-plane.
    pub fn cover_facing(self, at: Pt, z: i32, against: Pt) -> Option<Pt> {
        let to = against - at;
        if to == Pt::default() {
            return None;
        }
        // What may cover is the same for every facing, and mostly nothing is there.
        let sheltered = self.sheltered(at);
        let near = if sheltered { Vec::new() } else { self.covers_near(at, z) };
        if !sheltered && near.is_empty() {
            return None;
        }
        let turns = (0..=STEPS / 4).flat_map(|n| [n, (STEPS - n) % STEPS]);
        let facings =
            turns.map(|n| to.turned(n)).filter(|facing| *facing != Pt::default() && facing.dot(to) >= 0);
        let mut allowed = facings.filter(|facing| facing.x.abs().max(facing.y.abs()) <= P::SCALE.facing);
        allowed.find(|facing| sheltered || Self::screened(&near, at, *facing))
    }
}

/// Whether a ray meets one of some elements.
fn meets(near: &[&Part], at: Pt, end: Pt) -> bool {
    near.iter().any(|part| part.poly.clip(at, end).is_some())
}
