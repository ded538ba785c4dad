//! What a public server runs.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, query};
use tokio::time::{Instant, sleep, timeout_at};

use super::copy::{CopyError, Sink, Source, tables_of};
use super::error::StoreError;
use super::newcomers::Newcomers;
use super::nodes::{Holder, NodeRecord, Nodes};
use super::replays::Pending;

mod address;
mod append;
mod bounds;
mod dialect;
mod lock;
mod pooler;
mod primary;
#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

use bounds::Bounds;
use dialect::migrator;
use pooler::Pooling;
use primary::Primary;

/// How servers are known to the database.
const NAME: &str = "bagarre";
/// How long the database may take to answer for the first time.
const OPEN_TIMEOUT: Duration = Duration::from_secs(5);
/// After how long a connection that writes is asked whether it lives.
const IDLE_CHECK_DELAY: Duration = Duration::from_millis(500);
/// How long to wait before knocking again.
const CONNECT_RETRY_DELAY: Duration = Duration::from_millis(250);

/// A database that is not yet brought up to date.
pub struct Opening {
    sql: sql::Sql,
    hosts: Vec<PgConnectOptions>,
}

impl Opening {
    pub(super) fn nodes(&self) -> &dyn Nodes {
        &self.sql
    }

    /// Returns a server at work that does not know the tables as they will be, if there is one.
    pub(super) async fn in_the_way(&self) -> Result<Option<NodeRecord>, StoreError> {
        sql::in_the_way(&mut *self.sql.pool.acquire().await?).await
    }

    pub(super) async fn pending_replays(&self) -> Result<Vec<Pending>, StoreError> {
        sql::pending(&mut *self.sql.pool.acquire().await?).await
    }

    /// Brings its tables up to date, all of them or none. Without bounds: tables may be large.
    pub(super) async fn migrate(self) -> Result<sql::Sql, StoreError> {
        let mut conn = reach(self.hosts).await?;
        lock::prepare(&mut conn).await?;
        let mut tx = conn.begin().await?;
        // Held by the transaction, which has one connection of the database also behind a pooler.
        lock::hold(&mut tx).await?;
        sql::migrate(&mut tx).await?;
        tx.commit().await?;
        conn.close().await?;
        Ok(self.sql)
    }
}

/// How the database of this address is reached, one way for each of its hosts. It is asked for no digits of floating-point numbers: there
/// are none, and `PgBouncer` refuses what it does not know.
fn hosts(url: &str) -> Result<Vec<PgConnectOptions>, StoreError> {
    Ok(address::read_all(url)?.into_iter().map(|one| one.extra_float_digits(None)).collect())
}

/// The host that takes writes.
async fn primary(hosts: Vec<PgConnectOptions>) -> Result<Primary, StoreError> {
    if let [host] = &hosts[..] {
        return Ok(Primary::alone(host.clone()));
    }
    let (primary, mut conn) = Primary::find(hosts).await?;
    primary::check_durability(&mut conn).await?;
    conn.close().await?;
    Ok(primary)
}

/// Connects to the host that takes writes; to the only one, also when it takes none. Says soon why that is not possible.
async fn reach(hosts: Vec<PgConnectOptions>) -> Result<PgConnection, StoreError> {
    match &hosts[..] {
        [host] => knock(host).await,
        _ => Ok(Primary::find(hosts).await?.1),
    }
}

/// Connects.
pub(super) async fn prepare(url: &str, patience: Duration) -> Result<Opening, StoreError> {
    let hosts: Vec<_> = hosts(url)?.into_iter().map(|one| one.application_name(NAME)).collect();
    let primary = Arc::new(primary(hosts.clone()).await?);
    let pooling = pooler::find_out(&primary.options()).await?;
    let bounds = Bounds::new(patience, pooling);
    // A connection that has just been written to needs no question whether it lives.
    let writer =
        pool(&primary, 2, bounds.writing, IDLE_CHECK_DELAY, patience).connect_lazy_with(primary.options());
    let reader =
        pool(&primary, 8, bounds.reading, Duration::ZERO, patience).connect_lazy_with(primary.options());
    primary.watch([writer.clone(), reader.clone()]);
    let doubt = primary.doubt.clone();
    let heart = sql::Heart::new(Box::new(move || primary.options()), bounds.beating, doubt.clone());
    let sql = sql::Sql {
        writer,
        pool: reader,
        patience,
        newcomers: Newcomers::new(),
        heart,
        begin: bounds.begin.into(),
        session: pooling == Pooling::Session,
        doubt,
    };
    Ok(Opening { sql, hosts })
}

/// Connections to the host that takes writes. One that has rested for longer than `rested` is asked whether it lives.
fn pool(
    primary: &Arc<Primary>,
    connections: u32,
    settings: String,
    rested: Duration,
    patience: Duration,
) -> PgPoolOptions {
    let (primary, doubt) = (primary.clone(), primary.doubt.clone());
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(patience)
        .after_connect(move |conn, _| {
            let (settings, primary) = (settings.clone(), primary.clone());
            Box::pin(async move {
                if !settings.is_empty() {
                    conn.execute(AssertSqlSafe(settings)).await?;
                }
                primary.accept(conn).await
            })
        })
        .test_before_acquire(false)
        .before_acquire(move |conn, connection| {
            let doubt = doubt.clone();
            Box::pin(async move {
                if doubt.concerns(connection.age) {
                    return Ok(false);
                }
                if connection.idle_for >= rested {
                    conn.ping().await?;
                }
                Ok(true)
            })
        })
}

/// The first connection: says soon why there is none.
async fn knock(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let until = Instant::now() + OPEN_TIMEOUT;
    let mut last = None;
    loop {
        match timeout_at(until, options.connect()).await {
            Ok(Ok(conn)) => return Ok(conn),
            Ok(Err(why @ sqlx::Error::Io(_))) if Instant::now() + CONNECT_RETRY_DELAY < until => {
                last = Some(why);
            }
            Ok(Err(sqlx::Error::Io(why))) => return Err(StoreError::Away(why.to_string())),
            Ok(Err(why)) => return Err(why.into()),
            Err(_) => {
                let why = last.map_or_else(|| format!("nothing in {OPEN_TIMEOUT:?}"), |why| why.to_string());
                return Err(StoreError::Away(why));
            }
        }
        sleep(CONNECT_RETRY_DELAY).await;
    }
}

/// Copies one moment of the database out, also while a server writes on.
pub(super) async fn copy_out(url: &str, sink: &mut dyn Sink) -> Result<(), CopyError> {
    let mut conn = reach(hosts(url)?).await?;
    query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut conn).await?;
    sql::copy_out(&mut conn, sink).await?;
    Ok(conn.close().await?)
}

/// The server that works on a database.
pub(super) async fn holder(url: &str) -> Result<Option<Holder>, StoreError> {
    let mut conn = reach(hosts(url)?).await?;
    let holder = sql::holder(&mut conn).await?;
    conn.close().await?;
    Ok(holder)
}

/// Fills a database with a copy, in one transaction. `over`: what is there goes first. No server may be at work.
pub(super) async fn copy_in(url: &str, over: bool, source: &mut dyn Source) -> Result<(), CopyError> {
    let mut conn = reach(hosts(url)?).await?;
    lock::prepare(&mut conn).await?;
    let mut tx = conn.begin().await?;
    lock::hold(&mut tx).await?;
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
