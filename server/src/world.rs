//! The world outside, as far as a server knows it: time and chance. Each server has a [`World`] of its own in its configuration, so that a test can
//! run several with clocks that differ, in fake time and with chance from a seed.

use std::cell::RefCell;
#[cfg(feature = "testkit")]
use std::sync::Arc;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use uuid::Uuid;

#[cfg(feature = "testkit")]
use crate::sabotage::Sabotage;

/// Time and chance. Cheap to clone; the default is that of the system.
#[derive(Clone, Default)]
pub struct World {
    #[cfg(feature = "testkit")]
    simulated: Option<Arc<simulated::Simulated>>,
    #[cfg(feature = "testkit")]
    fixed: Option<Arc<fixed::Games>>,
    #[cfg(feature = "testkit")]
    sabotage: Option<Sabotage>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("World").finish_non_exhaustive()
    }
}

/// Bytes that one generator gives before it takes another seed from the system.
const RESEED_BYTES: usize = 1 << 20;

/// A generator of this thread, and how many bytes it may still give.
struct Reseeding {
    generator: ChaCha20Rng,
    left: usize,
}

thread_local! {
    /// Of the system: all servers of a process share it.
    static SALTS: RefCell<Option<Reseeding>> = const { RefCell::new(None) };
}

impl World {
    /// Returns the time and the chance of the system.
    pub fn system() -> Self {
        Self::default()
    }

    /// Returns milliseconds since 1970.
    pub fn now(&self) -> i64 {
        #[cfg(feature = "testkit")]
        if let Some(simulated) = &self.simulated {
            return simulated.now();
        }
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as i64)
    }

    /// Returns random bytes of the system.
    pub(crate) fn random<const N: usize>(&self) -> Result<[u8; N], getrandom::Error> {
        let mut bytes = [0; N];
        #[cfg(feature = "testkit")]
        if let Some(simulated) = &self.simulated {
            simulated.fill(&mut bytes);
            return Ok(bytes);
        }
        getrandom::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns random bytes of a generator that is seeded by the system, and reseeded after [`RESEED_BYTES`]: for salts and ids, of which each
    /// entry needs several. What stays secret for longer than a game comes from [`World::random`].
    pub(crate) fn salt<const N: usize>(&self) -> Result<[u8; N], getrandom::Error> {
        if self.is_simulated() {
            return self.random();
        }
        SALTS.with_borrow_mut(|salts| {
            let mut reseeding = match salts.take() {
                Some(known) if known.left >= N => known,
                _ => Reseeding { generator: ChaCha20Rng::from_seed(self.random()?), left: RESEED_BYTES },
            };
            let mut bytes = [0; N];
            reseeding.generator.fill_bytes(&mut bytes);
            reseeding.left -= N;
            *salts = Some(reseeding);
            Ok(bytes)
        })
    }

    /// Returns an id that nothing else has.
    pub(crate) fn new_id(&self) -> Uuid {
        self.salt()
            .map_or_else(|_| Uuid::new_v4(), |bytes| uuid::Builder::from_random_bytes(bytes).into_uuid())
    }

    /// Returns an id that nothing else has, after those that were made before: what is written together is stored together.
    fn next_id(&self) -> Uuid {
        let chance = self.salt().unwrap_or_else(|_| *Uuid::new_v4().as_bytes());
        let (_, chance) = chance.split_at(6);
        let mut rest = [0; 10];
        rest.copy_from_slice(chance);
        uuid::Builder::from_unix_timestamp_millis(self.now().unsigned_abs(), &rest).into_uuid()
    }

    /// Returns id and secret of a new game. Where chance is [fixed](World::with_fixed_games) they follow from what the game is.
    #[cfg_attr(not(feature = "testkit"), expect(unused_variables, reason = "only tests fix it"))]
    pub(crate) fn new_game(&self, what: &str) -> Result<(Uuid, [u8; 32]), getrandom::Error> {
        #[cfg(feature = "testkit")]
        if let Some(fixed) = &self.fixed {
            return Ok(fixed.next(what));
        }
        Ok((self.next_id(), self.random()?))
    }

    /// Returns what the bots of a room and other small choices begin with.
    pub(crate) fn luck(&self) -> Result<[u8; 32], getrandom::Error> {
        #[cfg(feature = "testkit")]
        if let Some(fixed) = &self.fixed {
            return Ok(fixed.luck());
        }
        self.random()
    }

    /// Does work that takes long away from the tasks that others wait for. In a simulated world, where no thread may decide what comes
    /// first, it is done at once.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, tokio::task::JoinError> {
        if self.is_simulated() {
            return Ok(work());
        }
        tokio::task::spawn_blocking(work).await
    }

    /// Returns this world with a bug planted in the server, if any.
    #[cfg(feature = "testkit")]
    #[must_use]
    pub fn with_sabotage(self, sabotage: Option<Sabotage>) -> Self {
        Self { sabotage, ..self }
    }

    /// Whether a bug is planted in the server.
    #[cfg(feature = "testkit")]
    pub(crate) fn has_sabotage(&self, sabotage: Sabotage) -> bool {
        self.sabotage == Some(sabotage)
    }

    fn is_simulated(&self) -> bool {
        #[cfg(feature = "testkit")]
        return self.simulated.is_some();
        #[cfg(not(feature = "testkit"))]
        false
    }
}

#[cfg(feature = "testkit")]
mod simulated {
    use std::sync::{Arc, Mutex, PoisonError};

    use bagarre_rules::dice::{Dice, Seeded};
    use tokio::time::Instant;

    use super::World;

    /// When a simulated world begins, in milliseconds since 1970.
    const BEGINNING_MS: i64 = 1_700_000_000_000;

    /// Time of the runtime, which may be paused, and chance from a seed.
    pub(super) struct Simulated {
        beginning: Instant,
        /// How far the clock is ahead, in milliseconds.
        ahead: i64,
        chance: Mutex<Seeded>,
    }

    impl Simulated {
        pub(super) fn now(&self) -> i64 {
            let passed = i64::try_from(self.beginning.elapsed().as_millis()).unwrap_or(i64::MAX);
            BEGINNING_MS + self.ahead + passed
        }

        pub(super) fn fill(&self, bytes: &mut [u8]) {
            let mut chance = self.chance.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.fill_with(|| chance.die(255));
        }
    }

    impl World {
        /// Returns a world that begins now: its time is that of the runtime, and chance comes from the seed.
        pub fn simulated(seed: u64) -> Self {
            Self::simulated_since(Instant::now(), 0, seed)
        }

        /// Returns a world that began then, with a clock that is so many milliseconds ahead.
        pub fn simulated_since(beginning: Instant, ahead: i64, seed: u64) -> Self {
            let chance = Mutex::new(Seeded::from_number(seed));
            let simulated = Some(Arc::new(Simulated { beginning, ahead, chance }));
            Self { simulated, ..Self::default() }
        }
    }
}

#[cfg(feature = "testkit")]
mod fixed {
    use std::collections::BTreeMap;
    use std::sync::{Arc, Mutex, PoisonError};

    use sha2::{Digest, Sha256};
    use uuid::Uuid;

    use super::World;

    /// Games that are the same each time.
    pub(super) struct Games {
        seed: u64,
        /// How many games there were of each kind.
        games: Mutex<BTreeMap<String, u64>>,
    }

    fn digest(label: &str, seed: u64, what: &str, number: u64) -> [u8; 32] {
        let begun = Sha256::new().chain_update(label).chain_update(seed.to_le_bytes());
        begun.chain_update(number.to_le_bytes()).chain_update(what).finalize().into()
    }

    impl Games {
        pub(super) fn new(seed: u64) -> Self {
            Self { seed, games: Mutex::default() }
        }

        /// Returns id and secret of the next game of a kind.
        pub(super) fn next(&self, what: &str) -> (Uuid, [u8; 32]) {
            let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
            let number = games.entry(what.to_owned()).or_default();
            *number += 1;
            let id = digest("id", self.seed, what, *number);
            let (id, _) = id.split_first_chunk().unwrap_or((&[0; 16], &[]));
            (uuid::Builder::from_random_bytes(*id).into_uuid(), digest("secret", self.seed, what, *number))
        }

        pub(super) fn luck(&self) -> [u8; 32] {
            digest("luck", self.seed, "", 0)
        }
    }

    impl World {
        /// Returns this world, in which the chance of games comes from a seed, for tests through a whole server: the same set-up and the same
        /// answers get the same dice.
        #[must_use]
        pub fn with_fixed_games(self, seed: u64) -> Self {
            Self { fixed: Some(Arc::new(Games::new(seed))), ..self }
        }
    }
}

#[cfg(all(test, feature = "testkit"))]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::World;
    use super::fixed::Games;

    #[tokio::test(start_paused = true)]
    async fn a_simulated_world_has_the_time_of_the_runtime_and_chance_of_its_seed() {
        let beginning = Instant::now();
        let [one, same, other] =
            [(0, 7), (0, 7), (-3_000, 8)].map(|(ahead, seed)| World::simulated_since(beginning, ahead, seed));
        let (before, chance) = (one.now(), one.random::<16>().unwrap());
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!((one.now(), other.now()), (before + 5_000, before + 2_000));
        assert_eq!(same.random::<16>().unwrap(), chance);
        assert_ne!(other.random::<16>().unwrap(), chance);
        assert_ne!(one.random::<16>().unwrap(), chance);
    }

    #[test]
    fn a_game_is_the_same_for_the_same_seed_and_no_two_games_are() {
        let made = |seed, what, number| {
            let games = Games::new(seed);
            for _ in 1..number {
                games.next(what);
            }
            games.next(what)
        };
        let one = made(1, "toy short Raymond Lulu", 1);
        assert_eq!(one, made(1, "toy short Raymond Lulu", 1));
        for (seed, what, number) in
            [(2, "toy short Raymond Lulu", 1), (1, "toy short Raymond", 1), (1, "toy short Raymond Lulu", 2)]
        {
            let other = made(seed, what, number);
            assert!(one.0 != other.0 && one.1 != other.1);
        }
    }
}
