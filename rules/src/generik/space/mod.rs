//! The integer geometry of the table (section 22, GEN-GEO-01): what touches, sees, covers, blocks, carries. Everything is exact,
//! nothing allocates in the tests that are asked thousands of times a game, and every polygon is preceded by its box.
//!
//! Lengths are in u (0.1 mm); the constants are those of GEN-GEO-02, the helpers of GEN-GEO-03 are in [`crate::kit::plane`].
//! A [`Space`] is a view of the table as it is at one moment: cheap to make, cheap to copy.

mod board;
mod climb;
mod course;
mod cover;
mod figures;
mod ground;
mod line;
mod lookout;
mod path;
pub mod place;
mod push;
mod reach;
mod refusals;
mod route;
mod sight;

pub use board::{Board, Part};
pub use climb::{Climb, ClimbKind, NoClimb};
pub use course::Course;
pub use cover::{CoverRay, CoverReport};
pub use figures::{Stance, depth, near, touches_edge};
pub use ground::{Obstacle, Stretch};
pub use lookout::Lookout;
pub use path::{Checkpoint, Gait, Halt, Speed, Trip, Walked};
pub use place::NoPlace;
pub use push::Pushed;
pub use reach::Reach;
pub use refusals::too_far;
pub use route::Goal;
pub use sight::{Ray, SightReport};

use super::scene::{Figure, Marker, Scene};

/// Side of the table (GEN-SCA-03).
pub const TABLE: i32 = 12_000;
/// Radius of every base (GEN-SCA-05).
pub const R: i32 = 125;
/// Gap at which bases still touch.
pub const CONTACT: i32 = 10;
/// Overlap that is forgiven, since integer positions cannot be exactly tangent.
pub const SLACK: i32 = 2;
/// Difference of level, or height of an obstacle, that counts for nothing.
pub const STEP: i32 = 100;
/// Height of the eye above the floor of its figure.
pub const EYE: i32 = 270;
/// Heights at which a standing figure is looked at.
pub const SAMPLE_Z: [i32; 2] = [270, 100];
/// Height at which a down figure is looked at.
pub const SAMPLE_Z_DOWN: i32 = 60;
/// Height of a standing figure.
pub const FIG_H: i32 = 300;
/// Height of a down figure.
pub const FIG_H_DOWN: i32 = 100;
/// Length of the rays of the cover test.
pub const COVER_RAY: i32 = 250;
/// Covered rays that make cover, of 16.
pub const COVER_NEEDED: u8 = 4;
/// Height above the floor from which an element covers.
pub const COVER_HEIGHT: i32 = 100;
/// Greatest thickness of what may be vaulted.
pub const THIN: i32 = 200;
/// Width of a jump, and depth of a jump down.
pub const JUMP: i32 = 500;
/// Height climbed for one action die.
pub const CLIMB: i32 = 500;
/// Radius of an objective marker (GEN-SCN-30).
pub const R_MARKER: i32 = 125;
/// Distance between the checkpoints of a move.
pub const CHECKPOINT: i32 = 100;
/// Most points of a path (GEN-ACT-32).
pub const MAX_POINTS: usize = 16;
/// Greatest component of a facing (GEN-GEO-06).
pub const MAX_FACING: i32 = 12_000;
/// How far beyond an edge a pushed figure looks for a landing (GEN-GEO-15).
pub const LANDING: i32 = 550;
/// Space kept between pieces of terrain, and round the centre (GEN-SET-03, 04).
pub const SPACING: i32 = 1_000;

/// One figure is one person, one centimetre about a metre (GEN-SCA-01). The table at one moment: terrain, figures by number, objective markers (GEN-GEO-18: server, bots and client ask the
/// same predicates).
#[derive(Clone, Copy, Debug)]
pub struct Space<'a> {
    /// Terrain.
    pub board: &'a Board,
    /// Figures by number, on the table or not.
    pub figures: &'a [Figure],
    /// Objective markers, sacked or not.
    pub markers: &'a [Marker],
}

impl<'a> Space<'a> {
    /// The table of a scene; the board is that of its pieces.
    pub fn new(board: &'a Board, scene: &'a Scene) -> Self {
        Self { board, figures: &scene.figures, markers: &scene.markers }
    }
}
