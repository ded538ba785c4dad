//! What is proposed and what counts without an answer, over games of bots in all systems: read as the room sends it to a seat, and
//! held against the numbers that are shown beside the answers.

use bagarre_rules::baston::Baston;
use bagarre_rules::celtiques::Celtiques;
use bagarre_rules::contract::{Actor, Audience, Bot, Next, Seat, advance, submit};
use bagarre_rules::dice::{Dice as _, Seeded};
use bagarre_rules::energie::Energie;
use bagarre_rules::gather::Gather;
use bagarre_rules::generik::Generik;
use serde_json::{Value, json, to_value};

#[path = "proposals/questions.rs"]
mod questions;

/// A question to one seat as the client has it: what is asked, every answer, what is proposed and what counts without an answer.
struct Asked<'a> {
    seat: Seat,
    ask: Value,
    options: Vec<Value>,
    proposed: Option<Value>,
    default: Value,
    view: Value,
    /// What the engine says of a draft.
    advise: &'a dyn Fn(&Value) -> Value,
}

/// An answer with the numbers shown beside it, each turned so that more is better for its seat.
type Shown = Vec<(Value, Vec<f64>)>;

/// Plays games between bots and calls `see` for each question to each seat. Every second answer is any answer, so that more is met.
fn walk<R: Gather>(scenario: &str, seats: u8, games: u64, see: &mut dyn FnMut(&Asked<'_>)) {
    let best = *R::bots().last().unwrap();
    for seed in 1..=games {
        let terms = R::usual(scenario, seats).unwrap();
        let bands = (0..terms.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
        let mut state = R::new(&R::gather(&terms, bands, Seat(0)).unwrap()).unwrap();
        let (mut dice, mut chance) = (Seeded::from_number(seed), Seeded::from_number(!seed));
        let mut good: Vec<Box<dyn Bot<R>>> = (0..terms.seats).map(|_| R::bot(best).unwrap()).collect();
        let mut any: Vec<Box<dyn Bot<R>>> = (0..terms.seats).map(|_| R::bot("any").unwrap()).collect();
        advance::<R>(&mut state, &mut dice, &mut |_, _| {}).unwrap();
        for _ in 0..4000 {
            let Next::Ask { seats, .. } = R::next(&state) else { break };
            for seat in seats.iter() {
                asked::<R>(&state, seat, see);
            }
            let seat = seats.iter().next().unwrap();
            let (ask, view) = (R::ask_for(&state, seat).unwrap(), R::view(&state, Audience::Seat(seat)));
            let bots = if chance.die(2) == 1 { &mut good } else { &mut any };
            let command = bots[usize::from(seat.0)].answer(&view, &ask, seat, &mut chance);
            submit::<R>(&mut state, Actor::Seat(seat), &command, &mut dice, &mut |_, _| {}).unwrap();
        }
    }
}

fn asked<R: Gather>(state: &R::State, seat: Seat, see: &mut dyn FnMut(&Asked<'_>)) {
    let mut options = Vec::new();
    R::options(state, seat, &mut |command| options.push(to_value(&command).unwrap()));
    let proposal = R::proposal(state, seat);
    if let Some(command) = &proposal {
        R::decide(state, Actor::Seat(seat), command).unwrap();
    }
    see(&Asked {
        seat,
        ask: to_value(R::ask_for(state, seat)).unwrap(),
        options,
        proposed: proposal.map(|command| to_value(command).unwrap()),
        default: to_value(R::default_answer(state, seat)).unwrap(),
        view: to_value(R::view(state, Audience::Seat(seat))).unwrap(),
        advise: &|draft| {
            let draft: R::Draft = serde_json::from_value(draft.clone()).unwrap();
            to_value(R::advise(state, seat, &draft).unwrap()).unwrap()
        },
    });
}

/// Whether one answer is worse than another in some number and better in none.
fn dominated(one: &[f64], by: &[f64]) -> bool {
    one.len() == by.len() && one.iter().zip(by).all(|(a, b)| a <= b) && one.iter().zip(by).any(|(a, b)| a < b)
}

/// How often something was proposed; a proposal that is dominated fails.
#[derive(Default)]
struct Tally {
    questions: u32,
    proposed: u32,
}

impl Tally {
    fn see(&mut self, asked: &Asked<'_>, shown: &Shown) {
        if shown.is_empty() {
            assert!(
                asked.proposed.is_none(),
                "proposed without numbers: {:?} to {}",
                asked.proposed,
                asked.ask
            );
            return;
        }
        self.questions += 1;
        let Some(proposed) = &asked.proposed else { return };
        self.proposed += 1;
        let (_, own) = shown.iter().find(|(answer, _)| answer == proposed).unwrap_or_else(|| {
            panic!("{proposed} is proposed and has no numbers: {}", asked.ask);
        });
        for (other, numbers) in shown {
            assert!(
                !dominated(own, numbers),
                "{proposed} {own:?} is proposed under {other} {numbers:?}: {}",
                asked.ask
            );
        }
    }

    fn some(&self, least: u32) {
        assert!(self.proposed >= least, "{} proposals in {} questions", self.proposed, self.questions);
    }
}

fn number(of: &Value) -> f64 {
    of.as_f64().unwrap()
}

/// A fraction `n/of` in so many parts, rounded as the client does.
fn parts(share: &Value, of: &str, parts: f64) -> f64 {
    (number(&share["n"]) * parts / number(&share[of])).round()
}

fn baston(asked: &Asked<'_>) -> Shown {
    let (Some(options), Some(odds)) = (asked.ask["options"].as_array(), asked.ask["odds"].as_array()) else {
        return Vec::new();
    };
    if odds.iter().any(Value::is_null) {
        return Vec::new();
    }
    let shown = options.iter().zip(odds).map(|(choice, odds)| {
        let answer = json!({ "do": "answer", "question": asked.ask["id"], "choice": choice });
        let wounds = parts(&odds["wounds"], "of", 10.0);
        (answer, vec![wounds, parts(&odds["stuns"], "of", 10.0), parts(&odds["hit"], "of", 100.0)])
    });
    shown.collect()
}

#[test]
fn nothing_dominated_is_proposed_in_baston() {
    let mut tally = Tally::default();
    for (scenario, seats) in [("SCN-00", 2), ("SCN-05", 2), ("SCN-01", 2), ("SCN-04", 3)] {
        walk::<Baston>(scenario, seats, 2, &mut |asked| tally.see(asked, &baston(asked)));
    }
    tally.some(20);
}

/// Percent of harm that is at least so bad.
fn harm(fate: &Value) -> [f64; 3] {
    let [down, wounded, out] =
        ["knocked_down", "wounded", "out_of_action"].map(|kind| parts(&fate[kind], "d", 100.0));
    [out, out + wounded, out + wounded + down]
}

fn generik(asked: &Asked<'_>) -> Shown {
    let seat = u64::from(asked.seat.0);
    let own = |fig: &Value| asked.view["figures"][fig.as_u64().unwrap() as usize]["seat"] == seat;
    let question = &asked.ask["id"];
    if asked.ask["ask"] == "react" {
        let told = (asked.advise)(&json!({ "draft": "openings" }));
        let openings = told["openings"].as_array().unwrap();
        let shots = openings.iter().filter(|opening| !opening["snap"].is_null()).map(|opening| {
            let snap = &opening["snap"];
            let answer = json!({ "do": "react", "question": question, "reaction": snap["reaction"] });
            (answer, vec![parts(&snap["blow"]["odds"][0]["win"], "d", 100.0)])
        });
        return shots.collect();
    }
    let Some(options) = asked.ask["options"].as_array().filter(|_| asked.ask["ask"] == "choose") else {
        return Vec::new();
    };
    let told = (asked.advise)(&json!({ "draft": "weigh" }));
    let turned = |fig: &Value, harm: [f64; 3]| harm.map(|n| if own(fig) { -n } else { n });
    let numbers = |prospect: &Value| -> Option<Vec<f64>> {
        match prospect["prospect"].as_str().unwrap() {
            "attack" => {
                let [blow] = &prospect["blows"].as_array().unwrap()[..] else { return None };
                let sign = if own(&blow["target"]) { -1.0 } else { 1.0 };
                let each = blow["odds"].as_array().unwrap().iter().flat_map(|odds| {
                    let mut list = turned(&blow["target"], harm(&odds["target"])).to_vec();
                    list.push(sign * parts(&odds["win"], "d", 100.0));
                    list.push(-sign * parts(&odds["lose"], "d", 100.0));
                    list.push(-sign * harm(&odds["own"])[2]);
                    list.push(-sign * parts(&odds["balks"], "d", 100.0));
                    if let Some(stray) = odds["stray"].as_array() {
                        let hurt = harm(&stray[1])[2];
                        list.push(if own(&stray[0]) { -hurt } else { hurt });
                    }
                    list
                });
                Some(each.collect())
            }
            "wound" => Some(turned(&prospect["fig"], harm(&prospect["fate"])).to_vec()),
            "test" => Some(vec![parts(&prospect["passes"], "d", 100.0)]),
            _ => None,
        }
    };
    let all = options.iter().zip(told["prospects"].as_array().unwrap()).map(|(choice, prospect)| {
        let answer = json!({ "do": "choose", "question": question, "choice": choice });
        Some((answer, numbers(prospect)?))
    });
    all.collect::<Option<Shown>>().unwrap_or_default()
}

#[test]
fn nothing_dominated_is_proposed_in_generik() {
    let mut tally = Tally::default();
    let scenarios = Generik::scenarios();
    for scenario in scenarios.iter().take(4) {
        walk::<Generik>(scenario, 2, 2, &mut |asked| tally.see(asked, &generik(asked)));
    }
    tally.some(20);
}

fn energie(asked: &Asked<'_>) -> Shown {
    let Some(react) = asked.ask.get("react") else { return Vec::new() };
    let answer = |yes: bool| json!({ "say": { "question": react["id"], "yes": yes } });
    let numbers = |chance: &Value, price: f64| {
        let percent = (number(&chance["hits"]) * 100.0 / number(&chance["of"])).floor();
        vec![-number(&chance["damage"]), -percent, -price]
    };
    vec![(answer(false), numbers(&react["now"], 0.0)), (answer(true), numbers(&react["then"], 1.0))]
}

#[test]
fn nothing_dominated_is_proposed_in_energie() {
    let mut tally = Tally::default();
    let mut last = 0;
    for (scenario, seats) in [("entrepot", 2), ("docks", 2), ("embuscade", 2)] {
        walk::<Energie>(scenario, seats, 6, &mut |asked| {
            tally.see(asked, &energie(asked));
            let Some(react) = asked.ask.get("react") else { return };
            let who = react["who"].as_u64().unwrap() as usize;
            let pe = number(&asked.view["scene"]["fighters"][who]["pe"]);
            let saved = number(&react["now"]["damage"]) - number(&react["then"]["damage"]);
            // Half of what is left may be lost: the defence that saves it is proposed.
            if saved > 0.0 && saved >= 50.0 * pe {
                last += 1;
                assert_eq!(asked.proposed.as_ref().unwrap()["say"]["yes"], true, "{react}");
            }
        });
    }
    tally.some(20);
    assert!(last > 3, "{last} times at the last PE");
}

fn celtiques(asked: &Asked<'_>) -> Shown {
    let percent = |chance: &Value| (number(chance) / 100.0).round();
    if let Some(choose) = asked.ask.get("choose").filter(|choose| choose["dec"] == 10) {
        let shown = choose["options"].as_array().unwrap().iter().map(|choice| {
            let answer = json!({ "choose": { "question": choose["id"], "choice": choice } });
            let told = (asked.advise)(&answer);
            let dodges = choice.get("dodge").is_some();
            let chance = if dodges { percent(&told["chance"]) } else { 0.0 };
            (answer, vec![chance, if dodges { -1.0 } else { 0.0 }])
        });
        return shown.collect();
    }
    if asked.ask.get("act").is_none() {
        return Vec::new();
    }
    let strikes = |option: &&Value| {
        let act = &option["act"]["deed"]["act"];
        act.get("strike").is_some() || act.get("shoot").is_some()
    };
    let shown = asked
        .options
        .iter()
        .filter(strikes)
        .map(|option| (option.clone(), celtiques_blow(&(asked.advise)(option))));
    shown.collect()
}

/// The numbers of a blow: its chance, the chance after a dodge, and the levels it costs.
fn celtiques_blow(told: &Value) -> Vec<f64> {
    let percent = |chance: &Value| (number(chance) / 100.0).round();
    let levels = (number(&told["levels"]) / 10.0).round();
    vec![percent(&told["chance"]), percent(&told["after_dodge"]), levels]
}

/// A question about fighters who act at once, taken apart: for each fighter its part of the proposal, and the numbers of its deeds.
fn celtiques_apart<'a>(asked: &Asked<'a>) -> Vec<(Asked<'a>, Shown)> {
    let part = |deed: &Value| json!({ "deeds": { "question": asked.ask["batch"]["id"], "deeds": [deed] } });
    let deeds = |command: &Value| command["deeds"]["deeds"].as_array().cloned().unwrap_or_default();
    let fighters: std::collections::BTreeSet<u64> =
        asked.options.iter().flat_map(deeds).map(|deed| deed[0].as_u64().unwrap()).collect();
    let each = fighters.into_iter().map(|who| {
        let own = |deed: &Value| deed[0] == who;
        let strikes = |deed: &Value| {
            let act = &deed[1]["act"];
            own(deed) && (act.get("strike").is_some() || act.get("shoot").is_some())
        };
        let shown = asked.options.iter().flat_map(deeds).filter(strikes).map(|deed| {
            let told = (asked.advise)(&part(&deed));
            (part(&deed), celtiques_blow(&told))
        });
        let proposed = asked.proposed.iter().flat_map(deeds).find(own);
        let alone = Asked {
            proposed: proposed.map(|deed| part(&deed)),
            ask: asked.ask.clone(),
            options: Vec::new(),
            default: Value::Null,
            view: Value::Null,
            ..*asked
        };
        (alone, shown.collect())
    });
    each.collect()
}

#[test]
fn nothing_dominated_is_proposed_in_celtiques() {
    let mut tally = Tally::default();
    let mut together = Tally::default();
    let mut hopeless = 0;
    for (scenario, seats) in [("cercle", 2), ("gue", 2)] {
        walk::<Celtiques>(scenario, seats, 6, &mut |asked| {
            if asked.ask.get("batch").is_some() {
                for (alone, shown) in celtiques_apart(asked) {
                    together.see(&alone, &shown);
                }
                return;
            }
            let shown = celtiques(asked);
            tally.see(asked, &shown);
            // No dodge that escapes nothing counts without an answer: it has a price.
            let default = shown.iter().find(|(answer, _)| *answer == asked.default);
            if let Some((answer, numbers)) = default.filter(|_| asked.ask.get("choose").is_some()) {
                assert!(numbers[0] > 0.0 || answer["choose"]["choice"] == "no", "{answer}: {}", asked.ask);
                hopeless += u32::from(shown.iter().all(|(_, numbers)| numbers[0] == 0.0));
            }
        });
    }
    tally.some(20);
    together.some(20);
    assert!(hopeless > 0, "no hopeless dodge was met");
}
