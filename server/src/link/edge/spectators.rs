//! The spectators of a server in a room that another server holds: this server welcomes them, sends them what all spectators are told, and reports how many
//! they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use bagarre_protocol::socket::{Closing, ServerMessage};
use tokio::time::Instant;
use uuid::Uuid;

use super::cache::{SpectatorCache, Welcome};
use super::{EdgeSocket, Link, Stage};
use crate::frame::{Frame, Packing};
use crate::link::wire::{Entrance, ToOwner};
use crate::room::{Budget, Inbox, MAX_SHOWN_WATCHERS, PRESENCE_GATHER_DURATION};

/// What an edge knows of its spectators while a link stands.
pub(super) struct Spectators {
    pub(super) cache: SpectatorCache,
    /// How many the room has let in.
    pub(super) admitted: u64,
    /// How many of them it knows as sockets by now.
    promoted: u64,
    /// The sockets that wait for a fresh view.
    resyncs: BTreeSet<u64>,
    /// When the room is told how many there are.
    pub(super) count_at: Option<Instant>,
}

impl Spectators {
    pub(super) fn new(tails: &Arc<Budget>) -> Self {
        let cache = SpectatorCache::new(tails);
        Self { cache, admitted: 0, promoted: 0, resyncs: BTreeSet::new(), count_at: None }
    }
}

impl Link<'_> {
    /// Notes that their number has changed; the room is told so a moment later. While there are none, it may stop to send them anything.
    pub(super) fn note_count(&mut self) {
        if self.edge.spectators().next().is_none() {
            self.spectators.cache.clear();
        }
        self.spectators.count_at.get_or_insert_with(|| Instant::now() + PRESENCE_GATHER_DURATION);
    }

    /// Tells the room how many there are.
    pub(super) fn count_spectators(&mut self) {
        let names = self.edge.spectators().take(MAX_SHOWN_WATCHERS);
        let names: Vec<_> = names.map(|(_, socket)| (socket.guest.id, socket.guest.name.clone())).collect();
        let count = u32::try_from(self.edge.spectators().count()).unwrap_or(u32::MAX);
        self.spectators.count_at = None;
        let Spectators { admitted, promoted, .. } = self.spectators;
        self.outgoing.push(ToOwner::Spectators { count, admitted, promoted, names });
    }

    /// Takes in a spectator whom the room has let in. Of one person the last socket stays.
    pub(super) fn watching(&mut self, number: u64, inbox: &Inbox) {
        self.spectators.admitted += 1;
        self.note_count();
        let Some(guest) = self.edge.sockets.get(&number).map(|socket| socket.guest.id) else { return };
        self.dismiss(Some(guest), Closing::Replaced);
        if let Some(socket) = self.edge.sockets.get_mut(&number) {
            socket.stage = Stage::Arriving;
        }
        if self.spectators.cache.is_fresh() {
            self.welcome(number, inbox);
        } else {
            self.spectators.cache.request();
        }
    }

    /// Notes that the room knows a socket from here on that was a spectator.
    pub(super) fn promoted(&mut self, number: u64) {
        self.spectators.promoted += 1;
        self.entered(number);
        self.note_count();
    }

    /// Welcomes a spectator, where the snapshot is fresh.
    pub(super) fn welcome(&mut self, number: u64, inbox: &Inbox) {
        let Some(socket) = self.edge.sockets.get_mut(&number) else { return };
        match self.spectators.cache.welcome(&socket.guest, socket.since.as_ref()) {
            Some(Welcome::Frames(frames)) => {
                socket.stage = Stage::Watching;
                socket.since = None;
                let words = self.house.announcement();
                let announcement =
                    words.map(|words| Frame::text(&ServerMessage::Announcement { words: Some(words) }));
                frames.into_iter().chain(announcement).for_each(|frame| socket.outbox.send(frame));
                self.admitted(number, inbox);
            }
            Some(Welcome::AskRoom) => {
                socket.stage = Stage::Joining;
                self.outgoing.push(socket.entering(number, Entrance::Known));
                self.note_count();
            }
            None => {}
        }
    }

    /// Welcomes all who wait for a snapshot, and sends its view to those who have missed something.
    pub(super) fn welcome_all(&mut self, inbox: &Inbox) {
        let arriving = self.edge.spectators().filter(|(_, socket)| socket.stage == Stage::Arriving);
        let arriving: Vec<u64> = arriving.map(|(number, _)| number).collect();
        for number in arriving {
            self.welcome(number, inbox);
        }
        let Some(table) = self.spectators.cache.table() else { return self.spectators.resyncs.clear() };
        for number in std::mem::take(&mut self.spectators.resyncs) {
            let socket = self.edge.sockets.get(&number);
            if let Some(socket) = socket.filter(|socket| socket.stage == Stage::Watching) {
                socket.outbox.send(table.clone());
            }
        }
    }

    /// Sends a spectator what followed after an entry, or a fresh view.
    pub(super) fn resync(&mut self, number: u64, entry: u32) {
        if let Some(missed) = self.spectators.cache.after(entry) {
            if let Some(socket) = self.edge.sockets.get(&number) {
                for frame in missed {
                    socket.outbox.send(frame);
                }
            }
        } else if self.spectators.cache.is_fresh() {
            if let (Some(socket), Some(table)) =
                (self.edge.sockets.get(&number), self.spectators.cache.table())
            {
                socket.outbox.send(table);
            }
        } else {
            self.spectators.resyncs.insert(number);
            self.spectators.cache.request();
        }
    }

    /// Sends a frame to all spectators.
    pub(super) fn tell_spectators(&mut self, body: &[u8], packing: Packing) {
        let frame = self.threads.frame(body, packing);
        self.spectators.cache.note_frame(&frame);
        let is_told = |socket: &&EdgeSocket| matches!(socket.stage, Stage::Watching | Stage::Promoted);
        self.edge.sockets.values().filter(is_told).for_each(|socket| socket.outbox.send(frame.clone()));
        if self.edge.spectators().any(|(_, socket)| socket.stage == Stage::Arriving)
            || !self.spectators.resyncs.is_empty()
        {
            self.spectators.cache.request();
        }
    }

    /// Closes the sockets of one spectator, or of all.
    pub(super) fn dismiss(&mut self, guest: Option<Uuid>, why: Closing) {
        // Those who ask to enter the room are told by it.
        let watches = |socket: &EdgeSocket| socket.stage != Stage::Promoted;
        let is_meant = |socket: &EdgeSocket| guest.is_none_or(|guest| socket.guest.id == guest);
        let all = self.edge.spectators().filter(|(_, socket)| watches(socket) && is_meant(socket));
        let all: Vec<u64> = all.map(|(number, _)| number).collect();
        for number in all {
            if let Some(socket) = self.edge.sockets.remove(&number) {
                let stage = socket.stage;
                socket.close(why);
                self.left(number, stage);
            }
        }
    }

    /// Lets a spectator enter the room.
    pub(super) fn summon(&mut self, guest: Uuid) {
        for (number, socket) in &mut self.edge.sockets {
            if socket.guest.id == guest && socket.stage == Stage::Watching {
                socket.stage = Stage::Promoted;
                self.outgoing.push(socket.entering(*number, Entrance::Promoted));
            }
        }
    }
}
