//! What outlives the process. [`Store`] is a small trait with two implementations, SQLite (the default) and
//! PostgreSQL, which pass one contract suite. Everything that rooms write goes through the [`writer`], which commits in
//! groups.

mod api;
pub mod assets;
mod body;
pub mod campaigns;
mod clocks;
pub mod cluster;
pub mod copy;
pub mod devices;
mod doubt;
mod error;
pub mod house;
mod migrations;
mod newcomers;
pub mod nodes;
mod open;
mod postgres;
mod records;
pub mod reminders;
pub mod replays;
pub(crate) mod restored;
pub mod secrets;
pub mod shelf;
mod sqlite;
pub mod upkeep;
mod write;
pub mod writer;

pub use crate::clock::Leap;
pub use api::{Credit, Store};
#[cfg(feature = "testkit")]
pub use body::packed;
pub use error::{Newer, StoreError, WriteError};
pub use open::{
    DEFAULT_DATABASE_TIMEOUT, Opening, copy_in_postgres, copy_in_sqlite, copy_out, holder, is_empty_sqlite,
    open, open_with, prepare,
};
pub use records::{
    Asked, DeadlineRow, Draw, GameRecord, Guest, Hash, Holding, JournalRow, Member, Nameplate, RoomRecord,
    SeatRecord,
};
pub use restored::FILE;
pub use write::{Job, Write};
