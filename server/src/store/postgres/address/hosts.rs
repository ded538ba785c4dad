//! Several hosts in one address, as libpq writes them: the driver reads one.

use crate::store::error::StoreError;

/// The parameters that say where a database is, one value for each host.
const PLACES: [&str; 3] = ["host", "hostaddr", "port"];
/// The parameter that says which of the hosts is sought.
const SOUGHT: &str = "target_session_attrs";

/// An address in its parts, none of which is decoded.
struct Parts<'a> {
    scheme: &'a str,
    /// Name and password, with the `@` behind them; empty without.
    person: &'a str,
    hosts: &'a str,
    path: &'a str,
    query: Vec<(&'a str, &'a str)>,
}

impl<'a> Parts<'a> {
    fn of(url: &'a str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        let at = authority.rfind('@').map_or(0, |at| at + 1);
        let (person, hosts) = authority.split_at(at);
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let query = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).collect();
        Some(Self { scheme, person, hosts, path, query })
    }

    /// The values of a parameter, one for each host; the last parameter of that name counts.
    fn listed(&self, name: &str) -> Option<Vec<String>> {
        let (_, value) = self.query.iter().rfind(|(key, _)| *key == name)?;
        let plain = value.replace("%2C", ",").replace("%2c", ",");
        Some(plain.split(',').map(str::to_owned).collect())
    }

    /// The address of one host.
    fn of_host(&self, host: &str, more: &[(&str, &str)]) -> String {
        let kept = self.query.iter().filter(|(key, _)| !PLACES.contains(key) && *key != SOUGHT);
        let all: Vec<String> = kept.chain(more).map(|(key, value)| format!("{key}={value}")).collect();
        let mark = if all.is_empty() { "" } else { "?" };
        format!("{}://{}{host}{}{mark}{}", self.scheme, self.person, self.path, all.join("&"))
    }
}

fn wrong(why: String) -> StoreError {
    StoreError::Address(why)
}

/// A host and its port as they stand before the path.
fn host_and_port(place: &str) -> (&str, &str) {
    let after = place.rfind(']').unwrap_or(0);
    match place[after..].rfind(':') {
        Some(at) => (&place[..after + at], &place[after + at + 1..]),
        None => (place, ""),
    }
}

/// Returns the addresses of the hosts that an address names, in their order: each of them as the driver reads it. One that names a single
/// host stays as it is.
pub(super) fn split(url: &str) -> Result<Vec<String>, StoreError> {
    let Some(parts) = Parts::of(url) else { return Ok(vec![url.to_owned()]) };
    let sought = parts.listed(SOUGHT);
    match sought.as_ref().map(|sought| sought.join(",")).as_deref() {
        None | Some("read-write" | "primary" | "any") => {}
        Some(_) => {
            return Err(wrong(format!("{SOUGHT}: this server writes, so leave it out or give read-write")));
        }
    }
    let [hosts, addresses, ports] = PLACES.map(|name| parts.listed(name));
    let lists = [&hosts, &addresses, &ports];
    let several = parts.hosts.contains(',')
        || lists.iter().any(|list| list.as_ref().is_some_and(|list| list.len() > 1));
    if !several && sought.is_none() {
        return Ok(vec![url.to_owned()]);
    }
    let (before, mut own): (Vec<&str>, Vec<&str>) = parts.hosts.split(',').map(host_and_port).unzip();
    let named = hosts.as_ref().or(addresses.as_ref());
    let count = named.map_or(before.len(), Vec::len);
    if named.is_some() && own.len() != count {
        // The host before the path does not count, its port does.
        own = vec![own.first().copied().unwrap_or_default(); count];
    }
    let one_for_each = |name: &str, list: usize| {
        let hosts = format!("it names {count} hosts and {list} values of {name}: give one for each host");
        wrong(if name == "port" { format!("{hosts}, or one for all") } else { hosts })
    };
    let mut all = Vec::with_capacity(count);
    for at in 0..count {
        let mut more = Vec::new();
        for (name, list) in [("host", &hosts), ("hostaddr", &addresses)] {
            let Some(list) = list else { continue };
            let value =
                list.get(at).filter(|_| list.len() == count).ok_or_else(|| one_for_each(name, list.len()))?;
            more.push((name, value.as_str()));
        }
        let port = match &ports {
            Some(list) if list.len() == 1 => list[0].as_str(),
            Some(list) if list.len() == count => list[at].as_str(),
            Some(list) => return Err(one_for_each("port", list.len())),
            None => own[at],
        };
        if !port.is_empty() {
            port.parse::<u16>().map_err(|_| wrong(format!("its port cannot be read: {}", super::ADVICE)))?;
            more.push(("port", port));
        }
        let host = if named.is_some() { "" } else { before[at] };
        let empty = more.iter().all(|(name, value)| *name == "port" || value.is_empty());
        if several && host.is_empty() && empty {
            return Err(wrong("one of its hosts is empty".to_owned()));
        }
        all.push(parts.of_host(host, &more));
    }
    Ok(all)
}
