//! What the operator and the upkeep ask of rooms.

use std::time::Duration;

use bagarre_protocol::room::Phase;
use bagarre_protocol::socket::ServerMessage;
use tokio::sync::oneshot;
use tokio::time::timeout;
use uuid::Uuid;

use super::actor::Room;
use super::departure;
use super::message::Msg;
use super::report::{GameReport, Report, SeatReport};
use super::rooms::Rooms;
use crate::error::AppError;
use crate::frame::Frame;
use crate::house::House;
use crate::ledger::Ledger;
use crate::store::cluster::{Claimant, Claimed};
use crate::store::{RoomRecord, StoreError, WriteError};

/// How long a room may take to say how it is.
const INSPECT_TIMEOUT: Duration = Duration::from_secs(2);

impl Rooms {
    /// Returns what the operator says to the whole house.
    pub(crate) fn house(&self) -> &House {
        &self.0.house
    }

    /// Returns what people have had written.
    pub(crate) fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Sends what is announced to all who are connected.
    pub(crate) fn tell_announcement(&self) {
        let words = self.0.house.announcement();
        let frame = Frame::text(&ServerMessage::Announcement { words });
        for awake in self.0.registry().awake.values() {
            // A room with that much to do has people who will hear of it when they come next.
            let _ = awake.inbox.try_send(Msg::Announce(frame.clone()));
        }
    }

    /// Returns the rooms that are awake.
    pub(crate) fn awake_rooms(&self) -> Vec<String> {
        self.0.registry().awake.keys().cloned().collect()
    }

    /// Returns how many messages of a room wait until something is written.
    #[cfg(feature = "testkit")]
    pub async fn waiting(&self, room: &str) -> Result<usize, StoreError> {
        Ok(self.report(room).await?.map_or(0, |report| report.waiting))
    }

    fn is_awake(&self, room: &str) -> bool {
        self.0.registry().awake.contains_key(room)
    }

    /// Returns a room as the operator sees it; one that is asleep is not woken.
    pub(crate) async fn report(&self, room: &str) -> Result<Option<Report>, StoreError> {
        let inbox = self.0.registry().awake.get(room).map(|awake| awake.inbox.clone());
        if let Some(inbox) = inbox {
            let (reply, report) = oneshot::channel();
            let asked = async {
                inbox.send(Msg::Inspect(reply)).await.ok()?;
                report.await.ok()
            };
            if let Ok(Some(report)) = timeout(INSPECT_TIMEOUT, asked).await {
                return Ok(Some(*report));
            }
        }
        Ok(self.0.store.room(room).await?.as_ref().map(Report::from))
    }

    /// Closes a room for good. `false`: there is none of that name.
    pub(crate) async fn close_room(&self, room: &str) -> Result<bool, AppError> {
        let Some(record) = self.0.store.room(room).await? else { return Ok(false) };
        if record.phase == Phase::Closed {
            return Ok(true);
        }
        let (reply, done) = oneshot::channel();
        if self.tell(room, Msg::Close(reply)).await.is_ok() && done.await.unwrap_or(false) {
            return Ok(true);
        }
        Err(WriteError::Failed("the room could not be closed".to_owned()).into())
    }

    /// Closes a room for its host, in which nothing was ever played.
    pub(crate) async fn delete(&self, room: &str, host: Uuid) -> Result<(), AppError> {
        let known = self.0.store.room(room).await?;
        if known.is_none_or(|known| known.host != host || known.phase == Phase::Closed) {
            return Err(AppError::Missing);
        }
        let failed = || WriteError::Failed("the room could not be deleted".to_owned());
        let (reply, done) = oneshot::channel();
        self.tell(room, Msg::Delete(host, reply)).await.map_err(|_| failed())?;
        Ok(done.await.map_err(|_| failed())??)
    }

    /// Removes a person who is deleted from a room. A room that is awake is told; one that sleeps is written without waking it.
    pub(crate) async fn leave(&self, room: &RoomRecord, guest: Uuid) -> Result<(), AppError> {
        let failed = || WriteError::Failed("a room did not let somebody go".to_owned());
        let live = matches!(room.phase, Phase::Lobby | Phase::Playing | Phase::Paused);
        if live || self.is_awake(&room.id) {
            let (reply, done) = oneshot::channel();
            let told = self.tell(&room.id, Msg::Gone(guest, reply)).await;
            if told.is_err() || !done.await.unwrap_or(false) {
                return Err(failed().into());
            }
        } else {
            let members = self.0.store.members(&room.id).await?;
            let heirs = members.iter().filter(|member| !member.kicked).map(|member| member.guest);
            let after = departure::without(room, guest, heirs);
            if after != *room {
                self.0
                    .writer
                    .write(departure::job_asleep(room, after, "its host is gone", self.0.config.world.now()))
                    .await?;
            }
        }
        Ok(self.0.store.drop_member(&room.id, guest).await?)
    }

    /// Deletes a room that was idle for long, unless a person has just come back. `true` when it is gone.
    pub(crate) async fn drop_room(
        &self,
        room: &str,
        piece: u32,
        breath: Duration,
    ) -> Result<bool, StoreError> {
        self.0.registry().opened.take(room);
        if let Some(node) = self.0.lease.node() {
            let claimant = Claimant { node, lease: self.0.config.node.lease, known: None };
            if !matches!(self.0.store.claim_room(room, claimant).await?, Claimed::Held(_)) {
                return Ok(false);
            }
        }
        while !self.is_awake(room) {
            if self.0.store.drop_room(room, piece).await? {
                self.0.registry().alarms.remove(room);
                return Ok(true);
            }
            tokio::time::sleep(breath).await;
        }
        Ok(false)
    }
}

impl Room {
    /// Returns what the operator may know of this room.
    pub(super) fn report(&self) -> Report {
        let seats = self.seat_states();
        let seats = seats.iter().map(|seat| SeatReport::new(&seat.holder, seat.online, seat.sheet));
        let game = self.game.play().map(|play| GameReport {
            id: play.id,
            entry: Some(play.entry),
            turn: Some(play.game().turn()),
            asked: play.asked().iter().map(|seat| seat.0).collect(),
            first_deadline: play.question.first().map(|at| self.time().to_wall(at)),
        });
        let asleep = Report::from(self.seating.record());
        Report {
            awake: true,
            sockets: self.people.count(),
            waiting: self.inbox.waiting(),
            seats: seats.collect(),
            game: game.or_else(|| asleep.game.clone()),
            ..asleep
        }
    }
}
