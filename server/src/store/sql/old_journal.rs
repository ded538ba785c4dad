//! Journals in the table of before migration 16, which has a column for every part of a row. They stay readable; one whose game goes on is
//! carried over into the table of today.

use bagarre_protocol::payload::Payload;
use sqlx::{Row as _, query};
use uuid::Uuid;

use super::super::append;
use super::entries::{Appended, Clocks, EntryRow};
use super::fault::Fault;
use super::journal::JournalTable;
use super::value::{Conn, Row, bad, bytes, from_text, id, number};
use crate::fair::Link;
use crate::store::error::{StoreError, WriteError};
use crate::store::records::JournalRow;

const T: &str = "old_journal";

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

/// Returns an entry of the old table.
pub(super) fn row(game: Uuid, row: &Row) -> Result<JournalRow, StoreError> {
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

/// Carries the journal of a game over into the table of today. Nothing where it is there already.
pub(super) async fn carry_over(conn: &mut Conn, game: Uuid) -> Result<(), Fault> {
    let rows = match JournalTable::Old.all(&mut *conn, game).await {
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
