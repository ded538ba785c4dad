//! The messages to the task of a room: those that arrive, and those that wait for it.

use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::Closing;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::backlog::Backlog;
use super::message::{MAX_WAITING_MESSAGES, Msg};

/// The messages to the task of a room.
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Msg>,
    /// The other end, for sockets that are let in.
    sender: mpsc::WeakSender<Msg>,
    /// Messages that arrived while something was being written, and wait for it.
    backlog: Backlog,
}

impl Inbox {
    /// Returns an inbox in which nothing waits.
    pub(super) fn new(receiver: mpsc::Receiver<Msg>, sender: mpsc::WeakSender<Msg>) -> Self {
        Self { receiver, sender, backlog: Backlog::default() }
    }

    /// Returns the end that a socket sends to. The registry holds a sender for as long as the task lives: `None` where it has ended.
    pub(crate) fn sender(&self) -> Option<mpsc::Sender<Msg>> {
        self.sender.upgrade()
    }

    /// Returns the next message that arrives, whether or not others wait.
    pub(crate) async fn receive(&mut self) -> Option<Msg> {
        self.receiver.recv().await
    }

    /// Takes in what has arrived, up to the bound of what may wait.
    pub(crate) fn fill(&mut self) {
        while self.has_room()
            && let Ok(message) = self.receiver.try_recv()
        {
            self.backlog.push(message);
        }
    }

    /// Returns whether more messages may wait.
    pub(super) fn has_room(&self) -> bool {
        self.backlog.len() < MAX_WAITING_MESSAGES
    }

    /// Returns how many messages wait.
    pub(super) fn waiting(&self) -> usize {
        self.backlog.len()
    }

    /// Returns whether no message waits.
    pub(super) fn is_empty(&self) -> bool {
        self.backlog.is_empty()
    }

    /// Returns whether a message of a socket waits.
    pub(super) fn holds(&self, socket: u64) -> bool {
        self.backlog.holds(socket)
    }

    /// Lets a message wait.
    pub(crate) fn push(&mut self, message: Msg) {
        self.backlog.push(message);
    }

    /// Returns the message whose turn it is.
    pub(super) fn peek(&self) -> Option<&Msg> {
        self.backlog.peek()
    }

    /// Takes the message whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<Msg> {
        self.backlog.pop()
    }

    /// Returns when the next message arrived that is taken, or the first one after it of which that is known.
    pub(super) fn arrival(&self) -> Option<Instant> {
        self.backlog.arrival()
    }

    /// Takes drafts of a socket: see [`Backlog::drafts_after`].
    pub(super) fn drafts_after(
        &mut self,
        socket: u64,
        kind: impl Fn(Instant, Option<&Payload>) -> bool,
    ) -> Vec<(u32, Option<Payload>)> {
        self.backlog.drafts_after(socket, kind)
    }

    /// Drops the messages that wait.
    pub(super) fn clear(&mut self) {
        self.backlog = Backlog::default();
    }

    /// Closes the inbox. Returns the messages that were not taken, those first that waited.
    pub(super) async fn close(mut self) -> Vec<Msg> {
        self.receiver.close();
        let mut late = self.backlog.into_messages();
        while let Some(message) = self.receiver.recv().await {
            late.push(message);
        }
        late
    }

    /// Closes the inbox, refuses sockets and links that ask to enter, and drops everything else.
    pub(super) async fn refuse_joins(mut self, why: Closing) {
        self.receiver.close();
        while let Some(message) = self.receiver.recv().await {
            // Receivers may have been dropped.
            match message {
                Msg::Join(_, reply) => drop(reply.send(Err(why))),
                Msg::RemoteJoin(_, reply) => drop(reply.send(Err(why))),
                Msg::Hold(reply) => drop(reply.send(Err(why))),
                _ => {}
            }
        }
    }
}
