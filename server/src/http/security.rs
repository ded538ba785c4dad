//! What keeps strangers at a distance: headers, origins, places.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use bagarre_rules::contract::Lang;

use super::error::HttpError;
use super::lang::lang_of;
use crate::app::App;
use crate::gate::{Caller, Ticket};
use crate::origin::{Foreign, own_host, own_origin};

/// Only what the client needs: its own scripts, fonts and pictures, and its own server.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer.
const EVERY: [(HeaderName, &str); 2] =
    [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "same-origin")];
/// Headers of answers that a browser may open as a page.
const PAGES: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Headers of what a browser only loads into a page: it never becomes a page itself.
fn part_of_page(kind: Option<&HeaderValue>) -> bool {
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("text/javascript") || kind.starts_with("text/css") || kind.starts_with("font/")
}

/// Puts the headers that keep strangers out into an answer.
pub(crate) async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let page = !part_of_page(headers.get(header::CONTENT_TYPE));
    for (name, value) in EVERY.into_iter().chain(PAGES.into_iter().filter(|_| page)) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.config().secure_cookies() {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    response
}

/// Other sites may not change anything in a person's name. What names no origin is no browser on another site.
pub(crate) async fn origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let named = request.headers().contains_key(header::ORIGIN);
    match own_origin(app.config().public.as_ref(), request.headers()) {
        Err(foreign) if named && !safe => app.refuse_origin(foreign).into_response(),
        _ => next.run(request).await,
    }
}

/// Health checks are programs, which reach the server under any name.
const ANY_HOST: [&str; 2] = ["/healthz", "/readyz"];

/// Answers only to names that are the server's own: the page of a stranger, whose name is made to resolve to this server, is to browsers
/// the same site as this server, and could do here what a player can.
pub(crate) async fn host(State(app): State<App>, request: Request, next: Next) -> Response {
    let config = app.config();
    let Err(host) = own_host(config.public.as_ref(), &config.hosts, request.headers()) else {
        return next.run(request).await;
    };
    let path = request.uri().path();
    if ANY_HOST.contains(&path) {
        return next.run(request).await;
    }
    let api = path == "/ws" || path.starts_with("/api/");
    let lang = lang_of(request.headers());
    let refused = app.refuse_host(host);
    if api {
        return refused.into_response();
    }
    let words = refused.refusal();
    let words = words.say(lang);
    let lang = if lang == Lang::Fr { "fr" } else { "en" };
    let page = format!(
        "<!doctype html><html lang={lang}><meta charset=utf-8><title>Bagarre</title><p>{words}</p>\n"
    );
    (StatusCode::FORBIDDEN, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

impl App {
    /// A request from a page of another origin. The operator is told once of each.
    pub(crate) fn refuse_origin(&self, foreign: Foreign) -> HttpError {
        let Foreign { origin, host, expected } = &foreign;
        if self.notices().is_new(format!("origin {origin:?} {host:?}")) {
            tracing::warn!(
                origin = origin.as_deref().unwrap_or("none"),
                host = host.as_deref().unwrap_or("none"),
                expected = expected.as_deref().unwrap_or("pages of the host"),
                "a page of another origin was refused: if it is a page of this server, set BAGARRE_PUBLIC_URL to its address"
            );
        }
        HttpError::Origin(Box::new(foreign))
    }

    /// A request to a host that this server does not answer to. The operator is told once of each.
    pub(crate) fn refuse_host(&self, host: String) -> HttpError {
        if self.notices().is_new(format!("host {host}")) {
            tracing::warn!(
                host,
                "requests to this host are refused: if it is a name of this server, set BAGARRE_HOSTS to it, or BAGARRE_PUBLIC_URL to the address that players type"
            );
        }
        HttpError::Host(host)
    }
}

/// Finds out who asks, and counts the connection as busy while it is answered; behind a proxy of our own, under the address it has
/// noted.
pub(crate) async fn place(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let proxies = &app.config().proxies;
    let peer = peer.unwrap_or(NOBODY);
    let address = proxies.client(request.headers(), peer);
    request.extensions_mut().insert(Caller(address));
    let Some(ticket) = request.extensions().get::<Ticket>().cloned() else { return next.run(request).await };
    ticket.busy();
    let place = if proxies.trust(peer) { ticket.join_address(address) } else { Ok(()) };
    let response = match place {
        Ok(()) => next.run(request).await,
        Err(_) => HttpError::TooMany(1).into_response(),
    };
    ticket.waits();
    response
}

/// A request that came by no connection, as in tests.
pub(super) const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
