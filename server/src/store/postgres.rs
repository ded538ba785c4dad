//! What a public server runs.

use sqlx::postgres::PgPoolOptions;

use super::StoreError;

#[path = "sql/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "the same queries, compiled for each database")]
mod sql;

type Db = sqlx::Postgres;

const BEGIN: &str = "BEGIN";

/// Connects and brings the tables up to date.
pub(super) async fn open(url: &str) -> Result<sql::Sql, StoreError> {
    let pool = PgPoolOptions::new().max_connections(8).connect(url).await?;
    sqlx::migrate!("../migrations/postgres").run(&pool).await?;
    Ok(sql::Sql { pool })
}
