//! What a public server runs.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, Row as _, query};
use tokio::time::{Instant, sleep, timeout_at};

use super::copy::{CopyError, Sink, Source, tables_of};
use super::error::StoreError;
use super::newcomers::Newcomers;

mod append;
mod dialect;
#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

use dialect::migrator;

/// How servers are known to the database.
const NAME: &str = "bagarre";
/// How long the database may take to answer for the first time.
const OPENING: Duration = Duration::from_secs(5);
/// After how long a connection that writes is asked whether it lives.
const RESTED: Duration = Duration::from_millis(500);
/// How long to wait before knocking again.
const AGAIN: Duration = Duration::from_millis(250);

/// How long the database may take to notice that a server has ended.
const NOTICED: Duration = Duration::from_secs(2);

/// Connects and brings the tables up to date.
pub(super) async fn open(url: &str, patience: Duration) -> Result<sql::Sql, StoreError> {
    let options = PgConnectOptions::from_str(url)?.application_name(NAME);
    knock(&options).await?.close().await?;
    // Without bounds: tables may be large.
    let first = PgPoolOptions::new().max_connections(1).acquire_timeout(patience.max(OPENING));
    let first = first.connect_with(options.clone()).await?;
    migrator().run(&first).await?;
    first.close().await;
    // A client that has vanished holds no lock for long.
    let (short, long) = (2 * patience.as_millis(), 4 * patience.as_millis());
    let bounds = format!(
        "SET lock_timeout = {short}; SET statement_timeout = {long}; \
         SET idle_in_transaction_session_timeout = {long}"
    );
    // Arrays of any length have one plan; and what is always written to is never read from end to end, however small it was when that
    // plan was made. Whoever vanished between a statement and its end is noticed by the silence.
    let writing = format!(
        "{bounds}; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
         SET tcp_keepalives_idle = {}; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3",
        patience.as_secs().max(1)
    );
    let pool = |connections, settings: String| {
        PgPoolOptions::new().max_connections(connections).acquire_timeout(patience).after_connect(
            move |conn, _| {
                let settings = sqlx::AssertSqlSafe(settings.clone());
                Box::pin(async move { conn.execute(settings).await.map(|_| ()) })
            },
        )
    };
    // A connection that has just been written to needs no question whether it lives.
    let writer = pool(2, writing).test_before_acquire(false).before_acquire(|conn, connection| {
        Box::pin(async move {
            if connection.idle_for > RESTED {
                conn.ping().await?;
            }
            Ok(true)
        })
    });
    Ok(sql::Sql {
        writer: writer.connect_lazy_with(options.clone()),
        pool: pool(8, bounds).connect_lazy_with(options),
        patience,
        newcomers: Newcomers::new(),
    })
}

/// The first connection: says soon why there is none.
async fn knock(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let until = Instant::now() + OPENING;
    let mut last = None;
    loop {
        match timeout_at(until, options.connect()).await {
            Ok(Ok(conn)) => return Ok(conn),
            Ok(Err(why @ sqlx::Error::Io(_))) if Instant::now() + AGAIN < until => last = Some(why),
            Ok(Err(sqlx::Error::Io(why))) => return Err(StoreError::Away(why.to_string())),
            Ok(Err(why)) => return Err(why.into()),
            Err(_) => {
                let why = last.map_or_else(|| format!("nothing in {OPENING:?}"), |why| why.to_string());
                return Err(StoreError::Away(why));
            }
        }
        sleep(AGAIN).await;
    }
}

/// Copies one moment of the database out, also while a server writes on.
pub(super) async fn copy_out(url: &str, sink: &mut dyn Sink) -> Result<(), CopyError> {
    let mut conn = knock(&PgConnectOptions::from_str(url)?).await?;
    query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut conn).await?;
    sql::copy_out(&mut conn, sink).await?;
    Ok(conn.close().await?)
}

/// Whether a server is at work on the database. The database still counts one that has just ended, for as long as it takes to notice.
async fn at_work(conn: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let until = Instant::now() + NOTICED;
    loop {
        let servers = query(
            "SELECT COUNT(*) AS servers FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
        )
        .bind(NAME)
        .fetch_one(&mut *conn)
        .await?;
        let some = servers.try_get::<i64, _>("servers")? > 0;
        if !some || Instant::now() >= until {
            return Ok(some);
        }
        sleep(AGAIN).await;
    }
}

/// Fills a database with a copy, in one transaction. `over`: what is there goes first. Nobody else may be at work.
pub(super) async fn copy_in(url: &str, over: bool, source: &mut dyn Source) -> Result<(), CopyError> {
    let mut conn = knock(&PgConnectOptions::from_str(url)?).await?;
    if at_work(&mut conn).await? {
        return Err(CopyError::Taken("a server is at work on this database: stop it first".to_owned()));
    }
    let mut tx = conn.begin().await?;
    if !over && !sql::is_empty(&mut tx).await? {
        return Err(CopyError::Taken(
            "the database is not empty (--force replaces what is there)".to_owned(),
        ));
    }
    // Made anew as they were when the copy was made.
    for table in tables_of(&migrator()).iter().map(String::as_str).chain(["_sqlx_migrations"]) {
        query(AssertSqlSafe(format!("DROP TABLE IF EXISTS {table} CASCADE"))).execute(&mut *tx).await?;
    }
    sql::copy_in(&mut tx, source).await?;
    tx.commit().await?;
    Ok(conn.close().await?)
}
