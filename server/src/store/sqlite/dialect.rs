//! What the queries need to know of SQLite.

use sqlx::migrate::Migrator;

use crate::store::migrations;

/// The driver.
pub(super) type Db = sqlx::Sqlite;

/// Takes the write lock at once, so that two writers queue instead of failing halfway.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// The time of the database, in milliseconds since 1970, for `concat!`.
macro_rules! now {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}
pub(super) use now;

/// The time of the database, in milliseconds since 1970.
pub(super) const NOW: &str = now!();

/// Whether the heartbeat waits for its turn to write among the writes of this process: the file has one lock.
pub(super) const HEARTBEAT_TAKES_TURNS: bool = true;

/// Name and type of the columns of a table, in order.
pub(super) const COLUMNS: &str = "SELECT name, type FROM pragma_table_info($1) ORDER BY cid";

/// The tables that a table refers to.
pub(super) const PARENTS: &str = "SELECT DISTINCT \"table\" AS parent FROM pragma_foreign_key_list($1)";

/// The key of a game in the table `journal`, from its id as text.
macro_rules! game_key {
    ($id:literal) => {
        concat!("unhex(replace(", $id, ", '-', ''))")
    };
}
pub(super) use game_key;

/// What a query ends with whose rows of `g` must not change before the transaction ends: here one transaction writes at a time.
macro_rules! lock_rows {
    () => {
        ""
    };
}
pub(super) use lock_rows;

/// What a query of one table ends with whose rows this transaction alone may change: here one transaction writes at a time.
pub(super) const LOCK_ROWS: &str = "";

/// What a query ends with that takes rows of `r` which no other transaction holds: here one transaction writes at a time.
pub(super) const LOCK_DUE_ROOMS: &str = "";

/// A parameter of a statement. One with a name would be looked for by it, among all of them.
pub(super) fn parameter(_number: usize) -> String {
    "?".to_owned()
}

pub(super) fn migrator() -> Migrator {
    migrations::migrator(migrations::SQLITE)
}
