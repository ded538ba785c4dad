//! Moments in which a goal is within reach that most tries miss.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_rules::any::{AnyGame, Json, RulesetId};
use bagarre_rules::conformance::exercises::Hunt;
use bagarre_rules::conformance::tested;
use bagarre_rules::contract::{Actor, Audience, Lang, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::exercise::Start;
use bagarre_rules::gather::Terms;
use bagarre_rules::systems;
use serde::Serialize;
use serde_json::{Value, json};

use crate::tries;

/// Tries of each moment.
const TRIES: u64 = 48;

/// A moment with a goal.
#[derive(Serialize)]
struct Found<'a> {
    number: u64,
    goal: &'a Value,
    /// The turn with whose beginning it is lost.
    before: u64,
    reached: usize,
    tries: usize,
    turn: u64,
    who: Vec<String>,
    start: &'a Start,
    names: &'a BTreeMap<String, String>,
    solution: &'a [Json],
}

/// Names that a set-up has in one language and in another.
pub(crate) fn names(fr: &Value, en: &Value, into: &mut BTreeMap<String, String>) {
    match (fr, en) {
        (Value::Object(fr), Value::Object(en)) => {
            for (key, value) in fr {
                match (key.as_str(), value, en.get(key)) {
                    ("name", Value::String(fr), Some(Value::String(en))) if fr != en => {
                        into.insert(fr.clone(), en.clone());
                    }
                    (_, value, Some(other)) => names(value, other, into),
                    _ => {}
                }
            }
        }
        (Value::Array(fr), Value::Array(en)) => fr.iter().zip(en).for_each(|(fr, en)| names(fr, en, into)),
        _ => {}
    }
}

/// Returns a set-up with bands of other seats than those that play, so that not all games are alike, where the system has any for these terms.
fn game_setup(ruleset: RulesetId, terms: &Terms, number: u64, lang: Lang) -> Json {
    let with = |first: u8| {
        let mut bands: Vec<Json> = Vec::new();
        for seat in 0..terms.seats {
            let others: Vec<&str> = bands.iter().map(|band| band.get()).collect();
            bands.push(ruleset.own_band(terms, Seat(seat), first, lang, &others).unwrap());
        }
        let bands: Vec<Option<&str>> = bands.iter().map(|band| Some(band.get())).collect();
        ruleset.gather(terms, &bands, Seat(0), lang)
    };
    with((number % 7) as u8).or_else(|_| with(0)).unwrap()
}

/// Plays games and prints what is found in them.
pub(crate) fn find(ruleset: &str, games: u64, first: u64) {
    let ruleset = systems::parse(ruleset).unwrap();
    let hunt = tested(ruleset.name()).unwrap().hunt().expect("the system has a hunt");
    for number in first..first + games {
        let terms = (hunt.terms)(number);
        let setup = game_setup(ruleset, &terms, number, Lang::Fr);
        let mut other = BTreeMap::new();
        let english = game_setup(ruleset, &terms, number, Lang::En);
        names(&value(&setup), &value(&english), &mut other);
        game(ruleset, &hunt, number, &terms, &setup, &other);
    }
}

fn value(json: &Json) -> Value {
    serde_json::from_str(json.get()).unwrap()
}

fn game(
    ruleset: RulesetId,
    hunt: &Hunt,
    number: u64,
    terms: &Terms,
    setup: &Json,
    names: &BTreeMap<String, String>,
) {
    let mut game = AnyGame::new(ruleset, ruleset.version(), setup.get()).unwrap();
    let (mut dice, mut chance) = (Seeded::from_number(number), Seeded::from_number(!number));
    let best = ruleset.bots()[ruleset.bots().len() - 1];
    let mut bots: Vec<_> = (0..game.seats()).map(|_| ruleset.bot(best).unwrap()).collect();
    game.advance(&mut dice, &mut |_| {}).unwrap();
    let mut looked = BTreeSet::new();
    while let Some(seat) = game.asking().iter().next() {
        let turn = u64::from(game.turn());
        if turn > 5 {
            return;
        }
        for own in game.asking().iter() {
            let (ask, view) = (value(&game.ask_for(own).unwrap()), value(&game.view(Audience::Seat(own))));
            if turn > 0 && (hunt.begins)(&ask, &view, game.asking()) && looked.insert((turn, own)) {
                let dice = (number * 100 + turn * 10 + u64::from(own.0)) as u32;
                let position = game.position();
                let bot = best.to_owned();
                let start =
                    Start { terms: terms.clone(), seat: own, bot, dice, names: names.clone(), position };
                look(ruleset, hunt, number, turn, &start, &view);
            }
        }
        let command = bots[usize::from(seat.0)].answer(&game, seat, &mut chance).unwrap();
        game.submit(Actor::Seat(seat), command.get(), &mut dice, &mut |_| {}).unwrap();
    }
}

fn look(ruleset: RulesetId, hunt: &Hunt, number: u64, turn: u64, start: &Start, view: &Value) {
    // By goal and the turn before which it is reached: who reached it, and the shortest way.
    let mut reached: BTreeMap<(String, u64), (usize, Vec<Json>)> = BTreeMap::new();
    let mut tries = 0;
    let last = turn + hunt.turns;
    let mut over = |fact: &Value| fact["t"] == "turn" && fact["turn"].as_u64() >= Some(last);
    // What comes of itself is no goal.
    let idle = tries::idle(ruleset, start, &mut over);
    let given: BTreeSet<String> = idle
        .iter()
        .flat_map(|fact| (hunt.goals)(view, start.seat, fact))
        .map(|goal| goal.to_string())
        .collect();
    for try_number in 0..TRIES {
        let mut enough = |fact: &Value| fact["t"] == "turn" && fact["turn"].as_u64() >= Some(last);
        let Some(tried) = tries::one(ruleset, start, try_number, &mut enough) else { continue };
        tries += 1;
        let mut now = turn;
        let mut seen = BTreeSet::new();
        for fact in &tried.facts {
            if fact["t"] == "turn" {
                now = fact["turn"].as_u64().unwrap();
            }
            for goal in (hunt.goals)(view, start.seat, fact) {
                if !given.contains(&goal.to_string()) && seen.insert(goal.to_string()) {
                    for before in now + 1..=last {
                        let entry = reached.entry((goal.to_string(), before)).or_default();
                        entry.0 += 1;
                        if entry.1.is_empty() || entry.1.len() > tried.answers.len() {
                            entry.1.clone_from(&tried.answers);
                        }
                    }
                }
            }
        }
    }
    for ((goal, before), (count, solution)) in &reached {
        if *count * 2 > tries {
            continue;
        }
        let goal: Value = serde_json::from_str(goal).unwrap();
        let found = Found {
            number,
            goal: &goal,
            before: *before,
            reached: *count,
            tries,
            turn,
            who: who(view),
            start,
            names: &start.names,
            solution,
        };
        println!("{}", json!(found));
    }
}

/// The names in a view, by number.
fn who(view: &Value) -> Vec<String> {
    let fighters = view["fighters"].as_array().into_iter().flatten();
    let fighters = fighters.map(|it| format!("{}:{}", it["seat"], it["name"].as_str().unwrap_or_default()));
    let figures = view["figures"].as_array().into_iter().flatten();
    let figures = figures.map(|it| {
        let (seat, member) = (it["seat"].as_u64().unwrap() as usize, it["member"].as_u64().unwrap() as usize);
        let name = &view["setup"]["bands"][seat]["members"][member]["name"];
        format!("{seat}:{}", name.as_str().unwrap_or_default())
    });
    let characters = view["scene"]["fighters"].as_array().into_iter().flatten().map(|it| &it["sheet"]);
    let characters = characters.map(|it| {
        let name = it["opponent"].as_str().or(it["name"].as_str()).unwrap_or_default();
        format!("{}:{name}", it["seat"])
    });
    let known = view["known"].as_array().into_iter().flatten();
    let known = known.map(|it| format!("{}:{}", it["seat"], it["name"].as_str().unwrap_or_default()));
    fighters.chain(figures).chain(characters).chain(known).collect()
}
