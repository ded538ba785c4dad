//! What the operator is told once in the log, however often it happens: any client can make it happen.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// Different things that are told in the life of a server.
const MAX_NOTICES: usize = 64;

/// What was told already.
#[derive(Debug, Default)]
pub(crate) struct Notices(Mutex<BTreeSet<String>>);

impl Notices {
    /// Whether something is to be told: it was not told yet, and neither were too many other things.
    pub(crate) fn is_new(&self, what: String) -> bool {
        // A set is changed in one step.
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.len() < MAX_NOTICES && told.insert(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_told_once_and_only_so_many_are() {
        let notices = Notices::default();
        assert!(notices.is_new("a".to_owned()) && !notices.is_new("a".to_owned()));
        let told = (0..1_000).filter(|number| notices.is_new(number.to_string())).count();
        assert_eq!(told, MAX_NOTICES - 1);
    }
}
