//! `load run`: what the server can take and what it costs, on both databases. `load serve`: the server that is measured.

use std::path::PathBuf;
use std::process::ExitCode;

use bagarre_load::stage::Options;
use bagarre_load::{rows, serve};
use clap::{Parser, Subcommand};

/// As the server that is measured.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// What the server can take, and what it costs.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Order,
}

#[derive(Subcommand)]
enum Order {
    /// Measures a server of its own on each database, checks everything that players were told, and prints a table.
    Run(Options),
    /// The server that is measured.
    Serve {
        /// Its data folder.
        #[arg(long, env = "BAGARRE_DATA")]
        data: PathBuf,
        /// PostgreSQL instead of a file.
        #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
        database_url: Option<String>,
        /// A bus to other servers.
        #[arg(long, hide_env_values = true)]
        nats_url: Option<String>,
    },
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    match Args::parse().command {
        Order::Run(options) => {
            let clean = rows::run(&options).await?;
            Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Order::Serve { data, database_url, nats_url } => {
            serve::serve(data, database_url, nats_url).await.map(|()| ExitCode::SUCCESS)
        }
    }
}
