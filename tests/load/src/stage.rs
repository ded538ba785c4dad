//! The subject of a measurement: a server of its own, as a process that can be read.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagarre_tests::chaos::check::check;
use bagarre_tests::chaos::program::{Program, Running};
use bagarre_tests::chaos::report::Report;
use bagarre_tests::postgres::Cluster;
use tempfile::TempDir;

use crate::hall::Hall;
use crate::meter::cpu;

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
    /// Turns a second of all rooms for which it is measured what the bus adds.
    #[arg(long, default_value_t = 40.0)]
    pub(crate) bus_rate: f64,
    /// Rows whose names hold this.
    #[arg(long, default_value = "")]
    pub(crate) row: String,
}

impl Options {
    /// The period of a room while it is measured what the bus adds: a quarter of the rooms play.
    pub(crate) fn bus_period(&self) -> Duration {
        Duration::from_secs_f64(f64::from(self.rooms / 4) / self.bus_rate)
    }

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
/// A server or several, and what they stand on.
pub(crate) struct Stage {
    pub(crate) program: Program,
    /// The first of them.
    pub(crate) running: Running,
    others: Vec<Running>,
    /// Kept as long as the server runs.
    _folder: TempDir,
}

impl Stage {
    pub(crate) async fn start(options: &Options, cluster: Option<&Cluster>) -> Result<Self, Box<dyn Error>> {
        Self::start_several(options, cluster, 1, None).await
    }

    /// Starts so many servers on the same data and cores, with a bus where its address is given.
    pub(crate) async fn start_several(
        options: &Options,
        cluster: Option<&Cluster>,
        servers: usize,
        nats_url: Option<&str>,
    ) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let own = std::env::current_exe()?;
        let mut args = vec!["serve".to_owned()];
        let mut bin = own.clone();
        if let Some(cores) = &options.cores {
            args = ["-c", cores, &own.to_string_lossy(), "serve"].map(str::to_owned).to_vec();
            bin = PathBuf::from("taskset");
        }
        args.extend(nats_url.into_iter().flat_map(|url| ["--nats-url".to_owned(), url.to_owned()]));
        let program = Program {
            bin,
            args,
            data: folder.path().join("data"),
            database_url: cluster.map(Cluster::database),
            log: folder.path().join("log"),
        };
        let running = program.start().await.ok_or("the server does not start")?;
        let mut others = Vec::new();
        for _ in 1..servers {
            others.push(program.start().await.ok_or("a server does not start")?);
        }
        Ok(Self { program, running, others, _folder: folder })
    }

    fn all(&self) -> impl Iterator<Item = &Running> {
        std::iter::once(&self.running).chain(&self.others)
    }

    /// Returns where the servers listen.
    pub(crate) fn addrs(&self) -> Vec<SocketAddr> {
        self.all().map(|running| running.addr).collect()
    }

    /// Returns the seconds of processor time that the servers have used.
    pub(crate) fn cpu(&self) -> f64 {
        self.all().map(|running| cpu(running.process)).sum()
    }

    /// Ends the server and compares what players were told with what is stored.
    pub(crate) async fn end(self, halls: &[Arc<Hall>]) -> Result<Vec<Report>, Box<dyn Error>> {
        for running in std::iter::once(self.running).chain(self.others) {
            if !running.end(END).await {
                return Err("a server does not end".into());
            }
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
