//! What the operator says to the whole house: an announcement, and that it is about to close.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bagarre_rules::any::Refusal;
use bagarre_rules::presentation::Words;

use crate::store::house::HouseRecord;
use crate::words::house::{announcement, disk_low, draining};

/// Characters of an announcement in one language.
const MAX_ANNOUNCEMENT_LETTERS: usize = 300;

/// What holds for every room.
#[derive(Debug, Default)]
pub(crate) struct House {
    /// Whether the operator lets this server take nothing new.
    draining: AtomicBool,
    /// Whether the rooms of this server are handed over to others, and none may wake here.
    hands_over: AtomicBool,
    disk_low: AtomicBool,
    /// What the operator has said to all servers, as it was last read.
    shared: Mutex<HouseRecord>,
}

impl House {
    fn shared(&self) -> MutexGuard<'_, HouseRecord> {
        // Nothing under this lock can be left half done.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no new room and no new game is taken.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire) || self.shared().draining
    }

    /// Refuses what is new while the house is about to close, or while there is hardly any space left on the disk.
    pub(crate) fn may_begin(&self) -> Result<(), Refusal> {
        if self.is_draining() {
            return Err(draining());
        }
        self.may_keep()
    }

    /// Refuses what would be kept for long while there is hardly any space left on the disk.
    pub(crate) fn may_keep(&self) -> Result<(), Refusal> {
        if self.disk_low.load(Ordering::Acquire) { Err(disk_low()) } else { Ok(()) }
    }

    /// Notes whether there is hardly any space left on the disk.
    pub(crate) fn set_disk_low(&self, low: bool) {
        if self.disk_low.swap(low, Ordering::AcqRel) != low {
            if low {
                tracing::error!("the disk is almost full: nothing new begins, running games go on");
            } else {
                tracing::info!("there is space on the disk again");
            }
        }
    }

    /// Notes whether this server takes nothing new.
    pub(crate) fn drain(&self, on: bool) {
        self.draining.store(on, Ordering::Release);
        self.show_draining();
    }

    /// Sets whether rooms may wake at this server.
    pub(crate) fn set_takes_rooms(&self, takes: bool) {
        self.hands_over.store(!takes, Ordering::Release);
        self.show_draining();
    }

    /// Returns whether rooms may wake at this server: not while they are handed over to others.
    pub(crate) fn takes_rooms(&self) -> bool {
        !self.hands_over.load(Ordering::Acquire)
    }

    /// Returns whether this server is to end, in one way or the other.
    pub(crate) fn is_ending(&self) -> bool {
        self.is_draining() || !self.takes_rooms()
    }

    fn show_draining(&self) {
        metrics::gauge!("bagarre_draining").set(f64::from(u8::from(self.is_ending())));
    }

    /// Takes over what the operator has said to all servers. Returns whether it is newer than what was known.
    pub(crate) fn update(&self, record: HouseRecord) -> bool {
        let mut shared = self.shared();
        let newer = record.version > shared.version;
        if newer {
            *shared = record;
        }
        drop(shared);
        self.show_draining();
        newer
    }

    /// What is announced now: while nothing new is taken, that.
    pub(crate) fn announcement(&self) -> Option<Words> {
        if self.is_draining() { Some(last_orders()) } else { self.shared().announcement.clone() }
    }

    /// Refuses an announcement that is empty or too long.
    pub(crate) fn check_announcement(words: &Words) -> Result<(), Refusal> {
        let fits = |text: &str| {
            (1..=MAX_ANNOUNCEMENT_LETTERS).contains(&text.trim().chars().count())
                && !text.chars().any(char::is_control)
        };
        if fits(&words.fr) && fits(&words.en) { Ok(()) } else { Err(announcement()) }
    }
}

/// What is announced when the house is about to close.
fn last_orders() -> Words {
    let words = draining();
    Words { fr: words.fr, en: words.en }
}
