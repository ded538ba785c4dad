//! Words that clients show and no rule reads, from `data/words.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use bagarre_kit::presentation::Words;

/// One value of a switch that is neither a number nor yes or no.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct SwitchValue {
    /// As written in [`super::setup::Options`].
    pub value: String,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
}

/// A switchable ruling (section 24).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "generik/"))]
pub struct Switch {
    /// Its name in [`super::setup::Options`].
    #[cfg_attr(feature = "ts", ts(type = "keyof Options"))]
    pub key: String,
    /// The rule it changes, `GEN-TRN-02`.
    pub rule: String,
    /// The ruling it switches, `R-022`.
    pub ruling: String,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// The least and the most, for a number: within it a game ends, and numbers add up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<[i32; 2]>,
    /// Its possible values, for one that is a choice of several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<SwitchValue>,
}

/// The scenario that dice choose (GEN-SET-01).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hasard {
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// What happens.
    pub text_fr: String,
    /// What happens.
    pub text_en: String,
}

/// All of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllWords {
    /// The open scenario.
    pub hasard: Hasard,
    /// Switches, in the order of [`super::setup::Options`].
    pub switch: Vec<Switch>,
    /// Of choices after a game that empty a band, by key.
    pub warning: BTreeMap<String, Words>,
    /// Of campaigns, by key.
    pub campaign: BTreeMap<String, Words>,
}

static WORDS: LazyLock<AllWords> = LazyLock::new(|| {
    toml::from_str(bagarre_kit::data!("words.toml"))
        .expect("the words are part of the program and are tested")
});

/// All words.
pub fn words() -> &'static AllWords {
    &WORDS
}
