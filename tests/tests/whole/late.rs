//! What comes late: a commit whose outcome was unknown, and a command whose game is over.

use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Phase};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing};
use bagarre_server::store;
use bagarre_tests::chaos::faulty::{Failure, FaultyStore};
use bagarre_tests::player::Player;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{bid, settings, table, turn};
use sqlx::Executor as _;
use uuid::Uuid;

/// Turns of the game that is played here.
const TURNS: u32 = 5;

/// Plays until one more command ends the game: the second player's.
async fn all_but_one(one: &mut Player, two: &mut Player) {
    for _ in 1..TURNS {
        turn(one, two).await;
    }
    one.until_asked().await;
    assert!(matches!(one.command(&bid(3)).await, Answer::Applied { .. }));
    two.until_entry(2 * TURNS - 1).await;
    two.until_asked().await;
}

/// A server whose store has its moods, and a table where one command is left to be given.
async fn at_the_end() -> (TestServer, Arc<FaultyStore>, Player, Player) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store =
        Arc::new(FaultyStore::new(store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap()));
    let server = TestServer::on_store(folder, store.clone(), |_| {}).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    all_but_one(&mut one, &mut two).await;
    (server, store, one, two)
}

/// Gives the last command, with an unknown outcome.
async fn give_the_last(two: &mut Player) {
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(2)).unwrap());
    two.send(&ClientMessage::Command { id, command }).await;
    assert_eq!(two.answer_or_end(id).await, None);
}

#[tokio::test]
async fn a_commit_that_lands_while_its_room_is_read_is_seen_as_a_whole() {
    let (server, store, mut one, mut two) = at_the_end().await;
    store.arm(Failure::UnknownLate);
    store.arm(Failure::Torn);
    give_the_last(&mut two).await;
    one.until_closed().await;
    one.come_back(server.addr).await;
    assert_eq!(store.struck().get(&Failure::Torn), Some(&1));
    assert_eq!(one.room.phase, Phase::Finished);
    assert_eq!(one.last(), 2 * TURNS);
    one.must(Action::Rematch).await;
}

#[tokio::test]
async fn a_room_that_was_overtaken_by_a_late_commit_writes_nothing_over_it() {
    let (server, store, mut one, mut two) = at_the_end().await;
    // The room is rebuilt from a journal in which the last command is not yet.
    store.arm(Failure::UnknownLate);
    give_the_last(&mut two).await;
    one.until_closed().await;
    one.come_back(server.addr).await;
    assert_eq!((one.last(), one.room.phase), (2 * TURNS - 1, Phase::Playing));
    assert_eq!(store.land().await.unwrap(), [Ok(())]);
    // The room thinks that the game goes on. It may not write that down.
    let pause = Uuid::new_v4();
    one.send(&ClientMessage::Act { id: pause, action: Action::Pause }).await;
    assert_eq!(one.answer_or_end(pause).await, None, "a game that is over was paused");
    assert_eq!(one.closed, Some(Closing::Rebuilt));
    one.come_back(server.addr).await;
    assert_eq!(one.room.phase, Phase::Finished);
    one.must(Action::Rematch).await;
}

#[tokio::test]
async fn a_command_that_ended_its_game_is_not_played_in_the_next_one() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    all_but_one(&mut one, &mut two).await;
    let id = Uuid::new_v4();
    let last = Answer::Applied { entry: Some(2 * TURNS) };
    assert_eq!(two.command_as(id, &bid(2)).await, last);
    one.until_phase(Phase::Finished).await;
    one.must(Action::Rematch).await;
    // Its player has not heard of it: the line was down, and the server started again meanwhile.
    let server = server.restart().await;
    for player in [&mut one, &mut two] {
        player.come_back(server.addr).await;
    }
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until("another game", |player| player.is_asked() && player.last() == 0).await;
    }
    let first = Box::new(last);
    assert_eq!(two.command_as(id, &bid(2)).await, Answer::Duplicate { first });
    assert_eq!(two.last(), 0, "it was played again");
}

/// A request to enter that waits in the inbox of a room's task when the task ends is passed on to the next task. The socket that is let in
/// has to speak to that one: its messages are answered.
#[tokio::test]
async fn a_socket_let_in_by_the_next_task_of_a_room_is_answered() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store =
        Arc::new(FaultyStore::new(store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap()));
    let server = TestServer::on_store(folder, store.clone(), |_| {}).await;
    let (mut one, _two, invite) = table(&server, settings()).await;
    one.until_asked().await;
    let room = one.room.id.clone();
    let (_, token) = server.app.new_guest("Momo").await.unwrap();
    store.arm(Failure::HeldUnknown);
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(2)).unwrap());
    one.send(&ClientMessage::Command { id, command }).await;
    while !store.struck().contains_key(&Failure::HeldUnknown) {
        tokio::task::yield_now().await;
    }
    // Membership has to be written, so this request waits behind the command.
    let joining = tokio::spawn({
        let (addr, room) = (server.addr, room.clone());
        async move { Player::join(addr, &token.0, &room, Some(&invite)).await }
    });
    while server.app.rooms().waiting(&room).await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    store.let_go();
    assert_eq!(one.answer_or_end(id).await, None);
    assert_eq!(one.closed, Some(Closing::Rebuilt));
    let mut three = joining.await.unwrap();
    assert!(matches!(three.say("bonsoir").await, Answer::Applied { .. }));
}

#[tokio::test]
async fn a_command_of_a_game_that_has_long_been_over_is_not_played_in_the_next_one() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    all_but_one(&mut one, &mut two).await;
    let id = Uuid::new_v4();
    let last = Answer::Applied { entry: Some(2 * TURNS) };
    assert_eq!(two.command_as(id, &bid(2)).await, last);
    one.until_phase(Phase::Finished).await;
    one.must(Action::Rematch).await;
    // The second player is away for an hour, and has not heard of the result of the last command.
    let server = server
        .changed(async |file| {
            for hour in [
                "UPDATE journal SET at = at - 3600000",
                "UPDATE games SET started = started - 3600000, ended = ended - 3600000",
            ] {
                file.execute(hour).await.unwrap();
            }
        })
        .await;
    one.come_back(server.addr).await;
    let mut back = Player::join(server.addr, &two.token, &one.room.id, None).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut back] {
        player.until("another game", |player| player.is_asked() && player.last() == 0).await;
    }
    two.come_back(server.addr).await;
    let first = Box::new(last);
    assert_eq!(two.command_as(id, &bid(2)).await, Answer::Duplicate { first });
    assert_eq!(two.last(), 0, "it was played again");
    two.until_asked().await;
    assert_eq!(two.command(&bid(2)).await, Answer::Applied { entry: Some(1) });
}
