//! The packed part of a journal row: everything that is only read whole. The format is postcard's (<https://postcard.jamesmunns.com/wire-format>);
//! the first byte is the version, so that rows stay readable when a later version adds a part.

use bagarre_protocol::payload::Payload;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::StoreError;
use super::records::{Hash, JournalRow};
use crate::fair::Link;

/// What stands in the column `body`.
#[derive(Serialize, Deserialize)]
enum Body<'a> {
    #[serde(borrow)]
    V1(V1<'a>),
}

/// The parts of a row, in their order. Texts are JSON.
#[derive(Serialize, Deserialize)]
struct V1<'a> {
    actor: Option<&'a str>,
    command: Option<&'a str>,
    events: &'a str,
    drawn: u64,
    /// Digest in hex, and salt.
    seal: Option<(&'a str, [u8; 16])>,
    blind: Option<&'a str>,
    #[serde(borrow)]
    link: Option<LinkV1<'a>>,
}

#[derive(Serialize, Deserialize)]
struct LinkV1<'a> {
    author: Option<&'a str>,
    rolls: &'a str,
    salt: [u8; 16],
    head: Hash,
}

/// The columns of a journal row that stand beside its body.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) game: Uuid,
    pub(super) entry: u32,
    pub(super) at: i64,
    pub(super) command_id: Option<Uuid>,
}

/// A row cannot be packed or read.
fn bad(why: impl std::fmt::Display) -> StoreError {
    StoreError::Row { table: "journal", why: why.to_string() }
}

fn text<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(bad)
}

fn parsed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    // Neither the text nor what is wrong with it is told: it may be sealed.
    serde_json::from_str(text).map_err(|why| bad(format_args!("{:?} at {}", why.classify(), why.column())))
}

/// Returns the body of a row.
pub(super) fn pack(row: &JournalRow) -> Result<Vec<u8>, StoreError> {
    pack_with(row, row.events.text())
}

/// Returns the body of a row with other events, for tests that break a journal.
#[cfg(feature = "testkit")]
pub fn packed(row: &JournalRow, events: &str) -> Result<Vec<u8>, StoreError> {
    pack_with(row, events)
}

fn pack_with(row: &JournalRow, events: &str) -> Result<Vec<u8>, StoreError> {
    let actor = row.actor.as_ref().map(text).transpose()?;
    let blind = row.blind.as_ref().map(text).transpose()?;
    let link = row.link.as_ref();
    let author = link.and_then(|link| link.author.as_ref()).map(text).transpose()?;
    let rolls = link.map(|link| text(&link.rolls)).transpose()?;
    let body = Body::V1(V1 {
        actor: actor.as_deref(),
        command: row.command.as_ref().map(Payload::text),
        events,
        drawn: row.drawn,
        seal: row.seal.as_ref().map(|(digest, salt)| (digest.as_str(), *salt)),
        blind: blind.as_deref(),
        link: link.zip(rolls.as_deref()).map(|(link, rolls)| LinkV1 {
            author: author.as_deref(),
            rolls,
            salt: link.salt,
            head: link.head,
        }),
    });
    postcard::to_allocvec(&body).map_err(bad)
}

/// Returns the row of a body.
pub(super) fn unpack(key: Key, body: &[u8]) -> Result<JournalRow, StoreError> {
    let (Body::V1(body), rest) = postcard::take_from_bytes(body).map_err(bad)?;
    if !rest.is_empty() {
        return Err(bad("bytes after its end"));
    }
    let payload = |text: &str| Payload::parse(text.to_owned()).map_err(bad);
    let link = |link: LinkV1<'_>| {
        Ok::<_, StoreError>(Link {
            author: link.author.map(parsed).transpose()?,
            rolls: parsed(link.rolls)?,
            salt: link.salt,
            head: link.head,
        })
    };
    Ok(JournalRow {
        game: key.game,
        entry: key.entry,
        at: key.at,
        actor: body.actor.map(parsed).transpose()?,
        command_id: key.command_id,
        command: body.command.map(payload).transpose()?,
        events: payload(body.events)?,
        drawn: body.drawn,
        seal: body.seal.map(|(digest, salt)| (digest.to_owned(), salt)),
        blind: body.blind.map(parsed).transpose()?,
        link: body.link.map(link).transpose()?,
    })
}
