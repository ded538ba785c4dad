//! Several hosts of one database: the one that takes writes is found, also after another one was promoted.

use std::time::Duration;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::{Answer, ClientMessage};
use bagarre_server::store::{self, StoreError};
use bagarre_server::world::World;
use bagarre_tests::player::Player;
use bagarre_tests::pooler::Sharing;
use bagarre_tests::postgres::Cluster;
use bagarre_tests::server::TestServer;
use bagarre_tests::toy::{bid, settings, table, turn};
use bagarre_tests::wait::until;
use uuid::Uuid;

/// Waits until the replica has everything that the primary has.
fn caught_up(primary: &Cluster) {
    primary.until("SELECT bool_and(replay_lsn = pg_current_wal_lsn()) FROM pg_stat_replication");
}

/// Waits until the server can write, as players who come back at once do not have to.
async fn until_writable(server: &TestServer) {
    until("the database takes writes", async || server.app.store().ping(World::system().now()).await.is_ok())
        .await;
}

/// Comes back, as a browser does: again and again.
async fn come_back(player: &mut Player, server: &TestServer) {
    let room = player.room.id.clone();
    until("the room is open", async || {
        Player::knock(server.addr, &player.token, &room, None, None).await.is_ok()
    })
    .await;
    player.come_back(server.addr).await;
}

/// A player sends a command just as the primary falls. It is in the journal, or it is not; sent again, it is in it once.
async fn goes_on(replica_first: bool, synchronous: bool) {
    let mut primary = Cluster::own();
    let url = primary.database();
    let replica = primary.replica();
    if synchronous {
        primary.set("synchronous_standby_names", "*");
    }
    let url = if replica_first {
        replica.with_others(&[&primary], &url)
    } else {
        primary.with_others(&[&replica], &url)
    };
    let server =
        TestServer::on_postgres_with(url, |config| config.limits.database = Duration::from_secs(2)).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    one.until_asked().await;
    let (id, command) = (Uuid::new_v4(), Payload::of(&bid(4)).unwrap());
    one.send(&ClientMessage::Command { id, command }).await;
    if !synchronous {
        // Everything that was acknowledged has arrived.
        assert!(matches!(one.answer(id).await, Answer::Applied { .. }));
        caught_up(&primary);
    }
    let kept = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap().len();
    primary.kill();
    replica.promote();
    until_writable(&server).await;
    for player in [&mut one, &mut two] {
        come_back(player, &server).await;
    }
    let again = one.command_as(id, &bid(4)).await;
    let applied = Answer::Applied { entry: Some(3) };
    assert!(again == applied || again == Answer::Duplicate { first: Box::new(applied) }, "{again:?}");
    two.until_asked().await;
    assert_eq!(two.command(&bid(5)).await, Answer::Applied { entry: Some(4) });
    turn(&mut one, &mut two).await;
    let journal = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert!(journal.len() == 7 && kept <= 4, "nothing lost, nothing doubled: {} entries", journal.len());
    server.app.close().await;
}

#[tokio::test]
async fn a_game_goes_on_at_the_replica_that_was_promoted() {
    goes_on(false, true).await;
}

#[tokio::test]
async fn a_game_goes_on_where_the_replica_is_named_first_and_replication_does_not_wait() {
    goes_on(true, false).await;
}

#[tokio::test]
async fn behind_poolers_of_transactions_the_primary_is_found_too() {
    let mut primary = Cluster::own();
    let url = primary.database();
    let replica = primary.replica();
    primary.set("synchronous_standby_names", "*");
    let (one, two) = (Sharing::start(primary.folder()).await, Sharing::start(replica.folder()).await);
    let name = url.rsplit('/').next().unwrap();
    let both = format!("postgres://postgres@{},{}/{name}?sslmode=disable", two.addr(), one.addr());
    let server =
        TestServer::on_postgres_with(both, |config| config.limits.database = Duration::from_secs(2)).await;
    let (mut first, mut second, _) = table(&server, settings()).await;
    turn(&mut first, &mut second).await;
    primary.kill();
    replica.promote();
    until_writable(&server).await;
    for player in [&mut first, &mut second] {
        come_back(player, &server).await;
    }
    turn(&mut first, &mut second).await;
    let journal = server.app.store().journal(first.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(journal.len(), 5);
    assert!(
        !two.statements().iter().flatten().any(|sql| sql.starts_with("SET ")),
        "a session was told something"
    );
    server.app.close().await;
}

#[tokio::test]
async fn what_an_asynchronous_replica_never_got_is_told_to_who_saw_it() {
    let mut primary = Cluster::own();
    let url = primary.database();
    let replica = primary.replica();
    let server = TestServer::on_postgres_with(primary.with_others(&[&replica], &url), |config| {
        config.limits.database = Duration::from_secs(2);
    })
    .await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    caught_up(&primary);
    // The replica hears of nothing any more.
    replica.set("primary_conninfo", "");
    primary.until("SELECT COUNT(*) = 0 FROM pg_stat_replication");
    turn(&mut one, &mut two).await;
    for player in [&mut one, &mut two] {
        player.until_entry(4).await;
    }
    primary.kill();
    replica.promote();
    until_writable(&server).await;
    // The task of the room knows more than the database. Its next write does not follow from what is stored.
    one.until_asked().await;
    one.send(&ClientMessage::Command { id: Uuid::new_v4(), command: Payload::of(&bid(1)).unwrap() }).await;
    one.until_closed().await;
    two.until_closed().await;
    for player in [&mut one, &mut two] {
        come_back(player, &server).await;
        let table = player.table.as_ref().unwrap();
        assert_eq!((table.entry, table.lost, table.view.is_some()), (2, Some(4), true));
    }
    turn(&mut one, &mut two).await;
    let journal = server.app.store().journal(one.table.as_ref().unwrap().game).await.unwrap();
    assert_eq!(journal.len(), 5);
    server.app.close().await;
}

#[tokio::test]
async fn a_host_that_takes_no_writes_is_not_taken() {
    let primary = Cluster::own();
    let url = primary.database();
    let replica = primary.replica();
    let data = tempfile::tempdir().unwrap();
    let open = async |url: &str| store::open_with(Some(url), data.path(), Duration::from_secs(2)).await;
    for url in [replica.with_others(&[&primary], &url), primary.with_others(&[&replica], &url)] {
        let store = open(&url).await.unwrap();
        store.ping(World::system().now()).await.unwrap();
        store.close().await;
    }
    let both = replica.with_others(&[&primary], &url);
    let store = open(&both).await.unwrap();
    primary.set("default_transaction_read_only", "on");
    until("it says so", async || store.ping(World::system().now()).await.is_err()).await;
    let Err(StoreError::Away(why)) = open(&both).await else { panic!("it opens") };
    for word in ["none of its hosts", "host 1 takes no writes", "host 2 takes no writes"] {
        assert!(why.contains(word), "{why}");
    }
    primary.set("default_transaction_read_only", "off");
    until("it takes writes again", async || store.ping(World::system().now()).await.is_ok()).await;
    store.close().await;
}

#[tokio::test]
async fn a_primary_that_was_left_behind_is_not_taken_again() {
    let mut primary = Cluster::own();
    let url = primary.database();
    let replica = primary.replica();
    let both = primary.with_others(&[&replica], &url);
    let data = tempfile::tempdir().unwrap();
    let open = async || store::open_with(Some(&both), data.path(), Duration::from_secs(2)).await;
    let store = open().await.unwrap();
    caught_up(&primary);
    primary.kill();
    replica.promote();
    until("the replica is found", async || store.ping(World::system().now()).await.is_ok()).await;
    // It comes back as if nothing had happened, and takes writes.
    primary.resume();
    let second = open().await.unwrap();
    let ready = "SELECT COUNT(*) FROM meta WHERE name = 'ready'";
    let of = async |cluster: &Cluster| {
        let direct = cluster.with_others(&[], &url);
        let mut conn = <sqlx::PgConnection as sqlx::Connection>::connect(&direct).await.unwrap();
        sqlx::query_scalar::<_, i64>(ready).fetch_one(&mut conn).await.unwrap()
    };
    second.ping(World::system().now()).await.unwrap();
    assert_eq!((of(&primary).await, of(&replica).await), (0, 1));
    second.close().await;
    store.close().await;
}
