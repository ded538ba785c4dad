//! Origins and hosts, read as browsers read them: default ports, letter case and international names make no difference.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use axum::http::{HeaderMap, header};
use url::{Host, Url};

/// The longest host that is shown, in bytes.
const MAX_SHOWN_HOST_BYTES: usize = 253;

/// The origin of a page, written as browsers write it in the header `Origin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(Url);

/// Why an address is not the origin of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// The scheme is neither `http` nor `https`.
    #[error("give the whole address, beginning with https:// or http://")]
    Scheme,
    /// There is more than scheme, host and port.
    #[error(
        "give scheme and host alone: the game is served at the root, and the address holds no name, password or query"
    )]
    Rest,
    /// No browser can open it.
    #[error("no browser can open this address: {0}")]
    Host(&'static str),
    /// It cannot be read at all.
    #[error("this address cannot be read: {0}")]
    Unreadable(url::ParseError),
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        if !matches!(scheme.as_deref(), Some("http" | "https")) {
            return Err(OriginError::Scheme);
        }
        // A URL parser skips blanks and takes a backslash for a slash.
        if text.chars().any(|char| char.is_whitespace() || char.is_control() || char == '\\') {
            return Err(OriginError::Host("it holds a blank or a backslash"));
        }
        let url = Url::parse(text).map_err(OriginError::Unreadable)?;
        let rest = url.path() != "/" || url.query().is_some() || url.fragment().is_some();
        if rest || text.contains('@') {
            return Err(OriginError::Rest);
        }
        if url.port() == Some(0) {
            return Err(OriginError::Host("its port is 0"));
        }
        match url.host() {
            Some(Host::Ipv4(ip)) if ip.is_unspecified() => Err(OriginError::Host("0.0.0.0 is every address")),
            Some(Host::Ipv6(ip)) if ip.is_unspecified() => Err(OriginError::Host("[::] is every address")),
            Some(Host::Domain(name)) if !is_name(name) => Err(OriginError::Host("its host is no name")),
            Some(_) => Ok(Self(url)),
            None => Err(OriginError::Unreadable(url::ParseError::EmptyHost)),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.origin().ascii_serialization())
    }
}

impl Origin {
    /// Whether its pages are read over HTTPS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Whether a request that was sent to this host, as the header `Host` names it, was sent to this origin.
    fn is_of(&self, host: &str) -> bool {
        host_of(self.0.scheme(), host).is_some_and(|url| url.origin() == self.0.origin())
    }
}

/// Whether a name has labels that are not empty, of letters, digits, hyphens and underscores. One dot may stand at its end.
fn is_name(name: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    name.len() <= MAX_SHOWN_HOST_BYTES && name.strip_suffix('.').unwrap_or(name).split('.').all(label)
}

/// Reads what stands in the header `Host`: a host and perhaps a port.
fn host_of(scheme: &str, text: &str) -> Option<Url> {
    let foreign =
        |byte: u8| !byte.is_ascii_graphic() || matches!(byte, b'/' | b'\\' | b'?' | b'#' | b'@' | b'%');
    if text.is_empty() || text.bytes().any(foreign) {
        return None;
    }
    let url = Url::parse(&format!("{scheme}://{text}/")).ok()?;
    let good = match url.host()? {
        Host::Domain(name) => is_name(name),
        Host::Ipv4(_) | Host::Ipv6(_) => true,
    };
    (good && url.port() != Some(0)).then_some(url)
}

/// Names that this server answers to when it was told no public address. Addresses in place of names and `localhost` always count:
/// no page of a stranger can have such a name, even if its own name resolves to this server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts(BTreeSet<String>);

impl FromStr for Hosts {
    type Err = String;

    /// Reads names between commas or blanks.
    fn from_str(text: &str) -> Result<Self, String> {
        let names = text.split([',', ' ']).filter(|name| !name.is_empty()).map(|name| {
            let read = Host::parse(name).ok().filter(|_| !name.starts_with('['));
            match read {
                Some(Host::Domain(host)) if is_name(&host) => Ok(host.trim_end_matches('.').to_owned()),
                Some(Host::Ipv4(ip)) => Ok(ip.to_string()),
                _ => Err(format!(
                    "{name:?} is no name of a host: give names without scheme and port, such as bagarre.lan"
                )),
            }
        });
        names.collect::<Result<_, _>>().map(Self)
    }
}

impl Hosts {
    /// One of the names, if there are any.
    pub(crate) fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    fn allow(&self, host: &Host<&str>) -> bool {
        let Host::Domain(name) = host else { return true };
        let name = name.strip_suffix('.').unwrap_or(name);
        name == "localhost" || name.ends_with(".localhost") || self.0.contains(name)
    }
}

/// The one value of a header as text; none when it is missing, given twice, or no text.
fn only<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// A request from a page of another site, or from one whose address this server does not know as its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// The origin of the page, where it can be read.
    pub(crate) origin: Option<String>,
    /// The host that the request was sent to, where it can be read.
    pub(crate) host: Option<String>,
    /// The public address of the server.
    pub(crate) expected: Option<String>,
}

/// Checks that a request comes from a page of this server: its `Origin` is the public address or, when there is none, names the host
/// that the request was sent to.
pub(crate) fn own_origin(public: Option<&Origin>, headers: &HeaderMap) -> Result<(), Foreign> {
    let host = only(headers, &header::HOST);
    let origin = only(headers, &header::ORIGIN).and_then(|origin| origin.parse::<Origin>().ok());
    let own = match (&origin, public) {
        (Some(origin), Some(public)) => origin.0.origin() == public.0.origin(),
        (Some(origin), None) => host.is_some_and(|host| origin.is_of(host)),
        (None, _) => false,
    };
    if own {
        return Ok(());
    }
    Err(Foreign {
        origin: origin.map(|origin| origin.to_string()),
        host: host.and_then(|host| host_of("http", host)).map(|url| shown(&url)),
        expected: public.map(Origin::to_string),
    })
}

/// Checks that a request was sent to a host that this server answers to: with a public address, any, because a proxy may put another
/// name there. Returns the host that it does not answer to; an empty text when it cannot be read. What names no host is no browser.
pub(crate) fn own_host(public: Option<&Origin>, hosts: &Hosts, headers: &HeaderMap) -> Result<(), String> {
    if public.is_some() || !headers.contains_key(header::HOST) {
        return Ok(());
    }
    let url = only(headers, &header::HOST).and_then(|host| host_of("http", host)).ok_or_else(String::new)?;
    match url.host() {
        Some(host) if hosts.allow(&host) => Ok(()),
        _ => Err(shown(&url)),
    }
}

/// Host and port as browsers show them.
fn shown(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(header::HeaderName, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in list {
            map.append(name, value.parse().unwrap());
        }
        map
    }

    #[test]
    fn an_origin_is_read_as_browsers_read_it() {
        for (text, origin) in [
            ("https://bagarre.example", "https://bagarre.example"),
            ("https://bagarre.example/", "https://bagarre.example"),
            ("https://bagarre.example:443", "https://bagarre.example"),
            ("http://lan:80", "http://lan"),
            ("http://lan:80/", "http://lan"),
            ("http://lan:443", "http://lan:443"),
            ("HTTPS://Bagarre.Example:8443", "https://bagarre.example:8443"),
            ("https://bagarré.example", "https://xn--bagarr-gva.example"),
            ("http://10.0.0.2:08080", "http://10.0.0.2:8080"),
            ("http://127.1:8080", "http://127.0.0.1:8080"),
            ("http://[0:0::1]:8080", "http://[::1]:8080"),
            ("http://my_box:8080", "http://my_box:8080"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), origin, "{text}");
        }
        for text in [
            "",
            "bagarre.example",
            "bagarre.example:443",
            "ftp://bagarre.example",
            "https://",
            "https:bagarre.example",
            "https:\\\\bagarre.example",
            "https://a.example/game",
            "https://a.example?x",
            "https://a.example/#x",
            "https://me@a.example",
            "https://a.example:0",
            "https://a.example:99999",
            "https://a example",
            "https://*.example",
            "https://a..example",
            "https://[::1",
            "http://0.0.0.0:8080",
            "http://[::]:8080",
            "null",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_request_comes_from_a_page_of_this_server_or_is_foreign() {
        for (public, origin, host, own) in [
            (None, "http://a:1", "a:1", true),
            (None, "https://a:1", "a:1", true),
            (None, "http://a", "a:80", true),
            (None, "https://a", "a:443", true),
            (None, "http://a", "A", true),
            (None, "http://[::1]:8080", "[0:0::1]:8080", true),
            (None, "https://a:443", "a", true),
            (None, "http://b:1", "a:1", false),
            (None, "http://a:1", "a:2", false),
            (None, "http://a", "a:443", false),
            (None, "http://a:1", "x@a:1", false),
            (None, "http://x@a:1", "a:1", false),
            (None, "http://a:1/x", "a:1", false),
            (None, "null", "null", false),
            (None, "null", "a:1", false),
            (Some("https://bagarre.example:443"), "https://bagarre.example", "10.0.0.2:8080", true),
            (Some("http://lan:80"), "http://lan", "lan", true),
            (Some("https://bagarre.example"), "https://BAGARRE.example:443", "x", true),
            (Some("https://bagarre.example"), "http://bagarre.example", "bagarre.example", false),
            (Some("https://bagarre.example"), "https://bagarre.example.evil.test", "bagarre.example", false),
            (Some("https://bagarre.example"), "http://a:1", "a:1", false),
        ] {
            let public = public.map(|text| text.parse::<Origin>().unwrap());
            let map = headers(&[(header::ORIGIN, origin), (header::HOST, host)]);
            assert_eq!(own_origin(public.as_ref(), &map).is_ok(), own, "{origin} at {host} of {public:?}");
        }
        let twice =
            headers(&[(header::ORIGIN, "http://a"), (header::ORIGIN, "http://a"), (header::HOST, "a")]);
        let why = own_origin(None, &twice).unwrap_err();
        assert_eq!(why, Foreign { origin: None, host: Some("a".to_owned()), expected: None });
    }

    #[test]
    fn a_server_without_a_public_address_answers_to_addresses_and_names_it_was_told() {
        let hosts: Hosts = "bagarre.lan, Bistro.Local.,bagarré.lan".parse().unwrap();
        for host in [
            "127.0.0.1:8080",
            "192.168.1.7",
            "2130706433",
            "[::1]:8080",
            "localhost",
            "LOCALHOST:1",
            "x.localhost",
            "bagarre.lan:8080",
            "bagarre.lan.",
            "bistro.local",
            "xn--bagarr-gva.lan",
        ] {
            assert_eq!(own_host(None, &hosts, &headers(&[(header::HOST, host)])), Ok(()), "{host}");
        }
        for (host, shown) in [
            ("evil.example:8080", "evil.example:8080"),
            ("evil.example.", "evil.example."),
            ("localhost.evil.example", "localhost.evil.example"),
            ("bagarre.lan.evil.example", "bagarre.lan.evil.example"),
            ("evil.example/login Your account", ""),
            ("me@127.0.0.1", ""),
            ("127.0.0.1:0", ""),
            ("127.0.0.1:99999", ""),
            ("::1", ""),
            ("[::1%25lo]", ""),
            ("", ""),
        ] {
            let refused = own_host(None, &hosts, &headers(&[(header::HOST, host)]));
            assert_eq!(refused, Err(shown.to_owned()), "{host}");
        }
        let twice = headers(&[(header::HOST, "localhost"), (header::HOST, "evil.example")]);
        assert_eq!(own_host(None, &hosts, &twice), Err(String::new()));
        assert_eq!(own_host(None, &hosts, &HeaderMap::new()), Ok(()), "no browser");
        let public: Origin = "https://bagarre.example".parse().unwrap();
        let inner = headers(&[(header::HOST, "upstream")]);
        assert_eq!(own_host(Some(&public), &hosts, &inner), Ok(()), "a proxy may write another name");
        for text in ["http://bagarre.lan", "bagarre.lan:8080", "bagarre.lan/x", "*", "*.lan", "[::1]"] {
            assert!(text.parse::<Hosts>().is_err(), "{text}");
        }
    }
}
