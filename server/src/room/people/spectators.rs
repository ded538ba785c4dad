//! The spectators at other servers, as the room knows them: each server is sent once what they are told, and reports how many they are.

use std::collections::BTreeMap;

use bagarre_protocol::room::Watcher;
use bagarre_protocol::socket::Closing;
use uuid::Uuid;

use crate::frame::Frame;
use crate::link::queue::SpectatorOutbox;

/// What another server has said last of its spectators.
#[derive(Clone, Copy, Default)]
pub(super) struct Reported {
    pub(super) count: u32,
    /// Of how many that it knew to be let in since its link stands, and...
    pub(super) admitted: u64,
    /// ... of how many that it knew to be known as sockets by then.
    pub(super) promoted: u64,
}

/// The spectators at one other server.
struct Group {
    outbox: SpectatorOutbox,
    /// How many were let in since its link stands.
    admitted: u64,
    /// How many of them are known as sockets by now.
    promoted: u64,
    reported: Reported,
    /// The first of them.
    names: Vec<Watcher>,
}

impl Group {
    /// Returns how many there are: of those that were let in since the last report none has left.
    fn count(&self) -> u32 {
        let Reported { count, admitted, promoted } = self.reported;
        let came = self.admitted.saturating_sub(admitted);
        let went = self.promoted.saturating_sub(promoted);
        u32::try_from((u64::from(count) + came).saturating_sub(went)).unwrap_or(u32::MAX)
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
        let (reported, names) = (Reported::default(), Vec::new());
        let new = || Group { outbox: outbox.clone(), admitted: 0, promoted: 0, reported, names };
        self.0.entry(link).or_insert_with(new).admitted += 1;
    }

    /// Takes a report. Returns whether anything has changed.
    pub(super) fn report(&mut self, link: Uuid, reported: Reported, names: Vec<Watcher>) -> bool {
        let Some(group) = self.0.get_mut(&link) else { return false };
        let before = (group.count(), std::mem::replace(&mut group.names, names));
        group.reported = reported;
        (group.count(), &group.names) != (before.0, &before.1)
    }

    /// Notes that one of them is known as a socket by now: nothing is sent to it with the others.
    pub(super) fn promote(&mut self, link: Uuid) {
        if let Some(group) = self.0.get_mut(&link) {
            group.promoted += 1;
        }
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
