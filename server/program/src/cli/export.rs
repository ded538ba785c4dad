//! `bagarre export`: a finished game or a whole campaign as a file, straight from the database.

use std::io::{self, Write};

use bagarre_protocol::campaign::CampaignExport;
use bagarre_protocol::game::Export;
use bagarre_server::app::{self};
use bagarre_server::campaigns;
use bagarre_server::error::AppError;
use bagarre_server::room::archive;
use bagarre_server::store::Store;
use serde::Serialize;
use uuid::Uuid;

use super::failure::Failure;
use super::store::{StoreArgs, block_on};

/// Print a finished game as JSON, for `bagarre verify`, archives and statistics; or a whole campaign with its games.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Id of the game, as in the address of its replay.
    #[arg(required_unless_present = "campaign", conflicts_with = "campaign")]
    game: Option<Uuid>,
    /// Id of a campaign, as in its address: standings, history, and every game that is over.
    #[arg(long, value_name = "ID")]
    campaign: Option<String>,
    #[command(flatten)]
    store: StoreArgs,
}

/// What is printed.
#[derive(Serialize)]
#[serde(untagged)]
enum Document {
    Game(Box<Export>),
    Campaign(Box<CampaignExport>),
}

/// Reads what was asked for.
async fn read(store: &dyn Store, args: &Args) -> Result<Document, Failure> {
    let secrets = args.store.secrets()?;
    let signer = app::signer(store, &secrets, &args.store.data()?).await.map_err(Failure::fault)?;
    let (document, missing) = match (&args.campaign, args.game) {
        (Some(campaign), _) => {
            let export = campaigns::export(store, &signer, campaign, true).await;
            (export.map(Box::new).map(Document::Campaign), format!("no campaign {campaign}"))
        }
        (None, Some(game)) => {
            let export = match archive::export(store, game).await {
                Ok(export) => signer.game(export).map_err(|_| AppError::Unreadable(game)),
                Err(error) => Err(error),
            };
            (export.map(Box::new).map(Document::Game), format!("no finished game {game}"))
        }
        (None, None) => return Err(Failure::input("neither a game nor a campaign was named")),
    };
    document.map_err(|error| match error {
        AppError::Missing => Failure::input(missing),
        error => Failure::fault(error),
    })
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let document = block_on(async {
        let store = args.store.open().await?;
        let document = read(store.as_ref(), args).await;
        store.close().await;
        document
    })?;
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, &document).map_err(Failure::fault)?;
    writeln!(out)?;
    Ok(())
}
