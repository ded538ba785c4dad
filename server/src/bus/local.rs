//! A bus within one process: for servers that tests and simulations start beside each other, and the reference that the other one is held against.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{
    Bus, BusError, Delivery, REQUEST_TIMEOUT, SUBSCRIPTION_QUEUE_MESSAGES, Subscription, check_length,
};

/// The subjects of answers begin with this.
const ANSWERS: &str = "_INBOX.";

/// A client of a bus within one process. Cheap to clone: clones are the same client.
#[derive(Clone, Default)]
pub struct LocalBus {
    bus: Arc<Mutex<State>>,
    /// Which client it is.
    client: u64,
}

#[derive(Default)]
struct State {
    subjects: BTreeMap<String, Vec<Taker>>,
    requests: u64,
    /// Deliveries to groups so far: they take turns.
    turns: usize,
    /// How many clients there are besides the first.
    clients: u64,
    closed: BTreeSet<u64>,
}

/// A subscription.
struct Taker {
    client: u64,
    group: Option<String>,
    queue: mpsc::Sender<Delivery>,
}

impl State {
    /// Delivers a message. Returns how many subscriptions there are for it.
    fn deliver(&mut self, subject: &str, delivery: &Delivery) -> usize {
        let Some(takers) = self.subjects.get_mut(subject) else { return 0 };
        takers.retain(|taker| !taker.queue.is_closed());
        if takers.is_empty() {
            self.subjects.remove(subject);
            return 0;
        }
        let mut groups: BTreeMap<&str, Vec<&Taker>> = BTreeMap::new();
        for taker in &*takers {
            match &taker.group {
                Some(group) => groups.entry(group).or_default().push(taker),
                None => taker.deliver(delivery),
            }
        }
        for members in groups.values() {
            self.turns = self.turns.wrapping_add(1);
            if let Some(taker) = members.get(self.turns % members.len()) {
                taker.deliver(delivery);
            }
        }
        takers.len()
    }
}

impl Taker {
    fn deliver(&self, delivery: &Delivery) {
        if self.queue.try_send(delivery.clone()).is_err() {
            metrics::counter!("bagarre_bus_dropped_total").increment(1);
        }
    }
}

impl LocalBus {
    /// Returns another client of the same bus.
    pub fn client(&self) -> Self {
        let mut state = self.state();
        state.clients += 1;
        Self { bus: self.bus.clone(), client: state.clients }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock can be left half done.
        self.bus.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, subject: &str, delivery: &Delivery) -> Result<usize, BusError> {
        check_length(&delivery.payload)?;
        let mut state = self.state();
        if state.closed.contains(&self.client) {
            return Err(closed());
        }
        Ok(state.deliver(subject, delivery))
    }

    fn take(&self, subject: &str, group: Option<&str>) -> Result<Subscription, BusError> {
        let (queue, messages) = mpsc::channel(SUBSCRIPTION_QUEUE_MESSAGES);
        let mut state = self.state();
        if state.closed.contains(&self.client) {
            return Err(closed());
        }
        let taker = Taker { client: self.client, group: group.map(str::to_owned), queue };
        state.subjects.entry(subject.to_owned()).or_default().push(taker);
        Ok(Subscription::new(stream::unfold(messages, async |mut messages| {
            messages.recv().await.map(|delivery| (delivery, messages))
        })))
    }
}

fn closed() -> BusError {
    BusError::Away("it is closed".to_owned())
}

#[async_trait]
impl Bus for LocalBus {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        self.send(subject, &Delivery { payload, reply: None }).map(|_| ())
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, BusError> {
        let reply = {
            let mut state = self.state();
            state.requests += 1;
            format!("{ANSWERS}{}", state.requests)
        };
        let mut answers = self.take(&reply, None)?;
        let sent = self.send(subject, &Delivery { payload, reply: Some(reply.clone()) });
        let answer = match sent {
            Ok(0) => Err(BusError::NoTaker),
            Ok(_) => match timeout(REQUEST_TIMEOUT, answers.next()).await {
                Ok(Some(answer)) => Ok(answer.payload),
                Ok(None) => Err(closed()),
                Err(_) => Err(BusError::NoAnswer),
            },
            Err(why) => Err(why),
        };
        self.state().subjects.remove(&reply);
        answer
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        self.take(subject, None)
    }

    async fn queue(&self, subject: &str, group: &str) -> Result<Subscription, BusError> {
        self.take(subject, Some(group))
    }

    fn is_reached(&self) -> bool {
        !self.state().closed.contains(&self.client)
    }

    async fn close(&self) {
        let mut state = self.state();
        state.closed.insert(self.client);
        for takers in state.subjects.values_mut() {
            takers.retain(|taker| taker.client != self.client);
        }
    }
}
