//! What keeps other servers away while tables are brought up to date: a row that the transaction locks. A lock of the session would stay
//! behind on a connection of a pooler, and an advisory lock is known to no pooler at all.

use sqlx::{Executor as _, PgConnection, query};

use super::dialect::COLUMNS;

/// The table with the row. No migration makes it: it is locked before the first one.
const TABLE: &str = "migration_lock";

/// Whether an error says that another server has just made the same table.
fn made_meanwhile(why: &sqlx::Error) -> bool {
    let code = why.as_database_error().and_then(sqlx::error::DatabaseError::code);
    // `IF NOT EXISTS` looks first and then makes: two at once meet in a unique index of the catalogue.
    code.is_some_and(|code| matches!(&*code, "23505" | "42P07" | "42710"))
}

/// Makes the row, in transactions of its own, so that it is there to be locked.
pub(super) async fn prepare(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    if query(COLUMNS).bind(TABLE).fetch_all(&mut *conn).await?.is_empty() {
        let made = conn
            .execute("CREATE TABLE IF NOT EXISTS migration_lock (alone BIGINT NOT NULL PRIMARY KEY)")
            .await;
        made.map(|_| ()).or_else(|why| if made_meanwhile(&why) { Ok(()) } else { Err(why) })?;
    }
    conn.execute("INSERT INTO migration_lock (alone) VALUES (1) ON CONFLICT DO NOTHING").await?;
    Ok(())
}

/// Waits until no other server brings the tables up to date, and keeps others away until the transaction ends.
pub(super) async fn hold(tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    query("SELECT alone FROM migration_lock WHERE alone = 1 FOR UPDATE").fetch_one(tx).await?;
    Ok(())
}
