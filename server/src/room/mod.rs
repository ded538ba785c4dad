//! Rooms. Each live room is one task, the `Room` actor; [`Rooms`] finds it, wakes it from the store when it is first
//! needed or when one of its clocks is over, and forgets it when it goes to sleep.
//!
//! What is true here: nothing is broadcast or acknowledged before it is durable; a panic ends one room's task and
//! nothing else; a stored game costs no memory; no lock is held across an await.

mod actor;
mod alarms;
pub mod archive;
mod audience;
mod backlog;
mod batch;
mod blind;
mod camp;
mod campaign;
mod chain;
mod change;
mod consult;
mod departure;
mod door;
mod draw;
mod drawing;
mod earlier;
mod elsewhere;
mod founding;
mod game;
mod handover;
mod inbox;
mod invite;
mod judge;
mod keeping;
mod lapse;
mod late;
mod life;
mod load;
mod lobby;
mod lost_seats;
mod message;
mod moves;
mod opened;
mod operator;
mod outbox;
mod pause;
mod pen;
mod people;
mod place;
mod plan;
mod play;
pub(crate) mod practice;
mod question;
mod refuse;
mod registry;
mod report;
mod room_state;
mod rooms;
mod seals;
mod seating;
pub(crate) mod settings;
mod shared;
mod showing;
mod spectators;
mod start;
mod step;
mod succession;
mod summary;
mod tail;
mod talk;
mod trouble;
mod turns;
mod versions;

pub(crate) use handover::HandOver;
pub(crate) use inbox::Inbox;
pub(crate) use invite::{is_name, is_room, letters};
pub(crate) use message::{
    Admitted, HeldRoom, Incoming, Join, JoinReply, MESSAGES_PER_SOCKET, Msg, RemoteAdmitted, RemoteJoin,
    SpectatorNews,
};
pub(crate) use outbox::{Outbox, Outgoing};
pub(crate) use people::presence::{MAX_SHOWN_WATCHERS, PRESENCE_GATHER_DURATION};
pub(crate) use report::Report;
pub use rooms::Rooms;
pub(crate) use spectators::spectator;
pub use summary::Summary;
pub(crate) use summary::{card, card_for};
pub(crate) use tail::{Budget, MAX_TAIL_BYTES};
