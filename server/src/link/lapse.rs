//! A server that the database does not answer is not told that its lease has lapsed. Where another server can write, which may take its rooms, it gives them
//! up by itself, so that its sockets come back to a server that can write. Where no server can, rooms and sockets stay where they are.

use std::sync::Arc;

use bytes::Bytes;
use tokio::time::sleep;
use uuid::Uuid;

use super::{Links, PINGS_PER_SILENCE, RETRY_DELAY};
use crate::lease::Lease;

impl Links {
    fn subject_of_writers(&self) -> String {
        format!("{}.writers", self.prefix)
    }

    /// Answers other servers that ask whether any server can write, while this one can.
    pub(super) async fn answer_write_checks(self: Arc<Self>, lease: Lease) {
        let subject = self.subject_of_writers();
        loop {
            let mut questions = self.subscribe(&subject).await;
            while let Some(question) = questions.next().await {
                let asked = self.open_sealed::<Uuid>(&subject, &question.payload).zip(question.reply);
                let Some((id, reply)) = asked.filter(|_| lease.node().is_some() && lease.check().is_ok())
                else {
                    continue;
                };
                if let Some(answer) = self.seal(&answer_subject(id), &())
                    && let Err(why) = self.bus.publish(&reply, answer).await
                {
                    tracing::debug!(%why, "another server was not told that this one can write");
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Gives the rooms of this server up when its lease is over and another server can write.
    pub(super) async fn watch_lease(self: Arc<Self>, lease: Lease) {
        loop {
            sleep(self.silence / PINGS_PER_SILENCE).await;
            if lease.is_overdue() && self.can_another_write().await {
                tracing::warn!(
                    "the database does not answer this server, and another one can write: its rooms are given up"
                );
                lease.give_up();
            }
        }
    }

    async fn can_another_write(&self) -> bool {
        let (id, subject) = (self.world.new_id(), self.subject_of_writers());
        let Some(question) = self.seal(&subject, &id) else { return false };
        let answer: Result<Bytes, _> = self.bus.request(&subject, question).await;
        answer.is_ok_and(|answer| self.open_sealed::<()>(&answer_subject(id), &answer).is_some())
    }
}

/// What an answer is sealed for: it fits no other question.
fn answer_subject(id: Uuid) -> String {
    format!("writers {id}")
}
