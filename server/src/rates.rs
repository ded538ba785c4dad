//! How often something may be done: on average, and in one go. The clock is that of the runtime, so that a simulation can put
//! its own in its place.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::ops::Add;
use std::time::Duration;

use governor::clock::{Clock, Reference};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};
use tokio::time::Instant;

/// A moment of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(Instant);

impl Add<Nanos> for Moment {
    type Output = Self;

    fn add(self, span: Nanos) -> Self {
        Self(self.0 + Duration::from(span))
    }
}

impl Reference for Moment {
    fn duration_since(&self, earlier: Self) -> Nanos {
        self.0.saturating_duration_since(earlier.0).into()
    }

    fn saturating_sub(&self, span: Nanos) -> Self {
        Self(self.0.checked_sub(span.into()).unwrap_or(self.0))
    }
}

/// The clock of the runtime.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Runtime;

impl Clock for Runtime {
    type Instant = Moment;

    fn now(&self) -> Moment {
        Moment(Instant::now())
    }
}

/// What one may do.
pub(crate) type One = RateLimiter<NotKeyed, InMemoryState, Runtime, NoOpMiddleware<Moment>>;
/// What each of many may do.
pub(crate) type Each<K> = RateLimiter<K, DefaultKeyedStateStore<K>, Runtime, NoOpMiddleware<Moment>>;

fn quota(per: impl Fn(NonZeroU32) -> Quota, rate: u32, burst: u32) -> Quota {
    let at_least_one = |n| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    per(at_least_one(rate)).allow_burst(at_least_one(burst))
}

/// A limit for one: so often per second or minute, and so many in one go. Nothing is less than one.
pub(crate) fn one(per: impl Fn(NonZeroU32) -> Quota, rate: u32, burst: u32) -> One {
    RateLimiter::direct_with_clock(quota(per, rate, burst), Runtime)
}

/// The same for each of many.
pub(crate) fn each<K: Hash + Eq + Clone>(
    per: impl Fn(NonZeroU32) -> Quota,
    rate: u32,
    burst: u32,
) -> Each<K> {
    RateLimiter::new(quota(per, rate, burst), DefaultKeyedStateStore::default(), Runtime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_used_up_and_comes_back_with_the_time_of_the_runtime() {
        let limit = one(Quota::per_second, 2, 3);
        assert_eq!((0..9).filter(|_| limit.check().is_ok()).count(), 3);
        tokio::time::advance(Duration::from_millis(501)).await;
        assert_eq!((0..9).filter(|_| limit.check().is_ok()).count(), 1);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert_eq!((0..9).filter(|_| limit.check().is_ok()).count(), 3);
    }
}
