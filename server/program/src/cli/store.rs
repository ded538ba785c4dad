//! Where the data is: the same for every command that opens it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bagarre_server::secrets::Secrets;
use bagarre_server::store::{self, Store};
use etcetera::BaseStrategy;

use super::failure::Failure;

#[derive(Clone, clap::Args)]
pub(super) struct StoreArgs {
    /// The data folder; `bagarre` in the user's data folder otherwise.
    #[arg(long, env = "BAGARRE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// PostgreSQL instead of a file in the data folder: postgres://…
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,
    /// The secret that all servers on the same database share, at least 32 bytes: what they sign and seal with is made from it. Without,
    /// each has one in its data folder.
    #[arg(long, env = "BAGARRE_SECRET", value_name = "SECRET", hide_env_values = true)]
    secret: Option<String>,
    /// The key to the secret that all servers on the same database share, at least 32 bytes: the secret itself is kept in the database,
    /// sealed with it. Instead of `BAGARRE_SECRET`.
    #[arg(long, env = "BAGARRE_CLUSTER_KEY", value_name = "KEY", hide_env_values = true)]
    cluster_key: Option<String>,
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
        folder(self.data.as_deref())
    }

    /// The address of the database, if there is one.
    pub(super) fn database_url(&self) -> Option<String> {
        self.database_url.clone().filter(|url| !url.is_empty())
    }

    /// Where the secrets come from.
    pub(super) fn secrets(&self) -> Result<Secrets, Failure> {
        Secrets::read(self.secret.clone(), self.cluster_key.clone()).map_err(Failure::input)
    }

    /// Opens the store, bringing its tables up to date.
    pub(super) async fn open(&self) -> Result<Arc<dyn Store>, Failure> {
        store::open(self.database_url().as_deref(), &self.data()?).await.map_err(Failure::fault)
    }
}

/// The folder that was named, or `bagarre` in the user's data folder.
pub(super) fn folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(folder) = named.filter(|folder| !folder.as_os_str().is_empty()) {
        return Ok(folder.to_owned());
    }
    let user = etcetera::choose_base_strategy().map_err(Failure::input)?;
    Ok(user.data_dir().join("bagarre"))
}

/// How long background work may hold the end of the process.
const LEFTOVER_WORK_TIMEOUT: Duration = Duration::from_secs(1);

/// Runs asynchronous work to its end.
pub(super) fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::fault)?;
    let done = runtime.block_on(work);
    runtime.shutdown_timeout(LEFTOVER_WORK_TIMEOUT);
    done
}
