//! Appending entries, and the clocks that follow from them: columns as arrays, so that one statement and one round trip carry any
//! number of rows.

use sqlx::postgres::{PgDatabaseError, PgSeverity};
use sqlx::{PgConnection, Row as _, query};

use super::dialect::now;
use super::sql::entries::{Clocks, EntryRow};

/// Whether appending is one statement, which commits itself where no transaction was begun.
pub(super) const COMMITS: bool = true;

/// Whether an error says that nothing was committed: after a commit the server reports no plain error.
pub(super) fn aborted(why: &sqlx::Error) -> bool {
    let error = why.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|error| error.severity() == PgSeverity::Error)
}

/// Nothing is written where the predecessor of an entry is not stored, where an entry comes from another epoch of its room, or where the lease of
/// the server that holds the room has lapsed: a journal has no gaps. That is an answer and not an error, because the database prints a row that a table refuses into
/// its own log, and an entry may be sealed. The rooms are locked against a new epoch. What is looked up is one row each time: a question
/// with `EXISTS` would be answered by reading the whole table once. Clocks that are the same stay as they are.
const APPEND: &str = concat!(
    "WITH open AS MATERIALIZED (SELECT r.id FROM UNNEST($6::text[], $7::bigint[]) AS o (room, epoch) \
    JOIN rooms r ON r.id = o.room AND r.epoch = o.epoch WHERE r.node IS NULL OR EXISTS (SELECT 1 FROM nodes n \
    WHERE n.id = r.node AND n.until >= ",
    now!(),
    ") FOR SHARE OF r), \
    odd AS MATERIALIZED (SELECT COUNT(*) AS entries \
    FROM UNNEST($1::bytea[], $2::bigint[], $5::boolean[], $6::text[]) AS e (game, entry, sure, room) \
    WHERE NOT (e.sure OR (e.entry = 0 OR (SELECT before.entry FROM journal before WHERE before.game_id = e.game \
    AND before.entry = e.entry - 1) IS NOT NULL) AND (e.room IS NULL OR e.room IN (SELECT id FROM open)))), \
    entries AS (INSERT INTO journal (game_id, entry, at, command_id, body) \
    SELECT * FROM UNNEST($1::bytea[], $2::bigint[], $3::bigint[], $4::bytea[], $8::bytea[]) \
    WHERE (SELECT entries FROM odd) = 0), \
    gone AS (DELETE FROM clocks WHERE game_id = ANY($9::text[]) AND (SELECT entries FROM odd) = 0), \
    clocks AS (INSERT INTO clocks AS c (game_id, due, asked_at, lost, body) \
    SELECT game, due, asked_at, 0, body FROM UNNEST($10::text[], $11::bigint[], $12::bigint[], $13::text[]) AS n (game, due, asked_at, body) \
    WHERE (SELECT entries FROM odd) = 0 ON CONFLICT (game_id) DO UPDATE \
    SET due = excluded.due, asked_at = excluded.asked_at, lost = 0, body = excluded.body \
    WHERE (c.due, c.asked_at, c.lost, c.body) IS DISTINCT FROM (excluded.due, excluded.asked_at, excluded.lost, excluded.body)) \
    SELECT entries FROM odd"
);

/// Writes these. `false`: one of the entries does not follow from what is stored, or comes from another epoch of its room; nothing was
/// written.
pub(super) async fn append(
    conn: &mut PgConnection,
    mut rows: Vec<EntryRow>,
    clocks: Clocks,
) -> Result<bool, sqlx::Error> {
    fn column<T>(rows: &mut [EntryRow], of: impl FnMut(&mut EntryRow) -> T) -> Vec<T> {
        rows.iter_mut().map(of).collect()
    }
    if rows.is_empty() && clocks.gone.is_empty() && clocks.rows.is_empty() {
        return Ok(true);
    }
    let all = &mut rows[..];
    let statement = query(APPEND)
        .bind(column(all, |row| std::mem::take(&mut row.game)))
        .bind(column(all, |row| row.entry))
        .bind(column(all, |row| row.at))
        .bind(column(all, |row| row.command_id.take()))
        .bind(column(all, |row| row.sure))
        .bind(column(all, |row| row.epoch.as_ref().map(|(room, _)| room.clone())))
        .bind(column(all, |row| row.epoch.as_ref().map(|(_, epoch)| *epoch)))
        .bind(column(all, |row| std::mem::take(&mut row.body)));
    let (games, rows): (Vec<_>, Vec<_>) = clocks.rows.into_iter().unzip();
    let statement = statement
        .bind(clocks.gone)
        .bind(games)
        .bind(rows.iter().map(|row| row.due).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.asked_at).collect::<Vec<_>>())
        .bind(rows.into_iter().map(|row| row.body).collect::<Vec<_>>());
    // All answers are waited for: the last one says that it is committed.
    let answer = statement.fetch_all(conn).await?;
    let odd: i64 = answer.first().ok_or(sqlx::Error::RowNotFound)?.try_get("entries")?;
    Ok(odd == 0)
}
