//! The world outside, as far as the server cares for it: time and chance. Everything it knows of either comes from here, so
//! that a build with the feature `testkit` can put a simulated world in its place: fake time, and chance from a seed.

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

/// An id that nobody else has.
pub(crate) fn new_id() -> Uuid {
    random().map_or_else(|_| Uuid::new_v4(), |bytes| uuid::Builder::from_random_bytes(bytes).into_uuid())
}

/// An id that nobody else has, after those that were made before: what is written together is stored together.
pub(crate) fn next_id() -> Uuid {
    let chance = random().unwrap_or_else(|_| *Uuid::new_v4().as_bytes());
    let (_, chance) = chance.split_at(6);
    let mut rest = [0; 10];
    rest.copy_from_slice(chance);
    uuid::Builder::from_unix_timestamp_millis(now().unsigned_abs(), &rest).into_uuid()
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
