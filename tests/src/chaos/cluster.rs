//! Several servers on one PostgreSQL, with NATS between them or without: people come to any of them; servers are killed, frozen past their lease, ended in
//! order and cut from what they stand on, which is restarted, and rooms go from one to the other. The database itself notes which server wrote each
//! entry, and whether it held the room.

mod audit;
mod balancer;
mod fault;
mod ground;
mod strikes;
mod waits;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::signal;
use tokio::time::{Instant, sleep};

use self::balancer::Balancer;
use self::fault::Fault;
use self::ground::Ground;
use self::waits::Waits;
use super::chance::Chance;
use super::check::check;
use super::evening;
use super::lane::{CALM, STARTS};
use super::ledger::Wrong;
use super::people::People;
use super::program::{Program, Running};
use super::report::Report;
use super::world::{Habits, World};

/// The faults, and their durations.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub bin: PathBuf,
    /// How many servers.
    pub servers: usize,
    /// Whether NATS is between them.
    pub with_bus: bool,
    /// How long faults come.
    pub span: Duration,
    /// Repeats what chance decides.
    pub seed: u64,
    /// Tables where people play.
    pub tables: u32,
    /// Sockets of those who play and watch there.
    pub sockets: u32,
}

/// How long the servers are left alone between two faults, in milliseconds.
const REST_MS: (u64, u64) = (500, 2500);
/// How long those think who play at many tables, in milliseconds.
const THINK_MS: (u64, u64) = (1500, 1500);
/// Seats of each table.
const SEATS: u32 = 2;
/// The clock of tables that are left to it, in seconds.
const SHORT_CLOCK: u32 = 1;
/// How long it takes until a server is started again that has not come up.
const START_RETRY_DELAY: Duration = Duration::from_millis(100);
/// How long a server may take to end: to hand its rooms over, and to close.
const END_TIMEOUT: Duration = Duration::from_secs(30);
/// The arguments of the program.
const SERVE: [&str; 2] = ["serve", "--cluster"];

/// What came out.
pub struct Outcome {
    /// Of the people.
    pub report: Report,
    /// How long their tables stood still.
    pub waits: Waits,
}

/// The servers, and what is done to them.
struct House {
    plan: Plan,
    ground: Ground,
    programs: Vec<Program>,
    running: Vec<Option<Running>>,
    /// The server of each process that ever ran.
    processes: BTreeMap<u32, usize>,
    balancer: Arc<Balancer>,
    world: Arc<World>,
    chance: Chance,
    struck: BTreeMap<&'static str, u64>,
    waits: Waits,
    /// When the first server was started.
    begun: Instant,
}

/// Breaks servers, and what they stand on, one after the other, and reports.
pub async fn run(plan: Plan) -> Outcome {
    let files = tempfile::tempdir().expect("a temporary folder");
    let ground = Ground::new(plan.servers, plan.with_bus, files.path()).await;
    let program = |server: usize| Program {
        bin: plan.bin.clone(),
        args: SERVE.map(str::to_owned).into_iter().chain(ground.nats_args(server)).collect(),
        // They share the secret in it.
        data: files.path().join("data"),
        database_url: Some(ground.database_url(server)),
        log: files.path().join(format!("log {server}")),
    };
    let programs: Vec<Program> = (0..plan.servers).map(program).collect();
    // The balancer knows where the servers are.
    let (listens, addr) = signal::channel(Some(SocketAddr::from(([127, 0, 0, 1], 80))));
    let balancer = Balancer::new(Chance::new(plan.seed, 7), plan.with_bus);
    let habits = if plan.with_bus {
        Habits { think: THINK_MS, stays: true, ..Habits::quick() }
    } else {
        Habits::quick()
    };
    let world = World { road: balancer.clone(), habits, ..World::new(addr) };
    let mut house = House {
        running: programs.iter().map(|_| None).collect(),
        ground,
        programs,
        processes: BTreeMap::new(),
        balancer,
        chance: Chance::new(plan.seed, 1 << 32),
        struck: BTreeMap::new(),
        waits: Waits::default(),
        begun: Instant::now(),
        world: Arc::new(world),
        plan,
    };
    house.live().await;
    drop(listens);
    let House { plan, ground, processes, world, struck, waits, .. } = house;
    audit::compare(&ground.direct_url, plan.servers, &processes, &world).await;
    if plan.with_bus {
        let count = |fault: Fault| struck.get(fault.name()).map_or(0, |count| *count as i64);
        let servers = plan.servers as i64;
        // At the end all end but one, which has no others then.
        let ended = count(Fault::Drain) + count(Fault::RollingDeploy) * servers + servers - 1;
        audit::check_drains(&ground.direct_url, ended, &world).await;
    }
    let store = bagarre_server::store::open(Some(&ground.direct_url), files.path()).await;
    let store = store.expect("the database opens");
    check(&world.ledger, store.as_ref()).await;
    store.close().await;
    let bus = if plan.with_bus { " and NATS" } else { "" };
    let how = format!("{} servers on PostgreSQL{bus}", plan.servers);
    Outcome { report: Report::new(how, struck, &world.ledger), waits }
}

impl House {
    async fn live(&mut self) {
        for server in 0..self.programs.len() {
            self.start(server).await;
        }
        let Plan { tables, sockets, seed, span, with_bus, .. } = self.plan;
        let any = self.world.addr.get().expect("an address");
        let mut people = People::new(self.world.clone(), any, 0, seed);
        let watchers = sockets.saturating_sub(tables * SEATS);
        for table in 0..tables {
            people.table(watchers / tables + u32::from(table < watchers % tables)).await;
        }
        people.sleepers(SHORT_CLOCK).await;
        let end = Instant::now() + span;
        let mut deck = Vec::new();
        while Instant::now() < end {
            self.rest().await;
            if deck.is_empty() {
                deck = Fault::all(with_bus);
                self.chance.shuffle(&mut deck);
            }
            if let Some(fault) = deck.pop() {
                self.strike(fault, &mut people).await;
            }
        }
        evening::calm(&self.world, CALM).await;
        self.world.last_orders.cancel();
        evening::all_answered(&self.world, &mut people.clients, CALM).await;
        for server in 0..self.programs.len() {
            self.end(server).await;
        }
    }

    /// Leaves the servers alone for a moment.
    async fn rest(&mut self) {
        self.world.paces.watch();
        sleep(self.chance.millis(REST_MS.0, REST_MS.1)).await;
        self.watched(None).await;
    }

    /// Breaks something, and waits until every table goes on.
    async fn strike(&mut self, fault: Fault, people: &mut People) {
        for running in self.running.iter_mut().flatten() {
            if !running.lives() {
                self.world.wrong(Wrong::Broken, "a server ended by itself");
            }
        }
        self.world.ledger.state().trouble = fault.name();
        self.world.paces.watch();
        self.apply(fault, people).await;
        self.watched(Some(fault)).await;
        *self.struck.entry(fault.name()).or_default() += 1;
    }

    /// Waits until every watched table goes on, and notes how long each stood still.
    async fn watched(&mut self, fault: Option<Fault>) {
        let watched = self.world.paces.watched(CALM).await;
        for room in watched.stalled {
            let after = fault.map_or("nothing", Fault::name);
            self.world.wrong(Wrong::Stalled, format!("room {room} stands since {CALM:?} after: {after}"));
        }
        if let Some(fault) = fault {
            let (at, slowest) =
                (self.begun.elapsed(), watched.waits.iter().max().copied().unwrap_or_default());
            println!("  {:>5} s: {}; no table stood longer than {slowest:.1?}", at.as_secs(), fault.name());
        }
        self.waits.add(fault, watched.waits);
    }

    /// Starts a server, again and again if it must be.
    async fn start(&mut self, server: usize) {
        for _ in 0..STARTS {
            if let Some(running) = self.programs[server].start().await {
                self.processes.insert(running.process, server);
                self.balancer.add(server, running.addr);
                self.running[server] = Some(running);
                return;
            }
            sleep(START_RETRY_DELAY).await;
        }
        panic!("a server does not start");
    }

    /// Ends a server in order. The balancer finds out by itself.
    async fn end(&mut self, server: usize) {
        if let Some(running) = self.running[server].take()
            && !running.end(END_TIMEOUT).await
        {
            self.world.wrong(Wrong::Broken, format!("a server did not end within {END_TIMEOUT:?}"));
        }
        self.balancer.remove(server);
    }
}
