//! `chaos run`: breaks a server in every way there is, and checks that no player lost anything. `chaos serve`: a server
//! for the tests that kill one.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::config::{Limits, NodeMode};
use bagarre_server::store;
use bagarre_tests::chaos::chance::Chance;
use bagarre_tests::chaos::faulty::FaultyStore;
use bagarre_tests::chaos::lane::{self, Database, Plan};
use bagarre_tests::chaos::ledger::Count;
use bagarre_tests::chaos::report::Report;
use bagarre_tests::chaos::several;
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
    /// Several servers on one PostgreSQL, which are killed, frozen and ended while clients play.
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

#[tokio::main]
async fn main() -> Outcome<ExitCode> {
    match Args::parse().command {
        Order::Run { seconds, seed, bin, lanes, tables, only } => {
            let span = Duration::from_secs(seconds);
            let plan = Plan { bin, args: vec!["serve".to_owned()], span, seed, tables, shortest_clock: 5 };
            let clean = run(plan, lanes, only).await?;
            Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Order::Several { seconds, seed, servers, tables } => {
            let span = Duration::from_secs(seconds);
            let args = ["serve", "--cluster"].map(str::to_owned).to_vec();
            let bin = std::env::current_exe()?;
            let report = several::run(several::Plan { bin, args, servers, span, seed, tables }).await;
            println!("{report}");
            let worked = report.clean() && report.faults() > 0 && report.counted(Count::Commands) > 0;
            Ok(if worked { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Order::Serve { data, database_url, fail_one_in, cluster } => {
            serve_failing(data, database_url, fail_one_in, cluster).await.map(|()| ExitCode::SUCCESS)
        }
    }
}
