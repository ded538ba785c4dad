//! The hexagons that a straight line between two centres goes through.

use super::{Cube, Hex};

/// A place a hair's breadth beside the centre, so that a line never runs between two hexagons without choosing: toward the lower x,
/// and between two of the same x toward the lower z. In units of which a step has [`STEP`] for each of its parts.
const NUDGE: [i64; 3] = [-3, 5, -2];
const STEP: i64 = 1 << 24;

/// The hexagons from one to another, both included: one for each step of their distance, the same set in both directions.
pub fn line(from: Hex, to: Hex) -> Vec<Hex> {
    let steps = i64::from(from.distance(to));
    let (a, b) = (parts(from.cube()), parts(to.cube()));
    (0..=steps)
        .map(|n| {
            let unit = steps.max(1) * STEP;
            let mut place = [0; 3];
            for (axis, part) in place.iter_mut().enumerate() {
                *part = (a[axis] * (steps - n) + b[axis] * n) * STEP + NUDGE[axis];
                if steps == 0 {
                    *part = a[axis] * STEP + NUDGE[axis];
                }
            }
            nearest(place, unit)
        })
        .collect()
}

const fn parts(cube: Cube) -> [i64; 3] {
    [cube.x as i64, cube.y as i64, cube.z as i64]
}

/// The hexagon whose centre is nearest to a place given in fractions of `unit`.
fn nearest(place: [i64; 3], unit: i64) -> Hex {
    let round = |part: i64| (2 * part + unit).div_euclid(2 * unit);
    let mut whole = place.map(round);
    let off = [0, 1, 2].map(|axis| (whole[axis] * unit - place[axis]).abs());
    // The part that was rounded most follows from the two others.
    let most = (0..3).max_by_key(|axis| off[*axis]).unwrap_or(0);
    whole[most] -= whole.iter().sum::<i64>();
    Cube { x: whole[0] as i16, y: whole[1] as i16, z: whole[2] as i16 }.hex()
}
