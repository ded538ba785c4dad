//! Games whose rules this build does not have: they wait, unharmed, and those that are over open for ever.

use std::time::Duration;

use bagarre_protocol::campaign::NewCampaign;
use bagarre_protocol::game::REPLAY;
use bagarre_protocol::room::{Action, OtherRules, Phase, Settings};
use bagarre_protocol::socket::Answer;
use bagarre_rules::contract::Lang;
use bagarre_tests::player::Player;
use bagarre_tests::server::{TestServer, dump};
use bagarre_tests::toy::{band, bid, settings, table, turn};
use serde_json::Value;
use sqlx::{SqliteConnection, query};
use uuid::Uuid;

/// A version of the rules that no build has.
const UNKNOWN: u16 = 999;
/// The one that these tests play.
const KNOWN: u16 = 3;

fn code(answer: &Answer) -> &str {
    match answer {
        Answer::Refused { refusal } => &refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

/// Everything that is stored follows version `to` of its rules instead of `from`, and servers that knew `from` knew `to`.
async fn rename(file: &mut SqliteConnection, from: u16, to: u16) {
    for sql in [
        "DELETE FROM rules_alive WHERE ruleset = 'toy' AND version = $2 AND version <> $1",
        "UPDATE rules_alive SET version = $2 WHERE ruleset = 'toy' AND version = $1",
        "UPDATE games SET version = $2 WHERE version = $1",
    ] {
        query(sql).bind(i64::from(from)).bind(i64::from(to)).execute(&mut *file).await.unwrap();
    }
}

/// The same data under a build that does not have the rules of what is stored.
async fn to_other_build(server: TestServer) -> TestServer {
    server.changed(async |file| rename(file, KNOWN, UNKNOWN).await).await
}

/// And under one that has them.
async fn back(server: TestServer) -> TestServer {
    server.changed(async |file| rename(file, UNKNOWN, KNOWN).await).await
}

async fn replay_of(server: &TestServer, game: Uuid) -> (u16, Value) {
    server.ask("GET", format!("/api/games/{game}/replay"), String::new(), Value::Null).await
}

#[tokio::test]
async fn a_game_of_another_version_waits_unharmed_and_goes_on() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    assert_eq!(two.draft(Some(&bid(5))).await, (true, None));
    let mut before = Vec::new();
    let server = server
        .changed(async |file| {
            rename(file, KNOWN, UNKNOWN).await;
            before = dump(file).await;
        })
        .await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(one.room.phase, Phase::Playing, "nothing was put aside");
    let rules = OtherRules { ruleset: "toy".to_owned(), needs: UNKNOWN, has: Some(KNOWN), outcome: None };
    assert_eq!(one.room.other_rules, Some(rules));
    assert!(one.table.is_none());
    assert_eq!(code(&one.command(&bid(1)).await), "room.rules");
    assert_eq!(two.draft(Some(&bid(6))).await, (false, Some("room.rules".to_owned())));
    for action in [Action::Pause, Action::Resume] {
        assert_eq!(code(&one.act(action).await), "room.rules");
    }
    one.catch_up().await;
    assert_eq!(
        dump(&mut server.database().await).await,
        before,
        "nothing is written because a version is unknown"
    );
    one.say("on attend").await;
    two.until("a line", |two| two.chat.len() == 1).await;

    let server = back(server).await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(one.room.other_rules, None);
    assert_eq!(two.table.as_ref().unwrap().draft.as_ref().unwrap().text(), r#"{"bid":5}"#);
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn clocks_do_not_ring_while_the_rules_are_unknown_and_the_wait_is_credited() {
    const TWO_HOURS: i64 = 2 * 3600 * 1000;
    let server = TestServer::start().await;
    let (mut one, two, _) = table(&server, settings()).await;
    let game = one.table.as_ref().unwrap().game;
    // The wait is longer than the hour that the question was given.
    let server = server
        .changed(async |file| {
            rename(file, KNOWN, UNKNOWN).await;
            for sql in [
                "UPDATE clocks SET due = due - $1, lost = lost - $1",
                "UPDATE rules_alive SET alive = alive - $1",
            ] {
                query(sql).bind(TWO_HOURS).execute(&mut *file).await.unwrap();
            }
        })
        .await;
    drop(two);
    one.come_back(server.addr).await;
    for _ in 0..10 {
        one.catch_up().await;
    }
    assert_eq!(server.app.store().journal(game).await.unwrap().len(), 1, "no clock rang");
    let server = back(server).await;
    one.come_back(server.addr).await;
    let clock = one.asking().unwrap().clocks[0];
    assert!(clock.left > clock.total * 9 / 10, "the whole wait is credited: {clock:?}");
    assert_eq!(one.last(), 0);
}

#[tokio::test]
async fn the_host_may_put_a_game_aside_that_waits_for_its_rules_and_only_such_a_game() {
    let server = TestServer::start().await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    assert_eq!(code(&one.act(Action::PutAside).await), "room.rules.known");
    let game = one.table.as_ref().unwrap().game;
    let server = to_other_build(server).await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!(code(&two.act(Action::PutAside).await), "room.host");
    one.must(Action::PutAside).await;
    two.until_phase(Phase::Quarantined).await;
    assert_eq!(two.room.other_rules, None);
    let record = server.app.store().game(game).await.unwrap().unwrap();
    assert!(record.quarantined.is_some());
    one.must(Action::Rematch).await;
    one.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
    turn(&mut one, &mut two).await;
}

/// Two people whose game is over.
async fn finished(server: &TestServer) -> (Player, Player, Uuid) {
    let short = Settings { scenario: "short".to_owned(), ..settings() };
    let (mut one, mut two, _) = table(server, short).await;
    let game = one.table.as_ref().unwrap().game;
    for _ in 0..2 {
        turn(&mut one, &mut two).await;
    }
    one.until_phase(Phase::Finished).await;
    two.until_phase(Phase::Finished).await;
    (one, two, game)
}

#[tokio::test]
async fn a_finished_game_opens_when_its_version_is_unknown() {
    let server = TestServer::start().await;
    let (mut one, mut two, game) = finished(&server).await;
    let (status, told) = replay_of(&server, game).await;
    assert_eq!((status, &told["format"]), (200, &Value::from(REPLAY)));
    let server = to_other_build(server).await;
    assert_eq!(replay_of(&server, game).await, (200, told));
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    assert_eq!((one.room.phase, one.room.past.len()), (Phase::Finished, 1));
    let rules = one.room.other_rules.clone().unwrap();
    assert_eq!(rules.outcome, server.app.store().game(game).await.unwrap().unwrap().outcome);
    assert_eq!(code(&one.command(&bid(1)).await), "room.phase");
    one.must(Action::Rematch).await;
    one.must(Action::Start).await;
    two.until_phase(Phase::Playing).await;
    assert_eq!(two.room.other_rules, None);
    turn(&mut one, &mut two).await;
}

#[tokio::test]
async fn a_ruleset_that_is_gone_is_no_fault_either() {
    let server = TestServer::start().await;
    let (mut one, _two, game) = finished(&server).await;
    let (guest, _) = server.app.new_guest("Zaza").await.unwrap();
    let chosen = NewCampaign { name: "L'été 1951".to_owned(), ruleset: "toy".to_owned() };
    let (campaign, _) = server.app.open_campaign(&guest, &chosen).await.unwrap();
    server.app.bring_to_campaign(&campaign, &guest, &band("les Mouettes"), Lang::Fr).await.unwrap();
    let server = server
        .changed(async |file| {
            for sql in [
                "UPDATE campaigns SET ruleset = 'gone'",
                "UPDATE games SET ruleset = 'gone'",
                "UPDATE rooms SET settings = replace(settings, '\"toy\"', '\"gone\"')",
            ] {
                query(sql).execute(&mut *file).await.unwrap();
            }
        })
        .await;
    assert_eq!(replay_of(&server, game).await.0, 200);
    one.come_back(server.addr).await;
    assert_eq!(one.room.other_rules.as_ref().unwrap().has, None);
    let (status, told) =
        server.ask("GET", format!("/api/campaigns/{campaign}"), String::new(), Value::Null).await;
    assert_eq!((status, told["bands"].as_array().map(Vec::len)), (200, Some(1)), "{told}");
    one.must(Action::Rematch).await;
    assert_eq!(code(&one.act(Action::Start).await), "ruleset");
}

#[tokio::test]
async fn games_that_ended_before_replays_were_kept_are_told_in_the_background_while_their_rules_are_known() {
    let server = TestServer::start().await;
    let (_one, _two, first) = finished(&server).await;
    let (_three, _four, second) = finished(&server).await;
    let (_, told) = replay_of(&server, first).await;
    let one_of_them = async |file: &mut SqliteConnection, game: Uuid| {
        let sql = query("UPDATE games SET version = $1 WHERE id = $2");
        sql.bind(i64::from(UNKNOWN)).bind(game.to_string()).execute(file).await.unwrap();
    };
    let server = server
        .changed(async |file| {
            query("DELETE FROM replays").execute(&mut *file).await.unwrap();
            one_of_them(file, second).await;
        })
        .await;
    let store = server.app.store();
    tokio::time::timeout(Duration::from_mins(1), async {
        while store.replay(first).await.unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("stored in the background");
    one_of_them(&mut server.database().await, first).await;
    assert_eq!(replay_of(&server, first).await, (200, told));
    let (status, refused) = replay_of(&server, second).await;
    assert_eq!((status, &refused["code"]), (501, &Value::from("game.rules")));
    let export = format!("/api/games/{second}/export");
    assert_eq!(
        server.ask("GET", export, String::new(), Value::Null).await.0,
        200,
        "an export needs no rules"
    );
}

#[tokio::test]
async fn no_end_waits_for_its_replay_which_is_stored_before_the_server_has_stopped() {
    let server = TestServer::start().await;
    let held = server.app.rooms().hold_consultations();
    let (_one, _two, game) = finished(&server).await;
    let (status, told) = replay_of(&server, game).await;
    assert_eq!(status, 200, "made on the spot");
    assert!(server.app.store().replay(game).await.unwrap().is_none(), "and not stored");
    drop(held);
    let server = to_other_build(server).await;
    assert_eq!(replay_of(&server, game).await, (200, told), "stored while the rules were known");
}
