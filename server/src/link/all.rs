//! What every server is told, because it concerns sockets or rooms that may be anywhere. A server that misses it learns it from the database when it is asked
//! next, or not at all: a browser that was signed out is refused at its next request.

use std::sync::Arc;

use bagarre_protocol::socket::Closing;
use bagarre_rules::presentation::Words;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use uuid::Uuid;

use super::{Links, RETRY_DELAY};
use crate::gate::{Gate, Key};
use crate::room::Rooms;
use crate::store::Hash;

/// How old something may be that is told, in milliseconds: it may have been recorded and repeated.
const MAX_AGE_MS: u64 = 30_000;

/// Something that every server is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Broadcast {
    /// The operator announces something, or nothing any more.
    Announcement(Option<Words>),
    /// A campaign has changed.
    Campaign(String),
    /// A browser was signed out.
    SignedOut(Hash),
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    /// The process that tells it: it knows.
    from: Uuid,
    /// When, in milliseconds since 1970.
    at: i64,
    broadcast: Broadcast,
}

impl Links {
    fn subject_of_all(&self) -> String {
        format!("{}.all", self.prefix)
    }

    /// Tells every other server something.
    pub(crate) async fn broadcast(&self, broadcast: Broadcast) {
        let subject = self.subject_of_all();
        let envelope = Envelope { from: self.process, at: self.world.now(), broadcast };
        let Some(sealed) = self.seal(&subject, &envelope) else { return };
        if let Err(why) = self.bus.publish(&subject, sealed).await {
            tracing::warn!(%why, "the other servers were not told");
        }
    }

    /// Takes what other servers tell, until the bus ends.
    pub(super) async fn take_broadcasts(self: Arc<Self>, rooms: Rooms, gate: Gate) {
        let subject = self.subject_of_all();
        loop {
            let mut messages = self.subscribe(&subject).await;
            while let Some(message) = messages.next().await {
                let Some(envelope) = self.open_sealed::<Envelope>(&subject, &message.payload) else {
                    continue;
                };
                let fresh = self.world.now().abs_diff(envelope.at) <= MAX_AGE_MS;
                if fresh && envelope.from != self.process {
                    take(envelope.broadcast, &rooms, &gate).await;
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }
}

async fn take(broadcast: Broadcast, rooms: &Rooms, gate: &Gate) {
    match broadcast {
        Broadcast::Announcement(words) => {
            if rooms.house().announce(words).is_ok() {
                rooms.tell_announcement();
            }
        }
        Broadcast::Campaign(campaign) => {
            if let Err(why) = rooms.campaign_changed_elsewhere(&campaign).await {
                tracing::warn!(%why, "the rooms of a campaign that has changed could not be told");
            }
        }
        Broadcast::SignedOut(token) => gate.cut(Key::Browser(token), Closing::Revoked),
    }
}
