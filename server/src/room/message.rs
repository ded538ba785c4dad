//! What a room is told.

use bagarre_protocol::socket::{ClientMessage, Closing, Since};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::outbox::Outbox;
use super::report::Report;
use crate::frame::Frame;
use crate::store::Guest;

/// Messages that may wait in front of one room.
pub(super) const INBOX: usize = 256;

/// Somebody at the door.
pub(crate) struct Join {
    pub(crate) guest: Guest,
    pub(crate) invite: Option<String>,
    pub(crate) since: Option<Since>,
    pub(crate) lang: Lang,
    pub(crate) outbox: Outbox,
}

/// A socket that was let in.
pub(crate) struct Admitted {
    /// The number of the socket in its room.
    pub(crate) number: u64,
    /// The inbox of the task that let it in. The request may have been passed on from a task that ended to the one that followed it, so
    /// this need not be the inbox that the request was sent to.
    pub(crate) inbox: mpsc::Sender<Msg>,
}

/// What a room is told.
pub(crate) enum Msg {
    /// Let in, or why not. The welcome goes through the outbox.
    Join(Box<Join>, oneshot::Sender<Result<Admitted, Closing>>),
    /// A message of a socket.
    From(u64, Box<ClientMessage>),
    /// A socket is gone.
    Left(u64),
    /// A clock is over: wake up.
    Wake,
    /// The campaign of the room has changed.
    Campaign,
    /// The operator announces something: the frame for every socket.
    Announce(Frame),
    /// The operator asks how the room is.
    Inspect(oneshot::Sender<Box<Report>>),
    /// Somebody goes for good: whether he is out of the room.
    Gone(Uuid, oneshot::Sender<bool>),
    /// The host deletes a room in which nothing was ever played: whether it is closed, or why not.
    Delete(Uuid, oneshot::Sender<Result<(), Refusal>>),
    /// The operator closes the room: whether it is closed.
    Close(oneshot::Sender<bool>),
}
