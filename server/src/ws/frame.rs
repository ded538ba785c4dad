//! A message as it goes over the wire: the header of its frame, then its text. What the server sends is not masked, so that every
//! socket gets the same bytes. Long messages can also go out packed, to whoever has said that he can read that; they are packed when
//! the first one needs it, once for all who get them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use bagarre_protocol::socket::{Closing, ServerMessage};
use bytes::Bytes;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

use super::pack::deflate;

/// Room for the longest header of a frame that is not masked, in bytes.
const HEAD: usize = 10;
/// Texts that are shorter than this stay as they are, in bytes.
const SMALL: usize = 200;
/// How many entries before an entry it can be packed with, and how many bytes of them.
const ENTRIES: usize = 8;
const BYTES: usize = 16 * 1024;

/// One frame, encoded once and shared by all who get it. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Frame {
    plain: Bytes,
    pack: Option<Arc<Pack>>,
}

/// How a frame can be packed.
#[derive(Default)]
struct Pack {
    /// The number of an entry of a game; no two of a server have the same.
    entry: Option<u64>,
    /// The entries before it that the same audience got, oldest first.
    before: Vec<(u64, Bytes)>,
    /// Packed together with what was before, and by itself; nothing where that would be no shorter.
    after: OnceLock<Option<Bytes>>,
    alone: OnceLock<Option<Bytes>>,
}

impl Frame {
    /// A message as text.
    pub(crate) fn text(message: &ServerMessage) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let mut bytes = vec![0; HEAD];
        // Plain data with string keys: only a broken `Payload` could fail, and it was checked when it was made.
        let _ = serde_json::to_writer(&mut bytes, message);
        metrics::histogram!("bagarre_frame_bytes").record(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        // Never what holds a secret together with words of others.
        let packs = match message {
            ServerMessage::Entry(_)
            | ServerMessage::Clocks { .. }
            | ServerMessage::Room { .. }
            | ServerMessage::Presence { .. } => true,
            ServerMessage::Table(table) => table.draft.is_none(),
            _ => false,
        };
        let entry =
            matches!(message, ServerMessage::Entry(_)).then(|| LAST.fetch_add(1, Ordering::Relaxed) + 1);
        let pack = packs.then(|| Arc::new(Pack { entry, ..Pack::default() }));
        Self { plain: with_head(OpCode::Data(Data::Text), bytes), pack }
    }

    /// A sign of life.
    pub(crate) fn ping() -> Self {
        Self { plain: with_head(OpCode::Control(Control::Ping), vec![0; HEAD]), pack: None }
    }

    /// The end of a socket.
    pub(crate) fn close(why: Closing) -> Self {
        let mut bytes = vec![0; HEAD];
        bytes.extend(why.close_code().to_be_bytes());
        Self { plain: with_head(OpCode::Control(Control::Close), bytes), pack: None }
    }

    /// The same entry, which can be packed together with those that its audience got before it, from the last one backwards.
    pub(crate) fn following<'a>(self, earlier: impl Iterator<Item = &'a Self>) -> Self {
        let Some(entry) = self.pack.as_ref().and_then(|pack| pack.entry) else { return self };
        let mut before = Vec::new();
        let mut bytes = 0;
        for frame in earlier.take(ENTRIES) {
            let Some(number) = frame.pack.as_ref().and_then(|pack| pack.entry) else { break };
            let text = frame.body();
            bytes += text.len();
            if bytes > BYTES {
                break;
            }
            before.push((number, text));
        }
        before.reverse();
        Self { pack: Some(Arc::new(Pack { entry: Some(entry), before, ..Pack::default() })), ..self }
    }

    /// Its length on the wire when it is not packed, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.plain.len()
    }

    /// The text without its header.
    fn body(&self) -> Bytes {
        let start = match self.plain.get(1) {
            Some(127) => 10,
            Some(126) => 4,
            _ => 2,
        };
        self.plain.slice(start..)
    }

    fn packed(&self, before: &[(u64, Bytes)]) -> Option<Bytes> {
        let text = self.body();
        if text.len() < SMALL {
            return None;
        }
        let mut bytes = vec![0; HEAD];
        bytes.push(u8::try_from(before.len()).ok()?);
        deflate(&text, before.iter().map(|(_, text)| &**text), &mut bytes)?;
        (bytes.len() - HEAD < text.len()).then(|| with_head(OpCode::Data(Data::Binary), bytes))
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

/// Writes the header of a frame right in front of what follows the room that was left for it.
fn with_head(opcode: OpCode, mut bytes: Vec<u8>) -> Bytes {
    bytes.shrink_to_fit();
    let length = (bytes.len() - HEAD) as u64;
    let header = FrameHeader { opcode, ..FrameHeader::default() };
    let start = HEAD - header.len(length);
    // A header of known length always has room.
    let _ = header.format(length, &mut &mut bytes[start..HEAD]);
    Bytes::from(bytes).slice(start..)
}

/// How the frames of one socket go out.
#[derive(Default)]
pub(super) enum Way {
    /// As text.
    #[default]
    Plain,
    /// Packed where that is possible; with the numbers of the last entries that were sent.
    Packed(VecDeque<u64>),
}

impl Way {
    /// What this socket sends for the next frame.
    pub(super) fn bytes(&mut self, frame: Frame) -> Bytes {
        let (Self::Packed(sent), Some(pack)) = (self, &frame.pack) else { return frame.plain };
        // The other side can only unpack with what it got over this socket.
        let known =
            sent.iter().rev().zip(pack.before.iter().rev()).filter(|(sent, (before, _))| *sent == before);
        let packed = if !pack.before.is_empty() && known.count() == pack.before.len() {
            pack.after.get_or_init(|| frame.packed(&pack.before))
        } else {
            pack.alone.get_or_init(|| frame.packed(&[]))
        };
        if let Some(number) = pack.entry {
            if sent.len() == ENTRIES {
                sent.pop_front();
            }
            sent.push_back(number);
        }
        packed.clone().unwrap_or(frame.plain)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use bagarre_protocol::game::Entry;
    use bagarre_protocol::payload::Payload;

    use super::super::pack::tests::inflate;
    use super::*;

    #[test]
    fn a_frame_is_its_header_and_its_text() {
        for length in [0, 1, 100, 125, 126, 127, 60_000, 65_535, 65_536, 100_000] {
            let mut bytes = vec![0; HEAD];
            bytes.extend(std::iter::repeat_n(b'x', length));
            let frame = Frame { plain: with_head(OpCode::Data(Data::Text), bytes), pack: None };
            let mut cursor = Cursor::new(&frame.plain);
            let (header, told) = FrameHeader::parse(&mut cursor).unwrap().unwrap();
            assert!(header.is_final && header.mask.is_none());
            assert_eq!((header.opcode, told), (OpCode::Data(Data::Text), length as u64));
            assert_eq!(frame.len(), cursor.position() as usize + length);
            assert_eq!(frame.body(), vec![b'x'; length]);
        }
    }

    #[test]
    fn control_frames_are_those_of_the_standard() {
        assert_eq!(Frame::ping().plain, Bytes::from_static(&[0x89, 0]));
        assert_eq!(Frame::close(Closing::Slow).plain, Bytes::from_static(&[0x88, 2, 0x0f, 0xa0]));
    }

    fn entry(n: u32, length: usize) -> Frame {
        let notice = serde_json::json!({ "said": format!("{n} ").repeat(length / 2) });
        let notices = vec![Payload::of(&notice).unwrap()];
        Frame::text(&ServerMessage::Entry(Entry {
            n,
            at: 0,
            turn: 1,
            notices,
            seal: None,
            author: None,
            head: None,
            blind: None,
            asking: None,
            outcome: None,
        }))
    }

    /// Entries as a tail keeps them.
    fn story(lengths: &[usize]) -> Vec<Frame> {
        let mut story: Vec<Frame> = Vec::new();
        for (n, length) in (0..).zip(lengths) {
            story.push(entry(n, *length).following(story.iter().rev()));
        }
        story
    }

    /// What a client makes of what it gets: its text, and with how many entries it was packed; nothing for a frame of text.
    fn read(got: &[u8], texts: &mut Vec<Bytes>) -> Option<u8> {
        let mut cursor = Cursor::new(got);
        let (header, _) = FrameHeader::parse(&mut cursor).unwrap().unwrap();
        let body = &got[cursor.position() as usize..];
        let (text, with) = match header.opcode {
            OpCode::Data(Data::Binary) => {
                let before = texts[texts.len() - usize::from(body[0])..].concat();
                (inflate(&body[1..], &before), Some(body[0]))
            }
            _ => (body.to_vec(), None),
        };
        texts.push(text.into());
        with
    }

    #[test]
    fn entries_are_packed_with_those_that_went_over_the_same_socket() {
        let story = story(&[900; 12]);
        let (mut way, mut texts) = (Way::Packed(VecDeque::new()), Vec::new());
        let packed: Vec<Bytes> = story.iter().map(|frame| way.bytes(frame.clone())).collect();
        let with: Vec<_> = packed.iter().map(|got| read(got, &mut texts)).collect();
        assert_eq!(with[..3], [Some(0), Some(1), Some(2)]);
        assert_eq!(with[9..], [Some(8); 3]);
        assert_eq!(texts, story.iter().map(Frame::body).collect::<Vec<_>>());
        assert!(packed[11].len() * 4 < story[11].len());
        // Whoever came later has not got what was before.
        let (mut late, mut texts) = (Way::Packed(VecDeque::new()), Vec::new());
        let with: Vec<_> = story[4..]
            .iter()
            .map(|frame| {
                let got = late.bytes(frame.clone());
                read(&got, &mut texts)
            })
            .collect();
        assert_eq!(with, [Some(0); 8], "never with less than all of it, so that it is packed twice at most");
        assert_eq!(texts, story[4..].iter().map(Frame::body).collect::<Vec<_>>());
        let mut plain = Way::Plain;
        assert!(story.iter().all(|frame| plain.bytes(frame.clone()) == frame.plain));
    }

    #[test]
    fn what_is_packed_with_is_bounded() {
        let story = story(&[10_000, 10_000, 10_000, 10]);
        let before = |n: usize| story[n].pack.as_ref().unwrap().before.len();
        assert_eq!([before(0), before(1), before(2), before(3)], [0, 1, 1, 1]);
        let mut way = Way::Packed(VecDeque::new());
        let sent: Vec<Bytes> = story.iter().map(|frame| way.bytes(frame.clone())).collect();
        assert_eq!(sent[3], story[3].plain, "what is short stays text");
    }

    #[test]
    fn entries_of_another_audience_are_not_what_one_has() {
        let (mine, yours) = (story(&[900; 3]), story(&[900; 3]));
        let (mut way, mut texts) = (Way::Packed(VecDeque::new()), Vec::new());
        for frame in [&mine[0], &mine[1], &yours[2]] {
            let got = way.bytes(frame.clone());
            let with = read(&got, &mut texts);
            assert!(with != Some(2));
        }
    }
}
