//! What people do in a room outside of the rules of the game, as changes that are planned: seats, bands, and the powers of the host.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Holder, Phase, Settings};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Seat;
use bagarre_rules::systems;
use uuid::Uuid;

use super::actor::Room;
use super::change::{Change, Then};
use super::game::CurrentGame;
use super::people::People;
use super::seating::Seating;
use super::shared::Shared;
use super::trouble::Trouble;
use super::{refuse, settings};
use crate::clock::Time;
use crate::store::{Member, RoomRecord, SeatRecord, Write};
use crate::world::World;

/// What changes of a room are planned from. A plan changes nothing: a change is carried out once it is durable.
pub(super) struct Planner<'a> {
    pub(super) shared: &'a Shared,
    pub(super) seating: &'a Seating,
    pub(super) game: &'a CurrentGame,
    pub(super) people: &'a People,
}

impl Room {
    /// Returns what changes of the room are planned from.
    pub(super) fn planner(&self) -> Planner<'_> {
        let Self { shared, seating, game, people, .. } = self;
        Planner { shared, seating, game, people }
    }
}

impl Planner<'_> {
    /// Returns time and chance.
    pub(super) fn world(&self) -> &World {
        &self.shared.config.world
    }

    /// Returns the time of the tables.
    pub(super) fn time(&self) -> Time {
        self.shared.time()
    }

    /// Returns whether a seat that its player lost is still kept.
    fn is_kept(&self, seat: Seat) -> bool {
        self.game.keeps_seat(seat, self.shared.config.limits.grace, self.time().table)
    }

    /// Returns the change that an action of a person makes, or refuses it. For a start it takes the seat of the youngest account.
    pub(super) fn plan(&self, guest: Uuid, action: Action, youngest: Seat) -> Result<Change, Trouble> {
        let hosts =
            !matches!(action, Action::Sit { .. } | Action::Stand | Action::Leave | Action::Bring { .. });
        if hosts && self.seating.record().host != guest {
            return Err(refuse::not_host().into());
        }
        let change = match action {
            Action::Sit { seat } => self.sit(guest, seat)?,
            Action::Stand => self.stand(guest)?,
            Action::Leave => self.leave(guest)?,
            Action::Bring { band } => self.bring(guest, band.as_ref())?,
            Action::Settings { settings } => self.resettle(settings)?,
            Action::Start => {
                self.shared.house.may_begin().and_then(|()| self.shared.ledger.may_write(guest))?;
                return self.begin(youngest);
            }
            Action::Kick { guest: out } => self.kick(guest, out)?,
            Action::Swap { a, b } => self.swap(a, b)?,
            Action::HandOver { guest: to } => {
                if self.seating.seat_of(to).is_none() && !self.people.is_here(to) {
                    return Err(refuse::no_such_guest().into());
                }
                plain(RoomRecord { host: to, ..self.seating.record().clone() })
            }
            Action::PutBot { seat, bot } => self.put_bot(guest, seat, bot)?,
            Action::RemoveBot { seat } => self.remove_bot(seat)?,
            Action::Pause | Action::Resume if self.game.other_rules().is_some() => {
                return Err(refuse::other_rules().into());
            }
            Action::Pause => self.pause()?,
            Action::Resume => self.resume()?,
            Action::PutAside => self.set_aside()?,
            Action::Rematch => self.rematch()?,
            Action::NewInvite => plain(RoomRecord {
                invite: self.seating.record().invite + 1,
                ..self.seating.record().clone()
            }),
        };
        Ok(change)
    }

    /// Brings a band to the own seat, or takes it back.
    fn bring(&self, guest: Uuid, band: Option<&Payload>) -> Result<Change, Refusal> {
        let seat = self.seating.seat_of(guest).ok_or_else(refuse::no_seat)?;
        let mut record = self.seating.in_phase(&[Phase::Lobby])?;
        if record.campaign.is_some() {
            return Err(refuse::campaign_band());
        }
        let text = band.map(Payload::text);
        if text.is_some_and(|text| text.len() > self.shared.config.limits.payload) {
            return Err(refuse::too_big());
        }
        let band = band.map(crate::text::checked).transpose()?;
        let text = band.as_ref().map(Payload::text);
        self.shared.ledger.spend(guest, "bands", text.map_or(0, str::len))?;
        let terms = settings::terms(&record.settings);
        let ruleset = systems::parse(&record.settings.ruleset)?;
        let band = text.map(|text| ruleset.check_band(&terms, seat, text)).transpose()?;
        seat_mut(&mut record, seat)?.band = band.map(Into::into);
        Ok(plain(record))
    }

    /// Swaps the holders of two seats, with what they brought.
    fn swap(&self, a: Seat, b: Seat) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Lobby])?;
        let (one, other) = (seat_mut(&mut record, a)?.clone(), seat_mut(&mut record, b)?.clone());
        *seat_mut(&mut record, a)? = other;
        *seat_mut(&mut record, b)? = one;
        recheck_bands(&mut record)?;
        Ok(plain(record))
    }

    /// Goes back to the lobby after a game.
    fn rematch(&self) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Finished, Phase::Quarantined])?;
        if self.seating.camp().is_some_and(|camp| !camp.is_open()) {
            return Err(crate::words::campaign::closed());
        }
        record.phase = Phase::Lobby;
        record.game = None;
        record.paused_entry = None;
        record.seats.iter_mut().for_each(|seat| seat.absent = false);
        Ok(Change { record, also: Vec::new(), then: Then::Clear })
    }

    /// Takes a seat, or another one before the start.
    fn sit(&self, guest: Uuid, seat: Seat) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Lobby, Phase::Playing, Phase::Paused])?;
        let playing = record.phase != Phase::Lobby;
        if let Some(camp) = self.seating.camp() {
            camp.may_sit(&record, guest, seat)?;
        }
        let before = self.seating.seat_of(guest);
        if before == Some(seat) {
            return Ok(plain(record));
        }
        let wanted = seat_mut(&mut record, seat)?;
        if wanted.holder != Holder::Open {
            return Err(refuse::seat_taken());
        }
        if playing && self.game.play().is_none() {
            // The game waits for its rules, which alone know what is sealed on the seat.
            return Err(refuse::not_now());
        }
        if playing && self.is_kept(seat) {
            return Err(refuse::seat_kept());
        }
        if playing && before.is_some() {
            return Err(refuse::not_now());
        }
        let name = self.people.everybody().find(|(_, here)| here.id == guest);
        let name = name.map(|(_, guest)| guest.name.clone()).unwrap_or_default();
        wanted.holder = Holder::Guest { id: guest, name };
        wanted.absent = false;
        if let Some(before) = before {
            let left = std::mem::replace(seat_mut(&mut record, before)?, SeatRecord::empty());
            seat_mut(&mut record, seat)?.band = left.band;
            recheck_bands(&mut record)?;
        }
        let mut also = self.game.handover(seat, Some(guest), self.world().now());
        if !self.seating.is_member(guest) {
            let member = Member { guest, kicked: false };
            also.push(Write::Member { room: record.id.clone(), member });
        }
        let then = if playing { Then::Seated(seat, guest) } else { Then::Nothing };
        Ok(Change { record, also, then })
    }

    /// Gives the own seat up.
    fn stand(&self, guest: Uuid) -> Result<Change, Refusal> {
        let seat = self.seating.seat_of(guest).ok_or_else(refuse::no_seat)?;
        let mut record =
            self.seating.in_phase(&[Phase::Lobby, Phase::Playing, Phase::Paused, Phase::Finished])?;
        vacate(&mut record, seat)?;
        Ok(Change {
            record,
            also: self.game.handover(seat, None, self.world().now()),
            then: Then::Vacated(seat, vec![guest]),
        })
    }

    /// Leaves for good: a bot goes on where the room lets it, and a host hands the room on.
    fn leave(&self, guest: Uuid) -> Result<Change, Refusal> {
        let Change { mut record, also, then } = self.stand(guest)?;
        let seat = self.seating.seat_of(guest).ok_or_else(refuse::no_seat)?;
        let playing = matches!(record.phase, Phase::Playing | Phase::Paused);
        let bot = systems::parse(&record.settings.ruleset)?.bots().last();
        if let Some(bot) = bot.filter(|_| playing && self.game.play().is_some() && !record.settings.blind) {
            seat_mut(&mut record, seat)?.holder = Holder::Bot { bot: (*bot).to_owned() };
        }
        let next = record.seats.iter().find_map(|seat| match seat.holder {
            Holder::Guest { id, .. } => Some(id),
            Holder::Open | Holder::Bot { .. } => None,
        });
        if record.host == guest {
            record.host = next.unwrap_or(guest);
        }
        Ok(Change { record, also, then })
    }

    /// Changes the settings before the start. Seats and bands that do not fit are taken back.
    fn resettle(&self, chosen: Settings) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Lobby])?;
        if record.settings.exercise.is_some() {
            return Err(refuse::exercise_fixed());
        }
        if chosen.ruleset != record.settings.ruleset {
            return Err(refuse::ruleset_fixed());
        }
        record.settings = settings::check(chosen, record.campaign.is_some(), &self.shared.config.limits)?;
        record.seats.resize(usize::from(record.settings.seats), SeatRecord::empty());
        if record.settings.blind {
            let bots = |seat: &&mut SeatRecord| matches!(seat.holder, Holder::Bot { .. });
            record.seats.iter_mut().filter(bots).for_each(|seat| *seat = SeatRecord::empty());
        }
        recheck_bands(&mut record)?;
        Ok(plain(record))
    }

    /// Puts a game aside that waits for its rules.
    fn set_aside(&self) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Playing, Phase::Paused])?;
        let game =
            record.game.filter(|_| self.game.other_rules().is_some()).ok_or_else(refuse::rules_known)?;
        record.phase = Phase::Quarantined;
        record.paused_until = None;
        let why = "put aside by the host, while its rules were missing".to_owned();
        let also = vec![Write::Quarantine { game, at: self.world().now(), why }];
        Ok(Change { record, also, then: Then::PutAside })
    }

    /// Sends a person away, who knows the invitation: it is void.
    fn kick(&self, host: Uuid, out: Uuid) -> Result<Change, Refusal> {
        if host == out {
            return Err(refuse::not_oneself());
        }
        let seat = self.seating.seat_of(out);
        if seat.is_none()
            && !self.people.is_here(out)
            && !self.seating.is_member(out)
            && !self.seating.is_kicked(out)
        {
            return Err(refuse::no_such_guest());
        }
        let mut record = self.seating.record().clone();
        // Who is sent away knows the invitation.
        record.invite += 1;
        let mut also = Vec::new();
        if let Some(seat) = seat {
            vacate(&mut record, seat)?;
            also.extend(self.game.handover(seat, None, self.world().now()));
        }
        let member = Member { guest: out, kicked: true };
        also.push(Write::Member { room: record.id.clone(), member });
        Ok(Change { record, also, then: Then::Dismiss(out, seat) })
    }

    /// Gives a seat to a bot that no present person holds.
    fn put_bot(&self, host: Uuid, seat: Seat, bot: String) -> Result<Change, Refusal> {
        let mut record = self.seating.in_phase(&[Phase::Lobby, Phase::Playing, Phase::Paused])?;
        let playing = record.phase != Phase::Lobby;
        let ruleset = systems::parse(&record.settings.ruleset)?;
        if !ruleset.bots().contains(&bot.as_str()) {
            return Err(refuse::no_such_bot());
        }
        if record.settings.blind {
            return Err(refuse::blind_bot());
        }
        if record.campaign.is_some() && !playing {
            return Err(refuse::campaign_bot());
        }
        let wanted = seat_mut(&mut record, seat)?;
        let mut people = Vec::new();
        if let Holder::Guest { id, .. } = &wanted.holder {
            if *id == host || (self.people.online(*id) && !wanted.absent) {
                return Err(refuse::seat_held());
            }
            people.push(*id);
        }
        if playing && !wanted.absent && self.is_kept(seat) {
            return Err(refuse::seat_kept());
        }
        wanted.holder = Holder::Bot { bot };
        wanted.absent = false;
        if !playing {
            wanted.band = None;
        }
        Ok(Change {
            record,
            also: self.game.handover(seat, None, self.world().now()),
            then: Then::Vacated(seat, people),
        })
    }

    /// Takes a seat from a bot.
    fn remove_bot(&self, seat: Seat) -> Result<Change, Refusal> {
        let mut record =
            self.seating.in_phase(&[Phase::Lobby, Phase::Playing, Phase::Paused, Phase::Finished])?;
        if !matches!(seat_mut(&mut record, seat)?.holder, Holder::Bot { .. }) {
            return Err(refuse::no_bot());
        }
        vacate(&mut record, seat)?;
        Ok(Change {
            record,
            also: self.game.handover(seat, None, self.world().now()),
            then: Then::Vacated(seat, Vec::new()),
        })
    }
}

/// Returns a change that nothing else follows from.
fn plain(record: RoomRecord) -> Change {
    Change { record, also: Vec::new(), then: Then::Nothing }
}

/// Takes bands back that do not fit (any more).
fn recheck_bands(record: &mut RoomRecord) -> Result<(), Refusal> {
    let ruleset = systems::parse(&record.settings.ruleset)?;
    let terms = settings::terms(&record.settings);
    for (seat, held) in (0u8..).map(Seat).zip(&mut record.seats) {
        held.band = held.band.take().filter(|band| ruleset.check_band(&terms, seat, band.text()).is_ok());
    }
    Ok(())
}

/// Empties a seat. During a game it is deserted: what was brought is in the game already.
fn vacate(record: &mut RoomRecord, seat: Seat) -> Result<(), Refusal> {
    *seat_mut(record, seat)? = SeatRecord::empty();
    Ok(())
}

/// Returns a seat of a record, to change it.
fn seat_mut(record: &mut RoomRecord, seat: Seat) -> Result<&mut SeatRecord, Refusal> {
    record.seats.get_mut(usize::from(seat.0)).ok_or_else(refuse::no_such_seat)
}
