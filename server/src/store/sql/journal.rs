//! Journals in the table of today.

use sqlx::query;
use sqlx::{Executor, Row as _};
use uuid::Uuid;

use super::super::dialect::Db;
use super::value::{Row, bytes, number};
use crate::store::body::{Key, unpack};
use crate::store::error::StoreError;
use crate::store::records::JournalRow;

const T: &str = "journal";

/// Entries of a game, all that [`row`] reads. `$order`: what follows `ORDER BY entry`.
macro_rules! journal_rows {
    ($order:literal) => {
        concat!("SELECT entry, at, command_id, body FROM journal WHERE game_id = $1 ORDER BY entry", $order)
    };
}

fn row(game: Uuid, row: &Row) -> Result<JournalRow, StoreError> {
    let command_id: Option<Vec<u8>> = row.try_get("command_id")?;
    let key = Key {
        game,
        entry: number(T, row.try_get("entry")?)?,
        at: row.try_get("at")?,
        command_id: command_id.map(|id| bytes(T, &id).map(Uuid::from_bytes)).transpose()?,
    };
    unpack(key, row.try_get("body")?)
}

/// The whole journal of a game, in order; nothing where it is not in this table.
pub(super) async fn all<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
) -> Result<Vec<JournalRow>, StoreError> {
    let rows = query(journal_rows!("")).bind(&game.as_bytes()[..]).fetch_all(from).await?;
    rows.iter().map(|found| row(game, found)).collect()
}

/// The last entries of a game, so many at most, the newest first.
pub(super) async fn end<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
    most: u32,
) -> Result<Vec<JournalRow>, StoreError> {
    let rows = query(journal_rows!(" DESC LIMIT $2")).bind(&game.as_bytes()[..]).bind(i64::from(most));
    rows.fetch_all(from).await?.iter().map(|found| row(game, found)).collect()
}

/// The last entry of a game.
pub(super) async fn last<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
) -> Result<Option<u32>, StoreError> {
    let row = query("SELECT MAX(entry) AS entry FROM journal WHERE game_id = $1")
        .bind(&game.as_bytes()[..])
        .fetch_one(from)
        .await?;
    row.try_get::<Option<i64>, _>("entry")?.map(|entry| number(T, entry)).transpose()
}

/// Reads something of a journal from the table of today, or else from the old one. A game that is carried over between the two readings is
/// read `again`.
pub(super) async fn either<T>(
    today: impl Future<Output = Result<T, StoreError>>,
    old: impl Future<Output = Result<T, StoreError>>,
    again: impl Future<Output = Result<T, StoreError>>,
    is_empty: impl Fn(&T) -> bool,
) -> Result<T, StoreError> {
    let found = today.await?;
    if !is_empty(&found) {
        return Ok(found);
    }
    let found = old.await?;
    if is_empty(&found) { again.await } else { Ok(found) }
}
