//! The home page: its address, told to callers that wait for it, and opened where that is wanted.

use std::error::Error;
use std::io::{self, Write};
use std::net::SocketAddr;

use bagarre_server::origin::Origin;

use super::failure::Failure;

/// Returns the address of the home page of a server that listens at `addr`: the public one if there is one.
pub(super) fn address(addr: SocketAddr, public: Option<&Origin>) -> String {
    match public {
        Some(public) => format!("{public}/"),
        None if addr.ip().is_unspecified() => format!("http://localhost:{}/", addr.port()),
        None => format!("http://{addr}/"),
    }
}

/// Prints the address to open, for a person or a script that waits for it.
pub(super) fn announce(home: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "Bagarre is open: {home}  (Ctrl-C closes it)")?;
    out.flush().map_err(Failure::from)
}

/// Opens the home page in the browser that `BROWSER` names, or else in that of the desktop. Returns at once; where it cannot be opened, the
/// log says so.
pub(super) fn open_in_browser(home: String) {
    tokio::task::spawn_blocking(move || {
        if let Err(why) = opener::open_browser(&home) {
            tracing::warn!(%home, why = %reasons(&why), "no browser could be opened: open the address yourself");
        }
    });
}

/// An error and what caused it, in one line.
fn reasons(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", reasons(cause)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_one_that_a_browser_can_open() {
        let public: Origin = "https://bagarre.example".parse().unwrap();
        for (addr, public, home) in [
            ("127.0.0.1:8080", None, "http://127.0.0.1:8080/"),
            ("0.0.0.0:8080", None, "http://localhost:8080/"),
            ("[::]:80", None, "http://localhost:80/"),
            ("[::1]:8080", None, "http://[::1]:8080/"),
            ("0.0.0.0:8080", Some(&public), "https://bagarre.example/"),
        ] {
            assert_eq!(address(addr.parse().unwrap(), public), home);
        }
    }
}
