//! Messages that wait until a room has time for them. Each socket is served in the order of its messages, and no socket waits behind
//! all that another one has sent: a message counts as arrived when the one before it of the same socket was taken, if that was later.
//! Two messages of two sockets that had nothing waiting are therefore taken in the order in which they arrived.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bagarre_protocol::payload::Payload;
use bagarre_protocol::socket::ClientMessage;
use tokio::time::Instant;

use super::message::Msg;

/// Messages that wait, in the order in which they arrived.
#[derive(Default)]
pub(super) struct Backlog {
    messages: VecDeque<Msg>,
    /// When a message of a socket was last taken since nothing waited, and how many had been taken by then.
    taken: BTreeMap<u64, (Instant, u64)>,
    count: u64,
}

impl Backlog {
    pub(super) fn len(&self) -> usize {
        self.messages.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub(super) fn push(&mut self, message: Msg) {
        self.messages.push_back(message);
    }

    /// Whether a message of a socket waits.
    pub(super) fn holds(&self, socket: u64) -> bool {
        self.messages.iter().any(|message| message.socket() == Some(socket))
    }

    /// The place of the message whose turn it is.
    fn next(&self) -> Option<usize> {
        if self.messages.len() < 2 {
            return self.messages.len().checked_sub(1);
        }
        let (mut seen, mut latest, mut best) = (BTreeSet::new(), None, None);
        for (at, message) in self.messages.iter().enumerate() {
            latest = message.arrival().or(latest);
            let mut since = (latest, 0);
            if let Some(socket) = message.socket() {
                if !seen.insert(socket) {
                    continue;
                }
                if let Some((taken, count)) = self.taken.get(&socket) {
                    since = since.max((Some(*taken), *count));
                }
            }
            if best.is_none_or(|(_, before)| since < before) {
                best = Some((at, since));
            }
        }
        best.map(|(at, _)| at)
    }

    /// The message whose turn it is.
    pub(super) fn peek(&self) -> Option<&Msg> {
        self.messages.get(self.next()?)
    }

    /// Takes the message whose turn it is.
    pub(super) fn pop(&mut self) -> Option<Msg> {
        let message = self.messages.remove(self.next()?)?;
        if self.messages.is_empty() {
            self.taken.clear();
        } else if let Some(socket) = message.socket() {
            self.count += 1;
            self.taken.insert(socket, (Instant::now(), self.count));
        }
        Some(message)
    }

    /// When the next message arrived that is taken, or the first one after it of which that is known.
    pub(super) fn arrival(&self) -> Option<Instant> {
        let next = self.next()?;
        self.messages.iter().skip(next).find_map(Msg::arrival)
    }

    /// Takes the drafts that follow upon one of the same socket without anything in between that they might depend on, as long as
    /// they are of the same `kind`.
    pub(super) fn drafts_after(
        &mut self,
        socket: u64,
        kind: impl Fn(Instant, Option<&Payload>) -> bool,
    ) -> Vec<(u32, Option<Payload>)> {
        let mut places = Vec::new();
        for (at, message) in self.messages.iter().enumerate() {
            let Msg::From(incoming) = message else { continue };
            if incoming.number != socket {
                continue;
            }
            match &incoming.message {
                ClientMessage::Draft { draft, .. } if kind(incoming.arrived, draft.as_ref()) => {
                    places.push(at);
                }
                ClientMessage::Chat { .. }
                | ClientMessage::Lang { .. }
                | ClientMessage::Ping { .. }
                | ClientMessage::Resync { .. }
                | ClientMessage::Shown { .. } => {}
                _ => break,
            }
        }
        let mut taken = Vec::with_capacity(places.len());
        for at in places.into_iter().rev() {
            if let Some(Msg::From(incoming)) = self.messages.remove(at)
                && let ClientMessage::Draft { seq, draft } = incoming.message
            {
                taken.push((seq, draft));
            }
        }
        taken.reverse();
        taken
    }

    /// Everything that waits, in the order in which it arrived.
    pub(super) fn into_messages(self) -> Vec<Msg> {
        self.messages.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::sync::Semaphore;
    use tokio::time::advance;

    use super::super::message::Incoming;
    use super::*;

    fn message(number: u64, message: ClientMessage) -> Msg {
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let arrived = Instant::now();
        Msg::From(Box::new(Incoming { number, message, arrived, place, under_way: None, trace: None }))
    }

    fn ping(number: u64, n: u32) -> Msg {
        message(number, ClientMessage::Ping { n })
    }

    fn draft(number: u64, seq: u32, text: &str) -> Msg {
        let draft = Some(Payload::parse(text).unwrap());
        message(number, ClientMessage::Draft { seq, draft })
    }

    fn popped(backlog: &mut Backlog) -> (u64, u32) {
        match backlog.pop() {
            Some(Msg::From(incoming)) => match incoming.message {
                ClientMessage::Ping { n } => (incoming.number, n),
                other => panic!("{other:?}"),
            },
            Some(Msg::Left(number)) => (number, u32::MAX),
            _ => panic!("nothing"),
        }
    }

    async fn tick() {
        advance(Duration::from_millis(1)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn one_socket_does_not_keep_another_waiting() {
        let mut backlog = Backlog::default();
        for n in 0..20 {
            backlog.push(ping(1, n));
            tick().await;
        }
        backlog.push(ping(2, 0));
        backlog.push(ping(2, 1));
        tick().await;
        let order: Vec<_> = (0..5).map(|_| popped(&mut backlog)).collect();
        assert_eq!(order, [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2)], "each in its own order, in turns");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_has_one_message_is_heard_in_the_order_of_arrival() {
        let mut backlog = Backlog::default();
        backlog.push(ping(1, 0));
        backlog.push(ping(3, 0));
        tick().await;
        assert_eq!(popped(&mut backlog), (1, 0));
        tick().await;
        for number in [1, 2] {
            backlog.push(ping(number, 9));
            tick().await;
        }
        let order: Vec<_> = (0..3).map(|_| popped(&mut backlog)).collect();
        assert_eq!(order, [(3, 0), (1, 9), (2, 9)]);
    }

    #[tokio::test(start_paused = true)]
    async fn the_end_of_a_socket_comes_after_what_it_said() {
        let mut backlog = Backlog::default();
        for n in 0..3 {
            backlog.push(ping(1, n));
        }
        backlog.push(Msg::Left(1));
        backlog.push(ping(2, 0));
        let order: Vec<_> = (0..5).map(|_| popped(&mut backlog)).collect();
        let of_one: Vec<u32> = order.iter().filter(|(number, _)| *number == 1).map(|(_, n)| *n).collect();
        assert_eq!(of_one, [0, 1, 2, u32::MAX]);
    }

    #[tokio::test(start_paused = true)]
    async fn drafts_are_taken_together_up_to_what_they_might_depend_on() {
        let mut backlog = Backlog::default();
        let text = |seq: u32| format!(r#"{{"bid":{seq}}}"#);
        let command = ClientMessage::Command { id: uuid::Uuid::nil(), command: Payload::parse("1").unwrap() };
        for seq in 1..4 {
            backlog.push(draft(1, seq, &text(seq)));
            backlog.push(draft(2, seq, &text(seq)));
            backlog.push(ping(1, seq));
        }
        backlog.push(message(1, command));
        backlog.push(draft(1, 9, &text(9)));
        let taken = backlog.drafts_after(1, |_, draft| draft.is_some_and(|draft| draft.text() != "7"));
        assert_eq!(taken.iter().map(|(seq, _)| *seq).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(taken[2].1.as_ref().unwrap().text(), text(3));
        assert_eq!(backlog.len(), 3 + 3 + 2);
        assert!(backlog.drafts_after(1, |_, _| true).is_empty(), "the command comes first");
        assert_eq!(backlog.drafts_after(2, |_, _| false).len(), 0);
    }
}
