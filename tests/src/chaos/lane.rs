//! One server on one database: people play on it, everything about it is broken, and at the end what they were told is compared
//! with what is stored.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::signal;
use bagarre_server::store::{Draw, Store};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use super::chance::Chance;
use super::check::check;
use super::disk::Disk;
use super::evening;
use super::faulty::Failure;
use super::ledger::Wrong;
use super::people::People;
use super::program::{Program, Running};
use super::proxy::Proxy;
use super::report::Report;
use super::trouble::{Ground, Trouble};
use super::world::World;
use crate::postgres;

/// How long every table may take to go on once nothing is in its way.
pub(super) const CALM: Duration = Duration::from_mins(1);
/// How long a server may take to end when it is asked to.
const END: Duration = Duration::from_secs(10);
/// How often a server that does not start is started again.
pub(super) const STARTS: u32 = 100;

/// How many watch at each table.
const WATCHERS: u32 = 2;

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
        let mut people = People::new(self.world.clone(), to, number, self.plan.seed);
        for _ in 0..self.plan.tables {
            people.table(WATCHERS).await;
        }
        people.sleepers(self.plan.shortest_clock).await;
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
        evening::all_answered(&self.world, &mut people.clients, CALM).await;
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
