use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use super::{Ran, bagarre, run};

/// A server of its own: free ports, its own data; ended when the test ends.
struct Served {
    child: Child,
    host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // Already gone when the test ended it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &std::path::Path) -> Served {
    let mut child = bagarre()
        .env("BAGARRE_DATA", data)
        .env("BAGARRE_ADDR", "127.0.0.1:0")
        .env("DATABASE_URL", "")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    Served { child, host }
}

fn get(host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn without_a_word_it_serves_and_ends_in_order_when_told() {
    let data = tempfile::tempdir().unwrap();
    let mut served = serve(data.path());
    assert!(get(&served.host, "/healthz").starts_with("HTTP/1.0 200"));
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    assert!(!get(&served.host, "/metrics").contains("# TYPE"), "metrics are for the operator alone");
    let told = Command::new("kill").args(["-TERM", &served.child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    assert!(data.path().join("bagarre.db").exists());
}

#[test]
fn an_address_in_use_is_one_line_and_code_2() {
    let data = tempfile::tempdir().unwrap();
    let served = serve(data.path());
    let folder = tempfile::tempdir().unwrap();
    let second: Ran = bagarre()
        .env("BAGARRE_DATA", folder.path())
        .args(["serve", "--addr", &served.host])
        .output()
        .unwrap()
        .into();
    second.failed(2, &served.host);
}

#[test]
fn migrate_makes_the_tables_and_export_knows_what_is_not_there() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let migrated = run(&["migrate", "--data", folder]);
    assert_eq!(migrated.code, 0, "{}", migrated.err);
    assert!(data.path().join("bagarre.db").exists());
    let game = "79e03c70-8550-4573-b081-add2fdff0559";
    run(&["export", game, "--data", folder]).failed(2, game);
}

#[test]
fn a_database_that_cannot_be_opened_is_told_without_its_password() {
    let ran = run(&["migrate", "--database-url", "postgres://bagarre:hunter2@127.0.0.1:nowhere/bagarre"]);
    ran.failed(1, "database");
    assert!(!ran.err.contains("hunter2"), "{}", ran.err);
}
