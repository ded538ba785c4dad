//! Bands and tables of one's own.

use std::cmp::Reverse;

use async_trait::async_trait;
use bagarre_protocol::campaign::WorkCard;
use bagarre_server::store::StoreError;
use bagarre_server::store::shelf::{Shelf, WorkRecord};
use uuid::Uuid;

use super::MemoryStore;
use super::tables::{failed, refers};

#[async_trait]
impl Shelf for MemoryStore {
    async fn add_work(&self, work: &WorkRecord, limit: u32) -> Result<bool, StoreError> {
        self.transaction(|to| {
            if to.tables.works.values().filter(|one| one.owner == work.owner).count() >= limit as usize {
                return Ok(false);
            }
            refers(to.tables.guests.contains_key(&work.owner), "guests")?;
            to.insert(|tables| &mut tables.works, work.id.clone(), work.clone())?;
            Ok(true)
        })
        .map_err(|why| failed(&why))
    }

    async fn write_work(&self, work: &WorkRecord) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let Some(kept) = tables.works.get_mut(&work.id).filter(|kept| kept.owner == work.owner) else {
            return Ok(false);
        };
        kept.name.clone_from(&work.name);
        kept.content.clone_from(&work.content);
        kept.touched = work.touched;
        Ok(true)
    }

    async fn drop_work(&self, id: &str, owner: Uuid) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        let his = tables.works.get(id).is_some_and(|work| work.owner == owner);
        Ok(his && tables.works.remove(id).is_some())
    }

    async fn work(&self, id: &str) -> Result<Option<WorkRecord>, StoreError> {
        let tables = self.tables();
        let work = |work: &WorkRecord| {
            Some(WorkRecord { by: tables.guests.get(&work.owner)?.name.clone(), ..work.clone() })
        };
        Ok(tables.works.get(id).and_then(work))
    }

    async fn works_of(&self, owner: Uuid) -> Result<Vec<WorkCard>, StoreError> {
        let tables = self.tables();
        let mut works: Vec<&WorkRecord> = tables.works.values().filter(|work| work.owner == owner).collect();
        works.sort_by_key(|work| Reverse(work.touched));
        let card = |work: &WorkRecord| WorkCard {
            id: work.id.clone(),
            kind: work.kind,
            ruleset: work.ruleset.clone(),
            name: work.name.clone(),
            touched: work.touched,
        };
        Ok(works.into_iter().map(card).collect())
    }
}
