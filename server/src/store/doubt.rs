//! The moment after which connections may be used: after a fault in which another database may have become the primary, older connections
//! are closed and the primary is looked for again.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::error::{StoreError, WriteError};

/// When connections were last in doubt. Wakes what looks for the database that takes writes.
#[derive(Default)]
pub(super) struct Doubt {
    since: Mutex<Option<Instant>>,
    wakes: Notify,
}

impl Doubt {
    /// Connections made up to now are used no more, and the database is looked for again.
    pub(super) fn raise(&self) {
        self.renew();
        self.wake();
    }

    /// Connections made up to now are used no more: the database has been found, elsewhere.
    pub(super) fn renew(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// The database is looked for again; connections stay as they are.
    pub(super) fn wake(&self) {
        self.wakes.notify_one();
    }

    /// Whether something that is `age` old is from before the last doubt.
    pub(super) fn concerns(&self, age: Duration) -> bool {
        self.is_after(Instant::now().checked_sub(age).unwrap_or_else(Instant::now))
    }

    /// Whether a doubt was raised at this moment or later.
    pub(super) fn is_after(&self, moment: Instant) -> bool {
        self.since.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|since| moment <= since)
    }

    /// Waits for the next doubt; one that nothing has waited for yet counts.
    pub(super) async fn raised(&self) {
        self.wakes.notified().await;
    }

    /// Raises a doubt where a group of writes came to an end that leaves the connection, or what became of the group, unknown.
    pub(super) fn after(&self, group: &Result<Vec<Result<(), WriteError>>, StoreError>) {
        let doubtful = match group {
            Ok(answers) => answers.contains(&Err(WriteError::Unknown)),
            Err(why) => lost_touch(why),
        };
        if doubtful {
            self.raise();
        }
    }
}

/// Whether a fault is one of the connection, or says that the database takes no writes.
fn lost_touch(why: &StoreError) -> bool {
    match why {
        StoreError::Database(sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_)) => true,
        StoreError::Database(sqlx::Error::Database(error)) => {
            // A read-only transaction, a broken connection, a server that stops or starts.
            error
                .code()
                .is_some_and(|code| code == "25006" || code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_connected_before_a_doubt_is_concerned() {
        let doubt = Doubt::default();
        assert!(!doubt.concerns(Duration::from_hours(1)));
        tokio::time::advance(Duration::from_mins(1)).await;
        doubt.raise();
        assert!(doubt.concerns(Duration::ZERO), "made at the same moment");
        tokio::time::advance(Duration::from_secs(2)).await;
        assert!(doubt.concerns(Duration::from_secs(3)));
        assert!(!doubt.concerns(Duration::from_secs(1)));
        doubt.raised().await;
    }

    #[test]
    fn faults_of_the_connection_raise_a_doubt_and_others_do_not() {
        let broken = || StoreError::Database(sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()));
        for (group, raised) in [
            (Ok(vec![Ok(()), Err(WriteError::Conflict)]), false),
            (Ok(vec![Ok(()), Err(WriteError::Unknown)]), true),
            (Err(broken()), true),
            (Err(StoreError::Database(sqlx::Error::PoolTimedOut)), false),
        ] {
            let doubt = Doubt::default();
            doubt.after(&group);
            assert_eq!(doubt.concerns(Duration::from_secs(1)), raised, "{group:?}");
        }
    }
}
