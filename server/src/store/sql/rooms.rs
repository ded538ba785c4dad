//! People who come and rooms that change, which everything else refers to: for a whole group of jobs at once.

use std::collections::BTreeMap;

use bagarre_protocol::room::Holder;
use uuid::Uuid;

use super::super::dialect::now;
use super::fault::Fault;
use super::statement::{Query, Rows};
use super::value::{Conn, text};
use crate::store::error::WriteError;
use crate::store::records::{Guest, Hash, RoomRecord, SeatRecord};
use crate::store::write::Write;

static GUESTS: Rows = Rows::new("INSERT INTO guests (id, name, created) VALUES ", "(?, ?, ?)", "");
static TOKENS: Rows =
    Rows::new("INSERT INTO tokens (hash, guest_id, created, used, label) VALUES ", "(?, ?, ?, ?, ?)", "");
/// One that is in another epoch stays as it is.
static ROOMS: Rows = Rows::new(
    "INSERT INTO rooms (id, host, phase, listed, settings, invite, game_id, created, touched, campaign_id, paused_until, \
     paused_entry, epoch) VALUES ",
    "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    " ON CONFLICT (id) DO UPDATE SET host = excluded.host, phase = excluded.phase, listed = excluded.listed, \
     settings = excluded.settings, invite = excluded.invite, game_id = excluded.game_id, touched = excluded.touched, \
     paused_until = excluded.paused_until, paused_entry = excluded.paused_entry WHERE rooms.epoch = excluded.epoch",
);
/// One that is the same stays as it is.
static SEATS: Rows = Rows::new(
    "INSERT INTO seats (room_id, seat, guest_id, bot, band, absent) VALUES ",
    "(?, ?, ?, ?, ?, ?)",
    " ON CONFLICT (room_id, seat) DO UPDATE SET guest_id = excluded.guest_id, bot = excluded.bot, \
     band = excluded.band, absent = excluded.absent \
     WHERE (seats.guest_id, seats.bot, seats.band, seats.absent) \
     IS DISTINCT FROM (excluded.guest_id, excluded.bot, excluded.band, excluded.absent)",
);
static NO_SEATS: Rows = Rows::new(
    "WITH kept (room, seats) AS (VALUES ",
    "(?, ?)",
    ") DELETE FROM seats WHERE (room_id, seat) IN \
     (SELECT s.room_id, s.seat FROM kept JOIN seats s ON s.room_id = kept.room AND s.seat >= kept.seats)",
);
static CLAIMS: Rows = Rows::new(
    "WITH claimed (room, before, epoch) AS (VALUES ",
    "(?, ?, ?)",
    ") UPDATE rooms SET epoch = claimed.epoch FROM claimed WHERE rooms.id = claimed.room AND rooms.epoch = claimed.before",
);
/// The condition that no server holds a room, or one whose lease runs.
macro_rules! held {
    () => {
        concat!(
            "(rooms.node IS NULL OR EXISTS (SELECT 1 FROM nodes n WHERE n.id = rooms.node AND n.until >= ",
            now!(),
            "))"
        )
    };
}
/// Locks the rows, and changes nothing.
static EPOCHS: Rows = Rows::new(
    "WITH open (room, epoch) AS (VALUES ",
    "(?, ?)",
    concat!(
        ") UPDATE rooms SET epoch = open.epoch FROM open WHERE rooms.id = open.room AND rooms.epoch = open.epoch AND ",
        held!()
    ),
);
static MEMBERS: Rows = Rows::new(
    "INSERT INTO members (room_id, guest_id, kicked) VALUES ",
    "(?, ?, ?)",
    " ON CONFLICT (room_id, guest_id) DO UPDATE SET kicked = excluded.kicked",
);

/// What a group writes of these kinds, before everything else, which may refer to it. Of several writes to one place the last one
/// counts.
#[derive(Default)]
pub(super) struct Base<'a> {
    guests: Vec<&'a Guest>,
    tokens: Vec<Browser<'a>>,
    rooms: BTreeMap<&'a str, &'a RoomRecord>,
    members: BTreeMap<(&'a str, Uuid), bool>,
    /// A room is written from two epochs: which of them counts is seen when each job is written by itself.
    mixed: bool,
}

impl<'a> Base<'a> {
    /// Takes a write; `false` when it is of another kind.
    pub(super) fn take(&mut self, write: &'a Write) -> bool {
        match write {
            Write::Guest { guest, token, label } => {
                self.guests.push(guest);
                self.tokens.push(Browser { guest, token, label });
            }
            Write::Room(room) => {
                let before = self.rooms.insert(&room.id, room);
                self.mixed |= before.is_some_and(|before| before.epoch != room.epoch);
            }
            Write::Member { room, member } => {
                self.members.insert((room, member.guest), member.kicked);
            }
            _ => return false,
        }
        true
    }

    /// Writes everything that was taken.
    pub(super) async fn write(self, conn: &mut Conn) -> Result<(), Fault> {
        if self.mixed {
            return Err(Fault::Own(WriteError::Fenced));
        }
        GUESTS.run(conn, self.guests, new_guest).await?;
        TOKENS.run(conn, self.tokens, browser).await?;
        let rooms = self.rooms.values().map(|room| RoomRow::new(room)).collect::<Result<Vec<_>, _>>()?;
        let expected = rooms.len() as u64;
        if ROOMS.run(conn, rooms, room).await? < expected {
            return Err(Fault::Own(WriteError::Fenced));
        }
        let seats = self
            .rooms
            .values()
            .flat_map(|room| (0i64..).zip(&room.seats).map(|(n, one)| (&*room.id, n, one)));
        SEATS.run(conn, seats.collect(), seat).await?;
        let kept = |statement: Query, room: &RoomRecord| {
            statement.bind(room.id.clone()).bind(room.seats.len() as i64)
        };
        NO_SEATS.run(conn, self.rooms.into_values().collect(), kept).await?;
        let member = |statement: Query, ((room, guest), kicked): ((&str, Uuid), bool)| {
            statement.bind(room.to_owned()).bind(guest.to_string()).bind(i64::from(kicked))
        };
        MEMBERS.run(conn, self.members.into_iter().collect(), member).await?;
        Ok(())
    }
}

/// Begins epochs of rooms, each after the one that was read: `(room, read, begun)`. Waits for the writes that earlier
/// ones have on their way. Where a group claims a room twice, which one counts is seen when each job is written by
/// itself.
pub(super) async fn claim_epochs(conn: &mut Conn, mut all: Vec<(&str, i64, i64)>) -> Result<(), Fault> {
    // Rows are locked in this order.
    all.sort_unstable();
    let expected = all.len() as u64;
    let claim = |statement: Query, (room, from, epoch): (&str, i64, i64)| {
        statement.bind(room.to_owned()).bind(from).bind(epoch)
    };
    let claimed = CLAIMS.run(conn, all, claim).await?;
    if claimed == expected { Ok(()) } else { Err(Fault::Own(WriteError::Fenced)) }
}

/// Checks that rooms are in these epochs, and keeps them there until the transaction ends.
pub(super) async fn check_epochs<'a>(
    conn: &mut Conn,
    all: impl Iterator<Item = (&'a str, i64)>,
) -> Result<(), Fault> {
    let mut epochs = BTreeMap::new();
    for (room, epoch) in all {
        // Of two which one counts is seen when each job is written by itself.
        if epochs.insert(room, epoch).is_some_and(|other| other != epoch) {
            return Err(Fault::Own(WriteError::Fenced));
        }
    }
    let expected = epochs.len() as u64;
    let epoch = |statement: Query, (room, epoch): (&str, i64)| statement.bind(room.to_owned()).bind(epoch);
    let open = EPOCHS.run(conn, epochs.into_iter().collect(), epoch).await?;
    if open == expected { Ok(()) } else { Err(Fault::Own(WriteError::Fenced)) }
}

fn new_guest(statement: Query, guest: &Guest) -> Query {
    statement.bind(guest.id.to_string()).bind(guest.name.clone()).bind(guest.created)
}

/// The first browser of a person.
struct Browser<'a> {
    guest: &'a Guest,
    token: &'a Hash,
    label: &'a str,
}

fn browser(statement: Query, Browser { guest, token, label }: Browser<'_>) -> Query {
    let statement = statement.bind(token.to_vec()).bind(guest.id.to_string());
    statement.bind(guest.created).bind(guest.created).bind(label.to_owned())
}

/// A room, with what has to be made text.
struct RoomRow<'a> {
    room: &'a RoomRecord,
    phase: String,
    settings: String,
}

impl<'a> RoomRow<'a> {
    fn new(room: &'a RoomRecord) -> Result<Self, sqlx::Error> {
        Ok(Self { room, phase: text(&room.phase)?, settings: text(&room.settings)? })
    }
}

fn room(statement: Query, RoomRow { room, phase, settings }: RoomRow<'_>) -> Query {
    statement
        .bind(room.id.clone())
        .bind(room.host.to_string())
        .bind(phase)
        .bind(i64::from(room.settings.listed))
        .bind(settings)
        .bind(room.invite)
        .bind(room.game.map(|game| game.to_string()))
        .bind(room.created)
        .bind(room.touched)
        .bind(room.campaign.clone())
        .bind(room.paused_until)
        .bind(room.paused_entry.map(i64::from))
        .bind(room.epoch)
}

fn seat(statement: Query, (room, number, seat): (&str, i64, &SeatRecord)) -> Query {
    let (guest, bot) = match &seat.holder {
        Holder::Open => (None, None),
        Holder::Guest { id, .. } => (Some(id.to_string()), None),
        Holder::Bot { bot } => (None, Some(bot.clone())),
    };
    let band = seat.band.as_ref().map(|band| band.text().to_owned());
    let statement = statement.bind(room.to_owned()).bind(number).bind(guest).bind(bot).bind(band);
    statement.bind(i64::from(seat.absent))
}
