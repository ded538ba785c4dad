//! What a game starts from (chapters 1 and 2).

use serde::{Deserialize, Serialize};

use super::board::BoardSpec;
use super::ids::ItemKind;

/// House options, off by default (`[options]` of the tables).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of the rules")]
pub struct Options {
    /// Characteristics up to 8 (RUL-08).
    pub characteristic_8: bool,
    /// Cutting a furniture corner is allowed with a DEX test (BAS-MOV-02).
    pub corner_test: bool,
    /// Blows across one step of level (RUL-47).
    pub melee_one_step: bool,
    /// A destroyed window or panel leaves glass on both sides.
    pub glass_from_windows: bool,
    /// A thrown chair or bottle destroys a shut window and flies on (RUL-77).
    pub thrown_breaks_window: bool,
    /// Every displaced character tests DEX or falls (RUL-33).
    pub jostle_test: bool,
    /// Programmes are revealed sequence by sequence instead of all at once (BAS-EXE-01).
    pub reveal_by_sequence: bool,
    /// The weapon and the place of an aimed blow are one question where exactly one enemy may be hit (RUL-110). On in new games; a
    /// game that was stored without it keeps two questions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub one_question: bool,
}

/// A bought piece of equipment (BAS-EQP-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Purchase {
    /// What.
    pub item: ItemKind,
    /// Clothing that is carried instead of worn (BAS-EQP-03).
    #[serde(default)]
    pub carried: bool,
}

/// A character as created (BAS-SET-02).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Character {
    /// 1 to 24 characters.
    pub name: String,
    /// Strength (FOR).
    #[serde(rename = "FOR")]
    pub strength: u8,
    /// Dexterity (DEX).
    #[serde(rename = "DEX")]
    pub dexterity: u8,
    /// Speed (VIT).
    #[serde(rename = "VIT")]
    pub speed: u8,
    /// Constitution (CON).
    #[serde(rename = "CON")]
    pub constitution: u8,
    /// The purchases of the character, worth at most 8 points.
    #[serde(default)]
    pub kit: Vec<Purchase>,
    /// Look of the figure, for the client; no rule reads it.
    #[serde(default)]
    pub look: u8,
}

/// The characters of one player (BAS-SET-01).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Band {
    /// 1 to 32 characters.
    pub name: String,
    /// 1 to 4 characters.
    pub characters: Vec<Character>,
}

impl Band {
    /// Its name and those of its characters.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.characters.iter().map(|it| it.name.as_str()))
    }
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "baston/")]
pub struct Setup {
    /// A scenario of section 21, such as `SCN-00`.
    pub scenario: String,
    /// A board of one's own instead of the scenario's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSpec>,
    /// Turns, when not the scenario's 15 (BAS-END-01); 1 to 99.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u8>,
    /// House options.
    #[serde(default)]
    pub options: Options,
    /// One band for each seat, in seat order.
    pub bands: Vec<Band>,
}

impl Setup {
    /// How many characters the largest band has.
    pub(super) fn largest_band(&self) -> usize {
        self.bands.iter().map(|band| band.characters.len()).max().unwrap_or(0)
    }
}
