//! The queries, written once in the SQL that both databases speak, and compiled once for each (`super::Db`).

mod campaigns;
mod commit;
mod copy;
mod devices;
mod holdings;
mod hot;
mod names;
mod replays;
mod rooms;
mod shelf;
mod upkeep;

use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, PastGame};
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::{Pool, Row as _, query};
use tokio::try_join;
use uuid::Uuid;

use super::Db;
use crate::fair::Link;
use crate::store::api::{Credit, Store};
use crate::store::error::{StoreError, WriteError};
use crate::store::newcomers::Newcomers;
use crate::store::records::{
    DeadlineRow, Draw, GameRecord, Guest, Holding, JournalRow, Member, RoomRecord, SeatRecord,
};
use crate::store::replays::Rules;
use crate::store::write::{Job, Write};
use commit::{Fault, Transaction};
#[allow(unused_imports, reason = "each database takes what its way of appending needs")]
pub(super) use hot::{Clocks, Line, Query, Rows};

pub(in crate::store) use copy::{copy_in, copy_out, is_empty};

type Row = <Db as sqlx::Database>::Row;
type Conn = <Db as sqlx::Database>::Connection;

/// Connections to one database.
pub(in crate::store) struct Sql {
    /// For whatever reads, and small writes.
    pub(super) pool: Pool<Db>,
    /// For the journal.
    pub(super) writer: Pool<Db>,
    /// How long a connection is waited for.
    pub(super) patience: Duration,
    /// Who has just come.
    pub(super) newcomers: Newcomers,
}

fn bad(table: &'static str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Row { table, why: why.to_string() }
}

fn id(table: &'static str, text: &str) -> Result<Uuid, StoreError> {
    Uuid::parse_str(text).map_err(|why| bad(table, why))
}

fn number<T: TryFrom<i64>>(table: &'static str, from: i64) -> Result<T, StoreError> {
    T::try_from(from).map_err(|_| bad(table, "a number is out of range"))
}

fn bytes<const N: usize>(table: &'static str, from: &[u8]) -> Result<[u8; N], StoreError> {
    from.try_into().map_err(|_| bad(table, "bytes of another length"))
}

/// JSON text of our own plain types, all of which can be written.
fn text<T: Serialize>(value: &T) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|why| sqlx::Error::Encode(why.into()))
}

fn from_text<T: DeserializeOwned>(table: &'static str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text)
        .map_err(|why| bad(table, format_args!("{:?} at {}", why.classify(), why.column())))
}

fn guest(row: &Row) -> Result<Guest, StoreError> {
    Ok(Guest {
        id: id("guests", row.try_get("id")?)?,
        name: row.try_get("name")?,
        created: row.try_get("created")?,
    })
}

fn seat_record(row: &Row) -> Result<SeatRecord, StoreError> {
    let (guest, bot): (Option<String>, Option<String>) = (row.try_get("guest_id")?, row.try_get("bot")?);
    let holder = match (guest, bot) {
        (Some(guest), _) => Holder::Guest {
            id: id("seats", &guest)?,
            name: row.try_get::<Option<String>, _>("guest_name")?.unwrap_or_default(),
        },
        (None, Some(bot)) => Holder::Bot { bot },
        (None, None) => Holder::Open,
    };
    let band: Option<String> = row.try_get("band")?;
    Ok(SeatRecord {
        holder,
        band: band.map(Payload::parse).transpose().map_err(|why| bad("seats", why))?,
        absent: row.try_get::<i64, _>("absent")? != 0,
    })
}

fn game_record(row: &Row) -> Result<GameRecord, StoreError> {
    const T: &str = "games";
    let (outcome, draw): (Option<String>, Option<String>) = (row.try_get("outcome")?, row.try_get("draw")?);
    Ok(GameRecord {
        id: id(T, row.try_get("id")?)?,
        room: row.try_get("room_id")?,
        ruleset: row.try_get("ruleset")?,
        version: number(T, row.try_get("version")?)?,
        scenario: row.try_get("scenario")?,
        players: from_text(T, row.try_get("players")?)?,
        nameplates: Vec::new(),
        setup: Payload::parse(row.try_get::<String, _>("setup")?).map_err(|why| bad(T, why))?,
        secret: bytes(T, row.try_get("seed")?)?,
        commitment: row.try_get("commitment")?,
        draw: match draw.map(|text| from_text(T, &text)).transpose()? {
            None => Draw::Before,
            Some(None) => Draw::Asked,
            Some(Some(given)) => Draw::Drawn(given),
        },
        started: row.try_get("started")?,
        ended: row.try_get("ended")?,
        outcome: outcome.map(|text| from_text(T, &text)).transpose()?,
        quarantined: row.try_get("quarantined")?,
        blind: row.try_get::<i64, _>("blind")? != 0,
    })
}

/// The text of a draw; nothing for a game of before there was one.
fn draw_text(draw: &Draw) -> Result<Option<String>, sqlx::Error> {
    match draw {
        Draw::Before => Ok(None),
        Draw::Asked => text(&None::<()>).map(Some),
        Draw::Drawn(given) => text(given).map(Some),
    }
}

fn link(row: &Row) -> Result<Option<Link>, StoreError> {
    const T: &str = "journal";
    let (author, rolls): (Option<String>, Option<String>) = (row.try_get("author")?, row.try_get("rolls")?);
    let (hide, head): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.try_get("hide")?, row.try_get("head")?);
    let Some(((rolls, hide), head)) = rolls.zip(hide).zip(head) else { return Ok(None) };
    Ok(Some(Link {
        author: author.map(|author| from_text(T, &author)).transpose()?,
        rolls: from_text(T, &rolls)?,
        salt: bytes(T, &hide)?,
        head: bytes(T, &head)?,
    }))
}

fn journal_row(game: Uuid, row: &Row) -> Result<JournalRow, StoreError> {
    const T: &str = "journal";
    let (actor, command_id, command): (Option<String>, Option<String>, Option<String>) =
        (row.try_get("actor")?, row.try_get("command_id")?, row.try_get("command")?);
    let (digest, salt): (Option<String>, Option<Vec<u8>>) = (row.try_get("digest")?, row.try_get("salt")?);
    let blind: Option<String> = row.try_get("blind")?;
    Ok(JournalRow {
        game,
        entry: number(T, row.try_get("entry")?)?,
        at: row.try_get("at")?,
        actor: actor.map(|actor| from_text(T, &actor)).transpose()?,
        command_id: command_id.map(|text| id(T, &text)).transpose()?,
        command: command.map(Payload::parse).transpose().map_err(|why| bad(T, why))?,
        events: Payload::parse(row.try_get::<String, _>("events")?).map_err(|why| bad(T, why))?,
        drawn: number(T, row.try_get("drawn")?)?,
        seal: digest
            .zip(salt)
            .map(|(digest, salt)| Ok::<_, StoreError>((digest, bytes(T, &salt)?)))
            .transpose()?,
        blind: blind.map(|blind| from_text(T, &blind)).transpose()?,
        link: link(row)?,
    })
}

fn chat_line(row: &Row) -> Result<ChatLine, StoreError> {
    const T: &str = "chat";
    let seat: Option<i64> = row.try_get("seat")?;
    Ok(ChatLine {
        id: id(T, row.try_get("id")?)?,
        at: row.try_get("at")?,
        channel: from_text(T, row.try_get("channel")?)?,
        from: id(T, row.try_get("guest_id")?)?,
        name: row.try_get("name")?,
        seat: seat.map(|seat| number(T, seat).map(Seat)).transpose()?,
        text: row.try_get("words")?,
    })
}

/// A room whose seats are still to come.
fn room_record(row: &Row) -> Result<RoomRecord, StoreError> {
    const T: &str = "rooms";
    let game: Option<String> = row.try_get("game_id")?;
    Ok(RoomRecord {
        id: row.try_get("id")?,
        host: id(T, row.try_get("host")?)?,
        phase: from_text(T, row.try_get("phase")?)?,
        settings: from_text(T, row.try_get("settings")?)?,
        invite: row.try_get("invite")?,
        game: game.map(|game| id(T, &game)).transpose()?,
        created: row.try_get("created")?,
        touched: row.try_get("touched")?,
        campaign: row.try_get("campaign_id")?,
        paused_until: row.try_get("paused_until")?,
        paused_entry: row
            .try_get::<Option<i64>, _>("paused_entry")?
            .map(|entry| number(T, entry))
            .transpose()?,
        seats: Vec::new(),
        epoch: row.try_get("epoch")?,
    })
}

/// The rooms of [`rooms_with_seats`].
fn room_records(rows: &[Row]) -> Result<Vec<RoomRecord>, StoreError> {
    let mut rooms: Vec<RoomRecord> = Vec::new();
    for row in rows {
        let id: &str = row.try_get("id")?;
        if rooms.last().is_none_or(|room| room.id != id) {
            rooms.push(room_record(row)?);
        }
        if let (Some(room), Some(_)) = (rooms.last_mut(), row.try_get::<Option<i64>, _>("seat")?) {
            room.seats.push(seat_record(row)?);
        }
    }
    Ok(rooms)
}

async fn write_game(conn: &mut Conn, game: &GameRecord) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO games (id, room_id, ruleset, version, scenario, players, setup, seed, commitment, started, draw, \
         blind) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(game.id.to_string())
    .bind(&game.room)
    .bind(&game.ruleset)
    .bind(i64::from(game.version))
    .bind(&game.scenario)
    .bind(text(&game.players)?)
    .bind(game.setup.text())
    .bind(&game.secret[..])
    .bind(&game.commitment)
    .bind(game.started)
    .bind(draw_text(&game.draw)?)
    .bind(i64::from(game.blind))
    .execute(conn)
    .await?;
    Ok(())
}

/// Comes after whatever waits for the rows that a commit on its way holds: then what it has written is seen.
async fn upto(conn: &mut Conn, game: Uuid, entry: u32) -> Result<(), Fault> {
    let next = query("SELECT 1 FROM journal WHERE game_id = $1 AND entry = $2")
        .bind(game.to_string())
        .bind(i64::from(entry) + 1)
        .fetch_optional(conn)
        .await?;
    if next.is_none() { Ok(()) } else { Err(Fault::Own(WriteError::Conflict)) }
}

async fn write_chat(conn: &mut Conn, room: &str, line: &ChatLine) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO chat (room_id, id, at, channel, guest_id, name, seat, words) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(room)
    .bind(line.id.to_string())
    .bind(line.at)
    .bind(text(&line.channel)?)
    .bind(line.from.to_string())
    .bind(&line.name)
    .bind(line.seat.map(|seat| i64::from(seat.0)))
    .bind(&line.text)
    .execute(conn)
    .await?;
    Ok(())
}

async fn write(conn: &mut Conn, write: &Write) -> Result<(), Fault> {
    match write {
        Write::Game(game) => Ok(write_game(conn, game).await?),
        Write::Drawn { game, draw } => {
            query("UPDATE games SET draw = $2 WHERE id = $1")
                .bind(game.to_string())
                .bind(text(draw)?)
                .execute(conn)
                .await?;
            Ok(())
        }
        Write::Epoch { room, epoch } => rooms::open_epochs(conn, [(room.as_str(), *epoch)].into_iter()).await,
        Write::Upto { game, entry } => upto(conn, *game, *entry).await,
        Write::Over { game, at, outcome } => {
            query("UPDATE games SET ended = $2, outcome = $3 WHERE id = $1")
                .bind(game.to_string())
                .bind(at)
                .bind(text(outcome)?)
                .execute(conn)
                .await?;
            Ok(())
        }
        Write::Replay { game, format, replay } => Ok(replays::write(conn, *game, *format, replay).await?),
        Write::Quarantine { game, at, why } => {
            let clocks = query("DELETE FROM deadlines WHERE game_id = $1").bind(game.to_string());
            clocks.execute(&mut *conn).await?;
            campaigns::put_aside(conn, *game, *at).await?;
            query("UPDATE games SET quarantined = $2 WHERE id = $1")
                .bind(game.to_string())
                .bind(why)
                .execute(conn)
                .await?;
            Ok(())
        }
        // Taken by [`rooms::Base`] or [`hot::Hot`].
        Write::Guest { .. }
        | Write::Room(_)
        | Write::Member { .. }
        | Write::Nameplate { .. }
        | Write::Holding { .. }
        | Write::Entry(_)
        | Write::Draft { .. }
        | Write::DropDrafts { .. }
        | Write::Deadlines { .. } => Ok(()),
        Write::Chat { room, line } => Ok(write_chat(conn, room, line).await?),
        Write::Muster(muster) => campaigns::muster(conn, muster).await,
        Write::Homecoming(over) => Ok(campaigns::homecoming(conn, over).await?),
    }
}

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

/// Rooms with their seats: a row for each seat, and one for a room without. `$rooms` says which rooms.
macro_rules! rooms_with_seats {
    ($rooms:literal) => {
        concat!(
            "SELECT r.id, r.host, r.phase, r.settings, r.invite, r.game_id, r.created, r.touched, r.campaign_id, \
             r.paused_until, r.paused_entry, r.epoch, s.seat, s.guest_id, g.name AS guest_name, s.bot, s.band, s.absent \
             FROM (SELECT r.* FROM rooms r ",
            $rooms,
            ") r LEFT JOIN seats s ON s.room_id = r.id LEFT JOIN guests g ON g.id = s.guest_id \
             ORDER BY r.touched DESC, r.id, s.seat"
        )
    };
}
use rooms_with_seats;

const ROOM: &str = rooms_with_seats!("WHERE r.id = $1");
const LISTED: &str = rooms_with_seats!(
    "WHERE r.listed = 1 AND r.phase IN ('\"lobby\"', '\"playing\"', '\"paused\"') ORDER BY r.touched DESC, r.id LIMIT $1"
);
const ROOMS_OF: &str = rooms_with_seats!(
    "JOIN members m ON m.room_id = r.id WHERE m.guest_id = $1 AND m.kicked = 0 ORDER BY r.touched DESC, r.id LIMIT $2"
);
const GAME: &str = "SELECT id, room_id, ruleset, version, scenario, players, setup, seed, commitment, started, ended, \
                    outcome, quarantined, draw, blind FROM games WHERE id = $1";

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
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            let row = query("SELECT id, name, created FROM guests WHERE id = $1")
                .bind(id.to_string())
                .fetch_optional(&self.pool)
                .await?;
            found.extend(row.as_ref().map(guest).transpose()?);
        }
        Ok(found)
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

    async fn game(&self, id: Uuid) -> Result<Option<GameRecord>, StoreError> {
        let row = async { Ok(query(GAME).bind(id.to_string()).fetch_optional(&self.pool).await?) };
        let (row, nameplates) = try_join!(row, names::of(&self.pool, id))?;
        row.map(|row| Ok(GameRecord { nameplates, ..game_record(&row)? })).transpose()
    }

    async fn past_games(&self, room: &str) -> Result<Vec<PastGame>, StoreError> {
        let rows =
            query("SELECT id, ended FROM games WHERE room_id = $1 AND ended IS NOT NULL ORDER BY started")
                .bind(room)
                .fetch_all(&self.pool)
                .await?;
        let past =
            |row: &Row| Ok(PastGame { game: id("games", row.try_get("id")?)?, ended: row.try_get("ended")? });
        rows.iter().map(past).collect()
    }

    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        let rows = query(
            "SELECT entry, at, actor, command_id, command, events, drawn, digest, salt, author, rolls, hide, head, blind \
             FROM journal WHERE game_id = $1 ORDER BY entry",
        )
        .bind(game.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| journal_row(game, row)).collect()
    }

    async fn last_entry(&self, game: Uuid) -> Result<Option<u32>, StoreError> {
        let row = query("SELECT MAX(entry) AS entry FROM journal WHERE game_id = $1")
            .bind(game.to_string())
            .fetch_one(&self.pool)
            .await?;
        row.try_get::<Option<i64>, _>("entry")?.map(|entry| number("journal", entry)).transpose()
    }

    async fn earlier_commands(&self, room: &str, but: Option<Uuid>) -> Result<Vec<(Uuid, u32)>, StoreError> {
        const T: &str = "journal";
        let rows = query(
            "SELECT j.command_id, j.entry FROM journal j JOIN games g ON g.id = j.game_id \
             WHERE g.room_id = $1 AND g.id <> $2 AND j.command_id IS NOT NULL",
        )
        .bind(room)
        .bind(but.map(|game| game.to_string()).unwrap_or_default())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Ok((id(T, row.try_get("command_id")?)?, number(T, row.try_get("entry")?)?)))
            .collect()
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
        let rows = query(
            "SELECT seat, deadline, total, paused_left FROM deadlines WHERE game_id = $1 ORDER BY seat",
        )
        .bind(game.to_string())
        .fetch_all(&self.pool)
        .await?;
        let deadline = |row: &Row| {
            Ok(DeadlineRow {
                seat: Seat(number("deadlines", row.try_get("seat")?)?),
                deadline: row.try_get("deadline")?,
                total: row.try_get("total")?,
                paused_left: row.try_get("paused_left")?,
            })
        };
        rows.iter().map(deadline).collect()
    }

    async fn alarms(&self, known: &[Rules]) -> Result<Vec<(String, i64)>, StoreError> {
        replays::alarms(self, known).await
    }

    async fn beat(&self, now: i64, known: &[Rules]) -> Result<(), StoreError> {
        let mut tx = Transaction::begin(self).await?;
        note(&mut *tx, "alive", now).await?;
        let lost = noted(&mut tx, "lost").await?.unwrap_or(0);
        replays::alive(&mut tx, now - lost, known).await?;
        Ok(tx.commit().await?)
    }

    async fn credit(&self, since: Option<i64>, now: fn() -> i64) -> Result<Credit, StoreError> {
        let mut tx = Transaction::begin(self).await?;
        let now = now();
        let alive = noted(&mut tx, "alive").await?.unwrap_or(now);
        let added = (now - since.unwrap_or(alive).max(alive)).max(0);
        let total = noted(&mut tx, "lost").await?.unwrap_or(0) + added;
        note(&mut *tx, "lost", total).await?;
        note(&mut *tx, "alive", now.max(alive)).await?;
        tx.commit().await?;
        Ok(Credit { added, total })
    }

    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        self.newcomers.come(jobs);
        let done = self.commit_group(jobs).await;
        self.newcomers.written(jobs, &done);
        done
    }

    async fn ping(&self, now: i64) -> Result<(), StoreError> {
        Ok(note(&self.writer, "ready", now).await?)
    }

    async fn close(&self) {
        self.writer.close().await;
        self.pool.close().await;
    }
}
