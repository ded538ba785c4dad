//! Who is in a room: which seats and audiences are connected, how far their pages have come, and what all are told of it.

use std::collections::BTreeSet;
use std::time::Duration;

use bagarre_protocol::room::{Phase, SeatState, Watcher};
use bagarre_protocol::socket::{Closing, ServerMessage};
use bagarre_rules::contract::{Seat, Seats};
use tokio::time::Instant;
use uuid::Uuid;

use super::People;
use super::sockets::Shown;
use crate::room::audience::AudienceKey;
use crate::room::seating::Seating;
use crate::room::showing::MAX_CLOCK_WAIT_MS;

/// How long news of who is there may gather before they are sent.
pub(crate) const PRESENCE_GATHER_DURATION: Duration = Duration::from_millis(40);
/// News of those who watch gather for that time once more for each so many people who are there, up to a maximum: to send all of them each change while
/// thousands come in would be most of what a server does.
const PEOPLE_PER_GATHERING: u32 = 250;
const MAX_GATHER_DURATION: Duration = Duration::from_secs(2);
/// Names of spectators that are shown.
pub(crate) const MAX_SHOWN_WATCHERS: usize = 50;
/// How long a page may be behind before clocks stop waiting for it until it has caught up, in milliseconds.
const SHOWING_TIMEOUT_MS: i64 = 2 * MAX_CLOCK_WAIT_MS;

/// Returns how long news of those who watch gather while so many people are there.
fn gather_duration(people: usize) -> Duration {
    let steps = u32::try_from(people).unwrap_or(u32::MAX) / PEOPLE_PER_GATHERING;
    PRESENCE_GATHER_DURATION.saturating_mul(steps.saturating_add(1)).min(MAX_GATHER_DURATION)
}

/// Who is there and where the sheets stand.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::room) struct Presence {
    pub(in crate::room) phase: Phase,
    pub(in crate::room) seats: Vec<SeatState>,
    pub(in crate::room) watching: Vec<Watcher>,
    pub(in crate::room) watchers: u32,
}

impl People {
    /// Returns the seats of people who are connected.
    pub(in crate::room) fn seats_here(&self, seating: &Seating) -> Seats {
        self.everybody().filter_map(|(_, guest)| seating.seat_of(guest.id)).collect()
    }

    /// Returns the audiences that have a socket.
    pub(in crate::room) fn audiences_here(&self, seating: &Seating) -> BTreeSet<AudienceKey> {
        let elsewhere = self.has_spectators_elsewhere().then_some(None);
        self.everybody().map(|(_, guest)| seating.seat_of(guest.id)).chain(elsewhere).collect()
    }

    /// Returns for whom entries are written down: seats whose players are connected, or have been within the last minute, and those who watch,
    /// if there are any. Where the game is seen late, those who watch are told apart.
    pub(in crate::room) fn audiences(&self, seating: &Seating, late: bool) -> Vec<AudienceKey> {
        let seats: BTreeSet<Seat> =
            self.sockets.lately().filter_map(|guest| seating.seat_of(guest)).collect();
        let watched = !late && self.audiences_here(seating).contains(&None);
        seats.into_iter().map(Some).chain(watched.then_some(None)).collect()
    }

    /// Returns the first names of those who watch, and how many they are.
    pub(in crate::room) fn watching(&self, seating: &Seating) -> (Vec<Watcher>, u32) {
        let mut count = 0;
        let mut names = Vec::new();
        for (_, guest) in self.everybody().filter(|(_, guest)| seating.seat_of(guest.id).is_none()) {
            count += 1;
            if names.len() < MAX_SHOWN_WATCHERS {
                names.push(Watcher { id: guest.id, name: guest.name.clone() });
            }
        }
        let elsewhere = self.spectators.names().cloned();
        names.extend(elsewhere.take(MAX_SHOWN_WATCHERS - names.len()));
        (names, count + self.spectators.count())
    }

    /// Closes the sockets of those who watch a game in a room without spectators; the host may.
    pub(in crate::room) fn dismiss_watchers(&mut self, seating: &Seating) {
        let host = seating.record().host;
        let people = self.everybody().map(|(_, guest)| guest.id);
        let out: Vec<Uuid> =
            people.filter(|guest| *guest != host && seating.seat_of(*guest).is_none()).collect();
        for guest in out {
            self.dismiss(guest, Closing::Full);
        }
        self.spectators.dismiss_all(Closing::Full);
    }

    /// Returns who would be the host if the one who is away does not come back: the first connected person in a seat, otherwise the
    /// first connected member. `None` while the host is connected to any server, or when no other person is.
    pub(in crate::room) fn heir(&self, seating: &Seating) -> Option<Uuid> {
        if self.is_here(seating.record().host) {
            return None;
        }
        let seated = seating.players().map(|(_, guest)| guest).find(|guest| self.online(*guest));
        let elsewhere = self.spectators.names().map(|watcher| watcher.id);
        let mut here = self.everybody().map(|(_, guest)| guest.id).chain(elsewhere);
        seated.or_else(|| here.find(|guest| seating.is_member(*guest)))
    }

    /// Returns since when the host is away from people who are here, which counts from when it is first seen, for each host anew.
    pub(in crate::room) fn time_host(&mut self, seating: &Seating) -> Option<Instant> {
        let host = seating.record().host;
        let before = self.host_away.filter(|(away, _)| *away == host);
        self.host_away = self.heir(seating).map(|_| before.unwrap_or_else(|| (host, Instant::now())));
        self.host_away.map(|(_, since)| since)
    }

    /// Notes that a seat has changed, or the player of one; the news gather for a moment.
    pub(in crate::room) fn note_change(&mut self) {
        self.gather(PRESENCE_GATHER_DURATION);
    }

    /// Notes that those who watch have changed; the news gather for the longer the more people are there.
    pub(in crate::room) fn note_watchers(&mut self) {
        self.gather(gather_duration(self.count()));
    }

    fn gather(&mut self, duration: Duration) {
        let at = Instant::now() + duration;
        self.news_at = Some(self.news_at.map_or(at, |before| before.min(at)));
    }

    /// Returns when the presence has to be sent.
    pub(in crate::room) fn news_at(&self) -> Option<Instant> {
        self.news_at
    }

    /// Notes that all sockets are told a presence now, with the rest of the room.
    pub(in crate::room) fn set_presence(&mut self, presence: Presence) {
        self.news_at = None;
        self.last_presence = Some(presence);
    }

    /// Sends all sockets who is there and which seats have answered, if that has changed.
    pub(in crate::room) fn tell_presence(&mut self, presence: Presence) {
        self.news_at = None;
        if self.last_presence.as_ref() == Some(&presence) {
            return;
        }
        let Presence { phase, seats, watching, watchers } = presence.clone();
        self.last_presence = Some(presence);
        self.broadcast(&ServerMessage::Presence { phase, seats, watching, watchers });
    }

    /// Notes what a person who has just come was told. If the others were told something else, what follows is for all.
    pub(in crate::room) fn compare_presence(&mut self, presence: &Presence) {
        if self.last_presence.as_ref() != Some(presence) {
            self.last_presence = None;
        }
    }

    /// Notes how far the page of a socket has shown a game, whose `last` entry is given with the time of the tables.
    pub(in crate::room) fn note_shown(
        &mut self,
        number: u64,
        (game, last): (Uuid, u32),
        entry: u32,
        now: i64,
    ) {
        let Some(socket) = self.sockets.get_mut(number) else { return };
        let before = socket.shown.filter(|shown| shown.game == game);
        let behind = before.and_then(|shown| shown.behind);
        let behind = (entry < last).then(|| behind.unwrap_or(now));
        socket.shown = Some(Shown { game, entry: entry.min(last), behind });
    }

    /// Notes that a game has come to an entry: pages that tell how far they are have something to show.
    pub(in crate::room) fn await_shown(&mut self, (game, last): (Uuid, u32), now: i64) {
        for shown in self.sockets.iter_mut().filter_map(|socket| socket.shown.as_mut()) {
            if shown.game != game {
                *shown = Shown { game, entry: 0, behind: None };
            }
            if shown.entry < last {
                shown.behind.get_or_insert(now);
            }
        }
    }

    /// Returns how far the pages have shown a game that are waited for: of people who play, who tell how far they are, and who are not behind for
    /// too long at a moment of the tables.
    pub(in crate::room) fn pages(
        &self,
        seating: &Seating,
        game: Uuid,
        now: i64,
    ) -> impl Iterator<Item = u32> {
        self.sockets.iter().filter_map(move |(_, socket)| {
            let shown = socket.shown?;
            let late = shown.behind.is_some_and(|since| now - since >= SHOWING_TIMEOUT_MS);
            let entry = if shown.game == game { shown.entry } else { 0 };
            (!late && seating.seat_of(socket.guest.id).is_some()).then_some(entry)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::people::chat::Chat;

    #[test]
    fn news_of_watchers_gather_for_the_longer_the_more_people_are_there() {
        let millis = |people| gather_duration(people).as_millis();
        assert_eq!([0, 249, 250, 1000, 10_000, usize::MAX].map(millis), [40, 40, 80, 200, 1640, 2000]);
    }

    #[tokio::test(start_paused = true)]
    async fn news_of_a_seat_do_not_wait_for_those_of_watchers() {
        let mut people = People::new(Chat::new(Vec::new()));
        people.gather(MAX_GATHER_DURATION);
        people.note_change();
        people.gather(MAX_GATHER_DURATION);
        assert_eq!(people.news_at(), Some(Instant::now() + PRESENCE_GATHER_DURATION));
    }
}
