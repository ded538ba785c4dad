//! Appending entries: columns as arrays, so that one statement and one round trip carry any number of rows.

use sqlx::{PgConnection, query};

use super::sql::Line;

/// An entry whose predecessor is not stored has no number, which the table refuses: a journal has no gaps, whoever writes it.
const ENTRIES: &str = "INSERT INTO journal (game_id, entry, at, actor, command_id, command, events, drawn, digest, \
    salt, author, rolls, hide, head, blind) \
    SELECT e.game, CASE WHEN e.sure OR EXISTS (SELECT 1 FROM journal before WHERE before.game_id = e.game \
    AND before.entry = e.entry - 1) THEN e.entry END, \
    e.at, e.actor, e.command_id, e.command, e.events, e.drawn, e.digest, e.salt, e.author, e.rolls, e.hide, e.head, e.blind \
    FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], \
    $9::text[], $10::bytea[], $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::text[], $16::boolean[]) \
    AS e (game, entry, at, actor, command_id, command, events, drawn, digest, salt, author, rolls, hide, head, blind, sure)";

/// Appends these.
pub(super) async fn entries(conn: &mut PgConnection, lines: Vec<Line>) -> Result<(), sqlx::Error> {
    fn column<T>(lines: &mut [Line], of: impl FnMut(&mut Line) -> T) -> Vec<T> {
        lines.iter_mut().map(of).collect()
    }
    let mut lines = lines;
    let all = &mut lines[..];
    query(ENTRIES)
        .bind(column(all, |line| std::mem::take(&mut line.game)))
        .bind(column(all, |line| line.entry))
        .bind(column(all, |line| line.at))
        .bind(column(all, |line| line.actor.take()))
        .bind(column(all, |line| line.command_id.take()))
        .bind(column(all, |line| line.command.take()))
        .bind(column(all, |line| std::mem::take(&mut line.events)))
        .bind(column(all, |line| line.drawn))
        .bind(column(all, |line| line.digest.take()))
        .bind(column(all, |line| line.salt.take()))
        .bind(column(all, |line| line.author.take()))
        .bind(column(all, |line| line.rolls.take()))
        .bind(column(all, |line| line.hide.take()))
        .bind(column(all, |line| line.head.take()))
        .bind(column(all, |line| line.blind.take()))
        .bind(column(all, |line| line.sure))
        .execute(conn)
        .await
        .map(|_| ())
}
