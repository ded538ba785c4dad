//! Messages to all servers, about sockets or rooms that may be at any of them. A server that misses one reads the house and campaigns from the database within
//! seconds (`room/versions.rs`), and refuses a browser that was signed out at its next request.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::Closing;
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{Links, RETRY_DELAY};
use crate::bus::BusError;
use crate::gate::{Gate, Key};
use crate::room::Rooms;
use crate::store::Hash;

/// How old something may be that is told, in milliseconds: it may have been recorded and repeated.
const MAX_AGE_MS: u64 = 30_000;
/// How long the other servers may take to say who is there.
const PRESENCE_TIMEOUT: Duration = Duration::from_millis(500);

/// Something that every server is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Broadcast {
    /// The operator has said something to all servers.
    House,
    /// A campaign has changed.
    Campaign(String),
    /// A browser was signed out.
    SignedOut(Hash),
    /// Asks which of some people have a socket open. A server at which any of them has answers to a subject, with a sealed [`Presence`].
    AskPresence { people: Vec<Uuid>, reply: String },
}

/// People who have a socket open at a server, each with how long ago the last was heard of the person, in milliseconds.
type Presence = Vec<(Uuid, u64)>;

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

    /// Asks the other servers which of some people have a socket open. Returns how long ago each of these was last heard. A server that does not answer
    /// in time counts as one without their sockets.
    pub(crate) async fn presence_elsewhere(
        &self,
        people: Vec<Uuid>,
    ) -> Result<BTreeMap<Uuid, Duration>, BusError> {
        let reply = format!("{}.here.{}", self.prefix, self.world.new_id());
        let mut answers = self.bus.subscribe(&reply).await?;
        self.broadcast(Broadcast::AskPresence { people, reply: reply.clone() }).await;
        let mut here = BTreeMap::new();
        let gathered = async {
            while let Some(answer) = answers.next().await {
                for (person, heard) in
                    self.open_sealed::<Presence>(&reply, &answer.payload).unwrap_or_default()
                {
                    let heard = Duration::from_millis(heard);
                    let known = here.entry(person).or_insert(heard);
                    *known = heard.min(*known);
                }
            }
        };
        // Ends with the time: how many servers there are is not known here.
        let _ = timeout(PRESENCE_TIMEOUT, gathered).await;
        Ok(here)
    }

    /// Answers [`Broadcast::AskPresence`].
    async fn answer_presence(&self, people: &[Uuid], reply: &str, gate: &Gate) {
        let heard = |person: &Uuid| {
            let heard = gate.heard_of(*person)?;
            Some((*person, u64::try_from(heard.as_millis()).unwrap_or(u64::MAX)))
        };
        let here: Presence = people.iter().filter_map(heard).collect();
        if let Some(sealed) = self.seal(reply, &here).filter(|_| !here.is_empty())
            && let Err(why) = self.bus.publish(reply, sealed).await
        {
            tracing::debug!(%why, "who is connected here was not answered");
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
                    self.take(envelope.broadcast, &rooms, &gate).await;
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn take(&self, broadcast: Broadcast, rooms: &Rooms, gate: &Gate) {
        match broadcast {
            Broadcast::House => {
                if let Err(why) = rooms.read_house().await {
                    tracing::warn!(%why, "what the operator says to all servers could not be read");
                }
            }
            Broadcast::Campaign(campaign) => rooms.campaign_changed_elsewhere(&campaign),
            Broadcast::SignedOut(token) => gate.cut(Key::Browser(token), Closing::Revoked),
            Broadcast::AskPresence { people, reply } => self.answer_presence(&people, &reply, gate).await,
        }
    }
}
