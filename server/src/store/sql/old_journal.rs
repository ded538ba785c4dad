//! Journals in the table of before migration 16, which has a column for every part of a row. They stay readable; one whose game goes on is
//! carried over into the table of today.

use bagarre_protocol::payload::Payload;
use sqlx::query;
use sqlx::{Executor, Row as _};
use uuid::Uuid;

use super::super::append;
use super::super::dialect::Db;
use super::entries::{Appended, Clocks, EntryRow};
use super::fault::Fault;
use super::value::{Conn, Row, bad, bytes, from_text, id, number};
use crate::fair::Link;
use crate::store::error::{StoreError, WriteError};
use crate::store::records::JournalRow;

const T: &str = "old_journal";

/// Entries of a game, all that [`row`] reads. `$order`: what follows `ORDER BY entry`.
macro_rules! old_rows {
    ($order:literal) => {
        concat!(
            "SELECT entry, at, actor, command_id, command, events, drawn, digest, salt, author, rolls, hide, head, blind \
             FROM old_journal WHERE game_id = $1 ORDER BY entry",
            $order
        )
    };
}

fn link(row: &Row) -> Result<Option<Link>, StoreError> {
    let (author, rolls): (Option<String>, Option<String>) = (row.try_get("author")?, row.try_get("rolls")?);
    let (hide, head): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.try_get("hide")?, row.try_get("head")?);
    let Some(((rolls, hide), head)) = rolls.zip(hide).zip(head) else { return Ok(None) };
    Ok(Some(Link {
        author: author.map(|author| from_text(T, &author)).transpose()?,
        rolls: from_text(T, &rolls)?,
        salt: bytes(T, &hide)?,
        head: bytes(T, &head)?,
    }))
}

fn row(game: Uuid, row: &Row) -> Result<JournalRow, StoreError> {
    let (actor, command_id, command): (Option<String>, Option<String>, Option<String>) =
        (row.try_get("actor")?, row.try_get("command_id")?, row.try_get("command")?);
    let (digest, salt): (Option<String>, Option<Vec<u8>>) = (row.try_get("digest")?, row.try_get("salt")?);
    let blind: Option<String> = row.try_get("blind")?;
    Ok(JournalRow {
        game,
        entry: number(T, row.try_get("entry")?)?,
        at: row.try_get("at")?,
        actor: actor.map(|actor| from_text(T, &actor)).transpose()?,
        command_id: command_id.map(|text| id(T, &text)).transpose()?,
        command: command.map(Payload::parse).transpose().map_err(|why| bad(T, why))?,
        events: Payload::parse(row.try_get::<String, _>("events")?).map_err(|why| bad(T, why))?,
        drawn: number(T, row.try_get("drawn")?)?,
        seal: digest
            .zip(salt)
            .map(|(digest, salt)| Ok::<_, StoreError>((digest, bytes(T, &salt)?)))
            .transpose()?,
        blind: blind.map(|blind| from_text(T, &blind)).transpose()?,
        link: link(row)?,
    })
}

/// The whole journal of a game, in order; nothing where it is not in this table.
pub(super) async fn all<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
) -> Result<Vec<JournalRow>, StoreError> {
    let rows = query(old_rows!("")).bind(game.to_string()).fetch_all(from).await?;
    rows.iter().map(|found| row(game, found)).collect()
}

/// The last entries of a game, so many at most, the newest first.
pub(super) async fn end<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
    most: u32,
) -> Result<Vec<JournalRow>, StoreError> {
    let rows = query(old_rows!(" DESC LIMIT $2")).bind(game.to_string()).bind(i64::from(most));
    rows.fetch_all(from).await?.iter().map(|found| row(game, found)).collect()
}

/// The last entry of a game.
pub(super) async fn last<'c>(
    from: impl Executor<'c, Database = Db>,
    game: Uuid,
) -> Result<Option<u32>, StoreError> {
    let row = query("SELECT MAX(entry) AS entry FROM old_journal WHERE game_id = $1")
        .bind(game.to_string())
        .fetch_one(from)
        .await?;
    row.try_get::<Option<i64>, _>("entry")?.map(|entry| number(T, entry)).transpose()
}

/// Carries the journal of a game over into the table of today. Nothing where it is there already.
pub(super) async fn carry_over(conn: &mut Conn, game: Uuid) -> Result<(), Fault> {
    let rows = match all(&mut *conn, game).await {
        Ok(rows) => rows,
        Err(StoreError::Database(why)) => return Err(why.into()),
        Err(why) => return Err(Fault::Own(WriteError::Failed(why.to_string()))),
    };
    let packed = rows.iter().enumerate().map(|(n, row)| {
        // Its epoch was claimed in the same transaction.
        EntryRow::new(Appended { row, sure: n > 0, epoch: None })
    });
    if !append::append(conn, packed.collect::<Result<_, _>>()?, Clocks::default()).await? {
        return Err(Fault::Own(WriteError::Conflict));
    }
    query("DELETE FROM old_journal WHERE game_id = $1").bind(game.to_string()).execute(conn).await?;
    Ok(())
}
