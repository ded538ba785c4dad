//! The campaign that a room belongs to: whose seat is whose, and which bands play.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::campaign::CampaignPhase;
use bagarre_protocol::room::{Holder, Phase, RoomCampaign, SeatBand};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use uuid::Uuid;

use super::{refuse, settings};
use crate::store::campaigns::{BandRecord, CampaignRecord, Membership, Muster};
use crate::store::{RoomRecord, Store, StoreError, Write};
use crate::words::campaign as campaign_refuse;

/// A campaign as it was last read.
pub(super) struct Camp {
    record: CampaignRecord,
    /// Who takes part.
    here: BTreeSet<Uuid>,
    bands: BTreeMap<u32, BandRecord>,
    /// The bands of the room's game, by seat.
    seats: BTreeMap<Seat, u32>,
}

impl Camp {
    /// Reads a campaign; `None` when there is none of that name.
    pub(super) async fn read(
        store: &dyn Store,
        campaign: &str,
        game: Option<Uuid>,
    ) -> Result<Option<Self>, StoreError> {
        let Some(record) = store.campaign(campaign).await? else { return Ok(None) };
        let members = store.campaign_members(campaign).await?;
        let here = members.into_iter().filter(|member| member.membership == Membership::Here);
        let bands = store.campaign_bands(campaign).await?;
        let seats = match game {
            Some(game) => store.campaign_seats(game).await?.into_iter().collect(),
            None => BTreeMap::new(),
        };
        Ok(Some(Self {
            record,
            here: here.map(|member| member.guest.id).collect(),
            bands: bands.into_iter().map(|band| (band.n, band)).collect(),
            seats,
        }))
    }

    /// Returns its version, as it was read.
    pub(super) fn version(&self) -> i64 {
        self.record.version
    }

    /// Returns what all people in the room know of it.
    pub(super) fn shown(&self) -> RoomCampaign {
        let open = self.is_open();
        RoomCampaign { id: self.record.id.clone(), name: self.record.name.clone(), open }
    }

    /// Returns whether games may begin.
    pub(super) fn is_open(&self) -> bool {
        self.record.phase == CampaignPhase::Open
    }

    /// Returns whether a person takes part.
    pub(super) fn has(&self, guest: Uuid) -> bool {
        self.here.contains(&guest)
    }

    /// Returns the band with which a person would play.
    pub(super) fn band_of(&self, guest: Uuid) -> Option<&BandRecord> {
        self.bands.values().find(|band| band.guest == guest && !band.disbanded)
    }

    /// Returns the band of a seat: before a game that of its holder, from then on the one that plays.
    pub(super) fn band_at(&self, room: &RoomRecord, seat: Seat) -> Option<&BandRecord> {
        if room.phase != Phase::Lobby {
            return self.bands.get(self.seats.get(&seat)?);
        }
        match &room.seats.get(usize::from(seat.0))?.holder {
            Holder::Guest { id, .. } => self.band_of(*id),
            Holder::Open | Holder::Bot { .. } => None,
        }
    }

    /// Returns whether a person may take a seat: members before the start, the player of its band during a game. Where a seat plays with no
    /// band any member may come back.
    pub(super) fn may_sit(&self, room: &RoomRecord, guest: Uuid, seat: Seat) -> Result<(), Refusal> {
        if !self.has(guest) {
            return Err(campaign_refuse::not_member());
        }
        let band = self.band_at(room, seat);
        let bound = room.phase != Phase::Lobby && settings::brings(&room.settings, seat);
        if bound && band.is_none_or(|band| band.guest != guest) {
            return Err(refuse::campaign_seat());
        }
        Ok(())
    }

    /// Returns the bands of a game that may begin now, in seat order; each is in no other. A game master brings none.
    pub(super) fn ready(&self, room: &RoomRecord) -> Result<Vec<Option<&BandRecord>>, Refusal> {
        if !self.is_open() {
            return Err(campaign_refuse::closed());
        }
        let ready = |(seat, record): (Seat, &crate::store::SeatRecord)| {
            if matches!(record.holder, Holder::Bot { .. }) {
                return Err(refuse::campaign_bot());
            }
            if !settings::brings(&room.settings, seat) {
                return Ok(None);
            }
            let band = self.band_at(room, seat).ok_or_else(refuse::start_ready)?;
            if !self.has(band.guest) {
                return Err(campaign_refuse::not_member());
            }
            if band.game.is_some() {
                return Err(campaign_refuse::band_busy());
            }
            Ok(Some(band))
        };
        (0u8..).map(Seat).zip(&room.seats).map(ready).collect()
    }

    /// Returns what binds these bands to a game.
    pub(super) fn muster(&self, game: Uuid, at: i64, bands: &[Option<&BandRecord>]) -> Write {
        let seats = (0u8..).map(Seat).zip(bands);
        let seats = seats.filter_map(|(seat, band)| band.map(|band| (seat, band.n, band.version)));
        Write::Muster(Muster { campaign: self.record.id.clone(), game, at, seats: seats.collect() })
    }
}

/// Returns a band's name, as the ruleset reads it.
pub(super) fn seat_band(ruleset: &str, band: &BandRecord) -> SeatBand {
    let roster = systems::parse(ruleset).and_then(|ruleset| ruleset.roster(band.band.text()));
    let unread = |why: &Refusal| {
        tracing::error!(code = %why.code, band = band.n, "a band of a campaign cannot be read");
    };
    SeatBand { n: band.n, name: roster.inspect_err(unread).map(|roster| roster.name).unwrap_or_default() }
}
