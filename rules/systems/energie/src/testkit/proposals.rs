//! What énergie shows beside the answers to the question which character may defend itself.
#![allow(clippy::unwrap_used, reason = "tests")]

use bagarre_kit::conformance::proposals::{Asked, Choices, Proposals, number};
use serde_json::{Value, json};

pub(super) fn proposals() -> Proposals {
    let tables = ["entrepot", "docks", "embuscade"];
    Proposals {
        tables: tables.map(|scenario| (scenario.to_owned(), 2)).into(),
        games: 6,
        choices,
        kinds: &[("defence", 20)],
        promise,
        promised: 4,
    }
}

fn choices(asked: &Asked<'_>) -> Vec<Choices> {
    let Some(react) = asked.ask.get("react") else { return Vec::new() };
    let answer = |yes: bool| json!({ "say": { "question": react["id"], "yes": yes } });
    let numbers = |chance: &Value, price: i64| {
        let percent = number(&chance["hits"]) * 100 / number(&chance["of"]);
        vec![-number(&chance["damage"]), -percent, -price]
    };
    let shown = vec![(answer(false), numbers(&react["now"], 0)), (answer(true), numbers(&react["then"], 1))];
    vec![Choices { kind: "defence", proposed: asked.proposed.clone(), shown }]
}

/// Where half of what is left may be lost, the defence that saves it is proposed.
fn promise(asked: &Asked<'_>) -> bool {
    let Some(react) = asked.ask.get("react") else { return false };
    let who = react["who"].as_u64().unwrap() as usize;
    let pe = number(&asked.view["scene"]["fighters"][who]["pe"]);
    let saved = number(&react["now"]["damage"]) - number(&react["then"]["damage"]);
    let last = saved > 0 && saved >= 50 * pe;
    assert!(!last || asked.proposed.as_ref().is_some_and(|it| it["say"]["yes"] == true), "{react}");
    last
}
