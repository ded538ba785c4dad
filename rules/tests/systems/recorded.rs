//! Games for the client's tests: what each audience is told, and what it sees on the way.
//!
//! `web-client/src/store/testdata` holds whole games between bots. The client folds the notices and must come to
//! the views. Written anew with `BAGARRE_WRITE=1 cargo test -p bagarre-rules --test systems recorded`.

use bagarre_rules::baston::Baston;
use bagarre_rules::contract::{Actor, Audience, Next, Ruleset, Seat, advance, submit};
use bagarre_rules::dice::Seeded;
use bagarre_rules::gather::{Gather, Terms};
use bagarre_rules::generik::Generik;
use bagarre_rules::notice::Notice;
use serde::Serialize;
use serde_json::Value;

/// A view is kept every so many notices, when a question is asked, and at the end.
const EVERY: usize = 60;

#[derive(Serialize)]
struct Recorded {
    audience: String,
    view: Value,
    notices: Vec<Value>,
    /// How many notices come before a view, and that view without what never changes in it.
    checks: Vec<(usize, Value)>,
}

/// A recorded game, and the audience of the recording.
struct Game {
    file: &'static str,
    scenario: &'static str,
    seats: u8,
    /// What only the system knows of its terms.
    more: Value,
    seed: u64,
    to: Audience,
    audience: &'static str,
    /// The part of a view that never changes.
    fixed: &'static str,
    /// Turns played: enough to meet most facts, few enough for a small file.
    turns: u32,
}

fn without(fixed: &str, mut view: Value) -> Value {
    view.as_object_mut().expect("a view is an object").remove(fixed);
    view
}

fn record<R: Gather>(game: &Game) -> Recorded {
    let usual = R::usual(game.scenario, game.seats).expect("the scenario takes so many seats");
    let more = (!game.more.is_null()).then(|| game.more.clone());
    let (terms, to) = (Terms { more, ..usual }, game.to);
    let bands = (0..game.seats).map(|seat| R::ready_band(&terms, Seat(seat))).collect();
    let setup = R::gather(&terms, bands, Seat(0)).expect("ready-made bands fit");
    let mut state = R::new(&setup).expect("the set-up is legal");
    let mut dice = Seeded::from_number(game.seed);
    let mut own = Seeded::from_number(game.seed + 1);
    let mut bot = R::bot(R::bots()[0]).expect("bots have names");
    let view = |state: &R::State| serde_json::to_value(R::view(state, to)).expect("views are JSON");
    let first = view(&state);
    let mut notices = Vec::new();
    let mut checks = Vec::new();
    let mut next = 0;
    tell::<R>(&mut state, None, &mut dice, to, &mut notices);
    while let Next::Ask { seats, .. } = R::next(&state) {
        if notices.len() >= next {
            checks.push((notices.len(), without(game.fixed, view(&state))));
            next = notices.len() + EVERY;
        }
        if R::turn(&state) > game.turns {
            break;
        }
        let seat = seats.iter().next().expect("somebody is asked");
        let sees = R::view(&state, Audience::Seat(seat));
        let ask = R::ask_for(&state, seat).expect("who is asked has a question");
        let command = bot.answer(&sees, &ask, seat, &mut own);
        tell::<R>(&mut state, Some((seat, command)), &mut dice, to, &mut notices);
    }
    checks.push((notices.len(), without(game.fixed, view(&state))));
    Recorded { audience: game.audience.to_owned(), view: first, notices, checks }
}

/// Plays a command, or the start, and writes down what the audience is told.
fn tell<R: Ruleset>(
    state: &mut R::State,
    command: Option<(Seat, R::Command)>,
    dice: &mut Seeded,
    to: Audience,
    notices: &mut Vec<Value>,
) {
    let mut sink = |state: &R::State, event: &R::Event| {
        let notice = R::notice(state, event, to);
        notices.extend(notice.map(|notice| serde_json::to_value(notice).expect("notices are JSON")));
    };
    match command {
        None => advance::<R>(state, dice, &mut sink),
        Some((seat, command)) => submit::<R>(state, Actor::Seat(seat), &command, dice, &mut sink),
    }
    .expect("bots play by the rules");
}

const fn brawl(file: &'static str, scenario: &'static str, seats: u8, seed: u64, to: Audience) -> Game {
    let audience = match to {
        Audience::Spectator => "spectator",
        Audience::Seat(_) => "seat 0",
        Audience::Omniscient => "everything",
    };
    Game { file, scenario, seats, more: Value::Null, seed, to, audience, fixed: "board", turns: 5 }
}

fn skirmish(mut game: Game, more: Value, turns: u32) -> Game {
    (game.more, game.turns, game.fixed) = (more, turns, "setup");
    game
}

/// Keeps the recorded games of a system, or writes them anew.
fn keep<R: Gather>(games: &[Game]) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/src/store/testdata");
    for game in games {
        let path = folder.join(game.file);
        if std::env::var_os("BAGARRE_WRITE").is_some() {
            let fresh = serde_json::to_string(&record::<R>(game)).unwrap() + "\n";
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, fresh).unwrap();
        }
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        same_again::<R::View>(game.file, &kept["view"]);
        for notice in kept["notices"].as_array().unwrap() {
            same_again::<Notice<'static, R::Fact>>(game.file, notice);
        }
        for check in kept["checks"].as_array().unwrap() {
            let mut view = check[1].clone();
            view[game.fixed] = kept["view"][game.fixed].clone();
            same_again::<R::View>(game.file, &view);
        }
    }
}

#[test]
fn recorded_brawls_of_the_client_are_of_this_version() {
    keep::<Baston>(&[
        brawl("free-brawl.json", "SCN-00", 3, 16, Audience::Spectator),
        brawl("last-round.json", "SCN-01", 2, 22, Audience::Seat(Seat(0))),
        brawl("cash-box.json", "SCN-03", 2, 33, Audience::Omniscient),
    ]);
}

#[test]
fn recorded_skirmishes_of_the_client_are_of_this_version() {
    let duel = brawl("generik-duel.json", "duel_d_honneur", 2, 41, Audience::Seat(Seat(0)));
    let sack = brawl("generik-sack.json", "saccage", 2, 42, Audience::Spectator);
    let campaign = brawl("generik-campaign.json", "baston_generale", 2, 43, Audience::Omniscient);
    keep::<Generik>(&[
        skirmish(duel, serde_json::json!({ "era": "medieval", "ground": "in_turn" }), 3),
        skirmish(sack, serde_json::json!({ "era": "pirates" }), 3),
        skirmish(
            campaign,
            serde_json::json!({ "era": "ww2", "campaign": true, "options": { "max_turns": 2 } }),
            9,
        ),
    ]);
}

/// Read and written again, it is what it was: no field has come, gone or changed its name.
fn same_again<T: serde::de::DeserializeOwned + Serialize>(file: &str, value: &Value) {
    let read: T = serde_json::from_value(value.clone())
        .unwrap_or_else(|error| panic!("{file}: {error}; write it again with BAGARRE_WRITE=1"));
    assert_eq!(&serde_json::to_value(read).unwrap(), value, "{file}: write it again with BAGARRE_WRITE=1");
}
