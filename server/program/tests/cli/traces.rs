//! Traces, as a collector gets them from the real binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use bagarre_protocol::socket::Answer;
use bagarre_tests::{nats, postgres};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

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

/// What has come to a collector: what has gathered is sent before a server ends.
fn sent(bodies: &Receiver<(String, Vec<u8>)>) -> Vec<Vec<u8>> {
    let (mut all, start) = (Vec::new(), Instant::now());
    while let Ok((first, body)) =
        bodies.recv_timeout(Duration::from_millis(if all.is_empty() { 60_000 } else { 0 }))
    {
        assert!(first.starts_with("POST /v1/traces "), "{first}");
        all.push(body);
        assert!(start.elapsed() < Duration::from_mins(1));
    }
    all
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
    let all = sent(&bodies).concat();
    let text = String::from_utf8_lossy(&all);
    for word in ["bagarre", "request", "/api/rooms", "command", "judge", "commit", "wake", "toy"] {
        assert!(text.contains(word), "no {word}");
    }
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret}");
    }
}

/// Returns the spans of a name that a server has sent.
fn spans(bodies: &[Vec<u8>], name: &str) -> Vec<Span> {
    let requests = bodies.iter().map(|body| ExportTraceServiceRequest::decode(&body[..]).unwrap());
    let scopes = requests.flat_map(|request| request.resource_spans).flat_map(|one| one.scope_spans);
    scopes.flat_map(|scope| scope.spans).filter(|span| span.name == name).collect()
}

/// A command that comes over the bus is a part of the trace that the server of the socket has begun.
#[test]
fn the_trace_of_a_command_goes_on_at_the_server_of_its_room() {
    let (postgres, nats) = (postgres::shared(), nats::shared());
    let (database, nats) = (postgres.database(), nats.url());
    let data = tempfile::tempdir().unwrap();
    let [(holder, at_holder), (other, at_other)] = [(); 2].map(|()| {
        let (addr, bodies) = collector();
        let endpoint = format!("http://{addr}");
        let settings = [
            ("OTEL_EXPORTER_OTLP_ENDPOINT", &*endpoint),
            ("DATABASE_URL", &database),
            ("BAGARRE_NATS_URL", &nats),
        ];
        (serve_with(data.path(), &settings), bodies)
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut player, _) = table::play(&holder.host).await;
        player.come_back(other.host.parse().unwrap()).await;
        player.until_asked().await;
        let answer = player.command(&serde_json::json!({ "bid": 3 })).await;
        assert!(matches!(answer, Answer::Applied { .. }), "{answer:?}");
    });
    for mut served in [other, holder] {
        served.terminate();
        assert_eq!(served.child.wait().unwrap().code(), Some(0));
    }
    let relayed = spans(&sent(&at_other), "relay");
    let judged = spans(&sent(&at_holder), "command");
    assert_eq!(relayed.len(), 1, "{relayed:?}");
    let below = |span: &&Span| span.parent_span_id == relayed[0].span_id;
    let [below] = judged.iter().filter(below).collect::<Vec<_>>()[..] else { panic!("{judged:?}") };
    assert_eq!(below.trace_id, relayed[0].trace_id);
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
