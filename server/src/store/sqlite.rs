//! The embedded default: one file, write-ahead log, a flush to disk before a commit returns.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{OPENING, PATIENCE, StoreError};

#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

type Db = sqlx::Sqlite;

/// How long a file that another program has locked is waited for.
const BUSY: Duration = Duration::from_secs(2);

/// Takes the write lock at once, so that two writers queue instead of failing halfway.
const BEGIN: &str = "BEGIN IMMEDIATE";

/// Opens the file, or makes it, and brings its tables up to date.
pub(super) async fn open(file: &Path) -> Result<sql::Sql, StoreError> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY);
    let pool = |connections, patience| {
        SqlitePoolOptions::new().max_connections(connections).acquire_timeout(patience)
    };
    let first = pool(1, OPENING).connect_with(options.clone()).await?;
    sqlx::migrate!("../migrations/sqlite").run(&first).await?;
    first.close().await;
    // One connection writes: others would only wait for it inside the file's lock.
    let writer = pool(1, PATIENCE).connect_lazy_with(options.clone());
    Ok(sql::Sql { pool: pool(4, PATIENCE).connect_lazy_with(options), writer })
}
