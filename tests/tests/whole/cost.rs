//! What outside input costs. Processor time of the thread grows with the length of the input and not with its square,
//! for every body of the API, every message of a socket and every file that is checked, for every shape of the JSON.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode, header};
use bagarre_protocol::socket::ClientMessage;
use bagarre_server::app::App;
use bagarre_server::config::{Config, Limits};
use bagarre_server::fair::canonical_text;
use bagarre_server::http;
use bagarre_server::referee::{Shows, play};
use bagarre_server::verify::{self, Known};
use bagarre_server::world::World;
use bagarre_tests::memory::MemoryStore;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// The longest input, in bytes: the limit of a body and of a frame.
const LONG: usize = 64 * 1024;
/// Room for what stands around a shape.
const FRAME: usize = 4 * 1024;
/// What costs less than this is not compared: with 65,536 bytes even one step of a nanosecond for each pair of them costs seconds.
const CHEAP: Duration = Duration::from_millis(8);
/// Measurements of one input at most. The smallest counts.
const MEASUREMENTS: usize = 6;
/// The most that input of twice the length may cost.
const GROWTH: u32 = 3;

/// Shapes of JSON: a name, what stands before, what is repeated, and what stands after. Many are not JSON at all.
const SHAPES: &[(&str, &str, &str, &str)] = &[
    ("zeros", "", "0", ""),
    ("zeros in a text", "\"", "0", "\""),
    ("a fraction of zeros", "1.", "0", ""),
    ("a fraction that is none", "1.", "0", "5"),
    ("zeros behind dots", "1", ".0", ""),
    ("numbers with fractions", "[1.0", ",1.0", "]"),
    ("short fractions of zeros", "[1.000000000", ",1.000000000", "]"),
    ("digits", "", "7", ""),
    ("digits in a text", "\"", "7", "\""),
    ("decimals", "1.", "7", ""),
    ("dots", "", ".", ""),
    ("dots in a text", "\"", ".", "\""),
    ("minus signs", "", "-", ""),
    ("exponents", "1", "e1", ""),
    ("a long exponent", "1e", "9", ""),
    ("a long exponent of zeros", "1e", "0", ""),
    ("backslashes", "\"", "\\\\", "\""),
    ("backslashes outside of a text", "", "\\", ""),
    ("escaped quotes", "\"", "\\\"", "\""),
    ("quotes", "", "\"", ""),
    ("unicode escapes", "\"", "\\u0041", "\""),
    ("halves of surrogates", "\"", "\\ud800", "\""),
    ("pairs of surrogates", "\"", "\\ud83e\\udd4a", "\""),
    ("accents apart", "\"", "e\u{301}", "\""),
    ("accents on one letter", "\"e", "\u{301}\u{323}", "\""),
    ("escaped accents on one letter", "\"e", "\\u0301", "\""),
    ("joined emoji", "\"👩", "\u{200d}👩", "\""),
    ("invisible letters", "\"", "\u{200b}", "\""),
    ("two scripts", "\"", "aа", "\""),
    ("words", "\"a", " a", "\""),
    ("blanks", "", " ", "1"),
    ("line ends in a text", "\"", "\\n", "\""),
    ("opened lists", "", "[", ""),
    ("closed lists", "", "]", ""),
    ("opened objects", "", "{\"a\":", ""),
    ("empty lists", "[[]", ",[]", "]"),
    ("empty objects", "[{}", ",{}", "]"),
    ("empty texts", "[\"\"", ",\"\"", "]"),
    ("nulls", "[null", ",null", "]"),
    ("commas", "[", ",", "]"),
    ("colons", "{", ":", "}"),
    ("a long key", "{\"", "k", "\":1}"),
    ("one key again and again", "{\"a\":1", ",\"a\":1", "}"),
    ("one key with fractions", "{\"a\":1.0", ",\"a\":1.0", "}"),
];

/// Shapes that a repeated part does not make.
fn others(length: usize) -> Vec<(&'static str, String)> {
    let keys = |key: &dyn Fn(usize) -> String| {
        let mut members = Vec::new();
        while members.len() * members.first().map_or(1, String::len) < length {
            members.push(format!("\"{}\":1,", key(members.len() % 1000 + 1000)));
        }
        format!("{{{}\"k\":1}}", members.concat())
    };
    let nested = length / 2;
    vec![
        ("many keys", keys(&|n| format!("k{n}"))),
        ("many keys that begin alike", keys(&|n| format!("{}{n}", "k".repeat(40)))),
        ("lists inside each other", "[".repeat(nested) + &"]".repeat(nested)),
        ("lists as deep as may be", {
            let deep = "[".repeat(100) + &"]".repeat(100);
            format!("[{}]", vec![deep; length / 201].join(","))
        }),
    ]
}

/// All shapes, of about this length.
fn shapes(length: usize) -> Vec<(&'static str, String)> {
    let made = SHAPES.iter().map(|(name, before, part, after)| {
        (*name, format!("{before}{}{after}", part.repeat((length - before.len() - after.len()) / part.len())))
    });
    made.chain(others(length)).collect()
}

fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

fn timed(work: &mut dyn FnMut()) -> Duration {
    let before = thread_time();
    work();
    thread_time().saturating_sub(before)
}

/// Compares the cost of long input with that of input half as long.
fn compare(what: &str, long: &mut dyn FnMut(), half: &mut dyn FnMut()) {
    let (mut most, mut least) = (Duration::MAX, Duration::MAX);
    for _ in 0..MEASUREMENTS {
        most = most.min(timed(long));
        if most < CHEAP {
            return;
        }
        least = least.min(timed(half));
        if most <= least * GROWTH {
            return;
        }
    }
    panic!("{what}: {most:?} for {LONG} bytes, {least:?} for half of them");
}

/// Compares the costs of one kind of input in all shapes.
fn compare_shapes(what: &str, mut read: impl FnMut(&str)) {
    let (long, half) = (shapes(LONG - FRAME), shapes(LONG / 2 - FRAME / 2));
    for ((name, long), (_, half)) in long.iter().zip(&half) {
        let read = std::cell::RefCell::new(&mut read);
        compare(&format!("{what}, {name}"), &mut || read.borrow_mut()(long), &mut || read.borrow_mut()(half));
    }
}

/// A value that fits a schema, as far as its types go.
fn sample(document: &Value, schema: &Value, depth: u32) -> Value {
    if depth == 0 {
        return Value::Null;
    }
    let inner = |schema: &Value| sample(document, schema, depth - 1);
    if let Some(reference) = schema["$ref"].as_str() {
        return inner(document.pointer(reference.trim_start_matches('#')).unwrap());
    }
    if let Some(fixed) = schema.get("const").or_else(|| schema["enum"].get(0)) {
        return fixed.clone();
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(first) = schema[choice].get(0) {
            return inner(first);
        }
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => {
            let fields = schema["properties"].as_object().into_iter().flatten();
            Value::Object(fields.map(|(name, field)| (name.clone(), inner(field))).collect::<Map<_, _>>())
        }
        Some("array") => Value::Array(Vec::new()),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        Some("boolean") => json!(true),
        Some("string") if schema["format"] == "uuid" => json!("6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c11"),
        Some("string") => json!("baston"),
        _ => json!({}),
    }
}

/// Marks the place of a shape in a body.
const HERE: &str = "\"HERE\"";

/// A sample with the mark in place of each of its parts in turn; the whole body first.
fn places(sample: &Value, into: &mut Vec<String>, whole: &dyn Fn(Value) -> Value) {
    into.push(whole(json!("HERE")).to_string());
    if let Value::Object(fields) = sample {
        for (name, field) in fields {
            let with = |part: Value| {
                let mut fields = fields.clone();
                fields.insert(name.clone(), part);
                whole(Value::Object(fields))
            };
            places(field, into, &with);
        }
    }
}

struct Operation {
    method: String,
    path: String,
    bodies: Vec<String>,
}

/// Every operation that takes a body, from the description that the router is made of.
fn operations(document: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            let mut bodies = Vec::new();
            places(&sample(document, schema, 6), &mut bodies, &|value| value);
            let name = |part: &str| match part {
                "{ruleset}" => "generik".to_owned(),
                "{campaign}" | "{room}" => "a".repeat(10),
                "{work}" => "0".repeat(16),
                "{device}" => "0".repeat(24),
                part if part.starts_with('{') => "6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c11".to_owned(),
                part => part.to_owned(),
            };
            let path = path.split('/').map(name).collect::<Vec<_>>().join("/");
            found.push(Operation { method: method.to_uppercase(), path, bodies });
        }
    }
    found
}

async fn ask(router: &Router, method: &str, path: &str, cookie: &str, body: String) -> (StatusCode, Vec<u8>) {
    let peer = SocketAddr::from(([10, 0, 0, 1], 4000));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::COOKIE, cookie)
        .extension(ConnectInfo(peer))
        .body(Body::from(body))
        .unwrap();
    let answer = router.clone().oneshot(request).await.unwrap();
    let status = answer.status();
    (status, to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec())
}

/// A server on this thread alone.
async fn server(data: &std::path::Path) -> (Router, String) {
    let limits = Limits {
        http_rate: u32::MAX,
        http_burst: u32::MAX,
        http_change_rate: u32::MAX,
        http_change_burst: u32::MAX,
        ..Limits::default()
    };
    let world = World::simulated(1);
    let store = Arc::new(MemoryStore::new(world.clone()));
    let config = Config { world, ..Config::local(data, limits) };
    let app = App::start_with(store, config, CancellationToken::new()).await.unwrap();
    let (_, token) = app.new_guest("Raymond").await.unwrap();
    (http::router(&app), format!("{}={}", app.cookie(), token.0))
}

#[test]
fn bodies_cost_no_more_than_their_length() {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let data = tempfile::tempdir().unwrap();
    let (router, cookie) = runtime.block_on(server(data.path()));
    let (status, document) =
        runtime.block_on(ask(&router, "GET", "/api/openapi.json", &cookie, String::new()));
    assert_eq!(status, StatusCode::OK);
    let operations = operations(&serde_json::from_slice(&document).unwrap());
    assert!(operations.len() > 20, "{}", operations.len());
    let (long, half) = (shapes(LONG - FRAME), shapes(LONG / 2 - FRAME / 2));
    for Operation { method, path, bodies } in &operations {
        for place in bodies {
            for ((name, long), (_, half)) in long.iter().zip(&half) {
                let send = |shape: &str| {
                    let body = place.replace(HERE, shape);
                    assert!(body.len() <= LONG);
                    let (status, _) = runtime.block_on(ask(&router, method, path, &cookie, body));
                    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "{method} {path}");
                    assert_ne!(status, StatusCode::PAYLOAD_TOO_LARGE, "{method} {path}");
                };
                let what = format!("{method} {path} {place}, {name}");
                compare(&what, &mut || send(long), &mut || send(half));
            }
        }
    }
}

#[test]
fn messages_of_a_socket_cost_no_more_than_their_length() {
    let id = "6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c11";
    for place in [
        HERE.to_owned(),
        json!({ "t": "command", "id": id, "command": "HERE" }).to_string(),
        json!({ "t": "draft", "seq": 1, "draft": { "do": "answer", "choice": "HERE" } }).to_string(),
        json!({ "t": "chat", "id": id, "text": "HERE" }).to_string(),
        json!({ "t": "act", "id": id, "action": { "do": "bring", "band": "HERE" } }).to_string(),
        json!({ "t": "HERE", "id": id }).to_string(),
    ] {
        compare_shapes(&place, |shape| drop(ClientMessage::read(&place.replace(HERE, shape))));
    }
}

#[test]
fn digests_files_and_scripts_cost_no_more_than_their_length() {
    compare_shapes("canonical JSON", |shape| drop(canonical_text(shape)));
    let position = json!({ "ruleset": "baston", "position": "HERE", "dice": [], "steps": [] }).to_string();
    let steps = json!({ "ruleset": "baston", "dice": [], "steps": "HERE" }).to_string();
    for script in [HERE, &position, &steps] {
        compare_shapes(script, |shape| {
            let script = script.replace(HERE, shape);
            drop(play(&script, Shows::Everything, &mut Vec::new(), &mut Vec::new()));
        });
    }
    let entries = json!({ "format": "bagarre-game", "entries": "HERE" }).to_string();
    for file in [HERE, &entries] {
        compare_shapes(file, |shape| drop(verify::file(&file.replace(HERE, shape), &Known::default())));
    }
}
