//! Several servers on the same data, in the time of the world.

use std::time::Duration;

use async_trait::async_trait;
use bagarre_protocol::room::Phase;
use bagarre_server::store::StoreError;
use bagarre_server::store::cluster::{Beat, Claimant, Claimed, Cluster, Joining, lost_time};
use bagarre_server::store::nodes::NodeRecord;
use bagarre_server::store::replays::{Replays as _, Rules};
use uuid::Uuid;

use super::MemoryStore;
use super::tables::{NodeRow, Tables};

impl Tables {
    fn lost(&self) -> i64 {
        self.meta.get("lost").copied().unwrap_or(0)
    }

    fn lives(&self, node: Uuid, now: i64) -> bool {
        self.nodes.get(&node).is_some_and(|row| row.record.until >= now)
    }

    /// Gives time to the clocks and the pause of a room.
    fn credit_room(&mut self, room: &str, lost: i64) {
        let Some(record) = self.rooms.get_mut(room) else { return };
        record.paused_until = record.paused_until.map(|until| until + lost);
        let game = record.game;
        for ((of, _), row) in &mut self.deadlines {
            if Some(*of) == game && row.paused_left.is_none() {
                row.deadline += lost;
            }
        }
    }

    /// When the first clock of a room is over, or its pause.
    fn due(&self, room: &str) -> Option<i64> {
        let record = self.rooms.get(room)?;
        match record.phase {
            Phase::Paused => record.paused_until,
            Phase::Playing => self.first_clock(record.game?),
            _ => None,
        }
    }

    /// The rules of a room's game, while it goes on.
    fn rules(&self, room: &str) -> Option<(String, u16)> {
        let record =
            self.rooms.get(room).filter(|room| matches!(room.phase, Phase::Playing | Phase::Paused))?;
        let game = self.games.get(&record.game?).filter(|game| game.ended.is_none())?;
        Some((game.ruleset.clone(), game.version))
    }

    fn claim(&mut self, room: &str, claimant: Claimant<'_>, now: i64) -> Claimed {
        if !self.rooms.contains_key(room) {
            return Claimed::Missing;
        }
        let holder = self.holders.get(room).copied();
        let mine = holder == Some(claimant.node);
        let held = holder.is_some_and(|node| self.hoards || self.lives(node, now));
        if !mine && held || !self.lives(claimant.node, now) {
            return Claimed::Elsewhere;
        }
        if let (Some(known), Some(rules)) = (claimant.known, self.rules(room))
            && !known.iter().any(|one| (one.ruleset, one.version) == (&*rules.0, rules.1))
        {
            let mut living = self.nodes.values().filter(|row| row.record.until >= now);
            return Claimed::OtherRules(living.any(|row| row.plays(&rules)));
        }
        if !mine {
            let lapsed =
                holder.and_then(|node| self.nodes.get(&node)).map(|row| row.record.until - self.lost());
            let lost = lost_time(now - self.lost(), self.due(room), lapsed, claimant.lease);
            self.credit_room(room, lost);
        }
        self.holders.insert(room.to_owned(), claimant.node);
        let Some(record) = self.rooms.get_mut(room) else { return Claimed::Missing };
        record.epoch += 1;
        Claimed::Held(record.epoch)
    }
}

impl NodeRow {
    fn plays(&self, rules: &(String, u16)) -> bool {
        let list: Vec<(String, u16)> = serde_json::from_str(&self.record.plays).unwrap_or_default();
        list.contains(rules)
    }
}

#[async_trait]
impl Cluster for MemoryStore {
    async fn join(&self, joining: Joining<'_>) -> Result<Option<Beat>, StoreError> {
        let now = self.world.now();
        let (missing, lost) = {
            let mut tables = self.tables();
            if tables.node.as_ref().is_some_and(|node| node.until >= now) {
                return Ok(None);
            }
            let alive = tables.meta.get("alive").copied();
            let living: Vec<NodeRow> =
                tables.nodes.values().filter(|row| row.record.until >= now).cloned().collect();
            if living.is_empty() {
                let last = alive.max(tables.nodes.values().map(|row| row.record.until).max()).unwrap_or(now);
                let lost = tables.lost() + (now - last).max(0);
                tables.meta.insert("lost", lost);
            }
            tables.meta.insert("alive", alive.unwrap_or(now).max(now));
            let known = joining.known.iter().copied();
            let missing: Vec<Rules> = known
                .filter(|rules| {
                    !living.iter().any(|row| row.plays(&(rules.ruleset.to_owned(), rules.version)))
                })
                .collect();
            let node = joining.node;
            let record = NodeRecord {
                id: node.id,
                incarnation: joining.incarnation,
                until: now + joining.lease.as_millis() as i64,
                address: node.address.clone(),
                plays: node.plays.clone(),
                version: node.version.clone(),
                since: now,
                asked: None,
                alone: false,
                draining: false,
                migration: 0,
            };
            // A server that worked alone and whose lease has lapsed does not come back.
            tables.node = None;
            tables.nodes.insert(node.id, NodeRow { record, lost: joining.lost });
            (missing, tables.lost())
        };
        self.credit_rules(now - lost, &missing).await?;
        self.alive(now - lost, joining.known);
        Ok(Some(Beat { now, lost }))
    }

    async fn beat_as(&self, node: Uuid, lease: Duration) -> Result<Option<Beat>, StoreError> {
        let now = self.world.now();
        let mut tables = self.tables();
        let lost = tables.lost();
        let Some(row) = tables.nodes.get_mut(&node).filter(|row| row.record.until >= now) else {
            return Ok(None);
        };
        row.record.until = now + lease.as_millis() as i64;
        Ok(Some(Beat { now, lost }))
    }

    async fn nodes(&self) -> Result<(Vec<NodeRecord>, i64), StoreError> {
        let tables = self.tables();
        let several = tables.nodes.values().map(|row| row.record.clone());
        let mut nodes: Vec<NodeRecord> = tables.node.iter().cloned().chain(several).collect();
        nodes.sort_by_key(|node| (node.since, node.id));
        Ok((nodes, self.world.now()))
    }

    async fn claim_room(&self, room: &str, claimant: Claimant<'_>) -> Result<Claimed, StoreError> {
        Ok(self.tables().claim(room, claimant, self.world.now()))
    }

    async fn release_room(&self, room: &str, node: Uuid, epoch: i64) -> Result<(), StoreError> {
        let mut tables = self.tables();
        if tables.rooms.get(room).is_some_and(|room| room.epoch == epoch)
            && tables.holders.get(room) == Some(&node)
        {
            tables.holders.remove(room);
        }
        Ok(())
    }

    async fn held_rooms(&self, node: Uuid) -> Result<Vec<(String, i64)>, StoreError> {
        let tables = self.tables();
        let held = tables.holders.iter().filter(|(_, holder)| **holder == node);
        Ok(held.filter_map(|(room, _)| Some((room.clone(), tables.rooms.get(room)?.epoch))).collect())
    }

    async fn claim_due(&self, claimant: Claimant<'_>, limit: u32) -> Result<Vec<String>, StoreError> {
        let now = self.world.now();
        let mut tables = self.tables();
        let table = now - tables.lost();
        let free = |tables: &Tables, room: &String| {
            tables.holders.get(room).is_none_or(|node| *node != claimant.node && !tables.lives(*node, now))
        };
        let rooms: Vec<String> = tables.rooms.keys().filter(|room| free(&tables, room)).cloned().collect();
        let mut due: Vec<(i64, String)> = rooms
            .into_iter()
            .filter_map(|room| Some((tables.due(&room).filter(|due| *due <= table)?, room)))
            .collect();
        due.sort();
        let mut claimed = Vec::new();
        for (_, room) in due {
            if claimed.len() < limit as usize
                && matches!(tables.claim(&room, claimant, now), Claimed::Held(_))
            {
                claimed.push(room);
            }
        }
        Ok(claimed)
    }

    async fn credit_node(&self, node: Uuid, from: i64, to: i64) -> Result<bool, StoreError> {
        let now = self.world.now();
        let mut tables = self.tables();
        let Some(row) = tables.nodes.get_mut(&node).filter(|row| row.record.until >= now) else {
            return Ok(false);
        };
        if row.lost != from {
            return Ok(row.lost == to);
        }
        row.lost = to;
        let held = tables.holders.iter().filter(|(_, holder)| **holder == node);
        let rooms: Vec<String> = held.map(|(room, _)| room.clone()).collect();
        for room in &rooms {
            tables.credit_room(room, to - from);
        }
        Ok(true)
    }

    async fn room_holder(&self, room: &str) -> Result<Option<Uuid>, StoreError> {
        let now = self.world.now();
        let tables = self.tables();
        let holder = tables.holders.get(room).copied().filter(|node| tables.lives(*node, now));
        let plays = || {
            let rules = tables.rules(room)?;
            let mut living = tables.nodes.iter().filter(|(_, row)| row.record.until >= now);
            living.find(|(_, row)| !row.record.draining && row.plays(&rules)).map(|(id, _)| *id)
        };
        Ok(holder.or_else(plays))
    }

    async fn set_draining(&self, node: Uuid, draining: bool) -> Result<(), StoreError> {
        if let Some(row) = self.tables().nodes.get_mut(&node) {
            row.record.draining = draining;
        }
        Ok(())
    }

    async fn claim_task(&self, task: &str, node: Uuid, span: Duration) -> Result<bool, StoreError> {
        let now = self.world.now();
        let mut tables = self.tables();
        let taken = tables.tasks.get(task);
        if taken.is_some_and(|(by, until)| *by != node && *until >= now && tables.lives(*by, now)) {
            return Ok(false);
        }
        tables.tasks.insert(task.to_owned(), (node, now + span.as_millis() as i64));
        Ok(true)
    }
}
