//! Ready-made bands (section 23.2 and our own) and names to lend, read once from `data/bands.toml` and `data/names.toml`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::ids::{Era, Skill, Weapon};
use super::setup::{Band, Health, Member};
use bagarre_kit::contract::Lang;
use bagarre_kit::deals::{Deals, dealt_order};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    fr: String,
    en: String,
    weapons: Vec<Weapon>,
    #[serde(default)]
    armour: Option<Weapon>,
    skills: Vec<Skill>,
    look: u8,
}

/// A ready-made band.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Its id.
    pub id: String,
    /// The era whose armoury it buys from.
    pub era: Era,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// What to expect.
    pub pitch_fr: String,
    /// What to expect.
    pub pitch_en: String,
    members: Vec<Row>,
}

impl Ready {
    /// The band, with names in one language.
    pub fn band(&self, lang: Lang) -> Band {
        let word = |fr: &str, en: &str| if lang == Lang::Fr { fr.to_owned() } else { en.to_owned() };
        let member = |(id, row): (u8, &Row)| Member {
            id,
            name: word(&row.fr, &row.en),
            chief: id == 0,
            weapons: row.weapons.clone(),
            armour: row.armour,
            skills: row.skills.clone(),
            look: row.look,
            health: Health::Well,
            founder: id == 0,
        };
        Band {
            name: word(&self.fr, &self.en),
            era: self.era,
            members: (0..).zip(&self.members).map(member).collect(),
            purse: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    band: Vec<Ready>,
}

static BANDS: LazyLock<Vec<Ready>> = LazyLock::new(|| {
    let file: File = toml::from_str(bagarre_kit::data!("bands.toml"))
        .expect("the ready-made bands are part of the program and are tested");
    file.band
});

/// Every ready-made band.
pub fn bands() -> &'static [Ready] {
    &BANDS
}

/// Which bands a new room deals in an era.
pub static DEALS: LazyLock<Deals> = LazyLock::new(|| Deals::read(bagarre_kit::data!("dealt.toml")));

/// Those of an era, in the order in which a scenario deals them.
pub fn dealt_of(scenario: &str, era: Era) -> Vec<&'static Ready> {
    let all: Vec<&Ready> = bands_of(era).collect();
    let listed: Vec<&str> = all.iter().map(|ready| ready.id.as_str()).collect();
    let order = dealt_order(&listed, DEALS.sides(scenario, era.id()).iter().flatten());
    order.into_iter().map(|place| all[place]).collect()
}

/// Those of an era.
pub fn bands_of(era: Era) -> impl Iterator<Item = &'static Ready> {
    BANDS.iter().filter(move |ready| ready.era == era)
}

/// Names to lend to a player who builds a band of an era.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Lent {
    /// Its era.
    pub era: Era,
    /// For figures.
    pub folk: Vec<String>,
    /// For bands.
    pub bands: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    lent: Vec<Lent>,
}

static NAMES: LazyLock<Vec<Lent>> = LazyLock::new(|| {
    let file: Names = toml::from_str(bagarre_kit::data!("names.toml"))
        .expect("the names are part of the program and are tested");
    file.lent
});

/// Names to lend, era by era.
pub fn lent() -> &'static [Lent] {
    &NAMES
}
