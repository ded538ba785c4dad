//! Committing a group of jobs: what is one job's own fault stays its own, everything else fails the group and closes the
//! connection, and a commit is believed only when the database said so.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::Executor;
use sqlx::error::ErrorKind;
use sqlx::pool::PoolConnection;
use tokio::time::timeout;

use super::super::{BEGIN, Db, append};
use super::hot::Hot;
use super::rooms::{Base, open_epochs};
use super::{Conn, Sql, write};
use crate::store::error::{StoreError, WriteError};
use crate::store::write::{Job, Write};

/// Why a statement of a job was not carried out.
pub(super) enum Fault {
    /// The job's own: the others of its group are not concerned.
    Own(WriteError),
    /// Nothing is known of the connection any more.
    Group(sqlx::Error),
}

impl From<sqlx::Error> for Fault {
    fn from(why: sqlx::Error) -> Self {
        match &why {
            sqlx::Error::Database(error) => match error.kind() {
                ErrorKind::UniqueViolation => Self::Own(WriteError::Conflict),
                // The job contradicts the tables, whichever connection carries it.
                // An entry without a number: the one before it is not stored.
                ErrorKind::NotNullViolation if error.message().contains("entry") => {
                    Self::Own(WriteError::Conflict)
                }
                ErrorKind::ForeignKeyViolation | ErrorKind::NotNullViolation | ErrorKind::CheckViolation => {
                    Self::Own(WriteError::Failed(error.message().to_owned()))
                }
                _ => Self::Group(why),
            },
            sqlx::Error::Encode(_) => Self::Own(WriteError::Failed(why.to_string())),
            _ => Self::Group(why),
        }
    }
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
enum Sealed {
    Done,
    /// The database may or may not have it.
    Unknown(String),
}

impl Transaction {
    pub(super) async fn begin(sql: &Sql) -> Result<Self, sqlx::Error> {
        let conn = sql.writer.acquire().await?;
        let mut own = Self { conn, patience: 4 * sql.patience, clean: false };
        own.run(BEGIN).await?;
        Ok(own)
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), sqlx::Error> {
        self.conn.execute(sql).await.map(|_| ())
    }

    async fn rollback(mut self) -> Result<(), sqlx::Error> {
        self.run("ROLLBACK").await?;
        self.clean = true;
        Ok(())
    }

    /// Fails where the database said that nothing was committed.
    async fn seal(mut self) -> Result<Sealed, sqlx::Error> {
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

/// How an attempt came out.
enum Attempt {
    Done(Vec<Result<(), WriteError>>),
    /// A job has a fault of its own; nothing was written.
    Careful,
}

/// Whether a group was committed is not known. A job that was refused stays refused, whatever became of the others.
fn unknown(why: &str, results: Vec<Result<(), WriteError>>) -> Attempt {
    tracing::error!(why, jobs = results.len(), "whether a group of writes was committed is not known");
    Attempt::Done(results.into_iter().map(|one| one.and(Err(WriteError::Unknown))).collect())
}

impl Sql {
    /// See [`crate::store::Store::commit`].
    pub(super) async fn commit_group(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        let hot = if append::COMMITS { Hot::of_all(jobs) } else { None };
        let first = match hot {
            Some(hot) => self.at_once(hot, jobs.len()).await?,
            None => self.attempt(jobs, false).await?,
        };
        match first {
            Attempt::Done(results) => Ok(results),
            Attempt::Careful => match self.attempt(jobs, true).await? {
                Attempt::Done(results) => Ok(results),
                Attempt::Careful => Err(sqlx::Error::Protocol("a careful group gave up".to_owned()).into()),
            },
        }
    }

    /// Writes a group that is one statement: it needs no transaction around it, and commits itself.
    async fn at_once(&self, hot: Hot<'_>, jobs: usize) -> Result<Attempt, StoreError> {
        let mut conn = self.writer.acquire().await?;
        let written = timeout(4 * self.patience, hot.write(&mut conn)).await;
        if let Ok(Ok(())) = written {
            return Ok(Attempt::Done(vec![Ok(()); jobs]));
        }
        conn.close_on_drop();
        match written {
            Ok(Err(Fault::Own(_))) => Ok(Attempt::Careful),
            Ok(Err(Fault::Group(why))) if append::aborted(&why) => Err(why.into()),
            Ok(Err(Fault::Group(why))) => Ok(unknown(&why.to_string(), vec![Ok(()); jobs])),
            Ok(Ok(())) | Err(_) => Ok(unknown("no answer to a group", vec![Ok(()); jobs])),
        }
    }

    /// Writes a group in one transaction; with `careful`, each job inside a savepoint of its own.
    async fn attempt(&self, jobs: &[Job], careful: bool) -> Result<Attempt, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let written = timeout(4 * self.patience, write_jobs(&mut tx, jobs, careful)).await;
        let Some(results) = written.map_err(|_| sqlx::Error::PoolTimedOut)?? else {
            // Where even that fails the connection is closed, which undoes the transaction too.
            tx.rollback().await?;
            return Ok(Attempt::Careful);
        };
        match tx.seal().await? {
            Sealed::Done => Ok(Attempt::Done(results)),
            Sealed::Unknown(why) => Ok(unknown(&why, results)),
        }
    }
}

/// `None` when a job has a fault of its own and the group is not careful.
async fn write_jobs(
    tx: &mut Transaction,
    jobs: &[Job],
    careful: bool,
) -> Result<Option<Vec<Result<(), WriteError>>>, sqlx::Error> {
    if !careful {
        return match write_all(tx, jobs, false).await {
            Ok(()) => Ok(Some(vec![Ok(()); jobs.len()])),
            Err(Fault::Own(_)) => Ok(None),
            Err(Fault::Group(why)) => Err(why),
        };
    }
    let mut results = Vec::with_capacity(jobs.len());
    for job in jobs {
        tx.run("SAVEPOINT job").await?;
        match write_all(tx, std::slice::from_ref(job), true).await {
            Ok(()) => results.push(Ok(())),
            Err(Fault::Own(why)) => {
                tx.run("ROLLBACK TO SAVEPOINT job").await?;
                results.push(Err(why));
            }
            Err(Fault::Group(why)) => return Err(why),
        }
        tx.run("RELEASE SAVEPOINT job").await?;
    }
    Ok(Some(results))
}

/// Writes people and rooms, then what is rare in its order, then what every command writes; as much as possible of it at once. With
/// `opening`, epochs are begun; without, those of entries have to be open.
async fn write_all(conn: &mut Conn, jobs: &[Job], opening: bool) -> Result<(), Fault> {
    let (mut base, mut hot, mut rare) = (Base::default(), Hot::default(), Vec::new());
    for job in jobs {
        hot.next_job();
        for one in job {
            if base.take(one) {
                if matches!(one, Write::Room(_)) {
                    hot.see();
                }
            } else if opening && matches!(one, Write::Epoch { .. }) || !hot.take(one) {
                match one {
                    Write::Game(game) => hot.begin(game),
                    Write::Over { game, .. } => hot.over(*game),
                    _ => {}
                }
                rare.push(one);
            }
        }
    }
    base.write(conn).await?;
    for one in rare {
        write(conn, one).await?;
    }
    open_epochs(conn, hot.epochs()).await?;
    hot.write(conn).await
}
