//! Placing terrain, figures and markers before the fight (GEN-SET-03, 04, 08, GEN-SCN-60, GEN-DEC-02, 05, 06, R-239, R-251):
//! sets, copies and scenarios; places themselves are those of [`bagarre_kit::plane`].

use crate::space::board_of;
use thiserror::Error;

use super::{NoPlace, R, SCALE, Space, TABLE};
use crate::ids::{Edge, Era, Scenario, Terrain};
use crate::numbers::numbers;
use crate::setup::Placed;
use crate::terrain;
use bagarre_kit::plane::{Poly, Pt, lies_apart};

/// Most pieces on a table of one's own.
pub const MAX_PIECES: usize = 40;

/// Why a piece of terrain may not be placed, or a table not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoPiece {
    /// The piece is of another era's set.
    #[error("a piece of another era")]
    Era,
    /// Every copy of the piece is on the table.
    #[error("no copy of this piece is left")]
    NoCopy,
    /// More than 40 pieces.
    #[error("at most {MAX_PIECES} pieces")]
    TooMany,
    /// A table of one's own leaves too little room along an edge.
    #[error("too little room along a table edge")]
    NoRoom(Edge),
    /// It cannot lie there.
    #[error(transparent)]
    Place(#[from] NoPlace),
}

/// Where the polygons of a piece lie, if it is wholly on the table.
fn polys(piece: Placed) -> Result<Vec<Poly>, NoPlace> {
    SCALE.lay(&terrain::row(piece.piece).polys, piece.turn, piece.at)
}

/// Whether a piece may be added to those on the table: of the era's set, a copy left, wholly on the table, 10 cm from
/// every other piece and, where the scenario asks it (`centre_free`), more than 10 cm from the centre (GEN-SET-03, 04,
/// R-237, GEN-GEO-07).
pub fn may_place(placed: &[Placed], piece: Placed, era: Era, centre_free: bool) -> Result<(), NoPiece> {
    if terrain::row(piece.piece).era != era {
        return Err(NoPiece::Era);
    }
    if !copy_left(placed, piece.piece) {
        return Err(NoPiece::NoCopy);
    }
    Ok(fits(&lying(placed), piece, centre_free)?)
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
    SCALE.fits(others, &polys(piece)?, centre_free)
}

/// Whether a table of one's own will do for a scenario; while it is open the centre is kept free too.
pub fn own_table(pieces: &[Placed], scenario: Option<Scenario>) -> Result<(), NoPiece> {
    check_table(pieces).map_err(|(_, why)| why)?;
    let central = |(_, poly): &(u8, Poly)| SCALE.is_central(poly);
    if scenario.is_none_or(centre_free) && lying(pieces).iter().any(central) {
        return Err(NoPlace::Centre.into());
    }
    let board = board_of(pieces);
    let space = Space { board: &board, figures: &[], markers: &[] };
    let cramped = |edge: &&Edge| !has_room(space, **edge, scenario);
    Edge::ALL.iter().find(cramped).map_or(Ok(()), |edge| Err(NoPiece::NoRoom(*edge)))
}

/// Places that a zone must hold so that a band of 20 always finds one.
const ROOM: usize = 20;
/// With more than two bands those of the neighbours in the two corners stand in the zone too.
const ROOM_OF_MANY: usize = ROOM + 12;

/// Whether all figures that may have to be placed along an edge find a place there: bases, and in scenario 6
/// the markers of a band.
fn has_room(space: Space<'_>, edge: Edge, scenario: Option<Scenario>) -> bool {
    let wanted = if scenario == Some(Scenario::BastonGenerale) { ROOM_OF_MANY } else { ROOM };
    let marks = scenario.is_none_or(|it| it == Scenario::Saccage);
    space.room(edge) >= wanted && (!marks || space.room_for_marks(edge) >= 2)
}

/// Whether a table of one's own is one: every piece wholly on it, none overlapping another. `Err` names the piece.
pub fn check_table(pieces: &[Placed]) -> Result<(), (usize, NoPiece)> {
    if pieces.len() > MAX_PIECES {
        return Err((MAX_PIECES, NoPiece::TooMany));
    }
    let mut all: Vec<Vec<Poly>> = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        let own = polys(*piece).and_then(|own| lies_apart(&all, &own).map(|()| own));
        all.push(own.map_err(|why| (number, why.into()))?);
    }
    Ok(())
}

/// Whether a table of one's own may be kept: it is one, of the pieces of a single era's set and no more of each than
/// two boxes have.
pub fn kept_table(pieces: &[Placed], era: Era) -> Result<(), NoPiece> {
    for (number, piece) in pieces.iter().enumerate().take(MAX_PIECES) {
        if terrain::row(piece.piece).era != era {
            return Err(NoPiece::Era);
        }
        let same = pieces[..number].iter().filter(|other| other.piece == piece.piece).count();
        if same >= usize::from(terrain::row(piece.piece).drawn()) {
            return Err(NoPiece::NoCopy);
        }
    }
    check_table(pieces).map_err(|(_, why)| why)
}

/// The point so far along an edge and so deep from it.
pub(crate) const fn spot(edge: Edge, along: i32, deep: i32) -> Pt {
    SCALE.spot(edge, along, deep)
}

/// The piece placed for a player who does not answer: the first of the set that has a copy and a place left, at the first
/// legal point of the grid, unturned (GEN-DEC-02). `None` ends the step early (GEN-SET-03).
pub fn first_piece(placed: &[Placed], era: Era, centre_free: bool) -> Option<Placed> {
    let others = lying(placed);
    let find = |piece: Terrain| {
        let mut spots = SCALE.scan(Edge::S, SCALE.grids[0]).map(|at| Placed { piece, at, turn: 0 });
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
) -> Result<Placed, NoPiece> {
    let why = match may_place(placed, piece, era, centre_free) {
        Ok(()) => return Ok(piece),
        Err(why @ (NoPiece::Era | NoPiece::NoCopy | NoPiece::Place(NoPlace::Turn))) => return Err(why),
        Err(why) => why,
    };
    let others = lying(placed);
    let may = |turn, at| fits(&others, Placed { at, turn, ..piece }, centre_free).is_ok();
    let found = SCALE.nearest_lie(piece.turn, piece.at, may);
    found.map(|(turn, at)| Placed { at, turn, ..piece }).ok_or(why)
}

/// The facing from an edge straight to the opposite one (GEN-DEC-06).
pub const fn inward(edge: Edge) -> Pt {
    edge.inward()
}

/// The middle of the table.
pub const MIDDLE: Pt = Pt::new(TABLE / 2, TABLE / 2);

/// Where the `n`th figure of `of` stands from the middle that starts face to face with the enemy (GEN-SET-11).
pub fn from_middle(edge: Edge, n: i32, of: i32) -> Pt {
    let numbers = &numbers().setup;
    let along = TABLE / 2 + (2 * n + 1 - of) * numbers.close_apart / 2;
    spot(edge, along, TABLE / 2 - numbers.close_gap / 2) - MIDDLE
}

/// Places about which bands may start face to face, the nearest to the middle of the table first (GEN-SET-11).
pub fn close_places() -> impl Iterator<Item = Pt> {
    let far = i64::from(numbers().setup.close_reach);
    let near = move |at: &Pt| at.dist2(MIDDLE) <= far * far;
    SCALE.around(MIDDLE, SCALE.grids[0]).into_iter().filter(near)
}

/// Where a champion is set: in contact with the other one at the centre, on its owner's side (GEN-SCN-40, R-249).
pub const fn centre_spot(edge: Edge) -> Pt {
    spot(edge, TABLE / 2, TABLE / 2 - R)
}
