//! Whether the server that holds the data lives.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::store::nodes::{Holder, NodeRecord};

/// Why the data is not free.
#[derive(Debug)]
pub enum DataBusy {
    /// A server works on it.
    AtWork(Box<NodeRecord>),
    /// The server that works on it was asked to hand it over, and did not within this time.
    NotHandedOver(Box<NodeRecord>, Duration),
}

impl std::fmt::Display for DataBusy {
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
    /// No server holds it.
    Free,
    /// It was not renewed in time: its holder is dead.
    Dead(NodeRecord),
    /// It was renewed meanwhile: its holder lives.
    Alive(NodeRecord),
    /// It runs, or has just lapsed.
    Unknown(NodeRecord),
}

/// Looks at a lease again and again, to find out whether its holder lives. The clock of the database may be set at any time: a holder
/// that renews nothing for as long as a lease can run is dead by any reading of that clock.
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
