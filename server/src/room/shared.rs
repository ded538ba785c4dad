//! What all rooms share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::registry::Registry;
use super::tail::Budget;
use super::turns::Turns;
use crate::clock::Time;
use crate::config::Config;
use crate::house::House;
use crate::lease::Lease;
use crate::ledger::Ledger;
use crate::link::Links;
use crate::link::all::Broadcast;
use crate::numbers::Numbers;
use crate::store::writer::Writer;
use crate::store::{Store, StoreError};

/// After so many panics in a row the game of a room is put aside.
const MAX_FAULTS_IN_A_ROW: u32 = 3;
/// How long a clock that found no place, or a room that could not be loaded, waits before it rings again, in milliseconds.
pub(super) const ALARM_RETRY_DELAY_MS: i64 = 1000;
/// Panics further apart than this do not count as a row.
const FAULT_MEMORY_DURATION: Duration = Duration::from_mins(10);

/// What all rooms share.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) writer: Writer,
    pub(crate) lease: Lease,
    pub(crate) config: Arc<Config>,
    pub(crate) secret: [u8; 32],
    pub(crate) house: House,
    /// The ways to rooms that other servers hold.
    pub(crate) links: Option<Arc<Links>>,
    /// Bytes that people have had written.
    pub(crate) ledger: Ledger,
    /// What the tails of all rooms may take.
    pub(crate) tails: Arc<Budget>,
    /// Turns of those who ask the rules what may take long.
    pub(crate) turns: Turns,
    pub(super) stop: CancellationToken,
    pub(super) tasks: TaskTracker,
    pub(super) registry: Mutex<Registry>,
    pub(super) alarm_set: Notify,
    /// Numbers of sockets, also of rooms that are rebuilt: what an old socket said is never taken for a word of the next one.
    pub(super) sockets: Numbers,
    /// The task that stores replays hears here of games that have ended.
    pub(super) ended: mpsc::UnboundedSender<Uuid>,
}

impl Shared {
    pub(super) fn registry(&self) -> MutexGuard<'_, Registry> {
        // Nothing under this lock can be left half done.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the game of this room made its task panic again and again.
    pub(crate) fn is_poisoned(&self, room: &str) -> bool {
        let registry = self.registry();
        registry.faults.get(room).is_some_and(|(count, last)| {
            *count >= MAX_FAULTS_IN_A_ROW && last.elapsed() < FAULT_MEMORY_DURATION
        })
    }

    /// Puts a room to sleep, to be woken at `alarm`, in the time of the tables. A sender that still holds its inbox finds it
    /// shut.
    pub(crate) fn put_to_sleep(&self, room: &str, alarm: Option<i64>) {
        let mut registry = self.registry();
        registry.sleep(room);
        if let Some(alarm) = alarm {
            registry.alarms.set(room, alarm);
            self.alarm_set.notify_one();
        }
    }

    /// Puts a room to sleep again that could not be loaded: the clock that woke it, or would have, rings again.
    pub(super) fn put_to_sleep_again(&self, room: &str) {
        let alarm = self.registry().awake.get(room).and_then(|awake| awake.alarm);
        self.put_to_sleep(room, alarm.map(|at| at.max(self.time().table + ALARM_RETRY_DELAY_MS)));
    }

    /// Returns the time of the tables.
    pub(crate) fn time(&self) -> Time {
        self.writer.clock().read()
    }

    /// Claims work that one of several servers at a time does for all, or goes on with it. Always `true` where this server works alone.
    pub(crate) async fn claim_task(&self, task: &str, span: Duration) -> Result<bool, StoreError> {
        match self.lease.node() {
            Some(node) => self.ask_store(self.store.claim_task(task, node, span)).await,
            None => Ok(!self.lease.is_several()),
        }
    }

    /// Asks the store something that a table waits for. A database that does not answer in time is away.
    pub(super) async fn ask_store<T>(
        &self,
        question: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let patience = self.config.limits.database;
        timeout(patience, question)
            .await
            .unwrap_or_else(|_| Err(StoreError::Away(format!("no answer in {} ms", patience.as_millis()))))
    }

    /// Returns whether so many rooms are awake that those without a socket should go to sleep.
    pub(super) fn is_crowded(&self) -> bool {
        self.registry().held() >= self.config.limits.rooms
    }

    /// Keeps a room awake that was asked to give way, whose game goes on by now.
    pub(super) fn stays(&self, room: &str) {
        self.registry().stay(room);
    }

    /// Tells the rooms of a campaign that it has changed, but for the one that knows. Those asleep will read it when they wake.
    pub(crate) async fn campaign_changed(&self, campaign: &str, but: Option<&str>) {
        self.tell_campaign(campaign, but);
        self.tell_others(Broadcast::Campaign(campaign.to_owned())).await;
    }

    /// Tells the other servers something, where this one is one of several.
    pub(crate) async fn tell_others(&self, broadcast: Broadcast) {
        if let Some(links) = &self.links {
            links.broadcast(broadcast).await;
        }
    }

    /// Tells the rooms of a campaign at this server that it has changed, but for the one that knows. Those asleep will read it when they
    /// wake.
    pub(super) fn tell_campaign(&self, campaign: &str, but: Option<&str>) {
        self.registry().refresh_campaigns(|room, of| of.id == campaign && Some(room) != but);
    }

    /// Records that the task of a room has panicked, and wakes the room again.
    pub(super) fn record_panic(&self, room: &str) {
        tracing::error!(room, "a room fell; it will be rebuilt from its journal");
        metrics::counter!("bagarre_room_panics_total").increment(1);
        let mut registry = self.registry();
        // A sender that found its inbox closed may have started the next task already: that one stays.
        if registry.awake.get(room).is_some_and(|awake| awake.inbox.is_closed()) {
            registry.sleep(room);
        }
        let now = Instant::now();
        let fault = registry.faults.entry(room.to_owned()).or_insert((0, now));
        *fault = if now - fault.1 < FAULT_MEMORY_DURATION { (fault.0 + 1, now) } else { (1, now) };
        registry.alarms.set(room, self.time().table);
        self.alarm_set.notify_one();
    }
}
