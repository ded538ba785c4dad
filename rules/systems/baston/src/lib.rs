//! Baston (1985/87): a bar brawl. Rules in `docs/rules/baston.md`, numbers in `data/`.

#![cfg_attr(
    not(feature = "testkit"),
    allow(unreachable_pub, reason = "`testkit` shows it to the tests of the chapters")
)]

mod advise;
mod apply;
mod appraise;
mod board;
mod bots;
mod catalogue;
mod command;
mod create;
mod decide;
mod drawing;
mod event;
mod gangs;
mod gathering;
mod headline;
mod ids;
mod library;
mod next;
mod options;
mod order;
mod printed;
mod programme;
mod proposal;
mod refusal;
mod resolve;
mod save;
mod scene;
mod scores;
mod setup;
mod space;
mod state;
mod system;
mod tables;
#[cfg(feature = "testkit")]
pub mod testkit;
mod threats;
#[cfg(feature = "ts")]
mod types;
mod view;

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
