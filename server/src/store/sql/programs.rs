//! Bringing the tables up to date, and which programs may run on tables that are newer than they are.

use sqlx::migrate::Migration;
use sqlx::{Row as _, query};

use super::super::dialect::{COLUMNS, migrator};
use super::copy::migration;
use super::nodes;
use super::value::Conn;
use crate::store::copy::CopyError;
use crate::store::error::{Newer, StoreError};
use crate::store::nodes::NodeRecord;

/// The version of this program.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The last migration that this program knows.
pub(super) fn newest() -> i64 {
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

/// Returns the oldest migration that a program has to know for it to work on the tables as a migration leaves them: what the migration writes into
/// `programs`, or itself where it writes nothing there.
fn oldest_of(migration: &Migration) -> i64 {
    let text = migration.sql.as_str();
    let values = text.split_once("INSERT INTO programs (migration, oldest, version) VALUES (");
    let oldest = values.and_then(|(_, values)| values.split(", ").nth(1)?.parse().ok());
    oldest.unwrap_or(migration.version)
}

/// Returns a server at work that does not know the tables as [`migrate`] would leave them, if there is one. A server that works alone is always in the
/// way of changes.
pub(in crate::store) async fn in_the_way(conn: &mut Conn) -> Result<Option<NodeRecord>, StoreError> {
    let theirs = if query(COLUMNS).bind("_sqlx_migrations").fetch_all(&mut *conn).await?.is_empty() {
        None
    } else {
        let row = query("SELECT MAX(version) AS version FROM _sqlx_migrations").fetch_one(&mut *conn).await?;
        row.try_get::<Option<i64>, _>("version")?
    };
    let migrator = migrator();
    let pending = migrator.iter().filter(|migration| Some(migration.version) > theirs);
    let Some(oldest) = pending.map(oldest_of).max() else { return Ok(None) };
    let servers = nodes::at_work(conn).await?;
    Ok(servers.into_iter().find(|node| node.alone || node.migration < oldest))
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
