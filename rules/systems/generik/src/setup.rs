//! What a game starts from: bands, a table, a scenario.

use serde::{Deserialize, Serialize};

use super::ids::{Era, Scenario, Skill, Terrain, Weapon};
use bagarre_kit::contract::Seat;
use bagarre_kit::plane::Pt;

/// How a member comes to a game of a campaign (GEN-CMP-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Health {
    /// Unwounded.
    #[default]
    Well,
    /// Starts wounded.
    Wounded,
    /// Stays at home.
    Out,
}

/// A figure as built (GEN-BND-02 to 06).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Member {
    /// Its number in the band: stays with it through a campaign, so that its history can be told.
    pub id: u8,
    /// 1 to 24 characters.
    pub name: String,
    /// The chief (GEN-BND-01).
    #[serde(default)]
    pub chief: bool,
    /// At most two (GEN-BND-02).
    #[serde(default)]
    pub weapons: Vec<Weapon>,
    /// Armour has a slot of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armour: Option<Weapon>,
    /// At most two; the first at list price (free for a founding chief), the second at double price.
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Look of the figure, for the client; no rule reads it.
    #[serde(default)]
    pub look: u8,
    /// How it comes to the game; only in a campaign anything but well.
    #[serde(default)]
    pub health: Health,
    /// Founded the band as its chief: its first skill was free (GEN-BND-03). A successor's is not.
    #[serde(default)]
    pub founder: bool,
}

/// What a band owns besides its members (section 16).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Purse {
    /// Treasury T, in points.
    pub treasury: i32,
    /// Reputation R, never below 0.
    pub reputation: i32,
    /// The highest reputation threshold that has served (GEN-CMP-07, R-227); 0 for none.
    pub threshold: i32,
    /// Games played in the campaign.
    pub games: u16,
    /// The number the next recruit gets.
    pub next_id: u8,
}

/// The force of one player (section 15).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Band {
    /// 1 to 32 characters.
    pub name: String,
    /// The era whose armoury it buys from.
    pub era: Era,
    /// Its members, one of them the chief.
    pub members: Vec<Member>,
    /// In a campaign: what it owns. `None` for a single game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purse: Option<Purse>,
}

impl Band {
    /// Its name and those of its members.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.members.iter().map(|it| it.name.as_str()))
    }
}

/// A terrain piece on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Placed {
    /// Which piece.
    pub piece: Terrain,
    /// Its origin, in u.
    pub at: Pt,
    /// Rotation in steps of 15 degrees, 0 to 23 (GEN-GEO-07).
    pub turn: u8,
}

/// Where the terrain comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub enum Ground {
    /// The first ready layout of the era (GEN-SETS-02).
    #[default]
    Ready,
    /// One of the ready layouts of the era, by its id.
    Named(String),
    /// Players place pieces in turn (GEN-SET-02, 03).
    InTurn,
    /// A table of one's own; spacing is not asked of it, but pieces may not overlap and lie wholly on the table.
    Own(Vec<Placed>),
}

/// What opportunity actions are counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(clippy::enum_variant_names, reason = "the words of the switch")]
pub enum Quota {
    /// One against each acting figure in each phase.
    #[default]
    PerActor,
    /// One in each phase.
    PerPhase,
    /// One against each action.
    PerAction,
}

/// Switchable rulings (`[options]` of the tables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
#[allow(clippy::struct_excessive_bools, reason = "independent switches of the rules")]
pub struct Options {
    /// One may return to an earlier figure in a phase.
    pub free_switching: bool,
    /// Turns in a row without an act that end the game.
    pub idle_turns_draw: u8,
    /// Last turn of the game; 0 for none.
    pub max_turns: u8,
    /// A locked figure may walk out of a melee.
    pub allow_disengage: bool,
    /// A figure whose DA were taken away may try a heroic action.
    pub heroic_after_da_removed: bool,
    /// How opportunity actions are counted.
    pub ao_quota: Quota,
    /// Figures block lines of sight.
    pub figures_block_los: bool,
    /// The defender chooses dice before the attack die is seen.
    pub defence_blind: bool,
    /// Modifier of a shot at a down figure.
    pub down_target_shoot_mod: i8,
    /// A down defender that wins wounds.
    pub down_defender_can_wound: bool,
    /// A figure knocked down by a chain loses its DA.
    pub chain_knockdown_loses_da: bool,
    /// A figure knocked down by a blast loses its DA.
    pub blast_knockdown_loses_da: bool,
    /// Armour takes one of the two weapon slots.
    pub armour_uses_weapon_slot: bool,
    /// Bands of different eras may meet.
    pub mixed_eras: bool,
    /// A figure that is down defends without weapon and shield.
    pub down_unarmed: bool,
    /// Wounds brought from an earlier game of the campaign score nothing.
    pub old_wounds_free: bool,
    /// No window opens in which nothing but letting it pass is legal. On in new games; a game that was stored without it
    /// opens them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub no_empty_windows: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            free_switching: true,
            idle_turns_draw: 3,
            max_turns: 20,
            allow_disengage: false,
            heroic_after_da_removed: true,
            ao_quota: Quota::PerActor,
            figures_block_los: false,
            defence_blind: false,
            down_target_shoot_mod: -1,
            down_defender_can_wound: false,
            chain_knockdown_loses_da: false,
            blast_knockdown_loses_da: false,
            armour_uses_weapon_slot: false,
            mixed_eras: false,
            down_unarmed: false,
            old_wounds_free: false,
            no_empty_windows: false,
        }
    }
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct Setup {
    /// The era whose terrain is used.
    pub era: Era,
    /// The scenario; `None` when the dice choose it (GEN-SET-01).
    #[serde(default)]
    pub scenario: Option<Scenario>,
    /// The terrain.
    #[serde(default)]
    pub ground: Ground,
    /// Switchable rulings.
    #[serde(default)]
    pub options: Options,
    /// Bands start face to face in the middle of the table (GEN-SET-11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
    pub close: bool,
    /// After the game each band goes through the steps of a campaign (section 16); every band has a purse then.
    #[serde(default)]
    pub campaign: bool,
    /// The seat that places the first piece of terrain: that of the player whose account is the youngest.
    #[serde(default)]
    pub youngest: Seat,
    /// One band for each seat, in seat order.
    pub bands: Vec<Band>,
}

/// What the host of a room of GeneriK chooses besides the scenario: [`bagarre_kit::gather::Terms::more`]. Everything may be left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[bagarre_kit::wire(export_to = "generik/")]
pub struct More {
    /// The era of the table and, unless eras are mixed, of all bands.
    pub era: Era,
    /// Where the terrain comes from.
    pub ground: Ground,
    /// Switchable rulings.
    pub options: Options,
    /// A game of a campaign; set by the campaign, not by people.
    pub campaign: bool,
    /// Bands start face to face in the middle of the table, without a choice of edges or places (GEN-SET-11). Ready-made bands
    /// are small then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, type = "boolean"))]
    pub close: bool,
}

impl Default for More {
    fn default() -> Self {
        Self {
            era: Era::Western,
            ground: Ground::default(),
            options: Options::default(),
            campaign: false,
            close: false,
        }
    }
}
