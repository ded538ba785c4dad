//! What waits at the server that holds a room for the server of some of its sockets.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bagarre_protocol::socket::Closing;
use tokio::sync::Notify;
use uuid::Uuid;

use super::wire::{Snapshot, ToEdge};
use crate::frame::Frame;

/// Bytes that may wait for one link: a server that takes less than its rooms say loses the link, and enters its sockets anew.
const MAX_QUEUED_BYTES: usize = 16 * 1024 * 1024;
/// Bytes after which a message of a link is sent, as far as frames can be parted.
const BATCH_BYTES: usize = 128 * 1024;
/// Frames that are looked through for one that is equal, so that it crosses the bus once for all who get it.
const MAX_SHARED_LOOK_BACK: usize = 32;

/// Something to be sent.
enum Item {
    /// A frame, and the sockets it is for.
    Frame {
        to: BTreeSet<u64>,
        frame: Frame,
    },
    /// A frame for all spectators.
    SpectatorFrame(Frame),
    Said(ToEdge),
}

impl Item {
    fn concerns(&self, number: u64) -> bool {
        match self {
            Self::Frame { to, .. } => to.contains(&number),
            Self::Said(
                ToEdge::Close { number: other, .. }
                | ToEdge::Refused { number: other, .. }
                | ToEdge::Promoted { number: other },
            ) => *other == number,
            Self::SpectatorFrame(_) | Self::Said(_) => false,
        }
    }
}

#[derive(Default)]
struct State {
    items: Vec<Item>,
    bytes: usize,
    overflowed: bool,
}

impl State {
    fn push_frame(&mut self, bytes: usize, item: Item) {
        self.bytes += bytes;
        self.overflowed = self.bytes > MAX_QUEUED_BYTES;
        self.items.push(item);
    }
}

/// The queue of a link. Never waits.
#[derive(Default)]
pub(crate) struct LinkQueue {
    state: Mutex<State>,
    filled: Notify,
    /// The link has ended: no spectator can be told anything through it.
    ended: AtomicBool,
}

/// More waits than may, and the link is broken.
pub(super) struct Overflow;

impl LinkQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock can be left half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn say(&self, message: ToEdge) {
        self.state().items.push(Item::Said(message));
        self.filled.notify_one();
    }

    /// Queues a frame for a socket. Where the same frame waits already for others, and nothing later for this socket, it is sent once for all.
    fn frame(&self, number: u64, frame: Frame) {
        let mut state = self.state();
        if state.overflowed {
            return;
        }
        for item in state.items.iter_mut().rev().take(MAX_SHARED_LOOK_BACK) {
            if let Item::Frame { to, frame: waiting } = &mut *item
                && waiting.is_shared_with(&frame)
                && to.insert(number)
            {
                return;
            }
            if item.concerns(number) {
                break;
            }
        }
        state.push_frame(frame.len(), Item::Frame { to: BTreeSet::from([number]), frame });
        drop(state);
        self.filled.notify_one();
    }

    /// Queues a frame for all spectators.
    fn spectator_frame(&self, frame: Frame) {
        let mut state = self.state();
        if state.overflowed {
            return;
        }
        state.push_frame(frame.len(), Item::SpectatorFrame(frame));
        drop(state);
        self.filled.notify_one();
    }

    /// Notes that the link has ended.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }

    /// Returns when something waits.
    pub(super) async fn filled(&self) {
        self.filled.notified().await;
    }

    /// Takes what waits, in messages of about [`BATCH_BYTES`].
    pub(super) fn take(&self) -> Result<Vec<Vec<ToEdge>>, Overflow> {
        let items = {
            let mut state = self.state();
            if state.overflowed {
                return Err(Overflow);
            }
            state.bytes = 0;
            std::mem::take(&mut state.items)
        };
        let (mut batches, mut batch, mut bytes) = (Vec::new(), Vec::new(), 0);
        for item in items {
            let message = match item {
                Item::Said(message) => message,
                Item::Frame { to, frame } => {
                    bytes += frame.len();
                    let to = to.into_iter().collect();
                    ToEdge::Frame { to, body: frame.body().to_vec(), packing: frame.packing() }
                }
                Item::SpectatorFrame(frame) => {
                    bytes += frame.len();
                    ToEdge::SpectatorFrame { body: frame.body().to_vec(), packing: frame.packing() }
                }
            };
            batch.push(message);
            if bytes >= BATCH_BYTES {
                batches.push(std::mem::take(&mut batch));
                bytes = 0;
            }
        }
        if !batch.is_empty() {
            batches.push(batch);
        }
        Ok(batches)
    }
}

/// The end that a room holds of the way to a socket of another server.
pub(crate) struct RemoteOutbox {
    queue: Arc<LinkQueue>,
    number: u64,
    /// Whether the room has said something: it has let the socket in.
    entered: AtomicBool,
    closed: AtomicBool,
}

impl RemoteOutbox {
    pub(super) fn new(queue: Arc<LinkQueue>, number: u64) -> Self {
        Self { queue, number, entered: AtomicBool::new(false), closed: AtomicBool::new(false) }
    }

    pub(crate) fn send(&self, frame: Frame) {
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        self.entered.store(true, Ordering::Relaxed);
        if frame.is_broken() {
            self.close(Closing::Rebuilt);
        } else {
            self.queue.frame(self.number, frame);
        }
    }

    /// Notes that the socket was a spectator until now, and is known to the room from here on.
    pub(crate) fn promote(&self) {
        self.entered.store(true, Ordering::Relaxed);
        self.queue.say(ToEdge::Promoted { number: self.number });
    }

    /// Closes the way; the first reason counts.
    pub(crate) fn close(&self, why: Closing) {
        if !self.closed.swap(true, Ordering::Relaxed) {
            self.queue.say(ToEdge::Close { number: self.number, why });
        }
    }
}

impl Drop for RemoteOutbox {
    fn drop(&mut self) {
        // The task of the room has panicked, or the socket has left, of which the other end knows. Why one was not let in is said by the task that asked.
        if self.entered.load(Ordering::Relaxed) {
            self.close(Closing::Rebuilt);
        }
    }
}

/// The way from a room to all spectators of another server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct SpectatorOutbox {
    link: Uuid,
    queue: Arc<LinkQueue>,
}

impl SpectatorOutbox {
    pub(super) fn new(link: Uuid, queue: Arc<LinkQueue>) -> Self {
        Self { link, queue }
    }

    /// Returns the id of the link.
    pub(crate) fn link(&self) -> Uuid {
        self.link
    }

    /// Returns whether the link has ended: the room is told so after this, or was told before.
    pub(crate) fn is_ended(&self) -> bool {
        self.queue.ended.load(Ordering::Acquire)
    }

    /// Sends all of them a frame.
    pub(crate) fn send(&self, frame: Frame) {
        if frame.is_broken() {
            self.dismiss_all(Closing::Rebuilt);
        } else {
            self.queue.spectator_frame(frame);
        }
    }

    /// Sends their server what those are told who come in now.
    pub(crate) fn send_snapshot(&self, snapshot: Snapshot) {
        self.queue.say(ToEdge::Snapshot(Box::new(snapshot)));
    }

    /// Closes the sockets of one of them.
    pub(crate) fn dismiss(&self, guest: Uuid, why: Closing) {
        self.queue.say(ToEdge::Dismiss { guest, why });
    }

    /// Closes the sockets of all of them.
    pub(crate) fn dismiss_all(&self, why: Closing) {
        self.queue.say(ToEdge::DismissAll { why });
    }

    /// Notes that one of them, by the number of the socket, is known to the room from here on.
    pub(crate) fn promote(&self, number: u64) {
        self.queue.say(ToEdge::Promoted { number });
    }

    /// Lets one of them enter the room, who holds a seat by now or is the host.
    pub(crate) fn summon(&self, guest: Uuid) {
        self.queue.say(ToEdge::Summon { guest });
    }
}

#[cfg(test)]
mod tests {
    use bagarre_protocol::socket::ServerMessage;

    use super::*;

    fn frame(n: u32) -> Frame {
        Frame::text(&ServerMessage::Pong { n, now: 0 })
    }

    fn sent(queue: &LinkQueue) -> Vec<String> {
        let batches = queue.take().unwrap_or_else(|Overflow| panic!("too much"));
        let show = |message: ToEdge| match message {
            ToEdge::Frame { to, body, .. } => format!("{to:?} {}", String::from_utf8(body).unwrap()),
            ToEdge::Close { number, why } => format!("{number} {why:?}"),
            _ => "other".to_owned(),
        };
        batches.into_iter().flatten().map(show).collect()
    }

    #[test]
    fn a_frame_crosses_the_bus_once_for_all_who_get_it_and_overtakes_nothing() {
        let queue = Arc::new(LinkQueue::default());
        let outboxes: Vec<_> = (1..=3).map(|number| RemoteOutbox::new(queue.clone(), number)).collect();
        let (all, own, later) = (frame(1), frame(2), frame(3));
        outboxes[0].send(all.clone());
        outboxes[1].send(own);
        outboxes[2].send(all.clone());
        // What the second socket got before comes before.
        outboxes[1].send(all);
        outboxes[0].send(later.clone());
        outboxes[1].send(later);
        let bodies = sent(&queue);
        let to: Vec<&str> = bodies.iter().map(|body| body.split('{').next().unwrap()).collect();
        assert_eq!(to, ["[1, 3] ", "[2] ", "[2] ", "[1, 2] "], "{bodies:?}");
        assert!(sent(&queue).is_empty());
    }

    #[test]
    fn a_closed_way_takes_no_more_and_one_that_is_dropped_says_so() {
        let queue = Arc::new(LinkQueue::default());
        let outbox = RemoteOutbox::new(queue.clone(), 7);
        outbox.close(Closing::Kicked);
        outbox.send(frame(1));
        outbox.close(Closing::Slow);
        drop(outbox);
        let outbox = RemoteOutbox::new(queue.clone(), 8);
        outbox.send(frame(1));
        drop(outbox);
        let messages = sent(&queue);
        let [closed, frame, dropped] = &messages[..] else { panic!("{messages:?}") };
        assert_eq!((&**closed, &**dropped), ("7 Kicked", "8 Rebuilt"));
        assert!(frame.starts_with("[8] "), "{frame}");
    }

    #[test]
    fn a_way_into_a_room_that_lets_nothing_in_is_not_closed_before_the_refusal() {
        let queue = Arc::new(LinkQueue::default());
        drop(RemoteOutbox::new(queue.clone(), 7));
        assert!(sent(&queue).is_empty());
    }

    #[test]
    fn a_queue_that_is_too_long_breaks_its_link() {
        let queue = Arc::new(LinkQueue::default());
        let outbox = RemoteOutbox::new(queue.clone(), 1);
        let words = bagarre_rules::presentation::Words { fr: "x".repeat(1024 * 1024), en: String::new() };
        for _ in 0..17 {
            outbox.send(Frame::text(&ServerMessage::Announcement { words: Some(words.clone()) }));
        }
        assert!(queue.take().is_err());
    }
}
