//! The queries of replays, and of what depends on the rules that this build plays.

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Row as _, query};
use uuid::Uuid;

use super::super::dialect::{COLUMNS, lock_rows};
use super::fault::Fault;
use super::pools::{Sql, Transaction};
use super::value::{Conn, Row, id, number, text};
use crate::store::error::{StoreError, WriteError};
use crate::store::replays::{Pending, Replays, Rules, Untold};

/// The game is locked: names are taken out of it before this, or with its replay.
const REPLAY: &str = concat!(
    "INSERT INTO replays (game_id, format, replay) SELECT g.id, $3, $4 FROM games g WHERE g.id = $1 AND g.players = $2",
    lock_rows!(),
    " ON CONFLICT (game_id) DO NOTHING"
);

/// Keeps a replay; one that is there stays as it is.
pub(super) async fn write(
    conn: &mut Conn,
    game: Uuid,
    players: &[String],
    (format, replay): (u16, &[u8]),
) -> Result<(), Fault> {
    let insert =
        query(REPLAY).bind(game.to_string()).bind(text(&players)?).bind(i64::from(format)).bind(replay);
    if insert.execute(&mut *conn).await?.rows_affected() == 0 {
        let stored = query("SELECT 1 FROM replays WHERE game_id = $1").bind(game.to_string());
        if stored.fetch_optional(&mut *conn).await?.is_none() {
            return Err(Fault::Own(WriteError::Stale));
        }
    }
    Ok(settled(conn, game).await?)
}

/// The replay of a game is pending no more.
pub(super) async fn settled(conn: &mut Conn, game: Uuid) -> Result<(), sqlx::Error> {
    query("UPDATE games SET replay_pending = NULL WHERE id = $1 AND replay_pending IS NOT NULL")
        .bind(game.to_string())
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns how many games of each version of rules have ended and have no replay yet. The tables may be older than this program.
pub(in crate::store) async fn pending(conn: &mut Conn) -> Result<Vec<Pending>, StoreError> {
    let columns = query(COLUMNS).bind("games").fetch_all(&mut *conn).await?;
    let names = columns.iter().map(|row| row.try_get::<String, _>("name")).collect::<Result<Vec<_>, _>>()?;
    if !names.iter().any(|name| name == "replay_pending") {
        return Ok(Vec::new());
    }
    let rows = query(
        "SELECT ruleset, version, COUNT(*) AS games FROM games WHERE replay_pending IS NOT NULL \
         GROUP BY ruleset, version ORDER BY ruleset, version",
    )
    .fetch_all(conn)
    .await?;
    let pending = |row: &Row| {
        Ok(Pending {
            ruleset: row.try_get("ruleset")?,
            version: number("games", row.try_get("version")?)?,
            games: number("games", row.try_get("games")?)?,
        })
    };
    rows.iter().map(pending).collect()
}

/// A server that plays these rules is alive, in the time of the tables.
pub(super) async fn alive(conn: &mut Conn, now: i64, known: &[Rules]) -> Result<(), sqlx::Error> {
    for rules in known {
        query(
            "INSERT INTO rules_alive (ruleset, version, alive) VALUES ($1, $2, $3) \
             ON CONFLICT (ruleset, version) DO UPDATE SET alive = excluded.alive",
        )
        .bind(rules.ruleset)
        .bind(i64::from(rules.version))
        .bind(now)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

const CLOCKS: &str = "UPDATE clocks SET due = due + $1, lost = lost + $1 WHERE due IS NOT NULL AND game_id IN \
                      (SELECT id FROM games WHERE ruleset = $2 AND version = $3 AND ended IS NULL)";
const PAUSES: &str = "UPDATE rooms SET paused_until = paused_until + $1 WHERE paused_until IS NOT NULL AND game_id IN \
                      (SELECT id FROM games WHERE ruleset = $2 AND version = $3 AND ended IS NULL)";

/// Gives the time in which no server played these rules to the clocks and pauses of their games.
pub(super) async fn credit(conn: &mut Conn, now: i64, rules: Rules) -> Result<(), sqlx::Error> {
    let row = query("SELECT alive FROM rules_alive WHERE ruleset = $1 AND version = $2")
        .bind(rules.ruleset)
        .bind(i64::from(rules.version))
        .fetch_optional(&mut *conn)
        .await?;
    let down = match row {
        Some(row) => (now - row.try_get::<i64, _>("alive")?).max(0),
        None => 0,
    };
    if down == 0 {
        return Ok(());
    }
    for sql in [CLOCKS, PAUSES] {
        query(sql).bind(down).bind(rules.ruleset).bind(i64::from(rules.version)).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Returns the condition that the rules of a game `g` are among these.
pub(super) fn among(known: &[Rules]) -> String {
    // The versions of the program: neither text nor number comes from outside.
    let rules = known
        .iter()
        .map(|rules| format!("(g.ruleset = '{}' AND g.version = {})", rules.ruleset, rules.version));
    let all: Vec<String> = rules.collect();
    if all.is_empty() { "1 = 0".to_owned() } else { format!("({})", all.join(" OR ")) }
}

/// See [`crate::store::Store::due_rooms`]. Read from the indices of what is due, so that clocks that run for longer cost nothing.
pub(super) async fn due_rooms(
    sql: &Sql,
    until: i64,
    known: &[Rules],
    after: Option<&(String, i64)>,
    limit: u32,
) -> Result<Vec<(String, i64)>, StoreError> {
    let rules = among(known);
    let sql_text = format!(
        "SELECT room, at FROM (\
         SELECT g.room_id AS room, c.due AS at FROM clocks c JOIN games g ON g.id = c.game_id \
         WHERE c.due <= $1 AND g.quarantined IS NULL AND {rules} \
         UNION ALL \
         SELECT r.id AS room, r.paused_until AS at FROM rooms r JOIN games g ON g.id = r.game_id \
         WHERE r.paused_until <= $1 AND r.phase = '\"paused\"' AND {rules}) due \
         WHERE at > $2 OR (at = $2 AND room > $3) ORDER BY at, room LIMIT $4"
    );
    let (room, at) = after.map_or(("", i64::MIN), |(room, at)| (room.as_str(), *at));
    let rows = query(AssertSqlSafe(sql_text))
        .bind(until)
        .bind(at)
        .bind(room.to_owned())
        .bind(i64::from(limit))
        .fetch_all(&sql.pool)
        .await?;
    rows.iter().map(|row| Ok((row.try_get("room")?, row.try_get("at")?))).collect()
}

#[async_trait]
impl Replays for Sql {
    async fn credit_rules(&self, now: i64, known: &[Rules]) -> Result<(), StoreError> {
        let mut tx = Transaction::begin(self).await?;
        for rules in known {
            credit(&mut tx, now, *rules).await?;
        }
        alive(&mut tx, now, known).await?;
        Ok(tx.commit().await?)
    }

    async fn replay(&self, game: Uuid) -> Result<Option<Vec<u8>>, StoreError> {
        let row = query("SELECT replay FROM replays WHERE game_id = $1")
            .bind(game.to_string())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| row.try_get("replay")).transpose()?)
    }

    async fn untold(&self, after: Option<Uuid>, limit: u32) -> Result<Vec<Untold>, StoreError> {
        let rows = query(
            "SELECT g.id, g.ruleset, g.version FROM games g LEFT JOIN replays r ON r.game_id = g.id \
             WHERE r.game_id IS NULL AND g.ended IS NOT NULL AND g.id > $1 ORDER BY g.id LIMIT $2",
        )
        .bind(after.map(|game| game.to_string()).unwrap_or_default())
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let untold = |row: &Row| {
            Ok(Untold {
                game: id("games", row.try_get("id")?)?,
                ruleset: row.try_get("ruleset")?,
                version: number("games", row.try_get("version")?)?,
            })
        };
        rows.iter().map(untold).collect()
    }
}
