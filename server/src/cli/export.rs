//! `bagarre export`: a finished game as a file, straight from the database.

use std::io::{self, Write};

use bagarre_server::app::AppError;
use bagarre_server::room::archive;
use uuid::Uuid;

use super::Failure;
use super::store::{StoreArgs, block_on};

/// Print a finished game as JSON, for `bagarre verify`, archives and statistics.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Id of the game, as in the address of its replay.
    game: Uuid,
    #[command(flatten)]
    store: StoreArgs,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let export = block_on(async {
        let store = args.store.open().await?;
        let export = archive::export(store.as_ref(), args.game).await;
        store.close().await;
        export.map_err(|error| match error {
            AppError::Missing => Failure::input(format!("no finished game {}", args.game)),
            error => Failure::fault(error),
        })
    })?;
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &export).map_err(Failure::fault)?;
    writeln!(out)?;
    Ok(())
}
