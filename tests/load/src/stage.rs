//! The subject of a measurement: a server of its own, as a process that can be read.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagarre_tests::chaos::check::check;
use bagarre_tests::chaos::program::{Program, Running};
use bagarre_tests::chaos::report::Report;
use bagarre_tests::postgres::Cluster;
use tempfile::TempDir;

use crate::hall::Hall;

/// How much is measured.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Rooms of four without spectators.
    #[arg(long, default_value_t = 64)]
    pub(crate) rooms: u32,
    /// Rooms of four with spectators.
    #[arg(long, default_value_t = 32)]
    pub(crate) watched: u32,
    /// Spectators of each of these.
    #[arg(long, default_value_t = 20)]
    pub(crate) watchers: u32,
    /// Spectators of one room that has many.
    #[arg(long, default_value_t = 1000)]
    pub(crate) floor: u32,
    /// Rooms over which memory, joins and waking are measured.
    #[arg(long, default_value_t = 200)]
    pub(crate) idle: u32,
    /// Turns of each of them before its memory in play is read.
    #[arg(long, default_value_t = 30)]
    pub(crate) turns: u64,
    /// Sockets that ask what figures of GeneriK can do, while others play.
    #[arg(long, default_value_t = 50)]
    pub(crate) askers: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 3.0)]
    pub(crate) seconds: f64,
    /// Times that each row is measured; the table shows medians.
    #[arg(long, default_value_t = 3)]
    pub(crate) times: u32,
    /// Cores of the server, as for `taskset`; all of them otherwise.
    #[arg(long)]
    pub(crate) cores: Option<String>,
    /// One database alone.
    #[arg(long, value_enum)]
    pub(crate) only: Option<Database>,
    /// Rows whose names hold this.
    #[arg(long, default_value = "")]
    pub(crate) row: String,
}

impl Options {
    /// How long each measurement takes.
    pub(crate) fn span(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Database {
    /// A file.
    Sqlite,
    /// A cluster of its own that keeps what it promises.
    Postgres,
}

/// How long the server may take to end.
pub(crate) const END: Duration = Duration::from_secs(30);
/// A server, and what it stands on.
pub(crate) struct Stage {
    pub(crate) program: Program,
    pub(crate) running: Running,
    /// Kept as long as the server runs.
    _folder: TempDir,
}

impl Stage {
    pub(crate) async fn start(options: &Options, cluster: Option<&Cluster>) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let own = std::env::current_exe()?;
        let mut args = vec!["serve".to_owned()];
        let mut bin = own.clone();
        if let Some(cores) = &options.cores {
            args = ["-c", cores, &own.to_string_lossy(), "serve"].map(str::to_owned).to_vec();
            bin = PathBuf::from("taskset");
        }
        let program = Program {
            bin,
            args,
            data: folder.path().join("data"),
            database_url: cluster.map(Cluster::database),
            log: folder.path().join("log"),
        };
        let running = program.start().await.ok_or("the server does not start")?;
        Ok(Self { program, running, _folder: folder })
    }

    /// Ends the server and compares what players were told with what is stored.
    pub(crate) async fn end(self, halls: &[Arc<Hall>]) -> Result<Vec<Report>, Box<dyn Error>> {
        if !self.running.end(END).await {
            return Err("the server does not end".into());
        }
        let store =
            bagarre_server::store::open(self.program.database_url.as_deref(), &self.program.data).await?;
        let mut reports = Vec::new();
        for hall in halls {
            check(&hall.ledger, store.as_ref()).await;
            reports.push(Report::new(String::new(), BTreeMap::new(), &hall.ledger));
        }
        store.close().await;
        Ok(reports)
    }
}
