//! Requests to addresses that people gave us. Only addresses that are public on the internet are asked: never this
//! machine or its neighbours, unless the operator allows it. Names are looked up once, by the connection itself, so
//! that no second answer can differ from the one that was judged; redirects are not followed.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Request, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use tokio::time::timeout;
use tower::Service;
use url::{Host, Url};

/// How long one request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Letters in an address.
const MAX_ADDRESS_LETTERS: usize = 1024;

/// Why an address is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It is no address, or holds a name and a password.
    Unreadable,
    /// It is not `https`.
    Plain,
    /// It is of this machine or its neighbours.
    Private,
}

/// How long a name may take to be looked up before an address is kept without that.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);

/// Endings of names that the internet has nothing of (RFC 2606, 6761, 6762, 8375, and the reserved `internal`).
const LOCAL_ENDINGS: [&str; 8] =
    ["localhost", "local", "internal", "lan", "home.arpa", "intranet", "corp", "home"];

/// Whether a name can only be one of this machine or its neighbours: it has one label, or an ending that the internet does not have.
fn is_local(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let ends =
        |ending: &&str| name.strip_suffix(*ending).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    !name.contains('.') || LOCAL_ENDINGS.iter().any(ends)
}

/// Whether an address is public on the internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => is_public_four(four),
        IpAddr::V6(six) => is_public_six(six),
    }
}

fn is_public_four(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !special
}

/// Only global unicast; what carries an IPv4 address is judged by that.
fn is_public_six(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let four = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_four(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => four(high, low),
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Whether a name has addresses, and none of them is public.
fn lead_home(addresses: impl Iterator<Item = IpAddr>) -> bool {
    let mut addresses = addresses.peekable();
    addresses.peek().is_some() && !addresses.any(is_public)
}

/// Looks names up, and gives what may be asked.
#[derive(Clone)]
struct Guarded {
    private: bool,
}

impl Service<Name> for Guarded {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let private = self.private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let fit: Vec<SocketAddr> = found.filter(|at| private || is_public(at.ip())).collect();
            if fit.is_empty() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "no public address"));
            }
            Ok(fit.into_iter())
        })
    }
}

/// Asks addresses that people gave us. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Outside {
    client: Client<HttpsConnector<HttpConnector<Guarded>>, Full<Bytes>>,
    private: bool,
}

impl Outside {
    /// With `private` also this machine, its neighbours, and plain HTTP.
    pub(crate) fn new(private: bool) -> Result<Self, rustls::Error> {
        let mut connector = HttpConnector::new_with_resolver(Guarded { private });
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(REQUEST_TIMEOUT));
        let provider = rustls::crypto::ring::default_provider();
        let builder = HttpsConnectorBuilder::new().with_provider_and_webpki_roots(provider)?;
        let builder = if private { builder.https_or_http() } else { builder.https_only() };
        let connector = builder.enable_http1().wrap_connector(connector);
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(1).build(connector);
        Ok(Self { client, private })
    }

    /// Whether an address may be asked, as far as it says so itself; a name is looked up when it is asked. The address is read as browsers
    /// read it: `2130706433` and `0x7f.1` are 127.0.0.1.
    pub(crate) fn fit(&self, address: &str) -> Result<Uri, Unfit> {
        self.read(address).map(|(uri, _)| uri)
    }

    /// As [`Self::fit`], for an address that is about to be kept: a name that leads to this machine or its neighbours alone is unfit too.
    /// One that cannot be looked up now may exist later.
    pub(crate) async fn fit_now(&self, address: &str) -> Result<(), Unfit> {
        let (_, url) = self.read(address)?;
        let Some(Host::Domain(name)) = url.host().filter(|_| !self.private) else { return Ok(()) };
        let Ok(Ok(found)) = timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((name, 0))).await else {
            return Ok(());
        };
        if lead_home(found.map(|at| at.ip())) { Err(Unfit::Private) } else { Ok(()) }
    }

    fn read(&self, address: &str) -> Result<(Uri, Url), Unfit> {
        let odd = |char: char| char.is_whitespace() || char.is_control() || char == '\\';
        if address.len() > MAX_ADDRESS_LETTERS || address.contains(odd) {
            return Err(Unfit::Unreadable);
        }
        let url = Url::parse(address).map_err(|why| match why {
            url::ParseError::RelativeUrlWithoutBase => Unfit::Plain,
            _ => Unfit::Unreadable,
        })?;
        match url.scheme() {
            "https" => {}
            "http" if self.private => {}
            _ => return Err(Unfit::Plain),
        }
        if !url.username().is_empty() || url.password().is_some() || url.port() == Some(0) {
            return Err(Unfit::Unreadable);
        }
        // An address in place of a name never meets the guard that looks names up.
        let private = match url.host().ok_or(Unfit::Unreadable)? {
            Host::Domain(name) => is_local(name),
            Host::Ipv4(ip) => !is_public_four(ip),
            Host::Ipv6(ip) => !is_public_six(ip),
        };
        if private && !self.private {
            return Err(Unfit::Private);
        }
        let uri = url[..url::Position::AfterQuery].parse().map_err(|_| Unfit::Unreadable)?;
        Ok((uri, url))
    }

    /// Returns the status of the answer; none when there was no answer in time.
    pub(super) async fn ask(&self, request: Request<Full<Bytes>>) -> Option<StatusCode> {
        let answer = timeout(REQUEST_TIMEOUT, self.client.request(request)).await.ok()?.ok()?;
        Some(answer.status())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_everybody_can_reach_is_public() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.1",
            "198.18.0.1",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:192.168.0.1",
            "::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001:0:1::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn an_address_is_judged_before_it_is_kept() {
        let (strict, open) = (Outside::new(false).unwrap(), Outside::new(true).unwrap());
        for (address, why) in [
            ("http://hooks.example/x", Unfit::Plain),
            ("ftp://hooks.example/x", Unfit::Plain),
            ("/x", Unfit::Plain),
            ("https://hooks.example:0/x", Unfit::Unreadable),
            ("https://hooks example/x", Unfit::Unreadable),
            ("https:\\\\127.0.0.1/", Unfit::Unreadable),
            ("https://", Unfit::Unreadable),
            ("https://me:secret@hooks.example/", Unfit::Unreadable),
            ("https://127.0.0.1/", Unfit::Private),
            ("https://[::1]:8443/", Unfit::Private),
            ("https://[::ffff:10.0.0.1]/", Unfit::Private),
            ("https://localhost/", Unfit::Private),
            ("https://db.localhost/", Unfit::Private),
            ("https://localhost./", Unfit::Private),
            ("https://LOCALHOST:8443/", Unfit::Private),
            ("https://db.localhost./", Unfit::Private),
            ("https://printer/", Unfit::Private),
            ("https://nas.local/", Unfit::Private),
            ("https://bagarre.lan/", Unfit::Private),
            ("https://metadata.google.internal/", Unfit::Private),
            ("https://box.home.arpa/", Unfit::Private),
            ("https://2130706433/", Unfit::Private),
            ("https://0x7f.1/", Unfit::Private),
            ("https://0x7f000001/", Unfit::Private),
            ("https://017700000001/", Unfit::Private),
            ("https://127.1/", Unfit::Private),
            ("https://127.0.0.1./", Unfit::Private),
            ("https://\u{2460}27.0.0.1/", Unfit::Private),
            ("https://%31%32%37.0.0.1/", Unfit::Private),
            ("https://0/", Unfit::Private),
            ("https://0.0.0.0/", Unfit::Private),
            ("https://10.1/", Unfit::Private),
            ("https://[::ffff:7f00:1]/", Unfit::Private),
            ("https://[::]/", Unfit::Private),
            ("https://[fe80::1]/", Unfit::Private),
            ("https://[::1%25lo]/", Unfit::Unreadable),
            ("https://[::1%lo]/", Unfit::Unreadable),
            ("https://999.1.1.1/", Unfit::Unreadable),
            ("https://1.2.3.4.5/", Unfit::Unreadable),
        ] {
            assert_eq!(strict.fit(address).unwrap_err(), why, "{address}");
        }
        for (address, asked) in [
            ("https://134744072/x", "https://8.8.8.8/x"),
            ("https://Hooks.Example:443/x?y=1#z", "https://hooks.example/x?y=1"),
            ("https://bistrot-é.example/é", "https://xn--bistrot--i1a.example/%C3%A9"),
            ("https://local.example/", "https://local.example/"),
        ] {
            assert_eq!(strict.fit(address).unwrap(), *asked, "what is judged is what is asked");
        }
        assert!(strict.fit("https://hooks.example/x?y=1").is_ok());
        assert!(open.fit("http://127.0.0.1:9/x").is_ok());
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_kept() {
        let lead_home = |list: &[&str]| lead_home(list.iter().map(|address| address.parse().unwrap()));
        assert!(lead_home(&["10.0.0.1"]) && lead_home(&["127.0.0.1", "::1"]));
        assert!(!lead_home(&["10.0.0.1", "8.8.8.8"]) && !lead_home(&[]));
        let strict = Outside::new(false).unwrap();
        assert_eq!(strict.fit_now("https://localhost/").await, Err(Unfit::Private));
        assert_eq!(strict.fit_now("https://8.8.8.8/").await, Ok(()));
        assert_eq!(strict.fit_now("https://no-such-name.invalid/").await, Ok(()), "it may exist later");
        assert_eq!(Outside::new(true).unwrap().fit_now("http://localhost/").await, Ok(()));
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_asked() {
        let name: Name = "localhost".parse().unwrap();
        let why = Guarded { private: false }.call(name.clone()).await.unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::PermissionDenied);
        assert!(Guarded { private: true }.call(name).await.unwrap().len() > 0);
    }
}
