//! Celtiques: skirmish of a few warriors on a map of hexagons, in turns of five heartbeats. Rules in `docs/rules/celtiques.md`,
//! numbers in `data/`.

#![cfg_attr(
    not(feature = "testkit"),
    allow(unreachable_pub, reason = "`testkit` shows it to the tests of the chapters")
)]

mod ahead;
mod apply;
mod appraise;
mod board;
mod bots;
mod catalogue;
mod command;
mod create;
mod decide;
mod doctrine;
mod event;
mod figures;
mod gathering;
mod hero;
mod ids;
mod legal;
mod library;
mod next;
mod odds;
mod options;
mod paths;
mod profile;
mod proposal;
mod refusal;
mod resolve;
mod save;
mod scene;
mod setup;
mod state;
mod system;
mod tables;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;
mod worth;

pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command};
pub use event::{Event, Fact};
pub use odds::Advice;
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use bagarre_kit::any::{Rules, Typed};

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Celtiques>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Celtiques;
