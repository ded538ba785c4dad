//! The task that wakes rooms when their clocks are over.
//!
//! A server that works alone knows the alarms that ring soon: rooms that go to sleep set them, those of rooms that have not been awake since it began
//! are read from the store. Several servers ask the store for what is due, and claim it.

use std::time::Duration;

use bagarre_protocol::socket::Closing;
use tokio::time::Instant;
use uuid::Uuid;

use super::message::Msg;
use super::rooms::Rooms;
use super::shared::ALARM_RETRY_DELAY_MS;
use crate::clock::from_millis;
use crate::store::StoreError;
use crate::store::cluster::Claimant;
use crate::store::replays::Rules;

/// Places beyond the limit for rooms that a clock wakes: they play and go to sleep again, and no visitor can take them.
const ALARM_RESERVED_PLACES: usize = 64;
/// How often the store is asked for alarms, and those that are known are looked at when nothing else happens: wall clocks can be set.
const ALARM_RECHECK_INTERVAL: Duration = Duration::from_secs(30);
/// How far ahead alarms are read from the store, in milliseconds: well beyond the next time that it is asked.
const ALARM_HORIZON_MS: i64 = 90_000;
/// How long the task that wakes rooms waits when the store could not tell alarms.
const ALARM_RETRY_DELAY: Duration = Duration::from_secs(1);
/// How many alarms are read at once.
const ALARM_PAGE: u32 = 256;
/// How often one of several servers claims rooms that are due.
const CLAIM_INTERVAL: Duration = Duration::from_secs(1);
/// How many rooms it claims at once.
const CLAIM_BATCH: u32 = 16;

impl Rooms {
    /// Reads the alarms that ring soon and are not known yet: of rooms that have not been awake since the server began. A room that went to
    /// sleep has said itself when it has to be woken.
    async fn read_alarms(&self) -> Result<(), StoreError> {
        let until = self.0.time().table.saturating_add(ALARM_HORIZON_MS);
        let (known, mut after) = (Rules::known(), None);
        loop {
            let due = self.0.store.due_rooms(until, &known, after.as_ref(), ALARM_PAGE);
            let due = self.0.ask_store(due).await?;
            self.0.registry().rings_first(&due);
            if due.len() < ALARM_PAGE as usize {
                return Ok(());
            }
            after = due.into_iter().next_back();
        }
    }

    /// Claims rooms that are due and that no server holds whose lease runs, and wakes them.
    async fn claim_due(&self, node: Uuid) -> Result<(), StoreError> {
        let known = Rules::known();
        let claimant = Claimant { node, lease: self.0.config.node.lease, known: Some(&known) };
        loop {
            let due = self.0.ask_store(self.0.store.claim_due(claimant, CLAIM_BATCH)).await?;
            let more = due.len() == CLAIM_BATCH as usize;
            for room in &due {
                if self.wake(room) == Err(Closing::Busy) {
                    // Another server may have a place. This one asks again a while later.
                    return self.release_unused(node).await;
                }
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Releases rooms that this server holds and that are not awake here: what became of a claim or of a release was not known.
    pub(crate) async fn release_unused(&self, node: Uuid) -> Result<(), StoreError> {
        for (room, epoch) in self.0.ask_store(self.0.store.held_rooms(node)).await? {
            let is_awake = self.0.registry().awake.contains_key(&room);
            if !is_awake {
                self.0.ask_store(self.0.store.release_room(&room, node, epoch)).await?;
            }
        }
        Ok(())
    }

    /// Learns from the store what is due. Returns when it is to be asked again.
    async fn ask_store(&self, next_release: &mut Instant) -> Instant {
        let now = Instant::now();
        let (done, wait) = match self.0.lease.node() {
            // Others claim what is due.
            Some(_) if !self.0.house.takes_rooms() => (Ok(()), CLAIM_INTERVAL),
            Some(node) => {
                let mut done = self.claim_due(node).await;
                if done.is_ok() && now >= *next_release {
                    *next_release = now + ALARM_RECHECK_INTERVAL;
                    done = self.release_unused(node).await;
                }
                (done, CLAIM_INTERVAL)
            }
            // It joins the others again.
            None if self.0.lease.is_several() => (Ok(()), CLAIM_INTERVAL),
            None => (self.read_alarms().await, ALARM_RECHECK_INTERVAL),
        };
        match done {
            Ok(()) => now + wait,
            Err(why) => {
                tracing::warn!(%why, "the clocks that are over soon could not be read; trying again");
                Instant::now() + ALARM_RETRY_DELAY
            }
        }
    }

    /// Wakes a room whose clock is over.
    fn wake(&self, room: &str) -> Result<(), Closing> {
        let inbox = self.inbox(room, ALARM_RESERVED_PLACES, None)?;
        // A room with a full inbox is awake.
        let _ = inbox.try_send(Msg::Wake);
        Ok(())
    }

    /// Wakes rooms when their clocks are over. A clock that finds no place for its room rings again.
    pub(super) async fn ring(self) {
        let mut away = self.0.writer.away();
        let (mut next_reading, mut next_release) = (Instant::now(), Instant::now() + ALARM_RECHECK_INTERVAL);
        while !self.0.stop.is_cancelled() {
            if Instant::now() >= next_reading {
                next_reading = self.ask_store(&mut next_release).await;
            }
            let (first, time) = (self.0.registry().alarms.first(), self.0.time());
            let wait = match first {
                // The clock of the tables stands still, or no alarm is set.
                _ if !time.runs => ALARM_RECHECK_INTERVAL,
                Some(at) => from_millis(at - time.table).min(ALARM_RECHECK_INTERVAL),
                None => ALARM_RECHECK_INTERVAL,
            };
            let wait = wait.min(next_reading.saturating_duration_since(Instant::now()));
            tokio::select! {
                biased;
                () = self.0.stop.cancelled() => return,
                () = self.0.alarm_set.notified() => continue,
                () = away.changed() => continue,
                () = tokio::time::sleep(wait) => {}
            }
            let time = self.0.time();
            if !time.runs {
                continue;
            }
            let due = self.0.registry().alarms.due(time.table);
            for room in due {
                match self.wake(&room) {
                    Ok(()) => {}
                    Err(Closing::Busy) => {
                        tracing::warn!(room, "no place for a room whose clock is over");
                        self.0.registry().alarms.set(&room, time.table + ALARM_RETRY_DELAY_MS);
                    }
                    Err(_) => return,
                }
            }
        }
    }
}
