//! The task of one room: which messages it takes, what it does by itself, when it goes to sleep.

use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::{ClientMessage, Closing, ServerMessage};
use bagarre_rules::contract::Seat;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use super::actor::Room;
use super::handover::HandOver;
use super::inbox::Inbox;
use super::load::Unloaded;
use super::message::{Incoming, Msg};
use super::people::chat::Hearing;
use super::place::{Place, Rank};
use super::play::Play;
use super::refuse;
use super::shared::Shared;
use super::trouble::Trouble;
use crate::clock::{from_millis, until};
use crate::store::{RoomRecord, WriteError};

/// What a room does by itself.
enum Deed {
    /// The clocks ring that were over at a moment of the tables, or the end of the pause.
    Ring(i64),
    GoOn,
    Reveal,
    Mix,
    Succeed,
    Bot(Seat),
}

/// Why the task ends.
enum End {
    Asleep,
    /// Another room needs its place.
    Crowded,
    Stopped,
    /// What is stored may be more than what is known here.
    Rebuild,
    Closed,
    HandedOver(HandOver),
}

impl Room {
    /// Loads the room and lives until it falls asleep. Returns the messages that came too late.
    pub(super) async fn run(
        shared: Arc<Shared>,
        id: String,
        inbox: Inbox,
        opened: Option<Box<RoomRecord>>,
        place: Arc<Place>,
    ) -> Vec<Msg> {
        // What is done now and then does not stay in a task that waits nearly all of its life.
        let mut room = match Box::pin(Self::wake(shared.clone(), &id, inbox, opened, place)).await {
            Ok(room) => room,
            Err(late) => return late,
        };
        let end = room.live().await;
        let alarm = room.game.alarm(&room.seating).filter(|_| room.pen.node().is_none());
        let goes_on = room.seating.during_a_game();
        if let Some(node) = room.pen.node().filter(|_| !matches!(end, End::Rebuild)) {
            release(&shared, &id, node, room.pen.stored_epoch()).await;
        }
        let Self { mut inbox, mut people, .. } = *room;
        let alarm = match end {
            End::Asleep => alarm,
            End::Crowded => {
                people.dismiss_all(Closing::Crowded);
                alarm
            }
            End::Stopped => {
                people.dismiss_all(Closing::Shutdown);
                inbox.clear();
                turn_away(&shared, &id, inbox, Closing::Shutdown, false).await;
                return Vec::new();
            }
            End::Closed => {
                people.dismiss_all(Closing::Closed);
                inbox.clear();
                turn_away(&shared, &id, inbox, Closing::Closed, false).await;
                return Vec::new();
            }
            End::Rebuild => {
                people.dismiss_all(Closing::Rebuilt);
                Some(shared.time().table)
            }
            End::HandedOver(HandOver { to, pause, released }) => {
                drop(released);
                if let Some(to) = to.filter(|_| !people.is_empty() || goes_on) {
                    shared.wake_elsewhere(&id, to);
                }
                shared.close_one_by_one(people.into_local_sockets(), pause);
                None
            }
        };
        fall_asleep(&shared, &id, alarm, inbox).await
    }

    async fn live(&mut self) -> End {
        while self.seating.record().phase != Phase::Closed {
            if let Some(handover) = self.handover.take() {
                return End::HandedOver(handover);
            }
            if self.shared.stop.is_cancelled() {
                return End::Stopped;
            }
            if self.seating.take_campaign_change() {
                Box::pin(self.seating.announce_campaign(&self.shared)).await;
                self.tell_room();
            }
            self.prepare();
            let done = match self.next().await {
                Ok(done) => done,
                Err(end) => return end,
            };
            match done {
                Ok(()) => {}
                Err(Trouble::Overtaken) => {
                    tracing::error!(room = %self.seating.record().id, "another writer wrote the journal of this room");
                    return End::Rebuild;
                }
                Err(Trouble::Unknown) => {
                    tracing::warn!(room = %self.seating.record().id, "whether it was saved is not known: the room is rebuilt");
                    return End::Rebuild;
                }
                Err(Trouble::Poisoned(why)) => {
                    if Box::pin(self.quarantine(&why)).await.is_err() {
                        return End::Rebuild;
                    }
                }
                Err(Trouble::Unsaved | Trouble::Refused(_)) => {
                    self.pen.delay_retry();
                }
            }
        }
        End::Closed
    }

    /// Does what has to be done before anything else happens, and needs nothing written.
    fn prepare(&mut self) {
        let now = Instant::now();
        self.inbox.fill();
        self.pen.end_delay(now);
        if self.people.news_at().is_some_and(|at| at <= now) {
            self.people.tell_presence(self.presence());
        }
        self.game.evict_tails(now);
        self.people.drop_queries();
        let (seating, game) = (&self.seating, &self.game);
        let of_spectators = Hearing::of_spectators(seating, game);
        let hearing = |who| Hearing::new(who, seating, game);
        self.people.withhold_lines(seating.during_a_game(), of_spectators, hearing);
        self.place.show(self.rank());
    }

    /// Waits for the next thing to do, and does it. What the room does by itself comes before a message that arrived after it was due:
    /// many messages do not delay a clock.
    async fn next(&mut self) -> Result<Result<(), Trouble>, End> {
        let (stop, place, lease) = (self.shared.stop.clone(), self.place.clone(), self.shared.lease.clone());
        let deed = self.due(self.inbox.arrival());
        let (waiting, consulting) = (!self.inbox.is_empty(), self.people.is_consulting());
        // Bots and clocks stand still while nothing can be written.
        let (ready, retry_at) = (self.pen.may_write(), self.pen.retry_at());
        let clock = self.game.alarm(&self.seating).filter(|_| ready);
        let given_up = self.succession_at().filter(|_| ready);
        let wait = clock.map_or(Duration::MAX, |at| from_millis(at - self.time().table));
        let mixed = self.game.drawing().filter(|_| ready).map(|draw| draw.until(self.seating.held_seats()));
        let idle = if self.shared.is_crowded() { Duration::ZERO } else { self.shared.config.limits.idle };
        let (news, idle_until) = (self.people.news_at(), self.people.empty_since() + idle);
        let lingers = self.game.play().and_then(Play::tails_until);
        let empty = self.rank() == Rank::Empty && deed.is_none() && !waiting;
        Ok(tokio::select! {
            biased;
            () = stop.cancelled() => return Err(End::Stopped),
            () = lease.lapsed(self.pen.node()) => return Err(End::Rebuild),
            () = self.pen.away_changed() => {
                self.tell_away();
                Ok(())
            }
            () = place.wait_for_request() => {
                if self.rank() != Rank::Stays {
                    return Err(End::Crowded);
                }
                self.shared.stays(&self.seating.record().id);
                Ok(())
            }
            Some(done) = self.people.next_consultation(), if consulting => Box::pin(self.take_consultation(done)).await,
            () = std::future::ready(()), if deed.is_some() || waiting => match deed {
                Some(deed) => Box::pin(self.perform(deed)).await,
                None => match self.inbox.pop() {
                    Some(message) => Box::pin(self.take(message)).await,
                    None => Ok(()),
                },
            },
            message = self.inbox.receive() => {
                match message {
                    Some(message) => self.inbox.push(message),
                    None => return Err(End::Stopped),
                }
                Ok(())
            }
            // These only wake the room: what is due then is seen above.
            () = sleep(wait), if clock.is_some() => Ok(()),
            () = until(mixed), if mixed.is_some() => Ok(()),
            () = until(given_up), if given_up.is_some() => Ok(()),
            () = until(retry_at), if retry_at.is_some() => Ok(()),
            () = until(news), if news.is_some() => Ok(()),
            () = until(lingers), if lingers.is_some() => Ok(()),
            () = sleep_until(idle_until), if empty => return Err(End::Asleep),
        })
    }

    /// Returns the first thing to do by itself that was due when the next message arrived; at all, where none waits.
    fn due(&mut self, arrived: Option<Instant>) -> Option<Deed> {
        let now = Instant::now();
        let moment = arrived.unwrap_or(now);
        let table = self.times().at(moment);
        // Since when the host is away, and since when a bot has to answer, counts from when it is first seen.
        let given_up = self.succession_at();
        let bot = self.game.bot_to_play(&self.seating);
        let bot_since = self.game.time_bot(bot, now);
        if !self.pen.may_write() {
            return None;
        }
        if self.game.alarm(&self.seating).is_some_and(|at| at <= table) {
            return Some(Deed::Ring(table));
        }
        // What people did led to these at once: nothing comes before them.
        if self.all_wish_to_go_on() {
            return Some(Deed::GoOn);
        }
        if self.game.all_open(&self.seating) {
            return Some(Deed::Reveal);
        }
        if self.game.drawing().is_some_and(|draw| draw.is_over(self.seating.held_seats(), moment)) {
            return Some(Deed::Mix);
        }
        if given_up.is_some_and(|at| at <= moment) {
            return Some(Deed::Succeed);
        }
        // Between two answers of bots that play by themselves, messages of players are handled.
        let bot_first = arrived.is_none() || bot_since.is_some_and(|since| since < moment);
        bot.filter(|_| bot_first).map(Deed::Bot)
    }

    async fn perform(&mut self, deed: Deed) -> Result<(), Trouble> {
        match deed {
            Deed::Ring(table) if self.seating.is_running() => self.end_time(table).await,
            Deed::Ring(_) | Deed::GoOn => self.go_on().await,
            Deed::Reveal => self.reveal().await,
            Deed::Mix => self.mix().await,
            Deed::Succeed => self.succeed().await,
            Deed::Bot(seat) => {
                self.game.reset_bot_time();
                self.play_bot(seat).await
            }
        }
    }

    /// Returns what this room is to others that want its place.
    fn rank(&self) -> Rank {
        let goes_on = self.seating.during_a_game();
        let busy = self.game.drawing().is_some()
            || self.game.is_opening(&self.shared)
            || self.pen.may_write() && self.game.bot_to_play(&self.seating).is_some();
        match self.seating.record().phase {
            _ if self.people.is_empty() && !busy => Rank::Empty,
            _ if goes_on || busy => Rank::Stays,
            Phase::Lobby => Rank::Lobby,
            _ => Rank::Over,
        }
    }

    /// Does what a message asks for.
    async fn take(&mut self, message: Msg) -> Result<(), Trouble> {
        match message {
            Msg::Join(join, reply) => {
                let admitted = self.join(*join).await;
                let stands = admitted != Err(Closing::Rebuilt);
                self.answer_join(reply, admitted);
                if stands { Ok(()) } else { Err(Trouble::Overtaken) }
            }
            Msg::RemoteJoin(join, reply) => {
                let admitted = self.join_remote(*join).await;
                let stands = !matches!(admitted, Err(Closing::Rebuilt));
                self.answer_remote_join(reply, admitted);
                if stands { Ok(()) } else { Err(Trouble::Overtaken) }
            }
            Msg::Spectators(outbox, news) => {
                self.note_spectators(&outbox, news);
                Ok(())
            }
            Msg::Hold(reply) => {
                // The receiver may have been dropped.
                drop(reply.send(self.answer_hold()));
                Ok(())
            }
            Msg::From(incoming) => {
                let Incoming { number, message, place, under_way, trace, .. } = *incoming;
                drop((place, under_way));
                self.trace = trace;
                let done = self.take_from(number, message).await;
                self.trace = None;
                done
            }
            Msg::Left(number) => {
                self.remove_socket(number);
                Ok(())
            }
            Msg::Wake => Ok(()),
            Msg::Campaign => {
                self.seating.refresh_camp(&self.shared).await;
                self.tell_room();
                Ok(())
            }
            Msg::Announce(frame) => {
                self.people.broadcast_here(&frame);
                Ok(())
            }
            Msg::Inspect(reply) => {
                // The receiver may have been dropped.
                let _ = reply.send(Box::new(self.report()));
                Ok(())
            }
            Msg::Gone(guest, reply) => reply_done(reply, self.forget_person(guest).await),
            Msg::Delete(host, reply) => {
                let done = match self.may_delete(host) {
                    Ok(()) => self.close().await,
                    Err(refusal) => Err(refusal.into()),
                };
                // The receiver may have been dropped. A fault of the store drops the sender without an answer.
                match done {
                    Ok(()) => drop(reply.send(Ok(()))),
                    Err(Trouble::Refused(refusal)) => drop(reply.send(Err(refusal))),
                    Err(trouble) => return Err(trouble),
                }
                Ok(())
            }
            Msg::Close(reply) => reply_done(reply, self.close().await),
            Msg::HandOver(handover) => {
                self.handover = Some(handover);
                Ok(())
            }
        }
    }

    /// Does what a socket asks for.
    async fn take_from(&mut self, number: u64, message: ClientMessage) -> Result<(), Trouble> {
        if is_activity(&message) {
            self.place.note_activity();
        }
        match message {
            ClientMessage::Hello { .. } => self.people.send_unreadable(number, &refuse::hello_twice()),
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
            ClientMessage::Promise { game, promise } => self.take_promise(number, game, &promise),
            ClientMessage::Nonce { game, nonce } => self.take_number(number, game, &nonce),
            ClientMessage::Shown { game, entry } => self.note_shown(number, game, entry),
            ClientMessage::Lang { lang } => {
                self.people.set_lang(number, lang);
            }
            // Answered by the socket itself.
            ClientMessage::Ping { .. } => {}
        }
        Ok(())
    }

    fn resync(&mut self, number: u64, entry: u32) {
        let (Some((_, key)), Some(play)) = (self.who(number), self.game.play()) else { return };
        let said = match play.tail(key, entry, self.time()) {
            Some(missed) => ServerMessage::Entries(missed),
            None => ServerMessage::Table(play.table(key, None, self.time())),
        };
        self.people.send(number, &said);
    }

    async fn quarantine(&mut self, why: &str) -> Result<(), WriteError> {
        self.put_aside(why).await?;
        self.tell_room();
        Ok(())
    }
}

/// Returns whether a message counts as activity in the room; a ping, for example, does not.
const fn is_activity(message: &ClientMessage) -> bool {
    !matches!(
        message,
        ClientMessage::Hello { .. }
            | ClientMessage::Options { .. }
            | ClientMessage::Resync { .. }
            | ClientMessage::Shown { .. }
            | ClientMessage::Lang { .. }
            | ClientMessage::Ping { .. }
    )
}

/// Sends whether something was done. The receiver may have been dropped, which is no fault.
fn reply_done(reply: oneshot::Sender<bool>, done: Result<(), Trouble>) -> Result<(), Trouble> {
    let _ = reply.send(done.is_ok());
    done
}

/// Releases a room of one of several servers. What could not be released is released later (`alarms`), or with the lease.
async fn release(shared: &Shared, id: &str, node: Uuid, epoch: i64) {
    if let Err(why) = shared.ask_store(shared.store.release_room(id, node, epoch)).await {
        tracing::warn!(room = id, %why, "a room could not be released");
    }
}

/// Returns how the sockets are closed that come to a room which does not wake here, and whether a clock that woke it rings once more.
pub(super) fn closing_for(id: &str, why: &Unloaded) -> (Closing, bool) {
    match why {
        Unloaded::Missing => (Closing::Unknown, false),
        Unloaded::Elsewhere => (Closing::Elsewhere, false),
        Unloaded::OtherRules => (Closing::Waiting, false),
        Unloaded::Fault(why) => {
            tracing::error!(room = %id, %why, "a room could not be loaded");
            (Closing::Away, true)
        }
    }
}

/// Puts a room to sleep, to be woken at `alarm`, in the time of the tables. Returns the messages that came too late.
pub(super) async fn fall_asleep(shared: &Shared, id: &str, alarm: Option<i64>, inbox: Inbox) -> Vec<Msg> {
    shared.put_to_sleep(id, alarm);
    let mut late = inbox.close().await;
    late.retain(Msg::outlives_the_task);
    late
}

/// Refuses the joins of a room that cannot be entered. With `again`, the clock that woke it rings once more.
pub(super) async fn turn_away(shared: &Shared, id: &str, inbox: Inbox, why: Closing, again: bool) {
    if again {
        shared.put_to_sleep_again(id);
    } else {
        shared.put_to_sleep(id, None);
    }
    inbox.refuse_joins(why).await;
}
