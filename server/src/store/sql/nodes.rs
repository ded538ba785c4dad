//! The queries of the lease on the data. Its time is the database's own.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _, query};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::Instant;
use uuid::Uuid;

use super::super::dialect::{COLUMNS, Db, HEARTBEAT_TAKES_TURNS, NOW};
use super::pools::Sql;
use super::value::{Conn, Row, id};
use crate::clock::in_millis;
use crate::store::doubt::Doubt;
use crate::store::error::StoreError;
use crate::store::nodes::{Holder, Node, NodeRecord, Nodes, Renewed};

const T: &str = "nodes";

/// The connection of the heartbeat: other work never keeps it waiting. One whose answer was not waited for is closed.
pub(in crate::store) struct Heart {
    options: Address,
    /// What a new connection is told first.
    settings: String,
    doubt: Arc<Doubt>,
    /// It, and when it was made.
    conn: Mutex<Option<(Conn, Instant)>>,
}

/// How the database is reached now.
type Address = Box<dyn Fn() -> <Conn as sqlx::Connection>::Options + Send + Sync>;

impl Heart {
    pub(in crate::store) fn new(options: Address, settings: String, doubt: Arc<Doubt>) -> Self {
        Self { options, settings, doubt, conn: Mutex::default() }
    }

    async fn connect(&self) -> Result<Conn, sqlx::Error> {
        let mut conn = (self.options)().connect().await?;
        if !self.settings.is_empty() {
            sqlx::raw_sql(AssertSqlSafe(self.settings.clone())).execute(&mut conn).await?;
        }
        Ok(conn)
    }

    async fn renew(&self, id: Uuid, lease: Duration) -> Result<Option<Row>, sqlx::Error> {
        // A lease that has lapsed is never revived: the next incarnation begins.
        let sql = format!(
            "UPDATE nodes SET incarnation = CASE WHEN until < {NOW} THEN incarnation + 1 ELSE incarnation END, \
             until = {NOW} + $2 WHERE id = $1 RETURNING incarnation, asked"
        );
        self.run(sql, id, lease).await
    }

    /// Renews the lease of one of several servers, unless it has lapsed.
    async fn beat(&self, id: Uuid, lease: Duration) -> Result<Option<Row>, sqlx::Error> {
        let sql = format!(
            "UPDATE nodes SET until = {NOW} + $2 WHERE id = $1 AND until >= {NOW} AND alone IS NULL \
             RETURNING {NOW} AS now, (SELECT number FROM meta WHERE name = 'lost') AS lost"
        );
        self.run(sql, id, lease).await
    }

    async fn run(&self, sql: String, id: Uuid, lease: Duration) -> Result<Option<Row>, sqlx::Error> {
        let mut own = self.take().await?;
        let renewed = query(AssertSqlSafe(sql)).bind(id.to_string()).bind(in_millis(lease));
        // To its end, with which it is committed.
        let mut rows = renewed.fetch_all(&mut own.conn).await?;
        own.keep();
        Ok(rows.pop())
    }

    /// Takes the connection, or makes one.
    pub(super) async fn take(&self) -> Result<HeartConn<'_>, sqlx::Error> {
        let mut place = self.conn.lock().await;
        let own = place.take().filter(|(_, since)| !self.doubt.is_after(*since));
        let (conn, since) = if let Some(own) = own {
            own
        } else {
            let since = Instant::now();
            (self.connect().await?, since)
        };
        Ok(HeartConn { place, conn, since })
    }

    pub(super) async fn close(&self) {
        if let Some((conn, _)) = self.conn.lock().await.take() {
            // It is over either way.
            let _ = sqlx::Connection::close(conn).await;
        }
    }
}

/// The connection of the heartbeat while something is done with it. It is closed where that does not come to its end.
pub(super) struct HeartConn<'a> {
    place: MutexGuard<'a, Option<(Conn, Instant)>>,
    pub(super) conn: Conn,
    since: Instant,
}

impl HeartConn<'_> {
    /// Puts the connection back.
    pub(super) fn keep(mut self) {
        *self.place = Some((self.conn, self.since));
    }
}

fn optional_id(text: Option<String>) -> Result<Option<Uuid>, StoreError> {
    text.map(|text| id(T, &text)).transpose()
}

/// The server that holds the lease on a database, with tables of any version.
pub(in crate::store) async fn holder(conn: &mut Conn) -> Result<Option<Holder>, StoreError> {
    if query(COLUMNS).bind(T).fetch_all(&mut *conn).await?.is_empty() {
        return Ok(None);
    }
    let sql = format!(
        "SELECT {FIRST_COLUMNS}, {NOW} AS now FROM nodes WHERE alone = 1 OR until >= {NOW} \
         ORDER BY COALESCE(alone, 0) DESC, since LIMIT 1"
    );
    let Some(row) = query(AssertSqlSafe(sql)).fetch_optional(conn).await? else { return Ok(None) };
    Ok(Some(Holder { node: node_record(&row)?, now: row.try_get("now")? }))
}

/// What is read of a server with tables that do not know yet whether it drains. The last migration that its program knows is then 19, as migration 20
/// assumes.
const FIRST_COLUMNS: &str = "id, incarnation, until, address, plays, version, since, asked, \
                             COALESCE(alone, 0) AS alone, CAST(0 AS BIGINT) AS draining, CAST(19 AS BIGINT) AS migration";

/// What is read of a server.
pub(super) const NODE_COLUMNS: &str = "id, incarnation, until, address, plays, version, since, asked, \
                                       COALESCE(alone, 0) AS alone, draining, migration";

/// The servers whose leases run, with tables of any version.
pub(super) async fn at_work(conn: &mut Conn) -> Result<Vec<NodeRecord>, StoreError> {
    let columns = query(COLUMNS).bind(T).fetch_all(&mut *conn).await?;
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let names = columns.iter().map(|row| row.try_get::<String, _>("name")).collect::<Result<Vec<_>, _>>()?;
    let read = if names.iter().any(|name| name == "migration") { NODE_COLUMNS } else { FIRST_COLUMNS };
    let sql = format!("SELECT {read} FROM nodes WHERE until >= {NOW}");
    query(AssertSqlSafe(sql)).fetch_all(conn).await?.iter().map(node_record).collect()
}

/// A row of [`NODE_COLUMNS`], or of [`FIRST_COLUMNS`].
pub(super) fn node_record(row: &Row) -> Result<NodeRecord, StoreError> {
    Ok(NodeRecord {
        id: id(T, row.try_get("id")?)?,
        incarnation: row.try_get("incarnation")?,
        until: row.try_get("until")?,
        address: row.try_get("address")?,
        plays: row.try_get("plays")?,
        version: row.try_get("version")?,
        since: row.try_get("since")?,
        asked: optional_id(row.try_get("asked")?)?,
        alone: row.try_get::<i64, _>("alone")? == 1,
        draining: row.try_get::<i64, _>("draining")? == 1,
        migration: row.try_get("migration")?,
    })
}

impl Sql {
    /// See [`crate::store::cluster::Cluster::beat_as`].
    pub(super) async fn beat_with_heart(
        &self,
        node: Uuid,
        lease: Duration,
    ) -> Result<Option<Row>, StoreError> {
        let _turn = self.heart_turn().await?;
        Ok(self.heart.beat(node, lease).await?)
    }

    /// Where one connection writes at a time, the heartbeat comes after the group that is being written, never behind others that might come in
    /// between again and again.
    pub(super) async fn heart_turn(&self) -> Result<Option<PoolConnection<Db>>, sqlx::Error> {
        Ok(if HEARTBEAT_TAKES_TURNS { Some(self.writer.acquire().await?) } else { None })
    }
}

#[async_trait]
impl Nodes for Sql {
    async fn holder(&self) -> Result<Option<Holder>, StoreError> {
        holder(&mut *self.pool.acquire().await?).await
    }

    async fn claim(
        &self,
        node: &Node,
        seen: Option<&NodeRecord>,
        lease: Duration,
    ) -> Result<bool, StoreError> {
        let sql = match seen {
            None => format!(
                "INSERT INTO nodes (id, incarnation, until, address, plays, version, since, alone) \
                 VALUES ($1, 1, {NOW} + $2, $3, $4, $5, {NOW}, 1) ON CONFLICT DO NOTHING"
            ),
            Some(_) => format!(
                "UPDATE nodes SET id = $1, incarnation = incarnation + 1, until = {NOW} + $2, address = $3, plays = $4, \
                 version = $5, since = {NOW}, asked = NULL WHERE id = $6 AND incarnation = $7 AND until = $8"
            ),
        };
        let mut claim = query::<Db>(AssertSqlSafe(sql))
            .bind(node.id.to_string())
            .bind(in_millis(lease))
            .bind(node.address.clone())
            .bind(node.plays.clone())
            .bind(node.version.clone());
        if let Some(seen) = seen {
            claim = claim.bind(seen.id.to_string()).bind(seen.incarnation).bind(seen.until);
        }
        if claim.execute(&self.writer).await?.rows_affected() == 0 {
            return Ok(false);
        }
        // Several servers worked on the data before, none of which lives.
        query("UPDATE rooms SET node = NULL WHERE node IS NOT NULL").execute(&self.writer).await?;
        Ok(true)
    }

    async fn renew(&self, id: Uuid, lease: Duration) -> Result<Option<Renewed>, StoreError> {
        let _turn = self.heart_turn().await?;
        let Some(row) = self.heart.renew(id, lease).await? else { return Ok(None) };
        let incarnation = row.try_get("incarnation")?;
        Ok(Some(Renewed { incarnation, asked: optional_id(row.try_get("asked")?)? }))
    }

    async fn ask_handover(&self, holder: Uuid, by: Uuid) -> Result<(), StoreError> {
        query("UPDATE nodes SET asked = $2 WHERE id = $1")
            .bind(holder.to_string())
            .bind(by.to_string())
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn release(&self, id: Uuid) -> Result<(), StoreError> {
        query("DELETE FROM nodes WHERE id = $1").bind(id.to_string()).execute(&self.writer).await?;
        Ok(())
    }
}
