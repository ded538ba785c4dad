//! Storing what is shown of games that are over, while this build has their rules.

use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::contract::Outcome;
use bagarre_rules::systems;
use tokio::time::sleep;
use uuid::Uuid;

use super::archive;
use super::shared::Shared;
use super::state::Trouble;
use crate::store::replays::Untold;
use crate::store::{GameRecord, JournalRow, StoreError, Write, WriteError};
use crate::world::aside;

/// Games looked for at once.
const BATCH: u32 = 16;
/// How long to leave the machine to others after each game.
const BREATH: Duration = Duration::from_millis(20);
/// How long to wait when the store could not answer.
const AGAIN: Duration = Duration::from_secs(30);

/// The replay of a game that ends with these entries, to be written together with them. `None` when it does not fold, which is
/// logged: no end waits for its replay.
pub(super) async fn ending(
    shared: &Shared,
    game: Uuid,
    last: Vec<JournalRow>,
    outcome: Outcome,
) -> Result<Option<Write>, Trouble> {
    let store = &shared.store;
    let read = async { Ok((store.game(game).await?, store.journal(game).await?)) };
    let (record, mut rows) = shared.asked(read).await.map_err(|why| {
        tracing::error!(%game, %why, "the journal of a game that ends could not be read");
        Trouble::Unsaved
    })?;
    let Some(record) = record else { return Ok(None) };
    rows.extend(last);
    Ok(kept(record, outcome, rows).await)
}

async fn kept(record: GameRecord, outcome: Outcome, rows: Vec<JournalRow>) -> Option<Write> {
    let game = record.id;
    let kept = aside(move || archive::keep(record, outcome, &rows)).await;
    match kept.map_err(|why| why.to_string()).flatten() {
        Ok(write) => Some(write),
        Err(why) => {
            tracing::error!(%game, why, "the replay of a finished game cannot be stored");
            None
        }
    }
}

/// Stores the replays of games that ended before replays were stored: one after the other, in the background, once for
/// each start of the server.
pub(super) async fn catch_up(shared: Arc<Shared>) {
    let mut after = None;
    loop {
        match batch(&shared, &mut after).await {
            Ok(0) => return,
            Ok(_) => {}
            Err(why) => {
                tracing::warn!(why, "replays of finished games could not be stored; trying again");
                if shared.stop.run_until_cancelled(sleep(AGAIN)).await.is_none() {
                    return;
                }
            }
        }
        if shared.stop.is_cancelled() {
            return;
        }
    }
}

/// Looks at the next games. Returns how many there were; `after` is the last one that is done.
async fn batch(shared: &Shared, after: &mut Option<Uuid>) -> Result<usize, String> {
    let untold = shared.asked(shared.store.untold(*after, BATCH)).await.map_err(|why| why.to_string())?;
    for Untold { game, ruleset, version } in &untold {
        if systems::pinned(ruleset, *version).is_some() {
            catch_up_with(shared, *game).await?;
            if shared.stop.run_until_cancelled(sleep(BREATH)).await.is_none() {
                return Ok(0);
            }
        }
        *after = Some(*game);
    }
    Ok(untold.len())
}

async fn catch_up_with(shared: &Shared, game: Uuid) -> Result<(), String> {
    let read = async { Ok((shared.store.game(game).await?, shared.store.journal(game).await?)) };
    let (record, rows) = match shared.asked(read).await {
        Ok((Some(record), rows)) => (record, rows),
        Ok((None, _)) | Err(StoreError::Row { .. }) => return Ok(()),
        Err(why) => return Err(why.to_string()),
    };
    let Some(outcome) = record.outcome.clone() else { return Ok(()) };
    let Some(write) = kept(record, outcome, rows).await else { return Ok(()) };
    match shared.writer.write(vec![write]).await {
        Ok(()) | Err(WriteError::Conflict) => Ok(()),
        Err(why) => Err(why.to_string()),
    }
}
