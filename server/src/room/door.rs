//! Admission to a room.

use std::collections::BTreeMap;

use bagarre_protocol::game::Table;
use bagarre_protocol::socket::{Closing, PROTOCOL, ServerMessage, Since, You};
use uuid::Uuid;

use super::actor::Room;
use super::audience::AudienceKey;
use super::earlier;
use super::invite::{self};
use super::message::{Admitted, HeldRoom, Join, JoinReply};
use super::people::chat::Hearing;
use crate::clock::Time;
use crate::store::{Member, Write, WriteError};

impl Room {
    /// Admits a person, or returns why not: [`Closing::Rebuilt`] where the room has to be rebuilt. The welcome is the first frame.
    pub(super) async fn join(&mut self, join: Join) -> Result<u64, Closing> {
        self.admit(join.guest.id, join.invite.as_deref()).await?;
        let recalled = self.recall(join.since.as_ref()).await?;
        let number = self.enter(join)?;
        self.people.set_recalled(number, recalled);
        Ok(number)
    }

    /// Returns whether a client knows another game than the one that is here: commands of it may be on their way.
    fn knows_another_game(&self, since: Option<&Since>) -> bool {
        since.is_some_and(|since| self.game.play().is_none_or(|play| play.id != since.game))
    }

    /// Returns the commands that a client may send again which knows an earlier game: those that were stored about when it was heard last.
    /// Without them the person is not admitted.
    pub(super) async fn recall(&mut self, since: Option<&Since>) -> Result<BTreeMap<Uuid, u32>, Closing> {
        let Some(since) = since.filter(|since| self.knows_another_game(Some(since))) else {
            return Ok(BTreeMap::new());
        };
        let (shared, room) = (self.shared.clone(), self.seating.record().id.clone());
        // What it has not been answered may be older than the last entry that it knows.
        let after = since.entry.saturating_sub(earlier::MAX_EARLIER_COMMANDS / 2);
        let read = shared.ask_store(shared.store.commands_after(
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

    /// Returns what another server needs for a link to this room, or why there is none: the room may be held elsewhere by now.
    pub(super) fn answer_hold(&self) -> Result<HeldRoom, Closing> {
        let node = self.pen.node();
        if node.is_none() || !self.shared.lease.holds_as(node) {
            return Err(Closing::Elsewhere);
        }
        let inbox = self.inbox.sender().ok_or(Closing::Rebuilt)?;
        Ok(HeldRoom { epoch: self.pen.stored_epoch(), inbox })
    }

    /// Answers a request to be let in. A socket whose connection has ended meanwhile leaves again.
    pub(super) fn answer_join(&mut self, reply: JoinReply, admitted: Result<u64, Closing>) {
        let answer = admitted.and_then(|number| {
            let inbox = self.inbox.sender().ok_or(Closing::Rebuilt)?;
            Ok(Admitted { number, inbox })
        });
        if let Err(Ok(Admitted { number, .. })) = reply.send(answer) {
            self.remove_socket(number);
        }
    }

    /// Returns whether a person may enter without a read or a write.
    pub(super) fn may_enter_at_once(&self, join: &Join) -> bool {
        self.seating.is_member(join.guest.id)
            && self.seating.has_place(join.guest.id)
            && !self.knows_another_game(join.since.as_ref())
    }

    /// Lets a person in who may come in. One of several servers lets no socket in once its lease may have lapsed, as after a process was frozen: the
    /// game may have gone on at another server, which the person has seen.
    pub(super) fn enter(&mut self, join: Join) -> Result<u64, Closing> {
        if self.may_be_fenced() {
            return Err(Closing::Away);
        }
        let Join { guest, since, lang, outbox, number, .. } = join;
        let seat = self.seating.seat_of(guest.id);
        if let Some(seat) = seat {
            if self.seating.rename(seat, &guest) {
                self.tell_room();
            }
            self.game.free_seat(seat);
            self.mark_present(Some(seat));
        }
        let number = number.unwrap_or_else(|| self.shared.sockets.next());
        self.people.enter(number, guest, lang, outbox);
        let Some(you) = self.you(number) else { return Err(Closing::Rebuilt) };
        let lost = self.lost_entry(since.as_ref());
        let after = self.resumable(seat, since.filter(|_| lost.is_none()));
        let time = self.time();
        let missed = after.and_then(|after| self.game.play()?.tail(seat, after, time));
        let table = self.game.play().map(|play| Table { lost, ..play.table(seat, after, time) });
        let hearing = Hearing::new(you.id, &self.seating, &self.game);
        let welcome = self.welcome(you.clone(), table, hearing, time);
        self.people.send(number, &welcome);
        if let Some(words) = self.shared.house.announcement() {
            self.people.send(number, &ServerMessage::Announcement { words: Some(words) });
        }
        self.people.set_you(number, you);
        if let Some(missed) = missed.filter(|missed| !missed.entries.is_empty()) {
            self.people.send(number, &ServerMessage::Entries(missed));
        }
        if let Some(since) = self.pen.away_since() {
            self.people.send(number, &ServerMessage::Away { since: Some(since) });
        }
        self.people.compare_presence(&self.presence());
        match self.who(number) {
            Some((_, Some(_))) => self.people.note_change(),
            _ => self.people.note_watchers(),
        }
        Ok(number)
    }

    /// Returns the welcome of a person.
    pub(super) fn welcome(
        &self,
        you: You,
        table: Option<Table>,
        hearing: Hearing,
        time: Time,
    ) -> ServerMessage {
        let (room, chat) = (self.room_state(), self.people.lines_for(hearing));
        ServerMessage::Welcome { protocol: PROTOCOL, now: time.wall, you, room, table, chat }
    }

    /// Returns whether the lease of this server may have lapsed, where it is one of several: the room may be held elsewhere by now.
    pub(super) fn may_be_fenced(&self) -> bool {
        self.pen.node().is_some() && !self.shared.lease.holds_as(self.pen.node())
    }

    /// Returns the entry after which a tail can follow, if what the client has is of this game and this seat.
    fn resumable(&self, seat: AudienceKey, since: Option<Since>) -> Option<u32> {
        let (since, play) = (since?, self.game.play()?);
        let fits = since.game == play.id && since.seat == seat;
        (fits && play.has_tail(seat, since.entry)).then_some(since.entry)
    }

    /// Returns the newest entry that a client knows, if the journal of this game does not hold it like that: what was shown there is lost.
    fn lost_entry(&self, since: Option<&Since>) -> Option<u32> {
        let (since, play) = (since?, self.game.play()?);
        let known = since.head.as_ref().filter(|_| since.game == play.id)?;
        play.has_lost(known).then_some(known.entry)
    }

    /// Admits a person, or returns why not. A person who comes by the invitation becomes a member.
    pub(super) async fn admit(&mut self, guest: Uuid, invite: Option<&str>) -> Result<(), Closing> {
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
}
