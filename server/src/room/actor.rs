//! The task of one room: what it hears, what it answers, when it goes to sleep.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::game::Refusal as WireRefusal;
use bagarre_protocol::room::{Holder, OtherRules, PastGame, Phase};
use bagarre_protocol::socket::{Answer, ChatLine, ClientMessage, Closing, ServerMessage};
use bagarre_rules::any::{AnyBot, Refusal};
use bagarre_rules::contract::Seat;
use bagarre_rules::dice::Seeded;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, sleep_until};
use tracing::Instrument as _;
use uuid::Uuid;

use super::audience::{Ears, Sockets};
use super::camp::Camp;
use super::chat::{Chat, Hearing};
use super::door::Presence;
use super::draw::Drawing;
use super::kept::Kept;
use super::play::Play;
use super::state::{Answers, Trouble};
use super::{INBOX, Msg, Shared, millis, refuse};
use crate::clock::Time;
use crate::frame::Frame;
use crate::signal;
use crate::store::{Job, RoomRecord, Write, WriteError};
use crate::telemetry::traces::span;
use crate::world::now;

/// How long news of who is there may gather before they are sent.
const GATHER: Duration = Duration::from_millis(40);
/// How long bots and clocks wait before they try again what could not be saved.
const AGAIN: Duration = Duration::from_secs(1);

/// One live room.
pub(super) struct Room {
    pub(super) shared: Arc<Shared>,
    pub(super) record: RoomRecord,
    /// Who may enter, and who no longer (`true`).
    pub(super) members: BTreeMap<Uuid, bool>,
    pub(super) past: Vec<PastGame>,
    /// Commands of earlier games, with their entries: whoever has not heard of one sends it again.
    pub(super) earlier: BTreeMap<Uuid, u32>,
    pub(super) chat: Chat,
    pub(super) sockets: Sockets,
    pub(super) answers: Answers,
    pub(super) play: Option<Play>,
    /// The dice of a game that has no entry yet.
    pub(super) draw: Option<Drawing>,
    /// The rules of the room's game, when this build does not have them: then there is no `play`, and nothing is written.
    pub(super) other_rules: Option<OtherRules>,
    /// Who has asked to end the pause.
    pub(super) wishes: BTreeSet<Uuid>,
    /// Since when the host is away from people who are here.
    pub(super) host_away: Option<Instant>,
    pub(super) bots: BTreeMap<Seat, AnyBot>,
    /// The campaign the room belongs to, as it was last read.
    pub(super) camp: Option<Camp>,
    /// Chance of the bots, never of the game.
    pub(super) luck: Seeded,
    /// When the news of who is there have to go out.
    pub(super) news: Option<Instant>,
    /// Who is there, as everybody was last told.
    pub(super) told: Option<Presence>,
    /// Seats that their players lost in the middle of the question that is open.
    pub(super) kept: Kept,
    /// Since when nobody is here.
    pub(super) empty_since: Instant,
    pub(super) inbox: mpsc::Receiver<Msg>,
    /// What was heard while something was being written, and waits for it.
    pub(super) backlog: VecDeque<Msg>,
    /// Since when nothing can be written at all.
    pub(super) away: signal::Receiver<Option<i64>>,
    /// Until when bots and clocks wait after something could not be saved.
    pub(super) again: Option<Instant>,
}

/// Why the task ends.
enum End {
    Asleep,
    Stopped,
    /// What is stored may be more than what is known here.
    Rebuild,
    Closed,
}

impl Room {
    /// Loads the room and lives until it falls asleep. Returns the messages that came too late.
    pub(super) async fn run(
        shared: Arc<Shared>,
        id: String,
        inbox: mpsc::Receiver<Msg>,
        opened: Option<Box<RoomRecord>>,
    ) -> Vec<Msg> {
        // What is done now and then does not stay in a task that waits nearly all of its life.
        let waking = Self::load(shared.clone(), &id, inbox, opened).instrument(span!("wake"));
        let mut room = match Box::pin(waking).await {
            Ok(room) => room,
            Err((inbox, why)) => {
                let (why, again) = match why {
                    None => (Closing::Unknown, false),
                    Some(why) => {
                        tracing::error!(room = %id, %why, "a room could not be loaded");
                        (Closing::Away, true)
                    }
                };
                turn_away(&shared, &id, inbox, why, again).await;
                return Vec::new();
            }
        };
        let end = room.live().await;
        let alarm = room.alarm();
        let Self { mut inbox, backlog, mut sockets, .. } = *room;
        let alarm = match end {
            End::Asleep => alarm,
            End::Stopped => {
                sockets.dismiss_all(Closing::Shutdown);
                drop(backlog);
                turn_away(&shared, &id, inbox, Closing::Shutdown, false).await;
                return Vec::new();
            }
            End::Closed => {
                sockets.dismiss_all(Closing::Closed);
                drop(backlog);
                turn_away(&shared, &id, inbox, Closing::Closed, false).await;
                return Vec::new();
            }
            End::Rebuild => {
                sockets.dismiss_all(Closing::Rebuilt);
                Some(shared.time().table)
            }
        };
        shared.asleep(&id, alarm);
        inbox.close();
        let mut late: Vec<Msg> = backlog.into();
        while let Some(message) = inbox.recv().await {
            late.push(message);
        }
        late
    }

    async fn live(&mut self) -> End {
        while self.record.phase != Phase::Closed {
            if self.shared.stop.is_cancelled() {
                return End::Stopped;
            }
            let done = match self.backlog.pop_front() {
                Some(message) => Box::pin(self.hear(message)).await,
                None => match self.next().await {
                    Ok(done) => done,
                    Err(end) => return end,
                },
            };
            match done {
                Ok(()) => {}
                Err(Trouble::Overtaken) => {
                    tracing::error!(room = %self.record.id, "another writer wrote the journal of this room");
                    return End::Rebuild;
                }
                Err(Trouble::Unknown) => {
                    tracing::warn!(room = %self.record.id, "whether it was saved is not known: the room is rebuilt");
                    return End::Rebuild;
                }
                Err(Trouble::Poisoned(why)) => {
                    if Box::pin(self.quarantine(&why)).await.is_err() {
                        return End::Rebuild;
                    }
                }
                Err(Trouble::Unsaved | Trouble::Refused(_)) => self.again = Some(Instant::now() + AGAIN),
            }
        }
        End::Closed
    }

    /// Waits for whatever comes next, and does it.
    async fn next(&mut self) -> Result<Result<(), Trouble>, End> {
        let stop = self.shared.stop.clone();
        // Bots and clocks stand still while nothing can be written.
        let ready = self.away.get().is_none() && self.again.is_none();
        let bot = self.bot_to_play().filter(|_| ready);
        let clock = self.alarm().filter(|_| ready);
        let given_up = self.host_given_up().filter(|_| ready);
        let agreed = ready && self.agreed();
        let wait = clock.map_or(Duration::MAX, |at| millis(at - self.time().table));
        let revealing = ready && self.all_open();
        let mixed = self.draw.as_ref().filter(|_| ready).map(|draw| draw.until(self.held()));
        let idle = if self.shared.crowded() { Duration::ZERO } else { self.shared.config.limits.idle };
        let lingers = self.play.as_ref().and_then(Play::tails_until);
        let busy = bot.is_some() || self.draw.is_some() || self.is_opening();
        let empty = self.sockets.is_empty() && !busy && wait > Duration::ZERO;
        Ok(tokio::select! {
            biased;
            () = stop.cancelled() => return Err(End::Stopped),
            () = sleep(wait), if clock.is_some() => Box::pin(self.ring()).await,
            () = std::future::ready(()), if agreed => Box::pin(self.go_on()).await,
            () = std::future::ready(()), if revealing => Box::pin(self.reveal()).await,
            () = sleep_until(mixed.unwrap_or_else(Instant::now)), if mixed.is_some() => Box::pin(self.mix()).await,
            () = sleep_until(given_up.unwrap_or_else(Instant::now)), if given_up.is_some() => Box::pin(self.succeed()).await,
            () = self.away.changed() => {
                self.tell_away();
                Ok(())
            }
            () = sleep_until(self.again.unwrap_or_else(Instant::now)), if self.again.is_some() => {
                self.again = None;
                Ok(())
            }
            () = sleep_until(self.news.unwrap_or_else(Instant::now)), if self.news.is_some() => {
                self.tell_news();
                Ok(())
            }
            message = self.inbox.recv() => match message {
                Some(message) => Box::pin(self.hear(message)).await,
                None => return Err(End::Stopped),
            },
            () = std::future::ready(()), if bot.is_some() => match bot {
                Some(seat) => Box::pin(self.bot_plays(seat)).await,
                None => Ok(()),
            },
            () = sleep_until(lingers.unwrap_or_else(Instant::now)), if lingers.is_some() => {
                if let Some(play) = &mut self.play {
                    play.drop_tails();
                }
                Ok(())
            }
            () = sleep_until(self.empty_since + idle), if empty => return Err(End::Asleep),
        })
    }

    /// The time of the tables.
    pub(super) fn time(&self) -> Time {
        self.shared.time()
    }

    /// Makes a job durable.
    pub(super) async fn write(&mut self, mut job: Job) -> Result<(), WriteError> {
        // A commit that nobody knew of may have come since: nothing is written over what it has written. An entry sees that by
        // its number.
        let changes = |write: &Write| matches!(write, Write::Room(_));
        let plays = |write: &Write| matches!(write, Write::Entry(_));
        if let Some(play) = self.play.as_ref().filter(|_| job.iter().any(changes) && !job.iter().any(plays)) {
            job.push(Write::Upto { game: play.id, entry: play.entry });
        }
        if !matches!(job.first(), None | Some(Write::Epoch { .. })) {
            job.insert(0, self.epoch());
        }
        let writer = self.shared.writer.clone();
        self.patiently(writer.write(job)).await
    }

    /// What every job of this room begins with.
    pub(super) fn epoch(&self) -> Write {
        Write::Epoch { room: self.record.id.clone(), epoch: self.record.epoch }
    }

    /// Waits for something. Whoever comes, goes or only asks meanwhile is answered; everything else waits.
    pub(super) async fn patiently<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = self.away.changed() => self.tell_away(),
                Some(message) = self.inbox.recv(), if self.backlog.len() < INBOX => self.meanwhile(message),
            }
        }
    }

    /// Does what needs nothing written, from the last durable state; keeps the rest for later.
    pub(super) fn meanwhile(&mut self, message: Msg) {
        match message {
            Msg::Join(join, reply) if self.may_enter_at_once(&join) => {
                let admitted = self.enter(*join);
                if let Err(Ok(number)) = reply.send(admitted) {
                    self.left(number);
                }
            }
            // What this socket said before waits still: its end must not overtake it.
            Msg::Left(number)
                if !self.backlog.iter().any(|one| matches!(one, Msg::From(from, _) if *from == number)) =>
            {
                self.left(number);
            }
            Msg::Inspect(reply) => {
                // Whoever asked may be gone.
                let _ = reply.send(Box::new(self.report()));
            }
            message => self.backlog.push_back(message),
        }
    }

    /// Tells everybody that nothing can be written, or that it can again.
    pub(super) fn tell_away(&mut self) {
        let since = self.away.look();
        self.sockets.broadcast(&ServerMessage::Away { since });
        self.tell_clocks();
        if self.record.phase == Phase::Paused {
            self.tell_room();
        }
    }

    /// When the first clock of the game, or its pause, is over.
    fn alarm(&self) -> Option<i64> {
        if self.running() { self.play.as_ref()?.round.first() } else { self.pause_end() }
    }

    async fn ring(&mut self) -> Result<(), Trouble> {
        if self.running() { self.time_over().await } else { self.go_on().await }
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
            Msg::Announce(frame) => {
                self.sockets.iter().for_each(|(_, socket)| socket.outbox.send(frame.clone()));
                Ok(())
            }
            Msg::Inspect(reply) => {
                // Whoever asked may be gone.
                let _ = reply.send(Box::new(self.report()));
                Ok(())
            }
            Msg::Gone(guest, reply) => told(reply, self.gone(guest).await),
            Msg::Close(reply) => told(reply, self.close().await),
        }
    }

    fn left(&mut self, number: u64) {
        let seat = self.who(number).and_then(|(_, ears)| ears);
        if self.sockets.remove(number) {
            if let Some(seat) = seat.filter(|_| self.during_a_game()) {
                self.kept.lost(seat, now());
            }
            self.empty_since = Instant::now();
            self.has_news();
        }
    }

    async fn listen(&mut self, number: u64, message: ClientMessage) -> Result<(), Trouble> {
        match message {
            ClientMessage::Hello { .. } => self.unreadable(number, &refuse::hello_twice()),
            ClientMessage::Command { id, command } => return self.command(number, id, &command).await,
            ClientMessage::Draft { seq, draft } => return self.draft(number, seq, draft).await,
            ClientMessage::Options { seq } => return self.options(number, seq).await,
            ClientMessage::Seal { id, game, question, digest } => {
                return self.seal(number, id, (game, question), Some(&digest)).await;
            }
            ClientMessage::Unseal { id, game, question } => {
                return self.seal(number, id, (game, question), None).await;
            }
            ClientMessage::Open { game, question, salt, sheet } => {
                self.open(number, (game, question), &salt, sheet);
            }
            ClientMessage::Resync { entry } => self.resync(number, entry),
            ClientMessage::Chat { id, text } => return self.talk(number, id, &text).await,
            ClientMessage::Act { id, action } => return self.act(number, id, action).await,
            ClientMessage::Promise { game, promise } => self.promised(number, game, &promise),
            ClientMessage::Nonce { game, nonce } => self.given(number, game, &nonce),
            ClientMessage::Lang { lang } => {
                if let Some(socket) = self.sockets.get_mut(number) {
                    socket.lang = lang;
                }
            }
            // Answered by the socket itself.
            ClientMessage::Ping { .. } => {}
        }
        Ok(())
    }

    pub(super) fn unreadable(&self, number: u64, refusal: &Refusal) {
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

    pub(super) fn during_a_game(&self) -> bool {
        matches!(self.record.phase, Phase::Playing | Phase::Paused)
    }

    /// A player did something that others see: he is not absent. What he drafts, they do not see.
    pub(super) fn heard_of(&mut self, ears: Ears) {
        let seat = ears.and_then(|seat| self.record.seats.get_mut(usize::from(seat.0)));
        if let Some(seat) = seat.filter(|seat| seat.absent) {
            seat.absent = false;
            self.has_news();
        }
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
            Err(trouble @ (Trouble::Overtaken | Trouble::Unknown)) => return Err(trouble),
            Err(trouble @ Trouble::Poisoned(_)) => (self.refused(number, &refuse::fault()), Some(trouble)),
        };
        // A command that became an entry is known by the journal.
        if !matches!(answer, Answer::Applied { entry: Some(_) }) {
            self.answers.keep(guest, id, answer.clone());
        }
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
        let Some(answer) = self.known(number, (guest, ears), id) else { return false };
        self.sockets.send(number, &ServerMessage::Answer { id, answer });
        true
    }

    /// The answer to an id that was answered before, or that somebody else has used.
    pub(super) fn known(&self, number: u64, (guest, ears): (Uuid, Ears), id: Uuid) -> Option<Answer> {
        let taken = self.play.as_ref().and_then(|play| {
            let (entry, seat) = *play.commands.get(&id)?;
            Some((entry, ears == Some(seat) || play.holders.get(&seat) == Some(&guest)))
        });
        let again = |entry| Answer::Duplicate { first: Box::new(Answer::Applied { entry: Some(entry) }) };
        match (self.answers.get(guest, id), taken) {
            (Some(first), _) => Some(Answer::Duplicate { first: Box::new(first.clone()) }),
            (None, Some((entry, true))) => Some(again(entry)),
            (None, Some(_)) => Some(self.refused(number, &refuse::id_taken())),
            (None, None) => self.earlier.get(&id).map(|entry| again(*entry)),
        }
    }

    fn resync(&mut self, number: u64, entry: u32) {
        let (Some((_, ears)), Some(play)) = (self.who(number), &self.play) else { return };
        let said = match play.tail(ears, entry, self.time()) {
            Some(missed) => ServerMessage::Entries(missed),
            None => ServerMessage::Table(play.table(ears, None, self.time())),
        };
        self.sockets.send(number, &said);
    }

    async fn talk(&mut self, number: u64, id: Uuid, text: &str) -> Result<(), Trouble> {
        if self.answered(number, id) {
            return Ok(());
        }
        let Some((guest, seat)) = self.who(number) else { return Ok(()) };
        let Some(name) = self.sockets.get(number).map(|socket| socket.guest.name.clone()) else {
            return Ok(());
        };
        let text = match self.chat.admit(guest, text) {
            Ok(text) => text,
            Err(refusal) => return self.answer(number, id, Err(refusal.into())),
        };
        let channel = self.hearing(seat).channel();
        let line = ChatLine { id, at: now(), channel, from: guest, name, seat, text };
        let job = vec![Write::Chat { room: self.record.id.clone(), line: line.clone() }];
        match self.write(job).await.map_err(Trouble::from) {
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
        self.heard_of(seat);
        self.chat.keep(line.clone());
        let frame = Frame::text(&ServerMessage::Chat { line });
        for (_, socket) in self.sockets.iter() {
            if self.hearing(self.seat_of(socket.guest.id)).hears(channel) {
                socket.outbox.send(frame.clone());
            }
        }
        Ok(())
    }

    pub(super) fn hearing(&self, seat: Ears) -> Hearing {
        Hearing { seat, phase: self.record.phase, late: self.record.settings.spectator_delay > 0 }
    }

    async fn quarantine(&mut self, why: &str) -> Result<(), WriteError> {
        self.put_aside(why).await?;
        self.tell_room();
        Ok(())
    }

    /// Puts the game aside; the room goes on without it. Where that could not be written nothing has changed, and nobody may stay in the
    /// room: whoever comes next reads it again.
    pub(super) async fn put_aside(&mut self, why: &str) -> Result<(), WriteError> {
        let mut record = self.record.clone();
        record.phase = Phase::Quarantined;
        record.paused_until = None;
        let mut job = vec![Write::Room(Box::new(record.clone()))];
        if let Some(game) = record.game {
            job.push(Write::Quarantine { game, at: now(), why: why.to_owned() });
        }
        // Nobody is let in meanwhile: the room stands neither here nor there.
        if let Err(unwritten) = self.shared.writer.write(job).await {
            tracing::error!(room = %self.record.id, game = ?self.record.game, why, %unwritten, "a game could not be put aside");
            return Err(unwritten);
        }
        tracing::error!(room = %self.record.id, game = ?self.record.game, why, "a game is put aside");
        metrics::counter!("bagarre_quarantined_total").increment(1);
        self.record = record;
        self.put_behind();
        self.draw = None;
        self.campaign_moved().await;
        Ok(())
    }

    /// Who is there has changed; the news gather for a moment.
    pub(super) fn has_news(&mut self) {
        self.news.get_or_insert_with(|| Instant::now() + GATHER);
    }
}

/// Answers whether something was done; whoever asked may be gone.
fn told(reply: oneshot::Sender<bool>, done: Result<(), Trouble>) -> Result<(), Trouble> {
    let _ = reply.send(done.is_ok());
    done
}

/// Turns away whoever came to a room that cannot be entered. With `again`, a clock that woke it will ring once more.
async fn turn_away(shared: &Shared, id: &str, mut inbox: mpsc::Receiver<Msg>, why: Closing, again: bool) {
    if again {
        shared.asleep_again(id);
    } else {
        shared.asleep(id, None);
    }
    inbox.close();
    while let Some(message) = inbox.recv().await {
        if let Msg::Join(_, reply) = message {
            // Whoever knocked may be gone.
            let _ = reply.send(Err(why));
        }
    }
}
