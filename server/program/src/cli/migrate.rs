//! `bagarre migrate`: brings the tables up to date, which `serve` also does when it starts.

use super::failure::Failure;
use super::store::{StoreArgs, block_on};

/// Bring the database's tables up to date without serving.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    block_on(async {
        let store = args.store.open().await?;
        store.close().await;
        eprintln!("bagarre: the tables are up to date");
        Ok(())
    })
}
