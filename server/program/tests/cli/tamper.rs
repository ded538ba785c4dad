//! Files bent by hand, in every place: each is found, and the first wrong entry is named. A forger may also make the
//! chain anew and sign it with another key: then the server's key shows it, and so do the heads that players kept.

use std::collections::BTreeMap;

use bagarre_protocol::fair::Author;
use bagarre_protocol::game::{Export, ExportEntry};
use bagarre_server::fair::sign::Signer;
use bagarre_server::store::Nameplate;
use bagarre_server::verify::{self, Checked, Known};
use serde_json::{Value, json};

use super::files::{chain, fair, played, stripped};

/// A way to bend a file.
struct Bend {
    what: String,
    /// The first entry that is wrong then; nothing where no entry is.
    entry: Option<u32>,
    file: Value,
}

const CUT: &str = "the last entry left out";

/// A bend that is made by hand.
pub(crate) type ByHand = (&'static str, Option<u32>, fn(&mut Value));

/// What a check finds: the first wrong entry, and whether anything at all.
fn check(file: &Value, known: &Known) -> (Option<u32>, bool) {
    match verify::file(&file.to_string(), known) {
        Ok(Checked::Game(report)) => {
            assert_eq!(report.ok, report.faults.is_empty());
            (report.first_wrong, !report.ok)
        }
        Ok(Checked::Campaign(_)) => panic!("a campaign"),
        Err(why) => {
            let entry =
                why.split_once("(entry ").and_then(|(_, rest)| rest.trim_end_matches(')').parse().ok());
            (entry, true)
        }
    }
}

pub(crate) fn entries(file: &mut Value) -> &mut Vec<Value> {
    file["entries"].as_array_mut().unwrap()
}

pub(crate) fn renumber(file: &mut Value) {
    entries(file).iter_mut().zip(0..).for_each(|(entry, n): (_, u32)| entry["n"] = json!(n));
}

const BY_HAND: &[ByHand] = &[
    ("another game", Some(0), |file| file["game"] = json!("00000000-0000-4000-8000-000000000000")),
    ("another system", Some(0), |file| file["ruleset"] = json!("generik")),
    ("a system nobody knows", Some(0), |file| file["ruleset"] = json!("chess")),
    ("another version", Some(0), |file| file["version"] = json!(99)),
    ("another scenario", Some(0), |file| file["scenario"] = json!("SCN-02")),
    ("players exchanged", Some(0), |file| file["players"].as_array_mut().unwrap().swap(0, 1)),
    ("one more player", Some(0), |file| file["players"].as_array_mut().unwrap().push(json!("Momo"))),
    ("one player less", Some(0), |file| drop(file["players"].as_array_mut().unwrap().pop())),
    ("a name and its salt exchanged for others", Some(0), |file| {
        let made = Nameplate::new(None, "Momo", [3; 16]).shown();
        file["players"][0] = json!("Momo");
        file["nameplates"][0]["name"] = json!(made.name);
        file["nameplates"][0]["salt"] = json!(made.salt);
    }),
    ("a name that nobody bears", None, |file| {
        let made = Nameplate::new(None, "Momo", [3; 16]).shown();
        file["nameplates"].as_array_mut().unwrap().push(json!(made));
    }),
    ("an author nobody knows", Some(3), |file| {
        file["entries"][3]["link"]["author"] = json!({ "kind": "player", "seat": 0, "nameplate": "00" });
    }),
    ("no names", Some(0), |file| drop(file.as_object_mut().unwrap().remove("nameplates"))),
    ("numbers exchanged", Some(0), |file| file["draw"].as_array_mut().unwrap().swap(0, 1)),
    ("a number withheld", Some(0), |file| file["draw"][0]["nonce"] = Value::Null),
    ("a promise withheld", Some(0), |file| file["draw"][0]["promise"] = Value::Null),
    ("a number made up", Some(0), |file| file["draw"][1]["nonce"] = json!("ab".repeat(32))),
    ("a draw of nobody", Some(0), |file| file["draw"] = json!([])),
    ("another key", None, |file| file["key"] = json!(Signer::new(&[9; 32]).key())),
    ("no signature", None, |file| drop(file.as_object_mut().unwrap().remove("signature"))),
    ("another signature", None, |file| file["signature"] = json!("0".repeat(128))),
    ("an entry left out", Some(4), |file| drop(entries(file).remove(4))),
    ("an entry left out, the rest renumbered", Some(4), |file| {
        entries(file).remove(4);
        renumber(file);
    }),
    ("the first entry left out", Some(0), |file| drop(entries(file).remove(0))),
    ("an entry doubled", Some(5), |file| {
        let twice = entries(file)[4].clone();
        entries(file).insert(5, twice);
    }),
    ("an entry doubled, the rest renumbered", Some(5), |file| {
        let twice = entries(file)[4].clone();
        entries(file).insert(5, twice);
        renumber(file);
    }),
    ("entries exchanged", Some(3), |file| entries(file).swap(3, 4)),
    ("entries exchanged and renumbered", Some(3), |file| {
        entries(file).swap(3, 4);
        renumber(file);
    }),
    ("events of two entries exchanged", Some(3), |file| {
        let (a, b) = (file["entries"][3]["events"].clone(), file["entries"][4]["events"].clone());
        file["entries"][3]["events"] = b;
        file["entries"][4]["events"] = a;
    }),
    ("salts of two entries exchanged", Some(3), |file| {
        let (a, b) = (file["entries"][3]["link"]["salt"].clone(), file["entries"][4]["link"]["salt"].clone());
        file["entries"][3]["link"]["salt"] = b;
        file["entries"][4]["link"]["salt"] = a;
    }),
    ("an event doubled", Some(1), |file| {
        let events = file["entries"][1]["events"].as_array_mut().unwrap();
        events.push(events[0].clone());
    }),
    ("no events", Some(2), |file| file["entries"][2]["events"] = json!([])),
    ("a die more", Some(2), |file| {
        file["entries"][2]["link"]["rolls"].as_array_mut().unwrap().push(json!([6, 1]));
    }),
    ("the clock did it", Some(3), |file| {
        let seat = file["entries"][3]["by"]["seat"].clone();
        file["entries"][3]["by"] = json!({ "clock": seat });
    }),
    ("the other seat did it", Some(3), |file| {
        let seat = file["entries"][3]["by"]["seat"].as_u64().unwrap();
        file["entries"][3]["by"]["seat"] = json!(1 - seat);
    }),
    ("a bot did it", Some(3), |file| {
        let seat = file["entries"][3]["link"]["author"]["seat"].clone();
        file["entries"][3]["link"]["author"] = json!({ "kind": "bot", "seat": seat, "bot": "any" });
    }),
    ("the times of two entries exchanged", Some(3), |file| {
        let (a, b) = (file["entries"][3]["at"].clone(), file["entries"][4]["at"].clone());
        file["entries"][3]["at"] = b;
        file["entries"][4]["at"] = a;
    }),
    ("earlier than the start", Some(0), |file| file["entries"][0]["at"] = json!(1)),
    ("a link taken off", Some(6), |file| drop(file["entries"][6].as_object_mut().unwrap().remove("link"))),
    ("another winner", None, |file| file["outcome"]["winners"] = json!([])),
];

fn by_hand(honest: &Value, table: &[ByHand]) -> Vec<Bend> {
    let mut bends: Vec<Bend> = Vec::new();
    for (what, entry, bend) in table {
        let mut file = honest.clone();
        bend(&mut file);
        bends.push(Bend { what: (*what).to_owned(), entry: *entry, file });
    }
    let mut cut = honest.clone();
    let last = entries(&mut cut).len() as u32 - 1;
    entries(&mut cut).pop();
    bends.push(Bend { what: CUT.to_owned(), entry: Some(last), file: cut });
    bends
}

/// Every place of a value, as pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), all));
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(n, value)| places(value, &format!("{at}/{n}"), all));
        }
        _ => {}
    }
}

/// The entry that a place belongs to: what is settled before the first belongs to it. What the chain does not cover
/// belongs to none.
fn entry_of(place: &str, last: u32) -> Option<u32> {
    let mut parts = place.split('/').skip(1);
    match parts.next()? {
        "entries" => parts.next()?.parse().ok(),
        "outcome" => Some(last),
        "game" | "ruleset" | "version" | "scenario" | "players" | "nameplates" | "setup" | "started"
        | "commitment" | "draw" | "blind" => Some(0),
        _ => None,
    }
}

/// Bends one place at a time: another value, one field more, one field less.
fn everywhere(honest: &Value, places: &[String]) -> Vec<Bend> {
    let mut bends = Vec::new();
    for place in places {
        let here = honest.pointer(place).unwrap();
        let mut bend = |what: &str, with: Value, entry: Option<u32>| {
            let mut file = honest.clone();
            *file.pointer_mut(place).unwrap() = with;
            bends.push(Bend { what: format!("{place}: {what}"), entry, file });
        };
        let entry = entry_of(place, honest["entries"].as_array().unwrap().len() as u32 - 1);
        match here {
            Value::Object(fields) => {
                let mut more = fields.clone();
                more.insert("more".to_owned(), json!(1));
                // A field that no file has makes it unreadable, wherever it is; in an entry the entry is named.
                let inside = place.starts_with("/entries") || place.starts_with("/setup/");
                bend("one field more", Value::Object(more), entry.filter(|_| inside));
            }
            Value::Array(_) => {}
            Value::String(text) => {
                bend("another text", json!(other(text)), entry.filter(|_| place != "/game"));
            }
            Value::Number(number) => {
                bend("another number", json!(number.as_i64().unwrap() + 1), entry);
            }
            Value::Bool(flag) => bend("the contrary", json!(!flag), entry),
            Value::Null => bend("something", json!("x"), entry.filter(|_| place.starts_with("/entries"))),
        }
    }
    bends
}

/// A text of the same kind that says something else.
fn other(text: &str) -> String {
    match text.chars().next() {
        Some(first) if text.len() >= 32 && first.is_ascii_hexdigit() => {
            format!("{}{}", if first == '0' { '1' } else { '0' }, &text[1..])
        }
        _ => format!("{text}x"),
    }
}

/// Every bend of a table, and of the places that are wanted.
fn bends(honest: &Value, table: &[ByHand], wanted: &dyn Fn(&str) -> bool) -> Vec<Bend> {
    let mut all = Vec::new();
    places(honest, "", &mut all);
    all.retain(|place| wanted(place));
    let mut bends = by_hand(honest, table);
    bends.extend(everywhere(honest, &all));
    bends
}

/// All that is settled before the first die, and some entries.
fn of_entries(shown: [usize; 5]) -> impl Fn(&str) -> bool {
    move |place| match place.strip_prefix("/entries/") {
        None => place != "/key" && place != "/signature",
        Some(rest) => {
            let mut parts = rest.splitn(2, '/');
            let entry: usize = parts.next().unwrap().parse().unwrap();
            // An entry that resolves a turn has thousands of places: its first event speaks for the others.
            let event =
                parts.next().unwrap_or_default().strip_prefix("events/").map(|event| event.starts_with('0'));
            shown.contains(&entry) && event.unwrap_or(true)
        }
    }
}

/// Bends a file in every way, and sees that each is found; how many there were, and how many of them with a chain made anew.
pub(crate) fn all_found(
    signer: &Signer,
    honest: &Export,
    table: &[ByHand],
    wanted: &dyn Fn(&str) -> bool,
) -> (usize, usize) {
    let heads: BTreeMap<u32, String> =
        honest.entries.iter().map(|entry| (entry.n, entry.link.as_ref().unwrap().head.clone())).collect();
    let honest_file = serde_json::to_value(honest).unwrap();
    let (plain, key) = (Known::unsigned(), Known { key: Some(signer.key()), ..Known::default() });
    let kept = Known { heads, ..Known::unsigned() };
    for known in [&plain, &key, &kept] {
        assert_eq!(check(&honest_file, known), (None, false), "the honest file holds");
    }
    let (forger, bends) = (Signer::new(&[2; 32]), bends(&honest_file, table, wanted));
    let mut forged = 0;
    for Bend { what, entry, file } in &bends {
        let (named, caught) = check(file, &plain);
        assert!(caught, "{what}");
        assert!(entry.is_none() || named == *entry, "{what}: named {named:?}, is {entry:?}");
        // The forger makes the chain anew and signs the result.
        let Ok(mut export) = serde_json::from_value::<Export>(file.clone()) else { continue };
        if export.key.is_none() || export.signature.is_none() {
            continue;
        }
        chain(&mut export);
        let again = serde_json::to_value(forger.game(export).unwrap()).unwrap();
        let (mut bent, mut was) = (again.clone(), honest_file.clone());
        for field in ["key", "signature"] {
            (bent[field], was[field]) = (Value::Null, Value::Null);
        }
        if bent == was {
            // Only the chain was bent, and now it is right again.
            continue;
        }
        forged += 1;
        assert!(check(&again, &key).1, "{what}: the server's key finds it");
        let (named, caught) = check(&again, &kept);
        if let Some(entry) = entry {
            // Where the end was cut off, the forger had to end the game with the entry before.
            let first = if what == CUT { entry - 1 } else { *entry };
            assert!(caught && named == Some(first), "{what}: kept heads name {named:?}, it is {first}");
        }
    }
    println!("{} bends found, {forged} of them with a chain made anew", bends.len());
    (bends.len(), forged)
}

/// What is found of a bent file whose chain was made anew and that was signed again, by a checker that knows nothing else.
pub(crate) fn found_in(file: &Value) -> (Option<u32>, bool) {
    let mut export: Export = serde_json::from_value(file.clone()).unwrap();
    chain(&mut export);
    let again = Signer::new(&[2; 32]).game(export).unwrap();
    check(&serde_json::to_value(again).unwrap(), &Known::unsigned())
}

#[test]
fn every_bend_is_found_and_the_first_wrong_entry_is_named() {
    let signer = Signer::new(&[1; 32]);
    let honest = fair([7; 32], &signer);
    let sealed = honest.entries.iter().position(|entry| entry.seal.is_some()).unwrap();
    let rolled = |entry: &ExportEntry| entry.link.as_ref().is_some_and(|link| !link.rolls.is_empty());
    let rolled = honest.entries.iter().position(rolled).unwrap();
    let wanted = of_entries([0, sealed, rolled, 5, honest.entries.len() - 1]);
    let (bends, forged) = all_found(&signer, &honest, BY_HAND, &wanted);
    assert!(bends >= 80 && forged >= 80, "{bends}, {forged}");
}

#[test]
fn a_game_that_never_was_is_found_by_key_and_by_heads() {
    let (signer, forger) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
    let honest = fair([7; 32], &signer);
    // Everything in it is made anew from another secret: in itself it holds.
    let invented = serde_json::to_value(fair([8; 32], &forger)).unwrap();
    assert_eq!(check(&invented, &Known::unsigned()), (None, false));
    assert!(check(&invented, &Known { key: Some(signer.key()), ..Known::default() }).1);
    let head = honest.entries[2].link.as_ref().unwrap().head.clone();
    let kept = Known { heads: BTreeMap::from([(2, head)]), ..Known::unsigned() };
    assert_eq!(check(&invented, &kept), (Some(2), true));
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let signer = Signer::new(&[1; 32]);
    let twice = [(), ()].map(|()| serde_json::to_string(&fair([7; 32], &signer)).unwrap());
    assert_eq!(twice[0], twice[1]);
}

/// A file made to pass for an honest one, with every digest in it computed anew.
struct Forgery {
    what: &'static str,
    make: fn(Export) -> Export,
    /// Whether it is found without the key of the server, and with the heads that were kept alone.
    without_key: bool,
    by_heads: bool,
}

/// What a forger does to names: another one is written, with a salt and a digest of its own.
fn renamed(mut export: Export) -> Export {
    let made = Nameplate::new(None, "Momo", [3; 16]).shown();
    export.players[0].clone_from(made.name.as_ref().unwrap());
    let lulu = std::mem::replace(&mut export.nameplates.as_mut().unwrap()[0], made.clone()).digest;
    for author in export.entries.iter_mut().filter_map(|entry| entry.link.as_mut()?.author.as_mut()) {
        if let Author::Player { nameplate, .. } = author
            && *nameplate == lulu
        {
            nameplate.clone_from(&made.digest);
        }
    }
    (export.key, export.signature) = (None, None);
    chain(&mut export);
    export
}

fn without_salts(mut export: Export) -> Export {
    export.nameplates.iter_mut().flatten().for_each(|plate| plate.salt = None);
    export
}

const FORGERIES: &[Forgery] = &[
    Forgery {
        what: "without links",
        make: |mut export| {
            export.entries.iter_mut().for_each(|entry| entry.link = None);
            export
        },
        without_key: true,
        by_heads: true,
    },
    Forgery {
        what: "without a draw, committed to the seed",
        make: |export| {
            let nameplates = export.nameplates.clone();
            Export { nameplates, ..stripped(export) }
        },
        without_key: true,
        by_heads: true,
    },
    Forgery {
        what: "without the secret",
        make: |mut export| {
            export.secret = None;
            export
        },
        without_key: true,
        by_heads: true,
    },
    Forgery { what: "without the salts of names", make: without_salts, without_key: true, by_heads: true },
    Forgery {
        what: "without names, chained anew",
        make: |mut export| {
            export.nameplates = None;
            chain(&mut export);
            export
        },
        without_key: true,
        by_heads: true,
    },
    Forgery { what: "in the form of before the chain", make: stripped, without_key: true, by_heads: true },
    Forgery {
        what: "in that form, with dice of the forger's",
        make: |_| stripped(played([8; 32])),
        without_key: true,
        by_heads: true,
    },
    Forgery {
        what: "in that form, of a version that had it",
        make: |export| Export { version: 1, ..stripped(export) },
        without_key: true,
        by_heads: true,
    },
    Forgery {
        what: "in that form and of that version, signed by another key",
        make: |export| Signer::new(&[2; 32]).game(Export { version: 1, ..stripped(export) }).unwrap(),
        without_key: true,
        by_heads: true,
    },
    // In themselves these hold: only knowledge from outside of the file can tell.
    Forgery { what: "with another name, not signed", make: renamed, without_key: false, by_heads: true },
    Forgery {
        what: "with another name, signed by another key",
        make: |export| Signer::new(&[2; 32]).game(renamed(export)).unwrap(),
        without_key: false,
        by_heads: true,
    },
    Forgery {
        what: "the same game, not signed",
        make: |export| Export { key: None, signature: None, ..export },
        without_key: false,
        by_heads: false,
    },
];

#[test]
fn every_forgery_is_found_by_the_key_and_none_passes_without_a_word() {
    let signer = Signer::new(&[1; 32]);
    let honest = fair([7; 32], &signer);
    let head = honest.entries[4].link.as_ref().unwrap().head.clone();
    let kept = Known { heads: BTreeMap::from([(4, head)]), ..Known::unsigned() };
    let key = Known { key: Some(signer.key()), ..Known::default() };
    for Forgery { what, make, without_key, by_heads } in FORGERIES {
        let file = serde_json::to_value(make(honest.clone())).unwrap();
        assert!(check(&file, &key).1, "{what}: by the key");
        assert!(check(&file, &Known::default()).1, "{what}: nothing is known, and nothing is let pass");
        assert_eq!(check(&file, &Known::unsigned()).1, *without_key, "{what}: without the key");
        assert_eq!(check(&file, &kept).1, *by_heads, "{what}: by kept heads");
    }
}

#[test]
fn each_part_that_a_version_has_is_missed_alone() {
    let signer = Signer::new(&[1; 32]);
    let honest = serde_json::to_value(fair([7; 32], &signer)).unwrap();
    for part in ["draw", "secret", "nameplates", "scenario", "started"] {
        let mut file = honest.clone();
        file.as_object_mut().unwrap().remove(part);
        let Ok(Checked::Game(report)) = verify::file(&file.to_string(), &Known::unsigned()) else {
            panic!("{part}")
        };
        let named = format!("entry 0: `{part}` is missing");
        assert!(report.faults.iter().any(|fault| fault.starts_with(&named)), "{part}: {:?}", report.faults);
        assert_eq!(report.first_wrong, Some(0), "{part}");
    }
}

#[test]
fn more_dice_than_any_game_rolls_are_not_rolled_again() {
    let mut file = serde_json::to_value(fair([7; 32], &Signer::new(&[1; 32]))).unwrap();
    file["entries"][2]["link"]["rolls"] = json!(vec![(6, 1); 20_001]);
    let Ok(Checked::Game(report)) = verify::file(&file.to_string(), &Known::unsigned()) else {
        panic!("no game")
    };
    assert!(report.faults[0].starts_with("entry 2: more than 20000 dice"), "{:?}", report.faults);
    assert!(report.dice < 100, "{} dice were compared", report.dice);
    file["entries"][2]["link"]["rolls"] = json!(vec![(6, 1); 1_000_000]);
    let why = verify::file(&file.to_string(), &Known::unsigned()).unwrap_err();
    assert!(why.contains("more than 2000000 values"), "{why}");
}
