//! What Baston shows beside the answers to its decisions.
#![allow(clippy::unwrap_used, reason = "tests")]

use bagarre_kit::conformance::proposals::{Asked, Choices, Proposals, no_more, share};
use serde_json::{Value, json};

pub(super) fn proposals() -> Proposals {
    let tables = [("SCN-00", 2), ("SCN-05", 2), ("SCN-01", 2), ("SCN-04", 3)];
    Proposals {
        tables: tables.map(|(scenario, seats)| (scenario.to_owned(), seats)).into(),
        games: 2,
        choices,
        kinds: &[("decision", 20)],
        promise: no_more,
        promised: 0,
    }
}

fn choices(asked: &Asked<'_>) -> Vec<Choices> {
    let (Some(options), Some(odds)) = (asked.ask["options"].as_array(), asked.ask["odds"].as_array()) else {
        return Vec::new();
    };
    if odds.iter().any(Value::is_null) {
        return Vec::new();
    }
    let shown = options.iter().zip(odds).map(|(choice, odds)| {
        let answer = json!({ "do": "answer", "question": asked.ask["id"], "choice": choice });
        let (wounds, stuns) = (share(&odds["wounds"], "of", 10), share(&odds["stuns"], "of", 10));
        (answer, vec![wounds, stuns, share(&odds["hit"], "of", 100)])
    });
    vec![Choices { kind: "decision", proposed: asked.proposed.clone(), shown: shown.collect() }]
}
