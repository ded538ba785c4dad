//! What the rules say of the table (section 22, GEN-GEO-01): how large things are, what its terrain is, which figures
//! fight each other. The geometry itself knows no system and is in [`bagarre_kit::plane`]; its helpers are those of
//! GEN-GEO-03. Server, bots and client ask the same predicates (GEN-GEO-18):
//!
//! - contact, overlap and levels (GEN-GEO-04, GEN-GEO-05, R-005), in front of (GEN-SCA-06, GEN-GEO-06, GEN-GEO-17), nearest;
//! - sight (GEN-LOS-01, GEN-LOS-02, GEN-LOS-04 to GEN-LOS-08: of the dense GEN-LOS-05, of a down figure GEN-LOS-06, GEN-LOS-07;
//!   GEN-GEO-08, R-102, R-103, R-105), a house being a block without inside (GEN-TER-07, R-104) and the piece a figure stands on a
//!   piece like any other (GEN-GEO-09); figures in the way with R-101 (GEN-LOS-03);
//! - cover (GEN-COV-01, GEN-COV-03, GEN-COV-04, GEN-GEO-10, R-106, R-110, R-111);
//! - where a base stands and passes (GEN-GEO-11, GEN-TER-03, GEN-TER-08, R-044), what the ground costs (GEN-GEO-12, GEN-TER-02,
//!   GEN-TER-09, GEN-ACT-44, R-043), and a top that is left by climbing or jumping only (GEN-TER-04);
//! - paths (GEN-ACT-02, GEN-ACT-03, GEN-ACT-31, GEN-ACT-32, GEN-ACT-34, GEN-ACT-40, GEN-GEO-13), where they may be interrupted
//!   (GEN-AO-04, GEN-AO-06, GEN-AO-08, R-082), ways as far as they go (GEN-SKL-10, GEN-SKL-17), no stop on an objective (GEN-SCN-32);
//! - climbs and jumps (GEN-ACT-04, GEN-ACT-35, GEN-ACT-36, GEN-TER-05, GEN-TER-06, GEN-GEO-14, R-046, R-047);
//! - pushes, chains and falls (GEN-KND-03, GEN-KND-04, GEN-KND-06, GEN-GEO-15, R-165, R-166, R-168).

mod board;
pub mod place;

pub use bagarre_kit::plane::{
    Board, Checkpoint, Climb, ClimbKind, CoverReport, Gait, Goal, Halt, MAX_POINTS, NoClimb, NoPlace,
    Obstacle, Part, Reach, SightReport, Speed, Stance, Stretch, Trip, Walked,
};
pub use board::board_of;
pub use place::NoPiece;

use super::ids::{Edge, Fig};
#[cfg(feature = "testkit")]
use super::scene::Scene;
use super::scene::{Figure, Marker};
use bagarre_kit::plane::{self, Body, Mark, Plane, Pt, Scale};

/// The sizes (GEN-GEO-02): one figure is one person, one centimetre about a metre (GEN-SCA-01).
pub const SCALE: Scale = Scale {
    // GEN-SCA-03, GEN-SCA-05, GEN-SCN-30.
    side: 12_000,
    base: 125,
    mark: 125,
    //
    contact: 10,
    slack: 2,
    step: 100,
    //
    eye: 270,
    seen_at: [270, 100],
    seen_down_at: 60,
    height: [300, 100],
    //
    cover_reach: 250,
    cover_height: 100,
    cover_needed: 4,
    //
    climb: 500,
    climb_reach: 270,
    jump: 500,
    grain: 20,
    //
    checkpoint: 100,
    // GEN-GEO-15.
    landing: 550,
    // GEN-SET-03, 04.
    spacing: 1_000,
    //
    zone: 1_000,
    // Section 21.2.
    grids: [500, 100],
    // GEN-GEO-06.
    facing: 12_000,
};

/// Side of the table.
pub const TABLE: i32 = SCALE.side;
/// Radius of every base.
pub const R: i32 = SCALE.base;
/// Gap at which bases still touch.
pub const CONTACT: i32 = SCALE.contact;
/// Difference of level, or height of an obstacle, that counts for nothing.
pub const STEP: i32 = SCALE.step;
/// Greatest thickness of what may be vaulted.
#[cfg(feature = "testkit")]
pub const THIN: i32 = 200;
/// Width of a jump, and depth of a jump down.
pub const JUMP: i32 = SCALE.jump;
/// Radius of an objective marker.
pub const R_MARKER: i32 = SCALE.mark;
/// Longest follow-up (GEN-GEO-16).
const FOLLOW: i32 = 1_100;

/// What stands on a table of this system.
pub enum Figures {}

impl Plane for Figures {
    const SCALE: Scale = SCALE;
    type Body = Figure;
    type Mark = Marker;
}

impl Body for Figure {
    fn stance(&self) -> Stance {
        Stance { at: self.at, z: self.z, facing: self.facing, down: self.down }
    }

    fn side(&self) -> u8 {
        self.seat.0
    }

    fn is_there(&self) -> bool {
        self.on_table()
    }
}

impl Mark for Marker {
    fn place(&self) -> Option<Pt> {
        (!self.sacked).then_some(self.at)
    }
}

/// The table at one moment: terrain, figures by number, objective markers.
pub type Space<'a> = plane::Space<'a, Figures>;
/// A figure that looks at another one on its way.
pub type Lookout<'a> = plane::Lookout<'a, Figures>;
/// A way on which a figure may go as far as it gets.
pub type Course<'a> = plane::Course<'a, Figures>;

/// What the rules ask of the table besides its geometry.
pub trait Skirmish<'a>: Copy {
    /// The table of a scene; the board is that of its pieces.
    #[cfg(feature = "testkit")]
    fn new(board: &'a Board, scene: &'a Scene) -> Self;
    /// Whether a figure stands and touches a standing enemy (GEN-STA-09).
    fn locked(self, fig: Fig) -> bool;
    /// Whether a figure touches a standing enemy, one excepted.
    fn is_held(self, figure: &Figure, except: Option<Fig>) -> bool;
    /// Whether a figure touches an enemy and not both are down (GEN-STA-09).
    fn in_melee(self, fig: Fig) -> bool;
    /// Enemies in contact, but for a down one that touches a down one.
    fn fights(self, fig: Fig) -> impl Iterator<Item = Fig>;
    /// Returns the figures that are linked to a figure by contacts of enemies that are not both down, itself included,
    /// by number (GEN-STA-09, R-130).
    fn melee(self, fig: Fig) -> Vec<Fig>;
    /// Where the winner of a close combat touches the loser again by moving straight to it; `None` when it touches it
    /// still, is locked by another enemy, or the way is blocked or leaves its level (GEN-CC-09, GEN-GEO-16, R-148).
    fn follow_up(self, winner: Fig, loser: Fig) -> Option<Pt>;
    /// Whether a shot from a place at a figure in cover has −1: the shooter's centre lies in its closed front half-plane,
    /// wherever the element is (GEN-COV-02, R-107). It is there or not: elements do not add up (GEN-COV-05).
    fn cover_counts(self, target: Fig, shooter: Pt) -> bool;
}

impl<'a> Skirmish<'a> for Space<'a> {
    #[cfg(feature = "testkit")]
    fn new(board: &'a Board, scene: &'a Scene) -> Self {
        Self { board, figures: &scene.figures, markers: &scene.markers }
    }

    fn locked(self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        figure.stands() && self.is_held(figure, None)
    }

    #[inline(always)]
    fn is_held(self, figure: &Figure, except: Option<Fig>) -> bool {
        let holds = |(n, other): (u8, &Figure)| !other.down && meets(figure, other) && Some(Fig(n)) != except;
        (0u8..).zip(self.figures).any(holds)
    }

    fn in_melee(self, fig: Fig) -> bool {
        let figure = self.figure(fig);
        let fights = |other: &Figure| !(figure.down && other.down) && meets(figure, other);
        figure.on_table() && self.figures.iter().any(fights)
    }

    fn fights(self, fig: Fig) -> impl Iterator<Item = Fig> {
        let down = self.figure(fig).down;
        self.touching_enemies(fig).filter(move |enemy| !(down && self.figure(*enemy).down))
    }

    fn melee(self, fig: Fig) -> Vec<Fig> {
        let mut found = vec![fig];
        let mut next = 0;
        while next < found.len() {
            for enemy in self.fights(found[next]) {
                if !found.contains(&enemy) {
                    found.push(enemy);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    fn follow_up(self, winner: Fig, loser: Fig) -> Option<Pt> {
        let free = !self.contact(winner, loser) && self.same_level(winner, loser) && !self.locked(winner);
        if free { self.close_up(winner, loser, FOLLOW) } else { None }
    }

    fn cover_counts(self, target: Fig, shooter: Pt) -> bool {
        self.figure(target).in_cover && self.front(target, shooter)
    }
}

/// Whether a figure touches one of another player that is on the table.
fn meets(figure: &Figure, other: &Figure) -> bool {
    other.seat != figure.seat && Space::meets(figure, other) && other.on_table()
}

/// Whether two bases are at most `k` u apart, edge to edge, wherever their figures are now (GEN-GEO-04).
pub const fn near(a: Pt, b: Pt, k: i32) -> bool {
    SCALE.near(a, b, k)
}

/// How far a point is from a table edge.
pub const fn depth(edge: Edge, at: Pt) -> i32 {
    SCALE.depth(edge, at)
}

/// Whether a base touches a table edge: where one may exit (GEN-GEO-17, GEN-SCN-50).
pub const fn touches_edge(edge: Edge, at: Pt) -> bool {
    SCALE.touches_edge(edge, at)
}
