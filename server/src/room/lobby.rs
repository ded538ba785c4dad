//! What people do in a room outside of the rules of the game: seats, bands, and the powers of the host.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::{Action, Holder, Phase, Settings};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::{Lang, Seat, Seats};
use bagarre_rules::systems;
use uuid::Uuid;

use super::actor::Room;
use super::change::{Change, Then};
use super::drawing::Drawing;
use super::trouble::Trouble;
use super::{founding, practice, refuse, settings};
use crate::store::{Holding, Member, RoomRecord, SeatRecord, Write};

impl Room {
    /// Does something in the room for the person behind a socket, and answers.
    pub(super) async fn act(&mut self, number: u64, id: Uuid, action: Action) -> Result<(), Trouble> {
        if self.repeat_answer(number, id) {
            return Ok(());
        }
        let Some((guest, key)) = self.who(number) else { return Ok(()) };
        self.mark_present(key);
        if action == Action::Resume && self.wish(guest) {
            self.answer(number, id, Ok(None))?;
            self.tell_room();
            return Ok(());
        }
        self.seating.refresh_camp(&self.shared).await;
        let done = match self.youngest(&action).await.and_then(|youngest| self.plan(guest, action, youngest))
        {
            Ok(change) => self.carry_out(change).await,
            Err(trouble) => Err(trouble),
        };
        match done {
            Ok(then) => {
                self.answer(number, id, Ok(None))?;
                match then {
                    Then::Begin(_) | Then::PutAside => self.seating.announce_campaign(&self.shared).await,
                    _ => self.seating.refresh_camp(&self.shared).await,
                }
                self.follow(then);
                Ok(())
            }
            // A set-up that the rules cannot start is refused; there is no game yet to put aside.
            Err(Trouble::Poisoned(why)) => {
                tracing::error!(room = %self.seating.record().id, why, "an action stumbled");
                self.answer(number, id, Err(refuse::fault().into()))
            }
            Err(trouble) => self.answer(number, id, Err(trouble)),
        }
    }

    /// Whether a seat that its player lost is still his.
    fn is_kept(&self, seat: Seat) -> bool {
        self.game.keeps_seat(seat, self.shared.config.limits.grace, self.time().table)
    }

    /// Thinks a change out, or refuses it.
    fn plan(&self, guest: Uuid, action: Action, youngest: Seat) -> Result<Change, Trouble> {
        let hosts =
            !matches!(action, Action::Sit { .. } | Action::Stand | Action::Leave | Action::Bring { .. });
        if hosts && self.seating.record().host != guest {
            return Err(refuse::not_host().into());
        }
        let change = match action {
            Action::Sit { seat } => self.sit(guest, seat)?,
            Action::Stand => self.stand(guest)?,
            Action::Leave => self.leave(guest)?,
            Action::Bring { band } => {
                let seat = self.seating.seat_of(guest).ok_or_else(refuse::no_seat)?;
                let mut record = self.seating.in_phase(&[Phase::Lobby])?;
                if record.campaign.is_some() {
                    return Err(refuse::campaign_band().into());
                }
                let text = band.as_ref().map(Payload::text);
                if text.is_some_and(|text| text.len() > self.shared.config.limits.payload) {
                    return Err(refuse::too_big().into());
                }
                let band = band.as_ref().map(crate::text::checked).transpose()?;
                let text = band.as_ref().map(Payload::text);
                self.shared.ledger.spend(guest, "bands", text.map_or(0, str::len))?;
                let terms = settings::terms(&record.settings);
                let ruleset = systems::parse(&record.settings.ruleset)?;
                let band = text.map(|text| ruleset.check_band(&terms, seat, text)).transpose()?;
                seat_mut(&mut record, seat)?.band = band.map(Into::into);
                plain(record)
            }
            Action::Settings { settings } => self.resettle(settings)?,
            Action::Start => {
                self.shared.house.may_begin().and_then(|()| self.shared.ledger.may_write(guest))?;
                return self.begin(youngest);
            }
            Action::Kick { guest: out } => self.kick(guest, out)?,
            Action::Swap { a, b } => {
                let mut record = self.seating.in_phase(&[Phase::Lobby])?;
                let (one, other) = (seat_mut(&mut record, a)?.clone(), seat_mut(&mut record, b)?.clone());
                *seat_mut(&mut record, a)? = other;
                *seat_mut(&mut record, b)? = one;
                recheck_bands(&mut record)?;
                plain(record)
            }
            Action::HandOver { guest: to } => {
                if self.seating.seat_of(to).is_none() && !self.people.online(to) {
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
            Action::Rematch => {
                let mut record = self.seating.in_phase(&[Phase::Finished, Phase::Quarantined])?;
                if self.seating.camp().is_some_and(|camp| !camp.is_open()) {
                    return Err(crate::refuse::campaign::closed().into());
                }
                record.phase = Phase::Lobby;
                record.game = None;
                record.paused_entry = None;
                record.seats.iter_mut().for_each(|seat| seat.absent = false);
                Change { record, also: Vec::new(), then: Then::Clear }
            }
            Action::NewInvite => plain(RoomRecord {
                invite: self.seating.record().invite + 1,
                ..self.seating.record().clone()
            }),
        };
        Ok(change)
    }

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

    /// For a start: the seat of the player whose account is the youngest; the first of several, and of nobody.
    async fn youngest(&mut self, action: &Action) -> Result<Seat, Trouble> {
        if !matches!(action, Action::Start) {
            return Ok(Seat::default());
        }
        let held: Vec<(Seat, Uuid)> = self.seating.players().collect();
        // Of those who are here it is known.
        let mut created: BTreeMap<Uuid, i64> =
            self.people.everybody().map(|(_, guest)| (guest.id, guest.created)).collect();
        let away: Vec<Uuid> =
            held.iter().map(|(_, guest)| *guest).filter(|guest| !created.contains_key(guest)).collect();
        let asked = self.shared.asked(self.shared.store.guests(&away)).await;
        created
            .extend(asked.map_err(|_| Trouble::Unsaved)?.into_iter().map(|guest| (guest.id, guest.created)));
        let youngest = held.iter().max_by_key(|(seat, id)| (created.get(id), Reverse(*seat)));
        Ok(youngest.map(|(seat, _)| *seat).unwrap_or_default())
    }

    fn begin(&self, youngest: Seat) -> Result<Change, Trouble> {
        let mut record = self.seating.in_phase(&[Phase::Lobby])?;
        if record.seats.iter().any(|seat| seat.holder == Holder::Open) {
            return Err(refuse::start_empty().into());
        }
        let mustered = match self.seating.camp() {
            Some(camp) => Some((camp, camp.ready(&record)?)),
            // Its campaign could not be read.
            None if record.campaign.is_some() => return Err(Trouble::Unsaved),
            None => None,
        };
        let unready = |(seat, held): (Seat, &SeatRecord)| !settings::is_ready(&record.settings, seat, held);
        if mustered.is_none() && (0u8..).map(Seat).zip(&record.seats).any(unready) {
            return Err(refuse::start_ready().into());
        }
        let ruleset = systems::parse(&record.settings.ruleset)?;
        let terms = settings::terms(&record.settings);
        let bands: Vec<Option<&str>> = match &mustered {
            Some((_, bands)) => bands.iter().map(|band| band.map(|band| band.band.text())).collect(),
            None => record.seats.iter().map(|seat| seat.band.as_ref().map(Payload::text)).collect(),
        };
        for (seat, band) in (0u8..).map(Seat).zip(&bands) {
            band.map(|band| ruleset.check_band(&terms, seat, band)).transpose()?;
        }
        let settings = &record.settings;
        let exercise = practice::setup(ruleset, settings, self.host_lang())?;
        // The dice of an exercise are not mixed: no player is asked for a number.
        let asked = if exercise.is_some() { Seats::NONE } else { self.people.seats_here(&self.seating) };
        let setup = match exercise {
            Some(setup) => setup,
            None => ruleset.gather(&terms, &bands, youngest, self.host_lang())?,
        };
        let time = self.time();
        let game =
            founding::found(self.world(), (&record.id, settings), ruleset, &record.seats, setup, time)?;
        let drawing = Drawing::new(game.clone(), &record.seats, asked, self.shared.config.limits.draw);
        record.game = Some(game.id);
        record.phase = Phase::Playing;
        record.seats.iter_mut().for_each(|seat| seat.absent = false);
        let muster = mustered.map(|(camp, bands)| camp.muster(game.id, time.wall, &bands));
        let alarm = Write::Deadlines { game: game.id, rows: vec![Drawing::alarm(time.table)] };
        let mut also = vec![Write::Game(Box::new(game)), alarm];
        also.extend(muster);
        Ok(Change { record, also, then: Then::Begin(Box::new(drawing)) })
    }

    /// The language the host reads, in which names are given where a game begins.
    fn host_lang(&self) -> Lang {
        self.people.lang_of(self.seating.record().host)
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

    fn kick(&self, host: Uuid, out: Uuid) -> Result<Change, Refusal> {
        if host == out {
            return Err(refuse::not_oneself());
        }
        let seat = self.seating.seat_of(out);
        if seat.is_none()
            && !self.people.online(out)
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

fn plain(record: RoomRecord) -> Change {
    Change { record, also: Vec::new(), then: Then::Nothing }
}

/// Who holds the seats of a game that begins.
pub(super) fn held(record: &RoomRecord) -> Vec<Holding> {
    let seats = (0u8..).map(Seat).zip(&record.seats);
    let person = |(seat, held): (Seat, &SeatRecord)| match held.holder {
        Holder::Guest { id, .. } => Some(Holding { seat, entry: 0, guest: id }),
        Holder::Open | Holder::Bot { .. } => None,
    };
    seats.filter_map(person).collect()
}

/// Bands that do not fit (any more) are taken back.
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

fn seat_mut(record: &mut RoomRecord, seat: Seat) -> Result<&mut SeatRecord, Refusal> {
    record.seats.get_mut(usize::from(seat.0)).ok_or_else(refuse::no_such_seat)
}
