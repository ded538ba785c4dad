//! Versions of what this server has read of the house and of campaigns. Other servers announce their changes over the bus, where messages may be lost:
//! versions are therefore compared with the database every [`COMPARE_INTERVAL`].

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::sleep;

use super::rooms::Rooms;
use crate::link::all::Broadcast;
use crate::store::StoreError;
use crate::store::house::{HouseChange, HouseRecord};

/// How often versions are compared.
const COMPARE_INTERVAL: Duration = Duration::from_secs(2);

impl Rooms {
    /// Says something to all servers, and to the people who are connected here.
    pub(crate) async fn change_house(&self, change: &HouseChange) -> Result<(), StoreError> {
        let changed = self.0.store.change_house(change).await?;
        self.take_house(changed);
        self.tell_others(Broadcast::House).await;
        Ok(())
    }

    /// Reads what the operator has said to all servers, and tells the people who are connected here what is new.
    pub(crate) async fn read_house(&self) -> Result<(), StoreError> {
        let record = self.0.ask_store(self.0.store.house()).await?;
        self.take_house(record);
        Ok(())
    }

    fn take_house(&self, record: HouseRecord) {
        if self.house().update(record) {
            self.tell_announcement();
        }
    }

    /// Compares versions until the server stops, where it is one of several.
    pub(super) async fn compare_versions(self) {
        if !self.0.lease.is_several() {
            return;
        }
        let compare = async {
            loop {
                sleep(COMPARE_INTERVAL).await;
                if let Err(why) = self.compare_once().await {
                    tracing::debug!(%why, "versions were not compared");
                }
            }
        };
        self.0.stop.run_until_cancelled(compare).await;
    }

    async fn compare_once(&self) -> Result<(), StoreError> {
        self.read_house().await?;
        let campaigns = self.0.registry().campaigns();
        if campaigns.is_empty() {
            return Ok(());
        }
        let stored = self.0.ask_store(self.0.store.campaign_versions(&campaigns)).await?;
        let stored: BTreeMap<String, i64> = stored.into_iter().collect();
        self.0.registry().refresh_campaigns(|_, of| stored.get(&of.id).copied() > of.version);
        Ok(())
    }
}
