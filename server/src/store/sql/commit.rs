//! Committing a group of jobs: what is one job's own fault stays its own, everything else fails the group and closes the
//! connection, and a commit is believed only when the database said so.

use tokio::time::timeout;

use super::super::append;
use super::fault::Fault;
use super::hot::Hot;
use super::old_journal;
use super::pools::{Sealed, Sql, Transaction};
use super::rooms::{Base, check_epochs, claim_epochs};
use super::value::Conn;
use super::write::write;
use crate::store::error::{StoreError, WriteError};
use crate::store::write::{Job, Write};

/// How an attempt came out.
enum Attempt {
    Done(Vec<Result<(), WriteError>>),
    /// A job has a fault of its own; nothing was written.
    Careful,
}

/// Whether a group was committed is not known. A job that was refused stays refused, independent of the others.
fn unknown(why: &str, results: Vec<Result<(), WriteError>>) -> Attempt {
    tracing::error!(why, jobs = results.len(), "whether a group of writes was committed is not known");
    Attempt::Done(results.into_iter().map(|one| one.and(Err(WriteError::Unknown))).collect())
}

impl Sql {
    /// See [`crate::store::Store::commit`].
    pub(super) async fn commit_group(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        let hot = if append::COMMITS && self.session { Hot::of_all(jobs) } else { None };
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

/// Writes epochs, people and rooms, then what is rare in its order, then what every command writes; as much as possible of it at once.
/// With `careful`, every epoch is checked by itself, so that what it refuses is told apart from other faults; without, the statement
/// that appends an entry checks that of its job.
async fn write_all(conn: &mut Conn, jobs: &[Job], careful: bool) -> Result<(), Fault> {
    let (mut base, mut hot, mut rare) = (Base::default(), Hot::default(), Vec::new());
    let (mut claims, mut epochs, mut carried) = (Vec::new(), Vec::new(), Vec::new());
    for job in jobs {
        hot.next_job();
        for one in job {
            match one {
                Write::ClaimEpoch { room, from, epoch, carry_over } => {
                    claims.push((room.as_str(), *from, *epoch));
                    carried.extend(*carry_over);
                }
                Write::Epoch { room, epoch } if careful => epochs.push((room.as_str(), *epoch)),
                _ if base.take(one) || hot.take(one) => {}
                _ => {
                    match one {
                        Write::Game(game) => hot.begin(game),
                        Write::Over { game, .. } => hot.over(*game),
                        _ => {}
                    }
                    rare.push(one);
                }
            }
        }
    }
    claim_epochs(conn, claims).await?;
    for game in carried {
        old_journal::carry_over(conn, game).await?;
    }
    epochs.extend(hot.epochs());
    check_epochs(conn, epochs.into_iter()).await?;
    base.write(conn).await?;
    for one in rare {
        write(conn, one).await?;
    }
    hot.write(conn).await
}
