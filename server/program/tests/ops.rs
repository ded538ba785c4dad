//! The files for operators: the dashboard and the alerts parse, and every metric they name exists.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use bagarre_server::telemetry::{Kind, METRICS};
use serde_json::Value;

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ops").join(name)).unwrap()
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

/// The variables that `bagarre serve` reads.
fn variables() -> BTreeSet<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_bagarre")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let names = help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next());
    // A build for tests knows some that no other has.
    names.filter(|name| !name.starts_with("BAGARRE_TEST_")).map(str::to_owned).collect()
}

#[test]
fn the_readme_names_every_variable_and_the_compose_file_passes_it_on() {
    let variables = variables();
    assert!(variables.len() > 20, "{variables:?}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let documented: BTreeSet<String> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split(" | ").next())
        .flat_map(|cell| cell.split(['`', ',', ' ']))
        .filter(|name| {
            name.starts_with("BAGARRE_") || name.starts_with("DATABASE_") || name.starts_with("OTEL_")
        })
        .map(str::to_owned)
        .collect();
    for name in &variables {
        assert!(documented.contains(name), "{name} is not in the README");
    }
    let compose: Value =
        serde_yaml_ng::from_str(&fs::read_to_string(root.join("docker-compose.yml")).unwrap()).unwrap();
    let server = &compose["services"]["bagarre"];
    let passed = server["environment"].as_object().unwrap();
    // The image says where it listens and where its data is.
    let image = fs::read_to_string(root.join("Dockerfile")).unwrap();
    for name in documented.iter().filter(|name| !image.contains(&format!("{name}="))) {
        let value =
            passed.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("{name} is not passed on"));
        if name != "DATABASE_URL" {
            assert!(value.starts_with(&format!("${{{name}:-")) && value.ends_with('}'), "{name}: {value}");
        }
    }
    for name in passed.keys() {
        assert!(documented.contains(name) || name == "PGPASSWORD", "{name} is not in the README");
    }
    // A password in an address would have to be percent-encoded: it stands apart.
    let url = passed["DATABASE_URL"].as_str().unwrap();
    assert!(!url.contains('$') && url.starts_with("postgres://bagarre@postgres"), "{url}");
    assert!(passed["PGPASSWORD"].as_str().unwrap().starts_with("${POSTGRES_PASSWORD:?"));
    // A client that reaches a port of this machine alone comes through a proxy on it.
    let ports = server["ports"].as_array().unwrap();
    assert!(ports.iter().all(|port| port.as_str().unwrap().starts_with("127.0.0.1:")), "{ports:?}");
    assert_eq!(passed["BAGARRE_TRUST_PROXY"], "${BAGARRE_TRUST_PROXY:-1}");
}

#[test]
fn the_environment_file_of_the_packages_names_every_variable() {
    let text = file("systemd/bagarre.env");
    let named: BTreeSet<_> = text
        .lines()
        .filter_map(|line| line.trim_start_matches('#').split_once('='))
        .map(|(name, _)| name)
        .collect();
    // Its unit says where the data is.
    for name in variables().iter().filter(|name| *name != "BAGARRE_DATA") {
        assert!(named.contains(name.as_str()), "{name} is not in ops/systemd/bagarre.env");
    }
    let unit = file("systemd/bagarre.service");
    assert!(unit.contains("Environment=BAGARRE_DATA=/var/lib/bagarre"), "{unit}");
}
