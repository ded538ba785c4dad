//! Appending entries, and the clocks that follow from them: columns as arrays, so that one statement and one round trip carry any
//! number of rows.

use sqlx::postgres::{PgDatabaseError, PgSeverity};
use sqlx::{PgConnection, query};

use super::sql::entries::{Clocks, EntryRow};

/// Whether appending is one statement, which commits itself where no transaction was begun.
pub(super) const COMMITS: bool = true;

/// Whether an error says that nothing was committed: after a commit the server reports no plain error.
pub(super) fn aborted(why: &sqlx::Error) -> bool {
    let error = why.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    error.is_some_and(|error| error.severity() == PgSeverity::Error)
}

/// An entry whose predecessor is not stored, or that comes from another epoch of its room, has no number, which the table refuses: a
/// journal has no gaps, whoever writes it. The rooms are locked against a new epoch. What is looked up is one row each time: a
/// question with `EXISTS` would be answered by reading the whole table once.
/// Clocks that stand still keep their place.
const APPEND: &str = "WITH open AS MATERIALIZED (SELECT r.id FROM UNNEST($17::text[], $18::bigint[]) AS o (room, epoch) \
    JOIN rooms r ON r.id = o.room AND r.epoch = o.epoch FOR SHARE OF r), \
    entries AS (INSERT INTO journal (game_id, entry, at, actor, command_id, command, events, drawn, digest, \
    salt, author, rolls, hide, head, blind) \
    SELECT e.game, CASE WHEN e.sure OR (e.entry = 0 OR (SELECT before.entry FROM journal before WHERE before.game_id = e.game \
    AND before.entry = e.entry - 1) IS NOT NULL) AND (e.room IS NULL OR e.room IN (SELECT id FROM open)) THEN e.entry END, \
    e.at, e.actor, e.command_id, e.command, e.events, e.drawn, e.digest, e.salt, e.author, e.rolls, e.hide, e.head, e.blind \
    FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], \
    $9::text[], $10::bytea[], $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::text[], $16::boolean[], $17::text[]) \
    AS e (game, entry, at, actor, command_id, command, events, drawn, digest, salt, author, rolls, hide, head, blind, sure, room)), \
    gone AS (DELETE FROM deadlines d USING UNNEST($19::text[], $20::bigint[]) AS kept (game, seats) \
    WHERE d.game_id = kept.game AND (kept.seats >> d.seat::integer) & 1 = 0) \
    INSERT INTO deadlines (game_id, seat, deadline, total, paused_left, asked) \
    SELECT * FROM UNNEST($21::text[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[]) \
    ON CONFLICT (game_id, seat) DO UPDATE \
    SET deadline = excluded.deadline, total = excluded.total, paused_left = excluded.paused_left, asked = excluded.asked";

/// Writes these.
pub(super) async fn append(
    conn: &mut PgConnection,
    mut rows: Vec<EntryRow>,
    clocks: Clocks,
) -> Result<(), sqlx::Error> {
    fn column<T>(rows: &mut [EntryRow], of: impl FnMut(&mut EntryRow) -> T) -> Vec<T> {
        rows.iter_mut().map(of).collect()
    }
    if rows.is_empty() && clocks.games.is_empty() {
        return Ok(());
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
    statement
        .bind(games)
        .bind(seats)
        .bind(of)
        .bind(rows.iter().map(|row| i64::from(row.seat.0)).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.deadline).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.total).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.paused_left).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.asked.map(i64::from)).collect::<Vec<_>>())
        .execute(conn)
        .await
        .map(|_| ())
}
