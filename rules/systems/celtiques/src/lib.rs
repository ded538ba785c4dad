//! Celtiques: skirmish of a few warriors on a map of hexagons, in turns of five heartbeats. Rules in `docs/rules/celtiques.md`,
//! numbers in `data/`.

mod apply;
mod appraise;
mod create;
mod decide;
mod doctrine;
mod gathering;
mod hero;
mod legal;
mod next;
mod options;
mod paths;
mod proposal;
pub mod refusal;
mod resolve;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod ahead;
#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod figures;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod profile;
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod setup;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod view;

#[doc(hidden)]
pub use next::batches;
#[doc(hidden)]
pub use resolve::{Parts, bystander, falling, melee_malus, movement, stray};

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
