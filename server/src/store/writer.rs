//! The one task that writes for all rooms: it takes all jobs that have gathered and commits them with one flush, so that
//! durability costs the same for many rooms as for one. It also knows whether anything can be written at all: while
//! nothing can, the clock of the tables stands still and jobs are turned away at once.

use std::borrow::Cow;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until, timeout};

use super::replays::Rules;
use tracing::Instrument as _;

use super::api::Store;
use super::error::{StoreError, WriteError};
use super::write::{Job, Write};
use crate::clock::TableClock;
use crate::lease::Lease;
#[cfg(feature = "testkit")]
use crate::sabotage::Sabotage;
use crate::signal;
use crate::telemetry::traces::span;
use crate::world::World;

/// Jobs in one commit.
const MAX_GROUP_JOBS: usize = 128;
/// How often the server notes that it is alive.
const SIGN_OF_LIFE_INTERVAL: Duration = Duration::from_secs(5);
/// How often a database that is away is tried again.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);
/// How many times the patience with the database a whole commit may take. The store bounds most of its steps by itself: a connection (1),
/// the group as one statement (4), and then the group again in a transaction (1, 4 and 4).
const COMMIT_TIMEOUT_FACTOR: u32 = 16;
/// The same for signs of life and credits, which are a few short statements in a transaction.
const HOUSEKEEPING_TIMEOUT_FACTOR: u32 = 4;

/// What passes while a credit is written is credited in turn where it is longer, in milliseconds.
const UNCREDITED_MS: i64 = 50;

type Answer = Result<(), WriteError>;

/// A job until it is taken.
type Slot = Arc<Mutex<Option<Job>>>;

fn locked<T>(slot: &Slot, with: impl FnOnce(&mut Option<Job>) -> T) -> T {
    // Nothing under this lock can be left half done.
    with(&mut slot.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The job as it is now; nothing is added to it any more.
fn taken_from(slot: &Slot) -> Job {
    locked(slot, Option::take).unwrap_or_default()
}

/// A job on its way.
pub struct Pending {
    slot: Slot,
    answer: oneshot::Receiver<Answer>,
}

impl Pending {
    /// Whether it has not been taken yet.
    pub fn waits(&self) -> bool {
        locked(&self.slot, |slot| slot.is_some())
    }

    /// Puts another job in its place. `false` when the first one has been taken already: it stays as it was.
    pub fn replace(&self, job: Job) -> bool {
        locked(&self.slot, |slot| match slot {
            Some(waiting) => {
                *waiting = job;
                true
            }
            None => false,
        })
    }

    /// Returns when it is durable, was refused as a whole, or its outcome is unknown.
    pub async fn done(&mut self) -> Result<(), WriteError> {
        // A writer that took the job and panicked may have written it.
        (&mut self.answer).await.map_err(|_| WriteError::Unknown)?
    }
}

/// A job, and since when it waits.
struct Waiting {
    job: Slot,
    since: Instant,
    reply: oneshot::Sender<Answer>,
}

/// The way to the writer. Cheap to clone.
#[derive(Clone)]
pub struct Writer {
    /// As many wait as there are rooms and requests: each waits for its answer.
    jobs: mpsc::UnboundedSender<Waiting>,
    /// Since when nothing can be written, in milliseconds since 1970.
    away: signal::Receiver<Option<i64>>,
    clock: Arc<TableClock>,
}

fn failed(why: &str) -> WriteError {
    WriteError::Failed(why.to_owned())
}

impl Writer {
    /// Starts the task; so many milliseconds were lost before. When nothing could be written for as long as `patience`
    /// all rooms are told, and jobs are turned away. It ends when the last `Writer` is gone and everything is written.
    pub fn start(
        store: Arc<dyn Store>,
        world: World,
        lost: i64,
        patience: Duration,
    ) -> (Self, JoinHandle<()>) {
        Self::start_leased(store, Lease::shared(), world, lost, patience)
    }

    /// As [`Writer::start`], for a server that writes only while it holds a lease.
    pub fn start_leased(
        store: Arc<dyn Store>,
        lease: Lease,
        world: World,
        lost: i64,
        patience: Duration,
    ) -> (Self, JoinHandle<()>) {
        let (jobs, inbox) = mpsc::unbounded_channel();
        let (tell, away) = signal::channel(None);
        let clock = lease.clock().unwrap_or_else(|| Arc::new(TableClock::new(lost, world.clone())));
        let task = Task {
            store,
            lease,
            world,
            clock: clock.clone(),
            tell,
            since: None,
            crediting: None,
            silence: patience,
        };
        (Self { jobs, away, clock }, tokio::spawn(task.run(inbox)))
    }

    /// Writes a job; returns when it is durable, was refused as a whole, or its outcome is unknown. While the database is known to
    /// be away the answer comes at once.
    pub async fn write(&self, job: Job) -> Answer {
        self.offer(job).done().await
    }

    /// Queues a job as [`Writer::write`] does; it can be replaced until the writer takes it.
    pub fn offer(&self, job: Job) -> Pending {
        let slot = Arc::new(Mutex::new(Some(job)));
        let (reply, answer) = oneshot::channel();
        let pending = Pending { slot: slot.clone(), answer };
        if self.away.get().is_some() {
            taken_from(&slot);
            let _ = reply.send(Err(failed("the database is away")));
            return pending;
        }
        let waiting = Waiting { job: slot, since: Instant::now(), reply };
        if let Err(back) = self.jobs.send(waiting) {
            taken_from(&back.0.job);
            let _ = back.0.reply.send(Err(failed("the writer has stopped")));
        }
        pending
    }

    /// Since when nothing can be written, in milliseconds since 1970; changes are told.
    pub fn away(&self) -> signal::Receiver<Option<i64>> {
        self.away.clone()
    }

    /// The clock of the tables.
    pub fn clock(&self) -> &TableClock {
        &self.clock
    }
}

struct Task {
    store: Arc<dyn Store>,
    /// Without it nothing is written.
    lease: Lease,
    world: World,
    clock: Arc<TableClock>,
    tell: signal::Sender<Option<i64>>,
    /// Since when nothing can be written, in milliseconds since 1970.
    since: Option<i64>,
    /// What one of several servers is having its rooms credited with: the column `lost` of its row before and after it. It is sent again until it is
    /// known what became of it.
    crediting: Option<(i64, i64)>,
    /// How long it may take before rooms are told.
    silence: Duration,
}

type Inbox = mpsc::UnboundedReceiver<Waiting>;

impl Task {
    async fn run(mut self, mut inbox: Inbox) {
        let mut gathered = Vec::with_capacity(MAX_GROUP_JOBS);
        let mut beat = interval(SIGN_OF_LIFE_INTERVAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let patience = tokio::select! {
                biased;
                _ = beat.tick() => {
                    let patience = self.patience(None);
                    self.beat(patience, &mut inbox).await;
                    patience
                }
                taken = inbox.recv_many(&mut gathered, MAX_GROUP_JOBS) => {
                    if taken == 0 {
                        return;
                    }
                    let patience = self.patience(gathered.first().map(|first: &Waiting| first.since));
                    let (jobs, replies): (Vec<Job>, Vec<_>) =
                        gathered.drain(..).map(|waiting| (taken_from(&waiting.job), waiting.reply)).unzip();
                    let answers = self.commit(&jobs, patience, &mut inbox).await;
                    #[cfg(feature = "testkit")]
                    let answers = self.sabotaged(answers);
                    for (reply, answer) in replies.into_iter().zip(answers) {
                        // The receiver may have been dropped; what is written stays written.
                        let _ = reply.send(answer);
                    }
                    patience
                }
            };
            self.recover(patience, &mut inbox).await;
        }
    }

    /// Answers as [`Sabotage::AnswersBeforeFence`] gives them.
    #[cfg(feature = "testkit")]
    fn sabotaged(&self, mut answers: Vec<Answer>) -> Vec<Answer> {
        if self.world.has_sabotage(Sabotage::AnswersBeforeFence) {
            answers.iter_mut().filter(|one| **one == Err(WriteError::Fenced)).for_each(|one| *one = Ok(()));
        }
        answers
    }

    /// The timeout that began then, or that begins now.
    fn patience(&self, since: Option<Instant>) -> Patience {
        let since = since.unwrap_or_else(Instant::now);
        Patience { since, until: since + self.silence }
    }

    async fn beat(&mut self, patience: Patience, inbox: &mut Inbox) {
        let store = self.store.clone();
        let known = Rules::known();
        let beat =
            bounded(HOUSEKEEPING_TIMEOUT_FACTOR * self.silence, store.beat(self.clock.followed(), &known));
        if let Err(why) = self.watched(patience, inbox, beat).await {
            tracing::warn!(%why, "a sign of life was not written");
            self.stop(patience.since);
        }
        // While the clocks stand, it is stored before they run on.
        if self.since.is_none() && !self.store_leap(patience, inbox).await {
            self.stop(patience.since);
        }
    }

    /// Stores a leap of the wall clock, if there was one, and has the rooms tell their clocks anew. Returns whether the store has it.
    async fn store_leap(&mut self, patience: Patience, inbox: &mut Inbox) -> bool {
        let Some(leap) = self.clock.unstored_leap() else { return true };
        let store = self.store.clone();
        let storing = bounded(HOUSEKEEPING_TIMEOUT_FACTOR * self.silence, store.credit_leap(leap));
        match self.watched(patience, inbox, storing).await {
            Ok(lost) => {
                self.clock.leap_stored(leap, lost);
                self.tell.set(self.tell.get());
                true
            }
            Err(why) => {
                tracing::warn!(%why, "a leap of the wall clock was not stored");
                false
            }
        }
    }

    /// Commits a group. One that certainly was not written is written as soon as the database is back, if that is soon.
    async fn commit(&mut self, jobs: &[Job], patience: Patience, inbox: &mut Inbox) -> Vec<Answer> {
        metrics::histogram!("bagarre_commit_jobs").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
        loop {
            let (store, lease) = (self.store.clone(), self.lease.clone());
            let stored = as_stored(jobs, self.clock.ahead());
            let started = Instant::now();
            let commit = async {
                lease.check()?;
                let mut answers =
                    store.commit(&stored).instrument(span!("commit", jobs = jobs.len())).await?;
                // Of what was written while another server may have held the data only reading can tell.
                if !lease.confirm().await {
                    answers
                        .iter_mut()
                        .filter(|one| one.is_ok())
                        .for_each(|one| *one = Err(WriteError::Unknown));
                }
                Ok(answers)
            };
            // What became of a commit that is given up is not known.
            let commit = timeout(COMMIT_TIMEOUT_FACTOR * self.silence, commit);
            let committed: Result<Vec<Answer>, StoreError> = self
                .watched(patience, inbox, commit)
                .await
                .unwrap_or_else(|_| Ok(vec![Err(WriteError::Unknown); jobs.len()]));
            metrics::histogram!("bagarre_commit_seconds").record(started.elapsed().as_secs_f64());
            match committed {
                Ok(answers) => {
                    if answers.contains(&Err(WriteError::Unknown)) {
                        metrics::counter!("bagarre_commit_failures_total").increment(1);
                        self.stop(patience.since);
                    }
                    return answers;
                }
                Err(why) => {
                    metrics::counter!("bagarre_commit_failures_total").increment(1);
                    tracing::error!(%why, jobs = jobs.len(), "a group of writes failed");
                    self.stop(patience.since);
                }
            }
            while !self.probe(patience, inbox).await {
                if Instant::now() + PROBE_INTERVAL >= patience.until {
                    return vec![Err(failed("the database is away")); jobs.len()];
                }
                sleep(PROBE_INTERVAL).await;
            }
            if Instant::now() >= patience.until {
                return vec![Err(failed("the database could not write")); jobs.len()];
            }
        }
    }

    /// Does something with the database. Where it takes long, all rooms are told, and jobs are turned away meanwhile.
    async fn watched<T>(
        &mut self,
        patience: Patience,
        inbox: &mut Inbox,
        work: impl Future<Output = T>,
    ) -> T {
        let mut work = pin!(work);
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = sleep_until(patience.until) => {}
        }
        let since = self.stop(patience.since);
        if self.tell.get().is_none() {
            tracing::error!("nothing can be written: the clocks of all tables stand still");
            metrics::gauge!("bagarre_database_away").set(1);
            self.tell.set(Some(since));
        }
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                waiting = inbox.recv(), if !over(inbox) => {
                    if let Some(waiting) = waiting {
                        taken_from(&waiting.job);
                        let _ = waiting.reply.send(Err(failed("the database is away")));
                    }
                }
            }
        }
    }

    /// Stops the clocks. Returns since when they stand, in milliseconds since 1970.
    fn stop(&mut self, since: Instant) -> i64 {
        let since = self.clock.stop(since);
        *self.since.get_or_insert(since)
    }

    /// Whether the database takes writes: what was lost is noted in it, and the clock runs on.
    async fn probe(&mut self, patience: Patience, inbox: &mut Inbox) -> bool {
        let Some(since) = self.since else { return true };
        if self.lease.check().is_err() || !self.store_leap(patience, inbox).await {
            return false;
        }
        if self.lease.is_several() {
            return self.probe_one_of_several(patience, inbox).await;
        }
        let store = self.store.clone();
        let (world, limit) = (self.world.clone(), HOUSEKEEPING_TIMEOUT_FACTOR * self.silence);
        let now = || world.now();
        let credit = bounded(limit, store.credit(Some(since), &now));
        let credit = match self.watched(patience, inbox, credit).await {
            Ok(credit) => credit,
            Err(why) => {
                tracing::debug!(%why, "the database is still away");
                return false;
            }
        };
        self.clock.go(credit.total);
        self.is_back(credit.added);
        true
    }

    /// The clocks run on, after so many milliseconds.
    fn is_back(&mut self, lost: i64) {
        self.since = None;
        if self.tell.set(None).is_some() {
            tracing::info!(lost_ms = lost, "the database is back: the clocks run on");
            metrics::gauge!("bagarre_database_away").set(0);
        }
    }

    /// Whether the database takes writes of this server: the time in which it took none is given to the clocks of the rooms that this server holds,
    /// and to no others.
    async fn probe_one_of_several(&mut self, patience: Patience, inbox: &mut Inbox) -> bool {
        let mut lost = 0;
        loop {
            let Some(node) = self.lease.node() else { return false };
            let (from, to) = *self.crediting.get_or_insert_with(|| {
                let ahead = self.clock.ahead();
                (ahead, ahead + self.clock.stood())
            });
            let store = self.store.clone();
            let credit = store.credit_node(node, from, to);
            let credit = bounded(HOUSEKEEPING_TIMEOUT_FACTOR * self.silence, credit);
            match self.watched(patience, inbox, credit).await {
                // Where the lease has lapsed meanwhile, the rooms are credited when they are claimed.
                Ok(_) => self.crediting = None,
                Err(why) => {
                    tracing::debug!(%why, "the database is still away");
                    return false;
                }
            }
            lost += to - from;
            self.clock.stood_until(to);
            if self.clock.stood() <= UNCREDITED_MS {
                self.clock.go_on();
                self.is_back(lost);
                return true;
            }
        }
    }

    /// Waits until the database takes writes, or every `Writer` was dropped.
    async fn recover(&mut self, patience: Patience, inbox: &mut Inbox) {
        while !self.probe(patience, inbox).await && !over(inbox) {
            self.watched(patience, inbox, sleep(PROBE_INTERVAL)).await;
        }
    }
}

/// Returns jobs as they are stored: with moments that do not contain what this server alone lost ([`TableClock::ahead`]).
fn as_stored(jobs: &[Job], ahead: i64) -> Cow<'_, [Job]> {
    if ahead == 0 {
        return Cow::Borrowed(jobs);
    }
    let mut jobs = jobs.to_vec();
    for write in jobs.iter_mut().flatten() {
        match write {
            Write::Deadlines { rows, .. } => rows.iter_mut().for_each(|row| row.move_by(ahead)),
            Write::Room(room) => room.move_pause(ahead),
            _ => {}
        }
    }
    Cow::Owned(jobs)
}

/// Whether every `Writer` was dropped.
fn over(inbox: &Inbox) -> bool {
    inbox.is_closed() && inbox.is_empty()
}

/// Since when something is tried, and when rooms are told that it takes long.
#[derive(Clone, Copy)]
struct Patience {
    since: Instant,
    until: Instant,
}

/// Gives an operation of the store up after a while: a connection that says nothing any more would otherwise be waited for without end.
async fn bounded<T>(
    limit: Duration,
    operation: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let away = |_| StoreError::Away(format!("no answer in {} ms", limit.as_millis()));
    timeout(limit, operation).await.map_err(away)?
}

#[cfg(test)]
mod tests {
    use bagarre_rules::contract::Seat;
    use uuid::Uuid;

    use super::*;
    use crate::store::records::DeadlineRow;

    #[test]
    fn what_one_of_several_servers_lost_is_not_in_what_it_stores() {
        let row = |paused_left| DeadlineRow {
            seat: Seat(0),
            deadline: 100,
            total: 50,
            paused_left,
            asked: None,
            bank: None,
        };
        let game = Uuid::from_u128(1);
        let jobs = [vec![Write::Deadlines { game, rows: vec![row(None), row(Some(7))] }]];
        let stored = as_stored(&jobs, 4000);
        let Some(Write::Deadlines { rows, .. }) = stored[0].first() else { panic!("clocks") };
        assert_eq!(rows.iter().map(|row| row.deadline).collect::<Vec<_>>(), [4100, 100]);
        assert!(matches!(as_stored(&jobs, 0), Cow::Borrowed(_)));
    }
}
