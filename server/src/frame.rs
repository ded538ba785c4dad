//! A message as it goes over the wire: the header of its frame, then its text. What the server sends is not masked, so that every
//! socket gets the same bytes. Long messages can also go out packed, to clients that have said that they can read that; they are packed when
//! the first one needs it, once for all who get them.

mod pack;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use bagarre_protocol::socket::{Closing, ServerMessage};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

use crate::numbers::Numbers;
use pack::deflate;

/// Room for the longest header of a frame that is not masked, in bytes.
const MAX_HEADER_BYTES: usize = 10;
/// Texts that are shorter than this stay as they are, in bytes.
const MIN_PACKED_BYTES: usize = 200;
/// How many messages with entries before such a message it can be packed with, and how many bytes of them.
const MAX_DICTIONARY_MESSAGES: usize = 8;
const MAX_DICTIONARY_BYTES: usize = 16 * 1024;

thread_local! {
    /// Where messages are written, before their length is known.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// One frame, encoded once and shared by all who get it. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Frame {
    plain: Bytes,
    pack: Option<Arc<Pack>>,
    /// Its message could not be written: it is the end of every socket it reaches.
    broken: bool,
}

/// How a frame can be packed.
#[derive(Default)]
struct Pack {
    /// Whether it holds entries of a game: others may be packed with it.
    entry: bool,
    place: Option<Place>,
    /// Packed together with what was before, and by itself; nothing where that would be no shorter.
    after: OnceLock<Option<Bytes>>,
    alone: OnceLock<Option<Bytes>>,
}

/// How a frame can be packed, as one server tells another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Packing {
    /// Not at all.
    Never,
    /// By itself.
    Alone,
    /// As entries, together with those before it in their thread, where they have one.
    Entries(Option<Place>),
}

impl Packing {
    /// Returns the same in another thread.
    pub(crate) fn in_thread(self, other: impl FnOnce(u64) -> u64) -> Self {
        match self {
            Self::Entries(Some(place)) => Self::Entries(Some(Place { thread: other(place.thread), ..place })),
            packing => packing,
        }
    }
}

/// Where entries stand in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    thread: u64,
    /// Messages of the thread before it.
    number: u32,
    /// With how many of them it can be packed.
    with: usize,
}

/// The entries of a game as one audience gets them, without a gap. Knows how long the last messages are; their texts are remembered by
/// the sockets that can use them.
#[derive(Debug, Default)]
pub(crate) struct Thread {
    /// No two of a server have the same; 0 is none.
    id: u64,
    /// The entry that comes next.
    next: u32,
    next_text: u32,
    /// Of the last texts, the latest first, in bytes.
    lengths: VecDeque<usize>,
}

impl Thread {
    /// Takes up a message with entries, which can be packed together with those before it. Where an entry is missing, another thread
    /// begins, with one of the numbers of `threads`.
    pub(crate) fn follow(&mut self, first: u32, last: u32, frame: Frame, threads: &Numbers) -> Frame {
        if self.id == 0 || first != self.next {
            *self = Self { id: threads.next(), ..Self::default() };
        }
        let mut bytes = 0;
        let near = self.lengths.iter().take_while(|length| {
            bytes += **length;
            bytes <= MAX_DICTIONARY_BYTES
        });
        let place = Place { thread: self.id, number: self.next_text, with: near.count() };
        (self.next, self.next_text) = (last + 1, self.next_text + 1);
        self.lengths.truncate(MAX_DICTIONARY_MESSAGES - 1);
        self.lengths.push_front(frame.body().len());
        frame.at(place)
    }
}

impl Frame {
    /// A message as text. One that cannot be written ends the sockets it is for (see [`Frame::is_broken`]): they come back with what they
    /// have, and get what they missed. Half a message is never sent.
    pub(crate) fn text(message: &ServerMessage) -> Self {
        let Some(plain) = write(message) else {
            return Self { broken: true, ..Self::close(Closing::Rebuilt) };
        };
        metrics::histogram!("bagarre_frame_bytes").record(u32::try_from(plain.len()).unwrap_or(u32::MAX));
        let entry = matches!(message, ServerMessage::Entries(_));
        // Never what holds a secret together with words of others.
        let packs = entry
            || match message {
                ServerMessage::Clocks { .. }
                | ServerMessage::Room { .. }
                | ServerMessage::Presence { .. } => true,
                ServerMessage::Table(table) => table.draft.is_none(),
                _ => false,
            };
        Self { plain, pack: packs.then(|| Arc::new(Pack { entry, ..Pack::default() })), broken: false }
    }

    /// Makes a frame of a text that another server has written.
    pub(crate) fn received(body: &[u8], packing: Packing) -> Self {
        let plain = SCRATCH.with_borrow_mut(|bytes| {
            bytes.clear();
            bytes.resize(MAX_HEADER_BYTES, 0);
            bytes.extend_from_slice(body);
            with_head(OpCode::Data(Data::Text), bytes)
        });
        let pack = match packing {
            Packing::Never => None,
            Packing::Alone => Some(Pack::default()),
            Packing::Entries(place) => Some(Pack { entry: true, place, ..Pack::default() }),
        };
        Self { plain, pack: pack.map(Arc::new), broken: false }
    }

    /// Returns how it can be packed.
    pub(crate) fn packing(&self) -> Packing {
        match &self.pack {
            None => Packing::Never,
            Some(pack) if pack.entry => Packing::Entries(pack.place),
            Some(_) => Packing::Alone,
        }
    }

    /// Whether two frames are clones of one.
    pub(crate) fn is_shared_with(&self, other: &Self) -> bool {
        self.plain.as_ptr() == other.plain.as_ptr() && self.plain.len() == other.plain.len()
    }

    /// Whether its message could not be written.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// What becomes of a message that cannot be written.
    #[cfg(test)]
    pub(crate) fn unwritten() -> Self {
        assert!(write(&tests::Unwritable).is_none());
        Self { broken: true, ..Self::close(Closing::Rebuilt) }
    }

    /// A sign of life.
    pub(crate) fn ping() -> Self {
        Self {
            plain: with_head(OpCode::Control(Control::Ping), &mut [0; MAX_HEADER_BYTES]),
            pack: None,
            broken: false,
        }
    }

    /// The end of a socket.
    pub(crate) fn close(why: Closing) -> Self {
        let mut bytes = vec![0; MAX_HEADER_BYTES];
        bytes.extend(why.close_code().to_be_bytes());
        Self { plain: with_head(OpCode::Control(Control::Close), &mut bytes), pack: None, broken: false }
    }

    /// Entries with their place, before they are sent.
    fn at(mut self, place: Place) -> Self {
        if let Some(pack) = self.pack.as_mut().and_then(Arc::get_mut).filter(|pack| pack.entry) {
            pack.place = Some(place);
        }
        self
    }

    /// Its length on the wire when it is not packed, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.plain.len()
    }

    /// The text without its header.
    pub(crate) fn body(&self) -> Bytes {
        let start = match self.plain.get(1) {
            Some(127) => 10,
            Some(126) => 4,
            _ => 2,
        };
        self.plain.slice(start..)
    }

    /// Packed with some texts, the oldest first.
    fn packed<'a>(&self, before: impl ExactSizeIterator<Item = &'a Bytes>) -> Option<Bytes> {
        let text = self.body();
        if text.len() < MIN_PACKED_BYTES {
            return None;
        }
        let mut bytes = vec![0; MAX_HEADER_BYTES];
        bytes.push(u8::try_from(before.len()).ok()?);
        deflate(&text, before.map(|text| &**text), &mut bytes)?;
        (bytes.len() - MAX_HEADER_BYTES < text.len())
            .then(|| with_head(OpCode::Data(Data::Binary), &mut bytes))
    }
}

impl PartialEq for Frame {
    fn eq(&self, other: &Self) -> bool {
        self.plain == other.plain
    }
}

impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame of {} bytes", self.plain.len())
    }
}

/// A message as a frame of text; nothing where it cannot be written, which is counted and logged without what it says.
fn write<M: Serialize>(message: &M) -> Option<Bytes> {
    let written = SCRATCH.with_borrow_mut(|bytes| {
        bytes.clear();
        bytes.resize(MAX_HEADER_BYTES, 0);
        serde_json::to_writer(&mut *bytes, message).map(|()| with_head(OpCode::Data(Data::Text), bytes))
    });
    // The text of the error may quote the message.
    let broken = |why: serde_json::Error| {
        metrics::counter!("bagarre_broken_frames_total").increment(1);
        tracing::error!(kind = ?why.classify(), of = std::any::type_name::<M>(), "a message could not be written");
    };
    written.map_err(broken).ok()
}

/// Writes the header of a frame right in front of what follows the room that was left for it; a copy that is no longer than the
/// frame.
fn with_head(opcode: OpCode, bytes: &mut [u8]) -> Bytes {
    let length = (bytes.len() - MAX_HEADER_BYTES) as u64;
    let header = FrameHeader { opcode, ..FrameHeader::default() };
    let start = MAX_HEADER_BYTES - header.len(length);
    // A header of known length always has room.
    let _ = header.format(length, &mut &mut bytes[start..MAX_HEADER_BYTES]);
    Bytes::copy_from_slice(&bytes[start..])
}

/// How the frames of one socket go out.
#[derive(Default)]
pub(crate) enum Way {
    /// As text.
    #[default]
    Plain,
    /// Packed where that is possible.
    Packed(Sent),
}

/// The last entries that went over a socket, by messages: the other side can only unpack with what it got there.
#[derive(Default)]
pub(crate) struct Sent {
    entries: VecDeque<(Place, Bytes)>,
    bytes: usize,
}

impl Sent {
    /// Whether the last ones are all that a message can be packed with.
    fn has(&self, place: Place) -> bool {
        let last = self.entries.iter().rev().zip(1..).take(place.with);
        place.with <= self.entries.len()
            && last.into_iter().all(|((one, _), back)| {
                (one.thread, one.number.checked_add(back)) == (place.thread, Some(place.number))
            })
    }

    fn keep(&mut self, place: Option<Place>, text: Bytes) {
        // Nothing is packed with a message that has no place, nor with any before it.
        let Some(place) = place else { return *self = Self::default() };
        self.bytes += text.len();
        self.entries.push_back((place, text));
        while (self.entries.len() > MAX_DICTIONARY_MESSAGES || self.bytes > MAX_DICTIONARY_BYTES)
            && let Some((_, old)) = self.entries.pop_front()
        {
            self.bytes -= old.len();
        }
    }
}

impl Way {
    /// What this socket sends for the next frame.
    pub(crate) fn bytes(&mut self, frame: Frame) -> Bytes {
        let (Self::Packed(sent), Some(pack)) = (self, &frame.pack) else { return frame.plain };
        let packed = match pack.place.filter(|place| place.with > 0 && sent.has(*place)) {
            Some(place) => pack.after.get_or_init(|| {
                let before = sent.entries.range(sent.entries.len() - place.with..);
                frame.packed(before.map(|(_, text)| text))
            }),
            None => pack.alone.get_or_init(|| frame.packed([].iter())),
        };
        if pack.entry {
            sent.keep(pack.place, frame.body());
        }
        packed.clone().unwrap_or(frame.plain)
    }
}

#[cfg(test)]
mod tests;
