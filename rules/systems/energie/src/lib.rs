//! énergie: comic-strip fights on a map of zones. Rules in `docs/rules/energie.md`, numbers in `data/`.

mod apply;
mod appraise;
mod decide;
mod defaults;
mod gathering;
mod headline;
mod next;
mod options;
mod proposal;
pub mod refusal;
mod resolve;
mod scores;
mod standing;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod advise;
#[doc(hidden)]
pub mod arena;
#[doc(hidden)]
pub mod band;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod create;
#[doc(hidden)]
pub mod doctrine;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod legal;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod placing;
#[doc(hidden)]
pub mod save;
#[doc(hidden)]
pub mod scene;
#[doc(hidden)]
pub mod setup;
#[doc(hidden)]
pub mod space;
#[doc(hidden)]
pub mod state;
#[doc(hidden)]
pub mod tables;

pub use advise::Advice;
pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command};
pub use event::{Event, Fact};
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use bagarre_kit::any::{Rules, Typed};

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Energie>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Energie;
