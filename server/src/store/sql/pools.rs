//! Connections to one database, and transactions on them.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Executor, Pool};
use tokio::time::timeout;

use super::super::dialect::Db;
use super::nodes::Heart;
use super::value::Conn;
use crate::store::doubt::Doubt;
use crate::store::error::StoreError;
use crate::store::newcomers::Newcomers;

/// Connections to one database.
pub(in crate::store) struct Sql {
    /// For reads, and small writes.
    pub(in crate::store) pool: Pool<Db>,
    /// For the journal.
    pub(in crate::store) writer: Pool<Db>,
    /// How long a connection is waited for.
    pub(in crate::store) patience: Duration,
    /// Who has just come.
    pub(in crate::store) newcomers: Newcomers,
    /// For the heartbeat.
    pub(in crate::store) heart: Heart,
    /// What a transaction begins with, in one message.
    pub(in crate::store) begin: Arc<str>,
    /// Raised by faults after which another database may be the right one.
    pub(in crate::store) doubt: Arc<Doubt>,
    /// Whether a group of writes that is one statement may go without a transaction around it: the session has bounds of its own.
    pub(in crate::store) session: bool,
}

/// A transaction that owns its connection. The statements are sent as they are: sqlx counts the depth of transactions by
/// itself, and a count that is reset with a lost connection turns `COMMIT` into nothing. Dropped before its end, and after
/// any fault, the connection is closed instead of going back to the pool.
pub(super) struct Transaction {
    conn: PoolConnection<Db>,
    /// How long the commit may take.
    patience: Duration,
    clean: bool,
}

impl Deref for Transaction {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.clean {
            self.conn.close_on_drop();
        }
    }
}

/// How a commit came out.
pub(super) enum Sealed {
    Done,
    /// The database may or may not have it.
    Unknown(String),
}

impl Transaction {
    pub(super) async fn begin(sql: &Sql) -> Result<Self, sqlx::Error> {
        let conn = sql.writer.acquire().await?;
        let mut own = Self { conn, patience: 4 * sql.patience, clean: false };
        own.conn.execute(AssertSqlSafe(sql.begin.clone())).await?;
        Ok(own)
    }

    pub(super) async fn run(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        self.conn.execute(sql).await.map(|_| ())
    }

    pub(super) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        self.run("ROLLBACK").await?;
        self.clean = true;
        Ok(())
    }

    /// Fails where the database said that nothing was committed.
    pub(super) async fn seal(mut self) -> Result<Sealed, sqlx::Error> {
        let patience = self.patience;
        match timeout(patience, self.run("COMMIT")).await {
            Ok(Ok(())) => {
                self.clean = true;
                Ok(Sealed::Done)
            }
            Ok(Err(why)) if refused(&why) => Err(why),
            Ok(Err(why)) => Ok(Sealed::Unknown(why.to_string())),
            Err(_) => Ok(Sealed::Unknown("no answer to COMMIT".to_owned())),
        }
    }

    /// Commits what is no job of a room.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self.seal().await? {
            Sealed::Done => Ok(()),
            Sealed::Unknown(why) => Err(StoreError::Unknown(why)),
        }
    }
}

/// Whether the database itself said that it did not commit: a constraint, a serialisation failure, or a busy file.
fn refused(why: &sqlx::Error) -> bool {
    let code = why.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| {
        code.starts_with("23") && code.len() == 5 || code.starts_with("40") || code == "5"
    })
}
