//! The example of docs/hosting.md, in a real Caddy.

use std::fs;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::yield_now;

use tempfile::TempDir;

use super::nginx::{example, free_port, runtime};
use super::serve::{get, serve_with};
use super::table;

/// A Caddy of its own; ended when the test ends.
struct Caddy {
    child: Child,
    _home: TempDir,
}

impl Drop for Caddy {
    fn drop(&mut self) {
        // Already gone when it could not start.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How often another port is tried when another process has taken the one that was free.
const TRIES: usize = 10;

impl Caddy {
    /// Starts the example, without certificates, before a server. None when the port has been taken meanwhile.
    fn start(front: &str, back: &str) -> Option<Self> {
        let mut lines = example("caddy");
        for (old, new) in
            [("bagarre.example {", format!("http://{front} {{")), ("127.0.0.1:8080", back.to_owned())]
        {
            assert!(lines.contains(old), "{old}");
            lines = lines.replace(old, &new);
        }
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("Caddyfile");
        fs::write(&file, format!("{{\n\tadmin off\n\tauto_https off\n}}\n{lines}")).unwrap();
        let mut command = Command::new("caddy");
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
        command.env("HOME", home.path()).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        let spawned = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = spawned.expect("Caddy is here: scripts/prepare installs it");
        let mut caddy = Self { child, _home: home };
        while TcpStream::connect(front).is_err() {
            if caddy.child.try_wait().unwrap().is_some() {
                return None;
            }
            yield_now();
        }
        Some(caddy)
    }
}

#[test]
fn a_game_is_played_through_the_caddy_of_the_documentation() {
    let data = tempfile::tempdir().unwrap();
    // It passes the host on, so that no public address is needed.
    let served = serve_with(data.path(), &[("BAGARRE_TRUST_PROXY", "1")]);
    let mut ports = (0..TRIES).map(|_| format!("127.0.0.1:{}", free_port()));
    let started = ports.find_map(|front| Some((Caddy::start(&front, &served.host)?, front)));
    let (_caddy, front) = started.expect("Caddy takes the lines of the documentation");
    assert!(get(&front, "/healthz").contains(" 200 "));
    let (player, _) = runtime().block_on(table::play(&front));
    assert_eq!(player.addr().to_string(), front);
    assert!(!served.log().contains("WARN"), "{}", served.log());
}
