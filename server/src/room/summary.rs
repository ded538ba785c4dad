//! A room as it is shown outside of it.

use bagarre_protocol::http::RoomCard;
use bagarre_protocol::room::{Holder, Phase, Settings};
use uuid::Uuid;

use crate::store::RoomRecord;

/// A room as it is shown outside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its id.
    pub id: String,
    /// Where it stands.
    pub phase: Phase,
    /// What the host chose.
    pub settings: Settings,
    /// The host.
    pub host: Uuid,
    /// Who holds the seats.
    pub seats: Vec<Holder>,
    /// The game that runs, or the last one.
    pub game: Option<Uuid>,
    /// When anything last happened in it, in milliseconds since 1970.
    pub touched: i64,
}

impl From<RoomRecord> for Summary {
    fn from(room: RoomRecord) -> Self {
        Self {
            id: room.id,
            phase: room.phase,
            settings: room.settings,
            host: room.host,
            seats: room.seats.into_iter().map(|seat| seat.holder).collect(),
            game: room.game,
            touched: room.touched,
        }
    }
}

/// A room as a list shows it to a person who may hold a seat there.
pub(crate) fn card_for(room: RoomRecord, reader: Option<Uuid>) -> RoomCard {
    let his = |holder: &Holder| matches!(holder, Holder::Guest { id, .. } if Some(*id) == reader);
    let mine = room.seats.iter().any(|seat| his(&seat.holder));
    RoomCard { mine, ..card(room) }
}

/// A room as a list shows it.
pub(crate) fn card(room: RoomRecord) -> RoomCard {
    let taken = room.seats.iter().filter(|seat| seat.holder != Holder::Open).count();
    RoomCard {
        id: room.id,
        name: room.settings.name,
        ruleset: room.settings.ruleset,
        scenario: room.settings.scenario,
        phase: room.phase,
        seats: room.settings.seats,
        taken: taken as u8,
        spectators: room.settings.spectators,
        mine: false,
        campaign: room.campaign,
    }
}
