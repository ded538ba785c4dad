//! What clients show before a game: everything of the tables, in French and English.

use std::collections::BTreeMap;

use serde::Serialize;

use super::band::band_cost;
use super::chronicle;
use super::ids::{Era, Terrain};
use super::library::{Lent, bands, lent};
use super::numbers::{Numbers, numbers};
use super::setup::{Band, Options, Placed};
use super::tables::{ScenarioRow, SkillRow, WeaponRow, scenarios, skills, weapons};
use super::terrain;
use super::words::{Switch, words};
use bagarre_kit::contract::Lang;
use bagarre_kit::plane::{Motion, Pt, Screen, Shelter};
use bagarre_kit::presentation::Words;

/// Id of the scenario that the dice choose.
pub const HASARD: &str = "hasard";

/// A kind of terrain piece (section 23.1), lengths in u.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct TerrainKind {
    id: Terrain,
    era: Era,
    name: Words,
    /// Its height.
    height: i32,
    /// How it changes movement.
    #[serde(rename = "move")]
    motion: Motion,
    /// How it stands in the way of sight.
    los: Screen,
    /// How it gives cover.
    cover: Shelter,
    /// Its top can be walked on.
    top: bool,
    /// It can be vaulted.
    thin: bool,
    /// How many of it players may place in turn.
    copies: u8,
    /// How many of it a table that is drawn beforehand may have.
    drawn: u8,
    /// Its parts, convex and counter-clockwise, about its origin.
    polys: Vec<Vec<Pt>>,
}

/// A ready layout (GEN-SETS-02).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Layout {
    id: &'static str,
    name: Words,
    era: Era,
    pieces: &'static [Placed],
}

/// The scenario that is left to the dice (GEN-SET-01).
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct OpenScenario {
    id: &'static str,
    rule: &'static str,
    fr: String,
    en: String,
    text_fr: String,
    text_en: String,
    most_seats: u8,
}

/// A scenario with all its numbers.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub enum ScenarioInfo {
    /// One of the six.
    Printed(&'static ScenarioRow),
    /// The one that is left to the dice.
    Open(OpenScenario),
}

/// A band one may start from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct ReadyBand {
    id: &'static str,
    era: Era,
    fr: &'static str,
    en: &'static str,
    pitch_fr: &'static str,
    pitch_en: &'static str,
    /// The price, in points.
    cost: i32,
    /// The band with French names.
    band: Band,
    /// The band with English names.
    band_en: Band,
}

/// What standings and history of a campaign are called.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct CampaignWords {
    words: BTreeMap<String, Words>,
}

/// Everything. Lengths are in u, money in points.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Catalogue {
    scenarios: Vec<ScenarioInfo>,
    weapons: &'static [WeaponRow],
    skills: &'static [SkillRow],
    terrain: Vec<TerrainKind>,
    layouts: Vec<Layout>,
    bands: Vec<ReadyBand>,
    /// Names to lend to bands and figures.
    lent: &'static [Lent],
    numbers: &'static Numbers,
    /// Switchable rulings as they usually are.
    options: Options,
    /// What they are called.
    switches: &'static [Switch],
    campaign: CampaignWords,
}

fn terrain_kinds() -> Vec<TerrainKind> {
    let kind = |id: &Terrain| {
        let row = terrain::row(*id);
        TerrainKind {
            id: *id,
            era: row.era,
            name: Words::new(&*row.fr, &*row.en),
            height: row.height,
            motion: row.motion,
            los: row.los,
            cover: row.cover,
            top: row.top,
            thin: row.thin,
            copies: row.copies,
            drawn: row.drawn(),
            polys: row.polys.iter().map(|poly| poly.vertices().to_vec()).collect(),
        }
    };
    Terrain::ALL.iter().map(kind).collect()
}

/// The six scenarios with all their numbers, then the one that is left to the dice.
fn all_scenarios() -> Vec<ScenarioInfo> {
    let open = &words().hasard;
    let open = OpenScenario {
        id: HASARD,
        rule: "GEN-SET-01",
        fr: open.fr.clone(),
        en: open.en.clone(),
        text_fr: open.text_fr.clone(),
        text_en: open.text_en.clone(),
        most_seats: 2,
    };
    scenarios().iter().map(ScenarioInfo::Printed).chain([ScenarioInfo::Open(open)]).collect()
}

fn ready() -> Vec<ReadyBand> {
    let card = |ready: &'static super::library::Ready| ReadyBand {
        id: &ready.id,
        era: ready.era,
        fr: &ready.fr,
        en: &ready.en,
        pitch_fr: &ready.pitch_fr,
        pitch_en: &ready.pitch_en,
        cost: band_cost(&ready.band(Lang::Fr)),
        band: ready.band(Lang::Fr),
        band_en: ready.band(Lang::En),
    };
    bands().iter().map(card).collect()
}

/// What the rows of the tables are called, as words by key; a modifier that follows from one is called like it.
pub(super) fn names() -> BTreeMap<String, Words> {
    let mut names = BTreeMap::new();
    for row in weapons() {
        names.insert(format!("weapon.{}", row.id.id()), Words::new(&*row.fr, &*row.en));
        names.insert(format!("mod.{}", row.rule), Words::new(&*row.fr, &*row.en));
    }
    for row in skills() {
        names.insert(format!("skill.{}", row.id.id()), Words::new(&*row.fr, &*row.en));
        names.insert(format!("mod.{}", row.rule), Words::new(&*row.fr, &*row.en));
    }
    for id in Terrain::ALL {
        let row = terrain::row(*id);
        names.insert(format!("terrain.{}", id.id()), Words::new(&*row.fr, &*row.en));
    }
    names
}

/// The catalogue.
pub fn catalogue() -> Catalogue {
    let layout = |layout: &'static terrain::Layout| Layout {
        id: &layout.id,
        name: Words::new(&*layout.fr, &*layout.en),
        era: layout.era,
        pieces: &layout.pieces,
    };
    Catalogue {
        scenarios: all_scenarios(),
        weapons: weapons(),
        skills: skills(),
        terrain: terrain_kinds(),
        layouts: Era::ALL.iter().flat_map(|era| terrain::layouts_of(*era)).map(layout).collect(),
        bands: ready(),
        lent: lent(),
        numbers: numbers(),
        options: Options::default(),
        switches: &words().switch,
        campaign: CampaignWords { words: chronicle::catalogue_words() },
    }
}
