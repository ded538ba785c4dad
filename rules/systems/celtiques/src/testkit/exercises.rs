//! What the exercises of Celtiques are about.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use bagarre_kit::conformance::exercises::{Hunt, Pose, Poser, fact_condition};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::gather::Terms;
use serde_json::{Value, json};

pub(super) fn hunt() -> Hunt {
    Hunt { terms, begins, goals, turns: 2 }
}

pub(super) fn poser() -> Poser {
    let has_begun = |view: &Value| view["scene"]["stage"] != "plan";
    Poser { has_begun, clear, word: |_, _| None, answer }
}

/// Puts every fighter out of the way and at rest; a turn is about to begin.
fn clear(position: &mut Value, pose: &Pose) {
    let scene = &mut position["scene"];
    for (who, fighter) in scene["fighters"].as_array_mut().unwrap().iter_mut().enumerate() {
        for part in ["turn", "beat", "mind", "ties"] {
            fighter[part] = json!({});
        }
        fighter["body"]["fear"] = json!(0);
        let able = pose.who.contains_key(&who.to_string());
        fighter["body"]["status"] = json!(if able { "able" } else { "fled" });
        fighter["ties"]["commanded"] = json!(able);
    }
    scene["stage"] = json!("dawn");
    scene["turn"] = json!(pose.turn - 1);
    scene["segment"] = json!(0);
    scene["order"] = json!([]);
    scene["quiet"] = json!([]);
    scene["sealed"] = json!([]);
}

/// A step of a way is a table of one thing: a `choice`, `orders`, `deeds`, a `deed` alone, or `cries`.
fn answer(ask: &Value, step: &Value) -> Option<Value> {
    let (kind, given) = step.as_object()?.iter().next()?;
    let (asked, command, field) = match kind.as_str() {
        "choice" => ("choose", "choose", "choice"),
        "orders" => ("orders", "orders", "orders"),
        "deeds" => ("batch", "deeds", "deeds"),
        "deed" => ("act", "act", "deed"),
        _ => ("terror", "cries", "cries"),
    };
    let question = &ask.get(asked)?["id"];
    Some(json!({ command: { "question": question, field: given } }))
}

const TABLES: [(&str, u8, u8); 6] = [
    ("cercle", 2, 1),
    ("gue", 2, 2),
    ("cercle", 2, 1),
    ("chemin", 1, 1),
    ("etendard", 2, 2),
    ("haut_roi", 2, 1),
];

fn terms(number: u64) -> Terms {
    let (scenario, seats, size) = TABLES[number as usize % TABLES.len()];
    Terms { scenario: scenario.to_owned(), seats, size, more: None }
}

/// A turn whose actions are announced: its player gives the orders of the first segment.
fn begins(ask: &Value, view: &Value, _: Seats) -> bool {
    ask.get("orders").is_some() && view["scene"]["segment"] == 1
}

fn goals(view: &Value, seat: Seat, fact: &Value) -> Vec<Value> {
    let known = &view["known"];
    let mine = |who: &Value| who.as_u64().map(|who| known[who as usize]["seat"] == json!(seat));
    let side = |who: &Value| who.as_u64().map(|who| known[who as usize]["side"].clone());
    let own_side =
        known.as_array().unwrap().iter().find(|it| it["seat"] == json!(seat)).map(|it| it["side"].clone());
    let theirs = |key: &str| side(&fact[key]).is_some() && side(&fact[key]) != own_side;
    let own = |key: &str| mine(&fact[key]) == Some(true);
    let keep = |keys: &[&str]| vec![fact_condition(fact, keys)];
    match fact["t"].as_str().unwrap() {
        "status" if theirs("who") && fact["status"] == "out" => keep(&["who", "status"]),
        "verdict" if own("who") && theirs("at") && fact["verdict"] == "hit" => {
            keep(&["who", "at", "verdict"])
        }
        "verdict" if own("at") && fact["verdict"] == "dodged" => keep(&["who", "at", "verdict"]),
        "hurt" if theirs("who") && fact["blessure"].as_u64() >= Some(3) => {
            vec![json!({ "told": { "t": "hurt", "who": fact["who"], "blessure": { "least": 3 } } })]
        }
        "acts" if own("who") && fact["deed"]["act"]["strike"]["charge"] == true => {
            vec![json!({ "told": { "t": "acts", "who": fact["who"], "deed.act.strike.charge": true } })]
        }
        "falls" | "drops" | "freed" if theirs("who") => keep(&["who"]),
        "parted" if own("who") => keep(&["who", "with"]),
        "seized" | "impaled" if own("by") => keep(&["who", "by"]),
        "survives" if own("who") && fact["now"] == true => keep(&["who", "now"]),
        "moved" if own("who") && ["jump", "leap", "disengage"].contains(&fact["way"].as_str().unwrap()) => {
            keep(&["who", "way"])
        }
        "status" if own("who") && fact["status"] == "exited" => keep(&["who", "status"]),
        "tactics" if Some(&fact["side"]) == own_side.as_ref() && fact["bonus"].as_i64() > Some(0) => {
            keep(&["side"])
        }
        "gear" if own("who") && fact["gear"]["standard"] == true => {
            vec![json!({ "told": { "t": "gear", "who": fact["who"], "gear.standard": true } })]
        }
        _ => Vec::new(),
    }
}
