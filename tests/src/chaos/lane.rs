//! One server on one database: people play on it, everything about it is broken, and at the end what they were told is compared
//! with what is stored.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::{Clocks, Settings};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use bagarre_server::signal;
use bagarre_server::store::{Draw, Store};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::chance::Chance;
use super::check::check;
use super::client::{Client, Part};
use super::disk::Disk;
use super::door;
use super::evening;
use super::faulty::Failure;
use super::ledger::Wrong;
use super::program::{Program, Running};
use super::proxy::Proxy;
use super::report::Report;
use super::trouble::{Ground, Trouble};
use super::world::World;
use crate::postgres;

/// How long every table may take to go on once nothing is in its way.
pub(super) const CALM: Duration = Duration::from_mins(1);
/// How long a server may take to end when it is asked to.
pub(super) const END: Duration = Duration::from_secs(10);
/// How often a server that does not start is started again.
pub(super) const STARTS: u32 = 100;

/// Does something outside of rooms until it is done: a store that fails by itself fails here too.
macro_rules! persist {
    ($work:expr) => {{
        let start = Instant::now();
        loop {
            match $work.await {
                Ok(done) => break done,
                Err(why) => assert!(start.elapsed() < CALM, "nobody can come in: {why}"),
            }
            sleep(Duration::from_millis(50)).await;
        }
    }};
}

/// The faults, and their durations.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program, with its arguments.
    pub bin: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// How long faults come.
    pub span: Duration,
    /// Repeats what chance decides.
    pub seed: u64,
    /// Tables where people play.
    pub tables: u32,
    /// The shortest clock the program allows, in seconds.
    pub shortest_clock: u32,
}

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file on a small disk.
    Sqlite,
    /// PostgreSQL behind a proxy.
    Postgres,
}

/// A server, its people, and what is done to it.
pub(super) struct Lane {
    plan: Plan,
    pub(super) ground: Ground,
    program: Program,
    pub(super) running: Option<Running>,
    addr: signal::Sender<Option<SocketAddr>>,
    pub(super) world: Arc<World>,
    pub(super) chance: Chance,
    pub(super) struck: BTreeMap<&'static str, u64>,
    _logs: TempDir,
}

/// Breaks one server on one database, and reports. `number` tells lanes of the same seed apart.
pub async fn run(plan: Plan, database: Database, number: u64) -> Report {
    let ground = match database {
        Database::Sqlite => Ground::Disk(Disk::new()),
        Database::Postgres => {
            let cluster = tokio::task::spawn_blocking(postgres::shared).await.expect("a cluster");
            let url = cluster.database();
            let proxy = Proxy::start(cluster.folder()).await;
            let name = url.rsplit('/').next().unwrap_or_default().to_owned();
            Ground::Proxied { proxy, name, url, _cluster: cluster }
        }
    };
    let logs = tempfile::tempdir().expect("a temporary folder");
    let data = match &ground {
        Ground::Disk(disk) => disk.folder().to_owned(),
        Ground::Proxied { .. } => logs.path().join("data"),
    };
    let program = Program {
        bin: plan.bin.clone(),
        args: plan.args.clone(),
        data,
        database_url: match &ground {
            Ground::Disk(_) => None,
            Ground::Proxied { proxy, name, .. } => Some(proxy.url(name)),
        },
        log: logs.path().join("log"),
    };
    let (addr, listens) = signal::channel(None);
    let world = Arc::new(World::new(listens));
    let chance = Chance::new(plan.seed, number << 32);
    let mut lane = Lane {
        plan,
        ground,
        program,
        running: None,
        addr,
        world,
        chance,
        struck: BTreeMap::new(),
        _logs: logs,
    };
    lane.live(number).await
}

impl Lane {
    fn wrong(&self, what: Wrong, example: impl Into<String>) {
        self.world.wrong(what, example);
    }

    async fn live(&mut self, number: u64) -> Report {
        self.start().await;
        let to = self.running.as_ref().expect("a server").addr;
        let who = (self.plan.tables, self.plan.shortest_clock, self.plan.seed);
        let mut clients = people(&self.world, to, number, who).await;
        let end = Instant::now() + self.plan.span;
        let mut deck = Vec::new();
        while Instant::now() < end {
            if deck.is_empty() {
                deck = Trouble::of(&self.ground);
                self.chance.shuffle(&mut deck);
            }
            if let Some(trouble) = deck.pop() {
                self.strike(trouble).await;
            }
            self.revive().await;
            sleep(self.chance.millis(20, 200)).await;
        }
        evening::calm(&self.world, CALM).await;
        self.world.last_orders.cancel();
        evening::all_answered(&self.world, &mut clients, CALM).await;
        self.listen();
        let ended = match self.running.take() {
            Some(running) => running.end(END).await,
            None => false,
        };
        if !ended {
            self.wrong(Wrong::Broken, format!("the server did not end within {END:?}"));
        }
        let store = match &self.ground {
            Ground::Disk(disk) => bagarre_server::store::open(None, disk.folder()).await,
            Ground::Proxied { url, .. } => bagarre_server::store::open(Some(url), &self.program.data).await,
        };
        let store = store.expect("the database opens");
        check(&self.world.ledger, store.as_ref()).await;
        self.explain(store.as_ref()).await;
        store.close().await;
        let how = match &self.ground {
            Ground::Disk(disk) => format!("SQLite ({})", disk.how()),
            Ground::Proxied { .. } => "PostgreSQL (behind a proxy)".to_owned(),
        };
        if let Ground::Proxied { proxy, .. } = &self.ground {
            self.struck.extend(proxy.struck().into_iter().map(|(fault, count)| (fault.name(), count)));
        }
        Report::new(how, std::mem::take(&mut self.struck), &self.world.ledger)
    }

    /// Prints what is stored of each table that stands still, and what the server said of its room: it cannot be known
    /// from outside.
    async fn explain(&self, store: &dyn Store) {
        let stalled = self.world.ledger.state().stalled.clone();
        let log = std::fs::read_to_string(&self.program.log).unwrap_or_default();
        for id in stalled {
            let room = store.room(&id).await.expect("the database answers");
            eprintln!(
                "{id}: {:?}",
                room.as_ref().map(|room| (room.phase, room.game, &room.seats, room.touched))
            );
            if let Some(game) = room.and_then(|room| room.game) {
                let record = store.game(game).await.expect("the database answers");
                let drawn =
                    record.map(|game| (matches!(game.draw, Draw::Asked), game.ended, game.quarantined));
                let last = store.last_entry(game).await.expect("the database answers");
                let clocks = store.deadlines(game).await.expect("the database answers");
                eprintln!(
                    "  asked for the dice, ended, put aside: {drawn:?}; last entry {last:?}; {clocks:?}"
                );
            }
            log.lines().filter(|line| line.contains(&id)).for_each(|line| eprintln!("  {line}"));
        }
    }

    /// Starts the server, again and again if it must be.
    pub(super) async fn start(&mut self) {
        for _ in 0..STARTS {
            if let Some(running) = self.program.start().await {
                self.addr.set(Some(running.addr));
                self.running = Some(running);
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        let log = std::fs::read_to_string(&self.program.log).unwrap_or_default();
        let last: Vec<&str> = log.lines().rev().take(5).collect();
        panic!("the server does not start: {last:?}");
    }

    pub(super) async fn kill(&mut self) {
        self.listen();
        self.addr.set(None);
        if let Some(running) = self.running.take() {
            running.kill().await;
        }
    }

    /// Counts the failures that the server says it made by itself.
    fn listen(&mut self) {
        while let Some(line) = self.running.as_mut().and_then(|running| running.lines.try_recv().ok()) {
            let failure = Failure::ALL.into_iter().find(|failure| line == failure.name());
            if let Some(failure) = failure {
                *self.struck.entry(failure.name()).or_default() += 1;
            }
        }
    }

    /// A server that ended by itself is started again, and that is noted.
    async fn revive(&mut self) {
        if self.running.as_mut().is_some_and(|running| !running.lives()) {
            let log = std::fs::read_to_string(&self.program.log).unwrap_or_default();
            let last: Vec<&str> = log.lines().rev().take(20).collect();
            last.iter().rev().for_each(|line| eprintln!("  {line}"));
            self.wrong(Wrong::Broken, "the server ended by itself");
            self.kill().await;
            self.start().await;
        }
    }
}

/// Starts clients that open rooms and play: at so many tables with long clocks, and at two more with the shortest clock, in seconds, which they leave
/// to their clocks.
pub(super) async fn people(
    world: &Arc<World>,
    to: SocketAddr,
    number: u64,
    (tables, shortest_clock, seed): (u32, u32, u64),
) -> JoinSet<usize> {
    let road = world.road.clone();
    let mut clients = JoinSet::new();
    let mut person = 0;
    for table in 0..tables + 2 {
        let sleeps = table >= tables;
        let settings = settings(table, sleeps.then_some(shortest_clock));
        let parts: Vec<Part> = if sleeps {
            (0..settings.seats).map(|seat| Part::Sleeper(Seat(seat))).collect()
        } else {
            (0..settings.seats).map(|seat| Part::Player(Seat(seat))).chain([Part::Watcher; 2]).collect()
        };
        let mut opened = None;
        for part in parts {
            person += 1;
            let from = door::address(number as u32 * 256 + person);
            let name = format!("P{person}");
            let guest = persist!(door::enter(road.as_ref(), from, to, &name));
            if opened.is_none() {
                opened = Some(persist!(door::open_room(road.as_ref(), &guest, to, &settings)));
            }
            let chance = Chance::new(seed, (number << 32) + u64::from(person));
            let room = opened.clone().expect("a room");
            let client = Client::new(world.clone(), guest, room, part, chance);
            clients.spawn(client.run());
        }
    }
    clients
}

/// Settings of tables of both systems; `clock` hurries all seats.
fn settings(table: u32, clock: Option<u32>) -> Settings {
    let seconds = clock.unwrap_or(3600);
    let baston = table.is_multiple_of(2);
    let ruleset = if baston { "baston" } else { "generik" };
    let first = || systems::parse(ruleset).ok()?.scenarios().into_iter().next();
    Settings {
        name: format!("Table {table}"),
        ruleset: ruleset.to_owned(),
        scenario: if baston { "SCN-00".to_owned() } else { first().unwrap_or_default() },
        seats: 2,
        size: if baston { 2 } else { 0 },
        more: None,
        clocks: Clocks::Live { long: seconds, short: seconds, quick: seconds },
        spectators: true,
        spectator_delay: 0,
        listed: false,
        blind: false,
        exercise: None,
    }
}
