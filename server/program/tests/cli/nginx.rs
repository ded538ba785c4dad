//! The examples of docs/hosting.md, in a real nginx.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use bagarre_tests::player;
use serde_json::Value;
use tempfile::TempDir;

use super::serve::{Served, ask, get, post, serve_with};
use super::table;

/// The first lines of a proxy in the documentation.
pub(super) fn example(proxy: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/hosting.md");
    let page = fs::read_to_string(page).unwrap();
    page.split(&format!("```{proxy}\n")).nth(1).unwrap().split("```").next().unwrap().to_owned()
}

/// An nginx of its own; ended when the test ends.
struct Nginx {
    child: Child,
    _prefix: TempDir,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

pub(super) fn free_port() -> u16 {
    TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port()
}

/// A server, and nginx in front of it with the example less the lines that hold any of some words. Returns the host of nginx.
fn behind_nginx(data: &Path, without: &[&str], public: bool) -> (Served, Nginx, String) {
    let (front, back) = (format!("127.0.0.1:{}", free_port()), format!("127.0.0.1:{}", free_port()));
    let url = format!("http://{front}");
    let settings = [
        ("BAGARRE_ADDR", &*back),
        ("BAGARRE_TRUST_PROXY", "1"),
        ("BAGARRE_PUBLIC_URL", if public { &url } else { "" }),
    ];
    let served = serve_with(data, &settings);
    let mut lines = example("nginx");
    for (old, new) in
        [("listen 443 ssl;", format!("listen {front};")), ("http://127.0.0.1:8080", format!("http://{back}"))]
    {
        assert!(lines.contains(old), "{old}");
        lines = lines.replace(old, &new);
    }
    let kept = |line: &&str| {
        let words = line.trim_start();
        !words.starts_with("ssl_") && !without.iter().any(|start| words.starts_with(start))
    };
    let lines = lines.lines().filter(kept).collect::<Vec<_>>().join("\n");
    let prefix = tempfile::tempdir().unwrap();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {}/{name};", prefix.path().display()))
        .join("\n");
    let user = if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        "user root;"
    } else {
        ""
    };
    let whole = format!(
        "daemon off;\nworker_processes 1;\n{user}\npid {}/nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}\n{lines}\n}}\n",
        prefix.path().display()
    );
    let file = prefix.path().join("nginx.conf");
    fs::write(&file, whole).unwrap();
    let program =
        ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"];
    let program = program.into_iter().find(|path| Path::new(path).exists()).unwrap_or("nginx");
    let child = Command::new(program)
        .arg("-p")
        .arg(prefix.path())
        .arg("-c")
        .arg(&file)
        .args(["-e", "stderr"])
        .stdout(Stdio::null())
        .spawn()
        .expect("nginx is here: scripts/prepare installs it");
    let mut nginx = Nginx { child, _prefix: prefix };
    while std::net::TcpStream::connect(&front).is_err() {
        assert!(nginx.child.try_wait().unwrap().is_none(), "nginx has ended");
        std::thread::yield_now();
    }
    (served, nginx, front)
}

pub(super) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Why a socket is not opened from a page at the address of nginx: status and body.
fn refused(front: &str, token: &str) -> (u16, Value) {
    runtime().block_on(player::refused(front.parse().unwrap(), token, &format!("http://{front}")))
}

#[test]
fn a_game_is_played_through_thenginx_of_the_documentation() {
    let data = tempfile::tempdir().unwrap();
    let (served, _nginx, front) = behind_nginx(data.path(), &[], true);
    assert!(get(&front, "/healthz").contains(" 200 "));
    let (player, _) = runtime().block_on(table::play(&front));
    assert_eq!(player.addr().to_string(), front);
    assert!(!served.log().contains("WARN"), "{}", served.log());
}

#[test]
fn annginx_that_passes_no_upgrade_on_is_told_so() {
    let data = tempfile::tempdir().unwrap();
    let without = ["proxy_http_version", "proxy_set_header Upgrade", "proxy_set_header Connection"];
    let (served, nginx, front) = behind_nginx(data.path(), &without, true);
    let token = table::enter(&front, "Lulu");
    for _ in 0..3 {
        let (status, body) = refused(&front, &token);
        assert_eq!((status, &body["code"]), (426, &Value::from("http.upgrade")), "{body}");
        assert!(body["words"].as_str().unwrap().contains("Upgrade"), "{body}");
    }
    let log = served.log();
    assert_eq!(log.matches("proxy_set_header Upgrade $http_upgrade").count(), 1, "{log}");
    drop((served, nginx));
    // One that only lacks the header's lines speaks HTTP/1.1 to the server.
    let data = tempfile::tempdir().unwrap();
    let (served, _nginx, front) = behind_nginx(data.path(), &without[1..], true);
    let (status, body) = refused(&front, &table::enter(&front, "Lulu"));
    assert!(status == 426 && body["words"].as_str().unwrap().contains("Upgrade: websocket"), "{body}");
    assert_eq!(served.log().matches("missing=\"Upgrade: websocket\"").count(), 1, "{}", served.log());
}

#[test]
fn annginx_that_passes_no_host_on_needs_the_public_address() {
    let data = tempfile::tempdir().unwrap();
    let (served, nginx, front) = behind_nginx(data.path(), &["proxy_set_header Host"], false);
    let token = table::enter(&front, "Lulu");
    let setting = format!("BAGARRE_PUBLIC_URL=http://{front}");
    let (status, body) = refused(&front, &token);
    assert!(status == 403 && body["words"].as_str().unwrap().contains(&setting), "{body}");
    let origin = format!("\r\nOrigin: http://{front}\r\n");
    let changed = ask(&front, &post(&front, "/api/me", r#"{"name":"Lulu"}"#).replacen("\r\n", &origin, 1));
    assert!(changed.contains(" 403 ") && changed.contains(&setting), "{changed}");
    let log = served.log();
    assert_eq!(log.matches("a page of another origin was refused").count(), 1, "{log}");
    drop((served, nginx));
    let data = tempfile::tempdir().unwrap();
    let (_served, _nginx, front) = behind_nginx(data.path(), &["proxy_set_header Host"], true);
    runtime().block_on(table::play(&front));
}
