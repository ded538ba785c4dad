//! Browsers and one-time links.

use std::cmp::Reverse;

use async_trait::async_trait;
use bagarre_server::store::devices::{DeviceRecord, Devices};
use bagarre_server::store::{Guest, Hash, StoreError};
use uuid::Uuid;

use super::MemoryStore;
use super::tables::{Tables, failed, refers};

#[async_trait]
impl Devices for MemoryStore {
    async fn add_token(&self, guest: Uuid, token: &Hash, at: i64) -> Result<(), StoreError> {
        let device = DeviceRecord { token: *token, made: at, used: at, label: String::new() };
        self.transaction(|to| {
            refers(to.tables.guests.contains_key(&guest), "guests")?;
            to.insert(|tables| &mut tables.tokens, *token, (guest, device))
        })
        .map_err(|why| failed(&why))
    }

    async fn drop_token(&self, token: &Hash) -> Result<bool, StoreError> {
        let mut tables = self.tables();
        tables.pushes.remove(token);
        Ok(tables.tokens.remove(token).is_some())
    }

    async fn guest_by_token(&self, token: &Hash) -> Result<Option<(Guest, DeviceRecord)>, StoreError> {
        let tables = self.tables();
        let known = |(guest, device): &(Uuid, DeviceRecord)| {
            Some((tables.guests.get(guest)?.clone(), device.clone()))
        };
        Ok(tables.tokens.get(token).and_then(known))
    }

    async fn use_token(&self, token: &Hash, at: i64, label: &str) -> Result<(), StoreError> {
        if let Some((_, device)) = self.tables().tokens.get_mut(token) {
            (device.used, device.label) = (at, label.to_owned());
        }
        Ok(())
    }

    async fn devices(&self, guest: Uuid) -> Result<Vec<DeviceRecord>, StoreError> {
        let tables = self.tables();
        let his = tables.tokens.values().filter(|(of, _)| *of == guest);
        let mut devices: Vec<DeviceRecord> = his.map(|(_, device)| device.clone()).collect();
        devices.sort_by_key(|device| (Reverse((device.used, device.made)), device.token));
        Ok(devices)
    }

    async fn drop_unused(&self, before: i64) -> Result<u64, StoreError> {
        let mut tables = self.tables();
        let known = tables.tokens.len();
        tables.tokens.retain(|_, (_, device)| device.used >= before);
        let Tables { tokens, pushes, .. } = &mut *tables;
        pushes.retain(|token, _| tokens.contains_key(token));
        Ok((known - tables.tokens.len()) as u64)
    }

    async fn add_link(&self, guest: Uuid, link: &Hash, expires: i64) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.guests.contains_key(&guest), "guests")?;
            to.insert(|tables| &mut tables.device_links, *link, (guest, expires))
        })
        .map_err(|why| failed(&why))
    }

    async fn take_link(&self, link: &Hash, now: i64) -> Result<Option<Guest>, StoreError> {
        let mut tables = self.tables();
        let valid =
            tables.device_links.get(link).filter(|(_, expires)| *expires > now).map(|(guest, _)| *guest);
        tables.device_links.retain(|other, (_, expires)| other != link && *expires > now);
        Ok(valid.and_then(|guest| tables.guests.get(&guest).cloned()))
    }

    async fn set_recovery(&self, guest: Uuid, code: Option<&Hash>, at: i64) -> Result<(), StoreError> {
        self.transaction(|to| {
            refers(to.tables.guests.contains_key(&guest), "guests")?;
            to.set(|tables| &mut tables.recoveries, guest, code.map(|code| (*code, at)));
            Ok(())
        })
        .map_err(|why| failed(&why))
    }

    async fn recovery(&self, guest: Uuid) -> Result<Option<i64>, StoreError> {
        Ok(self.tables().recoveries.get(&guest).map(|(_, at)| *at))
    }

    async fn guest_by_recovery(&self, code: &Hash) -> Result<Option<Guest>, StoreError> {
        let tables = self.tables();
        let whose = tables.recoveries.iter().find(|(_, (known, _))| known == code).map(|(guest, _)| guest);
        Ok(whose.and_then(|guest| tables.guests.get(guest).cloned()))
    }
}
