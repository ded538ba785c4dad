//! Reading journals, from the table of today or from that of before migration 16.

use sqlx::{Executor, Row as _, query};
use uuid::Uuid;

use super::super::dialect::Db;
use super::old_journal;
use super::statement::Query;
use super::value::{Row, bytes, number};
use crate::store::body::{Key, unpack};
use crate::store::error::StoreError;
use crate::store::records::JournalRow;

/// A table in which a game's journal may stand; it stands in one of them.
#[derive(Clone, Copy)]
pub(super) enum JournalTable {
    /// Of today.
    Today,
    /// Of before migration 16.
    Old,
}

/// Where the journal of a game is looked for. One that is carried over between the first two readings is found by the third.
pub(super) const TABLES: [JournalTable; 3] = [JournalTable::Today, JournalTable::Old, JournalTable::Today];

/// A question about the journal of a game, of both tables. `$today`, `$old`: columns. `$end`: what follows the game.
macro_rules! of_game {
    ($table:expr, $today:literal, $old:literal, $end:literal) => {
        match $table {
            JournalTable::Today => concat!("SELECT ", $today, " FROM journal WHERE game_id = $1", $end),
            JournalTable::Old => concat!("SELECT ", $old, " FROM old_journal WHERE game_id = $1", $end),
        }
    };
}

/// Whole entries.
macro_rules! entries {
    ($table:expr, $end:literal) => {
        of_game!(
            $table,
            "entry, at, command_id, body",
            "entry, at, actor, command_id, command, events, drawn, digest, salt, author, rolls, hide, head, blind",
            $end
        )
    };
}

impl JournalTable {
    /// Returns a question with the key of a game as its first parameter.
    fn ask(self, sql: &'static str, game: Uuid) -> Query {
        match self {
            Self::Today => query(sql).bind(game.as_bytes().to_vec()),
            Self::Old => query(sql).bind(game.to_string()),
        }
    }

    fn row(self, game: Uuid, row: &Row) -> Result<JournalRow, StoreError> {
        const T: &str = "journal";
        if matches!(self, Self::Old) {
            return old_journal::row(game, row);
        }
        let command_id: Option<Vec<u8>> = row.try_get("command_id")?;
        let key = Key {
            game,
            entry: number(T, row.try_get("entry")?)?,
            at: row.try_get("at")?,
            command_id: command_id.map(|id| bytes(T, &id).map(Uuid::from_bytes)).transpose()?,
        };
        unpack(key, row.try_get("body")?)
    }

    /// Returns the whole journal of a game, in order; nothing where it is not in this table.
    pub(super) async fn all<'c>(
        self,
        from: impl Executor<'c, Database = Db>,
        game: Uuid,
    ) -> Result<Vec<JournalRow>, StoreError> {
        let rows = self.ask(entries!(self, " ORDER BY entry"), game).fetch_all(from).await?;
        rows.iter().map(|row| self.row(game, row)).collect()
    }

    /// Returns the last entries of a game, so many at most, the newest first.
    pub(super) async fn end<'c>(
        self,
        from: impl Executor<'c, Database = Db>,
        game: Uuid,
        most: u32,
    ) -> Result<Vec<JournalRow>, StoreError> {
        let last = self.ask(entries!(self, " ORDER BY entry DESC LIMIT $2"), game).bind(i64::from(most));
        last.fetch_all(from).await?.iter().map(|row| self.row(game, row)).collect()
    }

    /// Returns the number of the last entry of a game.
    pub(super) async fn last<'c>(
        self,
        from: impl Executor<'c, Database = Db>,
        game: Uuid,
    ) -> Result<Option<u32>, StoreError> {
        let sql = of_game!(self, "MAX(entry) AS entry", "MAX(entry) AS entry", "");
        let row = self.ask(sql, game).fetch_one(from).await?;
        row.try_get::<Option<i64>, _>("entry")?.map(|entry| number("journal", entry)).transpose()
    }
}
