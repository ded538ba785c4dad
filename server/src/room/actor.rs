//! One live room: what it knows, and how it writes and answers.

use std::sync::Arc;

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::{Answer, ServerMessage};
use tokio::time::Instant;
use uuid::Uuid;

use super::audience::AudienceKey;
use super::game::CurrentGame;
use super::handover::HandOver;
use super::inbox::Inbox;
use super::message::Msg;
use super::pen::Pen;
use super::people::People;
use super::place::Place;
use super::refuse;
use super::seating::Seating;
use super::shared::Shared;
use super::trouble::Trouble;
use crate::clock::{Time, in_millis};
use crate::store::{Job, Write, WriteError};
use crate::telemetry::traces::TracePoint;
use crate::world::World;

/// One live room. Each part owns its fields and says what is done with them; what needs several parts stands in an `impl` of the room.
pub(super) struct Room {
    pub(super) shared: Arc<Shared>,
    /// What is stored of it outside of its game.
    pub(super) seating: Seating,
    pub(super) game: CurrentGame,
    pub(super) people: People,
    /// The messages that reach it.
    pub(super) inbox: Inbox,
    /// What it writes with.
    pub(super) pen: Pen,
    /// The place of the room among those that are awake.
    pub(super) place: Arc<Place>,
    /// The room is to be handed over.
    pub(super) handover: Option<HandOver>,
    /// Where the message that is taken stands in the trace of another server.
    pub(super) trace: Option<TracePoint>,
}

/// The time of the tables at moments that have passed.
#[derive(Clone, Copy)]
pub(super) struct Times {
    now: Instant,
    table: i64,
}

impl Times {
    /// Returns the time of the tables at a moment. If the clock was stopped since then the result is too early, which costs no player time.
    pub(super) fn at(self, moment: Instant) -> i64 {
        self.table - in_millis(self.now.saturating_duration_since(moment))
    }
}

impl Room {
    /// Returns the time of the tables now and before.
    pub(super) fn times(&self) -> Times {
        Times { now: Instant::now(), table: self.time().table }
    }

    /// Time and chance.
    pub(super) fn world(&self) -> &World {
        &self.shared.config.world
    }

    /// Returns the time of the tables.
    pub(super) fn time(&self) -> Time {
        self.shared.time()
    }

    /// Makes a job durable.
    pub(super) async fn write(&mut self, job: Job) -> Result<(), WriteError> {
        let written = self.pen.write(self.pen.fence(job, self.game.last()));
        let done = self.patiently(written).await;
        if done.is_ok() {
            self.pen.confirm();
        }
        done
    }

    /// Waits for something. Joins, leaves and inspections are answered meanwhile; other messages wait.
    pub(super) async fn patiently<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = self.pen.away_changed() => self.tell_away(),
                Some(message) = self.inbox.receive(), if self.inbox.has_room() => self.meanwhile(message),
            }
        }
    }

    /// Does what needs nothing written, from the last durable state; keeps the rest for later.
    pub(super) fn meanwhile(&mut self, message: Msg) {
        match message {
            Msg::Join(join, reply) if self.may_enter_at_once(&join) => {
                let admitted = self.enter(*join);
                self.answer_join(reply, admitted);
            }
            // What this socket said before waits still: its end must not overtake it.
            Msg::Left(number) if !self.inbox.holds(number) => self.remove_socket(number),
            Msg::Spectators(outbox, news) => self.note_spectators(&outbox, news),
            Msg::Hold(reply) => drop(reply.send(self.answer_hold())),
            Msg::Inspect(reply) => {
                // The receiver may have been dropped.
                let _ = reply.send(Box::new(self.report()));
            }
            message => self.inbox.push(message),
        }
    }

    /// Tells all sockets that nothing can be written, or that it can again.
    pub(super) fn tell_away(&mut self) {
        let since = self.pen.read_away();
        self.people.broadcast(&ServerMessage::Away { since });
        self.tell_clocks();
        if self.seating.record().phase == Phase::Paused {
            self.tell_room();
        }
    }

    /// Removes a socket that has ended. A player who leaves in the middle of a game keeps the seat for a while.
    pub(super) fn remove_socket(&mut self, number: u64) {
        let seat = self.who(number).and_then(|(_, key)| key);
        if self.people.remove(number) {
            if let Some(seat) = seat.filter(|_| self.seating.during_a_game()) {
                let now = self.time().table;
                self.game.keep_seat(seat, now);
            }
            self.begin_clocks();
            match seat {
                Some(_) => self.people.note_change(),
                None => self.people.note_watchers(),
            }
        }
    }

    /// Returns the person behind a socket, and the audience of that person.
    pub(super) fn who(&self, number: u64) -> Option<(Uuid, AudienceKey)> {
        let guest = self.people.guest(number)?.id;
        Some((guest, self.seating.seat_of(guest)))
    }

    /// Marks a player as not absent, who did something that others see. A draft is not seen.
    pub(super) fn mark_present(&mut self, key: AudienceKey) {
        let Some(seat) = key else { return };
        self.game.reset_missed(seat);
        if self.seating.mark_present(seat) {
            self.people.note_change();
        }
    }

    /// Answers a message, and remembers the answer.
    pub(super) fn answer(
        &mut self,
        number: u64,
        id: Uuid,
        done: Result<Option<u32>, Trouble>,
    ) -> Result<(), Trouble> {
        let Some((guest, _)) = self.who(number) else { return Ok(()) };
        let (answer, trouble) = match done {
            Ok(entry) => (Answer::Applied { entry }, None),
            Err(Trouble::Refused(refusal)) => (self.people.refuse(number, &refusal), None),
            Err(Trouble::Unsaved) => {
                // Not remembered: sent again, it is tried again.
                let answer = self.people.refuse(number, &refuse::store());
                self.people.send(number, &ServerMessage::Answer { id, answer });
                return Ok(());
            }
            Err(trouble @ (Trouble::Overtaken | Trouble::Unknown)) => return Err(trouble),
            Err(trouble @ Trouble::Poisoned(_)) => {
                (self.people.refuse(number, &refuse::fault()), Some(trouble))
            }
        };
        // A command that became an entry is known by the journal.
        if !matches!(answer, Answer::Applied { entry: Some(_) }) {
            self.people.keep_answer(guest, id, answer.clone());
        }
        self.people.send(number, &ServerMessage::Answer { id, answer });
        trouble.map_or(Ok(()), Err)
    }

    /// Sends the answer to an id again that was answered before. Returns `false` where it was not.
    pub(super) fn repeat_answer(&self, number: u64, id: Uuid) -> bool {
        let Some((guest, key)) = self.who(number) else { return true };
        let Some(answer) = self.find_answer(number, (guest, key), id) else { return false };
        self.people.send(number, &ServerMessage::Answer { id, answer });
        true
    }

    /// Returns the answer to an id that was answered before, or that another person has used.
    pub(super) fn find_answer(
        &self,
        number: u64,
        (guest, key): (Uuid, AudienceKey),
        id: Uuid,
    ) -> Option<Answer> {
        let taken = self.game.play().and_then(|play| {
            let (entry, seat) = *play.commands.get(&id)?;
            Some((entry, key == Some(seat) || play.holders.get(&seat) == Some(&guest)))
        });
        let again = |entry| Answer::Duplicate { first: Box::new(Answer::Applied { entry: Some(entry) }) };
        match (self.people.first_answer(guest, id), taken) {
            (Some(first), _) => Some(Answer::Duplicate { first: Box::new(first.clone()) }),
            (None, Some((entry, true))) => Some(again(entry)),
            (None, Some(_)) => Some(self.people.refuse(number, &refuse::id_taken())),
            (None, None) => {
                let recalled = self.people.recalled_entry(number, id);
                self.game.earlier_entry(id).or(recalled).map(again)
            }
        }
    }

    /// Puts the game aside; the room goes on without it. Where that could not be written nothing has changed, and the room must be
    /// rebuilt: its sockets are closed and the next join reads it again.
    pub(super) async fn put_aside(&mut self, why: &str) -> Result<(), WriteError> {
        let mut record = self.seating.record().clone();
        record.phase = Phase::Quarantined;
        record.paused_until = None;
        let mut job = vec![self.pen.epoch(), Write::Room(Box::new(record.clone()))];
        if let Some(game) = record.game {
            job.push(Write::Quarantine { game, at: self.world().now(), why: why.to_owned() });
        }
        // No join is answered meanwhile: it is not known yet whether the room still has its game.
        if let Err(unwritten) = self.pen.write(job).await {
            tracing::error!(room = %self.seating.record().id, game = ?self.seating.record().game, why, %unwritten, "a game could not be put aside");
            return Err(unwritten);
        }
        self.pen.confirm();
        tracing::error!(room = %self.seating.record().id, game = ?self.seating.record().game, why, "a game is put aside");
        metrics::counter!("bagarre_quarantined_total").increment(1);
        self.seating.set_record(record);
        self.game.put_aside();
        self.seating.announce_campaign(&self.shared).await;
        Ok(())
    }
}
