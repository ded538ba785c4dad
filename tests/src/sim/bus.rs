//! The bus of a simulation: messages between servers that come late, twice, in another order, or not at all, and servers that do not reach it, or each other.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::bus::{Bus, BusError, Delivery, MAX_MESSAGE_BYTES, REQUEST_TIMEOUT, Subscription};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::store::Away;
use crate::chaos::chance::Chance;
use crate::chaos::world::World;

/// One message in so many does not come as it should, while there is trouble.
const FAULTY_MESSAGES: u64 = 100;
/// How long a message is on its way, in milliseconds: mostly less than the first, never more than the second.
const TRAVEL_MS: (u64, u64) = (3, 40);
/// How long a message is held up, with all that follow it, in milliseconds.
const DELAY_MS: (u64, u64) = (200, 6_000);
/// How long messages that were sent later may come before a message, in milliseconds.
const OVERTAKEN_MS: (u64, u64) = (50, 1_500);

/// The fate of a message on its way to one subscription.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Lost,
    /// It comes late, and so does what is sent after it.
    Delayed,
    /// It comes once more, after others.
    Doubled,
    /// It comes after others that were sent later.
    Overtaken,
}

impl Fate {
    const ALL: [Self; 4] = [Self::Lost, Self::Delayed, Self::Doubled, Self::Overtaken];

    const fn name(self) -> &'static str {
        match self {
            Self::Lost => "message lost",
            Self::Delayed => "message delayed",
            Self::Doubled => "message doubled",
            Self::Overtaken => "message overtaken",
        }
    }
}

/// What is on its way to one subscription.
#[derive(Default)]
struct Mailbox {
    /// By the moment at which it arrives.
    under_way: Mutex<BTreeMap<(Instant, u64), Delivery>>,
    changed: Notify,
    closed: CancellationToken,
}

impl Mailbox {
    fn under_way(&self) -> MutexGuard<'_, BTreeMap<(Instant, u64), Delivery>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, at: (Instant, u64), delivery: Delivery) {
        self.under_way().insert(at, delivery);
        self.changed.notify_one();
    }

    /// Returns the next message once it has arrived. `None` where the bus has ended.
    async fn next(&self) -> Option<Delivery> {
        loop {
            let first = self.under_way().first_key_value().map(|((at, _), _)| *at);
            let arrival = async {
                match first {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                () = self.closed.cancelled() => return None,
                // One that arrives earlier may have been sent.
                () = self.changed.notified() => {}
                () = arrival => return self.under_way().pop_first().map(|(_, delivery)| delivery),
            }
        }
    }
}

/// A subscription, while it is read.
struct Taker {
    server: usize,
    group: Option<String>,
    mailbox: Weak<Mailbox>,
    /// Ends with the process.
    dead: CancellationToken,
    /// When the last message of each server arrives that keeps its order.
    last_arrivals: BTreeMap<usize, Instant>,
}

impl Taker {
    fn lives(&self) -> bool {
        !self.dead.is_cancelled() && self.mailbox.strong_count() > 0
    }
}

struct State {
    chance: Chance,
    trouble: bool,
    subjects: BTreeMap<String, Vec<Taker>>,
    /// Of which other server a server hears nothing, and until when: from the first to the second.
    cuts: BTreeMap<(usize, usize), Instant>,
    /// Which servers do not reach the bus, how, and until when.
    away: BTreeMap<usize, (Away, Instant)>,
    /// Messages so far: of two that arrive at the same moment the first one comes first.
    messages: u64,
    requests: u64,
    struck: BTreeMap<&'static str, u64>,
}

impl State {
    fn away(&self, server: usize) -> Option<Away> {
        self.away.get(&server).filter(|(_, until)| Instant::now() < *until).map(|(how, _)| *how)
    }

    /// Whether what one server sends reaches another.
    fn reaches(&self, from: usize, to: usize) -> bool {
        let cut = self.cuts.get(&(from, to)).is_some_and(|until| Instant::now() < *until);
        !cut && self.away(from).is_none() && self.away(to).is_none()
    }

    fn fate(&mut self) -> Option<Fate> {
        if !self.trouble || !self.chance.one_in(FAULTY_MESSAGES) {
            return None;
        }
        let fate = *self.chance.one_of(&Fate::ALL)?;
        *self.struck.entry(fate.name()).or_default() += 1;
        Some(fate)
    }

    /// Sends a message to every subscription of a subject, and to one of each group. Returns how many there are, and what became of those messages that do not
    /// come as they should.
    fn send(&mut self, from: usize, subject: &str, delivery: &Delivery) -> (usize, Vec<(usize, Fate)>) {
        let Some(mut takers) = self.subjects.remove(subject) else { return (0, Vec::new()) };
        takers.retain(Taker::lives);
        let (mut groups, mut chosen) = (BTreeMap::<&str, Vec<usize>>::new(), Vec::new());
        for (index, taker) in takers.iter().enumerate() {
            match &taker.group {
                Some(group) => groups.entry(group).or_default().push(index),
                None => chosen.push(index),
            }
        }
        chosen.extend(groups.values().filter_map(|members| self.chance.one_of(members).copied()));
        let mut faults = Vec::new();
        for index in chosen {
            let taker = &mut takers[index];
            if self.reaches(from, taker.server)
                && let Some(fate) = self.carry(from, taker, delivery)
            {
                faults.push((taker.server, fate));
            }
        }
        let count = takers.len();
        if count > 0 {
            self.subjects.insert(subject.to_owned(), takers);
        }
        (count, faults)
    }

    fn carry(&mut self, from: usize, taker: &mut Taker, delivery: &Delivery) -> Option<Fate> {
        let mailbox = taker.mailbox.upgrade()?;
        let fate = self.fate();
        let delay = match fate {
            Some(Fate::Delayed) => self.chance.span(DELAY_MS.0, DELAY_MS.1),
            _ => Duration::ZERO,
        };
        let arrival = Instant::now() + self.chance.span(TRAVEL_MS.0, TRAVEL_MS.1) + delay;
        let last = taker.last_arrivals.entry(from).or_insert(arrival);
        let in_order = arrival.max(*last);
        if !matches!(fate, Some(Fate::Overtaken | Fate::Lost)) {
            *last = in_order;
        }
        let later = in_order + self.chance.span(OVERTAKEN_MS.0, OVERTAKEN_MS.1);
        let arrivals = match fate {
            Some(Fate::Lost) => &[][..],
            Some(Fate::Overtaken) => &[later],
            Some(Fate::Doubled) => &[in_order, later],
            Some(Fate::Delayed) | None => &[in_order],
        };
        for at in arrivals {
            self.messages += 1;
            mailbox.add((*at, self.messages), delivery.clone());
        }
        fate
    }
}

/// The bus of all servers. Cheap to clone.
#[derive(Clone)]
pub(super) struct SimBus {
    state: Arc<Mutex<State>>,
    world: Arc<World>,
}

impl SimBus {
    pub(super) fn new(world: Arc<World>, chance: Chance) -> Self {
        let state = State {
            chance,
            trouble: true,
            subjects: BTreeMap::new(),
            cuts: BTreeMap::new(),
            away: BTreeMap::new(),
            messages: 0,
            requests: 0,
            struck: BTreeMap::new(),
        };
        Self { state: Arc::new(Mutex::new(state)), world }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bus as one process of a server sees it, until that dies.
    pub(super) fn view(&self, server: usize, dead: CancellationToken) -> BusView {
        BusView { bus: self.clone(), server, dead, closed: CancellationToken::new() }
    }

    /// A server hears nothing of another for a while.
    pub(super) fn cut(&self, from: usize, to: usize, span: Duration) {
        self.world.trace.note("bus", format_args!("nothing from {from} to {to} for {span:?}"));
        self.state().cuts.insert((from, to), Instant::now() + span);
    }

    /// A server does not reach the bus for a while.
    pub(super) fn go_away(&self, server: usize, how: Away, span: Duration) {
        self.world.trace.note("bus", format_args!("{how:?} for {span:?}, {server}"));
        self.state().away.insert(server, (how, Instant::now() + span));
    }

    /// From now on every message comes, in order and once.
    pub(super) fn heal(&self) {
        let mut state = self.state();
        state.trouble = false;
        state.cuts.clear();
        state.away.clear();
    }

    /// What happened to messages, and how often.
    pub(super) fn struck(&self) -> BTreeMap<&'static str, u64> {
        self.state().struck.clone()
    }
}

/// The bus as one process sees it.
pub(super) struct BusView {
    bus: SimBus,
    server: usize,
    /// Ends with the process: nothing of it reaches the bus any more.
    dead: CancellationToken,
    closed: CancellationToken,
}

impl BusView {
    /// Fails where the bus refuses what this server asks of it.
    fn check(&self) -> Result<(), BusError> {
        let refuses = self.bus.state().away(self.server) == Some(Away::Refuses);
        if refuses || self.dead.is_cancelled() || self.closed.is_cancelled() {
            return Err(BusError::Away("simulated".to_owned()));
        }
        Ok(())
    }

    /// Returns how many subscriptions there are for a message.
    fn send(&self, subject: &str, delivery: &Delivery) -> Result<usize, BusError> {
        self.check()?;
        if delivery.payload.len() > MAX_MESSAGE_BYTES {
            return Err(BusError::TooLong(delivery.payload.len()));
        }
        let (takers, faults) = self.bus.state().send(self.server, subject, delivery);
        for (to, fate) in faults {
            self.bus.world.trace.note("bus", format_args!("{} from {} to {to}", fate.name(), self.server));
        }
        Ok(takers)
    }

    fn take(&self, subject: &str, group: Option<&str>) -> Result<Subscription, BusError> {
        self.check()?;
        let mailbox = Arc::new(Mailbox { closed: self.closed.clone(), ..Mailbox::default() });
        let taker = Taker {
            server: self.server,
            group: group.map(str::to_owned),
            mailbox: Arc::downgrade(&mailbox),
            dead: self.dead.clone(),
            last_arrivals: BTreeMap::new(),
        };
        self.bus.state().subjects.entry(subject.to_owned()).or_default().push(taker);
        Ok(Subscription::new(stream::unfold(mailbox, async |mailbox| {
            mailbox.next().await.map(|delivery| (delivery, mailbox))
        })))
    }
}

#[async_trait]
impl Bus for BusView {
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError> {
        self.send(subject, &Delivery { payload, reply: None }).map(|_| ())
    }

    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, BusError> {
        let reply = {
            let mut state = self.bus.state();
            state.requests += 1;
            format!("answers.{}", state.requests)
        };
        let mut answers = self.take(&reply, None)?;
        if self.send(subject, &Delivery { payload, reply: Some(reply) })? == 0 {
            return Err(BusError::NoTaker);
        }
        match timeout(REQUEST_TIMEOUT, answers.next()).await {
            Ok(Some(answer)) => Ok(answer.payload),
            Ok(None) => Err(BusError::Away("closed".to_owned())),
            Err(_) => Err(BusError::NoAnswer),
        }
    }

    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError> {
        self.take(subject, None)
    }

    async fn queue(&self, subject: &str, group: &str) -> Result<Subscription, BusError> {
        self.take(subject, Some(group))
    }

    fn is_reached(&self) -> bool {
        self.check().is_ok()
    }

    async fn close(&self) {
        self.closed.cancel();
    }
}
