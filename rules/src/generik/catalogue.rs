//! What clients show before a game: everything of the tables, in French and English.

use serde::Serialize;
use serde_json::{Value, json};

use super::chronicle;
use super::ids::{Era, Terrain};
use super::library::bands;
use super::numbers::numbers;
use super::setup::{Options, Placed};
use super::tables::{scenarios, skills, weapons};
use super::terrain::{self, Motion, Screen, Shelter};
use super::words::{Words, words};
use crate::contract::Lang;
use crate::kit::plane::Pt;

/// Id of the scenario that the dice choose.
pub const HASARD: &str = "hasard";

/// A kind of terrain piece (section 23.1), lengths in u.
#[derive(Serialize)]
struct Piece {
    id: Terrain,
    era: Era,
    name: Words,
    height: i32,
    #[serde(rename = "move")]
    motion: Motion,
    los: Screen,
    cover: Shelter,
    top: bool,
    thin: bool,
    copies: u8,
    polys: Vec<Vec<Pt>>,
}

/// A ready layout (GEN-SETS-02).
#[derive(Serialize)]
struct Layout {
    era: Era,
    pieces: Vec<Placed>,
}

fn pieces() -> Vec<Piece> {
    let piece = |id: &Terrain| {
        let row = terrain::row(*id);
        Piece {
            id: *id,
            era: row.era,
            name: Words { fr: row.fr.clone(), en: row.en.clone() },
            height: row.height,
            motion: row.motion,
            los: row.los,
            cover: row.cover,
            top: row.top,
            thin: row.thin,
            copies: row.copies,
            polys: row.polys.iter().map(|poly| poly.vertices().to_vec()).collect(),
        }
    };
    Terrain::ALL.iter().map(piece).collect()
}

/// The six scenarios with all their numbers, then the one that is left to the dice.
fn all_scenarios() -> Vec<Value> {
    let open = &words().hasard;
    let mut list: Vec<Value> = scenarios().iter().map(|row| json!(row)).collect();
    list.push(json!({
        "id": HASARD, "rule": "GEN-SET-01", "fr": open.fr, "en": open.en, "text_fr": open.text_fr,
        "text_en": open.text_en, "most_seats": 2,
    }));
    list
}

fn ready() -> Vec<Value> {
    let card = |ready: &super::library::Ready| {
        json!({
            "id": ready.id, "era": ready.era, "fr": ready.fr, "en": ready.en, "pitch_fr": ready.pitch_fr,
            "pitch_en": ready.pitch_en, "band": ready.band(Lang::Fr), "band_en": ready.band(Lang::En),
        })
    };
    bands().iter().map(card).collect()
}

/// The catalogue. Lengths are in u, money in points.
pub fn catalogue() -> Value {
    let layouts: Vec<Layout> =
        Era::ALL.iter().map(|era| Layout { era: *era, pieces: terrain::layout(*era) }).collect();
    json!({
        "scenarios": all_scenarios(),
        "weapons": weapons(),
        "skills": skills(),
        "terrain": pieces(),
        "layouts": layouts,
        "bands": ready(),
        "numbers": numbers(),
        "options": Options::default(),
        "switches": words().switch,
        "campaign": { "words": chronicle::catalogue_words() },
    })
}
