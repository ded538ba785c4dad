//! Several servers on one PostgreSQL: people come to any of them, the servers are killed, frozen past their lease and ended in order, and rooms go
//! from one to the other. The database itself notes which server wrote each entry, and whether it held the room.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::signal;
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::time::{Instant, sleep, timeout};

use super::chance::Chance;
use super::check::check;
use super::door::{Road, Stream, Tcp};
use super::evening;
use super::lane::{CALM, END, STARTS, people};
use super::ledger::Wrong;
use super::program::{Program, Running};
use super::report::Report;
use super::world::World;
use crate::postgres;

/// The faults, and their durations.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub bin: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// How many servers.
    pub servers: usize,
    /// How long faults come.
    pub span: Duration,
    /// Repeats what chance decides.
    pub seed: u64,
    /// Tables where people play.
    pub tables: u32,
}

/// How long a frozen server stands still: longer than its lease runs.
const FREEZE_MS: (u64, u64) = (3500, 7000);
/// How long the servers are left alone between two faults.
const REST_MS: (u64, u64) = (500, 3500);

/// Notes for each entry which server holds its room at that moment, whether its lease runs, and which role wrote it.
const AUDIT: &str = "
CREATE TABLE audit (entry BIGINT NOT NULL, node TEXT, holder TEXT, live BOOLEAN, writer TEXT NOT NULL);
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit
        SELECT NEW.entry, r.node, n.address, n.until >= EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - 1000, session_user
        FROM games g JOIN rooms r ON r.id = g.room_id LEFT JOIN nodes n ON n.id = r.node
        WHERE g.id = encode(NEW.game_id, 'hex')::uuid::text;
    RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER INSERT ON journal FOR EACH ROW EXECUTE FUNCTION note_writer();
";

/// Leads people to a server by chance, as a balancer without sticky sessions does.
struct Balancer {
    servers: Mutex<BTreeMap<usize, SocketAddr>>,
    chance: Mutex<Chance>,
}

impl Balancer {
    fn servers(&self) -> MutexGuard<'_, BTreeMap<usize, SocketAddr>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Road for Balancer {
    async fn connect(&self, from: Ipv4Addr, _to: SocketAddr) -> std::io::Result<Box<dyn Stream>> {
        let servers: Vec<SocketAddr> = self.servers().values().copied().collect();
        let chosen = self.chance.lock().unwrap_or_else(PoisonError::into_inner).one_of(&servers).copied();
        Tcp.connect(from, chosen.ok_or(std::io::ErrorKind::ConnectionRefused)?).await
    }
}

/// The servers, and what is done to them.
struct House {
    plan: Plan,
    programs: Vec<Program>,
    running: Vec<Option<Running>>,
    /// The program of each process that ever ran.
    processes: BTreeMap<u32, usize>,
    balancer: Arc<Balancer>,
    world: Arc<World>,
    chance: Chance,
    struck: BTreeMap<&'static str, u64>,
}

/// The role under which a server comes to the database.
fn name(server: usize) -> String {
    format!("server_{server}")
}

/// Breaks servers one after the other, and reports.
pub async fn run(plan: Plan) -> Report {
    let cluster = tokio::task::spawn_blocking(postgres::shared).await.expect("a cluster");
    let url = cluster.database();
    let files = tempfile::tempdir().expect("a temporary folder");
    // The tables are there before the first server starts, and so is what watches them.
    bagarre_server::store::open(Some(&url), files.path()).await.expect("the tables").close().await;
    let mut watch = PgConnection::connect(&url).await.expect("the database");
    sqlx::raw_sql(AUDIT).execute(&mut watch).await.expect("an audit");
    for server in 0..plan.servers {
        let role = format!("CREATE ROLE {} SUPERUSER LOGIN", name(server));
        sqlx::raw_sql(sqlx::AssertSqlSafe(role)).execute(&mut watch).await.expect("a role");
    }
    let program = |server: usize| Program {
        bin: plan.bin.clone(),
        args: plan.args.clone(),
        // They share the secret in it.
        data: files.path().join("data"),
        database_url: Some(url.replacen("postgres@", &format!("{}@", name(server)), 1)),
        log: files.path().join(format!("log {server}")),
    };
    let programs: Vec<Program> = (0..plan.servers).map(program).collect();
    let (listens, addr) = signal::channel(Some(SocketAddr::from(([127, 0, 0, 1], 80))));
    let balancer =
        Arc::new(Balancer { servers: Mutex::default(), chance: Mutex::new(Chance::new(plan.seed, 7)) });
    let world = Arc::new(World { road: balancer.clone(), ..World::new(addr) });
    let mut house = House {
        running: programs.iter().map(|_| None).collect(),
        programs,
        processes: BTreeMap::new(),
        balancer,
        chance: Chance::new(plan.seed, 1 << 32),
        struck: BTreeMap::new(),
        world,
        plan,
    };
    house.live().await;
    drop(listens);
    house.audit(&mut watch).await;
    let store = bagarre_server::store::open(Some(&url), files.path()).await.expect("the database opens");
    check(&house.world.ledger, store.as_ref()).await;
    store.close().await;
    Report::new(format!("{} servers on PostgreSQL", house.plan.servers), house.struck, &house.world.ledger)
}

impl House {
    async fn live(&mut self) {
        for server in 0..self.programs.len() {
            self.start(server).await;
        }
        let any = *self.balancer.servers().values().next().expect("a server");
        let mut clients = people(&self.world, any, 0, (self.plan.tables, 1, self.plan.seed)).await;
        let end = Instant::now() + self.plan.span;
        while Instant::now() < end {
            sleep(self.chance.millis(REST_MS.0, REST_MS.1)).await;
            self.strike().await;
        }
        evening::calm(&self.world, CALM).await;
        self.world.last_orders.cancel();
        evening::all_answered(&self.world, &mut clients, CALM).await;
        for server in 0..self.programs.len() {
            self.end(server).await;
        }
    }

    /// Starts a server, again and again if it must be.
    async fn start(&mut self, server: usize) {
        for _ in 0..STARTS {
            if let Some(running) = self.programs[server].start().await {
                self.processes.insert(running.process, server);
                self.balancer.servers().insert(server, running.addr);
                self.running[server] = Some(running);
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("a server does not start");
    }

    async fn end(&mut self, server: usize) {
        self.balancer.servers().remove(&server);
        if let Some(running) = self.running[server].take()
            && !running.end(END).await
        {
            self.world.wrong(Wrong::Broken, format!("a server did not end within {END:?}"));
        }
    }

    /// One server is killed, frozen past its lease, or ended in order, and comes back.
    async fn strike(&mut self) {
        let server = self.chance.below(self.programs.len() as u64) as usize;
        if self.running[server].as_mut().is_none_or(|running| !running.lives()) {
            self.world.wrong(Wrong::Broken, "a server ended by itself");
        }
        let what = match self.chance.below(3) {
            0 => {
                self.balancer.servers().remove(&server);
                if let Some(running) = self.running[server].take() {
                    running.kill().await;
                }
                sleep(self.chance.millis(0, 3000)).await;
                self.start(server).await;
                "killed"
            }
            1 => {
                // The balancer does not know it: people wait for a server that says nothing.
                let span = self.chance.millis(FREEZE_MS.0, FREEZE_MS.1);
                if let Some(running) = &self.running[server] {
                    running.freeze(span).await;
                }
                "frozen past its lease"
            }
            _ => {
                self.end(server).await;
                sleep(self.chance.millis(0, 1000)).await;
                self.start(server).await;
                "ended and started again"
            }
        };
        *self.struck.entry(what).or_default() += 1;
    }

    /// Compares the writer of each entry with the holder of its room.
    async fn audit(&self, watch: &mut PgConnection) {
        let rows = sqlx::query("SELECT node, holder, live, writer FROM audit");
        let rows = timeout(CALM, rows.fetch_all(watch)).await.expect("an answer").expect("the audit");
        let mut writers: BTreeMap<String, u64> = BTreeMap::new();
        for row in &rows {
            let (node, holder): (Option<String>, Option<String>) = (row.get("node"), row.get("holder"));
            let (live, writer): (Option<bool>, String) = (row.get("live"), row.get("writer"));
            let process = holder.as_deref().and_then(process_of);
            let held = process.and_then(|process| self.processes.get(&process)).map(|server| name(*server));
            if live != Some(true) || held.as_ref() != Some(&writer) {
                let what =
                    format!("{writer} wrote an entry; {holder:?} ({node:?}) held the room, live: {live:?}");
                self.world.wrong(Wrong::Broken, what);
            }
            *writers.entry(writer).or_default() += 1;
        }
        println!("entries by writer, each with the lease on its room: {writers:?}");
        if writers.len() < self.programs.len() {
            self.world.wrong(Wrong::Broken, format!("not every server wrote: {writers:?}"));
        }
    }
}

/// The process in the address of a server, such as `127.0.0.1:0 (process 12 host)`.
fn process_of(address: &str) -> Option<u32> {
    address.split_once("process ")?.1.split([' ', ')']).next()?.parse().ok()
}
