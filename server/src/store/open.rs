//! Opening the store, and copying it as a whole.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::systems;

use super::api::Store;
use super::copy::{CopyError, Sink, Source};
use super::error::StoreError;
use super::nodes::{Holder, Nodes};
use super::restored::{FILE, finish};
use super::{postgres, sqlite};
use crate::lease::describe;

/// How long the database is waited for once the server runs, if nothing else is configured.
pub const DEFAULT_DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens the store: PostgreSQL when a URL is given, otherwise the SQLite file `bagarre.db` in the data folder, which is
/// made when it is missing. Migrations are applied; fails where a server is at work on the data that cannot go on with them.
pub async fn open(database_url: Option<&str>, data: &Path) -> Result<Arc<dyn Store>, StoreError> {
    open_with(database_url, data, DEFAULT_DATABASE_TIMEOUT).await
}

/// As [`open`], where a connection, and a file that another program has locked, are waited for so long; the statements of a
/// group of writes, and then its commit, may take four times that.
pub async fn open_with(
    database_url: Option<&str>,
    data: &Path,
    patience: Duration,
) -> Result<Arc<dyn Store>, StoreError> {
    let opening = prepare(database_url, data, patience).await?;
    opening.refuse_at_work().await?;
    opening.migrate(false).await
}

/// A store that is reached, and whose tables are not yet up to date.
pub enum Opening {
    /// PostgreSQL.
    #[doc(hidden)]
    Postgres(Box<postgres::Opening>),
    /// SQLite.
    #[doc(hidden)]
    Sqlite(Box<sqlite::Opening>),
}

impl Opening {
    /// Who works on the data.
    pub fn nodes(&self) -> &dyn Nodes {
        match self {
            Self::Postgres(opening) => opening.nodes(),
            Self::Sqlite(opening) => opening.nodes(),
        }
    }

    /// Fails where the tables would be changed under a server that works alone, or that cannot work on them as they will be.
    pub(crate) async fn refuse_at_work(&self) -> Result<(), StoreError> {
        let in_the_way = match self {
            Self::Postgres(opening) => opening.in_the_way().await?,
            Self::Sqlite(opening) => opening.in_the_way().await?,
        };
        in_the_way.map_or(Ok(()), |node| Err(StoreError::AtWork(describe(&node))))
    }

    /// Fails where games have ended whose replays only an older program can make, while the tables are still as that program knows them.
    async fn refuse_lost_replays(&self, without_replays: bool) -> Result<(), StoreError> {
        let pending = match self {
            Self::Postgres(opening) => opening.pending_replays().await?,
            Self::Sqlite(opening) => opening.pending_replays().await?,
        };
        let lost: Vec<String> = pending
            .iter()
            .filter(|one| systems::pinned(&one.ruleset, one.version).is_none())
            .map(ToString::to_string)
            .collect();
        if lost.is_empty() {
            return Ok(());
        }
        let lost = lost.join("; ");
        if !without_replays {
            return Err(StoreError::LostReplays(lost));
        }
        tracing::warn!(lost, "finished games stay without a replay: this program does not have their rules");
        Ok(())
    }

    /// Brings the tables up to date. Fails where this program cannot make replays that are pending, unless it is to go on
    /// `without_replays`.
    pub async fn migrate(self, without_replays: bool) -> Result<Arc<dyn Store>, StoreError> {
        self.refuse_lost_replays(without_replays).await?;
        match self {
            Self::Postgres(opening) => Ok(Arc::new(opening.migrate().await?)),
            Self::Sqlite(opening) => Ok(Arc::new(opening.migrate().await?)),
        }
    }
}

/// As [`open_with`], without touching the tables yet.
pub async fn prepare(
    database_url: Option<&str>,
    data: &Path,
    patience: Duration,
) -> Result<Opening, StoreError> {
    finish(data)?;
    match database_url {
        Some(url) => Ok(Opening::Postgres(Box::new(postgres::prepare(url, patience).await?))),
        None => Ok(Opening::Sqlite(Box::new(sqlite::prepare(&data.join(FILE), patience)?))),
    }
}

/// Returns the server that works on the data; see [`Nodes::holder`]. Nothing is made that is not there.
pub async fn holder(database_url: Option<&str>, data: &Path) -> Result<Option<Holder>, StoreError> {
    match database_url {
        Some(url) => postgres::holder(url).await,
        None => sqlite::holder(&data.join(FILE)).await,
    }
}

/// Copies everything out of the store at one moment, also while a server writes on. Nothing is changed.
pub async fn copy_out(database_url: Option<&str>, data: &Path, sink: &mut dyn Sink) -> Result<(), CopyError> {
    match database_url {
        Some(url) => postgres::copy_out(url, sink).await,
        None => sqlite::copy_out(&data.join(FILE), sink).await,
    }
}

/// Fills an empty database with a copy, whole or not at all; with `over` it need not be empty.
pub async fn copy_in_postgres(url: &str, over: bool, source: &mut dyn Source) -> Result<(), CopyError> {
    postgres::copy_in(url, over, source).await
}

/// Makes a new SQLite file of a copy.
pub async fn copy_in_sqlite(file: &Path, source: &mut dyn Source) -> Result<(), CopyError> {
    sqlite::copy_in(file, source).await
}

/// Whether an SQLite file is missing, or has nothing in it.
pub async fn is_empty_sqlite(file: &Path) -> Result<bool, CopyError> {
    sqlite::is_empty(file).await
}
