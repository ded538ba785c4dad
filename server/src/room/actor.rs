//! The task of one room: what it hears, what it answers, when it goes to sleep.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::game::Refusal as WireRefusal;
use bagarre_protocol::room::{Holder, PastGame, Phase};
use bagarre_protocol::socket::{Answer, ChatLine, ClientMessage, Closing, ServerMessage};
use bagarre_rules::any::{AnyBot, Refusal};
use bagarre_rules::contract::Seat;
use bagarre_rules::dice::Seeded;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use super::audience::{Ears, Sockets};
use super::camp::Camp;
use super::chat::{Chat, Hearing};
use super::play::Play;
use super::state::{Answers, Trouble};
use super::{Msg, Shared, millis, refuse};
use crate::app::now;
use crate::store::{RoomRecord, Write};

/// How long news of who is there may gather before they are sent.
const GATHER: Duration = Duration::from_millis(40);
/// How long to wait before trying again what could not be saved.
const AGAIN: Duration = Duration::from_secs(1);

/// One live room.
pub(super) struct Room {
    pub(super) shared: Arc<Shared>,
    pub(super) record: RoomRecord,
    /// Who may enter, and who no longer (`true`).
    pub(super) members: BTreeMap<Uuid, bool>,
    pub(super) past: Vec<PastGame>,
    pub(super) chat: Chat,
    pub(super) sockets: Sockets,
    pub(super) answers: Answers,
    pub(super) play: Option<Play>,
    pub(super) bots: BTreeMap<Seat, AnyBot>,
    /// The campaign the room belongs to, as it was last read.
    pub(super) camp: Option<Camp>,
    /// Chance of the bots, never of the game.
    pub(super) luck: Seeded,
    /// When the news of who is there have to go out.
    pub(super) news: Option<Instant>,
    /// Since when nobody is here.
    pub(super) empty_since: Instant,
}

/// Why the task ends.
enum End {
    Asleep,
    Stopped,
    Overtaken,
}

impl Room {
    /// Loads the room and lives until it falls asleep. Returns the messages that came too late.
    pub(super) async fn run(shared: Arc<Shared>, id: String, mut inbox: mpsc::Receiver<Msg>) -> Vec<Msg> {
        let mut room = match Self::load(shared.clone(), &id).await {
            Ok(Some(room)) => room,
            Ok(None) => {
                turn_away(&shared, &id, &mut inbox, Closing::Unknown).await;
                return Vec::new();
            }
            Err(why) => {
                tracing::error!(room = %id, %why, "a room could not be loaded");
                turn_away(&shared, &id, &mut inbox, Closing::Rebuilt).await;
                return Vec::new();
            }
        };
        let end = room.live(&mut inbox).await;
        let alarm = match end {
            End::Asleep => room.play.as_ref().and_then(|play| play.round.first()),
            End::Stopped => {
                room.sockets.dismiss_all(Closing::Shutdown);
                turn_away(&shared, &id, &mut inbox, Closing::Shutdown).await;
                return Vec::new();
            }
            End::Overtaken => {
                tracing::error!(room = %id, "another writer wrote the journal of this room");
                room.sockets.dismiss_all(Closing::Rebuilt);
                Some(now())
            }
        };
        shared.asleep(&id, alarm);
        inbox.close();
        let mut late = Vec::new();
        while let Some(message) = inbox.recv().await {
            late.push(message);
        }
        late
    }

    async fn live(&mut self, inbox: &mut mpsc::Receiver<Msg>) -> End {
        let stop = self.shared.stop.clone();
        let idle = self.shared.config.limits.idle;
        loop {
            let bot = self.bot_to_play();
            let clock = self.play.as_ref().filter(|_| self.running()).and_then(|play| play.round.first());
            let wait = clock.map_or(Duration::MAX, |at| millis(at - now()));
            let done = tokio::select! {
                () = stop.cancelled() => return End::Stopped,
                message = inbox.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => return End::Stopped,
                },
                () = std::future::ready(()), if bot.is_some() => match bot {
                    Some(seat) => self.bot_plays(seat).await,
                    None => Ok(()),
                },
                () = sleep(wait), if clock.is_some() => self.time_over().await,
                () = sleep_until(self.news.unwrap_or_else(Instant::now)), if self.news.is_some() => {
                    self.tell_news();
                    Ok(())
                }
                () = sleep_until(self.empty_since + idle), if self.sockets.is_empty() && bot.is_none() => {
                    return End::Asleep;
                }
            };
            match done {
                Ok(()) => {}
                Err(Trouble::Overtaken) => return End::Overtaken,
                Err(Trouble::Poisoned(why)) => self.quarantine(&why).await,
                Err(Trouble::Unsaved | Trouble::Refused(_)) => sleep(AGAIN).await,
            }
        }
    }

    async fn hear(&mut self, message: Msg) -> Result<(), Trouble> {
        match message {
            Msg::Join(join, reply) => {
                let admitted = self.join(*join).await;
                // Whoever knocked may be gone; his socket will be reported as left.
                if let Err(Ok(number)) = reply.send(admitted) {
                    self.left(number);
                }
                Ok(())
            }
            Msg::From(number, message) => self.listen(number, *message).await,
            Msg::Left(number) => {
                self.left(number);
                Ok(())
            }
            Msg::Wake => Ok(()),
            Msg::Campaign => {
                self.refresh_camp().await;
                self.tell_room();
                Ok(())
            }
        }
    }

    fn left(&mut self, number: u64) {
        if self.sockets.remove(number) {
            self.empty_since = Instant::now();
            self.has_news();
        }
    }

    async fn listen(&mut self, number: u64, message: ClientMessage) -> Result<(), Trouble> {
        match message {
            ClientMessage::Hello { .. } => self.unreadable(number, &refuse::hello_twice()),
            ClientMessage::Command { id, command } => return self.command(number, id, &command).await,
            ClientMessage::Draft { seq, draft } => return self.draft(number, seq, draft).await,
            ClientMessage::Resync { entry } => self.resync(number, entry),
            ClientMessage::Chat { id, text } => return self.talk(number, id, &text).await,
            ClientMessage::Act { id, action } => return self.act(number, id, action).await,
            ClientMessage::Lang { lang } => {
                if let Some(socket) = self.sockets.get_mut(number) {
                    socket.lang = lang;
                }
            }
            ClientMessage::Ping { n } => self.sockets.send(number, &ServerMessage::Pong { n, now: now() }),
        }
        Ok(())
    }

    fn unreadable(&self, number: u64, refusal: &Refusal) {
        if let Some(socket) = self.sockets.get(number) {
            let refusal = refuse::wire(refusal, socket.lang);
            self.sockets.send(number, &ServerMessage::Unreadable { refusal });
        }
    }

    /// The person and the ears of a socket.
    pub(super) fn who(&self, number: u64) -> Option<(Uuid, Ears)> {
        let guest = self.sockets.get(number)?.guest.id;
        Some((guest, self.seat_of(guest)))
    }

    /// The seat a person holds.
    pub(super) fn seat_of(&self, guest: Uuid) -> Option<Seat> {
        let held = |holder: &Holder| matches!(holder, Holder::Guest { id, .. } if *id == guest);
        let at = self.record.seats.iter().position(|seat| held(&seat.holder))?;
        u8::try_from(at).ok().map(Seat)
    }

    pub(super) fn running(&self) -> bool {
        self.record.phase == Phase::Playing
    }

    pub(super) fn refusal(&self, number: u64, refusal: &Refusal) -> Option<WireRefusal> {
        self.sockets.get(number).map(|socket| refuse::wire(refusal, socket.lang))
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
            Err(Trouble::Refused(refusal)) => (self.refused(number, &refusal), None),
            Err(Trouble::Unsaved) => {
                // Not remembered: sent again, it is tried again.
                let answer = self.refused(number, &refuse::store());
                self.sockets.send(number, &ServerMessage::Answer { id, answer });
                return Ok(());
            }
            Err(Trouble::Overtaken) => return Err(Trouble::Overtaken),
            Err(trouble @ Trouble::Poisoned(_)) => (self.refused(number, &refuse::fault()), Some(trouble)),
        };
        self.answers.keep(guest, id, answer.clone());
        self.sockets.send(number, &ServerMessage::Answer { id, answer });
        trouble.map_or(Ok(()), Err)
    }

    fn refused(&self, number: u64, refusal: &Refusal) -> Answer {
        let lang = self.sockets.get(number).map(|socket| socket.lang).unwrap_or_default();
        Answer::Refused { refusal: refuse::wire(refusal, lang) }
    }

    /// Whether an id was answered before; if so it gets that answer again.
    pub(super) fn answered(&self, number: u64, id: Uuid) -> bool {
        let Some((guest, ears)) = self.who(number) else { return true };
        let taken = self.play.as_ref().and_then(|play| play.commands.get(&id).copied());
        let answer = match (self.answers.get(guest, id), taken) {
            (Some(first), _) => Answer::Duplicate { first: Box::new(first.clone()) },
            (None, Some((entry, seat))) if ears == Some(seat) => {
                Answer::Duplicate { first: Box::new(Answer::Applied { entry: Some(entry) }) }
            }
            (None, Some(_)) => self.refused(number, &refuse::id_taken()),
            (None, None) => return false,
        };
        self.sockets.send(number, &ServerMessage::Answer { id, answer });
        true
    }

    fn resync(&mut self, number: u64, entry: u32) {
        let (Some((_, ears)), Some(play)) = (self.who(number), &self.play) else { return };
        let Some(socket) = self.sockets.get(number) else { return };
        match play.tail(ears, entry) {
            Some(texts) => texts.into_iter().for_each(|text| socket.outbox.send(text)),
            None => self.sockets.send(number, &ServerMessage::Table(play.table(ears, None, now()))),
        }
        let asking = play.open_question(ears, now());
        self.sockets.send(number, &ServerMessage::Clocks { asking });
    }

    async fn talk(&mut self, number: u64, id: Uuid, text: &str) -> Result<(), Trouble> {
        if self.answered(number, id) {
            return Ok(());
        }
        let Some((guest, seat)) = self.who(number) else { return Ok(()) };
        let Some(name) = self.sockets.get(number).map(|socket| socket.guest.name.clone()) else {
            return Ok(());
        };
        let text = match self.chat.admit(guest, text, now()) {
            Ok(text) => text,
            Err(refusal) => return self.answer(number, id, Err(refusal.into())),
        };
        let channel = self.hearing(seat).channel();
        let line = ChatLine { id, at: now(), channel, from: guest, name, seat, text };
        let job = vec![Write::Chat { room: self.record.id.clone(), line: line.clone() }];
        match self.shared.writer.write(job).await.map_err(Trouble::from) {
            // Said before this task woke up, and sent again.
            Err(Trouble::Overtaken) => {
                let first = Box::new(Answer::Applied { entry: None });
                self.sockets.send(number, &ServerMessage::Answer { id, answer: Answer::Duplicate { first } });
                return Ok(());
            }
            done => {
                let said = done.is_ok();
                self.answer(number, id, done.map(|()| None))?;
                if !said {
                    return Ok(());
                }
            }
        }
        self.chat.keep(line.clone());
        let message = super::audience::encode(&ServerMessage::Chat { line });
        for (_, socket) in self.sockets.iter() {
            if self.hearing(self.seat_of(socket.guest.id)).hears(channel) {
                socket.outbox.send(message.clone());
            }
        }
        Ok(())
    }

    pub(super) fn hearing(&self, seat: Ears) -> Hearing {
        Hearing { seat, phase: self.record.phase, late: self.record.settings.spectator_delay > 0 }
    }

    async fn quarantine(&mut self, why: &str) {
        self.put_aside(why).await;
        self.tell_room();
    }

    /// Puts the game aside; the room goes on without it.
    pub(super) async fn put_aside(&mut self, why: &str) {
        tracing::error!(room = %self.record.id, game = ?self.record.game, why, "a game is put aside");
        metrics::counter!("bagarre_quarantined_total").increment(1);
        let mut record = self.record.clone();
        record.phase = Phase::Quarantined;
        let mut job = vec![Write::Room(Box::new(record.clone()))];
        if let Some(game) = record.game {
            job.push(Write::Quarantine { game, at: now(), why: why.to_owned() });
        }
        if let Err(why) = self.shared.writer.write(job).await {
            tracing::error!(%why, "that could not be written");
        }
        self.record = record;
        self.play = None;
        self.campaign_moved().await;
    }

    /// Who is there has changed; the news gather for a moment.
    pub(super) fn has_news(&mut self) {
        self.news.get_or_insert_with(|| Instant::now() + GATHER);
    }
}

/// Turns away whoever came to a room that cannot be entered.
async fn turn_away(shared: &Shared, id: &str, inbox: &mut mpsc::Receiver<Msg>, why: Closing) {
    shared.asleep(id, None);
    inbox.close();
    while let Some(message) = inbox.recv().await {
        if let Msg::Join(_, reply) = message {
            // Whoever knocked may be gone.
            let _ = reply.send(Err(why));
        }
    }
}
