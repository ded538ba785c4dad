//! What the operator says to the whole house: an announcement, and that it is about to close.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bagarre_rules::any::Refusal;
use bagarre_rules::presentation::Words;

use crate::words::house::{announcement, disk_low, draining};

/// Characters of an announcement in one language.
const MAX_ANNOUNCEMENT_LETTERS: usize = 300;

/// What holds for every room.
#[derive(Debug, Default)]
pub(crate) struct House {
    draining: AtomicBool,
    disk_low: AtomicBool,
    announcement: Mutex<Option<Words>>,
}

impl House {
    /// Whether no new room and no new game is taken.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
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

    pub(crate) fn drain(&self, on: bool) {
        self.draining.store(on, Ordering::Release);
        metrics::gauge!("bagarre_draining").set(f64::from(u8::from(on)));
    }

    /// What is announced now.
    pub(crate) fn announcement(&self) -> Option<Words> {
        self.announcement.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Announces something else, or nothing.
    pub(crate) fn announce(&self, words: Option<Words>) -> Result<(), Refusal> {
        let fits = |text: &str| {
            (1..=MAX_ANNOUNCEMENT_LETTERS).contains(&text.trim().chars().count())
                && !text.chars().any(char::is_control)
        };
        if words.as_ref().is_some_and(|words| !fits(&words.fr) || !fits(&words.en)) {
            return Err(announcement());
        }
        *self.announcement.lock().unwrap_or_else(PoisonError::into_inner) = words;
        Ok(())
    }
}

/// What is announced when the house is about to close.
pub(crate) fn last_orders() -> Words {
    let words = draining();
    Words { fr: words.fr, en: words.en }
}
