//! A server to measure: that of `bagarre serve`, with every ruleset of the tests, and without the limits that keep one address from
//! using it up.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// More than anybody does here.
const MANY: u32 = 1_000_000_000;
const PLENTY: usize = 1_000_000;

/// Limits that nobody meets who only plays fast.
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
        hello: Duration::from_mins(1),
        ..Limits::default()
    }
}

/// Serves until it is told to end. Says where it listens as `bagarre serve` does.
pub async fn serve(data: PathBuf, database_url: Option<String>) -> Result<(), Box<dyn std::error::Error>> {
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    rlimit::increase_nofile_limit(u64::MAX)?;
    let config = Config {
        data,
        database_url: database_url.filter(|url| !url.is_empty()),
        origins: Vec::new(),
        secure_cookies: false,
        trust_proxy: false,
        limits: limits(),
    };
    let stop = CancellationToken::new();
    let app = App::start(config, stop.clone()).await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("Bagarre is open: http://{}/", listener.local_addr()?);
    io::stdout().flush()?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::spawn(async move {
        terminate.recv().await;
        stop.cancel();
    });
    Ok(bagarre_server::serve(listener, None, app).await?)
}
