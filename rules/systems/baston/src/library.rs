//! Boards and scenarios that come with the game: data files, read once.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::board::{Board, LooseSpec};
use super::ids::ItemKind;
use bagarre_kit::grid::Point;

/// The sides and places for a number of players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Seats.
    pub players: u8,
    /// Usual, least and most characters of a band.
    pub size: [u8; 3],
    /// Start zones by band; empty for random placement.
    #[serde(default)]
    pub zones: Vec<Vec<String>>,
    /// Those of bands of a single character; empty where they are the same.
    #[serde(default)]
    alone: Vec<Vec<String>>,
}

impl Variant {
    /// Start zones by band, for bands of so many characters.
    pub fn zones_of(&self, size: usize) -> &[Vec<String>] {
        if size <= 1 && !self.alone.is_empty() { &self.alone } else { &self.zones }
    }
}

/// The landlord of SCN-02.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Owner {
    /// Where the character starts.
    pub at: Point,
    /// The item that the character is given.
    pub gift: ItemKind,
}

/// A scenario (section 21).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `SCN-00`.
    pub id: String,
    /// Words.
    pub fr: String,
    /// Words.
    pub en: String,
    /// The landlord, if the scenario has one: the first character of the first band.
    #[serde(default)]
    pub owner: Option<Owner>,
    /// Sequences of a telephone call (SCN-02).
    #[serde(default)]
    pub call: Option<u8>,
    /// Every character starts in front of an enemy (BAS-SET-09).
    #[serde(default)]
    pub close: bool,
    /// Turns, when not the usual number (BAS-END-01).
    #[serde(default)]
    pub turns: Option<u8>,
    /// Objects it adds.
    #[serde(default)]
    pub loose: Vec<LooseSpec>,
    /// By number of players.
    #[serde(rename = "variant")]
    pub variants: Vec<Variant>,
}

impl Scenario {
    /// Returns the sides and places for a number of seats.
    pub fn variant(&self, seats: usize) -> Option<&Variant> {
        self.variants.iter().find(|variant| usize::from(variant.players) == seats)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    scenario: Vec<Scenario>,
}

static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let file: File = toml::from_str(bagarre_kit::data!("scenarios.toml"))
        .expect("the scenarios are part of the program and are tested");
    file.scenario
});

static TROQUET: LazyLock<Arc<Board>> = LazyLock::new(|| {
    let spec = toml::from_str(bagarre_kit::data!("board-troquet.toml"))
        .expect("the board is part of the program and is tested");
    Arc::new(Board::new(spec).expect("the board is part of the program and is tested"))
});

/// Every scenario.
pub fn scenarios() -> &'static [Scenario] {
    &SCENARIOS
}

/// A scenario by id.
pub fn scenario(id: &str) -> Option<&'static Scenario> {
    SCENARIOS.iter().find(|scenario| scenario.id == id)
}

/// The default board, “le troquet” (section 20.3).
pub fn troquet() -> Arc<Board> {
    Arc::clone(&TROQUET)
}
