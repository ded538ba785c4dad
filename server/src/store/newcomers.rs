//! People whom this process itself has written in these very seconds: their first requests ask the database nothing.
//!
//! A person is put in here once, before the row is written and the token is known, and never again; what is taken out
//! stays out. A change of a browser or of its person therefore takes it out first, and from then on the database alone
//! answers.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::devices::DeviceRecord;
use super::error::{StoreError, WriteError};
use super::records::{Guest, Hash};
use super::write::{Job, Write};
use crate::fresh::Fresh;

/// The most that are known.
const MAX_NEWCOMERS: usize = 1024;
/// How long they are.
const NEWCOMER_LIFETIME: Duration = Duration::from_secs(10);

/// Newcomers by the hash of their token.
pub(super) struct Newcomers(Mutex<Fresh<Hash, (Guest, DeviceRecord)>>);

impl Newcomers {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Fresh::new(MAX_NEWCOMERS, NEWCOMER_LIFETIME)))
    }

    fn known(&self) -> MutexGuard<'_, Fresh<Hash, (Guest, DeviceRecord)>> {
        // Nothing under this lock can be left half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// These jobs are about to be written.
    pub(super) fn come(&self, jobs: &[Job]) {
        for write in jobs.iter().flatten() {
            if let Write::Guest { guest, token, label } = write {
                let (made, label) = (guest.created, label.clone());
                let device = DeviceRecord { token: *token, made, used: made, label };
                self.known().put(*token, (guest.clone(), device));
            }
        }
    }

    /// What became of them: who was not certainly written is not known.
    pub(super) fn written(&self, jobs: &[Job], done: &Result<Vec<Result<(), WriteError>>, StoreError>) {
        for (number, job) in jobs.iter().enumerate() {
            let stands = done.as_ref().is_ok_and(|results| matches!(results.get(number), Some(Ok(()))));
            for write in job.iter().filter(|_| !stands) {
                if let Write::Guest { token, .. } = write {
                    self.forget(token);
                }
            }
        }
    }

    /// The person behind a token, and the browser that keeps it.
    pub(super) fn by_token(&self, token: &Hash) -> Option<(Guest, DeviceRecord)> {
        self.known().get(token).cloned()
    }

    /// A browser changes, or goes.
    pub(super) fn forget(&self, token: &Hash) {
        self.known().take(token);
    }

    /// A person changes, or goes.
    pub(super) fn forget_person(&self, guest: Uuid) {
        self.known().retain(|(known, _)| known.id != guest);
    }

    /// Many may go.
    pub(super) fn forget_all(&self) {
        self.known().retain(|_| false);
    }
}
