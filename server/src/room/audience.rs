//! Who hears what: the sockets of a room, and the last entries of its game as each audience got them.

use std::collections::{BTreeMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use bagarre_protocol::socket::{Closing, ServerMessage, You};
use bagarre_rules::contract::{Audience, Lang, Seat};
use uuid::Uuid;

use super::outbox::Outbox;
use crate::store::Guest;

/// Bytes of old entries kept for each audience; whoever missed more gets a fresh view.
const KEPT_BYTES: usize = 256 * 1024;

/// A seat, or everybody who watches.
pub(super) type Ears = Option<Seat>;

/// The audience of the rules for these ears.
pub(super) fn audience(ears: Ears) -> Audience {
    ears.map_or(Audience::Spectator, Audience::Seat)
}

/// A message as text. Encoded once, shared by all who get it.
pub(super) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Plain data with string keys: only a broken `Payload` could fail, and it was checked when it was made.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Somebody connected.
pub(super) struct Socket {
    pub(super) guest: Guest,
    pub(super) lang: Lang,
    pub(super) outbox: Outbox,
    /// What this person was last told of himself.
    pub(super) you: Option<You>,
}

/// The sockets of a room by their numbers.
#[derive(Default)]
pub(super) struct Sockets {
    all: BTreeMap<u64, Socket>,
    last: u64,
}

impl Sockets {
    /// A new socket; an older one of the same person is replaced.
    pub(super) fn add(&mut self, socket: Socket) -> u64 {
        for (_, old) in self.all.extract_if(.., |_, old| old.guest.id == socket.guest.id) {
            old.outbox.close(Closing::Replaced);
        }
        self.last += 1;
        self.all.insert(self.last, socket);
        self.last
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
            socket.outbox.send(encode(message));
        }
    }

    /// The same text to everybody.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        if self.all.is_empty() {
            return;
        }
        let text = encode(message);
        for socket in self.all.values() {
            socket.outbox.send(text.clone());
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
    entries: VecDeque<(u32, Utf8Bytes)>,
    bytes: usize,
}

impl Tails {
    pub(super) fn push(&mut self, ears: Ears, entry: u32, text: Utf8Bytes) {
        let tail = self.0.entry(ears).or_default();
        if tail.entries.back().is_some_and(|(last, _)| last + 1 != entry) {
            *tail = Tail::default();
        }
        tail.bytes += text.len();
        tail.entries.push_back((entry, text));
        while tail.bytes > KEPT_BYTES
            && let Some((_, old)) = tail.entries.pop_front()
        {
            tail.bytes -= old.len();
        }
    }

    /// Everything after `after` up to `last`; `None` when some of it is gone.
    pub(super) fn after(&self, ears: Ears, after: u32, last: u32) -> Option<Vec<Utf8Bytes>> {
        if after == last {
            return Some(Vec::new());
        }
        let tail = self.0.get(&ears)?;
        let first = tail.entries.front()?.0;
        let whole = after < last && first <= after + 1 && tail.entries.back()?.0 == last;
        whole.then(|| {
            tail.entries.iter().filter(|(entry, _)| *entry > after).map(|(_, text)| text.clone()).collect()
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

    fn tails(entries: std::ops::RangeInclusive<u32>) -> Tails {
        let mut tails = Tails::default();
        entries.for_each(|entry| tails.push(None, entry, entry.to_string().into()));
        tails
    }

    #[test]
    fn a_tail_is_whole_or_nothing() {
        let tails = tails(5..=9);
        let texts =
            |after| tails.after(None, after, 9).map(|texts| texts.iter().map(ToString::to_string).collect());
        assert_eq!(texts(6), Some(vec!["7".to_owned(), "8".to_owned(), "9".to_owned()]));
        assert_eq!(texts(4).map(|texts: Vec<String>| texts.len()), Some(5));
        assert_eq!(texts(9), Some(vec![]));
        assert_eq!(texts(3), None, "entry 4 is gone");
        assert_eq!(texts(10), None, "from the future");
        assert_eq!(tails.after(Some(Seat(0)), 6, 9), None, "no such audience");
        assert_eq!(tails.after(None, 6, 10), None, "entry 10 was not pushed");
    }

    #[test]
    fn old_entries_make_place() {
        let mut tails = Tails::default();
        let text: Utf8Bytes = "x".repeat(KEPT_BYTES / 2).into();
        (1..=3).for_each(|entry| tails.push(None, entry, text.clone()));
        assert_eq!(tails.after(None, 1, 3).map(|texts| texts.len()), Some(2));
        assert_eq!(tails.after(None, 0, 3), None);
    }
}
