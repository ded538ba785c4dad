//! Ready-made heroes (G3, with the points of ENE-R56).

use std::sync::LazyLock;

use super::setup::{Band, Fp, Hero};
use super::tables::{CharacterRow, tables};
use bagarre_kit::contract::Lang;
use bagarre_kit::names::{Lent, Renaming, Taken};

/// Names to lend.
pub static LENT: LazyLock<Lent> = LazyLock::new(|| {
    toml::from_str(include_str!("../data/lent.toml"))
        .expect("the names are part of the program and are tested")
});

/// Every ready-made name.
static READY: LazyLock<Taken> = LazyLock::new(|| Taken::of(LENT.all()));

/// A ready-made hero, as the `id`th of a band.
fn hero(row: &CharacterRow, id: u8, look: u8) -> Hero {
    Hero {
        id,
        name: row.name.clone(),
        kind: row.kind,
        physique: row.physique,
        mental: row.mental,
        pe_bonus: row.pe_bonus,
        weapons: row.weapons.clone(),
        protections: row.protections.clone(),
        skills: row.maitrises.clone(),
        fp: row.fp.iter().map(|fp| Fp { domain: fp.domain, value: fp.value }).collect(),
        vol: false,
        sequels: Vec::new(),
        lost: 0,
        look,
    }
}

/// How many there are.
pub fn many() -> usize {
    tables().characters.len()
}

/// The ready-made hero at a place of the table, counted round, as the `id`th of a band.
pub fn ready(place: usize, id: u8) -> Hero {
    let n = place % many();
    hero(&tables().characters[n], id, n as u8)
}

/// Returns the band with other names for those that are ready-made and that one of `others` bears.
pub(super) fn renamed(mut band: Band, lang: Lang, others: &[Band]) -> Band {
    let mut renaming = Renaming::new(&READY, band.names(), others.iter().flat_map(Band::names));
    for hero in &mut band.heroes {
        let lent = LENT.folk(&hero.name);
        renaming.apply(&mut hero.name, lent);
    }
    renaming.apply(&mut band.name, LENT.bands(lang));
    band
}
