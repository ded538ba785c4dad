//! What keeps strangers at a distance: headers, origins, rates, places.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use bagarre_rules::contract::Lang;
use governor::Quota;
use governor::clock::Clock as _;

use super::error::HttpError;
use super::lang::lang_of;
use crate::app::App;
use crate::config::Config;
use crate::gate::{Caller, Ticket, household_of, site_of};
use crate::origin::{Foreign, own_host, own_origin};
use crate::rates::{self, Each, Runtime};

/// Only what the client needs: its own scripts, fonts and pictures, and its own server.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer.
const EVERY: [(HeaderName, &str); 2] =
    [(header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "same-origin")];
/// Headers of whatever a browser may open as a page.
const PAGES: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// What a browser only ever loads into a page: it is no page, whatever is done with it.
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

/// Health is asked for by programs, which reach the server by whatever name they have for it.
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

/// As many households as a whole IPv6 /48 may use the server like one each.
const HOUSEHOLDS: u32 = 4;

/// Requests by address: many in all, few that make new things.
#[derive(Clone)]
pub(crate) struct Rates {
    all: Arc<Each<IpAddr>>,
    changes: Arc<Each<IpAddr>>,
    all_of_site: Arc<Each<IpAddr>>,
    changes_of_site: Arc<Each<IpAddr>>,
}

impl Rates {
    /// The limits of the configuration.
    pub(crate) fn new(config: &Config) -> Self {
        let limits = &config.limits;
        let all = |households: u32| {
            let (rate, burst) = (limits.http_rate, limits.http_burst);
            Arc::new(rates::each(
                Quota::per_second,
                rate.saturating_mul(households),
                burst.saturating_mul(households),
            ))
        };
        let changes = |households: u32| {
            let (rate, burst) = (limits.http_change_rate, limits.http_change_burst);
            Arc::new(rates::each(
                Quota::per_minute,
                rate.saturating_mul(households),
                burst.saturating_mul(households),
            ))
        };
        Self {
            all: all(1),
            changes: changes(1),
            all_of_site: all(HOUSEHOLDS),
            changes_of_site: changes(HOUSEHOLDS),
        }
    }

    /// Forgets addresses that have been quiet, now and then.
    pub(crate) fn tidy(&self) {
        for limiter in [&self.all, &self.changes, &self.all_of_site, &self.changes_of_site] {
            limiter.retain_recent();
        }
    }

    fn take(&self, address: IpAddr, change: bool) -> Result<(), Duration> {
        let now = Runtime.now();
        let (household, site) = (household_of(address), site_of(address).map(IpAddr::V6));
        let keys =
            [(Some(household), &self.all, &self.changes), (site, &self.all_of_site, &self.changes_of_site)];
        for (key, all, changes) in keys {
            let Some(key) = key else { continue };
            let changes = if change { changes.check_key(&key) } else { Ok(()) };
            all.check_key(&key).and(changes).map_err(|not_until| not_until.wait_time_from(now))?;
        }
        Ok(())
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

/// One browser must not use the server up.
pub(crate) async fn rate(State(rates): State<Rates>, request: Request, next: Next) -> Response {
    let Caller(address) = request.extensions().get().copied().unwrap_or(Caller(NOBODY));
    let change = !matches!(*request.method(), Method::GET | Method::HEAD);
    match rates.take(address, change) {
        Ok(()) => next.run(request).await,
        Err(wait) => HttpError::TooMany(wait.as_secs() + 1).into_response(),
    }
}

/// Whoever comes by no connection.
const NOBODY: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::Limits;

    #[test]
    fn rates_are_those_of_a_household_and_of_its_site() {
        let mut config = Config::local(PathBuf::new(), Limits::default());
        config.limits.http_burst = 2;
        config.limits.http_rate = 1;
        let rates = Rates::new(&config);
        let take = |address: &str| rates.take(address.parse().unwrap(), false).is_ok();
        assert!(take("2001:db8:1:2::1") && take("2001:db8:1:2::2"));
        assert!(!take("2001:db8:1:2::3"), "one household is one caller");
        let others = (3..20).filter(|household| take(&format!("2001:db8:1:{household}::1"))).count();
        assert_eq!(others, 6, "a site is four of them");
        assert!(take("2001:db8:2::1") && take("10.0.0.1"));
    }
}
