//! An older program on data that a newer one has changed.

use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::contract::{Outcome, Seats};
use bagarre_server::backup::{CopyError, backup};
use bagarre_server::config::{Config, NodeMode};
use bagarre_server::store::{self, GameRecord, StoreError, Write};
use bagarre_tests::postgres;
use bagarre_tests::server::{DATABASE_TIMEOUT, TestServer};
use sqlx::{Connection, PgConnection, SqliteConnection};
use tempfile::TempDir;

use super::store::{Handle, game_in, room, write};

/// A migration that this program does not know, and what it permits: the oldest migration that a program has to know, and the version
/// that made it.
struct Upgrade {
    oldest: Option<(i64, &'static str)>,
}

const STATEMENTS: [&str; 2] = [
    "INSERT INTO _sqlx_migrations (version, description, installed_on, success, checksum, execution_time) \
     SELECT 9001, 'later', installed_on, success, checksum, execution_time FROM _sqlx_migrations WHERE version = 20",
    "INSERT INTO programs (migration, oldest, version) VALUES (9001, $1, $2)",
];

impl Upgrade {
    async fn apply(&self, url: Option<&str>, data: &TempDir) {
        let oldest = self.oldest;
        macro_rules! apply {
            ($conn:expr) => {{
                let mut conn = $conn;
                sqlx::query(STATEMENTS[0]).execute(&mut conn).await.unwrap();
                if let Some((oldest, version)) = oldest {
                    sqlx::query(STATEMENTS[1]).bind(oldest).bind(version).execute(&mut conn).await.unwrap();
                }
                conn.close().await.unwrap();
            }};
        }
        if let Some(url) = url {
            apply!(PgConnection::connect(url).await.unwrap());
        } else {
            let file = format!("sqlite://{}", data.path().join("bagarre.db").display());
            apply!(SqliteConnection::connect(&file).await.unwrap());
        }
    }
}

async fn open(url: Option<&str>, data: &TempDir) -> Result<Handle, StoreError> {
    store::open_with(url, data.path(), DATABASE_TIMEOUT).await
}

/// Data on each database that a newer program has changed.
async fn upgraded(upgrade: Upgrade, test: impl AsyncFn(Option<&str>, &TempDir)) {
    let cluster = postgres::shared();
    for url in [None, Some(cluster.database())] {
        let data = tempfile::tempdir().unwrap();
        open(url.as_deref(), &data).await.unwrap().close().await;
        upgrade.apply(url.as_deref(), &data).await;
        test(url.as_deref(), &data).await;
    }
}

#[tokio::test]
async fn newer_data_that_permits_it_is_used_as_it_is() {
    upgraded(Upgrade { oldest: Some((20, "99.1.0")) }, async |url, data| {
        open(url, data).await.unwrap().close().await;
        let why = backup(url, data.path(), &data.path().join("file")).await;
        assert!(why.is_err(), "what this program does not know would be missing in its backup");
    })
    .await;
}

#[tokio::test]
async fn newer_data_that_does_not_permit_it_is_refused_with_both_versions() {
    for oldest in [Some((9001, "99.1.0")), Some((21, "99.1.0")), None] {
        upgraded(Upgrade { oldest }, async |url, data| {
            let Err(why @ StoreError::Newer(_)) = open(url, data).await else { panic!("it starts") };
            let (line, own) =
                (why.to_string(), format!("this is Bagarre {} (tables ", env!("CARGO_PKG_VERSION")));
            assert!(line.contains(&own) && line.contains("(tables 9001)"), "{line}");
            assert_eq!(
                line.contains("Bagarre 99.1.0") && line.contains("run 99.1.0"),
                oldest.is_some(),
                "{line}"
            );
            assert!(!line.contains("migration"), "{line}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_backup_by_a_program_that_is_too_old_is_refused_with_both_versions() {
    let server = TestServer::start().await;
    let data = server.empty_handed().await;
    Upgrade { oldest: Some((20, "99.1.0")) }.apply(None, &data).await;
    let made = backup(None, data.path(), &data.path().join("file")).await;
    let Err(CopyError::Store(StoreError::Newer(newer))) = made else {
        panic!("{:?}", made.map(|done| done.rows))
    };
    assert_eq!((newer.theirs, &*newer.version), (9001, "99.1.0"));
    assert!(!data.path().join("file").exists());
}

#[tokio::test]
async fn older_tables_stay_as_they_are_while_a_server_works_on_them() {
    let cluster = postgres::shared();
    let alone: fn(&mut Config) = |config| config.node.mode = NodeMode::Alone;
    for server in
        [TestServer::with(alone).await, TestServer::on_postgres_with(cluster.database(), alone).await]
    {
        let (url, data) = (server.database_url().map(str::to_owned), server.data().to_owned());
        let open = async || store::open_with(url.as_deref(), &data, DATABASE_TIMEOUT).await;
        open().await.expect("what is up to date is opened beside a server").close().await;
        // As the program before this one left them.
        let older = "DELETE FROM _sqlx_migrations WHERE version = 20";
        if let Some(url) = &url {
            sqlx::query(older).execute(&mut PgConnection::connect(url).await.unwrap()).await.unwrap();
        } else {
            sqlx::query(older).execute(&mut server.database().await).await.unwrap();
        }
        assert!(matches!(open().await, Err(StoreError::AtWork(_))));
        let _folder = server.empty_handed().await;
        let tried = open().await.map(|_| ());
        assert!(matches!(tried, Err(StoreError::Migrate(_))), "the server is gone: {tried:?}");
    }
}

#[tokio::test]
async fn the_tables_know_which_program_has_made_them() {
    let data = Arc::new(tempfile::tempdir().unwrap());
    open(None, &data).await.unwrap().close().await;
    let file = format!("sqlite://{}", data.path().join("bagarre.db").display());
    let mut conn = SqliteConnection::connect(&file).await.unwrap();
    let programs: Vec<(i64, i64, String)> =
        sqlx::query_as("SELECT migration, oldest, version FROM programs").fetch_all(&mut conn).await.unwrap();
    let newest: i64 =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut conn).await.unwrap();
    let last = programs.last().unwrap();
    assert_eq!(
        (last.0, &*last.2),
        (newest, env!("CARGO_PKG_VERSION")),
        "each migration says who may run on it"
    );
}

#[tokio::test]
async fn a_program_that_cannot_make_a_pending_replay_does_not_start() {
    let cluster = postgres::shared();
    for url in [None, Some(cluster.database())] {
        let (url, data) = (url.as_deref(), tempfile::tempdir().unwrap());
        let store = open(url, &data).await.unwrap();
        let room = room(&store, "abc").await;
        let other = GameRecord { version: 999, ..game_in(&room.id) };
        let games = [other.clone(), game_in(&room.id)];
        let outcome = Outcome::alone(Seats::NONE, Vec::new(), "turns");
        for game in games {
            let over = Write::Over { game: game.id, at: 950, outcome: outcome.clone() };
            write(&store, vec![Write::Game(Box::new(game)), over]).await.unwrap();
        }
        let idle = store.idle_rooms(i64::MAX, 9).await.unwrap();
        assert!(idle.is_empty(), "what a replay is made of stays: {idle:?}");
        store.close().await;

        let Err(why @ StoreError::LostReplays(_)) = open(url, &data).await else { panic!("it starts") };
        let line = why.to_string();
        assert!(line.contains("(1 of toy, version 999)") && line.contains("--without-replays"), "{line}");
        let opening = store::prepare(url, data.path(), DATABASE_TIMEOUT).await.unwrap();
        let store = opening.migrate(true).await.unwrap();
        write(&store, vec![Write::NoReplay { game: other.id }]).await.unwrap();
        store.close().await;
        let store = open(url, &data).await.expect("nothing is pending any more");
        store.close().await;
    }
}

/// Undoes the newest migration, which only adds to the tables.
const OLDER: [&str; 7] = [
    "DELETE FROM _sqlx_migrations WHERE version = 20",
    "DELETE FROM programs WHERE migration = 20",
    "DROP TABLE house",
    "DROP TABLE assets",
    "ALTER TABLE campaigns DROP COLUMN version",
    "ALTER TABLE nodes DROP COLUMN draining",
    "ALTER TABLE nodes DROP COLUMN migration",
];

/// A migration that only adds is made beside servers of several that can go on with it, and a server of the older version plays on.
#[tokio::test]
async fn tables_grow_beside_servers_that_can_go_on_with_them() {
    let cluster = postgres::shared();
    let several: fn(&mut Config) = |config| {
        config.node.mode = NodeMode::Several;
        config.node.lease = Duration::from_mins(10);
    };
    let server = TestServer::on_postgres_with(cluster.database(), several).await;
    let url = server.database_url().unwrap().to_owned();
    let data = server.data().to_owned();
    let open = async || store::open_with(Some(&url), &data, DATABASE_TIMEOUT).await;
    let mut database = PgConnection::connect(&url).await.unwrap();
    for sql in OLDER {
        sqlx::query(sql).execute(&mut database).await.unwrap();
    }
    open().await.expect("what a program of the last version can go on with is made beside it").close().await;
    let (nodes, _) = server.app.store().nodes().await.unwrap();
    assert_eq!(nodes.iter().map(|node| (node.draining, node.migration)).collect::<Vec<_>>(), [(false, 19)]);
    // A program that does not know enough is in the way.
    for sql in OLDER {
        sqlx::query(sql).execute(&mut database).await.unwrap();
    }
    sqlx::query("ALTER TABLE nodes ADD COLUMN migration BIGINT NOT NULL DEFAULT 18")
        .execute(&mut database)
        .await
        .unwrap();
    sqlx::query("ALTER TABLE nodes ADD COLUMN draining BIGINT NOT NULL DEFAULT 0")
        .execute(&mut database)
        .await
        .unwrap();
    assert!(matches!(open().await, Err(StoreError::AtWork(_))));
}
