//! Answers of a server in a form for people: tables, and times that can be read.

use jiff::Timestamp;
use serde_json::Value;

/// Fields that hold a time, in milliseconds since 1970.
const TIMES: [&str; 8] = ["created", "touched", "first_deadline", "started", "last", "ended", "at", "since"];

/// A time to the second, in UTC.
fn time(millis: &Value) -> Option<String> {
    let at = Timestamp::from_millisecond(millis.as_i64()?).ok()?;
    Some(at.strftime("%Y-%m-%d %H:%M:%SZ").to_string())
}

/// A value in one line.
fn shown(name: &str, value: &Value) -> String {
    if let Some(time) = time(value).filter(|_| TIMES.contains(&name)) {
        return time;
    }
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(list) if list.is_empty() => "-".to_owned(),
        Value::Array(list) if !list.iter().any(Value::is_object) => {
            list.iter().map(|value| shown(name, value)).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Rows under their heads, each column as wide as it has to be.
fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].len()]).max().unwrap_or_default()
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let heads = heads.map(str::to_owned);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    [&heads].into_iter().chain(rows).map(line).collect()
}

/// The rooms that are awake, and how the server stands.
pub(super) fn overview(answer: &Value) -> String {
    let rooms = answer["rooms"].as_array().map(Vec::as_slice).unwrap_or_default();
    let draining = if answer["draining"] == true { ", draining: nothing new begins" } else { "" };
    let announced = answer["announcement"]["en"].as_str();
    let announced = announced.map_or_else(String::new, |words| format!("announced: {words}\n"));
    let head = format!("{} sockets, {} rooms awake{draining}\n{announced}", answer["sockets"], rooms.len());
    if rooms.is_empty() {
        return head;
    }
    let row = |room: &Value| {
        let seats = room["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
        let held = seats.iter().filter(|seat| seat["holder"] != "open").count();
        let game = &room["game"];
        [
            shown("", &room["id"]),
            shown("", &room["phase"]),
            shown("", &room["ruleset"]),
            shown("", &room["scenario"]),
            format!("{held}/{}", seats.len()),
            room["sockets"].to_string(),
            shown("touched", &room["touched"]),
            shown("", &game["entry"]),
            shown("", &game["asked"]),
            shown("first_deadline", &game["first_deadline"]),
            shown("", &game["id"]),
        ]
    };
    let heads = [
        "room", "phase", "system", "scenario", "seats", "sockets", "touched", "entry", "asked", "deadline",
        "game",
    ];
    head + &table(heads, &rooms.iter().map(row).collect::<Vec<_>>())
}

/// The servers on the database.
pub(super) fn nodes(answer: &Value) -> String {
    let row = |node: &Value| {
        let left = node["lease_left_ms"].as_i64().unwrap_or_default();
        let lease =
            if left > 0 { format!("{}.{} s", left / 1000, left % 1000 / 100) } else { "lapsed".to_owned() };
        let lease = if node["draining"] == true { format!("{lease}, drains") } else { lease };
        let rooms = if node["rooms"].is_null() { "all".to_owned() } else { shown("", &node["rooms"]) };
        [
            shown("", &node["id"]),
            shown("", &node["address"]),
            shown("", &node["version"]),
            shown("since", &node["since"]),
            lease,
            rooms,
        ]
    };
    let nodes = answer["nodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    table(
        ["server", "address", "version", "since", "lease", "rooms"],
        &nodes.iter().map(row).collect::<Vec<_>>(),
    )
}

/// Every field in a line of its own; those of a part below its name.
pub(super) fn fields(answer: &Value) -> String {
    lines(answer, 0).concat()
}

fn lines(value: &Value, depth: usize) -> Vec<String> {
    let indent = "  ".repeat(depth);
    let below =
        |head: String, part: &Value| [vec![format!("{indent}{head}:\n")], lines(part, depth + 1)].concat();
    let line = |(name, value): (&String, &Value)| match value {
        Value::Object(_) => below(name.clone(), value),
        Value::Array(list) if list.iter().any(Value::is_object) => {
            let parts = list.iter().enumerate().map(|(number, part)| below(format!("{name} {number}"), part));
            parts.collect::<Vec<_>>().concat()
        }
        plain => vec![format!("{indent}{name}: {}\n", shown(name, plain))],
    };
    value.as_object().into_iter().flatten().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rooms_are_a_table_with_times_that_can_be_read() {
        let lines = nodes(&json!({ "nodes": [
            { "id": "a", "address": "one:8080", "version": "0.1.0", "since": 0, "lease_left_ms": 2_340, "rooms": 12 },
            { "id": "b", "address": "two:8080", "version": "0.1.0", "since": 0, "lease_left_ms": -7, "rooms": null },
        ] }));
        let [heads, one, two] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
        assert!(heads.starts_with("server  address"), "{lines}");
        assert!(one.contains("1970-01-01 00:00:00Z  2.3 s   12"), "{lines}");
        assert!(two.ends_with("lapsed  all"), "{lines}");
        let mut answer = json!({ "draining": false, "announcement": null, "sockets": 3, "rooms": [] });
        assert_eq!(overview(&answer), "3 sockets, 0 rooms awake\n");
        answer["draining"] = true.into();
        answer["announcement"] = json!({ "fr": "On ferme.", "en": "Closing." });
        answer["rooms"] = json!([{
            "id": "abcdefghjk", "phase": "playing", "ruleset": "baston", "scenario": "SCN-01", "sockets": 2,
            "touched": 1_700_000_000_000_i64, "seats": [{ "holder": "guest" }, { "holder": "open" }],
            "game": { "id": "g", "entry": 7, "asked": [0, 1], "first_deadline": 1_700_000_060_000_i64 },
        }, { "id": "k", "phase": "lobby", "ruleset": "toy", "scenario": "x", "sockets": 0, "seats": [], "game": null }]);
        assert_eq!(
            overview(&answer),
            "3 sockets, 2 rooms awake, draining: nothing new begins\n\
             announced: Closing.\n\
             room        phase    system  scenario  seats  sockets  touched               entry  asked  deadline              game\n\
             abcdefghjk  playing  baston  SCN-01    1/2    2        2023-11-14 22:13:20Z  7      0, 1   2023-11-14 22:14:20Z  g\n\
             k           lobby    toy     x         0/0    0        -                     -      -      -                     -\n"
        );
    }

    #[test]
    fn fields_stand_in_lines_of_their_own() {
        let answer = json!({ "id": "g", "ended": null, "started": 1_700_000_000_000_i64, "game": { "entry": 3 }, "seats": [{ "holder": "bot" }] });
        assert_eq!(
            fields(&answer),
            "ended: -\ngame:\n  entry: 3\nid: g\nseats 0:\n  holder: bot\nstarted: 2023-11-14 22:13:20Z\n"
        );
    }
}
