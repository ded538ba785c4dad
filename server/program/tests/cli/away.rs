//! A database that answers no longer, between the real binary and a real PostgreSQL.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use bagarre_tests::postgres;

use super::serve::{get, post, serve_with};
use super::{Ran, bagarre};

/// What carries bytes to a PostgreSQL, until it swallows them: connections stay open and nothing is answered.
struct Swallower {
    gate: Arc<Gate>,
}

#[derive(Default)]
struct Gate {
    shut: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    /// Waits while it is shut.
    fn pass(&self) {
        let mut shut = self.shut.lock().unwrap();
        while *shut {
            shut = self.opened.wait(shut).unwrap();
        }
    }
}

impl Swallower {
    /// In front of the server of this URL, which is reached by a Unix socket.
    fn before(url: &str) -> (Self, String) {
        let (folder, name) = url.strip_prefix("postgres://postgres@").unwrap().split_once('/').unwrap();
        let socket = PathBuf::from(folder.replace("%2F", "/")).join(".s.PGSQL.5432");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (addr, gate) = (listener.local_addr().unwrap(), Arc::new(Gate::default()));
        let keeper = gate.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let gate = keeper.clone();
                let (Ok(client), Ok(server)) = (client, UnixStream::connect(&socket)) else { continue };
                let (there, back) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let other = gate.clone();
                thread::spawn(move || carry(there, server, &gate));
                thread::spawn(move || carry(back, client, &other));
            }
        });
        (Self { gate }, format!("postgres://postgres@{addr}/{name}"))
    }

    fn swallow(&self) {
        *self.gate.shut.lock().unwrap() = true;
    }
}

impl Drop for Swallower {
    fn drop(&mut self) {
        *self.gate.shut.lock().unwrap() = false;
        self.gate.opened.notify_all();
    }
}

/// Carries bytes one way, until one side hangs up or both are let go.
fn carry(mut from: impl Read, mut to: impl Write, gate: &Gate) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        gate.pass();
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
}

#[test]
fn it_ends_within_ten_seconds_of_being_told_though_the_database_is_away() {
    let cluster = postgres::shared();
    let data = tempfile::tempdir().unwrap();
    let (swallower, url) = Swallower::before(&cluster.database());
    let mut served = serve_with(data.path(), &[("DATABASE_URL", &url)]);
    assert!(get(&served.host, "/readyz").starts_with("HTTP/1.0 200"));
    swallower.swallow();
    // A request waits for what the database does not answer.
    let host = served.host.clone();
    let (told, asked) = mpsc::channel();
    let waiting = thread::spawn(move || {
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "{}", post(&host, "/api/me", r#"{"name":"Zoé"}"#)).unwrap();
        told.send(()).unwrap();
        let mut answer = Vec::new();
        // Cut off when the server ends, or answered that it is away.
        let _ = stream.read_to_end(&mut answer);
    });
    asked.recv().unwrap();
    let told = Instant::now();
    served.terminate();
    served.ends_within(Duration::from_mins(1));
    let took = told.elapsed();
    assert!(took < Duration::from_secs(10), "{took:?}");
    waiting.join().unwrap();
}

#[test]
fn it_does_not_start_without_its_database_and_says_so_within_seconds() {
    let cluster = postgres::shared();
    let (swallower, url) = Swallower::before(&cluster.database());
    swallower.swallow();
    let shut = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = format!("postgres://postgres:hunter2@{shut}/bagarre");
    for url in [url, nobody] {
        let data = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let ran: Ran = bagarre()
            .env("BAGARRE_DATA", data.path())
            .env("BAGARRE_ADDR", "127.0.0.1:0")
            .env("BAGARRE_LOG", "off")
            .env("DATABASE_URL", &url)
            .output()
            .unwrap()
            .into();
        assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
        ran.failed(1, "the database does not answer");
        assert!(!ran.err.contains("hunter2"), "{}", ran.err);
        assert_eq!(ran.out, "", "nobody is told that it is open");
    }
    drop(swallower);
}
