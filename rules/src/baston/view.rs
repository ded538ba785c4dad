//! What an audience sees, built from nothing.

use serde::{Deserialize, Serialize};

use super::board::BoardSpec;
use super::command::{Sheet, Standing};
use super::event::Fact;
use super::ids::{Part, Who};
use super::scene::{DoorState, Figure, Item, Phase, Piece, Plot, WindowState};
use super::setup::Options;
use crate::contract::{Outcome, Seat};
use crate::kit::grid::Point;

/// A character as everybody sees him (BAS-SET-08).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct FighterView {
    /// His number.
    pub who: Who,
    /// His letter.
    pub letter: char,
    /// His name.
    pub name: String,
    /// His player.
    pub seat: Seat,
    /// FOR, DEX, VIT, CON, COM.
    pub stats: [u8; 5],
    /// Points at the start in T, TR, BD, BG, J.
    pub points: [u8; 5],
    /// Look of the figure.
    pub look: u8,
    /// How he is now.
    pub now: Figure,
}

/// A band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct BandView {
    /// Its player.
    pub seat: Seat,
    /// Its name.
    pub name: String,
    /// Points so far.
    pub score: i32,
    /// In the programming or rewriting phase: confirmed.
    pub ready: bool,
}

/// What is private to a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Mine {
    /// The programme confirmed for this turn, while it is sealed.
    pub sheets: Vec<Sheet>,
    /// Standing answers.
    pub standing: Standing,
}

/// What an audience sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct View {
    /// The scenario.
    pub scenario: String,
    /// House options.
    pub options: Options,
    /// Turns of the game.
    pub turns: u8,
    /// The board as built.
    pub board: BoardSpec,
    /// Bands in seat order.
    pub bands: Vec<BandView>,
    /// Characters by number.
    pub fighters: Vec<FighterView>,
    /// Objects by number.
    pub items: Vec<Item>,
    /// Furniture by number.
    pub pieces: Vec<Piece>,
    /// Doors by number.
    pub doors: Vec<DoorState>,
    /// Windows by number.
    pub windows: Vec<WindowState>,
    /// Destroyed panels by number.
    pub panels: Vec<bool>,
    /// Destroyed telephones by number.
    pub phones: Vec<bool>,
    /// Points with glass debris.
    pub glass: Vec<Point>,
    /// Turn, 0 before the first.
    pub turn: u8,
    /// Sequence, 0 before the first.
    pub sequence: u8,
    /// Where the turn is.
    pub phase: Phase,
    /// Who acts.
    pub active: Option<Who>,
    /// What the scenario remembers.
    pub plot: Plot,
    /// The end.
    pub outcome: Option<Outcome>,
    /// What is private to the seat that looks.
    pub mine: Option<Mine>,
    /// Body parts in the order of `points` and `left`.
    pub parts: [Part; 5],
}

/// What an audience learns from one event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "baston/"))]
pub struct Notice {
    /// What happened.
    pub facts: Vec<Fact>,
    /// A seat is ready, or no longer.
    pub ready: Option<(Seat, bool)>,
    /// What is private to the seat that reads it, as it now is.
    pub mine: Option<Mine>,
}
