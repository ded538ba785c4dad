//! The address of a database, as people write it.

use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;

use crate::store::error::StoreError;

mod hosts;

/// What to do about an address that cannot be read.
const ADVICE: &str = "percent-encode what is special in the password (/ is %2F, # is %23, ? is %3F, : is %3A, @ is %40, % is %25), \
    or leave it out and give it in PGPASSWORD";

/// Reads an address that may name several hosts: how each of them is reached, in their order.
pub(super) fn read_all(url: &str) -> Result<Vec<PgConnectOptions>, StoreError> {
    hosts::split(url)?.iter().map(|one| read(one)).collect()
}

/// Reads an address of one host. Says what is wrong with it, and nothing of what it holds.
fn read(url: &str) -> Result<PgConnectOptions, StoreError> {
    let wrong = |why: String| StoreError::Address(why);
    let (scheme, rest) =
        url.split_once(':').ok_or_else(|| wrong("give all of it, beginning with postgres://".to_owned()))?;
    match &*scheme.to_ascii_lowercase() {
        "postgres" | "postgresql" if rest.starts_with("//") => {}
        "sqlite" | "file" => {
            return Err(wrong(format!(
                "{scheme}: is not PostgreSQL. Games are kept in an SQLite file without any address: leave DATABASE_URL out, and \
                 give the folder of the file as BAGARRE_DATA"
            )));
        }
        other
            if rest.starts_with("//")
                && other.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)) =>
        {
            return Err(wrong(format!("{other}: is not PostgreSQL: it has to begin with postgres://")));
        }
        _ => return Err(wrong("it has to begin with postgres://".to_owned())),
    }
    PgConnectOptions::from_str(&with_host(url)).map_err(|why| {
        // What could not be read may be a part of the password.
        let why =
            if why.to_string().contains("port") { "its port cannot be read" } else { "it cannot be read" };
        wrong(format!("{why}: {ADVICE}"))
    })
}

/// The same address with a host where a name and a password stand before none, as in `postgres://me:secret@/bar?host=/run/postgresql`: a
/// URL cannot have the one without the other, and the host in the query counts.
fn with_host(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    match authority.rsplit_once('@') {
        Some((person, host)) if host.is_empty() || host.starts_with(':') => {
            format!("{scheme}://{person}@localhost{host}{path}")
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_of_an_address_are_read() {
        for (url, host, socket) in [
            ("postgres://me:secret@db.example:5433/bar", "db.example", None),
            ("postgresql://me@db.example/bar?sslmode=require", "db.example", None),
            ("POSTGRES://me:p%2Fs%23s@db.example/bar", "db.example", None),
            ("postgres://me:secret@/bar?host=/run/postgresql", "localhost", Some("/run/postgresql")),
            ("postgres://me@:5433/bar?host=/run/postgresql", "localhost", Some("/run/postgresql")),
            ("postgres:///bar?host=/run/postgresql&user=me", "", Some("/run/postgresql")),
            ("postgres://me:secret@%2Frun%2Fpostgresql/bar", "", Some("/run/postgresql")),
        ] {
            let read = read(url).unwrap();
            assert_eq!(read.get_database(), Some("bar"), "{url}");
            assert_eq!(read.get_socket().map(|path| path.to_str().unwrap()), socket, "{url}");
            if !host.is_empty() {
                assert_eq!(read.get_host(), host, "{url}");
            }
        }
    }

    #[test]
    fn every_host_of_an_address_is_read() {
        let two = [("h1", 5433, None), ("h2", 5434, None)];
        let sockets = [("localhost", 5433, Some("/run/a")), ("localhost", 5433, Some("/run/b"))];
        for (url, expected) in [
            ("postgres://me:s%2Fc@h1:5433,h2:5434/bar", two),
            ("postgres://me@h1:5433,h2:5434/bar?target_session_attrs=read-write&sslmode=disable", two),
            ("postgresql:///bar?host=h1,h2&port=5433,5434&user=me", two),
            ("postgres://me@other/bar?host=h1%2Ch2&port=5433%2c5434", two),
            ("postgres://me@h1:1,h2:2/bar?port=5433,5434", two),
            ("postgres://me@h1,h2:5434/bar?port=5433", [two[0], ("h2", 5433, None)]),
            ("postgres://me@[::1]:5433,[::2]:5434/bar", [("[::1]", 5433, None), ("[::2]", 5434, None)]),
            ("postgres://me@:5433/bar?host=/run/a,/run/b", sockets),
            ("postgres://me@/bar?port=5433&host=/run/a,/run/b", sockets),
        ] {
            let read = read_all(url).unwrap();
            let places = read.iter().map(|one| (one.get_host(), one.get_port(), one.get_socket()));
            let expected = expected.map(|(host, port, socket)| {
                (host, port, socket.map(std::path::Path::new).map(std::path::Path::to_owned))
            });
            let places: Vec<_> = places.map(|(host, port, socket)| (host, port, socket.cloned())).collect();
            assert_eq!(places, expected, "{url}");
            assert!(
                read.iter().all(|one| one.get_database() == Some("bar") && one.get_username() == "me"),
                "{url}"
            );
        }
        let one = read_all("postgres://me@h1:5433/bar?target_session_attrs=read-write").unwrap();
        assert_eq!((one.len(), one[0].get_host(), one[0].get_port()), (1, "h1", 5433));
    }

    #[test]
    fn what_is_wrong_with_a_list_of_hosts_is_told_without_its_password() {
        for (url, word) in [
            ("postgres://me:hunter2@h1,h2,h3/bar?port=1,2", "3 hosts and 2 values of port"),
            ("postgres://me:hunter2@h1,h2/bar?target_session_attrs=standby", "read-write"),
            ("postgres://me:hunter2@h1,/bar", "one of its hosts is empty"),
            ("postgres://me:hunter2@h1,h2:nowhere/bar", "port"),
            (
                "postgres:///bar?user=me&password=hunter2&host=h1,h2&hostaddr=10.0.0.1",
                "2 hosts and 1 values of hostaddr",
            ),
        ] {
            let why = read_all(url).unwrap_err().to_string();
            assert!(why.contains(word) && !why.contains("hunter2"), "{url}: {why}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_without_its_password() {
        for (url, word) in [
            ("mysql://me:hunter2@db.example/bar", "mysql: is not PostgreSQL"),
            ("MariaDB://me:hunter2@db.example/bar", "mariadb: is not PostgreSQL"),
            ("sqlite:///data/hunter2.db", "BAGARRE_DATA"),
            ("/data/hunter2.db", "postgres://"),
            ("me:hunter2@db.example/bar", "postgres://"),
            ("postgres:me:hunter2", "postgres://"),
            ("postgres://me:hunter2/x@db.example/bar", "percent-encode"),
            ("postgres://me:hunter2#x@db.example/bar", "percent-encode"),
            ("postgres://me:hunter2:x?x@db.example/bar", "PGPASSWORD"),
            ("postgres://me:hunter2@db.example:nowhere/bar", "port"),
        ] {
            let why = read(url).unwrap_err().to_string();
            assert!(why.contains(word) && !why.contains("hunter2"), "{url}: {why}");
        }
    }
}
