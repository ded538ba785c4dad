//! The queries of sealed secrets.

use async_trait::async_trait;
use sqlx::{Row as _, query};

use super::pools::{Sql, Transaction};
use crate::store::error::StoreError;
use crate::store::secrets::Sealed;

const SEALED: &str = "SELECT body FROM secrets WHERE name = $1";

#[async_trait]
impl Sealed for Sql {
    async fn sealed(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let row = query(SEALED).bind(name).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| row.try_get("body")).transpose()?)
    }

    async fn keep_sealed(&self, name: &str, body: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        query("INSERT INTO secrets (name, body) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(body)
            .execute(&mut *tx)
            .await?;
        let row = query(SEALED).bind(name).fetch_one(&mut *tx).await?;
        let kept = row.try_get("body")?;
        tx.commit().await?;
        Ok(kept)
    }
}
