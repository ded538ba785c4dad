//! Messages between the servers on one database.
//!
//! A bus delivers a message at most once, to the subscriptions that exist when it is published, and keeps nothing: the truth stays in the database, and what a
//! message was to bring is asked for again (`link.rs`). Everything that crosses it is sealed first (`bus/sealed.rs`).

pub mod local;
pub mod nats;
pub(crate) mod sealed;

use std::pin::Pin;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::StreamExt as _;

/// How long a message may take to be handed to the connection.
pub const PUBLISH_TIMEOUT: Duration = Duration::from_secs(1);
/// How long the answer to a request may take.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// Messages of one subscription that may wait to be taken; further ones are dropped and counted.
pub const SUBSCRIPTION_QUEUE_MESSAGES: usize = 4096;
/// Upper bound of a message, in bytes: a NATS server takes 1 MiB unless it is configured otherwise.
pub const MAX_MESSAGE_BYTES: usize = 1024 * 1024 - 1024;

/// Why a message was not sent, or not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The bus cannot be reached, or does not take messages in time.
    #[error("the bus cannot be reached: {0}")]
    Away(String),
    /// No answer came in time. Whether the request was carried out is not known.
    #[error("no answer came over the bus in time")]
    NoAnswer,
    /// No subscription takes requests of this subject.
    #[error("no server takes such requests")]
    NoTaker,
    /// The message is longer than [`MAX_MESSAGE_BYTES`].
    #[error("a message of {0} bytes is too long for the bus")]
    TooLong(usize),
}

/// A message as a subscription gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The message.
    pub payload: Bytes,
    /// The subject that takes the answer, where one is waited for.
    pub reply: Option<String>,
}

/// The messages of one subject from now on. Ends with the bus; dropped, it takes no more.
pub struct Subscription(Pin<Box<dyn Stream<Item = Delivery> + Send>>);

impl Subscription {
    /// Makes a subscription of the messages that a bus delivers. It must be safe to cancel between two of them.
    pub fn new(messages: impl Stream<Item = Delivery> + Send + 'static) -> Self {
        Self(Box::pin(messages))
    }

    /// Returns the next message; `None` where the bus has ended. Safe to cancel.
    pub async fn next(&mut self) -> Option<Delivery> {
        self.0.next().await
    }
}

/// What carries messages between servers.
///
/// Subjects are words of letters, digits, `-` and `_`, separated by dots.
#[async_trait]
pub trait Bus: Send + Sync {
    /// Sends a message to every subscription of a subject, and to one of each group. Returns once the bus has taken it, which does not say that it arrives.
    /// Messages of one publisher to one subject arrive in order, unless one is lost.
    async fn publish(&self, subject: &str, payload: Bytes) -> Result<(), BusError>;

    /// Sends a message and waits for the first answer, for [`REQUEST_TIMEOUT`] at most.
    async fn request(&self, subject: &str, payload: Bytes) -> Result<Bytes, BusError>;

    /// Takes every message of a subject from now on.
    async fn subscribe(&self, subject: &str) -> Result<Subscription, BusError>;

    /// Takes messages of a subject from now on, each of which goes to one subscription of the group.
    async fn queue(&self, subject: &str, group: &str) -> Result<Subscription, BusError>;

    /// Whether the bus can be reached, as far as is known.
    fn is_reached(&self) -> bool;

    /// Sends what waits, and ends every subscription.
    async fn close(&self);
}

/// Fails where a message is too long.
fn check_length(payload: &Bytes) -> Result<(), BusError> {
    if payload.len() > MAX_MESSAGE_BYTES { Err(BusError::TooLong(payload.len())) } else { Ok(()) }
}
