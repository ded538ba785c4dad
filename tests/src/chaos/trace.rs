//! What happened, in order: its digest tells whether two runs were the same, its end what came before something that went wrong.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use tokio::time::Instant;

/// How many happenings are kept to be shown, if no other number is asked for.
pub const KEPT: usize = 400;
/// The longest text that is kept of one of them, in bytes.
const LONGEST: usize = 400;

struct Book {
    start: Instant,
    digest: Sha256,
    count: u64,
    last: VecDeque<String>,
    capacity: usize,
}

/// Happenings in the order of time. The digest covers all of them, and when they were.
pub struct Trace(Mutex<Book>);

impl Default for Trace {
    fn default() -> Self {
        Self::keeping(KEPT)
    }
}

impl Trace {
    /// A trace that keeps so much of what happened last.
    pub fn keeping(kept: usize) -> Self {
        let (start, digest) = (Instant::now(), Sha256::new());
        Self(Mutex::new(Book { start, digest, count: 0, last: VecDeque::new(), capacity: kept }))
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a happening of a client or a thing.
    pub fn note(&self, who: impl fmt::Display, what: impl fmt::Display) {
        let mut book = self.book();
        let at = book.start.elapsed();
        let mut line = format!("{:>12.3} {who}: {what}", at.as_secs_f64());
        book.digest.update((line.len() as u64).to_be_bytes());
        book.digest.update(&line);
        book.count += 1;

        if line.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
            line.truncate(end);
            line.push('…');
        }
        if book.last.len() == book.capacity {
            book.last.pop_front();
        }
        book.last.push_back(line);
    }

    /// A digest of everything up to now, in hex, and how much it was.
    pub fn digest(&self) -> (String, u64) {
        let book = self.book();
        (hex::encode(book.digest.clone().finalize()), book.count)
    }

    /// What happened last, oldest first.
    pub fn last(&self) -> Vec<String> {
        self.book().last.iter().cloned().collect()
    }
}
