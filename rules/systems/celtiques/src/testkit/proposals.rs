//! What Celtiques shows beside the answers to its questions.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use bagarre_kit::conformance::proposals::{Asked, Choices, Proposals, Shown, number, parts};
use serde_json::{Value, json};

pub(super) fn proposals() -> Proposals {
    Proposals {
        tables: ["cercle", "gue"].map(|scenario| (scenario.to_owned(), 2)).into(),
        games: 6,
        choices,
        kinds: &[("alone", 20), ("together", 20)],
        promise,
        promised: 1,
    }
}

fn choices(asked: &Asked<'_>) -> Vec<Choices> {
    if asked.ask.get("batch").is_some() {
        return apart(asked);
    }
    let shown = alone(asked);
    if shown.is_empty() {
        return Vec::new();
    }
    vec![Choices { kind: "alone", proposed: asked.proposed.clone(), shown }]
}

/// Hundredths of a percent as the client shows them.
fn percent(chance: &Value) -> i64 {
    parts(number(chance), 100, 1)
}

/// The answers of a seat that is asked alone: dodges by their chance and price, else blows.
fn alone(asked: &Asked<'_>) -> Shown {
    if let Some(choose) = asked.ask.get("choose").filter(|choose| choose["dec"] == 10) {
        let shown = choose["options"].as_array().unwrap().iter().map(|choice| {
            let answer = json!({ "choose": { "question": choose["id"], "choice": choice } });
            let told = (asked.advise)(&answer);
            let dodges = choice.get("dodge").is_some();
            let numbers = if dodges { vec![percent(&told["chance"]), -1] } else { vec![0, 0] };
            (answer, numbers)
        });
        return shown.collect();
    }
    if asked.ask.get("act").is_none() {
        return Vec::new();
    }
    let strikes = |option: &&Value| is_blow(&option["act"]["deed"]["act"]);
    let shown = asked.options.iter().filter(strikes);
    shown.map(|option| (option.clone(), blow(&(asked.advise)(option)))).collect()
}

fn is_blow(act: &Value) -> bool {
    act.get("strike").is_some() || act.get("shoot").is_some()
}

/// The numbers of a blow: its chance, the chance after a dodge, and the levels it costs.
fn blow(told: &Value) -> Vec<i64> {
    vec![percent(&told["chance"]), percent(&told["after_dodge"]), parts(number(&told["levels"]), 10, 1)]
}

/// A question about fighters who act at once, taken apart: for each fighter its part of the proposal, and the numbers of its deeds.
fn apart(asked: &Asked<'_>) -> Vec<Choices> {
    let part = |deed: &Value| json!({ "deeds": { "question": asked.ask["batch"]["id"], "deeds": [deed] } });
    let deeds = |command: &Value| command["deeds"]["deeds"].as_array().cloned().unwrap_or_default();
    let fighters: BTreeSet<u64> =
        asked.options.iter().flat_map(deeds).map(|deed| deed[0].as_u64().unwrap()).collect();
    let each = fighters.into_iter().map(|who| {
        let own = |deed: &Value| deed[0] == who;
        let strikes = |deed: &Value| own(deed) && is_blow(&deed[1]["act"]);
        let shown = asked.options.iter().flat_map(deeds).filter(strikes);
        let shown = shown.map(|deed| (part(&deed), blow(&(asked.advise)(&part(&deed))))).collect();
        let proposed = asked.proposed.iter().flat_map(deeds).find(own).map(|deed| part(&deed));
        Choices { kind: "together", proposed, shown }
    });
    each.collect()
}

/// No dodge that escapes nothing counts without an answer: it has a price. Tells whether no dodge escapes anything.
fn promise(asked: &Asked<'_>) -> bool {
    if asked.ask.get("choose").is_none() {
        return false;
    }
    let shown = alone(asked);
    let Some((answer, numbers)) = shown.iter().find(|(answer, _)| *answer == asked.default) else {
        return false;
    };
    assert!(numbers[0] > 0 || answer["choose"]["choice"] == "no", "{answer}: {}", asked.ask);
    shown.iter().all(|(_, numbers)| numbers[0] == 0)
}
