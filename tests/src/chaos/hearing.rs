//! How a client takes in what it is told.

use std::time::Duration;

use bagarre_protocol::game::{Asking, Moment, Table};
use bagarre_protocol::room::{Phase, RoomState};
use bagarre_protocol::socket::{Answer, ClientMessage, ServerMessage, Since, You};
use tokio::time::Instant;
use uuid::Uuid;

use super::client::{Client, Part};
use super::ledger::{Count, Wrong};

impl Client {
    /// The room, as it is when the socket is let in; again where it has moved to another server.
    pub(super) fn welcomed(
        &mut self,
        you: You,
        room: RoomState,
        table: Option<&Table>,
        since: Option<&Since>,
    ) {
        self.seat = you.seat;
        self.you = Some(you);
        self.room = Some(room);
        self.mixed = false;
        self.away = false;
        if let Some(table) = table {
            self.table(table, since);
        } else {
            (self.game, self.asking) = (None, None);
        }
        self.mark();
    }

    /// A table, with a view or with the promise of a tail.
    pub(super) fn table(&mut self, table: &Table, since: Option<&Since>) {
        self.check_asking(table.asking.as_ref());
        if table.draft.is_some() && self.seat.is_none() {
            self.world.wrong(Wrong::Leaked, format!("a draft of {} without a seat", table.game));
        }
        let known = self.game.filter(|(game, _)| *game == table.game).map(|(_, entry)| entry);
        if table.view.is_none()
            && since.map(|since| (since.game, since.entry)) != Some((table.game, table.entry))
        {
            self.world.wrong(Wrong::Diverged, format!("a tail after {} that nobody asked for", table.entry));
        }
        if known.is_some_and(|known| known > table.entry) && table.view.is_some() {
            self.world
                .wrong(Wrong::Lost, format!("{} goes back from {known:?} to {}", table.game, table.entry));
        }
        if let Some(view) = &table.view {
            self.ledger().viewed(table.game, self.seat, table.entry, view);
        }
        self.game = Some((table.game, table.entry));
        self.asking.clone_from(&table.asking);
    }

    pub(super) fn mark(&self) {
        let Some(room) = &self.room else { return };
        let entry = self.game.filter(|(game, _)| room.game == Some(*game)).map_or(0, |(_, entry)| entry);
        self.ledger().mark(&self.opened.id, (room.game, entry, room.phase));
    }

    /// What a seat is asked reaches no socket without a seat.
    fn check_asking(&self, asking: Option<&Asking>) {
        if self.seat.is_none() && asking.is_some_and(|asking| asking.mine.is_some()) {
            self.world.wrong(Wrong::Leaked, format!("{:?} was asked what a seat is asked", self.part));
        }
    }

    /// An entry comes once, unless the client has asked for it once more.
    fn check_order(&mut self, game: Uuid, last: u32, moment: &Moment) {
        let first = moment.entries.first();
        let Some(first) = first.filter(|first| first.n <= last) else { return };
        if self.repeats == 0 {
            self.world.wrong(Wrong::Doubled, format!("entry {} of {game} came after {last}", first.n));
        }
        // What was asked for may come in several messages; with the last of them the client is where it was.
        if moment.entries.last().is_some_and(|entry| entry.n >= last) {
            self.repeats = self.repeats.saturating_sub(1);
        }
    }

    /// New entries. `true`: some are missing, and the socket is over.
    fn entries(&mut self, moment: &Moment) -> bool {
        self.check_asking(moment.asking.as_ref());
        if let Some((game, last)) = self.game {
            self.check_order(game, last, moment);
        }
        let Some((game, last)) = &mut self.game else { return false };
        let game = *game;
        for entry in &moment.entries {
            if entry.n > *last + 1 {
                let gap = format!("entry {} of {game} came after {last}", entry.n);
                self.world.wrong(Wrong::Lost, gap);
                return true;
            }
            *last = entry.n.max(*last);
            self.world.ledger.shown(game, self.seat, entry);
        }
        let last = *last;
        if moment.entries.last().is_some_and(|entry| entry.n == last) {
            self.asking = moment.asking(self.asking.as_ref(), self.seat);
            if let Some(asking) = &self.asking {
                self.ledger().asked(game, self.seat, last, asking);
            }
        }
        self.mark();
        false
    }

    /// Hears a message. A player whom the table waits for by now thinks until the client acts next. `true`: the socket is over.
    pub(super) fn hear(&mut self, message: ServerMessage) -> bool {
        let is_over = self.take(message);
        if !is_over && matches!(self.part, Part::Player(_)) && self.pending.is_empty() && self.is_awaited() {
            self.world.paces.thinks(&self.opened.id, self.next);
        }
        is_over
    }

    fn take(&mut self, message: ServerMessage) -> bool {
        match message {
            ServerMessage::Entries(moment) => return self.entries(&moment),
            ServerMessage::Table(table) => {
                self.table(&table, None);
                self.mark();
            }
            ServerMessage::Clocks { asking } => {
                self.check_asking(asking.as_ref());
                self.asking = asking;
            }
            ServerMessage::You { you } => {
                if self.you.as_ref().is_some_and(|before| before.id != you.id) {
                    self.world.wrong(Wrong::Leaked, format!("{:?} was told who another is", self.part));
                }
                self.seat = you.seat;
                self.you = Some(you);
            }
            ServerMessage::Room { room } => {
                if room.phase == Phase::Quarantined
                    && self.room.as_ref().is_some_and(|before| before.phase != Phase::Quarantined)
                {
                    self.world.wrong(Wrong::Broken, format!("the game of {} was put aside", room.id));
                }
                if room.draw.is_some() {
                    // The dice wait for no client.
                    self.next = Instant::now();
                }
                self.room = Some(room);
                self.mixed = false;
                self.mark();
            }
            ServerMessage::Presence { phase, seats, .. } => {
                if let Some(room) = &mut self.room {
                    (room.phase, room.seats) = (phase, seats);
                }
                self.mark();
            }
            ServerMessage::Answer { id, answer } => self.answered(id, answer),
            ServerMessage::Away { since } => self.away(since.is_some()),
            ServerMessage::Closing { code, .. } => {
                self.note_results();
                self.turned_away(code);
                return true;
            }
            // For the dice the client may come too late, or after a server that forgot its promise.
            ServerMessage::Unreadable { refusal } if refusal.code.starts_with("draw.") => {}
            // The client drafted at a seat that was no longer its own.
            ServerMessage::Unreadable { refusal } if refusal.code == "room.seat.none" => {}
            ServerMessage::Unreadable { refusal } => {
                self.world.wrong(Wrong::Broken, format!("unreadable: {}", refusal.code));
            }
            ServerMessage::Welcome { you, room, table, .. } if self.world.habits.stays => {
                self.ledger().count(Count::Moves);
                self.note_results();
                self.doubt_pending();
                self.welcomed(you, room, table.as_ref(), None);
                self.next = Instant::now();
            }
            ServerMessage::Welcome { .. } => {
                self.world.wrong(Wrong::Broken, "a second welcome".to_owned());
            }
            ServerMessage::Advice { .. }
            | ServerMessage::Options { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::Pong { .. } => {}
        }
        false
    }

    /// The client knows that what it sent has to wait, or will not be answered.
    fn note_results(&mut self) {
        for pending in self.pending.values_mut().filter(|pending| !pending.is_told) {
            if let Some(sent) = pending.sent {
                pending.is_told = true;
                self.world.ledger.note_result(sent);
            }
        }
    }

    /// Nothing can be written, or it can again.
    fn away(&mut self, away: bool) {
        self.away = away;
        if away {
            self.note_results();
        }
        for pending in self.pending.values_mut().filter(|pending| !away && pending.sent.is_none()) {
            pending.due = Instant::now();
        }
    }

    /// The table of the client was acknowledged something. One that is left to its clocks waits for them.
    fn goes_on(&self) {
        if !matches!(self.part, Part::Sleeper(_)) {
            self.world.paces.acknowledged(&self.opened.id);
        }
    }

    fn answered(&mut self, id: Uuid, answer: Answer) {
        if !self.has_sent(id) {
            self.world.wrong(Wrong::Leaked, format!("{:?} got an answer to another's {id}", self.part));
        }
        let Some(pending) = self.pending.get_mut(&id) else { return };
        if let Some(sent) = pending.sent.take()
            && !pending.is_told
        {
            self.world.ledger.note_result(sent);
        }
        if pending.unknown {
            self.world.ledger.count(Count::Resolved);
        }
        let answer = match answer {
            Answer::Duplicate { first } => *first,
            answer => answer,
        };
        match answer {
            Answer::Applied { entry } => {
                match (&pending.message, entry, pending.game) {
                    (ClientMessage::Command { .. }, Some(entry), Some(game)) => {
                        self.world.ledger.command(id, game, entry);
                        self.goes_on();
                    }
                    (ClientMessage::Chat { .. }, None, _) => self.world.ledger.line(id, &self.opened.id),
                    (ClientMessage::Act { .. }, None, _) => {
                        self.world.ledger.count(Count::Acts);
                        self.goes_on();
                    }
                    (message, ..) => {
                        self.world.wrong(Wrong::Broken, format!("a strange answer to {message:?}"));
                    }
                }
                self.pending.remove(&id);
            }
            Answer::Refused { refusal } if refusal.code == "server.store" => {
                self.world.ledger.count(Count::Unsaved);
                // Some believe it and think again; the others insist.
                let command = matches!(pending.message, ClientMessage::Command { .. });
                if command && !pending.unknown && self.chance.one_in(3) {
                    self.pending.remove(&id);
                    self.world.ledger.state().given_up.push(id);
                } else {
                    pending.due = Instant::now() + self.chance.millis(50, 400);
                }
            }
            Answer::Refused { .. } => {
                self.world.ledger.count(Count::Refused);
                self.pending.remove(&id);
                self.next = self.next.max(Instant::now() + Duration::from_millis(200));
            }
            Answer::Duplicate { .. } => {
                self.world.wrong(Wrong::Broken, "a duplicate of a duplicate".to_owned());
            }
        }
    }
}
