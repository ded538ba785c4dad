use std::sync::Arc;

use bagarre_protocol::fair::{Author, Given};
use bagarre_protocol::game::{Export, Replay};
use bagarre_protocol::payload::Payload;
use bagarre_rules::any::{AnyGame, Moment};
use bagarre_rules::contract::{Actor, Lang, Outcome, Seat};
use bagarre_rules::dice::Seeded;
use bagarre_rules::systems;
use bagarre_server::fair::{self, Noted};
use bagarre_server::store::{Draw, GameRecord, JournalRow, Nameplate, Write};
use bagarre_server::verify::{self, Known};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::rooms::settings;
use super::{Browser, Site, site};

const SECRET: [u8; 32] = [3; 32];
const SALT: [u8; 16] = [4; 16];

/// The record of a game that has not begun.
fn record(id: Uuid, room: String) -> GameRecord {
    let ruleset = systems::parse("baston").unwrap();
    let terms = ruleset.usual("SCN-00", 2).unwrap();
    let setup = ruleset.gather(&terms, &[None, None], Seat(0), Lang::Fr).unwrap();
    let players = ["Dédé", "Suzy"];
    GameRecord {
        id,
        room,
        ruleset: "baston".to_owned(),
        version: ruleset.version(),
        scenario: terms.scenario,
        players: players.map(str::to_owned).to_vec(),
        nameplates: players.map(|name| Nameplate::new(None, name, SALT)).to_vec(),
        setup: setup.into(),
        secret: SECRET,
        draw: Draw::Drawn(vec![Given::default(); players.len()]),
        blind: false,
        commitment: hex::encode(Sha256::digest(SECRET)),
        started: 1_000,
        ended: None,
        outcome: None,
        quarantined: None,
    }
}

/// The journal of a game that bots play to its end, and how it ends.
fn journal(record: &GameRecord) -> (Vec<JournalRow>, Outcome) {
    let ruleset = systems::parse("baston").unwrap();
    let mut game = AnyGame::new(ruleset, record.version, record.setup.text()).unwrap();
    let (seed, mut luck) = (record.seed().unwrap(), Seeded::from_number(1));
    let mut bot = ruleset.bot("any").unwrap();
    let mut head = record.genesis().unwrap().head().unwrap();
    let mut rows: Vec<JournalRow> = Vec::new();
    let mut next = None;
    loop {
        let mut events = Vec::new();
        let mut dice = Noted::new(seed, rows.last().map_or(0, |row| row.drawn));
        let sink = &mut |moment: Moment<'_>| events.push(moment.event());
        let accepted = next.map(|seat| {
            let command = bot.answer(&game, seat, &mut luck).unwrap();
            game.submit(Actor::Seat(seat), command.get(), &mut dice, sink).unwrap()
        });
        if accepted.is_none() {
            game.advance(&mut dice, sink).unwrap();
        }
        let (drawn, rolls) = dice.done();
        let sealed = accepted.as_ref().filter(|it| it.sealed);
        let mut row = JournalRow {
            game: record.id,
            entry: rows.len() as u32,
            at: 1_000 + rows.len() as i64,
            actor: next.map(Actor::Seat),
            command_id: next.map(|_| Uuid::new_v4()),
            seal: sealed.map(|it| (fair::seal(&SALT, it.command.get()).unwrap(), SALT)),
            command: accepted.map(|it| it.command.into()),
            events: Payload::of(&events).unwrap(),
            drawn,
            blind: None,
            link: None,
        };
        let author = next.map(|seat| Author::Bot { seat, bot: "any".to_owned() });
        let link = row.tied_to(&head, game.outcome().as_ref(), author, rolls, SALT).unwrap();
        head = link.head;
        row.link = Some(link);
        rows.push(row);
        next = game.asking().iter().next();
        if let (None, Some(outcome)) = (next, game.outcome()) {
            return (rows, outcome);
        }
    }
}

/// Plays a game of bots and writes it as a room would; unfinished when `over` is false.
async fn stored(site: &Site, over: bool) -> Uuid {
    let id = Uuid::new_v4();
    let mut host = Browser::known(site, "Dédé").await;
    let opened = host.send(site, "POST", "/api/rooms", &settings().to_string()).await.ok();
    let record = record(id, opened.json()["id"].as_str().unwrap().to_owned());
    let (rows, outcome) = journal(&record);
    let mut job = vec![Write::Game(Box::new(record))];
    job.extend(rows.into_iter().map(|row| Write::Entry(Arc::new(row))));
    if over {
        job.push(Write::Over { game: id, at: 9_000, outcome });
    }
    for written in site.app.store().commit(&[job]).await.unwrap() {
        written.unwrap();
    }
    id
}

#[tokio::test]
async fn a_finished_game_is_exported_as_a_file_that_verifies() {
    let site = site().await;
    let game = stored(&site, true).await;
    let answer = site.get(&format!("/api/games/{game}/export")).await.ok();
    assert!(answer.header("content-disposition").contains(&format!("bagarre-{game}.json")));
    let export: Export = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(export.players, ["Dédé", "Suzy"]);
    let known = Known { key: export.key.clone(), ..Known::default() };
    let report = verify::game(&export, &known);
    assert!(report.ok && report.seals > 0, "{:?}", report.faults);
}

#[tokio::test]
async fn exports_are_signed_with_the_key_that_is_published() {
    let site = site().await;
    let game = stored(&site, true).await;
    let published = site.get("/api/key").await.ok().json();
    assert_eq!(published["algorithm"], "ed25519");
    let key = published["key"].as_str().unwrap().to_owned();
    let files = [(); 2].map(|()| format!("/api/games/{game}/export"));
    let first = site.get(&files[0]).await.ok();
    assert_eq!(first.body, site.get(&files[1]).await.ok().body, "the same game gives the same bytes");
    let known = Known { key: Some(key), ..Known::default() };
    let Ok(verify::Checked::Game(report)) = verify::file(&first.text(), &known) else { panic!("no game") };
    assert!(report.ok && report.signature == verify::Part::Holds, "{:?}", report.faults);
    let bent = first.text().replace("Suzy", "Lulu");
    let Ok(verify::Checked::Game(report)) = verify::file(&bent, &known) else { panic!("no game") };
    assert!(!report.ok);
}

#[tokio::test]
async fn a_finished_game_is_replayed_entry_by_entry() {
    let site = site().await;
    let game = stored(&site, true).await;
    let answer = site.get(&format!("/api/games/{game}/replay")).await.ok();
    let replay: Replay = serde_json::from_slice(&answer.body).unwrap();
    assert_eq!(replay.game, game);
    assert!(replay.entries.iter().zip(0..).all(|(entry, n)| entry.n == n));
    assert!(replay.entries.iter().map(|entry| entry.turn).is_sorted());
    assert!(replay.entries.iter().map(|entry| entry.notices.len()).sum::<usize>() > replay.entries.len());
}

#[tokio::test]
async fn a_game_that_still_runs_shows_nothing() {
    let site = site().await;
    let game = stored(&site, false).await;
    for path in ["export", "replay"] {
        let answer = site.get(&format!("/api/games/{game}/{path}")).await;
        answer.refused(404, "http.not_found");
        assert!(!answer.text().contains(&hex::encode(SECRET)));
    }
    site.get("/api/games/not-a-game/export").await.refused(404, "http.not_found");
    site.get(&format!("/api/games/{}/replay", Uuid::nil())).await.refused(404, "http.not_found");
}
