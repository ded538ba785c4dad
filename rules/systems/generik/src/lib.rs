//! GeneriK: skirmish with miniatures on a table of 120 × 120 cm. Rules in `docs/rules/generik.md`, numbers in `data/`.

mod apply;
mod appraise;
mod create;
mod decide;
mod defaults;
mod gathering;
mod headline;
mod legal;
mod next;
mod options;
mod placing;
pub mod refusal;
mod resolve;
mod scores;
mod shop;
mod standing;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
#[doc(hidden)]
pub mod advise;
#[doc(hidden)]
pub mod after;
#[doc(hidden)]
pub mod aftermath;
#[doc(hidden)]
pub mod band;
#[doc(hidden)]
pub mod bots;
#[doc(hidden)]
pub mod catalogue;
#[doc(hidden)]
pub mod chronicle;
#[doc(hidden)]
pub mod command;
#[doc(hidden)]
pub mod event;
#[doc(hidden)]
pub mod ids;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod numbers;
#[doc(hidden)]
pub mod odds;
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
pub mod survivors;
#[doc(hidden)]
pub mod tables;
#[doc(hidden)]
pub mod terrain;
#[doc(hidden)]
pub mod usual;
#[doc(hidden)]
pub mod words;

pub use advise::Advice;
pub use catalogue::{Catalogue, catalogue};
pub use command::{Ask, Command, Draft};
pub use event::{Event, Fact};
pub use gathering::OwnTable;
pub use save::Position;
pub use setup::{More, Setup};
pub use state::State;
pub use view::View;

use bagarre_kit::any::{Rules, Typed};

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Generik>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Generik;
