//! Commands that wait together become durable together, and each gets its own answer.

use std::sync::Arc;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage};
use bagarre_server::store;
use bagarre_tests::chaos::faulty::{Failure, FaultyStore};
use bagarre_tests::player::Player;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{bid, settings, table, turn};
use serde_json::Value;
use uuid::Uuid;

async fn held_up() -> (TestServer, Arc<FaultyStore>) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store =
        Arc::new(FaultyStore::new(store::open_with(None, folder.path(), DATABASE_TIMEOUT).await.unwrap()));
    // No player is told that the database is away, however long a test takes.
    let server = TestServer::on_store(folder, store.clone(), |config| {
        config.limits.database = std::time::Duration::from_mins(1);
    });
    (server.await, store)
}

/// Says something that is held up on its way into the store.
async fn hold(store: &FaultyStore, player: &mut Player) -> Uuid {
    let id = Uuid::new_v4();
    store.arm(Failure::Held);
    player.send(&ClientMessage::Chat { id, text: "attends".to_owned() }).await;
    while !store.struck().contains_key(&Failure::Held) {
        tokio::task::yield_now().await;
    }
    id
}

/// Sends a command, and returns once the room has it: its socket answers a ping only then.
async fn hand_in(player: &mut Player, command: &Value) -> Uuid {
    let (id, command) = (Uuid::new_v4(), Payload::of(command).unwrap());
    player.send(&ClientMessage::Command { id, command }).await;
    player.send(&ClientMessage::Ping { n: 77 }).await;
    let pong = |message: &ServerMessage| matches!(message, ServerMessage::Pong { n: 77, .. }).then_some(());
    player.expect("a pong", pong).await;
    id
}

fn entry_of(answer: &Answer) -> Option<u32> {
    match answer {
        Answer::Applied { entry } => *entry,
        _ => None,
    }
}

#[tokio::test]
async fn orders_that_wait_behind_something_else_are_one_commit() {
    let (server, store) = held_up().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.until_asked().await;
    two.until_asked().await;
    let said = hold(&store, &mut one).await;
    let before = store.commits();
    let first = hand_in(&mut one, &bid(2)).await;
    let second = hand_in(&mut two, &bid(4)).await;
    // What the rules refuse after that is judged when the others are durable, and refused alone.
    let third = hand_in(&mut two, &serde_json::json!({ "bid": 9000 })).await;
    store.let_go();
    assert_eq!(one.answer(said).await, Answer::Applied { entry: None });
    let (first, second) = (one.answer(first).await, two.answer(second).await);
    assert_eq!(entry_of(&second), entry_of(&first).map(|entry| entry + 1), "{first:?} {second:?}");
    assert!(matches!(two.answer(third).await, Answer::Refused { .. }));
    assert_eq!(store.commits() - before, 1, "both orders came in one group");
    two.until("both entries", |two| two.entries.last().map(|last| last.n) == entry_of(&second)).await;
}

#[tokio::test]
async fn an_order_joins_one_that_the_writer_has_not_taken() {
    let (server, store) = held_up().await;
    let (mut elsewhere, _) = server.host("Momo", settings()).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.until_asked().await;
    two.until_asked().await;
    let said = hold(&store, &mut elsewhere).await;
    let before = store.commits();
    let first = hand_in(&mut one, &bid(2)).await;
    let second = hand_in(&mut two, &bid(4)).await;
    // A room that waits for the writer lets people in, in their turn: then it has heard both.
    one.come_back(server.addr).await;
    store.let_go();
    assert_eq!(elsewhere.answer(said).await, Answer::Applied { entry: None });
    let second = two.answer(second).await;
    assert!(entry_of(&second).is_some(), "{second:?}");
    assert_eq!(store.commits() - before, 1, "both orders came in one group");
    let again = ClientMessage::Command { id: first, command: Payload::of(&bid(2)).unwrap() };
    one.send(&again).await;
    assert!(matches!(one.answer(first).await, Answer::Duplicate { .. }), "his first socket was gone by then");
}

#[tokio::test]
async fn who_comes_to_watch_while_orders_are_on_their_way_sees_what_came_of_them() {
    let (server, store) = held_up().await;
    let (mut elsewhere, _) = server.host("Momo", settings()).await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let watcher = server.guest("Ginette", &one.room.id.clone(), &invite).await;
    one.until("somebody who watches", |one| one.room.watchers == 1).await;
    let token = watcher.vanish();
    one.until("nobody who watches", |one| one.room.watchers == 0).await;
    one.until_asked().await;
    two.until_asked().await;
    let said = hold(&store, &mut elsewhere).await;
    // There is no spectator when the first is judged; when the second joins it there is one.
    let first = hand_in(&mut one, &bid(2)).await;
    let mut watcher = Player::join(server.addr, &token, &two.room.id.clone(), None).await;
    let second = hand_in(&mut two, &bid(4)).await;
    store.let_go();
    assert_eq!(elsewhere.answer(said).await, Answer::Applied { entry: None });
    assert!(entry_of(&one.answer(first).await).is_some());
    let last = entry_of(&two.answer(second).await);
    watcher.until("both", |watcher| Some(watcher.last()) >= last).await;
    assert!(watcher.entries.is_empty(), "he is shown the table instead");
    // The next one comes as it comes to every client.
    one.until_asked().await;
    assert!(matches!(one.command(&bid(4)).await, Answer::Applied { .. }));
    watcher.until("the next", |watcher| !watcher.entries.is_empty()).await;
}

#[tokio::test]
async fn who_comes_back_to_a_seat_while_an_order_is_on_its_way_sees_what_came_of_it() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    one.until_asked().await;
    let lock = server.lock_database().await;
    let order = hand_in(&mut one, &bid(2)).await;
    // The other seat had no socket when the order was judged: nothing was written down for it.
    two.come_back(server.addr).await;
    let last = two.last();
    drop(lock);
    assert_eq!(entry_of(&one.answer(order).await), Some(last + 1));
    two.until("the order", |two| two.last() == last + 1).await;
    assert!(two.entries.is_empty(), "the table is shown instead");
    assert!(matches!(two.command(&bid(4)).await, Answer::Applied { .. }));
    two.until("the next", |two| !two.entries.is_empty()).await;
}

#[tokio::test]
async fn orders_that_could_not_be_saved_are_all_refused_and_can_be_sent_again() {
    let (server, store) = held_up().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.until_asked().await;
    two.until_asked().await;
    let said = hold(&store, &mut one).await;
    store.arm(Failure::UnknownBefore);
    let first = hand_in(&mut one, &bid(2)).await;
    let second = hand_in(&mut two, &bid(4)).await;
    store.let_go();
    assert_eq!(one.answer(said).await, Answer::Applied { entry: None });
    // The outcome is unknown: the room is rebuilt, and both send their orders again.
    for (player, id, number) in [(&mut one, first, 2), (&mut two, second, 4)] {
        assert_eq!(player.answer_or_end(id).await, None);
        player.come_back(server.addr).await;
        player.send(&ClientMessage::Command { id, command: Payload::of(&bid(number)).unwrap() }).await;
        assert!(matches!(player.answer(id).await, Answer::Applied { .. }));
    }
}
