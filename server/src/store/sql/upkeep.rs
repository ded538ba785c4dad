//! The queries of forgetting.

use async_trait::async_trait;
use bagarre_protocol::campaign::CampaignPhase;
use bagarre_protocol::room::Phase;
use sqlx::{AssertSqlSafe, Row as _, query};
use uuid::Uuid;

use super::super::dialect::{COLUMNS, game_key, migrator};
use super::names;
use super::pools::{Sql, Transaction};
use super::read::{room_records, rooms_with_seats};
use super::value::{Conn, id, text};
use crate::store::campaigns::Membership;
use crate::store::copy::tables_of;
use crate::store::error::StoreError;
use crate::store::records::RoomRecord;
use crate::store::upkeep::{UNNAMED, Upkeep};

const ABOUT: &str = rooms_with_seats!(
    "WHERE r.id IN (SELECT m.room_id FROM members m WHERE m.guest_id = $1 \
     UNION SELECT s.room_id FROM seats s WHERE s.guest_id = $1 \
     UNION SELECT h.id FROM rooms h WHERE h.host = $1 AND h.phase <> $2) LIMIT $3"
);
/// Rooms that nothing has happened in since a moment, and whose games all have their replays.
const IDLE: &str = concat!(
    "SELECT r.id FROM rooms r WHERE r.touched < $1 AND r.campaign_id IS NULL AND NOT EXISTS ( \
     SELECT 1 FROM games g JOIN journal j ON j.game_id = ",
    game_key!("g.id"),
    " WHERE g.room_id = r.id AND j.at >= $1) \
     AND NOT EXISTS (SELECT 1 FROM games g WHERE g.room_id = r.id AND g.replay_pending IS NOT NULL) AND NOT EXISTS ( \
     SELECT 1 FROM games g JOIN old_journal j ON j.game_id = g.id WHERE g.room_id = r.id AND j.at >= $1) LIMIT $2"
);
/// The newest entries of a game, so many: they go first, so that what is left is a journal, if a shorter one.
const NEWEST: &str = "DELETE FROM journal WHERE game_id = $1 AND entry IN \
    (SELECT j.entry FROM journal j WHERE j.game_id = $1 ORDER BY j.entry DESC LIMIT $2)";
const NEWEST_OLD: &str = "DELETE FROM old_journal WHERE game_id = $1 AND entry IN \
    (SELECT j.entry FROM old_journal j WHERE j.game_id = $1 ORDER BY j.entry DESC LIMIT $2)";
const CHAT_OF: &str = "DELETE FROM chat WHERE (room_id, id) IN \
    (SELECT c.room_id, c.id FROM chat c WHERE c.guest_id = $1 LIMIT $2)";
const OLD_CHAT: &str = "DELETE FROM chat WHERE (room_id, id) IN \
    (SELECT c.room_id, c.id FROM chat c WHERE c.at < $1 LIMIT $2)";
const UNSEEN: &str = "SELECT g.id FROM guests g WHERE g.created < $1 AND g.gone IS NULL \
    AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.guest_id = g.id AND t.used >= $1) LIMIT $2";
/// A person that rows refer to stays as a number without a name.
const GHOSTS: &str = "DELETE FROM guests WHERE id IN (SELECT g.id FROM guests g WHERE g.gone = 0 \
    AND NOT EXISTS (SELECT 1 FROM rooms r WHERE r.host = g.id) \
    AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.guest_id = g.id) \
    AND NOT EXISTS (SELECT 1 FROM members m WHERE m.guest_id = g.id) \
    AND NOT EXISTS (SELECT 1 FROM holdings h WHERE h.guest_id = g.id) \
    AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.host = g.id) \
    AND NOT EXISTS (SELECT 1 FROM campaign_members n WHERE n.guest_id = g.id) \
    AND NOT EXISTS (SELECT 1 FROM campaign_bands b WHERE b.guest_id = g.id) LIMIT $1)";
const HEIR: &str = "UPDATE campaigns SET host = COALESCE((SELECT m.guest_id FROM campaign_members m \
    WHERE m.campaign_id = $1 AND m.membership = $3 AND m.guest_id <> $2 ORDER BY m.joined, m.guest_id LIMIT 1), host) \
    WHERE id = $1 AND host = $2";

async fn say_goodbye(conn: &mut Conn, guest: &str, at: i64) -> Result<bool, sqlx::Error> {
    let going = query("UPDATE guests SET name = '', gone = $2 WHERE id = $1 AND gone IS NULL")
        .bind(guest)
        .bind(at)
        .execute(&mut *conn)
        .await?;
    for sql in [
        "DELETE FROM reminders WHERE guest_id = $1",
        "DELETE FROM reaches WHERE guest_id = $1",
        "DELETE FROM recoveries WHERE guest_id = $1",
        "DELETE FROM pushes WHERE guest_id = $1",
        "DELETE FROM tokens WHERE guest_id = $1",
        "DELETE FROM device_links WHERE guest_id = $1",
    ] {
        query(sql).bind(guest).execute(&mut *conn).await?;
    }
    Ok(going.rows_affected() == 1)
}

/// Our tables that have a column of this name.
async fn tables_with(conn: &mut Conn, column: &str) -> Result<Vec<String>, sqlx::Error> {
    let mut found = Vec::new();
    for table in tables_of(&migrator()) {
        let columns = query(COLUMNS).bind(&table).fetch_all(&mut *conn).await?;
        let names =
            columns.iter().map(|row| row.try_get::<String, _>("name")).collect::<Result<Vec<_>, _>>()?;
        if names.iter().any(|name| name == column) {
            found.push(table);
        }
    }
    Ok(found)
}

/// Drops some rows of a game; `true` when nothing of it is left. It cannot be opened from the first row on.
async fn drop_game(conn: &mut Conn, game: &str, limit: u32) -> Result<bool, StoreError> {
    query("UPDATE games SET ended = NULL, outcome = NULL, quarantined = 'deleted' WHERE id = $1")
        .bind(game)
        .execute(&mut *conn)
        .await?;
    let key = id("games", game)?;
    let dropped = query(NEWEST).bind(&key.as_bytes()[..]).bind(i64::from(limit)).execute(&mut *conn).await?;
    let old = query(NEWEST_OLD).bind(game).bind(i64::from(limit)).execute(&mut *conn).await?;
    if dropped.rows_affected() + old.rows_affected() >= u64::from(limit) {
        return Ok(false);
    }
    for table in tables_with(conn, "game_id").await? {
        if !["rooms", "journal"].contains(&table.as_str()) {
            let sql = format!("DELETE FROM {table} WHERE game_id = $1");
            query(AssertSqlSafe(sql)).bind(game).execute(&mut *conn).await?;
        }
    }
    query("DELETE FROM games WHERE id = $1").bind(game).execute(conn).await?;
    Ok(true)
}

#[async_trait]
impl Upkeep for Sql {
    async fn go(&self, guest: Uuid, at: i64) -> Result<bool, StoreError> {
        self.newcomers.forget_person(guest);
        let mut tx = Transaction::begin(self).await?;
        let known = say_goodbye(&mut tx, &guest.to_string(), at).await?;
        tx.commit().await?;
        Ok(known)
    }

    async fn go_unseen(&self, before: i64, at: i64, limit: u32) -> Result<u64, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let rows = query(UNSEEN).bind(before).bind(i64::from(limit)).fetch_all(&mut *tx).await?;
        for row in &rows {
            say_goodbye(&mut tx, row.try_get("id")?, at).await?;
        }
        let gone = tx.commit().await;
        self.newcomers.forget_all();
        gone?;
        Ok(rows.len() as u64)
    }

    async fn going(&self, limit: u32) -> Result<Vec<Uuid>, StoreError> {
        let rows = query("SELECT id FROM guests WHERE gone > 0 ORDER BY gone LIMIT $1")
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| id("guests", row.try_get("id")?)).collect()
    }

    async fn rooms_about(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let rows = query(ABOUT)
            .bind(guest.to_string())
            .bind(text(&Phase::Closed)?)
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        room_records(&rows)
    }

    async fn drop_member(&self, room: &str, guest: Uuid) -> Result<(), StoreError> {
        query("DELETE FROM members WHERE room_id = $1 AND guest_id = $2")
            .bind(room)
            .bind(guest.to_string())
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn unname(&self, guest: Uuid, limit: u32) -> Result<u64, StoreError> {
        let guest = guest.to_string();
        let mut tx = Transaction::begin(self).await?;
        let lines = query(CHAT_OF).bind(&guest).bind(i64::from(limit)).execute(&mut *tx).await?;
        let names = names::withhold(&mut tx, &guest, limit).await?;
        tx.commit().await?;
        Ok(lines.rows_affected() + names)
    }

    async fn leave_all(&self, guest: Uuid) -> Result<Vec<String>, StoreError> {
        let guest = guest.to_string();
        let mut tx = Transaction::begin(self).await?;
        let rows = query(
            "SELECT campaign_id FROM campaign_members WHERE guest_id = $1 \
             UNION SELECT id FROM campaigns WHERE host = $1",
        )
        .bind(&guest)
        .fetch_all(&mut *tx)
        .await?;
        let campaigns: Vec<String> =
            rows.iter().map(|row| row.try_get("campaign_id")).collect::<Result<_, _>>()?;
        for campaign in &campaigns {
            query("DELETE FROM campaign_members WHERE campaign_id = $1 AND guest_id = $2")
                .bind(campaign)
                .bind(&guest)
                .execute(&mut *tx)
                .await?;
            query("UPDATE campaigns SET version = version + 1 WHERE id = $1")
                .bind(campaign)
                .execute(&mut *tx)
                .await?;
            query("UPDATE campaigns SET name = $3 WHERE id = $1 AND host = $2")
                .bind(campaign)
                .bind(&guest)
                .bind(UNNAMED)
                .execute(&mut *tx)
                .await?;
            query(HEIR).bind(campaign).bind(&guest).bind(text(&Membership::Here)?).execute(&mut *tx).await?;
            // It found no heir.
            query("UPDATE campaigns SET phase = $3 WHERE id = $1 AND host = $2")
                .bind(campaign)
                .bind(&guest)
                .bind(text(&CampaignPhase::Closed)?)
                .execute(&mut *tx)
                .await?;
        }
        query("DELETE FROM works WHERE owner = $1").bind(&guest).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(campaigns)
    }

    async fn gone(&self, guest: Uuid) -> Result<(), StoreError> {
        let (guest, mut tx) = (guest.to_string(), Transaction::begin(self).await?);
        // One may have begun while the person was deleted.
        query("DELETE FROM reminders WHERE guest_id = $1").bind(&guest).execute(&mut *tx).await?;
        query("UPDATE guests SET gone = 0, created = 0 WHERE id = $1").bind(&guest).execute(&mut *tx).await?;
        tx.commit().await
    }

    async fn drop_ghosts(&self, limit: u32) -> Result<u64, StoreError> {
        let dropped = query(GHOSTS).bind(i64::from(limit)).execute(&self.writer).await?;
        Ok(dropped.rows_affected())
    }

    async fn drop_chat(&self, before: i64, limit: u32) -> Result<u64, StoreError> {
        let dropped = query(OLD_CHAT).bind(before).bind(i64::from(limit)).execute(&self.writer).await?;
        Ok(dropped.rows_affected())
    }

    async fn idle_rooms(&self, before: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let rows = query(IDLE).bind(before).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get("id")).collect::<Result<_, _>>()?)
    }

    async fn drop_room(&self, room: &str, limit: u32) -> Result<bool, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        // No person can enter a room that is deleted in part.
        query("UPDATE rooms SET phase = $2, listed = 0, game_id = NULL WHERE id = $1")
            .bind(room)
            .bind(text(&Phase::Closed)?)
            .execute(&mut *tx)
            .await?;
        let game = query("SELECT id FROM games WHERE room_id = $1 LIMIT 1")
            .bind(room)
            .fetch_optional(&mut *tx)
            .await?;
        if let Some(row) = game {
            drop_game(&mut tx, row.try_get("id")?, limit).await?;
            tx.commit().await?;
            return Ok(false);
        }
        let lines = query(
            "DELETE FROM chat WHERE room_id = $1 AND id IN (SELECT c.id FROM chat c WHERE c.room_id = $1 LIMIT $2)",
        )
        .bind(room)
        .bind(i64::from(limit))
        .execute(&mut *tx)
        .await?;
        if lines.rows_affected() == u64::from(limit) {
            tx.commit().await?;
            return Ok(false);
        }
        for table in tables_with(&mut tx, "room_id").await? {
            let sql = format!("DELETE FROM {table} WHERE room_id = $1");
            query(AssertSqlSafe(sql)).bind(room).execute(&mut *tx).await?;
        }
        query("DELETE FROM rooms WHERE id = $1").bind(room).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(true)
    }
}
