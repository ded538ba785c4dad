//! The embedded default: one file, write-ahead log, a flush to disk before a commit returns.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, query};

use super::copy::{CopyError, Sink, Source};
use super::doubt::Doubt;
use super::error::StoreError;
use super::newcomers::Newcomers;
use super::nodes::{Holder, NodeRecord, Nodes};
use super::replays::Pending;
use super::restored::beside;
use crate::folder;

mod append;
mod dialect;
#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

use dialect::BEGIN;

/// How long the database is waited for at the start.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

/// A file that is not yet brought up to date.
pub struct Opening {
    sql: sql::Sql,
    options: SqliteConnectOptions,
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

    /// Brings its tables up to date.
    pub(super) async fn migrate(self) -> Result<sql::Sql, StoreError> {
        let first = pool(1, self.sql.patience.max(OPEN_TIMEOUT)).connect_with(self.options).await?;
        sql::migrate(&mut *first.acquire().await?).await?;
        first.close().await;
        Ok(self.sql)
    }
}

/// A connection is a file and a thread of this process: asking whether it lives would tell nothing.
fn pool(connections: u32, patience: Duration) -> SqlitePoolOptions {
    SqlitePoolOptions::new().max_connections(connections).acquire_timeout(patience).test_before_acquire(false)
}

/// Opens the file, or makes it. It is for its owner alone, and so is its folder.
pub(super) fn prepare(file: &Path, patience: Duration) -> Result<Opening, StoreError> {
    if let Some(folder) = file.parent() {
        folder::private(folder)?;
    }
    folder::private_file(file)?;
    for part in beside(file) {
        folder::close_if_there(&part)?;
    }
    let options = options(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(patience);
    // One connection writes: others would only wait for it inside the file's lock. What many games append to at once stays in its
    // memory, and the log is carried over less often than after each 4 MB.
    let writing = options.clone().pragma("cache_size", "-4000").pragma("wal_autocheckpoint", "4000");
    let writer = pool(1, patience).connect_lazy_with(writing.pragma("temp_store", "memory"));
    // What is read is read once, when a room wakes.
    let reading = options.clone().pragma("cache_size", "-500");
    let pool = pool(4, patience).connect_lazy_with(reading);
    // A lease lives no longer than the power of this machine: it needs no flush, and takes none from what does.
    let beating = options.clone().synchronous(SqliteSynchronous::Normal).pragma("cache_size", "-100");
    let beating = beating.pragma("wal_autocheckpoint", "4000");
    let doubt = Arc::<Doubt>::default();
    let heart = sql::Heart::new(Box::new(move || beating.clone()), String::new(), doubt.clone());
    let begin = BEGIN.into();
    let sql =
        sql::Sql { pool, writer, patience, newcomers: Newcomers::new(), heart, begin, session: true, doubt };
    Ok(Opening { sql, options })
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(OPEN_TIMEOUT)
        .statement_cache_capacity(256)
}

/// Copies one moment of the file out, also while a server writes on.
pub(super) async fn copy_out(file: &Path, sink: &mut dyn Sink) -> Result<(), CopyError> {
    let mut conn = options(file).connect().await?;
    query("BEGIN").execute(&mut conn).await?;
    sql::copy_out(&mut conn, sink).await?;
    Ok(conn.close().await?)
}

/// The server that works on a file; none where there is no file.
pub(super) async fn holder(file: &Path) -> Result<Option<Holder>, StoreError> {
    if !file.exists() {
        return Ok(None);
    }
    let mut conn = options(file).connect().await?;
    let holder = sql::holder(&mut conn).await?;
    conn.close().await?;
    Ok(holder)
}

/// Whether there is no file, or nothing in it.
pub(super) async fn is_empty(file: &Path) -> Result<bool, CopyError> {
    if !file.exists() {
        return Ok(true);
    }
    let mut conn = options(file).connect().await?;
    let empty = sql::is_empty(&mut conn).await?;
    conn.close().await?;
    Ok(empty)
}

/// Makes a new file of a copy.
pub(super) async fn copy_in(file: &Path, source: &mut dyn Source) -> Result<(), CopyError> {
    folder::private_file(file)?;
    // No other process opens the file before the copy is complete, so that no write-ahead log is needed.
    let options = options(file).journal_mode(SqliteJournalMode::Delete).synchronous(SqliteSynchronous::Full);
    let mut conn = options.connect().await?;
    let mut tx = conn.begin().await?;
    sql::copy_in(&mut tx, source).await?;
    tx.commit().await?;
    Ok(conn.close().await?)
}
