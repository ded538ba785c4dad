//! The queries of several servers on the same data. Their time is the database's own.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor as _, Row as _, query};
use uuid::Uuid;

use super::super::dialect::{LOCK_DUE_ROOMS, LOCK_ROWS, NOW};
use super::nodes::{NODE_COLUMNS, node_record};
use super::pools::{Sql, Transaction};
use super::value::{Conn, Row, id, number};
use super::{note, noted, programs, replays};
use crate::clock::in_millis;
use crate::store::cluster::{Beat, Claimant, Claimed, Cluster, Joining, lost_time};
use crate::store::error::StoreError;
use crate::store::nodes::NodeRecord;
use crate::store::replays::Rules;

/// How long the row of a server stays that has lapsed and holds nothing, in milliseconds.
const LAPSED_ROW_MS: i64 = 3_600_000;

/// A room as it is claimed.
struct Free {
    node: Option<Uuid>,
    epoch: i64,
    phase: String,
    game: Option<String>,
    paused_until: Option<i64>,
}

/// What else counts for a claim.
struct Grounds {
    /// The time of the database, and of the tables.
    now: i64,
    table: i64,
    /// When the lease of the claimant ends, and that of the server that holds the room.
    own: Option<i64>,
    holder: Option<i64>,
    due: Option<i64>,
    /// The rules of the room's game, while it goes on.
    rules: Option<(String, u16)>,
}

impl Free {
    async fn lock(conn: &mut Conn, room: &str) -> Result<Option<Self>, StoreError> {
        let sql =
            format!("SELECT node, epoch, phase, game_id, paused_until FROM rooms WHERE id = $1{LOCK_ROWS}");
        let Some(row) = query(AssertSqlSafe(sql)).bind(room).fetch_optional(conn).await? else {
            return Ok(None);
        };
        let node: Option<String> = row.try_get("node")?;
        Ok(Some(Self {
            node: node.map(|node| id("rooms", &node)).transpose()?,
            epoch: row.try_get("epoch")?,
            phase: row.try_get("phase")?,
            game: row.try_get("game_id")?,
            paused_until: row.try_get("paused_until")?,
        }))
    }

    fn is_paused(&self) -> bool {
        self.phase == "\"paused\""
    }

    fn is_played(&self) -> bool {
        self.is_paused() || self.phase == "\"playing\""
    }
}

impl Grounds {
    /// Comes after the room is locked, so that what its last holder has written is seen.
    async fn read(conn: &mut Conn, room: &Free, claimant: Uuid) -> Result<Self, StoreError> {
        let sql = format!(
            "SELECT {NOW} AS now, (SELECT number FROM meta WHERE name = 'lost') AS lost, \
             (SELECT until FROM nodes WHERE id = $1) AS own, (SELECT until FROM nodes WHERE id = $2) AS holder, \
             (SELECT due FROM clocks WHERE game_id = $3) AS due"
        );
        let (holder, game) =
            (room.node.map(|node| node.to_string()), room.game.clone().filter(|_| room.is_played()));
        let row = query(AssertSqlSafe(sql)).bind(claimant.to_string()).bind(holder).bind(game.clone());
        let row = row.fetch_one(&mut *conn).await?;
        let now: i64 = row.try_get("now")?;
        let clock: Option<i64> = row.try_get("due")?;
        let played = query("SELECT ruleset, version FROM games WHERE id = $1 AND ended IS NULL");
        let played = played.bind(game).fetch_optional(conn).await?;
        let rules = |row: &Row| -> Result<_, StoreError> {
            Ok((row.try_get("ruleset")?, number("games", row.try_get("version")?)?))
        };
        Ok(Self {
            now,
            table: now - row.try_get::<Option<i64>, _>("lost")?.unwrap_or(0),
            own: row.try_get("own")?,
            holder: row.try_get("holder")?,
            due: if room.is_paused() { room.paused_until } else { clock },
            rules: played.as_ref().map(rules).transpose()?,
        })
    }
}

/// Whether a list of rules, as the column `plays` of `nodes` holds it, has a version of a ruleset.
fn plays(list: &str, (ruleset, version): &(String, u16)) -> bool {
    let list: Vec<(String, u16)> = serde_json::from_str(list).unwrap_or_default();
    list.iter().any(|(name, number)| name == ruleset && number == version)
}

/// The servers whose leases run.
async fn living(conn: &mut Conn) -> Result<Vec<NodeRecord>, StoreError> {
    let sql = format!("SELECT {NODE_COLUMNS} FROM nodes WHERE until >= {NOW}");
    query(AssertSqlSafe(sql)).fetch_all(conn).await?.iter().map(node_record).collect()
}

/// See [`Cluster::claim_room`].
async fn claim(conn: &mut Conn, room: &str, claimant: Claimant<'_>) -> Result<Claimed, StoreError> {
    let Some(free) = Free::lock(conn, room).await? else { return Ok(Claimed::Missing) };
    let grounds = Grounds::read(conn, &free, claimant.node).await?;
    let mine = free.node == Some(claimant.node);
    let held = !mine && grounds.holder.is_some_and(|until| until >= grounds.now);
    if held || grounds.own.is_none_or(|until| until < grounds.now) {
        return Ok(Claimed::Elsewhere);
    }
    if let (Some(known), Some(rules)) = (claimant.known, &grounds.rules)
        && !known.iter().any(|one| one.ruleset == rules.0 && one.version == rules.1)
    {
        let others = living(conn).await?;
        return Ok(Claimed::OtherRules(others.iter().any(|node| plays(&node.plays, rules))));
    }
    let lost =
        if mine { 0 } else { lost_time(grounds.table, grounds.due, table_of(&grounds), claimant.lease) };
    query("UPDATE rooms SET node = $2, epoch = epoch + 1, paused_until = paused_until + $3 WHERE id = $1")
        .bind(room)
        .bind(claimant.node.to_string())
        .bind(lost)
        .execute(&mut *conn)
        .await?;
    if let Some(game) = free.game.filter(|_| lost > 0) {
        query("UPDATE clocks SET due = due + $2, lost = lost + $2 WHERE game_id = $1 AND due IS NOT NULL")
            .bind(game)
            .bind(lost)
            .execute(conn)
            .await?;
    }
    Ok(Claimed::Held(free.epoch + 1))
}

/// When the lease of the server that held a room ended, in the time of the tables.
fn table_of(grounds: &Grounds) -> Option<i64> {
    grounds.holder.map(|until| until - (grounds.now - grounds.table))
}

/// Clocks and pauses that are over, of rooms that no server holds whose lease runs.
fn due_statements(known: &[Rules]) -> [String; 2] {
    let table = format!("({NOW} - COALESCE((SELECT number FROM meta WHERE name = 'lost'), 0))");
    let free = format!(
        "g.quarantined IS NULL AND g.ended IS NULL AND {} AND (r.node IS NULL OR (r.node <> $1 AND NOT EXISTS \
         (SELECT 1 FROM nodes n WHERE n.id = r.node AND n.until >= {NOW})))",
        replays::among(known)
    );
    [
        format!(
            "SELECT r.id FROM clocks c JOIN games g ON g.id = c.game_id JOIN rooms r ON r.game_id = g.id AND r.id = g.room_id \
             WHERE c.due <= {table} AND r.phase = '\"playing\"' AND {free} ORDER BY c.due LIMIT $2{LOCK_DUE_ROOMS}"
        ),
        format!(
            "SELECT r.id FROM rooms r JOIN games g ON g.id = r.game_id \
             WHERE r.paused_until <= {table} AND r.phase = '\"paused\"' AND {free} ORDER BY r.paused_until LIMIT $2{LOCK_DUE_ROOMS}"
        ),
    ]
}

/// Adds the time in which no server lived to the lost time, where none lives but the one that joins. Returns all lost time, in milliseconds.
async fn credit_silence(
    conn: &mut Conn,
    others: &[NodeRecord],
    now: i64,
    lost: i64,
) -> Result<i64, StoreError> {
    let alive = noted(conn, "alive").await?;
    let mut total = lost;
    if others.is_empty() {
        let lapsed: Option<i64> = query("SELECT MAX(until) AS until FROM nodes WHERE alone IS NULL")
            .fetch_one(&mut *conn)
            .await?
            .try_get("until")?;
        let last = alive.max(lapsed).unwrap_or(now);
        total += (now - last).max(0);
        note(&mut *conn, "lost", total).await?;
    }
    note(conn, "alive", alive.unwrap_or(now).max(now)).await?;
    Ok(total)
}

/// See [`Cluster::join`]. In a transaction.
async fn join(conn: &mut Conn, joining: Joining<'_>) -> Result<Option<Beat>, StoreError> {
    // Servers that join wait for each other here.
    let lost = query(
        "INSERT INTO meta (name, number) VALUES ('lost', 0) ON CONFLICT (name) DO UPDATE SET number = meta.number \
         RETURNING number",
    );
    let lost: i64 = lost.fetch_one(&mut *conn).await?.try_get("number")?;
    let now: i64 =
        query(AssertSqlSafe(format!("SELECT {NOW} AS now"))).fetch_one(&mut *conn).await?.try_get("now")?;
    let others = living(&mut *conn).await?;
    if others.iter().any(|node| node.alone) {
        return Ok(None);
    }
    let lost = credit_silence(&mut *conn, &others, now, lost).await?;
    for rules in joining.known {
        let named = (rules.ruleset.to_owned(), rules.version);
        if !others.iter().any(|node| plays(&node.plays, &named)) {
            replays::credit(&mut *conn, now - lost, *rules).await?;
        }
    }
    replays::alive(&mut *conn, now - lost, joining.known).await?;
    query(
        "DELETE FROM nodes WHERE alone IS NULL AND until < $1 \
         AND NOT EXISTS (SELECT 1 FROM rooms r WHERE r.node = nodes.id)",
    )
    .bind(now - LAPSED_ROW_MS)
    .execute(&mut *conn)
    .await?;
    // A server that worked alone and whose lease has lapsed does not come back.
    query("DELETE FROM nodes WHERE alone = 1 AND until < $1").bind(now).execute(&mut *conn).await?;
    let node = joining.node;
    query(
        "INSERT INTO nodes (id, incarnation, until, address, plays, version, since, lost, migration) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(node.id.to_string())
    .bind(joining.incarnation)
    .bind(now + in_millis(joining.lease))
    .bind(node.address.clone())
    .bind(node.plays.clone())
    .bind(node.version.clone())
    .bind(now)
    .bind(joining.lost)
    .bind(programs::newest())
    .execute(&mut *conn)
    .await?;
    Ok(Some(Beat { now, lost }))
}

#[async_trait]
impl Cluster for Sql {
    async fn join(&self, joining: Joining<'_>) -> Result<Option<Beat>, StoreError> {
        // On the connection of the heartbeat: others may wait for rooms that no server can write to until this one has joined.
        let _turn = self.heart_turn().await?;
        let mut own = self.heart.take().await?;
        own.conn.execute(AssertSqlSafe(self.begin.clone())).await?;
        let beat = join(&mut own.conn, joining).await?;
        own.conn.execute(if beat.is_some() { "COMMIT" } else { "ROLLBACK" }).await?;
        own.keep();
        Ok(beat)
    }

    async fn beat_as(&self, node: Uuid, lease: Duration) -> Result<Option<Beat>, StoreError> {
        let Some(row) = self.beat_with_heart(node, lease).await? else { return Ok(None) };
        let lost: Option<i64> = row.try_get("lost")?;
        Ok(Some(Beat { now: row.try_get("now")?, lost: lost.unwrap_or(0) }))
    }

    async fn nodes(&self) -> Result<(Vec<NodeRecord>, i64), StoreError> {
        let mut conn = self.pool.acquire().await?;
        let sql = format!("SELECT {NODE_COLUMNS} FROM nodes ORDER BY since, id");
        let rows = query(AssertSqlSafe(sql)).fetch_all(&mut *conn).await?;
        let now = query(AssertSqlSafe(format!("SELECT {NOW} AS now"))).fetch_one(&mut *conn).await?;
        Ok((rows.iter().map(node_record).collect::<Result<_, _>>()?, now.try_get("now")?))
    }

    async fn claim_room(&self, room: &str, claimant: Claimant<'_>) -> Result<Claimed, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let claimed = claim(&mut tx, room, claimant).await?;
        if matches!(claimed, Claimed::Held(_)) {
            tx.commit().await?;
        } else {
            tx.rollback().await?;
        }
        Ok(claimed)
    }

    async fn release_room(&self, room: &str, node: Uuid, epoch: i64) -> Result<(), StoreError> {
        query("UPDATE rooms SET node = NULL WHERE id = $1 AND node = $2 AND epoch = $3")
            .bind(room)
            .bind(node.to_string())
            .bind(epoch)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn room_holder(&self, room: &str) -> Result<Option<Uuid>, StoreError> {
        let sql = format!(
            "SELECT n.id AS holder, g.ruleset, g.version FROM rooms r \
             LEFT JOIN nodes n ON n.id = r.node AND n.until >= {NOW} \
             LEFT JOIN games g ON g.id = r.game_id AND g.ended IS NULL WHERE r.id = $1"
        );
        let row = query(AssertSqlSafe(sql)).bind(room).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        if let Some(holder) = row.try_get::<Option<String>, _>("holder")? {
            return id("nodes", &holder).map(Some);
        }
        let Some(ruleset) = row.try_get::<Option<String>, _>("ruleset")? else { return Ok(None) };
        let rules = (ruleset, number("games", row.try_get("version")?)?);
        let others = living(&mut *self.pool.acquire().await?).await?;
        Ok(others.into_iter().find(|node| !node.draining && plays(&node.plays, &rules)).map(|node| node.id))
    }

    async fn held_rooms(&self, node: Uuid) -> Result<Vec<(String, i64)>, StoreError> {
        let rows = query("SELECT id, epoch FROM rooms WHERE node = $1 ORDER BY id")
            .bind(node.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, row.try_get("epoch")?))).collect()
    }

    async fn claim_due(&self, claimant: Claimant<'_>, limit: u32) -> Result<Vec<String>, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let mut claimed = Vec::new();
        for sql in due_statements(claimant.known.unwrap_or_default()) {
            let left = i64::from(limit) - claimed.len() as i64;
            let rows = query(AssertSqlSafe(sql)).bind(claimant.node.to_string()).bind(left);
            for row in rows.fetch_all(&mut *tx).await? {
                let room: String = row.try_get("id")?;
                if matches!(claim(&mut tx, &room, claimant).await?, Claimed::Held(_)) {
                    claimed.push(room);
                }
            }
        }
        if claimed.is_empty() {
            tx.rollback().await?;
        } else {
            tx.commit().await?;
        }
        Ok(claimed)
    }

    async fn credit_node(&self, node: Uuid, from: i64, to: i64) -> Result<bool, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let sql = format!("UPDATE nodes SET lost = $3 WHERE id = $1 AND lost = $2 AND until >= {NOW}");
        let noted = query(AssertSqlSafe(sql)).bind(node.to_string()).bind(from).bind(to);
        if noted.execute(&mut *tx).await?.rows_affected() == 0 {
            let sql = format!("SELECT 1 FROM nodes WHERE id = $1 AND lost = $2 AND until >= {NOW}");
            let before = query(AssertSqlSafe(sql)).bind(node.to_string()).bind(to);
            let done = before.fetch_optional(&mut *tx).await?.is_some();
            tx.rollback().await?;
            return Ok(done);
        }
        for sql in [
            "UPDATE clocks SET due = due + $2, lost = lost + $2 WHERE due IS NOT NULL AND game_id IN \
             (SELECT game_id FROM rooms WHERE node = $1)",
            "UPDATE rooms SET paused_until = paused_until + $2 WHERE node = $1 AND paused_until IS NOT NULL",
        ] {
            query(sql).bind(node.to_string()).bind(to - from).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    async fn set_draining(&self, node: Uuid, draining: bool) -> Result<(), StoreError> {
        query("UPDATE nodes SET draining = $2 WHERE id = $1")
            .bind(node.to_string())
            .bind(i64::from(draining))
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn claim_task(&self, task: &str, node: Uuid, span: Duration) -> Result<bool, StoreError> {
        let sql = format!(
            "INSERT INTO tasks AS t (name, node, until) VALUES ($1, $2, {NOW} + $3) \
             ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until \
             WHERE t.node = excluded.node OR t.until < {NOW} \
             OR NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = t.node AND n.until >= {NOW})"
        );
        let claim = query(AssertSqlSafe(sql)).bind(task).bind(node.to_string()).bind(in_millis(span));
        Ok(claim.execute(&self.writer).await?.rows_affected() == 1)
    }
}
