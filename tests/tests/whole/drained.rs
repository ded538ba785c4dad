//! A server of several ends without its players noticing more than a moment, and what servers know of each other heals by itself.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bagarre_protocol::campaign::{NewCampaign, NewCampaignGame};
use bagarre_protocol::room::Action;
use bagarre_protocol::socket::{ClientMessage, Closing, ServerMessage};
use bagarre_rules::contract::{Lang, Seat};
use bagarre_server::config::{BusConfig, Config};
use bagarre_server::fair;
use bagarre_server::store::Draw;
use bagarre_tests::memory::MemoryStore;
use bagarre_tests::player::{self, Player, nonce};
use bagarre_tests::receivers::Receiver;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, settings, table, take_seat, turn};
use bagarre_tests::wait::until;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::beside::Cut;
use crate::linked::{LONG_LEASE, holder_of, local, mortal, several, table as table_of, two_servers};

/// How long something may take that a busy machine delays.
const LONG: Duration = Duration::from_mins(1);

async fn drain(server: &TestServer) -> Value {
    let (status, how) = server.administer("POST", "/admin/drain", Value::Null).await;
    assert_eq!(status, 200, "{how}");
    how
}

async fn ended(server: &TestServer) {
    timeout(LONG, server.app.stop().cancelled()).await.expect("the server ends");
}

#[tokio::test]
async fn rooms_are_handed_over_and_the_server_ends() {
    let (first, second, mut database, _cluster) = two_servers(local).await;
    let (mut one, invite) = first.host("Raymond", settings()).await;
    let mut two = second.guest("Lulu", &one.room.id.clone(), &invite).await;
    let mut watcher = first.guest("Marcel", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    one.until("the table", |player| player.table.is_some()).await;
    two.until("the table", |player| player.table.is_some()).await;
    turn(&mut one, &mut two).await;
    // A room of the other server in which a player of this one takes part.
    let (mut host, mut guest, _) = table(&second, settings()).await;
    let token = guest.token.clone();
    drop(guest);
    guest = Player::join(first.addr, &token, &host.room.id.clone(), None).await;
    assert_eq!(one.draft(Some(&bid(5))).await, (true, None));
    let (room, before) = (one.room.id.clone(), holder_of(&mut database, &one.room.id).await);
    two.may_move();
    // A socket that says nothing holds the end up for a moment.
    let (_, silent) = first.app.new_guest("Momo").await.unwrap();
    let _silent = player::open(first.addr, &silent.0, &format!("http://{}", first.addr)).await.unwrap();

    assert_eq!(drain(&first).await, "hands_over");
    assert_eq!(one.until_closed().await, Some(Closing::Shutdown));
    let answer = first.get("/readyz").await;
    assert!(answer.contains(" 503 "), "{answer}");
    let refused = player::refused(first.addr, &one.token, &format!("http://{}", first.addr)).await;
    assert_eq!(refused.0, 503, "a proxy asks the next server");
    assert_eq!(watcher.until_closed().await, Some(Closing::Shutdown));
    assert_eq!(guest.until_closed().await, Some(Closing::Shutdown));
    one.come_back(second.addr).await;
    guest.come_back(second.addr).await;
    two.until("another welcome", |player| player.welcomes() == 2).await;
    assert_eq!(one.table.as_ref().unwrap().draft.as_ref().unwrap().text(), r#"{"bid":5}"#);
    turn(&mut one, &mut two).await;
    turn(&mut host, &mut guest).await;
    let after = holder_of(&mut database, &room).await;
    assert!(after.is_some() && after != before, "{before:?} {after:?}");
    ended(&first).await;
}

#[tokio::test]
async fn an_empty_room_goes_on_at_the_other_server() {
    let (first, second, mut database, _cluster) = two_servers(local).await;
    let (one, two, _) = table(&first, settings()).await;
    let (room, before) = (one.room.id.clone(), holder_of(&mut database, &one.room.id).await);
    drop((one, two));
    assert_eq!(drain(&first).await, "hands_over");
    ended(&first).await;
    until("it is awake there", async || {
        let after = holder_of(&mut database, &room).await;
        after.is_some() && after != before
    })
    .await;
    let (_, seen) = second.administer("GET", &format!("/admin/rooms/{room}"), Value::Null).await;
    assert_eq!(seen["awake"], true, "{seen}");
}

#[tokio::test]
async fn a_drain_is_taken_back() {
    fn slow(config: &mut Config) {
        local(config);
        config.node.drain = Duration::from_hours(1);
    }
    let (first, _second, _database, _cluster) = two_servers(slow).await;
    // Sockets that say nothing: their end is waited for.
    let (_, token) = first.app.new_guest("Momo").await.unwrap();
    let _silent = player::open(first.addr, &token.0, &format!("http://{}", first.addr)).await.unwrap();
    assert_eq!(drain(&first).await, "hands_over");
    let draining = async || {
        let (_, listed) = first.administer("GET", "/admin/nodes", Value::Null).await;
        listed["nodes"].as_array().unwrap().iter().filter(|node| node["draining"] == true).count()
    };
    until("the others know", async || draining().await == 1).await;
    assert_eq!(first.administer("DELETE", "/admin/drain", Value::Null).await.0, 204);
    assert_eq!(draining().await, 0);
    let (one, _) = first.host("Raymond", settings()).await;
    assert!(!first.app.stop().is_cancelled() && one.closed.is_none());
}

/// Nothing is handed over where no server takes it, and the operator may let all of them end.
#[tokio::test]
async fn without_another_server_a_drain_waits_for_the_rooms() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    assert_eq!(second.administer("POST", "/admin/drain/all", Value::Null).await.0, 204);
    one.until("the announcement", |player| player.has_heard("redémarrer")).await;
    for server in [&first, &second] {
        let (_, token) = server.app.new_guest("Marcel").await.unwrap();
        let body = serde_json::to_value(settings()).unwrap();
        let (status, refused) = server.ask("POST", "/api/rooms".to_owned(), token.0, body).await;
        assert_eq!((status, &refused["code"]), (422, &json!("server.draining")), "{refused}");
    }
    ended(&second).await;
    second.app.close().await;
    turn(&mut one, &mut two).await;
    assert_eq!(drain(&first).await, "waits");
    assert_eq!(first.administer("DELETE", "/admin/drain", Value::Null).await.0, 204);
    one.until("nothing", |player| player.frames.last().unwrap().contains("\"words\":null")).await;
    let (_other, _) = first.host("Ginette", settings()).await;
}

/// What another server has changed is found out in the database, where nothing is said over a bus.
#[tokio::test]
async fn what_was_not_heard_of_is_read() {
    fn silent(config: &mut Config) {
        several(config, LONG_LEASE, BusConfig::None);
    }
    let (first, second, _database, _cluster) = two_servers(silent).await;
    let (one, token) = first.app.new_guest("Raymond").await.unwrap();
    let (two, _) = first.app.new_guest("Lulu").await.unwrap();
    let chosen = NewCampaign { name: "L'été".to_owned(), ruleset: "toy".to_owned() };
    let (campaign, invite) = first.app.open_campaign(&one, &chosen).await.unwrap();
    first.app.join_campaign(&campaign, &two, &invite).await.unwrap();
    for guest in [&one, &two] {
        first.app.bring_to_campaign(&campaign, guest, &band("les Mouettes"), Lang::Fr).await.unwrap();
    }
    let game = NewCampaignGame { settings: settings(), players: vec![one.id, two.id] };
    let (room, _) = first.app.open_campaign_game(&campaign, &one, game).await.unwrap();
    let mut player = Player::join(first.addr, &token.0, &room, None).await;
    assert!(player.room.campaign.as_ref().unwrap().open);
    second.app.close_campaign(&campaign, &one).await.unwrap();
    player.until("it is closed", |player| !player.room.campaign.as_ref().unwrap().open).await;
    let words = json!({ "fr": "bientôt", "en": "soon" });
    assert_eq!(second.administer("PUT", "/admin/announcement", words).await.0, 204);
    player.until("the announcement", |player| player.has_heard("bientôt")).await;
}

/// A player who has a page open at any server is not reminded.
#[tokio::test]
async fn a_person_at_another_server_is_not_reminded() {
    fn eager(config: &mut Config) {
        local(config);
        config.private_targets = true;
        config.limits.remind_every = Duration::from_millis(50);
        config.limits.remind_after = Duration::ZERO;
    }
    let (first, second, _database, _cluster) = two_servers(eager).await;
    let mut hooks = Receiver::start().await;
    let slow = bagarre_protocol::room::Clocks::Slow { long: 48, quick: 24 };
    let days = bagarre_protocol::room::Settings { clocks: slow, ..settings() };
    let (mut one, mut two, _) = table(&first, days).await;
    let (path, hook) = ("/api/me/reach/hook".to_owned(), format!("http://{}/hook", hooks.addr));
    let (status, _) = first.ask("PUT", path, two.token.clone(), json!({ "url": hook })).await;
    assert_eq!(status, 200);
    let token = two.token.clone();
    drop(two);
    two = Player::join(second.addr, &token, &one.room.id.clone(), None).await;
    turn(&mut one, &mut two).await;
    let store = first.app.store();
    let mut moments = BTreeSet::new();
    until("it was put off again and again", async || {
        let due = store.reminders_due(i64::MAX, 9).await.unwrap();
        moments.extend(due.iter().filter(|one| one.seat == Seat(1) && one.tries == 0).map(|one| one.next));
        moments.len() > 3
    })
    .await;
    assert!(hooks.is_quiet(), "she sees it");
    drop(two);
    hooks.next().await;
}

/// A server that the database does not answer gives its rooms up where another one can write, and its people go on there.
#[tokio::test]
async fn players_at_a_server_without_a_database_go_on_at_another_one() {
    let memory = Arc::new(MemoryStore::default());
    let cut = Arc::new(Cut::new(memory.clone()));
    let data = Arc::new(tempfile::tempdir().unwrap());
    let first = TestServer::on_store(data.clone(), cut.clone(), mortal).await;
    let second = TestServer::on_store(data, memory, mortal).await;
    let (mut one, mut two, _) = table_of(&first, &second).await;
    turn(&mut one, &mut two).await;
    two.may_move();
    cut.silent.store(true, Ordering::Relaxed);
    assert_eq!(one.until_closed().await, Some(Closing::Rebuilt));
    let refused = player::refused(first.addr, &one.token, &format!("http://{}", first.addr)).await;
    assert_eq!(refused.0, 503, "a proxy asks the next server");
    one.come_back(second.addr).await;
    two.until("another welcome", |player| player.welcomes() == 2).await;
    turn(&mut one, &mut two).await;
    // It takes part again once it is answered.
    cut.silent.store(false, Ordering::Relaxed);
    until("it takes people", async || first.get("/readyz").await.contains(" 200 ")).await;
    one.come_back(first.addr).await;
    turn(&mut one, &mut two).await;
}

/// Dice that are being drawn when the holder of a room dies are drawn anew: to the same commitment, from promises that are made again. What was said before is
/// worth nothing, and a draw that was stored stays.
#[tokio::test]
async fn no_player_chooses_between_two_draws_when_the_holder_dies() {
    fn patient(config: &mut Config) {
        mortal(config);
        config.limits.draw = LONG;
    }
    let (first, second, _database, _cluster) = two_servers(patient).await;
    let third = first.twin().await;
    let (mut one, invite) = first.host("Raymond", settings()).await;
    let room = one.room.id.clone();
    let mut two = second.guest("Lulu", &room, &invite).await;
    two.silent();
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    two.until("she is asked", |two| two.room.draw.is_some()).await;
    let draw = two.room.draw.clone().unwrap();
    let game = draw.game;
    let (mine, other): (fair::Hash, fair::Hash) = ([3; 32], [4; 32]);
    let promise = |number: &fair::Hash| ClientMessage::Promise {
        game,
        promise: hex::encode(fair::promise(game, Seat(1), number)),
    };
    two.send(&promise(&mine)).await;
    two.until("numbers are asked for", |two| two.room.draw.as_ref().is_some_and(|draw| draw.open)).await;
    one.catch_up().await;
    two.may_move();
    drop(first);

    // Nothing of the first round is left but the commitment.
    two.until("another welcome", |two| two.welcomes() == 2).await;
    let again = two.room.draw.clone().unwrap();
    assert_eq!((again.game, &again.commitment, again.open), (game, &draw.commitment, false));
    assert_eq!(again.promises, [None, None]);
    two.send(&ClientMessage::Nonce { game, nonce: hex::encode(mine) }).await;
    assert_eq!(refusal(&mut two).await, "draw.nonce", "it was not promised");
    one.come_back(second.addr).await;
    two.send(&promise(&other)).await;
    two.until("numbers are asked for", |two| two.room.draw.as_ref().is_some_and(|draw| draw.open)).await;
    two.send(&ClientMessage::Nonce { game, nonce: hex::encode(mine) }).await;
    assert_eq!(refusal(&mut two).await, "draw.nonce", "it was promised in a round that is over");
    two.send(&ClientMessage::Nonce { game, nonce: hex::encode(other) }).await;
    for player in [&mut one, &mut two] {
        player.until("the table", |player| player.table.is_some()).await;
    }
    let given = one.table.as_ref().unwrap().draw.clone().unwrap();
    let numbers: Vec<_> = given.iter().map(|given| given.nonce.clone().unwrap()).collect();
    assert_eq!(numbers, [hex::encode(nonce(&one.token, game)), hex::encode(other)]);

    // What is stored stays when the next holder dies.
    drop(second);
    for player in [&mut one, &mut two] {
        player.until_closed().await;
        player.come_back(third.addr).await;
        assert_eq!(player.table.as_ref().unwrap().draw.as_ref(), Some(&given));
    }
    two.send(&promise(&mine)).await;
    assert_eq!(refusal(&mut two).await, "draw.over");
    let stored = third.app.store().game(game).await.unwrap().unwrap();
    assert_eq!((stored.draw, stored.commitment), (Draw::Drawn(given), draw.commitment));
    assert_eq!(third.app.store().journal(game).await.unwrap().len(), 1);
    turn(&mut one, &mut two).await;
}

async fn refusal(player: &mut Player) -> String {
    let code = |message: &ServerMessage| match message {
        ServerMessage::Unreadable { refusal } => Some(refusal.code.clone()),
        _ => None,
    };
    player.expect("a refusal", code).await
}
