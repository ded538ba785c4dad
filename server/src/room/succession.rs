//! The powers of the host pass on: a room whose host stays away from people who are in it gets another one.

use tokio::time::Instant;
use uuid::Uuid;

use super::actor::Room;
use super::change::{Change, Then};
use super::state::Trouble;
use crate::store::RoomRecord;

impl Room {
    /// Who would be the host if the one who is away does not come back: the first connected person in a seat, otherwise the
    /// first connected member. Nobody while the host is connected, or when nobody else is.
    fn heir(&self) -> Option<Uuid> {
        if self.sockets.online(self.seating.record().host) {
            return None;
        }
        let seated = self.seating.players().map(|(_, guest)| guest).find(|guest| self.sockets.online(*guest));
        seated.or_else(|| {
            self.sockets
                .iter()
                .map(|(_, socket)| socket.guest.id)
                .find(|guest| self.seating.is_member(*guest))
        })
    }

    /// When somebody else becomes the host, while the host is away and somebody else is here.
    pub(super) fn host_given_up(&mut self) -> Option<Instant> {
        self.host_away = match self.heir() {
            Some(_) => Some(self.host_away.unwrap_or_else(Instant::now)),
            None => None,
        };
        self.host_away?.checked_add(self.shared.config.limits.host_away)
    }

    /// Somebody else is the host from now on.
    pub(super) async fn succeed(&mut self) -> Result<(), Trouble> {
        let Some(host) = self.heir() else { return Ok(()) };
        let record = RoomRecord { host, ..self.seating.record().clone() };
        let then = self.carry_out(Change { record, also: Vec::new(), then: Then::Nothing }).await?;
        tracing::info!(room = %self.seating.record().id, "the host stayed away: the room has another one");
        self.follow(then);
        Ok(())
    }
}
