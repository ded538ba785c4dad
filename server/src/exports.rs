//! Signed exports of finished games, kept for those who ask for the same ones: making one reads the whole journal and signs it.

use std::io::Write as _;
use std::sync::Arc;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use uuid::Uuid;

use crate::app::App;
use crate::error::AppError;
use crate::room::archive;
use crate::store::GameRecord;

/// Bytes that are kept.
const MAX_KEPT_BYTES: u64 = 32 * 1024 * 1024;
/// Exports that are expected to be kept at the same time.
const EXPECTED_EXPORTS: usize = 256;
/// What one takes besides its text.
const EXPORT_OVERHEAD_BYTES: usize = 1024;

/// An export as it is sent.
#[derive(Clone)]
pub(crate) struct Export {
    /// What it was made from: names in it can be forgotten, and the game can be deleted.
    record: Arc<GameRecord>,
    pub(crate) text: Bytes,
    /// The same as gzip.
    pub(crate) packed: Bytes,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Uuid, Export> for ByBytes {
    fn weight(&self, _: &Uuid, export: &Export) -> u64 {
        let Export { record, text, packed } = export;
        (text.len() + packed.len() + record.setup.text().len() + EXPORT_OVERHEAD_BYTES) as u64
    }
}

/// Exports that were made lately, bounded by their bytes.
pub(crate) struct Exports(Cache<Uuid, Export, ByBytes>);

impl Default for Exports {
    fn default() -> Self {
        let mut options = OptionsBuilder::new();
        // One share of the space: a long game may take much of it.
        options.shards(1).estimated_items_capacity(EXPECTED_EXPORTS).weight_capacity(MAX_KEPT_BYTES);
        let hasher = DefaultHashBuilder::default();
        Self(match options.build() {
            Ok(options) => Cache::with_options(options, ByBytes, hasher, DefaultLifecycle::default()),
            // Never: everything that is needed was given.
            Err(_) => {
                Cache::with(EXPECTED_EXPORTS, MAX_KEPT_BYTES, ByBytes, hasher, DefaultLifecycle::default())
            }
        })
    }
}

fn pack(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text)?;
    packed.finish()
}

impl App {
    /// The signed export of a finished game. The record of the game is read each time; the journal is read, and the export signed,
    /// once for all who ask while nothing in the record changes.
    pub(crate) async fn signed_export(&self, game: Uuid) -> Result<Export, AppError> {
        let record = archive::finished_record(self.store(), game).await?;
        match self.exports().0.get_value_or_guard_async(&game).await {
            Ok(kept) if *kept.record == record => Ok(kept),
            Ok(_) => {
                let export = self.make_export(record).await?;
                self.exports().0.insert(game, export.clone());
                Ok(export)
            }
            Err(place) => {
                let export = self.make_export(record).await?;
                // Another one may have been put there meanwhile: that one stays.
                let _ = place.insert(export.clone());
                Ok(export)
            }
        }
    }

    async fn make_export(&self, record: GameRecord) -> Result<Export, AppError> {
        metrics::counter!("bagarre_exports_made_total").increment(1);
        let (game, app) = (record.id, self.clone());
        let unreadable = move || AppError::Unreadable(game);
        let export = archive::export(self.store(), game).await?;
        let world = self.world().clone();
        let signed = world.aside(move || {
            let signed = app.signer().game(export).map_err(std::io::Error::other)?;
            let text = serde_json::to_vec(&signed)?;
            let packed = pack(&text)?;
            Ok::<_, std::io::Error>((text, packed))
        });
        let signed = signed.await.map_err(|_| unreadable())?;
        let (text, packed) = signed.map_err(|_| unreadable())?;
        Ok(Export { record: Arc::new(record), text: text.into(), packed: packed.into() })
    }
}
