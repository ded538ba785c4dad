//! Appending entries, and the clocks that follow from them: many rows in one statement, since each statement is a message to SQLite's
//! own thread and back.

use sqlx::SqliteConnection;
use sqlx::error::ErrorKind;

use super::dialect::now;
use super::sql::entries::{Clocks, EntryRow};
use super::sql::statement::{Query, Rows};
use crate::store::clocks::ClockRow;

/// Whether appending is one statement, which commits itself where no transaction was begun.
pub(super) const COMMITS: bool = false;

/// Whether an error says that nothing was committed.
pub(super) fn aborted(_: &sqlx::Error) -> bool {
    false
}

/// An entry whose predecessor is not stored, that comes from another epoch of its room, or from a server whose lease has lapsed, has no number,
/// which the table refuses: a journal has no gaps. The error names the column and prints no row.
static ENTRIES: Rows = Rows::new(
    "WITH new (game, entry, sure, room, epoch, at, command_id, body) AS (VALUES ",
    "(?, ?, ?, ?, ?, ?, ?, ?)",
    concat!(
        ") INSERT INTO journal (game_id, entry, at, command_id, body) \
     SELECT game, CASE WHEN (sure OR entry = 0 OR EXISTS (SELECT 1 FROM journal j WHERE j.game_id = new.game AND j.entry = new.entry - 1)) \
     AND (room IS NULL OR EXISTS (SELECT 1 FROM rooms r WHERE r.id = new.room AND r.epoch = new.epoch \
     AND (r.node IS NULL OR EXISTS (SELECT 1 FROM nodes n WHERE n.id = r.node AND n.until >= ",
        now!(),
        ")))) THEN entry END, \
     at, command_id, body FROM new",
    ),
);
static GONE: Rows = Rows::new("DELETE FROM clocks WHERE game_id IN (", "?", ")");
/// A row that is the same stays as it is, so that few pages change.
static CLOCKS: Rows = Rows::new(
    "INSERT INTO clocks (game_id, due, asked_at, lost, body) VALUES ",
    "(?, ?, ?, 0, ?)",
    " ON CONFLICT (game_id) DO UPDATE SET due = excluded.due, asked_at = excluded.asked_at, lost = 0, body = excluded.body \
     WHERE (clocks.due, clocks.asked_at, clocks.lost, clocks.body) IS DISTINCT FROM (excluded.due, excluded.asked_at, 0, excluded.body)",
);

/// Whether an error says that an entry does not follow from what is stored.
fn does_not_follow(why: &sqlx::Error) -> bool {
    let error = why.as_database_error().filter(|error| error.kind() == ErrorKind::NotNullViolation);
    error.is_some_and(|error| error.message().ends_with("journal.entry"))
}

/// Writes these. `false`: one of the entries does not follow from what is stored, or comes from another epoch of its room; the
/// transaction has to be rolled back.
pub(super) async fn append(
    conn: &mut SqliteConnection,
    rows: Vec<EntryRow>,
    clocks: Clocks,
) -> Result<bool, sqlx::Error> {
    match ENTRIES.run(conn, rows, entry).await {
        Err(why) if does_not_follow(&why) => return Ok(false),
        done => done?,
    };
    let gone = |statement: Query, game: String| statement.bind(game);
    GONE.run(conn, clocks.gone, gone).await?;
    CLOCKS.run(conn, clocks.rows, clock).await?;
    Ok(true)
}

fn entry(statement: Query, row: EntryRow) -> Query {
    let (room, epoch) = row.epoch.unzip();
    statement
        .bind(row.game)
        .bind(row.entry)
        .bind(row.sure)
        .bind(room)
        .bind(epoch)
        .bind(row.at)
        .bind(row.command_id)
        .bind(row.body)
}

fn clock(statement: Query, (game, row): (String, ClockRow)) -> Query {
    statement.bind(game).bind(row.due).bind(row.asked_at).bind(row.body)
}
