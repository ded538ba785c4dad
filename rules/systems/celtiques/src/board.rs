//! The map as the rules read it (CEL-R68, CEL-HEX-01, CEL-HEX-02; cubes and distances are in `kit::hex`).

use std::sync::{Arc, LazyLock};

use super::ids::{ArenaId, Ground, Team};
use super::tables::{HexRow, tables};
use bagarre_kit::hex::{Hex, line};

mod check;
mod data;

pub(super) use check::check;
pub use data::{ExitData, MapData};

/// A map, cheap to clone.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its data: a row of the tables, or what the set-up states.
    pub arena: Arc<MapData>,
    cells: Arc<[&'static HexRow]>,
}

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let board = |id: &ArenaId| Board::new(Arc::new(tables().arena(*id).clone()));
    let known = "every letter of a map is in the table, which a test counts";
    ArenaId::ALL.iter().map(|id| board(id).expect(known)).collect()
});

impl Board {
    /// The map of a name.
    pub fn of(id: ArenaId) -> Self {
        BOARDS[id.i()].clone()
    }

    /// A map of its data; `None` where a letter is unknown (CEL-HEX-05).
    fn new(arena: Arc<MapData>) -> Option<Self> {
        let cells = arena.rows.iter().flat_map(|row| row.chars()).map(cell_of).collect::<Option<_>>()?;
        Some(Self { arena, cells })
    }

    /// Its width and height.
    pub fn size(&self) -> (i16, i16) {
        (self.arena.width, self.arena.height)
    }

    /// Returns the row of a hexagon; `None` off the map.
    pub fn cell(&self, hex: Hex) -> Option<&'static HexRow> {
        let (width, height) = self.size();
        let inside = (0..width).contains(&hex.col) && (0..height).contains(&hex.row);
        if !inside {
            return None;
        }
        self.cells.get(usize::try_from(hex.row * width + hex.col).ok()?).copied()
    }

    /// The letter of a hexagon; a blank off the map.
    pub fn letter(&self, hex: Hex) -> char {
        self.cell(hex).map_or(' ', |cell| cell.letter)
    }

    /// Whether a fighter may stand there.
    pub fn stands(&self, hex: Hex) -> bool {
        self.cell(hex).is_some_and(|cell| cell.r#move)
    }

    /// Every hexagon, row by row.
    pub fn all(&self) -> impl Iterator<Item = Hex> + use<> {
        let (width, height) = self.size();
        (0..height).flat_map(move |row| (0..width).map(move |col| Hex::new(col, row)))
    }

    /// Its height in centimetres; 0 off the map.
    pub fn height(&self, hex: Hex) -> i16 {
        self.cell(hex).map_or(0, |cell| cell.height)
    }

    /// The row of the table of moves of a step; steps are climbed where the height grows (CEL-HEX-05).
    pub fn ground(&self, from: Hex, to: Hex) -> Option<Ground> {
        let cell = self.cell(to).filter(|cell| cell.r#move)?;
        Some(match cell.terrain.as_str() {
            "plat" => Ground::Plat,
            "escalier" if cell.height > self.height(from) => Ground::Montee,
            "escalier" => Ground::Descente,
            "echelle" => Ground::Echelle,
            "foule" => Ground::Foule,
            "foule_dense" => Ground::FouleDense,
            _ => Ground::Accidente,
        })
    }

    /// Whether a hexagon can be seen from another (CEL-HEX-06): nothing that hides on the line between them.
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        !self.hidden(from, to).0
    }

    /// Whether the line is cut by trees alone (CEL-INN-03).
    pub fn behind_trees(&self, from: Hex, to: Hex) -> bool {
        let (hidden, by_trees) = self.hidden(from, to);
        hidden && by_trees
    }

    fn hidden(&self, from: Hex, to: Hex) -> (bool, bool) {
        let mut trees = 0;
        let mut hidden = false;
        for hex in line(from, to).into_iter().filter(|hex| *hex != from) {
            let Some(cell) = self.cell(hex) else { continue };
            if !cell.sight {
                return (true, false);
            }
            trees += u8::from(cell.letter == 'f');
            hidden |= trees >= tables().hex_rules.trees_hide_from;
        }
        (hidden, hidden)
    }

    /// The best cover of a target (CEL-HEX-06): its own hexagon, or one beside it on the line; a rank of the table of cover.
    pub fn cover(&self, from: Hex, to: Hex) -> usize {
        let near = line(from, to).into_iter().filter(|hex| *hex != from && hex.distance(to) <= 1);
        near.filter_map(|hex| self.cell(hex)).map(|cell| cell.cover).max().unwrap_or(0)
    }

    /// Whether a hexagon lies outside the fight: the ring of spears (CEL-SCN-01, CEL-HEX-09).
    pub fn is_outside(&self, hex: Hex) -> bool {
        self.arena.out_letters.contains(self.letter(hex))
    }

    /// Whether a hexagon is on the edge of a side (CEL-HEX-09).
    pub fn is_edge(&self, side: Team, hex: Hex) -> bool {
        if !self.arena.out_letters.is_empty() {
            return self.is_outside(hex);
        }
        let col = if side == Team::First { 0 } else { self.arena.width - 1 };
        hex.col == col && self.stands(hex)
    }

    /// Whether a hexagon is the exit of a side (CEL-SCN-03, CEL-SCN-05).
    pub fn is_exit(&self, side: Team, hex: Hex) -> bool {
        let exit = if side == Team::First { &self.arena.exit_side0 } else { &self.arena.exit_beast };
        exit.as_ref().is_some_and(|exit| exit.has(hex)) && self.stands(hex)
    }
}

/// What a letter of a map stands for (CEL-HEX-05).
fn cell_of(letter: char) -> Option<&'static HexRow> {
    tables().hex.iter().find(|row| row.letter == letter)
}
