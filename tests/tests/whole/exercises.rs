//! Exercises on real sockets: a game that begins at a position is stored, restored, exported and checked like any other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bagarre_protocol::game::Replay;
use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::Answer;
use bagarre_rules::exercise::{Exercise, Progress};
use bagarre_rules::systems;
use bagarre_server::room::archive;
use bagarre_server::verify;
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use serde_json::{Value, json};

/// The first exercise of a system, and its solution.
fn first(ruleset: &str) -> (&'static Exercise, Vec<Value>) {
    let exercise = &systems::parse(ruleset).unwrap().exercises()[0];
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../rules/systems/{ruleset}/tests/exercises.json"));
    let mut solutions: BTreeMap<String, Vec<Value>> =
        serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    (exercise, solutions.remove(&exercise.card.id).unwrap())
}

/// Returns a new player who opens a room for an exercise and is in it.
async fn inside(server: &TestServer, ruleset: &str, id: &str) -> Player {
    let (_, token) = server.enter("Raymond").await;
    let wanted = json!({ "ruleset": ruleset, "id": id });
    let (status, opened) = server.ask("POST", "/api/exercises".to_owned(), token.clone(), wanted).await;
    assert_eq!(status, 201, "{opened}");
    Player::join(server.addr, &token, opened["id"].as_str().unwrap(), None).await
}

fn progress(player: &Player) -> Option<Progress> {
    player.room.exercise.map(|exercise| exercise.progress)
}

async fn is_solved_through_a_crash(ruleset: &str) {
    let mut server = TestServer::start().await;
    let (exercise, solution) = first(ruleset);
    let mut player = inside(&server, ruleset, &exercise.card.id).await;
    assert_eq!(player.seat(), exercise.start.seat);
    assert_eq!(player.room.settings.exercise.as_deref(), Some(exercise.card.id.as_str()));
    player.must(Action::Start).await;
    player.until("the exercise is open", |player| progress(player) == Some(Progress::Open)).await;
    let game = player.room.game.unwrap();
    for command in &solution {
        if progress(&player) == Some(Progress::Reached) {
            break;
        }
        player.play(command).await;
        player.catch_up().await;
        server = server.crash().await;
        player.come_back(server.addr).await;
    }
    player.until("the goal is reached", |player| progress(player) == Some(Progress::Reached)).await;
    let settled = player.room.exercise.unwrap().entry;
    server = server.crash().await;
    player.come_back(server.addr).await;
    let known = player.room.exercise.unwrap();
    assert_eq!((known.progress, known.entry), (Progress::Reached, settled), "judged again from the journal");
    // A bot plays it out.
    player.must(Action::Stand).await;
    let bot = exercise.start.bot.clone();
    player.must(Action::PutBot { seat: exercise.start.seat, bot }).await;
    player.until_phase(Phase::Finished).await;
    assert_eq!(progress(&player), Some(Progress::Reached));

    let export = archive::export(server.app.store(), game).await.unwrap();
    let report = verify::game(&export, &verify::Known::unsigned());
    assert!(report.ok && report.rules == verify::Part::Holds, "{:?}", report.faults);
    assert_eq!(report.draw, verify::Part::Absent, "nobody says that its dice were mixed");
    assert!(report.notes.iter().any(|note| note.contains("exercise")), "{:?}", report.notes);
    let mut bent = export.clone();
    bent.seed = hex::encode([7; 32]);
    assert!(!verify::game(&bent, &verify::Known::unsigned()).ok, "other dice are not those of the exercise");
    let replay: Replay =
        serde_json::from_str(&archive::replay(server.app.store(), &World::system(), game).await.unwrap())
            .unwrap();
    assert_eq!(replay.entries.len(), export.entries.len());
}

#[tokio::test]
async fn an_exercise_of_baston_is_solved_through_a_crash() {
    is_solved_through_a_crash("baston").await;
}

#[tokio::test]
async fn an_exercise_of_generik_is_solved_through_a_crash() {
    is_solved_through_a_crash("generik").await;
}

#[tokio::test]
async fn whoever_does_nothing_fails() {
    let server = TestServer::start().await;
    let (exercise, _) = first("baston");
    let mut player = inside(&server, "baston", &exercise.card.id).await;
    player.must(Action::Start).await;
    while progress(&player) != Some(Progress::Failed) {
        player.until_asked().await;
        let default: Value = player.asking().unwrap().default.as_ref().unwrap().read().unwrap();
        player.play(&default).await;
        player.catch_up().await;
        assert_ne!(progress(&player), Some(Progress::Reached));
    }
}

#[tokio::test]
async fn what_an_exercise_is_made_of_goes_to_nobody_and_nobody_sets_it() {
    let server = TestServer::start().await;
    let (status, all) = server.ask("GET", "/api/exercises".to_owned(), String::new(), Value::Null).await;
    assert_eq!(status, 200);
    let all = all.as_array().unwrap();
    for ruleset in systems::ALL {
        let listed = all.iter().filter(|one| one["ruleset"] == ruleset.name()).count();
        assert_eq!(listed, ruleset.exercises().len());
    }
    for (one, field) in
        all.iter().flat_map(|one| one.as_object().unwrap().keys().map(move |field| (one, field)))
    {
        let known = ["ruleset", "id", "kind", "level", "title", "text", "hint", "scenario", "rules"];
        assert!(one["kind"] == "lesson" || field != "rules", "a rule would give the puzzle away: {one}");
        assert!(known.contains(&field.as_str()), "{field} of {one}");
    }
    let (exercise, _) = first("baston");
    let mut player = inside(&server, "baston", &exercise.card.id).await;
    let mut settings = player.room.settings.clone();
    let fixed = player.act(Action::Settings { settings: settings.clone() }).await;
    assert!(matches!(fixed, Answer::Refused { .. }), "{fixed:?}");
    settings.name = "Un autre".to_owned();
    let (guest, token) = server.app.new_guest("Lulu").await.unwrap();
    assert!(
        server.app.open_room(&guest, settings).await.is_err(),
        "only the page of the exercises opens one"
    );
    for (wanted, code) in [
        (json!({ "ruleset": "baston", "id": "none" }), "exercise.unknown"),
        (json!({ "ruleset": "chess", "id": exercise.card.id }), "ruleset"),
    ] {
        let (status, refusal) =
            server.ask("POST", "/api/exercises".to_owned(), token.0.clone(), wanted).await;
        assert_eq!((status, refusal["code"].as_str()), (422, Some(code)), "{refusal}");
    }
}
