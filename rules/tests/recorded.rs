//! Games for the client's tests: what each audience is told, and what it sees on the way.
//!
//! `web-client/src/store/testdata` holds whole games between bots. The client folds the notices and must come to
//! the views. Written anew with `BAGARRE_WRITE=1 cargo test -p bagarre-rules --test recorded`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use bagarre_rules::baston::Baston;
use bagarre_rules::contract::{Actor, Audience, Next, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::Gather;
use serde::Serialize;
use serde_json::Value;

/// A view is kept every so many notices, when somebody is asked something, and at the end.
const EVERY: usize = 60;
/// Turns played: enough to meet most facts, few enough for a small file.
const TURNS: u32 = 4;

#[derive(Serialize)]
struct Recorded {
    audience: String,
    view: Value,
    notices: Vec<Value>,
    /// How many notices come before a view, and that view without its board, which never changes.
    checks: Vec<(usize, Value)>,
}

fn without_board(mut view: Value) -> Value {
    view.as_object_mut().expect("a view is an object").remove("board");
    view
}

fn record(scenario: &str, seats: u8, seed: u64, to: Audience, audience: &str) -> Recorded {
    let terms = Baston::usual(scenario, seats).expect("the scenario takes so many seats");
    let bands = (0..seats).map(|seat| Baston::ready_band(&terms, Seat(seat))).collect();
    let setup = Baston::gather(&terms, bands, Seat(0)).expect("ready-made bands fit");
    let mut state = Baston::new(&setup).expect("the set-up is legal");
    let mut dice = Seeded::from_number(seed);
    let mut own = Seeded::from_number(seed + 1);
    let mut bot = Baston::bot(Baston::bots()[0]).expect("bots have names");
    let view = |state: &<Baston as Ruleset>::State| {
        serde_json::to_value(Baston::view(state, to)).expect("views are JSON")
    };
    let first = view(&state);
    let mut notices = Vec::new();
    let mut checks = Vec::new();
    let mut next = 0;
    tell(&mut state, None, &mut dice, to, &mut notices);
    while let Next::Ask { seats, .. } = Baston::next(&state) {
        if notices.len() >= next {
            checks.push((notices.len(), without_board(view(&state))));
            next = notices.len() + EVERY;
        }
        if Baston::turn(&state) > TURNS {
            break;
        }
        let seat = seats.iter().next().expect("somebody is asked");
        let sees = Baston::view(&state, Audience::Seat(seat));
        let ask = Baston::ask_for(&state, seat).expect("who is asked has a question");
        let command = bot.answer(&sees, &ask, seat, &mut own);
        tell(&mut state, Some((seat, command)), &mut dice, to, &mut notices);
    }
    checks.push((notices.len(), without_board(view(&state))));
    Recorded { audience: audience.to_owned(), view: first, notices, checks }
}

/// Plays a command, or the start, and writes down what the audience is told.
fn tell(
    state: &mut <Baston as Ruleset>::State,
    command: Option<(Seat, <Baston as Ruleset>::Command)>,
    dice: &mut Seeded,
    to: Audience,
    notices: &mut Vec<Value>,
) {
    let mut sink = |state: &<Baston as Ruleset>::State, event: &<Baston as Ruleset>::Event| {
        let notice = Baston::notice(state, event, to);
        notices.extend(notice.map(|notice| serde_json::to_value(notice).expect("notices are JSON")));
    };
    match command {
        None => advance::<Baston>(state, dice, &mut sink),
        Some((seat, command)) => submit::<Baston>(state, Actor::Seat(seat), &command, dice, &mut sink),
    }
    .expect("bots play by the rules");
}

/// File, scenario, seats, seed of the dice, audience and its name.
const GAMES: [(&str, &str, u8, u64, Audience, &str); 3] = [
    ("free-brawl.json", "SCN-00", 3, 11, Audience::Spectator, "spectator"),
    ("last-round.json", "SCN-01", 2, 22, Audience::Seat(Seat(0)), "seat 0"),
    ("cash-box.json", "SCN-03", 2, 33, Audience::Omniscient, "everything"),
];

#[test]
fn recorded_games_of_the_client_are_of_this_version() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/src/store/testdata");
    for (file, scenario, seats, seed, to, audience) in GAMES {
        let path = folder.join(file);
        if std::env::var_os("BAGARRE_WRITE").is_some() {
            let fresh = serde_json::to_string(&record(scenario, seats, seed, to, audience)).unwrap() + "\n";
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, fresh).unwrap();
        }
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        same_again::<<Baston as Ruleset>::View>(file, &kept["view"]);
        for notice in kept["notices"].as_array().unwrap() {
            same_again::<<Baston as Ruleset>::Notice>(file, notice);
        }
        for check in kept["checks"].as_array().unwrap() {
            let mut view = check[1].clone();
            view["board"] = kept["view"]["board"].clone();
            same_again::<<Baston as Ruleset>::View>(file, &view);
        }
    }
}

/// Read and written again, it is what it was: no field has come, gone or changed its name.
fn same_again<T: serde::de::DeserializeOwned + Serialize>(file: &str, value: &Value) {
    let read: T = serde_json::from_value(value.clone())
        .unwrap_or_else(|error| panic!("{file}: {error}; write it again with BAGARRE_WRITE=1"));
    assert_eq!(&serde_json::to_value(read).unwrap(), value, "{file}: write it again with BAGARRE_WRITE=1");
}
