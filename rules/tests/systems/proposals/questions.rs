//! Questions from games of bots with every answer, for the client's test of words: no two answers of one question read the same.
//!
//! `web-client/src/store/testdata/questions` holds them. Written anew with
//! `BAGARRE_WRITE=1 cargo test -p bagarre-rules --test systems questions`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::path::Path;

use bagarre_rules::conformance::TestKit;
use bagarre_rules::conformance::proposals::{Asked, walk};
use bagarre_rules::for_offered;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// So many questions of one kind are kept: those with the most answers, among those whose answers differ in kind and number.
const KEPT: usize = 12;

/// A question with the view of the seat that is asked. A view names its parts by their number in [`Kept::parts`].
#[derive(Serialize, Deserialize)]
struct Question {
    seat: u8,
    view: BTreeMap<String, usize>,
    ask: Value,
    options: Vec<Value>,
}

#[derive(Serialize, Deserialize, Default)]
struct Kept {
    /// The parts of all views, each once.
    parts: Vec<Value>,
    questions: Vec<Question>,
}

/// Returns the kind of a question, without what differs from one time to the next: its tag and the number of its decision.
fn kind(ask: &Value) -> String {
    let parts = ask.as_object().unwrap();
    let (tag, body) = match ask.get("ask").and_then(Value::as_str) {
        Some(tag) => (tag.to_owned(), ask),
        None if parts.len() == 1 => parts.iter().map(|(tag, body)| (tag.clone(), body)).next().unwrap(),
        None => (String::new(), ask),
    };
    format!("{tag} {}", body.get("dec").map(ToString::to_string).unwrap_or_default())
}

/// The answers without their numbers, and how many there are of each.
fn shape(options: &[Value]) -> String {
    let mut counts = BTreeMap::<String, usize>::new();
    for option in options {
        let text = option.to_string().replace(|sign: char| sign.is_ascii_digit(), "");
        *counts.entry(text).or_default() += 1;
    }
    format!("{counts:?}")
}

fn record<R: TestKit>() -> Kept {
    let (scenarios, games) = R::questions();
    let mut shapes = BTreeSet::new();
    let mut found = BTreeMap::<String, Vec<(u8, Value, Value, Vec<Value>)>>::new();
    for &(scenario, seats) in scenarios {
        walk::<R>(scenario, seats, games, &mut |asked: &Asked<'_>| {
            let kind = kind(&asked.ask);
            if shapes.insert((kind.clone(), shape(&asked.options))) {
                let of = found.entry(kind).or_default();
                of.push((asked.seat.0, asked.view.clone(), asked.ask.clone(), asked.options.clone()));
                of.sort_by_key(|(_, _, _, options)| usize::MAX - options.len());
                of.truncate(KEPT);
            }
        });
    }
    let mut kept = Kept::default();
    let mut numbers = BTreeMap::<String, usize>::new();
    for (seat, view, ask, options) in found.into_values().flatten() {
        let Value::Object(view) = view else { panic!("a view is an object") };
        let mut number = |part: Value| {
            *numbers.entry(part.to_string()).or_insert_with(|| {
                kept.parts.push(part);
                kept.parts.len() - 1
            })
        };
        let view = view.into_iter().map(|(name, part)| (name, number(part))).collect();
        kept.questions.push(Question { seat, view, ask, options });
    }
    kept
}

/// Reads the kept questions of a system as this version would, or writes them anew.
fn keep<R: TestKit>() {
    let file = R::ID;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/src/store/testdata/questions");
    let path = folder.join(format!("{file}.json.gz"));
    if std::env::var_os("BAGARRE_WRITE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        let mut out = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::best());
        out.write_all(&serde_json::to_vec(&record::<R>()).unwrap()).unwrap();
        out.finish().unwrap();
    }
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_string(&mut text).unwrap();
    let kept: Kept = serde_json::from_str(&text).unwrap();
    assert!(kept.questions.len() > 10, "{file}: {} questions", kept.questions.len());
    for Question { view, ask, options, .. } in &kept.questions {
        let view: Map<String, Value> =
            view.iter().map(|(name, &part)| (name.clone(), kept.parts[part].clone())).collect();
        same_again::<R::View>(file, &Value::Object(view));
        same_again::<R::Ask>(file, ask);
        for option in options {
            same_again::<R::Command>(file, option);
        }
    }
}

fn same_again<T: serde::de::DeserializeOwned + Serialize>(file: &str, value: &Value) {
    let read: T = serde_json::from_value(value.clone())
        .unwrap_or_else(|error| panic!("{file}: {error}; write it again with BAGARRE_WRITE=1"));
    assert_eq!(&serde_json::to_value(read).unwrap(), value, "{file}: write it again with BAGARRE_WRITE=1");
}

#[test]
fn kept_questions_are_of_this_version() {
    for_offered!(keep());
}
