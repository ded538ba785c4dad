//! Entries and the clocks that follow from them, as they are appended.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::store::body::pack;
use crate::store::clocks::ClockRow;
use crate::store::records::{DeadlineRow, JournalRow};

/// A row of the table `journal`.
pub(in crate::store) struct EntryRow {
    pub(in crate::store) game: Vec<u8>,
    pub(in crate::store) entry: i64,
    pub(in crate::store) at: i64,
    pub(in crate::store) command_id: Option<Vec<u8>>,
    pub(in crate::store) body: Vec<u8>,
    /// Whether the entry before is written by the same statement.
    pub(in crate::store) sure: bool,
    /// The room, and its epoch that has to be open; for the first of its game in a statement.
    pub(in crate::store) epoch: Option<(String, i64)>,
}

impl EntryRow {
    pub(super) fn new(Appended { row, sure, epoch }: Appended<'_>) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game: row.game.as_bytes().to_vec(),
            entry: row.entry.into(),
            at: row.at,
            command_id: row.command_id.map(|id| id.as_bytes().to_vec()),
            body: pack(row).map_err(|why| sqlx::Error::Encode(why.into()))?,
            sure,
            epoch: epoch.filter(|_| !sure).map(|(room, epoch)| (room.to_owned(), epoch)),
        })
    }
}

/// An entry, with what has to hold for it.
pub(super) struct Appended<'a> {
    pub(super) row: &'a JournalRow,
    pub(super) sure: bool,
    pub(super) epoch: Option<(&'a str, i64)>,
}

/// The clocks of games, all of each.
#[derive(Default)]
pub(in crate::store) struct Clocks {
    /// Games that have no clock any more.
    pub(in crate::store) gone: Vec<String>,
    pub(in crate::store) rows: Vec<(String, ClockRow)>,
}

impl Clocks {
    pub(super) fn of(all: &BTreeMap<Uuid, &[DeadlineRow]>) -> Result<Self, sqlx::Error> {
        let mut clocks = Self::default();
        for (game, rows) in all {
            if rows.is_empty() {
                clocks.gone.push(game.to_string());
            } else {
                let row = ClockRow::pack(rows).map_err(|why| sqlx::Error::Encode(why.into()))?;
                clocks.rows.push((game.to_string(), row));
            }
        }
        Ok(clocks)
    }
}
