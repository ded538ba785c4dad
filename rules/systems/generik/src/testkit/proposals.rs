//! What GeneriK shows beside the answers to its questions.
#![allow(clippy::unwrap_used, reason = "tests")]

use bagarre_kit::conformance::proposals::{Asked, Choices, Proposals, Shown, no_more, share};
use bagarre_kit::gather::Gather;
use serde_json::{Value, json};

use crate::Generik;

pub(super) fn proposals() -> Proposals {
    let scenarios = Generik::scenarios().into_iter().take(4);
    Proposals {
        tables: scenarios.map(|scenario| (scenario, 2)).collect(),
        games: 2,
        choices,
        kinds: &[("question", 20)],
        promise: no_more,
        promised: 0,
    }
}

fn choices(asked: &Asked<'_>) -> Vec<Choices> {
    let shown = if asked.ask["ask"] == "react" { snaps(asked) } else { prospects(asked).unwrap_or_default() };
    if shown.is_empty() {
        return Vec::new();
    }
    vec![Choices { kind: "question", proposed: asked.proposed.clone(), shown }]
}

/// Snap shots, by their chance.
fn snaps(asked: &Asked<'_>) -> Shown {
    let told = (asked.advise)(&json!({ "draft": "openings" }));
    let openings = told["openings"].as_array().unwrap();
    let shots = openings.iter().filter(|opening| !opening["snap"].is_null()).map(|opening| {
        let snap = &opening["snap"];
        let (question, reaction) = (&asked.ask["id"], &snap["reaction"]);
        let answer = json!({ "do": "react", "question": question, "reaction": reaction });
        (answer, vec![share(&snap["blow"]["odds"][0]["win"], "d", 100)])
    });
    shots.collect()
}

/// What each answer to a decision may come to; `None` where one of them says nothing.
fn prospects(asked: &Asked<'_>) -> Option<Shown> {
    let options = asked.ask["options"].as_array().filter(|_| asked.ask["ask"] == "choose")?;
    let told = (asked.advise)(&json!({ "draft": "weigh" }));
    let all = options.iter().zip(told["prospects"].as_array().unwrap()).map(|(choice, prospect)| {
        let answer = json!({ "do": "choose", "question": asked.ask["id"], "choice": choice });
        Some((answer, numbers(asked, prospect)?))
    });
    all.collect()
}

fn numbers(asked: &Asked<'_>, prospect: &Value) -> Option<Vec<i64>> {
    let turned = |fig: &Value, harm: [i64; 3]| harm.map(|n| if is_own(asked, fig) { -n } else { n });
    match prospect["prospect"].as_str().unwrap() {
        "attack" => {
            let [blow] = &prospect["blows"].as_array().unwrap()[..] else { return None };
            let sign = if is_own(asked, &blow["target"]) { -1 } else { 1 };
            let each = blow["odds"].as_array().unwrap().iter().flat_map(|odds| {
                let mut list = turned(&blow["target"], harm(&odds["target"])).to_vec();
                list.push(sign * share(&odds["win"], "d", 100));
                list.push(-sign * share(&odds["lose"], "d", 100));
                list.push(-sign * harm(&odds["own"])[2]);
                list.push(-sign * share(&odds["balks"], "d", 100));
                if let Some(stray) = odds["stray"].as_array() {
                    let hurt = harm(&stray[1])[2];
                    list.push(if is_own(asked, &stray[0]) { -hurt } else { hurt });
                }
                list
            });
            Some(each.collect())
        }
        "wound" => Some(turned(&prospect["fig"], harm(&prospect["fate"])).to_vec()),
        "test" => Some(vec![share(&prospect["passes"], "d", 100)]),
        _ => None,
    }
}

/// Whether a figure is of the seat that is asked.
fn is_own(asked: &Asked<'_>, fig: &Value) -> bool {
    asked.view["figures"][fig.as_u64().unwrap() as usize]["seat"] == u64::from(asked.seat.0)
}

/// Percent of harm that is at least so bad.
fn harm(fate: &Value) -> [i64; 3] {
    let [down, wounded, out] =
        ["knocked_down", "wounded", "out_of_action"].map(|kind| share(&fate[kind], "d", 100));
    [out, out + wounded, out + wounded + down]
}
