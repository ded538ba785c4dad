//! What must stay secret: drafts, sealed orders, bands before the start, secrets of people and rooms. Each is a canary,
//! looked for in every frame that others get and in everything that is logged.

use std::time::{Duration, Instant};

use bagarre_protocol::room::{Action, Phase, Sheet};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Seat;
use bagarre_tests::logs;
use bagarre_tests::player::Player;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{band, bid, hurried, settings, table};
use serde_json::json;

/// Asserts that no frame with the canary reaches the players, neither now nor after a restart of the server, which it returns.
pub(crate) async fn stays_unheard(
    server: TestServer,
    mut others: [&mut Player; 2],
    canary: &str,
) -> TestServer {
    for other in &mut others {
        other.catch_up().await;
        assert!(!other.has_heard(canary));
    }
    let server = server.restart().await;
    for other in &mut others {
        other.come_back(server.addr).await;
        other.catch_up().await;
        assert!(!other.has_heard(canary));
    }
    server
}

#[tokio::test]
async fn sealed_orders_reach_nobody_before_their_time() {
    logs::gathered();
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    assert!(matches!(one.command(&bid(5)).await, Answer::Applied { entry: Some(1) }));
    for other in [&mut two, &mut watcher] {
        other.until_entry(1).await;
        other.catch_up().await;
        assert!(!other.has_heard(r#""bid":5"#) && !other.has_heard("[5"), "the number of another");
        let seal = other.entries[0].seal.as_ref().expect("a promise that can be checked");
        assert_eq!(seal.len(), 64);
    }
    let server = server.restart().await;
    for other in [&mut two, &mut watcher] {
        other.come_back(server.addr).await;
        other.catch_up().await;
        assert!(!other.has_heard(r#""bid":5"#) && !other.has_heard("[5"), "nor after a restart");
    }
    one.come_back(server.addr).await;
    let own = one.table.as_ref().unwrap().view.as_ref().unwrap();
    assert!(own.text().contains("[5"), "one's own number is shown to oneself: {}", own.text());
}

#[tokio::test]
async fn what_is_written_in_a_draft_stays_with_its_writer() {
    logs::gathered();
    let canary = "poulpe-du-brouillon";
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let (saved, refusal) = one.draft(Some(&json!({ "bid": canary }))).await;
    assert_eq!((saved, refusal.as_deref()), (true, Some("bad_json")));
    assert!(matches!(one.command(&json!({ "bid": canary })).await, Answer::Refused { .. }));
    one.say("je réfléchis").await;
    for other in [&mut two, &mut watcher] {
        other.until("the others hear of something", |other| !other.chat.is_empty()).await;
    }
    let server = stays_unheard(server, [&mut two, &mut watcher], canary).await;
    one.come_back(server.addr).await;
    assert!(
        one.table.as_ref().unwrap().draft.as_ref().unwrap().text().contains(canary),
        "nothing typed is lost"
    );
    assert!(!logs::gathered().contains(canary));
}

#[tokio::test]
async fn nobody_can_tell_that_somebody_writes() {
    let server =
        TestServer::with(|config| (config.limits.rate, config.limits.burst) = (10_000, 10_000)).await;
    let (mut one, mut two, invite) = table(&server, hurried()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    two.until("absent", |two| two.room.seats[1].sheet == Sheet::Absent).await;
    one.must(Action::Pause).await;
    for player in [&mut one, &mut watcher] {
        player.until_phase(Phase::Paused).await;
        player.catch_up().await;
    }
    // News gather for a moment before they are sent: drafts of all kinds are written for longer than that.
    let (before, since) = ((one.frames.len(), watcher.frames.len()), Instant::now());
    while since.elapsed() < Duration::from_millis(400) {
        for draft in [Some(bid(4)), Some(bid(9)), Some(json!({ "bid": "x".repeat(500) })), None] {
            two.draft(draft.as_ref()).await;
        }
    }
    for (player, before) in [(&mut one, before.0), (&mut watcher, before.1)] {
        player.catch_up().await;
        let told: Vec<_> =
            player.frames[before..].iter().filter(|frame| !frame.contains("chat.length")).collect();
        assert!(told.is_empty(), "somebody writes, and others are told: {told:?}");
    }
}

#[tokio::test]
async fn what_is_brought_is_private_until_the_start() {
    logs::gathered();
    let canary = "poulpe-de-la-bande";
    let server = TestServer::start().await;
    let (mut one, invite) = server.host("Raymond", settings()).await;
    let mut two = server.guest("Lulu", &one.room.id.clone(), &invite).await;
    one.must(Action::Sit { seat: Seat(0) }).await;
    one.must(Action::Bring { band: Some(band(canary)) }).await;
    two.until("ready", |two| two.room.seats[0].ready).await;
    two.catch_up().await;
    assert!(!two.has_heard(canary));
    one.until("my band", |one| one.you.band.is_some()).await;
    assert!(one.has_heard(canary), "one sees one's own");
    assert!(!logs::gathered().contains(canary));
}

#[tokio::test]
async fn secrets_are_neither_logged_nor_told_nor_stored() {
    logs::gathered();
    let server = TestServer::start().await;
    let (mut one, mut two, invite) = table(&server, settings()).await;
    let mut watcher = server.guest("Momo", &one.room.id.clone(), &invite).await;
    let (guest, phone) = server.app.new_guest("Zaza").await.unwrap();
    let link = server.app.device_link(&guest).await.unwrap();
    for player in [&mut one, &mut two, &mut watcher] {
        player.catch_up().await;
    }
    let logs = logs::gathered();
    assert!(!logs.is_empty(), "something was logged");
    let secrets = [&one.token, &two.token, &watcher.token, &phone.0, &link.0];
    for secret in secrets {
        assert!(!logs.contains(secret.as_str()), "a token was logged");
        assert!([&one, &two, &watcher].iter().all(|player| !player.has_heard(secret)), "a token was told");
    }
    assert!(!logs.contains(&invite), "an invitation was logged");
    assert!(!watcher.has_heard(&invite), "an invitation was told to somebody who only watches");
    let stored = server.stored_bytes();
    let hides = |needle: &str| !stored.windows(needle.len()).any(|window| window == needle.as_bytes());
    assert!(!hides("Raymond"), "the file is what is looked into");
    for secret in secrets.into_iter().chain([&invite]) {
        assert!(hides(secret), "a secret was stored as it is");
    }
}
