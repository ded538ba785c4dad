//! Placing terrain, figures and markers before the fight (GEN-SET-03, 04, 08, GEN-SCN-60, GEN-DEC-02, 05, 06).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::figures::{APART2, level};
use super::ground::on_table;
use super::{Board, Obstacle, R, R_MARKER, SPACING, Space, TABLE, depth};
use crate::generik::ids::{Edge, Era, Fig, Scenario, Terrain};
use crate::generik::scene::Marker;
use crate::generik::setup::Placed;
use crate::generik::terrain;
use crate::kit::plane::{Poly, Pt, STEPS, pt_poly_le, seg_poly_lt};

/// Most pieces on a table of one's own.
pub const MAX_PIECES: usize = 40;
/// Depth of the deployment zone.
const ZONE: i32 = 1_000;
/// Step of the grid that defaults are looked for on (section 21.2).
const GRID: i32 = 500;
/// Step of the finer grid that is searched when the other has no place left.
const FINE_GRID: i32 = 100;

/// Step of the grid on which room for a piece is looked for near a place.
const NEAR_GRID: i32 = 250;

/// Why something may not be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum NoPlace {
    /// Not wholly on the table.
    #[error("not wholly on the table")]
    OffTable,
    /// The rotation is no step from 0 to 23.
    #[error("a rotation is 0 to 23 steps of 15 degrees")]
    Turn,
    /// The piece is of another era's set.
    #[error("a piece of another era")]
    Era,
    /// Every copy of the piece is on the table.
    #[error("no copy of this piece is left")]
    NoCopy,
    /// Too near another piece, by number.
    #[error("too near another piece")]
    TooNear(u8),
    /// Overlaps another piece, by number.
    #[error("overlaps another piece")]
    Overlap(u8),
    /// Too near the centre of the table (GEN-SET-04).
    #[error("too near the centre of the table")]
    Centre,
    /// More than 40 pieces.
    #[error("at most {MAX_PIECES} pieces")]
    TooMany,
    /// Outside the zone along the own table edge.
    #[error("outside the deployment zone")]
    Zone,
    /// A base cannot stand there.
    #[error("a base cannot stand there")]
    Blocked(Obstacle),
    /// On a marker, or too near another one.
    #[error("too near an objective marker")]
    Marker(u8),
    /// On terrain, by the number of the piece.
    #[error("on terrain")]
    Terrain(u8),
    /// A table of one's own leaves too little room along an edge.
    #[error("too little room along a table edge")]
    NoRoom(Edge),
}

/// The centre of the table.
const CENTRE: Pt = Pt::new(TABLE / 2, TABLE / 2);

/// Where the polygons of a piece lie, if it is wholly on the table.
fn polys(piece: Placed) -> Result<Vec<Poly>, NoPlace> {
    if piece.turn >= STEPS {
        return Err(NoPlace::Turn);
    }
    let polys: Vec<Poly> =
        terrain::row(piece.piece).polys.iter().map(|poly| poly.placed(piece.turn, piece.at)).collect();
    let within = |p: Pt| (0..=TABLE).contains(&p.x) && (0..=TABLE).contains(&p.y);
    if polys.iter().all(|poly| within(poly.min()) && within(poly.max())) {
        Ok(polys)
    } else {
        Err(NoPlace::OffTable)
    }
}

/// Whether a piece may be added to those on the table: of the era's set, a copy left, wholly on the table, 10 cm from
/// every other piece and, where the scenario asks it (`centre_free`), more than 10 cm from the centre (GEN-SET-03, 04,
/// R-237, GEN-GEO-07).
pub fn may_place(placed: &[Placed], piece: Placed, era: Era, centre_free: bool) -> Result<(), NoPlace> {
    if terrain::row(piece.piece).era != era {
        return Err(NoPlace::Era);
    }
    if !copy_left(placed, piece.piece) {
        return Err(NoPlace::NoCopy);
    }
    fits(&lying(placed), piece, centre_free)
}

/// Whether a scenario keeps the centre of the table free of terrain (GEN-SET-04).
pub fn centre_free(scenario: Scenario) -> bool {
    matches!(scenario, Scenario::Ravioli | Scenario::DuelDHonneur)
}

/// Whether a copy of a piece is left.
fn copy_left(placed: &[Placed], piece: Terrain) -> bool {
    placed.iter().filter(|other| other.piece == piece).count() < usize::from(terrain::row(piece).copies)
}

/// Every polygon on the table, with the number of its piece.
fn lying(placed: &[Placed]) -> Vec<(u8, Poly)> {
    let number = |(n, piece): (usize, &Placed)| {
        let polys = terrain::row(piece.piece).polys.iter().map(|poly| poly.placed(piece.turn, piece.at));
        polys.map(move |poly| (n as u8, poly)).collect::<Vec<_>>()
    };
    placed.iter().enumerate().flat_map(number).collect()
}

/// Whether there is room for a piece beside those that lie on the table.
fn fits(others: &[(u8, Poly)], piece: Placed, centre_free: bool) -> Result<(), NoPlace> {
    let own = polys(piece)?;
    if let Some((number, _)) =
        others.iter().find(|(_, other)| own.iter().any(|poly| poly.nearer_than(other, SPACING)))
    {
        return Err(NoPlace::TooNear(*number));
    }
    if centre_free && own.iter().any(|poly| pt_poly_le(CENTRE, poly, SPACING)) {
        Err(NoPlace::Centre)
    } else {
        Ok(())
    }
}

/// Whether a table of one's own will do for a scenario; while it is open the centre is kept free too.
pub fn own_table(pieces: &[Placed], scenario: Option<Scenario>) -> Result<(), NoPlace> {
    check_table(pieces).map_err(|(_, why)| why)?;
    let near = |(_, poly): &(u8, Poly)| pt_poly_le(CENTRE, poly, SPACING);
    if scenario.is_none_or(centre_free) && lying(pieces).iter().any(near) {
        return Err(NoPlace::Centre);
    }
    let board = Board::new(pieces);
    let space = Space { board: &board, figures: &[], markers: &[] };
    let cramped = |edge: &&Edge| !space.has_room(**edge, scenario);
    Edge::ALL.iter().find(cramped).map_or(Ok(()), |edge| Err(NoPlace::NoRoom(*edge)))
}

/// Places that a zone must hold so that a band of 20 always finds one, however badly the others stand: each base
/// takes one of them at most, since they are two bases apart.
const ROOM: usize = 20;
/// With more than two bands those of the neighbours in the two corners stand in the zone too.
const ROOM_OF_MANY: usize = ROOM + 12;

/// Whether a table of one's own is one: every piece wholly on it, none overlapping another. `Err` names the piece.
pub fn check_table(pieces: &[Placed]) -> Result<(), (usize, NoPlace)> {
    if pieces.len() > MAX_PIECES {
        return Err((MAX_PIECES, NoPlace::TooMany));
    }
    let mut all: Vec<Vec<Poly>> = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        let own = polys(*piece).map_err(|why| (number, why))?;
        let over = |other: &Vec<Poly>| other.iter().any(|one| own.iter().any(|two| one.overlaps(two)));
        if let Some(other) = all.iter().position(over) {
            return Err((number, NoPlace::Overlap(other as u8)));
        }
        all.push(own);
    }
    Ok(())
}

/// Whether a table of one's own may be kept: it is one, of the pieces of a single era's set and no more of each than the
/// set has.
pub fn kept_table(pieces: &[Placed], era: Era) -> Result<(), NoPlace> {
    for (number, piece) in pieces.iter().enumerate().take(MAX_PIECES) {
        if terrain::row(piece.piece).era != era {
            return Err(NoPlace::Era);
        }
        if !copy_left(&pieces[..number], piece.piece) {
            return Err(NoPlace::NoCopy);
        }
    }
    check_table(pieces).map_err(|(_, why)| why)
}

/// The points of a grid in the order defaults are looked for: rows from an edge inward, columns from the middle outward,
/// west (or south) before east (or north) (section 21.2).
fn scan(edge: Edge, grid: i32) -> impl Iterator<Item = Pt> {
    let columns = move || {
        let outward = (0..=TABLE / 2 / grid).flat_map(move |n| [TABLE / 2 - n * grid, TABLE / 2 + n * grid]);
        outward.enumerate().filter(|(i, _)| *i != 1).map(|(_, along)| along)
    };
    (0..=TABLE / grid).flat_map(move |row| columns().map(move |along| spot(edge, along, row * grid)))
}

/// The point so far along an edge and so deep from it.
pub(in crate::generik) fn spot(edge: Edge, along: i32, deep: i32) -> Pt {
    match edge {
        Edge::S => Pt::new(along, deep),
        Edge::N => Pt::new(along, TABLE - deep),
        Edge::E => Pt::new(TABLE - deep, along),
        Edge::W => Pt::new(deep, along),
    }
}

/// The piece placed for a player who does not answer: the first of the set that has a copy and a place left, at the first
/// legal point of the grid, unturned (GEN-DEC-02). `None` ends the step early (GEN-SET-03).
pub fn first_piece(placed: &[Placed], era: Era, centre_free: bool) -> Option<Placed> {
    let others = lying(placed);
    let find = |piece: Terrain| {
        let mut spots = scan(Edge::S, GRID).map(|at| Placed { piece, at, turn: 0 });
        spots.find(|spot| fits(&others, *spot, centre_free).is_ok())
    };
    terrain::set(era).filter(|piece| copy_left(placed, *piece)).find_map(find)
}

/// The legal place of a piece nearest to a given one, to begin from: as it is turned, else by quarter turns, else turned
/// any way. Refuses like [`may_place`] when there is none.
pub fn nearest_piece(
    placed: &[Placed],
    piece: Placed,
    era: Era,
    centre_free: bool,
) -> Result<Placed, NoPlace> {
    let why = match may_place(placed, piece, era, centre_free) {
        Ok(()) => return Ok(piece),
        Err(why @ (NoPlace::Era | NoPlace::NoCopy | NoPlace::Turn)) => return Err(why),
        Err(why) => why,
    };
    let others = lying(placed);
    let spots = around(piece.at, NEAR_GRID);
    let quarters = (0..STEPS).step_by(6).chain((0..STEPS).filter(|n| n % 6 != 0));
    for turn in quarters.map(|n| (piece.turn + n) % STEPS) {
        let mut lying = spots.iter().map(|at| Placed { at: *at, turn, ..piece });
        if let Some(found) = lying.find(|spot| fits(&others, *spot, centre_free).is_ok()) {
            return Ok(found);
        }
    }
    Err(why)
}

/// The points of a grid over the table, those nearest to a place first.
fn around(at: Pt, grid: i32) -> Vec<Pt> {
    let lines = || (0..=TABLE / grid).map(move |n| n * grid);
    let mut points: Vec<Pt> = lines().flat_map(|y| lines().map(move |x| Pt::new(x, y))).collect();
    points.sort_by_key(|point| point.dist2(at));
    points
}

/// The legal place of a deployment zone nearest to a given one: that one, else the nearest of the fine grid.
fn nearest_in_zone(edge: Edge, at: Pt, may: impl Fn(Pt) -> Result<(), NoPlace>) -> Result<Pt, NoPlace> {
    let Err(why) = may(at) else { return Ok(at) };
    let mut spots = around(at, FINE_GRID).into_iter().filter(|at| depth(edge, *at) <= ZONE);
    spots.find(|at| may(*at).is_ok()).ok_or(why)
}

/// The facing from an edge straight to the opposite one (GEN-DEC-06).
pub const fn inward(edge: Edge) -> Pt {
    match edge {
        Edge::S => Pt::new(0, 1),
        Edge::N => Pt::new(0, -1),
        Edge::E => Pt::new(-1, 0),
        Edge::W => Pt::new(1, 0),
    }
}

/// How many of some places are kept when each has to be so far from those kept before.
fn apart(places: impl Iterator<Item = Pt>, by: i32) -> usize {
    let mut kept: Vec<Pt> = Vec::new();
    for at in places {
        if kept.iter().all(|other| other.dist2(at) >= i64::from(by) * i64::from(by)) {
            kept.push(at);
        }
    }
    kept.len()
}

/// Where a champion is set: in contact with the other one at the centre, on its owner's side (GEN-SCN-40, R-249).
pub fn centre_spot(edge: Edge) -> Pt {
    spot(edge, TABLE / 2, TABLE / 2 - R)
}

impl Space<'_> {
    /// Whether everybody who may have to be placed along an edge finds a place there: bases, and in scenario 6 the
    /// markers of a band.
    fn has_room(self, edge: Edge, scenario: Option<Scenario>) -> bool {
        let base = |at: Pt| {
            depth(edge, at) <= ZONE - R && self.ground_clear(at, self.board.support(at, i32::MAX)).is_ok()
        };
        let wanted = if scenario == Some(Scenario::BastonGenerale) { ROOM_OF_MANY } else { ROOM };
        let marks = scenario.is_none_or(|it| it == Scenario::Saccage);
        apart(scan(edge, FINE_GRID).filter(|at| base(*at)), 4 * R) >= wanted
            && (!marks
                || apart(
                    scan(edge, FINE_GRID).filter(|at| self.may_mark(edge, *at).is_ok()),
                    2 * SPACING + 4 * R_MARKER,
                ) >= 2)
    }

    /// Whether a figure may be deployed at a place: base wholly within 10 cm of its edge, on the ground or on the top
    /// that is there, no overlap (GEN-SET-08, R-239). Gives the level.
    pub fn may_deploy(self, fig: Fig, edge: Edge, at: Pt) -> Result<i32, NoPlace> {
        if !on_table(at) {
            return Err(NoPlace::OffTable);
        }
        if depth(edge, at) > ZONE - R {
            return Err(NoPlace::Zone);
        }
        let z = self.board.support(at, i32::MAX);
        self.legal_point(fig, at, z).map_err(NoPlace::Blocked)?;
        self.covers_marker(at, z).map_or(Ok(z), |marker| Err(NoPlace::Marker(marker)))
    }

    /// Where a figure is deployed for a player who does not answer (GEN-DEC-06).
    pub fn first_deployment(self, fig: Fig, edge: Edge) -> Option<(Pt, i32)> {
        let free = |at: Pt| self.may_deploy(fig, edge, at).ok().map(|z| (at, z));
        scan(edge, GRID).chain(scan(edge, FINE_GRID)).find_map(free)
    }

    /// The place nearest to a given one where a figure may be deployed, to begin from.
    pub fn nearest_deployment(self, fig: Fig, edge: Edge, at: Pt) -> Result<Pt, NoPlace> {
        nearest_in_zone(edge, at, |at| self.may_deploy(fig, edge, at).map(drop))
    }

    /// The place nearest to a given one where an objective marker may lie, to begin from.
    pub fn nearest_mark(self, edge: Edge, at: Pt) -> Result<Pt, NoPlace> {
        nearest_in_zone(edge, at, |at| self.may_mark(edge, at))
    }

    /// Whether an objective marker may lie at a place: wholly in the own deployment zone, 10 cm from every other marker
    /// edge to edge, off terrain (GEN-SCN-60, R-251).
    pub fn may_mark(self, edge: Edge, at: Pt) -> Result<(), NoPlace> {
        if !on_table(at) {
            return Err(NoPlace::OffTable);
        }
        if depth(edge, at) > ZONE - R_MARKER {
            return Err(NoPlace::Zone);
        }
        let apart = i64::from(SPACING + 2 * R_MARKER);
        let near = |marker: &Marker| !marker.sacked && marker.at.dist2(at) < apart * apart;
        if let Some(i) = self.markers.iter().position(near) {
            return Err(NoPlace::Marker(i as u8));
        }
        let on = self.board.parts().iter().find(|part| seg_poly_lt(at, at, &part.poly, R_MARKER));
        if let Some(part) = on {
            return Err(NoPlace::Terrain(part.piece));
        }
        let under = |(fig, figure): (Fig, &crate::generik::scene::Figure)| {
            (level(figure.z, 0) && figure.at.dist2(at) < APART2).then_some(fig)
        };
        self.fielded().find_map(under).map_or(Ok(()), |fig| Err(NoPlace::Blocked(Obstacle::Figure(fig))))
    }

    /// Where a marker is placed for a player who does not answer: a third of the edge, two thirds, else by the scan
    /// (GEN-DEC-05).
    pub fn first_marker(self, edge: Edge) -> Option<Pt> {
        let usual = [TABLE / 3, TABLE * 2 / 3].map(|along| spot(edge, along, GRID));
        let spots = usual.into_iter().chain(scan(edge, GRID)).chain(scan(edge, FINE_GRID));
        let mut spots = spots;
        spots.find(|at| self.may_mark(edge, *at).is_ok())
    }
}
