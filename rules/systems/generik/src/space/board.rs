//! The pieces of terrain as they lie on the table (GEN-TER-01, GEN-GEO-07).

use super::{Board, Part, STEP};
use crate::setup::Placed;
use crate::terrain;

/// The board of pieces that passed [`super::place::check_table`] or were placed by [`super::place::may_place`]. A walkable top
/// carries figures when it is more than 1 cm high (GEN-TER-04).
pub fn board_of(pieces: &[Placed]) -> Board {
    let mut parts = Vec::with_capacity(pieces.len() + 4);
    for (number, placed) in pieces.iter().enumerate() {
        let row = terrain::row(placed.piece);
        parts.extend(row.polys.iter().map(|poly| Part {
            poly: poly.placed(placed.turn, placed.at),
            piece: number as u8,
            height: row.height,
            motion: row.motion,
            los: row.los,
            cover: row.cover,
            surface: row.top && row.height > STEP,
            thin: row.thin,
        }));
    }
    Board::of_parts(parts)
}
