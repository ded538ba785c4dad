//! Why something was not done.

use bagarre_rules::any::Refusal;
use uuid::Uuid;

use crate::bus::BusError;
use crate::lease::DataBusy;
use crate::secrets::SecretError;
use crate::store::{StoreError, WriteError};

/// Why something asked for outside of a room was not done.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Refused; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such thing, or it is not for this person.
    #[error("there is no such thing")]
    Missing,
    /// The store could not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store could not write.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system gives no random bytes.
    #[error("no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// Another server works on the data.
    #[error("{0}")]
    Held(DataBusy),
    /// Another server has taken the data over from this one, which did not hold its lease any more.
    #[error("another server has taken this data over: {0}")]
    Superseded(String),
    /// The bus between several servers cannot be reached.
    #[error("{0}; several servers need it as long as BAGARRE_NATS_URL is set")]
    Bus(#[from] BusError),
    /// The secrets of the server cannot be used.
    #[error(transparent)]
    Secrets(#[from] SecretError),
    /// Reminders cannot be sent as the operator wants it.
    #[error("reminders cannot be sent: {0}")]
    Reminders(std::io::Error),
    /// A stored game cannot be played again: it is named, never shown.
    #[error("game {0} cannot be read back")]
    Unreadable(Uuid),
}
