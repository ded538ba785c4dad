//! Rows that were read, as records.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::Holder;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use sqlx::Row as _;

use super::value::{Row, bad, bytes, from_text, id, number};
use crate::store::error::StoreError;
use crate::store::records::{Draw, GameRecord, Guest, RoomRecord, SeatRecord};

pub(super) fn guest(row: &Row) -> Result<Guest, StoreError> {
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

pub(super) fn game_record(row: &Row) -> Result<GameRecord, StoreError> {
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

pub(super) fn chat_line(row: &Row) -> Result<ChatLine, StoreError> {
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
pub(super) fn room_records(rows: &[Row]) -> Result<Vec<RoomRecord>, StoreError> {
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
pub(super) use rooms_with_seats;
