//! A guest wants to be forgotten, and what is old goes: on both databases, while others play on.

use std::time::Duration;

use bagarre_protocol::room::{Holder, Phase};
use bagarre_protocol::socket::{Answer, Closing};
use bagarre_server::room::archive;
use bagarre_server::verify::{self, Known, Part};
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{settings, table, turn};
use bagarre_tests::wait::until;
use serde_json::{Value, json};

/// Waits until all guests who want to go have gone.
async fn all_gone(server: &TestServer) {
    until("they go", async || server.app.store().going(1).await.unwrap().is_empty()).await;
}

async fn forget(server: &TestServer, token: &str, name: &str) -> (u16, Value) {
    server.ask("POST", "/api/me/forget".to_owned(), token.to_owned(), json!({ "name": name })).await
}

/// A player with a finished game, a running game that the player hosts, chat, and a work on the shelf is forgotten.
async fn is_forgotten(server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (name, token, other) = (one.you.name.clone(), one.token.clone(), two.token.clone());
    let game = one.table.as_ref().unwrap().game;
    one.say("le canari chante").await;
    two.say("moi je reste").await;
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
    let (mut three, mut four, _) = table(&server, settings()).await;
    let (running, host) = (three.room.id.clone(), three.token.clone());
    let running_game = three.table.as_ref().unwrap().game;
    turn(&mut three, &mut four).await;
    three.say("le serin aussi").await;

    let (status, answer) = forget(&server, &token, "Quelqu'un d'autre").await;
    assert_eq!((status, answer["code"].as_str()), (422, Some("guest.forget")));
    assert_eq!(forget(&server, &token, &name).await.0, 204);
    assert_eq!(forget(&server, &host, &three.you.name.clone()).await.0, 204);
    for gone in [&token, &host] {
        assert_eq!(server.ask("GET", "/api/me".to_owned(), gone.clone(), Value::Null).await.1, Value::Null);
    }
    assert_eq!(three.until_closed().await, Some(Closing::Revoked));
    // The room goes on under one who still sits there.
    four.until("another host", |four| four.you.host).await;
    assert_eq!(four.room.seats[0].holder, Holder::Open);
    assert_ne!(four.room.settings.name, settings().name, "the host's words go with him");
    four.until_asked().await;
    assert!(matches!(four.command(&json!({ "bid": 2 })).await, Answer::Applied { .. }));
    all_gone(&server).await;
    let store = server.app.store();
    let export = archive::export(store, game).await.unwrap();
    assert_eq!(export.players, ["", "Lulu"], "the record needs the seat, not the name");
    let plates = export.nameplates.as_deref().unwrap();
    assert_eq!(plates.iter().map(|plate| plate.name.as_deref()).collect::<Vec<_>>(), [None, Some("Lulu")]);
    assert_eq!(plates[0].salt, None, "the name cannot be guessed either");
    let report = verify::game(&export, &Known::unsigned());
    assert!(
        report.ok && report.chain == Part::Holds,
        "the game can be checked all the same: {:?}",
        report.faults
    );
    let replay = archive::replay(store, &World::system(), game).await.unwrap();
    assert!(replay.contains(r#""players":["","Lulu"]"#) && !replay.contains("Raymond"), "{replay}");
    assert_eq!(store.game(running_game).await.unwrap().unwrap().players, ["", "Lulu"]);
    let late = Player::join(server.addr, &other, &one.room.id.clone(), None).await;
    assert_eq!(late.chat.iter().map(|line| &*line.text).collect::<Vec<_>>(), ["moi je reste"]);
    assert!(late.you.host, "the room of a finished game is handed over too");
    assert_eq!(store.chat(&running, 10).await.unwrap(), []);
    // Nothing refers to them any more.
    let ghosts = [one.you.id, three.you.id];
    until("not even a number is left", async || store.guests(&ghosts).await.unwrap().is_empty()).await;
}

#[tokio::test]
async fn a_person_is_forgotten_on_sqlite() {
    Box::pin(is_forgotten(TestServer::start().await)).await;
}

#[tokio::test]
async fn a_person_is_forgotten_on_postgres() {
    let cluster = postgres::shared();
    Box::pin(is_forgotten(TestServer::on_postgres(cluster.database()).await)).await;
}

#[tokio::test]
async fn a_room_that_nobody_is_left_to_host_is_closed() {
    let server = TestServer::start().await;
    let (one, _) = server.host("Raymond", settings()).await;
    let (room, token) = (one.room.id.clone(), one.token.clone());
    assert_eq!(forget(&server, &token, "Raymond").await.0, 204);
    all_gone(&server).await;
    assert_eq!(server.app.store().room(&room).await.unwrap().unwrap().phase, Phase::Closed);
    let (_, other) = server.app.new_guest("Lulu").await.unwrap();
    assert_eq!(Player::knock(server.addr, &other.0, &room, None, None).await.err(), Some(Closing::Closed));
    let kept = server.app.store().guests(&[one.you.id]).await.unwrap();
    assert_eq!(kept[0].name, "", "a room still refers to him");
}

#[tokio::test]
async fn who_was_forgotten_when_the_server_fell_is_forgotten_by_the_next() {
    let server = TestServer::start().await;
    let (one, mut two, _) = table(&server, settings()).await;
    let game = one.table.as_ref().unwrap().game;
    // The first step alone was done.
    assert!(server.app.store().go(one.you.id, 5).await.unwrap());
    let server = server.crash().await;
    all_gone(&server).await;
    assert_eq!(server.app.store().game(game).await.unwrap().unwrap().players[0], "");
    two.come_back(server.addr).await;
    assert!(two.you.host);
}

/// Ages in the shortest measure there is: everything is old at once.
async fn what_is_old_goes(database: Option<String>) {
    bagarre_tests::logs::gathered();
    let young = TestServer::at(tempfile::tempdir().unwrap(), database.clone()).await;
    let (mut one, mut two, _) = table(&young, settings()).await;
    let game = one.table.as_ref().unwrap().game;
    for _ in 0..5 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
    one.say("un vieux mot").await;
    let (room, guests) = (one.room.id.clone(), [one.you.id, two.you.id]);
    drop((one, two));
    let data = young.empty_handed().await;
    let old = |config: &mut bagarre_server::config::Config| {
        config.limits.keep_guests = Some(Duration::from_nanos(1));
        config.limits.keep_rooms = Some(Duration::from_nanos(1));
        config.limits.keep_chat = Some(Duration::from_nanos(1));
    };
    // By default everything is kept.
    let kept = TestServer::at(data, database.clone()).await;
    assert!(kept.app.store().room(&room).await.unwrap().is_some());
    let data = kept.empty_handed().await;
    let server = TestServer::tuned(data, database, old).await;
    let store = server.app.store();
    until("the room and its people go", async || {
        store.room(&room).await.unwrap().is_none() && store.guests(&guests).await.unwrap().is_empty()
    })
    .await;
    assert!(store.game(game).await.unwrap().is_none());
    assert_eq!(store.journal(game).await.unwrap(), []);
    assert_eq!(store.chat(&room, 10).await.unwrap(), []);
    server.host("Nouveau", settings()).await;
}

#[tokio::test]
async fn what_is_old_goes_on_sqlite() {
    what_is_old_goes(None).await;
}

#[tokio::test]
async fn what_is_old_goes_on_postgres() {
    let cluster = postgres::shared();
    what_is_old_goes(Some(cluster.database())).await;
}
