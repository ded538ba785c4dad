//! What the queries need to know of PostgreSQL.

use sqlx::migrate::Migrator;

use crate::store::migrations;

/// The driver.
pub(super) type Db = sqlx::Postgres;

pub(super) const BEGIN: &str = "BEGIN";

/// The time of the database, in milliseconds since 1970, for `concat!`.
macro_rules! now {
    () => {
        "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"
    };
}
pub(super) use now;

/// The time of the database, in milliseconds since 1970.
pub(super) const NOW: &str = now!();

/// Whether the heartbeat waits for its turn to write among the writes of this process.
pub(super) const HEARTBEAT_TAKES_TURNS: bool = false;

/// Name and type of the columns of a table, in order.
pub(super) const COLUMNS: &str = "SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns \
    WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position";

/// The tables that a table refers to.
pub(super) const PARENTS: &str = "SELECT DISTINCT p.relname::text AS parent FROM pg_constraint k \
    JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
    JOIN pg_class p ON p.oid = k.confrelid \
    WHERE k.contype = 'f' AND n.nspname = current_schema() AND c.relname = $1";

/// The key of a game in the table `journal`, from its id as text.
macro_rules! game_key {
    ($id:literal) => {
        concat!("decode(replace(", $id, ", '-', ''), 'hex')")
    };
}
pub(super) use game_key;

/// What a query ends with whose rows of `g` must not change before the transaction ends.
macro_rules! lock_rows {
    () => {
        " FOR SHARE OF g"
    };
}
pub(super) use lock_rows;

/// What a query of one table ends with whose rows this transaction alone may change.
pub(super) const LOCK_ROWS: &str = " FOR UPDATE";

/// What a query ends with that takes rows of `r` which no other transaction holds.
pub(super) const LOCK_DUE_ROOMS: &str = " FOR UPDATE OF r SKIP LOCKED";

/// A parameter of a statement.
pub(super) fn parameter(number: usize) -> String {
    format!("${number}")
}

pub(super) fn migrator() -> Migrator {
    migrations::migrator(migrations::POSTGRES)
}
