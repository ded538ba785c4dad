//! What a room is told.

use std::net::IpAddr;

use bagarre_protocol::socket::{ClientMessage, Closing, Since};
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::Instant;
use uuid::Uuid;

use super::handover::HandOver;
use super::outbox::Outbox;
use super::report::Report;
use super::turns::UnderWay;
use crate::frame::Frame;
use crate::link::queue::SpectatorOutbox;
use crate::link::wire::Entrance;
use crate::store::Guest;
use crate::telemetry::traces::TracePoint;

/// Messages that may wait in front of one room.
pub(super) const MAX_WAITING_MESSAGES: usize = 256;
/// Messages of one socket that may wait in front of its room; further ones are not read from the socket before one of them is taken.
pub(crate) const MESSAGES_PER_SOCKET: usize = 32;

/// A person who asks to enter.
pub(crate) struct Join {
    pub(crate) guest: Guest,
    /// The address that the socket comes from.
    pub(crate) address: IpAddr,
    pub(crate) invite: Option<String>,
    pub(crate) since: Option<Since>,
    pub(crate) lang: Lang,
    pub(crate) outbox: Outbox,
    /// The number that the socket has already, where it was at a link before ([`crate::link`]).
    pub(crate) number: Option<u64>,
}

/// A person at another server who asks to enter.
pub(crate) struct RemoteJoin {
    pub(crate) join: Join,
    /// The way to the spectators of that server.
    pub(crate) spectators: SpectatorOutbox,
    /// The number that its own server has given the socket.
    pub(crate) number: u64,
    pub(crate) entrance: Entrance,
}

/// How the socket of another server was let in.
pub(crate) enum RemoteAdmitted {
    /// It has a number in the room.
    Entered(Admitted),
    /// It only watches: the room knows no more of it than that its server has one more spectator.
    Watching,
}

/// What a link says of the spectators of its server.
pub(crate) enum SpectatorNews {
    /// How many they are, of how many that were let in and how many of those that the room knows as sockets by now, and the first of them.
    Count { count: u32, admitted: u64, promoted: u64, names: Vec<(Uuid, String)> },
    /// Their server asks what those are told who come in now.
    Snapshot,
    /// The link has ended.
    Gone,
}

/// A room that this server holds.
pub(crate) struct HeldRoom {
    /// The epoch in which it is held.
    pub(crate) epoch: i64,
    /// The inbox of its task.
    pub(crate) inbox: mpsc::Sender<Msg>,
}

/// A socket that was let in.
pub(crate) struct Admitted {
    /// The number of the socket in its room.
    pub(crate) number: u64,
    /// The inbox of the task that let it in. The request may have been passed on from a task that ended to the one that followed it, so
    /// this need not be the inbox that the request was sent to.
    pub(crate) inbox: mpsc::Sender<Msg>,
}

/// A message of a socket, with the moment at which it arrived.
pub(crate) struct Incoming {
    pub(crate) number: u64,
    pub(crate) message: ClientMessage,
    pub(crate) arrived: Instant,
    /// Its place among the messages of its socket, given back when it is taken.
    pub(crate) place: OwnedSemaphorePermit,
    /// Counts a command until it is judged.
    pub(crate) under_way: Option<UnderWay>,
    /// Where it stands in the trace of another server.
    pub(crate) trace: Option<TracePoint>,
}

/// The way to the answer of a room that was asked to let a socket in.
pub(crate) type JoinReply = oneshot::Sender<Result<Admitted, Closing>>;

/// What a room is told.
pub(crate) enum Msg {
    /// Let in, or why not. The welcome goes through the outbox.
    Join(Box<Join>, JoinReply),
    /// The same for a socket of another server.
    RemoteJoin(Box<RemoteJoin>, oneshot::Sender<Result<RemoteAdmitted, Closing>>),
    /// News of the spectators of another server.
    Spectators(SpectatorOutbox, SpectatorNews),
    /// Another server asks whether this one holds the room.
    Hold(oneshot::Sender<Result<HeldRoom, Closing>>),
    /// A message of a socket.
    From(Box<Incoming>),
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
    /// A person is deleted; the answer says whether the room has forgotten them.
    Gone(Uuid, oneshot::Sender<bool>),
    /// The host deletes a room in which nothing was ever played: whether it is closed, or why not.
    Delete(Uuid, oneshot::Sender<Result<(), Refusal>>),
    /// The operator closes the room: whether it is closed.
    Close(oneshot::Sender<bool>),
    /// This server hands the room over to another one.
    HandOver(HandOver),
}

impl Msg {
    /// The socket that a message comes from, or tells of.
    pub(super) fn socket(&self) -> Option<u64> {
        match self {
            Self::From(incoming) => Some(incoming.number),
            Self::Left(number) => Some(*number),
            _ => None,
        }
    }

    /// The moment at which a message of a socket arrived.
    pub(super) fn arrival(&self) -> Option<Instant> {
        match self {
            Self::From(incoming) => Some(incoming.arrived),
            _ => None,
        }
    }

    /// Whether the sender waits for an answer, or the message must not be lost. Everything else ends with the task of the room: its
    /// sockets are closed by then, and what a room is told of itself it reads when it wakes.
    pub(super) const fn outlives_the_task(&self) -> bool {
        matches!(
            self,
            Self::Join(..)
                | Self::RemoteJoin(..)
                | Self::Hold(_)
                | Self::Inspect(_)
                | Self::Gone(..)
                | Self::Delete(..)
                | Self::Close(_)
        )
    }
}
