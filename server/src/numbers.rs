//! Numbers that are given once.

use std::sync::atomic::{AtomicU64, Ordering};

/// Gives whole numbers from 1 on, none of them twice. Each server has its own.
#[derive(Debug, Default)]
pub(crate) struct Numbers(AtomicU64);

impl Numbers {
    /// Returns a number that was not given before.
    pub(crate) fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn no_number_is_given_twice() {
        let numbers = Numbers::default();
        assert_eq!([numbers.next(), numbers.next(), numbers.next()], [1, 2, 3]);
    }
}
