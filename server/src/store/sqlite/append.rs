//! Appending entries, and the clocks that follow from them: many rows in one statement, since each statement is a message to SQLite's
//! own thread and back.

use sqlx::SqliteConnection;
use sqlx::error::ErrorKind;

use super::sql::entries::{Clocks, EntryRow};
use super::sql::statement::{Query, Rows};
use crate::store::records::DeadlineRow;

/// Whether appending is one statement, which commits itself where no transaction was begun.
pub(super) const COMMITS: bool = false;

/// Whether an error says that nothing was committed.
pub(super) fn aborted(_: &sqlx::Error) -> bool {
    false
}

/// An entry whose predecessor is not stored, or that comes from another epoch of its room, has no number, which the table refuses: a
/// journal has no gaps, whoever writes it. The error names the column and prints no row.
static ENTRIES: Rows = Rows::new(
    "INSERT INTO journal (game_id, entry, at, actor, command_id, command, events, drawn, digest, salt, author, \
     rolls, hide, head, blind) VALUES ",
    "(?, CASE WHEN ? OR (? = 0 OR EXISTS (SELECT 1 FROM journal before WHERE before.game_id = ? AND before.entry = ? - 1)) \
     AND (? IS NULL OR EXISTS (SELECT 1 FROM rooms r WHERE r.id = ? AND r.epoch = ?)) THEN ? END, \
     ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "",
);
/// Clocks that stand still keep their place, so that few pages change.
static GONE: Rows = Rows::new(
    "WITH kept (game, seats) AS (VALUES ",
    "(?, ?)",
    ") DELETE FROM deadlines WHERE rowid IN \
     (SELECT d.rowid FROM kept JOIN deadlines d ON d.game_id = kept.game WHERE (kept.seats >> d.seat) & 1 = 0)",
);
static CLOCKS: Rows = Rows::new(
    "INSERT INTO deadlines (game_id, seat, deadline, total, paused_left, asked, bank) VALUES ",
    "(?, ?, ?, ?, ?, ?, ?)",
    " ON CONFLICT (game_id, seat) DO UPDATE \
     SET deadline = excluded.deadline, total = excluded.total, paused_left = excluded.paused_left, asked = excluded.asked, \
     bank = excluded.bank",
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
    let kept = |statement: Query, (game, seats): (String, i64)| statement.bind(game).bind(seats);
    GONE.run(conn, clocks.games, kept).await?;
    CLOCKS.run(conn, clocks.rows, clock).await?;
    Ok(true)
}

fn entry(statement: Query, row: EntryRow) -> Query {
    let (room, epoch) = row.epoch.unzip();
    statement
        .bind(row.game.clone())
        .bind(row.sure)
        .bind(row.entry)
        .bind(row.game)
        .bind(row.entry)
        .bind(epoch)
        .bind(room)
        .bind(epoch)
        .bind(row.entry)
        .bind(row.at)
        .bind(row.actor)
        .bind(row.command_id)
        .bind(row.command)
        .bind(row.events)
        .bind(row.drawn)
        .bind(row.digest)
        .bind(row.salt)
        .bind(row.author)
        .bind(row.rolls)
        .bind(row.hide)
        .bind(row.head)
        .bind(row.blind)
}

fn clock(statement: Query, (game, row): (String, DeadlineRow)) -> Query {
    let statement = statement.bind(game).bind(i64::from(row.seat.0));
    statement
        .bind(row.deadline)
        .bind(row.total)
        .bind(row.paused_left)
        .bind(row.asked.map(i64::from))
        .bind(row.bank)
}
