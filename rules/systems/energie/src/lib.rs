//! énergie: comic-strip fights on a map of zones. Rules in `docs/rules/energie.md`, numbers in `data/`.

#![cfg_attr(
    not(feature = "testkit"),
    allow(unreachable_pub, reason = "`testkit` shows it to the tests of the chapters")
)]

mod advise;
mod apply;
mod appraise;
mod arena;
mod band;
mod bots;
mod catalogue;
mod command;
mod create;
mod decide;
mod defaults;
mod doctrine;
mod event;
mod gathering;
mod headline;
mod ids;
mod legal;
mod library;
mod next;
mod odds;
mod options;
mod placing;
mod proposal;
mod refusal;
mod resolve;
mod save;
mod scene;
mod scores;
mod setup;
mod space;
mod standing;
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
