//! The migrations of both databases, embedded by `build.rs`: `sqlx::migrate!` would need `sqlx-macros`, for which both drivers, SQLite and
//! TLS are compiled a second time. The checksums are those of the macro.

use std::borrow::Cow;

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, description and text of each migration.
type Files = &'static [(i64, &'static str, &'static str)];

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Returns the migrator of embedded files. It takes no lock: the advisory lock of the driver belongs to a session, which behind a pooler
/// outlives its client.
pub(super) fn migrator(files: Files) -> Migrator {
    let migration = |&(number, description, text): &(i64, &'static str, &'static str)| {
        let description = Cow::Borrowed(description);
        // As in sqlx: the first line of a migration that is to run outside a transaction.
        let without_transaction = text.starts_with("-- no-transaction");
        Migration::new(number, description, MigrationType::Simple, text.into_sql_str(), without_transaction)
    };
    let mut migrator = Migrator::with_migrations(files.iter().map(migration).collect());
    migrator.set_locking(false);
    migrator
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database refuses a program whose migration has another checksum than the one that it was made with.
    #[test]
    fn migrations_have_the_checksums_that_databases_were_made_with() {
        let listed = include_str!("../../../migrations/SHA384SUMS");
        let embedded = [("postgres", POSTGRES), ("sqlite", SQLITE)].map(|(database, files)| {
            let line = |migration: &Migration| {
                let sum = hex::encode(&migration.checksum);
                let name = migration.description.replace(' ', "_");
                format!("{sum}  {database}/{:04}_{name}.sql\n", migration.version)
            };
            migrator(files).iter().map(line).collect::<String>()
        });
        assert_eq!(
            embedded.concat(),
            listed,
            "`cd migrations; sha384sum */*.sql > SHA384SUMS` after a new migration"
        );
    }
}
