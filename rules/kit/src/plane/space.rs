//! A plane with what stands on it: what a system has to say so that everything here can be asked of its table.

use serde::{Deserialize, Serialize};

use super::{Board, Edge, Pt};

/// What stands on a plane, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[bagarre_kit::wire(export_to = "plane/")]
pub struct Fig(pub u8);

crate::numbers!(Fig);

impl Fig {
    /// As an index.
    pub const fn i(self) -> usize {
        self.0 as usize
    }
}

/// The sizes a system plays with, in u. They are known when the rules are compiled: nothing is looked up on the way.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Side of the table, which is square.
    pub side: i32,
    /// Radius of every base.
    pub base: i32,
    /// Radius of a mark.
    pub mark: i32,
    /// Gap at which bases still touch.
    pub contact: i32,
    /// Overlap that is forgiven, since whole places cannot be exactly tangent.
    pub slack: i32,
    /// Difference of level, or height of an obstacle, that counts for nothing.
    pub step: i32,
    /// Height of the eye above the floor.
    pub eye: i32,
    /// Heights at which a standing figure is looked at, the upper one first.
    pub seen_at: [i32; 2],
    /// Height at which a figure that is down is looked at.
    pub seen_down_at: i32,
    /// Heights of who stands and of who is down, in the way of a look.
    pub height: [i32; 2],
    /// Length of the rays of the test of cover.
    pub cover_reach: i32,
    /// Height above the floor from which something covers.
    pub cover_height: i32,
    /// How many of the 16 rays have to be covered.
    pub cover_needed: u8,
    /// Height climbed at one cost.
    pub climb: i32,
    /// Distance between the places that are tried round a figure that climbs.
    pub grain: i32,
    /// How far beside it a climb begins or ends, between centres.
    pub climb_reach: i32,
    /// Width of a jump, its depth, and the height that is vaulted.
    pub jump: i32,
    /// Distance between the checkpoints of a way.
    pub checkpoint: i32,
    /// How far beyond an edge a place to land is looked for after a push.
    pub landing: i32,
    /// Space kept between pieces, and between marks.
    pub spacing: i32,
    /// Depth of the zone along an edge in which a side sets up.
    pub zone: i32,
    /// Steps of the grids on which a place is looked for: the usual one, and the fine one for where that has none.
    pub grids: [i32; 2],
    /// Greatest component of a facing.
    pub facing: i32,
}

impl Scale {
    /// Distance of centres up to which bases touch.
    pub const fn touch(&self) -> i32 {
        2 * self.base + self.contact
    }

    /// Centres nearer than this overlap.
    pub const fn apart(&self) -> i32 {
        2 * self.base - self.slack
    }

    /// The middle of the table.
    pub const fn centre(&self) -> Pt {
        Pt::new(self.side / 2, self.side / 2)
    }

    /// Whether a point is on the table, its edges included.
    pub const fn holds(&self, p: Pt) -> bool {
        p.x >= 0 && p.y >= 0 && p.x <= self.side && p.y <= self.side
    }

    /// Whether a base is wholly on the table.
    pub const fn on_table(&self, at: Pt) -> bool {
        let (low, high) = (self.base, self.side - self.base);
        at.x >= low && at.y >= low && at.x <= high && at.y <= high
    }

    /// Whether two bases are at most `k` u apart, edge to edge, wherever their figures are now.
    pub const fn near(&self, a: Pt, b: Pt, k: i32) -> bool {
        let reach = (k + 2 * self.base) as i64;
        a.dist2(b) <= reach * reach
    }

    /// How far a point is from an edge of the table.
    pub const fn depth(&self, edge: Edge, at: Pt) -> i32 {
        match edge {
            Edge::S => at.y,
            Edge::N => self.side - at.y,
            Edge::E => self.side - at.x,
            Edge::W => at.x,
        }
    }

    /// Whether a base touches an edge of the table.
    pub const fn touches_edge(&self, edge: Edge, at: Pt) -> bool {
        self.depth(edge, at) <= self.base + self.contact
    }

    /// The point so far along an edge and so deep from it.
    pub const fn spot(&self, edge: Edge, along: i32, deep: i32) -> Pt {
        match edge {
            Edge::S => Pt::new(along, deep),
            Edge::N => Pt::new(along, self.side - deep),
            Edge::E => Pt::new(self.side - deep, along),
            Edge::W => Pt::new(deep, along),
        }
    }
}

/// How a figure stands, really or in thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stance {
    /// Centre.
    pub at: Pt,
    /// Level.
    pub z: i32,
    /// Facing: any vector but zero.
    pub facing: Pt,
    /// On the ground.
    pub down: bool,
}

impl Stance {
    /// Turned to a point; unchanged when it stands on it.
    pub fn turned_to(self, point: Pt) -> Self {
        let facing = point - self.at;
        Self { facing: if facing == Pt::default() { self.facing } else { facing }, ..self }
    }

    /// Whether a point lies in the closed half-plane in front of it.
    pub fn front(self, point: Pt) -> bool {
        self.facing.dot(point - self.at) >= 0
    }

    /// Whether everything within `reach` u of a point surely lies behind it.
    pub(super) fn turned_away(self, point: Pt, reach: i32) -> bool {
        let (ahead, reach) = (self.facing.dot(point - self.at), i64::from(reach));
        ahead < 0 && ahead * ahead > self.facing.norm2() * reach * reach
    }
}

/// What stands on a plane on a round base.
pub trait Body {
    /// How it stands.
    fn stance(&self) -> Stance;
    /// Its centre.
    fn at(&self) -> Pt {
        self.stance().at
    }
    /// Its level.
    fn z(&self) -> i32 {
        self.stance().z
    }
    /// Whether it is on the ground.
    fn is_down(&self) -> bool {
        self.stance().down
    }
    /// Its side: figures of another side are enemies.
    fn side(&self) -> u8;
    /// Whether it is on the plane at all.
    fn is_there(&self) -> bool;
}

/// A place on which no figure may choose to stop, such as that of an objective.
pub trait Mark {
    /// Its place, while it counts.
    fn place(&self) -> Option<Pt>;
}

/// What a system puts on a plane, and how large it is.
pub trait Plane: 'static {
    /// Its sizes.
    const SCALE: Scale;
    /// What stands there.
    type Body: Body;
    /// Where no figure stops.
    type Mark: Mark;
}

/// A plane at one moment: cheap to make, cheap to copy.
pub struct Space<'a, P: Plane> {
    /// Terrain.
    pub board: &'a Board,
    /// What stands there, by number; a figure that is not there keeps its number.
    pub figures: &'a [P::Body],
    /// Marks, by number.
    pub markers: &'a [P::Mark],
}

impl<P: Plane> Clone for Space<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Plane> Copy for Space<'_, P> {}

impl<P: Plane> Space<'_, P> {
    /// Radius of a base.
    pub(super) const BASE: i32 = P::SCALE.base;
    /// Difference of level that counts for nothing.
    pub(super) const STEP: i32 = P::SCALE.step;
    /// Distance of centres up to which bases touch.
    pub(super) const TOUCH: i32 = P::SCALE.touch();
    /// The same, squared.
    pub(super) const TOUCH2: i64 = (Self::TOUCH as i64).pow(2);
    /// Centres nearer than this overlap.
    pub(super) const APART: i32 = P::SCALE.apart();
    /// The same, squared.
    pub(super) const APART2: i64 = (Self::APART as i64).pow(2);
    /// How near to a wall a base may come, from its centre.
    pub(super) const CLEAR: i32 = P::SCALE.base - P::SCALE.slack;

    /// No line of sight to a base ends farther from its centre: samples are at most its radius beside it, each coordinate rounded.
    pub(super) const RAY_REACH: i32 = P::SCALE.base + 2;

    /// Whether two levels count as one.
    pub(super) const fn level(one: i32, other: i32) -> bool {
        (one - other).abs() <= Self::STEP
    }
}
