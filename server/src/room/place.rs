//! The place of a room among those that are awake. There are so many; past the limit a room gives way in which nothing goes on: first
//! one without a socket, then the lobby in which nothing was said for longest, then the room of a game that is over. A room
//! whose game goes on gives way to none. Places are counted by the person and the address that woke a room; where one of them has
//! its share, its own rooms give way.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bagarre_protocol::socket::Closing;
use tokio::sync::Notify;
use tokio::time::Instant;
use uuid::Uuid;

use super::registry::{Awake, Registry};
use crate::config::Limits;
use crate::gate::{household_of, site_of};

/// The fewest places that count as the share of an address.
const MIN_ADDRESS_SHARE: usize = 128;

/// What a room is to others that want its place, those first that give way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// No socket is there, and nothing happens by itself.
    Empty,
    /// Its game has not begun.
    Lobby,
    /// Its game is over.
    Over,
    /// Its game goes on.
    Stays,
}

/// What the registry and the task of a room know of each other.
pub(super) struct Place {
    state: Mutex<(Rank, Instant)>,
    wanted: Notify,
}

impl Place {
    pub(super) fn new() -> Arc<Self> {
        // It is not known before the room is read.
        Arc::new(Self { state: Mutex::new((Rank::Stays, Instant::now())), wanted: Notify::new() })
    }

    fn state(&self) -> MutexGuard<'_, (Rank, Instant)> {
        // Nothing under this lock can be left half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room is this to others from now on.
    pub(super) fn show(&self, rank: Rank) {
        self.state().0 = rank;
    }

    /// Notes that a message counted as activity.
    pub(super) fn note_activity(&self) {
        self.state().1 = Instant::now();
    }

    /// Returns when another room needs the place.
    pub(super) async fn wait_for_request(&self) {
        self.wanted.notified().await;
    }
}

/// Who has woken a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    person: Uuid,
    /// IPv4, or an IPv6 /48: what a customer of a provider may have at most.
    address: IpAddr,
}

impl Owner {
    pub(super) fn new(person: Uuid, address: IpAddr) -> Self {
        let address = site_of(address).map_or_else(|| household_of(address), IpAddr::V6);
        Self { person, address }
    }
}

/// The places that an address may hold while most of all are taken.
fn share(limits: &Limits) -> usize {
    (limits.rooms / 8).max(MIN_ADDRESS_SHARE)
}

impl Registry {
    /// How many rooms hold a place.
    pub(super) fn held(&self) -> usize {
        self.awake.len().saturating_sub(self.leaving)
    }

    /// How many of some rooms hold a place.
    fn count(&self, of: impl Fn(&Owner) -> bool) -> usize {
        let owned = |room: &&Awake| !room.gives_way && room.owner.as_ref().is_some_and(&of);
        self.awake.values().filter(owned).count()
    }

    /// The addresses that hold more places than their share.
    fn crowds(&self, share: usize) -> BTreeSet<IpAddr> {
        let mut held: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for owner in self.awake.values().filter(|room| !room.gives_way).filter_map(|room| room.owner) {
            *held.entry(owner.address).or_default() += 1;
        }
        held.into_iter().filter(|(_, held)| *held > share).map(|(address, _)| address).collect()
    }

    /// Makes a place for one more room, for a person or for a clock, or returns that there is none. `more` places are there besides the
    /// configured ones.
    pub(super) fn make_place(
        &mut self,
        owner: Option<Owner>,
        limits: &Limits,
        more: usize,
    ) -> Result<(), Closing> {
        let share = share(limits);
        if let Some(newcomer) = owner {
            let own = |owner: &Owner| owner.person == newcomer.person;
            if self.count(own) >= limits.rooms_per_person {
                self.give_way(own)?;
            }
            let near = |owner: &Owner| owner.address == newcomer.address;
            if self.held() >= limits.rooms - limits.rooms / 4 && self.count(near) >= share {
                self.give_way(near)?;
            }
        }
        if self.held() >= limits.rooms + more {
            let crowds = self.crowds(share);
            if self.give_way(|owner| crowds.contains(&owner.address)).is_err() {
                self.first_to_go(|_| true)?;
            }
        }
        Ok(())
    }

    /// The room of some people that has to go first goes.
    fn give_way(&mut self, of: impl Fn(&Owner) -> bool) -> Result<(), Closing> {
        self.first_to_go(|room| room.owner.as_ref().is_some_and(&of))
    }

    /// The one of some rooms goes that has to go first.
    fn first_to_go(&mut self, of: impl Fn(&Awake) -> bool) -> Result<(), Closing> {
        let rooms = self.awake.values_mut().filter(|room| !room.gives_way && of(room));
        let standing = rooms.map(|room| {
            let standing = *room.place.state();
            (standing, room)
        });
        let may_go = standing.filter(|((rank, _), _)| *rank != Rank::Stays);
        let Some((_, room)) = may_go.min_by_key(|(standing, _)| *standing) else { return Err(Closing::Busy) };
        room.gives_way = true;
        room.place.wanted.notify_one();
        self.leaving += 1;
        metrics::counter!("bagarre_rooms_gave_way_total").increment(1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use tokio::sync::mpsc;
    use tokio::time::advance;

    use super::*;

    fn owner(person: u128, address: u8) -> Owner {
        Owner::new(Uuid::from_u128(person), Ipv4Addr::new(192, 0, 2, address).into())
    }

    fn limits(rooms: usize, rooms_per_person: usize) -> Limits {
        Limits { rooms, rooms_per_person, ..Limits::default() }
    }

    /// Takes a place for a room that a person wakes, if there is one.
    fn wake(
        registry: &mut Registry,
        limits: &Limits,
        name: &str,
        owner: Owner,
        rank: Rank,
    ) -> Result<(), Closing> {
        registry.make_place(Some(owner), limits, 0)?;
        let place = Place::new();
        place.show(rank);
        let (inbox, _) = mpsc::channel(1);
        let room = Awake { inbox, alarm: None, place, owner: Some(owner), gives_way: false, campaign: None };
        registry.wake(name, room);
        Ok(())
    }

    fn gone(registry: &Registry) -> Vec<&str> {
        registry.awake.iter().filter(|(_, room)| room.gives_way).map(|(name, _)| &**name).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_silent_lobby_gives_way_then_a_game_that_is_over_and_no_other() {
        let (mut registry, limits) = (Registry::default(), limits(4, 20));
        let ranks = [("a", Rank::Over), ("b", Rank::Lobby), ("c", Rank::Stays), ("d", Rank::Lobby)];
        for (number, (name, rank)) in (0u8..).zip(ranks) {
            wake(&mut registry, &limits, name, owner(number.into(), number), rank).unwrap();
            advance(Duration::from_secs(1)).await;
        }
        // The first lobby has spoken since.
        registry.awake["b"].place.note_activity();
        let mut expected = Vec::new();
        for (name, next) in [("e", "d"), ("f", "b"), ("g", "a")] {
            wake(&mut registry, &limits, name, owner(50, 50), Rank::Stays).unwrap();
            expected.push(next);
            expected.sort_unstable();
            assert_eq!(gone(&registry), expected);
            assert_eq!(registry.held(), 4);
        }
        assert_eq!(wake(&mut registry, &limits, "h", owner(51, 51), Rank::Lobby), Err(Closing::Busy));
        // A clock finds a place all the same.
        assert_eq!(registry.make_place(None, &limits, 1), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_person_holds_too_much_of_gives_way_first_and_then_he_is_refused() {
        let (mut registry, limits) = (Registry::default(), limits(100, 3));
        wake(&mut registry, &limits, "other", owner(1, 1), Rank::Lobby).unwrap();
        advance(Duration::from_secs(1)).await;
        for name in ["a", "b", "c"] {
            wake(&mut registry, &limits, name, owner(2, 2), Rank::Lobby).unwrap();
            advance(Duration::from_secs(1)).await;
        }
        wake(&mut registry, &limits, "d", owner(2, 2), Rank::Stays).unwrap();
        assert_eq!(gone(&registry), ["a"], "his own, though another one is silent for longer");
        for name in ["e", "f"] {
            wake(&mut registry, &limits, name, owner(2, 2), Rank::Stays).unwrap();
        }
        assert_eq!(wake(&mut registry, &limits, "g", owner(2, 2), Rank::Stays), Err(Closing::Busy));
        assert_eq!(
            wake(&mut registry, &limits, "h", owner(3, 2), Rank::Stays),
            Ok(()),
            "from the same address"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn four_addresses_cannot_hold_all_rooms_neither_with_lobbies_nor_with_games() {
        let limits = Limits::default();
        for rank in [Rank::Lobby, Rank::Stays] {
            let mut registry = Registry::default();
            let honest = owner(1, 100);
            wake(&mut registry, &limits, "honest", honest, Rank::Lobby).unwrap();
            let mut woken = 0;
            for number in 0u16..4_000 {
                let name = format!("room {number}");
                let by = owner(1_000 + u128::from(number), (number % 4) as u8);
                woken += usize::from(wake(&mut registry, &limits, &name, by, rank).is_ok());
            }
            assert!(woken > 1_000, "{woken}: they hold much of what nobody else wants");
            assert!(
                !gone(&registry).contains(&"honest"),
                "a crowd of four addresses puts its own rooms to sleep"
            );
            // A club comes: thirty people behind one address, each with two tables.
            for number in 0..60u16 {
                let by = owner(50_000 + u128::from(number / 2), 200);
                assert_eq!(wake(&mut registry, &limits, &format!("club {number}"), by, Rank::Stays), Ok(()));
            }
            assert!(!gone(&registry).contains(&"honest"));
        }
    }

    #[test]
    fn an_address_of_ipv6_is_counted_by_its_site() {
        let at = |text: &str| Owner::new(Uuid::nil(), text.parse().unwrap());
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:3::9"));
        assert_ne!(at("2001:db8:1::1"), at("2001:db8:2::1"));
        assert_eq!(at("::ffff:192.0.2.1"), at("192.0.2.1"));
    }
}
