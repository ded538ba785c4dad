//! Several servers with a bus: any of them takes the sockets of any room.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::room::{Action, Phase, Settings};
use bagarre_protocol::socket::{Answer, ClientMessage, Closing, ServerMessage};
use bagarre_server::bus::local::LocalBus;
use bagarre_server::bus::{Bus, BusError, Subscription};
use bagarre_server::config::{BusConfig, Config, NodeConfig, NodeMode};
use bagarre_tests::nats;
use bagarre_tests::player::Player;
use bagarre_tests::postgres::{self, Cluster};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, take_seat, turn};
use bytes::Bytes;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::time::timeout;
use uuid::Uuid;

/// Longer than a machine which does many other things keeps a server waiting: neither a lease nor a link ends by itself.
pub(crate) const LONG_LEASE: Duration = Duration::from_mins(2);
/// Of servers that crash.
const SHORT_LEASE: Duration = Duration::from_secs(5);

pub(crate) fn several(config: &mut Config, lease: Duration, bus: BusConfig) {
    config.node = NodeConfig { mode: NodeMode::Several, lease, bus, ..NodeConfig::default() };
}

/// Servers on the same data share the bus.
fn bus_of(config: &Config) -> BusConfig {
    BusConfig::InProcess(Arc::new(bus_within(config)))
}

fn bus_within(config: &Config) -> LocalBus {
    static BUSES: Mutex<BTreeMap<PathBuf, LocalBus>> = Mutex::new(BTreeMap::new());
    let mut buses = BUSES.lock().unwrap();
    buses.entry(config.data.clone()).or_default().client()
}

pub(crate) fn local(config: &mut Config) {
    several(config, LONG_LEASE, bus_of(config));
}

pub(crate) fn mortal(config: &mut Config) {
    several(config, SHORT_LEASE, bus_of(config));
}

fn over_nats(config: &mut Config) {
    several(config, LONG_LEASE, BusConfig::Nats(nats::shared().url()));
}

pub(crate) async fn two_servers(
    tune: fn(&mut Config),
) -> (TestServer, TestServer, PgConnection, Arc<Cluster>) {
    let cluster = postgres::shared();
    let url = cluster.database();
    let one = TestServer::on_postgres_with(url.clone(), tune).await;
    let two = one.twin().await;
    (one, two, PgConnection::connect(&url).await.unwrap(), cluster)
}

pub(crate) async fn holder_of(database: &mut PgConnection, room: &str) -> Option<String> {
    let row = sqlx::query("SELECT node FROM rooms WHERE id = $1").bind(room);
    row.fetch_one(database).await.unwrap().get("node")
}

/// A game that has begun: the host at the first server, the other player at the second.
pub(crate) async fn table(first: &TestServer, second: &TestServer) -> (Player, Player, String) {
    let (mut one, invite) = first.host("Raymond", settings()).await;
    let mut two = second.guest("Lulu", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    (one, two, invite)
}

async fn played_from_both(tune: fn(&mut Config)) {
    let (first, second, mut database, _cluster) = two_servers(tune).await;
    let (mut one, mut two, invite) = table(&first, &second).await;
    let room = one.room.id.clone();
    let holder = holder_of(&mut database, &room).await;
    let mut watcher = second.guest("Marcel", &room, &invite).await;
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    watcher.until_entry(one.last()).await;
    assert_eq!(watcher.known_head().map(|head| head.head), one.known_head().map(|head| head.head));
    assert_eq!(holder_of(&mut database, &room).await, holder, "it stays where it is");
    // What one says the others hear, and who is there is known everywhere.
    two.say("salut").await;
    one.until("the line", |player| player.has_heard("salut")).await;
    one.until("who watches", |player| player.room.watchers == 1).await;
    drop(watcher);
    one.until("an empty floor", |player| player.room.watchers == 0).await;
    // A person has one socket in a room, wherever it comes in.
    let again = Player::join(first.addr, &two.token, &room, None).await;
    assert_eq!(two.until_closed().await, Some(Closing::Replaced));
    drop(again);
}

#[tokio::test]
async fn a_game_is_played_from_both_servers() {
    played_from_both(local).await;
}

#[tokio::test]
async fn a_game_is_played_from_both_servers_over_nats() {
    let _nats = nats::shared();
    played_from_both(over_nats).await;
}

#[tokio::test]
async fn a_socket_stays_while_its_room_moves_to_its_server() {
    let (first, second, mut database, _cluster) = two_servers(local).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    turn(&mut one, &mut two).await;
    let room = one.room.id.clone();
    let before = holder_of(&mut database, &room).await;
    two.may_move();
    first.app.close().await;
    assert_eq!(one.until_closed().await, Some(Closing::Shutdown));
    one.come_back(second.addr).await;
    two.until("another welcome", |player| player.welcomes() == 2).await;
    turn(&mut one, &mut two).await;
    let after = holder_of(&mut database, &room).await;
    assert!(after.is_some() && after != before);
}

#[tokio::test]
async fn a_socket_stays_when_the_server_of_its_room_crashes() {
    let (first, second, _database, _cluster) = two_servers(mortal).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    turn(&mut one, &mut two).await;
    two.may_move();
    drop(first);
    two.until("another welcome", |player| player.welcomes() == 2).await;
    one.come_back(second.addr).await;
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn what_was_not_answered_is_sent_again_and_done_once() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    two.until_asked().await;
    let (id, before) = (Uuid::new_v4(), two.last());
    let command = bagarre_protocol::payload::Payload::of(&bid(4)).unwrap();
    two.may_move();
    two.send(&ClientMessage::Command { id, command: command.clone() }).await;
    first.app.close().await;
    two.until("another welcome", |player| player.welcomes() == 2).await;
    two.send(&ClientMessage::Command { id, command }).await;
    let answer = two.answer(id).await;
    let done = |answer: &Answer| matches!(answer, Answer::Applied { entry: Some(_) });
    let is_done = match &answer {
        Answer::Duplicate { first } => done(first),
        answer => done(answer),
    };
    assert!(is_done, "{answer:?}");
    one.come_back(second.addr).await;
    one.play(&bid(4)).await;
    two.until_entry(before + 2).await;
    assert_eq!(two.last(), one.last());
}

#[tokio::test]
async fn a_campaign_an_announcement_and_a_browser_signed_out_reach_every_server() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    let words = json!({ "fr": "bientôt", "en": "soon" });
    assert_eq!(second.administer("PUT", "/admin/announcement", words).await.0, 204);
    one.until("the announcement", |player| player.has_heard("bientôt")).await;
    two.until("the announcement", |player| player.has_heard("bientôt")).await;
    assert_eq!(two.frames.iter().filter(|frame| frame.contains("bientôt")).count(), 1, "once");
    // Signed out at the first server, cut off at the second.
    let (status, _) = first.ask("DELETE", "/api/me".to_owned(), two.token.clone(), Value::Null).await;
    assert_eq!(status, 204);
    assert!(matches!(two.until_closed().await, Some(Closing::Revoked | Closing::Kicked)));
}

#[tokio::test]
async fn a_room_is_closed_and_looked_at_from_any_server() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, _two, _) = table(&first, &second).await;
    let room = one.room.id.clone();
    let path = format!("/admin/rooms/{room}");
    let (_, listed) = second.administer("GET", "/admin/nodes", Value::Null).await;
    let mut held: Vec<u64> =
        listed["nodes"].as_array().unwrap().iter().filter_map(|node| node["rooms"].as_u64()).collect();
    held.sort_unstable();
    assert_eq!(held, [0, 1], "{listed}");
    assert!(
        listed["nodes"].as_array().unwrap().iter().all(|node| node["lease_left_ms"].as_i64() > Some(0)),
        "{listed}"
    );
    let (_, seen) = second.administer("GET", &path, Value::Null).await;
    assert_eq!((seen["awake"].as_bool(), seen["sockets"].as_u64()), (Some(true), Some(2)), "{seen}");
    assert_eq!(second.administer("POST", &format!("{path}/close"), Value::Null).await.0, 204);
    assert_eq!(one.until_closed().await, Some(Closing::Closed));
}

/// Spectators are welcomed by the server of their socket, and counted at the one that holds the room.
#[tokio::test]
async fn spectators_see_the_game_from_the_server_of_their_socket() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, mut two, invite) = table(&first, &second).await;
    let room = one.room.id.clone();
    turn(&mut one, &mut two).await;
    let mut watchers = Vec::new();
    for number in 0..12 {
        watchers.push(second.guest(&format!("Marcel {number}"), &room, &invite).await);
    }
    one.until("all of them", |player| player.room.watchers == 12 && player.room.watching.len() == 12).await;
    turn(&mut one, &mut two).await;
    one.say("salut").await;
    for watcher in &mut watchers {
        watcher.until_entry(one.last()).await;
        assert_eq!(watcher.known_head(), one.known_head());
        watcher.until("the line", |player| player.has_heard("salut")).await;
        watcher.until("all others", |player| player.room.watchers == 12).await;
        assert!(watcher.frames.iter().all(|frame| !frame.contains("\"mine\":{")), "no question of a seat");
    }
    // A client that has missed something gets it, or a fresh view.
    let last = one.last();
    for (watcher, entry) in watchers.iter_mut().zip([last - 1, 0]) {
        if entry > 0 {
            watcher.entries.pop();
        }
        watcher.send(&ClientMessage::Resync { entry }).await;
        let missed = |message: &ServerMessage| match message {
            ServerMessage::Entries(moment) => Some((moment.entries.last()?.n, false)),
            ServerMessage::Table(table) => Some((table.entry, true)),
            _ => None,
        };
        let (entry_sent, view) = watcher.expect("what was missed", missed).await;
        assert_eq!((entry_sent, view), (last, entry == 0));
    }
    // One who comes back goes on where it was.
    let mut back = watchers.pop().unwrap();
    turn(&mut one, &mut two).await;
    back.come_back(second.addr).await;
    back.until_entry(one.last()).await;
    assert_eq!(back.known_head(), one.known_head());
    watchers.clear();
    one.until("who is left", |player| player.room.watchers == 1).await;
    drop(back);
    one.until("an empty floor", |player| player.room.watchers == 0).await;
}

/// A spectator at another server who speaks, sits down or becomes the host is one whom the room knows.
#[tokio::test]
async fn a_spectator_who_does_something_enters_the_room() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, invite) = first.host("Raymond", settings()).await;
    let room = one.room.id.clone();
    let mut two = second.guest("Lulu", &room, &invite).await;
    let mut three = second.guest("Marcel", &room, &invite).await;
    let mut four = second.guest("Ginette", &room, &invite).await;
    one.until("who watches", |player| player.room.watchers == 3).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    three.say("moi aussi").await;
    for player in [&mut one, &mut two, &mut four] {
        player.until("the line", |player| player.has_heard("moi aussi")).await;
    }
    one.until("who watches", |player| player.room.watchers == 2).await;
    one.must(Action::HandOver { guest: four.you.id }).await;
    four.until("the room", |player| player.you.host).await;
    four.must(Action::HandOver { guest: one.you.id }).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two, &mut three, &mut four] {
        player.until_phase(Phase::Playing).await;
        player.until("the table", |player| player.table.is_some()).await;
    }
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    for watcher in [&mut three, &mut four] {
        watcher.until_entry(one.last()).await;
        assert_eq!(watcher.known_head(), one.known_head());
    }
    // Lines of spectators reach spectators alone, at any server, until the game is over.
    let mut five = second.guest("Momo", &room, &invite).await;
    three.say("il triche").await;
    for watcher in [&mut four, &mut five] {
        watcher.until("the line", |player| player.has_heard("il triche")).await;
    }
    turn(&mut one, &mut two).await;
    assert!(!one.has_heard("il triche") && !two.has_heard("il triche"));
}

/// The room knows a spectator of another server by name before the socket has entered it: until then it must not pass the powers on again and again.
#[tokio::test]
async fn a_spectator_of_another_server_becomes_the_host_once() {
    let (first, second, _database, _cluster) = two_servers(|config| {
        local(config);
        config.limits.host_away = Duration::from_millis(100);
    })
    .await;
    let (mut one, invite) = first.host("Raymond", settings()).await;
    let room = one.room.id.clone();
    let mut two = second.guest("Lulu", &room, &invite).await;
    one.until("who watches", |player| player.room.watchers == 1).await;
    one.vanish();
    two.until("the powers of the host", |player| player.you.host).await;
    let three = first.guest("Marcel", &room, &invite).await;
    assert_eq!(three.room.host, two.you.id);
}

/// A spectator is sent away, replaced and turned out at whichever server the socket is.
#[tokio::test]
async fn the_socket_of_a_spectator_ends_at_any_server() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let (mut one, mut two, invite) = table(&first, &second).await;
    let room = one.room.id.clone();
    let mut kicked = second.guest("Marcel", &room, &invite).await;
    let mut moved = second.guest("Ginette", &room, &invite).await;
    one.until("who watches", |player| player.room.watchers == 2).await;
    one.must(Action::Kick { guest: kicked.you.id }).await;
    assert_eq!(kicked.until_closed().await, Some(Closing::Kicked));
    // The same person at the same server, then at the other one, then back.
    for server in [&second, &first, &second] {
        let again = Player::join(server.addr, &moved.token, &room, None).await;
        assert_eq!(moved.until_closed().await, Some(Closing::Replaced));
        moved = again;
    }
    one.until("who watches", |player| player.room.watchers == 1).await;
    turn(&mut one, &mut two).await;
    moved.until_entry(one.last()).await;
    // A game without spectators begins.
    let (mut one, invite) = first.host("Raymond", Settings { spectators: false, ..settings() }).await;
    let room = one.room.id.clone();
    let mut two = second.guest("Lulu", &room, &invite).await;
    let mut watcher = second.guest("Marcel", &room, &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    assert_eq!(watcher.until_closed().await, Some(Closing::Full));
}

/// Those who watch late do so at every server, and stay when the room moves.
#[tokio::test]
async fn late_spectators_are_late_at_any_server_and_stay_while_the_room_moves() {
    let (first, second, _database, _cluster) = two_servers(local).await;
    let late = Settings { spectator_delay: 2, ..settings() };
    let (mut one, invite) = first.host("Raymond", late).await;
    let room = one.room.id.clone();
    let mut two = first.guest("Lulu", &room, &invite).await;
    take_seat(&mut one, 0).await;
    take_seat(&mut two, 1).await;
    one.must(Action::Start).await;
    for player in [&mut one, &mut two] {
        player.until("the table", |player| player.table.is_some()).await;
    }
    let mut watcher = second.guest("Marcel", &room, &invite).await;
    watcher.may_move();
    for _ in 0..3 {
        turn(&mut one, &mut two).await;
    }
    watcher.until_entry(3).await;
    let mut other = second.guest("Ginette", &room, &invite).await;
    assert_eq!((watcher.last(), other.last()), (3, 3), "two turns behind");
    other.may_move();
    first.app.close().await;
    for player in [&mut one, &mut two] {
        assert_eq!(player.until_closed().await, Some(Closing::Shutdown));
        player.come_back(second.addr).await;
    }
    for player in [&mut watcher, &mut other] {
        player.until("another welcome", |player| player.welcomes() == 2).await;
    }
    turn(&mut one, &mut two).await;
    for player in [&mut watcher, &mut other] {
        player.until_entry(5).await;
    }
}

/// A client on every subject of the bus reads nothing: no name, no word, no order, not even which room is played.
#[tokio::test]
async fn what_crosses_the_bus_cannot_be_read() {
    let nats = nats::shared();
    let spy = nats.client().await;
    let mut heard = spy.subscribe(">").await.unwrap();
    let (first, second, _database, _cluster) = two_servers(over_nats).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    two.say("hunter2 dans le chat").await;
    turn(&mut one, &mut two).await;
    one.until("the line", |player| player.has_heard("hunter2")).await;
    // It reaches the client after all that was published before.
    let end = format!("test-{}", Uuid::new_v4());
    spy.publish(end.clone(), "end".into()).await.unwrap();
    let words = [one.room.id.as_str(), "Raymond", "Lulu", "hunter2", "bid", "welcome", "entries", "seat"];
    let mut messages = 0;
    loop {
        // Other tests of this process use the same bus: that they cannot be read is as true.
        let message = timeout(Duration::from_secs(30), heard.next()).await.unwrap().unwrap();
        if *message.subject == *end {
            break;
        }
        let text = [message.subject.as_bytes(), &message.payload[..]].concat();
        for word in words {
            assert!(
                !text.windows(word.len()).any(|part| part == word.as_bytes()),
                "{word} in {}",
                message.subject
            );
        }
        messages += 1;
    }
    assert!(messages > 20, "{messages}");
}

/// Messages that were recorded and are sent again change nothing, nor do such that no server has sealed.
#[tokio::test]
async fn a_recorded_message_does_not_speak_for_a_socket() {
    let nats = nats::shared();
    let spy = nats.client().await;
    let mut heard = spy.subscribe("*.at.*").await.unwrap();
    let (first, second, _database, _cluster) = two_servers(over_nats).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    turn(&mut one, &mut two).await;
    let mut recorded = Vec::new();
    while recorded.len() < 10 {
        recorded.push(timeout(Duration::from_secs(30), heard.next()).await.unwrap().unwrap());
    }
    let entries = one.last();
    for message in recorded {
        let mut forged = message.payload.to_vec();
        forged.iter_mut().skip(16).for_each(|byte| *byte ^= 0x55);
        spy.publish(message.subject.clone(), message.payload).await.unwrap();
        spy.publish(message.subject, forged.into()).await.unwrap();
    }
    spy.flush().await.unwrap();
    turn(&mut one, &mut two).await;
    one.until_entry(entries + 2).await;
    assert_eq!((one.last(), two.welcomes()), (entries + 2, 1), "two entries for a turn of two, and no more");
}

/// A bus that loses one message to another server when it is told to.
struct Lossy {
    bus: LocalBus,
    loses: Arc<AtomicBool>,
}

#[async_trait]
impl Bus for Lossy {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        if subject.contains(".at.") && self.loses.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        self.bus.publish(subject, payload).await
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, BusError> {
        self.bus.request(subject, payload).await
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        self.bus.subscribe(subject).await
    }

    async fn queue(&self, subject: &str, group: &str) -> Result<Subscription, BusError> {
        self.bus.queue(subject, group).await
    }

    fn is_reached(&self) -> bool {
        self.bus.is_reached()
    }

    async fn close(&self) {
        self.bus.close().await;
    }
}

/// Whether the second of two servers loses its next message to the other.
static LOSES: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

fn lossy(config: &mut Config) {
    static SECOND: AtomicBool = AtomicBool::new(false);
    local(config);
    if SECOND.swap(true, Ordering::Relaxed) {
        let bus = bus_within(config);
        config.node.bus = BusConfig::InProcess(Arc::new(Lossy { bus, loses: LOSES.clone() }));
    }
}

/// The holder of a room ends a link in which a message of the other server is missing, and says so: that one does not wait for the silence.
#[tokio::test]
async fn a_link_in_which_a_message_is_missing_is_made_anew_at_once() {
    let (first, second, _database, _cluster) = two_servers(lossy).await;
    let (mut one, mut two, _) = table(&first, &second).await;
    two.may_move();
    LOSES.store(true, Ordering::Relaxed);
    two.send(&ClientMessage::Chat { id: Uuid::new_v4(), text: "perdu".to_owned() }).await;
    two.send(&ClientMessage::Chat { id: Uuid::new_v4(), text: "en trop".to_owned() }).await;
    two.until("another welcome", |player| player.welcomes() == 2).await;
    assert!(!one.has_heard("perdu"));
    turn(&mut one, &mut two).await;
}
