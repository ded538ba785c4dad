//! Who hears what: the sockets of a room, and the last entries of its game as each audience got them.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use bagarre_protocol::socket::{Closing, ServerMessage, You};
use bagarre_rules::contract::{Audience, Lang, Seat};
use uuid::Uuid;

use super::outbox::Outbox;
use crate::store::Guest;
use crate::ws::Frame;

/// Bytes of old entries kept for each audience; whoever missed more gets a fresh view.
const KEPT_BYTES: usize = 256 * 1024;

/// A seat, or everybody who watches.
pub(super) type Ears = Option<Seat>;

/// The audience of the rules for these ears.
pub(super) fn audience(ears: Ears) -> Audience {
    ears.map_or(Audience::Spectator, Audience::Seat)
}

/// Somebody connected.
pub(super) struct Socket {
    pub(super) guest: Guest,
    pub(super) lang: Lang,
    pub(super) outbox: Outbox,
    /// What this person was last told of himself.
    pub(super) you: Option<You>,
}

/// The last number that was given to a socket. None is given twice, also not by a room that was rebuilt: what an old socket said is
/// never taken for a word of whoever came after it.
static LAST: AtomicU64 = AtomicU64::new(0);

/// The sockets of a room by their numbers.
#[derive(Default)]
pub(super) struct Sockets {
    all: BTreeMap<u64, Socket>,
}

impl Sockets {
    /// A new socket; an older one of the same person is replaced.
    pub(super) fn add(&mut self, socket: Socket) -> u64 {
        for (_, old) in self.all.extract_if(.., |_, old| old.guest.id == socket.guest.id) {
            old.outbox.close(Closing::Replaced);
        }
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        self.all.insert(number, socket);
        number
    }

    pub(super) fn remove(&mut self, number: u64) -> bool {
        self.all.remove(&number).is_some()
    }

    pub(super) fn get(&self, number: u64) -> Option<&Socket> {
        self.all.get(&number)
    }

    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut Socket> {
        self.all.get_mut(&number)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &Socket)> {
        self.all.iter().map(|(number, socket)| (*number, socket))
    }

    /// Whether a person is connected.
    pub(super) fn online(&self, guest: Uuid) -> bool {
        self.all.values().any(|socket| socket.guest.id == guest)
    }

    pub(super) fn send(&self, number: u64, message: &ServerMessage) {
        if let Some(socket) = self.all.get(&number) {
            socket.outbox.send(Frame::text(message));
        }
    }

    /// The same text to everybody.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        if self.all.is_empty() {
            return;
        }
        let frame = Frame::text(message);
        for socket in self.all.values() {
            socket.outbox.send(frame.clone());
        }
    }

    /// Cuts one person off.
    pub(super) fn dismiss(&mut self, guest: Uuid, why: Closing) {
        for (_, socket) in self.all.extract_if(.., |_, socket| socket.guest.id == guest) {
            socket.outbox.close(why);
        }
    }

    /// Cuts everybody off.
    pub(super) fn dismiss_all(&mut self, why: Closing) {
        for socket in std::mem::take(&mut self.all).into_values() {
            socket.outbox.close(why);
        }
    }
}

/// The last entries as each audience got them, so that whoever comes back gets what he missed.
#[derive(Default)]
pub(super) struct Tails(BTreeMap<Ears, Tail>);

#[derive(Default)]
struct Tail {
    entries: VecDeque<(u32, Frame)>,
    bytes: usize,
}

impl Tails {
    /// Keeps an entry. Returns it as it can be sent, also packed with what the same audience got before it.
    pub(super) fn push(&mut self, ears: Ears, entry: u32, frame: Frame) -> Frame {
        let tail = self.0.entry(ears).or_default();
        if tail.entries.back().is_some_and(|(last, _)| last + 1 != entry) {
            *tail = Tail::default();
        }
        let frame = frame.following(tail.entries.iter().rev().map(|(_, frame)| frame));
        tail.bytes += frame.len();
        tail.entries.push_back((entry, frame.clone()));
        while tail.bytes > KEPT_BYTES
            && let Some((_, old)) = tail.entries.pop_front()
        {
            tail.bytes -= old.len();
        }
        frame
    }

    /// Everything after `after` up to `last`; `None` when some of it is gone.
    pub(super) fn after(&self, ears: Ears, after: u32, last: u32) -> Option<Vec<Frame>> {
        if after == last {
            return Some(Vec::new());
        }
        let tail = self.0.get(&ears)?;
        let first = tail.entries.front()?.0;
        let whole = after < last && first <= after + 1 && tail.entries.back()?.0 == last;
        whole.then(|| {
            tail.entries.iter().filter(|(entry, _)| *entry > after).map(|(_, frame)| frame.clone()).collect()
        })
    }

    /// Another person holds the seat: what was sent before is not for him.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.0.remove(&Some(seat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(since: i64) -> Frame {
        Frame::text(&ServerMessage::Away { since: Some(since) })
    }

    fn tails(entries: std::ops::RangeInclusive<u32>) -> Tails {
        let mut tails = Tails::default();
        entries.for_each(|entry| drop(tails.push(None, entry, frame(entry.into()))));
        tails
    }

    #[test]
    fn no_number_is_given_twice() {
        let mut given = std::collections::BTreeSet::new();
        for _life in 0..3 {
            let mut sockets = Sockets::default();
            for name in ["Raymond", "Momo"] {
                let guest = Guest { id: Uuid::new_v4(), name: name.to_owned(), created: 0 };
                let (outbox, _) = Outbox::new(&crate::config::Limits::default());
                assert!(given.insert(sockets.add(Socket { guest, lang: Lang::Fr, outbox, you: None })));
            }
        }
    }

    #[test]
    fn a_tail_is_whole_or_nothing() {
        let tails = tails(5..=9);
        let after = |after| tails.after(None, after, 9);
        assert_eq!(after(6), Some(vec![frame(7), frame(8), frame(9)]));
        assert_eq!(after(4).map(|frames| frames.len()), Some(5));
        assert_eq!(after(9), Some(vec![]));
        assert_eq!(after(3), None, "entry 4 is gone");
        assert_eq!(after(10), None, "from the future");
        assert_eq!(tails.after(Some(Seat(0)), 6, 9), None, "no such audience");
        assert_eq!(tails.after(None, 6, 10), None, "entry 10 was not pushed");
    }

    #[test]
    fn old_entries_make_place() {
        let mut tails = Tails::default();
        let words = bagarre_protocol::http::Words { fr: "x".repeat(KEPT_BYTES / 2 - 100), en: String::new() };
        let long = Frame::text(&ServerMessage::Announcement { words: Some(words) });
        (1..=3).for_each(|entry| drop(tails.push(None, entry, long.clone())));
        assert_eq!(tails.after(None, 1, 3).map(|frames| frames.len()), Some(2));
        assert_eq!(tails.after(None, 0, 3), None);
    }
}
