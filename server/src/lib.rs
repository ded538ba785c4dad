//! The server: guests, rooms, the journal, sockets. The rules know nothing of it.

use std::io;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub mod app;
pub mod config;
pub mod room;
pub mod store;
pub mod ws;

use app::{App, AppError};
use config::Config;

/// Why the server ended badly.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not start.
    #[error(transparent)]
    Start(#[from] AppError),
    /// The listener failed.
    #[error("the listener failed: {0}")]
    Serve(#[from] io::Error),
}

/// Serves until `shutdown` is cancelled; then every room ends in order, every socket is told, and the store is closed.
pub async fn run(listener: TcpListener, config: Config, shutdown: CancellationToken) -> Result<(), RunError> {
    let app = App::start(config, shutdown.clone()).await?;
    let router = ws::routes().with_state(app.clone());
    let served = axum::serve(listener, router).with_graceful_shutdown(shutdown.cancelled_owned()).await;
    app.close().await;
    Ok(served?)
}
