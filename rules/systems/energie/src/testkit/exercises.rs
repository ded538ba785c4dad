//! What énergie's exercises are about.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use bagarre_kit::conformance::exercises::{Hunt, Pose, Poser, fact_condition};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::gather::Terms;
use serde_json::{Value, json};

pub(super) fn hunt() -> Hunt {
    Hunt { terms, begins, goals, turns: 2 }
}

pub(super) fn poser() -> Poser {
    let has_begun = |view: &Value| view["scene"]["stage"] == "fight" && view["scene"]["turn"] == 1;
    Poser { has_begun, clear, word, answer }
}

/// Puts every character out of the way and at rest; the first of the order is about to act.
fn clear(position: &mut Value, pose: &Pose) {
    let scene = &mut position["scene"];
    for (who, fighter) in scene["fighters"].as_array_mut().unwrap().iter_mut().enumerate() {
        fighter["position"] = json!(0);
        fighter["prone"] = json!(false);
        fighter["debt"] = json!(false);
        fighter["pe"] = fighter["sheet"]["pe_max"].clone();
        fighter["tokens"] = json!([]);
        fighter["en_route"] = Value::Null;
        fighter["status"] = json!(if pose.who.contains_key(&who.to_string()) { "in" } else { "left" });
    }
    scene["turn"] = json!(pose.turn);
    scene["order"] = json!(pose.order);
    scene["slot"] = json!(1);
    let act = json!({ "who": pose.order[0], "left": 2, "attacked": false, "drew": false, "handled": false,
        "dropped": false, "done": false });
    scene["act"] = act;
}

/// The zone of a name.
fn word(view: &Value, name: &str) -> Option<Value> {
    let places = view["places"].as_array()?;
    let found =
        places.iter().position(|place| place.as_str().is_some_and(|it| it.rsplit('.').next() == Some(name)));
    found.map(|zone| json!(zone))
}

/// A step of a way is an act.
fn answer(ask: &Value, step: &Value) -> Option<Value> {
    let question = &ask.get("act")?["id"];
    Some(json!({ "act": { "question": question, "act": step } }))
}

const TABLES: [(&str, &str, u8); 12] = [
    ("entrepot", "1v1", 2),
    ("docks", "2v2", 2),
    ("embuscade", "coop2", 1),
    ("poursuite", "1v1", 2),
    ("colosse", "coop2", 1),
    ("epave", "2v2", 2),
    ("entrepot", "2v2", 2),
    ("docks", "3v3", 2),
    ("embuscade", "2v2", 2),
    ("epave", "coop2", 1),
    ("colosse", "coop3", 1),
    ("poursuite", "2v1", 2),
];

fn terms(number: u64) -> Terms {
    let (scenario, format, seats) = TABLES[number as usize % TABLES.len()];
    let more = Some(json!({ "format": format }));
    Terms { scenario: scenario.to_owned(), seats, size: 0, more }
}

fn begins(ask: &Value, _: &Value, _: Seats) -> bool {
    ask["act"]["left"] == 2
}

fn goals(view: &Value, seat: Seat, fact: &Value) -> Vec<Value> {
    let fighters = &view["scene"]["fighters"];
    let mine = |who: &Value| who.as_u64().map(|who| fighters[who as usize]["sheet"]["seat"] == json!(seat));
    let theirs = |key: &str| mine(&fact[key]) == Some(false);
    let own = |key: &str| mine(&fact[key]) == Some(true);
    let keep = |keys: &[&str]| vec![fact_condition(fact, keys)];
    match fact["t"].as_str().unwrap() {
        "fell" if theirs("who") => keep(&["who"]),
        "struck" if own("who") && theirs("target") && fact["verdict"] == "hit" => {
            let mut goals = keep(&["who", "target", "verdict"]);
            if fact["sum"]["damage"].as_u64() >= Some(4) {
                let (who, target, least) = (&fact["who"], &fact["target"], &fact["sum"]["damage"]);
                let told =
                    json!({ "t": "struck", "who": who, "target": target, "sum.damage": { "least": least } });
                goals.push(json!({ "told": told }));
            }
            goals
        }
        "struck" if own("who") && fact["verdict"] == "disarms" => keep(&["who", "target", "verdict"]),
        "struck" if own("target") && fact["cancelled"].as_u64() >= Some(2) && fact["verdict"] == "miss" => {
            let told = json!({ "t": "struck", "target": fact["target"], "verdict": "miss", "cancelled": { "least": 2 } });
            vec![json!({ "told": told })]
        }
        "left" | "guarded" | "rose" if own("who") => keep(&["who"]),
        "cared" if own("by") => keep(&["who", "by"]),
        "console" if fact["done"] == true => keep(&["console", "done"]),
        "items" if own("who") && fact["items"].as_array().is_some_and(|it| !it.is_empty()) => {
            vec![json!({ "told": { "t": "items", "who": fact["who"], "items.0": fact["items"][0] } })]
        }
        "moved" if own("who") => keep(&["who", "zone"]),
        "pe" if own("who") && fact["cause"] == "care" && fact["change"].as_i64() >= Some(2) => {
            let told = json!({ "t": "pe", "who": fact["who"], "cause": "care", "change": { "least": 2 } });
            vec![json!({ "told": told })]
        }
        "points"
            if fact["side"]
                == fighters
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|it| it["sheet"]["seat"] == json!(seat))
                    .unwrap()["sheet"]["side"] =>
        {
            keep(&["side"])
        }
        "ended" => vec![json!({ "told": { "t": "ended", "outcome.winners": fact["outcome"]["winners"] } })],
        _ => Vec::new(),
    }
}
