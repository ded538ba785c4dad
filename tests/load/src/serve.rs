//! A server to measure: that of `bagarre serve`, with every ruleset of the tests, and without the limits that keep one address from
//! using it up.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use bagarre_server::config::{BusConfig, Limits, NodeMode};
use bagarre_server::store;
use bagarre_tests::serve;

/// More than any player of this load does.
const MANY: u32 = 1_000_000_000;
const PLENTY: usize = 1_000_000;

/// Limits that players do not reach who only play fast.
pub fn limits() -> Limits {
    Limits {
        http_rate: MANY,
        http_burst: MANY,
        http_change_rate: MANY,
        http_change_burst: MANY,
        rate: MANY,
        burst: MANY,
        connections: PLENTY,
        connections_per_address: PLENTY,
        connections_per_site: PLENTY,
        sockets: PLENTY,
        sockets_per_person: PLENTY,
        silent: PLENTY,
        silent_per_address: PLENTY,
        rooms: PLENTY,
        rooms_per_day: MANY,
        bytes_per_person: u64::MAX,
        bytes_per_address: u64::MAX,
        hello: Duration::from_mins(1),
        ..Limits::default()
    }
}

/// Serves until it is told to end. Says where it listens as `bagarre serve` does.
pub async fn serve(
    data: PathBuf,
    database_url: Option<String>,
    nats_url: Option<String>,
) -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    rlimit::increase_nofile_limit(u64::MAX)?;
    let mut config = serve::config(data, database_url, limits());
    if let Some(url) = nats_url {
        (config.node.mode, config.node.bus) = (NodeMode::Several, BusConfig::Nats(url));
        // Nothing is played any more when it ends.
        config.node.drain = Duration::ZERO;
    }
    let store = store::open(config.database_url.as_deref(), &config.data).await?;
    serve::serve(store, config).await
}
