//! The ready-made gangs, and names to lend.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::ids::ItemKind;
use super::setup::{Band, Character, Purchase};
use bagarre_kit::contract::Lang;
use bagarre_kit::deals::{Deals, dealt_order};
use bagarre_kit::gather::Terms;
use bagarre_kit::names::{Renaming, Taken};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    name: String,
    /// FOR, DEX, VIT, CON.
    stats: [u8; 4],
    look: u8,
    kit: Vec<ItemKind>,
}

/// A ready-made gang.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gang {
    pub(super) id: String,
    pub(super) fr: String,
    pub(super) en: String,
    pub(super) pitch_fr: String,
    pub(super) pitch_en: String,
    characters: Vec<Member>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    gang: Vec<Gang>,
}

/// The ready-made gangs.
pub(super) static GANGS: LazyLock<Vec<Gang>> = LazyLock::new(|| {
    let file: File = toml::from_str(bagarre_kit::data!("gangs.toml"))
        .expect("the gangs are part of the program and are tested");
    file.gang
});

/// Names to lend to who makes a band.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Names {
    /// For characters.
    pub folk: Vec<String>,
    /// For bands.
    pub bands: Vec<String>,
}

/// The names to lend.
pub(super) static NAMES: LazyLock<Names> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("names.toml"))
        .expect("the names are part of the program and are tested")
});

/// Every ready-made name, in both languages.
static READY: LazyLock<Taken> = LazyLock::new(|| {
    let members = GANGS.iter().flat_map(|gang| gang.characters.iter().map(|it| &it.name));
    let gangs = GANGS.iter().flat_map(|gang| [&gang.fr, &gang.en]);
    Taken::of(gangs.chain(members).chain(&NAMES.folk).chain(&NAMES.bands).map(String::as_str))
});

impl Gang {
    /// Its first characters as a band, which is called by its name in a language.
    pub(super) fn band(&self, characters: u8, lang: Lang) -> Band {
        let member = |member: &Member| {
            let [strength, dexterity, speed, constitution] = member.stats;
            Character {
                name: member.name.clone(),
                strength,
                dexterity,
                speed,
                constitution,
                kit: member.kit.iter().map(|item| Purchase { item: *item, carried: false }).collect(),
                look: member.look,
            }
        };
        let list = self.characters.iter().take(usize::from(characters));
        let name = if lang == Lang::Fr { &self.fr } else { &self.en };
        Band { name: name.clone(), characters: list.map(member).collect() }
    }
}

/// Which gangs a new room deals (RUL-111).
pub(super) static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::read(bagarre_kit::data!("dealt.toml")));

/// The first gang from a place in the order in which the scenario deals them that shares fewest names with others, and none in the end.
pub(super) fn own_band(terms: &Terms, from: usize, lang: Lang, others: &[Band]) -> Band {
    let listed: Vec<&str> = GANGS.iter().map(|gang| gang.id.as_str()).collect();
    let dealt = DEALS.sides(&terms.scenario, &terms.seats.to_string());
    let order = dealt_order(&listed, dealt.iter().flatten());
    let mut taken = Taken::of(others.iter().flat_map(Band::names));
    let gangs = (0..order.len()).map(|n| GANGS[order[(from + n) % order.len()]].band(terms.size, lang));
    let shared = |band: &Band| band.names().filter(|name| taken.has(name)).count();
    let mut band = gangs.min_by_key(shared).expect("there are gangs, which a test counts");
    taken.rename(&mut band.name, &NAMES.bands);
    band.characters.iter_mut().for_each(|it| taken.rename(&mut it.name, &NAMES.folk));
    band
}

/// Returns the band with other names for those that are ready-made and that one of `others` bears.
pub(super) fn renamed(mut band: Band, others: &[Band]) -> Band {
    let mut renaming = Renaming::new(&READY, band.names(), others.iter().flat_map(Band::names));
    band.characters.iter_mut().for_each(|it| renaming.apply(&mut it.name, &NAMES.folk));
    renaming.apply(&mut band.name, &NAMES.bands);
    band
}
