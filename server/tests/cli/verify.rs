use bagarre_protocol::game::{Export, ExportEntry, Seal};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Json, RulesetId};
use bagarre_rules::contract::{Actor, Outcome, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_server::room::archive;
use bagarre_server::verify::verify;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::run_on;

const SEED: [u8; 32] = [7; 32];
const SALT: [u8; 16] = [9; 16];

fn payload(json: Json) -> Payload {
    Payload::from(json)
}

/// A whole game of bots, exported as the server would.
fn game() -> Export {
    let ruleset = RulesetId::parse("baston").unwrap();
    let terms = ruleset.usual("SCN-01", 2).unwrap();
    let setup = ruleset.gather(&terms, &[None, None], Seat(0)).unwrap();
    let mut game = AnyGame::new(ruleset, ruleset.version(), setup.get()).unwrap();
    let (mut dice, mut chance) = (Seeded::new(SEED, 0), Seeded::from_number(1));
    let mut bots = [ruleset.bot("any").unwrap(), ruleset.bot("brawler").unwrap()];
    let mut events = Vec::new();
    game.advance(&mut dice, &mut |moment| events.push(payload(moment.event()))).unwrap();
    let mut entries = vec![ExportEntry { n: 0, at: 0, by: None, command: None, events, seal: None }];
    while let Some(seat) = game.asking().iter().next() {
        let command = bots[usize::from(seat.0)].answer(&game, seat, &mut chance).unwrap();
        let mut events = Vec::new();
        let by = Actor::Seat(seat);
        let accepted = game
            .submit(by, command.get(), &mut dice, &mut |moment| events.push(payload(moment.event())))
            .unwrap();
        let seal = accepted.sealed.then(|| Seal {
            digest: archive::seal(&SALT, accepted.command.get()).unwrap(),
            salt: hex::encode(SALT),
        });
        let n = entries.len() as u32;
        let command = Some(payload(accepted.command));
        entries.push(ExportEntry { n, at: 0, by: Some(by), command, events, seal });
    }
    Export {
        format: "bagarre-game".to_owned(),
        game: uuid::Uuid::nil(),
        ruleset: "baston".to_owned(),
        version: ruleset.version(),
        players: vec!["any".to_owned(), "brawler".to_owned()],
        setup: payload(setup),
        seed: hex::encode(SEED),
        commitment: hex::encode(Sha256::digest(SEED)),
        entries,
        outcome: game.outcome().unwrap(),
    }
}

/// The game with something changed by hand.
fn changed(change: impl FnOnce(&mut Export)) -> Vec<String> {
    let mut export = game();
    change(&mut export);
    let report = verify(&export).unwrap();
    assert!(!report.ok);
    report.faults
}

fn first_sealed(export: &mut Export) -> &mut ExportEntry {
    export.entries.iter_mut().find(|entry| entry.seal.is_some()).unwrap()
}

#[test]
fn an_honest_game_holds() {
    let export = game();
    let report = verify(&export).unwrap();
    assert!(report.ok, "{:?}", report.faults);
    assert_eq!(report.entries, export.entries.len());
    assert!(report.seals > 10 && report.dice > 10 && report.events > report.entries);
    assert_eq!(report.outcome.as_ref(), Some(&export.outcome));
    let ran = run_on(&["verify", "-"], &serde_json::to_string(&export).unwrap());
    assert_eq!((ran.code, &ran.json()["ok"]), (0, &json!(true)), "{}", ran.err);
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
    assert!(faults[1].contains("event"), "{faults:?}");
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
    let mut export = game();
    export.entries.truncate(3);
    let ran = run_on(&["verify", "-"], &serde_json::to_string(&export).unwrap());
    assert_eq!(ran.json()["ok"], json!(false));
    ran.failed(1, "end");
    run_on(&["verify", "-"], "{}").failed(2, "exported game");
    export.ruleset = "chess".to_owned();
    run_on(&["verify", "-"], &serde_json::to_string(&export).unwrap()).failed(2, "chess");
}
