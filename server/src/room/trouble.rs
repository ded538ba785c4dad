//! Why something in a room was not done.

use bagarre_rules::any::Refusal;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Refused; nothing changed.
    Refused(Refusal),
    /// It could not be saved; nothing changed.
    Unsaved,
    /// Another writer wrote this room's journal, or another task of the room has begun: this task is not the one that knows.
    Overtaken,
    /// Whether it was saved is not known: only the journal can tell, so the room is rebuilt from it.
    Unknown,
    /// The rules broke a law of the engine.
    Poisoned(String),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
