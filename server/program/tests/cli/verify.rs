use bagarre_protocol::campaign::{Campaign, CampaignExport, CampaignPhase};
use bagarre_protocol::game::{Export, ExportEntry};
use bagarre_protocol::payload::Payload;
use bagarre_rules::contract::Outcome;
use bagarre_rules::systems;
use bagarre_server::fair::sign::Signer;
use bagarre_server::verify::{self, Known, Part, Report};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use super::files::{chain, fair, stripped};
use super::{run, run_on};

fn verify(export: &Export) -> Report {
    verify::game(export, &Known::unsigned())
}

/// A game that is not signed.
fn bare() -> Export {
    Export { key: None, signature: None, ..fair([7; 32], &Signer::new(&[1; 32])) }
}

fn text(export: &Export) -> String {
    serde_json::to_string(export).unwrap()
}

/// The game with something changed by hand, and its chain made anew.
fn changed(change: impl FnOnce(&mut Export)) -> Vec<String> {
    let mut export = bare();
    change(&mut export);
    chain(&mut export);
    let report = verify(&export);
    assert!(!report.ok);
    report.faults
}

fn first_sealed(export: &mut Export) -> &mut ExportEntry {
    export.entries.iter_mut().find(|entry| entry.seal.is_some()).unwrap()
}

#[test]
fn an_honest_game_holds() {
    let signer = Signer::new(&[1; 32]);
    let export = fair([7; 32], &signer);
    let report = verify::game(&export, &Known { key: Some(signer.key()), ..Known::default() });
    assert!(report.ok, "{:?}", report.faults);
    let parts = [report.draw, report.chain, report.rules, report.signature];
    assert_eq!(parts, [Part::Holds; 4]);
    assert_eq!(report.entries, export.entries.len());
    assert!(report.seals > 10 && report.dice > 10 && report.events > report.entries);
    assert_eq!(report.outcome.as_ref(), Some(&export.outcome));
    assert_eq!(report.notes, [""; 0]);
    let head = export.entries[7].link.as_ref().unwrap().head.clone();
    let (key, head) = (signer.key(), format!("7:{head}"));
    let ran = run_on(&["verify", "-", "--key", &key, "--head", &head], &text(&export));
    assert_eq!(
        (ran.code, &ran.json()["ok"], &ran.json()["notes"]),
        (0, &json!(true), &json!([])),
        "{}",
        ran.err
    );
    run_on(&["verify", "-", "--key", &"0".repeat(64)], &text(&export)).failed(1, "another key");
    let other = format!("7:{}", "0".repeat(64));
    run_on(&["verify", "-", "--unsigned", "--head", &other], &text(&export)).failed(1, "entry 7");
    assert_eq!(run(&["verify", "-", "--key", "soup"]).code, 2);
}

#[test]
fn a_signature_needs_the_key_of_the_server_unless_it_is_said_not_to_matter() {
    let signer = Signer::new(&[1; 32]);
    let signed = text(&fair([7; 32], &signer));
    run_on(&["verify", "-"], &signed).failed(1, &format!("signed by {}", signer.key()));
    let ran = run_on(&["verify", "-", "--unsigned"], &signed);
    assert_eq!((ran.code, &ran.json()["signature"]), (0, &json!("unchecked")), "{}", ran.err);
    assert!(ran.json()["notes"][0].as_str().unwrap().contains(&signer.key()), "{}", ran.out);
    run_on(&["verify", "-"], &text(&bare())).failed(1, "not signed");
    run_on(&["verify", "-", "--key", &signer.key()], &text(&bare())).failed(1, "not signed");
    let ran = run_on(&["verify", "-", "--unsigned"], &text(&bare()));
    assert_eq!((ran.code, &ran.json()["signature"]), (0, &json!("absent")), "{}", ran.err);
    assert_eq!(run(&["verify", "-", "--unsigned", "--key", &signer.key()]).code, 2, "either");
    let bent = signed.replace("Lulu", "Lola");
    run_on(&["verify", "-", "--unsigned"], &bent).failed(1, "entry 0");
}

#[test]
fn a_game_in_the_form_of_before_the_chain_is_false_where_its_version_had_one() {
    let export = stripped(fair([7; 32], &Signer::new(&[1; 32])));
    let report = verify(&export);
    let first = format!("entry 0: `draw` is missing: every game of version {} of baston", export.version);
    assert!(report.faults[0].starts_with(&first), "{:?}", report.faults);
    let ran = run_on(&["verify", "-", "--unsigned"], &text(&export));
    ran.failed(1, "`draw` is missing");
    let head = format!("5:{}", "0".repeat(64));
    let old = text(&Export { version: 1, ..export });
    run_on(&["verify", "-", "--unsigned", "--head", &head], &old).failed(1, "the file has no chain");
    run_on(&["verify", "-", "--unsigned"], &old).failed(1, "nothing in this file can be checked");
    let signer = Signer::new(&[1; 32]);
    let signed = text(&signer.game(serde_json::from_str(&old).unwrap()).unwrap());
    let ran = run_on(&["verify", "-", "--key", &signer.key()], &signed);
    assert_eq!((ran.code, &ran.json()["chain"]), (0, &json!("absent")), "{}", ran.err);
}

#[test]
fn a_game_of_other_rules_is_checked_by_its_chain() {
    let signer = Signer::new(&[1; 32]);
    let mut export = fair([7; 32], &signer);
    export.version += 1;
    chain(&mut export);
    let export = signer.game(export).unwrap();
    let report = verify(&export);
    assert!(report.ok, "{:?}", report.faults);
    assert_eq!((report.rules, report.chain), (Part::Unchecked, Part::Holds));
    assert!(report.notes.iter().any(|note| note.contains("rules were not checked")), "{:?}", report.notes);
    assert!(report.dice > 10, "dice need no rules");
}

#[test]
fn a_campaign_is_checked_with_its_games() {
    let signer = Signer::new(&[1; 32]);
    let campaign = Campaign {
        id: "c0mpa1gn00".to_owned(),
        name: "Été".to_owned(),
        ruleset: "baston".to_owned(),
        host: uuid::Uuid::nil(),
        phase: CampaignPhase::Open,
        created: 1,
        members: Vec::new(),
        bands: Vec::new(),
        games: Vec::new(),
        rooms: Vec::new(),
        invite: None,
    };
    let matches = vec![fair([7; 32], &signer)];
    let export = CampaignExport { format: 2, campaign, matches, key: None, signature: None };
    let export = signer.campaign(export).unwrap();
    let text = |export: &CampaignExport| serde_json::to_string(export).unwrap();
    let ran = run_on(&["verify", "-", "--key", &signer.key()], &text(&export));
    assert_eq!((ran.code, &ran.json()["games"][0]["ok"]), (0, &json!(true)), "{}", ran.err);
    let mut bent = export.clone();
    bent.campaign.name = "Hiver".to_owned();
    let key = signer.key();
    let check = ["verify", "-", "--key", &key];
    run_on(&check, &text(&bent)).failed(1, "signature");
    let mut bent = export.clone();
    bent.matches[0].entries[3].at = 0;
    let bent = signer.campaign(bent).unwrap();
    run_on(&check, &text(&bent)).failed(1, "game");
    let mut bent = serde_json::to_value(&export).unwrap();
    bent["campaign"]["members"] = json!([{ "id": uuid::Uuid::nil(), "name": "x", "here": true, "rank": 1 }]);
    run_on(&check, &bent.to_string()).failed(2, "rank");
}

#[test]
fn other_dice_are_found() {
    let faults = changed(|export| export.seed = hex::encode([8; 32]));
    assert!(faults[0].contains("seed"), "{faults:?}");
    assert!(faults.len() > 1, "the journal does not follow from other dice: {faults:?}");
    assert!(changed(|export| export.seed = "soup".to_owned())[0].contains("hex"));
}

#[test]
fn a_changed_event_is_found_and_named() {
    let faults = changed(|export| {
        let entry = &mut export.entries[1];
        let mut event: Value = entry.events[0].read().unwrap();
        event["seat"] = json!(9);
        entry.events[0] = Payload::of(&event).unwrap();
    });
    assert!(faults[0].starts_with("entry 1: event 1"), "{faults:?}");
    let faults = changed(|export| {
        export.entries[1].events.pop();
    });
    assert!(faults[0].starts_with("entry 1:"), "{faults:?}");
}

#[test]
fn a_changed_order_breaks_its_seal_and_the_journal() {
    let faults = changed(|export| {
        let entry = first_sealed(export);
        let mut command: Value = entry.command.as_ref().unwrap().read().unwrap();
        command["sheets"] = json!([]);
        entry.command = Some(Payload::of(&command).unwrap());
    });
    assert!(faults[0].contains("sealed"), "{faults:?}");
    assert!(faults[1].contains("rules"), "{faults:?}");
}

#[test]
fn a_seal_that_is_missing_or_of_another_salt_is_found() {
    assert!(changed(|export| first_sealed(export).seal = None)[0].contains("no seal"));
    let faults = changed(|export| first_sealed(export).seal.as_mut().unwrap().salt = hex::encode([1; 16]));
    assert!(faults[0].contains("sealed"), "{faults:?}");
}

#[test]
fn entries_left_out_and_another_end_are_found() {
    let faults = changed(|export| {
        export.entries.remove(2);
    });
    assert!(faults[0].contains("entry 2"), "{faults:?}");
    let faults = changed(|export| {
        let scores = export.outcome.scores.iter().map(|score| score + 1).collect();
        export.outcome = Outcome { scores, ..export.outcome.clone() };
    });
    assert!(faults[0].contains("end"), "{faults:?}");
}

#[test]
fn the_command_tells_cheats_by_code_1_and_other_files_by_code_2() {
    let mut export = bare();
    export.entries.truncate(3);
    chain(&mut export);
    let check = ["verify", "-", "--unsigned"];
    let ran = run_on(&check, &text(&export));
    assert_eq!(ran.json()["ok"], json!(false));
    ran.failed(1, "entry 3: it is missing");
    run_on(&check, "{}").failed(2, "exported game");
    export.ruleset = "chess".to_owned();
    run_on(&check, &text(&export)).failed(1, "entry 0");
    run_on(&check, &text(&stripped(export))).failed(1, "of chess has it");
}

/// The recorded game of each file of `tests/fixtures/released`, with its ruleset and version.
fn released() -> Vec<(String, u16, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/released");
    let inside = |folder: &std::path::Path| -> Vec<std::path::PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect()
    };
    let mut games = Vec::new();
    for file in inside(&folder).iter().flat_map(|folder| inside(folder)) {
        let game: Value =
            serde_json::from_reader(GzDecoder::new(std::fs::File::open(&file).unwrap())).unwrap();
        let folder = file.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let (name, version) = folder.split_once("-v").unwrap();
        games.push((name.to_owned(), version.parse().unwrap(), game["export"].to_string()));
    }
    games
}

#[test]
fn games_of_every_ruleset_and_version_hold() {
    let games = released();
    for (name, version, text) in &games {
        // They were recorded before they were signed.
        let check = ["verify", "-", "--unsigned"];
        let ran = run_on(&check, text);
        let mut export: Value = serde_json::from_str(text).unwrap();
        let played = systems::parse(name).unwrap().version() == *version;
        let chained = export["entries"][0]["link"].is_object();
        if !played && !chained {
            // Of before the chain, by rules that are gone: what cannot be checked is not said to hold.
            ran.failed(1, "nothing in this file can be checked");
            continue;
        }
        let report = ran.json();
        let parts = ["ok", "rules", "chain"].map(|part| report[part].clone());
        let rules = if played { "holds" } else { "unchecked" };
        let chain = if chained { "holds" } else { "absent" };
        assert_eq!((ran.code, parts), (0, [json!(true), json!(rules), json!(chain)]), "{name} {version}");
        assert!(report["dice"].as_u64() > Some(0), "{name} {version}");
        export["seed"] = json!(hex::encode([8; 32]));
        assert_eq!(run_on(&check, &export.to_string()).code, 1, "{name} {version}: other dice");
        export["seed"] = serde_json::from_str::<Value>(text).unwrap()["seed"].clone();
        for part in ["draw", "secret", "nameplates"] {
            let taken = export.as_object_mut().unwrap().remove(part).unwrap();
            assert_eq!(run_on(&check, &export.to_string()).code, 1, "{name} {version}: no {part}");
            export[part] = taken;
        }
    }
    for id in systems::ALL {
        let current =
            |(name, version, _): &&(String, u16, String)| (&**name, *version) == (id.name(), id.version());
        assert!(games.iter().filter(current).count() > 1, "{id}");
    }
}

/// The file on which the client's own check is tested. With `BAGARRE_WRITE=1` it is made again.
#[test]
fn the_file_that_the_client_checks_holds() {
    let file =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web-client/src/fair/testdata/game.json");
    let signer = Signer::new(&[1; 32]);
    if std::env::var_os("BAGARRE_WRITE").is_some() {
        std::fs::write(&file, text(&fair([7; 32], &signer)) + "\n").unwrap();
    }
    let ran = run(&["verify", file.to_str().unwrap(), "--key", &signer.key()]);
    let report = ran.json();
    assert_eq!(
        (ran.code, &report["chain"], &report["draw"]),
        (0, &json!("holds"), &json!("holds")),
        "{}",
        ran.err
    );
}
