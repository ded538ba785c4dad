//! What GeneriK's exercises are about.
#![allow(clippy::unwrap_used, reason = "a tool of the makers")]

use bagarre_kit::conformance::exercises::{Hunt, fact_condition};
use bagarre_kit::contract::{Seat, Seats};
use bagarre_kit::gather::Terms;
use serde_json::{Value, json};

pub(super) fn hunt() -> Hunt {
    Hunt { terms, begins, goals, turns: 2 }
}

const GROUNDS: [(&str, &str); 12] = [
    ("western", "main_street"),
    ("pirates", "harbour"),
    ("ww2", "village"),
    ("medieval", "hamlet"),
    ("western", "corral"),
    ("pirates", "mangrove"),
    ("ww2", "hedgerows"),
    ("medieval", "clearing"),
    ("western", "canyon"),
    ("pirates", "battery"),
    ("ww2", "line"),
    ("medieval", "keep"),
];

const SCENARIOS: [&str; 5] = ["baston_generale", "tete_du_chef", "ravioli", "sortie", "saccage"];

fn terms(number: u64) -> Terms {
    let (era, ground) = GROUNDS[number as usize % GROUNDS.len()];
    let scenario = SCENARIOS[number as usize % SCENARIOS.len()];
    let more = if number % 4 == 3 {
        json!({ "era": era, "close": true })
    } else {
        json!({ "era": era, "ground": { "named": ground } })
    };
    let scenario = if number % 4 == 3 { SCENARIOS[0] } else { scenario };
    Terms { scenario: scenario.to_owned(), seats: 2, size: 0, more: Some(more) }
}

fn begins(ask: &Value, view: &Value, _: Seats) -> bool {
    ask["ask"] == "phase" && view["scene"]["stage"] == "fight"
}

fn goals(view: &Value, seat: Seat, fact: &Value) -> Vec<Value> {
    let mine = |fig: &Value| fig.as_u64().map(|fig| view["figures"][fig as usize]["seat"] == json!(seat));
    let theirs = |key: &str| mine(&fact[key]) == Some(false);
    let own = |key: &str| mine(&fact[key]) == Some(true);
    let keep = |keys: &[&str]| vec![fact_condition(fact, keys)];
    match fact["t"].as_str().unwrap() {
        "wound" if theirs("fig") && fact["wound"] != "nothing" => keep(&["fig", "wound"]),
        "verdict" if own("fig") && theirs("target") && fact["verdict"] != "miss" => {
            keep(&["fig", "target", "verdict"])
        }
        "verdict" if theirs("fig") && own("target") && fact["verdict"] == "countered" => {
            keep(&["fig", "target", "verdict"])
        }
        "moved"
            if theirs("fig") && ["fell", "pushed", "stumble"].contains(&fact["way"].as_str().unwrap()) =>
        {
            keep(&["fig", "way"])
        }
        "moved"
            if own("fig")
                && ["climb", "jump", "vault", "charge", "exit", "follow_up"]
                    .contains(&fact["way"].as_str().unwrap()) =>
        {
            let higher = fact["z"].as_i64()
                > view["scene"]["figures"][fact["fig"].as_u64().unwrap() as usize]["z"].as_i64();
            let mut goals = keep(&["fig", "way"]);
            if higher {
                goals.push(
                    json!({ "told": { "t": "moved", "fig": fact["fig"], "z": { "least": fact["z"] } } }),
                );
            }
            goals
        }
        "cover" if own("fig") && fact["in_cover"] == true => keep(&["fig", "in_cover"]),
        "sacked" if own("fig") => keep(&["marker"]),
        "control" if fact["control"][0] == json!(seat) => {
            vec![json!({ "told": { "t": "control", "control.0": seat } })]
        }
        "beaten" if fact["seat"] != json!(seat) => keep(&["seat", "why"]),
        "rolled" if theirs("fig") && fact["throw"] == "morale" && fact["ok"] == false => {
            keep(&["throw", "fig", "ok"])
        }
        "used" if own("fig") => keep(&["fig", "mark"]),
        "redirected" => keep(&["aimed", "victim"]),
        _ => Vec::new(),
    }
}
