//! Two servers on one PostgreSQL, each with rooms of its own.

use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::Closing;
use bagarre_server::config::{Config, NodeConfig, NodeMode};
use bagarre_server::error::AppError;
use bagarre_server::lease::DataBusy;
use bagarre_server::store::cluster::{Claimant, Joining};
use bagarre_server::store::nodes::Node;
use bagarre_tests::player::Player;
use bagarre_tests::postgres::{self, Cluster};
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{hurried, settings, table, turn};
use bagarre_tests::wait::until;
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::time::timeout;
use uuid::Uuid;

/// One of several servers, with a lease that a machine which does many other things does not let lapse.
fn several(config: &mut Config) {
    let lease = Duration::from_secs(5);
    config.node = NodeConfig { mode: NodeMode::Several, lease, ..NodeConfig::default() };
    config.limits.idle = Duration::from_millis(300);
}

/// Two servers on one database, a connection to it, and the cluster that it is in.
async fn two_servers() -> (TestServer, TestServer, PgConnection, Arc<Cluster>) {
    let cluster = postgres::shared();
    let url = cluster.database();
    let one = TestServer::on_postgres_with(url.clone(), several).await;
    let two = one.twin().await;
    (one, two, PgConnection::connect(&url).await.unwrap(), cluster)
}

async fn holder_of(database: &mut PgConnection, room: &str) -> (Option<String>, i64) {
    let row = sqlx::query("SELECT node, epoch FROM rooms WHERE id = $1").bind(room);
    let row = row.fetch_one(database).await.unwrap();
    (row.get("node"), row.get("epoch"))
}

#[tokio::test]
async fn a_room_is_played_on_one_server_and_goes_on_at_the_other() {
    let (first, second, mut database, _cluster) = two_servers().await;
    let (mut one, mut two, invite) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    let room = one.room.id.clone();
    let (holder, epoch) = holder_of(&mut database, &room).await;
    assert!(holder.is_some());
    // A socket that comes to the other server is told so, and nothing changes.
    let (_, token) = second.app.new_guest("Marcel").await.unwrap();
    let late = Player::knock(second.addr, &token.0, &room, Some(&invite), None).await;
    assert_eq!(late.err(), Some(Closing::Elsewhere));
    turn(&mut one, &mut two).await;
    assert_eq!(holder_of(&mut database, &room).await, (holder.clone(), epoch), "one epoch for all of it");
    // The first server ends in order: the room is free at once.
    first.app.close().await;
    assert_eq!(one.until_closed().await, Some(Closing::Shutdown));
    assert_eq!(two.until_closed().await, Some(Closing::Shutdown));
    one.come_back(second.addr).await;
    two.come_back(second.addr).await;
    turn(&mut one, &mut two).await;
    let (next, later) = holder_of(&mut database, &room).await;
    assert!(next.is_some() && next != holder && later > epoch, "{next:?} {later}");
    // An empty room goes to sleep, and is released.
    drop((one, two));
    until("it is released", async || holder_of(&mut database, &room).await.0.is_none()).await;
}

#[tokio::test]
async fn a_room_of_a_server_that_crashed_is_taken_when_its_lease_has_lapsed() {
    let (first, second, mut database, _cluster) = two_servers().await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    let (before, _) = holder_of(&mut database, &one.room.id).await;
    drop(first);
    // Until then they are told that another server holds it.
    one.come_back(second.addr).await;
    two.come_back(second.addr).await;
    turn(&mut one, &mut two).await;
    let (after, _) = holder_of(&mut database, &one.room.id).await;
    assert!(after.is_some() && after != before);
}

#[tokio::test]
async fn a_clock_that_is_over_is_rung_by_one_server() {
    let (first, _second, mut database, _cluster) = two_servers().await;
    let (mut one, mut two, _) = table(&first, hurried()).await;
    // The room is empty, and the clock answers until the game is over: on either server.
    let room = one.room.id.clone();
    one.until_asked().await;
    two.until_asked().await;
    drop((one, two));
    let ended = "SELECT 1 FROM games WHERE room_id = $1 AND ended IS NOT NULL";
    until("the game is over", async || {
        sqlx::query(ended).bind(&room).fetch_optional(&mut database).await.unwrap().is_some()
    })
    .await;
    let entries = "SELECT entry FROM journal j JOIN games g ON j.game_id = decode(replace(g.id, '-', ''), 'hex') \
                   WHERE g.room_id = $1 ORDER BY entry";
    let rows = sqlx::query(entries).bind(&room).fetch_all(&mut database).await.unwrap();
    let entries: Vec<i64> = rows.iter().map(|row| row.get("entry")).collect();
    assert_eq!(entries, (0..rows.len() as i64).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_room_whose_rules_no_server_plays_waits_and_says_so() {
    let (first, second, mut database, _cluster) = two_servers().await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    let (room, token) = (one.room.id.clone(), one.token.clone());
    drop((one, two));
    until("it is released", async || holder_of(&mut database, &room).await.0.is_none()).await;
    let version = async |database: &mut PgConnection, by: i64| {
        let other = "UPDATE games SET version = version + $2 WHERE room_id = $1";
        sqlx::query(other).bind(&room).bind(by).execute(database).await.unwrap();
    };
    version(&mut database, 100).await;
    let (_, epoch) = holder_of(&mut database, &room).await;
    for server in [&first, &second] {
        let waits = Player::knock(server.addr, &token, &room, None, None).await;
        assert_eq!(waits.err(), Some(Closing::Waiting));
    }
    assert_eq!(holder_of(&mut database, &room).await, (None, epoch), "nothing claims it again and again");
    version(&mut database, -100).await;
    let mut back = Player::join(second.addr, &token, &room, None).await;
    back.until_asked().await;
}

#[tokio::test]
async fn a_server_that_wants_the_data_alone_is_refused_beside_others_and_they_beside_it() {
    let (first, second, _database, _cluster) = two_servers().await;
    let alone = |config: &mut Config| config.node.mode = NodeMode::Alone;
    match second.second(alone).await {
        Err(AppError::Held(DataBusy::AtWork(node))) => assert!(!node.alone),
        Err(why) => panic!("{why}"),
        Ok(_) => panic!("it works beside others"),
    }
    first.app.close().await;
    second.app.close().await;
    let only = second.second(alone).await.unwrap();
    match first.second(|_| {}).await {
        Err(AppError::Held(DataBusy::AtWork(node))) => assert!(node.alone),
        Err(why) => panic!("{why}"),
        Ok(_) => panic!("it works beside one that is alone"),
    }
    only.close().await;
}

#[tokio::test]
async fn a_server_whose_lease_has_lapsed_reads_its_rooms_again() {
    let (first, _second, mut database, _cluster) = two_servers().await;
    let (mut one, mut two, _) = table(&first, settings()).await;
    turn(&mut one, &mut two).await;
    let room = one.room.id.clone();
    let (before, _) = holder_of(&mut database, &room).await;
    // As if the server had been frozen for longer than its lease runs.
    let lapse = "UPDATE nodes SET until = 0 WHERE id = $1";
    sqlx::query(lapse).bind(before.clone()).execute(&mut database).await.unwrap();
    assert_eq!(one.until_closed().await, Some(Closing::Rebuilt));
    one.come_back(first.addr).await;
    two.come_back(first.addr).await;
    turn(&mut one, &mut two).await;
    let (after, _) = holder_of(&mut database, &room).await;
    assert!(after.is_some() && after != before, "the next incarnation");
}

/// A server joins the others although all that writes waits for a lock.
#[tokio::test]
async fn a_server_joins_while_everything_else_waits() {
    let cluster = postgres::shared();
    let (url, folder) = (cluster.database(), tempfile::tempdir().unwrap());
    let patience = Duration::from_secs(30);
    let store = bagarre_server::store::open_with(Some(&url), folder.path(), patience).await.unwrap();
    crate::store::room(&store, "abc").await;
    let mut other = PgConnection::connect(&url).await.unwrap();
    for sql in ["BEGIN", "SELECT 1 FROM rooms WHERE id = 'abc' FOR UPDATE"] {
        sqlx::query(sql).execute(&mut other).await.unwrap();
    }
    let claims: Vec<_> = (0..64)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let (node, lease) = (Uuid::from_u128(7), Duration::from_secs(5));
                store.claim_room("abc", Claimant { node, lease, known: None }).await.map(drop)
            })
        })
        .collect();
    until("they wait", async || {
        let waiting = "SELECT count(*) AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        let row = sqlx::query(waiting).fetch_one(&mut other).await.unwrap();
        row.get::<i64, _>("waiting") > 0
    })
    .await;
    let node = Node {
        id: Uuid::from_u128(7),
        address: String::new(),
        plays: "[]".to_owned(),
        version: String::new(),
    };
    let joining = Joining { node: &node, incarnation: 1, lost: 0, lease: Duration::from_secs(5), known: &[] };
    let joined = timeout(patience / 3, store.join(joining)).await;
    assert!(matches!(joined, Ok(Ok(Some(_)))), "{joined:?}");
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    for claim in claims {
        claim.await.unwrap().unwrap();
    }
    store.close().await;
}
