//! The sockets of a room, by their numbers: the one way on which frames leave it.

use std::collections::BTreeMap;

use bagarre_protocol::socket::{Closing, ServerMessage, You};
use bagarre_rules::contract::Lang;
use tokio::time::Instant;
use uuid::Uuid;

use crate::frame::Frame;
use crate::room::outbox::Outbox;
use crate::room::tail::TAIL_LIFETIME;
use crate::store::Guest;

/// The socket of a person, as its room knows it.
pub(super) struct Socket {
    pub(super) guest: Guest,
    pub(super) lang: Lang,
    outbox: Outbox,
    /// What this person was last told of themselves.
    pub(super) you: Option<You>,
    /// How far its page has shown a game, once it has said so.
    pub(super) shown: Option<Shown>,
    /// Commands of the earlier game that its client knew when it came, with their entries: it may send them again.
    pub(super) recalled: BTreeMap<Uuid, u32>,
}

impl Socket {
    /// Returns the socket of a person who has just come.
    pub(super) fn new(guest: Guest, lang: Lang, outbox: Outbox) -> Self {
        Self { guest, lang, outbox, you: None, shown: None, recalled: BTreeMap::new() }
    }

    /// Sends a frame.
    pub(super) fn send(&self, frame: Frame) {
        self.outbox.send(frame);
    }

    /// Closes the socket with a reason.
    fn close(&self, why: Closing) {
        self.outbox.close(why);
    }
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
            old.close(Closing::Replaced);
        }
        self.all.insert(number, socket);
    }

    /// Removes a socket that has ended. Returns `false` where there is none of this number.
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

    /// Returns a socket.
    pub(super) fn get(&self, number: u64) -> Option<&Socket> {
        self.all.get(&number)
    }

    /// Returns a socket, to change what is known of it.
    pub(super) fn get_mut(&mut self, number: u64) -> Option<&mut Socket> {
        self.all.get_mut(&number)
    }

    /// Returns all sockets, to change what is known of them.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Socket> {
        self.all.values_mut()
    }

    /// Returns all sockets with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &Socket)> {
        self.all.iter().map(|(number, socket)| (*number, socket))
    }

    /// Returns whether no person is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns how many sockets there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns whether a person is connected.
    pub(super) fn online(&self, guest: Uuid) -> bool {
        self.all.values().any(|socket| socket.guest.id == guest)
    }

    /// Sends a message to one socket.
    pub(super) fn send(&self, number: u64, message: &ServerMessage) {
        if let Some(socket) = self.all.get(&number) {
            socket.send(Frame::text(message));
        }
    }

    /// Sends the same frame to all sockets.
    pub(super) fn broadcast(&self, frame: &Frame) {
        self.all.values().for_each(|socket| socket.send(frame.clone()));
    }

    /// Sends the same frame to all sockets of this server.
    pub(super) fn broadcast_here(&self, frame: &Frame) {
        for socket in self.all.values().filter(|socket| socket.outbox.is_here()) {
            socket.send(frame.clone());
        }
    }

    /// Cuts one person off.
    pub(super) fn dismiss(&mut self, guest: Uuid, why: Closing) {
        for (_, socket) in self.all.extract_if(.., |_, socket| socket.guest.id == guest) {
            socket.close(why);
        }
    }

    /// Returns the ways to the sockets of this server, in the order of their numbers.
    pub(super) fn into_local(self) -> Vec<Outbox> {
        self.all.into_values().map(|socket| socket.outbox).filter(Outbox::is_here).collect()
    }

    /// Closes all sockets.
    pub(super) fn dismiss_all(&mut self, why: Closing) {
        for socket in std::mem::take(&mut self.all).into_values() {
            socket.close(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn socket(name: &str) -> Socket {
        let guest = Guest { id: Uuid::new_v4(), name: name.to_owned(), created: 0 };
        let (outbox, _) = Outbox::new(&crate::config::Limits::default());
        Socket::new(guest, Lang::Fr, outbox)
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
