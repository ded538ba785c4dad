//! Chance that a seed repeats.

use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use uuid::Uuid;

/// Chance of one client, or of one line of faults.
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The `stream`th chance of a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        chance.set_stream(stream);
        Self(chance)
    }

    /// A number below another.
    pub fn below(&mut self, end: u64) -> u64 {
        // The last few values of 64 bits are a little likelier, which does not matter here.
        self.0.next_u64() % end.max(1)
    }

    /// Whether the one of so many happens.
    pub fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    /// A span between two numbers of milliseconds.
    pub fn millis(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_millis(from + self.below(to - from + 1))
    }

    /// A span that is mostly short, and now and then long, in milliseconds.
    pub fn span(&mut self, short: u64, long: u64) -> Duration {
        if self.one_in(8) { self.millis(short, long) } else { self.millis(short / 4, short) }
    }

    /// An id.
    pub fn id(&mut self) -> Uuid {
        let mut bytes = [0; 16];
        self.0.fill_bytes(&mut bytes);
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }

    /// One of some things.
    pub fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len() as u64) as usize)
    }

    /// Puts things into another order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            let other = self.below(at as u64 + 1) as usize;
            things.swap(at, other);
        }
    }
}
