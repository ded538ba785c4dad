//! Admission to a room, and the state of the room that all its sockets are told.

use std::collections::BTreeMap;

use bagarre_protocol::game::Table;
use bagarre_protocol::room::{Holder, RoomState, SeatState, Sheet, Watcher};
use bagarre_protocol::socket::{Closing, PROTOCOL, ServerMessage, Since, You};
use bagarre_rules::contract::Seat;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::actor::Room;
use super::audience::{AudienceKey, Socket};
use super::camp::Camp;
use super::earlier;
use super::invite::{self, invitation};
use super::message::{Admitted, Join};
use super::practice::Practice;
use super::settings;
use super::state::Presence;
use crate::store::{Member, RoomRecord, Write, WriteError};

/// Names of spectators that are shown.
const MAX_SHOWN_WATCHERS: usize = 50;

impl Room {
    /// Admits a person, or returns why not: [`Closing::Rebuilt`] where the room has to be rebuilt. The welcome is the first frame.
    pub(super) async fn join(&mut self, join: Join) -> Result<u64, Closing> {
        self.admit(join.guest.id, join.invite.as_deref()).await?;
        let recalled = self.recall(join.since.as_ref()).await?;
        let number = self.enter(join)?;
        if let Some(socket) = self.sockets.get_mut(number) {
            socket.recalled = recalled;
        }
        Ok(number)
    }

    /// Whether a client knows another game than the one that is here: commands of it may be on their way.
    fn knows_another_game(&self, since: Option<&Since>) -> bool {
        since.is_some_and(|since| self.game.play().is_none_or(|play| play.id != since.game))
    }

    /// The commands that a client may send again which knows an earlier game: those that were stored about when it was heard last.
    /// Without them the person is not admitted.
    pub(super) async fn recall(&mut self, since: Option<&Since>) -> Result<BTreeMap<Uuid, u32>, Closing> {
        let Some(since) = since.filter(|since| self.knows_another_game(Some(since))) else {
            return Ok(BTreeMap::new());
        };
        let (shared, room) = (self.shared.clone(), self.seating.record().id.clone());
        // What it has not been answered may be older than the last entry that it knows.
        let after = since.entry.saturating_sub(earlier::MAX_EARLIER_COMMANDS / 2);
        let read = shared.asked(shared.store.commands_after(
            &room,
            since.game,
            after,
            earlier::MAX_EARLIER_COMMANDS,
        ));
        match self.patiently(read).await {
            Ok(commands) => Ok(commands.into_iter().collect()),
            Err(why) => {
                tracing::warn!(room = %self.seating.record().id, %why, "the commands of an earlier game could not be read");
                Err(Closing::Away)
            }
        }
    }

    /// Answers a request to be let in. A socket whose connection has ended meanwhile leaves again.
    pub(super) fn answer_join(
        &mut self,
        reply: oneshot::Sender<Result<Admitted, Closing>>,
        admitted: Result<u64, Closing>,
    ) {
        let answer = admitted.and_then(|number| {
            let inbox = self.inbox.sender().ok_or(Closing::Rebuilt)?;
            Ok(Admitted { number, inbox })
        });
        if let Err(Ok(Admitted { number, .. })) = reply.send(answer) {
            self.left(number);
        }
    }

    /// Whether a person may enter without a read or a write.
    pub(super) fn may_enter_at_once(&self, join: &Join) -> bool {
        self.seating.is_member(join.guest.id)
            && self.seating.has_place(join.guest.id)
            && !self.knows_another_game(join.since.as_ref())
    }

    /// Lets a person in who may come in. One of several servers lets no socket in once its lease may have lapsed, as after a process was frozen: the
    /// game may have gone on at another server, which the person has seen.
    pub(super) fn enter(&mut self, join: Join) -> Result<u64, Closing> {
        if self.pen.node().is_some() && !self.shared.lease.holds_as(self.pen.node()) {
            return Err(Closing::Away);
        }
        let Join { guest, since, lang, outbox, .. } = join;
        let seat = self.seating.seat_of(guest.id);
        if let Some(seat) = seat {
            if self.seating.rename(seat, &guest) {
                self.tell_room();
            }
            self.game.free_seat(seat);
            self.mark_present(Some(seat));
        }
        let number = self.shared.sockets.next();
        let socket = Socket { guest, lang, outbox, you: None, shown: None, recalled: BTreeMap::new() };
        self.sockets.add(number, socket);
        let Some(you) = self.you(number) else { return Err(Closing::Rebuilt) };
        let lost = self.lost(since.as_ref());
        let after = self.resumable(seat, since.filter(|_| lost.is_none()));
        let time = self.time();
        let missed = after.and_then(|after| self.game.play()?.tail(seat, after, time));
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            now: time.wall,
            you: you.clone(),
            room: self.room_state(),
            table: self.game.play().map(|play| Table { lost, ..play.table(seat, after, time) }),
            chat: self.chat.heard_by(self.hearing(you.id)),
        };
        self.sockets.send(number, &welcome);
        if let Some(words) = self.shared.house.announcement() {
            self.sockets.send(number, &ServerMessage::Announcement { words: Some(words) });
        }
        if let Some(socket) = self.sockets.get_mut(number) {
            socket.you = Some(you);
        }
        if let Some(missed) = missed.filter(|missed| !missed.entries.is_empty()) {
            self.sockets.send(number, &ServerMessage::Entries(missed));
        }
        if let Some(since) = self.pen.away_since() {
            self.sockets.send(number, &ServerMessage::Away { since: Some(since) });
        }
        if self.told.as_ref() != Some(&self.presence()) {
            // Who has just come was told something else than the others: what follows is for all.
            self.told = None;
        }
        self.has_news();
        Ok(number)
    }

    /// The entry after which a tail can follow, if what the client has is of this game and this seat.
    fn resumable(&self, seat: AudienceKey, since: Option<Since>) -> Option<u32> {
        let (since, play) = (since?, self.game.play()?);
        let fits = since.game == play.id && since.seat == seat;
        (fits && play.has_tail(seat, since.entry)).then_some(since.entry)
    }

    /// The newest entry that the client knows, if the journal of this game does not hold it as he does: what he saw was lost.
    fn lost(&self, since: Option<&Since>) -> Option<u32> {
        let (since, play) = (since?, self.game.play()?);
        let known = since.head.as_ref().filter(|_| since.game == play.id)?;
        play.has_lost(known).then_some(known.entry)
    }

    async fn admit(&mut self, guest: Uuid, invite: Option<&str>) -> Result<(), Closing> {
        if self.seating.is_kicked(guest) {
            return Err(Closing::Kicked);
        }
        let member = self.seating.is_member(guest);
        if !member && self.seating.camp().is_some_and(|camp| !camp.has(guest)) {
            // This person may have joined the campaign a moment ago.
            self.seating.refresh_camp(&self.shared).await;
        }
        let room = self.seating.record();
        let invited = self.seating.is_comrade(guest)
            || invite.is_some_and(|invite| invite::fits(&self.shared.secret, &room.id, room.invite, invite));
        if !member && !invited && !room.settings.listed {
            return Err(Closing::Denied);
        }
        if !self.seating.has_place(guest) || (!member && self.seating.is_full()) {
            return Err(Closing::Full);
        }
        if !member && invited {
            let write = Write::Member { room: room.id.clone(), member: Member { guest, kicked: false } };
            self.write(vec![write]).await.map_err(|why| match why {
                WriteError::Failed(_) | WriteError::Stale => Closing::Away,
                // This task may not be the one that knows: it ends.
                WriteError::Conflict | WriteError::Fenced | WriteError::Unknown => Closing::Rebuilt,
            })?;
            self.seating.add_member(guest);
        }
        Ok(())
    }

    /// What a person is told of themselves.
    fn you(&self, number: u64) -> Option<You> {
        let guest = &self.sockets.get(number)?.guest;
        let seat = self.seating.seat_of(guest.id);
        let host = self.seating.record().host == guest.id;
        let band = seat.and_then(|seat| match self.seating.camp() {
            Some(camp) => Some(camp.band_at(self.seating.record(), seat)?.band.clone()),
            None => self.seating.seat(seat)?.band.clone(),
        });
        let invite = (host || seat.is_some()).then(|| {
            invitation(&self.shared.secret, &self.seating.record().id, self.seating.record().invite)
        });
        Some(You { id: guest.id, name: guest.name.clone(), seat, host, band, invite })
    }

    pub(super) fn seat_states(&self) -> Vec<SeatState> {
        let sheet = |seat: Seat, absent: bool| {
            let Some(play) = self.game.play().filter(|play| play.outcome.is_none()) else {
                return Sheet::None;
            };
            if absent {
                Sheet::Absent
            } else if play.question.has_answered(seat) {
                Sheet::Confirmed
            } else {
                Sheet::None
            }
        };
        let time = self.time();
        let state = |(seat, record): (Seat, &crate::store::SeatRecord)| SeatState {
            seat,
            holder: record.holder.clone(),
            ready: self.seating.is_ready(seat, record),
            online: match &record.holder {
                Holder::Open => false,
                Holder::Bot { .. } => true,
                Holder::Guest { id, .. } => self.sockets.online(*id),
            },
            sheet: sheet(seat, record.absent),
            kept: self
                .game
                .kept_until(seat, self.shared.config.limits.grace)
                .map(|until| time.to_wall(until)),
            band: self.seating.seat_band(seat),
        };
        (0u8..).map(Seat).zip(&self.seating.record().seats).map(state).collect()
    }

    /// The first names of those who watch, and how many they are.
    fn watching(&self) -> (Vec<Watcher>, u32) {
        let mut count = 0;
        let mut names = Vec::new();
        for (_, socket) in
            self.sockets.iter().filter(|(_, socket)| self.seating.seat_of(socket.guest.id).is_none())
        {
            count += 1;
            if names.len() < MAX_SHOWN_WATCHERS {
                names.push(Watcher { id: socket.guest.id, name: socket.guest.name.clone() });
            }
        }
        (names, count)
    }

    /// The state of the room that all its sockets are told.
    pub(super) fn room_state(&self) -> RoomState {
        let RoomRecord { id, host, phase, settings, game, .. } = self.seating.record();
        let (watching, watchers) = self.watching();
        RoomState {
            id: id.clone(),
            host: *host,
            phase: *phase,
            settings: settings.clone(),
            seats: self.seat_states(),
            roles: settings::roles(settings),
            watching,
            watchers,
            game: *game,
            draw: self.game.drawing().map(|draw| draw.shown(self.seating.held())),
            past: self.seating.past().to_vec(),
            campaign: self.seating.camp().map(Camp::shown),
            pause: self.pause_state(),
            other_rules: self.game.other_rules().cloned(),
            exercise: self.game.play().and_then(|play| play.practice.as_ref()).map(Practice::shown),
        }
    }

    /// Sends the changed room to all sockets, and to each person what has changed for them.
    pub(super) fn tell_room(&mut self) {
        self.news = None;
        let room = self.room_state();
        self.told = Some(Presence {
            phase: room.phase,
            seats: room.seats.clone(),
            watching: room.watching.clone(),
            watchers: room.watchers,
        });
        self.sockets.broadcast(&ServerMessage::Room { room });
        let numbers: Vec<u64> = self.sockets.iter().map(|(number, _)| number).collect();
        for number in numbers {
            let you = self.you(number);
            if let Some(socket) = self.sockets.get_mut(number)
                && socket.you != you
                && let Some(you) = you
            {
                socket.you = Some(you.clone());
                self.sockets.send(number, &ServerMessage::You { you });
            }
        }
    }

    fn presence(&self) -> Presence {
        let (watching, watchers) = self.watching();
        Presence { phase: self.seating.record().phase, seats: self.seat_states(), watching, watchers }
    }

    /// Sends all sockets who is there and which seats have answered, if that has changed.
    pub(super) fn tell_news(&mut self) {
        self.news = None;
        let presence = self.presence();
        if self.told.as_ref() == Some(&presence) {
            return;
        }
        let Presence { phase, seats, watching, watchers } = presence.clone();
        self.told = Some(presence);
        self.sockets.broadcast(&ServerMessage::Presence { phase, seats, watching, watchers });
    }

    /// A fresh view for one person.
    pub(super) fn show_table(&self, number: u64) {
        if let (Some(play), Some((_, key))) = (self.game.play(), self.who(number)) {
            self.sockets.send(number, &ServerMessage::Table(play.table(key, None, self.time())));
        }
    }
}
