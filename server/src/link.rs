//! Sockets of a server to a room that another server holds.
//!
//! Any server takes any socket. Where another one holds the room, the task that would be the room here is the [`edge`] of a link: it keeps this server's
//! sockets of the room and passes on what they say; the [`owner`] end, at the server that holds the room, enters them there and sends back what the room
//! says, once for all sockets of an audience. The messages of a link are numbered in both directions. Where one is missing, where nothing is heard for
//! as long as a server may write without renewing its lease, or where the room moves, the edge asks the database again who holds the room and enters its sockets anew: each gets another
//! `welcome` over the connection that it has, and sends again what was not answered.

pub(crate) mod all;
pub(crate) mod edge;
mod lapse;
mod owner;
pub(crate) mod queue;
pub(crate) mod wire;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::bus::sealed::{ClusterKey, LinkSide, LinkTerms, Opener, Received, Salt, Sealer};
use crate::bus::{Bus, BusError, Subscription};
use crate::gate::Gate;
use crate::lease::Lease;
use crate::room::Rooms;
#[cfg(feature = "testkit")]
use crate::sabotage::Sabotage;
use crate::world::World;
use wire::{LINK_VERSION, LinkAnswer, Open, ToOwner};

/// Each end of a link says so many times within the silence that breaks it that it is there.
const PINGS_PER_SILENCE: u32 = 4;
/// How long to wait before the bus is asked again for what it did not give.
const RETRY_DELAY: Duration = Duration::from_millis(250);
/// Messages of one link that may wait to be opened.
const LINK_QUEUE_MESSAGES: usize = 1024;
/// How long the ends of links may take to tell the other servers that their rooms have ended.
const LINK_END_TIMEOUT: Duration = Duration::from_millis(500);
/// Bytes of the id and the number in front of each message of a link.
const HEAD_BYTES: usize = 24;

/// A message of a link, still sealed, with its number.
pub(crate) struct Packet {
    number: u64,
    sealed: Bytes,
}

/// The links of this server. Each process has a subject of its own for all of them, and one for each incarnation under which it holds rooms.
pub(crate) struct Links {
    bus: Arc<dyn Bus>,
    key: ClusterKey,
    world: World,
    prefix: String,
    process: Uuid,
    /// The subject that messages of links to this process are sent to.
    own: String,
    routes: Mutex<BTreeMap<Uuid, mpsc::Sender<Packet>>>,
    /// How long nothing may be heard of the other end of a link.
    silence: Duration,
    /// The ends of links at the rooms that this server holds.
    owners: TaskTracker,
    stop: CancellationToken,
}

/// One end of a link, with both its directions.
pub(crate) struct LinkEnd {
    links: Arc<Links>,
    id: Uuid,
    /// The subject of the process at the other end.
    peer: String,
    sealer: Sealer,
    opener: Opener,
    packets: mpsc::Receiver<Packet>,
}

/// Why a link has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// A message is missing, cannot be opened or read, or came faster than it was taken.
    Gap,
    /// The bus does not take messages.
    Bus,
}

/// Why a link was not opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unopened {
    /// The server does not hold the room, or not any more.
    NotHeld,
    /// It speaks another version of links.
    OtherVersion,
    /// It did not answer.
    Silent(BusError),
}

impl Links {
    /// Makes the links of a server, with the secret that it shares with the others.
    pub(crate) fn new(
        bus: Arc<dyn Bus>,
        secret: &[u8; 32],
        world: World,
        silence: Duration,
        stop: CancellationToken,
    ) -> Arc<Self> {
        let key = ClusterKey::new(secret);
        let prefix = key.prefix();
        let process = world.new_id();
        let own = format!("{prefix}.at.{process}");
        Arc::new(Self {
            bus,
            key,
            world,
            prefix,
            process,
            own,
            routes: Mutex::default(),
            silence,
            owners: TaskTracker::new(),
            stop,
        })
    }

    fn routes(&self) -> MutexGuard<'_, BTreeMap<Uuid, mpsc::Sender<Packet>>> {
        // Nothing under this lock can be left half done.
        self.routes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The subject on which an incarnation of a server is asked for links to its rooms.
    fn subject_of(&self, node: Uuid) -> String {
        format!("{}.node.{node}", self.prefix)
    }

    /// Whether the bus can be reached.
    pub(crate) fn is_reached(&self) -> bool {
        self.bus.is_reached()
    }

    /// Takes what comes over the bus for this server, until it stops.
    pub(crate) async fn listen(self: Arc<Self>, rooms: Rooms, lease: Lease, gate: Gate) {
        let packets = self.clone().take_packets();
        let opens = self.clone().take_opens(rooms.clone(), lease.clone());
        let writing = self.clone().answer_write_checks(lease.clone());
        let watching = self.clone().watch_lease(lease);
        let words = self.clone().take_broadcasts(rooms, gate);
        let stop = self.stop.clone();
        stop.run_until_cancelled(async { tokio::join!(packets, opens, words, writing, watching) }).await;
    }

    /// Ends the bus, once the other servers have been told that the rooms have ended.
    pub(crate) async fn close(&self) {
        self.owners.close();
        if timeout(LINK_END_TIMEOUT, self.owners.wait()).await.is_err() {
            tracing::debug!(left = self.owners.len(), "some links did not end in time");
        }
        self.bus.close().await;
    }

    /// Subscribes to a subject, and tries again until the bus can be reached.
    async fn subscribe(&self, subject: &str) -> Subscription {
        loop {
            match self.bus.subscribe(subject).await {
                Ok(messages) => return messages,
                Err(why) => tracing::warn!(%why, "a subject could not be subscribed to; trying again"),
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn take_packets(self: Arc<Self>) {
        loop {
            let mut messages = self.subscribe(&self.own).await;
            while let Some(message) = messages.next().await {
                self.route(&message.payload);
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Hands a message to its link. One that has too much to take loses it, and notices by the next number.
    fn route(&self, payload: &Bytes) {
        let Some((head, _)) = payload.split_first_chunk::<HEAD_BYTES>() else { return };
        let Some((id, number)) = head.split_first_chunk::<16>() else { return };
        let Ok(number) = <[u8; 8]>::try_from(number) else { return };
        let packet = Packet { number: u64::from_be_bytes(number), sealed: payload.slice(HEAD_BYTES..) };
        let id = Uuid::from_bytes(*id);
        let mut routes = self.routes();
        if let Some(link) = routes.get(&id)
            && link.try_send(packet).is_err()
        {
            routes.remove(&id);
        }
    }

    /// Answers other servers that ask for links, under each incarnation of this one.
    async fn take_opens(self: Arc<Self>, rooms: Rooms, lease: Lease) {
        loop {
            let node = lease.node();
            let opens = async {
                let Some(node) = node else { return std::future::pending().await };
                let subject = self.subject_of(node);
                let mut messages = self.subscribe(&subject).await;
                while let Some(message) = messages.next().await {
                    if let (Some(open), Some(reply)) =
                        (self.open_sealed(&subject, &message.payload), message.reply)
                    {
                        self.owners.spawn(owner::accept(self.clone(), rooms.clone(), open, reply));
                    }
                }
                sleep(RETRY_DELAY).await;
            };
            tokio::select! {
                biased;
                () = opens => {}
                () = lease.lapsed(node) => {}
            }
        }
    }

    /// Seals a value for a subject.
    fn seal<T: Serialize>(&self, subject: &str, value: &T) -> Option<Bytes> {
        let text = postcard::to_allocvec(value).ok()?;
        self.key.seal(subject, &text, &self.world).map(Bytes::from)
    }

    fn open_sealed<T: DeserializeOwned>(&self, subject: &str, sealed: &[u8]) -> Option<T> {
        postcard::from_bytes(&self.key.open(subject, sealed)?).ok()
    }

    fn salt(&self) -> Option<Salt> {
        self.world.salt().ok()
    }

    /// Opens a link to a room that another server holds. Returns the end of this server.
    pub(crate) async fn open(self: &Arc<Self>, node: Uuid, room: &str) -> Result<LinkEnd, Unopened> {
        let failed = || Unopened::Silent(BusError::Away("a message could not be sealed".to_owned()));
        let (id, salt, subject) =
            (self.world.new_id(), self.salt().ok_or_else(failed)?, self.subject_of(node));
        let open =
            Open { version: LINK_VERSION, link: id, room: room.to_owned(), salt, edge: self.own.clone() };
        // Messages of the other end may come before its answer.
        let packets = self.expect(id);
        let asked = self.seal(&subject, &open).ok_or_else(failed)?;
        let answer = match self.bus.request(&subject, asked).await {
            Ok(answer) => self.open_sealed(&answer_subject(id), &answer),
            Err(why) => {
                self.forget(id);
                return Err(Unopened::Silent(why));
            }
        };
        let Some(LinkAnswer::Accepted { epoch, salt: other, owner }) = answer else {
            self.forget(id);
            let version = matches!(answer, Some(LinkAnswer::OtherVersion));
            return Err(if version { Unopened::OtherVersion } else { Unopened::NotHeld });
        };
        let keys = self.key.link(&LinkTerms { id, room, epoch, salts: [salt, other] }, LinkSide::Edge);
        Ok(LinkEnd::new(self.clone(), id, owner, keys, packets))
    }

    /// Lets a server wake a room that no server holds.
    pub(crate) async fn wake_at(self: &Arc<Self>, node: Uuid, room: &str) {
        if let Ok(mut end) = self.open(node, room).await {
            // The other end notices the silence where this does not reach it.
            let _ = end.send(&vec![ToOwner::Bye]).await;
        }
    }

    /// Makes the end of a link at the server that holds the room.
    fn accept(self: &Arc<Self>, open: &Open, epoch: i64, salt: Salt) -> LinkEnd {
        let packets = self.expect(open.link);
        let terms = LinkTerms { id: open.link, room: &open.room, epoch, salts: [open.salt, salt] };
        let keys = self.key.link(&terms, LinkSide::Owner);
        LinkEnd::new(self.clone(), open.link, open.edge.clone(), keys, packets)
    }

    fn expect(&self, link: Uuid) -> mpsc::Receiver<Packet> {
        let (sender, packets) = mpsc::channel(LINK_QUEUE_MESSAGES);
        self.routes().insert(link, sender);
        packets
    }

    fn forget(&self, link: Uuid) {
        self.routes().remove(&link);
    }
}

/// What the answer to a request for a link is sealed for: it fits no other request.
fn answer_subject(link: Uuid) -> String {
    format!("link {link}")
}

impl LinkEnd {
    fn new(
        links: Arc<Links>,
        id: Uuid,
        peer: String,
        (sealer, opener): (Sealer, Opener),
        packets: mpsc::Receiver<Packet>,
    ) -> Self {
        metrics::gauge!("bagarre_links").increment(1.0);
        Self { links, id, peer, sealer, opener, packets }
    }

    /// Returns how long nothing may be heard of the other end.
    pub(crate) fn silence(&self) -> Duration {
        self.links.silence
    }

    /// Returns how often to say that this end is there.
    pub(crate) fn ping_interval(&self) -> Duration {
        self.links.silence / PINGS_PER_SILENCE
    }

    /// Sends something to the other end.
    pub(crate) async fn send<T: Serialize>(&mut self, what: &T) -> Result<(), Broken> {
        let text = postcard::to_allocvec(what).map_err(|_| Broken::Gap)?;
        let (number, sealed) = self.sealer.seal(&text).ok_or(Broken::Gap)?;
        let head = [&self.id.as_bytes()[..], &number.to_be_bytes()].concat();
        let payload = Bytes::from([head, sealed].concat());
        metrics::counter!("bagarre_link_messages_total").increment(1);
        self.links.bus.publish(&self.peer, payload).await.map_err(|why| {
            tracing::debug!(%why, "a message of a link was not sent");
            Broken::Bus
        })
    }

    /// Whether a bug is planted in this server.
    #[cfg(feature = "testkit")]
    fn has_sabotage(&self, sabotage: Sabotage) -> bool {
        self.links.world.has_sabotage(sabotage)
    }

    /// Returns the next thing that the other end has sent. Safe to cancel.
    pub(crate) async fn hear<T: DeserializeOwned>(&mut self) -> Result<T, Broken> {
        loop {
            let Packet { number, sealed } = self.packets.recv().await.ok_or(Broken::Gap)?;
            #[cfg(feature = "testkit")]
            if self.has_sabotage(Sabotage::LinksWithoutNumbers) {
                self.opener.expect(number);
            }
            match self.opener.open(number, &sealed) {
                Received::Next(text) => return postcard::from_bytes(&text).map_err(|_| Broken::Gap),
                Received::Stray => {}
                Received::Gap => return Err(Broken::Gap),
            }
        }
    }
}

impl Drop for LinkEnd {
    fn drop(&mut self) {
        metrics::gauge!("bagarre_links").decrement(1.0);
        self.links.forget(self.id);
    }
}
