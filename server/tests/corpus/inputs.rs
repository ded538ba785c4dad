//! What the fuzz targets of the server do with bytes. `tests/fuzz` takes this file as it is.
//!
//! Bytes that begin with `{` are text, as it would come from outside. Any others choose a sample and bend it.

use std::sync::LazyLock;

use bagarre_protocol::campaign::{BringBand, JoinCampaign, NewCampaign, NewCampaignGame, NewWork};
use bagarre_protocol::http::{DeviceLink, Nickname};
use bagarre_protocol::room::Settings;
use bagarre_protocol::socket::ClientMessage;
use bagarre_rules::conformance::bent;
use bagarre_rules::contract::{Lang, Seat};
use bagarre_rules::systems;
use bagarre_server::referee::{Shows, play};
use bagarre_server::verify::{self, Known};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// The text that bytes stand for.
fn text(samples: &[Value], data: &[u8]) -> String {
    match data {
        [b'{', ..] => String::from_utf8_lossy(data).into_owned(),
        [choice, bends @ ..] => bent(&samples[usize::from(*choice) % samples.len()], bends).to_string(),
        [] => String::new(),
    }
}

/// Read, written and read again, a message is what it was. Whether it could be read.
fn again<T: DeserializeOwned + Serialize + PartialEq>(text: &str) -> bool {
    let Ok(message) = serde_json::from_str::<T>(text) else { return false };
    let written = serde_json::to_string(&message).unwrap();
    assert!(serde_json::from_str::<T>(&written).unwrap() == message, "read otherwise: {written}");
    true
}

static MESSAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let id = "6f3f2f5e-6f0d-4e0e-9a39-0b1a6d8f4c11";
    let settings = json!({
        "name": "Chez Lulu", "ruleset": "generik", "scenario": "baston_generale", "seats": 2, "size": 4,
        "more": { "era": "western", "ground": "ready" }, "clocks": { "kind": "live", "long": 90, "short": 60, "quick": 30 },
        "spectators": true, "spectator_delay": 2, "listed": false,
    });
    let band = json!({ "name": "Les Corbeaux", "characters": [{ "name": "Lulu", "FOR": 6, "DEX": 3, "VIT": 2, "CON": 5 }] });
    let act = |action: Value| json!({ "t": "act", "id": id, "action": action });
    vec![
        json!({ "t": "hello", "protocol": 2, "room": "abcdefghij", "invite": "k", "lang": "fr", "since": { "game": id, "entry": 7, "seat": 1 } }),
        json!({ "t": "command", "id": id, "command": { "do": "answer", "question": 3, "choice": { "part": "T" } } }),
        json!({ "t": "draft", "seq": 4, "draft": { "do": "programme", "turn": 1, "sheets": [] } }),
        json!({ "t": "resync", "entry": 12 }),
        json!({ "t": "chat", "id": id, "text": "Ça chauffe" }),
        json!({ "t": "lang", "lang": "en" }),
        json!({ "t": "ping", "n": 9 }),
        act(json!({ "do": "sit", "seat": 1 })),
        act(json!({ "do": "stand" })),
        act(json!({ "do": "bring", "band": band })),
        act(json!({ "do": "settings", "settings": settings })),
        act(json!({ "do": "kick", "guest": id })),
        act(json!({ "do": "swap", "a": 0, "b": 1 })),
        act(json!({ "do": "put_bot", "seat": 1, "bot": "any" })),
        settings.clone(),
        json!({ "settings": settings, "players": [id] }),
        json!({ "kind": "band", "ruleset": "baston", "name": "Corbeaux", "content": band }),
        json!({ "name": "Été", "ruleset": "generik" }),
        json!({ "invite": "k" }),
        json!({ "name": "Lulu" }),
        json!({ "token": "t" }),
        json!({ "band": band }),
    ]
});

/// Everything that is read from a socket or a body. Whether it could be read as any of it.
pub fn wire(data: &[u8]) -> bool {
    let text = text(&MESSAGES, data);
    [
        again::<ClientMessage>(&text),
        again::<Settings>(&text),
        again::<NewCampaign>(&text),
        again::<JoinCampaign>(&text),
        again::<BringBand>(&text),
        again::<NewCampaignGame>(&text),
        again::<NewWork>(&text),
        again::<Nickname>(&text),
        again::<DeviceLink>(&text),
    ]
    .contains(&true)
}

static SCRIPTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut scripts = Vec::new();
    for ruleset in systems::ALL {
        let scenario = ruleset.scenarios().remove(0);
        let terms = (2..=6).find_map(|seats| ruleset.usual(&scenario, seats)).unwrap();
        let bands = vec![None; usize::from(terms.seats)];
        let setup = ruleset.gather(&terms, &bands, Seat(0), Lang::Fr).unwrap();
        let steps: Vec<Value> = (0..12).map(|n| json!({ "seat": n % terms.seats, "clock": true })).collect();
        let script = |start: &str, from: Value| json!({ "ruleset": ruleset.name(), start: from, "dice": { "seed": "0badcafe" }, "steps": steps });
        let first = script("setup", serde_json::from_str(setup.get()).unwrap());
        let mut out = Vec::new();
        play(&first.to_string(), Shows::Position, &mut out, &mut Vec::new()).unwrap();
        scripts.push(first);
        scripts.push(script("position", serde_json::from_slice(&out).unwrap()));
    }
    for text in [
        include_str!("../../program/tests/cli/punch.json"),
        include_str!("../../../docs/examples/footbridge.json"),
        include_str!("../../../docs/examples/clearing.json"),
    ] {
        scripts.push(serde_json::from_str(text).unwrap());
    }
    scripts
});

/// A script for the referee. Whether it was played to its end.
pub fn script(data: &[u8]) -> bool {
    let text = text(&SCRIPTS, data);
    let played = |shows| play(&text, shows, &mut Vec::new(), &mut Vec::new());
    let (everything, position) = (played(Shows::Everything), played(Shows::Position));
    assert_eq!(everything.is_ok(), position.is_ok(), "{text}");
    everything.is_ok()
}

/// A game played by bots, as the server exported it.
const EXPORT: &str = include_str!("exports/played.json");
/// Another one, with a chain and a signature.
const CHAINED: &str = include_str!("../../../web-client/src/fair/testdata/game.json");

static EXPORTS: LazyLock<Vec<Value>> =
    LazyLock::new(|| [EXPORT, CHAINED].map(|text| serde_json::from_str(text).unwrap()).to_vec());

/// An exported game or campaign for `bagarre verify`. Whether a report came of it.
pub fn export(data: &[u8]) -> bool {
    let checked = verify::file(&text(&EXPORTS, data), &Known::unsigned());
    checked.inspect_err(|why| assert!(!why.is_empty(), "refused without a word")).is_ok()
}
