//! A store that fails on purpose: before it commits, after it has committed, without saying which, or late.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::campaign::{CampaignCard, CampaignGame, WorkCard};
use bagarre_protocol::payload::Payload;
use bagarre_protocol::room::PastGame;
use bagarre_protocol::socket::ChatLine;
use bagarre_rules::contract::Seat;
use bagarre_server::store::campaigns::{BandRecord, CampaignRecord, Campaigns, MemberRecord, Membership};
use bagarre_server::store::devices::{DeviceRecord, Devices};
use bagarre_server::store::replays::{Replays, Rules, Untold};
use bagarre_server::store::shelf::{Shelf, WorkRecord};
use bagarre_server::store::upkeep::Upkeep;
use bagarre_server::store::{
    Credit, DeadlineRow, GameRecord, Guest, Hash, Holding, Job, JournalRow, Member, RoomRecord, Store,
    StoreError, WriteError,
};
use uuid::Uuid;

use super::chance::Chance;

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
    /// Everything is written, a while later.
    Slow,
    /// The next journal cannot be read.
    Unreadable,
}

impl Failure {
    /// Every one of them.
    pub const ALL: [Self; 5] =
        [Self::Before, Self::UnknownBefore, Self::UnknownAfter, Self::Slow, Self::Unreadable];

    /// How a report names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "store failed before",
            Self::UnknownBefore => "store unknown, not written",
            Self::UnknownAfter => "store unknown, written",
            Self::Slow => "store slow",
            Self::Unreadable => "store unreadable",
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
    random: Option<Random>,
    struck: BTreeMap<Failure, u64>,
}

/// Hands everything on to another store, and fails on purpose.
pub struct FaultyStore {
    inner: Arc<dyn Store>,
    book: Mutex<Book>,
}

impl FaultyStore {
    /// A store that fails when it is told to.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        Self { inner, book: Mutex::default() }
    }

    /// A store that fails once in so many commits and journals, and tells.
    pub fn random(inner: Arc<dyn Store>, chance: Chance, one_in: u64, tell: fn(Failure)) -> Self {
        let random = Some(Random { chance, one_in, tell });
        Self { inner, book: Mutex::new(Book { random, ..Book::default() }) }
    }

    /// The next commit (or journal) fails like this.
    pub fn arm(&self, failure: Failure) {
        self.book().armed.push_back(failure);
    }

    /// How often it has failed.
    pub fn struck(&self) -> BTreeMap<Failure, u64> {
        self.book().struck.clone()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The failure that happens now, if one does: in a commit, or in a journal that is read.
    fn fails(&self, reads: bool) -> Option<Failure> {
        let mut book = self.book();
        let fits = |failure: &Failure| (*failure == Failure::Unreadable) == reads;
        let struck = if let Some(random) = &mut book.random {
            let failure = Failure::ALL[random.chance.below(Failure::ALL.len() as u64) as usize];
            let struck = (random.chance.one_in(random.one_in) && fits(&failure)).then_some(failure);
            struck.inspect(|failure| (random.tell)(*failure))
        } else {
            book.armed.pop_front_if(|failure| fits(failure))
        }?;
        *book.struck.entry(struck).or_default() += 1;
        Some(struck)
    }
}

fn fault() -> StoreError {
    StoreError::Database(sqlx::Error::Io(io::Error::other("a fault on purpose")))
}

/// Implements a trait of the store by handing every call on, but for those that are written out.
macro_rules! hand_on {
    ($Trait:ident { $(fn $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)* } $($own:tt)*) => {
        #[async_trait]
        impl $Trait for FaultyStore {
            $(async fn $name(&self, $($arg: $ty),*) -> $out {
                self.inner.$name($($arg),*).await
            })*
            $($own)*
        }
    };
}

hand_on! {
    Store {
        fn create_guest(guest: &Guest, token: &Hash) -> Result<(), StoreError>;
        fn rename_guest(guest: Uuid, name: &str) -> Result<(), StoreError>;
        fn guests(ids: &[Uuid]) -> Result<Vec<Guest>, StoreError>;
        fn room(id: &str) -> Result<Option<RoomRecord>, StoreError>;
        fn listed_rooms(limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
        fn rooms_of(guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
        fn rooms_opened(guest: Uuid, since: i64) -> Result<u32, StoreError>;
        fn members(room: &str) -> Result<Vec<Member>, StoreError>;
        fn chat(room: &str, limit: u32) -> Result<Vec<ChatLine>, StoreError>;
        fn game(id: Uuid) -> Result<Option<GameRecord>, StoreError>;
        fn past_games(room: &str) -> Result<Vec<PastGame>, StoreError>;
        fn drafts(game: Uuid) -> Result<Vec<(Seat, Payload)>, StoreError>;
        fn deadlines(game: Uuid) -> Result<Vec<DeadlineRow>, StoreError>;
        fn holdings(game: Uuid) -> Result<Vec<Holding>, StoreError>;
        fn alarms(known: &[Rules]) -> Result<Vec<(String, i64)>, StoreError>;
        fn beat(now: i64, known: &[Rules]) -> Result<(), StoreError>;
        fn credit(since: Option<i64>, now: fn() -> i64) -> Result<Credit, StoreError>;
        fn ping(now: i64) -> Result<(), StoreError>;
        fn close() -> ();
    }

    async fn journal(&self, game: Uuid) -> Result<Vec<JournalRow>, StoreError> {
        match self.fails(true) {
            Some(_) => Err(fault()),
            None => self.inner.journal(game).await,
        }
    }

    async fn commit(&self, jobs: &[Job]) -> Result<Vec<Result<(), WriteError>>, StoreError> {
        let unknown = || vec![Err(WriteError::Unknown); jobs.len()];
        match self.fails(false) {
            Some(Failure::Before) => Err(fault()),
            Some(Failure::UnknownBefore) => Ok(unknown()),
            Some(Failure::UnknownAfter) => {
                let written = self.inner.commit(jobs).await?;
                // A job that was refused stays refused.
                Ok(written.into_iter().map(|one| one.and(Err(WriteError::Unknown))).collect())
            }
            Some(Failure::Slow) => {
                tokio::time::sleep(SLOW).await;
                self.inner.commit(jobs).await
            }
            Some(Failure::Unreadable) | None => self.inner.commit(jobs).await,
        }
    }
}

hand_on! {
    Campaigns {
        fn create_campaign(campaign: &CampaignRecord) -> Result<(), StoreError>;
        fn campaign(id: &str) -> Result<Option<CampaignRecord>, StoreError>;
        fn campaigns_of(guest: Uuid, limit: u32) -> Result<Vec<CampaignCard>, StoreError>;
        fn campaigns_opened(guest: Uuid, since: i64) -> Result<u32, StoreError>;
        fn close_campaign(id: &str) -> Result<(), StoreError>;
        fn renew_campaign_invite(id: &str) -> Result<i64, StoreError>;
        fn campaign_members(id: &str) -> Result<Vec<MemberRecord>, StoreError>;
        fn set_campaign_member(id: &str, guest: Uuid, membership: Membership, at: i64) -> Result<(), StoreError>;
        fn campaign_bands(id: &str) -> Result<Vec<BandRecord>, StoreError>;
        fn bring_band(id: &str, guest: Uuid, band: &Payload) -> Result<bool, StoreError>;
        fn campaign_games(id: &str) -> Result<Vec<CampaignGame>, StoreError>;
        fn campaign_seats(game: Uuid) -> Result<Vec<(Seat, u32)>, StoreError>;
        fn campaign_rooms(id: &str, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
        fn void_campaign_game(id: &str, game: Uuid, at: i64) -> Result<bool, StoreError>;
    }
}

hand_on! {
    Replays {
        fn credit_rules(now: i64, known: &[Rules]) -> Result<(), StoreError>;
        fn replay(game: Uuid) -> Result<Option<Vec<u8>>, StoreError>;
        fn untold(after: Option<Uuid>, limit: u32) -> Result<Vec<Untold>, StoreError>;
    }
}

hand_on! {
    Shelf {
        fn add_work(work: &WorkRecord, limit: u32) -> Result<bool, StoreError>;
        fn write_work(work: &WorkRecord) -> Result<bool, StoreError>;
        fn drop_work(id: &str, owner: Uuid) -> Result<bool, StoreError>;
        fn work(id: &str) -> Result<Option<WorkRecord>, StoreError>;
        fn works_of(owner: Uuid) -> Result<Vec<WorkCard>, StoreError>;
    }
}

hand_on! {
    Devices {
        fn add_token(guest: Uuid, token: &Hash, at: i64) -> Result<(), StoreError>;
        fn drop_token(token: &Hash) -> Result<bool, StoreError>;
        fn guest_by_token(token: &Hash) -> Result<Option<(Guest, DeviceRecord)>, StoreError>;
        fn use_token(token: &Hash, at: i64, label: &str) -> Result<(), StoreError>;
        fn devices(guest: Uuid) -> Result<Vec<DeviceRecord>, StoreError>;
        fn drop_unused(before: i64) -> Result<u64, StoreError>;
        fn add_link(guest: Uuid, link: &Hash, expires: i64) -> Result<(), StoreError>;
        fn take_link(link: &Hash, now: i64) -> Result<Option<Guest>, StoreError>;
    }
}

hand_on! {
    Upkeep {
        fn go(guest: Uuid, at: i64) -> Result<bool, StoreError>;
        fn go_unseen(before: i64, at: i64, limit: u32) -> Result<u64, StoreError>;
        fn going(limit: u32) -> Result<Vec<Uuid>, StoreError>;
        fn rooms_about(guest: Uuid, limit: u32) -> Result<Vec<RoomRecord>, StoreError>;
        fn drop_member(room: &str, guest: Uuid) -> Result<(), StoreError>;
        fn unname(guest: Uuid, limit: u32) -> Result<u64, StoreError>;
        fn leave_all(guest: Uuid) -> Result<Vec<String>, StoreError>;
        fn gone(guest: Uuid) -> Result<(), StoreError>;
        fn drop_ghosts(limit: u32) -> Result<u64, StoreError>;
        fn drop_chat(before: i64, limit: u32) -> Result<u64, StoreError>;
        fn idle_rooms(before: i64, limit: u32) -> Result<Vec<String>, StoreError>;
        fn drop_room(room: &str, limit: u32) -> Result<bool, StoreError>;
    }
}
