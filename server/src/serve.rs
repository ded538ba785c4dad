//! From a listener to a server that runs until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::{App, AppError};
use crate::config::Config;
use crate::{http, telemetry};

/// How long open requests may take to end once the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(10);

/// Why the server could not start, or ended by itself.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The application could not start.
    #[error(transparent)]
    App(#[from] AppError),
    /// A listener failed.
    #[error("the listener failed: {0}")]
    Io(#[from] io::Error),
    /// Metrics could not be collected.
    #[error("metrics cannot be collected: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
}

/// Serves until `stop` is cancelled, then ends every request, room and socket in order.
pub async fn run(listener: TcpListener, config: Config, stop: CancellationToken) -> Result<(), RunError> {
    run_with_admin(listener, None, config, stop).await
}

/// As [`run`], with a listener for the operator alone, if there is one: metrics and health.
pub async fn run_with_admin(
    listener: TcpListener,
    admin: Option<TcpListener>,
    config: Config,
    stop: CancellationToken,
) -> Result<(), RunError> {
    serve(listener, admin, App::start(config, stop).await?).await
}

/// Serves an app until it is stopped.
pub async fn serve(listener: TcpListener, admin: Option<TcpListener>, app: App) -> Result<(), RunError> {
    let stop = app.stop().clone();
    let admin = match admin {
        Some(listener) => Some(tokio::spawn(answer(listener, operator(&app)?, stop.clone()))),
        None => None,
    };
    let served = answer(listener, http::router(&app), stop.clone()).await;
    stop.cancel();
    app.close().await;
    if let Some(admin) = admin {
        admin.await.map_err(io::Error::other)??;
    }
    served.map_err(RunError::from)
}

async fn answer(listener: TcpListener, router: Router, stop: CancellationToken) -> io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let ended = stop.clone().cancelled_owned();
    let serving = axum::serve(listener, service).with_graceful_shutdown(ended);
    tokio::select! {
        served = serving => served,
        () = async { stop.cancelled().await; tokio::time::sleep(FAREWELL).await } => {
            tracing::warn!("some requests did not end in time");
            Ok(())
        }
    }
}

/// What the operator's listener answers.
fn operator(app: &App) -> Result<Router, RunError> {
    let metrics = telemetry::metrics()?;
    let upkeep = metrics.clone();
    let stop = app.stop().clone();
    tokio::spawn(async move {
        let mut every = tokio::time::interval(telemetry::UPKEEP);
        while stop.run_until_cancelled(every.tick()).await.is_some() {
            upkeep.run_upkeep();
        }
    });
    let text = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok(http::health_routes()
        .route("/metrics", get(move || async move { (text, metrics.render()) }))
        .with_state(app.clone()))
}
