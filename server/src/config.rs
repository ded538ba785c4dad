//! What an operator decides.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rust_embed::EmbeddedFile;

use crate::bus::Bus;
use crate::origin::{Hosts, Origin};
use crate::proxy::Proxies;
use crate::secrets::Secrets;
use crate::store;
use crate::world::World;

/// Everything the server is told from outside.
#[derive(Clone, Debug)]
pub struct Config {
    /// The data folder: the SQLite file, and the secret that invitations are made from.
    pub data: PathBuf,
    /// PostgreSQL instead of the SQLite file. Never printed.
    pub database_url: Option<String>,
    /// Where its secrets come from.
    pub secrets: Secrets,
    /// The address that players type, such as `https://bagarre.example`: only its pages may open sockets and change things, and links
    /// lead there. Without it these are pages of the host that the request itself names, if the server answers to that.
    pub public: Option<Origin>,
    /// Names that the server answers to when it has no public address, besides addresses and `localhost`.
    pub hosts: Hosts,
    /// Proxies that are believed when they note whom they speak for.
    pub proxies: Proxies,
    /// The server that mail goes through; none without.
    pub mail: Option<MailConfig>,
    /// Pushes and webhooks may go to this machine and its neighbours, and over plain HTTP.
    pub private_targets: bool,
    /// How this server takes part with others on the same data.
    pub node: NodeConfig,
    /// Whether it starts although games have ended whose replays only an older program can make.
    pub without_replays: bool,
    /// The files of the web client.
    pub client: ClientFiles,
    /// What is bounded.
    pub limits: Limits,
    /// Time and chance.
    pub world: World,
}

/// The files of the web client.
#[derive(Clone, Copy, Debug)]
pub struct ClientFiles {
    /// Returns the file at a path below its folder.
    pub file: fn(&str) -> Option<EmbeddedFile>,
    /// Returns the paths of all files.
    pub paths: fn() -> Vec<String>,
}

impl ClientFiles {
    /// No file.
    pub const NONE: Self = Self { file: |_| None, paths: Vec::new };
}

/// Whether a server shares its data with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeMode {
    /// The server works on the data alone: it takes a lease before it starts, and stops when another server has it.
    Alone,
    /// The server is one of several: each holds the rooms that it plays, and no room is held by two.
    Several,
    /// Servers write at once and hear nothing of each other: for tests of what they cannot do to each other.
    Unleased,
}

/// How a server takes part with others on the same data.
#[derive(Clone, Debug)]
pub struct NodeConfig {
    /// Where it runs, for the operator of another server that finds the data taken.
    pub address: String,
    /// Whether it asks the server that works on the data to hand it over, instead of refusing to start.
    pub takeover: bool,
    /// Whether other servers may work on the same data.
    pub mode: NodeMode,
    /// How long a lease runs that is not renewed; it is renewed five times in that time. After four fifths of it nothing is written any
    /// more until it is renewed.
    pub lease: Duration,
    /// How long a server waits beyond the end of a lease before it takes the place of a server that has died.
    pub margin: Duration,
    /// How long a server that was asked may take to hand the data over.
    pub handover: Duration,
    /// What carries messages between several servers.
    pub bus: BusConfig,
    /// How long a server that ends may take to hand its rooms over to others.
    pub drain: Duration,
}

/// What carries messages between several servers. An address may hold a password: never printed.
#[derive(Clone, Default)]
pub enum BusConfig {
    /// Nothing: a socket reaches the rooms of its own server only.
    #[default]
    None,
    /// NATS servers, as [`crate::bus::nats::NatsBus::connect`] takes them.
    Nats(String),
    /// A bus within this process, such as [`crate::bus::local::LocalBus`].
    InProcess(Arc<dyn Bus>),
}

impl std::fmt::Debug for BusConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Nats(_) => "Nats",
            Self::InProcess(_) => "InProcess",
        })
    }
}

impl Default for NodeConfig {
    fn default() -> Self {
        Self {
            address: String::new(),
            takeover: false,
            mode: NodeMode::Alone,
            lease: Duration::from_millis(2500),
            margin: Duration::from_secs(2),
            handover: Duration::from_secs(30),
            bus: BusConfig::None,
            drain: Duration::from_secs(15),
        }
    }
}

/// The server that mail goes through. Holds a password: never printed.
#[derive(Clone)]
pub struct MailConfig {
    /// Such as `smtps://name:password@mail.example:465`.
    pub url: String,
    /// The sender, such as `Bagarre <bagarre@mail.example>`.
    pub from: String,
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

impl Config {
    /// Whether cookies are for HTTPS only.
    pub fn secure_cookies(&self) -> bool {
        self.public.as_ref().is_some_and(Origin::is_https)
    }

    /// A server on a folder of its own: SQLite, no proxy, plain HTTP.
    pub fn local(data: impl Into<PathBuf>, limits: Limits) -> Self {
        Self {
            data: data.into(),
            database_url: None,
            secrets: Secrets::default(),
            public: None,
            hosts: Hosts::default(),
            proxies: Proxies::default(),
            mail: None,
            private_targets: false,
            node: NodeConfig::default(),
            without_replays: false,
            client: ClientFiles::NONE,
            limits,
            world: World::system(),
        }
    }
}

/// Limits, so that no client can exhaust the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Requests a second of one person, and from one address, on average. A person is refused above it; what people send from an
    /// address above it waits for its turn.
    pub http_rate: u32,
    /// Requests of one person, and from one address, in one go.
    pub http_burst: u32,
    /// Requests a minute of one person, and from one address, that change something, on average.
    pub http_change_rate: u32,
    /// Requests of one person, and from one address, that change something, in one go.
    pub http_change_burst: u32,
    /// Requests a second from all addresses together that are above their share: they take turns.
    pub http_spare_rate: u32,
    /// Bytes of one frame from a client.
    pub frame: usize,
    /// Bytes of one command, draft or band.
    pub payload: usize,
    /// Messages a second from one socket, on average.
    pub rate: u32,
    /// Messages from one socket in one go.
    pub burst: u32,
    /// Frames that may wait for one slow reader.
    pub queue: usize,
    /// Bytes that may wait for one slow reader.
    pub queue_bytes: usize,
    /// Bytes of what was said in all games together that are kept for clients that come back soon; others get a fresh view.
    pub tails: usize,
    /// Connections in all. Past it, and past every other limit of connections and sockets, the one that has waited
    /// longest without saying anything gives way first.
    pub connections: usize,
    /// Connections from one address: IPv4, or an IPv6 /64.
    pub connections_per_address: usize,
    /// Connections from one IPv6 /48.
    pub connections_per_site: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Sockets of one person.
    pub sockets_per_person: usize,
    /// Sockets that have not said `hello` yet, in all.
    pub silent: usize,
    /// Sockets that have not said `hello` yet, from one address.
    pub silent_per_address: usize,
    /// Rooms awake at the same time.
    pub rooms: usize,
    /// Rooms awake at the same time that one person has woken.
    pub rooms_per_person: usize,
    /// Rooms that one person may open in a day.
    pub rooms_per_day: u32,
    /// Campaigns that one person may open in a day.
    pub campaigns_per_day: u32,
    /// People who may take part in one campaign.
    pub campaign_members: usize,
    /// Works that one person may keep on the shelf.
    pub works: u32,
    /// Bytes that one person may have written in a day.
    pub bytes_per_person: u64,
    /// Bytes that all people of one address, IPv4 or an IPv6 /64, may have written in a day.
    pub bytes_per_address: u64,
    /// Below so many free bytes on the disk of the data folder nothing new begins. Without: a gibibyte, or a twentieth of a small disk.
    pub min_free_disk: Option<u64>,
    /// How long a seat that was lost in the middle of a question is kept for its player.
    pub grace: Duration,
    /// How long a player who is connected has to open a blind seal, in a live game. The client does it by itself.
    pub opening: Duration,
    /// How long a player has who is not connected when all have sealed.
    pub opening_away: Duration,
    /// How long the dice of a new game wait for the promises of the seats, and then for their numbers.
    pub draw: Duration,
    /// The shortest clock a host may choose, in seconds.
    pub shortest_clock: u32,
    /// How long the database is waited for. When nothing could be written for so long, all players are told, and every clock
    /// stands still.
    pub database: Duration,
    /// How long people who do not come are kept; for ever otherwise.
    pub keep_guests: Option<Duration>,
    /// How long rooms in which nothing happens are kept, with their games; for ever otherwise. Those of campaigns stay.
    pub keep_rooms: Option<Duration>,
    /// How long chat is kept; as long as its room otherwise.
    pub keep_chat: Option<Duration>,
    /// How long an empty room stays awake.
    pub idle: Duration,
    /// How long the head of a request may take, and how long a connection may wait for its next one.
    pub head: Duration,
    /// After how long without being used a browser is no longer known.
    pub forget_browser: Duration,
    /// How long a pause of a live game lasts, unless it is ended before.
    pub live_pause: Duration,
    /// How long a pause of a slow game lasts, unless it is ended before.
    pub slow_pause: Duration,
    /// How long a host may be away from people who are in the room, before another person is the host.
    pub host_away: Duration,
    /// How often it is looked which players have to be reminded of their turns.
    pub remind_every: Duration,
    /// How long a player has before a reminder of the turn.
    pub remind_after: Duration,
    /// The same for a player who has a page open, in a game of days; in others there is no reminder.
    pub remind_present: Duration,
    /// How long a socket may take for its `hello`.
    pub hello: Duration,
    /// How often a socket is pinged.
    pub ping: Duration,
    /// After how much silence a socket is closed, and how long one frame may take to be written.
    pub silence: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            http_rate: 50,
            http_burst: 300,
            http_change_rate: 120,
            http_change_burst: 240,
            http_spare_rate: 100,
            frame: 64 * 1024,
            payload: 32 * 1024,
            rate: 20,
            burst: 60,
            queue: 512,
            queue_bytes: 2 * 1024 * 1024,
            tails: 32 * 1024 * 1024,
            connections: 16_384,
            connections_per_address: 512,
            connections_per_site: 2_048,
            sockets: 10_000,
            sockets_per_person: 20,
            silent: 1_000,
            silent_per_address: 100,
            rooms: 2_000,
            rooms_per_person: 20,
            rooms_per_day: 100,
            campaigns_per_day: 20,
            campaign_members: 50,
            works: 200,
            bytes_per_person: 100 * 1024 * 1024,
            bytes_per_address: 1024 * 1024 * 1024,
            min_free_disk: None,
            grace: Duration::from_mins(2),
            opening: Duration::from_secs(30),
            opening_away: Duration::from_mins(2),
            draw: Duration::from_secs(3),
            shortest_clock: 5,
            database: store::DEFAULT_DATABASE_TIMEOUT,
            keep_guests: None,
            keep_rooms: None,
            keep_chat: None,
            idle: Duration::from_mins(1),
            head: Duration::from_secs(10),
            forget_browser: Duration::from_hours(400 * 24),
            live_pause: Duration::from_mins(15),
            slow_pause: Duration::from_hours(72),
            host_away: Duration::from_mins(2),
            remind_every: Duration::from_secs(5),
            remind_after: Duration::from_secs(20),
            remind_present: Duration::from_mins(10),
            hello: Duration::from_secs(10),
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
        }
    }
}
