//! Where the data is: the same for every command that opens it.

use std::path::PathBuf;
use std::sync::Arc;

use bagarre_server::store::{self, Store};
use etcetera::BaseStrategy;

use super::Failure;

#[derive(Clone, clap::Args)]
pub(super) struct StoreArgs {
    /// The data folder; `bagarre` in the user's data folder otherwise.
    #[arg(long, env = "BAGARRE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// PostgreSQL instead of a file in the data folder: postgres://…
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
}

/// The address of a database holds its password: it is never printed.
impl std::fmt::Debug for StoreArgs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoreArgs").field("data", &self.data).finish_non_exhaustive()
    }
}

impl StoreArgs {
    /// The data folder.
    pub(super) fn data(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = self.data.as_ref().filter(|folder| !folder.as_os_str().is_empty()) {
            return Ok(folder.clone());
        }
        let user = etcetera::choose_base_strategy().map_err(Failure::input)?;
        Ok(user.data_dir().join("bagarre"))
    }

    /// The address of the database, if there is one. An empty variable is none.
    pub(super) fn database_url(&self) -> Option<String> {
        self.database_url.clone().filter(|url| !url.is_empty())
    }

    /// Opens the store, bringing its tables up to date.
    pub(super) async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        store::open(self.database_url().as_deref(), &self.data()?).await.map_err(Failure::fault)
    }
}

/// Runs asynchronous work to its end.
pub(super) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::fault)?.block_on(work)
}
