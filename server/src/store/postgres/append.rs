//! Appending entries, and the clocks that follow from them: columns as arrays, so that one statement and one round trip carry any
//! number of rows.

use sqlx::postgres::{PgDatabaseError, PgSeverity};
use sqlx::{PgConnection, Row as _, query};

use super::sql::entries::{Clocks, EntryRow};

/// Whether appending is one statement, which commits itself where no transaction was begun.
pub(super) const COMMITS: bool = true;

/// Whether an error says that nothing was committed: after a commit the server reports no plain error.
pub(super) fn aborted(why: &sqlx::Error) -> bool {
    let error = why.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|error| error.severity() == PgSeverity::Error)
}

/// Nothing is written where the predecessor of an entry is not stored, or where an entry comes from another epoch of its room: a journal
/// has no gaps, whoever writes it. That is an answer and not an error, because the database prints a row that a table refuses into its
/// own log, and an entry may be sealed. The rooms are locked against a new epoch. What is looked up is one row each time: a question
/// with `EXISTS` would be answered by reading the whole table once. Clocks that stand still keep their place.
const APPEND: &str = "WITH open AS MATERIALIZED (SELECT r.id FROM UNNEST($17::text[], $18::bigint[]) AS o (room, epoch) \
    JOIN rooms r ON r.id = o.room AND r.epoch = o.epoch FOR SHARE OF r), \
    odd AS MATERIALIZED (SELECT COUNT(*) AS entries \
    FROM UNNEST($1::text[], $2::bigint[], $16::boolean[], $17::text[]) AS e (game, entry, sure, room) \
    WHERE NOT (e.sure OR (e.entry = 0 OR (SELECT before.entry FROM journal before WHERE before.game_id = e.game \
    AND before.entry = e.entry - 1) IS NOT NULL) AND (e.room IS NULL OR e.room IN (SELECT id FROM open)))), \
    entries AS (INSERT INTO journal (game_id, entry, at, actor, command_id, command, events, drawn, digest, \
    salt, author, rolls, hide, head, blind) \
    SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], \
    $9::text[], $10::bytea[], $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::text[]) \
    WHERE (SELECT entries FROM odd) = 0), \
    gone AS (DELETE FROM deadlines d USING UNNEST($19::text[], $20::bigint[]) AS kept (game, seats) \
    WHERE d.game_id = kept.game AND (kept.seats >> d.seat::integer) & 1 = 0 AND (SELECT entries FROM odd) = 0), \
    clocks AS (INSERT INTO deadlines (game_id, seat, deadline, total, paused_left, asked, bank) \
    SELECT * FROM UNNEST($21::text[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[]) \
    WHERE (SELECT entries FROM odd) = 0 ON CONFLICT (game_id, seat) DO UPDATE \
    SET deadline = excluded.deadline, total = excluded.total, paused_left = excluded.paused_left, asked = excluded.asked, \
    bank = excluded.bank) \
    SELECT entries FROM odd";

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
    if rows.is_empty() && clocks.games.is_empty() {
        return Ok(true);
    }
    let all = &mut rows[..];
    let statement = query(APPEND)
        .bind(column(all, |row| std::mem::take(&mut row.game)))
        .bind(column(all, |row| row.entry))
        .bind(column(all, |row| row.at))
        .bind(column(all, |row| row.actor.take()))
        .bind(column(all, |row| row.command_id.take()))
        .bind(column(all, |row| row.command.take()))
        .bind(column(all, |row| std::mem::take(&mut row.events)))
        .bind(column(all, |row| row.drawn))
        .bind(column(all, |row| row.digest.take()))
        .bind(column(all, |row| row.salt.take()))
        .bind(column(all, |row| row.author.take()))
        .bind(column(all, |row| row.rolls.take()))
        .bind(column(all, |row| row.hide.take()))
        .bind(column(all, |row| row.head.take()))
        .bind(column(all, |row| row.blind.take()))
        .bind(column(all, |row| row.sure))
        .bind(column(all, |row| row.epoch.as_ref().map(|(room, _)| room.clone())))
        .bind(column(all, |row| row.epoch.as_ref().map(|(_, epoch)| *epoch)));
    let (games, seats): (Vec<_>, Vec<_>) = clocks.games.into_iter().unzip();
    let (of, rows): (Vec<_>, Vec<_>) = clocks.rows.into_iter().unzip();
    let statement = statement
        .bind(games)
        .bind(seats)
        .bind(of)
        .bind(rows.iter().map(|row| i64::from(row.seat.0)).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.deadline).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.total).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.paused_left).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.asked.map(i64::from)).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.bank).collect::<Vec<_>>());
    // All answers are waited for: the last one says that it is committed.
    let answer = statement.fetch_all(conn).await?;
    let odd: i64 = answer.first().ok_or(sqlx::Error::RowNotFound)?.try_get("entries")?;
    Ok(odd == 0)
}
