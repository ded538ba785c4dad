//! Who holds the places at the door. A connection is counted under several keys: all of them, its address, and once it is a
//! socket also its person. Where a key has no place left, the connection that has been silent longest under it gives way;
//! only where none is silent is the new one refused. So silent connections, however many, shut no other out.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use bagarre_protocol::socket::Closing;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::config::Limits;
use crate::store::Hash;

/// What connections are counted under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// All connections.
    All,
    /// Those of an IPv6 /48: what a customer of a provider may have at most.
    Site(Ipv6Addr),
    /// Those of an IPv4 address or an IPv6 /64.
    Address(IpAddr),
    /// All sockets.
    Sockets,
    /// Sockets before their `hello`.
    Silent,
    /// Sockets before their `hello` from one address.
    SilentFrom(IpAddr),
    /// Sockets of a person.
    Person(Uuid),
    /// Sockets of a browser, by the hash of its token.
    Browser(Hash),
}

/// An address as it is counted: IPv4, also inside IPv6, as it is; IPv6 by its /64, which is one household's.
pub(crate) fn household_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => six.to_ipv4_mapped().map_or_else(|| IpAddr::V6(prefix(six, 4)), IpAddr::V4),
        four @ IpAddr::V4(_) => four,
    }
}

/// The /48 of an IPv6 address.
pub(crate) fn site_of(address: IpAddr) -> Option<Ipv6Addr> {
    match household_of(address) {
        IpAddr::V6(six) => Some(prefix(six, 3)),
        IpAddr::V4(_) => None,
    }
}

/// The first `kept` groups of sixteen bits.
fn prefix(address: Ipv6Addr, kept: usize) -> Ipv6Addr {
    let mut segments = address.segments();
    segments.iter_mut().skip(kept).for_each(|segment| *segment = 0);
    Ipv6Addr::from(segments)
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) IpAddr);

/// There is no place, and no connection that gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full(
    /// Where.
    pub(crate) Key,
);

/// The count of all connections. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Gate(Arc<Inner>);

struct Inner {
    limits: Limits,
    /// Moments of the book are counted from here.
    since: Instant,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    next: u64,
    visits: BTreeMap<u64, Visit>,
    groups: BTreeMap<Key, Group>,
}

struct Visit {
    keys: Vec<Key>,
    /// Its place in the order of those who wait, if it does.
    waits: Option<u64>,
    cut: Arc<Cut>,
    heard: Arc<AtomicU64>,
}

#[derive(Default)]
struct Group {
    members: BTreeSet<u64>,
    /// Who waits: since which moment of the book, and who.
    waiting: BTreeSet<(u64, u64)>,
}

impl Group {
    fn stops_waiting(&mut self, id: u64, since: Option<u64>) {
        if since.is_some_and(|since| self.waiting.remove(&(since, id))) && self.waiting.is_empty() {
            // An empty set keeps its memory, and most groups are of one connection.
            self.waiting = BTreeSet::new();
        }
    }
}

#[derive(Default)]
struct Cut {
    token: CancellationToken,
    why: OnceLock<Closing>,
}

impl Cut {
    fn cut(&self, why: Closing) {
        // A connection that was cut before keeps its first reason.
        let _ = self.why.set(why);
        self.token.cancel();
    }
}

impl Book {
    fn tick(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn leave(&mut self, id: u64) -> Option<Visit> {
        let visit = self.visits.remove(&id)?;
        for key in &visit.keys {
            self.leave_group(id, *key, visit.waits);
        }
        Some(visit)
    }

    fn leave_group(&mut self, id: u64, key: Key, waits: Option<u64>) {
        let Some(group) = self.groups.get_mut(&key) else { return };
        group.members.remove(&id);
        group.stops_waiting(id, waits);
        if group.members.is_empty() {
            self.groups.remove(&key);
        }
    }

    fn join(&mut self, id: u64, key: Key, most: usize) -> Result<(), Full> {
        while self.groups.get(&key).is_some_and(|group| group.members.len() >= most) {
            if self.groups.get(&key).is_some_and(|group| group.members.contains(&id)) {
                return Ok(());
            }
            self.give_way(key, id)?;
        }
        let Some(visit) = self.visits.get_mut(&id) else { return Err(Full(key)) };
        if !visit.keys.contains(&key) {
            visit.keys.push(key);
        }
        let waits = visit.waits;
        let group = self.groups.entry(key).or_default();
        group.members.insert(id);
        if let Some(since) = waits {
            group.waiting.insert((since, id));
        }
        Ok(())
    }

    /// Cuts the connection that has waited longest under a key, unless it is the one for which place is made.
    fn give_way(&mut self, key: Key, newcomer: u64) -> Result<(), Full> {
        let group = self.groups.get(&key).ok_or(Full(key))?;
        let oldest = group.waiting.iter().map(|(_, id)| *id).find(|id| *id != newcomer).ok_or(Full(key))?;
        if let Some(visit) = self.leave(oldest) {
            visit.cut.cut(Closing::Crowded);
            metrics::counter!("bagarre_gave_way_total").increment(1);
        }
        Ok(())
    }

    fn wait(&mut self, id: u64, waits: bool) {
        let since = waits.then(|| self.tick());
        let Some(visit) = self.visits.get_mut(&id) else { return };
        let before = std::mem::replace(&mut visit.waits, since);
        let keys = visit.keys.clone();
        for key in keys {
            let Some(group) = self.groups.get_mut(&key) else { continue };
            group.stops_waiting(id, before);
            if let Some(since) = since {
                group.waiting.insert((since, id));
            }
        }
    }
}

impl Gate {
    /// A gate with these limits and no connection.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self(Arc::new(Inner { limits: limits.clone(), since: Instant::now(), book: Mutex::default() }))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing under this lock can be left half done.
        self.0.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn most(&self, key: Key) -> usize {
        let limits = &self.0.limits;
        match key {
            Key::All => limits.connections,
            Key::Site(_) => limits.connections_per_site,
            Key::Address(_) => limits.connections_per_address,
            Key::Sockets => limits.sockets,
            Key::Silent => limits.silent,
            Key::SilentFrom(_) => limits.silent_per_address,
            Key::Person(_) => limits.sockets_per_person,
            Key::Browser(_) => usize::MAX,
        }
    }

    /// A new connection, which waits. The address is `None` where it is not known yet: behind a proxy of one's own.
    pub(crate) fn enter(&self, address: Option<IpAddr>) -> Result<Ticket, Full> {
        let (cut, heard) = (Arc::<Cut>::default(), Arc::new(AtomicU64::new(self.moment())));
        let mut book = self.book();
        let id = book.tick();
        book.visits
            .insert(id, Visit { keys: Vec::new(), waits: Some(id), cut: cut.clone(), heard: heard.clone() });
        drop(book);
        let ticket =
            Ticket(Arc::new(Place { gate: self.clone(), id, cut, heard, lingers: AtomicBool::new(false) }));
        ticket.join(Key::All)?;
        if let Some(address) = address {
            ticket.join_address(address)?;
        }
        Ok(ticket)
    }

    /// Cuts the connection that has waited longest: the system has no place for one more connection.
    pub(crate) fn make_place(&self) {
        // Where none waits there is nothing to be done.
        let _ = self.book().give_way(Key::All, 0);
    }

    /// Returns how long ago a person with an open socket was last heard; `None` where the person has no socket.
    pub(crate) fn heard_of(&self, person: Uuid) -> Option<Duration> {
        let (now, book) = (self.moment(), self.book());
        let members = &book.groups.get(&Key::Person(person))?.members;
        let heard = members
            .iter()
            .filter_map(|id| book.visits.get(id))
            .map(|visit| visit.heard.load(Ordering::Relaxed));
        Some(Duration::from_millis(now.saturating_sub(heard.max()?)))
    }

    /// Returns the milliseconds since the gate was made.
    fn moment(&self) -> u64 {
        u64::try_from(self.0.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Cuts all connections under a key.
    pub(crate) fn cut(&self, key: Key, why: Closing) {
        let book = self.book();
        for id in book.groups.get(&key).iter().flat_map(|group| &group.members) {
            if let Some(visit) = book.visits.get(id) {
                visit.cut.cut(why);
            }
        }
    }

    /// How many are counted under a key.
    #[cfg(test)]
    fn count(&self, key: Key) -> usize {
        self.book().groups.get(&key).map_or(0, |group| group.members.len())
    }
}

/// The place of one connection. Cheap to clone; the place is free again when the last clone is gone.
#[derive(Clone)]
pub(crate) struct Ticket(Arc<Place>);

struct Place {
    gate: Gate,
    id: u64,
    cut: Arc<Cut>,
    /// When something was last heard, as [`Gate::moment`].
    heard: Arc<AtomicU64>,
    lingers: AtomicBool,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.gate.book().leave(self.id);
    }
}

impl Ticket {
    /// Is counted under one more key.
    pub(crate) fn join(&self, key: Key) -> Result<(), Full> {
        self.0.gate.book().join(self.0.id, key, self.0.gate.most(key))
    }

    /// Is no longer counted under some keys.
    fn leave(&self, which: impl Fn(&Key) -> bool) {
        let mut book = self.0.gate.book();
        let Some(visit) = book.visits.get_mut(&self.0.id) else { return };
        let left: Vec<Key> = visit.keys.extract_if(.., |key| which(key)).collect();
        visit.keys.shrink_to_fit();
        let waits = visit.waits;
        for key in left {
            book.leave_group(self.0.id, key, waits);
        }
    }

    /// Is counted under this address, and no other any more.
    pub(crate) fn join_address(&self, address: IpAddr) -> Result<(), Full> {
        let (household, site) = (Key::Address(household_of(address)), site_of(address).map(Key::Site));
        self.leave(|key| {
            matches!(key, Key::Address(_) | Key::Site(_)) && *key != household && Some(*key) != site
        });
        self.join(household)?;
        site.map_or(Ok(()), |site| self.join(site))
    }

    /// Becomes a socket, which is silent until it says `hello`.
    pub(crate) fn open_socket(&self, person: Uuid, address: IpAddr) -> Result<(), Full> {
        for key in [Key::Silent, Key::SilentFrom(household_of(address)), Key::Sockets, Key::Person(person)] {
            self.join(key)?;
        }
        Ok(())
    }

    /// Has said what it wants: waits no more.
    pub(crate) fn busy(&self) {
        self.0.gate.book().wait(self.0.id, false);
    }

    /// Waits again for what comes next.
    pub(crate) fn waits(&self) {
        self.0.gate.book().wait(self.0.id, true);
    }

    /// Notes that something was heard.
    pub(crate) fn note_heard(&self) {
        self.0.heard.store(self.0.gate.moment(), Ordering::Relaxed);
    }

    /// A socket that has said `hello`.
    pub(crate) fn said_hello(&self) {
        self.busy();
        self.leave(|key| matches!(key, Key::Silent | Key::SilentFrom(_)));
    }

    /// Returns when the connection has to go.
    pub(crate) async fn cut(&self) -> Closing {
        self.0.cut.token.cancelled().await;
        self.0.cut.why.get().copied().unwrap_or(Closing::Crowded)
    }

    /// What still comes in is to be taken before the connection is let go, so that the last words arrive.
    pub(crate) fn linger(&self) {
        self.0.lingers.store(true, Ordering::Relaxed);
    }

    /// Whether [`Ticket::linger`] was asked for.
    pub(crate) fn lingers(&self) -> bool {
        self.0.lingers.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests;
