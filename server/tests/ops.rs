//! The files for operators: the dashboard and the alerts parse, and every metric they name exists.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bagarre_server::telemetry::{Kind, METRICS};
use serde_json::Value;

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ops").join(name)).unwrap()
}

/// What Prometheus is asked, wherever it stands in a document.
fn expressions(document: &Value, found: &mut Vec<String>) {
    match document {
        Value::Object(fields) => {
            found.extend(fields.get("expr").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| expressions(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| expressions(value, found)),
        _ => {}
    }
}

/// The names under which Prometheus keeps our metrics.
fn series() -> BTreeSet<String> {
    let names = METRICS.iter().flat_map(|(name, kind, _)| match kind {
        Kind::Counter | Kind::Gauge => vec![(*name).to_owned()],
        Kind::Seconds | Kind::Bytes | Kind::Counts => {
            ["bucket", "sum", "count"].map(|part| format!("{name}_{part}")).to_vec()
        }
    });
    names.collect()
}

fn named(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|char: char| !char.is_ascii_alphanumeric() && char != '_');
    words.filter(|word| word.starts_with("bagarre_"))
}

#[test]
fn the_dashboard_asks_for_what_there_is_and_shows_all_of_it() {
    let dashboard: Value = serde_json::from_str(&file("grafana/bagarre.json")).unwrap();
    let mut asked = Vec::new();
    expressions(&dashboard, &mut asked);
    assert!(asked.len() > 20);
    let series = series();
    let names: BTreeSet<&str> = asked.iter().flat_map(|expression| named(expression)).collect();
    for name in &names {
        assert!(series.contains(*name), "{name}");
    }
    for (name, ..) in METRICS {
        assert!(names.iter().any(|shown| shown.starts_with(name)), "{name} is shown nowhere");
    }
    let ids: BTreeSet<u64> =
        dashboard["panels"].as_array().unwrap().iter().map(|panel| panel["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), dashboard["panels"].as_array().unwrap().len());
}

#[test]
fn the_alerts_ask_for_what_there_is_and_say_what_to_do() {
    let rules: Value = serde_yaml_ng::from_str(&file("alerts.yml")).unwrap();
    let rules = rules["groups"][0]["rules"].as_array().unwrap();
    assert!(rules.len() >= 5);
    let series = series();
    let mut alerts = BTreeSet::new();
    for rule in rules {
        assert!(alerts.insert(rule["alert"].as_str().unwrap()), "named once");
        let asked = rule["expr"].as_str().unwrap();
        for name in named(asked) {
            assert!(series.contains(name), "{name}");
        }
        assert!(asked.contains("bagarre"), "{asked}");
        assert!(["page", "ticket"].contains(&rule["labels"]["severity"].as_str().unwrap()));
        for words in ["summary", "description"] {
            assert!(rule["annotations"][words].as_str().is_some_and(|words| words.ends_with('.')), "{asked}");
        }
    }
}
