//! The end of a link at the server of the sockets. Its task stands in the place of the room: it has the inbox of the room, holds the sockets, and speaks for
//! them at the server that holds the room.

mod cache;
mod spectators;

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::{ClientMessage, Closing, Since};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use tokio::sync::{OwnedSemaphorePermit, oneshot};
use tokio::time::{Instant, interval, sleep_until};
use tracing::Span;
use uuid::Uuid;

use self::spectators::Spectators;
use super::wire::{Answer, Ask, Entering, Entrance, ToEdge, ToOwner};
use super::{Broken, LinkEnd, Links, Unopened};
use crate::clock::until;
use crate::frame::{Frame, Packing};
use crate::house::House;
use crate::numbers::Numbers;
use crate::room::{Admitted, Budget, HandOver, Inbox, Incoming, Join, JoinReply, Msg, Outbox, Report};
#[cfg(feature = "testkit")]
use crate::sabotage::Sabotage;
use crate::store::Guest;
use crate::telemetry::traces::{TracePoint, span};

/// How long a link stays that no socket needs.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// Why the task of an edge ends.
pub(crate) enum EdgeEnd {
    /// No socket needs it.
    Idle,
    /// The link has broken, or the room has moved: who holds it is asked again.
    Lost,
    /// The inbox is shut: the server stops.
    Stopped,
    /// The server hands its rooms over: the sockets are closed.
    HandedOver(HandOver),
}

/// How far a socket has come in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It waits to be let in.
    Joining,
    /// The room knows it.
    Entered,
    /// It was let in as a spectator, and waits for its welcome.
    Arriving,
    /// A spectator, of whom the room knows nothing.
    Watching,
    /// A spectator who does more than watch: is told what spectators are until the room lets the socket in.
    Promoted,
}

impl Stage {
    /// Returns whether the room knows the socket, or was asked to let it in as one that it knows.
    const fn is_named(self) -> bool {
        !matches!(self, Self::Arriving | Self::Watching)
    }

    /// Returns whether the room counts the socket among the spectators of this server.
    const fn is_counted(self) -> bool {
        matches!(self, Self::Arriving | Self::Watching | Self::Promoted)
    }
}

/// A socket of this server.
struct EdgeSocket {
    stage: Stage,
    guest: Guest,
    address: IpAddr,
    invite: Option<String>,
    lang: Lang,
    outbox: Outbox,
    /// What the client has, until it is welcomed.
    since: Option<Since>,
    /// Waits to be let in, until it is for the first time.
    reply: Option<JoinReply>,
    /// The places of messages that the room has not taken yet, each with the span in which its message is on its way.
    places: VecDeque<(OwnedSemaphorePermit, Span)>,
}

/// Who waits for an answer of the room.
enum Waiting {
    Report(oneshot::Sender<Box<Report>>),
    Done(oneshot::Sender<bool>),
    Deleted(oneshot::Sender<Result<(), Refusal>>),
}

/// The sockets of this server in a room that another server holds. They outlive the link: a socket stays while the room moves.
pub(crate) struct Edge {
    room: String,
    sockets: BTreeMap<u64, EdgeSocket>,
    asked: BTreeMap<u32, Waiting>,
    asks: u32,
    empty_since: Instant,
    /// The sockets are to be closed.
    handover: Option<HandOver>,
}

impl Edge {
    /// Makes an edge without sockets.
    pub(crate) fn new(room: &str) -> Self {
        let empty_since = Instant::now();
        Self {
            room: room.to_owned(),
            sockets: BTreeMap::new(),
            asked: BTreeMap::new(),
            asks: 0,
            empty_since,
            handover: None,
        }
    }

    /// Whether no socket is here.
    pub(crate) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Closes every socket.
    pub(crate) fn close(&mut self, why: Closing) {
        for socket in std::mem::take(&mut self.sockets).into_values() {
            socket.close(why);
        }
    }

    /// Returns the ways to the sockets, in the order of their numbers. Those that wait to be let in are refused.
    pub(crate) fn into_sockets(self, why: Closing) -> Vec<Outbox> {
        let mut sockets = Vec::with_capacity(self.sockets.len());
        for mut socket in self.sockets.into_values() {
            match socket.reply.take() {
                // The receiver may have been dropped.
                Some(reply) => drop(reply.send(Err(why))),
                None => sockets.push(socket.outbox),
            }
        }
        sockets
    }

    /// Hands the sockets over to the room that this server holds itself by now, with the numbers that they have.
    pub(crate) fn into_joins(self) -> Vec<(Join, Option<JoinReply>)> {
        let join = |(number, socket): (u64, EdgeSocket)| {
            let EdgeSocket { guest, address, invite, lang, outbox, reply, .. } = socket;
            (Join { guest, address, invite, since: None, lang, outbox, number: Some(number) }, reply)
        };
        self.sockets.into_iter().map(join).collect()
    }

    /// Opens a link to the server that holds the room, enters the sockets that are here, and carries what both sides say until the link is lost or
    /// needed no more. Sockets and threads of entries get numbers of this server; the last
    /// entries that are kept here count among its tails.
    pub(crate) async fn carry(
        &mut self,
        links: &Arc<Links>,
        holder: Uuid,
        inbox: &mut Inbox,
        sockets: &Numbers,
        tails: &Arc<Budget>,
        house: &House,
    ) -> Result<EdgeEnd, Unopened> {
        let end = links.open(holder, &self.room).await?;
        let threads = Threads { known: BTreeMap::new(), numbers: tails.threads() };
        let (outgoing, spectators) = (Vec::new(), Spectators::new(tails));
        let mut link = Link { edge: self, end, sockets, threads, house, spectators, outgoing };
        link.enter_all();
        let ended = link.carry(inbox).await;
        // What was asked of the room and what it has not taken are unknown: clients send again what was not answered.
        self.asked.clear();
        for socket in self.sockets.values_mut() {
            socket.places.clear();
            socket.stage = Stage::Joining;
        }
        Ok(ended)
    }

    /// Returns those that the room counts as spectators, with their numbers.
    fn spectators(&self) -> impl Iterator<Item = (u64, &EdgeSocket)> {
        let counted = self.sockets.iter().filter(|(_, socket)| socket.stage.is_counted());
        counted.map(|(number, socket)| (*number, socket))
    }
}

impl EdgeSocket {
    fn close(self, why: Closing) {
        match self.reply {
            // The receiver may have been dropped.
            Some(reply) => drop(reply.send(Err(why))),
            None => self.outbox.close(why),
        }
    }

    /// Whether it may go on where the room is held by then, when it was closed like this. One that waits to be let in, while the room can write nothing, is
    /// told so: the room stays where it is, and the other sockets in it.
    fn moves_on(&self, why: Closing) -> bool {
        match why {
            Closing::Rebuilt | Closing::Shutdown | Closing::Elsewhere => true,
            Closing::Away => self.reply.is_none(),
            _ => false,
        }
    }

    fn entering(&self, number: u64, entrance: Entrance) -> ToOwner {
        let since = self.since.as_ref().and_then(|since| serde_json::to_string(since).ok());
        let Self { guest, address, invite, lang, .. } = self;
        let Guest { id, name, created } = guest.clone();
        let invite = invite.clone();
        ToOwner::Join(Box::new(Entering {
            number,
            guest: id,
            name,
            created,
            address: *address,
            invite,
            since,
            lang: *lang,
            entrance,
        }))
    }
}

/// The threads of entries of the other server, by numbers of this one: see [`crate::frame::Thread`].
struct Threads<'a> {
    known: BTreeMap<u64, u64>,
    numbers: &'a Numbers,
}

/// An edge with its link.
struct Link<'a> {
    edge: &'a mut Edge,
    end: LinkEnd,
    /// Numbers of sockets.
    sockets: &'a Numbers,
    threads: Threads<'a>,
    /// What is announced.
    house: &'a House,
    spectators: Spectators,
    /// What is to be sent.
    outgoing: Vec<ToOwner>,
}

impl Link<'_> {
    fn enter_all(&mut self) {
        let entering =
            self.edge.sockets.iter().map(|(number, socket)| socket.entering(*number, Entrance::New));
        self.outgoing.extend(entering);
    }

    async fn carry(&mut self, inbox: &mut Inbox) -> EdgeEnd {
        let (silence, mut ping) = (self.end.silence(), interval(self.end.ping_interval()));
        let mut heard = Instant::now();
        loop {
            if self.send().await.is_err() {
                return EdgeEnd::Lost;
            }
            let idle = self.edge.is_empty() && self.edge.asked.is_empty();
            tokio::select! {
                biased;
                _ = ping.tick() => {
                    self.ping();
                }
                messages = self.end.hear::<Vec<ToEdge>>() => {
                    let Ok(messages) = messages else { return EdgeEnd::Lost };
                    heard = Instant::now();
                    for message in messages {
                        if !self.take(message, inbox) {
                            return EdgeEnd::Lost;
                        }
                    }
                }
                () = sleep_until(heard + silence) => return EdgeEnd::Lost,
                () = until(self.spectators.cache.ask_at()) => {
                    self.spectators.cache.note_asked();
                    self.outgoing.push(ToOwner::Snapshot);
                }
                () = until(self.spectators.count_at) => self.count_spectators(),
                message = inbox.receive() => {
                    let Some(message) = message else { return EdgeEnd::Stopped };
                    inbox.push(message);
                    inbox.fill();
                    while let Some(message) = inbox.pop() {
                        self.pass_on(message);
                    }
                    if let Some(handover) = self.edge.handover.take() {
                        self.outgoing.push(ToOwner::Bye);
                        // The other end notices the silence where this does not reach it.
                        let _ = self.send().await;
                        return EdgeEnd::HandedOver(handover);
                    }
                }
                () = sleep_until(self.edge.empty_since + IDLE_TIMEOUT), if idle => {
                    self.outgoing.push(ToOwner::Bye);
                    // The other end notices the silence where this does not reach it.
                    let _ = self.send().await;
                    return EdgeEnd::Idle;
                }
            }
        }
    }

    async fn send(&mut self) -> Result<(), Broken> {
        if self.outgoing.is_empty() {
            return Ok(());
        }
        self.end.send(&std::mem::take(&mut self.outgoing)).await
    }

    /// Passes a message for the room on.
    fn pass_on(&mut self, message: Msg) {
        match message {
            Msg::Join(join, reply) => self.join(*join, reply),
            Msg::From(incoming) => self.say(*incoming),
            Msg::Left(number) => {
                if let Some(socket) = self.edge.sockets.remove(&number) {
                    self.left(number, socket.stage);
                }
            }
            Msg::Announce(frame) => {
                // The welcome comes first.
                let admitted = self.edge.sockets.values().filter(|socket| socket.reply.is_none());
                admitted.for_each(|socket| socket.outbox.send(frame.clone()));
            }
            // The server that holds the room hears it by itself. No link leads to the edge of another.
            Msg::Wake | Msg::Campaign | Msg::Spectators(..) => {}
            Msg::Hold(reply) => drop(reply.send(Err(Closing::Elsewhere))),
            // Other servers have been told by now that the room is held elsewhere.
            Msg::RemoteJoin(_, reply) => drop(reply.send(Err(Closing::Elsewhere))),
            Msg::Inspect(reply) => self.ask(Ask::Inspect, Waiting::Report(reply)),
            Msg::Gone(guest, reply) => self.ask(Ask::Gone(guest), Waiting::Done(reply)),
            Msg::Delete(host, reply) => self.ask(Ask::Delete(host), Waiting::Deleted(reply)),
            Msg::Close(reply) => self.ask(Ask::Close, Waiting::Done(reply)),
            Msg::HandOver(handover) => self.edge.handover = Some(handover),
        }
    }

    fn join(&mut self, join: Join, reply: JoinReply) {
        let Join { guest, address, invite, since, lang, outbox, number } = join;
        let number = number.unwrap_or_else(|| self.sockets.next());
        let (reply, places, stage) = (Some(reply), VecDeque::new(), Stage::Joining);
        let socket = EdgeSocket { stage, guest, address, invite, lang, outbox, since, reply, places };
        self.outgoing.push(socket.entering(number, Entrance::New));
        self.edge.sockets.insert(number, socket);
    }

    fn say(&mut self, incoming: Incoming) {
        let Incoming { number, message, place, .. } = incoming;
        let Some(socket) = self.edge.sockets.get_mut(&number) else { return };
        if let ClientMessage::Lang { lang } = message {
            socket.lang = lang;
        }
        if socket.stage == Stage::Watching {
            match message {
                ClientMessage::Lang { .. } | ClientMessage::Shown { .. } | ClientMessage::Ping { .. } => {
                    return;
                }
                ClientMessage::Resync { entry } => return self.resync(number, entry),
                _ => {
                    socket.stage = Stage::Promoted;
                    self.outgoing.push(socket.entering(number, Entrance::Promoted));
                }
            }
        }
        let Some(socket) = self.edge.sockets.get_mut(&number) else { return };
        let Ok(text) = serde_json::to_string(&message) else { return };
        let span = match message {
            ClientMessage::Command { .. } => span!("relay"),
            _ => Span::none(),
        };
        self.outgoing.push(ToOwner::From { number, text, trace: TracePoint::of(&span) });
        socket.places.push_back((place, span));
    }

    fn ask(&mut self, ask: Ask, waiting: Waiting) {
        self.edge.asks = self.edge.asks.wrapping_add(1);
        let id = self.edge.asks;
        self.edge.asked.insert(id, waiting);
        self.outgoing.push(ToOwner::Ask { id, ask });
    }

    fn left(&mut self, number: u64, stage: Stage) {
        self.edge.empty_since = Instant::now();
        if stage.is_named() {
            self.outgoing.push(ToOwner::Left { number });
        }
        if stage.is_counted() {
            self.note_count();
        }
    }

    fn ping(&mut self) {
        let sockets = self.edge.sockets.iter().filter(|(_, socket)| socket.stage.is_named());
        let sockets = sockets.map(|(number, _)| *number).collect();
        self.outgoing.push(ToOwner::Ping { sockets });
        if self.spectators.admitted > 0 {
            self.count_spectators();
        }
    }

    /// Takes what the room says. Returns `false` where the link ends with it.
    fn take(&mut self, message: ToEdge, inbox: &Inbox) -> bool {
        match message {
            ToEdge::Admitted { number } => self.admitted(number, inbox),
            ToEdge::Refused { number, why } | ToEdge::Close { number, why } => {
                if self.edge.sockets.get(&number).is_some_and(|socket| socket.moves_on(why)) {
                    return false;
                }
                if let Some(socket) = self.edge.sockets.remove(&number) {
                    let stage = socket.stage;
                    socket.close(why);
                    self.left(number, stage);
                }
            }
            ToEdge::Taken { number } => {
                if let Some(socket) = self.edge.sockets.get_mut(&number) {
                    socket.places.pop_front();
                }
            }
            ToEdge::Frame { to, body, packing } => {
                let frame = self.threads.frame(&body, packing);
                for number in &to {
                    self.entered(*number);
                }
                #[cfg(feature = "testkit")]
                let to = self.sabotaged(to, packing);
                for socket in to.iter().filter_map(|number| self.edge.sockets.get(number)) {
                    socket.outbox.send(frame.clone());
                }
            }
            ToEdge::Promoted { number } => self.promoted(number),
            ToEdge::Watching { number } => self.watching(number, inbox),
            ToEdge::Snapshot(snapshot) => {
                if !self.spectators.cache.take_snapshot(&snapshot) {
                    return false;
                }
                self.welcome_all(inbox);
            }
            ToEdge::SpectatorFrame { body, packing } => self.tell_spectators(&body, packing),
            ToEdge::Dismiss { guest, why } => self.dismiss(Some(guest), why),
            ToEdge::DismissAll { why } => {
                if self.edge.spectators().any(|(_, socket)| socket.moves_on(why)) {
                    return false;
                }
                self.dismiss(None, why);
            }
            ToEdge::Summon { guest } => self.summon(guest),
            ToEdge::Answer { id, answer } => {
                if let Some(waiting) = self.edge.asked.remove(&id) {
                    waiting.answer(answer);
                }
            }
            ToEdge::Ping => {}
            ToEdge::End => return false,
        }
        true
    }

    /// The sockets that a frame is for as [`Sabotage::SharesSeatEntries`] has it.
    #[cfg(feature = "testkit")]
    fn sabotaged(&self, to: Vec<u64>, packing: Packing) -> Vec<u64> {
        let shares = self.end.has_sabotage(Sabotage::SharesSeatEntries);
        if shares && matches!(packing, Packing::Entries(_)) {
            let admitted = self.edge.sockets.iter().filter(|(_, socket)| socket.reply.is_none());
            return admitted.map(|(number, _)| *number).collect();
        }
        to
    }

    /// Notes that the room knows a socket. The welcome comes first: what the client had when it came is out of date.
    fn entered(&mut self, number: u64) {
        if let Some(socket) = self.edge.sockets.get_mut(&number) {
            socket.stage = Stage::Entered;
            socket.since = None;
        }
    }

    fn admitted(&mut self, number: u64, inbox: &Inbox) {
        let Some(reply) = self.edge.sockets.get_mut(&number).and_then(|socket| socket.reply.take()) else {
            return;
        };
        // The registry holds a sender for as long as this task lives.
        let Some(inbox) = inbox.sender() else { return };
        if reply.send(Ok(Admitted { number, inbox })).is_err()
            && let Some(socket) = self.edge.sockets.remove(&number)
        {
            self.left(number, socket.stage);
        }
    }
}

impl Threads<'_> {
    /// Makes a frame of what the other server has sent, with a thread of this one.
    fn frame(&mut self, body: &[u8], packing: Packing) -> Frame {
        let packing =
            packing.in_thread(|thread| *self.known.entry(thread).or_insert_with(|| self.numbers.next()));
        Frame::received(body, packing)
    }
}

impl Waiting {
    /// Answers the request. One of which nothing is known gets no answer: its sender is dropped.
    fn answer(self, answer: Answer) {
        // Receivers may have been dropped.
        match (self, answer) {
            (Self::Report(reply), Answer::Report(report)) => drop(reply.send(report)),
            (Self::Done(reply), Answer::Done(done)) => drop(reply.send(done)),
            (Self::Deleted(reply), Answer::Done(true)) => drop(reply.send(Ok(()))),
            (Self::Deleted(reply), Answer::Refused(why)) => drop(reply.send(Err(*why))),
            (Self::Report(_) | Self::Done(_) | Self::Deleted(_), _) => {}
        }
    }
}
