//! Ready-made heroes (G3, with the points of ENE-R56).

use std::sync::LazyLock;

use super::ids::Scenario;
use super::setup::{Format, Fp, Hero};
use super::tables::{CharacterRow, tables};
use bagarre_kit::deals::{Deals, dealt_order};
use bagarre_kit::names::Lent;

/// Names to lend.
pub static LENT: LazyLock<Lent> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("lent.toml")).expect("the names are part of the program and are tested")
});

/// Which heroes a new room deals (ENE-R62).
pub static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::read(bagarre_kit::data!("dealt.toml")));

/// Places of the table in the order in which a format of a scenario deals its heroes.
pub fn dealt(scenario: Scenario, format: &Format) -> Vec<usize> {
    let listed: Vec<&str> = tables().characters.iter().map(|row| row.id.as_str()).collect();
    dealt_order(&listed, DEALS.sides(scenario.id(), &format.name()).iter().flatten())
}

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
