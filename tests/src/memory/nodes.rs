//! The lease on the data, in the time of the world.

use std::time::Duration;

use async_trait::async_trait;
use bagarre_server::store::StoreError;
use bagarre_server::store::nodes::{Holder, Node, NodeRecord, Nodes, Renewed};
use uuid::Uuid;

use super::MemoryStore;

impl MemoryStore {
    /// When a lease ends that begins now.
    fn end(&self, lease: Duration) -> i64 {
        self.world.now() + lease.as_millis() as i64
    }
}

#[async_trait]
impl Nodes for MemoryStore {
    async fn holder(&self) -> Result<Option<Holder>, StoreError> {
        let (tables, now) = (self.tables(), self.world.now());
        let several = tables.nodes.values().map(|row| &row.record).filter(|node| node.until >= now);
        let node = tables.node.as_ref().or_else(|| several.min_by_key(|node| node.since));
        Ok(node.cloned().map(|node| Holder { node, now }))
    }

    async fn claim(
        &self,
        node: &Node,
        seen: Option<&NodeRecord>,
        lease: Duration,
    ) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let lease_of = |node: &NodeRecord| (node.id, node.incarnation, node.until);
        if tables.node.as_ref().map(lease_of) != seen.map(lease_of) {
            return Ok(false);
        }
        tables.node = Some(NodeRecord {
            id: node.id,
            incarnation: seen.map_or(0, |seen| seen.incarnation) + 1,
            until: self.end(lease),
            address: node.address.clone(),
            plays: node.plays.clone(),
            version: node.version.clone(),
            since: self.world.now(),
            asked: None,
            alone: true,
            draining: false,
            migration: 0,
        });
        // Several servers worked on the data before, none of which lives.
        tables.holders.clear();
        Ok(true)
    }

    async fn renew(&self, id: Uuid, lease: Duration) -> Result<Option<Renewed>, StoreError> {
        let mut tables = self.tables();
        let Some(node) = tables.node.as_mut().filter(|node| node.id == id) else { return Ok(None) };
        node.incarnation += i64::from(node.until < self.world.now());
        node.until = self.end(lease);
        Ok(Some(Renewed { incarnation: node.incarnation, asked: node.asked }))
    }

    async fn ask_handover(&self, holder: Uuid, by: Uuid) -> Result<(), StoreError> {
        if let Some(node) = self.tables().node.as_mut().filter(|node| node.id == holder) {
            node.asked = Some(by);
        }
        Ok(())
    }

    async fn release(&self, id: Uuid) -> Result<(), StoreError> {
        let mut tables = self.tables();
        tables.node.take_if(|node| node.id == id);
        tables.nodes.remove(&id);
        Ok(())
    }
}
