//! What keeps strangers at a distance: headers, origins, rates.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::error::HttpError;
use crate::app::App;
use crate::config::Config;
use crate::ws;

/// Only what the client needs: its own scripts, fonts and pictures, and its own server.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer.
pub(crate) async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.config().secure_cookies {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    response
}

/// Whether a request that names where it comes from comes from this server's own pages. What names nothing is no
/// browser on another site.
fn own_origin(headers: &HeaderMap, config: &Config) -> bool {
    !headers.contains_key(header::ORIGIN) || ws::same_origin(config, headers)
}

/// Other sites may not change anything in a person's name.
pub(crate) async fn origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if safe || own_origin(request.headers(), app.config()) {
        next.run(request).await
    } else {
        HttpError::Origin.into_response()
    }
}

/// Requests by address: many in all, few that make new things.
#[derive(Clone)]
pub(crate) struct Rates {
    all: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    changes: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    trust_proxy: bool,
}

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl Rates {
    /// The limits of the configuration.
    pub(crate) fn new(config: &Config) -> Self {
        let limits = &config.limits;
        Self {
            all: Arc::new(RateLimiter::keyed(
                Quota::per_second(at_least_one(limits.http_rate))
                    .allow_burst(at_least_one(limits.http_burst)),
            )),
            changes: Arc::new(RateLimiter::keyed(
                Quota::per_minute(at_least_one(limits.http_change_rate))
                    .allow_burst(at_least_one(limits.http_change_burst)),
            )),
            trust_proxy: config.trust_proxy,
        }
    }

    /// Forgets addresses that have been quiet, now and then.
    pub(crate) fn tidy(&self) {
        self.all.retain_recent();
        self.changes.retain_recent();
    }

    fn take(&self, address: IpAddr, change: bool) -> Result<(), Duration> {
        let now = DefaultClock::default().now();
        let all = self.all.check_key(&address);
        let changes = if change { self.changes.check_key(&address) } else { Ok(()) };
        all.and(changes).map_err(|not_until| not_until.wait_time_from(now))
    }
}

/// One browser must not use the server up.
pub(crate) async fn rate(State(rates): State<Rates>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
    let address = client_address(request.headers(), peer, rates.trust_proxy);
    let change = !matches!(*request.method(), Method::GET | Method::HEAD);
    match rates.take(address, change) {
        Ok(()) => next.run(request).await,
        Err(wait) => HttpError::TooMany(wait.as_secs() + 1).into_response(),
    }
}

/// Who asks: the peer, or the last hop that a trusted proxy has noted. An IPv6 customer has a whole /64.
fn client_address(headers: &HeaderMap, peer: Option<IpAddr>, trust_proxy: bool) -> IpAddr {
    let noted = || {
        let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        line.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = if trust_proxy { noted().or(peer) } else { peer };
    match address {
        Some(IpAddr::V6(six)) => six.to_ipv4_mapped().map_or_else(
            || {
                let [a, b, c, d, ..] = six.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            },
            IpAddr::V4,
        ),
        Some(four) => four,
        None => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::config::Limits;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn config(origins: &[&str]) -> Config {
        Config {
            data: PathBuf::new(),
            database_url: None,
            origins: origins.iter().map(|origin| (*origin).to_owned()).collect(),
            secure_cookies: false,
            trust_proxy: false,
            limits: Limits::default(),
        }
    }

    #[test]
    fn only_own_pages_may_change_things() {
        let open = config(&[]);
        let named = config(&["https://bagarre.example"]);
        for (config, origin, host, own) in [
            (&open, None, "a:1", true),
            (&open, Some("http://a:1"), "a:1", true),
            (&open, Some("https://a:1"), "a:1", true),
            (&open, Some("http://b:1"), "a:1", false),
            (&open, Some("null"), "a:1", false),
            (&named, Some("https://bagarre.example"), "a:1", true),
            (&named, Some("http://a:1"), "a:1", false),
        ] {
            let mut map = headers(&[("host", host)]);
            if let Some(origin) = origin {
                map.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(own_origin(&map, config), own, "{origin:?} at {host}");
        }
    }

    #[test]
    fn an_address_is_the_peers_unless_a_proxy_is_trusted() {
        let map = headers(&[("x-forwarded-for", "6.6.6.6, 1.2.3.4")]);
        let peer: IpAddr = "10.0.0.1".parse().unwrap();
        assert_eq!(client_address(&map, Some(peer), false), peer);
        assert_eq!(client_address(&map, Some(peer), true), "1.2.3.4".parse::<IpAddr>().unwrap());
        assert_eq!(client_address(&HeaderMap::new(), Some(peer), true), peer);
        let six: IpAddr = "2001:db8:1:2:3:4:5:6".parse().unwrap();
        assert_eq!(client_address(&map, Some(six), false), "2001:db8:1:2::".parse::<IpAddr>().unwrap());
    }
}
