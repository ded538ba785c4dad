//! The lease on the data: one server works on it at a time. A server takes the lease before it starts, renews it, and releases it when
//! it stops. Another one that is started meanwhile refuses, or asks to be handed the data over; where the holder has died it waits until
//! the lease has surely lapsed. The lease keeps servers apart; that an entry is never written twice or out of order does not depend on
//! it but on what the store refuses (see `Write::Epoch`).

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::config::NodeConfig;
use crate::error::AppError;
use crate::signal;
use crate::store::nodes::{Holder, Node, NodeRecord, Nodes, Renewed};
use crate::store::replays::Rules;
use crate::store::{Store, StoreError};
use crate::world::World;

/// How often it is looked whether the holder of a lease lives, and whether it has released it.
pub(crate) const LOOK_INTERVAL: Duration = Duration::from_millis(100);
/// A lease is renewed so many times while it runs.
const RENEWALS: u32 = 5;

/// Why the data is not free.
#[derive(Debug)]
pub enum Held {
    /// A server works on it.
    AtWork(Box<NodeRecord>),
    /// The server that works on it was asked to hand it over, and did not within this time.
    NotHandedOver(Box<NodeRecord>, Duration),
}

impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtWork(node) => write!(
                f,
                "another server is at work on this data: {}; stop it first, or start this one with --takeover",
                describe(node)
            ),
            Self::NotHandedOver(node, span) => write!(
                f,
                "the server that is at work on this data did not hand it over within {} seconds: {}; stop it first",
                span.as_secs(),
                describe(node)
            ),
        }
    }
}

/// A server, for people: where it runs, its version, since when, and its id.
pub fn describe(node: &NodeRecord) -> String {
    let since = Timestamp::from_millisecond(node.since).map(|since| since.strftime("%F %T UTC").to_string());
    let place = if node.address.is_empty() { "a server" } else { &*node.address };
    format!("{place}, version {}, since {}, id {}", node.version, since.unwrap_or_default(), node.id)
}

/// What is known of the holder of a lease.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nobody holds it.
    Free,
    /// It was not renewed in time: its holder is dead.
    Dead(NodeRecord),
    /// It was renewed meanwhile: its holder lives.
    Alive(NodeRecord),
    /// It runs, or has just lapsed.
    Unknown(NodeRecord),
}

/// Looks at a lease again and again, to find out whether its holder lives. The clock of the database may be set at any time: a holder
/// that renews nothing for as long as a lease can run is dead whatever that clock says.
#[derive(Debug)]
pub struct Watch {
    lease: Duration,
    margin: Duration,
    seen: Option<(NodeRecord, Instant)>,
}

impl Watch {
    /// Watches leases that run so long, and gives their holders this much more.
    pub const fn new(lease: Duration, margin: Duration) -> Self {
        Self { lease, margin, seen: None }
    }

    /// Returns what follows from one more look.
    pub fn look(&mut self, holder: Option<Holder>) -> Sight {
        let Some(Holder { node, now }) = holder else { return Sight::Free };
        let margin = i64::try_from(self.margin.as_millis()).unwrap_or(i64::MAX);
        if now >= node.until.saturating_add(margin) {
            return Sight::Dead(node);
        }
        let lease = |node: &NodeRecord| (node.id, node.incarnation, node.until);
        match &self.seen {
            Some((seen, since)) if lease(seen) == lease(&node) => {
                if since.elapsed() >= self.lease + self.margin {
                    return Sight::Dead(node);
                }
            }
            Some((seen, _)) if seen.id == node.id => return Sight::Alive(node),
            _ => self.seen = Some((node.clone(), Instant::now())),
        }
        Sight::Unknown(node)
    }
}

/// Waits until the data is free. Returns the server whose place is to be taken, if one has died. `me`: who asks for a handover.
async fn until_free(
    nodes: &dyn Nodes,
    config: &NodeConfig,
    me: Uuid,
) -> Result<Option<NodeRecord>, AppError> {
    let mut watch = Watch::new(config.lease, config.margin);
    let (begun, mut asked, mut told) = (Instant::now(), None, None);
    loop {
        let (node, lives) = match watch.look(nodes.holder().await?) {
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
                return Err(AppError::Held(Held::NotHandedOver(Box::new(node), config.handover)));
            }
        } else if lives {
            return Err(AppError::Held(Held::AtWork(Box::new(node))));
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
    if config.alone {
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
pub struct Lease(Option<Arc<Inner>>);

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
        Self(None)
    }

    /// Takes the lease, once it is free, and renews it until it is released. `stop` is cancelled when another server asks for the
    /// data, or has it.
    pub async fn take(
        store: &Arc<dyn Store>,
        config: &NodeConfig,
        world: &World,
        stop: CancellationToken,
    ) -> Result<Self, AppError> {
        if !config.alone {
            return Ok(Self::shared());
        }
        let node = Node {
            id: world.new_id(),
            address: config.address.clone(),
            plays: plays(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let sent = loop {
            let before = until_free(store.as_ref(), config, node.id).await?;
            let sent = Instant::now();
            // A claim whose answer was lost is seen as an unknown server that does not live, or is made again.
            if store.claim(&node, before.as_ref(), config.lease).await? {
                break sent;
            }
        };
        let (tell, stands) = signal::channel(Standing::Until(sent + fence(config.lease)));
        let end = CancellationToken::new();
        let inner = Inner { store: store.clone(), id: node.id, lease: config.lease, stands, end };
        let lease = Self(Some(Arc::new(inner)));
        tokio::spawn(lease.clone().beat(tell, stop));
        Ok(lease)
    }

    /// Renews the lease until it is released or lost.
    async fn beat(self, tell: signal::Sender<Standing>, stop: CancellationToken) {
        let Some(inner) = self.0 else { return };
        let end = inner.end.clone();
        let mut known = None;
        loop {
            let next = Instant::now() + inner.lease / RENEWALS;
            let renewed = end.run_until_cancelled(inner.renew(&tell, &stop, &mut known));
            match renewed.await {
                Some(true) => {}
                Some(false) | None => return,
            }
            if end.run_until_cancelled(tokio::time::sleep_until(next)).await.is_none() {
                return;
            }
        }
    }

    /// Whether this server may write now.
    fn holds(&self) -> bool {
        match &self.0 {
            Some(inner) => holds(&inner.stands.get()),
            None => true,
        }
    }

    /// Fails where this server may not write now.
    pub fn check(&self) -> Result<(), StoreError> {
        if self.holds() {
            return Ok(());
        }
        Err(StoreError::Away("the lease of this server was not renewed in time".to_owned()))
    }

    /// Returns whether this server has held the data until now. Where the lease has lapsed that is known when it is renewed: nobody
    /// can have held it in between.
    pub async fn confirm(&self) -> bool {
        let Some(inner) = &self.0 else { return true };
        let mut stands = inner.stands.clone();
        // When the lease is released no heartbeat follows.
        let known = stands.until(|standing| matches!(standing, Standing::Lost(_)) || holds(standing));
        matches!(inner.end.run_until_cancelled(known).await, Some(Standing::Until(_)))
    }

    /// Fails where another server has taken the data over.
    pub fn kept(&self) -> Result<(), AppError> {
        match self.0.as_ref().map(|inner| inner.stands.get()) {
            Some(Standing::Lost(holder)) => Err(AppError::Superseded(holder)),
            _ => Ok(()),
        }
    }

    /// Ends the heartbeat: nothing is written any more, and what is not released lapses.
    pub fn end(&self) {
        if let Some(inner) = &self.0 {
            inner.end.cancel();
        }
    }

    /// Releases the lease, so that another server may start at once.
    pub async fn release(&self) -> Result<(), StoreError> {
        let Some(inner) = &self.0 else { return Ok(()) };
        inner.store.release(inner.id).await
    }
}

/// How long after it was renewed a server may write without renewing it again.
fn fence(lease: Duration) -> Duration {
    lease * (RENEWALS - 1) / RENEWALS
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
