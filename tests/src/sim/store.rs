//! The store of a simulated server: it comes late, fails, is away, and answers without having done what it says it did;
//! and the server dies in the middle of it. What stands in memory is durable.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::sabotage::Sabotage;
use bagarre_server::store::{Job, JournalRow, Store, StoreError, Write, WriteError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::chaos::between::{Between, Committed};
use crate::chaos::chance::Chance;
use crate::chaos::faulty::{fault, unknown};
use crate::chaos::ledger::Wrong;
use crate::chaos::world::World;
use crate::memory::MemoryStore;
use crate::stand_between;

/// One commit in so many fails, while there is trouble.
const COMMITS: u64 = 14;
/// One of all other calls in so many fails.
const CALLS: u64 = 80;
/// How long a lock that another transaction holds is waited for.
const LOCK: Duration = Duration::from_secs(4);

/// A bug planted on purpose, for the simulation to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// Now and then a group of writes is acknowledged, and nothing is written.
    Forgets,
    /// Now and then a group of writes is written, and the store says that it was not.
    Lies,
    /// Now and then a group of writes is never answered.
    Swallows,
    /// From one entry on, nothing of its room is written any more.
    Blocks,
    /// Epochs are compared with `<=`, and leases are not looked at.
    Unfenced,
    /// A room of a server that has died is never claimed by another.
    Hoards,
    /// One of the servers.
    Server(Sabotage),
}

impl Bug {
    /// It does its work on one commit in so many.
    const fn one_in(self) -> u64 {
        match self {
            Self::Forgets | Self::Lies => 200,
            Self::Swallows | Self::Blocks => 50,
            Self::Unfenced | Self::Hoards | Self::Server(_) => 1,
        }
    }

    /// The bug that it is in the servers.
    pub(super) const fn sabotage(self) -> Option<Sabotage> {
        match self {
            Self::Server(sabotage) => Some(sabotage),
            _ => None,
        }
    }
}

/// The room that a job writes for.
fn room_of(job: &Job) -> Option<&str> {
    job.iter().find_map(|write| match write {
        Write::ClaimEpoch { room, .. } | Write::Epoch { room, .. } => Some(room.as_str()),
        _ => None,
    })
}

/// The fate of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Nothing is written, and the store says so.
    Before,
    /// Nothing is written, and the store does not know.
    UnknownBefore,
    /// Everything is written, and the store does not know.
    UnknownAfter,
    /// The store does not know, and everything is written a while later.
    UnknownLate,
    /// Everything is written, late.
    Slow,
    /// Another process has taken the rooms that write: nothing of theirs is written.
    Fenced,
    /// The server dies, and nothing is written.
    KillBefore,
    /// The server dies when everything is written.
    KillAfter,
    /// The server dies, and everything is written a while later.
    KillLate,
}

impl Fate {
    const ALL: [Self; 9] = [
        Self::Before,
        Self::UnknownBefore,
        Self::UnknownAfter,
        Self::UnknownLate,
        Self::Slow,
        Self::Fenced,
        Self::KillBefore,
        Self::KillAfter,
        Self::KillLate,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Before => "commit failed before",
            Self::UnknownBefore => "commit unknown, not written",
            Self::UnknownAfter => "commit unknown, written",
            Self::UnknownLate => "commit unknown, written later",
            Self::Slow => "commit slow",
            Self::Fenced => "commit fenced off",
            Self::KillBefore => "killed before a commit",
            Self::KillAfter => "killed after a commit",
            Self::KillLate => "killed, committed later",
        }
    }
}

/// How the database is away, or the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Away {
    /// It refuses at once.
    Refuses,
    /// It says nothing.
    Silent,
}

struct Book {
    chance: Chance,
    trouble: bool,
    /// How the database is away, and until when: for one server, or for all.
    away: BTreeMap<Option<usize>, (Away, Instant)>,
    struck: BTreeMap<&'static str, u64>,
}

/// The fates of the store, for all servers that use it.
pub(super) struct Fates {
    memory: Arc<MemoryStore>,
    world: Arc<World>,
    bug: Option<Bug>,
    /// The room that [`Bug::Blocks`] holds up.
    blocked: Mutex<Option<String>>,
    book: Mutex<Book>,
    /// Held by each server that writes, until it is written: a commit that comes late is waited for.
    writing: Mutex<BTreeMap<usize, Arc<Semaphore>>>,
    /// Servers that have to die.
    kills: Mutex<VecDeque<usize>>,
    kill: Notify,
}

impl Fates {
    pub(super) fn new(memory: Arc<MemoryStore>, world: Arc<World>, chance: Chance, bug: Option<Bug>) -> Self {
        let book = Book { chance, trouble: true, away: BTreeMap::new(), struck: BTreeMap::new() };
        Self {
            memory,
            world,
            bug,
            blocked: Mutex::default(),
            book: Mutex::new(book),
            writing: Mutex::default(),
            kills: Mutex::default(),
            kill: Notify::new(),
        }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The database is away for a while: for one server, or for all.
    pub(super) fn go_away(&self, server: Option<usize>, how: Away, span: Duration) {
        self.world.trace.note("store", format_args!("{how:?} for {span:?}, {server:?}"));
        self.book().away.insert(server, (how, Instant::now() + span));
    }

    /// Returns the next server that has to die.
    pub(super) async fn killed(&self) -> usize {
        loop {
            let next = self.kills.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            if let Some(server) = next {
                return server;
            }
            self.kill.notified().await;
        }
    }

    fn writing(&self, server: usize) -> Arc<Semaphore> {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        writing.entry(server).or_insert_with(|| Arc::new(Semaphore::new(1))).clone()
    }

    /// From now on nothing fails any more.
    pub(super) fn heal(&self) {
        let mut book = self.book();
        book.trouble = false;
        book.away.clear();
    }

    /// What happened, and how often.
    pub(super) fn struck(&self) -> BTreeMap<&'static str, u64> {
        self.book().struck.clone()
    }

    /// Whether a bug does its work now.
    fn strikes(&self, bug: Bug) -> bool {
        self.bug == Some(bug) && self.book().chance.one_in(bug.one_in())
    }

    /// Writes a group, but for the jobs of a room that [`Bug::Blocks`] holds up.
    fn write_unblocked(&self, jobs: &[Job]) -> Vec<Result<(), WriteError>> {
        let mut blocked = self.blocked.lock().unwrap_or_else(PoisonError::into_inner);
        let plays = |job: &&Job| job.iter().any(|write| matches!(write, Write::Entry(_)));
        if let Some(room) = jobs.iter().find(plays).and_then(room_of).filter(|_| self.strikes(Bug::Blocks)) {
            blocked.get_or_insert_with(|| room.to_owned());
        }
        let is_blocked = |job: &Job| blocked.is_some() && room_of(job) == blocked.as_deref();
        let open: Vec<Job> = jobs.iter().filter(|job| !is_blocked(job)).cloned().collect();
        let mut written = self.write(&open).into_iter();
        let refused = || Err(WriteError::Failed("blocked".to_owned()));
        jobs.iter()
            .map(|job| if is_blocked(job) { refused() } else { written.next().unwrap_or_else(refused) })
            .collect()
    }

    /// Another process begins the next epoch of every room that writes.
    fn take_rooms(&self, jobs: &[Job]) {
        let taken = jobs.iter().flatten().filter_map(|write| match write {
            Write::ClaimEpoch { room, from, .. } => Some((room, *from)),
            Write::Epoch { room, epoch } => Some((room, *epoch)),
            _ => None,
        });
        let claim = |(room, from): (&String, i64)| {
            vec![Write::ClaimEpoch { room: room.clone(), from, epoch: from + 1, carry_over: None }]
        };
        self.memory.write(&taken.map(claim).collect::<Vec<Job>>());
    }

    /// A job as [`Bug::Unfenced`] writes it.
    fn unfenced(&self, job: &Job) -> Job {
        let open = |room: &str, epoch: i64| self.memory.epoch(room).map_or(epoch, |open| open.max(epoch));
        let mut job: Job =
            job.iter().filter(|write| !matches!(write, Write::Epoch { .. })).cloned().collect();
        for write in &mut job {
            if let Write::Room(room) = write {
                room.epoch = open(&room.id, room.epoch);
            }
        }
        job
    }

    /// Notes where a job was written by a task that does not hold its room any more.
    fn audit(&self, job: &Job) {
        let Some(Write::Epoch { room, epoch }) = job.first() else { return };
        if !self.memory.is_held(room, *epoch) {
            self.world.wrong(Wrong::Broken, format!("{room} was written in epoch {epoch} without a lease"));
        }
    }

    /// Writes, and tells the trace.
    fn write(&self, jobs: &[Job]) -> Vec<Result<(), WriteError>> {
        let forgets = self.strikes(Bug::Forgets);
        let written = if forgets {
            vec![Ok(()); jobs.len()]
        } else if self.bug == Some(Bug::Unfenced) {
            self.memory.write(&jobs.iter().map(|job| self.unfenced(job)).collect::<Vec<Job>>())
        } else {
            self.memory.write(jobs)
        };
        jobs.iter().zip(&written).filter(|(_, done)| done.is_ok()).for_each(|(job, _)| self.audit(job));
        for (job, done) in jobs.iter().zip(&written) {
            let what: Vec<String> = job.iter().map(name).collect();
            self.world.trace.note("store", format_args!("{} {done:?}", what.join(" + ")));
        }
        if forgets {
            self.world.trace.note("store", "which is forgotten");
        }
        written
    }
}

/// How the trace names a write.
fn name(write: &Write) -> String {
    match write {
        Write::Guest { guest, .. } => format!("guest {}", guest.id),
        Write::Room(room) => format!("room {} {:?}", room.id, room.phase),
        Write::Member { room, .. } => format!("member of {room}"),
        Write::Game(game) => format!("game {}", game.id),
        Write::Nameplate { game, n, .. } => format!("name {n} of {game}"),
        Write::Drawn { game, .. } => format!("dice of {game}"),
        Write::Entry(row) => format!("entry {} of {}", row.entry, row.game),
        Write::ClaimEpoch { from, epoch, .. } => format!("epoch {epoch} after {from}"),
        Write::Epoch { epoch, .. } => format!("epoch {epoch}"),
        Write::Upto { entry, .. } => format!("up to entry {entry}"),
        Write::Over { game, .. } => format!("end of {game}"),
        Write::Replay { game, .. } => format!("replay of {game}"),
        Write::NoReplay { game } => format!("no replay of {game}"),
        Write::Quarantine { game, .. } => format!("quarantine of {game}"),
        Write::Draft { game, seat, .. } => format!("draft of {seat:?} in {game}"),
        Write::Holding { game, holding } => format!("{:?} of {game} at {}", holding.seat, holding.entry),
        Write::DropDrafts { game } => format!("no drafts of {game}"),
        Write::Deadlines { rows, .. } => format!("clocks {rows:?}"),
        Write::Chat { room, line } => format!("line {} in {room}", line.id),
        Write::Muster(muster) => format!("muster of {}", muster.game),
        Write::CampaignGameEnd(over) => format!("end in a campaign of {}", over.game),
    }
}

/// The store as one server sees it, until it dies.
pub(super) struct SimStore {
    inner: Arc<dyn Store>,
    fates: Arc<Fates>,
    dead: CancellationToken,
    /// Which server it is.
    server: usize,
    /// How long the server waits for a connection.
    patience: Duration,
}

impl SimStore {
    pub(super) fn new(fates: Arc<Fates>, server: usize, dead: CancellationToken, patience: Duration) -> Self {
        Self { inner: fates.memory.clone(), fates, dead, server, patience }
    }

    /// Does something unless the server dies meanwhile, of which it hears nothing any more.
    async fn alive<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        tokio::select! {
            biased;
            () = self.dead.cancelled() => Err(fault()),
            done = work => done,
        }
    }

    /// Comes to the database: late, or not at all.
    async fn reach(&self) -> Result<(), StoreError> {
        let (late, away) = {
            let mut book = self.fates.book();
            let late = book.chance.span(3, 30);
            let away =
                [None, Some(self.server)].into_iter().filter_map(|server| book.away.get(&server).copied());
            (late, away.filter(|(_, until)| Instant::now() < *until).max_by_key(|(_, until)| *until))
        };
        match away {
            Some((Away::Refuses, _)) => Err(fault()),
            Some((Away::Silent, until)) => {
                if timeout(self.patience, sleep_until(until)).await.is_err() {
                    return Err(fault());
                }
                Ok(())
            }
            None => {
                sleep(late).await;
                Ok(())
            }
        }
    }

    fn fate(&self) -> Option<(Fate, Duration)> {
        let mut book = self.fates.book();
        if !book.trouble || !book.chance.one_in(COMMITS) {
            return None;
        }
        let fate = *book.chance.one_of(&Fate::ALL)?;
        *book.struck.entry(fate.name()).or_default() += 1;
        self.fates.world.trace.note("store", fate.name());
        Some((fate, book.chance.span(1500, 20_000)))
    }

    /// The server dies.
    async fn die<T>(&self) -> Result<T, StoreError> {
        self.fates.kills.lock().unwrap_or_else(PoisonError::into_inner).push_back(self.server);
        self.fates.kill.notify_one();
        self.dead.cancelled().await;
        Err(fault())
    }

    /// Writes after a delay, also when the server has died.
    fn write_later(&self, jobs: &[Job], span: Duration, turn: OwnedSemaphorePermit) {
        let (fates, jobs) = (self.fates.clone(), jobs.to_vec());
        tokio::spawn(async move {
            sleep(span).await;
            fates.write(&jobs);
            drop(turn);
        });
    }

    async fn commit_as_fated(&self, jobs: &[Job]) -> Committed {
        self.reach().await?;
        let turn = timeout(LOCK, self.fates.writing(self.server).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(fault()) };
        let unwritten = || vec![Err(WriteError::Unknown); jobs.len()];
        match self.fate() {
            Some((Fate::Before, _)) => Err(fault()),
            Some((Fate::UnknownBefore, _)) => Ok(unwritten()),
            Some((Fate::UnknownAfter, _)) => Ok(unknown(self.fates.write(jobs))),
            Some((Fate::UnknownLate, span)) => {
                self.write_later(jobs, span, turn);
                Ok(unwritten())
            }
            Some((Fate::Slow, span)) => {
                sleep(span / 2).await;
                Ok(self.fates.write(jobs))
            }
            Some((Fate::Fenced, _)) => {
                self.fates.take_rooms(jobs);
                Ok(self.fates.write(jobs))
            }
            Some((Fate::KillBefore, _)) => self.die().await,
            Some((Fate::KillAfter, _)) => {
                self.fates.write(jobs);
                self.die().await
            }
            Some((Fate::KillLate, span)) => {
                self.write_later(jobs, span, turn);
                self.die().await
            }
            None if self.fates.strikes(Bug::Swallows) => std::future::pending().await,
            None => {
                let written = self.fates.write_unblocked(jobs);
                if self.fates.strikes(Bug::Lies) {
                    return Ok(vec![Err(WriteError::Failed("a lie".to_owned())); jobs.len()]);
                }
                Ok(written)
            }
        }
    }
}

#[async_trait]
impl Between for SimStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    async fn before(&self, call: &'static str) -> Result<(), StoreError> {
        self.alive(async {
            self.reach().await?;
            let mut book = self.fates.book();
            let fails = book.trouble && book.chance.one_in(CALLS);
            if fails {
                *book.struck.entry("call failed").or_default() += 1;
                self.fates.world.trace.note("store", format_args!("{call} fails"));
                return Err(fault());
            }
            Ok(())
        })
        .await
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        self.before("journal").await?;
        self.inner.journal(game).await
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        self.alive(self.commit_as_fated(jobs)).await
    }
}

stand_between!(SimStore);
