//! Entries and the clocks that follow from them, as they are appended.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::value::text;
use crate::store::records::{DeadlineRow, JournalRow};

/// A row of the table `journal`.
pub(in crate::store) struct EntryRow {
    pub(in crate::store) game: String,
    pub(in crate::store) entry: i64,
    pub(in crate::store) at: i64,
    pub(in crate::store) actor: Option<String>,
    pub(in crate::store) command_id: Option<String>,
    pub(in crate::store) command: Option<String>,
    pub(in crate::store) events: String,
    pub(in crate::store) drawn: i64,
    pub(in crate::store) digest: Option<String>,
    pub(in crate::store) salt: Option<Vec<u8>>,
    pub(in crate::store) author: Option<String>,
    pub(in crate::store) rolls: Option<String>,
    pub(in crate::store) hide: Option<Vec<u8>>,
    pub(in crate::store) head: Option<Vec<u8>>,
    pub(in crate::store) blind: Option<String>,
    /// Whether the entry before is written by the same statement.
    pub(in crate::store) sure: bool,
    /// The room, and its epoch that has to be open; for the first of its game in a statement.
    pub(in crate::store) epoch: Option<(String, i64)>,
}

impl EntryRow {
    pub(super) fn new(Appended { row, sure, epoch }: Appended<'_>) -> Result<Self, sqlx::Error> {
        let (digest, salt) = row.seal.as_ref().map(|(digest, salt)| (digest.clone(), salt.to_vec())).unzip();
        let link = row.link.as_ref();
        Ok(Self {
            game: row.game.to_string(),
            entry: row.entry.into(),
            at: row.at,
            actor: row.actor.as_ref().map(text).transpose()?,
            command_id: row.command_id.map(|id| id.to_string()),
            command: row.command.as_ref().map(|command| command.text().to_owned()),
            events: row.events.text().to_owned(),
            drawn: row.drawn as i64,
            digest,
            salt,
            author: link.and_then(|link| link.author.as_ref()).map(text).transpose()?,
            rolls: link.map(|link| text(&link.rolls)).transpose()?,
            hide: link.map(|link| link.salt.to_vec()),
            head: link.map(|link| link.head.to_vec()),
            blind: row.blind.as_ref().map(text).transpose()?,
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
    /// The games, with a bit for each seat that has a clock.
    pub(in crate::store) games: Vec<(String, i64)>,
    pub(in crate::store) rows: Vec<(String, DeadlineRow)>,
}

impl Clocks {
    pub(super) fn of(all: &BTreeMap<Uuid, &[DeadlineRow]>) -> Self {
        let mut clocks = Self::default();
        for (game, rows) in all {
            let game = game.to_string();
            clocks.rows.extend(rows.iter().map(|row| (game.clone(), *row)));
            clocks.games.push((game, rows.iter().fold(0, |seats, row| seats | 1 << (row.seat.0 & 31))));
        }
        clocks
    }
}
