//! The bounded way from a room to one socket.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bagarre_protocol::socket::Closing;

use crate::config::Limits;
use crate::frame::Frame;
use crate::link::queue::RemoteOutbox;

/// Upper bound of the frames that are taken at once, in bytes. A longer frame is taken alone. Frames that were taken no longer count against the
/// bounds of the queue.
const MAX_TAKEN_BYTES: usize = 64 * 1024;

/// The end that a room holds. Never waits: a reader that falls behind is cut off.
pub(crate) struct Outbox(Sink);

enum Sink {
    /// A socket of this server.
    Here(Arc<Queue>),
    /// A socket of another server.
    There(RemoteOutbox),
}

/// The end that a socket holds.
pub(crate) struct Outgoing(Arc<Queue>);

/// Frames on their way.
struct Queue {
    most_frames: usize,
    most_bytes: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    frames: VecDeque<Frame>,
    bytes: usize,
    /// It is cut, and why.
    cut: Option<Closing>,
    /// The room has let go.
    left: bool,
    /// The socket, when it waits.
    reader: Option<Waker>,
}

impl State {
    fn cut(&mut self, why: Closing) -> Option<Waker> {
        if self.cut.is_none() {
            self.cut = Some(why);
            if why == Closing::Slow {
                self.frames = VecDeque::new();
                metrics::counter!("bagarre_slow_readers_total").increment(1);
            }
        }
        self.reader.take()
    }

    /// Returns why the queue has ended: the reason it was closed with, or [`Closing::Rebuilt`] where the outbox was dropped, because the task of
    /// the room has panicked. `None` while frames wait.
    fn over(&self) -> Option<Closing> {
        let end = self.cut.or_else(|| self.left.then_some(Closing::Rebuilt));
        end.filter(|_| self.frames.is_empty())
    }

    fn wait(&mut self, context: &Context<'_>) {
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        // A panic cannot leave the state inconsistent: each change of it is one assignment or one call.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(reader: Option<Waker>) {
    if let Some(reader) = reader {
        reader.wake();
    }
}

impl Outbox {
    /// Both ends.
    pub(crate) fn new(limits: &Limits) -> (Self, Outgoing) {
        let queue = Arc::new(Queue {
            most_frames: limits.queue,
            most_bytes: limits.queue_bytes,
            state: Mutex::default(),
        });
        (Self(Sink::Here(queue.clone())), Outgoing(queue))
    }

    /// The end for a socket of another server.
    pub(crate) fn remote(outbox: RemoteOutbox) -> Self {
        Self(Sink::There(outbox))
    }

    /// Notes that a spectator of another server is known to the room from here on.
    pub(crate) fn promote(&self) {
        if let Sink::There(outbox) = &self.0 {
            outbox.promote();
        }
    }

    /// Whether the socket is one of this server.
    pub(crate) fn is_here(&self) -> bool {
        matches!(self.0, Sink::Here(_))
    }

    /// Queues a frame; cuts the queue when too much waits already, and where a message could not be written: what comes after it
    /// would leave a gap.
    pub(crate) fn send(&self, frame: Frame) {
        let queue = match &self.0 {
            Sink::Here(queue) => queue,
            Sink::There(outbox) => return outbox.send(frame),
        };
        let mut state = queue.state();
        if state.cut.is_some() {
            return;
        }
        let size = frame.len();
        let full = state.bytes > 0 && state.bytes + size > queue.most_bytes;
        let reader = if frame.is_broken() {
            state.cut(Closing::Rebuilt)
        } else if full || state.frames.len() >= queue.most_frames {
            state.cut(Closing::Slow)
        } else {
            state.bytes += size;
            state.frames.push_back(frame);
            state.reader.take()
        };
        drop(state);
        wake(reader);
    }

    /// Closes the queue with a reason; the first one counts. Frames that are queued are still delivered, but nothing waits for a reader that takes
    /// none.
    pub(crate) fn close(&self, why: Closing) {
        match &self.0 {
            Sink::Here(queue) => {
                let reader = queue.state().cut(why);
                wake(reader);
            }
            Sink::There(outbox) => outbox.close(why),
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let Sink::Here(queue) = &self.0 else { return };
        let mut state = queue.state();
        state.left = true;
        let reader = state.reader.take();
        drop(state);
        wake(reader);
    }
}

impl Outgoing {
    /// The frames that wait, in order, as many as may be taken at once; or why there are none any more.
    pub(crate) async fn next(&self) -> Result<VecDeque<Frame>, Closing> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&self, context: &Context<'_>) -> Poll<Result<VecDeque<Frame>, Closing>> {
        let mut state = self.0.state();
        if let Some(why) = state.over() {
            return Poll::Ready(Err(why));
        }
        if state.frames.is_empty() {
            state.wait(context);
            return Poll::Pending;
        }
        if state.bytes <= MAX_TAKEN_BYTES {
            state.bytes = 0;
            return Poll::Ready(Ok(std::mem::take(&mut state.frames)));
        }
        let (mut taken, mut count) = (0, 0);
        for frame in &state.frames {
            if count > 0 && taken + frame.len() > MAX_TAKEN_BYTES {
                break;
            }
            taken += frame.len();
            count += 1;
        }
        state.bytes -= taken;
        Poll::Ready(Ok(state.frames.drain(..count).collect()))
    }

    /// Returns when the queue is cut.
    pub(crate) async fn cut(&self) -> Closing {
        poll_fn(|context| {
            let mut state = self.0.state();
            if let Some(why) = state.cut {
                return Poll::Ready(why);
            }
            state.wait(context);
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use bagarre_protocol::socket::ServerMessage;

    use super::*;

    fn both_ends(queue: usize, queue_bytes: usize) -> (Outbox, Outgoing) {
        Outbox::new(&Limits { queue, queue_bytes, ..Limits::default() })
    }

    fn frame(bytes: usize) -> Frame {
        let words = bagarre_rules::presentation::Words { fr: "x".repeat(bytes), en: String::new() };
        Frame::text(&ServerMessage::Announcement { words: Some(words) })
    }

    fn poll(outgoing: &Outgoing) -> Poll<Result<usize, Closing>> {
        let context = Context::from_waker(Waker::noop());
        outgoing.poll_next(&context).map(|frames| frames.map(|frames| frames.len()))
    }

    #[test]
    fn what_waits_is_taken_at_once_up_to_a_bound() {
        let (outbox, outgoing) = both_ends(512, usize::MAX);
        assert_eq!(poll(&outgoing), Poll::Pending);
        (0..5).for_each(|_| outbox.send(frame(1000)));
        assert_eq!(poll(&outgoing), Poll::Ready(Ok(5)));
        assert_eq!(poll(&outgoing), Poll::Pending);
        (0..3).for_each(|_| outbox.send(frame(MAX_TAKEN_BYTES / 2)));
        outbox.send(frame(2 * MAX_TAKEN_BYTES));
        for _ in 0..4 {
            assert_eq!(poll(&outgoing), Poll::Ready(Ok(1)));
        }
        assert_eq!(poll(&outgoing), Poll::Pending);
    }

    #[test]
    fn a_reader_that_falls_behind_is_cut_off_by_frames_or_by_bytes() {
        for (frames, bytes) in [(3, usize::MAX), (512, 3500)] {
            let (outbox, outgoing) = both_ends(frames, bytes);
            (0..3).for_each(|_| outbox.send(frame(1000)));
            assert_eq!(poll(&outgoing), Poll::Ready(Ok(3)));
            (0..4).for_each(|_| outbox.send(frame(1000)));
            assert_eq!(poll(&outgoing), Poll::Ready(Err(Closing::Slow)), "what waits is dropped");
        }
        let (outbox, outgoing) = both_ends(512, 1000);
        outbox.send(frame(5000));
        assert_eq!(poll(&outgoing), Poll::Ready(Ok(1)), "one frame is never too much");
    }

    #[test]
    fn a_message_that_cannot_be_written_ends_the_socket_after_what_came_before() {
        let (outbox, outgoing) = both_ends(512, usize::MAX);
        outbox.send(frame(10));
        outbox.send(Frame::unwritten());
        outbox.send(frame(10));
        assert_eq!(poll(&outgoing), Poll::Ready(Ok(1)), "nothing after the gap is heard");
        assert_eq!(
            poll(&outgoing),
            Poll::Ready(Err(Closing::Rebuilt)),
            "the client comes back with what it has"
        );
    }

    #[test]
    fn a_room_that_lets_go_has_said_why_or_has_fallen() {
        let (outbox, outgoing) = both_ends(512, usize::MAX);
        outbox.send(frame(10));
        drop(outbox);
        assert_eq!(poll(&outgoing), Poll::Ready(Ok(1)), "what it said before is heard");
        assert_eq!(poll(&outgoing), Poll::Ready(Err(Closing::Rebuilt)));
        let (outbox, outgoing) = both_ends(512, usize::MAX);
        outbox.send(frame(10));
        outbox.close(Closing::Kicked);
        outbox.close(Closing::Closed);
        outbox.send(frame(10));
        drop(outbox);
        assert_eq!(poll(&outgoing), Poll::Ready(Ok(1)), "nothing is lost for whoever reads");
        assert_eq!(poll(&outgoing), Poll::Ready(Err(Closing::Kicked)), "the first reason counts");
    }
}
