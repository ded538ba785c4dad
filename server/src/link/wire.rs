//! What the ends of a link say to each other. Both run the same version of it, or there is no link.

use std::net::IpAddr;

use bagarre_protocol::socket::Closing;
use bagarre_rules::any::Refusal;
use bagarre_rules::contract::Lang;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::bus::sealed::Salt;
use crate::frame::Packing;
use crate::room::Report;
use crate::telemetry::traces::TracePoint;

/// The version of everything in this file.
pub(super) const LINK_VERSION: u16 = 3;

/// Asks for a link to a room.
#[derive(Serialize, Deserialize)]
pub(super) struct Open {
    /// [`LINK_VERSION`]. It stands first for ever, so that any version can read it.
    pub(super) version: u16,
    /// The id of the link.
    pub(super) link: Uuid,
    /// The room.
    pub(super) room: String,
    /// What the asking server has drawn for the key of the link.
    pub(super) salt: Salt,
    /// The subject of the asking process.
    pub(super) edge: String,
}

/// Answers [`Open`].
#[derive(Serialize, Deserialize)]
pub(super) enum LinkAnswer {
    /// The link stands.
    Accepted {
        /// The epoch in which the room is held.
        epoch: i64,
        /// What the owning server has drawn for the key of the link.
        salt: Salt,
        /// The subject of the owning process.
        owner: String,
    },
    /// The room is not held here.
    NotHeld,
    /// This server speaks another version.
    OtherVersion,
}

/// From the server of the sockets to the one that holds the room. Sockets go by the numbers that their own server has given them.
#[derive(Serialize, Deserialize)]
pub(super) enum ToOwner {
    /// A socket asks to enter. One that is new and only watches is answered with [`ToEdge::Watching`].
    Join(Box<Entering>),
    /// A message of a socket, as JSON, and where it stands in a trace.
    From { number: u64, text: String, trace: Option<TracePoint> },
    /// A socket is gone.
    Left { number: u64 },
    /// A request that is answered with [`ToEdge::Answer`].
    Ask { id: u32, ask: Ask },
    /// A sign of life, with every socket that is here: a [`ToOwner::Left`] that the other end has missed heals.
    Ping { sockets: Vec<u64> },
    /// How many spectators are here that the room does not know as sockets, of how many [`ToEdge::Watching`] and sockets that were promoted since the
    /// link stands, and the first of them by their ids and names.
    Spectators { count: u32, admitted: u64, promoted: u64, names: Vec<(Uuid, String)> },
    /// Asks for a [`ToEdge::Snapshot`].
    Snapshot,
    /// The edge needs the link no more.
    Bye,
}

/// A socket that asks to enter.
#[derive(Serialize, Deserialize)]
pub(super) struct Entering {
    pub(super) number: u64,
    pub(super) guest: Uuid,
    pub(super) name: String,
    /// When the person came first, in milliseconds since 1970.
    pub(super) created: i64,
    pub(super) address: IpAddr,
    pub(super) invite: Option<String>,
    /// What the client has, as JSON.
    pub(super) since: Option<String>,
    pub(super) lang: Lang,
    pub(super) entrance: Entrance,
}

/// As what a socket of another server enters a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Entrance {
    /// As a spectator, where the person only watches.
    New,
    /// As a socket that the room knows, and welcomes.
    Known,
    /// The same for one that was a spectator until now: it has been told what spectators were.
    Promoted,
}

/// What a spectator is told who comes in at this point of the frames.
#[derive(Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// The welcome of a person without a name, as JSON.
    pub(crate) welcome: String,
    /// Since when nothing can be written, as the JSON of its message.
    pub(crate) away: Option<String>,
}

/// What is asked of a room from outside.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) enum Ask {
    /// How the room is, for the operator.
    Inspect,
    /// To forget a person.
    Gone(Uuid),
    /// To be deleted for its host.
    Delete(Uuid),
    /// To be closed.
    Close,
}

/// What came of a request.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    /// How the room is.
    Report(Box<Report>),
    /// Whether it was done.
    Done(bool),
    /// Why it was refused.
    Refused(Box<Refusal>),
    /// Whether it was done is not known.
    Unknown,
}

/// From the server that holds the room to that of the sockets.
#[derive(Serialize, Deserialize)]
pub(super) enum ToEdge {
    /// A socket was let in.
    Admitted { number: u64 },
    /// A socket was not let in.
    Refused { number: u64, why: Closing },
    /// A spectator is known to the room from here on: it is not told any more what spectators are.
    Promoted { number: u64 },
    /// A socket was let in as a spectator: the room does not know it, and its server tells it what spectators are told.
    Watching { number: u64 },
    /// Answers [`ToOwner::Snapshot`], in the order of the frames.
    Snapshot(Box<Snapshot>),
    /// A frame for all spectators of the server.
    SpectatorFrame { body: Vec<u8>, packing: Packing },
    /// The sockets of one spectator are closed.
    Dismiss { guest: Uuid, why: Closing },
    /// The sockets of all spectators are closed.
    DismissAll { why: Closing },
    /// A spectator has become a player or the host: the socket has to enter the room.
    Summon { guest: Uuid },
    /// The room has taken a message of a socket.
    Taken { number: u64 },
    /// A frame for some sockets.
    Frame { to: Vec<u64>, body: Vec<u8>, packing: Packing },
    /// A socket is closed.
    Close { number: u64, why: Closing },
    /// Answers [`ToOwner::Ask`].
    Answer { id: u32, answer: Answer },
    /// A sign of life.
    Ping,
    /// The link ends: the room is not held here any more, or a message is missing.
    End,
}
