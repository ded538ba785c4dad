//! Sealed secrets.

use async_trait::async_trait;
use bagarre_server::store::StoreError;
use bagarre_server::store::secrets::Sealed;

use super::MemoryStore;

#[async_trait]
impl Sealed for MemoryStore {
    async fn sealed(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.tables().secrets.get(name).cloned())
    }

    async fn keep_sealed(&self, name: &str, body: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut tables = self.tables();
        Ok(tables.secrets.entry(name.to_owned()).or_insert_with(|| body.to_vec()).clone())
    }
}
