//! Bringing the tables up to date, and which programs may run on tables that are newer than they are.

use sqlx::{Row as _, query};

use super::super::dialect::{COLUMNS, migrator};
use super::copy::migration;
use super::value::Conn;
use crate::store::copy::CopyError;
use crate::store::error::{Newer, StoreError};

/// The version of this program.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The last migration that this program knows.
fn newest() -> i64 {
    migrator().iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Returns what is known of tables that are newer than this program; `None` where they are not. The second value says whether this
/// program may run on them all the same.
async fn newer(conn: &mut Conn) -> Result<Option<(Newer, bool)>, StoreError> {
    let theirs = match migration(conn).await {
        Ok(Some(theirs)) if theirs > newest() => theirs,
        Ok(_) => return Ok(None),
        Err(CopyError::Store(why)) => return Err(why),
        Err(why) => return Err(StoreError::Row { table: "_sqlx_migrations", why: why.to_string() }),
    };
    let mut known =
        Newer { own: OWN_VERSION, newest: newest(), theirs, version: String::new(), oldest: None };
    if query(COLUMNS).bind("programs").fetch_all(&mut *conn).await?.is_empty() {
        return Ok(Some((known, false)));
    }
    let row = query("SELECT oldest, version FROM programs WHERE migration = $1")
        .bind(theirs)
        .fetch_optional(&mut *conn)
        .await?;
    let Some(row) = row else { return Ok(Some((known, false))) };
    known.version = row.try_get("version")?;
    let oldest: i64 = row.try_get("oldest")?;
    let least = query("SELECT version FROM programs WHERE migration = $1")
        .bind(oldest)
        .fetch_optional(&mut *conn)
        .await?;
    known.oldest = least.map(|row| row.try_get("version")).transpose()?;
    Ok(Some((known, oldest <= newest())))
}

/// Whether there is something to do for [`migrate`].
pub(in crate::store) async fn is_behind(conn: &mut Conn) -> Result<bool, StoreError> {
    if query(COLUMNS).bind("_sqlx_migrations").fetch_all(&mut *conn).await?.is_empty() {
        return Ok(true);
    }
    let row = query("SELECT MAX(version) AS version FROM _sqlx_migrations").fetch_one(conn).await?;
    Ok(row.try_get::<Option<i64>, _>("version")?.is_none_or(|version| version < newest()))
}

/// Fails where the tables are newer than this program.
pub(super) async fn refuse_newer(conn: &mut Conn) -> Result<(), StoreError> {
    match newer(conn).await? {
        Some((newer, _)) => Err(StoreError::Newer(Box::new(newer))),
        None => Ok(()),
    }
}

/// Brings the tables up to date. Tables that are newer than this program stay as they are, and are refused unless they permit it.
/// The connection is in a transaction that keeps others away, or works on a file that its migrations lock.
pub(in crate::store) async fn migrate(conn: &mut Conn) -> Result<(), StoreError> {
    let mut migrator = migrator();
    if let Some((newer, permitted)) = newer(conn).await? {
        if !permitted {
            return Err(StoreError::Newer(Box::new(newer)));
        }
        tracing::warn!("{newer}: it permits older programs and is used as it is");
        migrator.set_ignore_missing(true);
    }
    // What `run` does with a connection, in a future that any thread may go on with.
    migrator.run_direct(None, &mut *conn, false).await?;
    query("UPDATE programs SET version = $2 WHERE migration = $1 AND version = ''")
        .bind(newest())
        .bind(OWN_VERSION)
        .execute(conn)
        .await?;
    Ok(())
}
