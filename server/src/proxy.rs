//! Who asks, when a trusted proxy has noted it: `X-Forwarded-For` in all forms that proxies write, and `Forwarded` (RFC 7239).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, header};
use ipnet::IpNet;

/// Addresses that are read of one request, from the nearest proxy on: no chain of proxies is longer.
const LONGEST_CHAIN: usize = 64;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Which proxies are believed when they note whom they speak for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TrustedProxies {
    /// None: the peer is who asks.
    #[default]
    None,
    /// So many proxies, one behind the other, at any addresses.
    Hops(u8),
    /// Proxies in these networks.
    Networks(Vec<IpNet>),
}

impl FromStr for TrustedProxies {
    type Err = String;

    /// Reads a number of proxies, networks between commas or blanks, or a word for yes (one proxy) and no.
    fn from_str(text: &str) -> Result<Self, String> {
        match &*text.trim().to_ascii_lowercase() {
            "" | "no" | "n" | "false" | "f" | "off" => return Ok(Self::None),
            "yes" | "y" | "true" | "t" | "on" => return Ok(Self::Hops(1)),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                let hops = number.parse::<u8>().ok().filter(|hops| usize::from(*hops) <= LONGEST_CHAIN);
                return match hops {
                    Some(0) => Ok(Self::None),
                    Some(hops) => Ok(Self::Hops(hops)),
                    None => Err(format!("there are at most {LONGEST_CHAIN} proxies")),
                };
            }
            _ => {}
        }
        let networks = text.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| {
            let network = part.parse::<IpNet>().or_else(|_| part.parse::<IpAddr>().map(IpNet::from));
            network.map_err(|_| {
                format!("{part:?} is neither a number of proxies nor a network such as 10.0.0.0/8")
            })
        });
        networks.collect::<Result<_, _>>().map(Self::Networks)
    }
}

/// The header in which proxies note whom they speak for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`.
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// How the server learns who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies {
    /// Which proxies are believed.
    pub trusted: TrustedProxies,
    /// The only header that is read; without one it is `X-Forwarded-For` or, where that is missing, `Forwarded`.
    pub header: Option<ProxyHeader>,
}

impl Proxies {
    /// One proxy is believed, at any address.
    pub fn one() -> Self {
        Self { trusted: TrustedProxies::Hops(1), header: None }
    }

    /// Whether any proxy is believed.
    pub fn any(&self) -> bool {
        self.trusted != TrustedProxies::None
    }

    /// Whether a peer is a proxy that is believed.
    pub(crate) fn trust(&self, peer: IpAddr) -> bool {
        match &self.trusted {
            TrustedProxies::None => false,
            TrustedProxies::Hops(_) => true,
            TrustedProxies::Networks(networks) => is_in(networks, peer.to_canonical()),
        }
    }

    /// Who asks: the peer or, where that is a proxy that is believed, whom it has noted. An entry that cannot be read names
    /// no client: the client is then the proxy that wrote it.
    pub(crate) fn client(&self, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
        if !self.trust(peer) {
            return peer;
        }
        let noted = self.noted(headers);
        match &self.trusted {
            TrustedProxies::None => peer,
            TrustedProxies::Hops(hops) => {
                let first = noted.len().saturating_sub(usize::from(*hops));
                noted[first..].iter().flatten().next().copied().unwrap_or(peer)
            }
            TrustedProxies::Networks(networks) => {
                let mut client = peer;
                for entry in noted.iter().rev() {
                    let Some(address) = *entry else { break };
                    client = address;
                    if !is_in(networks, address) {
                        break;
                    }
                }
                client
            }
        }
    }

    /// What proxies have noted, the nearest last.
    fn noted(&self, headers: &HeaderMap) -> Vec<Option<IpAddr>> {
        let forwarded = match self.header {
            Some(ProxyHeader::Forwarded) => true,
            Some(ProxyHeader::XForwardedFor) => false,
            None => !headers.contains_key(X_FORWARDED_FOR),
        };
        let name = if forwarded { header::FORWARDED } else { X_FORWARDED_FOR };
        let mut noted = Vec::new();
        // Several lines are one list.
        for line in headers.get_all(name).iter().rev() {
            let Ok(line) = line.to_str() else {
                noted.push(None);
                continue;
            };
            let parts = outside_quotes(line, b',');
            let entry = |part: &&str| if forwarded { for_of(part) } else { node(part) };
            noted.extend(parts.iter().rev().filter(|part| !part.trim().is_empty()).map(entry));
            if noted.len() >= LONGEST_CHAIN {
                break;
            }
        }
        noted.truncate(LONGEST_CHAIN);
        noted.reverse();
        noted
    }
}

fn is_in(networks: &[IpNet], address: IpAddr) -> bool {
    networks.iter().any(|network| network.contains(&address))
}

/// Splits a text where a byte stands outside of double quotes.
fn outside_quotes(text: &str, at: u8) -> Vec<&str> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            byte if byte == at && !quoted => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The address in one element of `Forwarded`.
fn for_of(element: &str) -> Option<IpAddr> {
    let pairs = outside_quotes(element, b';').into_iter().filter_map(|pair| pair.split_once('='));
    let (_, value) = { pairs }.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    node(value)
}

/// The address that a proxy has written, with or without a port, brackets, quotes and a zone. `unknown` and made-up names are none.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text).trim();
    let address = match text.strip_prefix('[') {
        // What stands behind the bracket is a port.
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            (port.is_empty() || port.starts_with(':')).then_some(address)?
        }
        None => match text.split_once(':') {
            Some((four, port)) if !port.contains(':') => four.parse::<Ipv4Addr>().ok().map(|_| four)?,
            _ => text,
        },
    };
    let plain = address.split_once('%').map_or(address, |(address, _)| address);
    let read = plain.parse::<IpAddr>().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    read.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &'static str, lines: &[&str]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for line in lines {
            map.append(HeaderName::from_static(name), line.parse().unwrap());
        }
        map
    }

    fn proxies(trusted: &str) -> Proxies {
        Proxies { trusted: trusted.parse().unwrap(), header: None }
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    const PEER: &str = "10.0.0.1";

    #[test]
    fn an_address_is_read_in_every_form_that_proxies_write() {
        for (noted, address) in [
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7:51000", "203.0.113.7"),
            ("  203.0.113.7 ", "203.0.113.7"),
            ("\"203.0.113.7:51000\"", "203.0.113.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:51000", "2001:db8::7"),
            ("\"[2001:db8::7]:51000\"", "2001:db8::7"),
            ("\"[2001:db8::7]:_port\"", "2001:db8::7"),
            ("2001:DB8:0::7", "2001:db8::7"),
            ("fe80::7%eth0", "fe80::7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("[::ffff:203.0.113.7]:1", "203.0.113.7"),
            ("6.6.6.6, 203.0.113.7:1", "203.0.113.7"),
            ("6.6.6.6 ,203.0.113.7, ", "203.0.113.7"),
            ("unknown", PEER),
            ("_hidden", PEER),
            ("_SEVKISEK:4711", PEER),
            ("6.6.6.6, unknown", PEER),
            ("", PEER),
            ("203.0.113", PEER),
            ("203.0.113.7.8", PEER),
            ("[203.0.113.7", PEER),
            ("[2001:db8::7]x", PEER),
            ("bistro:80", PEER),
        ] {
            let map = headers("x-forwarded-for", &[noted]);
            assert_eq!(proxies("1").client(&map, ip(PEER)), ip(address), "{noted:?}");
            assert_eq!(proxies("0").client(&map, ip(PEER)), ip(PEER), "{noted:?}, nobody is believed");
        }
        let lines = headers("x-forwarded-for", &["6.6.6.6", "203.0.113.7:1, 203.0.113.8"]);
        assert_eq!(proxies("1").client(&lines, ip(PEER)), ip("203.0.113.8"));
        assert_eq!(proxies("3").client(&lines, ip(PEER)), ip("6.6.6.6"));
        assert_eq!(proxies("1").client(&HeaderMap::new(), ip(PEER)), ip(PEER));
    }

    #[test]
    fn forwarded_is_read_as_its_standard_says() {
        for (noted, address) in [
            ("for=203.0.113.7", "203.0.113.7"),
            ("For=\"203.0.113.7:47011\";proto=https", "203.0.113.7"),
            ("proto=http;by=203.0.113.43;for=203.0.113.7", "203.0.113.7"),
            ("for=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=6.6.6.6, for=203.0.113.7;host=\"a,b;for=9.9.9.9\"", "203.0.113.7"),
            ("for=6.6.6.6;by=\"a\\\",for=9.9.9.9\", for=203.0.113.7", "203.0.113.7"),
            ("for=unknown", PEER),
            ("for=_hidden, for=\"_SEVKISEK\"", PEER),
            ("by=203.0.113.7", PEER),
            ("203.0.113.7", PEER),
        ] {
            let map = headers("forwarded", &[noted]);
            assert_eq!(proxies("1").client(&map, ip(PEER)), ip(address), "{noted:?}");
        }
        let mut both = headers("forwarded", &["for=203.0.113.7"]);
        both.append(X_FORWARDED_FOR, "203.0.113.8".parse().unwrap());
        for (header, address) in [
            (None, "203.0.113.8"),
            (Some(ProxyHeader::XForwardedFor), "203.0.113.8"),
            (Some(ProxyHeader::Forwarded), "203.0.113.7"),
        ] {
            assert_eq!(Proxies { header, ..proxies("1") }.client(&both, ip(PEER)), ip(address), "{header:?}");
        }
    }

    #[test]
    fn hops_and_networks_find_the_client_behind_several_proxies() {
        let chain = "6.6.6.6, 203.0.113.7:5000, [2001:db8:ed::1]:443, 10.1.2.3";
        for (trusted, peer, address) in [
            ("true", PEER, "10.1.2.3"),
            ("2", PEER, "2001:db8:ed::1"),
            ("3", PEER, "203.0.113.7"),
            ("9", PEER, "6.6.6.6"),
            ("10.0.0.0/8", PEER, "2001:db8:ed::1"),
            ("10.0.0.0/8 2001:db8:ed::/48", PEER, "203.0.113.7"),
            ("10.0.0.1,10.1.2.3,2001:db8:ed::1", PEER, "203.0.113.7"),
            ("10.0.0.0/8", "198.51.100.1", "198.51.100.1"),
            ("10.0.0.0/8", "::ffff:10.0.0.1", "2001:db8:ed::1"),
            ("0.0.0.0/0,::/0", PEER, "6.6.6.6"),
        ] {
            let map = headers("x-forwarded-for", &[chain]);
            assert_eq!(proxies(trusted).client(&map, ip(peer)), ip(address), "{trusted} from {peer}");
        }
        let broken = headers("x-forwarded-for", &["203.0.113.7, unknown, 10.1.2.3"]);
        assert_eq!(proxies("2").client(&broken, ip(PEER)), ip("10.1.2.3"), "the proxy that wrote it");
        assert_eq!(proxies("10.0.0.0/8").client(&broken, ip(PEER)), ip("10.1.2.3"));
        let long = vec!["6.6.6.6"; 2_000].join(",") + ",203.0.113.7";
        let long = headers("x-forwarded-for", &[&long]);
        assert_eq!(proxies("1").noted(&long).len(), LONGEST_CHAIN);
        assert_eq!(proxies("1").client(&long, ip(PEER)), ip("203.0.113.7"));
    }

    #[test]
    fn the_setting_is_a_number_networks_or_yes_and_no() {
        for (text, trusted) in [
            ("", TrustedProxies::None),
            ("0", TrustedProxies::None),
            ("false", TrustedProxies::None),
            ("Off", TrustedProxies::None),
            ("1", TrustedProxies::Hops(1)),
            ("TRUE", TrustedProxies::Hops(1)),
            ("on", TrustedProxies::Hops(1)),
            ("2", TrustedProxies::Hops(2)),
        ] {
            assert_eq!(text.parse(), Ok(trusted), "{text}");
        }
        for text in ["-1", "65", "1000", "10.0.0.0/33", "perhaps", "10.0.0.0/8;x"] {
            assert!(text.parse::<TrustedProxies>().is_err(), "{text}");
        }
    }
}
