//! The end of a link at the server that holds the room: each socket of the other server is a task here, which enters the room as a socket of this server
//! does.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::{ClientMessage, Closing};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, interval, sleep_until, timeout};

use super::queue::{LinkQueue, RemoteOutbox, SpectatorOutbox};
use super::wire::{Answer, Ask, Entering, LINK_VERSION, LinkAnswer, Open, ToEdge, ToOwner};
use super::{LinkEnd, Links, answer_subject};
use crate::room::{
    HeldRoom, Incoming, Join, MESSAGES_PER_SOCKET, Msg, Outbox, RemoteAdmitted, RemoteJoin, Rooms,
    SpectatorNews,
};
use crate::store::Guest;
use crate::telemetry::traces::TracePoint;

/// How long the room may take to say that it is held here: less than the other server waits.
const HOLD_TIMEOUT: Duration = Duration::from_millis(1500);
/// How long a request of another server to the room may take.
const ASK_TIMEOUT: Duration = Duration::from_secs(10);

/// Answers a request for a link, and carries it while it stands.
pub(super) async fn accept(links: Arc<Links>, rooms: Rooms, open: Open, reply: String) {
    let answered = if open.version == LINK_VERSION { hold(&rooms, &open.room).await } else { None };
    let accepted = answered.and_then(|held| {
        let salt = links.salt()?;
        Some((links.accept(&open, held.epoch, salt), held, salt))
    });
    let answer = match &accepted {
        Some((_, held, salt)) => {
            LinkAnswer::Accepted { epoch: held.epoch, salt: *salt, owner: links.own.clone() }
        }
        None if open.version == LINK_VERSION => LinkAnswer::NotHeld,
        None => LinkAnswer::OtherVersion,
    };
    let Some(sealed) = links.seal(&answer_subject(open.link), &answer) else { return };
    if links.bus.publish(&reply, sealed).await.is_err() {
        return;
    }
    if let Some((mut end, held, _)) = accepted {
        let queue = Arc::<LinkQueue>::default();
        let spectators = SpectatorOutbox::new(open.link, queue.clone());
        let (inbox, sockets) = (held.inbox, BTreeMap::new());
        let mut owner = OwnerEnd { rooms, inbox, queue, spectators, sockets };
        owner.carry(&mut end).await;
        // The other end looks for the room at once. It notices the silence where this does not reach it.
        let _ = end.send(&vec![ToEdge::End]).await;
        owner.leave().await;
    }
}

/// Asks a room whether this server holds it, and wakes it if no server does.
async fn hold(rooms: &Rooms, room: &str) -> Option<HeldRoom> {
    let (reply, held) = oneshot::channel();
    let asked = async {
        rooms.tell(room, Msg::Hold(reply)).await.ok()?;
        held.await.ok()?.ok()
    };
    timeout(HOLD_TIMEOUT, asked).await.ok().flatten()
}

/// The sockets of one other server in one room.
struct OwnerEnd {
    rooms: Rooms,
    inbox: mpsc::Sender<Msg>,
    queue: Arc<LinkQueue>,
    /// The way to those of them that only watch, of which the room knows no single one.
    spectators: SpectatorOutbox,
    /// The ways to the tasks of the others, by the numbers of the other server.
    sockets: BTreeMap<u64, mpsc::Sender<Said>>,
}

/// What a socket says, and where it stands in a trace.
type Said = (ClientMessage, Option<TracePoint>);

impl OwnerEnd {
    /// Carries what both sides say until one of them ends, or the link breaks: the sockets leave the room then.
    async fn carry(&mut self, end: &mut LinkEnd) {
        let (silence, mut ping) = (end.silence(), interval(end.ping_interval()));
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                biased;
                // What is sent comes before what is read, so that neither frames nor signs of life wait for a busy other end.
                _ = ping.tick() => self.queue.say(ToEdge::Ping),
                () = self.queue.filled() => {
                    let Ok(batches) = self.queue.take() else { return };
                    for batch in batches {
                        if end.send(&batch).await.is_err() {
                            return;
                        }
                    }
                }
                messages = end.hear::<Vec<ToOwner>>() => {
                    let Ok(messages) = messages else { return };
                    heard = Instant::now();
                    for message in messages {
                        if !self.take(message) {
                            return;
                        }
                    }
                }
                () = sleep_until(heard + silence) => return,
                () = self.inbox.closed() => {
                    for batch in self.queue.take().unwrap_or_default() {
                        if end.send(&batch).await.is_err() {
                            return;
                        }
                    }
                    return;
                }
            }
        }
    }

    /// Takes what the other end says. Returns `false` where the link ends with it.
    fn take(&mut self, message: ToOwner) -> bool {
        match message {
            ToOwner::Join(entering) => return self.enter(*entering),
            ToOwner::From { number, text, trace } => {
                // The other server has read it; one that cannot be read here is of another version.
                let Ok(message) = ClientMessage::read(&text) else { return false };
                // One that is gone by now has left the room, or was refused.
                let Some(socket) = self.sockets.get(&number) else { return true };
                // The other end sends no more than may wait.
                return !matches!(socket.try_send((message, trace)), Err(mpsc::error::TrySendError::Full(_)));
            }
            ToOwner::Left { number } => {
                self.sockets.remove(&number);
            }
            // They come in their order.
            ToOwner::Ping { sockets } => {
                self.sockets.retain(|number, _| sockets.binary_search(number).is_ok());
            }
            ToOwner::Ask { id, ask } => {
                let (inbox, queue) = (self.inbox.clone(), self.queue.clone());
                tokio::spawn(async move {
                    let answer = timeout(ASK_TIMEOUT, answer(&inbox, ask)).await;
                    let answer = answer.ok().flatten().unwrap_or(Answer::Unknown);
                    queue.say(ToEdge::Answer { id, answer });
                });
            }
            ToOwner::Spectators { count, admitted, promoted, names } => {
                let news = SpectatorNews::Count { count, admitted, promoted, names };
                // Where the room is behind, the next sign of life tells it.
                drop(self.inbox.try_send(Msg::Spectators(self.spectators.clone(), news)));
            }
            ToOwner::Snapshot => {
                let (inbox, spectators) = (self.inbox.clone(), self.spectators.clone());
                // Where the room has ended, so does the link.
                tokio::spawn(async move {
                    inbox.send(Msg::Spectators(spectators, SpectatorNews::Snapshot)).await
                });
            }
            ToOwner::Bye => return false,
        }
        true
    }

    /// Tells the room that the spectators of the link are gone.
    async fn leave(self) {
        self.queue.end();
        // A room that cannot be told has ended.
        let _ = self.inbox.send(Msg::Spectators(self.spectators, SpectatorNews::Gone)).await;
    }

    fn enter(&mut self, entering: Entering) -> bool {
        let Entering { number, guest, name, created, address, invite, since, lang, entrance } = entering;
        let Ok(since) = since.map(|since| serde_json::from_str(&since)).transpose() else { return false };
        let join = Join {
            guest: Guest { id: guest, name, created },
            address,
            invite,
            since,
            lang,
            outbox: Outbox::remote(RemoteOutbox::new(self.queue.clone(), number)),
            number: None,
        };
        let join = RemoteJoin { join, spectators: self.spectators.clone(), number, entrance };
        let (sender, messages) = mpsc::channel(MESSAGES_PER_SOCKET);
        self.sockets.insert(number, sender);
        let socket = RemoteSocket { rooms: self.rooms.clone(), queue: self.queue.clone(), number };
        tokio::spawn(socket.carry(self.inbox.clone(), join, messages));
        true
    }
}

/// Asks the room. `None` where it has ended before it answered.
async fn answer(inbox: &mpsc::Sender<Msg>, ask: Ask) -> Option<Answer> {
    Some(match ask {
        Ask::Inspect => {
            let (reply, report) = oneshot::channel();
            inbox.send(Msg::Inspect(reply)).await.ok()?;
            Answer::Report(report.await.ok()?)
        }
        Ask::Gone(guest) => {
            let (reply, done) = oneshot::channel();
            inbox.send(Msg::Gone(guest, reply)).await.ok()?;
            Answer::Done(done.await.ok()?)
        }
        Ask::Close => {
            let (reply, done) = oneshot::channel();
            inbox.send(Msg::Close(reply)).await.ok()?;
            Answer::Done(done.await.ok()?)
        }
        Ask::Delete(host) => {
            let (reply, done) = oneshot::channel();
            inbox.send(Msg::Delete(host, reply)).await.ok()?;
            match done.await.ok()? {
                Ok(()) => Answer::Done(true),
                Err(why) => Answer::Refused(Box::new(why)),
            }
        }
    })
}

/// A socket of another server.
struct RemoteSocket {
    rooms: Rooms,
    queue: Arc<LinkQueue>,
    /// The number that its own server has given it.
    number: u64,
}

impl RemoteSocket {
    /// Enters the room, passes on what the socket says, and leaves when its messages end.
    async fn carry(self, inbox: mpsc::Sender<Msg>, join: RemoteJoin, mut messages: mpsc::Receiver<Said>) {
        let number = self.number;
        let (reply, admitted) = oneshot::channel();
        let asked = async {
            inbox.send(Msg::RemoteJoin(Box::new(join), reply)).await.map_err(|_| Closing::Rebuilt)?;
            admitted.await.map_err(|_| Closing::Rebuilt)?
        };
        let admitted = match asked.await {
            Ok(RemoteAdmitted::Entered(admitted)) => admitted,
            Ok(RemoteAdmitted::Watching) => {
                self.queue.say(ToEdge::Watching { number });
                return;
            }
            Err(why) => {
                self.queue.say(ToEdge::Refused { number, why });
                return;
            }
        };
        self.queue.say(ToEdge::Admitted { number });
        let places = Arc::new(Semaphore::new(MESSAGES_PER_SOCKET));
        while let Some((message, trace)) = messages.recv().await {
            // They are never closed.
            let Ok(place) = places.clone().acquire_owned().await else { break };
            let under_way = self.rooms.under_way(&message);
            let arrived = Instant::now();
            let incoming = Incoming { number: admitted.number, message, arrived, place, under_way, trace };
            if admitted.inbox.send(Msg::From(Box::new(incoming))).await.is_err() {
                return;
            }
            self.queue.say(ToEdge::Taken { number });
        }
        // A room that cannot be told has ended, and its sockets with it.
        let _ = admitted.inbox.send(Msg::Left(admitted.number)).await;
    }
}
