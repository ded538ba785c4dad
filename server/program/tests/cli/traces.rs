//! Traces, as a collector gets them from the real binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::serve::serve_with;
use super::{Ran, bagarre, table};

/// A collector on a free port: gives every body it is sent.
fn collector() -> (SocketAddr, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (addr, (sender, bodies)) = (listener.local_addr().unwrap(), mpsc::channel());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, sender) = (BufReader::new(stream.unwrap()), sender.clone());
            thread::spawn(move || {
                loop {
                    let (mut first, mut length) = (String::new(), 0);
                    if stream.read_line(&mut first).unwrap_or(0) == 0 {
                        return;
                    }
                    loop {
                        let mut line = String::new();
                        stream.read_line(&mut line).unwrap();
                        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                            length = value.trim().parse().unwrap();
                        }
                        if line.trim().is_empty() {
                            break;
                        }
                    }
                    let mut body = vec![0; length];
                    stream.read_exact(&mut body).unwrap();
                    sender.send((first, body)).unwrap();
                    stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").unwrap();
                }
            });
        }
    });
    (addr, bodies)
}

#[test]
fn a_collector_gets_spans_and_nothing_that_is_secret_or_personal() {
    let (addr, bodies) = collector();
    let data = tempfile::tempdir().unwrap();
    let endpoint = format!("http://{addr}");
    let mut served = serve_with(data.path(), &[("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint)]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (player, mut secrets) = runtime.block_on(table::play(&served.host));
    secrets.extend([player.room.id.clone(), player.you.id.to_string()]);
    secrets.push(player.table.as_ref().unwrap().game.to_string());
    drop(player);
    served.terminate();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
    // What has gathered is sent before the end.
    let (mut all, start) = (Vec::new(), Instant::now());
    while let Ok((first, body)) =
        bodies.recv_timeout(Duration::from_millis(if all.is_empty() { 60_000 } else { 0 }))
    {
        assert!(first.starts_with("POST /v1/traces "), "{first}");
        all.extend(body);
        assert!(start.elapsed() < Duration::from_mins(1));
    }
    let text = String::from_utf8_lossy(&all);
    for word in ["bagarre", "request", "/api/rooms", "command", "judge", "commit", "wake", "toy"] {
        assert!(text.contains(word), "no {word}");
    }
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret}");
    }
}

#[test]
fn a_collector_that_cannot_be_reached_that_way_is_one_line() {
    let data = tempfile::tempdir().unwrap();
    let ran: Ran = bagarre()
        .env("BAGARRE_DATA", data.path())
        .env("BAGARRE_ADDR", "127.0.0.1:0")
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.example")
        .output()
        .unwrap()
        .into();
    ran.failed(2, "OTEL_EXPORTER_OTLP_ENDPOINT");
}
