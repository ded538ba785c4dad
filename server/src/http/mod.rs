//! Plain HTTP: people, rooms from outside, campaigns, the shelf, what can be played, finished games, the web client. Inside a room everything
//! goes over the socket.

mod admin;
mod campaigns;
mod client;
mod cookies;
mod devices;
mod error;
mod exercises;
mod extract;
mod games;
mod guests;
mod health;
mod lang;
mod openapi;
mod reach;
mod rooms;
mod rulesets;
mod security;
mod shares;
mod shelf;

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use tracing::{Instrument as _, field};

use crate::app::App;
use crate::telemetry::traces::span;
use crate::ws;
pub use admin::TOKEN;
pub(crate) use admin::routes as admin_routes;
pub(crate) use cookies::token;
pub(crate) use error::HttpError;
pub(crate) use health::Readiness;
use openapi::API;
#[cfg(feature = "schema")]
pub(crate) use openapi::describe;
use shares::Shares;

/// The largest body of a request, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// How often the counts of addresses that have been quiet are evicted.
const ADDRESS_TIDY_INTERVAL: Duration = Duration::from_mins(1);
/// How often browsers that were not used for long are forgotten.
const BROWSER_TIDY_INTERVAL: Duration = Duration::from_hours(1);

/// Everything the public listener answers.
pub fn router(app: &App) -> Router {
    let shares = Shares::new(&app.config().limits);
    tokio::spawn(tidy(app.clone(), shares.clone()));
    tokio::spawn(shares.clone().serve_queue(app.stop().clone()));
    let count = middleware::from_fn_with_state((app.clone(), shares), shares::count);
    let api = openapi::routes(API)
        .method_not_allowed_fallback(|| async { HttpError::Method })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .route_layer(middleware::from_fn(measure))
        .layer(middleware::from_fn_with_state(app.clone(), security::origin))
        .layer(count.clone())
        .layer(CompressionLayer::new());
    // Which page of the client a room has is read from the store.
    let rooms = Router::new()
        .route("/r/{room}", get(client::room))
        .route("/t/{room}", get(client::room))
        .method_not_allowed_fallback(|| async { HttpError::Method })
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(count.clone());
    // The answer to the request alone is bounded: the socket that follows lives on.
    let sockets = ws::routes()
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(count);
    Router::new()
        .nest(API, api)
        .merge(health_routes())
        .merge(sockets)
        .merge(rooms)
        .fallback(client::serve)
        .layer(middleware::from_fn_with_state(app.clone(), security::host))
        .layer(middleware::from_fn_with_state(app.clone(), security::place))
        .layer(middleware::from_fn(error::speak))
        .layer(middleware::from_fn_with_state(app.clone(), security::headers))
        .with_state(app.clone())
}

/// Whether the process runs, and whether it can do its work.
pub(crate) fn health_routes() -> Router<App> {
    openapi::routes("")
}

async fn tidy(app: App, shares: Shares) {
    let (mut tidy, mut forget) =
        (tokio::time::interval(ADDRESS_TIDY_INTERVAL), tokio::time::interval(BROWSER_TIDY_INTERVAL));
    loop {
        tokio::select! {
            biased;
            () = app.stop().cancelled() => return,
            _ = tidy.tick() => shares.tidy(),
            _ = forget.tick() => {
                if let Err(why) = app.forget_unused().await {
                    tracing::warn!(%why, "browsers that nobody uses could not be forgotten");
                }
            }
        }
    }
}

/// Counts requests by route, never by address or person, and keeps personal answers out of caches.
async fn measure(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("?", MatchedPath::as_str).to_owned();
    let method = request.method().as_str().to_owned();
    let started = std::time::Instant::now();
    let span = span!("request", method, route, status = field::Empty);
    let mut response = next.run(request).instrument(span.clone()).await;
    span.record("status", response.status().as_u16());
    if response.status() == StatusCode::REQUEST_TIMEOUT {
        response = HttpError::Slow.into_response();
    }
    // What names no cache of its own is for this person and this moment.
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status().as_u16().to_string();
    metrics::counter!("bagarre_http_requests_total", "route" => route.clone(), "method" => method.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("bagarre_http_seconds", "route" => route, "method" => method)
        .record(started.elapsed().as_secs_f64());
    response
}
