//! A socket that was let in: what its person says goes into the room, what the room says goes out.

use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::sync::Arc;

use bagarre_protocol::game::Refusal;
use bagarre_protocol::socket::{ClientMessage, Closing, ServerMessage};
use bagarre_rules::contract::Lang;
use governor::Quota;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, interval, timeout};

use super::heard::{Heard, hear};
use super::pipe::Pipe;
use crate::config::Limits;
use crate::frame::{Frame, Way};
use crate::gate::Ticket;
use crate::rates;
use crate::room::{Incoming, Msg, Outgoing, Rooms};
use crate::words;

/// A socket that was let in.
pub(super) struct Connection<'a> {
    pub(super) limits: &'a Limits,
    pub(super) ticket: &'a Ticket,
    pub(super) rooms: &'a Rooms,
    /// Places for messages that wait in front of the room.
    pub(super) places: Arc<Semaphore>,
    /// The way into the room. Once it is shut the room has ended, and this socket with it: its outbox says why.
    pub(super) inbox: mpsc::Sender<Msg>,
    /// The number that the room gave to this socket.
    pub(super) number: u64,
    pub(super) outgoing: Outgoing,
    pub(super) lang: Lang,
    pub(super) way: Way,
}

/// A message on its way into a room that has much to do.
type PendingMessage = Pin<Box<dyn Future<Output = ()> + Send>>;

async fn deliver(message: &mut Option<PendingMessage>) {
    match message {
        Some(pending) => pending.as_mut().await,
        None => std::future::pending().await,
    }
}

impl Connection<'_> {
    /// Carries frames both ways until one side ends; returns what to send at the end, if the other side still reads.
    pub(super) async fn carry(&mut self, pipe: &mut Pipe) -> Option<Closing> {
        let messages = rates::one(Quota::per_second, self.limits.rate, self.limits.burst);
        let mut ping = interval(self.limits.ping);
        let mut last_frame = Instant::now();
        let mut message: Option<PendingMessage> = None;
        let ticket = self.ticket;
        let mut cut = pin!(ticket.cut());
        loop {
            let frames = tokio::select! {
                // Frames are sent before others are read: a client that sends more than it reads delays only itself.
                biased;
                why = &mut cut => return Some(why),
                () = deliver(&mut message), if message.is_some() => {
                    message = None;
                    continue;
                }
                _ = ping.tick() => {
                    // No frame is read while a message waits for its room.
                    if last_frame.elapsed() > self.limits.silence && message.is_none() {
                        return Some(Closing::Silent);
                    }
                    one(Frame::ping())
                }
                said = hear(pipe), if message.is_none() => {
                    last_frame = Instant::now();
                    ticket.note_heard();
                    if matches!(said, Heard::Message(_) | Heard::Unreadable) && messages.check().is_err() {
                        return Some(Closing::Rate);
                    }
                    match said {
                        Heard::Gone => return None,
                        Heard::TooLarge => return Some(Closing::TooLarge),
                        // It may want an answer, which waits in the pipe.
                        Heard::Life => VecDeque::new(),
                        Heard::Unreadable => one(unreadable(self.lang)),
                        Heard::Message(said) => match *said {
                            // Answered here: a room that waits for its writer does not delay the answer to a ping.
                            ClientMessage::Ping { n } => one(Frame::text(&ServerMessage::Pong { n, now: self.rooms.world().now() })),
                            other => {
                                message = self.pass_on(other);
                                continue;
                            }
                        },
                    }
                }
                next = self.outgoing.next() => match next {
                    Ok(frames) => frames,
                    Err(why) => return Some(why),
                },
            };
            for frame in frames {
                pipe.push(self.way.bytes(frame));
            }
            // A reader that takes nothing must not hold the connection when it is cut.
            tokio::select! {
                biased;
                sent = timeout(self.limits.silence, pipe.flush()) => match sent {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(Closing::Slow),
                },
                why = self.outgoing.cut() => return Some(why),
                why = &mut cut => return Some(why),
            }
        }
    }

    /// Puts a message into the room, or sends it on its way if there is no place yet.
    fn pass_on(&mut self, message: ClientMessage) -> Option<PendingMessage> {
        if let ClientMessage::Lang { lang } = message {
            self.lang = lang;
        }
        let (number, arrived, under_way) = (self.number, Instant::now(), self.rooms.under_way(&message));
        let incoming = move |place| {
            Msg::From(Box::new(Incoming { number, message, arrived, place, under_way, trace: None }))
        };
        let inbox = self.inbox.clone();
        let Ok(place) = self.places.clone().try_acquire_owned() else {
            let places = self.places.clone();
            return Some(Box::pin(async move {
                // They are never closed.
                if let Ok(place) = places.acquire_owned().await {
                    let _ = inbox.send(incoming(place)).await;
                }
            }));
        };
        match inbox.try_send(incoming(place)) {
            // Of a room that has ended the outbox tells.
            Ok(()) | Err(TrySendError::Closed(_)) => None,
            Err(TrySendError::Full(message)) => Some(Box::pin(async move {
                let _ = inbox.send(message).await;
            })),
        }
    }

    /// Tells the room that this socket is gone.
    pub(super) async fn end(self) {
        // A room that cannot be told has ended, and its sockets with it.
        let _ = self.inbox.send(Msg::Left(self.number)).await;
    }
}

fn one(frame: Frame) -> VecDeque<Frame> {
    VecDeque::from([frame])
}

fn unreadable(lang: Lang) -> Frame {
    let refusal = words::http::unreadable();
    let words = refusal.say(lang).to_owned();
    let refusal = Refusal { code: refusal.code.into_owned(), rule: None, words };
    Frame::text(&ServerMessage::Unreadable { refusal })
}
