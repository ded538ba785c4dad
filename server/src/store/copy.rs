//! Everything that is stored, in a form that belongs to neither database: table after table, row after row. Backups are made of
//! it, so that what was written by one database can be read into the other.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde::{Deserialize, Serialize};

use super::error::StoreError;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number of 64 bits.
    Number,
    /// Bytes.
    Bytes,
}

impl Kind {
    /// By the name that a database gives its type.
    pub(super) fn of(declared: &str) -> Option<Self> {
        match declared.to_ascii_lowercase().as_str() {
            "text" => Some(Self::Text),
            "bigint" | "integer" => Some(Self::Number),
            "blob" | "bytea" => Some(Self::Bytes),
            _ => None,
        }
    }
}

/// A table and its columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SqlTable {
    /// Its name.
    pub table: String,
    /// Names of its columns, and what they hold.
    pub columns: Vec<(String, Kind)>,
}

/// What stands in one column of one row.
#[derive(Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// Text.
    Text(String),
    /// A number.
    Number(i64),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// One piece of a copy. Holds everything that is secret: never printed.
pub enum Piece {
    /// Rows of this table follow.
    Table(SqlTable),
    /// A row of the last table.
    Row(Vec<Value>),
}

/// Takes a copy in, piece by piece; the first is the number of the last migration.
pub trait Sink: Send {
    /// The copy begins: the tables are as this migration left them.
    fn begin(&mut self, migration: i64) -> io::Result<()>;
    /// One more piece.
    fn piece(&mut self, piece: Piece) -> io::Result<()>;
}

/// Gives a copy back, piece by piece.
pub trait Source: Send {
    /// The number of the last migration.
    fn migration(&self) -> i64;
    /// The next piece; none at the end.
    fn next(&mut self) -> Result<Option<Piece>, CopyError>;
}

/// Why a copy was not made, or not read.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The database could not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file could not be written or read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The copy is not whole, or was not made by this program.
    #[error("{0}")]
    Broken(String),
    /// The place it should go to is not empty, or in use.
    #[error("{0}")]
    Taken(String),
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<sqlx::migrate::MigrateError> for CopyError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        Self::Store(error.into())
    }
}

/// The names of the tables that migrations make, and those that they give to tables later: only these are copied, not
/// other tables of the same database.
pub(super) fn tables_of(migrator: &sqlx::migrate::Migrator) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for migration in migrator.iter() {
        let words: Vec<&str> = migration.sql.as_str().split_whitespace().collect();
        for at in words.windows(3) {
            if let ["CREATE", "TABLE", name] | ["RENAME", "TO", name] = at {
                names.insert(name.trim_end_matches(';').to_owned());
            }
        }
    }
    names
}

/// Puts tables behind those that they refer to.
pub(super) fn in_order(mut parents: BTreeMap<String, BTreeSet<String>>) -> Result<Vec<String>, CopyError> {
    let mut order = Vec::with_capacity(parents.len());
    while !parents.is_empty() {
        let free = parents
            .iter()
            .find(|(name, of)| of.iter().all(|parent| parent == *name || !parents.contains_key(parent)))
            .map(|(name, _)| name.clone());
        let Some(name) = free else {
            return Err(CopyError::Broken("tables refer to each other in a circle".to_owned()));
        };
        parents.remove(&name);
        order.push(name);
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_come_after_those_they_refer_to() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let parents = [("a", set(&["c"])), ("b", set(&["a", "b"])), ("c", set(&[]))];
        let parents: BTreeMap<_, _> = parents.into_iter().map(|(name, of)| (name.to_owned(), of)).collect();
        assert_eq!(in_order(parents).unwrap(), ["c", "a", "b"]);
        let circle = [("a", set(&["b"])), ("b", set(&["a"]))];
        assert!(in_order(circle.into_iter().map(|(name, of)| (name.to_owned(), of)).collect()).is_err());
    }
}
