//! A store that fails on purpose: before it commits, after it has committed, without saying which, or late.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::store::{Job, JournalRow, Store, StoreError, WriteError};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::between::{Between, Committed};
use super::chance::Chance;
use crate::stand_between;

/// How late a slow commit is.
const SLOW: Duration = Duration::from_millis(700);

/// How a commit fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Failure {
    /// Nothing is written, and the store says so.
    Before,
    /// Nothing is written, and the store does not know.
    UnknownBefore,
    /// Everything is written, and the store does not know.
    UnknownAfter,
    /// The store does not know, and everything is written when it [lands](FaultyStore::land).
    UnknownLate,
    /// Everything is written, a while later.
    Slow,
    /// Everything is written once it is [let go](FaultyStore::let_go).
    Held,
    /// Everything is written once it is [let go](FaultyStore::let_go), and the store does not know.
    HeldUnknown,
    /// The next journal cannot be read.
    Unreadable,
    /// Writes that are still on their way [land](FaultyStore::land) just before the next journal is read.
    Torn,
    /// The next journal is asked for and never comes.
    Silent,
}

impl Failure {
    /// Those that happen by themselves.
    pub const ALL: [Self; 5] =
        [Self::Before, Self::UnknownBefore, Self::UnknownAfter, Self::Slow, Self::Unreadable];

    /// How a report names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "store failed before",
            Self::UnknownBefore => "store unknown, not written",
            Self::UnknownAfter => "store unknown, written",
            Self::UnknownLate => "store unknown, written later",
            Self::Slow => "store slow",
            Self::Held => "store held",
            Self::HeldUnknown => "store held, unknown, written",
            Self::Unreadable => "store unreadable",
            Self::Torn => "store read in two pieces",
            Self::Silent => "store silent",
        }
    }
}

/// When it fails by itself.
struct Random {
    chance: Chance,
    /// One commit or journal in so many.
    one_in: u64,
    /// Told of every failure.
    tell: fn(Failure),
}

#[derive(Default)]
struct Book {
    armed: VecDeque<Failure>,
    late: Vec<Job>,
    random: Option<Random>,
    struck: BTreeMap<Failure, u64>,
}

/// Hands everything on to another store, and fails on purpose.
pub struct FaultyStore {
    inner: Arc<dyn Store>,
    book: Mutex<Book>,
    held: Semaphore,
    commits: AtomicU64,
    /// How long every commit takes, in milliseconds.
    delay: AtomicU64,
    /// Every commit fails, and nothing is written.
    fails: AtomicBool,
}

impl FaultyStore {
    /// A store that fails when it is told to.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self {
            inner,
            book: Mutex::default(),
            held: Semaphore::new(0),
            commits: AtomicU64::new(0),
            delay: AtomicU64::new(0),
            fails: AtomicBool::new(false),
        }
    }

    /// A store that fails once in so many commits and journals, and tells.
    pub fn random(inner: Arc<dyn Store>, chance: Chance, one_in: u64, tell: fn(Failure)) -> Self {
        let random = Some(Random { chance, one_in, tell });
        Self { book: Mutex::new(Book { random, ..Book::default() }), ..Self::new(inner) }
    }

    /// The next commit (or journal) fails like this.
    pub fn arm(&self, failure: Failure) {
        self.book().armed.push_back(failure);
    }

    /// From now on every commit takes so many milliseconds.
    pub fn delay(&self, millis: u64) {
        self.delay.store(millis, Ordering::Relaxed);
    }

    /// From now on every commit fails and writes nothing, or none does.
    pub fn fail_all(&self, fails: bool) {
        self.fails.store(fails, Ordering::Relaxed);
    }

    /// How often it has failed.
    pub fn struck(&self) -> BTreeMap<Failure, u64> {
        self.book().struck.clone()
    }

    /// A commit that is held goes on.
    pub fn let_go(&self) {
        self.held.add_permits(1);
    }

    /// How many groups were brought to be written.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// Writes all that is still on its way, as far as possible.
    pub async fn land(&self) -> Committed {
        let late = std::mem::take(&mut self.book().late);
        self.inner.commit(&late).await
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The failure that happens now, if one does: in a commit, or in a journal that is read.
    fn fails(&self, reads: bool) -> Option<Failure> {
        let mut book = self.book();
        let read =
            |failure: &Failure| matches!(failure, Failure::Unreadable | Failure::Silent | Failure::Torn);
        let fits = |failure: &Failure| read(failure) == reads;
        let struck = if let Some(random) = &mut book.random {
            // Journals are read far less often than something is written.
            let fitting: Vec<Failure> = Failure::ALL.into_iter().filter(|one| fits(one)).collect();
            let failure = fitting[random.chance.below(fitting.len() as u64) as usize];
            let struck = random.chance.one_in(random.one_in).then_some(failure);
            struck.inspect(|failure| (random.tell)(*failure))
        } else {
            book.armed.pop_front_if(|failure| fits(failure))
        }?;
        *book.struck.entry(struck).or_default() += 1;
        Some(struck)
    }
}

/// Nothing was done.
pub(crate) fn fault() -> StoreError {
    StoreError::Database(sqlx::Error::Io(io::Error::other("a fault on purpose")))
}

#[async_trait]
impl Between for FaultyStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    async fn journal_read(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        match self.fails(true) {
            Some(Failure::Silent) => std::future::pending().await,
            Some(Failure::Torn) => {
                self.land().await?;
                self.inner.journal(game).await
            }
            Some(_) => Err(fault()),
            None => self.inner.journal(game).await,
        }
    }

    async fn jobs_written(&self, jobs: &[Job]) -> Committed {
        self.commits.fetch_add(1, Ordering::Relaxed);
        if self.fails.load(Ordering::Relaxed) {
            return Err(fault());
        }
        match self.delay.load(Ordering::Relaxed) {
            0 => {}
            millis => tokio::time::sleep(Duration::from_millis(millis)).await,
        }
        match self.fails(false) {
            Some(Failure::Before) => Err(fault()),
            Some(Failure::UnknownBefore) => Ok(vec![Err(WriteError::Unknown); jobs.len()]),
            Some(Failure::UnknownAfter) => self.inner.commit(jobs).await.map(unknown),
            Some(Failure::UnknownLate) => {
                self.book().late.extend(jobs.iter().cloned());
                Ok(vec![Err(WriteError::Unknown); jobs.len()])
            }
            Some(Failure::Slow) => {
                tokio::time::sleep(SLOW).await;
                self.inner.commit(jobs).await
            }
            Some(Failure::Held) => {
                self.held.acquire().await.expect("it is never closed").forget();
                self.inner.commit(jobs).await
            }
            Some(Failure::HeldUnknown) => {
                self.held.acquire().await.expect("it is never closed").forget();
                self.inner.commit(jobs).await.map(unknown)
            }
            Some(Failure::Unreadable | Failure::Silent | Failure::Torn) | None => {
                self.inner.commit(jobs).await
            }
        }
    }
}

/// Returns the answers for jobs of which it is unknown whether they were written: one that was refused stays refused.
pub(crate) fn unknown(written: Vec<Result<(), WriteError>>) -> Vec<Result<(), WriteError>> {
    written.into_iter().map(|one| one.and(Err(WriteError::Unknown))).collect()
}

stand_between!(FaultyStore);
