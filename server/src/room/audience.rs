//! Who hears what: the sockets of a room.

use std::collections::BTreeMap;

use bagarre_protocol::socket::{Closing, ServerMessage, You};
use bagarre_rules::contract::{Audience, Lang, Seat};
use tokio::time::Instant;
use uuid::Uuid;

use super::outbox::Outbox;
use super::tail::TAIL_LIFETIME;
use crate::frame::Frame;
use crate::store::Guest;

/// What audiences are told apart by: a seat, or all who watch.
pub(super) type AudienceKey = Option<Seat>;

/// The audience of the rules that a key stands for.
pub(super) fn audience(key: AudienceKey) -> Audience {
    key.map_or(Audience::Spectator, Audience::Seat)
}

/// The socket of a person, as its room knows it.
pub(super) struct Socket {
    pub(super) guest: Guest,
    pub(super) lang: Lang,
    pub(super) outbox: Outbox,
    /// What this person was last told of himself.
    pub(super) you: Option<You>,
    /// How far its page has shown a game, once it has said so.
    pub(super) shown: Option<Shown>,
    /// Commands of the earlier game that its client knew when it came, with their entries: it may send them again.
    pub(super) recalled: BTreeMap<Uuid, u32>,
}

/// How far a page has shown a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) game: Uuid,
    pub(super) entry: u32,
    /// Since when it has not shown everything, in the time of the tables.
    pub(super) behind: Option<i64>,
}

/// The sockets of a room by their numbers.
#[derive(Default)]
pub(super) struct Sockets {
    all: BTreeMap<u64, Socket>,
    /// When people left who may come back for what they missed: see [`TAIL_LIFETIME`].
    left: BTreeMap<Uuid, Instant>,
}

impl Sockets {
    /// Adds a socket under a number of its own; an older one of the same person is replaced.
    pub(super) fn add(&mut self, number: u64, socket: Socket) {
        for (_, old) in self.all.extract_if(.., |_, old| old.guest.id == socket.guest.id) {
            old.outbox.close(Closing::Replaced);
        }
        self.all.insert(number, socket);
    }

    pub(super) fn remove(&mut self, number: u64) -> bool {
        let Some(socket) = self.all.remove(&number) else { return false };
        let now = Instant::now();
        self.left.retain(|_, left| now - *left < TAIL_LIFETIME);
        self.left.insert(socket.guest.id, now);
        true
    }

    /// Returns the people who are connected, or who left so lately that what they missed is kept for them.
    pub(super) fn lately(&self) -> impl Iterator<Item = Uuid> {
        let now = Instant::now();
        let left =
            self.left.iter().filter(move |(_, left)| now - **left < TAIL_LIFETIME).map(|(guest, _)| *guest);
        self.all.values().map(|socket| socket.guest.id).chain(left)
    }

    pub(super) fn get(&self, number: u64) -> Option<&Socket> {
        self.all.get(&number)
    }

    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut Socket> {
        self.all.get_mut(&number)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Socket> {
        self.all.values_mut()
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

    /// Sends the same message to all sockets.
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

    /// Closes all sockets.
    pub(super) fn dismiss_all(&mut self, why: Closing) {
        for socket in std::mem::take(&mut self.all).into_values() {
            socket.outbox.close(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn socket(name: &str) -> Socket {
        let guest = Guest { id: Uuid::new_v4(), name: name.to_owned(), created: 0 };
        let (outbox, _) = Outbox::new(&crate::config::Limits::default());
        Socket { guest, lang: Lang::Fr, outbox, you: None, shown: None, recalled: BTreeMap::new() }
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_left_is_here_lately_for_a_minute() {
        let mut sockets = Sockets::default();
        let lately = |sockets: &Sockets| sockets.lately().count();
        for (number, name) in [(1, "Raymond"), (2, "Momo")] {
            sockets.add(number, socket(name));
        }
        assert!(sockets.remove(1) && !sockets.remove(1));
        assert_eq!(lately(&sockets), 2);
        tokio::time::advance(TAIL_LIFETIME).await;
        assert_eq!(lately(&sockets), 1);
        assert!(sockets.remove(2));
        assert_eq!((lately(&sockets), sockets.left.len()), (1, 1), "who left earlier is forgotten");
    }
}
