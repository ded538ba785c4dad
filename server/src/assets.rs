//! Files of the web client that several servers share. While two versions are at work, a page of one server may request its scripts from another server. The
//! names of these files hold a hash of their content: each server stores its own files in the database when it starts, and serves those of the others from there.

use std::sync::Arc;
use std::time::Duration;

use quick_cache::sync::Cache;
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

use crate::clock::in_millis;
use crate::config::ClientFiles;
use crate::store::assets::Asset;
use crate::store::{Store, StoreError};
use crate::world::World;

/// Vite puts a hash of their content into the names of what lies here.
pub(crate) const HASHED: &str = "assets/";
/// The endings of the forms in which a file may lie beside itself.
const FORMS: [&str; 3] = ["", ".br", ".gz"];
/// How long files stay in the database after the last server that has them ended.
const LIFETIME: Duration = Duration::from_hours(25);
/// How often a server renews the lifetime of its files.
const KEEP_INTERVAL: Duration = Duration::from_hours(1);
/// Bytes that are stored at once, as far as files can be parted.
const BATCH_BYTES: usize = 512 * 1024;
/// Files that are looked up at the same time.
const MAX_CONCURRENT_LOOKUPS: usize = 4;
/// Names that are known to be missing, and for how long.
const MAX_KNOWN_MISSING: usize = 1024;
const MISSING_LIFETIME: Duration = Duration::from_secs(10);
/// Characters of a name.
const MAX_NAME_LENGTH: usize = 200;

/// The files that several servers share.
pub(crate) struct SharedAssets {
    store: Arc<dyn Store>,
    world: World,
    files: ClientFiles,
    lookups: Semaphore,
    missing: Cache<String, Instant>,
    /// How long a lookup may take.
    timeout: Duration,
}

impl SharedAssets {
    pub(crate) fn new(store: Arc<dyn Store>, world: World, files: ClientFiles, timeout: Duration) -> Self {
        let lookups = Semaphore::new(MAX_CONCURRENT_LOOKUPS);
        Self { store, world, files, lookups, missing: Cache::new(MAX_KNOWN_MISSING), timeout }
    }

    /// Stores the files of this server that are not there, and keeps the others.
    pub(crate) async fn publish(&self) -> Result<(), StoreError> {
        let mut names = (self.files.paths)();
        names.retain(|name| name.starts_with(HASHED));
        let until = self.world.now() + in_millis(LIFETIME);
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for name in self.store.keep_assets(&names, until).await? {
            let Some(file) = (self.files.file)(&name) else { continue };
            bytes += file.data.len();
            let kind = file.metadata.mimetype().to_owned();
            batch.push(Asset { name, kind, body: file.data.into_owned() });
            if bytes >= BATCH_BYTES {
                self.store.add_assets(std::mem::take(&mut batch), until).await?;
                bytes = 0;
            }
        }
        self.store.add_assets(batch, until).await
    }

    /// Keeps the files of this server for as long as it runs.
    pub(crate) async fn keep(self: Arc<Self>) {
        loop {
            sleep(KEEP_INTERVAL).await;
            if let Err(why) = self.publish().await {
                tracing::warn!(%why, "files of the web client could not be kept for other servers");
            }
        }
    }

    /// Returns a file of another server, with the forms that lie beside it; nothing where there is none of that name.
    pub(crate) async fn find(&self, path: &str) -> Result<Vec<Asset>, StoreError> {
        let is_missing = self.missing.get(path).is_some_and(|since| since.elapsed() < MISSING_LIFETIME);
        if is_missing || !is_name(path) {
            return Ok(Vec::new());
        }
        let names = FORMS.map(|form| format!("{path}{form}"));
        let found = async {
            // It is never closed.
            let _permit = self.lookups.acquire().await;
            self.store.assets(&names).await
        };
        let found = timeout(self.timeout, found).await;
        let found = found.unwrap_or_else(|_| Err(StoreError::Away("no answer in time".to_owned())))?;
        if found.is_empty() {
            self.missing.insert(path.to_owned(), Instant::now());
        }
        Ok(found)
    }
}

fn is_name(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    path.len() <= MAX_NAME_LENGTH && path.strip_prefix(HASHED).is_some_and(|name| name.bytes().all(plain))
}
