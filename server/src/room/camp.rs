//! The campaign that a room belongs to: whose seat is whose, which bands play, and what comes out of a game.

use std::collections::{BTreeMap, BTreeSet};

use bagarre_protocol::campaign::CampaignPhase;
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Holder, Phase, RoomCampaign, SeatBand};
use bagarre_rules::any::{Json, Refusal, RulesetId};
use bagarre_rules::contract::Seat;
use bagarre_rules::gather::Legacy;
use uuid::Uuid;

use super::actor::Room;
use super::judge::Step;
use super::refuse;
use super::state::Trouble;
use crate::campaigns::refuse as campaign_refuse;
use crate::store::campaigns::{BandRecord, CampaignRecord, Homecoming, Membership, Muster, Return};
use crate::store::{RoomRecord, Store, StoreError, Write};

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

    /// What everybody in the room knows of it.
    pub(super) fn shown(&self) -> RoomCampaign {
        let open = self.is_open();
        RoomCampaign { id: self.record.id.clone(), name: self.record.name.clone(), open }
    }

    /// Whether games may begin.
    pub(super) fn is_open(&self) -> bool {
        self.record.phase == CampaignPhase::Open
    }

    /// Whether somebody takes part.
    pub(super) fn has(&self, guest: Uuid) -> bool {
        self.here.contains(&guest)
    }

    /// The band with which somebody would play.
    pub(super) fn band_of(&self, guest: Uuid) -> Option<&BandRecord> {
        self.bands.values().find(|band| band.guest == guest && !band.disbanded)
    }

    /// The band of a seat: before a game that of its holder, from then on the one that plays.
    pub(super) fn band_at(&self, room: &RoomRecord, seat: Seat) -> Option<&BandRecord> {
        if room.phase != Phase::Lobby {
            return self.bands.get(self.seats.get(&seat)?);
        }
        match &room.seats.get(usize::from(seat.0))?.holder {
            Holder::Guest { id, .. } => self.band_of(*id),
            Holder::Open | Holder::Bot { .. } => None,
        }
    }

    /// Whether somebody may take a seat: members before the start, the player of its band during a game.
    pub(super) fn may_sit(&self, room: &RoomRecord, guest: Uuid, seat: Seat) -> Result<(), Refusal> {
        if !self.has(guest) {
            return Err(campaign_refuse::not_member());
        }
        if room.phase != Phase::Lobby && self.band_at(room, seat).is_none_or(|band| band.guest != guest) {
            return Err(refuse::campaign_seat());
        }
        Ok(())
    }

    /// The bands of a game that may begin now, in seat order; each is in no other.
    pub(super) fn ready(&self, room: &RoomRecord) -> Result<Vec<&BandRecord>, Refusal> {
        if !self.is_open() {
            return Err(campaign_refuse::closed());
        }
        let ready = |(seat, record): (Seat, &crate::store::SeatRecord)| {
            if matches!(record.holder, Holder::Bot { .. }) {
                return Err(refuse::campaign_bot());
            }
            let band = self.band_at(room, seat).ok_or_else(refuse::start_ready)?;
            if !self.has(band.guest) {
                return Err(campaign_refuse::not_member());
            }
            if band.game.is_some() {
                return Err(campaign_refuse::band_busy());
            }
            Ok(band)
        };
        (0u8..).map(Seat).zip(&room.seats).map(ready).collect()
    }

    /// What binds these bands to a game.
    pub(super) fn muster(&self, game: Uuid, at: i64, bands: &[&BandRecord]) -> Write {
        let seats = (0u8..).map(Seat).zip(bands).map(|(seat, band)| (seat, band.n, band.version));
        Write::Muster(Muster { campaign: self.record.id.clone(), game, at, seats: seats.collect() })
    }
}

/// A band's name, as the ruleset reads it.
pub(super) fn seat_band(ruleset: &str, band: &BandRecord) -> SeatBand {
    let roster = RulesetId::parse(ruleset).and_then(|ruleset| ruleset.roster(band.band.text()));
    let unread = |why: &Refusal| {
        tracing::error!(code = %why.code, band = band.n, "a band of a campaign cannot be read");
    };
    SeatBand { n: band.n, name: roster.inspect_err(unread).map(|roster| roster.name).unwrap_or_default() }
}

/// What the seats of a game take home. A seat out of which nothing came is a fault of the rules: the game cannot count for the others
/// alone.
fn returns(
    seats: usize,
    ruleset: RulesetId,
    after: impl Fn(Seat) -> Option<Legacy<Json>>,
) -> Result<Vec<Return>, Trouble> {
    let of = |seat: Seat| {
        let legacy = after(seat)
            .ok_or_else(|| Trouble::Poisoned(format!("nothing came out of the game for seat {}", seat.0)))?;
        let roster = ruleset.roster(legacy.band.get()).map_err(|why| {
            Trouble::Poisoned(format!("the band of seat {} cannot be read back: {}", seat.0, why.code))
        })?;
        let (band, disbanded) = (Payload::from(legacy.band), roster.disbanded);
        Ok(Return { seat, band, disbanded, record: legacy.record })
    };
    (0u8..).map(Seat).take(seats).map(of).collect()
}

/// What the seats of a game that ends with this step take home.
pub(super) fn homecoming(
    room: &RoomRecord,
    step: &Step,
    game: Uuid,
    at: i64,
) -> Result<Option<Write>, Trouble> {
    let Some(campaign) = room.campaign.clone() else { return Ok(None) };
    let ruleset = RulesetId::parse(&room.settings.ruleset)?;
    let seats = returns(room.seats.len(), ruleset, |seat| step.after(seat))?;
    Ok(Some(Write::Homecoming(Homecoming { campaign, game, at, seats })))
}

impl Room {
    /// Reads the room's campaign again, if it belongs to one. What cannot be read stays as it was.
    pub(super) async fn refresh_camp(&mut self) {
        let Some(campaign) = &self.record.campaign else { return };
        let read = Camp::read(self.shared.store.as_ref(), campaign, self.record.game);
        match self.shared.asked(read).await {
            Ok(camp) => self.camp = camp,
            Err(why) => {
                tracing::warn!(room = %self.record.id, %why, "the campaign of a room could not be read");
            }
        }
    }

    /// A game began or ended here: reads the campaign again, and tells its other rooms.
    pub(super) async fn campaign_moved(&mut self) {
        self.refresh_camp().await;
        let Some(campaign) = &self.record.campaign else { return };
        let told = self.shared.campaign_changed(campaign, Some(&self.record.id));
        if let Err(why) = self.shared.asked(told).await {
            tracing::warn!(room = %self.record.id, %why, "the other rooms of a campaign were not told");
        }
    }

    /// The band of a seat in a campaign, as everybody sees it.
    pub(super) fn seat_band(&self, seat: Seat) -> Option<SeatBand> {
        let band = self.camp.as_ref()?.band_at(&self.record, seat)?;
        Some(seat_band(&self.record.settings.ruleset, band))
    }
}

#[cfg(test)]
mod tests {
    use bagarre_rules::gather::Record;

    use super::*;

    #[test]
    fn a_game_out_of_which_nothing_comes_for_a_seat_does_not_count_for_the_others() {
        let toy = RulesetId::parse("toy").unwrap();
        let band = toy.enlist(r#"{"motto":"hop"}"#).unwrap();
        let record = || Record { won: None, points: 0, lines: Vec::new(), worth: Vec::new() };
        let legacy = || Legacy { band: band.clone(), record: record() };
        assert_eq!(returns(2, toy, |_| Some(legacy())).ok().map(|seats| seats.len()), Some(2));
        let one_less = returns(2, toy, |seat| (seat == Seat(0)).then(legacy));
        assert!(matches!(one_less, Err(Trouble::Poisoned(why)) if why.contains("seat 1")));
    }
}
