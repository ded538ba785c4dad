//! Frames of PostgreSQL's wire protocol (version 3), and what those of the client ask for.

use std::collections::BTreeMap;
use std::io;

use bytes::{Buf, Bytes, BytesMut};
use tokio_util::codec::Decoder;

/// The largest frame that is believed, in bytes.
const LARGEST: usize = 64 * 1024 * 1024;
/// The codes of requests for encryption, which come instead of a start-up message.
const ENCRYPTION: [u32; 2] = [80_877_103, 80_877_104];

/// A whole frame as it was sent.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Its type; zero for the start-up message, which has none.
    pub kind: u8,
    /// All its bytes, type and length included.
    pub bytes: Bytes,
}

impl Frame {
    /// What a client asks for in this frame: the text of a plain query, or of a statement that is prepared.
    pub fn sql(&self) -> Option<&str> {
        match self.kind {
            b'Q' => Some(first_text(self.body())),
            b'P' => Some(first_text(self.body().split(|byte| *byte == 0).nth(1)?)),
            _ => None,
        }
    }

    /// Returns the bytes after type and length.
    fn body(&self) -> &[u8] {
        self.bytes.get(if self.kind == 0 { 4 } else { 5 }..).unwrap_or_default()
    }

    /// Whether it asks for encryption instead of starting up.
    pub fn wants_encryption(&self) -> bool {
        let code = self.body().first_chunk().map(|code| u32::from_be_bytes(*code));
        self.kind == 0 && code.is_some_and(|code| ENCRYPTION.contains(&code))
    }

    /// The process id of the server's end, in a `BackendKeyData`.
    pub fn process(&self) -> Option<i32> {
        let id = self.body().first_chunk().filter(|_| self.kind == b'K')?;
        Some(i32::from_be_bytes(*id))
    }

    /// The tag of a `CommandComplete`, such as `COMMIT`.
    pub fn completes(&self) -> Option<&str> {
        (self.kind == b'C').then(|| first_text(self.body()))
    }

    /// Whether the server is done with a round trip.
    pub fn is_ready(&self) -> bool {
        self.kind == b'Z'
    }
}

/// Cuts a stream into frames.
pub struct Frames {
    starting: bool,
}

impl Frames {
    /// What a client sends: its first frame has no type.
    pub fn of_client() -> Self {
        Self { starting: true }
    }

    /// What a server sends.
    pub fn of_server() -> Self {
        Self { starting: false }
    }
}

impl Decoder for Frames {
    type Item = Frame;
    type Error = io::Error;

    fn decode(&mut self, from: &mut BytesMut) -> io::Result<Option<Frame>> {
        let head = usize::from(!self.starting);
        let Some(length) = from.get(head..).and_then(<[u8]>::first_chunk) else { return Ok(None) };
        let whole = head + u32::from_be_bytes(*length) as usize;
        if !(head + 4..=LARGEST).contains(&whole) {
            return Err(io::Error::other("not a frame of PostgreSQL"));
        }
        if from.len() < whole {
            return Ok(None);
        }
        let kind = if self.starting { 0 } else { from.chunk()[0] };
        let frame = Frame { kind, bytes: from.split_to(whole).freeze() };
        self.starting &= frame.wants_encryption();
        Ok(Some(frame))
    }
}

/// A text that ends with a zero.
fn first_text(bytes: &[u8]) -> &str {
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    std::str::from_utf8(text).unwrap_or_default()
}

/// A statement on its way to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A transaction begins.
    Begin,
    /// A job of a group begins.
    Savepoint,
    /// The transaction is to become durable.
    Commit,
    /// The transaction is undone.
    Rollback,
    /// Entries of journals, those of a whole group; outside a transaction they become durable by themselves.
    Entry,
    /// A round trip ends.
    Sync,
    /// Anything else.
    Other,
}

impl Statement {
    fn of(sql: &str) -> Self {
        let sql = sql.trim_start();
        let begins = |word: &str| sql.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if begins("BEGIN") {
            Self::Begin
        } else if begins("SAVEPOINT") {
            Self::Savepoint
        } else if begins("COMMIT") {
            Self::Commit
        } else if begins("ROLLBACK") && !begins("ROLLBACK TO") {
            Self::Rollback
        } else if begins("WITH open AS") {
            Self::Entry
        } else {
            Self::Other
        }
    }
}

/// Follows the prepared statements and portals of one connection.
#[derive(Default)]
pub struct Script {
    statements: BTreeMap<String, Statement>,
    portals: BTreeMap<String, String>,
}

impl Script {
    /// The statement that a frame of the client runs, if it runs one.
    pub fn runs(&mut self, frame: &Frame) -> Option<Statement> {
        let body = frame.body();
        let first = first_text(body).to_owned();
        let second = || first_text(body.get(first.len() + 1..).unwrap_or_default());
        match frame.kind {
            b'Q' => Some(Statement::of(&first)),
            b'P' => {
                let statement = Statement::of(second());
                self.statements.insert(first, statement);
                None
            }
            b'B' => {
                let statement = second().to_owned();
                self.portals.insert(first, statement);
                None
            }
            b'E' => {
                let statement = self.portals.get(&first).and_then(|name| self.statements.get(name));
                Some(statement.copied().unwrap_or(Statement::Other))
            }
            b'S' => Some(Statement::Sync),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = (body.len() as u32 + 4).to_be_bytes();
        [&[kind][..], &length, body].concat()
    }

    #[test]
    fn prepared_statements_are_known_by_what_they_run() {
        let sent = [
            [&12u32.to_be_bytes()[..], &196_608u32.to_be_bytes(), &[0; 4]].concat(),
            frame(b'Q', b"BEGIN\0"),
            frame(b'P', b"s1\0WITH open AS (SELECT 1) INSERT INTO journal (entry) VALUES ($1)\0\0\0"),
            frame(b'B', b"\0s1\0\0\0\0\0\0\0"),
            frame(b'E', b"\0\0\0\0\0"),
            frame(b'S', b""),
            frame(b'Q', b"COMMIT\0"),
        ]
        .concat();
        let (mut frames, mut script) = (Frames::of_client(), Script::default());
        let mut bytes = BytesMut::new();
        let mut run = Vec::new();
        for byte in sent {
            bytes.extend_from_slice(&[byte]);
            while let Some(frame) = frames.decode(&mut bytes).expect("frames") {
                run.extend(script.runs(&frame));
            }
        }
        assert_eq!(run, [Statement::Begin, Statement::Entry, Statement::Sync, Statement::Commit]);
    }
}
