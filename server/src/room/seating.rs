//! Who may be in a room, and in which seat: its record, its members, its past games and its campaign.

use std::collections::BTreeMap;

use bagarre_protocol::room::{Holder, PastGame, Phase, SeatBand};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Actor, Seat, Seats};
use uuid::Uuid;

use super::camp::{Camp, seat_band};
use super::load::MAX_SHOWN_GAMES;
use super::shared::Shared;
use super::step::Step;
use super::{refuse, settings};
use crate::store::campaigns::BandRecord;
use crate::store::{Guest, RoomRecord, SeatRecord};

/// Members that a room keeps, sent away or not: people who came in with its invitation once. Bounds the memory of an awake room.
const MAX_MEMBERS_PER_ROOM: usize = 2000;

/// What is stored of a room outside of its game.
pub(super) struct Seating {
    record: RoomRecord,
    /// Who may enter, and who no longer (`true`).
    members: BTreeMap<Uuid, bool>,
    /// Games that are over, the oldest first.
    past: Vec<PastGame>,
    /// The campaign the room belongs to, as it was last read.
    camp: Option<Camp>,
    /// Whether a game of the campaign has ended here: the campaign is read again, and its other rooms are told, once the end has been told.
    campaign_changed: bool,
}

impl Seating {
    /// Returns what was read of a room, with its campaign unread.
    pub(super) fn new(record: RoomRecord, members: BTreeMap<Uuid, bool>, past: Vec<PastGame>) -> Self {
        Self { record, members, past, camp: None, campaign_changed: false }
    }

    /// Returns the record of the room.
    pub(super) fn record(&self) -> &RoomRecord {
        &self.record
    }

    /// Returns a copy of the record to change, if the room stands where this may be done.
    pub(super) fn in_phase(&self, phases: &[Phase]) -> Result<RoomRecord, Refusal> {
        if phases.contains(&self.record.phase) { Ok(self.record.clone()) } else { Err(refuse::not_now()) }
    }

    /// Takes over a record that is stored.
    pub(super) fn set_record(&mut self, record: RoomRecord) {
        self.record = record;
    }

    /// Returns whether the clocks of a game run.
    pub(super) fn is_running(&self) -> bool {
        self.record.phase == Phase::Playing
    }

    /// Returns whether a game goes on, paused or not.
    pub(super) fn during_a_game(&self) -> bool {
        matches!(self.record.phase, Phase::Playing | Phase::Paused)
    }

    /// Returns a seat of the room.
    pub(super) fn seat(&self, seat: Seat) -> Option<&SeatRecord> {
        self.record.seats.get(usize::from(seat.0))
    }

    /// Returns who holds a seat.
    pub(super) fn holder(&self, seat: Seat) -> Option<&Holder> {
        self.seat(seat).map(|seat| &seat.holder)
    }

    /// Returns the seat that a person holds.
    pub(super) fn seat_of(&self, guest: Uuid) -> Option<Seat> {
        self.players().find(|(_, id)| *id == guest).map(|(seat, _)| seat)
    }

    /// Returns the people in seats, in seat order.
    pub(super) fn players(&self) -> impl Iterator<Item = (Seat, Uuid)> {
        (0u8..).map(Seat).zip(&self.record.seats).filter_map(|(seat, record)| Some((seat, record.person()?)))
    }

    /// Returns the seats that people hold.
    pub(super) fn held_seats(&self) -> Seats {
        self.players().map(|(seat, _)| seat).collect()
    }

    /// Returns the person whose allowance pays for what a seat plays: its player, or the host for a bot and for an open seat.
    pub(super) fn payer(&self, seat: Seat) -> Uuid {
        self.seat(seat).and_then(SeatRecord::person).unwrap_or(self.record.host)
    }

    /// Gives the player of a seat the nickname of a person. Returns whether it is another one than before.
    pub(super) fn rename(&mut self, seat: Seat, guest: &Guest) -> bool {
        let held = self.record.seats.get_mut(usize::from(seat.0)).map(|seat| &mut seat.holder);
        match held {
            Some(Holder::Guest { name, .. }) if *name != guest.name => {
                name.clone_from(&guest.name);
                true
            }
            _ => false,
        }
    }

    /// Marks the player of a seat as not absent. Returns whether that has changed.
    pub(super) fn mark_present(&mut self, seat: Seat) -> bool {
        let seat = self.record.seats.get_mut(usize::from(seat.0));
        seat.is_some_and(|seat| std::mem::take(&mut seat.absent))
    }

    /// Returns the record after steps where they change which of its players are absent.
    pub(super) fn record_after(&self, steps: &[Step]) -> Option<RoomRecord> {
        let mut record: Option<RoomRecord> = None;
        for step in steps {
            let Some(by) = step.row.actor else { continue };
            let seat = usize::from(by.seat().0);
            let before = record.as_ref().unwrap_or(&self.record).seats.get(seat).map(|seat| seat.absent);
            let Some(before) = before else { continue };
            let absent = matches!(by, Actor::Clock(_)) && (step.absent || before);
            if absent != before {
                let seats = &mut record.get_or_insert_with(|| self.record.clone()).seats;
                seats.iter_mut().skip(seat).take(1).for_each(|seat| seat.absent = absent);
            }
        }
        record
    }

    /// Returns the games that are over, the oldest first.
    pub(super) fn past(&self) -> &[PastGame] {
        &self.past
    }

    /// Adds a game that is over, and drops the oldest one beyond the bound.
    pub(super) fn add_past(&mut self, game: PastGame) {
        self.past.push(game);
        if self.past.len() > MAX_SHOWN_GAMES as usize {
            self.past.remove(0);
        }
    }
}

/// Members.
impl Seating {
    /// Returns whether a person may enter without an invitation.
    pub(super) fn is_member(&self, guest: Uuid) -> bool {
        self.members.get(&guest) == Some(&false)
    }

    /// Returns whether a person was sent away.
    pub(super) fn is_kicked(&self, guest: Uuid) -> bool {
        self.members.get(&guest) == Some(&true)
    }

    /// Returns the people who may enter without an invitation.
    pub(super) fn members(&self) -> impl Iterator<Item = Uuid> {
        self.members.iter().filter(|(_, kicked)| !**kicked).map(|(member, _)| *member)
    }

    /// Returns whether no more members are kept.
    pub(super) fn is_full(&self) -> bool {
        self.members.len() >= MAX_MEMBERS_PER_ROOM
    }

    /// Returns whether there is a seat for a person, or a place to watch from.
    pub(super) fn has_place(&self, guest: Uuid) -> bool {
        let room = &self.record;
        let open = || room.seats.iter().any(|seat| seat.holder == Holder::Open);
        room.settings.spectators || room.host == guest || self.seat_of(guest).is_some() || open()
    }

    /// Makes a person a member.
    pub(super) fn add_member(&mut self, guest: Uuid) {
        self.members.insert(guest, false);
    }

    /// Remembers that a person was sent away.
    pub(super) fn kick(&mut self, guest: Uuid) {
        self.members.insert(guest, true);
    }

    /// Drops what is known of a person who is deleted.
    pub(super) fn forget_member(&mut self, guest: Uuid) {
        self.members.remove(&guest);
    }
}

/// The campaign.
impl Seating {
    /// Returns the campaign as it was last read.
    pub(super) fn camp(&self) -> Option<&Camp> {
        self.camp.as_ref()
    }

    /// Returns whether a person takes part in the campaign of the room.
    pub(super) fn is_comrade(&self, guest: Uuid) -> bool {
        self.camp.as_ref().is_some_and(|camp| camp.has(guest))
    }

    /// Reads the campaign again, if the room belongs to one. What cannot be read stays as it was.
    pub(super) async fn refresh_camp(&mut self, shared: &Shared) {
        let Some(campaign) = &self.record.campaign else { return };
        // Noted before it is read: a change meanwhile is told, and it is read again.
        shared.registry().note_campaign(&self.record.id, campaign, None);
        let read = Camp::read(shared.store.as_ref(), campaign, self.record.game);
        match shared.ask_store(read).await {
            Ok(camp) => {
                shared.registry().note_campaign(&self.record.id, campaign, camp.as_ref().map(Camp::version));
                self.camp = camp;
            }
            Err(why) => {
                tracing::warn!(room = %self.record.id, %why, "the campaign of a room could not be read");
            }
        }
    }

    /// Notes that a game of the campaign has ended here.
    pub(super) fn note_campaign_change(&mut self) {
        self.campaign_changed |= self.record.campaign.is_some();
    }

    /// Returns whether a game of the campaign has ended here since the last call.
    pub(super) fn take_campaign_change(&mut self) -> bool {
        std::mem::take(&mut self.campaign_changed)
    }

    /// Reads the campaign again and tells its other rooms, because a game began or ended here.
    pub(super) async fn announce_campaign(&mut self, shared: &Shared) {
        self.refresh_camp(shared).await;
        let Some(campaign) = &self.record.campaign else { return };
        shared.campaign_changed(campaign, Some(&self.record.id)).await;
    }

    /// Returns the band of a seat in a campaign, as all people in the room see it.
    pub(super) fn seat_band(&self, seat: Seat) -> Option<SeatBand> {
        let band = self.camp.as_ref()?.band_at(&self.record, seat)?;
        Some(seat_band(&self.record.settings.ruleset, band))
    }

    /// Returns whether what a seat plays with is there. In a campaign the band must be in no other game.
    pub(super) fn is_ready(&self, seat: Seat, record: &SeatRecord) -> bool {
        match &self.camp {
            Some(camp) => {
                let free = |band: &BandRecord| band.game.is_none() || band.game == self.record.game;
                let guest = matches!(record.holder, Holder::Guest { .. });
                let bandless = guest && !settings::brings(&self.record.settings, seat);
                bandless || camp.band_at(&self.record, seat).is_some_and(free)
            }
            None => settings::is_ready(&self.record.settings, seat, record),
        }
    }
}
