//! A key that a system does not know is refused when its data is loaded: a number that no rule reads cannot stand in the data.

use std::collections::BTreeSet;
use std::fs;

use bagarre_rules::conformance::{TestKit, data};
use bagarre_rules::exercise::{Start, start};
use toml::{Table, Value};

use crate::tidy::{files, root};

/// The key that is added.
const UNKNOWN: &str = "no_such_key";

/// Tables whose keys are free, by file and path: words by their keys, bots, scenarios, formats and zones by their ids, kinds of facts, and of names that
/// facts hold. Other tests compare these keys with what they name.
const FREE: &[(&str, &str)] = &[
    ("board-troquet.toml", "start_zones"),
    ("dealt.toml", ""),
    ("dealt.toml", "SCENARIO"),
    ("facts.toml", ""),
    ("energie/names.toml", ""),
    ("presentation.toml", "card.bots"),
    ("presentation.toml", "card.scenarios"),
    ("presentation.toml", "panels.log"),
    ("presentation.toml", "panels.names"),
    ("presentation.toml", "words"),
    ("vocabulary.toml", ""),
    ("words.toml", "campaign"),
    ("words.toml", "warning"),
];

/// Keys whose tables are free with all tables in them: what facts of an exercise say, and what only a system knows of the terms of a game.
const FREE_INSIDE: &[&str] = &["told", "more"];

/// Whether the keys of a table are free.
fn is_free(system: &str, file: &str, path: &str) -> bool {
    let scenario = file == "dealt.toml" && !path.is_empty();
    let path = if scenario { "SCENARIO" } else { path };
    let inside = path.split('.').any(|key| FREE_INSIDE.contains(&key));
    let named = |free: &str| free == file || free.strip_suffix(file) == Some(&format!("{system}/"));
    inside || FREE.iter().any(|(free, at)| named(free) && *at == path)
}

/// A table of a file: how it is reached, with the keys of tables and the places in lists.
type Way = Vec<Step>;

#[derive(Clone, Debug)]
enum Step {
    Key(String),
    At(usize),
}

/// The keys of a way, joined by dots, without the places in lists.
fn path(way: &[Step]) -> String {
    let keys =
        way.iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
    keys.collect::<Vec<_>>().join(".")
}

/// Every table in a value.
fn tables(value: &Value, way: &mut Way, found: &mut Vec<Way>) {
    match value {
        Value::Table(table) => {
            found.push(way.clone());
            for (key, value) in table {
                way.push(Step::Key(key.clone()));
                tables(value, way, found);
                way.pop();
            }
        }
        Value::Array(list) => {
            for (n, value) in list.iter().enumerate() {
                way.push(Step::At(n));
                tables(value, way, found);
                way.pop();
            }
        }
        _ => {}
    }
}

fn table_at<'a>(contents: &'a mut Value, way: &[Step]) -> &'a mut Table {
    let value = way.iter().fold(contents, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::At(n) => &mut value[*n],
    });
    value.as_table_mut().unwrap()
}

/// Returns the data files of a system with their contents.
fn data_files<R: TestKit>() -> Vec<(String, Value)> {
    let folder = root().join("rules/systems").join(R::ID).join("data");
    let named = files(&folder, &[".toml"]).into_iter().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, Value::Table(fs::read_to_string(path).unwrap().parse().unwrap()))
    });
    named.collect()
}

/// Adds a key to each table of each data file, with a value of each kind that the table has: a table with free keys takes one of them.
fn takes_unknown_keys<R: TestKit>(found: &mut Vec<String>) {
    for (file, contents) in data_files::<R>() {
        if let Err(why) = data::read::<R>(&file, contents.clone()) {
            found.push(format!("{}/{file} is not read: {why}", R::ID));
            continue;
        }
        let mut ways = Vec::new();
        tables(&contents, &mut Vec::new(), &mut ways);
        let mut tried = BTreeSet::new();
        for way in ways {
            let path = path(&way);
            if is_free(R::ID, &file, &path) {
                continue;
            }
            let mut changed = contents.clone();
            let table = table_at(&mut changed, &way);
            let values: Vec<Value> = table.values().cloned().chain([Value::Integer(1)]).collect();
            for value in values {
                if !tried.insert((path.clone(), value.type_str())) {
                    continue;
                }
                table_at(&mut changed, &way).insert(UNKNOWN.to_owned(), value);
                if data::read::<R>(&file, changed.clone()).is_ok() {
                    found.push(format!("{}/{file}: [{path}]", R::ID));
                }
            }
        }
    }
}

#[test]
fn a_key_that_no_rule_reads_is_refused() {
    let mut found = Vec::new();
    bagarre_rules::for_every!(takes_unknown_keys(&mut found));
    found.dedup();
    assert!(found.is_empty(), "a key more is taken by\n{}", found.join("\n"));
}

#[test]
fn a_key_that_no_start_of_an_exercise_has_is_refused() {
    let mut starts = files(&root().join("rules/systems"), &["exercises.json"]);
    starts.retain(|path| path.ends_with("data/exercises.json"));
    assert!(starts.len() >= 4, "the starts are found");
    for path in starts {
        for (id, start) in start::read(&fs::read_to_string(&path).unwrap()) {
            let at = format!("{}: {id}", path.display());
            let text = serde_json::to_string(&start).unwrap();
            let changed = text.replacen('{', &format!("{{\"{UNKNOWN}\":1,"), 1);
            let why = serde_json::from_str::<Start>(&changed).unwrap_err().to_string();
            assert!(why.contains(UNKNOWN), "{at}: {why}");
        }
    }
}

/// The log tells of kinds of facts that there are.
fn logs_unknown_kinds<R: TestKit>(found: &mut Vec<String>) {
    let shown = R::presentation();
    let unknown = shown.panels.log.keys().filter(|kind| !shown.rows.contains_key(*kind));
    found.extend(unknown.map(|kind| format!("{}: {kind}", R::ID)));
}

#[test]
fn the_log_names_kinds_of_facts() {
    let mut found = Vec::new();
    bagarre_rules::for_every!(logs_unknown_kinds(&mut found));
    assert!(found.is_empty(), "no such kind\n{}", found.join("\n"));
}
