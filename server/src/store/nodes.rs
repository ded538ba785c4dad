//! The server that works on the data alone: it holds a lease in the time of the database. Several servers on the same data are in
//! [`super::cluster`].

use std::time::Duration;

use async_trait::async_trait;
use uuid::Uuid;

use super::error::StoreError;

/// A server that works on the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRecord {
    /// Its id: another one each time it starts.
    pub id: Uuid,
    /// Goes up whenever a lease that had lapsed is taken again.
    pub incarnation: i64,
    /// How long its lease runs, in milliseconds since 1970 by the clock of the database.
    pub until: i64,
    /// Where it runs, for people.
    pub address: String,
    /// Its rulesets and their versions, a JSON list.
    pub plays: String,
    /// The version of its program.
    pub version: String,
    /// When it began, in milliseconds since 1970 by the clock of the database.
    pub since: i64,
    /// The server that asks to be handed the data over.
    pub asked: Option<Uuid>,
    /// Whether it works on the data alone.
    pub alone: bool,
    /// Whether it hands its rooms over to others, and takes no new ones.
    pub draining: bool,
    /// The last migration that its program knows.
    pub migration: i64,
}

/// What a server says of itself when it takes a lease.
#[derive(Clone, Debug)]
pub struct Node {
    /// See [`NodeRecord::id`].
    pub id: Uuid,
    /// See [`NodeRecord::address`].
    pub address: String,
    /// See [`NodeRecord::plays`].
    pub plays: String,
    /// See [`NodeRecord::version`].
    pub version: String,
}

/// The lease of a server, as one reading of the database shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The server.
    pub node: NodeRecord,
    /// The time of the database, in milliseconds since 1970.
    pub now: i64,
}

/// A lease that was renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewed {
    /// See [`NodeRecord::incarnation`].
    pub incarnation: i64,
    /// See [`NodeRecord::asked`].
    pub asked: Option<Uuid>,
}

/// The lease on the data.
#[async_trait]
pub trait Nodes: Send + Sync {
    /// Returns the server that holds the lease, be it lapsed or not, or else one of several whose lease runs; `None` when there is none, or when
    /// the tables are older than leases.
    async fn holder(&self) -> Result<Option<Holder>, StoreError>;
    /// Takes the lease, which must still be as it was seen: free, or of this server and not renewed since. Returns `false` where it
    /// is not.
    async fn claim(
        &self,
        node: &Node,
        seen: Option<&NodeRecord>,
        lease: Duration,
    ) -> Result<bool, StoreError>;
    /// Renews the lease of a server from now on; one that has lapsed is taken again as the next incarnation. Returns `None` when
    /// another server holds it, or none.
    async fn renew(&self, id: Uuid, lease: Duration) -> Result<Option<Renewed>, StoreError>;
    /// Asks a server to hand the data over to another one.
    async fn ask_handover(&self, holder: Uuid, by: Uuid) -> Result<(), StoreError>;
    /// Releases the lease of a server, if it still holds it.
    async fn release(&self, id: Uuid) -> Result<(), StoreError>;
}
