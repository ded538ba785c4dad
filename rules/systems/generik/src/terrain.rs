//! Pieces of terrain and ready layouts (section 23), read once from `data/terrain.toml`. Constant data.

use std::sync::LazyLock;

use serde::Deserialize;

use super::ids::{Era, Terrain};
use super::setup::Placed;
use bagarre_kit::plane::{Motion, Poly, Pt, Screen, Shelter};

/// A kind of piece (GEN-TER-01, section 23.1).
#[derive(Clone, Debug)]
pub struct TerrainRow {
    /// The era whose set it belongs to.
    pub era: Era,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// Height in u.
    pub height: i32,
    /// Movement (GEN-TER-01 to 03).
    pub motion: Motion,
    /// Sight (GEN-LOS-04, 05).
    pub los: Screen,
    /// Cover (GEN-GEO-10, GEN-COV-04).
    pub cover: Shelter,
    /// Its top can be walked on.
    pub top: bool,
    /// It can be vaulted.
    pub thin: bool,
    /// How many of it one game may have.
    pub copies: u8,
    /// Its parts, in u about its origin.
    pub polys: Vec<Poly>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    id: Terrain,
    era: Era,
    fr: String,
    en: String,
    #[serde(default)]
    height: i32,
    #[serde(rename = "move")]
    motion: Motion,
    los: Screen,
    cover: Shelter,
    #[serde(default)]
    top: bool,
    #[serde(default)]
    thin: bool,
    copies: u8,
    polys: Vec<Vec<Pt>>,
}

/// A ready layout (GEN-SETS-02).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// Its id.
    pub id: String,
    /// The era whose set it is laid with.
    pub era: Era,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// What lies on it.
    pub pieces: Vec<Placed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    terrain: Vec<RawRow>,
    layout: Vec<Layout>,
}

struct Tables {
    rows: Vec<TerrainRow>,
    layouts: Vec<Layout>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let file: File =
        toml::from_str(bagarre_kit::data!("terrain.toml")).expect("the printed table is well formed");
    let in_order = file.terrain.iter().map(|row| row.id).eq(Terrain::ALL.iter().copied());
    assert!(in_order, "the table has every piece once, in the order of the enumeration");
    let rows = file.terrain.into_iter().map(TerrainRow::from).collect();
    Tables { rows, layouts: file.layout }
});

impl From<RawRow> for TerrainRow {
    fn from(raw: RawRow) -> Self {
        let polys =
            raw.polys.iter().map(|points| Poly::new(points).expect("the printed polygons are convex"));
        Self {
            era: raw.era,
            fr: raw.fr,
            en: raw.en,
            height: raw.height,
            motion: raw.motion,
            los: raw.los,
            cover: raw.cover,
            top: raw.top,
            thin: raw.thin,
            copies: raw.copies,
            polys: polys.collect(),
        }
    }
}

impl TerrainRow {
    /// How many of it a table that is drawn beforehand may have: two boxes.
    pub fn drawn(&self) -> u8 {
        self.copies * 2
    }
}

/// The row of a piece.
pub fn row(piece: Terrain) -> &'static TerrainRow {
    &TABLES.rows[piece.i()]
}

/// The pieces of the set of an era, in the order of the table (GEN-SETS-01).
pub fn set(era: Era) -> impl Iterator<Item = Terrain> {
    Terrain::ALL.iter().copied().filter(move |piece| row(*piece).era == era)
}

/// The ready layouts of an era, the one to start with first (GEN-SETS-02).
pub fn layouts_of(era: Era) -> impl Iterator<Item = &'static Layout> {
    TABLES.layouts.iter().filter(move |layout| layout.era == era)
}

/// A ready layout of an era by its id; without one the first.
pub fn layout(era: Era, id: Option<&str>) -> Option<&'static Layout> {
    layouts_of(era).find(|layout| id.is_none_or(|id| layout.id == id))
}
