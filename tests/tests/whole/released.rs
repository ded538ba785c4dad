//! Recorded games of every released version of the rules (`tests/fixtures/released`): they open for ever, in every
//! later build. A version that is raised needs games of its own: see CONTRIBUTING.md.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use bagarre_protocol::game::{Export, Replay};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings};
use bagarre_rules::any::{AnyGame, Json, RulesetId};
use bagarre_rules::contract::{Audience, Seat};
use bagarre_rules::systems;
use bagarre_server::room::archive;
use bagarre_server::store::{GameRecord, Write};
use bagarre_server::world::World;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::game_in;

/// Games that a released version needs.
const ENOUGH: usize = 2;

/// A game as a server of its version left it.
#[derive(Serialize, Deserialize)]
struct Released {
    /// As it is exported.
    export: Value,
    /// As it is replayed: the stored text.
    replay: Json,
    /// The view when everything is folded.
    end: Json,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/released")
}

fn released(folder: &Path) -> Vec<(PathBuf, Released)> {
    let mut files: Vec<PathBuf> = match std::fs::read_dir(folder) {
        Ok(files) => files.map(|file| file.unwrap().path()).collect(),
        Err(_) => Vec::new(),
    };
    files.sort();
    let read = |file: PathBuf| {
        let mut text = String::new();
        GzDecoder::new(std::fs::File::open(&file).unwrap()).read_to_string(&mut text).unwrap();
        (file, serde_json::from_str(&text).unwrap())
    };
    files.into_iter().map(read).collect()
}

/// Every recorded game of every version.
fn all() -> Vec<(PathBuf, Released)> {
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|folder| folder.unwrap().path()).collect();
    folders.sort();
    folders.iter().flat_map(|folder| released(folder)).collect()
}

/// A game of bots in a room of a server.
async fn play(ruleset: RulesetId, scenario: &str) -> Released {
    let server = TestServer::start().await;
    let terms = (2..=6).find_map(|seats| ruleset.usual(scenario, seats)).expect("some number of seats");
    let settings = Settings {
        name: "Une partie pour plus tard".to_owned(),
        ruleset: ruleset.name().to_owned(),
        scenario: scenario.to_owned(),
        seats: terms.seats,
        size: terms.size,
        more: terms.more.map(|more| Payload::of(&more).unwrap()),
        clocks: Clocks::Rules,
        ..toy::settings()
    };
    let (mut host, _) = server.host("Raymond", settings).await;
    let bot = (*ruleset.bots().last().unwrap()).to_owned();
    host.must(Action::Stand).await;
    for seat in 0..terms.seats {
        host.must(Action::PutBot { seat: Seat(seat), bot: bot.clone() }).await;
    }
    host.must(Action::Start).await;
    host.until_phase(Phase::Finished).await;
    let game = host.room.game.unwrap();
    let export = archive::export(server.app.store(), game).await.unwrap();
    let end = fold(ruleset, &export).view(Audience::Omniscient);
    let replay = archive::replay(server.app.store(), &World::system(), game).await.unwrap();
    Released {
        export: serde_json::to_value(&export).unwrap(),
        replay: serde_json::from_str(&replay).unwrap(),
        end,
    }
}

fn fold(ruleset: RulesetId, export: &Export) -> AnyGame {
    let mut game = AnyGame::new(ruleset, export.version, export.setup.text()).unwrap();
    for event in export.entries.iter().flat_map(|entry| &entry.events) {
        game.apply(event.text(), &mut |_| {}).unwrap();
    }
    game
}

/// Records games of what this build plays: three scenarios of a system.
async fn record(ruleset: RulesetId, folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    let mut scenarios = ruleset.scenarios();
    let last = scenarios.len() - 1;
    let mut number = 0..;
    scenarios.retain(|_| [0, last / 2, last].contains(&number.next().unwrap()));
    for scenario in scenarios {
        let game = serde_json::to_string(&play(ruleset, &scenario).await).unwrap();
        let file = std::fs::File::create(folder.join(format!("{scenario}.json.gz"))).unwrap();
        let mut out = GzEncoder::new(file, Compression::best());
        out.write_all(game.as_bytes()).unwrap();
        out.finish().unwrap();
    }
}

#[tokio::test]
async fn every_version_that_is_played_has_recorded_games() {
    for ruleset in systems::ALL {
        let folder = folder().join(format!("{}-v{}", ruleset.name(), ruleset.version()));
        if released(&folder).len() < ENOUGH && std::env::var_os("BAGARRE_WRITE").is_some() {
            record(*ruleset, &folder).await;
        }
        let games = released(&folder);
        assert!(
            games.len() >= ENOUGH,
            "version {} of {ruleset} has no recorded games in {}: BAGARRE_WRITE=1 records them",
            ruleset.version(),
            folder.display()
        );
        for (file, game) in games {
            let export: Export = serde_json::from_value(game.export).unwrap();
            assert_eq!((&*export.ruleset, export.version), (ruleset.name(), ruleset.version()));
            assert_eq!(fold(*ruleset, &export).outcome(), Some(export.outcome), "{}", file.display());
        }
    }
}

#[tokio::test]
async fn every_released_game_opens_on_a_server_without_its_rules() {
    let server = TestServer::start().await;
    let (host, _) = server.host("Raymond", toy::settings()).await;
    let games = all();
    assert!(games.len() >= systems::ALL.len() * ENOUGH);
    for (file, game) in games {
        let told: Replay = serde_json::from_str(game.replay.get()).unwrap();
        let record = GameRecord {
            id: told.game,
            ruleset: told.ruleset,
            version: 999,
            scenario: told.scenario,
            players: told.players,
            ..game_in(&host.room.id)
        };
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(game.replay.get().as_bytes()).unwrap();
        let (game_id, replay) = (record.id, packed.finish().unwrap());
        let record_players = record.players.clone();
        let job = vec![
            Write::Game(Box::new(record)),
            Write::Over { game: game_id, at: 9_000, outcome: told.outcome },
            Write::Replay { game: game_id, players: record_players, format: told.format, replay },
        ];
        server.app.store().commit(&[job]).await.unwrap().remove(0).unwrap();
        let path = format!("/api/games/{game_id}/replay");
        let (status, shown) = server.ask("GET", path, String::new(), Value::Null).await;
        let stored: Value = serde_json::from_str(game.replay.get()).unwrap();
        assert_eq!((status, shown), (200, stored), "{}", file.display());
    }
}
