//! The queries of files that several servers share.

use std::collections::BTreeSet;

use async_trait::async_trait;
use sqlx::{Row as _, query};

use super::pools::{Sql, Transaction};
use super::statement::{Query, Rows};
use super::value::Row;
use crate::store::assets::{Asset, Assets};
use crate::store::error::StoreError;

static NAMES: Rows = Rows::new("SELECT name FROM assets WHERE name IN (", "?", ")");
static FILES: Rows = Rows::new("SELECT name, kind, body FROM assets WHERE name IN (", "?", ")");
static ADD: Rows = Rows::new(
    "INSERT INTO assets (name, kind, body, until) VALUES ",
    "(?, ?, ?, ?)",
    " ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE assets.until < excluded.until",
);

fn asset(row: &Row) -> Result<Asset, StoreError> {
    Ok(Asset { name: row.try_get("name")?, kind: row.try_get("kind")?, body: row.try_get("body")? })
}

#[async_trait]
impl Assets for Sql {
    async fn keep_assets(&self, names: &[String], until: i64) -> Result<Vec<String>, StoreError> {
        let rows = NAMES.fetch(&self.pool, names.to_vec(), Query::bind::<String>).await?;
        let known =
            rows.iter().map(|row| row.try_get("name")).collect::<Result<BTreeSet<String>, sqlx::Error>>()?;
        let mut tx = Transaction::begin(self).await?;
        // In the order of their names, so that two servers do not wait for each other.
        for name in &known {
            query("UPDATE assets SET until = $2 WHERE name = $1 AND until < $2")
                .bind(name)
                .bind(until)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(names.iter().filter(|name| !known.contains(*name)).cloned().collect())
    }

    async fn add_assets(&self, files: Vec<Asset>, until: i64) -> Result<(), StoreError> {
        let add = |statement: Query, file: Asset| {
            statement.bind(file.name).bind(file.kind).bind(file.body).bind(until)
        };
        ADD.run(&mut *self.writer.acquire().await?, files, add).await?;
        Ok(())
    }

    async fn assets(&self, names: &[String]) -> Result<Vec<Asset>, StoreError> {
        let rows = FILES.fetch(&self.pool, names.to_vec(), Query::bind::<String>).await?;
        rows.iter().map(asset).collect()
    }

    async fn drop_assets(&self, before: i64) -> Result<u64, StoreError> {
        let dropped = query("DELETE FROM assets WHERE until < $1").bind(before).execute(&self.writer).await?;
        Ok(dropped.rows_affected())
    }
}
