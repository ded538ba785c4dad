//! The world outside, as far as the server cares for it: time and chance. Everything it knows of either comes from here, so
//! that a build with the feature `testkit` can put a simulated world in its place: fake time, and chance from a seed.

use std::cell::RefCell;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use uuid::Uuid;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    #[cfg(feature = "testkit")]
    if let Some(now) = sim::now() {
        return now;
    }
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    #[cfg(feature = "testkit")]
    if sim::fill(&mut bytes) {
        return Ok(bytes);
    }
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Bytes that one generator gives before it takes another seed from the system.
const RESEED_BYTES: usize = 1 << 20;

/// A generator of this thread, and how many bytes it may still give.
struct Reseeding {
    generator: ChaCha20Rng,
    left: usize,
}

thread_local! {
    static SALTS: RefCell<Option<Reseeding>> = const { RefCell::new(None) };
}

/// Random bytes of a generator that is seeded by the system, and reseeded after [`RESEED_BYTES`]: for salts and ids, of which each entry needs
/// several. What stays secret for longer than a game comes from [`random`].
pub(crate) fn salt<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    #[cfg(feature = "testkit")]
    if sim::now().is_some() {
        return random();
    }
    SALTS.with_borrow_mut(|salts| {
        let mut reseeding = match salts.take() {
            Some(known) if known.left >= N => known,
            _ => Reseeding { generator: ChaCha20Rng::from_seed(random()?), left: RESEED_BYTES },
        };
        let mut bytes = [0; N];
        reseeding.generator.fill_bytes(&mut bytes);
        reseeding.left -= N;
        *salts = Some(reseeding);
        Ok(bytes)
    })
}

/// An id that nobody else has.
pub(crate) fn new_id() -> Uuid {
    salt().map_or_else(|_| Uuid::new_v4(), |bytes| uuid::Builder::from_random_bytes(bytes).into_uuid())
}

/// An id that nobody else has, after those that were made before: what is written together is stored together.
fn next_id() -> Uuid {
    let chance = salt().unwrap_or_else(|_| *Uuid::new_v4().as_bytes());
    let (_, chance) = chance.split_at(6);
    let mut rest = [0; 10];
    rest.copy_from_slice(chance);
    uuid::Builder::from_unix_timestamp_millis(now().unsigned_abs(), &rest).into_uuid()
}

/// Id and secret of a new game. Where a test has [fixed](fixed::fix) chance they follow from what the game is.
#[cfg_attr(not(feature = "testkit"), expect(unused_variables, reason = "only tests fix it"))]
pub(crate) fn new_game(what: &str) -> Result<(Uuid, [u8; 32]), getrandom::Error> {
    #[cfg(feature = "testkit")]
    if let Some(fixed) = fixed::game(what) {
        return Ok(fixed);
    }
    Ok((next_id(), random()?))
}

/// What the bots of a room and other small choices begin with.
pub(crate) fn luck() -> Result<[u8; 32], getrandom::Error> {
    #[cfg(feature = "testkit")]
    if let Some(fixed) = fixed::luck() {
        return Ok(fixed);
    }
    random()
}

/// Work that takes long, away from the tasks that others wait for. In a simulated world, where no thread may decide what comes
/// first, it is done at once.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, tokio::task::JoinError> {
    #[cfg(feature = "testkit")]
    if sim::now().is_some() {
        return Ok(work());
    }
    tokio::task::spawn_blocking(work).await
}

/// A simulated world, for everything that runs on one thread.
#[cfg(feature = "testkit")]
pub mod sim {
    use std::cell::RefCell;

    use bagarre_rules::dice::{Dice, Seeded};
    use tokio::time::Instant;

    /// When it begins, in milliseconds since 1970.
    const BEGINNING: i64 = 1_700_000_000_000;

    thread_local! {
        static WORLD: RefCell<Option<World>> = const { RefCell::new(None) };
    }

    struct World {
        beginning: Instant,
        chance: Seeded,
    }

    /// The simulated world of this thread, until it is dropped.
    #[must_use]
    pub struct Stay(());

    impl Drop for Stay {
        fn drop(&mut self) {
            WORLD.with_borrow_mut(|world| *world = None);
        }
    }

    /// Enters a simulated world: from now on time is that of the runtime, which may be paused, and chance comes from the
    /// seed.
    pub fn enter(seed: u64) -> Stay {
        let world = World { beginning: Instant::now(), chance: Seeded::from_number(seed) };
        WORLD.with_borrow_mut(|place| *place = Some(world));
        Stay(())
    }

    pub(super) fn now() -> Option<i64> {
        WORLD.with_borrow(|world| Some(BEGINNING + world.as_ref()?.beginning.elapsed().as_millis() as i64))
    }

    /// `false` outside of a simulated world.
    pub(super) fn fill(bytes: &mut [u8]) -> bool {
        WORLD.with_borrow_mut(|world| {
            let Some(world) = world else { return false };
            bytes.fill_with(|| world.chance.die(255));
            true
        })
    }
}

/// Games that are the same each time, for tests through a whole server: the same set-up and the same answers get the same dice.
#[cfg(feature = "testkit")]
pub mod fixed {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, OnceLock, PoisonError};

    use sha2::{Digest, Sha256};
    use uuid::Uuid;

    static SEED: OnceLock<u64> = OnceLock::new();
    /// How many games there were of each kind.
    static GAMES: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());

    /// From now on the chance of games comes from a seed, until the process ends. Only the first one counts.
    pub fn fix(seed: u64) {
        SEED.get_or_init(|| seed);
    }

    fn digest(label: &str, seed: u64, what: &str, number: u64) -> [u8; 32] {
        let begun = Sha256::new().chain_update(label).chain_update(seed.to_le_bytes());
        begun.chain_update(number.to_le_bytes()).chain_update(what).finalize().into()
    }

    /// Id and secret of a game.
    fn made(seed: u64, what: &str, number: u64) -> (Uuid, [u8; 32]) {
        let id = digest("id", seed, what, number);
        let (id, _) = id.split_first_chunk().unwrap_or((&[0; 16], &[]));
        (uuid::Builder::from_random_bytes(*id).into_uuid(), digest("secret", seed, what, number))
    }

    pub(super) fn game(what: &str) -> Option<(Uuid, [u8; 32])> {
        let seed = *SEED.get()?;
        let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
        let number = games.entry(what.to_owned()).or_default();
        *number += 1;
        Some(made(seed, what, *number))
    }

    pub(super) fn luck() -> Option<[u8; 32]> {
        Some(digest("luck", *SEED.get()?, "", 0))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_game_is_the_same_for_the_same_seed_and_no_two_games_are() {
            let one = made(1, "toy short Raymond Lulu", 1);
            assert_eq!(one, made(1, "toy short Raymond Lulu", 1));
            for (seed, what, number) in [
                (2, "toy short Raymond Lulu", 1),
                (1, "toy short Raymond", 1),
                (1, "toy short Raymond Lulu", 2),
            ] {
                let other = made(seed, what, number);
                assert!(one.0 != other.0 && one.1 != other.1);
            }
        }

        #[test]
        fn nothing_is_fixed_unless_it_is_asked_for() {
            assert!(game("toy").is_none() && luck().is_none());
        }
    }
}
