//! Secrets that all servers on the same data share, sealed with a key that the database does not have.

use async_trait::async_trait;

use super::error::StoreError;

/// What outlives the process, of secrets.
#[async_trait]
pub trait Sealed: Send + Sync + 'static {
    /// A sealed secret, by its name.
    async fn sealed(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
    /// Keeps a sealed secret where there is none of this name; another one stays as it is. Returns what is kept.
    async fn keep_sealed(&self, name: &str, body: &[u8]) -> Result<Vec<u8>, StoreError>;
}
