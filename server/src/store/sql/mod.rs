//! The queries, written once in the SQL that both databases speak, and compiled once for each (`super::dialect`).

mod assets;
mod campaigns;
mod cluster;
mod commit;
mod copy;
mod devices;
pub(super) mod entries;
mod fault;
mod holdings;
mod hot;
mod house;
mod journal;
mod names;
mod nodes;
mod old_journal;
mod pools;
mod programs;
mod read;
mod reminders;
mod replays;
mod rooms;
mod secrets;
mod shelf;
pub(super) mod statement;
mod upkeep;
mod value;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use bagarre_protocol::http::PlayedGame;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::PastGame;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use sqlx::{Row as _, query};
use tokio::try_join;
use uuid::Uuid;

use super::dialect::{Db, game_key};
use crate::clock::Leap;
use crate::store::api::{Credit, Store};
use crate::store::clocks;
use crate::store::error::{StoreError, WriteError};
use crate::store::records::{DeadlineRow, GameRecord, Guest, Holding, JournalRow, Member, RoomRecord};
use crate::store::replays::Rules;
use crate::store::write::Job;
pub(in crate::store) use copy::{copy_in, copy_out, is_empty};
use journal::{JournalTable, TABLES};
pub(in crate::store) use nodes::{Heart, holder};
pub(in crate::store) use pools::Sql;
use pools::Transaction;
pub(in crate::store) use programs::{in_the_way, migrate};
use read::{chat_line, game_record, guest, room_records, rooms_with_seats};
pub(in crate::store) use replays::pending;
use statement::{Query, Rows};
use value::{Conn, Row, bad, bytes, from_text, id, number};

/// Notes a number about the server itself.
async fn note<'c>(
    to: impl sqlx::Executor<'c, Database = Db>,
    name: &str,
    number: i64,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO meta (name, number) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET number = excluded.number",
    )
    .bind(name)
    .bind(number)
    .execute(to)
    .await?;
    Ok(())
}

async fn noted(conn: &mut Conn, name: &str) -> Result<Option<i64>, sqlx::Error> {
    let row = query("SELECT number FROM meta WHERE name = $1").bind(name).fetch_optional(conn).await?;
    row.map(|row| row.try_get("number")).transpose()
}

const ROOM: &str = rooms_with_seats!("WHERE r.id = $1");
const LISTED: &str = rooms_with_seats!(
    "WHERE r.listed = 1 AND r.phase IN ('\"lobby\"', '\"playing\"', '\"paused\"') ORDER BY r.touched DESC, r.id LIMIT $1"
);
const ROOMS_OF: &str = rooms_with_seats!(
    "JOIN members m ON m.room_id = r.id WHERE m.guest_id = $1 AND m.kicked = 0 ORDER BY r.touched DESC, r.id LIMIT $2"
);
/// The commands of games, from both tables of journals. `$game`, `$entry`: which games, and which of their entries.
macro_rules! commands {
    ($game:literal, $entry:literal, $order:literal) => {
        concat!(
            "SELECT j.command_id, j.entry, j.at, g.id FROM games g JOIN journal j ON j.game_id = ",
            game_key!("g.id"),
            " WHERE g.room_id = $1 AND j.command_id IS NOT NULL AND ",
            $game,
            " AND ",
            $entry,
            " UNION ALL SELECT ",
            game_key!("j.command_id"),
            " AS command_id, j.entry, j.at, g.id FROM games g JOIN old_journal j ON j.game_id = g.id \
             WHERE g.room_id = $1 AND j.command_id IS NOT NULL AND ",
            $game,
            " AND ",
            $entry,
            " ORDER BY ",
            $order,
            " LIMIT $4"
        )
    };
}
/// Games that ended before the moment are left alone.
const RECENT_COMMANDS: &str =
    commands!("g.id <> $2 AND (g.ended IS NULL OR g.ended >= $3)", "j.at >= $3", "at DESC, id, entry DESC");
const COMMANDS_AFTER: &str = commands!("g.id = $2", "j.entry > $3", "entry");
static PEOPLE: Rows = Rows::new("SELECT id, name, created FROM guests WHERE id IN (", "?", ")");
const GAME: &str = "SELECT id, room_id, ruleset, version, scenario, players, setup, seed, commitment, started, ended, \
                    outcome, quarantined, draw, blind FROM games WHERE id = $1";

/// The id of a command, and its entry.
fn command(row: &Row) -> Result<(Uuid, u32), StoreError> {
    const T: &str = "journal";
    let command: Vec<u8> = row.try_get("command_id")?;
    Ok((Uuid::from_bytes(bytes(T, &command)?), number(T, row.try_get("entry")?)?))
}

#[async_trait]
impl Store for Sql {
    async fn rename_guest(&self, guest: Uuid, name: &str) -> Result<(), StoreError> {
        self.newcomers.forget_person(guest);
        query("UPDATE guests SET name = $2 WHERE id = $1")
            .bind(guest.to_string())
            .bind(name)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    async fn guests(&self, ids: &[Uuid]) -> Result<Vec<Guest>, StoreError> {
        let wanted: BTreeSet<Uuid> = ids.iter().copied().collect();
        let person = |statement: Query, id: Uuid| statement.bind(id.to_string());
        let rows = PEOPLE.fetch(&self.pool, wanted.into_iter().collect(), person).await?;
        let known = rows.iter().map(|row| guest(row).map(|one| (one.id, one)));
        let known: BTreeMap<Uuid, Guest> = known.collect::<Result<_, _>>()?;
        Ok(ids.iter().filter_map(|id| known.get(id).cloned()).collect())
    }

    async fn room(&self, id: &str) -> Result<Option<RoomRecord>, StoreError> {
        let rows = query(ROOM).bind(id).fetch_all(&self.pool).await?;
        Ok(room_records(&rows)?.pop())
    }

    async fn listed_rooms(&self, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let rows = query(LISTED).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        room_records(&rows)
    }

    async fn rooms_of(&self, guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError> {
        let rows =
            query(ROOMS_OF).bind(guest.to_string()).bind(i64::from(limit)).fetch_all(&self.pool).await?;
        room_records(&rows)
    }

    async fn rooms_opened(&self, guest: Uuid, since: i64) -> Result<u32, StoreError> {
        let row = query("SELECT COUNT(*) AS rooms FROM rooms WHERE host = $1 AND created >= $2")
            .bind(guest.to_string())
            .bind(since)
            .fetch_one(&self.pool)
            .await?;
        number("rooms", row.try_get("rooms")?)
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>, StoreError> {
        let rows = query("SELECT guest_id, kicked FROM members WHERE room_id = $1 ORDER BY guest_id")
            .bind(room)
            .fetch_all(&self.pool)
            .await?;
        let member = |row: &Row| {
            Ok(Member {
                guest: id("members", row.try_get("guest_id")?)?,
                kicked: row.try_get::<i64, _>("kicked")? != 0,
            })
        };
        rows.iter().map(member).collect()
    }

    async fn chat(&self, room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        let rows = query(
            "SELECT id, at, channel, guest_id, name, seat, words FROM chat WHERE room_id = $1 \
             ORDER BY at DESC, id DESC LIMIT $2",
        )
        .bind(room)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().rev().map(chat_line).collect()
    }

    async fn said_by(&self, room: &str, line: Uuid) -> Result<Option<Uuid>, StoreError> {
        let row = query("SELECT guest_id FROM chat WHERE room_id = $1 AND id = $2")
            .bind(room)
            .bind(line.to_string())
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| id("chat", row.try_get("guest_id")?)).transpose()
    }

    async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError> {
        let row = async { Ok(query(GAME).bind(id.to_string()).fetch_optional(&self.pool).await?) };
        let (row, nameplates) = try_join!(row, names::of(&self.pool, id))?;
        row.map(|row| Ok(GameRecord { nameplates, ..game_record(&row)? })).transpose()
    }

    async fn past_games(&self, room: &str, limit: u32) -> Result<Vec<PastGame>, StoreError> {
        let rows = query(
            "SELECT id, ended FROM games WHERE room_id = $1 AND ended IS NOT NULL ORDER BY started DESC LIMIT $2",
        )
        .bind(room)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let past =
            |row: &Row| Ok(PastGame { game: id("games", row.try_get("id")?)?, ended: row.try_get("ended")? });
        rows.iter().rev().map(past).collect()
    }

    async fn played(&self, guest: Uuid, limit: u32) -> Result<Vec<PlayedGame>, StoreError> {
        const T: &str = "games";
        let rows = query(
            "SELECT g.id, g.ruleset, g.scenario, g.players, g.outcome, g.ended, MIN(n.n) AS seat FROM game_names n \
             JOIN games g ON g.id = n.game_id WHERE n.guest_id = $1 AND g.ended IS NOT NULL AND g.outcome IS NOT NULL \
             GROUP BY g.id, g.ruleset, g.scenario, g.players, g.outcome, g.ended ORDER BY g.ended DESC, g.id LIMIT $2",
        )
        .bind(guest.to_string())
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let game = |row: &Row| {
            let players: Vec<String> = from_text(T, row.try_get("players")?)?;
            let seat: usize = number(T, row.try_get("seat")?)?;
            Ok(PlayedGame {
                game: id(T, row.try_get("id")?)?,
                ruleset: row.try_get("ruleset")?,
                scenario: row.try_get("scenario")?,
                seat: (seat < players.len()).then_some(Seat(seat as u8)),
                players,
                outcome: from_text(T, row.try_get("outcome")?)?,
                ended: row.try_get("ended")?,
            })
        };
        rows.iter().map(game).collect()
    }

    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        for table in TABLES {
            let rows = table.all(&self.pool, game).await?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    async fn has_old_journal(&self, game: Uuid) -> Result<bool, StoreError> {
        Ok(JournalTable::Old.last(&self.pool, game).await?.is_some())
    }

    async fn journal_end(&self, game: Uuid, most: u32) -> Result<Vec<JournalRow>, StoreError> {
        for table in TABLES {
            let rows = table.end(&self.pool, game, most).await?;
            if !rows.is_empty() {
                return Ok(rows);
            }
        }
        Ok(Vec::new())
    }

    async fn last_entry(&self, game: Uuid) -> Result<Option<u32>, StoreError> {
        for table in TABLES {
            let last = table.last(&self.pool, game).await?;
            if last.is_some() {
                return Ok(last);
            }
        }
        Ok(None)
    }

    async fn recent_commands(
        &self,
        room: &str,
        but: Option<Uuid>,
        since: i64,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError> {
        let rows = query(RECENT_COMMANDS)
            .bind(room)
            .bind(but.map(|game| game.to_string()).unwrap_or_default())
            .bind(since)
            .bind(i64::from(limit));
        rows.fetch_all(&self.pool).await?.iter().map(command).collect()
    }

    async fn commands_after(
        &self,
        room: &str,
        game: Uuid,
        entry: u32,
        limit: u32,
    ) -> Result<Vec<(Uuid, u32)>, StoreError> {
        let rows = query(COMMANDS_AFTER)
            .bind(room)
            .bind(game.to_string())
            .bind(i64::from(entry))
            .bind(i64::from(limit));
        rows.fetch_all(&self.pool).await?.iter().map(command).collect()
    }

    async fn drafts(&self, game: Uuid) -> Result<Vec<(Seat, Payload)>, StoreError> {
        let rows = query("SELECT seat, draft FROM drafts WHERE game_id = $1 ORDER BY seat")
            .bind(game.to_string())
            .fetch_all(&self.pool)
            .await?;
        let draft = |row: &Row| {
            let payload =
                Payload::parse(row.try_get::<String, _>("draft")?).map_err(|why| bad("drafts", why))?;
            Ok((Seat(number("drafts", row.try_get("seat")?)?), payload))
        };
        rows.iter().map(draft).collect()
    }

    async fn holdings(&self, game: Uuid) -> Result<Vec<Holding>, StoreError> {
        self.read_holdings(game).await
    }

    async fn deadlines(&self, game: Uuid) -> Result<Vec<DeadlineRow>, StoreError> {
        let row = query("SELECT lost, body FROM clocks WHERE game_id = $1")
            .bind(game.to_string())
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(Vec::new()) };
        clocks::unpack(row.try_get("body")?, row.try_get("lost")?)
    }

    async fn due_rooms(
        &self,
        until: i64,
        known: &[Rules],
        after: Option<&(String, i64)>,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        replays::due_rooms(self, until, known, after, limit).await
    }

    async fn beat(&self, now: i64, known: &[Rules]) -> Result<(), StoreError> {
        let mut tx = Transaction::begin(self).await?;
        note(&mut *tx, "alive", now).await?;
        let lost = noted(&mut tx, "lost").await?.unwrap_or(0);
        replays::alive(&mut tx, now - lost, known).await?;
        Ok(tx.commit().await?)
    }

    async fn credit(
        &self,
        since: Option<i64>,
        now: &(dyn Fn() -> i64 + Send + Sync),
    ) -> Result<Credit, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let now = now();
        let alive = noted(&mut tx, "alive").await?.unwrap_or(now);
        let added = now - since.unwrap_or(alive).max(alive);
        let total = noted(&mut tx, "lost").await?.unwrap_or(0) + added;
        note(&mut *tx, "lost", total).await?;
        note(&mut *tx, "alive", now).await?;
        tx.commit().await?;
        Ok(Credit { added, total, now })
    }

    async fn credit_leap(&self, leap: Leap) -> Result<i64, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let lost = noted(&mut tx, "lost").await?.unwrap_or(0);
        if lost != leap.before {
            tx.rollback().await?;
            return Ok(lost);
        }
        let total = lost + leap.millis;
        note(&mut *tx, "lost", total).await?;
        if let Some(alive) = noted(&mut tx, "alive").await? {
            note(&mut *tx, "alive", alive + leap.millis).await?;
        }
        tx.commit().await?;
        Ok(total)
    }

    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        self.newcomers.come(jobs);
        let done = self.commit_group(jobs).await;
        self.newcomers.written(jobs, &done);
        // Before anything is looked up of what is not known.
        self.doubt.after(&done);
        done
    }

    async fn ping(&self, now: i64) -> Result<(), StoreError> {
        Ok(note(&self.writer, "ready", now).await?)
    }

    async fn close(&self) {
        self.heart.close().await;
        self.writer.close().await;
        self.pool.close().await;
    }
}
