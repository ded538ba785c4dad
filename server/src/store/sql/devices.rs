//! The queries of devices.

use async_trait::async_trait;
use sqlx::{Row as _, query};
use uuid::Uuid;

use super::pools::{Sql, Transaction};
use super::read::guest;
use super::value::{Row, bytes};
use crate::store::devices::{DeviceRecord, Devices};
use crate::store::error::StoreError;
use crate::store::records::{Guest, Hash};

fn device(row: &Row) -> Result<DeviceRecord, StoreError> {
    Ok(DeviceRecord {
        token: bytes("tokens", row.try_get("hash")?)?,
        made: row.try_get("made")?,
        used: row.try_get("used")?,
        label: row.try_get("label")?,
    })
}

#[async_trait]
impl Devices for Sql {
    async fn add_token(&self, guest: Uuid, token: &Hash, at: i64) -> Result<(), StoreError> {
        query("INSERT INTO tokens (hash, guest_id, created, used) VALUES ($1, $2, $3, $3)")
            .bind(&token[..])
            .bind(guest.to_string())
            .bind(at)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn drop_token(&self, token: &Hash) -> Result<bool, StoreError> {
        self.newcomers.forget(token);
        let gone = query("DELETE FROM tokens WHERE hash = $1").bind(&token[..]).execute(&self.writer).await?;
        Ok(gone.rows_affected() > 0)
    }

    async fn guest_by_token(&self, token: &Hash) -> Result<Option<(Guest, DeviceRecord)>, StoreError> {
        if let Some(known) = self.newcomers.by_token(token) {
            return Ok(Some(known));
        }
        let row = query(
            "SELECT g.id, g.name, g.created, t.hash, t.created AS made, t.used, t.label FROM tokens t \
             JOIN guests g ON g.id = t.guest_id WHERE t.hash = $1",
        )
        .bind(&token[..])
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(|row| Ok((guest(row)?, device(row)?))).transpose()
    }

    async fn use_token(&self, token: &Hash, at: i64, label: &str) -> Result<(), StoreError> {
        self.newcomers.forget(token);
        query("UPDATE tokens SET used = $2, label = $3 WHERE hash = $1")
            .bind(&token[..])
            .bind(at)
            .bind(label)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn devices(&self, guest: Uuid) -> Result<Vec<DeviceRecord>, StoreError> {
        let rows = query(
            "SELECT hash, created AS made, used, label FROM tokens WHERE guest_id = $1 \
             ORDER BY used DESC, created DESC, hash",
        )
        .bind(guest.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(device).collect()
    }

    async fn drop_unused(&self, before: i64) -> Result<u64, StoreError> {
        let gone = query("DELETE FROM tokens WHERE used < $1").bind(before).execute(&self.writer).await;
        self.newcomers.forget_all();
        Ok(gone?.rows_affected())
    }

    async fn add_link(&self, guest: Uuid, link: &Hash, expires: i64) -> Result<(), StoreError> {
        query("INSERT INTO device_links (hash, guest_id, expires) VALUES ($1, $2, $3)")
            .bind(&link[..])
            .bind(guest.to_string())
            .bind(expires)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn take_link(&self, link: &Hash, now: i64) -> Result<Option<Guest>, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let row = query(
            "SELECT g.id, g.name, g.created FROM device_links l JOIN guests g ON g.id = l.guest_id \
             WHERE l.hash = $1 AND l.expires > $2",
        )
        .bind(&link[..])
        .bind(now)
        .fetch_optional(&mut *tx)
        .await?;
        let gone = query("DELETE FROM device_links WHERE hash = $1 OR expires <= $2")
            .bind(&link[..])
            .bind(now)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        tx.commit().await?;
        if gone == 0 {
            return Ok(None);
        }
        row.as_ref().map(guest).transpose()
    }

    async fn set_recovery(&self, guest: Uuid, code: Option<&Hash>, at: i64) -> Result<(), StoreError> {
        let guest = guest.to_string();
        let Some(code) = code else {
            query("DELETE FROM recoveries WHERE guest_id = $1").bind(guest).execute(&self.writer).await?;
            return Ok(());
        };
        query(
            "INSERT INTO recoveries (guest_id, hash, made) VALUES ($1, $2, $3) \
             ON CONFLICT (guest_id) DO UPDATE SET hash = excluded.hash, made = excluded.made",
        )
        .bind(guest)
        .bind(&code[..])
        .bind(at)
        .execute(&self.writer)
        .await?;
        Ok(())
    }

    async fn recovery(&self, guest: Uuid) -> Result<Option<i64>, StoreError> {
        let row = query("SELECT made FROM recoveries WHERE guest_id = $1")
            .bind(guest.to_string())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("made")).transpose()?)
    }

    async fn guest_by_recovery(&self, code: &Hash) -> Result<Option<Guest>, StoreError> {
        let row = query(
            "SELECT g.id, g.name, g.created FROM recoveries r JOIN guests g ON g.id = r.guest_id \
             WHERE r.hash = $1 AND g.gone IS NULL",
        )
        .bind(&code[..])
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(guest).transpose()
    }
}
