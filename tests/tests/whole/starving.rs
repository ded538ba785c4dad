//! A player says more than a room can do: nothing that others wait for, and nothing that the room does by itself, waits
//! behind it.

use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Clocks, Phase, Settings, Sheet};
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage};
use bagarre_rules::contract::{Actor, Seat};
use bagarre_server::config::Config;
use bagarre_server::store;
use bagarre_tests::chaos::faulty::FaultyStore;
use bagarre_tests::player::{NEWS_TIMEOUT, Player};
use bagarre_tests::server::{self, TestServer};
use bagarre_tests::toy::{bid, settings, table, take_seat};
use tokio::time::{interval, sleep, timeout};
use tokio_util::task::AbortOnDropHandle;
use uuid::Uuid;

/// Commits that take long, in milliseconds.
const COMMIT: u64 = 60;
/// Between two messages of a player who says too much.
const OFTEN: Duration = Duration::from_millis(3);
/// Commits after which the player is sure to have said more than the room could do.
const SATURATED: u64 = 12;

/// A server on whose store one can play tricks.
async fn tricky(tune: fn(&mut Config)) -> (TestServer, Arc<FaultyStore>) {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let store = store::open_with(None, folder.path(), server::DATABASE_TIMEOUT).await.unwrap();
    let store = Arc::new(FaultyStore::new(store));
    (TestServer::on_store(folder, store.clone(), tune).await, store)
}

/// Four seconds for each question.
fn slow() -> Settings {
    Settings { clocks: Clocks::Live { long: 4, short: 4, quick: 4 }, ..settings() }
}

/// Says something all the time, until what comes back is dropped.
fn floods(mut player: Player, what: fn(u32) -> ClientMessage) -> AbortOnDropHandle<()> {
    AbortOnDropHandle::new(tokio::spawn(async move {
        let mut often = interval(OFTEN);
        for n in 0.. {
            often.tick().await;
            if !player.offer(&what(n)).await {
                return;
            }
        }
    }))
}

/// A draft that is an answer in the making.
fn draft(n: u32) -> ClientMessage {
    let number = u8::try_from(n % 6 + 1).unwrap();
    ClientMessage::Draft { seq: n, draft: Payload::of(&bid(number)).ok() }
}

/// Something of the host's that is written each time.
fn invitation(_: u32) -> ClientMessage {
    ClientMessage::Act { id: Uuid::new_v4(), action: Action::NewInvite }
}

async fn saturated(store: &FaultyStore) {
    let enough = store.commits() + SATURATED;
    while store.commits() < enough {
        sleep(OFTEN).await;
    }
}

#[tokio::test]
async fn drafts_stop_no_clock_and_no_chat() {
    let (server, store) = tricky(|_| {}).await;
    let (one, mut two, _) = table(&server, slow()).await;
    store.delay(COMMIT);
    let flood = floods(one, draft);
    saturated(&store).await;
    let before = store.commits();
    assert!(matches!(two.say("tu dors ?").await, Answer::Applied { .. }));
    assert!(store.commits() - before <= 8, "{} commits came before a line of chat", store.commits() - before);
    timeout(NEWS_TIMEOUT, two.until_entry(4)).await.expect("the clock rings, turn after turn");
    drop(flood);
}

#[tokio::test]
async fn no_flood_keeps_a_bot_from_its_answer() {
    let (server, store) = tricky(|_| {}).await;
    let (mut one, invite) = server.host("Raymond", settings()).await;
    let mut momo = server.guest("Momo", &one.room.id.clone(), &invite).await;
    take_seat(&mut one, 0).await;
    one.must(Action::PutBot { seat: Seat(1), bot: "lucky".to_owned() }).await;
    store.delay(COMMIT);
    one.must(Action::Start).await;
    let flood = floods(one, invitation);
    timeout(NEWS_TIMEOUT, momo.until_entry(1)).await.expect("the bot answers");
    drop(flood);
}

#[tokio::test]
async fn no_flood_keeps_a_pause_from_its_end_or_a_room_from_a_new_host() {
    let (server, store) = tricky(|config| config.limits.live_pause = Duration::from_secs(1)).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    one.must(Action::Pause).await;
    two.until_phase(Phase::Paused).await;
    store.delay(COMMIT);
    let flood = floods(one, invitation);
    timeout(NEWS_TIMEOUT, two.until_phase(Phase::Playing)).await.expect("the pause ends by itself");
    drop(flood);

    let (server, store) = tricky(|config| config.limits.host_away = Duration::from_secs(1)).await;
    let (one, two, invite) = table(&server, settings()).await;
    let mut momo = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let heir = two.you.id;
    store.delay(COMMIT);
    let flood = floods(two, draft);
    saturated(&store).await;
    drop(one);
    timeout(NEWS_TIMEOUT, momo.until("another host", |momo| momo.room.host == heir)).await.expect("an heir");
    drop(flood);
}

#[tokio::test]
async fn seventy_tables_that_ask_stop_nobody_and_everybody_is_answered() {
    let server = TestServer::start().await;
    // No player is told anything by the rules: as if all of them asked without end.
    let held = server.app.rooms().hold_consultations();
    let mut tables = Vec::new();
    for _ in 0..70 {
        let (mut one, mut two, _) = table(&server, settings()).await;
        for player in [&mut one, &mut two] {
            for seq in 0..4 {
                player.send(&draft(seq)).await;
                player.send(&ClientMessage::Options { seq: 100 + seq }).await;
            }
        }
        tables.push((one, two));
    }
    let (mut one, mut two, _) = table(&server, slow()).await;
    for seq in 0..60 {
        one.send(&draft(seq)).await;
    }
    assert!(matches!(two.say("et alors ?").await, Answer::Applied { .. }), "chat waits for no rules");
    timeout(NEWS_TIMEOUT, two.until_entry(2)).await.expect("the clock rings");
    let game = two.table.as_ref().unwrap().game;
    let journal = server.app.store().journal(game).await.unwrap();
    let first = journal.iter().find(|row| row.actor == Some(Actor::Clock(Seat(0)))).unwrap();
    assert_eq!(
        first.command.as_ref().unwrap().text(),
        r#"{"bid":6}"#,
        "the last draft counts, unread by the rules"
    );
    // The tables that ask play on meanwhile.
    for (one, two) in &mut tables {
        for player in [&mut *one, two] {
            assert!(matches!(player.command(&bid(3)).await, Answer::Applied { .. }));
        }
    }
    drop(held);
    for (one, two) in &mut tables {
        for player in [one, two] {
            let (mut advised, mut listed) = (Vec::new(), Vec::new());
            while advised.len() < 4 || listed.len() < 4 {
                match player.next().await.expect("an answer") {
                    ServerMessage::Advice { seq, saved, .. } => {
                        assert!(!saved, "its question is over");
                        advised.push(seq);
                    }
                    ServerMessage::Options { seq, .. } => listed.push(seq),
                    _ => {}
                }
            }
            assert_eq!((&*advised, &*listed), (&[0, 1, 2, 3][..], &[100, 101, 102, 103][..]), "in order");
        }
    }
    // Every one of sixty drafts has its answer too, though only the last ones were looked at.
    let newer = |frame: &&String| frame.contains(r#""code":"draft.newer""#);
    let advices = |one: &Player| one.frames.iter().filter(|frame| frame.contains(r#""t":"advice""#)).count();
    one.until("all advices", |one| advices(one) == 60).await;
    assert!(one.frames.iter().filter(newer).count() >= 40);
}

#[tokio::test]
async fn a_question_that_a_failed_commit_lost_is_missed_once() {
    let (server, store) = tricky(|config| config.limits.database = Duration::from_millis(300)).await;
    let (mut one, mut two, _) = table(&server, slow()).await;
    store.fail_all(true);
    let before = store.commits();
    // The clock rings, and what it answers is not stored.
    while store.commits() == before {
        sleep(OFTEN).await;
    }
    match one.say("ça coince").await {
        Answer::Refused { refusal } => assert_eq!(refusal.code, "server.store"),
        other => panic!("{other:?}"),
    }
    store.fail_all(false);
    two.until_entry(2).await;
    let room = server.app.store().room(&two.room.id).await.unwrap().unwrap();
    assert!(
        room.seats.iter().all(|seat| !seat.absent),
        "one missed question, and nobody is absent: {room:?}"
    );
    two.catch_up().await;
    assert!(two.room.seats.iter().all(|seat| seat.sheet != Sheet::Absent));
}
