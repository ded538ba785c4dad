//! Handing rooms over to other servers: see [`crate::drain`].

use std::time::Duration;

use bagarre_protocol::socket::Closing;
use tokio::sync::oneshot;
use tokio::time::sleep;
use uuid::Uuid;

use super::message::Msg;
use super::outbox::Outbox;
use super::rooms::Rooms;
use super::shared::Shared;

/// How a room is handed over.
pub(crate) struct HandOver {
    /// The server that is asked to wake the room before its players reconnect.
    pub(crate) to: Option<Uuid>,
    /// How long after each other the sockets of this server are closed.
    pub(crate) pause: Duration,
    /// Dropped once the room is released.
    pub(crate) released: oneshot::Sender<()>,
}

impl Rooms {
    /// Returns whether people should come to this server: not while its rooms are handed over to others, nor while it has no lease and other servers take
    /// any socket.
    pub(crate) fn takes_people(&self) -> bool {
        self.0.house.takes_rooms() && (self.0.links.is_none() || self.0.lease.node().is_some())
    }

    /// Hands a room over: it is released, a server is asked to wake it, and its sockets here are closed so long after each other. Where another server
    /// holds it, its sockets here are closed. Returns once it is released.
    pub(crate) async fn hand_over(&self, room: &str, to: Option<Uuid>, pause: Duration) {
        let inbox = self.0.registry().awake.get(room).map(|awake| awake.inbox.clone());
        let Some(inbox) = inbox else { return };
        let (released, done) = oneshot::channel();
        let handover = HandOver { to, pause, released };
        if inbox.send(Msg::HandOver(handover)).await.is_ok() {
            // Dropped, never sent.
            let _ = done.await;
        }
    }
}

impl Shared {
    /// Closes sockets so long after each other, those first that came first.
    pub(super) fn close_one_by_one(&self, sockets: Vec<Outbox>, pause: Duration) {
        self.tasks.spawn(async move {
            for socket in sockets {
                socket.close(Closing::Shutdown);
                sleep(pause).await;
            }
        });
    }

    /// Asks a server to wake a room that this one has released.
    pub(super) fn wake_elsewhere(&self, room: &str, to: Uuid) {
        let Some(links) = self.links.clone() else { return };
        let room = room.to_owned();
        self.tasks.spawn(async move { links.wake_at(to, &room).await });
    }
}
