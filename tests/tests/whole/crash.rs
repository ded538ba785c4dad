//! What a crash, a second writer or a broken game may not do.

use std::time::Duration;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase, Sheet};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing};
use bagarre_rules::toy::FAULT;
use bagarre_server::room::archive;
use bagarre_tests::player::Player;
use bagarre_tests::postgres;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, hurried, settings, table, turn};
use bagarre_tests::wait::until;
use uuid::Uuid;

/// Kills the server in the middle of every turn and plays on.
async fn survives(mut server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    let game = one.table.as_ref().unwrap().game;
    for number in 1..=5 {
        assert_eq!(two.draft(Some(&bid(number))).await, (true, None));
        let (id, command) = (Uuid::new_v4(), bid(number));
        one.until_asked().await;
        // The command is on its way when the server dies: it is in the journal, or it is not; sent again, it is in it once.
        one.send(&ClientMessage::Command { id, command: Payload::of(&command).unwrap() }).await;
        server = server.crash().await;
        one.come_back(server.addr).await;
        two.come_back(server.addr).await;
        let entry = u32::from(number) * 2 - 1;
        match one.command_as(id, &command).await {
            Answer::Applied { entry: got } => assert_eq!(got, Some(entry)),
            Answer::Duplicate { first } => assert_eq!(*first, Answer::Applied { entry: Some(entry) }),
            refused @ Answer::Refused { .. } => panic!("{refused:?}"),
        }
        assert_eq!(
            two.table.as_ref().unwrap().draft.as_ref().unwrap().text(),
            format!(r#"{{"bid":{number}}}"#)
        );
        two.until_asked().await;
        assert!(matches!(two.command(&bid(number)).await, Answer::Applied { .. }));
    }
    one.until_phase(Phase::Finished).await;
    let export = archive::export(server.app.store(), game).await.unwrap();
    let bids: Vec<String> = export
        .entries
        .iter()
        .skip(1)
        .map(|entry| entry.command.as_ref().unwrap().text().to_owned())
        .collect();
    let given: Vec<String> = (1..=5).flat_map(|number| vec![format!(r#"{{"bid":{number}}}"#); 2]).collect();
    assert_eq!(bids, given, "nothing lost, nothing doubled");
}

#[tokio::test]
async fn a_game_survives_crashes_on_sqlite() {
    survives(TestServer::start().await).await;
}

#[tokio::test]
async fn a_game_survives_crashes_on_postgres() {
    let cluster = postgres::shared();
    survives(TestServer::on_postgres(cluster.database()).await).await;
}

#[tokio::test]
async fn clocks_survive_a_crash_and_ring_without_anybody() {
    let server = TestServer::start().await;
    let (one, two, _) = table(&server, hurried()).await;
    let (room, token) = (one.room.id.clone(), one.token.clone());
    let game = one.table.as_ref().unwrap().game;
    drop((one, two));
    let server = server.crash().await;
    // No player comes back, and the game goes on to its end all the same.
    let store = server.app.store();
    until("the clocks ring", async || store.game(game).await.unwrap().unwrap().ended.is_some()).await;
    let late = Player::join(server.addr, &token, &room, None).await;
    assert_eq!(late.room.phase, Phase::Finished);
    assert_eq!(late.last(), 10);
}

#[tokio::test]
async fn a_room_that_nobody_is_in_sleeps_and_wakes() {
    let server = TestServer::with(|config| config.limits.idle = Duration::from_millis(20)).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    assert_eq!(two.draft(Some(&bid(5))).await, (true, None));
    one.command(&bid(1)).await;
    let (room, token) = (two.room.id.clone(), two.token.clone());
    let deadline = two.asking().unwrap().clocks[0].deadline;
    drop((one, two));
    while server.app.rooms().awake() > 0 {
        tokio::task::yield_now().await;
    }
    let mut two = Player::join(server.addr, &token, &room, None).await;
    assert_eq!(two.last(), 3);
    assert_eq!(two.table.as_ref().unwrap().draft.as_ref().unwrap().text(), r#"{"bid":5}"#);
    assert_eq!(two.room.seats[0].sheet, Sheet::Confirmed, "who has answered is known after a sleep");
    assert_eq!(
        two.asking().unwrap().clocks.iter().find(|clock| clock.seats.contains(two.seat())).unwrap().deadline,
        deadline
    );
    assert!(matches!(two.command(&bid(5)).await, Answer::Applied { entry: Some(4) }));
}

#[tokio::test]
async fn a_second_writer_is_refused() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let twin = server.twin().await;
    let mut other = Player::join(twin.addr, &two.token, &two.room.id.clone(), None).await;
    assert!(matches!(one.command(&bid(2)).await, Answer::Applied { entry: Some(1) }));
    // The twin does not know of that entry: its own is refused, and the room is read again.
    let id = Uuid::new_v4();
    other.send(&ClientMessage::Command { id, command: Payload::of(&bid(3)).unwrap() }).await;
    assert_eq!(other.until_closed().await, Some(Closing::Rebuilt));
    other.come_back(twin.addr).await;
    assert_eq!(other.last(), 1);
    assert!(matches!(other.command_as(id, &bid(3)).await, Answer::Applied { entry: Some(2) }));
    drop(twin);
    // Nor does the first server know what the twin wrote.
    two.send(&ClientMessage::Command { id: Uuid::new_v4(), command: Payload::of(&bid(3)).unwrap() }).await;
    assert_eq!(two.until_closed().await, Some(Closing::Rebuilt));
    two.come_back(server.addr).await;
    assert_eq!(two.last(), 2);
}

#[tokio::test]
async fn a_game_that_does_not_fold_is_put_aside_and_the_room_goes_on() {
    put_aside(r#"[{"danced":{"seat":0}}]"#).await;
}

#[tokio::test]
async fn a_game_whose_journal_is_no_json_is_put_aside_too() {
    put_aside("[{").await;
}

async fn put_aside(events: &str) {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (mut other, mut fourth, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    server.break_journal(one.table.as_ref().unwrap().game, 2, events).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    assert_eq!(one.room.phase, Phase::Quarantined);
    other.come_back(server.addr).await;
    fourth.come_back(server.addr).await;
    turn(&mut other, &mut fourth).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    one.must(Action::Rematch).await;
    one.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_panic_ends_one_room_for_a_moment_and_nothing_else() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (mut other, mut fourth, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let fault = Payload::of(&bid(FAULT)).unwrap();
    for time in 1..=3 {
        one.send(&ClientMessage::Command { id: Uuid::new_v4(), command: fault.clone() }).await;
        assert_eq!(one.until_closed().await, Some(Closing::Rebuilt));
        assert_eq!(two.until_closed().await, Some(Closing::Rebuilt));
        one.come_back(server.addr).await;
        two.come_back(server.addr).await;
        assert_eq!(one.room.phase == Phase::Quarantined, time == 3, "again and again is once too often");
    }
    other.catch_up().await;
    assert_eq!(other.closed, None);
    turn(&mut other, &mut fourth).await;
    one.must(Action::Rematch).await;
    one.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
}
