//! What a public server runs.

use std::str::FromStr;
use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::{OPENING, StoreError};

#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

type Db = sqlx::Postgres;

const BEGIN: &str = "BEGIN";

/// Connects and brings the tables up to date.
pub(super) async fn open(url: &str, patience: Duration) -> Result<sql::Sql, StoreError> {
    let options = PgConnectOptions::from_str(url)?;
    // Without bounds: tables may be large.
    let first = PgPoolOptions::new().max_connections(1).acquire_timeout(patience.max(OPENING));
    let first = first.connect_with(options.clone()).await?;
    sqlx::migrate!("../migrations/postgres").run(&first).await?;
    first.close().await;
    // A client that has vanished holds no lock for long.
    let (short, long) = (2 * patience.as_millis(), 4 * patience.as_millis());
    let bounds = format!(
        "SET lock_timeout = {short}; SET statement_timeout = {long}; \
         SET idle_in_transaction_session_timeout = {long}"
    );
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(patience)
        .after_connect(move |conn, _| {
            let bounds = sqlx::AssertSqlSafe(bounds.clone());
            Box::pin(async move { conn.execute(bounds).await.map(|_| ()) })
        })
        .connect_lazy_with(options);
    Ok(sql::Sql { writer: pool.clone(), pool, patience })
}
