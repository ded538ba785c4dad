//! People who come in, open rooms and sit down.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bagarre_protocol::room::Settings;
use bagarre_rules::contract::Seat;
use bagarre_rules::toy;
use bagarre_tests::chaos::door::{self, Person, Tcp};
use bagarre_tests::chaos::report::Report;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::hall::Hall;
use crate::socket::Socket;
use crate::table::{SharedTable, TABLE_TIMEOUT};

/// Rooms that fill at the same time, or people who come to watch a single one.
const DOORS: usize = 32;

/// People who are invited to one room, at most.
const MAX_INVITED: u32 = 1500;

/// How often it is looked whether something has come about.
const LOOK: Duration = Duration::from_millis(5);

/// The system that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Real turns, one character each.
    Baston,
    /// A game whose rules cost nothing.
    Toy,
}

/// The rooms that are opened.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The system that is played.
    pub game: Game,
    /// Rooms.
    pub rooms: u32,
    /// Players of each.
    pub seats: u8,
    /// Spectators of each.
    pub watchers: u32,
}

impl Shape {
    fn settings(self) -> Settings {
        let (ruleset, scenario) = match self.game {
            Game::Baston => ("baston", "SCN-00"),
            Game::Toy => ("toy", toy::ENDLESS),
        };
        Settings {
            name: "Banc".to_owned(),
            ruleset: ruleset.to_owned(),
            scenario: scenario.to_owned(),
            seats: self.seats,
            listed: self.is_public(),
            ..bagarre_tests::toy::settings()
        }
    }

    /// Whether more people come than a room may have members: they come without an invitation.
    const fn is_public(self) -> bool {
        self.watchers > MAX_INVITED
    }

    /// How many of those who watch one room come in at the same time.
    const fn doors(self) -> usize {
        if self.rooms > 1 { 1 } else { DOORS }
    }
}

/// The servers that people come to.
pub struct Entrances {
    /// Those of a room take turns.
    pub servers: Vec<SocketAddr>,
    /// Where one of those who watch comes first, so that the room is held there.
    pub holder: Option<SocketAddr>,
}

impl Entrances {
    /// Where the socket of a room comes in.
    fn of(&self, room: u64, socket: usize) -> SocketAddr {
        self.servers[(room as usize + socket) % self.servers.len()]
    }
}

impl From<SocketAddr> for Entrances {
    fn from(addr: SocketAddr) -> Self {
        Self { servers: vec![addr], holder: None }
    }
}

impl From<Vec<SocketAddr>> for Entrances {
    fn from(servers: Vec<SocketAddr>) -> Self {
        Self { servers, holder: None }
    }
}

/// People who have come in, and play.
pub struct Crowd {
    /// What they share.
    pub hall: Arc<Hall>,
    /// Their tables.
    pub tables: Vec<Arc<SharedTable>>,
    /// How long it took them all to come in, from the first request to the last seat.
    pub took: Duration,
    tasks: Vec<JoinHandle<()>>,
}

/// Loopback addresses that people come from.
const ADDRESSES: u32 = 60_000;

/// Numbers of people, so that each has an address.
static PEOPLE: AtomicU32 = AtomicU32::new(0);

impl Crowd {
    /// Opens rooms and fills them.
    pub async fn come(hall: Arc<Hall>, entrances: impl Into<Entrances>, shape: Shape) -> io::Result<Self> {
        let (begun, entrances) = (Instant::now(), entrances.into());
        let rooms = stream::iter(0..u64::from(shape.rooms))
            .map(|number| fill(hall.clone(), &entrances, shape, number))
            .buffer_unordered(DOORS);
        let filled: io::Result<Vec<Filled>> = rooms.try_collect().await;
        let filled = filled.inspect_err(|_| {
            eprintln!("{}", Report::new("not everybody came in".to_owned(), BTreeMap::new(), &hall.ledger));
        })?;
        let took = begun.elapsed();
        let (tables, tasks): (Vec<_>, Vec<_>) = filled.into_iter().unzip();
        Ok(Self { hall, tables, took, tasks: tasks.into_iter().flatten().collect() })
    }

    /// How many they are.
    pub fn sockets(&self) -> usize {
        self.tasks.len()
    }

    /// Waits until a game has begun at every table.
    pub async fn wait_for_games(&self) {
        self.until("a game begins", |table| table.games.load(Ordering::Relaxed) > 0).await;
    }

    /// Waits until something is true of every table.
    pub async fn until(&self, what: &str, holds: impl Fn(&SharedTable) -> bool) {
        let all = async {
            while !self.tables.iter().all(|table| holds(table)) {
                sleep(LOOK).await;
            }
        };
        assert!(timeout(TABLE_TIMEOUT, all).await.is_ok(), "{what} in {TABLE_TIMEOUT:?}");
    }

    /// Closes the connections of all players.
    pub async fn leave(self) {
        self.hall.closed.cancel();
        for task in self.tasks {
            task.await.expect("a client does not fall");
        }
    }
}

/// A new person, with an address of its own.
pub(crate) async fn person(addr: SocketAddr) -> io::Result<Person> {
    let from = door::address(PEOPLE.fetch_add(1, Ordering::Relaxed) % ADDRESSES);
    door::enter(&Tcp, from, addr, "Banc").await
}

/// A table, and the tasks of its sockets.
type Filled = (Arc<SharedTable>, Vec<JoinHandle<()>>);

/// Opens a room and fills it: its players one after another, then those who watch. Where one server is to hold it, one of these comes there first.
async fn fill(hall: Arc<Hall>, entrances: &Entrances, shape: Shape, number: u64) -> io::Result<Filled> {
    let first = entrances.of(number, 0);
    let host = person(first).await?;
    let mut opened = door::open_room(&Tcp, &host, first, &shape.settings()).await?;
    if shape.is_public() {
        opened.invite = String::new();
    }
    let table = Arc::new(SharedTable::new(opened, host.clone(), number));
    let come = async |person: Option<Person>, seat, addr| {
        let person = match person {
            Some(person) => person,
            None => crate::crowd::person(addr).await?,
        };
        sit(hall.clone(), table.clone(), person, seat, addr).await
    };
    let mut tasks = Vec::new();
    if let Some(holder) = entrances.holder {
        tasks.push(come(None, None, holder).await?);
    }
    let mut host = Some(host);
    for seat in 0..shape.seats {
        tasks.push(come(host.take(), Some(Seat(seat)), entrances.of(number, seat.into())).await?);
    }
    let watchers = shape.watchers - u32::from(entrances.holder.is_some());
    let watchers = (0..watchers as usize).map(|socket| come(None, None, entrances.of(number, socket)));
    let watchers: Vec<JoinHandle<()>> =
        stream::iter(watchers).buffer_unordered(shape.doors()).try_collect().await?;
    tasks.extend(watchers);
    Ok((table, tasks))
}

/// Lets a person into a room. Returns the task of the socket once it is there.
async fn sit(
    hall: Arc<Hall>,
    table: Arc<SharedTable>,
    person: Person,
    seat: Option<Seat>,
    addr: SocketAddr,
) -> io::Result<JoinHandle<()>> {
    let wire = door::socket(&Tcp, &person, addr).await?;
    let (joined, there) = oneshot::channel();
    let socket = Socket::hello(hall, table, person, seat, wire, joined).await?;
    let task = tokio::spawn(socket.live());
    let there = timeout(TABLE_TIMEOUT, there).await.map_err(io::Error::other)?;
    there.map_err(|_| io::Error::other("a socket ended on its way in"))?;
    Ok(task)
}
