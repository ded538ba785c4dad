//! The queries of the shelf.

use async_trait::async_trait;
use bagarre_protocol::campaign::WorkCard;
use bagarre_protocol::payload::Payload;
use sqlx::{Row as _, query};
use uuid::Uuid;

use super::pools::{Sql, Transaction};
use super::value::{Row, bad, from_text, id, text};
use crate::store::error::StoreError;
use crate::store::shelf::{Shelf, WorkRecord};

const T: &str = "works";

fn work(row: &Row) -> Result<WorkRecord, StoreError> {
    Ok(WorkRecord {
        id: row.try_get("id")?,
        owner: id(T, row.try_get("owner")?)?,
        by: row.try_get("owner_name")?,
        kind: from_text(T, row.try_get("kind")?)?,
        ruleset: row.try_get("ruleset")?,
        name: row.try_get("name")?,
        content: Payload::parse(row.try_get::<String, _>("content")?).map_err(|why| bad(T, why))?,
        created: row.try_get("created")?,
        touched: row.try_get("touched")?,
    })
}

fn card(row: &Row) -> Result<WorkCard, StoreError> {
    Ok(WorkCard {
        id: row.try_get("id")?,
        kind: from_text(T, row.try_get("kind")?)?,
        ruleset: row.try_get("ruleset")?,
        name: row.try_get("name")?,
        touched: row.try_get("touched")?,
    })
}

#[async_trait]
impl Shelf for Sql {
    async fn add_work(&self, work: &WorkRecord, limit: u32) -> Result<bool, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        // Locks the owner, so that no other write puts a second thing in the last place.
        query("UPDATE guests SET name = name WHERE id = $1")
            .bind(work.owner.to_string())
            .execute(&mut *tx)
            .await?;
        let added = query(
            "INSERT INTO works (id, owner, kind, ruleset, name, content, created, touched) \
             SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT COUNT(*) FROM works WHERE owner = $2) < $9",
        )
        .bind(&work.id)
        .bind(work.owner.to_string())
        .bind(text(&work.kind)?)
        .bind(&work.ruleset)
        .bind(&work.name)
        .bind(work.content.text())
        .bind(work.created)
        .bind(work.touched)
        .bind(i64::from(limit))
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(added.rows_affected() == 1)
    }

    async fn write_work(&self, work: &WorkRecord) -> Result<bool, StoreError> {
        let written =
            query("UPDATE works SET name = $3, content = $4, touched = $5 WHERE id = $1 AND owner = $2")
                .bind(&work.id)
                .bind(work.owner.to_string())
                .bind(&work.name)
                .bind(work.content.text())
                .bind(work.touched)
                .execute(&self.writer)
                .await?;
        Ok(written.rows_affected() == 1)
    }

    async fn drop_work(&self, id: &str, owner: Uuid) -> Result<bool, StoreError> {
        let dropped = query("DELETE FROM works WHERE id = $1 AND owner = $2")
            .bind(id)
            .bind(owner.to_string())
            .execute(&self.writer)
            .await?;
        Ok(dropped.rows_affected() == 1)
    }

    async fn work(&self, id: &str) -> Result<Option<WorkRecord>, StoreError> {
        let row = query(
            "SELECT w.id, w.owner, g.name AS owner_name, w.kind, w.ruleset, w.name, w.content, w.created, w.touched \
             FROM works w JOIN guests g ON g.id = w.owner WHERE w.id = $1",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(work).transpose()
    }

    async fn works_of(&self, owner: Uuid) -> Result<Vec<WorkCard>, StoreError> {
        let rows = query(
            "SELECT id, kind, ruleset, name, touched FROM works WHERE owner = $1 ORDER BY touched DESC, id",
        )
        .bind(owner.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(card).collect()
    }
}
