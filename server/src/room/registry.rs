//! Who is awake, and who has to be woken when.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::Instant;

use super::message::Msg;
use super::opened::Opened;
use super::place::{Owner, Place};

/// Who is awake, and who has to be woken when.
#[derive(Default)]
pub(super) struct Registry {
    pub(super) awake: BTreeMap<String, Awake>,
    /// How many of them give way, and hold no place any more.
    pub(super) leaving: usize,
    pub(super) alarms: Alarms,
    pub(super) faults: BTreeMap<String, (u32, Instant)>,
    pub(super) opened: Opened,
}

/// A room that is awake.
pub(super) struct Awake {
    pub(super) inbox: mpsc::Sender<Msg>,
    /// When one of its clocks was over before it was woken: it counts again if the room cannot be loaded.
    pub(super) alarm: Option<i64>,
    pub(super) place: Arc<Place>,
    /// Who has woken it, unless it was a clock.
    pub(super) owner: Option<Owner>,
    /// It has to go to sleep for another room, and holds no place any more.
    pub(super) gives_way: bool,
    /// The campaign that it belongs to.
    pub(super) campaign: Option<AwakeCampaign>,
}

/// The campaign of a room that is awake.
pub(super) struct AwakeCampaign {
    pub(super) id: String,
    /// The version that the room has read; `None` before it has read any.
    pub(super) version: Option<i64>,
}

impl Registry {
    /// A room wakes.
    pub(super) fn wake(&mut self, room: &str, awake: Awake) {
        let before = self.awake.insert(room.to_owned(), awake);
        self.has_left(before);
        self.show();
    }

    /// A room is not awake any more.
    pub(super) fn sleep(&mut self, room: &str) {
        let before = self.awake.remove(room);
        self.has_left(before);
        self.show();
    }

    fn has_left(&mut self, room: Option<Awake>) {
        self.leaving -= usize::from(room.is_some_and(|room| room.gives_way));
    }

    /// Sets the alarms of rooms that sleep and have none.
    pub(super) fn rings_first(&mut self, alarms: &[(String, i64)]) {
        for (room, at) in alarms {
            if !self.awake.contains_key(room) && !self.alarms.rooms.contains_key(room) {
                self.alarms.set(room, *at);
            }
        }
    }

    /// A room that was asked to give way does not.
    pub(super) fn stay(&mut self, room: &str) {
        if let Some(awake) = self.awake.get_mut(room).filter(|room| room.gives_way) {
            awake.gives_way = false;
            self.leaving -= 1;
        }
    }

    /// Notes the campaign of a room that is awake, and the version that the room has read.
    pub(super) fn note_campaign(&mut self, room: &str, id: &str, version: Option<i64>) {
        if let Some(awake) = self.awake.get_mut(room) {
            let campaign =
                awake.campaign.get_or_insert_with(|| AwakeCampaign { id: id.to_owned(), version: None });
            campaign.version = version.or(campaign.version);
        }
    }

    /// Returns the ids of the campaigns of all rooms that are awake, in order.
    pub(super) fn campaigns(&self) -> Vec<String> {
        let ids = self.awake.values().filter_map(|awake| Some(&awake.campaign.as_ref()?.id));
        ids.collect::<BTreeSet<_>>().into_iter().cloned().collect()
    }

    /// Lets rooms read their campaigns again: those for whose id and campaign `has_changed` returns `true`.
    pub(super) fn refresh_campaigns(&self, has_changed: impl Fn(&str, &AwakeCampaign) -> bool) {
        for (room, awake) in &self.awake {
            if awake.campaign.as_ref().is_some_and(|campaign| has_changed(room, campaign)) {
                // A room with that much to do reads its campaign again soon enough.
                let _ = awake.inbox.try_send(Msg::Campaign);
            }
        }
    }

    /// Shows how many rooms are awake.
    fn show(&self) {
        metrics::gauge!("bagarre_rooms_awake").set(u32::try_from(self.awake.len()).unwrap_or(u32::MAX));
    }
}

/// When rooms that sleep have to be woken, in the time of the tables.
#[derive(Default)]
pub(super) struct Alarms {
    rooms: BTreeMap<String, i64>,
    order: BTreeSet<(i64, String)>,
}

impl Alarms {
    pub(super) fn set(&mut self, room: &str, at: i64) {
        self.remove(room);
        self.rooms.insert(room.to_owned(), at);
        self.order.insert((at, room.to_owned()));
    }

    pub(super) fn remove(&mut self, room: &str) -> Option<i64> {
        let at = self.rooms.remove(room)?;
        self.order.remove(&(at, room.to_owned()));
        Some(at)
    }

    pub(super) fn first(&self) -> Option<i64> {
        self.order.first().map(|(at, _)| *at)
    }

    /// The rooms whose time is over; their alarms stay until the rooms are awake.
    pub(super) fn due(&self, now: i64) -> Vec<String> {
        self.order.iter().take_while(|(at, _)| *at <= now).map(|(_, room)| room.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_that_have_read_an_older_version_read_their_campaign_again() {
        let mut registry = Registry::default();
        let mut inboxes = ["a", "b", "c"].map(|room| {
            let (inbox, messages) = mpsc::channel(1);
            let place = Place::new();
            let awake = Awake { inbox, alarm: None, place, owner: None, gives_way: false, campaign: None };
            registry.wake(room, awake);
            messages
        });
        for (room, version) in [("a", Some(3)), ("a", None), ("b", None)] {
            registry.note_campaign(room, "summer", version);
        }
        assert_eq!(registry.campaigns(), ["summer"]);
        let mut told = |registry: &Registry, stored| {
            registry.refresh_campaigns(|_, of| of.id == "summer" && Some(stored) > of.version);
            inboxes.each_mut().map(|inbox| matches!(inbox.try_recv(), Ok(Msg::Campaign)))
        };
        assert_eq!(told(&registry, 3), [false, true, false], "the second has not read it yet");
        assert_eq!(told(&registry, 4), [true, true, false], "the third belongs to none");
        registry.sleep("a");
        assert_eq!(told(&registry, 5), [false, true, false]);
    }
}
