//! The queries of what the operator says to all servers.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Row as _, query};

use super::pools::Sql;
use super::value::{Row, from_text, text};
use crate::store::error::StoreError;
use crate::store::house::{HouseChange, HouseRecord, Houses};

const T: &str = "house";

fn record(row: &Row) -> Result<HouseRecord, StoreError> {
    let announcement: Option<String> = row.try_get("announcement")?;
    Ok(HouseRecord {
        version: row.try_get("version")?,
        announcement: announcement.map(|words| from_text(T, &words)).transpose()?,
        draining: row.try_get::<i64, _>("draining")? == 1,
    })
}

#[async_trait]
impl Houses for Sql {
    async fn house(&self) -> Result<HouseRecord, StoreError> {
        let row = query("SELECT version, announcement, draining FROM house WHERE id = 1");
        row.fetch_optional(&self.pool).await?.as_ref().map_or(Ok(HouseRecord::default()), record)
    }

    async fn change_house(&self, change: &HouseChange) -> Result<HouseRecord, StoreError> {
        let (column, announcement, draining) = match change {
            HouseChange::Announcement(words) => ("announcement", words.as_ref().map(text).transpose()?, 0),
            HouseChange::Draining(draining) => ("draining", None, i64::from(*draining)),
        };
        let sql = format!(
            "INSERT INTO house (id, version, announcement, draining) VALUES (1, 1, $1, $2) \
             ON CONFLICT (id) DO UPDATE SET version = house.version + 1, {column} = excluded.{column} \
             RETURNING version, announcement, draining"
        );
        let changed = query(AssertSqlSafe(sql)).bind(announcement).bind(draining);
        record(&changed.fetch_one(&self.writer).await?)
    }
}
