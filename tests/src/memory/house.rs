//! What the operator says to all servers, and the files that they share.

use async_trait::async_trait;
use bagarre_server::store::StoreError;
use bagarre_server::store::assets::{Asset, Assets};
use bagarre_server::store::house::{HouseChange, HouseRecord, Houses};

use super::MemoryStore;

#[async_trait]
impl Houses for MemoryStore {
    async fn house(&self) -> Result<HouseRecord, StoreError> {
        Ok(self.tables().house.clone())
    }

    async fn change_house(&self, change: &HouseChange) -> Result<HouseRecord, StoreError> {
        let house = &mut self.tables().house;
        house.version += 1;
        match change {
            HouseChange::Announcement(words) => house.announcement.clone_from(words),
            HouseChange::Draining(draining) => house.draining = *draining,
        }
        Ok(house.clone())
    }
}

#[async_trait]
impl Assets for MemoryStore {
    async fn keep_assets(&self, names: &[String], until: i64) -> Result<Vec<String>, StoreError> {
        let mut tables = self.tables();
        let mut missing = Vec::new();
        for name in names {
            match tables.assets.get_mut(name) {
                Some((_, kept)) => *kept = until.max(*kept),
                None => missing.push(name.clone()),
            }
        }
        Ok(missing)
    }

    async fn add_assets(&self, files: Vec<Asset>, until: i64) -> Result<(), StoreError> {
        let mut tables = self.tables();
        for file in files {
            let (_, kept) = tables.assets.entry(file.name.clone()).or_insert_with(|| (file, until));
            *kept = until.max(*kept);
        }
        Ok(())
    }

    async fn assets(&self, names: &[String]) -> Result<Vec<Asset>, StoreError> {
        let tables = self.tables();
        Ok(names.iter().filter_map(|name| Some(tables.assets.get(name)?.0.clone())).collect())
    }

    async fn drop_assets(&self, before: i64) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let all = tables.assets.len();
        tables.assets.retain(|_, (_, until)| *until >= before);
        Ok((all - tables.assets.len()) as u64)
    }
}
