//! The lease of a server on the data.
//!
//! A server that works on the data alone takes the lease before it starts, renews it, and releases it when it stops. Another one that is started
//! meanwhile refuses, or asks to be handed the data over; where the holder has died it waits until the lease has surely lapsed. Several servers on
//! the same data have a lease each (`lease/several.rs`). Leases keep servers apart; that an entry is never written twice or out of order does not depend
//! on them but on what the store refuses (see `Write::Epoch`).

mod several;
mod watch;

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::clock::TableClock;
use crate::config::{NodeConfig, NodeMode};
use crate::error::AppError;
use crate::signal;
use crate::store::nodes::{Node, NodeRecord, Nodes, Renewed};
use crate::store::replays::Rules;
use crate::store::{Store, StoreError};
use crate::world::World;
use several::Member;
pub use watch::{DataBusy, Sight, Watch, describe};

/// How often it is looked whether the holder of a lease lives, and whether it has released it.
pub(crate) const LOOK_INTERVAL: Duration = Duration::from_millis(100);
/// A lease is renewed so many times while it runs.
const RENEWALS_PER_LEASE: u32 = 5;

/// Waits until the data is free. Returns the server whose place is to be taken, if one has died. `me`: who asks for a handover.
async fn until_free(
    nodes: &dyn Nodes,
    config: &NodeConfig,
    me: Uuid,
) -> Result<Option<NodeRecord>, AppError> {
    let mut watch = Watch::new(config.lease, config.margin);
    let (begun, mut asked, mut told) = (Instant::now(), None, None);
    loop {
        let holder = nodes.holder().await?;
        // The lease of one of several servers keeps away only a server that wants the data alone.
        let holder = holder.filter(|holder| config.mode == NodeMode::Alone || holder.node.alone);
        let (node, lives) = match watch.look(holder) {
            Sight::Free => return Ok(None),
            Sight::Dead(node) => return Ok(Some(node)),
            Sight::Alive(node) => (node, true),
            Sight::Unknown(node) => (node, false),
        };
        if config.takeover {
            if asked != Some(node.id) {
                tracing::info!(holder = describe(&node), "asking for the data to be handed over");
                nodes.ask_handover(node.id, me).await?;
                asked = Some(node.id);
            }
            if begun.elapsed() >= config.handover {
                return Err(AppError::Held(DataBusy::NotHandedOver(Box::new(node), config.handover)));
            }
        } else if lives {
            return Err(AppError::Held(DataBusy::AtWork(Box::new(node))));
        } else if told != Some(node.id) {
            tracing::info!(
                holder = describe(&node),
                "waiting to see whether the server before this one lives"
            );
            told = Some(node.id);
        }
        sleep(LOOK_INTERVAL).await;
    }
}

/// Waits until no server works on the data, before anything of it is changed. Takes no lease yet.
pub(crate) async fn clear_the_way(
    nodes: &dyn Nodes,
    config: &NodeConfig,
    world: &World,
) -> Result<(), AppError> {
    if config.mode != NodeMode::Unleased {
        until_free(nodes, config, world.new_id()).await?;
    }
    Ok(())
}

/// How the lease of this server stands.
#[derive(Clone)]
enum Standing {
    /// By this server's own clock it may write until then, unless the lease is renewed.
    Until(Instant),
    /// Another server has it.
    Lost(String),
}

/// The lease of this server. Cheap to clone.
#[derive(Clone)]
pub struct Lease(Kind);

#[derive(Clone)]
enum Kind {
    /// None: nothing keeps other servers away.
    Unleased,
    Alone(Arc<Inner>),
    Several(Arc<Member>),
}

struct Inner {
    store: Arc<dyn Store>,
    id: Uuid,
    lease: Duration,
    stands: signal::Receiver<Standing>,
    /// The heartbeat ends.
    end: CancellationToken,
}

impl Lease {
    /// A lease that is never lost: other servers may be at work.
    pub const fn shared() -> Self {
        Self(Kind::Unleased)
    }

    /// Takes the lease, once it is free, or joins the other servers, and renews it until it is released. `stop` is cancelled when another server
    /// asks for the data, or has it.
    pub async fn take(
        store: &Arc<dyn Store>,
        config: &NodeConfig,
        world: &World,
        stop: CancellationToken,
    ) -> Result<Self, AppError> {
        let node = Node {
            id: world.new_id(),
            address: config.address.clone(),
            plays: plays(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        match config.mode {
            NodeMode::Unleased => return Ok(Self::shared()),
            NodeMode::Several => {
                let member = Member::join(store, config, world, stop, node).await?;
                return Ok(Self(Kind::Several(member)));
            }
            NodeMode::Alone => {}
        }
        let sent = loop {
            let before = until_free(store.as_ref(), config, node.id).await?;
            let sent = Instant::now();
            // A claim whose answer was lost is seen as an unknown server that does not live, or is made again.
            if !store.claim(&node, before.as_ref(), config.lease).await? {
                continue;
            }
            // One of several may have joined at the same moment: of the two this one gives way.
            if living(store.as_ref()).await?.iter().all(|other| other.alone) {
                break sent;
            }
            store.release(node.id).await?;
        };
        let (tell, stands) = signal::channel(Standing::Until(sent + fence(config.lease)));
        let end = CancellationToken::new();
        let inner = Inner { store: store.clone(), id: node.id, lease: config.lease, stands, end };
        let inner = Arc::new(inner);
        tokio::spawn(inner.clone().beat(tell, stop));
        Ok(Self(Kind::Alone(inner)))
    }

    /// Whether several servers work on the same data.
    pub(crate) fn is_several(&self) -> bool {
        matches!(self.0, Kind::Several(_))
    }

    /// Returns the id under which this server is one of several now. `None` where it works alone, and while its lease has lapsed.
    pub(crate) fn node(&self) -> Option<Uuid> {
        match &self.0 {
            Kind::Several(member) => member.node(),
            Kind::Unleased | Kind::Alone(_) => None,
        }
    }

    /// Returns once this server is not the incarnation `node` of one of several any more: its lease has lapsed. Never where it works alone.
    pub(crate) async fn lapsed(&self, node: Option<Uuid>) {
        match &self.0 {
            Kind::Several(member) => member.lapsed(node).await,
            Kind::Unleased | Kind::Alone(_) => std::future::pending().await,
        }
    }

    /// Returns the clock that the heartbeats of one of several servers set.
    pub(crate) fn clock(&self) -> Option<Arc<TableClock>> {
        match &self.0 {
            Kind::Several(member) => Some(member.clock()),
            Kind::Unleased | Kind::Alone(_) => None,
        }
    }

    /// Whether this server is one of several whose lease is over, which it has not been told: the database does not answer it.
    pub(crate) fn is_overdue(&self) -> bool {
        matches!(&self.0, Kind::Several(member) if member.is_overdue())
    }

    /// Gives the rooms of one of several servers up, whose lease is over.
    pub(crate) fn give_up(&self) {
        if let Kind::Several(member) = &self.0 {
            member.give_up();
        }
    }

    /// Whether this server may write now.
    fn holds(&self) -> bool {
        match &self.0 {
            Kind::Unleased => true,
            Kind::Alone(inner) => holds(&inner.stands.get()),
            Kind::Several(member) => member.holds(),
        }
    }

    /// Whether this server is the incarnation `node` of one of several, and its lease runs.
    pub(crate) fn holds_as(&self, node: Option<Uuid>) -> bool {
        self.node() == node && self.holds()
    }

    /// Fails where this server may not write now.
    pub fn check(&self) -> Result<(), StoreError> {
        if self.holds() {
            return Ok(());
        }
        Err(StoreError::Away("the lease of this server was not renewed in time".to_owned()))
    }

    /// Returns whether this server has held the data until now. Where the lease has lapsed that is known when it is renewed: no other
    /// server can have held it in between.
    pub async fn confirm(&self) -> bool {
        // Of several servers, none writes whose lease has lapsed: the statement checks it.
        let Kind::Alone(inner) = &self.0 else { return true };
        let mut stands = inner.stands.clone();
        // When the lease is released no heartbeat follows.
        let known = stands.until(|standing| matches!(standing, Standing::Lost(_)) || holds(standing));
        matches!(inner.end.run_until_cancelled(known).await, Some(Standing::Until(_)))
    }

    /// Fails where another server has taken the data over.
    pub fn check_held(&self) -> Result<(), AppError> {
        let standing = match &self.0 {
            Kind::Unleased => return Ok(()),
            Kind::Alone(inner) => inner.stands.get(),
            Kind::Several(member) => member.standing(),
        };
        match standing {
            Standing::Lost(holder) => Err(AppError::Superseded(holder)),
            Standing::Until(_) => Ok(()),
        }
    }

    /// Ends the heartbeat: nothing is written any more, and what is not released lapses.
    pub fn end(&self) {
        match &self.0 {
            Kind::Unleased => {}
            Kind::Alone(inner) => inner.end.cancel(),
            Kind::Several(member) => member.end(),
        }
    }

    /// Releases the lease, so that another server may start at once.
    pub async fn release(&self) -> Result<(), StoreError> {
        match &self.0 {
            Kind::Unleased => Ok(()),
            Kind::Alone(inner) => inner.store.release(inner.id).await,
            Kind::Several(member) => member.leave().await,
        }
    }
}

/// Returns the servers on the data whose leases run.
pub(crate) async fn living(store: &dyn Store) -> Result<Vec<NodeRecord>, StoreError> {
    let (mut nodes, now) = store.nodes().await?;
    nodes.retain(|node| node.until >= now);
    Ok(nodes)
}

/// How long after it was renewed a server may write without renewing it again.
pub(crate) fn fence(lease: Duration) -> Duration {
    lease * (RENEWALS_PER_LEASE - 1) / RENEWALS_PER_LEASE
}

fn holds(standing: &Standing) -> bool {
    matches!(standing, Standing::Until(until) if Instant::now() < *until)
}

/// The rulesets that this program plays, and their versions, as JSON.
fn plays() -> String {
    let known: Vec<(&str, u16)> = Rules::known().iter().map(|rules| (rules.ruleset, rules.version)).collect();
    serde_json::to_string(&known).unwrap_or_default()
}

impl Inner {
    /// Renews the lease until it is released or lost.
    async fn beat(self: Arc<Self>, tell: signal::Sender<Standing>, stop: CancellationToken) {
        let end = self.end.clone();
        let mut known = None;
        loop {
            let next = Instant::now() + self.lease / RENEWALS_PER_LEASE;
            let renewed = end.run_until_cancelled(self.renew(&tell, &stop, &mut known));
            match renewed.await {
                Some(true) => {}
                Some(false) | None => return,
            }
            if end.run_until_cancelled(tokio::time::sleep_until(next)).await.is_none() {
                return;
            }
        }
    }

    /// Renews the lease once. Returns `false` when it is lost.
    async fn renew(
        &self,
        tell: &signal::Sender<Standing>,
        stop: &CancellationToken,
        known: &mut Option<i64>,
    ) -> bool {
        let sent = Instant::now();
        match timeout(fence(self.lease), self.store.renew(self.id, self.lease)).await {
            Ok(Ok(Some(Renewed { incarnation, asked }))) => {
                if known.replace(incarnation).is_some_and(|before| before != incarnation) {
                    tracing::warn!(incarnation, "the lease on the data had lapsed and was taken again");
                }
                tell.set(Standing::Until(sent + fence(self.lease)));
                if let Some(by) = asked.filter(|_| !stop.is_cancelled()) {
                    tracing::info!(%by, "another server asks for the data: closing");
                    stop.cancel();
                }
                true
            }
            Ok(Ok(None)) => {
                let holder = match timeout(fence(self.lease), self.store.holder()).await {
                    Ok(Ok(Some(holder))) => describe(&holder.node),
                    _ => "it is not known which".to_owned(),
                };
                tracing::error!(holder, "another server has taken the data over: closing");
                tell.set(Standing::Lost(holder));
                stop.cancel();
                false
            }
            Ok(Err(why)) => {
                tracing::warn!(%why, "the lease on the data was not renewed");
                true
            }
            Err(_) => {
                tracing::warn!("the lease on the data was not renewed: the database does not answer");
                true
            }
        }
    }
}
