//! A server of the tests' own as a process, for those that kill it, break it or measure it.

use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use bagarre_server::app::App;
use bagarre_server::config::{ClientFiles, Config, Limits};
use bagarre_server::store::Store;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// A server that is open to all of this machine; an empty URL is none.
pub fn config(data: PathBuf, database_url: Option<String>, limits: Limits) -> Config {
    let database_url = database_url.filter(|url| !url.is_empty());
    // None of them is stored for other servers: that would take each test its time.
    let client = ClientFiles { file: bagarre_client::file, ..ClientFiles::NONE };
    Config { database_url, client, ..Config::local(data, limits) }
}

/// Serves until it is told to end: hands its rooms over then, as `bagarre serve` does, where other servers can take them. Says where it listens.
pub async fn serve(store: Arc<dyn Store>, config: Config) -> Result<(), Box<dyn Error>> {
    let app = App::start_with(store, config, CancellationToken::new()).await?;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("Bagarre is open: http://{}/", listener.local_addr()?);
    std::io::stdout().flush()?;
    let (mut terminate, retiring) = (signal(SignalKind::terminate())?, app.clone());
    tokio::spawn(async move {
        terminate.recv().await;
        retiring.retire().await;
    });
    Ok(bagarre_server::serve(listener, None, app).await?)
}
