//! What Baston's exercises are about.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use bagarre_kit::conformance::exercises::{Hunt, fact_condition};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::gather::Terms;
use serde_json::{Value, json};

pub(super) fn hunt() -> Hunt {
    Hunt { terms, begins, goals, turns: 2 }
}

fn terms(number: u64) -> Terms {
    let (scenario, size) =
        [("SCN-05", 2), ("SCN-00", 2), ("SCN-05", 3), ("SCN-01", 2), ("SCN-02", 2), ("SCN-03", 3)]
            [number as usize % 6];
    Terms { scenario: scenario.to_owned(), seats: 2, size, more: None }
}

fn begins(ask: &Value, _: &Value, asked: Seats) -> bool {
    ask["ask"] == "plan" && asked.len() == 2
}

fn goals(view: &Value, seat: Seat, fact: &Value) -> Vec<Value> {
    let mine = |who: &Value| who.as_u64().map(|who| view["fighters"][who as usize]["seat"] == json!(seat));
    let theirs = |key: &str| mine(&fact[key]) == Some(false);
    let own = |key: &str| mine(&fact[key]) == Some(true);
    let keep = |keys: &[&str]| vec![fact_condition(fact, keys)];
    match fact["t"].as_str().unwrap() {
        "out" if theirs("who") => keep(&["who"]),
        "left_board" if theirs("who") || own("who") => keep(&["who"]),
        "stunned" if theirs("who") && fact["gained"].as_u64() >= Some(1) => {
            let told = |stun: u64| json!({ "told": { "t": "stunned", "who": fact["who"], "stun": { "least": stun } } });
            (2..=fact["stun"].as_u64().unwrap().min(4)).map(told).collect()
        }
        "wounded" if theirs("who") && fact["left"] == 0 && fact["wounds"].as_u64() >= Some(1) => {
            keep(&["who", "part", "left"])
        }
        "posture" if theirs("who") && fact["prone"] == true => keep(&["who", "prone"]),
        "seized" if own("who") => keep(&["who", "victim"]),
        "piece" if fact["overturned"] == true => keep(&["id", "overturned"]),
        "item" => item(view, seat, fact),
        "window" | "door_destroyed" | "phone_destroyed" | "panel_destroyed" => {
            let keys: Vec<&str> = ["window", "state", "door", "phone", "panel"]
                .into_iter()
                .filter(|key| !fact[*key].is_null())
                .collect();
            keep(&keys)
        }
        "score" if fact["seat"] == json!(seat) => keep(&["seat", "reason"]),
        "moved"
            if own("who")
                && (fact["top"] == true
                    || ["leap", "jump", "ride"].contains(&fact["way"].as_str().unwrap())) =>
        {
            keep(&["who", "top", "way"])
        }
        "moved"
            if theirs("who") && ["pushed", "fall", "dragged"].contains(&fact["way"].as_str().unwrap()) =>
        {
            keep(&["who", "way"])
        }
        _ => Vec::new(),
    }
}

/// Something is taken from an enemy, or picked up.
fn item(view: &Value, seat: Seat, fact: &Value) -> Vec<Value> {
    let holder = |place: &Value| place["carried"].as_u64();
    let before = holder(&view["items"][fact["id"].as_u64().unwrap() as usize]["place"]);
    let side = |who: Option<u64>| who.map(|who| view["fighters"][who as usize]["seat"] == json!(seat));
    let now = holder(&fact["place"]);
    if now == before || (side(before) != Some(false) && side(now) != Some(true)) {
        return Vec::new();
    }
    let told = json!({ "told": { "t": "item", "kind": fact["kind"], "place.carried": now } });
    now.map(|_| told).into_iter().collect()
}
