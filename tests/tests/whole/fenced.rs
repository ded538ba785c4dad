//! A task of a room whose epoch is over: another process has taken the room. It writes nothing, acknowledges nothing, and ends.

use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing};
use bagarre_server::store::{self, Store};
use bagarre_tests::chaos::faulty::FaultyStore;
use bagarre_tests::player::Player;
use bagarre_tests::postgres;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{bid, settings, table};
use uuid::Uuid;

use super::store::take_over;

fn chat(id: Uuid) -> ClientMessage {
    ClientMessage::Chat { id, text: "salut".to_owned() }
}

async fn lines(store: &dyn Store, room: &str, id: Uuid) -> usize {
    store.chat(room, 100).await.unwrap().iter().filter(|line| line.id == id).count()
}

/// A line that comes when the room is another process's is stored before it is acknowledged, once.
async fn a_line_is_acknowledged_once_it_is_stored(server: TestServer) {
    let (mut one, mut two, _) = table(&server, settings()).await;
    let (store, room) = (server.app.store(), one.room.id.clone());
    take_over(store, &room).await;
    let id = Uuid::new_v4();
    one.send(&chat(id)).await;
    assert_eq!(one.answer_or_end(id).await, None, "a line that was not stored was acknowledged");
    assert_eq!((one.closed, lines(store, &room, id).await), (Some(Closing::Rebuilt), 0));
    assert_eq!(two.until_closed().await, Some(Closing::Rebuilt), "the task ends for everybody");
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
    }
    one.send(&chat(id)).await;
    assert_eq!(one.answer(id).await, Answer::Applied { entry: None });
    assert_eq!(lines(store, &room, id).await, 1);
    two.until("the line", |two| two.chat.iter().any(|line| line.id == id)).await;
}

#[tokio::test]
async fn a_line_of_chat_that_was_not_stored_is_not_acknowledged() {
    let cluster = postgres::shared();
    a_line_is_acknowledged_once_it_is_stored(TestServer::start().await).await;
    a_line_is_acknowledged_once_it_is_stored(TestServer::on_postgres(cluster.database()).await).await;
}

#[tokio::test]
async fn a_line_that_is_sent_again_after_a_restart_is_a_duplicate_for_its_sayer_alone() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    let id = Uuid::new_v4();
    one.send(&chat(id)).await;
    assert_eq!(one.answer(id).await, Answer::Applied { entry: None });
    let server = server.restart().await;
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
    }
    let first = Box::new(Answer::Applied { entry: None });
    one.send(&chat(id)).await;
    assert_eq!(one.answer(id).await, Answer::Duplicate { first });
    two.send(&chat(id)).await;
    let answer = two.answer(id).await;
    assert!(matches!(&answer, Answer::Refused { refusal } if refusal.code == "command.id"), "{answer:?}");
    assert_eq!(lines(server.app.store(), &one.room.id, id).await, 1);
}

/// Sends something that has to be written to a room that another process has taken.
async fn overtaken(server: &TestServer, player: &mut Player, message: ClientMessage) {
    let store = server.app.store();
    let before = store.room(&player.room.id).await.unwrap();
    take_over(store, &player.room.id).await;
    player.send(&message).await;
    assert_eq!(player.until_closed().await, Some(Closing::Rebuilt), "{message:?}");
    let after = store.room(&player.room.id).await.unwrap();
    let unchanged = before.map(|room| store::RoomRecord { epoch: room.epoch + 1, ..room });
    assert_eq!(after, unchanged, "{message:?} was written");
    player.come_back(server.addr).await;
}

#[tokio::test]
async fn whatever_has_to_be_written_ends_a_task_whose_room_was_taken() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.until_asked().await;
    let (game, number) = (one.table.as_ref().unwrap().game, Payload::of(&bid(3)).unwrap());
    let id = Uuid::new_v4();
    let messages = [
        ClientMessage::Draft { seq: 1, draft: Some(number.clone()) },
        ClientMessage::Command { id, command: number },
        ClientMessage::Act { id: Uuid::new_v4(), action: Action::Pause },
        ClientMessage::Act { id: Uuid::new_v4(), action: Action::Stand },
        chat(Uuid::new_v4()),
    ];
    for message in messages {
        overtaken(&server, &mut one, message).await;
    }
    two.until_closed().await;
    two.come_back(server.addr).await;
    let store = server.app.store();
    assert_eq!((store.journal(game).await.unwrap().len(), store.drafts(game).await.unwrap().len()), (1, 0));
    assert_eq!(one.room.phase, Phase::Playing);
    assert_eq!(one.command_as(id, &bid(3)).await, Answer::Applied { entry: Some(1) });
}

#[tokio::test]
async fn somebody_who_comes_by_invitation_ends_a_task_whose_room_was_taken() {
    let server = TestServer::start().await;
    let (mut one, _two, invite) = table(&server, settings()).await;
    let (room, store) = (one.room.id.clone(), server.app.store());
    let members = store.members(&room).await.unwrap().len();
    take_over(store, &room).await;
    let (_, token) = server.app.new_guest("Momo").await.unwrap();
    let turned_away = Player::knock(server.addr, &token.0, &room, Some(&invite), None).await.err();
    assert_eq!(turned_away, Some(Closing::Rebuilt));
    assert_eq!(one.until_closed().await, Some(Closing::Rebuilt));
    assert_eq!(store.members(&room).await.unwrap().len(), members);
    let come = async || Player::knock(server.addr, &token.0, &room, Some(&invite), None).await;
    while let Err(why) = come().await {
        assert!(why.come_back(), "{why:?}");
    }
    assert_eq!(store.members(&room).await.unwrap().len(), members + 1);
}

#[tokio::test]
async fn a_room_that_wakes_begins_its_epoch_with_its_first_write() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let real = store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap();
    let store = Arc::new(FaultyStore::new(real));
    let server = TestServer::on_store(folder, store.clone(), |config| {
        config.limits.idle = std::time::Duration::from_millis(1);
    })
    .await;
    let (mut one, two, _) = table(&server, settings()).await;
    let room = one.room.id.clone();
    let epoch = async || server.app.store().room(&room).await.unwrap().unwrap().epoch;
    let opened = epoch().await;
    one.until_asked().await;
    let (first, second) = (one.token.clone(), two.token.clone());
    drop((one, two));
    while server.app.rooms().awake() > 0 {
        tokio::task::yield_now().await;
    }
    let mut one = Player::join(server.addr, &first, &room, None).await;
    let mut two = Player::join(server.addr, &second, &room, None).await;
    one.until_asked().await;
    assert_eq!(epoch().await, opened, "nobody has written yet");
    let commits = store.commits();
    assert_eq!(one.command(&bid(3)).await, Answer::Applied { entry: Some(1) });
    assert_eq!((epoch().await, store.commits() - commits), (opened + 1, 1), "one commit for both");
    two.until_asked().await;
    assert_eq!(two.command(&bid(3)).await, Answer::Applied { entry: Some(2) });
    assert_eq!((epoch().await, store.commits() - commits), (opened + 1, 2), "and the epoch goes on");
}
