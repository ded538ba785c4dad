//! What stands between this server and PostgreSQL: nothing and a pooler of sessions are the same to it; behind a pooler of transactions
//! each transaction may have another connection of the database.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, query, raw_sql};
use tokio::time::timeout;

use super::{OPEN_TIMEOUT, knock};
use crate::store::error::StoreError;

/// How often two connections are compared. A pooler of transactions gives both the connection of the database that was last used, or
/// all of them in turn; by chance each could get one of its own for a while.
const POOLER_CHECK_ROUNDS: usize = 4;

/// How long connections of the database belong to this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// As long as its own: there is no pooler, or one of sessions.
    Session,
    /// For one transaction.
    Transaction,
}

/// The process of the database behind a connection; asked without preparing a statement.
async fn process(conn: &mut PgConnection) -> Result<i32, StoreError> {
    Ok(raw_sql("SELECT pg_backend_pid() AS process").fetch_one(conn).await?.try_get("process")?)
}

/// Finds out what stands in between. Fails where that loses prepared statements.
pub(super) async fn find_out(options: &PgConnectOptions) -> Result<Pooling, StoreError> {
    let mut one = knock(options).await?;
    let found = timeout(OPEN_TIMEOUT, async {
        let mut other = options.connect().await?;
        let pooling = compare(&mut one, &mut other).await?;
        if pooling == Pooling::Transaction {
            prepare(&mut one, &mut other).await?;
            tracing::info!("behind a pooler in transaction mode: bounds are set in each transaction");
        }
        other.close().await?;
        one.close().await?;
        Ok(pooling)
    });
    found.await.unwrap_or_else(|_| Err(StoreError::Away(format!("nothing in {OPEN_TIMEOUT:?}"))))
}

/// Two connections that are open at the same time have a process each, and keep it, unless a pooler of transactions shares them.
async fn compare(one: &mut PgConnection, other: &mut PgConnection) -> Result<Pooling, StoreError> {
    let own = (process(one).await?, process(other).await?);
    for _ in 0..POOLER_CHECK_ROUNDS {
        let now = (process(one).await?, process(other).await?);
        if now != own || now.0 == now.1 {
            return Ok(Pooling::Transaction);
        }
    }
    Ok(Pooling::Session)
}

/// Prepares a statement on each of two connections that share one of the database, and uses both: one finds the other's in its place
/// unless the pooler keeps them apart. Leaves none behind.
async fn prepare(one: &mut PgConnection, other: &mut PgConnection) -> Result<(), StoreError> {
    let used = async {
        query("SELECT $1::bigint").bind(1_i64).execute(&mut *one).await?;
        query("SELECT 1 + $1::bigint").bind(1_i64).execute(&mut *other).await?;
        query("SELECT $1::bigint").bind(1_i64).execute(&mut *one).await
    };
    let used = used.await.map(|_| ()).map_err(StoreError::from);
    let cleared = [one.clear_cached_statements().await, other.clear_cached_statements().await];
    used?;
    Ok(cleared.into_iter().collect::<Result<_, _>>()?)
}
