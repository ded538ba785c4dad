//! What stands in a column, as the server knows it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::super::dialect::Db;
use crate::store::error::StoreError;

/// A row that was read.
pub(super) type Row = <Db as sqlx::Database>::Row;
/// A connection.
pub(super) type Conn = <Db as sqlx::Database>::Connection;

pub(super) fn bad(table: &'static str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Row { table, why: why.to_string() }
}

pub(super) fn id(table: &'static str, text: &str) -> Result<Uuid, StoreError> {
    Uuid::parse_str(text).map_err(|why| bad(table, why))
}

pub(super) fn number<T: TryFrom<i64>>(table: &'static str, from: i64) -> Result<T, StoreError> {
    T::try_from(from).map_err(|_| bad(table, "a number is out of range"))
}

pub(super) fn bytes<const N: usize>(table: &'static str, from: &[u8]) -> Result<[u8; N], StoreError> {
    from.try_into().map_err(|_| bad(table, "bytes of another length"))
}

/// JSON text of our own plain types, all of which can be written.
pub(super) fn text<T: Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|why| sqlx::Error::Encode(why.into()))
}

pub(super) fn from_text<T: DeserializeOwned>(table: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|why| bad(table, format_args!("{:?} at {}", why.classify(), why.column())))
}
