//! A room as the operator sees it: who plays what and where it stands, without a name, a sheet, an order or a die.

use bagarre_protocol::room::{Holder, Phase, Sheet};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::store::{RoomRecord, SeatRecord};

/// A room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) id: String,
    pub(crate) awake: bool,
    pub(crate) phase: Phase,
    pub(crate) ruleset: String,
    pub(crate) scenario: String,
    pub(crate) host: Uuid,
    pub(crate) campaign: Option<String>,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) created: i64,
    /// When anything last changed in it.
    pub(crate) touched: i64,
    /// Open sockets.
    pub(crate) sockets: usize,
    /// Messages that wait until something is written.
    pub(crate) waiting: usize,
    pub(crate) seats: Vec<SeatReport>,
    pub(crate) game: Option<GameReport>,
}

/// What holds a seat.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HolderKind {
    Open,
    Guest,
    Bot,
}

/// A seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SeatReport {
    holder: HolderKind,
    guest: Option<Uuid>,
    online: bool,
    sheet: Sheet,
}

impl SeatReport {
    /// A seat, with what holds it.
    pub(super) fn new(holder: &Holder, online: bool, sheet: Sheet) -> Self {
        let (holder, guest) = match holder {
            Holder::Open => (HolderKind::Open, None),
            Holder::Guest { id, .. } => (HolderKind::Guest, Some(*id)),
            Holder::Bot { .. } => (HolderKind::Bot, None),
        };
        Self { holder, guest, online, sheet }
    }
}

/// The game of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameReport {
    pub(crate) id: Uuid,
    /// The last entry.
    pub(crate) entry: Option<u32>,
    pub(crate) turn: Option<u32>,
    /// Seats that have to answer.
    pub(crate) asked: Vec<u8>,
    /// When the first clock is over, in milliseconds since 1970.
    pub(crate) first_deadline: Option<i64>,
}

impl From<&RoomRecord> for Report {
    /// A room that is asleep.
    fn from(room: &RoomRecord) -> Self {
        let seat = |seat: &SeatRecord| SeatReport::new(&seat.holder, false, Sheet::None);
        Self {
            id: room.id.clone(),
            awake: false,
            phase: room.phase,
            ruleset: room.settings.ruleset.clone(),
            scenario: room.settings.scenario.clone(),
            host: room.host,
            campaign: room.campaign.clone(),
            created: room.created,
            touched: room.touched,
            sockets: 0,
            waiting: 0,
            seats: room.seats.iter().map(seat).collect(),
            game: room.game.map(|id| GameReport {
                id,
                entry: None,
                turn: None,
                asked: Vec::new(),
                first_deadline: None,
            }),
        }
    }
}
