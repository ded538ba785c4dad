//! One night of a simulation: people come and play, the server dies and comes back, and in the end all faults are over.

mod strikes;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::{Clocks, Settings};
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use bagarre_server::app::App;
use bagarre_server::config::{BusConfig, Config, Limits, NodeMode};
use bagarre_server::signal;
use bagarre_server::world::World as Outside;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;

use super::bus::SimBus;
use super::net::Network;
use super::oracle::Oracle;
use super::panics;
use super::plan::{Outcome, Plan};
use super::store::{Bug, Fates, SimStore};
use crate::chaos::chance::Chance;
use crate::chaos::check::check;
use crate::chaos::client::{Client, Part};
use crate::chaos::door;
use crate::chaos::evening;
use crate::chaos::ledger::Wrong;
use crate::chaos::report::Report;
use crate::chaos::trace::Trace;
use crate::chaos::wishes::ROVER;
use crate::chaos::world::{Habits, World};
use crate::memory::MemoryStore;
use crate::serve;

/// Where every server of a simulation listens.
const ADDRESS: ([u8; 4], u16) = ([127, 0, 0, 1], 8080);
/// How long a server may take to end when it is asked to.
const END: Duration = Duration::from_secs(30);
/// How often a server that does not start is started again.
const STARTS: u32 = 1000;
/// How long every table may take to go on once nothing is in its way: the longest clock, a pause, and some time to come back.
const CALM: Duration = Duration::from_mins(15);
/// Tables of each night.
const TABLES: u32 = 4;
/// How far the clocks of servers are ahead of that of their database, in milliseconds.
const CLOCKS_AHEAD_MS: [i64; 3] = [0, 7_300, -86_400_000];
/// Clocks that hosts choose, in seconds.
const CLOCKS: [u32; 4] = [3, 20, 60, 300];

/// A server that runs.
struct Running {
    app: App,
    stop: CancellationToken,
    /// Ends with the process: nothing reaches a client any more.
    dead: CancellationToken,
    served: JoinHandle<bool>,
}

struct Night<'a> {
    plan: Plan,
    world: Arc<World>,
    fates: Arc<Fates>,
    network: Network,
    /// What carries messages between several servers, if anything does.
    bus: Option<SimBus>,
    /// Time and chance of the database, and of each server.
    outsides: Vec<Outside>,
    addr: signal::Sender<Option<SocketAddr>>,
    chance: Chance,
    data: &'a Path,
    /// Each server, while it runs.
    running: Vec<Option<Running>>,
    /// Servers that have to be started, the next one last.
    to_start: Vec<usize>,
    struck: BTreeMap<&'static str, u64>,
}

/// Streams of chance of one seed.
const NIGHT: u64 = 1 << 32;
const STORE: u64 = 2 << 32;
const NETWORK: u64 = 3 << 32;
const BUS: u64 = 4 << 32;

pub(super) async fn pass(plan: Plan) -> Outcome {
    let begun = Instant::now();
    let data = tempfile::tempdir().expect("a temporary folder");
    let outside = Outside::simulated(plan.seed);
    let memory = Arc::new(MemoryStore::new(outside.clone()));
    if plan.bug == Some(Bug::Hoards) {
        memory.hoard();
    }
    let (addr, listens) = signal::channel(None);
    let network = Network::new(Chance::new(plan.seed, NETWORK));
    let habits = Habits {
        think: (3000, 45_000),
        stay: (20_000, 200_000),
        away: (1500, 90_000),
        restless: true,
        stays: plan.bus,
        knows: Some(Arc::new(Oracle::new(memory.clone()))),
    };
    let world = Arc::new(World {
        road: Arc::new(network.clone()),
        habits,
        trace: Trace::keeping(plan.last),
        ..World::new(listens)
    });
    let fates = Fates::new(memory.clone(), world.clone(), Chance::new(plan.seed, STORE), plan.bug);
    let mut night = Night {
        plan,
        world: world.clone(),
        fates: Arc::new(fates),
        network,
        bus: plan.bus.then(|| SimBus::new(world.clone(), Chance::new(plan.seed, BUS))),
        outsides: outsides(plan, begun, outside),
        addr,
        chance: Chance::new(plan.seed, NIGHT),
        data: data.path(),
        running: (0..plan.servers).map(|_| None).collect(),
        to_start: Vec::new(),
        struck: BTreeMap::new(),
    };
    night.live().await;
    check(&world.ledger, memory.as_ref()).await;
    let (digest, events) = world.trace.digest();
    let mut struck = night.struck;
    struck.extend(night.fates.struck());
    struck.extend(night.network.struck());
    struck.extend(night.bus.map(|bus| bus.struck()).unwrap_or_default());
    Outcome {
        plan,
        report: Report::new(format!("seed {}", plan.seed), struck, &world.ledger),
        digest,
        events,
        span: begun.elapsed(),
        last: world.trace.last(),
    }
}

/// Time and chance of each server: one server has those of its database, the clocks of several differ.
fn outsides(plan: Plan, begun: Instant, database: Outside) -> Vec<Outside> {
    let sabotage = plan.bug.and_then(Bug::sabotage);
    if plan.servers == 1 {
        return vec![database.with_sabotage(sabotage)];
    }
    let one = |server: usize| {
        let ahead = CLOCKS_AHEAD_MS[server % CLOCKS_AHEAD_MS.len()];
        let outside = Outside::simulated_since(begun, ahead, plan.seed + ((server as u64 + 1) << 40));
        outside.with_sabotage(sabotage)
    };
    (0..plan.servers).map(one).collect()
}

impl Night<'_> {
    async fn live(&mut self) {
        for server in 0..self.plan.servers {
            self.start(server).await;
        }
        let mut clients = JoinSet::new();
        let end = Instant::now() + self.plan.span;
        let mut arrivals = self.people();
        while Instant::now() < end {
            let next = self.chance.span(20_000, 120_000);
            let fates = self.fates.clone();
            tokio::select! {
                biased;
                server = fates.killed() => {
                    self.kill(server).await;
                }
                Some(client) = arrivals.join_next() => {
                    clients.spawn(client.expect("somebody who comes").run());
                }
                () = sleep(next) => self.strike().await,
            }
        }
        self.fates.heal();
        self.network.heal();
        if let Some(bus) = &self.bus {
            bus.heal();
        }
        // A fault that was on its way when there still was trouble.
        let fates = self.fates.clone();
        while let Ok(server) = timeout(END, fates.killed()).await {
            self.kill(server).await;
        }
        while let Some(client) = arrivals.join_next().await {
            clients.spawn(client.expect("somebody who comes").run());
        }
        evening::calm(&self.world, CALM).await;
        self.world.last_orders.cancel();
        evening::all_answered(&self.world, &mut clients, CALM).await;
        for server in 0..self.plan.servers {
            self.stop(server).await;
        }
        let falls = panics::count();
        if falls > 0 {
            self.world.wrong(Wrong::Broken, format!("{falls} panics"));
        }
    }

    fn config(&self, server: usize, dead: &CancellationToken) -> Config {
        let seconds = Duration::from_secs;
        let limits = Limits {
            // Counted by the system's clock, which stands still here.
            http_burst: u32::MAX,
            http_change_burst: u32::MAX,
            shortest_clock: 1,
            grace: seconds(20),
            idle: seconds(10),
            host_away: seconds(30),
            live_pause: seconds(60),
            slow_pause: seconds(60),
            ..Limits::default()
        };
        let mut config = serve::config(self.data.to_owned(), None, limits);
        if self.plan.servers > 1 {
            config.node.mode = NodeMode::Several;
        }
        if let Some(bus) = &self.bus {
            config.node.bus = BusConfig::InProcess(Arc::new(bus.view(server, dead.clone())));
        }
        Config { world: self.outsides[server].clone(), ..config }
    }

    /// Starts a server, and those that are killed before it runs.
    async fn start(&mut self, server: usize) {
        self.to_start.push(server);
        while let Some(server) = self.to_start.pop() {
            self.start_one(server).await;
        }
    }

    /// Starts one server; what fails is tried again.
    async fn start_one(&mut self, server: usize) {
        for _ in 0..STARTS {
            let (stop, dead) = (CancellationToken::new(), CancellationToken::new());
            let config = self.config(server, &dead);
            let patience = config.limits.database;
            let store = Arc::new(SimStore::new(self.fates.clone(), server, dead.clone(), patience));
            match App::start_with(store, config, stop.clone()).await {
                Ok(app) => {
                    let door = self.network.listen(server, dead.clone());
                    let serving = app.clone();
                    let served =
                        tokio::spawn(async move { bagarre_server::serve(door, None, serving).await.is_ok() });
                    self.running[server] = Some(Running { app, stop, dead, served });
                    self.world.trace.note("server", format_args!("{server} listens"));
                    self.addr.set(Some(ADDRESS.into()));
                    return;
                }
                Err(why) => self.world.trace.note("server", format_args!("does not start: {why}")),
            }
            stop.cancel();
            dead.cancel();
            let pause = self.chance.span(500, 3000);
            self.rest(pause).await;
        }
        panic!("the server does not start");
    }

    /// Lets time pass. A server that is to be killed meanwhile ends at once; [`Night::start`] starts it again.
    async fn rest(&mut self, span: Duration) {
        let until = Instant::now() + span;
        let fates = self.fates.clone();
        while let Ok(server) = timeout_at(until, fates.killed()).await {
            if self.end(server) {
                self.to_start.push(server);
            }
        }
    }

    /// A server does not listen any more.
    fn shut(&self, server: usize) {
        self.network.shut(server);
        if self.network.open_doors() == 0 {
            self.addr.set(None);
        }
    }

    /// A process is killed and started again.
    async fn kill(&mut self, server: usize) {
        self.end(server);
        let pause = self.chance.span(300, 20_000);
        self.rest(pause).await;
        self.start(server).await;
    }

    /// A process ends by a kill. Returns whether it ran.
    fn end(&mut self, server: usize) -> bool {
        self.shut(server);
        let Some(running) = self.running[server].take() else { return false };
        self.world.trace.note("server", format_args!("{server} is killed"));
        *self.struck.entry("killed").or_default() += 1;
        // From here on nothing of it reaches the store or a client; what is left of it ends by itself.
        running.dead.cancel();
        running.stop.cancel();
        true
    }

    /// A server is told to end.
    async fn stop(&mut self, server: usize) {
        if self.plan.servers == 1 {
            self.addr.set(None);
        }
        let Some(running) = self.running[server].take() else { return };
        self.world.trace.note("server", format_args!("{server} is told to end"));
        // Of several servers with a bus it hands its rooms over first.
        running.app.retire().await;
        let fates = self.fates.clone();
        let mut killed = None;
        let ended = tokio::select! {
            biased;
            // It is killed before it has ended, or another one is meanwhile.
            one = fates.killed() => {
                killed = Some(one);
                Ok(Ok(true))
            }
            ended = timeout(END, running.served) => ended,
        };
        self.shut(server);
        running.dead.cancel();
        if let Some(other) = killed.filter(|other| *other != server) {
            Box::pin(self.kill(other)).await;
        }
        match ended {
            Ok(Ok(true)) => {}
            Ok(_) => self.world.wrong(Wrong::Broken, "the server ended badly"),
            Err(_) => self.world.wrong(Wrong::Broken, format!("the server did not end within {END:?}")),
        }
    }

    /// People come and open rooms, each table by itself.
    fn people(&mut self) -> JoinSet<Client> {
        let mut arrivals = JoinSet::new();
        for table in 0..TABLES {
            let settings = self.settings(table);
            let players = (0..settings.seats).map(Seat);
            let mut parts: Vec<Part> = if table + 1 == TABLES {
                players.map(Part::Sleeper).collect()
            } else {
                players.map(Part::Player).chain([Part::Rover]).collect()
            };
            parts.push(Part::Watcher);
            let (world, seed) = (self.world.clone(), self.plan.seed);
            let (opened, invited) = signal::channel(None);
            let mut opened = Some(opened);
            for (place, part) in (0u32..).zip(parts) {
                let number = table * 16 + place;
                let visit = Visit {
                    world: world.clone(),
                    from: door::address(number),
                    name: format!("{}{number}", if part == Part::Rover { ROVER } else { "Player" }),
                    chance: Chance::new(seed, u64::from(number)),
                    part,
                };
                let (settings, invited) = (settings.clone(), invited.clone());
                arrivals.spawn(visit.come(opened.take().map(|opened| (settings, opened)), invited));
            }
        }
        arrivals
    }

    /// Returns the settings of a table.
    fn settings(&mut self, table: u32) -> Settings {
        let ruleset = ["toy", "baston", "generik"][(self.plan.seed + u64::from(table)) as usize % 3];
        let scenarios = systems::parse(ruleset).map(|id| id.scenarios()).unwrap_or_default();
        let scenario = match ruleset {
            "baston" => "SCN-00".to_owned(),
            "toy" => "long".to_owned(),
            _ => scenarios.into_iter().next().unwrap_or_default(),
        };
        let seconds = if table + 1 == TABLES { 3 } else { *self.chance.one_of(&CLOCKS).unwrap_or(&60) };
        Settings {
            name: format!("Table {table}"),
            ruleset: ruleset.to_owned(),
            scenario,
            seats: 2,
            size: match ruleset {
                "baston" => 2,
                "toy" => 1,
                _ => 0,
            },
            more: None,
            clocks: match self.plan.seed % 2 {
                0 => Clocks::Live { long: seconds, short: seconds, quick: seconds },
                _ => {
                    Clocks::Reserve { long: seconds, short: seconds, quick: seconds, bank: 30, increment: 1 }
                }
            },
            spectators: true,
            spectator_delay: 0,
            listed: false,
            blind: false,
            exercise: None,
        }
    }
}

/// A person on the way to a table.
struct Visit {
    world: Arc<World>,
    from: std::net::Ipv4Addr,
    name: String,
    chance: Chance,
    part: Part,
}

/// How long a person waits before the next attempt.
const AGAIN: Duration = Duration::from_millis(700);

/// Does something outside of rooms until it is done.
macro_rules! persist {
    ($work:expr) => {
        loop {
            match $work.await {
                Ok(done) => break done,
                Err(_) => sleep(AGAIN).await,
            }
        }
    };
}

type Invited = Option<bagarre_protocol::http::Opened>;

impl Visit {
    /// Comes in, opens a room or waits for its invitation, and is ready to play.
    async fn come(
        self,
        opens: Option<(Settings, signal::Sender<Invited>)>,
        mut invited: signal::Receiver<Invited>,
    ) -> Client {
        let (road, to) = (self.world.road.clone(), SocketAddr::from(ADDRESS));
        let person = persist!(door::enter(road.as_ref(), self.from, to, &self.name));
        let room = match opens {
            Some((settings, opened)) => {
                let room = persist!(door::open_room(road.as_ref(), &person, to, &settings));
                opened.set(Some(room.clone()));
                room
            }
            None => invited.until(Option::is_some).await.expect("a room"),
        };
        Client::new(self.world, person, room, self.part, self.chance)
    }
}
