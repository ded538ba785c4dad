use std::io::Cursor;

use bagarre_protocol::game::{Entry, Moment};
use bagarre_protocol::payload::Payload;
use flate2::{Decompress, FlushDecompress, Status};
use serde::ser::{Error as _, SerializeSeq as _};
use std::sync::{LazyLock, Mutex};

use super::pack::MAX_WINDOW_BITS;
use super::*;

/// The text of what was packed after `before`.
fn inflate(packed: &[u8], before: &[u8]) -> Vec<u8> {
    let mut unpacker = Decompress::new_with_window_bits(false, MAX_WINDOW_BITS);
    if !before.is_empty() {
        unpacker.set_dictionary(before).unwrap();
    }
    let mut text = Vec::with_capacity(1 << 20);
    let done = unpacker.decompress_vec(packed, &mut text, FlushDecompress::Finish).unwrap();
    assert_eq!(done, Status::StreamEnd);
    text
}

/// A message whose end cannot be written.
pub(super) struct Unwritable;

impl Serialize for Unwritable {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        list.serialize_element("the beginning")?;
        Err(S::Error::custom("the programme of seat 2 is R7"))
    }
}

#[test]
fn half_a_message_is_never_sent_and_what_it_says_is_not_logged() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).finish();
    let frame = tracing::subscriber::with_default(subscriber, Frame::unwritten);
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(frame.is_broken());
    assert_eq!(frame, Frame::close(Closing::Rebuilt), "wherever it goes, it is an end");
    assert!(log.contains("ERROR") && log.contains("a message could not be written"), "{log}");
    assert!(!log.contains("R7") && !log.contains("beginning"), "{log}");
    let after = Frame::text(&ServerMessage::Away { since: None });
    assert!(!after.is_broken() && after.body().starts_with(b"{\"t\":\"away\""));
}

/// Collects what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl tracing_subscriber::fmt::MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

#[test]
fn what_is_packed_can_be_unpacked() {
    let noise: Vec<u8> = (0..50_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (text, before) in [
        (b"a".repeat(1000), Vec::new()),
        (noise.clone(), Vec::new()),
        (noise.clone(), noise.clone()),
        (b"the same again".to_vec(), b"the same again".to_vec()),
        (Vec::new(), b"x".to_vec()),
    ] {
        let mut packed = Vec::new();
        deflate(&text, [&*before].into_iter(), &mut packed).unwrap();
        assert!(inflate(&packed, &before) == text);
    }
}

#[test]
fn a_frame_is_its_header_and_its_text() {
    for length in [0, 1, 100, 125, 126, 127, 60_000, 65_535, 65_536, 100_000] {
        let mut bytes = vec![0; MAX_HEADER_BYTES];
        bytes.extend(std::iter::repeat_n(b'x', length));
        let frame =
            Frame { plain: with_head(OpCode::Data(Data::Text), &mut bytes), pack: None, broken: false };
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
    let entry = Entry {
        n,
        at: 0,
        turn: 1,
        notices,
        scores: None,
        seal: None,
        author: None,
        head: None,
        blind: None,
        lapsed: None,
    };
    Frame::text(&ServerMessage::Entries(Moment {
        entries: vec![entry],
        still: None,
        asking: None,
        outcome: None,
    }))
}

/// Entries as an audience gets them.
fn story(lengths: &[usize]) -> Vec<Frame> {
    static THREADS: LazyLock<Numbers> = LazyLock::new(Numbers::default);
    let mut thread = Thread::default();
    (0..).zip(lengths).map(|(n, length)| thread.follow(n, n, entry(n, *length), &THREADS)).collect()
}

fn packing() -> Way {
    Way::Packed(Sent::default())
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
    let (mut way, mut texts) = (packing(), Vec::new());
    let packed: Vec<Bytes> = story.iter().map(|frame| way.bytes(frame.clone())).collect();
    let with: Vec<_> = packed.iter().map(|got| read(got, &mut texts)).collect();
    assert_eq!(with[..3], [Some(0), Some(1), Some(2)]);
    assert_eq!(with[9..], [Some(8); 3]);
    assert_eq!(texts, story.iter().map(Frame::body).collect::<Vec<_>>());
    assert!(packed[11].len() * 4 < story[11].len());
    // A socket that came later has not got what was before.
    let (mut late, mut texts) = (packing(), Vec::new());
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
fn frames_of_another_server_are_packed_as_they_are_there() {
    let (story, numbers) = (story(&[900; 5]), Numbers::default());
    let thread = numbers.next();
    let received: Vec<Frame> = story
        .iter()
        .map(|frame| Frame::received(&frame.body(), frame.packing().in_thread(|_| thread)))
        .collect();
    assert_eq!(received, story);
    let (mut there, mut here) = (packing(), packing());
    for (frame, copy) in story.iter().zip(&received) {
        assert_eq!(here.bytes(copy.clone()), there.bytes(frame.clone()));
    }
    let alone = Frame::text(&ServerMessage::Clocks { asking: None });
    for frame in [alone, Frame::text(&ServerMessage::Away { since: None })] {
        assert_eq!(Frame::received(&frame.body(), frame.packing()).packing(), frame.packing());
    }
}

#[test]
fn what_is_packed_with_is_bounded() {
    let story = story(&[10_000, 10_000, 10_000, 10]);
    let before = |n: usize| story[n].pack.as_ref().unwrap().place.unwrap().with;
    assert_eq!([before(0), before(1), before(2), before(3)], [0, 1, 1, 1]);
    let mut way = packing();
    let sent: Vec<Bytes> = story.iter().map(|frame| way.bytes(frame.clone())).collect();
    assert_eq!(sent[3], story[3].plain, "what is short stays text");
}

#[test]
fn entries_of_another_audience_are_not_what_one_has() {
    let (mine, yours) = (story(&[900; 3]), story(&[900; 3]));
    let (mut way, mut texts) = (packing(), Vec::new());
    for frame in [&mine[0], &mine[1], &yours[2]] {
        let got = way.bytes(frame.clone());
        let with = read(&got, &mut texts);
        assert!(with != Some(2));
    }
}

#[test]
fn who_got_what_he_missed_in_one_message_goes_on_from_there() {
    let threads = Numbers::default();
    let mut thread = Thread::default();
    let live: Vec<Frame> = (3..7).map(|n| thread.follow(n, n, entry(n, 900), &threads)).collect();
    let (mut way, mut texts) = (packing(), Vec::new());
    let missed =
        [entry(4, 900), live[2].clone(), live[3].clone(), thread.follow(7, 9, entry(7, 900), &threads)];
    let with: Vec<_> = missed.into_iter().map(|one| read(&way.bytes(one), &mut texts)).collect();
    assert_eq!(with, [Some(0); 4], "he has not got all that the others were told");
}

#[test]
fn a_gap_begins_another_thread() {
    let threads = Numbers::default();
    let mut thread = Thread::default();
    let (mut way, mut texts) = (packing(), Vec::new());
    for (first, last, with) in [(1, 1, 0), (2, 4, 1), (5, 5, 2), (7, 7, 0), (8, 8, 1)] {
        let got = way.bytes(thread.follow(first, last, entry(first, 900), &threads));
        assert_eq!(read(&got, &mut texts), Some(with), "{first}");
    }
}

#[test]
fn a_socket_remembers_no_more_than_it_can_use() {
    let (mut way, story) = (packing(), story(&[5000; 20]));
    for frame in story {
        way.bytes(frame);
    }
    let Way::Packed(sent) = way else { panic!("it is packed") };
    assert_eq!((sent.entries.len(), sent.bytes), (2, sent.entries.iter().map(|(_, text)| text.len()).sum()));
}
