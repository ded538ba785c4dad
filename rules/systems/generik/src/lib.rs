//! GeneriK: skirmish with miniatures on a table of 120 × 120 cm. Rules in `docs/rules/generik.md`, numbers in `data/`.

#![cfg_attr(
    not(feature = "testkit"),
    allow(unreachable_pub, reason = "`testkit` shows it to the tests of the chapters")
)]

mod advise;
mod after;
mod aftermath;
mod apply;
mod appraise;
mod band;
mod bots;
mod catalogue;
mod chronicle;
mod command;
mod create;
mod decide;
mod defaults;
mod event;
mod gathering;
mod headline;
mod ids;
mod legal;
mod library;
mod next;
mod numbers;
mod odds;
mod options;
mod placing;
mod refusal;
mod resolve;
mod save;
mod scene;
mod scores;
mod setup;
mod shop;
mod space;
mod standing;
mod state;
mod survivors;
mod system;
mod tables;
mod terrain;
#[cfg(feature = "testkit")]
pub mod testkit;
#[cfg(feature = "ts")]
mod types;
mod usual;
mod view;
mod words;
mod worth;

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
