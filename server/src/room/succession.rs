//! The powers of the host pass on: a room whose host stays away from people who are in it gets another one.

use tokio::time::Instant;

use super::actor::Room;
use super::change::{Change, Then};
use super::trouble::Trouble;
use crate::store::RoomRecord;

impl Room {
    /// Returns when another person becomes the host, while the host is away and another person is here.
    pub(super) fn succession_at(&mut self) -> Option<Instant> {
        self.people.time_host(&self.seating)?.checked_add(self.shared.config.limits.host_away)
    }

    /// Makes another person the host.
    pub(super) async fn succeed(&mut self) -> Result<(), Trouble> {
        let Some(host) = self.people.heir(&self.seating) else { return Ok(()) };
        let record = RoomRecord { host, ..self.seating.record().clone() };
        let then = self.carry_out(Change { record, also: Vec::new(), then: Then::Nothing }).await?;
        tracing::info!(room = %self.seating.record().id, "the host stayed away: the room has another one");
        self.follow(then);
        Ok(())
    }
}
