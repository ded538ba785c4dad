//! Files of the web client that several servers of several versions share. Their names hold a hash of their content.

use async_trait::async_trait;

use super::error::StoreError;

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its path below the folder of the web client.
    pub name: String,
    /// Its media type.
    pub kind: String,
    /// Its content.
    pub body: Vec<u8>,
}

/// The files, in the store. Moments are in milliseconds since 1970.
#[async_trait]
pub trait Assets: Send + Sync + 'static {
    /// Keeps the files of these names that are there until a moment at least. Returns the names of those that are missing.
    async fn keep_assets(&self, names: &[String], until: i64) -> Result<Vec<String>, StoreError>;
    /// Adds files, and keeps those of their names that are there.
    async fn add_assets(&self, files: Vec<Asset>, until: i64) -> Result<(), StoreError>;
    /// Returns those of the files that are there.
    async fn assets(&self, names: &[String]) -> Result<Vec<Asset>, StoreError>;
    /// Deletes files that are kept no longer than a moment. Returns how many.
    async fn drop_assets(&self, before: i64) -> Result<u64, StoreError>;
}
