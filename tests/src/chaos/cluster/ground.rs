//! What the servers stand on: a PostgreSQL and a NATS server of their own, each reached by a line for each server.

use std::path::Path;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::audit;
use crate::chaos::line::{Line, Target, Weather};
use crate::nats::Nats;
use crate::postgres::Cluster;

/// What all servers stand on, and the lines of each of them there.
pub(super) struct Ground {
    /// The URL of the database that no line is on the way of.
    pub(super) direct_url: String,
    postgres: Option<Cluster>,
    nats: Option<Nats>,
    to_postgres: Vec<Line>,
    to_nats: Vec<Line>,
}

impl Ground {
    /// Starts PostgreSQL, with its tables, and NATS, for so many servers.
    pub(super) async fn new(servers: usize, with_bus: bool, folder: &Path) -> Self {
        let postgres = spawn_blocking(Cluster::own).await.expect("a cluster");
        let direct_url = postgres.database();
        // The tables are there before the first server starts, and so is what watches them.
        bagarre_server::store::open(Some(&direct_url), folder).await.expect("the tables").close().await;
        audit::prepare(&direct_url, servers).await;
        let nats =
            if with_bus { Some(spawn_blocking(Nats::start).await.expect("a NATS server")) } else { None };
        let (mut to_postgres, mut to_nats) = (Vec::new(), Vec::new());
        for _ in 0..servers {
            let socket = postgres.folder().join(".s.PGSQL.5432");
            to_postgres.push(Line::start(Target::Unix(socket)).await);
            if let Some(nats) = &nats {
                to_nats.push(Line::start(Target::Tcp(nats.addr())).await);
            }
        }
        Self { direct_url, postgres: Some(postgres), nats, to_postgres, to_nats }
    }

    /// Returns the URL of the database for a server.
    pub(super) fn database_url(&self, server: usize) -> String {
        let name = self.direct_url.rsplit('/').next().unwrap_or_default();
        let (role, addr) = (audit::role(server), self.to_postgres[server].addr());
        format!("postgres://{role}@{addr}/{name}?sslmode=disable")
    }

    /// Returns the arguments that give a server the bus, if there is one.
    pub(super) fn nats_args(&self, server: usize) -> Vec<String> {
        let Some((nats, line)) = self.nats.as_ref().zip(self.to_nats.get(server)) else { return Vec::new() };
        vec!["--nats-url".to_owned(), nats.url_by_way_of(line.addr())]
    }

    /// Changes how the lines of a server are.
    pub(super) fn set(&self, server: usize, weather: Weather, postgres: bool, nats: bool) {
        if postgres {
            self.to_postgres[server].set(weather);
        }
        if nats && let Some(line) = self.to_nats.get(server) {
            line.set(weather);
        }
    }

    /// Kills the database, and starts it again after a while.
    pub(super) async fn restart_postgres(&mut self, after: Duration) {
        let Some(mut postgres) = self.postgres.take() else { return };
        let killed = spawn_blocking(|| {
            postgres.kill();
            postgres
        });
        let mut postgres = killed.await.expect("PostgreSQL ends");
        sleep(after).await;
        let started = spawn_blocking(|| {
            postgres.resume();
            postgres
        });
        self.postgres = Some(started.await.expect("PostgreSQL starts"));
    }

    /// Kills the NATS server, and starts it again after a while.
    pub(super) async fn restart_nats(&mut self, after: Duration) {
        let Some(mut nats) = self.nats.take() else { return };
        nats.kill();
        sleep(after).await;
        let started = spawn_blocking(|| {
            nats.resume();
            nats
        });
        self.nats = Some(started.await.expect("NATS starts"));
    }
}
