//! The embedded default: one file, write-ahead log, a flush to disk before a commit returns.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{OPENING, StoreError};

#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

type Db = sqlx::Sqlite;

/// Takes the write lock at once, so that two writers queue instead of failing halfway.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Opens the file, or makes it, and brings its tables up to date.
pub(super) async fn open(file: &Path, patience: Duration) -> Result<sql::Sql, StoreError> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(patience);
    let pool = |connections, patience: Duration| {
        SqlitePoolOptions::new().max_connections(connections).acquire_timeout(patience)
    };
    let first = pool(1, patience.max(OPENING)).connect_with(options.clone()).await?;
    sqlx::migrate!("../migrations/sqlite").run(&first).await?;
    first.close().await;
    // One connection writes: others would only wait for it inside the file's lock.
    let writer = pool(1, patience).connect_lazy_with(options.clone());
    Ok(sql::Sql { pool: pool(4, patience).connect_lazy_with(options), writer, patience })
}
