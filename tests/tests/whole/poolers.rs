//! What stands between a server and PostgreSQL.

use bagarre_server::backup::{CopyError, backup, restore};
use bagarre_server::store::{self, StoreError};
use bagarre_tests::pgbouncer::PgBouncer;
use bagarre_tests::pooler::Sharing;
use bagarre_tests::postgres;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use bagarre_tests::toy::{settings, table, turn};
use futures_util::future::join_all;

#[tokio::test]
async fn a_pooler_that_loses_prepared_statements_is_refused_by_its_name() {
    let cluster = postgres::shared();
    let pooler = PgBouncer::start(&cluster, "transaction");
    let (url, data) = (pooler.url(&cluster.database()), tempfile::tempdir().unwrap());
    // Also once it has connections to the database that were used before.
    for _ in 0..2 {
        let Err(why @ StoreError::Pooler(_)) = store::open(Some(&url), data.path()).await else {
            panic!("it starts behind a pooler that loses prepared statements");
        };
        let line = why.to_string();
        for word in ["PgBouncer", "1.21", "transaction", "pool_mode = session", "max_prepared_statements"] {
            assert!(line.contains(word), "{word}: {line}");
        }
    }
}

#[tokio::test]
async fn behind_a_pooler_of_sessions_everything_works() {
    let cluster = postgres::shared();
    let pooler = PgBouncer::start(&cluster, "session");
    let url = pooler.url(&cluster.database());
    let server = TestServer::on_postgres(url.clone()).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    let server = server.restart().await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    turn(&mut one, &mut two).await;
    let files = tempfile::tempdir().unwrap();
    let file = files.path().join("backup");
    backup(Some(&url), server.data(), &file).await.unwrap();
    let data = server.empty_handed().await;
    // The pooler keeps connections of the server that has ended.
    restore(&file, Some(&url), data.path(), true).await.unwrap();
    let server = TestServer::at(data, Some(url)).await;
    one.come_back(server.addr).await;
    two.come_back(server.addr).await;
    turn(&mut one, &mut two).await;
}

/// What a session would be told that other programs get next.
fn leaves_settings(sql: &str) -> bool {
    let mut parts = sql.split(';').map(|part| part.trim_start().to_ascii_uppercase());
    parts.any(|part| part.starts_with("SET ") && !part.starts_with("SET LOCAL "))
}

#[tokio::test]
async fn behind_a_pooler_of_transactions_each_transaction_has_its_own_bounds() {
    let cluster = postgres::shared();
    let pooler = Sharing::start(cluster.folder()).await;
    let server = TestServer::on_postgres(pooler.url(&cluster.database())).await;
    let (mut one, mut two, _) = table(&server, settings()).await;
    turn(&mut one, &mut two).await;
    server.app.close().await;
    let statements = pooler.statements();
    let all = || statements.iter().flatten();
    assert_eq!(all().filter(|sql| leaves_settings(sql)).collect::<Vec<_>>(), [""; 0]);
    assert!(!all().any(|sql| sql.contains("advisory")), "a lock that a pooler knows nothing of");
    assert!(all().any(|sql| sql.contains("FROM migration_lock") && sql.ends_with("FOR UPDATE")));
    let begins = "BEGIN; SET LOCAL lock_timeout = ";
    assert!(all().any(|sql| sql.starts_with(begins)));
    // Every entry is written in a transaction with bounds. Statements are prepared once, so that this is the first of each connection.
    let mut written = 0;
    for connection in &statements {
        let mut bounded = false;
        for sql in connection {
            bounded = sql.starts_with(begins) || bounded && !sql.starts_with("COMMIT");
            if sql.contains("INSERT INTO journal") {
                assert!(bounded, "an entry was written without bounds");
                written += 1;
            }
        }
    }
    assert!(written > 0);
}

#[tokio::test]
async fn servers_that_start_at_once_on_an_empty_database_all_come_up() {
    let cluster = postgres::shared();
    let pooler = Sharing::start(cluster.folder()).await;
    let direct: fn(&Sharing, String) -> String = |_, url| url;
    for by_way_of in [direct, |pooler, url| pooler.url(&url)] {
        for _ in 0..4 {
            let url = by_way_of(&pooler, cluster.database());
            let data = tempfile::tempdir().unwrap();
            let opened =
                join_all((0..4).map(|_| store::open_with(Some(&url), data.path(), DATABASE_TIMEOUT))).await;
            for store in opened {
                let store = store.unwrap();
                store.ping(1).await.unwrap();
                store.close().await;
            }
        }
    }
    assert!(!pooler.statements().iter().flatten().any(|sql| sql.contains("advisory")));
}

#[tokio::test]
async fn a_restore_beside_a_server_at_work_is_refused_on_both_databases_with_the_same_words() {
    let files = tempfile::tempdir().unwrap();
    let file = files.path().join("backup");
    let first = TestServer::start().await;
    backup(None, first.data(), &file).await.unwrap();
    let cluster = postgres::shared();
    for url in [None, Some(cluster.database())] {
        let alone: fn(&mut bagarre_server::config::Config) = |config| {
            config.node.mode = bagarre_server::config::NodeMode::Alone;
            "10.1.2.3:8080".clone_into(&mut config.node.address);
        };
        let server = match &url {
            None => TestServer::with(alone).await,
            Some(url) => TestServer::on_postgres_with(url.clone(), alone).await,
        };
        // Of a database the server may run on another machine, with a data folder of its own.
        let other = tempfile::tempdir().unwrap();
        let data = if url.is_none() { server.data() } else { other.path() };
        for force in [false, true] {
            let refused = restore(&file, url.as_deref(), data, force).await;
            let Err(CopyError::Taken(line)) = refused else { panic!("it is restored under a server") };
            assert!(
                line.starts_with("a server is at work on this data: stop it first (10.1.2.3:8080"),
                "{line}"
            );
        }
        let kept = server.empty_handed().await;
        let data = if url.is_none() { kept.path() } else { other.path() };
        restore(&file, url.as_deref(), data, true).await.unwrap();
    }
}
