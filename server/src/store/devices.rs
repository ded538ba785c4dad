//! The devices of people in the store: browsers that keep a token, and one-time links that let in another.

use async_trait::async_trait;
use uuid::Uuid;

use super::error::StoreError;
use super::records::{Guest, Hash};

/// A browser that a person is known by.
#[derive(Clone, PartialEq, Eq)]
pub struct DeviceRecord {
    /// The hash of its token. Never printed.
    pub token: Hash,
    /// When it first knew the person, in milliseconds since 1970.
    pub made: i64,
    /// When it was last used, to the day.
    pub used: i64,
    /// The family of browser and system; empty while it is not known.
    pub label: String,
}

impl std::fmt::Debug for DeviceRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceRecord").field("used", &self.used).finish_non_exhaustive()
    }
}

/// The devices of people.
#[async_trait]
pub trait Devices {
    /// One more browser of the same person.
    async fn add_token(&self, guest: Uuid, token: &Hash, at: i64) -> Result<(), StoreError>;
    /// Signs a browser out. `false` where it knew no person.
    async fn drop_token(&self, token: &Hash) -> Result<bool, StoreError>;
    /// The person behind a token, and the browser that keeps it.
    async fn guest_by_token(&self, token: &Hash) -> Result<Option<(Guest, DeviceRecord)>, StoreError>;
    /// A browser is used.
    async fn use_token(&self, token: &Hash, at: i64, label: &str) -> Result<(), StoreError>;
    /// The browsers of a person, last used first.
    async fn devices(&self, guest: Uuid) -> Result<Vec<DeviceRecord>, StoreError>;
    /// Forgets the browsers that were last used before a moment, and how many they are.
    async fn drop_unused(&self, before: i64) -> Result<u64, StoreError>;
    /// A one-time link to another device.
    async fn add_link(&self, guest: Uuid, link: &Hash, expires: i64) -> Result<(), StoreError>;
    /// Uses a link up: the person, if it is valid and was not used.
    async fn take_link(&self, link: &Hash, now: i64) -> Result<Option<Guest>, StoreError>;
    /// Stores the recovery code of a person in place of an earlier one; `None` deletes it.
    async fn set_recovery(&self, guest: Uuid, code: Option<&Hash>, at: i64) -> Result<(), StoreError>;
    /// When the recovery code of a person was made, if there is one.
    async fn recovery(&self, guest: Uuid) -> Result<Option<i64>, StoreError>;
    /// The person that a code belongs to.
    async fn guest_by_recovery(&self, code: &Hash) -> Result<Option<Guest>, StoreError>;
}
