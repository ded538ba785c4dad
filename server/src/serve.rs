//! From a listener to a server that runs until it is told to stop.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use axum::routing::get;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::app::App;
use crate::config::Config;
use crate::error::AppError;
use crate::gate::{Gate, Ticket};
use crate::proxy::Proxies;
use crate::store::StoreError;
use crate::wire::{Stream, Wire};
use crate::{http, telemetry};

/// How long open requests may take to end once the server is told to stop. Rooms end meanwhile.
const REQUEST_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Bytes that the head of a request may have.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// How long to wait when the system has no place for one more connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(20);

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

/// What people come in through.
pub trait Listener: Send + 'static {
    /// A connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// The next connection, and who is at its other end. No connection is lost when this is dropped before it is done.
    fn accept(&mut self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = Self::accept(self).await?;
        // Without it, what is written in two pieces waits for the other side's acknowledgement. Works all the same where it cannot be set.
        let _ = stream.set_nodelay(true);
        Ok((stream, peer))
    }
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
pub async fn serve(listener: impl Listener, admin: Option<TcpListener>, app: App) -> Result<(), RunError> {
    let stop = app.stop().clone();
    let admin = match admin {
        // The operator is counted apart: a crowd at the front door does not keep the operator out.
        Some(listener) => {
            let door = Door { gate: Gate::new(&app.config().limits), ..Door::of(&app) };
            Some(tokio::spawn(answer(listener, operator(&app)?, door, stop.clone())))
        }
        None => None,
    };
    let (served, ()) = tokio::join!(
        async {
            let served = answer(listener, http::router(&app), Door::of(&app), stop.clone()).await;
            stop.cancel();
            served
        },
        async {
            stop.cancelled().await;
            app.end_rooms().await;
        }
    );
    app.let_go().await;
    if let Some(admin) = admin {
        admin.await.map_err(io::Error::other)??;
    }
    app.check_lease()?;
    served.map_err(RunError::from)
}

/// How connections are let in.
struct Door {
    gate: Gate,
    /// Peers that note whom they speak for in every request.
    proxies: Proxies,
    /// Patience for the head of a request.
    head: Duration,
}

impl Door {
    fn of(app: &App) -> Self {
        let config = app.config();
        Self { gate: app.gate().clone(), proxies: config.proxies.clone(), head: config.limits.head }
    }
}

/// Lets connections in until the server stops, then waits a while for open requests.
async fn answer(
    mut listener: impl Listener,
    router: Router,
    door: Door,
    stop: CancellationToken,
) -> io::Result<()> {
    let connections = TaskTracker::new();
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // Gone before it was let in.
            Err(why) if is_of_the_peer(&why) => continue,
            Err(why) => {
                tracing::warn!(%why, "a connection could not be accepted");
                door.gate.make_place();
                sleep(ACCEPT_RETRY_DELAY).await;
                continue;
            }
        };
        match door.gate.enter((!door.proxies.trust(peer.ip())).then(|| peer.ip())) {
            Ok(ticket) => {
                connections.spawn(converse(stream, peer, ticket, router.clone(), door.head, stop.clone()));
            }
            Err(_) => metrics::counter!("bagarre_turned_away_total").increment(1),
        }
    }
    drop(listener);
    connections.close();
    if timeout(REQUEST_SHUTDOWN_TIMEOUT, connections.wait()).await.is_err() {
        tracing::warn!(left = connections.len(), "some requests did not end in time");
    }
    Ok(())
}

fn is_of_the_peer(why: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(why.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Answers the requests of one connection until it ends, becomes a socket, has to give way, or the server stops.
async fn converse(
    stream: impl Stream,
    peer: SocketAddr,
    ticket: Ticket,
    router: Router,
    head: Duration,
    stop: CancellationToken,
) {
    let wire = TokioIo::new(Wire::new(stream, ticket.clone()));
    let place = ticket.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(place.clone());
        router.clone().oneshot(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head).max_buf_size(MAX_HEAD_BYTES);
    let mut connection = std::pin::pin!(http.serve_connection(wire, service).with_upgrades());
    let done = tokio::select! {
        biased;
        done = connection.as_mut() => done,
        _ = ticket.cut() => return,
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(why) = done {
        // What is wrong with a connection, never what came over it.
        tracing::trace!(timeout = why.is_timeout(), parse = why.is_parse(), "a connection ended badly");
    }
}

/// How often a draining server looks whether all connections have ended.
const DRAIN_POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Ends a server that was told to take nothing new, once every room sleeps.
async fn close_when_empty(app: App) {
    let stop = app.stop().clone();
    let mut every = tokio::time::interval(DRAIN_POLL_INTERVAL);
    // A server that starts while all drain would otherwise end at once, and be started again and again.
    let mut may_close = false;
    while stop.run_until_cancelled(every.tick()).await.is_some() {
        let draining = app.rooms().house().is_draining();
        may_close |= !draining;
        if draining && may_close && app.rooms().awake() == 0 {
            tracing::info!("every room sleeps: closing");
            stop.cancel();
        }
    }
}

/// What the operator's listener answers: metrics and health to every client that reaches it, `/admin` to requests with the token.
fn operator(app: &App) -> Result<Router, RunError> {
    let metrics = telemetry::metrics()?;
    let upkeep = metrics.clone();
    let stop = app.stop().clone();
    tokio::spawn(async move {
        let mut every = tokio::time::interval(telemetry::METRIC_UPKEEP_INTERVAL);
        while stop.run_until_cancelled(every.tick()).await.is_some() {
            upkeep.run_upkeep();
        }
    });
    let text = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    let token = app.operator_token().map_err(|why| AppError::from(StoreError::Folder(why)))?;
    tokio::spawn(close_when_empty(app.clone()));
    Ok(http::health_routes()
        .merge(http::admin_routes(&token))
        .route("/metrics", get(move || async move { (text, metrics.render()) }))
        .with_state(app.clone()))
}
