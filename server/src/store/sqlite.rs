//! The embedded default: one file, write-ahead log, a flush to disk before a commit returns.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, query};

use super::copy::{CopyError, Sink, Source};
use super::error::StoreError;
use super::newcomers::Newcomers;
use super::restored::beside;
use crate::folder;

mod append;
mod dialect;
#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

use dialect::migrator;

/// How long the database is waited for at the start.
const OPENING: Duration = Duration::from_secs(10);

/// Opens the file, or makes it, and brings its tables up to date. It is for its owner alone, and so is its folder.
pub(super) async fn open(file: &Path, patience: Duration) -> Result<sql::Sql, StoreError> {
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
    let pool = |connections, patience: Duration| {
        // A connection is a file and a thread of this process: asking whether it lives would tell nothing.
        SqlitePoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(patience)
            .test_before_acquire(false)
    };
    let first = pool(1, patience.max(OPENING)).connect_with(options.clone()).await?;
    migrator().run(&first).await?;
    first.close().await;
    // One connection writes: others would only wait for it inside the file's lock. What many games append to at once stays in its
    // memory, and the log is carried over less often than after each 4 MB.
    let writing = options.clone().pragma("cache_size", "-4000").pragma("wal_autocheckpoint", "4000");
    let writer = pool(1, patience).connect_lazy_with(writing.pragma("temp_store", "memory"));
    // What is read is read once, when a room wakes.
    let reading = options.pragma("cache_size", "-500");
    let pool = pool(4, patience).connect_lazy_with(reading);
    Ok(sql::Sql { pool, writer, patience, newcomers: Newcomers::new() })
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .foreign_keys(true)
        .busy_timeout(OPENING)
        .statement_cache_capacity(256)
}

/// Copies one moment of the file out, also while a server writes on.
pub(super) async fn copy_out(file: &Path, sink: &mut dyn Sink) -> Result<(), CopyError> {
    let mut conn = options(file).connect().await?;
    query("BEGIN").execute(&mut conn).await?;
    sql::copy_out(&mut conn, sink).await?;
    Ok(conn.close().await?)
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
    // Nobody knows of this file before it is whole, so that it needs no log.
    let options = options(file).journal_mode(SqliteJournalMode::Delete).synchronous(SqliteSynchronous::Full);
    let mut conn = options.connect().await?;
    let mut tx = conn.begin().await?;
    sql::copy_in(&mut tx, source).await?;
    tx.commit().await?;
    Ok(conn.close().await?)
}
