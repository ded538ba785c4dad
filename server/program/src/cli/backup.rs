//! `bagarre backup` and `bagarre restore`: everything the server keeps, in one file and back.

use std::path::PathBuf;

use bagarre_server::backup::{self, CopyError};

use super::failure::Failure;
use super::store::{StoreArgs, block_on};

/// Write everything the server keeps (database, write-ahead log, secret keys) into one new file, also while it runs. The file holds
/// sealed orders and keys: it is for you alone.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// The file to make.
    file: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

/// Read a backup into an empty database and data folder, whole or not at all. The backup of an SQLite file can be restored into
/// PostgreSQL, and the other way round. Stop the server first.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RestoreArgs {
    /// The file that `bagarre backup` made.
    file: PathBuf,
    /// Replace what is there.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    store: StoreArgs,
}

fn failure(error: CopyError) -> Failure {
    match error {
        CopyError::Store(_) => Failure::fault(error),
        CopyError::Io(_) | CopyError::Broken(_) | CopyError::Taken(_) => Failure::input(error),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    block_on(async {
        let (url, data, secrets) = (args.store.database_url(), args.store.data()?, args.store.secrets()?);
        let done = backup::backup_with(url.as_deref(), &secrets, &data, &args.file).await.map_err(failure)?;
        eprintln!("bagarre: {} rows are in {}", done.rows, args.file.display());
        Ok(())
    })
}

pub(super) fn restore(args: &RestoreArgs) -> Result<(), Failure> {
    block_on(async {
        let (url, data) = (args.store.database_url(), args.store.data()?);
        let done = backup::restore(&args.file, url.as_deref(), &data, args.force).await.map_err(failure)?;
        eprintln!("bagarre: {} rows are back from {}", done.rows, args.file.display());
        Ok(())
    })
}
