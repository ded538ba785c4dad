//! A room that another server holds: its task here stands in for it, at the edge of a link ([`crate::link`]).

use std::sync::Arc;
use std::time::Duration;

use bagarre_protocol::socket::Closing;
use tokio::time::{Instant, sleep};
use tracing::Instrument as _;

use super::actor::Room;
use super::handover::HandOver;
use super::inbox::Inbox;
use super::life::{closing_for, fall_asleep, turn_away};
use super::load::Unloaded;
use super::message::Msg;
use super::place::Place;
use super::shared::Shared;
use crate::link::edge::{Edge, EdgeEnd};
use crate::link::{Links, Unopened};
use crate::store::RoomRecord;
use crate::telemetry::traces::span;

/// How long to wait before a room is claimed again, or the server asked that holds it, while neither has worked.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How long sockets may wait for a room that moves, in leases: a server that has died holds its rooms until its lease has lapsed.
const MOVE_TIMEOUT_LEASES: u32 = 4;

impl Room {
    /// Wakes a room. While another server holds it this task stands in for it; once that one has let go, the room wakes here with the sockets that are here.
    /// Returns the messages that came too late where it does not wake here.
    pub(super) async fn wake(
        shared: Arc<Shared>,
        id: &str,
        mut inbox: Inbox,
        mut opened: Option<Box<RoomRecord>>,
        place: Arc<Place>,
    ) -> Result<Box<Self>, Vec<Msg>> {
        let mut edge = Edge::new(id);
        let timeout = shared.config.node.lease * MOVE_TIMEOUT_LEASES;
        let mut waiting_since = Instant::now();
        loop {
            let load = Self::load(shared.clone(), id, inbox, opened.take(), place.clone());
            let why = match load.instrument(span!("wake")).await {
                Ok(mut room) => {
                    room.take_over(edge).await;
                    return Ok(room);
                }
                Err((unread, why)) => {
                    inbox = unread;
                    why
                }
            };
            let mut may_wait = shared.house.takes_rooms();
            match stand_in(&shared, id, &why, &mut edge, &mut inbox).await {
                Ok(EdgeEnd::Idle) => return Err(fall_asleep(&shared, id, None, inbox).await),
                Ok(EdgeEnd::HandedOver(HandOver { pause, released, .. })) => {
                    drop(released);
                    shared.close_one_by_one(edge.into_sockets(Closing::Shutdown), pause);
                    return Err(fall_asleep(&shared, id, None, inbox).await);
                }
                Ok(EdgeEnd::Lost) => {
                    metrics::counter!("bagarre_links_lost_total").increment(1);
                    (waiting_since, may_wait) = (Instant::now(), true);
                }
                // A socket that comes to the holder itself needs no link.
                Err(Unlinked::OtherVersion) => may_wait = false,
                Ok(EdgeEnd::Stopped) | Err(Unlinked::Unknown) => {}
            }
            let may_move = shared.links.is_some()
                && may_wait
                && (matches!(why, Unloaded::Elsewhere)
                    || matches!(why, Unloaded::Fault(_)) && !edge.is_empty());
            let stopped = shared.stop.is_cancelled();
            if stopped || !may_move || waiting_since.elapsed() >= timeout {
                let (closing, again) =
                    if stopped { (Closing::Shutdown, false) } else { closing_for(id, &why) };
                edge.close(closing);
                turn_away(&shared, id, inbox, closing, again).await;
                return Err(Vec::new());
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Lets the sockets in that were at the edge of a link to the server that held the room before.
    async fn take_over(&mut self, edge: Edge) {
        for (join, reply) in edge.into_joins() {
            let admitted = self.join(join).await;
            // The way to a socket that is not let in again is dropped: it is closed, comes back, and is told why.
            if let Some(reply) = reply {
                self.answer_join(reply, admitted);
            }
        }
    }
}

/// Why no link was made.
enum Unlinked {
    /// The holder speaks another version of links: two versions of the program are at work.
    OtherVersion,
    /// There is no holder, or it is not known, or it cannot be reached.
    Unknown,
}

/// Stands in for a room at the server that holds it.
async fn stand_in(
    shared: &Arc<Shared>,
    id: &str,
    why: &Unloaded,
    edge: &mut Edge,
    inbox: &mut Inbox,
) -> Result<EdgeEnd, Unlinked> {
    let links: Option<&Arc<Links>> = shared.links.as_ref().filter(|_| matches!(why, Unloaded::Elsewhere));
    let links = links.ok_or(Unlinked::Unknown)?;
    let holder = shared.ask_store(shared.store.room_holder(id)).await;
    let holder = holder.unwrap_or_else(|why| {
        tracing::warn!(room = id, %why, "which server holds a room is not known");
        None
    });
    let holder = holder.ok_or(Unlinked::Unknown)?;
    let carrying = edge.carry(links, holder, inbox, &shared.sockets, &shared.tails, &shared.house);
    let carried = shared.stop.run_until_cancelled(carrying).await.ok_or(Unlinked::Unknown)?;
    carried.map_err(|why| {
        tracing::debug!(room = id, %holder, ?why, "no link to the server that holds a room");
        if why == Unopened::OtherVersion { Unlinked::OtherVersion } else { Unlinked::Unknown }
    })
}
