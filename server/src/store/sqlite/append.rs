//! Appending entries: many rows in one statement, since each statement is a message to SQLite's own thread and back.

use sqlx::SqliteConnection;

use super::sql::{Line, Query, Rows};

/// An entry whose predecessor is not stored has no number, which the table refuses: a journal has no gaps, whoever writes it.
static ENTRIES: Rows = Rows::new(
    "INSERT INTO journal (game_id, entry, at, actor, command_id, command, events, drawn, digest, salt, author, \
     rolls, hide, head, blind) VALUES ",
    "(?, CASE WHEN ? OR EXISTS (SELECT 1 FROM journal before WHERE before.game_id = ? AND before.entry = ? - 1) THEN ? END, \
     ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "",
);

/// Appends these.
pub(super) async fn entries(conn: &mut SqliteConnection, lines: Vec<Line>) -> Result<(), sqlx::Error> {
    ENTRIES.run(conn, lines, bind).await
}

fn bind(statement: Query, line: Line) -> Query {
    statement
        .bind(line.game.clone())
        .bind(line.sure)
        .bind(line.game)
        .bind(line.entry)
        .bind(line.entry)
        .bind(line.at)
        .bind(line.actor)
        .bind(line.command_id)
        .bind(line.command)
        .bind(line.events)
        .bind(line.drawn)
        .bind(line.digest)
        .bind(line.salt)
        .bind(line.author)
        .bind(line.rolls)
        .bind(line.hide)
        .bind(line.head)
        .bind(line.blind)
}
