//! Baston (1985/87): a bar brawl. Rules in `docs/rules/baston.md`, numbers in `data/`.

mod advise;
mod apply;
mod appraise;
mod create;
mod decide;
mod drawing;
mod gangs;
mod gathering;
mod headline;
mod next;
mod options;
mod programme;
mod proposal;
pub mod refusal;
mod resolve;
mod scores;
mod space;
mod system;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;

// The parts, for the tests of the rules alone: everybody else goes by what stands below.
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
pub mod ids;
#[doc(hidden)]
pub mod library;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod printed;
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

pub use catalogue::{Catalogue, catalogue};
pub use command::{Advice, Ask, Command};
pub use event::{Event, Fact};
pub use save::Position;
pub use setup::Setup;
pub use state::State;
pub use view::View;

use bagarre_kit::any::{Rules, Typed};

/// Its rules, for code that does not know its types.
pub static RULES: &dyn Rules = Typed::<Baston>::RULES;

/// The system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Baston;
