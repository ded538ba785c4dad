//! What the queries need to know of SQLite.

use sqlx::migrate::Migrator;

/// The driver.
pub(super) type Db = sqlx::Sqlite;

/// Takes the write lock at once, so that two writers queue instead of failing halfway.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Name and type of the columns of a table, in order.
pub(super) const COLUMNS: &str = "SELECT name, type FROM pragma_table_info($1) ORDER BY cid";

/// The tables that a table refers to.
pub(super) const PARENTS: &str = "SELECT DISTINCT \"table\" AS parent FROM pragma_foreign_key_list($1)";

/// A parameter of a statement. One with a name would be looked for by it, among all of them.
pub(super) fn parameter(_number: usize) -> String {
    "?".to_owned()
}

pub(super) fn migrator() -> Migrator {
    sqlx::migrate!("../migrations/sqlite")
}
