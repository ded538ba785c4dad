//! The lease of one of several servers on the same data.
//!
//! Each incarnation is a row of its own. Where the lease has lapsed, be it that the database did not answer or that the process was frozen, that row
//! is never renewed: other servers may have claimed its rooms. The next incarnation joins as a new server.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{LOOK_INTERVAL, RENEWALS_PER_LEASE, Standing, describe, fence, holds, living, until_free};
use crate::clock::TableClock;
use crate::config::NodeConfig;
use crate::error::AppError;
use crate::signal;
use crate::store::cluster::{Beat, Joining};
use crate::store::nodes::Node;
use crate::store::replays::Rules;
use crate::store::{Store, StoreError};
use crate::world::World;

/// How long a server may take to join once its lease has lapsed, in leases. What became of an attempt that took longer is not known; a row that it
/// has left lapses.
const JOIN_TIMEOUT_LEASES: u32 = 4;

/// One of several servers.
pub(super) struct Member {
    store: Arc<dyn Store>,
    lease: Duration,
    world: World,
    clock: Arc<TableClock>,
    stands: signal::Receiver<Standing>,
    /// The id of the incarnation whose lease runs, if one does.
    incarnation: signal::Receiver<Option<Uuid>>,
    tell_incarnation: signal::Sender<Option<Uuid>>,
    /// The heartbeat ends.
    end: CancellationToken,
}

/// What the heartbeat changes.
struct Heartbeat {
    member: Arc<Member>,
    /// What the server says of itself, with the id of its incarnation.
    node: Node,
    /// Which incarnation that is.
    number: i64,
    stands: signal::Sender<Standing>,
    stop: CancellationToken,
}

impl Member {
    /// Joins the other servers, once no server works on the data alone, and renews the lease until it ends.
    pub(super) async fn join(
        store: &Arc<dyn Store>,
        config: &NodeConfig,
        world: &World,
        stop: CancellationToken,
        node: Node,
    ) -> Result<Arc<Self>, AppError> {
        let (sent, beat) = loop {
            until_free(store.as_ref(), config, node.id).await?;
            let sent = Instant::now();
            let known = Rules::known();
            let first = Joining { node: &node, incarnation: 1, lost: 0, lease: config.lease, known: &known };
            match join(store.as_ref(), first).await? {
                Some(beat) => break (sent, beat),
                // A server that works alone has come in between.
                None => sleep(LOOK_INTERVAL).await,
            }
        };
        tracing::info!(id = %node.id, "joined the servers on this data");
        let clock = Arc::new(TableClock::following(sent, beat, world.clone()));
        let (tell_standing, stands) = signal::channel(Standing::Until(sent + fence(config.lease)));
        let (tell_incarnation, incarnation) = signal::channel(Some(node.id));
        let member = Arc::new(Self {
            store: store.clone(),
            lease: config.lease,
            world: world.clone(),
            clock,
            stands,
            incarnation,
            tell_incarnation,
            end: CancellationToken::new(),
        });
        let heartbeat = Heartbeat { member: member.clone(), node, number: 1, stands: tell_standing, stop };
        tokio::spawn(heartbeat.run());
        Ok(member)
    }

    /// Returns the id of the incarnation whose lease runs, if one does.
    pub(super) fn node(&self) -> Option<Uuid> {
        self.incarnation.get()
    }

    /// Returns once `node` is not the incarnation whose lease runs.
    pub(super) async fn lapsed(&self, node: Option<Uuid>) {
        self.incarnation.clone().until(|current| *current != node).await;
    }

    pub(super) fn clock(&self) -> Arc<TableClock> {
        self.clock.clone()
    }

    pub(super) fn standing(&self) -> Standing {
        self.stands.get()
    }

    /// Whether the lease runs, by the monotonic clock of this server.
    pub(super) fn holds(&self) -> bool {
        holds(&self.stands.get())
    }

    /// Whether the lease is over by the monotonic clock of this server, which has not been told so.
    pub(super) fn is_overdue(&self) -> bool {
        let rest = self.lease / RENEWALS_PER_LEASE;
        let is_over = |standing| matches!(standing, Standing::Until(until) if Instant::now() >= until + rest);
        self.node().is_some() && is_over(self.stands.get())
    }

    /// Gives up an incarnation whose lease is over: the next heartbeat joins again.
    pub(super) fn give_up(&self) {
        if self.is_overdue() {
            metrics::counter!("bagarre_leases_lapsed_total").increment(1);
            self.tell_incarnation.set(None);
        }
    }

    pub(super) fn end(&self) {
        self.end.cancel();
    }

    /// Leaves the other servers: every room that this one held is free at once.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        match self.incarnation.get() {
            Some(node) => self.store.release(node).await,
            None => Ok(()),
        }
    }
}

/// Joins the other servers. Returns `None` where a server works on the data alone. One that has claimed the data at the same moment is seen only
/// once both rows are there: then this server gives way, and so may the other one.
async fn join(store: &dyn Store, joining: Joining<'_>) -> Result<Option<Beat>, StoreError> {
    let joined = store.join(joining).await?;
    if joined.is_some() && living(store).await?.iter().any(|node| node.alone) {
        store.release(joining.node.id).await?;
        return Ok(None);
    }
    Ok(joined)
}

impl Heartbeat {
    async fn run(mut self) {
        let end = self.member.end.clone();
        let interval = self.member.lease / RENEWALS_PER_LEASE;
        loop {
            let next = Instant::now() + interval;
            let beat = async {
                if self.member.node().is_some() { self.renew().await } else { self.join_again().await }
            };
            match end.run_until_cancelled(beat).await {
                Some(true) => {}
                Some(false) | None => return,
            }
            if end.run_until_cancelled(tokio::time::sleep_until(next)).await.is_none() {
                return;
            }
        }
    }

    /// A heartbeat that was sent then has succeeded.
    fn lives(&self, sent: Instant, beat: Beat) {
        self.member.clock.follow_store(sent, beat);
        self.stands.set(Standing::Until(sent + fence(self.member.lease)));
    }

    /// Renews the lease once. Where it has lapsed, the rooms of this server are told, and the next heartbeat joins again.
    async fn renew(&self) -> bool {
        let Member { store, lease, .. } = &*self.member;
        let sent = Instant::now();
        match timeout(fence(*lease), store.beat_as(self.node.id, *lease)).await {
            Ok(Ok(Some(beat))) => self.lives(sent, beat),
            Ok(Ok(None)) => {
                tracing::warn!(id = %self.node.id, "the lease of this server has lapsed: its rooms are read again");
                metrics::counter!("bagarre_leases_lapsed_total").increment(1);
                self.member.tell_incarnation.set(None);
            }
            Ok(Err(why)) => tracing::warn!(%why, "the lease of this server was not renewed"),
            Err(_) => {
                tracing::warn!("the lease of this server was not renewed: the database does not answer");
            }
        }
        true
    }

    /// Joins as the next incarnation. Returns `false` where a server works on the data alone: this one stops.
    async fn join_again(&mut self) -> bool {
        let Member { store, lease, world, clock, .. } = &*self.member;
        let (id, number) = (world.new_id(), self.number + 1);
        let node = Node { id, ..self.node.clone() };
        let sent = Instant::now();
        let known = Rules::known();
        let next =
            Joining { node: &node, incarnation: number, lost: clock.ahead(), lease: *lease, known: &known };
        let joined = join(store.as_ref(), next);
        match timeout(*lease * JOIN_TIMEOUT_LEASES, joined).await {
            Ok(Ok(Some(beat))) => {
                tracing::info!(%id, number, "joined the servers on this data again");
                (self.node, self.number) = (node, number);
                self.lives(sent, beat);
                self.member.tell_incarnation.set(Some(id));
            }
            Ok(Ok(None)) => {
                let holder = match timeout(fence(*lease), store.holder()).await {
                    Ok(Ok(Some(holder))) => describe(&holder.node),
                    _ => "it is not known which".to_owned(),
                };
                tracing::error!(holder, "another server works on the data alone: closing");
                self.stands.set(Standing::Lost(holder));
                self.stop.cancel();
                return false;
            }
            Ok(Err(why)) => tracing::warn!(%why, "this server could not join the others again"),
            Err(_) => {
                tracing::warn!("this server could not join the others again: the database does not answer");
            }
        }
        true
    }
}
