//! The spectators at other servers, as the room knows them: each server is sent once what they are told, and reports how many they are.

use std::collections::BTreeMap;

use bagarre_protocol::room::Watcher;
use bagarre_protocol::socket::Closing;
use uuid::Uuid;

use crate::frame::Frame;
use crate::link::queue::SpectatorOutbox;

/// The spectators at one other server.
struct Group {
    outbox: SpectatorOutbox,
    /// How many were let in since its link stands.
    admitted: u64,
    /// How many it reported, of how many that were let in.
    reported: (u32, u64),
    /// The first of them.
    names: Vec<Watcher>,
}

impl Group {
    /// Returns how many there are: those that were let in since the last report have not left.
    fn count(&self) -> u32 {
        let (count, admitted) = self.reported;
        let since = self.admitted.saturating_sub(admitted);
        count.saturating_add(u32::try_from(since).unwrap_or(u32::MAX))
    }
}

/// The spectators at other servers, by the ids of their links.
#[derive(Default)]
pub(super) struct Groups(BTreeMap<Uuid, Group>);

impl Groups {
    /// Lets a spectator in. Sockets of the same person at other servers are replaced; its own server knows those that it has.
    pub(super) fn admit(&mut self, outbox: &SpectatorOutbox, guest: Uuid) {
        let link = outbox.link();
        let others = self.0.iter().filter(|(other, _)| **other != link);
        others.for_each(|(_, group)| group.outbox.dismiss(guest, Closing::Replaced));
        let new = || Group { outbox: outbox.clone(), admitted: 0, reported: (0, 0), names: Vec::new() };
        self.0.entry(link).or_insert_with(new).admitted += 1;
    }

    /// Takes a report. Returns whether anything has changed.
    pub(super) fn report(&mut self, link: Uuid, reported: (u32, u64), names: Vec<Watcher>) -> bool {
        let Some(group) = self.0.get_mut(&link) else { return false };
        let before = (group.count(), std::mem::replace(&mut group.names, names));
        group.reported = reported;
        (group.count(), &group.names) != (before.0, &before.1)
    }

    /// Forgets the spectators of a link that has ended. Returns whether there were any.
    pub(super) fn forget(&mut self, link: Uuid) -> bool {
        self.0.remove(&link).is_some_and(|group| group.count() > 0)
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.values().all(|group| group.count() == 0)
    }

    /// Returns how many there are.
    pub(super) fn count(&self) -> u32 {
        self.0.values().fold(0, |sum, group| sum.saturating_add(group.count()))
    }

    /// Returns those whose names are known.
    pub(super) fn names(&self) -> impl Iterator<Item = &Watcher> {
        self.0.values().flat_map(|group| &group.names)
    }

    /// Sends all of them a frame, once for each server.
    pub(super) fn send(&self, frame: &Frame) {
        let watched = self.0.values().filter(|group| group.count() > 0);
        watched.for_each(|group| group.outbox.send(frame.clone()));
    }

    /// Closes the sockets of a person.
    pub(super) fn dismiss(&self, guest: Uuid, why: Closing) {
        self.0.values().for_each(|group| group.outbox.dismiss(guest, why));
    }

    /// Closes all sockets.
    pub(super) fn dismiss_all(&self, why: Closing) {
        self.0.values().for_each(|group| group.outbox.dismiss_all(why));
    }

    /// Lets a person enter the room as a socket who watches somewhere.
    pub(super) fn summon(&self, guest: Uuid) {
        self.0.values().for_each(|group| group.outbox.summon(guest));
    }
}
