//! `chaos run`: breaks a server in every way there is, and checks that no player lost anything. `chaos serve`: a server
//! for the tests that kill one.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::config::{BusConfig, Limits, NodeMode};
use bagarre_server::store;
use bagarre_tests::chaos::chance::Chance;
use bagarre_tests::chaos::cluster;
use bagarre_tests::chaos::faulty::FaultyStore;
use bagarre_tests::chaos::lane::{self, Database, Plan};
use bagarre_tests::chaos::ledger::Count;
use bagarre_tests::chaos::report::Report;
use bagarre_tests::serve;
use clap::{Parser, Subcommand};
use tokio::task::JoinSet;

/// Breaks a server in every way there is, and checks that no player lost anything.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Order,
}

#[derive(Subcommand)]
enum Order {
    /// Kills and faults of the store, on both databases, under people who play.
    Run {
        /// How long, in seconds.
        #[arg(long, env = "CHAOS_SECONDS", default_value_t = 600)]
        seconds: u64,
        /// Repeats what chance decides.
        #[arg(long, env = "CHAOS_SEED", default_value_t = 1)]
        seed: u64,
        /// The server to break: a release build of `bagarre`.
        #[arg(long)]
        bin: PathBuf,
        /// Servers at the same time on each database. To these comes one of the tests' own, whose store fails by itself.
        #[arg(long, default_value_t = 3)]
        lanes: u64,
        /// Tables with people on each server.
        #[arg(long, default_value_t = 5)]
        tables: u32,
        /// One database alone.
        #[arg(long, value_enum)]
        only: Option<Only>,
    },
    /// Several servers on one PostgreSQL with NATS between them, all of which is killed, frozen, cut off and replaced while clients play.
    Cluster {
        /// How long, in seconds.
        #[arg(long, env = "CLUSTER_SECONDS", default_value_t = 600)]
        seconds: u64,
        /// Repeats what chance decides.
        #[arg(long, env = "CLUSTER_SEED", default_value_t = 1)]
        seed: u64,
        /// How many servers.
        #[arg(long, default_value_t = 3)]
        servers: usize,
        /// Tables with people.
        #[arg(long, default_value_t = 60)]
        tables: u32,
        /// Sockets of those who play and watch.
        #[arg(long, default_value_t = 500)]
        sockets: u32,
    },
    /// The same without NATS.
    Several {
        /// How long, in seconds.
        #[arg(long, env = "CHAOS_SECONDS", default_value_t = 600)]
        seconds: u64,
        /// Repeats what chance decides.
        #[arg(long, env = "CHAOS_SEED", default_value_t = 1)]
        seed: u64,
        /// How many servers.
        #[arg(long, default_value_t = 2)]
        servers: usize,
        /// Tables with people.
        #[arg(long, default_value_t = 6)]
        tables: u32,
    },
    /// A server with every ruleset of the tests, for them to break.
    Serve {
        /// Its data folder.
        #[arg(long, env = "BAGARRE_DATA")]
        data: PathBuf,
        /// PostgreSQL instead of a file.
        #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
        database_url: Option<String>,
        /// Its store fails by itself, once in so many commits; 0: never. It prints each failure.
        #[arg(long, default_value_t = 0)]
        fail_one_in: u64,
        /// It is one of several servers.
        #[arg(long)]
        cluster: bool,
        /// NATS servers that carry messages between several servers.
        #[arg(long, env = "BAGARRE_NATS_URL", hide_env_values = true)]
        nats_url: Option<String>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Only {
    Sqlite,
    Postgres,
}

/// A server whose store fails now and then.
const FAILING: [&str; 3] = ["serve", "--fail-one-in", "6"];

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

async fn serve_failing(
    data: PathBuf,
    database_url: Option<String>,
    fail_one_in: u64,
    cluster: bool,
    nats_url: Option<String>,
) -> Outcome<()> {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(tracing::Level::INFO).init();
    let limits = Limits {
        shortest_clock: 1,
        idle: Duration::from_secs(2),
        // All players come from one address, and the disk is filled on purpose.
        bytes_per_person: u64::MAX,
        bytes_per_address: u64::MAX,
        min_free_disk: Some(0),
        ..Limits::default()
    };
    let mut config = serve::config(data, database_url, limits);
    if cluster {
        config.node.mode = NodeMode::Several;
        config.node.bus = nats_url.map_or(BusConfig::None, BusConfig::Nats);
        config.node.address = format!("process {}", std::process::id());
    }
    let mut store = store::open(config.database_url.as_deref(), &config.data).await?;
    if fail_one_in > 0 {
        // Another chance each time it is started: what it counts lies before the kill.
        let chance = Chance::new(fail_one_in, u64::from(std::process::id()));
        store = Arc::new(FaultyStore::random(store, chance, fail_one_in, |failure| {
            println!("{}", failure.name());
        }));
    }
    serve::serve(store, config).await
}

/// Runs all lanes at once, prints what came out, and says whether nothing went wrong.
async fn run(plan: Plan, lanes: u64, only: Option<Only>) -> Outcome<bool> {
    println!("chaos: {} s, seed {}, {}", plan.span.as_secs(), plan.seed, plan.bin.display());
    let mut running = JoinSet::new();
    for number in 0..=lanes {
        let mut plan = plan.clone();
        if number == lanes {
            plan.bin = std::env::current_exe()?;
            plan.args = FAILING.map(str::to_owned).to_vec();
        }
        if only != Some(Only::Postgres) {
            running.spawn(lane::run(plan.clone(), Database::Sqlite, number * 2));
        }
        if only != Some(Only::Sqlite) {
            running.spawn(lane::run(plan, Database::Postgres, number * 2 + 1));
        }
    }
    let mut reports = Report::together(running.join_all().await);
    reports.sort_by_key(ToString::to_string);
    for report in &reports {
        println!("{report}");
    }
    let worked =
        |report: &Report| report.clean() && report.faults() > 0 && report.counted(Count::Commands) > 0;
    Ok(reports.iter().all(worked))
}

/// Breaks several servers, prints what came out, and says whether nothing went wrong and, with a bus, play went on soon enough.
async fn run_several(
    (seconds, seed): (u64, u64),
    servers: usize,
    with_bus: bool,
    (tables, sockets): (u32, u32),
) -> Outcome<ExitCode> {
    println!("chaos: {seconds} s, seed {seed}, {servers} servers, {tables} tables, {sockets} sockets");
    let (bin, span) = (std::env::current_exe()?, Duration::from_secs(seconds));
    let plan = cluster::Plan { bin, servers, with_bus, span, seed, tables, sockets };
    let cluster::Outcome { report, waits } = cluster::run(plan).await;
    println!("{report}{waits}");
    let worked = report.clean() && report.faults() > 0 && report.counted(Count::Commands) > 0;
    let in_time = !with_bus || waits.reached_goals();
    Ok(if worked && in_time { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[tokio::main]
async fn main() -> Outcome<ExitCode> {
    match Args::parse().command {
        Order::Run { seconds, seed, bin, lanes, tables, only } => {
            let span = Duration::from_secs(seconds);
            let plan = Plan { bin, args: vec!["serve".to_owned()], span, seed, tables, shortest_clock: 5 };
            let clean = run(plan, lanes, only).await?;
            Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Order::Cluster { seconds, seed, servers, tables, sockets } => {
            run_several((seconds, seed), servers, true, (tables, sockets)).await
        }
        Order::Several { seconds, seed, servers, tables } => {
            run_several((seconds, seed), servers, false, (tables, 4 * tables)).await
        }
        Order::Serve { data, database_url, fail_one_in, cluster, nats_url } => {
            let served = serve_failing(data, database_url, fail_one_in, cluster, nats_url).await;
            served.map(|()| ExitCode::SUCCESS)
        }
    }
}
