//! Storing what is shown of games that are over, while this build has their rules: a task makes it after the end, one game after the other
//! and when no consultation waits, so that no end of a game waits for it. Who opens a replay earlier has it made on the spot
//! ([`super::archive::replay`]).

use std::sync::Arc;
use std::time::Duration;

use bagarre_rules::systems;
use tokio::sync::mpsc;
use tokio::time::sleep;
use uuid::Uuid;

use super::archive;
use super::shared::Shared;
use crate::store::replays::Untold;
use crate::store::{StoreError, Write, WriteError};

/// Games looked for at once.
const BATCH: u32 = 16;
/// How long the machine is left to others after each game.
const REPLAY_PAUSE: Duration = Duration::from_millis(20);
/// How long the task waits when the store could not answer.
const RETRY_DELAY: Duration = Duration::from_secs(30);

/// Games that have just ended.
pub(super) type Ended = mpsc::UnboundedReceiver<Uuid>;

/// Stores replays until the server stops: first those of games that ended without one, then those of games that end. When the server
/// stops, those of games that have ended by then are stored before the task ends.
pub(super) async fn store_replays(shared: Arc<Shared>, mut ended: Ended) {
    catch_up(&shared, &mut ended).await;
    while let Some(game) = next(&shared, &mut ended).await {
        store_one(&shared, game).await;
    }
}

/// Returns the next game that has ended; `None` once the server stops and there is none.
async fn next(shared: &Shared, ended: &mut Ended) -> Option<Uuid> {
    tokio::select! {
        biased;
        game = ended.recv() => game,
        () = shared.stop.cancelled() => None,
    }
}

/// Stores the replay of a game that has ended. Tries again while the store does not answer, unless the server stops: then the replay stays
/// pending.
async fn store_one(shared: &Shared, game: Uuid) {
    while let Err(why) = make(shared, game).await {
        tracing::warn!(%game, why, "the replay of a finished game could not be stored; trying again");
        if !pause(shared, RETRY_DELAY).await {
            return;
        }
    }
    pause(shared, REPLAY_PAUSE).await;
}

/// Waits. Returns `false` where the server stops.
async fn pause(shared: &Shared, length: Duration) -> bool {
    shared.stop.run_until_cancelled(sleep(length)).await.is_some()
}

/// Stores the replays of games that ended without one: once for each start of the server, and those of games that end meanwhile first.
async fn catch_up(shared: &Shared, ended: &mut Ended) {
    let mut after = None;
    loop {
        let found = shared.asked(shared.store.untold(after, BATCH)).await;
        match found {
            Ok(found) if found.is_empty() => return,
            Ok(found) => {
                for Untold { game, ruleset, version } in found {
                    while let Ok(game) = ended.try_recv() {
                        store_one(shared, game).await;
                    }
                    if shared.stop.is_cancelled() {
                        return;
                    }
                    if systems::pinned(&ruleset, version).is_some() {
                        store_one(shared, game).await;
                    }
                    after = Some(game);
                }
            }
            Err(why) => {
                tracing::warn!(%why, "finished games without a replay could not be read; trying again");
                if !pause(shared, RETRY_DELAY).await {
                    return;
                }
            }
        }
    }
}

/// Makes the replay of a game and stores it. One that is stored stays as it is.
async fn make(shared: &Shared, game: Uuid) -> Result<(), String> {
    loop {
        let Some(replay) = replay_of(shared, game).await? else { return Ok(()) };
        match shared.writer.write(vec![replay]).await {
            Ok(()) | Err(WriteError::Conflict) => return Ok(()),
            // A name was taken out of the game while its replay was made.
            Err(WriteError::Stale) => {}
            Err(why) => return Err(why.to_string()),
        }
    }
}

/// Returns what is written of a game: its replay, or that it cannot be made, which is logged. `None` where the game is gone.
async fn replay_of(shared: &Shared, game: Uuid) -> Result<Option<Write>, String> {
    let read = async { Ok((shared.store.game(game).await?, shared.store.journal(game).await?)) };
    let impossible = |why: &str| {
        tracing::error!(%game, why, "the replay of a finished game cannot be made");
        Write::NoReplay { game }
    };
    let (record, rows) = match shared.asked(read).await {
        Ok((Some(record), rows)) => (record, rows),
        Ok((None, _)) => return Ok(None),
        Err(why @ StoreError::Row { .. }) => return Ok(Some(impossible(&why.to_string()))),
        Err(why) => return Err(why.to_string()),
    };
    let Some(outcome) = record.outcome.clone() else { return Ok(None) };
    // No person: the task waits in a queue of its own.
    let turn = match shared.turns.take(Uuid::nil()) {
        Ok(turn) => turn,
        Err(waiting) => waiting.await.map_err(|why| why.to_string())?,
    };
    let made = turn.run(move || archive::keep(record, outcome, &rows)).await;
    let replay = made.map_err(|why| why.to_string()).flatten();
    Ok(Some(replay.unwrap_or_else(|why| impossible(&why))))
}
