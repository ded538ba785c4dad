//! What the operator says to the whole house: an announcement, and that it is about to close.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use bagarre_rules::any::Refusal;
use bagarre_rules::presentation::Words;

use crate::refuse::refusals;

/// Characters of an announcement in one language.
const MAX_ANNOUNCEMENT_LETTERS: usize = 300;

refusals! {
    draining = "server.draining", "Le serveur va redémarrer : les parties en cours vont au bout, aucune ne commence.",
        "The server is about to restart: games go on to their end, none begins.";
    disk_low = "server.disk",
        "Le serveur n'a presque plus de place : les parties en cours vont au bout, rien de nouveau ne commence. Prévenez qui le tient, ou réessayez plus tard.",
        "The server is almost out of space: games go on to their end, nothing new begins. Tell the one who runs it, or try again later.";
    announcement = "admin.announcement", "Une annonce a de 1 à 300 caractères dans chaque langue.",
        "An announcement has 1 to 300 characters in each language.";
}

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
