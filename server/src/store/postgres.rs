//! What a public server runs.

use std::str::FromStr;

use sqlx::Executor;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::{OPENING, PATIENCE, StoreError};

#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

type Db = sqlx::Postgres;

const BEGIN: &str = "BEGIN";

/// What every connection asks of the database: a client that has vanished holds no lock for long.
const BOUNDS: &str = "SET statement_timeout = '8s'; SET lock_timeout = '4s'; \
                      SET idle_in_transaction_session_timeout = '8s'";

/// Connects and brings the tables up to date.
pub(super) async fn open(url: &str) -> Result<sql::Sql, StoreError> {
    let options = PgConnectOptions::from_str(url)?;
    // Without bounds: tables may be large.
    let first = PgPoolOptions::new().max_connections(1).acquire_timeout(OPENING);
    let first = first.connect_with(options.clone()).await?;
    sqlx::migrate!("../migrations/postgres").run(&first).await?;
    first.close().await;
    let pool = PgPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(PATIENCE)
        .after_connect(|conn, _| Box::pin(async move { conn.execute(BOUNDS).await.map(|_| ()) }))
        .connect_lazy_with(options);
    Ok(sql::Sql { writer: pool.clone(), pool })
}
